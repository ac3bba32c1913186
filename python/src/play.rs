//! Players, matches, and recorded games.

use crate::call::{Hearer, beside, run};
use crate::errors::{OrRaise, refused};
use crate::handle::{Handle, NativeRules, catalogue};
use crate::request::Options;
use andor_core::InputError;
use andor_engine::{PlayerSpec, Thinker, Thought, Timing};
use andor_play::arena::{Match, Sprt, random_openings, read_openings};
use andor_play::{Contestant, DEFAULT_PLAYER, Desk, Output};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Value, json};
use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The time of a move where nothing is said.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// A player of one game.
#[pyclass(frozen, name = "Player", module = "andor._andor")]
pub(crate) struct NativePlayer {
    handle: Arc<Handle>,
    spec: PlayerSpec,
    thinker: Mutex<Box<dyn Thinker>>,
}

fn object(thought: &Thought) -> Value {
    json!({
        "best": thought.best,
        "score": thought.score.to_string(),
        "kind": thought.score.kind(),
        "depth": thought.depth,
        "nodes": thought.nodes,
        "seconds": thought.time.as_secs_f64(),
        "line": thought.line,
    })
}

#[pymethods]
impl NativePlayer {
    #[new]
    fn new(rules: &NativeRules, text: &str) -> PyResult<NativePlayer> {
        let handle = rules.0.clone();
        let made = handle.ask(|game| {
            let spec = Contestant::parse(text, game)?.own()?;
            Ok::<_, InputError>((game.thinker(&spec)?, spec))
        })?;
        let (thinker, spec) = made.or_raise()?;
        Ok(NativePlayer { handle, spec, thinker: Mutex::new(thinker) })
    }

    #[getter]
    fn text(&self) -> &str {
        self.spec.text()
    }

    #[getter]
    fn rules(&self) -> NativeRules {
        NativeRules(self.handle.clone())
    }

    /// What it thinks of a position of its game, as JSON.
    #[pyo3(signature = (start, moves, options, hear = None))]
    fn think(
        &self,
        py: Python<'_>,
        start: Option<&str>,
        moves: Vec<String>,
        options: Bound<'_, PyDict>,
        hear: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let options = Options::new(options);
        options.only("think", ["depth", "nodes", "time"].into_iter())?;
        let mut pace = self.spec.pace();
        if let Some(depth) = options.count("depth")? {
            pace.depth = Some(depth.min(1000) as u32);
        }
        pace.nodes = options.count("nodes")?.or(pace.nodes);
        pace.timing = options.duration("time")?.map(Timing::EachMove).or(pace.timing);
        if pace.is_open() {
            pace.timing = Some(Timing::EachMove(DEFAULT_TIME));
        }
        let line = self.handle.ask(|game| game.position(start, &moves))?.or_raise()?;
        let stop = Arc::new(AtomicBool::new(false));
        let (thinker, budget) = (&self.thinker, pace.first_budget());
        let thought = run(py, self.handle.own(), &stop, hear.as_ref(), |_| {
            let mut thinker = thinker.lock().unwrap_or_else(PoisonError::into_inner);
            thinker.think(&line, &budget, &stop, &mut |_| {})
        })?;
        Ok(object(&thought).to_string())
    }
}

/// Plays a match: a JSON object a game, and what became of it.
#[pyfunction]
#[pyo3(signature = (rules, a, b, options, hear = None))]
pub(crate) fn play_match(
    py: Python<'_>,
    rules: &NativeRules,
    a: &str,
    b: &str,
    options: Bound<'_, PyDict>,
    hear: Option<Py<PyAny>>,
) -> PyResult<(Vec<String>, Vec<String>)> {
    let options = Options::new(options);
    let known = [
        "games",
        "depth",
        "nodes",
        "time",
        "tc",
        "seed",
        "threads",
        "openings",
        "opening_plies",
        "most_plies",
        "sprt",
    ];
    options.only("match", known.into_iter())?;
    if rules.0.own().is_some() {
        return Err(refused("matches are of the games of andor"));
    }
    let game = rules.0.game();
    let games = options.count("games")?.unwrap_or(10);
    if games == 0 {
        return Err(refused("games 0: a match has at least one game"));
    }
    let players = [Contestant::parse(a, game).or_raise()?, Contestant::parse(b, game).or_raise()?];
    let mut pace = andor_engine::Pace {
        depth: options.count("depth")?.map(|depth| depth.min(1000) as u32),
        nodes: options.count("nodes")?,
        timing: options.duration("time")?.map(Timing::EachMove),
    };
    if let Some(clock) = options.text("tc")? {
        let quoted = InputError::quote(&clock);
        let refuse = || refused(format!("tc {quoted}: a clock is BASE+INCREMENT, such as 60+0.6"));
        pace.timing = Some(Timing::clock(&clock).ok_or_else(refuse)?);
    }
    if pace.is_open() {
        pace.timing = Some(Timing::EachMove(DEFAULT_TIME));
    }
    let seed = options.count("seed")?.unwrap_or(1);
    let openings = match options.text("openings")? {
        Some(text) => read_openings(game, &text).or_raise()?,
        None => {
            let plies = options.count("opening_plies")?.unwrap_or(4) as usize;
            random_openings(game, plies, games.div_ceil(2) as usize, seed)
        }
    };
    if openings.is_empty() {
        return Err(refused("opening_plies: no game goes on after so many"));
    }
    let sprt = match options.get("sprt")? {
        None => None,
        Some(pair) => {
            let (low, high): (f64, f64) = pair.extract()?;
            if !(low < high && low.abs() <= 1000.0 && high.abs() <= 1000.0) {
                return Err(refused(
                    "sprt: two numbers of Elo, the smaller first, such as (0, 10)",
                ));
            }
            Some(Sprt::new(low, high))
        }
    };
    let stop = Arc::new(AtomicBool::new(false));
    let contest = Match {
        game,
        players,
        pace,
        openings,
        games,
        most_plies: options.count("most_plies")?.unwrap_or(1000) as usize,
        margin: Duration::from_millis(100),
        seed,
        threads: options.count("threads")?.unwrap_or(1) as usize,
        sprt,
        stop: stop.clone(),
    };
    let (rows, played) = beside(py, &stop, hear.as_ref(), |words| {
        let mut rows = Vec::new();
        let played = contest.play(Vec::new(), &mut |game, _| {
            words.leave(game.object());
            rows.push((game.number, game.object().to_string()));
            Ok(())
        });
        rows.sort_unstable();
        (rows, played)
    })?;
    let played = played.or_raise()?;
    let last = played.objects([a, b], contest.sprt.as_ref());
    let rows = rows.into_iter().map(|(_, row)| row).collect();
    Ok((rows, last.iter().map(Value::to_string).collect()))
}

/// Answers of a desk.
#[derive(Clone, Default)]
struct Said(Arc<Mutex<Vec<u8>>>);

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// One request of the JSON protocol (docs/use/engine.md), answered: the last line.
#[pyfunction]
#[pyo3(signature = (request, hear = None))]
pub(crate) fn ask(py: Python<'_>, request: &str, hear: Option<Py<PyAny>>) -> PyResult<String> {
    let stop = Arc::new(AtomicBool::new(false));
    let hearer: Hearer<'_> = hear.as_ref();
    let said = Said::default();
    let out = said.clone();
    beside(py, &stop, hearer, |_| {
        let desk = Desk::new(catalogue(), "loa", DEFAULT_PLAYER).or_raise()?;
        desk.answer(request, &Output::new(out));
        Ok::<_, PyErr>(())
    })??;
    let bytes = said.0.lock().unwrap_or_else(PoisonError::into_inner);
    let text = String::from_utf8_lossy(&bytes);
    Ok(text.lines().last().unwrap_or_default().to_owned())
}

/// The games there are, as JSON.
#[pyfunction]
pub(crate) fn games() -> Vec<String> {
    let entries = catalogue().entries().iter();
    entries.map(|entry| andor_play::listing(&entry.family).to_string()).collect()
}
