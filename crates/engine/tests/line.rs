//! Lines of play: repetition, superko, taking back.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::{Outcome, Player};
use andor_engine::Catalogue;
use andor_formats::Ending;

fn moves(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

#[test]
fn a_third_occurrence_is_a_draw_and_can_be_taken_back() {
    let game = Catalogue::standard().game("loa").unwrap();
    let round = "b8-h8 a7-a1 h8-b8 a1-a7";
    let twice = moves(&format!("{round} {round}"));
    let mut line = game.position(None, &twice).unwrap();
    assert_eq!(line.ending(), Some(Ending::Repetition));
    assert!(game.legal_moves(&line).is_empty());
    let error = game.play(&mut line, "b8-h8").unwrap_err().to_string();
    assert!(error.contains("already over"), "{error}");
    assert!(line.undo());
    assert_eq!((line.ending(), line.moves().len()), (None, 7));
    assert!(game.legal_moves(&line).contains(&"a1-a7".to_owned()));
    while line.undo() {}
    assert_eq!(line, game.position(None, &[]).unwrap());
}

#[test]
fn superko_forbids_and_may_leave_no_move() {
    let game = Catalogue::standard().game("go:3x3").unwrap();
    // A ko at the edge: White takes b1, and Black may not take back at once.
    let start = Some("3/bw1/1bw w");
    let mut line = game.position(start, &moves("a1")).unwrap();
    let legal = game.legal_moves(&line);
    assert!(!legal.contains(&"b1".to_owned()) && legal.contains(&"pass".to_owned()), "{legal:?}");
    let error = game.play(&mut line, "b1").unwrap_err().to_string();
    assert!(error.contains("superko") && error.contains("\"b1\""), "{error}");
    // Two nodes that lead to each other: who has to repeat has lost.
    let file = std::env::temp_dir().join(format!("andor-line-{}.json", std::process::id()));
    let text =
        "{\"rule\":\"superko\",\"nodes\":[{\"owner\":0,\"succ\":[1]},{\"owner\":1,\"succ\":[0]}]}";
    std::fs::write(&file, text).unwrap();
    let game = Catalogue::standard().game(&format!("graph:{}", file.display())).unwrap();
    std::fs::remove_file(&file).unwrap();
    let line = game.position(None, &moves("1")).unwrap();
    assert_eq!(line.outcome(), Some(Outcome::Win(Player::Black)));
}
