//! What an announcement asks for, before a worker takes it up: nothing in a message makes it open a file.

use super::WorkerConfig;
use andor_core::InputError;
use andor_engine::remote::JobSubject;
use andor_engine::{AnyGame, Catalogue};

/// The game that is announced, if this worker has the same one.
///
/// # Errors
/// If it is not known here, has other rules, or is a file that nobody here has named.
pub(super) fn game_of(
    catalogue: &Catalogue,
    config: &WorkerConfig,
    subject: &JobSubject,
) -> Result<Box<dyn AnyGame>, InputError> {
    let quoted = InputError::quote(&subject.game);
    // A game that says nothing of files may read one all the same.
    let is_suspicious =
        catalogue.reads_a_file(&subject.game)? || subject.game.contains(['/', '\\']);
    if is_suspicious && config.graph.as_ref() != Some(&subject.game) {
        let message = format!(
            "the run is about {quoted}, and no file is opened because a message names it: --graph does"
        );
        return Err(InputError::new(message));
    }
    let game = catalogue.game(&subject.game)?;
    if game.content() != subject.content {
        let message = format!("the coordinator's file of {quoted} is not this worker's");
        return Err(InputError::new(message));
    }
    if game.fingerprint() != subject.fingerprint {
        let message = format!("the coordinator's rules of {quoted} are not this worker's");
        return Err(InputError::new(message));
    }
    Ok(game)
}
