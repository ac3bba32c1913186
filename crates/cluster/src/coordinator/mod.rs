//! The coordinator: one tree, a roster of workers, a state on disk.
//!
//! * `run`: the loop that hands out jobs and takes results;
//! * `mailbox`: what came in and waits for the loop, so much of each sender;
//! * `roster`: who works on what, and whose leases have run out;
//! * `credit`: what a worker has to lose;
//! * `checkers`: results are inspected on threads of their own, before they come into the tree;
//! * `resume`: what the state on disk says is inspected too;
//! * `writer`: what came into the tree is written to disk, in batches, before it is acknowledged.

mod checkers;
mod credit;
mod mailbox;
mod resume;
mod roster;
mod run;
mod timestamp;
mod writer;

use crate::state::State;
use crate::transport::{CoordinatorPort, Inbox};
use andor_core::{InputError, Observer, Stopped};
use andor_engine::remote::{
    Crew, CrewMaker, Ended, Inspected, Job, JobBrief, JobDesk, JobVerdict, Lease, Unfit,
};
use mailbox::Mailbox;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How a coordinator works.
#[derive(Clone, Debug)]
pub struct CoordinatorConfig {
    /// The folder of the state.
    pub state: PathBuf,
    /// A job whose worker was not heard of for so long is given to another one.
    pub lease: Duration,
    /// A job that is not done after so long is given to another one, whatever is heard of its worker.
    pub deadline: Duration,
    /// Threads that inspect results.
    pub checkers: usize,
    /// A job that failed at so many workers that were of use otherwise is set aside.
    pub tries: usize,
    /// Results are written at least so often.
    pub write_every: Duration,
    /// Announcements are made so often.
    pub announce_every: Duration,
    /// Of what others find a worker hears at most so many bytes a second.
    pub share: u64,
    /// What was inspected is sealed, so that it need not be when the run goes on.
    pub seals: bool,
    /// Raised by tests: it ends as if it were killed, with nothing more written.
    pub killed: Arc<AtomicBool>,
}

impl CoordinatorConfig {
    /// The usual settings, with the state in this folder.
    #[must_use]
    pub fn new(state: PathBuf) -> CoordinatorConfig {
        CoordinatorConfig {
            state,
            lease: Duration::from_secs(5),
            deadline: Duration::from_secs(300),
            checkers: 2,
            tries: 5,
            write_every: Duration::from_millis(200),
            announce_every: Duration::from_secs(1),
            share: 32 << 20,
            seals: true,
            killed: Arc::new(AtomicBool::new(false)),
        }
    }
}

/// What the loop waits for.
#[derive(Debug)]
pub enum CoordinatorEvent {
    /// There are messages in the mailbox.
    Mail,
    /// What became of the connection.
    News(String),
    /// A result was inspected.
    Checked(Box<Checked>),
    /// The result of this lease was not inspected, for its worker is refused.
    NotChecked(Lease, Receipt),
    /// A batch is on the disk.
    Written(Vec<Receipt>),
    /// The disk is full, or the like.
    WriteFailed(String),
}

/// To whom it is said that a result is safe, or not wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Receipt {
    /// To the transport, which offers it again until then; with the room that it takes here, if it came in parts.
    Transport(Vec<u64>, u64),
    /// To the worker, which sends it again until then.
    Worker(String, Lease),
}

/// A result with what its inspection found.
#[derive(Debug)]
pub struct Checked {
    from: String,
    job: Job,
    receipt: Receipt,
    said: JobVerdict,
    nodes: u64,
    expanded: u64,
    searched: Duration,
    inspected: Result<Inspected, Unfit>,
}

/// A coordinator at work; a request to solve takes its [crew](Coordinator::crew) along.
pub struct Coordinator {
    port: Arc<dyn CoordinatorPort>,
    config: CoordinatorConfig,
    sender: Sender<CoordinatorEvent>,
    mailbox: Arc<Mailbox>,
    events: Mutex<Receiver<CoordinatorEvent>>,
    state: Mutex<Option<Arc<State>>>,
    failure: Mutex<Option<String>>,
    /// The last announcement, for whoever comes when all is over.
    announced: Mutex<Option<Vec<u8>>>,
}

impl Coordinator {
    /// A coordinator; `connect` makes its end of the transport, given the inbox.
    ///
    /// # Errors
    /// If the transport cannot be had.
    pub fn new(
        config: CoordinatorConfig,
        connect: impl FnOnce(Arc<dyn Inbox>) -> Result<Arc<dyn CoordinatorPort>, InputError>,
    ) -> Result<Coordinator, InputError> {
        let (sender, events) = channel();
        let mailbox = Mailbox::new(sender.clone());
        Ok(Coordinator {
            port: connect(mailbox.clone())?,
            config,
            sender,
            mailbox,
            events: Mutex::new(events),
            state: Mutex::new(None),
            failure: Mutex::new(None),
            announced: Mutex::new(None),
        })
    }

    /// Its workers, for a request to solve.
    #[must_use]
    pub fn crew(self: &Arc<Self>) -> CrewMaker {
        let coordinator = self.clone();
        CrewMaker::new(move |brief| {
            Box::new(CoordinatorCrew { coordinator: coordinator.clone(), brief })
        })
    }

    /// Why the run could not go on, if it could not.
    #[must_use]
    pub fn failure(&self) -> Option<String> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Tells the workers that all is over.
    pub fn dismiss_workers(&self) {
        run::dismiss(self);
    }
}

/// The workers of a coordinator, at work on one search.
struct CoordinatorCrew {
    coordinator: Arc<Coordinator>,
    brief: JobBrief,
}

impl Crew for CoordinatorCrew {
    fn search(&mut self, desk: &mut JobDesk<'_>, observer: &mut dyn Observer) -> Ended {
        match run::search(&self.coordinator, &self.brief, desk, observer) {
            Ok(ended) => ended,
            Err(error) => {
                let failure = &self.coordinator.failure;
                let mut failure = failure.lock().unwrap_or_else(PoisonError::into_inner);
                *failure = Some(error.to_string());
                Ended { stopped: Some(Stopped::Interrupted), ..Ended::default() }
            }
        }
    }
}
