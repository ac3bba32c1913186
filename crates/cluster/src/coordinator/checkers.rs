//! Where results are inspected: on the spot if that is quickly done, else on threads of their own.
//!
//! Proofs are judged on some threads, each result within a time, and large ones, which have more of it, on one more.
//! Claims that come without a proof are worked out on another one: however many there are of the one kind, the others
//! do not wait for them.
//!
//! ```text
//!   small, if workers are few ---> the loop itself, briefly --+
//!   others ----------------------> judge (--checkers) --------+---> without a proof: worked out (one)
//!   large -----------------------> judge (one) ---------------+
//! ```
//!
//! Of a worker that is refused nothing more is inspected, and of nobody when the search is over.

use super::{Checked, CoordinatorEvent, Receipt};
use andor_engine::remote::{Effort, Inspected, Inspector, Job, JobResult, JobVerdict, Unfit};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
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
    /// Raised when nothing of its worker is wanted any more.
    pub(super) is_out: Arc<AtomicBool>,
}

/// Proofs of so many bytes are mostly judged so soon that handing them to a thread is not worth while.
const SMALL: usize = 4 << 10;
/// Those of more bytes than this may take long.
pub(super) const LARGE: usize = 1 << 20;
/// With more threads of workers than this the coordinator's loop is left to its own work.
const FEW: usize = 32;

/// The threads; dropping it ends them, and with them what they have in hand.
pub(super) struct Checkers {
    inspector: Arc<dyn Inspector>,
    judged: Option<Sender<ToCheck>>,
    large: Option<Sender<ToCheck>>,
    is_over: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

/// What a thread has.
#[derive(Clone)]
struct Checker {
    inspector: Arc<dyn Inspector>,
    events: Sender<CoordinatorEvent>,
    is_over: Arc<AtomicBool>,
}

impl Checkers {
    pub(super) fn start(
        count: usize,
        inspector: &Arc<dyn Inspector>,
        events: &Sender<CoordinatorEvent>,
    ) -> Checkers {
        let is_over = Arc::new(AtomicBool::new(false));
        let checker = Checker {
            inspector: inspector.clone(),
            events: events.clone(),
            is_over: is_over.clone(),
        };
        let mut threads = Vec::new();
        let mut start = |count: usize, effort: Effort, more: Option<Sender<ToCheck>>| {
            let (sender, receiver) = channel::<ToCheck>();
            let receiver = Arc::new(Mutex::new(receiver));
            for _ in 0..count {
                let (checker, receiver, more) = (checker.clone(), receiver.clone(), more.clone());
                threads.push(std::thread::spawn(move || checker.work(&receiver, effort, more)));
            }
            Some(sender)
        };
        let redone = start(1, Effort::Redo, None);
        let judged = start(count.max(1), Effort::Judge, redone.clone());
        let large = start(1, Effort::Judge, redone);
        Checkers { inspector: inspector.clone(), judged, large, is_over, threads }
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
        let sender = if bytes > LARGE { &self.large } else { &self.judged };
        if let Some(sender) = sender {
            // The threads live as long as this does.
            let _ = sender.send(what);
        }
        None
    }
}

impl Checker {
    /// Inspects one result after another; what needs more effort is handed on, if there is somebody.
    fn work(
        &self,
        receiver: &Mutex<Receiver<ToCheck>>,
        effort: Effort,
        more: Option<Sender<ToCheck>>,
    ) {
        loop {
            let next = receiver.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(what) = next else { return };
            if self.is_over.load(Ordering::Relaxed) {
                return;
            }
            let event = if what.is_out.load(Ordering::Relaxed) {
                CoordinatorEvent::NotChecked(what.job.lease, what.receipt)
            } else {
                let inspected = inspect(&*self.inspector, &what, effort);
                match &more {
                    Some(more) if matches!(inspected, Err(Unfit::NotNow)) => {
                        if more.send(without_proofs(what)).is_err() {
                            return;
                        }
                        continue;
                    }
                    _ => CoordinatorEvent::Checked(Box::new(checked(what, inspected))),
                }
            };
            if self.events.send(event).is_err() {
                return;
            }
        }
    }
}

/// A claim that is to be worked out, without the proofs that it came with: they were judged, and none is one of it.
fn without_proofs(mut what: ToCheck) -> ToCheck {
    if let JobVerdict::Settled { .. } = what.result.verdict {
        what.result.proofs.clear();
    }
    what
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
    let ToCheck { from, job, receipt, result, .. } = what;
    let JobResult { verdict: said, nodes, expanded, micros, .. } = result;
    let searched = Duration::from_micros(micros);
    Checked { from, job, receipt, said, nodes, expanded, searched, inspected }
}

impl Drop for Checkers {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        self.inspector.give_up();
        (self.judged, self.large) = (None, None);
        for thread in self.threads.drain(..) {
            // A checker that failed has nothing more to say.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Checked, Checkers, CoordinatorEvent, LARGE, ToCheck};
    use crate::coordinator::Receipt;
    use andor_engine::remote::{
        Budget, Effort, Inspected, Inspector, Job, JobResult, JobVerdict, Lease, Thresholds, Unfit,
        Worth,
    };
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::sync::mpsc::{Receiver, channel};
    use std::sync::{Arc, Mutex};
    use std::time::{Duration, Instant};

    const LONG: Duration = Duration::from_secs(60);

    /// Judges large proofs as long as it may, and everything else at once.
    #[derive(Default)]
    struct Slow {
        is_over: AtomicBool,
        begun: AtomicUsize,
        seen: Mutex<Vec<(Effort, usize)>>,
    }

    impl Inspector for Slow {
        fn inspect(&self, _: &Job, result: &JobResult, effort: Effort) -> Result<Inspected, Unfit> {
            let bytes = result.proof_bytes();
            self.seen.lock().unwrap().push((effort, bytes));
            if bytes > LARGE {
                self.begun.fetch_add(1, Ordering::Relaxed);
                let begun = Instant::now();
                while !self.is_over.load(Ordering::Relaxed) && begun.elapsed() < LONG {
                    std::thread::sleep(Duration::from_millis(1));
                }
                return Err(Unfit::NotNow);
            }
            let is_proved = bytes > 0 && matches!(result.verdict, JobVerdict::Open { .. });
            if effort != Effort::Redo && !is_proved {
                return Err(Unfit::NotNow);
            }
            let (verdict, proofs, worth) = (result.verdict.clone(), Vec::new(), Worth::Useful);
            Ok(Inspected { verdict, proofs, again: None, doubtful: 0, worth })
        }

        fn most_proof(&self) -> u64 {
            u64::MAX
        }

        fn keep(&self, _: &[Vec<u8>]) {}

        fn give_up(&self) {
            self.is_over.store(true, Ordering::Relaxed);
        }
    }

    /// A result by its place: a claim, or some children, with so many bytes of proofs.
    fn what(place: u32, is_claim: bool, bytes: usize, is_out: &Arc<AtomicBool>) -> ToCheck {
        let lease = Lease { place, epoch: 1 };
        let thresholds = Thresholds::NONE;
        let budget = Budget { descents: 1, room: 1, partial_every: None, thresholds, splits: true };
        let verdict = match is_claim {
            true => JobVerdict::Settled { won: true, leans_on: u32::MAX, winning: None },
            false => JobVerdict::Open { children: Vec::new() },
        };
        let proofs = vec![vec![0; bytes]];
        let result = JobResult { verdict, proofs, nodes: 0, expanded: 0, micros: 0 };
        let (from, receipt) = ("w".to_owned(), Receipt::Transport(vec![u64::from(place)], 0));
        let job = Job { lease, moves: Vec::new(), budget };
        ToCheck { from, job, receipt, result, is_out: is_out.clone() }
    }

    fn start() -> (Arc<Slow>, Checkers, Receiver<CoordinatorEvent>) {
        let (slow, (sender, events)) = (Arc::new(Slow::default()), channel());
        let inspector: Arc<dyn Inspector> = slow.clone();
        (slow, Checkers::start(1, &inspector, &sender), events)
    }

    /// The place of a result that was inspected.
    fn checked(events: &Receiver<CoordinatorEvent>) -> u32 {
        match events.recv_timeout(LONG / 4) {
            Ok(CoordinatorEvent::Checked(checked)) => {
                let Checked { job, inspected, .. } = *checked;
                assert!(inspected.is_ok(), "{inspected:?}");
                job.lease.place
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn nobody_waits_for_large_proofs_and_the_end_of_a_search_does_not() {
        let (slow, checkers, events) = start();
        let is_out = Arc::default();
        let begun = Instant::now();
        for place in 0..5 {
            assert!(checkers.check(what(place, false, LARGE + 1, &is_out), 1).is_none());
        }
        // Proofs are judged and claims are worked out beside that.
        assert!(checkers.check(what(5, false, LARGE, &is_out), 1).is_none());
        assert_eq!(checked(&events), 5);
        assert!(checkers.check(what(6, true, 0, &is_out), 1).is_none());
        assert_eq!(checked(&events), 6);
        drop(checkers);
        assert!(slow.begun.load(Ordering::Relaxed) <= 1, "the others were not begun");
        assert!(begun.elapsed() < LONG / 2, "{:?}", begun.elapsed());
    }

    #[test]
    fn of_a_worker_that_is_refused_nothing_more_is_inspected() {
        let (slow, checkers, events) = start();
        let (first, other) = (Arc::default(), Arc::new(AtomicBool::new(false)));
        checkers.check(what(0, false, LARGE + 1, &first), 1);
        checkers.check(what(1, false, LARGE + 1, &other), 1);
        other.store(true, Ordering::Relaxed);
        // The first one was judged, and is handed on.
        slow.give_up();
        let mut dropped = Vec::new();
        while dropped.is_empty() {
            if let CoordinatorEvent::NotChecked(lease, receipt) = events.recv_timeout(LONG).unwrap()
            {
                dropped.push((lease.place, receipt));
            }
        }
        assert_eq!(dropped, [(1, Receipt::Transport(vec![1], 0))]);
        drop(checkers);
        let large =
            slow.seen.lock().unwrap().iter().filter(|(effort, _)| *effort == Effort::Judge).count();
        assert_eq!(large, 1);
    }

    /// Else they would be judged once more where all claims wait.
    #[test]
    fn a_claim_is_worked_out_without_proofs_of_something_else() {
        let (slow, checkers, events) = start();
        checkers.check(what(7, true, LARGE, &Arc::default()), 1);
        assert_eq!(checked(&events), 7);
        assert_eq!(*slow.seen.lock().unwrap(), [(Effort::Judge, LARGE), (Effort::Redo, 0)]);
    }
}
