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
use std::any::Any;
use std::ffi::{OsStr, OsString};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::panic::{AssertUnwindSafe, catch_unwind};
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
    let interrupt = prepared.interrupt();
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
    // Step 3. The coordinator, as long as there is somebody to talk to. What is not kept needs no seal.
    let go_on = match &arguments.state {
        Some(_) => "to go on, give the same command again",
        None => "nothing of it is kept; with --state DIR the same command would go on",
    };
    let nats = Settings { url, run: USUAL_RUN.to_owned(), ..Settings::default() };
    let needed = [("nats-server", 1), ("worker", arguments.workers.min(1) as usize)];
    at_home(household, &needed, &interrupt, || {
        prepared.run(&nats, &folder.path, folder.is_kept, go_on, json, terminal)
    })
}

/// Coordinates with a household of which so many are needed: if they are not there, the search is interrupted. However
/// it ends, also by a failure of this program, nobody of the household is left.
fn at_home(
    household: Household,
    needed: &[(&str, usize)],
    interrupt: &AtomicBool,
    coordinate: impl FnOnce() -> Done,
) -> Done {
    let household = Mutex::new(household);
    let (failed, is_over) = (Mutex::new(None), AtomicBool::new(false));
    let done = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                let mut household = household.lock().unwrap_or_else(PoisonError::into_inner);
                let is_alone = |(name, least): &(&str, usize)| household.alive(name) < *least;
                if needed.iter().any(is_alone) {
                    *failed.lock().unwrap_or_else(PoisonError::into_inner) =
                        household.failures().pop();
                    interrupt.store(true, Ordering::Relaxed);
                    return;
                }
                drop(household);
                std::thread::sleep(LOOK);
            }
        });
        let done = catch_unwind(AssertUnwindSafe(coordinate));
        is_over.store(true, Ordering::Relaxed);
        done
    });
    let done = done.unwrap_or_else(|why| Err(failure_of(&*why)));
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

/// A coordinator that has failed, in a line.
fn failure_of(why: &(dyn Any + Send)) -> Failure {
    let said = why.downcast_ref::<&str>().copied();
    let said = said.or_else(|| why.downcast_ref::<String>().map(String::as_str));
    let said = InputError::printable(said.unwrap_or("nothing more is known"), 300);
    let line = format!("the coordinator has failed, which is a defect of this program: {said}");
    Failure { exit: Exit::Unknown, line }
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
    for table in &arguments.search.table {
        words.extend([OsStr::new("--table"), table.as_os_str()].map(OsString::from));
    }
    if let Some(folder) = tables {
        words.extend([OsStr::new("--tables"), folder.as_os_str()].map(OsString::from));
    }
    words.extend(arguments.worker.split_whitespace().map(OsString::from));
    words
}

#[cfg(test)]
mod tests {
    use super::{Household, at_home};
    use crate::commands::Done;
    use crate::exit::Exit;
    use std::ffi::OsStr;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::{Duration, Instant};

    /// A household of one, who would stay for an hour, and how a coordinator ends there; where the other one is then.
    fn ends(name: &str, coordinate: impl FnOnce() -> Done) -> (Done, bool) {
        let folder = std::env::temp_dir().join(format!("andor-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut household = Household::new(&folder).unwrap();
        // It says its number, by which it is found again.
        let words = ["-c", "echo $$; exec sleep 3600"].map(OsStr::new);
        household.start("worker-1", OsStr::new("sh"), &words, "").unwrap();
        let log = folder.join("worker-1.log");
        let start = Instant::now();
        let number = loop {
            let said = std::fs::read_to_string(&log).unwrap();
            if let Some((number, _)) = said.split_once('\n') {
                break number.to_owned();
            }
            assert!(start.elapsed() < Duration::from_secs(30));
            std::thread::sleep(Duration::from_millis(5));
        };
        let place = std::path::Path::new("/proc").join(number);
        let was_there = place.exists();
        let done = at_home(household, &[("worker", 1)], &AtomicBool::new(false), coordinate);
        std::fs::remove_dir_all(&folder).unwrap();
        (done, was_there && place.exists())
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn nobody_is_left_when_the_coordinator_fails() {
        let (done, is_left) = ends("panic", || panic!("two and two\nare {}", 5));
        let failure = done.unwrap_err();
        assert_eq!((failure.exit, is_left), (Exit::Unknown, false));
        assert!(failure.line.contains("a defect of this program: two and two"), "{}", failure.line);
        assert_eq!(failure.line.lines().count(), 1, "{}", failure.line);
        // An honest end is one, and nobody is left either.
        let (done, is_left) = ends("plain", || Ok(Exit::Unknown));
        assert!(matches!(done, Ok(Exit::Unknown)) && !is_left);
    }

    #[test]
    fn a_search_whose_workers_are_gone_is_interrupted() {
        let folder = std::env::temp_dir().join(format!("andor-gone-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut household = Household::new(&folder).unwrap();
        let words = ["-c", "echo it is too hot >&2; exit 3"].map(OsStr::new);
        household.start("worker-1", OsStr::new("sh"), &words, "").unwrap();
        let interrupt = AtomicBool::new(false);
        let done = at_home(household, &[("worker", 1)], &interrupt, || {
            while !interrupt.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(5));
            }
            Ok(Exit::Unknown)
        });
        std::fs::remove_dir_all(&folder).unwrap();
        let failure = done.unwrap_err();
        assert!(failure.line.contains("worker-1 ended: it is too hot"), "{}", failure.line);
    }
}
