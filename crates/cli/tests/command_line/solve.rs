//! `andor solve` on small boards: the row, the text, the goals, positions and moves.

use crate::andor::{Folder, fields, number, text};
use serde_json::{Value, json};

/// The fields of a row, in the order of the specification.
pub(crate) const ROW: [&str; 21] = [
    "game",
    "position",
    "side",
    "value",
    "winner",
    "best",
    "plies",
    "line",
    "method",
    "stopped",
    "nodes",
    "expanded",
    "reproved",
    "seconds",
    "setup_seconds",
    "verify_seconds",
    "threads",
    "peak_memory_bytes",
    "proof",
    "verified",
    "rests_on",
];

/// White takes a step and has won.
///
/// ```text
///   4 . . b
///   3 w . .
///   2 . . .
///   1 . w .
///     a b c
/// ```
const WIN_IN_ONE: &str = "2b/w2/3/1w1 w";

#[test]
fn a_row_has_every_field_in_order_and_of_its_kind() {
    let folder = Folder::new();
    for game in ["breakthrough:3x4", "tic-tac-toe", "connect-four:4x4"] {
        let row = folder.andor(&["solve", game, "--json"]).exits(0).object();
        // Who asked a table says so.
        let tables: &[&str] = if game.starts_with("breakthrough") { &["tables"] } else { &[] };
        assert_eq!(fields(&row), [&ROW[..], tables].concat());
        assert_eq!(row["game"], game);
        assert_eq!(row["method"], "df-pn");
        assert_eq!(row["stopped"], "solved");
        assert_eq!(row["proof"], Value::Null);
        assert_eq!(row["verified"], true);
        assert!(number(&row, "nodes") >= number(&row, "expanded"));
        assert!(number(&row, "expanded") > 0);
        assert!(number(&row, "peak_memory_bytes") <= 1 << 30);
        for seconds in ["seconds", "setup_seconds", "verify_seconds"] {
            assert!(row[seconds].is_f64() && row[seconds].as_f64().unwrap() >= 0.0, "{row:?}");
        }
        assert!(row["reproved"].is_u64());
    }
}

#[test]
fn values_winners_and_best_moves_of_initial_positions() {
    let folder = Folder::new();
    for (game, side, value, winner, best) in [
        ("breakthrough:2x4", "w", "loss", "b", json!(null)),
        ("breakthrough:3x4", "w", "loss", "b", json!(null)),
        ("breakthrough:4x4", "w", "loss", "b", json!(null)),
        ("tic-tac-toe", "b", "draw", "none", json!("any")),
        ("connect-four:4x4", "b", "draw", "none", json!("any")),
        ("connect-four:4x4,line=3", "b", "win", "b", json!("any")),
        ("connect-four:2x2", "b", "draw", "none", json!("any")),
    ] {
        let row = folder.andor(&["solve", game, "--json"]).exits(0).object();
        let found = (text(&row, "side"), text(&row, "value"), text(&row, "winner"));
        assert_eq!(found, (side, value, winner), "{game}");
        assert_eq!(row["best"].is_null(), best.is_null(), "{row:?}");
        assert_eq!(row["verified"], true);
    }
}

#[test]
fn the_text_of_a_loss_has_board_sentence_line_and_certificate() {
    let folder = Folder::new();
    let ended = folder.andor(&["solve", "breakthrough:3x4"]).exits(0);
    ended.says(&[
        "breakthrough:3x4  bbb/bbb/www/www w\n\n",
        "  4 b b b\n  3 b b b\n  2 w w w\n  1 w w w\n    a b c\n",
        "\nWhite moves first and loses: Black wins by force within ",
        " plies, against every defence.\n",
        "\n  main line    1. ",
        "\n  certificate  ",
        "verified from the reference rules in ",
        "\n  df-pn        ",
    ]);
    assert_eq!(ended.err, "");

    // The line is a game that Black wins, as long as the sentence says.
    let line = ended.out.lines().find_map(|line| line.strip_prefix("  main line    ")).unwrap();
    let moves: Vec<&str> = line.split(' ').filter(|word| !word.ends_with('.')).collect();
    assert!(ended.out.contains(&format!(" within {} plies,", moves.len())), "{ended:#?}");
    let shown = folder.andor(&["show", "breakthrough:3x4", "--moves", &moves.join(" "), "--json"]);
    assert_eq!(shown.exits(0).object()["outcome"], "b");
}

#[test]
fn the_text_of_a_draw_and_of_a_win_at_once() {
    let folder = Folder::new();
    let draw = folder.andor(&["solve", "tic-tac-toe"]).exits(0);
    draw.says(&[
        "\nBlack moves first, and with best play nobody wins: a draw.\n",
        "\n  best move    ",
        "verified from the reference rules in ",
    ]);
    let win = folder.andor(&["solve", "breakthrough:3x4", "--position", WIN_IN_ONE]).exits(0);
    win.says(&["\nWhite is to move and wins at once.\n", "\n  main line    1. a3"]);
    // Where Black begins the game, White's move is a reply; and it ends the game, so no position is written.
    let words = ["solve", "loa:4x4", "--position", "4/1b1b/w3/w1w1 w", "--proof", "p"];
    folder.andor(&words).exits(0).says(&["  main line    1... a2-b2\n", "\n  certificate  2"]);
    assert!(!folder.andor(&["verify", "p"]).exits(0).out.contains("bytes a position"));
    let verified = folder.andor(&["verify", "p", "--json"]).exits(0).object();
    assert!(verified["bytes_per_position"].is_null(), "{verified:?}");
    let every = folder.andor(&[&words[..4], &["--every-move"]].concat()).exits(0);
    every.says(&["  1... a2-b2\n"]);
}

#[test]
fn a_game_that_counts_points_has_a_score() {
    let folder = Folder::new();
    folder.andor(&["solve", "go:3x3"]).exits(0).says(&[
        "Black moves first and wins",
        "\n  score        Black leads by ",
        "(who wins is proved, not by how much)\n",
    ]);
    let other = folder.andor(&["solve", "go:1x2,komi=0.5"]).exits(0);
    other.says(&["wins by force", "  score        ", " points at the end of this line"]);
    let plain = folder.andor(&["solve", "breakthrough:3x4"]).exits(0);
    assert!(!plain.out.contains("score"), "{}", plain.out);
}

#[test]
fn goals_are_binary_questions() {
    let folder = Folder::new();
    let three = "connect-four:4x4,line=3";
    for (words, goal, value, winner) in [
        (&["tic-tac-toe"][..], "win", "not-win", None),
        (&["tic-tac-toe"], "draw", "at-least-draw", None),
        (&["tic-tac-toe"], "value", "draw", Some("none")),
        (&["breakthrough:3x4"], "win", "not-win", None),
        (&["breakthrough:3x4"], "draw", "loss", Some("b")),
        (&[three], "win", "win", Some("b")),
        (&[three], "draw", "at-least-draw", None),
        (&[three, "--moves", "b"], "win", "not-win", None),
        (&[three, "--moves", "b"], "draw", "loss", Some("b")),
        (&["breakthrough:3x4", "--position", WIN_IN_ONE], "win", "win", Some("w")),
        (&["breakthrough:3x4", "--position", WIN_IN_ONE], "draw", "at-least-draw", None),
    ] {
        let words = [&["solve", "--json", "--goal", goal], words].concat();
        let row = folder.andor(&words).exits(0).object();
        assert_eq!(text(&row, "value"), value, "{words:?}");
        assert_eq!(row["winner"].as_str(), winner, "{words:?}");
        assert_eq!(row["verified"], true, "{words:?}");
    }
}

#[test]
fn a_win_in_one_is_found_and_played() {
    let folder = Folder::new();
    let words = ["solve", "breakthrough:3x4", "--position", WIN_IN_ONE, "--json"];
    let row = folder.andor(&words).exits(0).object();
    assert_eq!((text(&row, "value"), text(&row, "winner")), ("win", "w"));
    assert_eq!(row["position"], WIN_IN_ONE);
    let best = text(&row, "best");
    let words = ["show", "breakthrough:3x4", "--position", WIN_IN_ONE, "--moves", best, "--json"];
    assert_eq!(folder.andor(&words).exits(0).object()["outcome"], "w");
}

#[test]
fn moves_lead_to_a_position_and_values_are_of_its_side_to_move() {
    let folder = Folder::new();
    let words = ["solve", "breakthrough:3x4", "--moves", "a2xb3", "--json"];
    let row = folder.andor(&words).exits(0).object();
    assert_eq!(text(&row, "position"), "bbb/bwb/1ww/www b");
    let found = (text(&row, "side"), text(&row, "value"), text(&row, "winner"));
    assert_eq!(found, ("b", "win", "b"));

    // A position and moves from it; the best move keeps the win.
    let best = text(&row, "best");
    let moves = format!(" a2xb3  {best} ");
    let start = "bbb/bbb/www/www w";
    let words = ["solve", "breakthrough:3x4", "--position", start, "--moves", &moves, "--json"];
    let row = folder.andor(&words).exits(0).object();
    let found = (text(&row, "side"), text(&row, "value"), text(&row, "winner"));
    assert_eq!(found, ("w", "loss", "b"));
}
