//! A command line that cannot be read: one line that says why, what was probably meant, and where the help is.

use andor_core::InputError;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};
use std::ffi::OsString;

/// The line about `error`, found in these words.
pub(crate) fn refusal(error: &Error, mut command: &Command, words: &[OsString]) -> String {
    let mut name = command.get_name().to_owned();
    for word in words.iter().skip(1) {
        if let Some(below) = word.to_str().and_then(|word| command.find_subcommand(word)) {
            command = below;
            name = format!("{name} {}", command.get_name());
        }
    }
    let which = [ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand, ErrorKind::MissingSubcommand];
    let line = if which.contains(&error.kind()) {
        let names = command.get_subcommands().map(Command::get_name);
        let names: Vec<&str> = names.filter(|name| *name != "help").collect();
        format!("error: which command? {name} {}", names.join("|"))
    } else {
        // clap's first paragraph says what is wrong; the rest is advice and usage.
        let text = error.render().to_string();
        let first = text.split("\n\n").next().unwrap_or_default();
        shorten(&first.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let meant = meant(error).map_or(String::new(), |meant| format!("; did you mean {meant}?"));
    format!("{line}{meant} ({name} --help)")
}

/// What was probably meant by a word that is not known.
fn meant(error: &Error) -> Option<String> {
    let kinds =
        [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    let quoted = |word: &String| format!("'{word}'");
    match kinds.into_iter().find_map(|kind| error.get(kind))? {
        ContextValue::String(word) => Some(quoted(word)),
        // The likeliest is the last.
        ContextValue::Strings(words) => words.last().map(quoted),
        _ => None,
    }
}

/// Cuts the middle out of a line that quotes a word of any length.
fn shorten(line: &str) -> String {
    const SIDE: usize = 200;
    let line = InputError::printable(line, usize::MAX);
    let length = line.chars().count();
    if length <= 2 * SIDE {
        return line;
    }
    let end: String = line.chars().skip(length - SIDE).collect();
    InputError::printable(&line, SIDE) + &end
}
