//! Any bytes as a batch: one object a line comes back, and no proof fails.
#![no_main]

use andor_cli::Exit;
use andor_fuzz::{andor, names_a_file};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|bytes: &[u8]| {
    // A name of a file may be written with escapes.
    if names_a_file(&String::from_utf8_lossy(bytes)) || bytes.windows(2).any(|pair| pair == b"\\u")
    {
        return;
    }
    let lines = bytes.split(|&byte| byte == b'\n');
    let lines = lines.filter(|line| !line.iter().all(u8::is_ascii_whitespace)).count();
    if lines > 20 {
        return;
    }
    let limits = ["--nodes", "300", "--memory", "1MiB"];
    let solve = [&["solve", "tic-tac-toe", "--batch", "-"][..], &limits].concat();
    for words in [&solve[..], &["show", "loa:4x4", "--batch", "-"]] {
        let ended = andor(words, bytes);
        assert!(ended.exit <= Exit::BadInput, "{ended:?}");
        assert_eq!(ended.out.lines().count(), lines, "{ended:?}");
        for line in ended.out.lines() {
            let Ok(Value::Object(row)) = serde_json::from_str(line) else { panic!("{line}") };
            assert!(row.contains_key("error") || row.contains_key("position"), "{line}");
        }
    }
});
