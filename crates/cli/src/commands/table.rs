//! `andor table`: builds endgame tables, checks them, and looks positions up.

use super::solve::stop_on_ctrl_c;
use super::{Done, about_file, checked_file, words};
use crate::arguments::{
    TableArguments, TableBuildArguments, TableCommand, TableInfoArguments, TableProbeArguments,
    TableVerifyArguments,
};
use crate::exit::Failure;
use crate::overwrite::Kind;
use crate::progress::ProgressLine;
use crate::{Exit, Terminal};
use andor_core::figures::{short, size, thousands};
use andor_core::{InputError, Limits};
use andor_engine::{
    AnyGame, Catalogue, RememberedKind, Table, TableFile, TableValue, Verification, checksum,
    is_remembered, remember,
};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

pub(crate) fn run(
    catalogue: &Catalogue,
    arguments: &TableArguments,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    match &arguments.command {
        TableCommand::Build(arguments) => build(catalogue, arguments, json, terminal),
        TableCommand::Verify(arguments) => verify(catalogue, arguments, json, terminal),
        TableCommand::Probe(arguments) => probe(catalogue, arguments, json, terminal),
        TableCommand::Info(arguments) => info(catalogue, arguments, json, terminal),
    }
}

/// Opens a table, with the game that it is about.
fn open(catalogue: &Catalogue, file: &Path) -> Result<(Box<dyn AnyGame>, Arc<Table>), Failure> {
    let opened = || -> Result<(Box<dyn AnyGame>, Arc<Table>), Failure> {
        let opened = TableFile::open(file)?;
        let game = catalogue.game(opened.spec())?;
        let table = game.table(opened)?;
        Ok((game, table))
    };
    opened().map_err(|failure| about_file(file, failure))
}

/// Opens the tables of `--table`.
pub(crate) fn open_tables(
    catalogue: &Catalogue,
    files: &[PathBuf],
) -> Result<Vec<Arc<Table>>, Failure> {
    files.iter().map(|file| open(catalogue, file).map(|(_, table)| table)).collect()
}

/// The file name of a table where none is given.
fn default_name(spec: &str, pieces: u32) -> PathBuf {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let name: String = spec.chars().map(plain).collect();
    PathBuf::from(format!("{name}-{pieces}.table"))
}

fn build(
    catalogue: &Catalogue,
    arguments: &TableBuildArguments,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    let game = catalogue.game(&arguments.game)?;
    let pieces = arguments.pieces;
    let out = arguments.out.clone().unwrap_or_else(|| default_name(&game.spec(), pieces));
    check_folder(&out)?;
    arguments.overwrite.check("--out", &out, Kind::Table)?;
    let mut limits = Limits::default();
    limits.memory = arguments.memory.unwrap_or(limits.memory);
    stop_on_ctrl_c(&limits.interrupt);
    let start = Instant::now();
    let mut observer = ProgressLine::new(terminal.is_watched());
    game.build_table(pieces, &out, arguments.threads, &limits, &mut observer)?;
    observer.finish();
    let seconds = start.elapsed().as_secs_f64();
    let (_, table) = open(catalogue, &out)?;
    let mut object = describe(&out, &table);
    object["seconds"] = json!(seconds);
    if json {
        terminal.print(&object.to_string());
        return Ok(Exit::Answered);
    }
    print(&table, terminal);
    let positions = object["positions"].as_u64().unwrap_or(0);
    terminal.tell(&format!(
        "built in {seconds:.2} s, {} positions/s, written to {}",
        short(positions as f64 / seconds.max(1e-6)),
        out.display()
    ));
    Ok(Exit::Answered)
}

fn info(
    catalogue: &Catalogue,
    arguments: &TableInfoArguments,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    let (_, table) = open(catalogue, &arguments.file)?;
    if json {
        terminal.print(&describe(&arguments.file, &table).to_string());
    } else {
        print(&table, terminal);
    }
    Ok(Exit::Answered)
}

/// A table as JSON.
fn describe(file: &Path, table: &Table) -> Value {
    let header = table.file();
    let sum = |count: fn(&andor_engine::TableCounts) -> u64| -> u64 {
        header.slices().iter().map(|slice| count(&slice.counts)).sum()
    };
    json!({
        "file": file.display().to_string(),
        "game": header.spec(),
        "pieces": header.pieces(),
        "checksum": checksum(table),
        "positions": sum(|counts| counts.positions()),
        "wins": sum(|counts| counts.wins),
        "draws": sum(|counts| counts.draws),
        "losses": sum(|counts| counts.losses),
        "bytes": header.file_len(),
        "slices": header.slices(),
    })
}

/// A table for a person.
fn print(table: &Table, terminal: &mut Terminal<'_>) {
    let header = table.file();
    terminal.tell(&format!(
        "{} up to {} men; wins, draws and losses of the side to move, whose men come first",
        header.spec(),
        header.pieces()
    ));
    let mut total = 0;
    for slice in header.slices() {
        let counts = slice.counts;
        total += counts.positions();
        terminal.print(&format!(
            "  {:<12} {:>14} {:>14} {:>14}",
            slice.material,
            thousands(counts.wins),
            thousands(counts.draws),
            thousands(counts.losses)
        ));
    }
    let bytes = header.file_len();
    terminal.tell(&format!(
        "{} positions, {} ({:.3} bytes each), checksum {}",
        thousands(total),
        size(bytes),
        bytes as f64 / total.max(1) as f64,
        checksum(table)
    ));
}

fn verify(
    catalogue: &Catalogue,
    arguments: &TableVerifyArguments,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    let checked = check(catalogue, arguments, json, terminal);
    checked_file(&arguments.file, checked, json, terminal)
}

fn check(
    catalogue: &Catalogue,
    arguments: &TableVerifyArguments,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    let start = Instant::now();
    let (game, table) = open(catalogue, &arguments.file)?;
    let limits = arguments.checking.limits();
    let threads = arguments.checking.threads;
    let mut observer = ProgressLine::new(terminal.is_watched());
    let verified = game.verify_table(&table, threads, &limits, &mut observer);
    observer.finish();
    let verified = verified?;
    // Proofs that rest on these bytes need not say "if the table is right" any more.
    remember(RememberedKind::Table, &table.file().digest());
    let seconds = start.elapsed().as_secs_f64();
    if json {
        let object = json!({
            "file": arguments.file.display().to_string(),
            "ok": true,
            "game": table.file().spec(),
            "pieces": table.file().pieces(),
            "checksum": checksum(&table),
            "positions": verified.positions,
            "moves": verified.moves,
            "seconds": seconds,
        });
        terminal.print(&object.to_string());
        return Ok(Exit::Answered);
    }
    let rules = if game.has_independent_reference() {
        "reference rules"
    } else {
        "rules (this game has no second implementation)"
    };
    terminal.tell(&format!(
        "verified: {} up to {} men, checksum {}",
        table.file().spec(),
        table.file().pieces(),
        checksum(&table)
    ));
    let work = format!(
        "{} positions, {} moves checked from the {rules} in {seconds:.2} s, {} positions/s",
        thousands(verified.positions),
        thousands(verified.moves),
        short(verified.positions as f64 / seconds.max(1e-6)),
    );
    terminal.say("  ", &work);
    Ok(Exit::Answered)
}

fn probe(
    catalogue: &Catalogue,
    arguments: &TableProbeArguments,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    let (game, table) = open(catalogue, &arguments.file)?;
    let moves = words(arguments.moves.as_deref());
    let line = game.position(Some(&arguments.position), &moves)?;
    let probed = game.probe_table(&table, &line)?;
    // A table says what it says; whether that is so, its checker knows.
    let verified = match is_remembered(RememberedKind::Table, &table.file().digest()) {
        true => Verification::Yes,
        false => Verification::Conditional,
    };
    let best: Vec<&str> = probed
        .moves
        .iter()
        .filter(|(_, value)| *value == probed.value)
        .map(|(mv, _)| mv.as_str())
        .collect();
    if json {
        let moves: Vec<Value> = probed
            .moves
            .iter()
            .map(|(mv, value)| json!({"move": mv, "value": value.text()}))
            .collect();
        let object = json!({
            "file": arguments.file.display().to_string(),
            "game": game.spec(),
            "position": probed.position,
            "side": probed.side.letter().to_string(),
            "value": probed.value.text(),
            "verified": verified,
            "best": best,
            "moves": moves,
        });
        terminal.print(&object.to_string());
        return Ok(Exit::Answered);
    }
    terminal.print(&format!("{}  {}\n", game.spec(), probed.position));
    terminal.print(&probed.picture);
    let side = probed.side;
    let condition = match verified {
        Verification::Yes => "",
        Verification::No | Verification::Conditional => ", if the table is right",
    };
    terminal.print(&match probed.value {
        TableValue::Win => format!("{side} is to move and wins{condition}."),
        TableValue::Draw => {
            format!("{side} is to move, and with best play nobody wins{condition}: a draw.")
        }
        TableValue::Loss => format!("{side} is to move and loses{condition}."),
    });
    for value in [TableValue::Win, TableValue::Draw, TableValue::Loss] {
        let all = probed.moves.iter().filter(|(_, found)| *found == value);
        let moves: Vec<&str> = all.map(|(mv, _)| mv.as_str()).collect();
        if !moves.is_empty() {
            terminal.print(&format!("  {:<6} {}", value.text(), moves.join(" ")));
        }
    }
    Ok(Exit::Answered)
}

/// A table that cannot be written is refused before it is built.
fn check_folder(out: &Path) -> Result<(), InputError> {
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder {
        Some(folder) if !folder.is_dir() => {
            let name = InputError::quote(&out.display().to_string());
            Err(InputError::new(format!("--out {name}: there is no such folder")))
        }
        _ => Ok(()),
    }
}
