//! A transport within one process, which can be told to misbehave.
//!
//! It is the reference for what the others promise, and the test bench: messages are dropped, doubled, held
//! back and damaged at random, from a seed. Results are offered again until they are acknowledged, as a
//! work queue does.

use andor_cluster::message::MOST_BYTES;
use andor_cluster::transport::{CoordinatorPort, Delivery, Heard, Inbox, WorkerPort, user_of};
use andor_cluster::worker::WorkerEvent;
use andor_core::SplitMix64;
use andor_engine::remote::Lease;
use std::collections::{BTreeMap, HashMap};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A result that is not acknowledged is offered again after so long, if nothing else is said.
const OFFER_AGAIN: Duration = Duration::from_millis(100);

/// How often, in a thousand messages, something happens to one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Faults {
    /// It is lost.
    pub(crate) dropped: u32,
    /// It comes twice.
    pub(crate) doubled: u32,
    /// It comes later than the next one.
    pub(crate) held_back: u32,
    /// A bit of it is flipped.
    pub(crate) damaged: u32,
}

/// All ends meet here.
#[derive(Clone)]
pub(crate) struct Network(Arc<Mutex<Exchange>>);

struct Exchange {
    faults: Faults,
    random: SplitMix64,
    coordinator: Option<Arc<dyn Inbox>>,
    workers: HashMap<String, Sender<WorkerEvent>>,
    /// Results that are not acknowledged: who sent them, and when they were offered last.
    results: BTreeMap<u64, (String, Vec<u8>, Option<Instant>)>,
    next_token: u64,
    held_back: Vec<(Option<String>, String, Vec<u8>)>,
    status: Option<String>,
    /// No message is longer.
    most_bytes: usize,
    /// Results that have not been acknowledged, and were to be left.
    left: u64,
    offers_again_after: Duration,
}

impl Network {
    /// A network with these faults, from this seed.
    pub(crate) fn new(seed: u64, faults: Faults) -> Network {
        Network(Arc::new(Mutex::new(Exchange {
            faults,
            random: SplitMix64::new(seed),
            coordinator: None,
            workers: HashMap::new(),
            results: BTreeMap::new(),
            next_token: 0,
            held_back: Vec::new(),
            status: None,
            most_bytes: MOST_BYTES,
            left: 0,
            offers_again_after: OFFER_AGAIN,
        })))
    }

    fn lock(&self) -> MutexGuard<'_, Exchange> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The coordinator's end; one that was there before is cut off.
    pub(crate) fn coordinator(&self, inbox: Arc<dyn Inbox>) -> Arc<dyn CoordinatorPort> {
        let mut exchange = self.lock();
        exchange.coordinator = Some(inbox);
        for result in exchange.results.values_mut() {
            result.2 = None;
        }
        exchange.offer();
        Arc::new(CoordinatorEnd(self.clone()))
    }

    /// A worker's end.
    pub(crate) fn worker(&self, name: &str, inbox: Sender<WorkerEvent>) -> Arc<dyn WorkerPort> {
        self.lock().workers.insert(name.to_owned(), inbox);
        Arc::new(WorkerEnd { network: self.clone(), name: name.to_owned() })
    }

    /// The coordinator is dead: nothing reaches it.
    pub(crate) fn cut_coordinator(&self) {
        self.lock().coordinator = None;
    }

    /// A worker is dead: nothing it says is heard, and it hears nothing.
    pub(crate) fn cut_worker(&self, name: &str) {
        self.lock().workers.remove(name);
    }

    /// From now on no message is longer than this.
    pub(crate) fn carry_at_most(&self, bytes: usize) {
        self.lock().most_bytes = bytes;
    }

    /// From now on results are offered again after so long.
    pub(crate) fn offer_again_after(&self, time: Duration) {
        self.lock().offers_again_after = time;
    }

    /// How often a result was not acted upon, and came again.
    pub(crate) fn left(&self) -> u64 {
        self.lock().left
    }

    /// From now on nothing happens to messages.
    pub(crate) fn heal(&self) {
        self.lock().faults = Faults::default();
    }

    /// The last status that was shown.
    pub(crate) fn status(&self) -> Option<String> {
        self.lock().status.clone()
    }

    /// Says something in the name of a worker, whether there is one or not.
    pub(crate) fn say_as(&self, worker: &str, bytes: Vec<u8>) {
        self.lock().tell_coordinator(worker, bytes);
    }
}

impl Exchange {
    fn chance(&mut self, share: u32) -> bool {
        share > 0 && self.random.below(1000) < share as usize
    }

    /// What becomes of a message on its way: nothing, itself, or itself twice.
    fn mishaps(&mut self, mut bytes: Vec<u8>) -> Vec<Vec<u8>> {
        let Faults { dropped, doubled, damaged, .. } = self.faults;
        if self.chance(dropped) {
            return Vec::new();
        }
        if self.chance(damaged) && !bytes.is_empty() {
            let at = self.random.below(bytes.len());
            bytes[at] ^= 1 << self.random.below(8);
        }
        if self.chance(doubled) {
            return vec![bytes.clone(), bytes];
        }
        vec![bytes]
    }

    fn deliver(&mut self, to: Option<String>, from: String, bytes: Vec<u8>) {
        match to {
            None => {
                if let Some(inbox) = &self.coordinator {
                    inbox.put(Delivery { from, bytes, token: None });
                }
            }
            Some(worker) => {
                if let Some(inbox) = self.workers.get(&worker) {
                    // A worker that is gone hears nothing.
                    let _ = inbox.send(Heard::Message(bytes).into());
                }
            }
        }
    }

    fn pass(&mut self, to: Option<String>, from: &str, bytes: Vec<u8>) {
        for bytes in self.mishaps(bytes) {
            if self.chance(self.faults.held_back) {
                self.held_back.push((to.clone(), from.to_owned(), bytes));
            } else {
                self.deliver(to.clone(), from.to_owned(), bytes);
                for (to, from, bytes) in std::mem::take(&mut self.held_back) {
                    self.deliver(to, from, bytes);
                }
            }
        }
        self.offer();
    }

    fn tell_coordinator(&mut self, worker: &str, bytes: Vec<u8>) {
        self.pass(None, worker, bytes);
    }

    /// Offers results that wait.
    fn offer(&mut self) {
        let Some(inbox) = self.coordinator.clone() else { return };
        let again = self.offers_again_after;
        let is_due = |offered: &Option<Instant>| offered.is_none_or(|at| at.elapsed() > again);
        let due: Vec<u64> = self
            .results
            .iter()
            .filter(|(_, (_, _, offered))| is_due(offered))
            .map(|(token, _)| *token)
            .collect();
        for token in due {
            let Some((from, bytes, offered)) = self.results.get_mut(&token) else { continue };
            *offered = Some(Instant::now());
            let (from, bytes) = (from.clone(), bytes.clone());
            for bytes in self.mishaps(bytes) {
                inbox.put(Delivery { from: from.clone(), bytes, token: Some(token) });
            }
        }
    }
}

struct CoordinatorEnd(Network);

impl CoordinatorPort for CoordinatorEnd {
    fn send(&self, worker: &str, bytes: Vec<u8>) {
        self.0.lock().pass(Some(worker.to_owned()), "", bytes);
    }

    fn send_to_user(&self, user: &str, bytes: Vec<u8>) {
        let mut exchange = self.0.lock();
        let all = exchange.workers.keys().filter(|name| user_of(name) == user);
        let workers: Vec<String> = all.cloned().collect();
        for worker in workers {
            exchange.pass(Some(worker), "", bytes.clone());
        }
    }

    fn announce(&self, bytes: Vec<u8>) {
        let mut exchange = self.0.lock();
        let workers: Vec<String> = exchange.workers.keys().cloned().collect();
        for worker in workers {
            exchange.pass(Some(worker), "", bytes.clone());
        }
        exchange.offer();
    }

    fn acknowledge(&self, token: u64) {
        self.0.lock().results.remove(&token);
    }

    fn leave(&self, _: u64) {
        self.0.lock().left += 1;
    }

    fn offers_again_after(&self) -> Duration {
        self.0.lock().offers_again_after
    }

    fn show_status(&self, json: String) {
        self.0.lock().status = Some(json);
    }

    fn flush(&self) {}
}

struct WorkerEnd {
    network: Network,
    name: String,
}

impl WorkerPort for WorkerEnd {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn send(&self, bytes: Vec<u8>) {
        let mut exchange = self.network.lock();
        if exchange.workers.contains_key(&self.name) {
            exchange.tell_coordinator(&self.name, bytes);
        }
    }

    fn send_result(&self, lease: Lease, messages: Vec<Vec<u8>>) {
        let mut exchange = self.network.lock();
        let Some(inbox) = exchange.workers.get(&self.name).cloned() else { return };
        for bytes in messages {
            assert!(bytes.len() <= exchange.most_bytes);
            let token = exchange.next_token;
            exchange.next_token += 1;
            exchange.results.insert(token, (self.name.clone(), bytes, None));
        }
        // A worker that is gone hears nothing.
        let _ = inbox.send(Heard::Sent(lease).into());
        exchange.offer();
    }

    fn most_bytes(&self) -> usize {
        self.network.lock().most_bytes
    }

    fn flush(&self) {}
}
