//! What a search says of itself: lines, progress, the status.

use super::{Busy, Lines, Search};
use crate::coordinator::timestamp::timestamp;
use crate::state::Work;
use crate::status::{PaceStatus, Status, Troubles, WorkerStatus};
use andor_core::{Counters, InputError, Observer, Phase, Progress};
use std::fs::OpenOptions;
use std::io::Write;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// At most so many lines a second; whoever makes more happen is not to fill the disk.
const LINES: usize = 50;
/// The longest line.
const LETTERS: usize = 500;

impl Search<'_, '_> {
    /// Keeps a line for the log. Whatever of it came from elsewhere is printable from here on.
    pub(super) fn note(&mut self, line: String) {
        let Lines { since, written, left_out } = &mut self.lines;
        if since.elapsed() >= Duration::from_secs(1) {
            if *left_out > 0 {
                self.notes.push(format!("{left_out} more lines are left out"));
            }
            self.lines = Lines { since: Instant::now(), written: 1, left_out: 0 };
        } else if *written < LINES {
            *written += 1;
        } else {
            *left_out += 1;
            return;
        }
        self.notes.push(InputError::printable(&line, LETTERS));
    }

    /// Tells what happened, and writes it to the log beside the state.
    pub(super) fn tell_notes(&mut self, observer: &mut dyn Observer) {
        if self.notes.is_empty() {
            return;
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let time = timestamp(now.as_secs());
        let mut text = String::new();
        for line in self.notes.drain(..) {
            observer.note(&line);
            text.push_str(&format!("{time} {line}\n"));
        }
        let path = self.coordinator.config.state.join("log.txt");
        let file = OpenOptions::new().create(true).append(true).open(path);
        // The log is for people; if it cannot be written the state will say so too.
        let _ = file.and_then(|mut file| file.write_all(text.as_bytes()));
    }

    pub(super) fn status(&mut self) -> Status {
        let lease = self.coordinator.config.lease;
        let mut workers: Vec<WorkerStatus> = self
            .roster
            .workers
            .iter()
            .map(|(name, worker)| WorkerStatus {
                name: name.clone(),
                threads: worker.threads,
                running: worker.running(),
                jobs: worker.jobs,
                nodes: worker.nodes,
                silent_seconds: worker.heard.elapsed().as_secs_f64(),
                gone: worker.threads == 0 || worker.heard.elapsed() >= lease,
                refused: worker.refused.clone(),
            })
            .collect();
        workers.sort_by(|a, b| a.name.cmp(&b.name));
        let Work { nodes, jobs, partials, stale, .. } = self.work;
        let Busy { busy, there } = self.busy;
        Status {
            subject: self.subject.clone(),
            run: self.run,
            seconds: self.start.elapsed().as_secs_f64(),
            tree: self.desk.look(),
            workers,
            pace: PaceStatus {
                nodes: self.speed.pace(self.work.nodes).nodes(self.threads()),
                nodes_a_second: self.speed.nodes_a_second,
                under_way: self.speed.under_way,
            },
            leases: self.roster.leases(),
            checking: self.checking,
            jobs,
            jobs_a_second: self.rate.a_second,
            partials,
            nodes,
            stale,
            aside: self.roster.aside.len(),
            again: self.again,
            doubtful: self.doubtful,
            bounds: self.bounds,
            in_parts: self.in_parts,
            busy: busy / there.max(f64::MIN_POSITIVE),
            useful: jobs as f64 / (jobs + stale).max(1) as f64,
            troubles: Troubles { dropped: self.coordinator.mailbox.dropped(), ..self.troubles },
        }
    }

    pub(super) fn show(&mut self, observer: &mut dyn Observer) {
        let status = self.status();
        let look = &status.tree;
        let open =
            look.replies.iter().filter(|reply| reply.phi != Some(0) && reply.delta != Some(0));
        let open = open.count();
        let best = look.replies.iter().min_by_key(|reply| reply.delta.unwrap_or(u32::MAX));
        observer.progress(&Progress {
            phase: Phase::Search,
            elapsed: self.start.elapsed(),
            counters: self.counters(),
            before: self.before.nodes,
            memory: look.bytes,
            root: (look.proof.map(u64::from), look.disproof.map(u64::from)),
            root_moves: (look.replies.len() - open, open),
            best: best.map(|reply| reply.text.clone()),
            ..Progress::default()
        });
        let json = serde_json::to_string(&status).expect("a status is plain data");
        self.coordinator.port.show_status(json);
    }

    /// Threads of the workers that are there.
    pub(super) fn threads(&self) -> usize {
        self.roster.threads()
    }

    pub(super) fn counters(&self) -> Counters {
        Counters { nodes: self.work.nodes, expanded: self.work.expanded, ..Counters::default() }
    }
}
