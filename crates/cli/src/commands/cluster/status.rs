//! `andor status`: how a run stands.

use super::{dashboard, settings};
use crate::Terminal;
use crate::arguments::StatusArguments;
use crate::commands::Done;
use crate::exit::Exit;
use andor_cluster::nats::StatusClient;
use andor_cluster::status::{Status, Troubles, WorkerStatus};
use andor_core::figures::{short, size, thousands, time};
use andor_engine::remote::{JobSubject, JobTerms};
use andor_play::words::counted;
use std::time::Duration;

const EVERY: Duration = Duration::from_secs(1);
/// The most workers that are listed.
const WORKERS: usize = 40;
/// The most replies that are listed.
const REPLIES: usize = 12;

pub(crate) fn run(arguments: &StatusArguments, json: bool, terminal: &mut Terminal<'_>) -> Done {
    let nats = settings(&arguments.nats)?;
    let client = match arguments.watch {
        true => StatusClient::wait(&nats, &mut |line| terminal.note(line))?,
        false => StatusClient::connect(&nats)?,
    };
    if arguments.watch && !json && terminal.is_watched() {
        return dashboard::run(&client);
    }
    let mut is_away = false;
    loop {
        let Some(status) = client.ask()? else {
            let silence = format!("no coordinator answers at {}", nats.url);
            if !arguments.watch {
                terminal.note(&silence);
                return Ok(Exit::Unknown);
            }
            if !is_away {
                terminal.note(&format!("{silence}, trying again"));
            }
            is_away = true;
            std::thread::sleep(EVERY);
            continue;
        };
        is_away = false;
        if json {
            terminal.print(&serde_json::to_string(&status).expect("a status is plain data"));
        } else if arguments.prometheus {
            terminal.print(status.prometheus().trim_end());
        } else {
            lines(&status).iter().for_each(|line| terminal.print(line));
        }
        if !arguments.watch {
            return Ok(Exit::Answered);
        }
        std::thread::sleep(EVERY);
    }
}

/// A number that may be infinite.
pub(super) fn number(number: Option<u32>) -> String {
    number.map_or("inf".to_owned(), |number| thousands(u64::from(number)))
}

/// A status as text.
pub(in crate::commands) fn lines(status: &Status) -> Vec<String> {
    let Status { subject, tree, troubles, .. } = status;
    let (workers, threads) = status.there();
    let mut lines = vec![
        format!("{}  {}", subject.game, subject.position),
        format!("  question     does {} win?", subject.player),
        format!("  jobs by      {}", said(subject)),
        format!("  root         proof {}, disproof {}", number(tree.proof), number(tree.disproof)),
        format!(
            "  tree         {} nodes, {}, {} leaves expanded, {} free",
            thousands(tree.nodes),
            size(tree.bytes),
            thousands(tree.expanded),
            thousands(u64::from(tree.free))
        ),
        format!(
            "  jobs         {} done, {:.1} a second, {} leased, {} in inspection, {} stale, {} set aside",
            thousands(status.jobs),
            status.jobs_a_second,
            status.leases,
            status.checking,
            thousands(status.stale),
            status.aside
        ),
        format!(
            "  pace         jobs of about {} nodes: {} a second, {:.1} ms under way",
            short(status.pace.nodes as f64),
            short(status.pace.nodes_a_second),
            1000.0 * status.pace.under_way
        ),
        format!(
            "  work         {} nodes, {} partial results, {}",
            short(status.nodes as f64),
            thousands(status.partials),
            time(status.seconds as u64)
        ),
        format!(
            "  efficiency   about {:.0}%: threads have a job {:.0}% of the time, {:.0}% of results are of use",
            100.0 * status.efficiency(),
            100.0 * status.busy,
            100.0 * status.useful
        ),
    ];
    if let Some(size) = status.better_size() {
        lines.push(format!("  advice       jobs are short: try size={size} in --jobs"));
    }
    let gone = match status.workers.len() - workers {
        0 => String::new(),
        gone => format!(", {gone} gone"),
    };
    lines.push(format!("  workers      {workers}, {}{gone}", counted(threads, "thread")));
    // Of very many, those that somebody has to look after.
    let is_well = |worker: &&WorkerStatus| !worker.gone && worker.refused.is_none();
    let well = status.workers.iter().filter(is_well);
    let ill = status.workers.iter().filter(|worker| !is_well(worker));
    let shown: Vec<&WorkerStatus> = match status.workers.len() {
        0..=WORKERS => status.workers.iter().collect(),
        _ => ill.chain(well).take(WORKERS).collect(),
    };
    for worker in &shown {
        let state = match &worker.refused {
            Some(why) => format!("refused: {why}"),
            None if worker.gone => {
                format!("gone, silent for {}", time(worker.silent_seconds as u64))
            }
            None => format!("{} running, {} jobs done", worker.running, thousands(worker.jobs)),
        };
        lines.push(format!("    {:<28} {:>3} threads  {state}", worker.name, worker.threads));
    }
    if shown.len() < status.workers.len() {
        lines.push(format!("    and {} more (--json has all)", status.workers.len() - shown.len()));
    }
    let is_settled = |phi: Option<u32>, delta: Option<u32>| phi == Some(0) || delta == Some(0);
    let settled = tree.replies.iter().filter(|reply| is_settled(reply.phi, reply.delta)).count();
    lines.push(format!(
        "  first moves  {} open, {settled} settled (those that fail are gone)",
        tree.replies.len() - settled
    ));
    for reply in tree.replies.iter().take(REPLIES) {
        lines.push(format!(
            "    {:<8} needs {:>9} to hold, {:>9} to fall; {} of {} replies settled",
            reply.text,
            number(reply.delta),
            number(reply.phi),
            reply.settled.0,
            reply.settled.1
        ));
    }
    lines.push(format!("  troubles     {}", told(troubles)));
    lines
}

/// How jobs are done.
fn said(subject: &JobSubject) -> String {
    let JobTerms { settings, zone_rows, tables } = &subject.terms;
    let zone = zone_rows.map(|rows| format!(", with a zone table of {rows} rows"));
    let tables = tables.iter().map(|table| format!(", with {}", table.file));
    let more: String = zone.into_iter().chain(tables).collect();
    format!("{settings}{more}")
}

/// What went wrong, as far as something did.
fn told(troubles: &Troubles) -> String {
    let counts = [
        (troubles.garbled, "garbled"),
        (troubles.other_version, "of another version"),
        (troubles.workers_refused, "workers refused"),
        (troubles.forged, "forged"),
        (troubles.expired, "leases expired"),
        (troubles.overdue, "overdue"),
        (troubles.failed, "failed"),
        (troubles.late, "late"),
        (troubles.dropped, "dropped"),
        (troubles.refuted, "bounds refuted"),
    ];
    let there = counts.into_iter().filter(|(count, _)| *count > 0);
    let texts: Vec<String> =
        there.map(|(count, what)| format!("{} {what}", thousands(count))).collect();
    if texts.is_empty() { "none".to_owned() } else { texts.join(", ") }
}
