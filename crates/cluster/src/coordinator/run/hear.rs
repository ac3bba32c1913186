//! What is done about each message, and about each result that was inspected.

use super::super::checkers::{LARGE, ToCheck};
use super::super::credit::Deed;
use super::super::resume::to_keep;
use super::super::roster::Held;
use super::super::{Checked, Receipt};
use super::Search;
use crate::message::{
    FromCoordinator, FromWorker, Garbled, PROGRAM, PartialResult, RunningJob, decode,
};
use crate::transport::Delivery;
use andor_core::{InputError, Stopped};
use andor_engine::remote::{Inspected, Job, JobResult, JobVerdict, Lease, Unfit, Worth};
use std::time::Duration;

/// No thread makes more nodes in a second.
const MOST_A_SECOND: f64 = 2e10;
/// The longest name of a worker.
const MOST_LETTERS: usize = 120;
/// So many jobs of one beat are looked at.
const MOST_RUNNING: usize = 1024;

/// Whether a worker may be called this: words of letters, digits, `-` and `_`, with points between them.
fn is_name(name: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_' || c == '.';
    !name.is_empty() && name.len() <= MOST_LETTERS && name.chars().all(is_letter)
}

impl Search<'_, '_> {
    pub(super) fn came(&mut self, Delivery { from, bytes, token }: Delivery) {
        // Step 1. Is it a message, of somebody with a name?
        let word = match decode::<FromWorker>(&bytes) {
            Ok(word) if is_name(&from) => word,
            Err(Garbled::Version(_)) if is_name(&from) => {
                self.troubles.other_version += 1;
                // It will not get better by coming again.
                self.drop_token(token);
                return;
            }
            _ => {
                self.troubles.garbled += 1;
                self.drop_token(token);
                return;
            }
        };
        // Step 2. Whoever is refused is told so when it asks for more, and not heard otherwise.
        let is_new = matches!(word, FromWorker::Hello { .. } | FromWorker::Unfit { .. });
        let refused = self.roster.hear(&from).filter(|known| !(known.may_come_again && is_new));
        if let Some(why) = refused.and_then(|known| known.refused.clone()) {
            if matches!(word, FromWorker::Hello { .. } | FromWorker::Beat { .. }) {
                self.send(&from, &FromCoordinator::Refused { run: self.run, why });
            }
            self.drop_token(token);
            return;
        }
        // Step 3. What it says.
        match word {
            FromWorker::Hello { run, program, fingerprint, threads } if run == self.run => {
                self.hello(&from, &program, fingerprint, threads);
            }
            FromWorker::Beat { run, number, capacity, running } if run == self.run => {
                self.beat(&from, number, capacity, &running);
            }
            FromWorker::Partial { run, partial } if run == self.run => {
                self.partial(&from, partial);
            }
            FromWorker::Result { run, lease, moves, result } if run == self.run => {
                let receipt = match token {
                    Some(token) => Receipt::Transport(vec![token], 0),
                    None => Receipt::Worker(from.clone(), lease),
                };
                self.result(from, RunningJob { lease, moves }, result, receipt);
            }
            FromWorker::Part { run, part } if run == self.run => self.part(from, part, token),
            FromWorker::Unfit { run, why } if run == self.run => self.unfit(&from, &why),
            FromWorker::Bounds { run, bounds } if run == self.run => self.relay(&from, bounds),
            FromWorker::Failed { run, lease, why } if run == self.run => {
                let lease = self.roster.now(lease);
                let is_its = self.roster.held(lease).is_some_and(|held| held.worker == from);
                if is_its && let Some(held) = self.roster.take(lease) {
                    self.troubles.failed += 1;
                    let why = InputError::printable(&why, 200);
                    let why = format!("it could not do a job: {why}");
                    self.note(format!("{from}: {why}"));
                    self.came_to_nothing(held);
                    self.count_deed(&from, Deed::Bad, &why);
                }
            }
            FromWorker::Bye { run } if run == self.run => {
                let unfinished = self.roster.taken_from(&from);
                for held in &unfinished {
                    self.desk.give_back(held.job.lease);
                }
                if !unfinished.is_empty() {
                    self.count_deed(&from, Deed::Doubtful, "it left with a job in hand");
                }
                if self.roster.leaves(&from) {
                    self.note(format!("{from} leaves"));
                }
            }
            // Of another run.
            FromWorker::Result { .. } | FromWorker::Part { .. } => {
                self.troubles.late += 1;
                self.drop_token(token);
                self.is_asked = true;
            }
            _ => self.is_asked = true,
        }
    }

    /// A result of which nothing more is to be heard.
    fn drop_token(&self, token: Option<u64>) {
        if let Some(token) = token {
            self.coordinator.port.acknowledge(token);
        }
    }

    /// Counts what a worker did; one that did too much that is of no use is told, and has no jobs any more.
    pub(super) fn count_deed(&mut self, worker: &str, deed: Deed, why: &str) {
        if !self.roster.count(worker, deed, why) {
            return;
        }
        self.troubles.workers_refused += 1;
        self.note(format!("{worker} is refused from now on"));
        for held in self.roster.taken_from(worker) {
            self.desk.give_back(held.job.lease);
        }
        let parts = self.parts.forget_of(worker, None);
        self.receive(Receipt::Transport(parts, 0));
        let known = self.roster.workers.get(worker);
        if let Some(why) = known.and_then(|worker| worker.refused.clone()) {
            self.send(worker, &FromCoordinator::Refused { run: self.run, why });
        }
    }

    /// Somebody who cannot take part, and may be able to another time.
    fn unfit(&mut self, from: &str, why: &str) {
        let Some(worker) = self.roster.admit(from) else { return };
        let why = format!("it cannot take part: {}", InputError::printable(why, 300));
        let is_known = worker.refused.replace(why.clone()).is_some_and(|said| said == why);
        worker.may_come_again = true;
        self.roster.refresh(from);
        if !is_known {
            self.troubles.workers_refused += 1;
            self.note(format!("{from} is refused: {why}"));
        }
    }

    fn hello(&mut self, from: &str, program: &str, fingerprint: u64, threads: u32) {
        let own = self.subject.fingerprint;
        let why = if program != PROGRAM {
            let program = InputError::printable(program, 40);
            Some(format!("its version is {program}, the coordinator's is {PROGRAM}"))
        } else if fingerprint != own {
            Some(format!("its rules of {} are not the coordinator's", self.subject.game))
        } else {
            None
        };
        let Some(worker) = self.roster.admit(from) else { return };
        let is_new = worker.threads == 0;
        worker.refused.clone_from(&why);
        worker.may_come_again = false;
        worker.threads = threads.clamp(1, 1 << 12);
        self.roster.refresh(from);
        if let Some(why) = why {
            self.troubles.workers_refused += 1;
            self.note(format!("{from} is refused: {why}"));
            self.send(from, &FromCoordinator::Refused { run: self.run, why });
        } else if is_new {
            self.note(format!("{from} comes, threads: {threads}"));
        }
    }

    fn beat(&mut self, from: &str, number: u64, capacity: u32, running: &[RunningJob]) {
        let Some(worker) = self.roster.workers.get_mut(from) else {
            self.send(from, &FromCoordinator::WhoAreYou { run: self.run });
            return;
        };
        if number <= worker.last_beat {
            return;
        }
        worker.last_beat = number;
        worker.capacity = capacity.min(1 << 12);
        self.roster.refresh(from);
        for RunningJob { lease, moves } in running.iter().take(MOST_RUNNING) {
            let now = self.roster.now(*lease);
            let is_done = self.roster.is_done(from, *lease);
            match self.roster.held_mut(now) {
                Some(held) if held.worker == from => held.is_heard_of(),
                // Another one has it.
                Some(_) => {
                    self.send(from, &FromCoordinator::Stale { run: self.run, lease: *lease })
                }
                // It was said before the result, which was faster.
                None if is_done => {}
                None => {
                    let anew = self.roster.has_room(from).then(|| self.desk.take(moves)).flatten();
                    let Some(new) = anew else {
                        self.send(from, &FromCoordinator::Stale { run: self.run, lease: *lease });
                        continue;
                    };
                    let job = Job { lease: new, moves: moves.clone(), budget: self.size };
                    self.roster.give_anew(from, *lease, job);
                }
            }
        }
    }

    fn partial(&mut self, from: &str, partial: PartialResult) {
        let PartialResult { lease: said, number, phi, delta, nodes, expanded } = partial;
        let lease = self.roster.now(said);
        let known = self.roster.held_mut(lease);
        let Some(held) = known.filter(|held| held.worker == from) else {
            // A lease that is forgotten is given anew at the next beat, if it can be.
            if self.roster.held(lease).is_some() {
                self.send(from, &FromCoordinator::Stale { run: self.run, lease: said });
            }
            return;
        };
        held.is_heard_of();
        if number <= held.partial || held.is_checking() {
            return;
        }
        held.partial = number;
        (held.nodes, held.expanded) = (nodes, expanded);
        self.work.partials += 1;
        // A partial result settles nothing: zeros are not looked at.
        if !self.desk.partial(lease, phi, delta) {
            self.drop_stale(lease);
        }
    }

    /// Counts the work of so long, as workers say it; what nobody can have done is not counted. Tells the
    /// nodes that are.
    fn count_work(&mut self, nodes: u64, expanded: u64, took: Duration) -> u64 {
        let most = (took.as_secs_f64() * MOST_A_SECOND) as u64;
        if nodes.max(expanded) > most {
            return 0;
        }
        self.work.nodes = self.work.nodes.saturating_add(nodes);
        self.work.expanded = self.work.expanded.saturating_add(expanded);
        nodes
    }

    /// A job whose leaf is gone.
    pub(super) fn drop_stale(&mut self, lease: Lease) {
        if let Some(held) = self.roster.take(lease) {
            self.work.stale += 1;
            self.count_work(held.nodes, held.expanded, held.given.elapsed());
            self.send(&held.worker, &FromCoordinator::Stale { run: self.run, lease: held.said });
        }
    }

    /// A job that came back without a result.
    pub(super) fn came_to_nothing(&mut self, held: Held) {
        let Held { job, worker, .. } = held;
        if self.roster.failed_at(&job.moves, &worker, self.coordinator.config.tries) {
            self.note(format!("a job at depth {} is set aside", job.moves.len()));
            self.roster.aside.push(job);
        } else {
            self.desk.give_back(job.lease);
        }
    }

    /// Whether this is somebody whose results are taken. A result of before this start may be all that is left of its
    /// worker.
    pub(super) fn knows(&mut self, from: &str, said: Lease) -> bool {
        let is_old = said.epoch < self.epochs;
        let knows =
            self.roster.workers.contains_key(from) || is_old && self.roster.admit(from).is_some();
        if !knows {
            self.send(from, &FromCoordinator::WhoAreYou { run: self.run });
        }
        knows
    }

    pub(super) fn result(
        &mut self,
        from: String,
        RunningJob { lease: said, moves }: RunningJob,
        result: JobResult,
        receipt: Receipt,
    ) {
        // Step 1. Who is that?
        if !self.knows(&from, said) {
            self.leave(receipt);
            return;
        }
        let lease = self.roster.now(said);
        // Large proofs are judged for long, and others wait: one result of each worker at a time.
        let is_large = result.proof_bytes() > LARGE;
        if is_large && self.roster.has_large(&from) {
            let known = self.roster.held_mut(lease);
            if let Some(held) = known.filter(|held| held.worker == from) {
                held.waits_for_room(self.coordinator.port.offers_again_after());
            }
            self.leave(receipt);
            return;
        }
        // Step 2. Is it the result of a job that it has?
        let known = self.roster.held(lease);
        let job = match known.filter(|held| held.worker == from && held.job.moves == moves) {
            Some(held) if held.is_checking() => {
                // The same once more, before the first one is on disk.
                self.troubles.late += 1;
                self.leave(receipt);
                return;
            }
            Some(held) => {
                let job = held.job.clone();
                self.roster.check(lease);
                job
            }
            None if self.roster.is_done(&from, said) => {
                self.troubles.late += 1;
                self.receive(receipt);
                return;
            }
            // The lease is forgotten. Is its leaf still open, and may this worker have one more?
            None => match self.roster.has_room(&from).then(|| self.desk.take(&moves)).flatten() {
                Some(lease) => {
                    let job = Job { lease, moves, budget: self.size };
                    self.roster.give(&from, job.clone(), true);
                    job
                }
                None => {
                    self.troubles.late += 1;
                    self.receive(receipt);
                    return;
                }
            },
        };
        // Step 3. What is it worth?
        if is_large {
            self.roster.is_large(job.lease);
        }
        self.checking += 1;
        let threads = self.threads();
        let known = self.roster.workers.get(&from);
        let is_out = known.map(|worker| worker.is_out.clone()).unwrap_or_default();
        let what = ToCheck { from, job, receipt, result, is_out };
        if let Some(checked) = self.checkers.check(what, threads) {
            self.checked(checked);
        }
    }

    /// A result that was not inspected any more: its worker is refused.
    pub(super) fn not_checked(&mut self, lease: Lease, receipt: Receipt) {
        self.checking -= 1;
        self.roster.take(lease);
        self.desk.give_back(lease);
        self.receive(receipt);
    }

    /// A result that is not acted upon now, and comes again.
    pub(super) fn leave(&mut self, receipt: Receipt) {
        if let Receipt::Transport(tokens, length) = receipt {
            self.parts.give_back(length);
            tokens.into_iter().for_each(|token| self.coordinator.port.leave(token));
        }
    }

    pub(super) fn checked(&mut self, checked: Checked) {
        let Checked { from, job, receipt, said, nodes, expanded, searched, inspected } = checked;
        self.checking -= 1;
        let lease = job.lease;
        let held = self.roster.take(lease);
        let took = held.as_ref().map_or(Duration::ZERO, |held| held.given.elapsed());
        held.iter().for_each(|held| self.roster.has_done(held));
        // Step 1. What does not hold.
        let Inspected { verdict, proofs, again, doubtful, worth } = match inspected {
            Ok(inspected) => inspected,
            Err(unfit) => {
                let (deed, why) = match unfit {
                    Unfit::NotHere(why) => (Deed::Doubtful, format!("it has no proof: {why}")),
                    Unfit::NotNow => (Deed::Doubtful, "it has no proof".to_owned()),
                    Unfit::Forged(why) | Unfit::Unjudged(why) => (Deed::Bad, why),
                };
                match deed {
                    Deed::Bad => self.troubles.forged += 1,
                    _ => self.troubles.failed += 1,
                }
                let why = format!("a result does not hold: {why}");
                self.note(format!("{from}: {why}"));
                self.receive(receipt);
                match held {
                    Some(held) => self.came_to_nothing(held),
                    None => self.desk.give_back(lease),
                }
                self.count_deed(&from, deed, &why);
                return;
            }
        };
        // Step 2. What does comes into the tree.
        match self.desk.finish(lease, &verdict) {
            Ok(true) => {}
            Ok(false) => {
                self.work.stale += 1;
                self.count_work(nodes, expanded, took);
                self.receive(receipt);
                return;
            }
            Err(_) => {
                self.stopped = Some(Stopped::Memory);
                return;
            }
        }
        if held.is_some() {
            self.speed.count(nodes, searched, took);
            if let Some(worker) = self.roster.workers.get_mut(&from) {
                worker.speed.count(nodes, searched, took);
            }
        }
        self.roster.was_done(&job.moves);
        if let JobVerdict::Numbers { .. } = verdict {
            // It is of no use and no harm: it settles nothing, and there is nothing to keep.
            self.count_work(nodes, expanded, took);
            self.receive(receipt);
            return;
        }
        self.tell_proved(&from, lease, &proofs);
        // Step 3. Who did how much.
        self.again += u64::from(again.is_some());
        self.doubtful += doubtful;
        self.work.jobs += 1;
        let nodes = self.count_work(nodes, expanded, took);
        if let Some(more) = again {
            self.work.nodes = self.work.nodes.saturating_add(more.nodes);
            self.work.expanded = self.work.expanded.saturating_add(more.expanded);
        }
        if let Some(worker) = self.roster.workers.get_mut(&from) {
            worker.nodes = worker.nodes.saturating_add(nodes);
        }
        self.batch.applied.push(to_keep(job, said, verdict, proofs));
        self.receipts.push(receipt);
        match worth {
            Worth::Useful => self.count_deed(&from, Deed::Useful, ""),
            Worth::Doubtful => self.count_deed(&from, Deed::Doubtful, "a claim was not borne out"),
            Worth::Useless => {
                self.troubles.forged += 1;
                self.note(format!("{from}: a result has numbers or claims of no search"));
                self.count_deed(&from, Deed::Bad, "numbers or claims of no search");
            }
        }
    }
}
