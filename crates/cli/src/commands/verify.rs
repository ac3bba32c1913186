//! `andor verify`: checks a certificate with the game's rules alone.

use super::table::open_tables;
use super::{Done, Failure, checked_file};
use crate::arguments::VerifyArguments;
use crate::overwrite::Kind;
use crate::progress::ProgressLine;
use crate::{Exit, Terminal};
use andor_core::figures::{short, size};
use andor_core::{InputError, write_atomically};
use andor_engine::{
    AnyGame, Before, Catalogue, Certificate, Checked, RememberedKind, RestsOn, TableTrust,
    Verification, remember, remember_share,
};
use andor_play::words::{claim, condition, counted};
use serde_json::json;
use std::io;
use std::path::Path;
use std::time::Instant;

pub(crate) fn run(
    catalogue: &Catalogue,
    arguments: &VerifyArguments,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    let out = arguments.export_plain.as_ref();
    arguments.overwrite.check_some("--export-plain", out, Kind::Text)?;
    let checked = check(catalogue, arguments, json, terminal);
    checked_file(&arguments.file, checked, json, terminal)
}

fn check(
    catalogue: &Catalogue,
    arguments: &VerifyArguments,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    let start = Instant::now();
    let certificate = Certificate::open(&arguments.file)?;
    if let Some(part) = arguments.part
        && certificate.leaf_budget().is_none()
    {
        let why = format!("--part {part}: it leaves nothing to a search that could be shared out");
        return Err(InputError::new(why).into());
    }
    let game = catalogue.game(certificate.spec())?;
    // Static knowledge has no say in certificates; tables may have.
    let tables = open_tables(catalogue, &arguments.table)?;
    let (limits, threads) = (arguments.checking.limits(), arguments.checking.threads);
    if let Some(out) = &arguments.export_plain {
        export_plain(&*game, &certificate, out)?;
    }
    let mut observer = ProgressLine::new(terminal.is_watched());
    let share = arguments.part.unwrap_or_default();
    let checked = match arguments.strict {
        true => game.verify_strictly(&certificate, share, threads, &limits, &mut observer),
        false => game
            .verify_share(&certificate, share, &tables, threads, &limits, &mut observer)
            .map(|checked| (checked, 0)),
    };
    observer.finish();
    let (checked, searched) = checked?;
    let digest = certificate.digest()?;
    if checked.verification() == Verification::Yes {
        remember(RememberedKind::Certificate, &digest);
    }
    let open = match share.is_whole() {
        true => Vec::new(),
        false => remember_share(&digest, share),
    };
    let Checked { verified, rests_on } = checked;
    let before = game.before(&certificate)?;
    let seconds = start.elapsed().as_secs_f64();
    let bytes = certificate.file_len();
    let each = certificate.size().bytes_each();
    let claims = |write: fn(andor_core::Claim) -> String| {
        let all: Vec<String> = verified.sections.iter().map(|part| write(part.claim)).collect();
        all.join(", ")
    };
    if json {
        let mut object = json!({"file": arguments.file.display().to_string(), "ok": true});
        let checked = Checked { verified, rests_on };
        let told = checked.object(&*game, &certificate, seconds)?;
        object.as_object_mut().expect("it is one").extend(told);
        if !share.is_whole() {
            object["verified"] = json!(open.is_empty());
            object["part"] = json!(share.to_string());
            object["open_parts"] = json!(open.iter().map(|open| open.number()).collect::<Vec<_>>());
        }
        if arguments.strict {
            object["searched"] = json!(searched);
        }
        terminal.print(&object.to_string());
        return Ok(Exit::Answered);
    }
    let rules = if game.has_independent_reference() {
        "reference rules"
    } else {
        "rules (this game has no second implementation)"
    };
    let root = InputError::printable(certificate.root_text(), 1000);
    let condition =
        condition(&rests_on).map_or(String::new(), |condition| format!(", {condition}"));
    let claimed = format!("{} in {root}{condition}", claims(claim));
    match share.is_whole() {
        true => terminal.print(&format!("verified: {claimed}")),
        false if open.is_empty() => {
            terminal.print(&format!("verified, with the parts before {share}: {claimed}"));
        }
        false => {
            let left = counted(open.len() as u64, "part");
            terminal.print(&format!("part {share} holds, not verified yet: {claimed}"));
            terminal.say("  ", &format!("{left} not searched here; next --part {}", open[0]));
        }
    }
    if let Some(Before { start, moves }) = &before {
        let moves = moves.join(" ");
        terminal.print(&format!("  with the history {moves} from {start}"));
    }
    let work = format!(
        "{}: {}, {} checked from the {rules} in {seconds:.2} s, {} positions/s",
        certificate.spec(),
        counted(verified.positions, "position"),
        counted(verified.replies, "reply"),
        short(verified.positions as f64 / seconds.max(1e-6)),
    );
    terminal.say("  ", &work);
    if let Some(budget) = certificate.leaf_budget() {
        let searched = format!(
            "{} left to a search of at most {}, {} searched",
            counted(verified.leaves, "leaf"),
            counted(budget, "position"),
            counted(verified.searched, "position"),
        );
        terminal.say("  ", &searched);
    }
    let each = each.map_or(String::new(), |each| format!(", {each:.2} bytes a position"));
    terminal.print(&format!("  {}{each}", size(bytes)));
    for RestsOn { table, checked } in &rests_on {
        let trust = match checked {
            TableTrust::Searched => format!(
                "nothing is believed of the table {table}: {} searched out",
                counted(searched, "position")
            ),
            TableTrust::Derived => {
                format!("it rests on the table {table}: what that decides was derived again")
            }
            TableTrust::Before => {
                format!("it rests on the table {table}, whose bytes were checked before")
            }
            TableTrust::No => format!(
                "if the table {table} is right, as andor table verify checks: the proof rests on it"
            ),
        };
        terminal.say("  ", &trust);
    }
    Ok(Exit::Answered)
}

/// Writes the certificate as plain lines.
fn export_plain(game: &dyn AnyGame, certificate: &Certificate, out: &Path) -> Result<(), Failure> {
    let mut why = None;
    let written = write_atomically(out, |file| {
        let exported = game.export_plain(certificate, file);
        exported.map_err(|error| {
            why = Some(error);
            io::Error::other("nothing to write")
        })
    });
    match (written, why) {
        (_, Some(why)) => Err(why.into()),
        (Err(error), None) => {
            let name = InputError::quote(&out.display().to_string());
            Err(InputError::new(format!("--export-plain {name}: {error}")).into())
        }
        (Ok(()), None) => Ok(()),
    }
}
