//! What is done about each message, and about each result that was inspected.

use super::super::checkers::ToCheck;
use super::super::roster::Held;
use super::super::{Checked, Receipt};
use super::Search;
use crate::message::{Call, Garbled, LeaseNumbers, PROGRAM, Word, decode};
use crate::state::Applied;
use crate::transport::Delivery;
use andor_core::Stopped;
use andor_engine::remote::{Inspected, JobOrder, JobResult, Unfit};
use std::time::Instant;

/// A job has no more nodes than this.
const MOST_COUNTED: u64 = 1 << 40;

impl Search<'_> {
    pub(super) fn came(&mut self, Delivery { from, bytes, token }: Delivery) {
        let word = match decode::<Word>(&bytes) {
            Ok(word) => word,
            Err(garbled) => {
                if let Garbled::Version(_) = garbled {
                    self.troubles.other_version += 1;
                    let why = garbled.to_string();
                    self.send(&from, &Call::Refused { why });
                } else {
                    self.troubles.garbled += 1;
                }
                // It will not get better by coming again.
                if let Some(token) = token {
                    self.coordinator.port.acknowledge(token);
                }
                return;
            }
        };
        if let Some(known) = self.roster.workers.get_mut(&from) {
            known.heard = Instant::now();
            if let Some(why) = known.refused.clone() {
                if matches!(word, Word::Hello { .. } | Word::Beat { .. }) {
                    self.send(&from, &Call::Refused { why });
                }
                if let Some(token) = token {
                    self.coordinator.port.acknowledge(token);
                }
                return;
            }
        }
        match word {
            Word::Hello { run, program, fingerprint, threads } if run == self.run => {
                self.hello(&from, &program, fingerprint, threads);
            }
            Word::Beat { run, number, capacity, running } if run == self.run => {
                self.beat(&from, number, capacity, &running);
            }
            Word::Partial { run, lease, number, phi, delta, nodes, expanded }
                if run == self.run =>
            {
                self.partial(&from, lease, number, (phi, delta), (nodes, expanded));
            }
            Word::Result { run, lease, moves, result } if run == self.run => {
                let receipt = match token {
                    Some(token) => Receipt::Transport(token),
                    None => Receipt::Worker(from.clone(), lease),
                };
                self.result(from, lease, (moves, result), receipt);
            }
            Word::Failed { run, lease, why } if run == self.run => {
                self.troubles.failed += 1;
                let lease = self.roster.now(lease);
                let is_its = self.roster.held.get(&lease).is_some_and(|held| held.worker == from);
                if is_its && let Some(held) = self.roster.held.remove(&lease) {
                    self.note(format!("{from} could not do a job: {why}"));
                    self.came_to_nothing(held);
                }
            }
            Word::Bye { run } if run == self.run => {
                self.note(format!("{from} leaves"));
                for held in self.roster.taken_from(&from) {
                    self.desk.give_back(held.order.lease);
                }
                self.roster.workers.remove(&from);
            }
            // Of another run.
            Word::Result { .. } => {
                self.troubles.late += 1;
                if let Some(token) = token {
                    self.coordinator.port.acknowledge(token);
                } else {
                    self.announce();
                }
            }
            _ => self.announce(),
        }
    }

    fn hello(&mut self, from: &str, program: &str, fingerprint: u64, threads: u32) {
        let own = self.desk.subject().fingerprint;
        let why = if program != PROGRAM {
            Some(format!("its version is {program}, the coordinator's is {PROGRAM}"))
        } else if fingerprint != own {
            Some(format!("its rules of {} are not the coordinator's", self.desk.subject().game))
        } else {
            None
        };
        if let Some(why) = why {
            self.troubles.workers_refused += 1;
            self.note(format!("{from} is refused: {why}"));
            self.roster.worker(from).refused = Some(why.clone());
            self.send(from, &Call::Refused { why });
            return;
        }
        if !self.roster.workers.contains_key(from) {
            self.note(format!("{from} comes with {threads} threads"));
        }
        self.roster.worker(from).threads = threads.min(1 << 12);
    }

    fn beat(
        &mut self,
        from: &str,
        number: u64,
        capacity: u32,
        running: &[(LeaseNumbers, Vec<u32>)],
    ) {
        let Some(worker) = self.roster.workers.get_mut(from) else {
            self.send(from, &Call::WhoAreYou { run: self.run });
            return;
        };
        if number <= worker.last_beat {
            return;
        }
        worker.last_beat = number;
        worker.capacity = capacity.min(1 << 12);
        for (lease, moves) in running {
            let now = self.roster.now(*lease);
            match self.roster.held.get_mut(&now) {
                Some(held) if held.worker == from => held.heard = Instant::now(),
                // Another one has it.
                Some(_) => self.send(from, &Call::Stale { run: self.run, lease: *lease }),
                None => {
                    let anew = self.roster.has_room(from).then(|| self.desk.take(moves)).flatten();
                    let Some(new) = anew else {
                        self.send(from, &Call::Stale { run: self.run, lease: *lease });
                        continue;
                    };
                    let (descents, room) = self.size;
                    let moves = moves.clone();
                    let order = JobOrder { lease: new, moves, descents, room, partial_every: None };
                    self.roster.give_anew(from, *lease, order);
                }
            }
        }
    }

    fn partial(
        &mut self,
        from: &str,
        lease: LeaseNumbers,
        number: u64,
        (phi, delta): (u32, u32),
        (nodes, expanded): (u64, u64),
    ) {
        let said = lease;
        let lease = self.roster.now(said);
        let known = self.roster.held.get_mut(&lease);
        let Some(held) = known.filter(|held| held.worker == from) else {
            // A lease that is forgotten is given anew at the next beat, if it can be.
            if self.roster.held.contains_key(&lease) {
                self.send(from, &Call::Stale { run: self.run, lease: said });
            }
            return;
        };
        held.heard = Instant::now();
        if number <= held.partial || held.is_checking {
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

    /// Counts work, as workers say it.
    fn count(&mut self, nodes: u64, expanded: u64) {
        // What nobody can have done is not counted, so that nothing runs over.
        let add = |sum: u64, more: u64| if more < MOST_COUNTED { sum + more } else { sum };
        self.work.nodes = add(self.work.nodes, nodes);
        self.work.expanded = add(self.work.expanded, expanded);
    }

    /// A job whose leaf is gone.
    pub(super) fn drop_stale(&mut self, lease: LeaseNumbers) {
        if let Some(held) = self.roster.held.remove(&lease) {
            self.work.stale += 1;
            self.count(held.nodes, held.expanded);
            self.send(&held.worker, &Call::Stale { run: self.run, lease: held.said });
        }
    }

    /// A job that came back without a result.
    pub(super) fn came_to_nothing(&mut self, held: Held) {
        let Held { order, .. } = held;
        if self.roster.tried(&order.moves, self.coordinator.options.tries) {
            self.note(format!("a job at depth {} is set aside", order.moves.len()));
            self.roster.aside.push(order);
        } else {
            self.desk.give_back(order.lease);
        }
    }

    fn result(
        &mut self,
        from: String,
        lease: LeaseNumbers,
        (moves, result): (Vec<u32>, JobResult),
        receipt: Receipt,
    ) {
        let lease = self.roster.now(lease);
        let order = match self.roster.held.get_mut(&lease) {
            Some(held) if held.order.moves == moves => {
                if held.is_checking {
                    // The same once more, before the first one is on disk.
                    self.troubles.late += 1;
                    if let Receipt::Transport(token) = receipt {
                        self.coordinator.port.leave(token);
                    }
                    return;
                }
                held.is_checking = true;
                held.order.clone()
            }
            // The lease is forgotten. Is its leaf still open?
            _ => match self.desk.take(&moves) {
                Some(lease) => {
                    let (descents, room) = self.size;
                    let order = JobOrder { lease, moves, descents, room, partial_every: None };
                    self.roster.give(&from, order.clone(), true);
                    order
                }
                None => {
                    self.troubles.late += 1;
                    self.receive(receipt);
                    return;
                }
            },
        };
        self.checking += 1;
        let workers = self.roster.threads();
        if let Some(checked) =
            self.checkers.check(ToCheck { from, order, receipt, result }, workers)
        {
            self.checked(checked);
        }
    }

    pub(super) fn checked(&mut self, checked: Checked) {
        let Checked { from, order, receipt, nodes, expanded, inspected } = checked;
        self.checking -= 1;
        let lease = order.lease;
        let held = self.roster.held.remove(&lease);
        let Inspected { verdict, proofs, again, doubtful } = match inspected {
            Ok(inspected) => inspected,
            Err(unfit @ (Unfit::NotHere(_) | Unfit::NotNow)) => {
                self.troubles.failed += 1;
                let why = if let Unfit::NotHere(why) = unfit { why } else { String::new() };
                self.note(format!(
                    "a result of {from} has no proof, and none was found here: {why}"
                ));
                self.receive(receipt);
                match held {
                    Some(held) => self.came_to_nothing(held),
                    None => self.desk.give_back(lease),
                }
                return;
            }
            Err(Unfit::Forged(why)) => {
                self.troubles.forged += 1;
                self.note(format!("a result of {from} does not hold: {why}"));
                self.receive(receipt);
                self.desk.give_back(lease);
                if self.roster.strike(&from, &why) {
                    self.troubles.workers_refused += 1;
                    self.note(format!("{from} is refused from now on"));
                    self.send(&from, &Call::Refused { why });
                    for held in self.roster.taken_from(&from) {
                        self.desk.give_back(held.order.lease);
                    }
                }
                return;
            }
        };
        match self.desk.finish(lease, &verdict) {
            Ok(true) => {}
            Ok(false) => {
                self.work.stale += 1;
                self.count(nodes, expanded);
                self.receive(receipt);
                return;
            }
            Err(_) => {
                self.stopped = Some(Stopped::Memory);
                return;
            }
        }
        self.desk.keep(&proofs);
        self.again += u64::from(again.is_some());
        self.doubtful += doubtful;
        self.work.jobs += 1;
        self.count(nodes, expanded);
        self.count(again.map_or(0, |more| more.nodes), again.map_or(0, |more| more.expanded));
        let by = held.map_or(from, |held| held.worker);
        if let Some(worker) = self.roster.workers.get_mut(&by) {
            worker.jobs += 1;
            worker.nodes = worker.nodes.saturating_add(nodes.min(MOST_COUNTED));
        }
        self.batch.applied.push(Applied { moves: order.moves, verdict });
        self.batch.proofs.extend(proofs);
        self.receipts.push(receipt);
        self.since_snapshot += 1;
    }
}
