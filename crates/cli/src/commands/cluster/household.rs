//! Processes that live no longer than this one, however it ends.
//!
//! They are in one process group with a shell that reads from a pipe and then kills the group. Nobody writes to that
//! pipe, and nobody else holds it: it closes when this process drops it or ends, also by a `kill -9`. A Ctrl-C at the
//! terminal goes to another group, so that we decide what ends first.

use andor_core::InputError;
use std::ffi::OsStr;
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What the shell does.
const GUARD: &str = "read -r nothing; kill -KILL 0";
/// Processes are looked at so often.
const LOOK: Duration = Duration::from_millis(20);

/// The processes, with what they say in files of one folder.
pub(super) struct Household {
    folder: PathBuf,
    guard: Child,
    members: Vec<Member>,
}

/// One of them.
struct Member {
    name: String,
    child: Child,
}

impl Household {
    pub(super) fn new(folder: &Path) -> Result<Household, InputError> {
        let mut guard = Command::new("sh");
        guard.args(["-c", GUARD]).stdin(Stdio::piped()).stdout(Stdio::null());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut guard, 0);
        let guard = guard.spawn().map_err(|error| InputError::new(format!("sh: {error}")))?;
        Ok(Household { folder: folder.to_owned(), guard, members: Vec::new() })
    }

    /// Starts one more; `missing` says how to get the program if it is not here.
    pub(super) fn start(
        &mut self,
        name: &str,
        program: &OsStr,
        words: &[&OsStr],
        missing: &str,
    ) -> Result<(), InputError> {
        let failed =
            |what: &str, error: &std::io::Error| InputError::new(format!("{what}: {error}"));
        let log = self.log(name);
        let file =
            File::create(&log).map_err(|error| failed(&log.display().to_string(), &error))?;
        let both = file.try_clone().map_err(|error| failed(&log.display().to_string(), &error))?;
        let mut command = Command::new(program);
        command.args(words).stdin(Stdio::null()).stdout(both).stderr(file);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, self.guard.id() as i32);
        let child = command.spawn().map_err(|error| match error.kind() {
            ErrorKind::NotFound if !missing.is_empty() => InputError::new(missing),
            _ => failed(name, &error),
        })?;
        self.members.push(Member { name: name.to_owned(), child });
        Ok(())
    }

    fn log(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.log"))
    }

    /// How many of those are there whose names begin like this.
    pub(super) fn alive(&mut self, name: &str) -> usize {
        let members = self.members.iter_mut().filter(|member| member.name.starts_with(name));
        members.filter_map(|member| member.child.try_wait().ok()).filter(Option::is_none).count()
    }

    /// The last line of each that has failed.
    pub(super) fn failures(&mut self) -> Vec<String> {
        let mut failures = Vec::new();
        for at in 0..self.members.len() {
            let member = &mut self.members[at];
            if let Ok(Some(status)) = member.child.try_wait()
                && !status.success()
            {
                let name = member.name.clone();
                let said = std::fs::read(self.log(&name)).unwrap_or_default();
                let said = String::from_utf8_lossy(&said);
                let last = said.lines().rev().find(|line| !line.trim().is_empty());
                let why = last.map(|line| line.trim_start_matches("error: ").to_owned());
                let why = why.unwrap_or_else(|| status.to_string());
                failures.push(format!("{name} ended: {}", InputError::printable(&why, 300)));
            }
        }
        failures
    }

    /// Waits for the end of those whose names begin like this, for so long at most.
    pub(super) fn wait(&mut self, name: &str, most: Duration) {
        let start = Instant::now();
        while self.alive(name) > 0 && start.elapsed() < most {
            std::thread::sleep(LOOK);
        }
    }
}

impl Drop for Household {
    fn drop(&mut self) {
        // Waiting closes the pipe first.
        let _ = self.guard.wait();
        for member in &mut self.members {
            // In case the shell was killed before it could do it.
            let _ = member.child.kill();
            let _ = member.child.wait();
        }
    }
}
