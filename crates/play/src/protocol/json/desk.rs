//! Where requests are answered, one at a time, on the thread that asks: what stands behind a pipe, a socket and the
//! browser's own machine alike.

use super::question::answer;
use super::request::{ReadRequest, WrittenRequest};
use super::saved::Saved;
use super::shelf::Shelf;
use crate::contestant::Contestant;
use crate::session::Output;
use andor_core::{InputError, Spec};
use andor_engine::{AnyGame, Catalogue, Certificate, PlayerSpec};
use serde_json::{Map, Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// What whoever asks is allowed. On a pipe that is everything, and the memory of a search as everywhere.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// The longest search, in milliseconds.
    pub ms: Option<u64>,
    /// The most nodes of a search.
    pub nodes: Option<u64>,
    /// Bytes for the trees and tables of one search.
    pub memory: u64,
    /// Bytes of certificates on the shelf.
    pub shelf: u64,
    /// The most requests that wait.
    pub waiting: usize,
    /// Whether games and players may name files of this machine.
    pub files: bool,
    /// Where searches are saved that are stopped, if they are.
    pub saves: Option<PathBuf>,
}

impl Default for Bounds {
    fn default() -> Bounds {
        let memory = andor_core::Limits::default().memory;
        Bounds {
            ms: None,
            nodes: None,
            memory,
            shelf: 1 << 30,
            waiting: 10_000,
            files: true,
            saves: None,
        }
    }
}

/// The list of games, made once for several desks of one catalogue.
pub type GamesList = Arc<OnceLock<Value>>;

/// What is known of a run on many machines, as an object; null where nobody answers.
pub type ClusterStatus = Arc<dyn Fn() -> Value + Send + Sync>;

/// A request that was taken.
pub(super) struct Job {
    pub(super) id: Value,
    pub(super) asked: ReadRequest,
    pub(super) stop: Arc<AtomicBool>,
}

impl Job {
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Tells a part of what was wanted.
    pub(super) fn tell(&self, word: &str, part: Value, out: &Output<'_>) {
        out.say(&json!({"id": self.id, "done": false, word: part}).to_string());
        if out.is_closed() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// What a line says.
pub(super) enum Taken {
    /// Something is asked.
    Job(Job),
    /// The request with this id is to end.
    Stop(Value),
    /// Everything is.
    Quit,
}

/// Games, players and certificates, and what may be asked of them.
pub struct Desk<'a> {
    catalogue: &'a Catalogue,
    defaults: WrittenRequest,
    bounds: Bounds,
    pub(super) shelf: Shelf,
    pub(super) saved: Saved,
    pub(super) cluster: Option<ClusterStatus>,
    pub(super) games: GamesList,
    /// Files of games by name.
    pub(super) records: Vec<(String, String)>,
}

impl<'a> Desk<'a> {
    /// A desk for the games of a catalogue. Requests that name no game or player mean these.
    ///
    /// # Errors
    /// If there is no such game or player.
    pub fn new(catalogue: &'a Catalogue, game: &str, player: &str) -> Result<Desk<'a>, InputError> {
        let defaults = WrittenRequest::defaults(catalogue, game, player)?;
        let (bounds, shelf, saved) = (Bounds::default(), Shelf::default(), Saved::default());
        Ok(Desk {
            catalogue,
            defaults,
            bounds,
            shelf,
            saved,
            cluster: None,
            games: GamesList::default(),
            records: Vec::new(),
        })
    }

    /// The same with these bounds.
    #[must_use]
    pub fn bounded(self, bounds: Bounds) -> Desk<'a> {
        Desk { bounds, ..self }
    }

    /// The same, where a run on many machines can be asked about.
    #[must_use]
    pub fn watching(self, cluster: Option<ClusterStatus>) -> Desk<'a> {
        Desk { cluster, ..self }
    }

    /// The same, with a list of games that other desks share.
    #[must_use]
    pub fn sharing(self, games: GamesList) -> Desk<'a> {
        Desk { games, ..self }
    }

    /// The same with files of games at hand: names and texts.
    #[must_use]
    pub fn with_records(self, records: Vec<(String, String)>) -> Desk<'a> {
        Desk { records, ..self }
    }

    /// Puts a certificate on the shelf.
    pub fn put(&self, name: &str, certificate: Arc<Certificate>) {
        self.shelf.put(name, certificate);
    }

    /// Answers a line: every answer goes out before this returns. What is stopped has to be stopped from outside.
    pub fn answer(&self, line: &str, out: &Output<'_>) {
        match self.take(line) {
            Ok(Taken::Job(job)) => out.say(&self.work(&job, out).to_string()),
            Ok(Taken::Stop(_) | Taken::Quit) => {}
            Err(refusal) => out.say(&refusal.to_string()),
        }
    }

    pub(super) fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    pub(super) fn catalogue(&self) -> &'a Catalogue {
        self.catalogue
    }

    pub(super) fn usual_player(&self) -> &str {
        self.defaults.player()
    }

    /// A game that may be asked about.
    pub(super) fn game(&self, spec: &str) -> Result<Box<dyn AnyGame>, InputError> {
        self.game_at(spec, None)
    }

    /// The same for a position text, whose walls are the game's.
    pub(super) fn game_at(
        &self,
        spec: &str,
        position: Option<&str>,
    ) -> Result<Box<dyn AnyGame>, InputError> {
        if !self.bounds.files && Spec::parse(spec).is_ok_and(|spec| self.is_a_file(&spec)) {
            let shown = InputError::quote(spec);
            return Err(InputError::new(format!("game {shown}: files are not read here")));
        }
        self.catalogue.game_at(spec, position)
    }

    fn is_a_file(&self, spec: &Spec) -> bool {
        let entry = self.catalogue.entries().iter().find(|entry| entry.family.name == spec.name());
        entry.is_some_and(|entry| entry.family.board_is_a_file && spec.board().is_some())
    }

    /// A player who may be asked.
    pub(super) fn player(&self, text: &str, game: &dyn AnyGame) -> Result<PlayerSpec, InputError> {
        let player = Contestant::parse(text, game)?.own()?;
        if !self.bounds.files && player.weights().is_some() {
            let shown = InputError::quote(text);
            return Err(InputError::new(format!("player {shown}: files are not read here")));
        }
        Ok(player)
    }

    /// Understands a line; what is wrong with it comes back as the answer.
    pub(super) fn take(&self, line: &str) -> Result<Taken, Value> {
        let refuse = |id: &Value, why: &str| json!({"id": id, "error": why});
        let object = match serde_json::from_str::<Value>(line) {
            Ok(Value::Object(object)) => object,
            _ => {
                let shown = InputError::quote(line);
                return Err(refuse(&Value::Null, &format!("{shown} is no JSON object")));
            }
        };
        if object.get("quit") == Some(&Value::Bool(true)) {
            return Ok(Taken::Quit);
        }
        let id = object.get("id").cloned().unwrap_or(Value::Null);
        if !matches!(id, Value::String(_) | Value::Number(_)) {
            return Err(refuse(&id, "a request needs an id, a text or a number"));
        }
        if object.get("stop") == Some(&Value::Bool(true)) {
            return Ok(Taken::Stop(id));
        }
        match self.defaults.read(Value::Object(object), self) {
            Ok(asked) => Ok(Taken::Job(Job { id, asked, stop: Arc::new(AtomicBool::new(false)) })),
            Err(error) => Err(refuse(&id, &error.to_string())),
        }
    }

    /// Works on a request, telling parts; the last answer comes back.
    pub(super) fn work(&self, job: &Job, out: &Output<'_>) -> Value {
        let work = || match &job.asked {
            ReadRequest::Question(question) => answer(self, job, question, out),
            ReadRequest::Open { name, bytes } => {
                let opened = self.shelf.open(name, bytes.clone(), self)?;
                let mut last = Map::new();
                last.insert("id".to_owned(), job.id.clone());
                last.insert("done".to_owned(), true.into());
                last.insert("open".to_owned(), opened);
                Ok(last)
            }
        };
        let answered = catch_unwind(AssertUnwindSafe(work));
        let failed = Err(InputError::new("the request failed"));
        match answered.unwrap_or(failed) {
            Ok(object) => Value::Object(object),
            Err(error) => json!({"id": job.id, "error": error.to_string()}),
        }
    }
}
