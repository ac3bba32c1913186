//! Any bytes as a checkpoint of version 1, which no SHA-256 seals: a header, a line end, the table's
//! bytes. Magic, length and checksum are right, so that what is read is the rest. A search that goes on from it may believe lies, but
//! says nothing false: every value is verified.
#![no_main]

use andor_fuzz::{andor, check_refusal, names_a_file};
use andor_prove::checkpoint;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use std::path::PathBuf;

/// The checksum of a checkpoint, as `crates/prove/src/checkpoint/container.rs` has it.
fn checksum(start: u64, bytes: &[u8]) -> u64 {
    let step = |sum: u64, word: u64| (sum ^ word).wrapping_mul(0x0100_0000_01b3).rotate_left(29);
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words.iter().fold(start, |sum, word| step(sum, u64::from_le_bytes(*word)));
    rest.iter().fold(step(sum, bytes.len() as u64), |sum, &byte| step(sum, u64::from(byte)))
}

fuzz_target!(|bytes: &[u8]| {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let (header, table) = (&bytes[..end], bytes.get(end + 1..).unwrap_or_default());
    let mut file = b"ANDORCKP".to_vec();
    file.extend((header.len() as u64).to_le_bytes());
    file.extend(header);
    file.extend(table);
    file.extend(checksum(checksum(0, header), table).to_le_bytes());
    let path: PathBuf = std::env::temp_dir().join(format!("andor-fuzz-{}", std::process::id()));
    std::fs::write(&path, file).expect("a file can be written");
    let subject = checkpoint::identity(&path);
    let loaded = checkpoint::load(&path);
    for error in [subject.as_ref().err(), loaded.as_ref().err()].into_iter().flatten() {
        check_refusal(&error.to_string());
    }
    if let (Ok(subject), Ok(_)) = (subject, loaded)
        && !names_a_file(&subject.game)
        && subject.memory <= 64 << 20
    {
        let name = path.display().to_string();
        let ended = andor(&["solve", "--resume", &name, "--nodes", "3000", "--json"], b"");
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
