//! Any bytes as a checkpoint of any kind of search: a header, a line end, and the parts behind it, in
//! which long runs of zeros are counted. Its seals are not looked at in a fuzz build
//! (`crates/prove/src/checkpoint/container.rs`), so that what is read is the rest. A search that goes on from it may believe lies, but says nothing false: every value is verified.
#![no_main]

use andor_fuzz::{andor, check_refusal, names_a_file};
use andor_prove::checkpoint;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use std::path::PathBuf;

/// Writes parts out: how many words of zeros (two bytes), how many other bytes (one), these.
fn write_out(mut parts: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    while let [low, high, bytes, rest @ ..] = parts {
        let words = usize::from(u16::from_le_bytes([*low, *high]));
        let (given, rest) = rest.split_at(usize::from(*bytes).min(rest.len()));
        file.resize((file.len() + 8 * words).min(4 << 20), 0);
        file.extend(given);
        parts = rest;
    }
    file
}

fuzz_target!(|bytes: &[u8]| {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let (header, parts) = (&bytes[..end], bytes.get(end + 1..).unwrap_or_default());
    let mut file = b"ANDORCKP".to_vec();
    file.extend((header.len() as u64).to_le_bytes());
    file.extend(header);
    file.extend(write_out(parts));
    let path: PathBuf = std::env::temp_dir().join(format!("andor-fuzz-{}", std::process::id()));
    std::fs::write(&path, file).expect("a file can be written");
    let subject = checkpoint::identity(&path);
    if let Err(error) = &subject {
        check_refusal(&error.to_string());
    }
    if let Ok(subject) = subject
        && !names_a_file(&subject.game)
        && subject.memory <= 64 << 20
    {
        let name = path.display().to_string();
        let method = subject.method.split([' ', ',']).next().unwrap_or_default();
        let words = ["solve", "--resume", &name, "--method", method, "--nodes", "3000", "--json"];
        let ended = andor(&words, b"");
        if let Ok(row) = serde_json::from_str::<Value>(&ended.out)
            && row["value"] != "unknown"
        {
            assert_eq!(row["verified"], true, "{ended:?}");
            if subject.game == "tic-tac-toe" && subject.position == "3/3/3 b" {
                assert_eq!(row["value"], "draw", "{ended:?}");
            }
        }
    }
    let _ = std::fs::remove_file(&path);
});
