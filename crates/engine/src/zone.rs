//! Zone tables at the rim: the one that a search asks is chosen, and found or built.

use crate::device::zone_on_card;
use crate::error::EngineError;
use crate::method::Method;
use crate::solve::{Request, threads};
use andor_core::{Game, InputError, Limits, Observer, Rules, Silent};
use andor_tables::TableError;
use andor_tables::zone::{ZoneChoice, ZoneShape, ZoneTable, zone_for};
use std::sync::Arc;

/// A run of a cluster with a larger table is refused.
const MOST_BYTES: u64 = 8 << 30;

/// The zone table that is asked for, or that the method takes by itself.
pub(crate) fn zone_table<G: Game>(
    game: &G,
    request: &Request,
    memory: u64,
    observer: &mut dyn Observer,
) -> Result<Option<Arc<ZoneTable>>, EngineError> {
    let method = request.settings.method;
    let knowledge = request.settings.knowledge != Some(false);
    let choice = match request.zone {
        Some(ZoneChoice::Auto | ZoneChoice::Rows(_)) if !knowledge => {
            let message = "--zone is static knowledge, which --knowledge off forbids";
            return Err(InputError::new(message).into());
        }
        Some(choice) => choice,
        None if method == Method::Auto && knowledge => ZoneChoice::Auto,
        None if request.settings.device.is_some() => ZoneChoice::Auto,
        None => ZoneChoice::Off,
    };
    if choice != ZoneChoice::Off && request.zone.is_some() && method == Method::Retrograde {
        let message = "method \"retrograde\" looks at everything, and asks no zone table";
        return Err(InputError::new(message).into());
    }
    let Some(board) = game.race_board() else {
        return match choice {
            ZoneChoice::Rows(rows) => {
                let spec = game.spec();
                let message =
                    format!("--zone \"{rows}\": {spec} is no race and has no zone tables");
                Err(InputError::new(message).into())
            }
            ZoneChoice::Auto | ZoneChoice::Off => Ok(None),
        };
    };
    let Some(shape) = choice.shape(board, memory).map_err(as_input)? else {
        return Ok(None);
    };
    let limits = &request.limits;
    Ok(Some(match request.settings.device {
        Some(card) => zone_on_card(card, shape, limits, observer).map_err(as_input)?,
        None => zone_for(shape, threads(0), limits, observer)?,
    }))
}

/// What cannot be done is the fault of who asks.
fn as_input(error: TableError) -> EngineError {
    match error {
        TableError::Impossible(why) => InputError::new(format!("--zone: {why}")).into(),
        other => other.into(),
    }
}

/// The zone table of so many rows that a coordinator asks its workers to use; it may take half of the
/// memory.
pub(crate) fn workers_zone<R: Rules>(
    rules: &R,
    rows: u32,
    limits: &Limits,
) -> Result<Arc<ZoneTable>, InputError> {
    let refuse = |why: String| InputError::new(format!("the run has --zone {rows}: {why}"));
    let shape = shape_of_rows(rules, rows).map_err(refuse)?;
    let (bytes, memory) = (shape.bytes(), limits.memory);
    if bytes > memory / 2 {
        return Err(refuse(format!("its table takes {bytes} bytes, more than half of {memory}")));
    }
    let zone = zone_for(shape, threads(0), limits, &mut Silent);
    zone.map_err(|error| refuse(error.to_string()))
}

/// The shape of a table of so many rows.
fn shape_of_rows<R: Rules>(rules: &R, rows: u32) -> Result<ZoneShape, String> {
    let board = rules.race_board().ok_or_else(|| format!("{} has no such table", rules.spec()))?;
    let shape = ZoneShape::new(board, rows as usize).map_err(|error| error.to_string())?;
    match shape.bytes() {
        bytes if bytes > MOST_BYTES => Err(format!("it would take {bytes} bytes")),
        _ => Ok(shape),
    }
}
