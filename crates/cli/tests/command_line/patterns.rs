//! `andor patterns`, and `--patterns` of `solve`.

use crate::andor::{Folder, fields, number, text};

const SMALL: [&str; 8] = ["patterns", "generate", "--order", "1", "--columns", "3", "--rows", "2"];

#[test]
fn patterns_are_found_proved_and_drawn() {
    let folder = Folder::new();
    let made = folder.andor(&[&SMALL[..], &["--out", "p", "--json"]].concat()).exits(0).object();
    let all = "order columns rows boards patterns by_order looked games seconds file";
    assert_eq!(fields(&made), all.split(' ').collect::<Vec<_>>());
    assert_eq!((text(&made, "boards"), text(&made, "file")), ("4-8", "p"));
    let written = String::from_utf8(folder.read("p")).unwrap();
    let printed = folder.andor(&SMALL).exits(0);
    assert_eq!(printed.out, written);
    assert!(written.starts_with("andor patterns 1\n# Race patterns"), "{written}");
    assert!(written.contains("\nfirst order 0 boards 4-8\nx ?\n? o\n"), "{written}");
    assert!(written.contains("\nsecond order 1 boards 4-8\n? x ?\no ? o\n"), "{written}");

    let verified = folder.andor(&["patterns", "verify", "p", "--json"]).exits(0).object();
    let all = ["file", "ok", "patterns", "order", "positions", "could_be_lower", "seconds"];
    assert_eq!(fields(&verified), all);
    assert_eq!(verified["patterns"], made["patterns"]);
    assert_eq!(number(&verified, "could_be_lower"), 0);
    folder.andor(&["patterns", "verify", "p"]).exits(0).says(&["verified: ", "order 1: "]);

    let shown = folder.andor(&["patterns", "show", "p", "--json"]).exits(0).objects();
    assert_eq!(shown.len() as u64, number(&made, "patterns"));
    assert_eq!(fields(&shown[0]), ["pattern", "turn", "order", "boards", "rows"]);
    let one = folder.andor(&["patterns", "show", "p", "--pattern", "1"]).exits(0);
    one.says(&["1: first player, order 0, boards of 4-8 rows\nx ?\n? o\n", "o occupied"]);
}

#[test]
fn a_wrong_pattern_is_rejected_and_quoted() {
    let folder = Folder::new();
    folder.write("p", "andor patterns 1\n\nsecond order 1 boards 4-8\n. ? ?\n? o ?\n");
    let verified = folder.andor(&["patterns", "verify", "p"]).exits(3);
    verified.one_line(&["\"p\"", "pattern 1 (second order 1: . ? / ? o)", "does not win"]);
    let object = folder.andor(&["patterns", "verify", "p", "--json"]).exits(3).object();
    assert_eq!(object["ok"], false);
}

#[test]
fn patterns_are_laid_on_a_position() {
    let folder = Folder::new();
    let place = ["patterns", "match", "breakthrough:4x5", "--position"];
    let taken = [&place[..], &["b2b/4/1w2/4/3w w", "--json"]].concat();
    let matched = folder.andor(&taken).exits(0).object();
    let all = ["game", "position", "patterns", "side", "winner", "rows_to_go", "matches"];
    assert_eq!(fields(&matched), all);
    assert_eq!((text(&matched, "winner"), text(&matched, "side")), ("w", "w"));
    assert_eq!(matched["rows_to_go"], serde_json::json!({"b": 4, "w": 2}));
    let first = &matched["matches"][0];
    assert_eq!((&first["attacker"], &first["men"]), (&"w".into(), &serde_json::json!(["b3"])));
    folder.andor(&taken[..5]).exits(0).says(&[
        "White is to move. White needs 2 moves at least, Black 4.",
        "for White with b3",
        "White wins: Black can pass 1 times before that",
    ]);
    let open = folder.andor(&["patterns", "match", "breakthrough:4x5"]).exits(0);
    open.says(&["No pattern decides this position."]);
}

#[test]
fn searches_ask_patterns_and_certificates_do_not() {
    let folder = Folder::new();
    let words = ["solve", "breakthrough:4x5", "--method", "df-pn", "--json"];
    let without = folder.andor(&words).exits(0).object();
    let asked = [&words[..], &["--patterns", "builtin:2", "--proof", "q"]].concat();
    let with = folder.andor(&asked).exits(0).object();
    assert_eq!((text(&with, "value"), text(&with, "patterns")), ("loss", "builtin:2"));
    assert_eq!((&with["verified"], &without["value"]), (&true.into(), &with["value"]));
    assert!(number(&with, "nodes") < number(&without, "nodes"));
    folder.andor(&["verify", "q", "--strict"]).exits(0);
}

#[test]
fn what_cannot_be_used_is_quoted() {
    let folder = Folder::new();
    folder.write("bad", "andor patterns 1\n\nfirst order 1 boards 4-8\no z\n");
    for (words, texts) in [
        (&["patterns", "verify", "none"][..], &["\"none\"", "cannot read"][..]),
        (&["patterns", "show", "bad"], &["\"bad\"", "line 4", "\"o z\""]),
        (&["patterns", "show", "builtin:9"], &["\"builtin:9\"", "0 to 3"]),
        (&["patterns", "show", "builtin", "--pattern", "0"], &["\"0\""]),
        (&["patterns", "match", "breakthrough:4x5", "--position", "x"], &["\"x\""]),
        (&["patterns", "match", "tic-tac-toe"], &["\"tic-tac-toe", "for breakthrough"]),
        (&["patterns", "generate", "--order", "1", "--columns", "9", "--rows", "9"], &["\"9x9\""]),
        (&["patterns", "generate", "--order", "1", "--boards", "9"], &["\"9\""]),
        (&["patterns", "generate", "--order", "x"], &["'x'"]),
        (&["solve", "breakthrough:4x4", "--patterns", "bad"], &["\"bad\"", "\"o z\""]),
        (&["solve", "tic-tac-toe", "--patterns", "builtin"], &["\"tic-tac-toe"]),
    ] {
        folder.andor(words).refuses(texts);
        folder.andor(&[words, &["--json"]].concat()).refuses(texts);
    }
    let stopped = ["patterns", "generate", "--order", "2", "--columns", "5", "--rows", "4"];
    let stopped = folder.andor(&[&stopped[..], &["--time", "1s", "--out", "p"]].concat()).exits(1);
    stopped.one_line(&["stopped by time"]);
    assert_eq!(folder.files(), ["bad"]);
}

/// The paper's comparison of orders decides `4/b3/wwwb/2ww w` for White, who loses: such a claim is refused.
#[test]
fn what_the_comparison_of_orders_claims_wrongly_is_no_verdict() {
    let folder = Folder::new();
    let place = ["solve", "breakthrough:4x4", "--position", "4/b2b/www1/2ww b", "--method", "pn2"];
    let safe = folder.andor(&[&place[..], &["--patterns", "builtin:2"]].concat()).exits(0);
    safe.says(&["Black is to move and wins by force"]);
    let wrong = folder.andor(&[&place[..], &["--patterns", "orders:builtin:2"]].concat()).exits(3);
    assert!(wrong.err.contains("the proof does not hold"), "{}", wrong.err);
    folder.andor(&[&place[..], &["--patterns", "orders:none"]].concat()).exits(2);
}
