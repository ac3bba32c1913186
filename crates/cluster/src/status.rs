//! How a run stands, for people, programs and Prometheus.

use andor_core::InputError;
use andor_engine::remote::{JobSubject, TreeLook};
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// The longest text of a status.
const LETTERS: usize = 2000;

/// What is refused or goes wrong, counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Troubles {
    /// Messages that were damaged or too long.
    pub garbled: u64,
    /// Messages of another version.
    pub other_version: u64,
    /// Workers that were turned away.
    pub workers_refused: u64,
    /// Results that did not hold.
    pub forged: u64,
    /// Leases that ran out.
    pub expired: u64,
    /// Jobs that workers could not do.
    pub failed: u64,
    /// Results that came for a leaf that was gone, or came twice.
    pub late: u64,
    /// Jobs that were not done by their deadline.
    pub overdue: u64,
    /// Messages that there was no room for: their senders sent too many.
    pub dropped: u64,
    /// Bounds that were told and are the opposite of what was proved.
    #[serde(default)]
    pub refuted: u64,
}

/// One worker.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct WorkerStatus {
    /// Its name.
    pub name: String,
    /// Its threads.
    pub threads: u32,
    /// Jobs it has now.
    pub running: usize,
    /// Jobs it has done.
    pub jobs: u64,
    /// Nodes of these.
    pub nodes: u64,
    /// Seconds since it was heard of.
    pub silent_seconds: f64,
    /// Whether it was silent for so long that it is taken for dead; it counts no more.
    pub gone: bool,
    /// Why it is refused, if it is.
    pub refused: Option<String>,
}

/// How large jobs are where that is measured, and why.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct PaceStatus {
    /// Nodes of the next job.
    pub nodes: u64,
    /// Nodes a second that a worker makes in a job.
    pub nodes_a_second: f64,
    /// Seconds that a job is under way beside its search.
    pub under_way: f64,
}

/// A run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Status {
    /// What it is about.
    pub subject: JobSubject,
    /// The number of the run.
    pub run: u64,
    /// Seconds since this coordinator began.
    pub seconds: f64,
    /// The tree.
    pub tree: TreeLook,
    /// The workers.
    pub workers: Vec<WorkerStatus>,
    /// How fast workers are, and how large their jobs.
    #[serde(default)]
    pub pace: PaceStatus,
    /// Jobs in work.
    pub leases: usize,
    /// Results being inspected.
    pub checking: usize,
    /// Results put into the tree, over all starts.
    pub jobs: u64,
    /// Results put into the tree a second, lately.
    pub jobs_a_second: f64,
    /// Partial results.
    pub partials: u64,
    /// Nodes, over all starts.
    pub nodes: u64,
    /// Results whose leaf was gone.
    pub stale: u64,
    /// Jobs set aside.
    pub aside: usize,
    /// Results that had to be worked out again by the coordinator.
    pub again: u64,
    /// Claims without proof that were left open.
    pub doubtful: u64,
    /// Positions with numbers that workers told each other.
    #[serde(default)]
    pub bounds: u64,
    /// Results that came in parts, since their certificates were too large for a message.
    #[serde(default)]
    pub in_parts: u64,
    /// The share of their time that threads of workers had a job.
    pub busy: f64,
    /// Of the jobs that ended, the share whose results were of use.
    pub useful: f64,
    /// What went wrong.
    pub troubles: Troubles,
}

impl Status {
    /// The same with all its texts printable: it may come from anybody.
    #[must_use]
    pub fn printable(mut self) -> Status {
        let clean = |text: &mut String| *text = InputError::printable(text, LETTERS);
        clean(&mut self.subject.game);
        clean(&mut self.subject.position);
        clean(&mut self.subject.terms.settings);
        self.subject.terms.tables.iter_mut().for_each(|table| clean(&mut table.file));
        if self.subject.player.is_control() {
            self.subject.player = '?';
        }
        for worker in &mut self.workers {
            clean(&mut worker.name);
            worker.refused.iter_mut().for_each(clean);
        }
        self.tree.replies.iter_mut().for_each(|reply| clean(&mut reply.text));
        self
    }

    /// The estimate of efficiency: threads that have a job, times results that are of use.
    #[must_use]
    pub fn efficiency(&self) -> f64 {
        self.busy * self.useful
    }

    /// The workers that are there, and their threads.
    #[must_use]
    pub fn there(&self) -> (usize, u32) {
        let there = self.workers.iter().filter(|worker| !worker.gone);
        there.fold((0, 0), |(workers, threads), worker| (workers + 1, threads + worker.threads))
    }

    /// A size of jobs that would keep threads busy, where they wait for so long that jobs must be short.
    ///
    /// A thread waits between two jobs for as long as before: jobs that are so many times larger make its
    /// share of the time smaller by as much.
    #[must_use]
    pub fn better_size(&self) -> Option<u64> {
        // Below this they are worth a word; this is what they should come to.
        const LOW: f64 = 0.6;
        const GOOD: f64 = 0.9;
        const ENOUGH_JOBS: u64 = 20;
        let (_, threads) = self.there();
        // With fewer leaves than threads, jobs are not short but few.
        let is_short = self.efficiency() < LOW && self.busy < GOOD - 0.1;
        if !is_short || self.jobs < ENOUGH_JOBS || self.tree.free < threads {
            return None;
        }
        let odds = |share: f64| share / (1.0 - share);
        let size = self.nodes as f64 / self.jobs as f64;
        let better = size * odds(GOOD) / odds(self.busy.max(0.01));
        // One digit is enough.
        let unit = 10f64.powf(better.max(1.0).log10().floor());
        Some(((better / unit).ceil() * unit) as u64)
    }

    /// The text that Prometheus reads.
    #[must_use]
    pub fn prometheus(&self) -> String {
        let mut text = String::new();
        let mut line = |name: &str, kind: &str, help: &str, value: f64| {
            // Writing to a string does not fail.
            let _ = write!(
                text,
                "# HELP andor_{name} {help}\n# TYPE andor_{name} {kind}\nandor_{name} {value}\n"
            );
        };
        let (workers, threads) = self.there();
        let Troubles { garbled, other_version, workers_refused, forged, .. } = self.troubles;
        let Troubles { expired, failed, late, overdue, dropped, refuted, .. } = self.troubles;
        let gone = self.workers.len() - workers;
        line("seconds", "gauge", "Seconds since this coordinator began.", self.seconds);
        line("workers", "gauge", "Workers that are there.", workers as f64);
        line("workers_gone", "gauge", "Workers taken for dead.", gone as f64);
        line("threads", "gauge", "Threads of all workers.", f64::from(threads));
        line("leases", "gauge", "Jobs in work.", self.leases as f64);
        line("checking", "gauge", "Results being inspected.", self.checking as f64);
        line("jobs_total", "counter", "Results put into the tree.", self.jobs as f64);
        line("partials_total", "counter", "Partial results.", self.partials as f64);
        line("nodes_total", "counter", "Nodes that workers generated.", self.nodes as f64);
        line("stale_total", "counter", "Results whose leaf was gone.", self.stale as f64);
        line("aside", "gauge", "Jobs set aside.", self.aside as f64);
        line("again_total", "counter", "Jobs done again here.", self.again as f64);
        line("doubtful_total", "counter", "Claims left open.", self.doubtful as f64);
        line("tree_nodes", "gauge", "Nodes of the tree.", self.tree.nodes as f64);
        line("tree_bytes", "gauge", "Bytes of the tree.", self.tree.bytes as f64);
        line("tree_expanded_total", "counter", "Leaves expanded.", self.tree.expanded as f64);
        line("tree_free", "gauge", "Leaves that nobody works on.", f64::from(self.tree.free));
        line("busy", "gauge", "Share of their time that threads have a job.", self.busy);
        line("useful", "gauge", "Share of results that are of use.", self.useful);
        line("efficiency", "gauge", "Estimated efficiency.", self.efficiency());
        line("garbled_total", "counter", "Messages refused as damaged.", garbled as f64);
        line("other_version_total", "counter", "Of another version.", other_version as f64);
        line("workers_refused_total", "counter", "Workers refused.", workers_refused as f64);
        line("forged_total", "counter", "Results that did not hold.", forged as f64);
        line("expired_total", "counter", "Leases that ran out.", expired as f64);
        line("failed_total", "counter", "Jobs that failed.", failed as f64);
        line("late_total", "counter", "Results that came too late.", late as f64);
        line("overdue_total", "counter", "Jobs not done by their deadline.", overdue as f64);
        line("dropped_total", "counter", "Messages without room.", dropped as f64);
        line("refuted_total", "counter", "Bounds that are proved wrong.", refuted as f64);
        line("in_parts_total", "counter", "Results in parts.", self.in_parts as f64);
        text
    }
}
