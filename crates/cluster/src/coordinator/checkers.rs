//! Where results are inspected: on the spot if that is quickly done, else on threads of their own.
//!
//! Proofs are judged on some threads, each result within a time. Claims that come without a proof are
//! worked out on one more, which they share with very large proofs: however many there are, the others do not wait
//! for them.

use super::{Checked, CoordinatorEvent, Receipt};
use andor_engine::remote::{Effort, Inspected, Inspector, Job, JobResult, Unfit};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// A result to be inspected.
pub(super) struct ToCheck {
    pub(super) from: String,
    pub(super) job: Job,
    pub(super) receipt: Receipt,
    pub(super) result: JobResult,
}

/// Proofs of so many bytes are mostly judged so soon that handing them to a thread is not worth while.
const SMALL: usize = 4 << 10;
/// Those of more bytes than this may take long.
const LARGE: usize = 1 << 20;
/// With more threads of workers than this the coordinator's loop is left to its own work.
const FEW: usize = 32;

/// The threads; dropping it lets them finish what they have.
pub(super) struct Checkers {
    inspector: Arc<dyn Inspector>,
    judged: Option<Sender<ToCheck>>,
    redone: Option<Sender<ToCheck>>,
    threads: Vec<JoinHandle<()>>,
}

impl Checkers {
    pub(super) fn start(
        count: usize,
        inspector: &Arc<dyn Inspector>,
        events: &Sender<CoordinatorEvent>,
    ) -> Checkers {
        let (judged, to_judge) = channel::<ToCheck>();
        let (redone, to_redo) = channel::<ToCheck>();
        let (to_judge, to_redo) = (Arc::new(Mutex::new(to_judge)), Arc::new(Mutex::new(to_redo)));
        let mut threads = Vec::new();
        for _ in 0..count.max(1) {
            let (receiver, inspector) = (to_judge.clone(), inspector.clone());
            let (events, redone) = (events.clone(), redone.clone());
            threads.push(std::thread::spawn(move || {
                work(&receiver, &*inspector, Effort::Judge, &events, Some(&redone));
            }));
        }
        let (inspector_there, events) = (inspector.clone(), events.clone());
        threads.push(std::thread::spawn(move || {
            work(&to_redo, &*inspector_there, Effort::Redo, &events, None);
        }));
        let (judged, redone) = (Some(judged), Some(redone));
        Checkers { inspector: inspector.clone(), judged, redone, threads }
    }

    /// Has a result inspected, where workers have so many threads; what comes of it comes as an event
    /// later, or at once.
    pub(super) fn check(&self, what: ToCheck, threads: usize) -> Option<Checked> {
        let bytes = what.result.proof_bytes();
        if bytes <= SMALL && threads <= FEW {
            let inspected = inspect(&*self.inspector, &what, Effort::Glance);
            if !matches!(inspected, Err(Unfit::NotNow)) {
                return Some(checked(what, inspected));
            }
        }
        let sender = if bytes > LARGE { &self.redone } else { &self.judged };
        if let Some(sender) = sender {
            // The threads live as long as this does.
            let _ = sender.send(what);
        }
        None
    }
}

/// Inspects one result after another; what needs more effort is handed on, if there is somebody.
fn work(
    receiver: &Mutex<Receiver<ToCheck>>,
    inspector: &dyn Inspector,
    effort: Effort,
    events: &Sender<CoordinatorEvent>,
    more: Option<&Sender<ToCheck>>,
) {
    loop {
        let next = receiver.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(what) = next else { return };
        let inspected = inspect(inspector, &what, effort);
        match more {
            Some(more) if matches!(inspected, Err(Unfit::NotNow)) => {
                if more.send(what).is_err() {
                    return;
                }
            }
            _ => {
                if events
                    .send(CoordinatorEvent::Checked(Box::new(checked(what, inspected))))
                    .is_err()
                {
                    return;
                }
            }
        }
    }
}

/// Inspects a result; if that fails badly, nothing is left of it.
pub(super) fn inspect_safely(
    inspector: &dyn Inspector,
    job: &Job,
    result: &JobResult,
    effort: Effort,
) -> Result<Inspected, Unfit> {
    let inspected = catch_unwind(AssertUnwindSafe(|| inspector.inspect(job, result, effort)));
    inspected.unwrap_or_else(|_| Err("its inspection failed".into()))
}

fn inspect(inspector: &dyn Inspector, what: &ToCheck, effort: Effort) -> Result<Inspected, Unfit> {
    inspect_safely(inspector, &what.job, &what.result, effort)
}

fn checked(what: ToCheck, inspected: Result<Inspected, Unfit>) -> Checked {
    let ToCheck { from, job, receipt, result } = what;
    let JobResult { verdict: said, nodes, expanded, micros, .. } = result;
    let searched = Duration::from_micros(micros);
    Checked { from, job, receipt, said, nodes, expanded, searched, inspected }
}

impl Drop for Checkers {
    fn drop(&mut self) {
        (self.judged, self.redone) = (None, None);
        for thread in self.threads.drain(..) {
            // A checker that failed has nothing more to say.
            let _ = thread.join();
        }
    }
}
