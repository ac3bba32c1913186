//! One request of the JSON protocol: what is asked, and the answer.

use super::json::Job;
use crate::contestant::Contestant;
use crate::session::Output;
use andor_core::{InputError, Outcome, Silent};
use andor_engine::{AnyGame, Budget, Catalogue, Clock, Line, PlayerSpec, Thought, solve};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// What can be wanted, in the order in which it is worked on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Want {
    Moves,
    Evaluation,
    Threat,
    Proof,
}

impl Want {
    const ALL: [Want; 4] = [Want::Moves, Want::Evaluation, Want::Threat, Want::Proof];

    /// The word of requests and answers.
    fn name(self) -> &'static str {
        match self {
            Want::Moves => "moves",
            Want::Evaluation => "eval",
            Want::Threat => "threat",
            Want::Proof => "proof",
        }
    }

    fn parse(word: &str) -> Result<Want, InputError> {
        Want::ALL.into_iter().find(|want| want.name() == word).ok_or_else(|| {
            let (shown, known) = (InputError::quote(word), Want::ALL.map(Want::name).join(", "));
            InputError::new(format!("want {shown} is none of {known}"))
        })
    }

    /// Whether a player is asked about it.
    fn is_thought(self) -> bool {
        matches!(self, Want::Evaluation | Want::Threat)
    }
}

/// A request as it is written. Fields that are not known are refused: a typing error must not
/// become an endless search.
#[derive(Clone, Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
pub(super) struct WrittenRequest {
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
pub(super) struct ReadRequest {
    game: String,
    line: Line,
    /// Nobody, where nothing is to be thought about: it is not wanted, or the game is over.
    player: Option<PlayerSpec>,
    want: Vec<Want>,
    limit: Limit,
    every: Option<Duration>,
}

impl ReadRequest {
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

impl WrittenRequest {
    /// What holds for requests that say nothing else.
    pub(super) fn defaults(
        catalogue: &Catalogue,
        game: &str,
        player: &str,
    ) -> Result<WrittenRequest, InputError> {
        let spec = catalogue.game(game)?;
        spec.thinker(&Contestant::parse(player, &*spec)?.own()?)?;
        let (game, player) = (Some(game.to_owned()), Some(player.to_owned()));
        Ok(WrittenRequest { game, player, ..WrittenRequest::default() })
    }

    /// Understands a request.
    pub(super) fn read(
        &self,
        object: Value,
        catalogue: &Catalogue,
    ) -> Result<ReadRequest, InputError> {
        let request: WrittenRequest =
            serde_json::from_value(object).map_err(|error| InputError::new(error.to_string()))?;
        let spec = request.game.as_ref().or(self.game.as_ref());
        let game = catalogue.game(spec.expect("the defaults name a game"))?;
        let line = game.position(request.position.as_deref(), &request.moves)?;
        let mut want = match &request.want {
            None => vec![Want::Evaluation],
            Some(words) => words.iter().map(|word| Want::parse(word)).collect::<Result<_, _>>()?,
        };
        want.sort();
        let is_thought = line.ending().is_none() && want.iter().any(|want| want.is_thought());
        let player = request.player.as_ref().or(self.player.as_ref());
        let player = player.expect("the defaults name a player");
        let read = || Contestant::parse(player, &*game)?.own();
        let player = is_thought.then(read).transpose()?;
        let every = request.every_ms.map(Duration::from_millis);
        Ok(ReadRequest { game: game.spec(), line, player, want, limit: request.limit, every })
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
        let found = match (*want, &asked.player) {
            (Want::Moves, _) => json!(view.moves),
            (Want::Proof, _) if asked.line.ending().is_some() => Value::Null,
            (Want::Proof, _) => prove(job, &*game)?,
            (Want::Evaluation, Some(player)) => {
                think(job, &*game, player, &asked.line, *want, out)?
            }
            (Want::Threat, Some(player)) => match passed(&*game, &asked.line) {
                Some(line) => think(job, &*game, player, &line, *want, out)?,
                None => Value::Null,
            },
            (Want::Evaluation | Want::Threat, None) => Value::Null,
        };
        last.insert(want.name().to_owned(), found);
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
fn passed(game: &dyn AnyGame, line: &Line) -> Option<Line> {
    let mut words = line.text().split_whitespace();
    let (board, _side) = (words.next()?, words.next()?);
    let setup = format!("{board} {}", line.side().other().letter());
    game.position(Some(&setup), &[]).ok().filter(|line| line.ending().is_none())
}

fn think(
    job: &Job,
    game: &dyn AnyGame,
    player: &PlayerSpec,
    line: &Line,
    want: Want,
    out: &Output<'_>,
) -> Result<Value, InputError> {
    let asked = &job.asked;
    let mut thinker = game.thinker(player)?;
    let mut told: Option<Instant> = None;
    let mut hear = |thought: &Thought| {
        let Some(every) = asked.every else { return };
        if told.is_none_or(|told| told.elapsed() >= every) {
            told = Some(Instant::now());
            out.say(
                &json!({"id": job.id, "done": false, want.name(): object(thought)}).to_string(),
            );
        }
        if out.is_closed() {
            job.stop.store(true, Ordering::Relaxed);
        }
    };
    let mut budget = asked.budget();
    if budget == Budget::default() {
        budget = player.pace().budget(Duration::ZERO);
    }
    Ok(object(&thinker.think(line, &budget, &job.stop, &mut hear)))
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
