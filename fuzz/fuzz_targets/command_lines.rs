//! Any words on the command line: quantities, options, positions and moves. What is refused is
//! refused in one line, with nothing on stdout.
//!
//! The first byte chooses the command, the rest are the words of its options, a line each. No
//! command here writes or reads a file.
#![no_main]

use andor_cli::Exit;
use andor_fuzz::{andor, check_refusal, names_a_file};
use libfuzzer_sys::fuzz_target;

/// A tree's memory is reserved at once, which a fuzzer cannot tell from taking it.
const SMALL: &str = "--memory=8MiB";

/// Commands; each `?` becomes a word of the input.
const COMMANDS: [&[&str]; 8] = [
    &["solve", "tic-tac-toe", "--nodes", "?", "--time", "?", "--memory", "?", "--json"],
    &["solve", "connect-four:3x3,line=3", SMALL, "--method", "?", "--goal", "?", "--leaf", "?"],
    &["solve", "breakthrough:2x4", SMALL, "--method", "ef-pn", "--a", "?", "--b", "?", "--t", "?"],
    &["solve", "tic-tac-toe", SMALL, "--method", "pn", "--tree-nodes", "?", "--threads", "?"],
    &["perft", "connect-four:2x2", "?", "--position", "?", "--divide"],
    &["show", "?", "--position", "?", "--moves", "?"],
    &["moves", "loa:5x5", "--moves", "?", "--json"],
    &["?", "?", "?"],
];

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let free = COMMANDS[usize::from(first) % COMMANDS.len()];
    let mut given = text.split('\n');
    let words: Vec<&str> = free
        .iter()
        .map(|&word| if word == "?" { given.next().unwrap_or("1") } else { word })
        .collect();
    // The free words must not touch files, nor work for long.
    let touches = [
        "bench",
        "--proof",
        "--checkpoint",
        "--resume",
        "--batch",
        "verify",
        "explain",
        "play",
        "check",
        "convert",
        "analyze",
        "table",
        "patterns",
        "match",
        "learn",
        "tune",
        "coordinate",
        "worker",
        "status",
    ];
    if names_a_file(text) || words.iter().any(|word| touches.iter().any(|bad| word.contains(bad))) {
        return;
    }
    if words[0] != free[0] && ["solve", "perft"].contains(&words[0]) {
        return;
    }
    let ended = andor(&words, b"");
    assert!(ended.exit <= Exit::BadInput, "{ended:?}");
    if ended.exit == Exit::BadInput {
        assert_eq!(ended.out, "");
        let line = ended.err.strip_suffix('\n').expect("a line");
        check_refusal(line);
    }
});
