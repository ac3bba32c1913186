//! One request of the JSON protocol: what is asked, and the answer.

use super::json::Job;
use crate::player_name::PlayerName;
use crate::session::Output;
use andor_core::{InputError, Outcome, Silent};
use andor_engine::{AnyGame, Catalogue, Line, solve};
use andor_search::{Budget, Clock, Thought};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// What can be wanted, in the order in which it is worked on.
const WANTS: [&str; 4] = ["moves", "eval", "threat", "proof"];

/// A request as it is written. Fields that are not known are refused: a typing error must not
/// become an endless search.
#[derive(Clone, Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Request {
    #[serde(rename = "id")]
    _id: Value,
    game: Option<String>,
    position: Option<String>,
    moves: Vec<String>,
    player: Option<String>,
    want: Option<Vec<String>>,
    limit: Limit,
    every_ms: Option<u64>,
}

#[derive(Clone, Copy, Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Limit {
    ms: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u32>,
}

/// A request that was understood.
pub(super) struct Asked {
    game: String,
    line: Line,
    player: PlayerName,
    want: Vec<&'static str>,
    limit: Limit,
    every: Option<Duration>,
}

impl Asked {
    /// Whether it ends by itself.
    pub(super) fn is_bounded(&self) -> bool {
        self.limit.ms.is_some() || self.limit.nodes.is_some() || self.limit.depth.is_some()
    }

    fn budget(&self) -> Budget {
        let clock = self.limit.ms.map(|time| Clock::Move(Duration::from_millis(time.max(1))));
        Budget {
            depth: self.limit.depth.map(|depth| depth.clamp(1, 1000)),
            nodes: self.limit.nodes.map(|nodes| nodes.max(1)),
            clock,
        }
    }
}

impl Request {
    /// What holds for requests that say nothing else.
    pub(super) fn defaults(
        catalogue: &Catalogue,
        game: &str,
        player: &str,
    ) -> Result<Request, InputError> {
        let spec = catalogue.game(game)?;
        PlayerName::parse(player)?.thinker(&*spec)?;
        let (game, player) = (Some(game.to_owned()), Some(player.to_owned()));
        Ok(Request { game, player, ..Request::default() })
    }

    /// Understands a request.
    pub(super) fn read(&self, object: Value, catalogue: &Catalogue) -> Result<Asked, InputError> {
        let request: Request =
            serde_json::from_value(object).map_err(|error| InputError::new(error.to_string()))?;
        let spec = request.game.as_ref().or(self.game.as_ref());
        let game = catalogue.game(spec.expect("the defaults name a game"))?;
        let player = request.player.as_ref().or(self.player.as_ref());
        let player = PlayerName::parse(player.expect("the defaults name a player"))?;
        let line = game.position(request.position.as_deref(), &request.moves)?;
        let mut want = Vec::new();
        for word in request.want.unwrap_or_else(|| vec!["eval".to_owned()]) {
            let known = WANTS.into_iter().find(|known| *known == word).ok_or_else(|| {
                let (shown, known) = (InputError::quote(&word), WANTS.join(", "));
                InputError::new(format!("want {shown} is none of {known}"))
            })?;
            want.push(known);
        }
        want.sort_by_key(|word| WANTS.iter().position(|known| known == word));
        let every = request.every_ms.map(Duration::from_millis);
        Ok(Asked { game: game.spec(), line, player, want, limit: request.limit, every })
    }
}

/// Works on a request, telling parts; the last answer comes back.
pub(super) fn work(job: &Job, catalogue: &Catalogue, out: &Output<'_>) -> Value {
    let answered = catch_unwind(AssertUnwindSafe(|| answer(job, catalogue, out)));
    let failed = Err(InputError::new("the request failed"));
    match answered.unwrap_or(failed) {
        Ok(object) => Value::Object(object),
        Err(error) => json!({"id": job.id, "error": error.to_string()}),
    }
}

fn answer(
    job: &Job,
    catalogue: &Catalogue,
    out: &Output<'_>,
) -> Result<Map<String, Value>, InputError> {
    let asked = &job.asked;
    let game = catalogue.game(&asked.game)?;
    let view = game.view(&asked.line);
    let mut last = Map::new();
    last.insert("id".to_owned(), job.id.clone());
    last.insert("done".to_owned(), true.into());
    last.insert("stopped".to_owned(), false.into());
    last.insert("game".to_owned(), asked.game.clone().into());
    last.insert("position".to_owned(), view.position.clone().into());
    last.insert("side".to_owned(), view.side.letter().to_string().into());
    last.insert("over".to_owned(), over(&asked.line));
    for want in &asked.want {
        let found = match *want {
            "moves" => json!(view.moves),
            _ if asked.line.ending().is_some() => Value::Null,
            "eval" => think(job, &*game, asked.line.start(), asked.line.moves(), "eval", out)?,
            "threat" => match passed(&*game, &view.position) {
                Some(position) => think(job, &*game, Some(&position), &[], "threat", out)?,
                None => Value::Null,
            },
            _ => prove(job, &*game)?,
        };
        last.insert((*want).to_owned(), found);
    }
    last["stopped"] = job.stop.load(Ordering::Relaxed).into();
    Ok(last)
}

fn over(line: &Line) -> Value {
    match line.outcome() {
        None => Value::Null,
        Some(Outcome::Draw) => "draw".into(),
        Some(Outcome::Win(winner)) => winner.letter().to_string().into(),
    }
}

/// The same board with the other side to move, if that is a position that is not over: what the
/// opponent threatens is what it would do there.
fn passed(game: &dyn AnyGame, position: &str) -> Option<String> {
    let mut words = position.split_whitespace();
    let (board, side) = (words.next()?, words.next()?);
    let other = if side == "b" { "w" } else { "b" };
    let line = game.position(Some(&format!("{board} {other}")), &[]).ok()?;
    line.ending().is_none().then(|| line.text().to_owned())
}

fn think(
    job: &Job,
    game: &dyn AnyGame,
    start: Option<&str>,
    moves: &[String],
    what: &str,
    out: &Output<'_>,
) -> Result<Value, InputError> {
    let asked = &job.asked;
    let mut thinker = asked.player.thinker(game)?;
    let mut told: Option<Instant> = None;
    let mut hear = |thought: &Thought| {
        let Some(every) = asked.every else { return };
        if told.is_none_or(|told| told.elapsed() >= every) {
            told = Some(Instant::now());
            out.say(&json!({"id": job.id, "done": false, what: object(thought)}).to_string());
        }
        if out.is_closed() {
            job.stop.store(true, Ordering::Relaxed);
        }
    };
    let mut budget = asked.budget();
    if budget == Budget::default() && !asked.player.pace.is_open() {
        budget = asked.player.pace.budget(Duration::ZERO);
    }
    let thought = thinker.think(start, moves, &budget, &job.stop, &mut hear);
    thought.map(|thought| object(&thought)).map_err(|error| InputError::new(error.to_string()))
}

/// A thought as an object.
fn object(thought: &Thought) -> Value {
    json!({
        "best": thought.best,
        "score": {"kind": thought.score.kind(), "value": thought.score.number()},
        "depth": thought.depth,
        "nodes": thought.nodes,
        "ms": thought.time.as_millis() as u64,
        "line": thought.line,
    })
}

fn prove(job: &Job, game: &dyn AnyGame) -> Result<Value, InputError> {
    let mut request = solve::Request::default();
    request.limits.nodes = job.asked.limit.nodes;
    request.limits.time = job.asked.limit.ms.map(Duration::from_millis);
    request.limits.interrupt = std::sync::Arc::clone(&job.stop);
    let solved = game.solve(&job.asked.line, &request, &mut Silent);
    let solved = solved.map_err(|error| InputError::new(error.to_string()))?;
    let row = &solved.row;
    Ok(json!({
        "value": row.value,
        "claimed": row.claimed,
        "best": row.best,
        "plies": row.plies,
        "line": row.line,
        "method": row.method,
        "stopped": row.stopped.to_string(),
        "nodes": row.nodes,
        "verified": row.verified,
        "rests_on": row.rests_on,
    }))
}
