//! Games of checkers in PDN, and positions of PDN on the command line.

use crate::andor::Folder;

const SAMPLE: &str = include_str!("../../../../testdata/games/checkers-sample.pdn");

#[test]
fn games_go_to_pdn_and_back() {
    let folder = Folder::new();
    folder.write("s.pdn", SAMPLE);
    folder.andor(&["check", "s.pdn"]).exits(0).says(&[
        "s.pdn game 1 (Six plies - Four plies): ok, 60 plies, a draw",
        "\n2 games: 2 ok\n",
    ]);
    let pdn = folder.andor(&["convert", "s.pdn", "--to", "pdn"]).exits(0);
    assert_eq!((pdn.out.as_str(), pdn.err.as_str()), (SAMPLE, ""));
    let moves = folder.andor(&["convert", "s.pdn", "--to", "moves"]).exits(0);
    moves.says(&["game: checkers\n", "result: Draw\n\nf6-e5 a3-b4 g7-f6"]);
    assert!(moves.err.contains("moves has no variations: 1 left out"), "{}", moves.err);
    folder.write("s.moves", &moves.out);
    let again = folder.andor(&["convert", "s.moves", "--to", "pdn"]).exits(0);
    again.says(&["1. 11-15 21-17 2. 8-11 25-21", "[FEN \"W:WK21,K22:BK29\"]\n\n1... 21-25 0-1\n"]);
    folder.andor(&["show", "s.pdn#2.end"]).exits(0).says(&["8/8/8/8/8/2W5/1W6/B7 b"]);
    folder.write("t.moves", "game: tic-tac-toe\nb2");
    folder
        .andor(&["convert", "t.moves", "--to", "pdn"])
        .refuses(&["PDN is for checkers, write \"tic-tac-toe\" as moves"]);
    folder.andor(&["convert", "s.pdn", "--to", "sgf"]).exits(2);
}

#[test]
fn what_is_wrong_is_one_line_with_its_place() {
    let folder = Folder::new();
    for (text, part) in [
        ("[Event \"x\"]\n1. 11-15 {x", "line 2, column 10: a comment begins with {"),
        (
            "[FEN \"B:W40:B1\"]\n*",
            "line 1, column 1: position \"B:W40:B1\": \"40\" is not a square",
        ),
        ("[Event x\"]\n*", "line 1, column 1: a tag is [Name \"value\"]"),
    ] {
        folder.write("x.pdn", text);
        folder
            .andor(&["check", "x.pdn", "--from", "pdn"])
            .refuses(&[&format!("\"x.pdn\", {part}")]);
    }
    folder.write("x.pdn", "1. 11-15 22-18\n2. 8-11");
    folder
        .andor(&["check", "x.pdn"])
        .exits(3)
        .says(&["x.pdn game 1: line 2, column 4, ply 3, \"8-11\": move \"8-11\" is not legal in"]);
}

#[test]
fn positions_of_pdn() {
    let folder = Folder::new();
    let fen = "B:W18,24,K10:B12,K22";
    folder
        .andor(&["show", "checkers", "--position", fen])
        .exits(0)
        .says(&["8/8/3W3b/8/3w4/2B3w1/8/8 b", "c3xe5xc7"]);
    folder
        .andor(&["moves", "checkers", "--position", "w:w K32 : b1-4."])
        .exits(0)
        .says(&["g1-f2", "g1-h2"]);
    folder
        .andor(&["show", "checkers", "--position", "B:W18,18:B1"])
        .refuses(&["position \"B:W18,18:B1\": there are two pieces on square 18"]);
    folder
        .andor(&["show", "checkers", "--position", "B:W18:B29"])
        .refuses(&["a man on a1 would be a king"]);
}
