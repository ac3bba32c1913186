//! `andor convert`: the same games in another form.

use crate::andor::{Folder, text};
use crate::check::THESIS;

#[test]
fn the_games_of_the_thesis_go_through_every_format_and_back() {
    let folder = Folder::new();
    folder.write("t.txt", THESIS.replace("f8-6", "f8-d6"));
    let mut forms = Vec::new();
    for to in ["sgf", "olympiad", "moves", "pgn"] {
        let name = format!("t.{to}");
        let out = folder.andor(&["convert", "t.txt", "--to", to]).exits(0);
        assert_eq!(out.err, "");
        folder.write(&name, &out.out);
        folder.andor(&["check", &name]).exits(0).says(&["16 games: 16 ok\n"]);
        forms.push((to, name, out.out));
    }
    for (_, from, _) in &forms {
        for (to, _, expected) in &forms {
            let again = folder.andor(&["convert", from, "--to", to]).exits(0);
            assert_eq!(again.out, *expected, "{from} to {to}");
        }
    }
    let sgf = &forms[0].2;
    let begin = "GM[9]SZ[8]\
                 EV[CMG 6th Computer Olympiad, Maastricht 2001]PB[MIA II]PW[YL]RE[W+]\n\
                 ;B[c8-c6];W[a4-c2];B[d8-b6];W[a6-c4];B[b8-b5];W[h2-e2];B[g8-g6];W[a2-d2]\n\
                 ;B[g6:c2];";
    let version = env!("CARGO_PKG_VERSION");
    let begin = format!("(;FF[4]CA[UTF-8]AP[andor:{version}]{begin}");
    assert!(sgf.starts_with(&begin), "{sgf}");
    assert!(forms[1].2.contains("4. g8-g6 a2-d2 5. g6xc2 h4-f2\n"), "{}", forms[1].2);
}

#[test]
fn one_game_a_line_is_read() {
    let folder = Folder::new();
    // The thesis' third game, and the start of a made-up game on the other starting position,
    // with squares counted from a1 = 0.
    let line = "7th Olympiad; MIA III; YL; 1-0; e1-g3 a3-d3 d8-b6 a4-c2 f1-f3";
    folder.write("lines.txt", format!("# a comment\n{line}\n"));
    folder
        .write("squares.txt", "# squares\nScrambled-Eggs\t1-19 23-5\t1-0\nLOA\t60-44 47-44\t0-1\n");
    folder.andor(&["convert", "lines.txt", "--to", "olympiad"]).exits(0).says(&[
        "Event: 7th Olympiad\nBlack: MIA III\nWhite: YL\nResult: B+\n\n1. e1-g3 a3-d3 2. d8-b6 a4-c2 3. f1-f3\n",
    ]);
    folder.andor(&["convert", "squares.txt", "--to", "sgf"]).exits(0).says(&[
        "SZ[8]SU[Scrambled-eggs]RE[B+]\n;B[b1-d3];W[h3:f1])\n(;",
        "SZ[8]RE[W+]\n;B[e8-e6];W[h6:e6])\n",
    ]);
    folder.andor(&["check", "squares.txt"]).exits(0).says(&["2 games: 2 ok"]);
}

#[test]
fn other_games_are_move_lists() {
    let folder = Folder::new();
    folder.write("b.txt", "Game: breakthrough:3x4\nWhite: me\nRESULT: b\n1.a2b3 2. A4:B3 resign");
    let moves = folder.andor(&["convert", "b.txt", "--to", "moves"]).exits(0);
    assert_eq!(
        moves.out,
        "game: breakthrough:3x4\nwhite: me\nresult: B+\n\na2xb3 a4xb3 white-resigns\n"
    );
    folder.andor(&["convert", "b.txt", "--to", "sgf"]).refuses(&["\"breakthrough:3x4\""]);
    folder.andor(&["convert", "b.txt", "--to", "olympiad"]).refuses(&["\"breakthrough:3x4\""]);
}

#[test]
fn what_is_left_out_is_said() {
    let folder = Folder::new();
    folder.write("v.sgf", "(;GM[9]SZ[4];B[b1-b3]C[why](;W[a2-c2];B[b4-b2])(;W[d2-b2]))");
    let moves = folder.andor(&["convert", "v.sgf", "--to", "moves"]).exits(0);
    moves.notes(&["no variations: 1 left out", "no comments: those of 1 game left out"]);
    let sgf = folder.andor(&["convert", "v.sgf", "--to", "sgf", "--out", "w.sgf"]).exits(0);
    assert_eq!((&*sgf.out, &*sgf.err), ("", "1 game written to w.sgf\n"));
    let written = String::from_utf8(folder.read("w.sgf")).unwrap();
    assert!(
        written.ends_with(";B[b1-b3]C[why]\n(;W[a2-c2];B[b4-b2])\n(;W[d2-b2]))\n"),
        "{written}"
    );
    let object = folder.andor(&["convert", "v.sgf", "--to", "sgf", "--json"]).exits(0).object();
    assert_eq!(text(&object, "text"), written);
}

#[test]
fn a_game_that_cannot_be_played_is_left_out() {
    let folder = Folder::new();
    folder.write("t.txt", THESIS);
    let words = ["convert", "t.txt", "--to", "sgf", "--out", "t.sgf"];
    folder.andor(&words).exits(2).notes(&[
        "error: \"t.txt\", line 181, column 25: game 16: ply 14, \"f8-6\": move",
        "1 game left out",
        "15 games written to t.sgf",
    ]);
    folder.andor(&["check", "t.sgf"]).exits(0).says(&["15 games: 15 ok"]);
    // With none that can, nothing is written.
    folder.write("u.txt", "1. c8-c6 a1-a2");
    let words = ["convert", "u.txt", "--to", "sgf", "--out", "u.sgf"];
    folder.andor(&words).refuses(&["\"u.txt\", line 1, column 10: ply 2, \"a1-a2\""]);
    assert!(!folder.has("u.sgf"));
    folder.write("m.txt", "1. c8-c6");
    let words = ["convert", "m.txt", "--to", "sgf", "--out", "no/such/folder"];
    folder.andor(&words).refuses(&["--out \"no/such/folder\""]);
}

/// What PGN holds of games without a format of their own: players, results, reasons, starts, variations.
#[test]
fn games_are_written_in_pgn() {
    let folder = Folder::new();
    let games = "game: breakthrough:3x4\nevent: Cup\nblack: B\nwhite: W\nresult: B+T\n\na2xb3 a4xb3\n\n\
                 game: breakthrough:3x4\nplace: CuteGames\nblack: B\nwhite: W\n\
                 position: bbb/b1b/1w1/www b\n\na3xb2 a1xb2 black-resigns\n\n\
                 game: loa:4x4\nresult: B+\n\nb1-b3 a2-c2 b4-b2\n";
    folder.write("g.txt", games);
    // The ending of a file names the format.
    folder.andor(&["convert", "g.txt", "--out", "g.pgn"]).exits(0);
    let written = String::from_utf8(folder.read("g.pgn")).unwrap();
    let wanted = "[Event \"Cup\"]\n[White \"W\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\
                  [Adjudicated \"Out of time\"]\n[Variant \"breakthrough:3x4\"]\n\n1. a2xb3 a4xb3 0-1\n\n\
                  [Site \"CuteGames\"]\n[White \"W\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\
                  [Adjudicated \"Resigned\"]\n[Variant \"breakthrough:3x4\"]\n[SetUp \"1\"]\n\
                  [FEN \"bbb/b1b/1w1/www b\"]\n\n1... a3xb2 2. a1xb2 1-0\n\n\
                  [Result \"1-0\"]\n[Variant \"loa:4x4\"]\n\n1. b1-b3 a2-c2 2. b4-b2 1-0\n";
    assert_eq!(written, wanted);
    folder.andor(&["check", "g.pgn"]).exits(0).says(&["3 games: 3 ok"]);
    let again = folder.andor(&["convert", "g.pgn", "--to", "pgn"]).exits(0);
    assert_eq!(again.out, written);
    let moves = folder.andor(&["convert", "g.pgn", "--to", "moves"]).exits(0).out;
    // Who gave up is now told by the result.
    let told = games
        .replace(" black-resigns", "")
        .replace("white: W\npos", "white: W\nresult: W+Resign\npos");
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&moves), sorted(&told.replace("B+T\n", "B+Time\n")));
    // Variations and comments stay.
    folder.write("v.sgf", "(;GM[9]SZ[4];B[b1-b3]C[why](;W[a2-c2];B[b4-b2])(;W[d2-b2]))");
    let pgn = folder.andor(&["convert", "v.sgf", "--to", "pgn"]).exits(0);
    let line = "1. b1-b3 {why} 1... a2-c2 (1... d2-b2) 2. b4-b2 *\n";
    assert!(pgn.out.ends_with(line) && pgn.err.is_empty(), "{pgn:#?}");
    folder.write("v.pgn", &pgn.out);
    let sgf = folder.andor(&["convert", "v.pgn", "--to", "sgf"]).exits(0).out;
    assert!(sgf.ends_with(";B[b1-b3]C[why]\n(;W[a2-c2];B[b4-b2])\n(;W[d2-b2]))\n"), "{sgf}");
    // Draughts have their own, and numbers are not read as moves.
    folder.write("c.pdn", "1. 11-15 *");
    folder.andor(&["convert", "c.pdn", "--to", "pgn"]).refuses(&["\"checkers\" as pdn"]);
    folder.write("n.txt", "game: graph\n\n1\n");
    folder.andor(&["convert", "n.txt", "--to", "pgn"]).refuses(&["move \"1\" cannot be written"]);
    folder.andor(&["convert", "g.txt"]).refuses(&["which format?"]);
    folder.andor(&["convert", "g.txt", "--out", "g.png"]).refuses(&["\"g.png\"", ".pgn"]);
}

#[test]
fn names_in_any_character_set() {
    let folder = Folder::new();
    folder.write("l.sgf", b"\xef\xbb\xbf(;GM[9]\r\nPB[Bj\xc3\xb6rn])");
    folder.write("m.sgf", b"(;GM[9]PB[Bj\xf6rn])");
    let utf8 = folder.andor(&["convert", "l.sgf", "--to", "sgf"]).exits(0).out;
    assert!(utf8.contains("PB[Björn]"), "{utf8}");
    assert_eq!(folder.andor(&["convert", "m.sgf", "--to", "sgf"]).exits(0).out, utf8);
}
