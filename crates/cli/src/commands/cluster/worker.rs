//! `andor worker`: threads for a coordinator elsewhere.

use super::settings;
use crate::Terminal;
use crate::arguments::WorkerArguments;
use crate::commands::Done;
use crate::commands::solve::stop_on_ctrl_c;
use crate::commands::table::open_tables;
use crate::exit::Exit;
use andor_cluster::nats::worker_port;
use andor_cluster::worker::{WorkerConfig, work};
use andor_core::InputError;
use andor_engine::Catalogue;
use andor_play::words::counted;
use serde_json::json;
use std::cell::RefCell;
use std::time::{SystemTime, UNIX_EPOCH};

pub(crate) fn run(
    catalogue: &Catalogue,
    arguments: &WorkerArguments,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    let name = match &arguments.name {
        Some(name) => checked_name(name)?,
        None => own_name(),
    };
    let mut config = WorkerConfig::new(arguments.threads as usize, arguments.memory);
    config.card = arguments.card()?;
    config.ahead = arguments.ahead as usize;
    config.queue_after = arguments.queue_after;
    config.tables = open_tables(catalogue, &arguments.table)?;
    config.graph = arguments.graph.as_ref().map(|file| format!("graph:{file}"));
    stop_on_ctrl_c(&config.interrupt);
    let threads = counted(arguments.threads, "thread");
    let nats = settings(&arguments.nats)?;
    terminal.note(&format!("{name}: {threads}, waiting for {}", nats.url));
    // Who connects and who works says something, but not at the same time.
    let terminal = RefCell::new(terminal);
    let say = |line: &str| terminal.borrow_mut().note(&format!("{name}: {line}"));
    let connect = |inbox| worker_port(&nats, &name, &config.interrupt, inbox, &mut { say });
    let worked = work(catalogue, &config, connect, &mut { say })?;
    let terminal = terminal.into_inner();
    let why = if worked.is_over { "all is over" } else { "interrupted" };
    if json {
        let row = json!({"worker": name, "jobs": worked.jobs, "over": worked.is_over, "garbled": worked.garbled});
        terminal.print(&row.to_string());
    } else {
        terminal.print(&format!("{name}: {why}, {} done", counted(worked.jobs, "job")));
    }
    Ok(if worked.is_over { Exit::Answered } else { Exit::Unknown })
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

fn checked_name(name: &str) -> Result<String, InputError> {
    if name.is_empty() || !name.chars().all(is_word) {
        let name = InputError::quote(name);
        let message = format!("--name {name}: letters, digits, - and _ make a name");
        return Err(InputError::new(message));
    }
    Ok(name.to_owned())
}

/// The machine's name, and a number that no other worker has.
fn own_name() -> String {
    let machine = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let machine: String = machine.trim().chars().filter(|&c| is_word(c)).take(40).collect();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    let machine = if machine.is_empty() { "worker".to_owned() } else { machine };
    format!("{machine}-{}-{:04x}", std::process::id(), now & 0xffff)
}
