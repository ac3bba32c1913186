//! `andor solve --batch`: one JSON object a line in, one a line out, in order.

use super::Done;
use crate::progress::ProgressLine;
use crate::{Exit, Terminal};
use andor_core::InputError;
use andor_engine::{Catalogue, Request, Solved};
use serde_json::{Map, Value, json};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::sync::atomic::Ordering;

pub(super) fn run(
    catalogue: &Catalogue,
    game: Option<&str>,
    file: &Path,
    request: &Request,
    terminal: &mut Terminal<'_>,
) -> Done {
    let name = file.display().to_string();
    let open = |error: std::io::Error| {
        InputError::new(format!("batch file {}: {error}", InputError::quote(&name)))
    };
    let mut file = match name.as_str() {
        "-" => None,
        _ => Some(BufReader::new(File::open(file).map_err(open)?)),
    };
    let mut worst = Exit::Answered;
    let mut line = Vec::new();
    for number in 1u64.. {
        line.clear();
        let reader = match &mut file {
            Some(file) => file as &mut dyn BufRead,
            None => terminal.input(),
        };
        if reader.read_until(b'\n', &mut line).map_err(open)? == 0 {
            break;
        }
        if request.limits.interrupt.load(Ordering::Relaxed) {
            terminal.note(&format!("interrupted: lines from {number} on are not answered"));
            return Ok(worst.max(Exit::Unknown));
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let exit = match answer(catalogue, game, line.trim_ascii(), request, terminal) {
            Ok(Answer { object, notes, exit }) => {
                terminal.print(&Value::Object(object).to_string());
                for note in notes {
                    terminal.note(&format!("line {number}: {note}"));
                }
                exit
            }
            Err(why) => {
                terminal.print(&json!({"error": format!("line {number}: {why}")}).to_string());
                Exit::BadInput
            }
        };
        worst = worst.max(exit);
    }
    Ok(worst)
}

/// The answer to one line.
struct Answer {
    /// Its own fields, then the row's.
    object: Map<String, Value>,
    /// What else is to be said.
    notes: Vec<String>,
    exit: Exit,
}

fn answer(
    catalogue: &Catalogue,
    game: Option<&str>,
    line: &[u8],
    request: &Request,
    terminal: &Terminal<'_>,
) -> Result<Answer, String> {
    let shown = InputError::quote(&String::from_utf8_lossy(line));
    let value: Value = serde_json::from_slice(line)
        .map_err(|error| format!("{shown} is not a JSON object: {error}"))?;
    let Value::Object(mut object) = value else {
        return Err(format!("{shown} is not a JSON object"));
    };
    let text = |name: &str| match object.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(other) => Err(format!("{name} {other} is not a string")),
    };
    let spec = text("game")?.or_else(|| game.map(str::to_owned));
    let spec = spec.ok_or_else(|| format!("{shown} names no game"))?;
    let position = text("position")?.ok_or_else(|| format!("{shown} has no position"))?;
    let game = catalogue.game(&spec).map_err(|error| error.to_string())?;
    let position = game.position(Some(&position), &[]).map_err(|error| error.to_string())?;
    let mut observer = ProgressLine::new(terminal.is_watched());
    let Solved { row, failure, mut notes, .. } =
        game.solve(&position, request, &mut observer).map_err(|error| error.to_string())?;
    let exit = match (&failure, row.value.as_str()) {
        (Some(_), _) => Exit::Rejected,
        (None, "unknown") => Exit::Unknown,
        _ => Exit::Answered,
    };
    let Ok(Value::Object(fields)) = serde_json::to_value(&row) else {
        unreachable!("a row is an object")
    };
    object.extend(fields);
    notes.extend(failure.map(|failure| format!("the proof does not hold: {failure}")));
    Ok(Answer { object, notes, exit })
}
