//! What a player says is proved is true: df-pn, asked about the same position, agrees, and so does a
//! plain search about the number of plies, where these are few.

use crate::{Check, random_game, with_game};
use andor_core::{Answer, Game, Limits, Question, Silent, SplitMix64};
use andor_prove::depth_first::{Config, DepthFirst};
use andor_prove::solver::Solver;
use andor_search::{Budget, PlayerSpec, Score, Searcher, Thought, make_evaluator};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Every switch that prunes, tables that forget, threads, and proofs beside the search.
const PLAYERS: [&str; 8] = [
    "mia:depth=7,memory=64K",
    "mia:depth=5,memory=1K,proof-search=on,futility=10,late-pruning=on,null-deep=on",
    "mia:engine=thesis,depth=7,memory=256K",
    "mia:engine=thesis,depth=6,memory=4K,null-bound=100,mc-a=1-6-2,proof-search=on",
    "mia:nodes=2000,memory=16K,proof-search=on,proof-table=off",
    "mia:nodes=4000,memory=16K,proof-search=on,threads=2",
    "mia:engine=thesis,depth=6,memory=8K,table-window=on,credit-all=on,butterfly-cuts=on,aspiration=20",
    "mia:engine=thesis,depth=7,memory=64K,multi-cut=both,mc-delta=0,null-bound=50,late-pruning=on",
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

/// A player, and how much it may think.
fn player<G: Game>(game: &G, text: &str) -> (Searcher<G>, Budget) {
    let player = PlayerSpec::parse(text, game.evaluator_names()).unwrap();
    let config = player.config();
    let evaluator = |_| make_evaluator(game, None, None).unwrap();
    let evaluators = (0..config.threads).map(evaluator).collect();
    let budget = player.budget(Budget::default());
    (Searcher::try_new(config, evaluators).unwrap(), budget)
}

fn think<G: Game>(
    game: &G,
    positions: &[G::Position],
    (searcher, budget): &mut (Searcher<G>, Budget),
) -> Thought {
    searcher.think(game, positions, budget, &Arc::new(AtomicBool::new(false)), &mut |_| {})
}

/// The longest wins and losses whose length is checked.
const FEW_PLIES: u32 = 5;

/// Whether a win or loss takes no more plies than was said: a search of that depth, without a table
/// or any pruning but alpha-beta, must see it.
fn is_so_short<G: Game>(game: &G, root: &G::Position, score: Score) -> bool {
    let (Score::Win(plies) | Score::Loss(plies)) = score else { return true };
    let Some(plies) = plies.filter(|plies| (1..=FEW_PLIES).contains(plies)) else { return true };
    let mut plain = player(game, &format!("mia:engine=plain,memory=0,killers=on,depth={plies}"));
    let seen = think(game, std::slice::from_ref(root), &mut plain).score;
    match (score, seen) {
        (Score::Win(_), Score::Win(Some(seen))) | (Score::Loss(_), Score::Loss(Some(seen))) => {
            seen <= plies
        }
        _ => false,
    }
}

impl Check for Claims {
    fn check<G: Game + 'static>(self, game: G) {
        let mut random = SplitMix64::new(11);
        let mut claims = 0;
        let mut players = PLAYERS.map(|text| player(&game, text));
        for _ in 0..self.positions {
            let root = random_game(&game, &mut random, self.plies).pop().unwrap();
            let side = game.side_to_move(&root);
            for (text, player) in PLAYERS.iter().zip(&mut players) {
                let score = think(&game, std::slice::from_ref(&root), player).score;
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
                let is_short = is_so_short(&game, &root, score);
                assert!(is_short, "{text} claims {score:?} of {} {position}", game.spec());
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

/// Plain PN in the endgame, as in the thesis.
struct ThesisProofs;

impl Check for ThesisProofs {
    fn check<G: Game + 'static>(self, game: G) {
        let mut random = SplitMix64::new(5);
        let (mut proofs, mut silent) = (0, 0);
        for _ in 0..400 {
            let positions = random_game(&game, &mut random, 80);
            let is_endgame = positions.len() > 34;
            let mut player = player(&game, "mia:depth=1,memory=16K,proof-search=thesis");
            let score = think(&game, &positions, &mut player).score;
            let proof_nodes = player.0.statistics().proof_nodes;
            assert!(is_endgame || proof_nodes == 0, "after {} plies", positions.len() - 1);
            silent += u32::from(proof_nodes == 0);
            // A win without a length comes from the proof search.
            if score == Score::Win(None) {
                let root = positions.last().unwrap();
                let question = Question::wins(game.side_to_move(root));
                assert!(wins(&game, root, question), "{}", game.position_text(root));
                proofs += 1;
            }
        }
        assert!(proofs > 5 && silent > 5, "{proofs} proofs, {silent} without a search");
    }
}

#[test]
fn the_thesis_looks_for_proofs_after_34_plies() {
    with_game("loa:5x5", ThesisProofs);
}

/// One ply of search, at whose end the table of proved positions is asked.
struct ProofsAtLeaves;

impl Check for ProofsAtLeaves {
    fn check<G: Game + 'static>(self, game: G) {
        let mut random = SplitMix64::new(6);
        let mut cuts = 0;
        for _ in 0..40 {
            let root = random_game(&game, &mut random, 12).pop().unwrap();
            let mut player = player(&game, "mia:depth=1,memory=16K,proof-search=on");
            let thought = think(&game, std::slice::from_ref(&root), &mut player);
            cuts += player.0.statistics().proved_cuts;
            if let Score::Win(None) = thought.score {
                assert!(wins(&game, &root, Question::wins(game.side_to_move(&root))));
            }
        }
        assert!(cuts > 0);
    }
}

#[test]
fn proved_positions_are_known_at_the_leaves() {
    with_game("loa:4x4", ProofsAtLeaves);
}
