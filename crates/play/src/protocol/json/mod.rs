//! JSON lines: an analysis server. A line is a request with an id; answers carry the id, partial
//! ones stream, and several requests are worked on at a time (the shape of KataGo's analysis
//! engine).
//!
//! ```text
//!   > {"id":"a1","game":"loa","moves":["c8c6"],"want":["eval","proof"],"limit":{"ms":2000}}
//!   < {"id":"a1","done":false,"eval":{"best":"a4-c2","score":..,"depth":5,..}}
//!   < {"id":"a1","done":true,"stopped":false,"game":"loa:8x8",..,"eval":{..},"proof":{..}}
//!   > {"id":"a1","stop":true}
//! ```
//!
//! `docs/use/engine.md` has every field. A [`Desk`] answers; here requests wait in a queue for a thread, in two
//! lanes: what takes no search does not wait for a search. Each request gets a player of its own, so that they do
//! not disturb one another.

mod desk;
mod proof;
mod question;
mod records;
mod request;
mod saved;
mod shelf;
mod thinking;
mod values;
mod view;
mod want;

pub use desk::{Bounds, ClusterStatus, Desk, GamesList};
pub use want::quick_wants;

use super::read_line;
use crate::session::Output;
use desk::{Job, Taken};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::BufRead;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

/// Searches that several desks may do at the same time.
pub struct Turnstile {
    free: Mutex<usize>,
    bell: Condvar,
}

/// How often whoever waits at a turnstile looks whether it still wants to.
const LOOK: Duration = Duration::from_millis(20);

impl Turnstile {
    /// So many at the same time.
    #[must_use]
    pub fn new(searches: usize) -> Turnstile {
        Turnstile { free: Mutex::new(searches.max(1)), bell: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, usize> {
        self.free.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Waits for a turn, works and leaves. Whoever is stopped meanwhile works at once: it will not take long.
    fn pass<T>(&self, stop: &AtomicBool, work: impl FnOnce() -> T) -> T {
        let mut free = self.lock();
        while *free == 0 && !stop.load(Ordering::Relaxed) {
            let waited = self.bell.wait_timeout(free, LOOK);
            free = waited.unwrap_or_else(std::sync::PoisonError::into_inner).0;
        }
        let has_turn = *free > 0;
        *free -= usize::from(has_turn);
        drop(free);
        // No request panics through this: the desk catches that.
        let done = work();
        if has_turn {
            *self.lock() += 1;
            self.bell.notify_one();
        }
        done
    }
}

/// How requests are worked on.
#[derive(Clone)]
pub struct Lanes {
    /// Searches of this desk at a time.
    pub at_a_time: usize,
    /// What it shares with other desks, if it does.
    pub turnstile: Option<Arc<Turnstile>>,
}

/// Quick requests, and those that search.
const QUICK: usize = 0;
const SLOW: usize = 1;

/// What waits, and what runs.
#[derive(Default)]
struct Queue {
    waiting: [VecDeque<Job>; 2],
    running: Vec<(Value, bool, Arc<AtomicBool>)>,
    /// No more requests will come.
    is_closed: bool,
}

impl Queue {
    /// Every request that has no last answer yet: its id, whether it ends by itself, and what stops it.
    fn open(&self) -> impl Iterator<Item = (&Value, bool, &Arc<AtomicBool>)> {
        let waiting = self.waiting.iter().flatten();
        let waiting = waiting.map(|job| (&job.id, job.asked.is_bounded(), &job.stop));
        waiting.chain(self.running.iter().map(|(id, bounded, stop)| (id, *bounded, stop)))
    }

    fn stop_where(&self, which: impl Fn(&Value, bool) -> bool) {
        for (_, _, stop) in self.open().filter(|(id, is_bounded, _)| which(id, *is_bounded)) {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

/// Answers requests until the input ends or says `{"quit":true}`.
pub fn speak_json(desk: &Desk<'_>, lanes: &Lanes, input: &mut dyn BufRead, out: &Output<'_>) {
    let (queue, bell) = (Mutex::new(Queue::default()), Condvar::new());
    thread::scope(|scope| {
        scope.spawn(|| serve(&queue, &bell, QUICK, desk, lanes, out));
        for _ in 0..lanes.at_a_time.max(1) {
            scope.spawn(|| serve(&queue, &bell, SLOW, desk, lanes, out));
        }
        while let Some(line) = read_line(input) {
            if line.trim().is_empty() {
                continue;
            }
            let taken = desk.take(&line).and_then(|taken| queue_up(taken, desk, &queue));
            bell.notify_all();
            match taken {
                Ok(true) => {}
                Ok(false) => {
                    lock(&queue).stop_where(|_, _| true);
                    break;
                }
                Err(refusal) => out.say(&refusal.to_string()),
            }
            if out.is_closed() {
                lock(&queue).stop_where(|_, _| true);
            }
        }
        // What has a limit may reach it, while somebody hears; all else has nobody who could stop it any more.
        let is_closed = out.is_closed();
        let mut queue = lock(&queue);
        queue.stop_where(|_, is_bounded| is_closed || !is_bounded);
        queue.is_closed = true;
        drop(queue);
        bell.notify_all();
    });
}

fn lock(queue: &Mutex<Queue>) -> MutexGuard<'_, Queue> {
    queue.lock().expect("nobody panics at the queue")
}

/// Does what a line says; `false` if it says quit.
fn queue_up(taken: Taken, desk: &Desk<'_>, queue: &Mutex<Queue>) -> Result<bool, Value> {
    let mut queue = lock(queue);
    let job = match taken {
        Taken::Quit => return Ok(false),
        Taken::Stop(id) => {
            // One that has just ended is no error: its answer was on its way.
            queue.stop_where(|known, _| *known == id);
            return Ok(true);
        }
        Taken::Job(job) => job,
    };
    let refuse = |why: String| Err(json!({"id": job.id, "error": why}));
    if queue.open().any(|(known, ..)| *known == job.id) {
        return refuse("there is a request with this id already".to_owned());
    }
    let (waiting, most) = (queue.waiting.iter().map(VecDeque::len).sum(), desk.bounds().waiting);
    if most <= waiting {
        return refuse(format!("{waiting} requests are waiting"));
    }
    let lane = if job.asked.is_quick() { QUICK } else { SLOW };
    queue.waiting[lane].push_back(job);
    Ok(true)
}

/// Works on requests of a lane until there will be no more.
fn serve(
    queue: &Mutex<Queue>,
    bell: &Condvar,
    lane: usize,
    desk: &Desk<'_>,
    lanes: &Lanes,
    out: &Output<'_>,
) {
    loop {
        let job = {
            let mut queue = lock(queue);
            loop {
                if let Some(job) = queue.waiting[lane].pop_front() {
                    let bounded = job.asked.is_bounded();
                    queue.running.push((job.id.clone(), bounded, Arc::clone(&job.stop)));
                    break job;
                }
                if queue.is_closed {
                    return;
                }
                queue = bell.wait(queue).expect("nobody panics at the queue");
            }
        };
        let work = || desk.work(&job, out);
        let last = match &lanes.turnstile {
            Some(turnstile) if lane == SLOW => turnstile.pass(&job.stop, work),
            _ => work(),
        };
        // Who has the last answer may use the id again at once.
        lock(queue).running.retain(|(id, ..)| *id != job.id);
        out.say(&last.to_string());
    }
}
