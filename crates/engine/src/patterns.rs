//! Race patterns at the rim: the oracle for a game whose type is not known here.

use andor_core::{Game, InputError, Oracle};
use andor_games::breakthrough::Breakthrough;
use andor_tables::patterns::{PatternOracle, PatternSet};
use std::any::Any;

/// The set as an oracle for `game`.
///
/// # Errors
/// If the game is not Breakthrough, which alone has race patterns.
pub(crate) fn oracle<G: Game + 'static>(
    game: &G,
    set: &PatternSet,
) -> Result<Box<dyn Oracle<G>>, InputError> {
    let none = || {
        let (name, game) = (InputError::quote(&set.name), game.spec());
        InputError::new(format!("patterns {name} are for breakthrough, not for \"{game}\""))
    };
    let breakthrough = (game as &dyn Any).downcast_ref::<Breakthrough>().ok_or_else(none)?;
    let oracle: Box<dyn Oracle<Breakthrough>> = Box::new(PatternOracle::new(set, breakthrough));
    // The same type by another name, since this is Breakthrough.
    let mut made = Some(oracle);
    let made = (&mut made as &mut dyn Any).downcast_mut::<Option<Box<dyn Oracle<G>>>>();
    made.and_then(Option::take).ok_or_else(none)
}
