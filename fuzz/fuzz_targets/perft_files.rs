//! Any text as a perft file: lines that are written as they will be read again, or one short line.
#![no_main]

use andor_core::conformance::parse_perft_file;
use andor_fuzz::check_refusal;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match parse_perft_file(text) {
        Err(why) => check_refusal(&why),
        Ok(lines) => {
            let write = |line: &andor_core::conformance::PerftLine| {
                let counts: Vec<String> = line.counts.iter().map(u64::to_string).collect();
                let position = line.position.as_deref().unwrap_or("start");
                format!("{} | {position} | {}\n", line.spec, counts.join(" "))
            };
            let written: String = lines.iter().map(write).collect();
            assert_eq!(parse_perft_file(&written), Ok(lines));
        }
    }
});
