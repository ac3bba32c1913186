//! `andor explain`: the holder's move, every reply, its refutation.

use crate::andor::{Ended, Folder, fields, number, text};
use crate::certificate::{folder_with_proof, folder_with_the_whole_board};
use serde_json::Value;

fn explain(folder: &Folder, moves: &str) -> Ended {
    folder.andor(&["explain", "p", "--moves", moves, "--json"])
}

#[test]
fn where_the_loser_moves_every_move_has_its_refutation() {
    let folder = folder_with_proof("breakthrough:3x4");
    let object = folder.andor(&["explain", "p", "--json"]).exits(0).object();
    let names = [
        "file", "game", "claim", "verified", "rests_on", "position", "side", "over", "move",
        "plies", "replies", "why",
    ];
    assert_eq!(fields(&object), names);
    assert_eq!((text(&object, "file"), text(&object, "game")), ("p", "breakthrough:3x4"));
    assert_eq!((text(&object, "claim"), text(&object, "side")), ("b wins", "w"));
    assert_eq!((&object["over"], &object["move"]), (&Value::Null, &Value::Null));

    let replies = object["replies"].as_array().unwrap();
    let mut answered: Vec<&str> =
        replies.iter().map(|reply| reply["reply"].as_str().unwrap()).collect();
    let listed = folder.andor(&["moves", "breakthrough:3x4"]).exits(0).out;
    let mut legal: Vec<&str> = listed.split_whitespace().collect();
    answered.sort_unstable();
    legal.sort_unstable();
    assert_eq!(answered, legal);
    let longest = replies.iter().map(|reply| reply["plies"].as_u64().unwrap()).max();
    assert_eq!(longest.unwrap() + 1, number(&object, "plies"));

    let ended = folder.andor(&["explain", "p"]).exits(0);
    ended.says(&[
        "Black wins in bbb/bbb/www/www w\n\n  4 b b b\n",
        &format!("White may play anything, at most {} plies:\n", number(&object, "plies")),
    ]);
    for reply in replies {
        let (reply, answer) = (reply["reply"].as_str().unwrap(), reply["answer"].as_str().unwrap());
        ended.says(&[&format!("  {reply}  is answered by {answer}  (")]);
    }
    // Numbers count White's moves, who begins.
    let (reply, answer) = (&replies[0]["reply"], &replies[0]["answer"]);
    let (reply, answer) = (reply.as_str().unwrap(), answer.as_str().unwrap());
    ended.says(&[&format!("\n  The longest defence: 1. {reply} {answer} 2. ")]);
    let ended = folder.andor(&["explain", "p", "--moves", reply]).exits(0);
    ended.says(&[&format!("\n  The longest defence: 1... {answer} 2. ")]);
}

/// Follows the first reply, the longest resistance, to the end.
#[test]
fn the_longest_resistance_ends_where_the_certificate_says() {
    let folder = folder_with_proof("breakthrough:3x4");
    let root = folder.andor(&["explain", "p", "--json"]).exits(0).object();
    let all = number(&root, "plies");
    let mut left = all;
    let mut moves = String::new();
    let mut here = root;
    while here["over"].is_null() {
        assert_eq!(number(&here, "plies"), left, "after {moves:?}");
        let mv = match here["move"].as_str() {
            Some(mv) => {
                let ended = folder.andor(&["explain", "p", "--moves", &moves]).exits(0);
                ended.says(&[&format!("Black plays {mv}, at most {left} plies.\n")]);
                mv
            }
            None => here["replies"][0]["reply"].as_str().unwrap(),
        };
        moves.push_str(&format!(" {mv}"));
        left -= 1;
        here = explain(&folder, &moves).exits(0).object();
    }
    assert_eq!((left, &here["over"]), (0, &Value::from("Black has won")));
    assert_eq!(moves.split_whitespace().count() as u64, all);
    let ended = folder.andor(&["explain", "p", "--moves", &moves]).exits(0);
    ended.says(&["The game is over: Black has won.\n"]);
}

#[test]
fn wrong_moves_are_refused() {
    let folder = folder_with_proof("breakthrough:3x4");
    let first = explain(&folder, "a2xb3").exits(0).object();
    let planned = text(&first, "move");
    let listed = folder.andor(&["moves", "breakthrough:3x4", "--moves", "a2xb3"]).exits(0).out;
    let other = listed.split_whitespace().find(|mv| *mv != planned).unwrap();
    let quoted = format!("\"{other}\"");
    explain(&folder, &format!("a2xb3 {other}")).refuses(&[&quoted, planned]);
    explain(&folder, "a2-a4").refuses(&["\"a2-a4\"", "bbb/bbb/www/www w"]);
    explain(&folder, &format!("a2xb3 {planned} a1-c4")).refuses(&["\"a1-c4\""]);
    explain(&folder, "rubbish").refuses(&["\"rubbish\""]);
    folder.andor(&["explain", "p", "--holder", "w"]).refuses(&["\"w\"", "b wins"]);
}

/// Lines of Action 6x6: the paper's b6-b4 and the certificate's b1-b3 lead to images of one position.
#[test]
fn images_of_the_planned_move_are_as_good() {
    let folder = folder_with_the_whole_board();
    let first = folder.andor(&["explain", "p", "--json"]).exits(0).object();
    assert_eq!((text(&first, "claim"), text(&first, "move")), ("b wins", "b1-b3"));
    let plies = |moves: &str| number(&explain(&folder, moves).exits(0).object(), "plies");
    assert_eq!(plies("b6-b4"), plies("b1-b3"));
    // Images of replies, with images of answers.
    assert_eq!(plies("b6-b4 a5-c5"), plies("b1-b3 a2-c2"));
    assert_eq!(plies("b6-b4 a5-c5 c1-c4"), plies("b1-b3 a2-c2 c6-c3"));
    explain(&folder, "c1-c3").refuses(&["\"c1-c3\"", "b1-b3"]);
}

#[test]
fn a_draw_has_two_strategies() {
    let folder = folder_with_proof("tic-tac-toe");
    let black = folder.andor(&["explain", "p", "--holder", "b", "--json"]).exits(0).object();
    assert_eq!((text(&black, "claim"), &black["plies"]), ("b does not lose", &Value::Null));
    assert!(black["move"].is_string(), "Black moves first: {black:?}");
    let white = folder.andor(&["explain", "p", "--holder", "w", "--json"]).exits(0).object();
    assert_eq!((text(&white, "claim"), &white["move"]), ("w does not lose", &Value::Null));
    assert_eq!(white["replies"].as_array().unwrap().len(), 9);
    folder.andor(&["explain", "p", "--holder", "x"]).refuses(&["\"x\""]);
}
