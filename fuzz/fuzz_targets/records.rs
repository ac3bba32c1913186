//! Any bytes as recorded games, in the format they look like: games that can be replayed, and whose
//! canonical form is read again and written the same; or one short line.
#![no_main]

use andor_core::Rules;
use andor_formats::{Format, decode, replay};
use andor_fuzz::check_refusal;
use andor_games::loa::{Reference, Variant};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = decode(bytes.to_vec());
    let format = match Format::detect(&text) {
        Ok(format) => format,
        Err(error) => return check_refusal(&error.to_string()),
    };
    let records = match format.read(&text) {
        Ok(records) => records,
        Err(error) => return check_refusal(&error.to_string()),
    };
    let rules = Reference::new(Variant::new(8));
    // As `andor convert` does: only games that are replayed without a fault are written.
    let replayed = records.iter().take(20).map(|record| {
        let replayed = replay(&rules, record);
        let fine = replayed.is_fine().then(|| replayed.rewrite(rules.spec(), record));
        fine.flatten()
    });
    let Some(records) = replayed.collect::<Option<Vec<_>>>() else { return };
    for written in [Format::Sgf, Format::Olympiad, Format::Moves] {
        if let Ok(canonical) = written.write(&records) {
            let again = written.read(&canonical).expect("what is written is read");
            assert_eq!(written.write(&again).as_deref(), Ok(&*canonical));
        }
    }
});
