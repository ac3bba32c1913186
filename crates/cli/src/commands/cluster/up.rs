//! `andor cluster up`: server, coordinator and workers on one machine, for a try and for tests.
//!
//! The coordinator is this process; the others are programs like any other, with words of the command line.

use super::USUAL_RUN;
use super::coordinate::prepare;
use super::household::Household;
use crate::Terminal;
use crate::arguments::UpArguments;
use crate::commands::Done;
use crate::exit::{Exit, Failure};
use andor_cluster::nats::Settings;
use andor_core::InputError;
use andor_engine::Catalogue;
use andor_play::words::counted;
use serde_json::Value;
use std::ffi::{OsStr, OsString};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

const NO_SERVER: &str = "nats-server is not here; it comes with the system (apt-get install nats-server, \
     brew install nats-server) or as one file from https://nats.io/download";
/// A server that is there says where within this time.
const STARTS: Duration = Duration::from_secs(20);
/// Workers that are sent home are gone after this time.
const ENDS: Duration = Duration::from_secs(3);
const LOOK: Duration = Duration::from_millis(50);

pub(crate) fn run(
    catalogue: &Catalogue,
    arguments: &UpArguments,
    tables: Option<&Path>,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    let prepared = prepare(catalogue, &arguments.search, terminal)?;
    let (interrupt, is_over) = (prepared.interrupt(), AtomicBool::new(false));
    // Step 1. A folder, which stays if it was asked for.
    let folder = RunFolder::new(arguments.state.as_deref())?;
    let mut household = Household::new(&folder.path)?;
    // Step 2. The server, and who works at it.
    let port = start_server(&mut household, &folder.path, arguments.listen)?;
    let url = format!("nats://{}", SocketAddr::new(reached_at(arguments.listen.ip()), port));
    for number in 1..=arguments.workers {
        let name = format!("worker-{number}");
        let words = worker_words(arguments, &url, &name, tables);
        let words: Vec<&OsStr> = words.iter().map(OsString::as_os_str).collect();
        let program = std::env::current_exe()
            .map_err(|error| InputError::new(format!("this program is not found: {error}")))?;
        household.start(&name, program.as_os_str(), &words, "")?;
    }
    let workers = counted(arguments.workers, "worker");
    let threads = counted(arguments.threads, "thread");
    terminal.note(&format!("{workers} of {threads} at {url}; to join: andor worker --nats {url}"));
    // Step 3. The coordinator, as long as there is somebody to talk to.
    let go_on = match &arguments.state {
        Some(_) => "to go on, give the same command again",
        None => "nothing of it is kept; with --state DIR the same command would go on",
    };
    let nats = Settings { url, run: USUAL_RUN.to_owned(), ..Settings::default() };
    let household = Mutex::new(household);
    let failed = Mutex::new(None);
    let done = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                let mut household = household.lock().unwrap_or_else(PoisonError::into_inner);
                let needed = [("nats-server", 1), ("worker", arguments.workers.min(1) as usize)];
                let is_alone = |(name, least)| household.alive(name) < least;
                if needed.into_iter().any(is_alone) {
                    *failed.lock().unwrap_or_else(PoisonError::into_inner) =
                        household.failures().pop();
                    interrupt.store(true, Ordering::Relaxed);
                    return;
                }
                drop(household);
                std::thread::sleep(LOOK);
            }
        });
        let done = prepared.run(&nats, &folder.path, go_on, json, terminal);
        is_over.store(true, Ordering::Relaxed);
        done
    });
    // Step 4. Everybody goes home.
    let mut household = household.into_inner().unwrap_or_else(PoisonError::into_inner);
    if matches!(done, Ok(Exit::Answered)) {
        household.wait("worker", ENDS);
    }
    let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    match failed {
        Some(line) if !matches!(done, Ok(Exit::Answered)) => {
            Err(Failure { exit: Exit::BadInput, line })
        }
        _ => done,
    }
}

/// The folder of the state, and of what the server keeps.
struct RunFolder {
    path: PathBuf,
    is_kept: bool,
}

impl RunFolder {
    fn new(asked: Option<&Path>) -> Result<RunFolder, InputError> {
        let is_kept = asked.is_some();
        let path = asked.map(Path::to_owned).unwrap_or_else(|| {
            std::env::temp_dir().join(format!("andor-cluster-{}", std::process::id()))
        });
        std::fs::create_dir_all(&path).map_err(|error| {
            let shown = InputError::quote(&path.display().to_string());
            InputError::new(format!("--state {shown}: {error}"))
        })?;
        Ok(RunFolder { path, is_kept })
    }
}

impl Drop for RunFolder {
    fn drop(&mut self) {
        if !self.is_kept {
            // What is left of it is in the way of nobody.
            let _ = std::fs::remove_dir_all(&self.path);
        }
    }
}

/// Starts the server, and waits until it says which port it has.
fn start_server(
    household: &mut Household,
    folder: &Path,
    listen: SocketAddr,
) -> Result<u16, Failure> {
    let said = folder.join("ports");
    // Of another server that was killed.
    let _ = std::fs::remove_dir_all(&said);
    std::fs::create_dir_all(&said)
        .map_err(|error| InputError::new(format!("{}: {error}", said.display())))?;
    let port = if listen.port() == 0 { "-1".to_owned() } else { listen.port().to_string() };
    let (host, store) = (listen.ip().to_string(), folder.join("jetstream"));
    let words = ["-js", "-a", &host, "-p", &port, "-sd"].map(OsStr::new);
    let more = [store.as_os_str(), OsStr::new("--ports_file_dir"), said.as_os_str()];
    let words: Vec<&OsStr> = words.into_iter().chain(more).collect();
    household.start("nats-server", OsStr::new("nats-server"), &words, NO_SERVER)?;
    let start = Instant::now();
    loop {
        if let Some(port) = said_port(&said) {
            return Ok(port);
        }
        let why = household.failures().pop();
        if why.is_some() || start.elapsed() > STARTS {
            let line = why.unwrap_or_else(|| "nats-server does not start".to_owned());
            return Err(Failure { exit: Exit::BadInput, line });
        }
        std::thread::sleep(LOOK);
    }
}

/// The port in the file that a server writes when it listens: `{"nats": ["nats://127.0.0.1:4222"], ..}`.
fn said_port(folder: &Path) -> Option<u16> {
    let file = std::fs::read_dir(folder).ok()?.next()?.ok()?.path();
    let said: Value = serde_json::from_slice(&std::fs::read(file).ok()?).ok()?;
    said["nats"][0].as_str()?.rsplit_once(':')?.1.parse().ok()
}

/// Where a server that listens there is reached from this machine.
fn reached_at(listens: IpAddr) -> IpAddr {
    match listens {
        IpAddr::V4(address) if address.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(address) if address.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        address => address,
    }
}

/// The words of a worker. No file is opened because a coordinator names it, but this one is ours.
fn worker_words(
    arguments: &UpArguments,
    url: &str,
    name: &str,
    tables: Option<&Path>,
) -> Vec<OsString> {
    let threads = arguments.threads.to_string();
    let words = ["worker", "--nats", url, "--name", name, "--threads", &threads];
    let mut words: Vec<OsString> = words.map(OsString::from).into();
    if let Some(file) = arguments.search.game.strip_prefix("graph:") {
        words.extend(["--graph", file].map(OsString::from));
    }
    if let Some(folder) = tables {
        words.extend([OsStr::new("--tables"), folder.as_os_str()].map(OsString::from));
    }
    words.extend(arguments.worker.split_whitespace().map(OsString::from));
    words
}
