//! `andor coordinate`: the tree of a search whose workers are elsewhere.

use super::settings;
use crate::Terminal;
use crate::arguments::{CoordinateArguments, CoordinatedSearch};
use crate::commands::solve::{print, stop_on_ctrl_c};
use crate::commands::table::open_tables;
use crate::commands::{Done, find};
use crate::exit::{Exit, Failure};
use crate::overwrite::Kind;
use crate::progress::ProgressLine;
use andor_cluster::coordinator::{Coordinator, CoordinatorConfig};
use andor_cluster::nats::{Settings, coordinator_port};
use andor_core::{Limits, Stopped};
use andor_engine::{AnyGame, Catalogue, Line, Method, Request, check_writable};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

pub(crate) fn run(
    catalogue: &Catalogue,
    arguments: &CoordinateArguments,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    let (nats, state) = (settings(&arguments.nats)?, &arguments.state);
    let prepared = prepare(catalogue, &arguments.search, terminal)?;
    prepared.run(
        &nats,
        state,
        true,
        "to go on, give the same command again; the workers wait",
        json,
        terminal,
    )
}

/// A search that knows what it is about, and waits for a server.
pub(super) struct Prepared<'a> {
    arguments: &'a CoordinatedSearch,
    game: Box<dyn AnyGame>,
    line: Line,
    request: Request,
}

/// Looks over all that can be looked over without a server; Ctrl-C is listened to from here on.
pub(super) fn prepare<'a>(
    catalogue: &Catalogue,
    arguments: &'a CoordinatedSearch,
    terminal: &mut Terminal<'_>,
) -> Result<Prepared<'a>, Failure> {
    let tables = open_tables(catalogue, &arguments.table)?;
    let request = Request { tables, ..request(arguments)? };
    stop_on_ctrl_c(&request.limits.interrupt);
    let (game, line) = find(catalogue, &arguments.place(), terminal)?;
    Ok(Prepared { arguments, game, line, request })
}

impl Prepared<'_> {
    /// Raised, it ends the search.
    pub(super) fn interrupt(&self) -> Arc<AtomicBool> {
        self.request.limits.interrupt.clone()
    }

    /// Searches with the workers at this server and the state in this folder, which may be to stay; `go_on` says
    /// what to do if it ends too early.
    pub(super) fn run(
        self,
        nats: &Settings,
        state: &Path,
        is_kept: bool,
        go_on: &str,
        json: bool,
        terminal: &mut Terminal<'_>,
    ) -> Done {
        let Prepared { arguments, game, line, mut request } = self;
        let interrupt = request.limits.interrupt.clone();
        let config = CoordinatorConfig {
            lease: arguments.lease,
            deadline: arguments.deadline,
            checkers: arguments.checkers.map_or_else(checkers, |count| count as usize),
            share: arguments.share,
            seals: is_kept,
            ..CoordinatorConfig::new(state.to_owned())
        };
        let coordinator = Coordinator::new(config, |inbox| {
            coordinator_port(nats, &interrupt, inbox, &mut |line| terminal.note(line))
        })?;
        let coordinator = Arc::new(coordinator);
        request.crew = Some(coordinator.crew());
        let mut observer = ProgressLine::new(terminal.is_watched());
        let solved = game.solve(&line, &request, &mut observer);
        observer.finish();
        let solved = solved?;
        if let Some(failure) = coordinator.failure() {
            let state = state.display();
            let line = format!("{failure}; what was written before is in {state}");
            return Err(Failure { exit: Exit::Unknown, line });
        }
        if solved.row.stopped == Stopped::Solved && solved.failure.is_none() {
            coordinator.dismiss_workers();
        }
        if json {
            let row = serde_json::to_string(&solved.row).expect("a row is plain data");
            terminal.print(&row);
        } else {
            print(&*game, &line, &solved, terminal)?;
        }
        for note in &solved.notes {
            terminal.note(note);
        }
        if solved.row.stopped != Stopped::Solved {
            terminal.note(go_on);
        }
        if let Some(failure) = &solved.failure {
            let line = format!("the proof does not hold, so the value is not known: {failure}");
            return Err(Failure { exit: Exit::Rejected, line });
        }
        Ok(if solved.row.value.is_unknown() { Exit::Unknown } else { Exit::Answered })
    }
}

/// Threads that inspect results, if nobody says how many: results must not wait where there are processors for them.
fn checkers() -> usize {
    thread::available_parallelism().map_or(2, |processors| usize::from(processors).max(2))
}

fn request(arguments: &CoordinatedSearch) -> Result<Request, Failure> {
    let method = Method::parse(&arguments.method)?;
    if method != Method::Auto {
        method.check_jobs()?;
    }
    if let Some(path) = &arguments.proof {
        check_writable("--proof", path)?;
        arguments.overwrite.check("--proof", path, Kind::Certificate)?;
    }
    let own = Limits::default();
    // The rest is for proofs that are judged, and for jobs that are done again here.
    let memory = arguments.memory.unwrap_or(own.memory) / 8 * 5;
    let (nodes, expansions) = (arguments.nodes, arguments.expansions);
    let limits = Limits { nodes, expansions, time: arguments.time, memory, ..own };
    Ok(Request {
        settings: arguments.settings.of(method),
        goal: arguments.goal,
        zone: arguments.zone,
        limits,
        proof: arguments.proof.clone(),
        ..Request::default()
    })
}
