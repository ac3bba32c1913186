//! Players at the rim: every game can be played, and players that there are not are refused.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_engine::{AnyGame, Budget, Catalogue, Line, Thinker};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn game(spec: &str) -> Box<dyn AnyGame> {
    Catalogue::standard().game(spec).unwrap()
}

fn think(player: &mut dyn Thinker, line: &Line, nodes: u64) -> andor_engine::Thought {
    let stop = Arc::new(AtomicBool::new(false));
    let budget = Budget { nodes: Some(nodes), ..Budget::default() };
    player.think(line, &budget, &stop, &mut |_| {})
}

fn thinker(game: &dyn AnyGame, text: &str) -> Box<dyn Thinker> {
    game.thinker(&game.player(text).unwrap()).unwrap()
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
        let mut mia = thinker(&*game, "mia:memory=64K");
        let mut random = thinker(&*game, "random:seed=7");
        let mut line = game.position(None, &[]).unwrap();
        for ply in 0..40 {
            let player = if ply % 2 == 0 { &mut mia } else { &mut random };
            let thought = think(&mut **player, &line, slow);
            let Some(best) = thought.best else { break };
            // Refused unless the move is legal with this history.
            let moves = [line.moves(), &[best]].concat();
            line = game.position(None, &moves).unwrap();
        }
        assert!(!line.moves().is_empty());
    }
}

#[test]
fn players_that_there_are_not_are_refused_in_one_line() {
    let game = game("loa");
    for (text, part) in [
        ("mia9", "mia, mia1, mia2, mia3, mia4, network, random"),
        ("mia4:multi-cut=x", "off, c, a or both"),
        ("mia:weights=/no/such/file", "/no/such/file"),
        ("mia:hash=1", "no switch \"hash\", there are depth, nodes, time"),
    ] {
        let made = game.player(text).and_then(|player| game.thinker(&player));
        let error = made.err().unwrap().to_string();
        assert!(error.contains(part) && !error.contains('\n'), "{error}");
    }
    assert_eq!(game.player(" mia4:depth=4 ").unwrap().text(), "mia4:depth=4");
}

/// A player that was read for one game is not one of every other.
#[test]
fn players_of_another_game_are_refused() {
    let player = game("loa").player("mia4").unwrap();
    let error = game("tic-tac-toe").thinker(&player).err().unwrap().to_string();
    assert!(error.contains("no player \"mia4\", there are mia"), "{error}");
}
