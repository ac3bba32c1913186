//! `andor analyze`: what a player thinks of every position of a game, and what can be proved of it.
//!
//! Every position of the main line is searched by a player, with its history, and by a proof search
//! of a limited size, with its history under superko. What a move changed is judged in `judgement.rs`.

use super::Done;
use super::analysis_text::{
    heading, move_object, move_text, opinion_object, opinion_text, spark_line, summary,
};
use super::analyzed::annotate;
use super::judgement::{Opinion, Studied};
use super::solve::stop_on_ctrl_c;
use crate::arguments::{AnalyzeArguments, RecordedArguments};
use crate::exit::Failure;
use crate::overwrite::Kind;
use crate::picture::Style;
use crate::records::Reading;
use crate::wording::counted;
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

struct Analyst<'a> {
    game: &'a dyn AnyGame,
    thinker: Box<dyn Thinker>,
    pace: Pace,
    proof_nodes: u64,
    threshold: f64,
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
    let (file, only) = whole_game(&arguments.file)?;
    if only.is_none()
        && !Path::new(file).is_file()
        && let Some((game, line)) = records::find(catalogue, file, terminal)?
    {
        if arguments.out.is_some() {
            return Err(InputError::new("--out: a position is no game to write").into());
        }
        let mut analyst = Analyst::new(&*game, arguments, &stop)?;
        let opinion = analyst.look(&line)?;
        if json {
            let mut object = opinion_object(&opinion);
            object["game"] = game.spec().into();
            object["position"] = line.text().into();
            terminal.print(&object.to_string());
        } else {
            terminal.tell(&format!("{}: {}", line.text(), opinion_text(&opinion)));
        }
        return Ok(Exit::Answered);
    }
    // Step 2. Games: they must be games before hours are spent on them. One that is none is skipped.
    let path = Path::new(file);
    let reading = RecordedArguments::default();
    let read = Reading::new(catalogue, &reading)?.read(path, terminal)?;
    if let Some(only) = only
        && !(1..=read.len() as u64).contains(&only)
    {
        let why = format!("there is no game {only}: the file has {}", read.len());
        return Err(records::about(path, &FormatError::new(why)).into());
    }
    let mut games: Vec<Recorded> = Vec::new();
    let mut faults: Vec<InputError> = Vec::new();
    let several = read.len();
    for (record, number) in read.into_iter().zip(1u64..) {
        if only.is_some_and(|only| only != number) {
            continue;
        }
        let record = record.map_err(|error| records::about_game(path, number, several, error));
        let recorded = record.and_then(|record| {
            let recorded = Recorded::read(catalogue, &record, number);
            recorded.map_err(|error| records::about(path, &error))
        });
        match recorded {
            Ok(recorded) => games.push(recorded),
            Err(error) => faults.push(error),
        }
    }
    if games.is_empty() && !faults.is_empty() {
        return Err(faults.remove(0).into());
    }
    for fault in &faults {
        terminal.remark(&format!("{fault}: skipped"));
    }
    if arguments.out.is_some() {
        let records: Vec<GameRecord> = games.iter().map(|game| game.record.clone()).collect();
        andor_formats::Format::Sgf.write(&records).map_err(|error| out_error(arguments, &error))?;
    }
    // Step 3. Look.
    let mut annotated = Vec::new();
    for Recorded { number, game, record, line } in &games {
        let mut analyst = Analyst::new(&**game, arguments, &stop)?;
        if !json {
            terminal.print(&heading(*number, record));
        }
        let studied = analyst.study(line, |ply, studied| {
            terminal.print(&match json {
                true => move_object(&**game, *number, ply, studied).to_string(),
                false => move_text(&**game, studied),
            });
        })?;
        if let Some(sparks) = spark_line(&**game, &studied)
            && !json
            && terminal.style() == Style::Unicode
        {
            terminal.print(&format!("  {sparks}"));
        }
        terminal.print(&summary(*number, &studied, json));
        annotated.push(annotate(&**game, record, &studied));
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
    if !faults.is_empty() {
        let skipped = format!("{} skipped", counted(faults.len(), "faulty game"));
        terminal.note(&format!("{skipped}; andor check {file} says more"));
    }
    Ok(match (stop.load(Ordering::Relaxed), faults.is_empty()) {
        (true, _) => Exit::Unknown,
        (false, true) => Exit::Answered,
        (false, false) => Exit::Rejected,
    })
}

/// `FILE#GAME.all` taken apart: one whole game of a file; other words stay as they are.
fn whole_game(word: &str) -> Result<(&str, Option<u64>), InputError> {
    let split = word.rsplit_once('#').filter(|_| !Path::new(word).is_file());
    let Some((file, place)) = split else { return Ok((word, None)) };
    let number = match place.strip_suffix(".all") {
        Some(number) => number,
        None if place == "all" => "1",
        None => return Ok((word, None)),
    };
    let digits = number.bytes().all(|byte| byte.is_ascii_digit());
    match number.parse() {
        Ok(number) if digits => Ok((file, Some(number))),
        _ => {
            let shown = InputError::quote(word);
            Err(InputError::new(format!("{shown}: a whole game of a file is FILE#GAME.all")))
        }
    }
}

/// A game of a file that can be played.
struct Recorded {
    /// In its file, from 1.
    number: u64,
    game: Box<dyn AnyGame>,
    record: GameRecord,
    line: Line,
}

impl Recorded {
    fn read(
        catalogue: &Catalogue,
        record: &GameRecord,
        number: u64,
    ) -> Result<Recorded, FormatError> {
        let refuse = |at, why: String| FormatError::at(at, format!("game {number}: {why}"));
        let game = catalogue.game(&record.spec);
        let game = game.map_err(|error| refuse(record.at, error.to_string()))?;
        let replay = game.replay(record);
        if let Some(fault) = &replay.fault {
            let text = InputError::quote(&fault.text);
            let why = format!("ply {}, {text}: {}", fault.ply, fault.reason);
            return Err(refuse(fault.at, why));
        }
        let canonical = replay.rewrite(game.spec(), record).expect("there is no fault");
        let line = game.recorded(record, None).expect("it was just replayed");
        Ok(Recorded { number, game, record: canonical, line })
    }
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
            threshold: f64::from(arguments.threshold) / 100.0,
            stop: Arc::clone(stop),
        })
    }

    /// Looks at the position that a line has come to.
    fn look(&mut self, line: &Line) -> Result<Opinion, Failure> {
        if line.ending().is_some() {
            return Ok(Opinion::over(line.side(), line.outcome()));
        }
        let budget = self.pace.budget(Duration::ZERO);
        let thought = self.thinker.think(line, &budget, &self.stop, &mut |_| {});
        let mut opinion = Opinion {
            side: line.side(),
            ended: None,
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
        let first = self.game.first();
        let mut number = 0;
        for (ply, played) in game.moves().iter().enumerate() {
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
            let after = self.look(&game.prefix(ply + 1))?;
            number += usize::from(before.side == first || ply == 0);
            let (kept, threshold) = (after.clone(), self.threshold);
            studied.push(Studied::new(self.game, number, played, before, after, threshold));
            hear(ply + 1, studied.last().expect("it was just pushed"));
            before = kept;
        }
        Ok(studied)
    }
}
