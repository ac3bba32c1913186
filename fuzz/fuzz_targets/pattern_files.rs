//! Any bytes as a file of race patterns: one short line of refusal, or a set that is read again as it is
//! written, and that can be laid on every board.
#![no_main]

use andor_core::{RaceBoard, Racers};
use andor_fuzz::check_refusal;
use andor_tables::patterns::{PatternBoard, PatternSet};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match PatternSet::parse("fuzz", text) {
        Err(error) => check_refusal(&error.to_string()),
        Ok(set) => {
            let again = PatternSet::parse("fuzz", &set.to_string()).expect("it was written by us");
            assert_eq!(again.patterns, set.patterns);
            for (columns, rows) in [(2, 4), (3, 6), (5, 5), (8, 8)] {
                let board = PatternBoard::new(&set.patterns, RaceBoard { columns, rows });
                let far = 0b11 << (columns * (rows - 1));
                let _ = board.mover_wins(Racers { own: 0b11, enemy: far, goes_up: true });
            }
        }
    }
});
