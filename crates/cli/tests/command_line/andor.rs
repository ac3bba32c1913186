//! Runs the binary in a folder of its own and collects what came out of it.

use serde_json::{Map, Value};
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

/// Nothing here takes long; after this a run counts as hung.
const HUNG: Duration = Duration::from_secs(300);

/// The binary under test.
pub(crate) const BINARY: &str = env!("CARGO_BIN_EXE_andor");

/// An empty folder where commands run; it goes away with its owner.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let name = format!("andor-{}-{number}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        fs::write(self.0.join(name), contents).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).unwrap()
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.join(name).exists()
    }

    /// The names of the files here, sorted.
    pub(crate) fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Runs `andor` with these words and no input.
    pub(crate) fn andor(&self, words: &[&str]) -> Ended {
        self.andor_reading(words, b"")
    }

    /// Runs `andor` with these words on this input.
    pub(crate) fn andor_reading(&self, words: &[&str], input: &[u8]) -> Ended {
        let mut running = self.start(words);
        running.feed(input);
        running.end()
    }

    /// Runs a line as a shell would, `andor` being the binary under test.
    pub(crate) fn shell(&self, line: &str) -> Ended {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("andor() {{ '{BINARY}' \"$@\"; }}; {line}")]);
        self.spawn(command).end()
    }

    /// Starts `andor` with these words.
    pub(crate) fn start(&self, words: &[&str]) -> Running {
        let mut command = Command::new(BINARY);
        command.args(words);
        self.spawn(command)
    }

    /// The user's cache, beside the folder and not in it.
    pub(crate) fn cache(&self) -> PathBuf {
        self.0.with_extension("cache")
    }

    fn spawn(&self, mut command: Command) -> Running {
        command.current_dir(&self.0).stdin(Stdio::piped());
        // What was checked before is remembered in a cache: a folder begins without one.
        command.env("XDG_CACHE_HOME", self.cache());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let err = collect(child.stderr.take().unwrap());
        Running { shown: format!("{command:?}"), child, err }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
        let _ = fs::remove_dir_all(self.cache());
    }
}

fn collect(mut stream: impl Read + Send + 'static) -> JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    })
}

/// A command that runs.
pub(crate) struct Running {
    shown: String,
    err: JoinHandle<String>,
    pub(crate) child: Child,
}

impl Running {
    /// Writes to its input. It need not read that.
    pub(crate) fn feed(&mut self, input: &[u8]) {
        let stdin = self.child.stdin.as_mut().unwrap();
        let _ = stdin.write_all(input).and_then(|()| stdin.flush());
    }

    /// Waits until `happened`; false if the command ended first.
    pub(crate) fn wait_until(&mut self, happened: impl Fn(&Child) -> bool) -> bool {
        let start = Instant::now();
        while !happened(&self.child) {
            if self.child.try_wait().unwrap().is_some() {
                return false;
            }
            self.must_not_hang(start);
            sleep(Duration::from_millis(5));
        }
        true
    }

    /// Closes its input and waits for its end.
    pub(crate) fn end(mut self) -> Ended {
        drop(self.child.stdin.take());
        let out = collect(self.child.stdout.take().unwrap());
        let start = Instant::now();
        let status = loop {
            match self.child.try_wait().unwrap() {
                Some(status) => break status,
                None => self.must_not_hang(start),
            }
            sleep(Duration::from_millis(1));
        };
        let (out, err) = (out.join().unwrap(), self.err.join().unwrap());
        Ended { shown: self.shown, code: status.code(), out, err }
    }

    fn must_not_hang(&mut self, start: Instant) {
        if start.elapsed() > HUNG {
            let _ = self.child.kill();
            panic!("{} hangs", self.shown);
        }
    }
}

/// What came out of a command.
#[derive(Debug)]
pub(crate) struct Ended {
    /// The command, for messages.
    pub(crate) shown: String,
    /// Its exit code; none if a signal ended it.
    pub(crate) code: Option<i32>,
    /// Its stdout.
    pub(crate) out: String,
    /// Its stderr.
    pub(crate) err: String,
}

impl Ended {
    /// Asserts the exit code.
    #[track_caller]
    pub(crate) fn exits(self, code: i32) -> Ended {
        assert_eq!(self.code, Some(code), "{self:#?}");
        self
    }

    /// Its stdout as JSON: every line must be an object.
    #[track_caller]
    pub(crate) fn objects(&self) -> Vec<Map<String, Value>> {
        let parse = |line| match serde_json::from_str(line) {
            Ok(Value::Object(object)) => object,
            other => panic!("{}: {line:?} is {other:?}", self.shown),
        };
        self.out.lines().map(parse).collect()
    }

    /// Its stdout as the only JSON object there is.
    #[track_caller]
    pub(crate) fn object(&self) -> Map<String, Value> {
        let mut objects = self.objects();
        assert_eq!(objects.len(), 1, "{self:#?}");
        objects.remove(0)
    }

    /// Asserts that stdout has all these texts.
    #[track_caller]
    pub(crate) fn says(&self, texts: &[&str]) {
        for text in texts {
            assert!(self.out.contains(text), "no {text:?} in {self:#?}");
        }
    }

    /// Asserts that stderr has all these texts.
    #[track_caller]
    pub(crate) fn notes(&self, texts: &[&str]) {
        for text in texts {
            assert!(self.err.contains(text), "no {text:?} on stderr of {self:#?}");
        }
    }

    /// Asserts that it was refused: exit code 2, nothing on stdout, one line on stderr with all
    /// these texts.
    #[track_caller]
    pub(crate) fn refuses(self, texts: &[&str]) {
        let ended = self.exits(2);
        assert_eq!(ended.out, "", "{ended:#?}");
        ended.one_line(texts);
    }

    /// Asserts that stderr is one line with all these texts.
    #[track_caller]
    pub(crate) fn one_line(&self, texts: &[&str]) {
        assert!(self.err.ends_with('\n') && self.err.lines().count() == 1, "{self:#?}");
        assert!(self.err.starts_with("error: "), "{self:#?}");
        self.notes(texts);
    }
}

/// A field that is a string.
#[track_caller]
pub(crate) fn text<'a>(object: &'a Map<String, Value>, field: &str) -> &'a str {
    object[field].as_str().unwrap_or_else(|| panic!("{field} in {object:?} is no string"))
}

/// A field that is a natural number.
#[track_caller]
pub(crate) fn number(object: &Map<String, Value>, field: &str) -> u64 {
    object[field].as_u64().unwrap_or_else(|| panic!("{field} in {object:?} is no number"))
}

/// The names of an object's fields, in order.
pub(crate) fn fields(object: &Map<String, Value>) -> Vec<&str> {
    object.keys().map(String::as_str).collect()
}
