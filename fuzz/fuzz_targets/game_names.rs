//! Any text as the name of a game: a game whose full name means the same game, or one short line.
#![no_main]

use andor_engine::Catalogue;
use andor_fuzz::{check_refusal, names_a_file};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if names_a_file(text) {
        return;
    }
    let catalogue = Catalogue::standard();
    match catalogue.game(text) {
        Err(error) => check_refusal(&error.to_string()),
        Ok(game) => {
            let again = catalogue.game(&game.spec()).expect("a game knows its own name");
            assert_eq!(again.spec(), game.spec());
            assert_eq!(again.position(None, &[]), game.position(None, &[]));
        }
    }
});
