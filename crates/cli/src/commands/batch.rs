//! `--batch`: one JSON object a line in, one a line out, in order.
//!
//! What is asked about each position is the command's business; reading lines, finding games and
//! reporting bad lines is done here for all of them.

use super::{Done, words};
use crate::{Exit, Terminal};
use andor_core::InputError;
use andor_core::board::WALL;
use andor_engine::{AnyGame, Catalogue, Line};
use serde_json::{Map, Value, json};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// The longest line that is read, in bytes; the rest of a longer one is passed over.
const LONGEST_LINE: u64 = 1 << 20;

/// What a command says about one position.
pub(super) struct Answer {
    /// An object, whose fields follow the line's own.
    pub(super) fields: Value,
    /// What else is to be said.
    pub(super) notes: Vec<String>,
    pub(super) exit: Exit,
}

/// Gives every line's game and position to `answer`. A line without a game is about `game`.
pub(super) fn run(
    catalogue: &Catalogue,
    game: Option<&str>,
    file: &Path,
    interrupt: &AtomicBool,
    terminal: &mut Terminal<'_>,
    mut answer: impl FnMut(&dyn AnyGame, &Line, &Terminal<'_>) -> Result<Answer, String>,
) -> Done {
    if let Some(spec) = game {
        catalogue.game(spec)?;
    }
    let name = file.display().to_string();
    let open = |error: io::Error| {
        InputError::new(format!("batch file {}: {error}", InputError::quote(&name)))
    };
    let mut file = match name.as_str() {
        "-" => None,
        _ => Some(BufReader::new(File::open(file).map_err(open)?)),
    };
    let mut games = Games { catalogue, default: game, last: None };
    let mut worst = Exit::Answered;
    let mut line = Vec::new();
    for number in 1u64.. {
        let reader = match &mut file {
            Some(file) => file as &mut dyn BufRead,
            None => terminal.input(),
        };
        let whole = match read_line(reader, &mut line).map_err(open)? {
            Some(whole) => whole,
            None => break,
        };
        if interrupt.load(Ordering::Relaxed) {
            terminal.note(&format!("interrupted: lines from {number} on are not answered"));
            return Ok(worst.max(Exit::Unknown));
        }
        if line.iter().all(u8::is_ascii_whitespace) && whole {
            continue;
        }
        let read = if whole { games.read(line.trim_ascii()) } else { Err(too_long(&line)) };
        let answered = read.and_then(|Understood { mut object, game, line }| {
            let answer = answer(game, &line, terminal)?;
            let Value::Object(fields) = answer.fields else {
                unreachable!("an answer is an object")
            };
            object.extend(fields);
            Ok((object, answer.notes, answer.exit))
        });
        worst = worst.max(match answered {
            Ok((object, notes, exit)) => {
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
        });
    }
    Ok(worst)
}

/// Reads a line, up to its longest; `None` at the end, `Some(false)` if some of it was left out.
fn read_line(reader: &mut dyn BufRead, line: &mut Vec<u8>) -> io::Result<Option<bool>> {
    line.clear();
    if reader.take(LONGEST_LINE).read_until(b'\n', line)? == 0 {
        return Ok(None);
    }
    let mut ended = line.ends_with(b"\n") || (line.len() as u64) < LONGEST_LINE;
    let whole = ended;
    while !ended {
        let more = reader.fill_buf()?;
        let end = more.iter().position(|&byte| byte == b'\n');
        ended = more.is_empty() || end.is_some();
        let passed = end.map_or(more.len(), |end| end + 1);
        reader.consume(passed);
    }
    Ok(Some(whole))
}

fn too_long(line: &[u8]) -> String {
    let shown = InputError::quote(&String::from_utf8_lossy(&line[..100.min(line.len())]));
    format!("{shown} is longer than {} MiB", LONGEST_LINE >> 20)
}

/// A line that was understood.
struct Understood<'a> {
    object: Map<String, Value>,
    game: &'a dyn AnyGame,
    line: Line,
}

/// The moves before the position of a line, as rows have them: where they begin, and which they are.
fn history(object: &Map<String, Value>) -> Result<Option<(String, Vec<String>)>, String> {
    let before = match object.get("history") {
        None | Some(Value::Null) => return Ok(None),
        Some(before) => before,
    };
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let start = before.get("start").and_then(text);
    let moves = before.get("moves").and_then(Value::as_array);
    let moves = moves.and_then(|moves| moves.iter().map(text).collect::<Option<Vec<String>>>());
    let both = start.zip(moves);
    let shown = || InputError::quote(&before.to_string());
    both.map(Some).ok_or_else(|| format!("history {} has no start or no moves", shown()))
}

/// The moves that are to be played: a text, as on the command line, or a list, as in the JSON protocol.
/// But beside a position a list is what `moves` and `show` say of it.
fn moves(object: &Map<String, Value>, has_position: bool) -> Result<Option<Vec<String>>, String> {
    match object.get("moves") {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(words(Some(text)))),
        Some(_) if has_position => Ok(None),
        Some(list) => {
            let texts = |list: &Vec<Value>| {
                list.iter().map(|text| text.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>()
            };
            let texts = list.as_array().and_then(texts);
            let shown = || InputError::quote(&list.to_string());
            texts.map(Some).ok_or_else(|| format!("moves {} is no list of texts", shown()))
        }
    }
}

/// The games that lines ask for. The last one is kept: most files are about one game.
struct Games<'a> {
    catalogue: &'a Catalogue,
    default: Option<&'a str>,
    last: Option<(String, Box<dyn AnyGame>)>,
}

impl Games<'_> {
    /// The fields of a line, its game and its position.
    fn read(&mut self, line: &[u8]) -> Result<Understood<'_>, String> {
        let shown = InputError::quote(&String::from_utf8_lossy(line));
        let value: Value = serde_json::from_slice(line)
            .map_err(|error| format!("{shown} is not a JSON object: {error}"))?;
        let Value::Object(mut object) = value else {
            return Err(format!("{shown} is not a JSON object"));
        };
        let text = |name: &str| match object.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(other) => {
                let other = InputError::quote(&other.to_string());
                Err(format!("{name} {} is not a string", other.trim_matches('"')))
            }
        };
        let spec = text("game")?.or_else(|| self.default.map(str::to_owned));
        let spec = spec.ok_or_else(|| format!("{shown} names no game"))?;
        let position = text("position")?;
        let moves = moves(&object, position.is_some())?;
        if position.is_none() && moves.is_none() {
            return Err(format!("{shown} has no position"));
        }
        if moves.is_some() {
            object.remove("moves");
        }
        let moves = moves.unwrap_or_default();
        // Walls are the game's, so each such text may be of another one.
        let has_walls = position.as_ref().is_some_and(|text| text.contains(WALL));
        if has_walls || self.last.as_ref().is_none_or(|(known, _)| *known != spec) {
            let game = self.catalogue.game_at(&spec, position.as_deref());
            let game = game.map_err(|error| error.to_string())?;
            self.last = Some((if has_walls { game.spec() } else { spec }, game));
        }
        let (_, game) = self.last.as_ref().expect("it was just made");
        let read = |start: Option<&str>, moves: &[String]| {
            game.position(start, moves).map_err(|error| error.to_string())
        };
        let mut line = read(position.as_deref(), &moves)?;
        if let Some((start, moves)) = history(&object)? {
            let here = line.text().to_owned();
            line = read(Some(&start), &moves)?;
            if line.text() != here {
                let (leads, here) = (InputError::quote(line.text()), InputError::quote(&here));
                return Err(format!("history leads to {leads}, not to {here}"));
            }
        }
        Ok(Understood { object, game: &**game, line })
    }
}
