//! Threads that inspect results.

use super::{Checked, Event};
use andor_engine::remote::{Inspector, JobOrder, JobResult};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// A result to be inspected.
pub(super) struct ToCheck {
    pub(super) from: String,
    pub(super) order: JobOrder,
    pub(super) token: Option<u64>,
    pub(super) result: JobResult,
}

/// The threads; dropping it lets them finish what they have.
pub(super) struct Checkers {
    sender: Option<Sender<ToCheck>>,
    threads: Vec<JoinHandle<()>>,
}

impl Checkers {
    pub(super) fn start(
        count: usize,
        inspector: &Arc<dyn Inspector>,
        events: &Sender<Event>,
    ) -> Checkers {
        let (sender, receiver) = channel::<ToCheck>();
        let receiver = Arc::new(Mutex::new(receiver));
        let threads = (0..count.max(1)).map(|_| {
            let (receiver, inspector, events) =
                (receiver.clone(), inspector.clone(), events.clone());
            std::thread::spawn(move || work(&receiver, &*inspector, &events))
        });
        Checkers { sender: Some(sender), threads: threads.collect() }
    }

    pub(super) fn check(&self, what: ToCheck) {
        if let Some(sender) = &self.sender {
            // The threads live as long as this does.
            let _ = sender.send(what);
        }
    }
}

fn work(receiver: &Mutex<Receiver<ToCheck>>, inspector: &dyn Inspector, events: &Sender<Event>) {
    loop {
        let next = receiver.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(ToCheck { from, order, token, result }) = next else { return };
        // An inspection that fails badly must not take its thread along.
        let inspected = catch_unwind(AssertUnwindSafe(|| inspector.inspect(&order, &result)));
        let inspected = inspected.unwrap_or_else(|_| Err("its inspection failed".into()));
        let JobResult { nodes, expanded, .. } = result;
        let checked = Checked { from, order, token, nodes, expanded, inspected };
        if events.send(Event::Checked(checked)).is_err() {
            return;
        }
    }
}

impl Drop for Checkers {
    fn drop(&mut self) {
        self.sender = None;
        for thread in self.threads.drain(..) {
            // A checker that failed has nothing more to say.
            let _ = thread.join();
        }
    }
}
