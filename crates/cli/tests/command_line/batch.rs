//! `solve --batch`: one JSON object a line in, one a line out, whatever the lines are.

use crate::andor::{Folder, fields, text};
use crate::solve::ROW;
use serde_json::{Value, json};

#[test]
fn a_broken_line_in_the_middle_stops_nothing() {
    let folder = Folder::new();
    let lines: [&[u8]; 13] = [
        br#"{"id":1,"position":"bb/bb/ww/ww w"}"#,
        b"",
        br#"{"id":2,"position":"#,
        br#"{"id":3,"position":"3/3/3 b","game":"tic-tac-toe"}"#,
        br#"{"id":4,"position":"x","game":"chess"}"#,
        b"   \t",
        br#"["no","object"]"#,
        br#"{"id":5}"#,
        br#"{"id":6,"position":17}"#,
        b"{\"id\":7,\"position\":\"\xff\xfe\"}",
        br#"{"id":8,"position":"bw/2/2/w1 b"}"#,
        br#"{"id":9,"position":"bb/bb/ww/ww x"}"#,
        br#"{"id":10,"position":"1b/w1/2/1w w"}"#,
    ];
    folder.write("b.jsonl", lines.join(&b'\n'));
    let ended = folder.andor(&["solve", "breakthrough:2x4", "--batch", "b.jsonl"]).exits(2);
    assert_eq!(ended.err, "");
    let rows = ended.objects();
    // One line for each that is not blank, in order.
    let expected = [
        Ok((1, "loss")),
        Err(&["line 3:", "\"{\\\"id\\\":2", "line 1 column"][..]),
        Ok((3, "draw")),
        Err(&["line 5:", "\"chess\""]),
        Err(&["line 7:", "not a JSON object"]),
        Err(&["line 8:", "has no position"]),
        Err(&["line 9:", "position 17"]),
        Err(&["line 10:"]),
        Err(&["line 11:", "\"bw/2/2/w1 b\"", "already decided"]),
        Err(&["line 12:", "\"x\""]),
        Ok((10, "win")),
    ];
    assert_eq!(rows.len(), expected.len(), "{ended:#?}");
    for (row, expected) in rows.iter().zip(expected) {
        match expected {
            Ok((id, value)) => {
                assert_eq!((&row["id"], text(row, "value")), (&id.into(), value), "{row:?}");
                assert_eq!(row["verified"], true);
            }
            Err(texts) => {
                assert_eq!(fields(row), ["error"]);
                for part in texts {
                    assert!(text(row, "error").contains(part), "no {part} in {row:?}");
                }
            }
        }
    }
}

#[test]
fn other_fields_are_kept_and_come_first() {
    let folder = Folder::new();
    let line = json!({
        "source": {"paper": "X", "pages": [1, 2]}, "position": "bb/bb/ww/ww w",
        "moves": ["b2xa3", "a2xb3"], "expected": "loss", "value": null,
    });
    folder.write("b.jsonl", format!("{line}\r\n"));
    let ended = folder.andor(&["solve", "breakthrough:2x4", "--batch", "b.jsonl", "--json"]);
    let row = ended.exits(0).object();
    for kept in ["source", "moves", "expected", "position"] {
        assert_eq!(row[kept], line[kept], "{kept}");
    }
    assert_eq!((text(&row, "value"), text(&row, "game")), ("loss", "breakthrough:2x4"));
    let own = ["source", "position", "moves", "expected", "value"];
    let added: Vec<&str> = ROW.into_iter().filter(|name| !own.contains(name)).collect();
    assert_eq!(fields(&row), [&own[..], &added].concat());
}

#[test]
fn a_line_names_its_own_game() {
    let folder = Folder::new();
    let lines = [
        json!({"game": "tic-tac-toe", "position": "3/3/3 b"}),
        json!({"game": "breakthrough:3x4", "position": "bbb/bbb/www/www w"}),
        json!({"position": "bb/bb/ww/ww w"}),
        json!({"game": null, "position": "bb/bb/ww/ww w"}),
    ];
    folder.write("b.jsonl", lines.map(|line| line.to_string()).join("\n"));
    let ended = folder.andor(&["solve", "breakthrough:2x4", "--batch", "b.jsonl"]).exits(0);
    let rows = ended.objects();
    let games: Vec<&str> = rows.iter().map(|row| text(row, "game")).collect();
    assert_eq!(games, ["tic-tac-toe", "breakthrough:3x4", "breakthrough:2x4", "breakthrough:2x4"]);

    // Without a game on the command line, lines without one are bad.
    let ended = folder.andor(&["solve", "--batch", "b.jsonl"]).exits(2);
    let bad: Vec<bool> = ended.objects().iter().map(|row| row.contains_key("error")).collect();
    assert_eq!(bad, [false, false, true, true]);
    let words = ["solve", "chess", "--batch", "b.jsonl"];
    folder.andor(&words).refuses(&["\"chess\""]);
}

#[test]
fn limits_are_per_position_and_unknown_is_exit_code_1() {
    let folder = Folder::new();
    let big = json!({"game": "breakthrough", "position": BIG}).to_string();
    let small = json!({"game": "breakthrough:4x4", "position": SMALL}).to_string();
    folder.write("b.jsonl", [&*small, &big, &small, &big].join("\n"));
    let ended = folder.andor(&["solve", "--batch", "b.jsonl", "--nodes", "3000"]).exits(1);
    let rows = ended.objects();
    let stopped: Vec<&str> = rows.iter().map(|row| text(row, "stopped")).collect();
    assert_eq!(stopped, ["solved", "nodes", "solved", "nodes"]);
    assert_eq!(rows[1]["value"], "unknown");
    assert_eq!(rows[0]["nodes"], rows[2]["nodes"], "the table of one is not that of another");

    // A bad line weighs more than an unknown value.
    folder.write("b.jsonl", [&*big, "{", &small].join("\n"));
    let ended = folder.andor(&["solve", "--batch", "b.jsonl", "--nodes", "3000"]).exits(2);
    assert_eq!(ended.objects().len(), 3);
}

const BIG: &str = "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w";
const SMALL: &str = "bbbb/bbbb/wwww/wwww w";

#[test]
fn stdin_is_a_batch_too() {
    let folder = Folder::new();
    let words = ["solve", "breakthrough:4x4", "--batch", "-", "--goal", "win"];
    let input = format!("{{\"position\":\"{SMALL}\"}}\n{{\"position\":\"{SMALL}\"}}");
    let rows = folder.andor_reading(&words, input.as_bytes()).exits(0).objects();
    let values: Vec<&Value> = rows.iter().map(|row| &row["value"]).collect();
    assert_eq!(values, ["not-win", "not-win"]);
    assert_eq!(folder.andor(&words).exits(0).out, "", "no lines, no answers");
}

#[test]
fn what_one_command_writes_another_reads() {
    let folder = Folder::new();
    let moves = folder.andor(&["moves", "breakthrough:3x4", "--json"]).exits(0).out;
    let row = folder.andor_reading(&["solve", "--batch", "-"], moves.as_bytes()).exits(0);
    let again = folder.andor_reading(&["solve", "--batch", "-"], row.out.as_bytes()).exits(0);
    for row in [row.object(), again.object()] {
        assert_eq!((text(&row, "value"), text(&row, "game")), ("loss", "breakthrough:3x4"));
    }
}
