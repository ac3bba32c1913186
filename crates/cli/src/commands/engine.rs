//! `andor engine`: speaks a protocol on stdin and stdout (docs/use/engine.md).

use super::{Done, game_or_usual};
use crate::arguments::{EngineArguments, ProtocolName};
use crate::{Exit, Terminal};
use andor_engine::Catalogue;
use andor_play::{DEFAULT_PLAYER, Desk, Lanes, Output, speak_gtp, speak_json, speak_ugi};

pub(crate) fn run(
    catalogue: &Catalogue,
    arguments: &EngineArguments,
    terminal: &mut Terminal<'_>,
) -> Done {
    let EngineArguments { game, player, gtp_moves, .. } = arguments;
    let game = game_or_usual(catalogue, game.as_deref())?;
    let (input, out) = terminal.streams();
    let out = Output::new(out);
    match arguments.protocol {
        ProtocolName::Ugi => speak_ugi(catalogue, game, player, input, &out)?,
        ProtocolName::Gtp => {
            speak_gtp(catalogue, game, player, *gtp_moves, input, &out)?;
        }
        ProtocolName::Json => {
            let processors = || std::thread::available_parallelism().map_or(1, usize::from);
            let at_a_time = match arguments.at_a_time {
                0 => processors(),
                number => number.min(256),
            };
            let desk = Desk::new(catalogue, game, player)?;
            speak_json(&desk, &Lanes { at_a_time, turnstile: None }, input, &out);
        }
    }
    Ok(Exit::Answered)
}

/// `andor` without a word, with a program on the other side.
pub(crate) fn speak(catalogue: &Catalogue, game: &str, terminal: &mut Terminal<'_>) -> Done {
    let (input, out) = terminal.streams();
    speak_ugi(catalogue, game, DEFAULT_PLAYER, input, &Output::new(out))?;
    Ok(Exit::Answered)
}
