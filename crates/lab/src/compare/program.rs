//! Another program as a contender: it reads a position and prints a value.
//!
//! For every position it is started anew, and gets one line, an object with `game`, `position` and `nodes` (the limit), as
//! `andor solve --batch -` reads them. It answers with a line: an object with `value` and, if it counts, `nodes`; or
//! the value alone. Values are `win`, `not-win`, `draw`, `loss` and `unknown`, of the side to move.

use andor_core::InputError;
use andor_engine::Value as Claimed;
use andor_play::command_words;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How the text of such a contender begins.
pub(super) const PREFIX: &str = "program:";

/// A program by its command line.
pub(super) struct Program {
    text: String,
    command: Vec<String>,
}

/// What it said.
pub(super) struct Answer {
    pub(super) value: Claimed,
    pub(super) nodes: Option<u64>,
}

impl Program {
    /// Reads `program:COMMAND`.
    pub(super) fn parse(text: &str) -> Result<Program, InputError> {
        let refuse =
            |why: &str| InputError::new(format!("contender {}: {why}", InputError::quote(text)));
        let words = command_words(text.strip_prefix(PREFIX).unwrap_or(text));
        let command = words.ok_or_else(|| refuse("a quote is not closed"))?;
        if command.is_empty() {
            return Err(refuse("the command of the program is missing"));
        }
        Ok(Program { text: text.to_owned(), command })
    }

    /// Asks about a position; nothing if it was stopped.
    pub(super) fn ask(
        &self,
        game: &str,
        position: &str,
        nodes: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Answer>, InputError> {
        let refuse = |why: String| {
            InputError::new(format!("contender {}: {why}", InputError::quote(&self.text)))
        };
        let mut child = Command::new(&self.command[0])
            .args(&self.command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| refuse(error.to_string()))?;
        let line = json!({"game": game, "position": position, "nodes": nodes}).to_string();
        let mut input = child.stdin.take().expect("it is a pipe");
        // Who does not read the line says something all the same, or nothing, which is told below.
        let _ = writeln!(input, "{line}");
        drop(input);
        let told = first_line(&mut child, stop);
        let _ = child.kill();
        let _ = child.wait();
        match told {
            None => Ok(None),
            Some(told) => read(&told).map(Some).ok_or_else(|| {
                refuse(format!("it said {}, which is no value", InputError::quote(told.trim())))
            }),
        }
    }
}

/// The first line that a program says; nothing if it was stopped.
fn first_line(child: &mut Child, stop: &AtomicBool) -> Option<String> {
    let output = child.stdout.take().expect("it is a pipe");
    let (sender, said) = channel();
    thread::spawn(move || {
        let mut line = String::new();
        let _ = BufReader::new(output).read_line(&mut line);
        let _ = sender.send(line);
    });
    loop {
        match said.recv_timeout(Duration::from_millis(20)) {
            Ok(line) => return Some(line),
            Err(RecvTimeoutError::Timeout) if !stop.load(Ordering::Relaxed) => {}
            Err(_) => return None,
        }
    }
}

/// A value, alone or in an object.
fn read(line: &str) -> Option<Answer> {
    let object: Option<Value> = serde_json::from_str(line).ok();
    let (word, nodes) = match &object {
        Some(object) => (object["value"].as_str()?, object["nodes"].as_u64()),
        None => (line.trim(), None),
    };
    let value = serde_json::from_value(Value::from(word)).ok()?;
    Some(Answer { value, nodes })
}

#[cfg(test)]
mod tests {
    use super::{Program, read};
    use andor_engine::Value;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn values_are_read_alone_and_in_objects() {
        let alone = read("win\n").unwrap();
        assert_eq!((alone.value, alone.nodes), (Value::Win, None));
        let object = read("{\"value\":\"not-win\",\"nodes\":12}").unwrap();
        assert_eq!((object.value, object.nodes), (Value::NotWin, Some(12)));
        for bad in ["", "perhaps", "{}", "{\"value\":3}"] {
            assert!(read(bad).is_none(), "{bad:?}");
        }
        for bad in ["program:", "program:'x"] {
            let error = Program::parse(bad).err().unwrap().to_string();
            assert!(error.starts_with("contender \"program:"), "{error}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn a_program_answers_is_stopped_or_makes_no_sense() {
        let ask = |command: &str, stopped: bool| {
            let stop = AtomicBool::new(stopped);
            Program::parse(command).unwrap().ask("loa", "x", 5, &stop)
        };
        let answer = ask("program:sh -c 'read line; echo loss'", false).unwrap().unwrap();
        assert_eq!(answer.value, Value::Loss);
        assert!(ask("program:sleep 60", true).unwrap().is_none());
        let error = ask("program:echo hello", false).err().unwrap().to_string();
        assert!(error.contains("\"hello\""), "{error}");
        assert!(ask("program:/no/such/program", false).is_err());
    }
}
