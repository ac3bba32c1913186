//! `andor table`, and `--table` of `solve` and `verify`.

use crate::andor::{Folder, fields, number, text};
use serde_json::json;

/// Two men against two: one more than the table has.
const ABOVE: &str = "6/1b4/2w3/6/3b2/4w1 b";

fn folder_with_table() -> Folder {
    let folder = Folder::new();
    folder.andor(&["table", "build", "surakarta", "--pieces", "3", "--out", "t"]).exits(0);
    folder
}

#[test]
fn a_table_is_built_counted_and_verified() {
    let folder = Folder::new();
    let words = ["table", "build", "surakarta", "--pieces", "2", "--json"];
    let built = folder.andor(&words).exits(0).object();
    let slices = "file game pieces checksum positions wins draws losses bytes slices seconds";
    assert_eq!(fields(&built), slices.split(' ').collect::<Vec<_>>());
    assert_eq!(text(&built, "file"), "surakarta-2.table");
    assert_eq!((number(&built, "wins"), number(&built, "draws")), (109, 45));
    assert_eq!(number(&built, "bytes"), folder.read("surakarta-2.table").len() as u64);
    folder
        .andor(&["table", "build", "loa:4x4", "--pieces", "4", "--threads", "1"])
        .exits(0)
        .says(&["loa:4x4 up to 4 men", "  2 v 2 ", "written to loa-4x4-4.table"]);
    let info = folder.andor(&["table", "info", "surakarta-2.table", "--json"]).exits(0).object();
    assert_eq!((&info["slices"], &info["checksum"]), (&built["slices"], &built["checksum"]));
    let verified =
        folder.andor(&["table", "verify", "surakarta-2.table", "--json"]).exits(0).object();
    let all = ["file", "ok", "game", "pieces", "checksum", "positions", "moves", "seconds"];
    assert_eq!(fields(&verified), all);
    assert_eq!(verified["positions"], built["positions"]);
    folder.andor(&["table", "verify", "loa-4x4-4.table"]).exits(0).says(&[
        "verified: loa:4x4 up to 4 men, checksum ",
        "moves checked from the reference rules",
    ]);
    folder.andor(&["table", "info", "loa-4x4-4.table"]).exits(0).says(&["  2 v 2 "]);
}

#[test]
fn a_probe_tells_the_value_of_every_move() {
    let folder = folder_with_table();
    let words = ["table", "probe", "t", "--position", "6/1b4/6/6/6/4w1 b"];
    let probed = folder.andor(&[&words[..], &["--json"]].concat()).exits(0).object();
    let all = ["file", "game", "position", "side", "value", "verified", "best", "moves"];
    assert_eq!(fields(&probed), all);
    let moves = probed["moves"].as_array().unwrap();
    assert!(moves.iter().any(|mv| mv["value"] == probed["value"]), "{probed:?}");
    for mv in moves {
        // What the table says of a child is what a search without it says.
        let played = mv["move"].as_str().unwrap();
        let answer = match folder.andor(&[
            "table",
            "probe",
            "t",
            "--position",
            words[4],
            "--moves",
            played,
            "--json",
        ]) {
            child if child.code == Some(0) => text(&child.object(), "value").to_owned(),
            child => {
                child.refuses(&["already decided"]);
                "loss".to_owned()
            }
        };
        let turned = match answer.as_str() {
            "win" => "loss",
            "loss" => "win",
            other => other,
        };
        assert_eq!(mv["value"].as_str().unwrap(), turned, "{played}");
    }
    folder.andor(&words).exits(0).says(&["Black is to move", text(&probed, "value")]);
}

#[test]
fn bad_input_is_one_line() {
    let folder = folder_with_table();
    folder.write("n", "nothing");
    let mut damaged = folder.read("t");
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    folder.write("d", damaged);
    let probe = |position| ["table", "probe", "t", "--position", position];
    let cases: [(&[&str], &[&str]); 12] = [
        (&["table", "build", "chess", "--pieces", "2"], &["\"chess\""]),
        (&["table", "build", "tic-tac-toe", "--pieces", "2"], &["\"tic-tac-toe\" has no"]),
        (&["table", "build", "surakarta", "--pieces", "1"], &["\"1\" men", "2 to 10"]),
        (&["table", "build", "surakarta", "--pieces", "x"], &["'x'"]),
        (&["table", "build", "surakarta", "--pieces", "8"], &["\"8\" men", "--memory"]),
        (&["table", "build", "surakarta", "--pieces", "2", "--out", "no/t"], &["no such folder"]),
        (&["table", "verify", "missing"], &["\"missing\""]),
        (&["table", "verify", "n"], &["\"n\"", "not a table"]),
        (&probe("6/1b4/6/6/6/4w1"), &["side to move"]),
        (&probe(ABOVE), &["has 4 men, and the table goes up to 3"]),
        (&probe("6/6/6/6/6/4w1 b"), &["already decided"]),
        (&["solve", "loa:4x4", "--table", "t"], &["\"t\" is about \"surakarta\""]),
    ];
    let before = folder.files();
    for (words, texts) in cases {
        folder.andor(words).refuses(texts);
    }
    assert_eq!(folder.files(), before);
    let found = folder.andor(&["table", "verify", "d", "--json"]).exits(3);
    assert_eq!(found.object()["ok"], false);
    assert!(found.err.contains("damaged table") && found.err.lines().count() == 1, "{found:#?}");
    folder.andor(&["solve", "surakarta", "--table", "d"]).exits(3);
}

#[test]
fn a_proof_may_rest_on_a_table_and_says_so() {
    let folder = folder_with_table();
    folder.andor(&["table", "build", "surakarta", "--pieces", "2", "--out", "u"]).exits(0);
    let solve = ["solve", "surakarta", "--position", ABOVE, "--table", "t", "--proof", "p"];
    let json_solve = [&solve[..], &["--json"]].concat();
    let row = folder.andor(&json_solve).exits(0).object();
    assert_eq!((&row["verified"], &row["tables"]), (&"conditional".into(), &json!(["t"])));
    assert_eq!(
        (&row["rests_on"][0]["file"], &row["rests_on"][0]["checked"]),
        (&"t".into(), &"no".into())
    );
    folder
        .andor(&solve)
        .exits(0)
        .says(&["if table \"t\" is right.", "rests on     t (not checked"]);
    // Without a table the row has no such field.
    let plain = folder.andor(&["solve", "tic-tac-toe", "--json"]).exits(0).object();
    assert!(plain.get("tables").is_none());
    folder
        .andor(&["verify", "p", "--table", "u", "--table", "t"])
        .exits(0)
        .says(&["verified: ", "if the table \"t\" (\"surakarta\", 3 men, sha256 "]);
    let object = folder.andor(&["verify", "p", "--table", "t", "--json"]).exits(0).object();
    assert_eq!(
        (&object["verified"], &object["rests_on"][0]["file"]),
        (&"conditional".into(), &"t".into())
    );
    folder.andor(&["verify", "p"]).refuses(&["rests on the table \"t\"", "--table FILE"]);
    folder.andor(&["verify", "p", "--table", "u"]).refuses(&["rests on the table", "\"u\" has "]);
    let strict = folder.andor(&["verify", "p", "--table", "t", "--strict"]).exits(3);
    assert!(strict.err.contains("--strict accepts the rules alone"), "{strict:#?}");
    assert_eq!(strict.err.lines().count(), 1, "{strict:#?}");
    // Nothing is told of a proof whose table is missing (audit, H6).
    let missing = folder.andor(&["explain", "p"]);
    assert!(missing.out.is_empty(), "{missing:#?}");
    missing.refuses(&["rests on the table \"t\"", "--table FILE"]);
    let explain = ["explain", "p", "--table", "t"];
    folder.andor(&explain).exits(0).says(&["if table \"t\" is right"]);
    // Once the table's own checker has passed the same bytes, there is no condition any more.
    folder.andor(&["table", "verify", "t"]).exits(0);
    let row = folder.andor(&json_solve).exits(0).object();
    assert_eq!(
        (&row["verified"], &row["rests_on"][0]["checked"]),
        (&true.into(), &"before".into())
    );
    let object = folder.andor(&["verify", "p", "--table", "t", "--json"]).exits(0).object();
    assert_eq!(object["verified"], true);
    let explained = folder.andor(&explain).exits(0);
    assert!(!explained.out.contains("is right"), "{explained:#?}");
}
