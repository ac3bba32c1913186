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
//! `docs/use/engine.md` has every field. Requests wait in a queue for a thread; each gets a player of
//! its own, so that they do not disturb one another.

use super::json_work::{ReadRequest, WrittenRequest, work};
use super::read_line;
use crate::session::Output;
use andor_core::InputError;
use andor_engine::Catalogue;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::BufRead;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

/// The longest queue: a client that only asks must not fill the memory.
const MOST_WAITING: usize = 10_000;

/// A request that was taken.
pub(super) struct Job {
    pub(super) id: Value,
    pub(super) asked: ReadRequest,
    pub(super) stop: Arc<AtomicBool>,
}

/// What waits, and what runs.
#[derive(Default)]
struct Queue {
    waiting: VecDeque<Job>,
    running: Vec<(Value, bool, Arc<AtomicBool>)>,
    /// No more requests will come.
    is_closed: bool,
}

/// Answers requests until the input ends or says `{"quit":true}`, so many at a time.
///
/// # Errors
/// If there is no such game or player for requests that name none.
pub fn speak_json(
    catalogue: &Catalogue,
    game: &str,
    player: &str,
    at_a_time: usize,
    input: &mut dyn BufRead,
    out: &Output<'_>,
) -> Result<(), InputError> {
    let defaults = WrittenRequest::defaults(catalogue, game, player)?;
    let (queue, bell) = (Mutex::new(Queue::default()), Condvar::new());
    thread::scope(|scope| {
        for _ in 0..at_a_time.max(1) {
            scope.spawn(|| serve(&queue, &bell, catalogue, out));
        }
        while let Some(line) = read_line(input) {
            if line.trim().is_empty() {
                continue;
            }
            let (id, taken) = take(&line, &defaults, catalogue, &queue);
            bell.notify_one();
            match taken {
                Ok(true) => {}
                Ok(false) => {
                    stop_all(&queue, |_| true);
                    break;
                }
                Err(error) => out.say(&json!({"id": id, "error": error.to_string()}).to_string()),
            }
            if out.is_closed() {
                stop_all(&queue, |_| true);
            }
        }
        // What has a limit may reach it; all else has nobody who could stop it any more.
        stop_all(&queue, |is_bounded| !is_bounded);
        lock(&queue).is_closed = true;
        bell.notify_all();
    });
    Ok(())
}

fn lock(queue: &Mutex<Queue>) -> std::sync::MutexGuard<'_, Queue> {
    queue.lock().expect("nobody panics at the queue")
}

fn stop_all(queue: &Mutex<Queue>, which: impl Fn(bool) -> bool) {
    let queue = lock(queue);
    let waiting = queue.waiting.iter().map(|job| (job.asked.is_bounded(), &job.stop));
    let running = queue.running.iter().map(|(_, is_bounded, stop)| (*is_bounded, stop));
    for (_, stop) in waiting.chain(running).filter(|(is_bounded, _)| which(*is_bounded)) {
        stop.store(true, Ordering::Relaxed);
    }
}

/// Takes a request, or stops one; `false` if it says quit.
fn take(
    line: &str,
    defaults: &WrittenRequest,
    catalogue: &Catalogue,
    queue: &Mutex<Queue>,
) -> (Value, Result<bool, InputError>) {
    let object = match serde_json::from_str::<Value>(line) {
        Ok(Value::Object(object)) => object,
        _ => {
            let shown = InputError::quote(line);
            return (Value::Null, Err(InputError::new(format!("{shown} is no JSON object"))));
        }
    };
    if object.get("quit") == Some(&Value::Bool(true)) {
        return (Value::Null, Ok(false));
    }
    let id = object.get("id").cloned().unwrap_or(Value::Null);
    if !matches!(id, Value::String(_) | Value::Number(_)) {
        return (id, Err(InputError::new("a request needs an id, a text or a number")));
    }
    let mut queue = lock(queue);
    if object.get("stop") == Some(&Value::Bool(true)) {
        let waiting = queue.waiting.iter().filter(|job| job.id == id).map(|job| &job.stop);
        let running =
            queue.running.iter().filter(|(known, ..)| *known == id).map(|(.., stop)| stop);
        let stops: Vec<&Arc<AtomicBool>> = waiting.chain(running).collect();
        for stop in &stops {
            stop.store(true, Ordering::Relaxed);
        }
        // One that has just ended is no error: its answer was on its way.
        return (id, Ok(true));
    }
    let known = queue.waiting.iter().map(|job| &job.id);
    if known.chain(queue.running.iter().map(|(known, ..)| known)).any(|known| *known == id) {
        return (id, Err(InputError::new("there is a request with this id already")));
    }
    if queue.waiting.len() >= MOST_WAITING {
        return (id, Err(InputError::new(format!("{MOST_WAITING} requests are waiting"))));
    }
    match defaults.read(Value::Object(object), catalogue) {
        Ok(asked) => {
            let stop = Arc::new(AtomicBool::new(false));
            queue.waiting.push_back(Job { id: id.clone(), asked, stop });
            (id, Ok(true))
        }
        Err(error) => (id, Err(error)),
    }
}

/// Works on requests until there will be no more.
fn serve(queue: &Mutex<Queue>, bell: &Condvar, catalogue: &Catalogue, out: &Output<'_>) {
    loop {
        let job = {
            let mut queue = lock(queue);
            loop {
                if let Some(job) = queue.waiting.pop_front() {
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
        let last = work(&job, catalogue, out);
        // Who has the last answer may use the id again at once.
        lock(queue).running.retain(|(id, ..)| *id != job.id);
        out.say(&last.to_string());
    }
}
