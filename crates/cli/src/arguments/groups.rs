//! The help in groups: commands by what they are for, options by what they are about. An option is in the same
//! group under every command; those without a group are the common ones, and come first.

use crate::terminal::columns;
use crate::wording::indented;
use andor_engine::settings::SETTINGS;
use clap::{Arg, Command, value_parser};
use std::path::PathBuf;

const COMMANDS: [(&str, &[&str]); 8] = [
    ("Solve", &["solve", "verify", "explain"]),
    ("Look", &["games", "show", "moves", "perft", "devices"]),
    ("Play", &["play", "analyze", "match", "engine", "web", "site"]),
    ("Recorded games", &["check", "convert"]),
    ("Tables and patterns", &["table", "patterns"]),
    ("Many machines", &["coordinate", "worker", "status", "cluster"]),
    ("Laboratory", &["bench", "lab", "tune", "tune-leaf", "learn"]),
    ("The program", &["help", "version", "completions", "man"]),
];

const SEARCH: &str = "Search";
const LIMITS: &str = "Limits";
const TABLES: &str = "Tables and patterns";

/// The groups in the order in which help has them, below the common options.
const OPTIONS: [(&str, &[&str]); 7] = [
    (
        "Server",
        &[
            "config",
            "listen",
            "run",
            "user",
            "password-file",
            "nkey",
            "tls-ca",
            "tls-cert",
            "tls-key",
        ],
    ),
    ("Openings", &["openings", "opening-plies", "opening-count"]),
    (
        LIMITS,
        &[
            "threads",
            "time",
            "tc",
            "nodes",
            "expansions",
            "tree-nodes",
            "proof-nodes",
            "memory",
            "device-memory",
            "depth",
            "positions",
            "limit-positions",
            "margin",
            "most-plies",
            "lease",
            "deadline",
            "checkers",
            "ahead",
            "queue-after",
            "at-a-time",
        ],
    ),
    ("Model", &["passes", "units", "rate"]),
    ("Files", &["checkpoint", "checkpoint-every", "resume", "save", "out", "export", "force"]),
    (SEARCH, &["goal"]),
    (TABLES, &["table", "tables", "zone", "leaves", "patterns"]),
];

/// Commands that may build or read a zone table; the others have `--tables`, and do not show it.
const HAVE_ZONES: [&str; 7] =
    ["solve", "engine", "coordinate", "worker", "cluster", "tune", "bench"];

/// The group of an option, where methods have settings or not.
fn group(option: &str, has_settings: bool) -> Option<&'static str> {
    let named = OPTIONS.iter().find(|(_, options)| options.contains(&option));
    let is_setting = || has_settings && SETTINGS.iter().any(|setting| setting.name == option);
    named.map(|(group, _)| *group).or_else(|| is_setting().then_some(SEARCH))
}

/// The same command line, with its help in groups.
pub(super) fn grouped(command: Command) -> Command {
    let command = command.mut_subcommands(|sub| {
        if HAVE_ZONES.contains(&sub.get_name()) { sub } else { sub.arg(hidden_tables()) }
    });
    let overview = overview(&command);
    options_grouped(command).help_template(format!(
        "{{about}}\n\n{{usage-heading}} {{usage}}\n\n{overview}Options:\n{{options}}\n\n\
         {{name}} help COMMAND says more, {{name}} COMMAND -h less."
    ))
}

fn options_grouped(command: Command) -> Command {
    let has_settings = command.get_arguments().any(|option| option.get_long() == Some("goal"));
    let command = command.mut_args(|option| {
        match option.get_long().and_then(|name| group(name, has_settings)) {
            Some(group) => option.help_heading(group),
            None => option,
        }
    });
    command.mut_subcommands(options_grouped)
}

fn hidden_tables() -> Arg {
    let option = Arg::new("tables").long("tables").value_name("DIR");
    option.value_parser(value_parser!(PathBuf)).hide(true)
}

/// All commands, with what each is about.
fn overview(command: &Command) -> String {
    const INDENT: usize = 14;
    let mut text = String::new();
    for (group, names) in COMMANDS {
        let rows = names.iter().filter_map(|&name| {
            let known = command.find_subcommand(name).and_then(Command::get_about);
            let about = known.map(ToString::to_string);
            // clap adds this one by itself, later.
            let about =
                about.or_else(|| (name == "help").then(|| "Explain a command".to_owned()))?;
            Some(format!("  {name:<INDENT$}{}\n", indented(&about, INDENT + 2, columns())))
        });
        let rows: String = rows.collect();
        if !rows.is_empty() {
            text.push_str(&format!("{group}:\n{rows}\n"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{COMMANDS, HAVE_ZONES, OPTIONS};
    use crate::arguments::command;
    use crate::program::Program;
    use clap::Command;

    fn all(command: &Command) -> Vec<&Command> {
        let below = command.get_subcommands().flat_map(all);
        std::iter::once(command).chain(below).collect()
    }

    #[test]
    fn every_command_and_every_group_has_its_place() {
        let command = command(Program::ANDOR);
        let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        for name in &names {
            let groups = COMMANDS.iter().filter(|(_, names)| names.contains(name));
            assert_eq!(groups.count(), 1, "{name}");
        }
        assert!(HAVE_ZONES.iter().all(|name| names.contains(name)));
        let longs: Vec<&str> = all(&command)
            .into_iter()
            .flat_map(|command| command.get_arguments().filter_map(|option| option.get_long()))
            .collect();
        for option in OPTIONS.iter().flat_map(|(_, options)| *options) {
            assert!(longs.contains(option), "no command has --{option}");
        }
    }

    #[test]
    fn groups_come_in_one_order() {
        let place = |group: &str| OPTIONS.iter().position(|(known, _)| *known == group);
        for command in all(&command(Program::ANDOR)) {
            let shown = command.get_arguments().filter(|option| !option.is_hide_set());
            let mut groups: Vec<&str> = Vec::new();
            for group in shown.filter_map(|option| option.get_help_heading()) {
                if !groups.contains(&group) {
                    groups.push(group);
                }
            }
            let name = command.get_name();
            assert!(groups.is_sorted_by_key(|group| place(group)), "{name}: {groups:?}");
        }
    }

    #[test]
    fn the_common_options_are_few() {
        for command in all(&command(Program::ANDOR)) {
            let common = command.get_arguments().filter(|option| {
                option.get_long().is_some()
                    && option.get_help_heading().is_none()
                    && !option.is_hide_set()
            });
            let common: Vec<_> = common.filter_map(|option| option.get_long()).collect();
            assert!(common.len() <= 10, "{}: {common:?}", command.get_name());
        }
    }
}
