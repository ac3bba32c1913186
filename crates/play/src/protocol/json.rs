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

use super::json_work::{Asked, Request, work};
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
    pub(super) asked: Asked,
    pub(super) stop: Arc<AtomicBool>,
}

/// What waits, and what runs.
#[derive(Default)]
struct Desk {
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
    let defaults = Request::defaults(catalogue, game, player)?;
    let (desk, bell) = (Mutex::new(Desk::default()), Condvar::new());
    thread::scope(|scope| {
        for _ in 0..at_a_time.max(1) {
            scope.spawn(|| serve(&desk, &bell, catalogue, out));
        }
        while let Some(line) = read_line(input) {
            if line.trim().is_empty() {
                continue;
            }
            let (id, taken) = take(&line, &defaults, catalogue, &desk);
            bell.notify_one();
            match taken {
                Ok(true) => {}
                Ok(false) => {
                    stop_all(&desk, |_| true);
                    break;
                }
                Err(error) => out.say(&json!({"id": id, "error": error.to_string()}).to_string()),
            }
            if out.is_closed() {
                stop_all(&desk, |_| true);
            }
        }
        // What has a limit may reach it; all else has nobody who could stop it any more.
        stop_all(&desk, |is_bounded| !is_bounded);
        lock(&desk).is_closed = true;
        bell.notify_all();
    });
    Ok(())
}

fn lock(desk: &Mutex<Desk>) -> std::sync::MutexGuard<'_, Desk> {
    desk.lock().expect("nobody panics at the desk")
}

fn stop_all(desk: &Mutex<Desk>, which: impl Fn(bool) -> bool) {
    let desk = lock(desk);
    let waiting = desk.waiting.iter().map(|job| (job.asked.is_bounded(), &job.stop));
    let running = desk.running.iter().map(|(_, is_bounded, stop)| (*is_bounded, stop));
    for (_, stop) in waiting.chain(running).filter(|(is_bounded, _)| which(*is_bounded)) {
        stop.store(true, Ordering::Relaxed);
    }
}

/// Takes a request, or stops one; `false` if it says quit.
fn take(
    line: &str,
    defaults: &Request,
    catalogue: &Catalogue,
    desk: &Mutex<Desk>,
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
    let mut desk = lock(desk);
    if object.get("stop") == Some(&Value::Bool(true)) {
        let waiting = desk.waiting.iter().filter(|job| job.id == id).map(|job| &job.stop);
        let running = desk.running.iter().filter(|(known, ..)| *known == id).map(|(.., stop)| stop);
        let stops: Vec<&Arc<AtomicBool>> = waiting.chain(running).collect();
        for stop in &stops {
            stop.store(true, Ordering::Relaxed);
        }
        // One that has just ended is no error: its answer was on its way.
        return (id, Ok(true));
    }
    let known = desk.waiting.iter().map(|job| &job.id);
    if known.chain(desk.running.iter().map(|(known, ..)| known)).any(|known| *known == id) {
        return (id, Err(InputError::new("there is a request with this id already")));
    }
    if desk.waiting.len() >= MOST_WAITING {
        return (id, Err(InputError::new(format!("{MOST_WAITING} requests are waiting"))));
    }
    match defaults.read(Value::Object(object), catalogue) {
        Ok(asked) => {
            let stop = Arc::new(AtomicBool::new(false));
            desk.waiting.push_back(Job { id: id.clone(), asked, stop });
            (id, Ok(true))
        }
        Err(error) => (id, Err(error)),
    }
}

/// Works on requests until there will be no more.
fn serve(desk: &Mutex<Desk>, bell: &Condvar, catalogue: &Catalogue, out: &Output<'_>) {
    loop {
        let job = {
            let mut desk = lock(desk);
            loop {
                if let Some(job) = desk.waiting.pop_front() {
                    let bounded = job.asked.is_bounded();
                    desk.running.push((job.id.clone(), bounded, Arc::clone(&job.stop)));
                    break job;
                }
                if desk.is_closed {
                    return;
                }
                desk = bell.wait(desk).expect("nobody panics at the desk");
            }
        };
        let last = work(&job, catalogue, out);
        // Who has the last answer may use the id again at once.
        lock(desk).running.retain(|(id, ..)| *id != job.id);
        out.say(&last.to_string());
    }
}
