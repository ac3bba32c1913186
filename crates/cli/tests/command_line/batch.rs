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
    assert_eq!(fields(&row), [&own[..], &added, &["tables"]].concat());
}

/// As in the JSON protocol: without a position, moves are played from the start of the game.
#[test]
fn moves_alone_are_a_position() {
    let folder = Folder::new();
    let lines = [
        json!({"id": 1, "moves": ["b2xa3", "b4xa3"]}),
        json!({"id": 2, "moves": "b2xa3 b4xa3"}),
        json!({"id": 3, "moves": []}),
        json!({"id": 4, "moves": ["b2xa3", "b9"]}),
        json!({"id": 5, "moves": [1]}),
        json!({"id": 6, "moves": 7}),
    ];
    folder.write("b.jsonl", lines.map(|line| line.to_string()).join("\n"));
    let ended = folder.andor(&["show", "breakthrough:2x4", "--batch", "b.jsonl", "--json"]);
    let rows = ended.exits(2).objects();
    let positions = rows.iter().map(|row| row.get("position").and_then(Value::as_str));
    let after = Some("b1/bb/w1/ww w");
    let start = Some("bb/bb/ww/ww w");
    assert_eq!(positions.collect::<Vec<_>>(), [after, after, start, None, None, None]);
    for (row, part) in rows[3..].iter().zip(["\"b9\"", "moves \"[1]\"", "moves \"7\""]) {
        assert!(text(row, "error").contains(part), "{row:?}");
    }
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

#[test]
fn positions_of_a_batch_are_shown_as_single_ones_are() {
    let folder = Folder::new();
    let positions = ["bbb/bbb/www/www w", "bwb/3/3/w2 b", "1b1/3/2w/3 w"];
    let line = |position| format!("{{\"position\":\"{position}\",\"note\":7}}\n");
    folder.write("b.jsonl", positions.map(line).concat() + "{\"position\":\"bbb\"}\n");
    for command in ["show", "moves"] {
        let ended = folder.andor(&[command, "breakthrough:3x4", "--batch", "b.jsonl"]).exits(2);
        let mut rows = ended.objects();
        assert_eq!(rows.len(), 4, "{ended:#?}");
        assert!(text(&rows[3], "error").starts_with("line 4: "), "{ended:#?}");
        for (position, row) in positions.iter().zip(&mut rows) {
            let words = [command, "breakthrough:3x4", "--position", position, "--json"];
            let single = folder.andor(&words).exits(0).object();
            assert_eq!(row.shift_remove("note"), Some(7.into()));
            assert_eq!(*row, single);
        }
    }
    // The game may be the line's own; a position beside a batch makes no sense.
    let own = "{\"game\":\"tic-tac-toe\",\"position\":\"3/3/3 b\"}";
    let row = folder.andor_reading(&["moves", "--batch", "-"], own.as_bytes()).exits(0).object();
    assert_eq!(row["moves"].as_array().map(Vec::len), Some(9));
    let words = ["show", "tic-tac-toe", "--batch", "b.jsonl", "--position", "3/3/3 b"];
    folder.andor(&words).refuses(&["--batch", "--position"]);
    folder.andor(&["moves", "--batch", "none"]).refuses(&["\"none\""]);
}

#[test]
fn hostile_lines_are_refused_soon_and_shortly() {
    let folder = Folder::new();
    let long = 3 << 20;
    let good = "{\"position\":\"3/3/3 b\"}";
    let lines = [
        good.to_owned(),
        "[".repeat(long),
        "{\"position\":".repeat(long / 12),
        format!("{{\"position\":\"{}\"}}", "b".repeat(500_000)),
        format!("{{\"position\":[{}0]}}", "0,".repeat(400_000)),
        format!("{{\"game\":\"{}\",\"position\":\"\"}}", "x".repeat(500_000)),
        format!("{{\"position\":{}}}", "9".repeat(500_000)),
        " ".repeat(long),
        "[".repeat(100_000),
        good.to_owned(),
    ];
    folder.write("b.jsonl", lines.join("\n"));
    for command in ["solve", "show"] {
        let start = std::time::Instant::now();
        let ended = folder.andor(&[command, "tic-tac-toe", "--batch", "b.jsonl"]).exits(2);
        assert!(start.elapsed().as_secs() < 20, "{command}");
        let rows = ended.objects();
        assert_eq!(rows.len(), lines.len());
        for (number, row) in rows.iter().enumerate() {
            let refused = row.get("error").and_then(Value::as_str);
            assert_eq!(refused.is_none(), number == 0 || number == lines.len() - 1, "{number}");
            assert!(refused.is_none_or(|error| error.len() < 500), "{refused:?}");
        }
        assert!(text(&rows[1], "error").contains("longer than 1 MiB"), "{:?}", rows[1]);
    }
}
