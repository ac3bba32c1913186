//! Lines of play as records of games.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::SplitMix64;
use andor_engine::Catalogue;
use andor_play::arena::record_of_line;

/// What a line says is what a replay with the reference rules says.
#[test]
fn lines_agree_with_replays() {
    let mut random = SplitMix64::new(5);
    for spec in ["loa:5x5", "breakthrough:4x5", "surakarta", "go:3x3", "checkers", "tic-tac-toe"] {
        let game = Catalogue::standard().game(spec).unwrap();
        for _ in 0..5 {
            let mut line = game.position(None, &[]).unwrap();
            while line.ending().is_none() && line.moves().len() < 150 {
                let legal = game.legal_moves(&line);
                game.play(&mut line, &legal[random.below(legal.len())]).unwrap();
            }
            let record = record_of_line(&*game, &line, ["a", "b"], None);
            let replay = game.replay(&record);
            assert!(replay.fault.is_none(), "{spec}: {replay:?}");
            assert_eq!(replay.ending.outcome(), line.outcome(), "{spec}: {:?}", line.moves());
            assert_eq!(game.recorded(&record, None).unwrap(), line);
        }
    }
}
