//! Players at the rim: every game can be played, and players that there are not are refused.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_engine::{AnyGame, Budget, Catalogue, Thinker};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn game(spec: &str) -> Box<dyn AnyGame> {
    Catalogue::standard().game(spec).unwrap()
}

fn think(player: &mut dyn Thinker, start: Option<&str>, moves: &[String]) -> andor_engine::Thought {
    let stop = Arc::new(AtomicBool::new(false));
    player.think(start, moves, &Budget::default(), &stop, &mut |_| {}).unwrap()
}

#[test]
fn every_game_is_played_to_its_end_or_for_a_while() {
    for spec in [
        "breakthrough:5x5",
        "checkers",
        "connect-four",
        "go:4x4",
        "graph",
        "loa:6x6",
        "loa:9x9",
        "one-eye",
        "surakarta",
        "tic-tac-toe",
    ] {
        let game = game(spec);
        let slow = if spec == "loa:9x9" { 20 } else { 300 };
        let mut mia = game.thinker(&format!("mia:nodes={slow},memory=64K")).unwrap();
        let mut random = game.thinker("random:seed=7").unwrap();
        let mut moves: Vec<String> = Vec::new();
        for ply in 0..40 {
            let player = if ply % 2 == 0 { &mut mia } else { &mut random };
            let thought = think(&mut **player, None, &moves);
            let Some(best) = thought.best else { break };
            moves.push(best);
            // Refused unless the move is legal with this history.
            game.position(None, &moves).unwrap();
        }
        assert!(!moves.is_empty());
    }
}

#[test]
fn players_that_there_are_not_are_refused_in_one_line() {
    let game = game("loa");
    for (text, part) in [
        ("mia9", "mia, mia1, mia2, mia3, mia4, random"),
        ("mia4:multi-cut=x", "off, c, a or both"),
        ("mia:weights=/no/such/file", "/no/such/file"),
        ("mia:hash=1", "no switch \"hash\", there are depth, nodes, time"),
    ] {
        let error = game.thinker(text).err().unwrap().to_string();
        assert!(error.contains(part) && !error.contains('\n'), "{error}");
    }
    assert_eq!(game.thinker(" mia4:depth=4 ").unwrap().name(), "mia4:depth=4");
}
