//! Another program: its lines in and out, with deadlines.
//!
//! A thread reads what the program writes, so that waiting for a line can end by time. The program
//! is in a process group of its own: Ctrl-C is meant for the match, which stops the program itself.

use super::seat::Trouble;
use andor_core::Instant;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How often a wait looks whether the match has been stopped.
const LOOK: Duration = Duration::from_millis(20);
/// How long a program may take to end when it is asked to.
const FAREWELL: Duration = Duration::from_millis(500);
/// Longer lines are cut: a program that never ends its line must not fill the memory.
const LONGEST_LINE: u64 = 1 << 20;

/// A program that runs.
pub(super) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// The last line it complained with.
    complaint: Arc<Mutex<String>>,
}

impl Process {
    /// Starts it.
    pub(super) fn start(words: &[String]) -> std::io::Result<Process> {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (sender, lines) = channel();
        let out = child.stdout.take().expect("it is piped");
        std::thread::spawn(move || for_each_line(out, |line| sender.send(line).is_ok()));
        let complaint = Arc::new(Mutex::new(String::new()));
        let last = Arc::clone(&complaint);
        let err = child.stderr.take().expect("it is piped");
        std::thread::spawn(move || {
            for_each_line(err, |line| {
                if !line.is_empty() {
                    *last.lock().expect("nobody panics with it") = line;
                }
                true
            });
        });
        let input = child.stdin.take();
        Ok(Process { child, input, lines, complaint })
    }

    /// Writes a line.
    pub(super) fn send(&mut self, line: &str) -> Result<(), Trouble> {
        let input = self.input.as_mut().expect("it is open until the farewell");
        let sent = writeln!(input, "{line}").and_then(|()| input.flush());
        sent.map_err(|_| self.crash())
    }

    /// The next line, until `deadline`.
    pub(super) fn receive(&self, deadline: Instant, stop: &AtomicBool) -> Result<String, Trouble> {
        loop {
            if stop.load(Ordering::Relaxed) {
                return Err(Trouble::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(LOOK)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash()),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Trouble::Silent),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The next line that `wanted` makes something of.
    pub(super) fn wait_for<T>(
        &self,
        deadline: Instant,
        stop: &AtomicBool,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Trouble> {
        loop {
            if let Some(found) = wanted(self.receive(deadline, stop)?.trim()) {
                return Ok(found);
            }
        }
    }

    fn crash(&self) -> Trouble {
        // The last words may still be on their way.
        std::thread::sleep(LOOK);
        Trouble::Crashed(self.complaint.lock().expect("nobody panics with it").clone())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.send("quit");
        drop(self.input.take());
        let start = Instant::now();
        while start.elapsed() < FAREWELL {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Gives every line to `hear`, until it has enough or there are no more.
fn for_each_line(stream: impl Read, mut hear: impl FnMut(String) -> bool) {
    let mut reader = BufReader::new(stream);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(read) if read > 0 => {}
            _ => return,
        }
        if !hear(String::from_utf8_lossy(&bytes).trim().to_owned()) {
            return;
        }
    }
}
