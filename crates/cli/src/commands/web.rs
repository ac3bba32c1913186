//! `andor web`: the page, served to the browser of this machine.

use super::solve::stop_on_ctrl_c;
use super::{Done, about_file, game_or_usual};
use crate::arguments::WebArguments;
use crate::exit::Failure;
use crate::overwrite::Kind;
use crate::{Exit, Terminal};
use andor_core::InputError;
use andor_engine::{Catalogue, Certificate};
use andor_formats::bounds::MOST_BYTES;
use andor_formats::decode;
use andor_play::{Bounds, ClusterStatus};
use andor_web::{Server, serve};
use serde_json::json;
use std::hash::{BuildHasher, RandomState};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Bytes of certificates that one page may hand in.
const SHELF: u64 = 64 << 20;
/// Requests of one page that may wait.
const WAITING: usize = 100;
/// Pages at a time.
const CLIENTS: usize = 256;
/// How certificates are called.
const ENDING: &str = "proof";

pub(crate) fn run(
    catalogue: &Catalogue,
    arguments: &WebArguments,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    let stop = Arc::new(AtomicBool::new(false));
    stop_on_ctrl_c(&stop);
    let mut shown = Shown::default();
    match arguments.files.as_slice() {
        [] => shipped().iter().for_each(|file| shown.offer(file, terminal)),
        files => files.iter().try_for_each(|file| shown.add(file))?,
    }
    let token = match (&arguments.token, arguments.listen.ip().is_loopback()) {
        (Some(token), _) if !is_plain(token) => {
            let shown = InputError::quote(token);
            let why = format!("--token {shown}: letters, digits, - and _ only, eight at least");
            return Err(InputError::new(why).into());
        }
        (Some(token), _) => Some(token.clone()),
        (None, true) => None,
        (None, false) => Some(made_up()),
    };
    let saves = Scratch::new()?;
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    let held: u64 = shown.certificates.iter().map(|(_, held)| held.file_len()).sum();
    let server = Server {
        catalogue: Arc::new(catalogue.clone()),
        game: game_or_usual(catalogue, arguments.game.as_deref())?.to_owned(),
        player: arguments.player.clone(),
        listen: arguments.listen,
        token: token.clone(),
        bounds: Bounds {
            ms: Some(arguments.time.as_millis().try_into().unwrap_or(u64::MAX)),
            nodes: None,
            memory: arguments.memory,
            shelf: SHELF.saturating_add(held),
            waiting: WAITING,
            files: false,
            saves: Some(saves.0.clone()),
        },
        searches: if arguments.at_a_time == 0 { processors() } else { arguments.at_a_time },
        clients: CLIENTS,
        certificates: shown.certificates,
        records: shown.records,
        cluster: cluster(arguments)?,
        report: report()?,
    };
    let has_report = server.report.is_some();
    serve(server, &stop, |address| {
        let address = address_of(address, token.as_deref(), arguments.game.as_deref());
        terminal.print(&match json {
            true => json!({"address": address}).to_string(),
            false => format!("andor is at {address}\nCtrl-C ends it."),
        });
        if has_report && !json {
            terminal.note(&format!("the report of results is at {}", report_address(&address)));
        }
        if arguments.open && !open(&address) {
            terminal.note("no browser could be started");
        }
    })?;
    Ok(Exit::Answered)
}

/// What is written into a browser's address line.
fn address_of(address: SocketAddr, token: Option<&str>, game: Option<&str>) -> String {
    let token = token.map_or(String::new(), |token| format!("?token={token}"));
    let game = game.map_or(String::new(), |game| format!("#{game}"));
    format!("http://{address}/{token}{game}")
}

/// The report of the folder of results here, if there is one.
#[cfg(feature = "lab")]
fn report() -> Result<Option<String>, InputError> {
    let results = Path::new("results");
    let made = results.is_dir().then(|| andor_lab::report::report(results));
    Ok(made.transpose()?.map(|report| report.html))
}

#[cfg(not(feature = "lab"))]
fn report() -> Result<Option<String>, InputError> {
    Ok(None)
}

/// Where the report is, beside the page.
fn report_address(address: &str) -> String {
    let host = address.split(['?', '#']).next().unwrap_or(address);
    format!("{host}report")
}

fn is_plain(token: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    token.len() >= 8 && token.bytes().all(plain)
}

/// A word that nobody guesses: 128 bits of the keys with which the standard library hashes, which come from the
/// system's own dice.
fn made_up() -> String {
    let throw = || RandomState::new().hash_one(std::process::id());
    format!("{:016x}{:016x}", throw(), throw())
}

/// Starts the browser of this machine.
fn open(address: &str) -> bool {
    let starters: [(&str, &[&str]); 3] =
        [("xdg-open", &[]), ("open", &[]), ("cmd", &["/C", "start"])];
    starters.iter().any(|(program, words)| {
        let mut command = Command::new(program);
        command.args(*words).arg(address).stdin(Stdio::null());
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
    })
}

/// A folder of this process alone, which goes with it.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Scratch, InputError> {
        let folder = std::env::temp_dir().join(format!("andor-web-{}", made_up()));
        let refuse = |error: std::io::Error| {
            let name = InputError::quote(&folder.display().to_string());
            InputError::new(format!("{name}: {error}"))
        };
        let mut builder = std::fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&folder).map_err(refuse)?;
        Ok(Scratch(folder))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What a page finds.
#[derive(Default)]
struct Shown {
    certificates: Vec<(String, Arc<Certificate>)>,
    records: Vec<(String, String)>,
}

impl Shown {
    /// Adds a certificate, a file of games, or a folder of them.
    fn add(&mut self, path: &Path) -> Result<(), Failure> {
        if path.is_dir() {
            let files = proofs_in(path);
            return files.iter().try_for_each(|file| self.add(file));
        }
        let refuse =
            |why: &dyn std::fmt::Display| about_file(path, InputError::new(why.to_string()).into());
        let bytes = std::fs::read(path).map_err(|error| refuse(&error))?;
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        match Kind::of(&bytes) {
            Some(Kind::Certificate) => {
                let certificate = Certificate::from_bytes(bytes).map_err(|error| refuse(&error))?;
                self.certificates.push((name, Arc::new(certificate)));
            }
            Some(other) => return Err(refuse(&other.no_games())),
            None if bytes.len() > MOST_BYTES => return Err(refuse(&"it is too large for games")),
            None => self.records.push((name, decode(bytes))),
        }
        Ok(())
    }

    /// The same for what nobody asked for: what cannot be used is left out with a note.
    fn offer(&mut self, path: &Path, terminal: &mut Terminal<'_>) {
        if let Err(failure) = self.add(path) {
            terminal.note(&format!("{}: left out", failure.line));
        }
    }
}

/// The certificates of this folder, and those that come with andor.
fn shipped() -> Vec<PathBuf> {
    let beside = std::env::current_exe().ok();
    let beside = beside.iter().flat_map(|program| program.ancestors().skip(1).take(3));
    let beside = beside.map(|folder| folder.join("certificates"));
    let here = [PathBuf::from("."), PathBuf::from("certificates")];
    let mut known: Vec<PathBuf> = Vec::new();
    let mut files: Vec<PathBuf> = Vec::new();
    for file in here.into_iter().chain(beside).flat_map(|folder| proofs_in(&folder)) {
        let real = file.canonicalize().unwrap_or_else(|_| file.clone());
        if !known.contains(&real) {
            known.push(real);
            files.push(file);
        }
    }
    files
}

/// The certificates of a folder, in the order of their names.
fn proofs_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.map(|entry| entry.path());
    let is_proof =
        |file: &PathBuf| file.extension().is_some_and(|ending| ending == ENDING) && file.is_file();
    let mut files: Vec<PathBuf> = files.filter(is_proof).collect();
    files.sort();
    files
}

/// Somebody who asks how a run stands, where a server is named.
#[cfg(feature = "cluster")]
fn cluster(arguments: &WebArguments) -> Result<Option<ClusterStatus>, InputError> {
    use super::cluster::{settings_of, status};
    let Some(url) = arguments.nats.clone() else { return Ok(None) };
    let settings = settings_of(&url, &arguments.access);
    let client = andor_cluster::nats::StatusClient::connect(&settings)?;
    Ok(Some(Arc::new(move || match client.ask() {
        Ok(Some(status)) => {
            json!({"text": status::lines(&status).join("\n"), "status": status})
        }
        Ok(None) => json!({"text": format!("no coordinator answers at {url}"), "status": null}),
        Err(error) => json!({"text": error.to_string(), "status": null}),
    })))
}

#[cfg(not(feature = "cluster"))]
fn cluster(_: &WebArguments) -> Result<Option<ClusterStatus>, InputError> {
    Ok(None)
}
