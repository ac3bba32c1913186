//! Where results are inspected: on threads of their own, or, if it is quickly done, on the spot.

use super::{Checked, Event, Receipt};
use andor_engine::remote::{Inspected, Inspector, JobOrder, JobResult, Unfit};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// A result to be inspected.
pub(super) struct ToCheck {
    pub(super) from: String,
    pub(super) order: JobOrder,
    pub(super) receipt: Receipt,
    pub(super) result: JobResult,
}

/// Proofs of so many bytes are inspected so soon that handing them to a thread is not worth while.
const SMALL: usize = 4 << 10;
/// With more workers than this the coordinator's loop is left to its own work.
const FEW: usize = 32;

/// The threads; dropping it lets them finish what they have.
pub(super) struct Checkers {
    inspector: Arc<dyn Inspector>,
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
        let threads = threads.collect();
        Checkers { inspector: inspector.clone(), sender: Some(sender), threads }
    }

    /// Has a result of one of so many workers inspected; what comes of it comes as an event later, or at
    /// once.
    pub(super) fn check(&self, what: ToCheck, workers: usize) -> Option<Checked> {
        let bytes: usize = what.result.proofs.iter().map(Vec::len).sum();
        if bytes <= SMALL && workers <= FEW {
            let inspected = inspect(&*self.inspector, &what, false);
            if !matches!(inspected, Err(Unfit::NotNow)) {
                return Some(checked(what, inspected));
            }
        }
        if let Some(sender) = &self.sender {
            // The threads live as long as this does.
            let _ = sender.send(what);
        }
        None
    }
}

fn work(receiver: &Mutex<Receiver<ToCheck>>, inspector: &dyn Inspector, events: &Sender<Event>) {
    loop {
        let next = receiver.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(what) = next else { return };
        let inspected = inspect(inspector, &what, true);
        if events.send(Event::Checked(checked(what, inspected))).is_err() {
            return;
        }
    }
}

/// Inspects a result; if that fails badly, nothing is left of it.
fn inspect(
    inspector: &dyn Inspector,
    what: &ToCheck,
    takes_time: bool,
) -> Result<Inspected, Unfit> {
    let inspect = || inspector.inspect(&what.order, &what.result, takes_time);
    let inspected = catch_unwind(AssertUnwindSafe(inspect));
    inspected.unwrap_or_else(|_| Err("its inspection failed".into()))
}

fn checked(what: ToCheck, inspected: Result<Inspected, Unfit>) -> Checked {
    let ToCheck { from, order, receipt, result: JobResult { nodes, expanded, .. } } = what;
    Checked { from, order, receipt, nodes, expanded, inspected }
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
