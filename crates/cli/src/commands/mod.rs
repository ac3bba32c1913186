//! One file a command.

pub(crate) mod bench;
pub(crate) mod explain;
pub(crate) mod games;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod verify;

use crate::Terminal;
use crate::arguments::Place;
use crate::exit::{Exit, Failure};
use andor_engine::{AnyGame, Catalogue};

/// What a command comes to.
pub(crate) type Done = Result<Exit, Failure>;

/// `andor` alone.
pub(crate) fn first_steps(terminal: &mut Terminal<'_>) -> Done {
    terminal.print(
        "andor proves things about two-player games. Three commands to try:\n\
         \n\
         \x20 andor solve breakthrough:4x5 --proof 4x5.proof   solve a board, keep the certificate\n\
         \x20 andor verify 4x5.proof                           check it with the rules alone\n\
         \x20 andor play --proof 4x5.proof                     try to beat it\n\
         \n\
         andor games lists the games, andor --help all commands.",
    );
    Ok(Exit::Answered)
}

/// Moves separated by spaces.
pub(crate) fn words(moves: Option<&str>) -> Vec<String> {
    moves.unwrap_or_default().split_whitespace().map(str::to_owned).collect()
}

/// The game and the position text that the words on the command line mean.
pub(crate) fn find(
    catalogue: &Catalogue,
    place: &Place,
) -> Result<(Box<dyn AnyGame>, String), Failure> {
    let game = catalogue.game(&place.game)?;
    let position = game.position(place.position.as_deref(), &words(place.moves.as_deref()))?;
    Ok((game, position))
}
