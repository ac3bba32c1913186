//! Files made to hurt: each is refused, or checked, in a moment, in little memory, without a crash.

use crate::andor::Folder;
use std::time::{Duration, Instant};

const TEN_MB: usize = 10 << 20;

/// Runs `andor check` with at most 1 GiB of address space; it must end in time with this exit
/// code, and with one line that has these texts.
fn ends(contents: &[u8], words: &str, code: i32, texts: &[&str]) {
    let folder = Folder::new();
    folder.write("file", contents);
    let limit = if cfg!(target_os = "linux") { "ulimit -v 1048576; " } else { "" };
    let start = Instant::now();
    let ended = folder.shell(&format!("{limit}andor check file {words}")).exits(code);
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
    let told = if code == 2 { &ended.err } else { &ended.out };
    assert!(told.len() < 1_000, "{} bytes", told.len());
    for text in texts {
        assert!(told.contains(text), "no {text:?} in {told}");
    }
}

#[test]
fn ten_megabytes_of_brackets() {
    ends(&vec![b'('; TEN_MB], "", 2, &["line 1, column 2: \"((((", "where \";\" should be"]);
    ends("(;".repeat(TEN_MB / 2).as_bytes(), "", 2, &["more than 10000 nodes in one line"]);
    ends(&vec![b'['; TEN_MB], "", 2, &["does not begin a game in any of"]);
    ends(&vec![b'['; TEN_MB], "--from sgf", 2, &["no game \"(;..)\""]);
    ends(&vec![b'['; TEN_MB], "--from lines", 2, &["is not of the form"]);
    ends(&vec![b'['; TEN_MB], "--from moves", 3, &["ply 1, \"[[[["]);
    ends(&vec![b')'; TEN_MB], "--from sgf", 2, &["no game"]);
    ends(&vec![b';'; TEN_MB], "--from sgf", 2, &["no game"]);
    let closed = format!("(;GM[9]{}", "(;)".repeat(TEN_MB / 3));
    ends(closed.as_bytes(), "", 2, &["more than 1000000 nodes in one file"]);
    ends("(;GM[9])".repeat(TEN_MB / 8).as_bytes(), "", 2, &["more than 1000000 nodes"]);
}

#[test]
fn ten_megabytes_of_one_value() {
    let mut file = b"(;GM[9]C".to_vec();
    file.resize(TEN_MB, b'[');
    ends(&file, "", 2, &["line 1, column 9: a value of \"C\" is not closed"]);
    file.resize(2 * TEN_MB, b'\\');
    ends(&file, "", 2, &["is not closed"]);
    let name = format!("(;{}", "A".repeat(TEN_MB));
    ends(name.as_bytes(), "", 2, &["line 1, column 3: property \"AAAA"]);
    let values = format!("(;GM[9]AB{})", "[]".repeat(TEN_MB / 2));
    ends(values.as_bytes(), "", 2, &["more than 2000000 values"]);
    let long = format!("(;GM[9];B[{}])", "c".repeat(TEN_MB));
    ends(long.as_bytes(), "", 3, &["ply 1, \"cccc"]);
    let names = format!("(;GM[9]{})", "C[]".repeat(500_000));
    ends(names.as_bytes(), "", 0, &["1 game: 1 ok"]);
}

#[test]
fn bytes_that_are_no_text() {
    ends(&vec![0xff; TEN_MB], "", 2, &["does not begin a game"]);
    ends(&vec![0; TEN_MB], "", 2, &["does not begin a game"]);
    let mut sgf = b"(;GM[9]C[\xff\xfe\x80];B[\xc3\x28])".to_vec();
    ends(&sgf, "", 3, &["line 1, column 17, ply 1, \"Ã(\""]);
    sgf.truncate(12);
    ends(&sgf, "", 2, &["is not closed"]);
}

#[test]
fn a_game_of_a_hundred_thousand_plies() {
    let moves = "c8-c6 a4-c2 ".repeat(50_000);
    let refused = &["more than 10000 plies in one game"];
    ends(moves.as_bytes(), "", 2, refused);
    ends(format!("a; b; c; 1-0; {moves}").as_bytes(), "", 2, refused);
    ends(format!("LOA\t{}\t1-0", "1-2 ".repeat(100_000)).as_bytes(), "", 2, refused);
    let sgf = format!("(;GM[9]{})", ";B[c8-c6];W[a4-c2]".repeat(50_000));
    ends(sgf.as_bytes(), "", 2, &["more than 10000 nodes in one line"]);
    // The longest that is read ends where it repeats.
    let round = ";B[b1-b3];W[a7-c7];B[b3-b1];W[c7-a7]";
    let sgf = format!("(;GM[9]{})", round.repeat(2_500));
    ends(sgf.as_bytes(), "", 3, &["ply 9, \"b1-b3\": the game was over at ply 8"]);
}

#[test]
fn many_variations_deep_down() {
    // A comb: a quarter of a million variations below five thousand nodes without a move. If each
    // were replayed from the root, this would take hours.
    let sgf = format!("(;GM[9]{}{})", ";C[]".repeat(5_000), "(;B[c8-c6])".repeat(250_000));
    ends(sgf.as_bytes(), "", 0, &["ok, 1 ply, unfinished, 249,999 variations"]);
}

#[test]
fn numbers_out_of_range() {
    for size in ["99999999999999", "-1", "0", "1e3", "8:9999999999999999999999", "\u{664}"] {
        ends(format!("(;GM[9]SZ[{size}])").as_bytes(), "", 2, &["board size \""]);
    }
    ends(b"(;GM[99999999999999999999999])", "", 2, &["game number \"999"]);
    ends(b"(;GM[9]AB[a99999999999999999999999])", "", 2, &["is no point"]);
    ends(b"game: loa:99999999999999999999x8\na1", "", 2, &["line 1, column 1: game \"loa:9999"]);
    ends(b"LOA\t1-99999999999999999999 2-3\t1-0", "--from squares", 3, &["\"1-9999"]);
    ends(b"99999999999999999999999. c8-c6", "", 0, &["1 ply"]);
}

#[test]
fn a_file_that_never_ends_is_too_large() {
    if cfg!(target_os = "linux") {
        let folder = Folder::new();
        let ended = folder.shell("ulimit -v 1048576; andor check /dev/zero").exits(2);
        ended.one_line(&["\"/dev/zero\": the file is larger than 64 MiB"]);
    }
}
