//! Any lines as UGI, GTP or JSON (the first byte says which): whatever is said, the engine answers and ends.
//! What would search is made short or left out, and so is what sets sizes that may be large.
#![no_main]

use andor_cli::Exit;
use andor_fuzz::{andor, names_a_file};
use libfuzzer_sys::fuzz_target;

/// Words of lines that search, or ask for much memory or time.
const LONG: [&str; 14] = [
    "genmove", "solve", "proof", "eval", "threat", "hash", "memory", "threads", "time", "clock",
    "level", "analyze", "wtime", "ponder",
];

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let text = String::from_utf8_lossy(rest);
    if names_a_file(&text) || text.contains("\\u") {
        return;
    }
    let mut input = String::new();
    for line in text.split('\n') {
        let plain = line.trim_start().to_lowercase();
        if plain.starts_with("go") {
            input.push_str("go nodes 50\n");
        } else if !LONG.iter().any(|word| plain.contains(word)) {
            input.push_str(line);
            input.push('\n');
        }
    }
    let protocol = ["ugi", "gtp", "json"][usize::from(first) % 3];
    let ended =
        andor(&["engine", "--protocol", protocol, "--game", "tic-tac-toe"], input.as_bytes());
    assert!(ended.exit <= Exit::BadInput, "{ended:?}");
});
