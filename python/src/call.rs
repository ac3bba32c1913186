//! Calls that take long: they let the interpreter go, tell how far they are, and end with Ctrl-C.
//!
//! ```text
//!   a game of andor                          a game that is written in Python
//!
//!   thread that calls     thread beside      thread that calls
//!     looks for Ctrl-C      searches           searches; the rules take the interpreter as they are
//!     calls `progress`      leaves word        asked, and Ctrl-C reaches them there
//! ```
//!
//! Where the interpreter ends while threads still search, `close` raises what stops them and waits: a
//! thread that came back to an interpreter that is gone would be ended in the middle of a call.

use crate::own::OwnGame;
use andor_core::{Observer, Progress};
use andor_play::progress_object;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often whoever waits looks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);
/// How long the end of the interpreter is put off.
const PATIENCE: Duration = Duration::from_secs(10);
/// As a main thread has it.
const STACK: usize = 8 << 20;

/// What is running, by what stops it.
static RUNNING: Mutex<Vec<Arc<AtomicBool>>> = Mutex::new(Vec::new());
static CLOSED: AtomicBool = AtomicBool::new(false);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A call that is running.
struct Running<'a>(&'a Arc<AtomicBool>);

impl<'a> Running<'a> {
    fn begin(interrupt: &'a Arc<AtomicBool>) -> PyResult<Running<'a>> {
        let mut running = lock(&RUNNING);
        if CLOSED.load(Ordering::SeqCst) {
            return Err(PyRuntimeError::new_err("the interpreter is about to end"));
        }
        running.push(interrupt.clone());
        Ok(Running(interrupt))
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        let mut running = lock(&RUNNING);
        if let Some(place) = running.iter().position(|other| Arc::ptr_eq(other, self.0)) {
            running.swap_remove(place);
        }
    }
}

/// Ends all calls, and refuses more: the interpreter calls it before it ends.
#[pyfunction]
pub(crate) fn close(py: Python<'_>) {
    CLOSED.store(true, Ordering::SeqCst);
    py.detach(|| {
        let begin = Instant::now();
        loop {
            let running = lock(&RUNNING);
            running.iter().for_each(|interrupt| interrupt.store(true, Ordering::SeqCst));
            if running.is_empty() || begin.elapsed() >= PATIENCE {
                break;
            }
            drop(running);
            thread::sleep(Duration::from_millis(5));
        }
    });
}

/// Who is told about progress, if anybody: a function that takes JSON.
pub(crate) type Hearer<'a> = Option<&'a Py<PyAny>>;

fn tell(py: Python<'_>, hearer: Hearer<'_>, object: &Value) -> PyResult<()> {
    py.check_signals()?;
    match hearer {
        Some(hearer) => hearer.call1(py, (object.to_string(),)).map(drop),
        None => Ok(()),
    }
}

/// Words that are left for the thread that waits: all notes and objects, of progress the last.
#[derive(Default)]
struct Board {
    progress: Option<Value>,
    others: VecDeque<Value>,
}

/// Leaves word about a search that runs beside.
pub(crate) struct Beside(Arc<Mutex<Board>>);

impl Beside {
    /// Leaves an object for the thread that waits.
    pub(crate) fn leave(&self, object: Value) {
        lock(&self.0).others.push_back(object);
    }
}

impl Clone for Beside {
    fn clone(&self) -> Beside {
        Beside(self.0.clone())
    }
}

impl Observer for Beside {
    fn progress(&mut self, progress: &Progress) {
        lock(&self.0).progress = Some(progress_object(progress));
    }

    fn note(&mut self, line: &str) {
        self.leave(json!({"note": line}));
    }
}

/// Runs something long beside, while this thread waits, looks for Ctrl-C and tells how far it is.
pub(crate) fn beside<T: Send>(
    py: Python<'_>,
    interrupt: &Arc<AtomicBool>,
    hearer: Hearer<'_>,
    work: impl FnOnce(Beside) -> T + Send,
) -> PyResult<T> {
    let running = Running::begin(interrupt)?;
    let board = Arc::new(Mutex::new(Board::default()));
    let mut raised = None;
    let done = py.detach(|| {
        thread::scope(|scope| {
            let (alive, ended) = channel::<()>();
            let words = Beside(board.clone());
            let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                let _alive = alive;
                work(words)
            });
            let worker = worker?;
            loop {
                let waited = ended.recv_timeout(LOOK);
                let (progress, others) = {
                    let mut board = lock(&board);
                    (board.progress.take(), std::mem::take(&mut board.others))
                };
                if raised.is_none() && !CLOSED.load(Ordering::SeqCst) {
                    let told = Python::attach(|py| {
                        py.check_signals()?;
                        others.iter().chain(&progress).try_for_each(|word| tell(py, hearer, word))
                    });
                    if let Err(error) = told {
                        raised = Some(error);
                        interrupt.store(true, Ordering::SeqCst);
                    }
                }
                if waited == Err(RecvTimeoutError::Disconnected) {
                    break;
                }
            }
            Ok::<_, std::io::Error>(worker.join())
        })
    });
    drop(running);
    match (done?, raised) {
        (_, Some(error)) => Err(error),
        (Ok(done), None) => Ok(done),
        (Err(panic), None) => std::panic::resume_unwind(panic),
    }
}

/// Tells about a search on this thread, which an exception leaves.
struct Here<'a> {
    own: &'a OwnGame,
    hearer: Hearer<'a>,
}

impl Here<'_> {
    fn tell(&self, object: &Value) {
        if let Err(error) = Python::attach(|py| tell(py, self.hearer, object)) {
            self.own.raise(error);
        }
    }
}

impl Observer for Here<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.tell(&progress_object(progress));
    }

    fn note(&mut self, line: &str) {
        self.tell(&json!({"note": line}));
    }
}

/// Runs something long on a game: beside, or here if the game is written in Python.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    own: Option<&OwnGame>,
    interrupt: &Arc<AtomicBool>,
    hearer: Hearer<'_>,
    work: impl FnOnce(&mut dyn Observer) -> T + Send,
) -> PyResult<T> {
    match own {
        None => beside(py, interrupt, hearer, |mut words| work(&mut words)),
        Some(own) => {
            let running = Running::begin(interrupt)?;
            let done = own.guarded(|| py.detach(|| work(&mut Here { own, hearer })));
            drop(running);
            done
        }
    }
}
