//! What a player says is proved is true: df-pn, asked about the same position, agrees.

use crate::{Check, random_game, with_game};
use andor_core::{Answer, Game, Limits, Question, Silent, SplitMix64};
use andor_prove::depth_first::{Config, DepthFirst};
use andor_prove::solver::Solver;
use andor_search::{Budget, PlayerSpec, Score, Searcher, make_evaluator};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Every switch that prunes, tables that forget, threads, and proofs beside the search.
const PLAYERS: [&str; 6] = [
    "mia:depth=7,memory=64K",
    "mia:depth=5,memory=1K,proof-search=on,futility=10,late-pruning=on,null-deep=on",
    "mia:engine=thesis,depth=7,memory=256K",
    "mia:engine=thesis,depth=6,memory=4K,null-bound=100,mc-a=1-6-2,proof-search=on",
    "mia:nodes=2000,memory=16K,proof-search=on,proof-table=off",
    "mia:nodes=4000,memory=16K,proof-search=on,threads=2",
];

struct Claims {
    positions: usize,
    plies: usize,
}

/// Whether this side wins.
fn wins<G: Game>(game: &G, position: &G::Position, question: Question) -> bool {
    let mut solver = DepthFirst::new(Config { knowledge: true, ..Config::default() });
    let limits = Limits { memory: 64 << 20, ..Limits::default() };
    let report = solver.solve(game, position, question, &limits, &mut Silent);
    assert_ne!(report.answer, Answer::Unknown);
    report.answer == Answer::Proved
}

impl Check for Claims {
    fn check<G: Game + 'static>(self, game: G) {
        let mut random = SplitMix64::new(11);
        let mut claims = 0;
        let mut players = PLAYERS.map(|text| {
            let player = PlayerSpec::parse(text, game.evaluator_names()).unwrap();
            let config = player.config();
            let evaluator = |_| make_evaluator(&game, None, None).unwrap();
            let evaluators = (0..config.threads).map(evaluator).collect();
            let budget = player.budget(Budget::default());
            (Searcher::try_new(config, evaluators).unwrap(), budget)
        });
        let stop = Arc::new(AtomicBool::new(false));
        for _ in 0..self.positions {
            let root = random_game(&game, &mut random, self.plies).pop().unwrap();
            let side = game.side_to_move(&root);
            for (text, (searcher, budget)) in PLAYERS.iter().zip(&mut players) {
                let budget: &Budget = budget;
                let roots = std::slice::from_ref(&root);
                let score = searcher.think(&game, roots, budget, &stop, &mut |_| {}).score;
                if matches!(score, Score::Estimate(_)) {
                    continue;
                }
                claims += 1;
                let own = wins(&game, &root, Question::wins(side));
                let other = wins(&game, &root, Question::wins(side.other()));
                let is_true = match score {
                    Score::Win(_) => own,
                    Score::Loss(_) => other,
                    _ => !own && !other,
                };
                let position = game.position_text(&root);
                assert!(is_true, "{text} claims {score:?} of {} {position}", game.spec());
            }
        }
        assert!(claims > self.positions, "{}: only {claims} claims", game.spec());
    }
}

#[test]
fn what_is_claimed_of_lines_of_action_is_true() {
    with_game("loa:4x4", Claims { positions: 60, plies: 12 });
    with_game("loa:5x5", Claims { positions: 20, plies: 30 });
}

#[test]
fn what_is_claimed_of_games_without_repetition_is_true() {
    with_game("breakthrough:4x5", Claims { positions: 60, plies: 14 });
    with_game("tic-tac-toe", Claims { positions: 60, plies: 6 });
    with_game("connect-four:4x4,line=3", Claims { positions: 60, plies: 10 });
}

#[test]
fn what_is_claimed_under_superko_is_true() {
    with_game("go:2x2", Claims { positions: 30, plies: 5 });
}
