//! `andor check`: recorded games, played over again.

use crate::andor::{Folder, fields, number, text};

/// The sixteen games of the thesis' appendix, one of them with a defect of its source.
pub(crate) const THESIS: &str = include_str!("../../../../testdata/games/thesis-appendix-a.txt");

#[test]
fn the_games_of_the_thesis() {
    let folder = Folder::new();
    folder.write("thesis.txt", THESIS);
    let games = folder.andor(&["check", "thesis.txt", "--json"]).exits(3).objects();
    assert_eq!(games.len(), 16);
    for (game, at) in games.iter().zip(1..) {
        assert_eq!((number(game, "number"), text(game, "game")), (at, "loa:8x8"));
        assert_eq!(game["ok"], at != 16, "{game:?}");
        let ending = match at {
            8 => "resignation",
            13 => "repetition",
            16 => continue,
            _ => "board",
        };
        assert_eq!((text(game, "ending"), &game["result_ok"]), (ending, &true.into()), "{game:?}");
    }
    let winners: Vec<&str> = games[..15].iter().map(|game| text(game, "winner")).collect();
    let expected = ["w", "w", "b", "b", "b", "b", "b", "w", "w", "b", "w", "b", "none", "b", "w"];
    assert_eq!(winners, expected);
    let fault = games[15]["fault"].as_object().unwrap();
    assert_eq!(fields(fault), ["line", "column", "ply", "move", "reason", "variation"]);
    assert_eq!((number(fault, "ply"), text(fault, "move")), (14, "f8-6"));
    let line = THESIS.lines().nth(number(fault, "line") as usize - 1).unwrap();
    assert!(line[number(fault, "column") as usize - 1..].starts_with("f8-6 "), "{line}");

    let told = folder.andor(&["check", "thesis.txt"]).exits(3);
    told.says(&[
        "thesis.txt game 1 (MIA II - YL): ok, 58 plies, White won by connection, as stated\n",
        "thesis.txt game 8 (BING - MIA IV): ok, 36 plies, White won by resignation, as stated\n",
        "game 13 (YL - MIA4++): ok, 48 plies, a draw by third repetition, as stated\n",
        "game 16 (YL - BING): line 181, column 25, ply 14, \"f8-6\": move \"f8-6\" is not legal in",
        "\n16 games: 15 ok, 1 not\n",
    ]);
    assert_eq!(told.out.lines().count(), 17);

    // The only repair.
    folder.write("repaired.txt", THESIS.replace("f8-6", "f8-d6"));
    let told = folder.andor(&["check", "repaired.txt"]).exits(0);
    told.says(&["game 16 (YL - BING): ok, 46 plies, White won by connection, as stated\n"]);
    told.says(&["\n16 games: 16 ok\n"]);
}

#[test]
fn wrong_results_and_games_that_go_on_are_reported() {
    let folder = Folder::new();
    let won = "1. b1-b3 a2-c2 2. b4-b2";
    folder.write("a.txt", format!("game: loa:4x4\nresult: W+\n{won}"));
    folder.andor(&["check", "a.txt"]).exits(3).says(&[
        "a.txt game 1: line 2, column 1, result \"W+\" is wrong: 3 plies, Black won by connection",
        "1 game: 0 ok, 1 not",
    ]);
    folder.write("b.txt", format!("game: loa:4x4\n{won} a3-a2"));
    folder
        .andor(&["check", "b.txt"])
        .exits(3)
        .says(&["line 2, column 25, ply 4, \"a3-a2\": the game was over at ply 3: Black had won"]);
    let object = folder.andor(&["check", "b.txt", "--json"]).exits(3).object();
    assert_eq!((&object["ending"], number(&object, "plies")), (&serde_json::Value::Null, 3));
    folder.write("c.txt", format!("game: loa:4x4\n{won}"));
    let object = folder.andor(&["check", "c.txt", "--json"]).exits(0).object();
    let names = [
        "file",
        "number",
        "game",
        "ok",
        "plies",
        "variations",
        "ending",
        "winner",
        "stated",
        "result_ok",
        "fault",
    ];
    assert_eq!(fields(&object), names);
    assert_eq!((text(&object, "winner"), &object["stated"]), ("b", &serde_json::Value::Null));
}

#[test]
fn variations_are_checked_too() {
    let folder = Folder::new();
    let file = "(;GM[9]SZ[4]\n;B[b1-b3]\n(;W[a2-c2];B[b4-b2])\n(;W[d2-d1]))";
    folder.write("v.sgf", file);
    folder.andor(&["check", "v.sgf"]).exits(3).says(&[
        "v.sgf game 1: in a variation, line 4, column 5, ply 2, \"d2-d1\": move \"d2-d1\" is not legal",
    ]);
    folder.write("v.sgf", file.replace("d2-d1", "d2-b2"));
    folder
        .andor(&["check", "v.sgf"])
        .exits(0)
        .says(&["ok, 3 plies, Black won by connection, 1 variation\n"]);
}

#[test]
fn several_files_and_all_their_games() {
    let folder = Folder::new();
    folder.write("a.sgf", "(;GM[9];B[c8-c6])\n(;GM[9]RE[?];B[c1-c3];W[resign])");
    folder.write(
        "b.moves",
        "game: breakthrough:3x4\nresult: W+\na2xb3 a4xb3 resign\n\
                             game: surakarta\nc5-c4\ngame: tic-tac-toe\nb2 a1",
    );
    folder.write("c.sgf", "(;GM[9]\n;B[c8-c6)");
    let told = folder.andor(&["check", "a.sgf", "c.sgf", "b.moves"]).exits(3);
    told.one_line(&["error: \"c.sgf\", line 2, column 3: a value of \"B\" is not closed"]);
    told.says(&[
        "a.sgf game 1: ok, 1 ply, unfinished\n",
        "a.sgf game 2: ok, 1 ply, Black won by resignation\n",
        // White is to move, gives up, and is said to have won.
        "b.moves game 1: line 2, column 1, result \"W+\" is wrong: 2 plies, Black won by resignation\n",
        "b.moves game 2: ok, 1 ply, unfinished\n",
        "b.moves game 3: ok, 2 plies, unfinished\n",
        "5 games: 4 ok, 1 not\n",
    ]);
    folder.andor(&["check", "a.sgf", "c.sgf"]).exits(2).says(&["2 games: 2 ok\n"]);
    folder.andor(&["check", "c.sgf"]).refuses(&["\"c.sgf\", line 2"]);
    let sgf = folder.read("a.sgf");
    folder.andor_reading(&["check", "-"], &sgf).exits(0).says(&["- game 2: ok"]);
}

#[test]
fn one_game_that_cannot_be_read_costs_no_other() {
    let folder = Folder::new();
    let file = "(;GM[9];B[c8-c6])\n(;GM[9]SZ[99];B[c8-c6])\n(;GM[9];B[c1-c3)\n(;GM[9];B[c8-c1])";
    folder.write("m.sgf", file);
    let told = folder.andor(&["check", "m.sgf"]).exits(3);
    told.says(&[
        "m.sgf game 1: ok, 1 ply",
        "m.sgf game 4: line 4, column 11, ply 1, \"c8-c1\"",
        "2 games: 1 ok, 1 not",
    ]);
    told.notes(&[
        "error: \"m.sgf\", line 2, column 11: game 2: board size \"99\"",
        "error: \"m.sgf\", line 3, column 10: game 3: a value of \"B\" is not closed",
    ]);
    let told = folder.andor(&["check", "m.sgf", "--json"]).exits(3).objects();
    assert_eq!(told.iter().map(|game| number(game, "number")).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert!(text(&told[1], "error").contains("line 2, column 11"));
    assert_eq!((&told[0]["ok"], &told[3]["ok"]), (&true.into(), &false.into()));
    folder.andor(&["show", "m.sgf#4.0"]).exits(0);
    folder
        .andor(&["show", "m.sgf#2.0"])
        .refuses(&["\"m.sgf\", line 2, column 11: board size \"99\""]);
    folder.write("n.sgf", "(;GM[9]SZ[99])\n(;GM[9];B[c8-c6])");
    folder.andor(&["check", "n.sgf"]).exits(2).says(&["1 game: 1 ok"]);
}

#[test]
fn sgf_without_a_number_is_go() {
    let folder = Folder::new();
    folder.write("g.sgf", "(;FF[4]SZ[5]KM[0.5]RE[B+];B[cc];W[];B[])");
    folder.andor(&["check", "g.sgf"]).exits(0).says(&["ok, 3 plies, Black won", "as stated"]);
    folder
        .andor(&["convert", "g.sgf", "--to", "sgf"])
        .exits(0)
        .says(&["GM[1]SZ[5]KM[0.5]RE[B+24.5]"]);
    folder.write("l.sgf", "(;FF[4];B[c8-c6])");
    folder
        .andor(&["check", "l.sgf"])
        .refuses(&["line 1, column 2: without GM it is Go, on a board of 19x19"]);
    folder.andor(&["check", "l.sgf", "--game", "loa"]).exits(0).says(&["ok, 1 ply"]);
}

#[test]
fn games_of_go_are_saved_with_their_score() {
    let folder = Folder::new();
    let words = "match random random --game go:3x3,komi=0.5 --games 2 --save g.sgf";
    folder.andor(&words.split(' ').collect::<Vec<_>>()).exits(0);
    let saved = String::from_utf8(folder.read("g.sgf")).unwrap();
    let results = saved.split("RE[").skip(1).map(|rest| rest.split(']').next().unwrap());
    let is_score = |result: &str| result[..2].ends_with('+') && result.ends_with(".5");
    assert_eq!(results.filter(|result| is_score(result)).count(), 2, "{saved}");
}

#[test]
fn files_that_are_something_else_are_called_by_their_name() {
    let folder = Folder::new();
    folder.andor(&["solve", "tic-tac-toe", "--proof", "t.proof"]).exits(0);
    let told = folder.andor(&["check", "t.proof"]);
    told.refuses(&["\"t.proof\": this is a certificate, no recorded game: andor verify checks it"]);
    folder.write("p.jsonl", "{\"game\": \"loa\", \"position\": \"x\"}\n");
    folder
        .andor(&["check", "p.jsonl"])
        .refuses(&["\"p.jsonl\": this is JSON", "andor solve --batch"]);
    folder.write("c.pdn", "{\"So\" he said} 1. 11-15 *");
    folder.andor(&["check", "c.pdn"]).exits(0);
}

#[test]
fn a_game_that_does_not_exist_is_bad_input() {
    let folder = Folder::new();
    folder.write("a.txt", "\ngame: chess\ne2e4");
    folder.andor(&["check", "a.txt"]).refuses(&["\"a.txt\", line 2, column 1: game \"chess\""]);
    folder.write("b.txt", "(;GM[9]SZ[99999999999999])");
    folder
        .andor(&["check", "b.txt"])
        .refuses(&["line 1, column 11: board size \"99999999999999\""]);
    folder.write("c.txt", "what is this?");
    folder
        .andor(&["check", "c.txt"])
        .refuses(&["\"c.txt\": \"what is this?\" does not begin a game"]);
    folder.write("d.txt", "");
    folder.andor(&["check", "d.txt"]).refuses(&["\"d.txt\": there is no game in it"]);
}

#[test]
fn rules_and_format_can_be_forced() {
    let folder = Folder::new();
    // c2xc4 connects both sides: docs/games/loa.md.
    folder.write("s.moves", "game: loa:5x5\nposition: 3bb/2w2/5/w1b2/w4 b\nresult: B+\nc2c4");
    let told = folder.andor(&["check", "s.moves"]).exits(3);
    told.says(&["result \"B+\" is wrong: 1 ply, a draw by simultaneous connection"]);
    let told = folder.andor(&["check", "s.moves", "--game", "loa:5x5,simultaneous=mover"]).exits(0);
    told.says(&["ok, 1 ply, Black won by connection, as stated"]);
    folder.write("odd", "Hello c8-c6");
    folder.andor(&["check", "odd"]).exits(2);
    let told = folder.andor(&["check", "odd", "--from", "olympiad"]).exits(3);
    told.says(&["line 1, column 1, ply 1, \"Hello\""]);
}
