//! `andor devices`: the cards that can search.

use super::Done;
use crate::{Exit, Terminal};
use andor_core::InputError;
use andor_core::figures::size;
use andor_engine::{CardInfo, cards};
use serde_json::json;

pub(crate) fn run(json: bool, terminal: &mut Terminal<'_>) -> Done {
    let found = cards().map_err(|error| InputError::new(error.to_string()))?;
    for CardInfo { ordinal, name, bytes, multiprocessors, capability: (major, minor) } in found {
        let device = format!("cuda:{ordinal}");
        if json {
            let row = json!({
                "device": device,
                "name": name,
                "memory_bytes": bytes,
                "multiprocessors": multiprocessors,
                "capability": format!("{major}.{minor}"),
            });
            terminal.print(&row.to_string());
            continue;
        }
        let bytes = size(bytes);
        terminal.print(&format!(
            "{device}  {name}, {bytes}, {multiprocessors} multiprocessors, compute capability {major}.{minor}"
        ));
    }
    Ok(Exit::Answered)
}
