//! The processes of andor: started, waited for, killed.

use crate::server::Folder;
use serde_json::Value;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const BINARY: &str = env!("CARGO_BIN_EXE_andor");
const HUNG: Duration = Duration::from_secs(240);

/// A process; it is killed with its owner.
pub(crate) struct Process {
    child: Child,
    out: String,
    err: String,
}

/// What a process came to.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ended {
    /// The row that it printed.
    pub(crate) fn row(&self) -> Value {
        let line = self.out.lines().last().unwrap_or_default();
        serde_json::from_str(line).unwrap_or_else(|_| panic!("no row: {self:?}"))
    }
}

/// The words of a coordinator; jobs that are named are those of PPN².
pub(crate) fn coordinate<'a>(
    game: &'a str,
    url: &'a str,
    state: &'a str,
    more: &[&'a str],
) -> Vec<&'a str> {
    let words = ["coordinate", game, "--nats", url, "--state", state, "--memory", "256MiB"];
    let jobs_are_named = more.contains(&"--jobs");
    let method: &[&str] = if jobs_are_named { &["--method", "ppn2"] } else { &[] };
    words.iter().chain(method).chain(&["--json"]).chain(more).copied().collect()
}

/// Starts `andor` with these words; what it says goes to files of the folder.
pub(crate) fn start(folder: &Folder, words: &[&str]) -> Process {
    let mut command = Command::new(BINARY);
    command.args(words);
    spawn(folder, command)
}

/// The same in these surroundings.
pub(crate) fn start_in(
    folder: &Folder,
    words: &[&str],
    surroundings: &[(&str, String)],
) -> Process {
    let mut command = Command::new(BINARY);
    command.args(words).envs(surroundings.iter().map(|(name, value)| (name, value)));
    spawn(folder, command)
}

/// Runs `andor` with these words in these surroundings to its end.
pub(crate) fn run_in(folder: &Folder, words: &[&str], surroundings: &[(&str, String)]) -> Ended {
    start_in(folder, words, surroundings).end()
}

/// Starts a script that knows where `andor` is, in these surroundings.
pub(crate) fn start_script(
    folder: &Folder,
    script: &str,
    surroundings: &[(&str, &str)],
) -> Process {
    let mut command = Command::new("bash");
    let place = Path::new(BINARY).parent().unwrap().display();
    let path = format!("{place}:{}", std::env::var("PATH").unwrap_or_default());
    command.arg(script).env("PATH", path).envs(surroundings.iter().copied());
    spawn(folder, command)
}

/// The same as `start`, where no file may have more than so many KiB.
pub(crate) fn run_with_small_files(folder: &Folder, words: &[&str], most: u32) -> Ended {
    let mut command = Command::new("bash");
    // A write beyond the limit fails if the signal is not heard.
    command.args(["-c", &format!("trap '' XFSZ; ulimit -f {most}; exec \"$0\" \"$@\""), BINARY]);
    command.args(words);
    spawn(folder, command).end()
}

fn spawn(folder: &Folder, mut command: Command) -> Process {
    static STARTED: AtomicUsize = AtomicUsize::new(0);
    let number = STARTED.fetch_add(1, Ordering::Relaxed);
    let (out, err) = (folder.path(&format!("{number}.out")), folder.path(&format!("{number}.err")));
    let child = command
        .stdin(Stdio::null())
        .stdout(File::create(&out).unwrap())
        .stderr(File::create(&err).unwrap())
        .spawn()
        .unwrap();
    Process { child, out, err }
}

/// Runs `andor` with these words to its end.
pub(crate) fn run(folder: &Folder, words: &[&str]) -> Ended {
    start(folder, words).end()
}

impl Process {
    /// Whether it is still there.
    pub(crate) fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// What it has said on stderr so far.
    pub(crate) fn notes(&self) -> String {
        fs::read_to_string(&self.err).unwrap()
    }

    /// Waits for its end.
    pub(crate) fn end(mut self) -> Ended {
        let start = Instant::now();
        while self.is_running() {
            assert!(start.elapsed() < HUNG, "hung: {}", fs::read_to_string(&self.err).unwrap());
            std::thread::sleep(Duration::from_millis(5));
        }
        self.said()
    }

    fn said(&mut self) -> Ended {
        let code = self.child.wait().unwrap().code();
        let read = |path: &str| fs::read_to_string(path).unwrap();
        Ended { code, out: read(&self.out), err: read(&self.err) }
    }

    /// kill -9.
    pub(crate) fn kill(mut self) -> Ended {
        self.child.kill().unwrap();
        self.said()
    }

    /// Ctrl-C.
    pub(crate) fn interrupt(&self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
