//! A conversation with a running `andor`: lines in, lines out.

use crate::andor::{Folder, Running};
use std::io::{BufRead, BufReader, Lines};
use std::process::ChildStdout;
use std::time::{Duration, Instant};

pub(crate) struct Talk {
    pub(crate) running: Running,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Talk {
    pub(crate) fn new(folder: &Folder, words: &[&str]) -> Talk {
        let mut running = folder.start(words);
        let lines = BufReader::new(running.child.stdout.take().unwrap()).lines();
        Talk { running, lines }
    }

    pub(crate) fn say(&mut self, line: &str) {
        self.running.feed(format!("{line}\n").as_bytes());
    }

    /// The next line.
    #[track_caller]
    pub(crate) fn hear(&mut self) -> String {
        self.lines.next().expect("it is still there").unwrap()
    }

    /// The next line that begins like this.
    #[track_caller]
    pub(crate) fn hear_until(&mut self, beginning: &str) -> String {
        loop {
            let line = self.hear();
            if line.starts_with(beginning) {
                return line;
            }
        }
    }

    /// Says a line, and hears the next that begins like this.
    #[track_caller]
    pub(crate) fn ask(&mut self, line: &str, beginning: &str) -> String {
        self.say(line);
        self.hear_until(beginning)
    }

    /// Waits for the end, which must come soon and be a good one.
    #[track_caller]
    pub(crate) fn must_end(mut self) {
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.running.child.try_wait().unwrap() {
                break status;
            }
            assert!(start.elapsed() < Duration::from_secs(30), "it does not end");
            std::thread::sleep(Duration::from_millis(5));
        };
        assert!(status.success(), "{status:?}");
    }

    /// Closes its input.
    pub(crate) fn hang_up(&mut self) {
        drop(self.running.child.stdin.take());
    }
}
