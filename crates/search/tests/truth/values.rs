//! Without forward pruning, a search to a fixed depth has the value of minimax, with every sound
//! switch on and off and at every size of the table.
//!
//! Where positions come back, a table mixes paths: the value of a position may depend on what was
//! before it. In the games here that takes four plies (a move and its return, of both sides), so
//! up to three the table must not change anything, and above there is none. Under superko a
//! position that came back by a ko is only two plies away: no table at all.

use crate::minimax::{Minimax, WIN};
use crate::{Check, random_game, with_game};
use andor_core::{Game, Repetition, SplitMix64};
use andor_search::{Budget, Config, HistoryKind, Score, Searcher, make_evaluator};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Random switches that change no value, and a table of a random size.
fn sound_switches(random: &mut SplitMix64, has_table: bool, quiescence: bool) -> Config {
    let kinds = [
        HistoryKind::Off,
        HistoryKind::History,
        HistoryKind::Butterfly,
        HistoryKind::Relative,
        HistoryKind::Gravity,
    ];
    let sizes = [0, 32, 64, 1 << 10, 1 << 16, 1 << 20];
    Config {
        memory: if has_table { sizes[random.below(sizes.len())] } else { 0 },
        transposition_cutoffs: random.below(2) == 1,
        table_window: random.below(2) == 1,
        credit_all: random.below(2) == 1,
        symmetry: random.below(2) == 1,
        killers: random.below(2) == 1,
        classes: random.below(2) == 1,
        shared_history: random.below(2) == 1,
        quiescence: quiescence && random.below(2) == 1,
        aspiration: [0, 1, 10, 50][random.below(4)],
        history: kinds[random.below(kinds.len())],
        ..Config::plain()
    }
}

struct AgainstMinimax {
    positions: usize,
    plies: usize,
    depth: u32,
    /// Plain minimax follows every capture to the end: not for games where all take all.
    quiescence: bool,
}

impl Check for AgainstMinimax {
    fn check<G: Game + 'static>(self, game: G) {
        let mut random = SplitMix64::new(8);
        let has_table = match game.repetition() {
            Repetition::Impossible => true,
            Repetition::Draw => self.depth <= 3,
            Repetition::Superko(_) => false,
        };
        for _ in 0..self.positions {
            let config = sound_switches(&mut random, has_table, self.quiescence);
            let mut positions = random_game(&game, &mut random, self.plies);
            let evaluator = make_evaluator(&game, None, None).unwrap();
            let plain =
                Minimax { game: &game, evaluator: &*evaluator, quiescence: config.quiescence };
            let value = plain.value(&mut positions, self.depth, 0);
            let mut searcher =
                Searcher::try_new(config.clone(), vec![make_evaluator(&game, None, None).unwrap()])
                    .unwrap();
            let budget = Budget { depth: Some(self.depth), ..Budget::default() };
            let stop = Arc::new(AtomicBool::new(false));
            let thought = searcher.think(&game, &positions, &budget, &stop, &mut |_| {});
            let told = match thought.score {
                Score::Estimate(value) => value,
                Score::Win(plies) => WIN - plies.unwrap() as i32,
                Score::Loss(plies) => plies.unwrap() as i32 - WIN,
                Score::Draw => 0,
            };
            let text = game.position_text(positions.last().unwrap());
            assert_eq!(told, value, "{} {text} depth {} {config:?}", game.spec(), self.depth);
        }
    }
}

#[test]
fn the_value_is_that_of_minimax() {
    for (spec, positions, plies, depth, quiescence) in [
        ("breakthrough:4x5", 60, 14, 5, false),
        ("breakthrough:4x5", 60, 14, 2, true),
        ("breakthrough:5x5", 40, 14, 4, false),
        ("tic-tac-toe", 100, 5, 6, false),
        ("tic-tac-toe", 5, 4, 9, false),
        ("connect-four:5x4,line=3", 60, 10, 6, false),
        ("connect-four", 40, 20, 4, false),
        ("loa:4x4", 80, 12, 3, true),
        ("loa:5x5", 40, 30, 3, true),
        ("loa:4x4", 20, 12, 5, false),
        ("loa", 20, 40, 2, false),
        ("surakarta", 20, 40, 2, false),
        ("checkers", 60, 60, 3, true),
        ("checkers", 20, 60, 5, false),
        ("go:3x3", 40, 12, 3, false),
        ("go:3x3,ko=simple", 60, 12, 3, false),
        ("go:3x3,ko=simple,goal=3", 60, 14, 3, false),
        ("go:2x2", 40, 6, 6, false),
        ("graph", 20, 2, 6, false),
    ] {
        with_game(spec, AgainstMinimax { positions, plies, depth, quiescence });
    }
}
