//! Any text as a position and a move of any game: both implementations read it alike, what is read
//! is written as it will be read again, and what is refused is refused in one short line.
#![no_main]

use andor_core::{Game, Rules};
use andor_fuzz::{Choices, check_refusal};
use andor_games::{Visitor, visit};
use libfuzzer_sys::fuzz_target;

/// A position, and a move in it.
struct Read<'a>(&'a str, &'a str);

impl Visitor for Read<'_> {
    type Output = ();

    fn visit<G: Game + 'static, R: Rules + 'static>(self, game: G, reference: R, _: bool) {
        let Read(text, move_text) = self;
        let (ours, theirs) = (game.parse_position(text), reference.parse_position(text));
        let (ours, theirs) = match (ours, theirs) {
            (Ok(ours), Ok(theirs)) => (ours, theirs),
            (Err(ours), Err(theirs)) => {
                // Each in its own words.
                check_refusal(&theirs.to_string());
                return check_refusal(&ours.to_string());
            }
            (ours, theirs) => panic!("{text:?} is {ours:?} and, by the reference, {theirs:?}"),
        };
        let (mut bytes, mut reference_bytes) = (Vec::new(), Vec::new());
        game.encode(&ours, &mut bytes);
        reference.encode(&theirs, &mut reference_bytes);
        assert_eq!(bytes, reference_bytes);
        let written = game.position_text(&ours);
        assert_eq!(game.parse_position(&written).as_ref(), Ok(&ours));
        game.draw(&ours);

        let (mv, same) =
            (game.parse_move(&ours, move_text), reference.parse_move(&theirs, move_text));
        match (mv, same) {
            (Ok(mv), Ok(same)) => assert_eq!(game.move_code(mv), reference.move_code(same)),
            (Err(mv), Err(_)) => check_refusal(&mv.to_string()),
            (mv, same) => panic!("{move_text:?} is {mv:?} and, by the reference, {same:?}"),
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices(bytes);
    let Some(game) = choices.game() else { return };
    let Ok(text) = std::str::from_utf8(choices.0) else { return };
    let (position, mv) = text.split_once('\n').unwrap_or((text, "a1-a2"));
    visit(game, Read(position, mv)).expect("a game of the list");
});
