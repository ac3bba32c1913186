//! `andor coordinate`: the tree of a search whose workers are elsewhere.

use super::settings;
use crate::Terminal;
use crate::arguments::CoordinateArguments;
use crate::commands::solve::{print, stop_on_ctrl_c};
use crate::commands::{Done, find};
use crate::exit::{Exit, Failure};
use crate::overwrite::Kind;
use crate::progress::ProgressLine;
use andor_cluster::coordinator::{Coordinator, CoordinatorConfig};
use andor_cluster::nats::coordinator_port;
use andor_core::{Limits, Stopped};
use andor_engine::{Catalogue, Method, Request, check_writable};
use std::sync::Arc;

pub(crate) fn run(
    catalogue: &Catalogue,
    arguments: &CoordinateArguments,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    let mut request = request(arguments)?;
    stop_on_ctrl_c(&request.limits.interrupt);
    let (game, line) = find(catalogue, &arguments.place(), terminal)?;
    let config = CoordinatorConfig {
        lease: arguments.lease,
        deadline: arguments.deadline,
        checkers: arguments.checkers as usize,
        ..CoordinatorConfig::new(arguments.state.clone())
    };
    let nats = settings(&arguments.nats);
    let coordinator = Coordinator::new(config, |inbox| {
        coordinator_port(&nats, inbox, &mut |line| terminal.note(line))
    })?;
    let coordinator = Arc::new(coordinator);
    request.crew = Some(coordinator.crew());
    let mut observer = ProgressLine::new(terminal.is_watched());
    let solved = game.solve(&line, &request, &mut observer);
    observer.finish();
    let solved = solved?;
    if let Some(failure) = coordinator.failure() {
        let state = arguments.state.display();
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
        terminal.note("to go on, give the same command again; the workers wait");
    }
    if let Some(failure) = &solved.failure {
        let line = format!("the proof does not hold, so the value is not known: {failure}");
        return Err(Failure { exit: Exit::Rejected, line });
    }
    Ok(if solved.row.value.is_unknown() { Exit::Unknown } else { Exit::Answered })
}

fn request(arguments: &CoordinateArguments) -> Result<Request, Failure> {
    let method = Method::parse(&arguments.method)?;
    method.check_jobs()?;
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
