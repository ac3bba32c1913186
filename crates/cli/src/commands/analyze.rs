//! `andor analyze`: what a player thinks of every position of a game, and what can be proved of it.
//!
//! Every position of the main line is searched by a player, with its history, and by a proof search
//! of a limited size, with its history under superko. A move is compared with what was possible:
//!
//! ```text
//!   missed win   a win was known before the move, and is not after it
//!   loses        the opponent's win is known after the move, and was not before it
//!   mistake      the estimate falls by more than the threshold
//! ```
//!
//! *Proved* is what has a certificate that was verified; what the player's search sees to the end of the
//! game without one is *found*. Both are known.

use super::Done;
use super::analysis_text::{move_object, move_text, opinion_object, opinion_text, summary};
use super::analyzed::annotate;
use super::solve::stop_on_ctrl_c;
use crate::arguments::AnalyzeArguments;
use crate::exit::Failure;
use crate::overwrite::Kind;
use crate::{Exit, Terminal, records};
use andor_core::{InputError, Silent};
use andor_engine::{
    AnyGame, Catalogue, Line, Pace, Request, Score, Thinker, Timing, Value, Verification,
};
use andor_formats::{FormatError, GameRecord};
use andor_play::Contestant;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Nodes a position where nothing is said.
const DEFAULT_NODES: u64 = 100_000;

/// What was found out about a position.
#[derive(Clone, Debug)]
pub(super) struct Opinion {
    /// For the side to move; `None` if the game is over.
    pub(super) score: Option<Score>,
    pub(super) best: Option<String>,
    pub(super) line: Vec<String>,
    pub(super) depth: u32,
    /// What the proof search proved, with a certificate that was verified.
    pub(super) proved: Option<Value>,
    /// What either search found without one: a win or loss of the player's search.
    pub(super) found: Option<Value>,
}

impl Opinion {
    /// What is proved, or else found.
    fn known(&self) -> Option<Value> {
        self.proved.or(self.found)
    }

    /// "proved win", "found win": only what was verified is called proved.
    pub(super) fn knowledge(&self) -> Option<String> {
        match (self.proved, self.found) {
            (Some(value), _) => Some(format!("proved {value}")),
            (None, Some(value)) => Some(format!("found {value}")),
            (None, None) => None,
        }
    }
}

/// What a move was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Judgement {
    Fine,
    Mistake,
    Loses,
    MissedWin,
}

impl Judgement {
    pub(super) fn name(self) -> &'static str {
        match self {
            Judgement::Fine => "fine",
            Judgement::Mistake => "mistake",
            Judgement::Loses => "loses",
            Judgement::MissedWin => "missed win",
        }
    }
}

/// A move that was looked at.
pub(super) struct Studied {
    pub(super) played: String,
    pub(super) before: Opinion,
    pub(super) judgement: Judgement,
    /// Points given away, where both are estimates.
    pub(super) drop: Option<i32>,
}

struct Analyst<'a> {
    game: &'a dyn AnyGame,
    thinker: Box<dyn Thinker>,
    pace: Pace,
    proof_nodes: u64,
    threshold: i32,
    stop: Arc<AtomicBool>,
}

pub(crate) fn run(
    catalogue: &Catalogue,
    arguments: &AnalyzeArguments,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    arguments.overwrite.check_some("--out", arguments.out.as_ref(), Kind::Text)?;
    let stop = Arc::new(AtomicBool::new(false));
    stop_on_ctrl_c(&stop);
    // Step 1. One position?
    if !Path::new(&arguments.file).is_file()
        && let Some((game, line)) = records::find(catalogue, &arguments.file, terminal)?
    {
        if arguments.out.is_some() {
            return Err(InputError::new("--out: a position is no game to write").into());
        }
        let mut analyst = Analyst::new(&*game, arguments, &stop)?;
        let opinion = analyst.look(&line)?;
        terminal.print(&match json {
            true => {
                let mut object = opinion_object(&opinion);
                object["game"] = game.spec().into();
                object["position"] = line.text().into();
                object.to_string()
            }
            false => format!("{}: {}", line.text(), opinion_text(&opinion)),
        });
        return Ok(Exit::Answered);
    }
    // Step 2. Games: they must be games before hours are spent on them.
    let path = Path::new(&arguments.file);
    let read = records::read(path, None, terminal)?;
    let mut games: Vec<(Box<dyn AnyGame>, GameRecord, Line)> = Vec::new();
    for (record, number) in read.iter().zip(1u64..) {
        let refuse = |at, why: String| {
            records::about(path, &FormatError::at(at, format!("game {number}: {why}")))
        };
        let game = catalogue.game(&record.spec);
        let game = game.map_err(|error| refuse(record.at, error.to_string()))?;
        let replay = game.replay(record);
        if let Some(fault) = &replay.fault {
            let text = InputError::quote(&fault.text);
            let why = format!("ply {}, {text}: {}", fault.ply, fault.reason);
            return Err(refuse(fault.at, why).into());
        }
        let canonical = replay.rewrite(game.spec(), record).expect("there is no fault");
        let line = game.recorded(record, None).expect("it was just replayed");
        games.push((game, canonical, line));
    }
    if arguments.out.is_some() {
        let records: Vec<GameRecord> = games.iter().map(|(_, record, _)| record.clone()).collect();
        andor_formats::Format::Sgf.write(&records).map_err(|error| out_error(arguments, &error))?;
    }
    // Step 3. Look.
    let mut annotated = Vec::new();
    for ((game, record, line), number) in games.iter().zip(1u64..) {
        let mut analyst = Analyst::new(&**game, arguments, &stop)?;
        let studied = analyst.study(line, |ply, studied| {
            terminal.print(&match json {
                true => move_object(number, ply, studied).to_string(),
                false => move_text(ply, studied),
            });
        })?;
        terminal.print(&summary(number, &studied, json));
        annotated.push(annotate(record, &studied));
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    // Step 4. Write.
    if let Some(out) = &arguments.out {
        let text = andor_formats::Format::Sgf.write(&annotated);
        let text = text.map_err(|error| out_error(arguments, &error))?;
        std::fs::write(out, text)
            .map_err(|error| out_error(arguments, &FormatError::new(error.to_string())))?;
        terminal.note(&format!("written to {}", out.display()));
    }
    Ok(if stop.load(Ordering::Relaxed) { Exit::Unknown } else { Exit::Answered })
}

fn out_error(arguments: &AnalyzeArguments, error: &FormatError) -> Failure {
    let out = arguments.out.as_deref().unwrap_or(Path::new(""));
    let name = InputError::quote(&out.display().to_string());
    InputError::new(format!("--out {name}: {error}")).into()
}

impl<'a> Analyst<'a> {
    fn new(
        game: &'a dyn AnyGame,
        arguments: &AnalyzeArguments,
        stop: &Arc<AtomicBool>,
    ) -> Result<Analyst<'a>, InputError> {
        let player = Contestant::parse(&arguments.player, game)?.own()?;
        let mut pace = Pace {
            depth: arguments.depth,
            nodes: arguments.nodes,
            timing: arguments.time.map(Timing::EachMove),
        };
        if pace.is_open() {
            pace = player.pace();
        }
        if pace.is_open() {
            pace.nodes = Some(DEFAULT_NODES);
        }
        Ok(Analyst {
            game,
            thinker: game.thinker(&player)?,
            pace,
            proof_nodes: arguments.proof_nodes,
            threshold: arguments.threshold,
            stop: Arc::clone(stop),
        })
    }

    /// Looks at the position that a line has come to.
    fn look(&mut self, line: &Line) -> Result<Opinion, Failure> {
        if line.ending().is_some() {
            return Ok(Opinion {
                score: None,
                best: None,
                line: Vec::new(),
                depth: 0,
                proved: None,
                found: None,
            });
        }
        let budget = self.pace.budget(Duration::ZERO);
        let thought = self.thinker.think(line, &budget, &self.stop, &mut |_| {});
        let mut opinion = Opinion {
            score: Some(thought.score),
            proved: None,
            found: match thought.score {
                Score::Win(_) => Some(Value::Win),
                Score::Loss(_) => Some(Value::Loss),
                // A draw may be one of repetition, which another history does not have.
                Score::Draw | Score::Estimate(_) => None,
            },
            best: thought.best,
            line: thought.line,
            depth: thought.depth,
        };
        if self.proof_nodes > 0 {
            let mut request = Request::default();
            request.limits.nodes = Some(self.proof_nodes);
            request.limits.interrupt = Arc::clone(&self.stop);
            let solved = self.game.solve(line, &request, &mut Silent)?;
            if solved.row.verified == Verification::Yes {
                opinion.proved = Some(solved.row.value);
            }
            opinion.found = opinion.found.or(solved.row.claimed);
            if opinion.proved == Some(Value::Win) {
                // The player may know a shorter way.
                if !matches!(opinion.score, Some(Score::Win(_))) {
                    opinion.score = Some(Score::Win(solved.row.plies));
                    opinion.line = solved.row.line;
                }
                opinion.best = solved.row.best.or(opinion.best);
            }
        }
        Ok(opinion)
    }

    /// Looks at every position of a game, and judges every move when the next one is known.
    fn study(
        &mut self,
        game: &Line,
        mut hear: impl FnMut(usize, &Studied),
    ) -> Result<Vec<Studied>, Failure> {
        let mut studied: Vec<Studied> = Vec::new();
        let mut before = self.look(&game.prefix(0))?;
        for (ply, played) in game.moves().iter().enumerate() {
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
            let line = game.prefix(ply + 1);
            let after = self.look(&line)?;
            let mover = line.side().other();
            let ended = line.outcome().map(|outcome| match outcome.winner() {
                None => Value::Draw,
                Some(winner) if winner == mover => Value::Loss,
                Some(_) => Value::Win,
            });
            let (judgement, drop) = self.judge(&before, played, &after, ended);
            studied.push(Studied { played: played.clone(), before, judgement, drop });
            hear(ply + 1, studied.last().expect("it was just pushed"));
            before = after;
        }
        Ok(studied)
    }

    /// What a move was: `ended` is the end of the game after it, for the opponent.
    fn judge(
        &self,
        before: &Opinion,
        played: &str,
        after: &Opinion,
        ended: Option<Value>,
    ) -> (Judgement, Option<i32>) {
        // For the opponent, who is to move.
        let known = ended.or(after.known());
        if before.known() == Some(Value::Win)
            && known != Some(Value::Loss)
            && before.best.as_deref() != Some(played)
        {
            return (Judgement::MissedWin, None);
        }
        if known == Some(Value::Win) && before.known() != Some(Value::Loss) {
            return (Judgement::Loses, None);
        }
        let (Some(Score::Estimate(had)), Some(Score::Estimate(got))) = (before.score, after.score)
        else {
            return (Judgement::Fine, None);
        };
        // The best move gives nothing away, whatever a deeper look at the next position says.
        let drop = if before.best.as_deref() == Some(played) { 0 } else { (had + got).max(0) };
        match drop > self.threshold {
            true => (Judgement::Mistake, Some(drop)),
            false => (Judgement::Fine, Some(drop)),
        }
    }
}
