//! Games of checkers in PDN, and positions of PDN on the command line.

use crate::andor::{Folder, text};

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
        .refuses(&["PDN is for checkers, write \"tic-tac-toe\" as pgn or moves"]);
    folder.andor(&["convert", "s.pdn", "--to", "sgf"]).exits(2);
}

/// As CheckerBoard and the collections have it; the other way on request.
#[test]
fn black_is_named_first_in_results() {
    let folder = Folder::new();
    folder
        .write("b.pdn", "[Result \"1-0\"]\n[GameType \"21\"]\n[FEN \"B:W14:BK10\"]\n1. 10x17 1-0");
    folder.andor(&["check", "b.pdn"]).exits(0).says(&["ok, 1 ply, Black won, as stated"]);
    folder
        .andor(&["check", "b.pdn", "--white-first-results"])
        .exits(3)
        .says(&["result \"W+\" is wrong: 1 ply, Black won"]);
    // Problems have no players, and end where they begin.
    let problem = "[Black \"\"]\n[White \"\"]\n[Result \"1-0\"]\n[FEN \"B:W21,18:BK11,6.\"]\n1-0\n";
    folder.write("p.pdn", problem);
    folder.andor(&["check", "p.pdn"]).exits(0).says(&["p.pdn game 1: ok, 0 plies, Black won"]);
    let solved = folder.andor(&["solve", "p.pdn#0", "--goal", "win", "--json"]).exits(0).object();
    assert_eq!(text(&solved, "winner"), "b");
    let words = ["convert", "b.pdn", "--to", "moves", "--white-first-results"];
    folder.andor(&words).exits(0).says(&["result: W+\n"]);
}

#[test]
fn games_in_pgn_as_cutegames_writes_it() {
    let folder = Folder::new();
    let tags =
        "[Event \"*\"]\n[Site \"CuteGames\"]\n[white \"A\"]\n[black \"B\"]\n[Result \"1-0\"]\n";
    folder.write("l.pgn", format!("{tags}[FEN \"startpos\"]\n\n1. b1b3 a2c2 2. b4b2 1-0\n"));
    folder
        .andor(&["check", "l.pgn"])
        .refuses(&["\"l.pgn\", line 1, column 1: no tag names the game"]);
    let told = folder.andor(&["check", "l.pgn", "--game", "loa:4x4"]).exits(0);
    told.says(&["l.pgn game 1 (A - B): ok, 3 plies, Black won by connection, as stated"]);
    let words = ["convert", "l.pgn", "--game", "loa:4x4", "--to", "sgf"];
    folder.andor(&words).exits(0).says(&["PB[A]PW[B]RE[B+]\n;B[b1-b3];W[a2-c2];B[b4-b2])"]);
    folder.write("b.pgn", format!("{tags}[FEN \"1p1/P2/3/2P w - - 0 1\"]\n\n1. a3a4 1-0\n"));
    let told = folder.andor(&["check", "b.pgn"]).exits(0);
    told.says(&["b.pgn game 1 (B - A): ok, 1 ply, White won", "as stated"]);
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
