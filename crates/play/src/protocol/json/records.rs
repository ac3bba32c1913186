//! Recorded games: what a file has, and what its moves were worth.

use super::desk::{Desk, Job};
use super::request::{Question, WrittenRecord};
use super::want::Want;
use crate::analysis::{
    Analyst, Opinion, Recorded, Scrutiny, Studied, Tally, annotate, move_object, read_games,
    standing, verdict,
};
use crate::arena::record_of_line;
use crate::session::Output;
use crate::words::ending;
use andor_core::InputError;
use andor_engine::{AnyGame, Line, Pace, Timing};
use andor_formats::{Format, FormatError, GameRecord, Header, Hints, ReadGames, Said};
use serde_json::{Value, json};
use std::time::Duration;

/// The most games of a file that are listed.
const MOST_GAMES: usize = 1_000;

fn about(record: &WrittenRecord, error: &FormatError) -> InputError {
    let name = InputError::quote(&record.name);
    let separator = if error.at.is_some() { ", " } else { ": " };
    InputError::new(format!("{name}{separator}{error}"))
}

/// The games of the file that was handed in, or what is wrong with each.
fn read(desk: &Desk<'_>, asked: &Question) -> Result<(Format, ReadGames), InputError> {
    let Some(record) = &asked.record else {
        return Err(InputError::new("\"record\" is missing"));
    };
    let at_hand = || {
        let found = desk.records.iter().find(|(name, _)| *name == record.name);
        found.map(|(_, text)| text.as_str())
    };
    let text = record.text.as_deref().or_else(at_hand).ok_or_else(|| {
        let name = InputError::quote(&record.name);
        InputError::new(format!("there is no file {name} here, and \"text\" is missing"))
    })?;
    let read = read_games(desk.catalogue(), text, None, Hints::default());
    read.map_err(|error| about(record, &error))
}

/// A game of a file that can be played here.
fn recorded(desk: &Desk<'_>, record: &GameRecord, number: u64) -> Result<Recorded, FormatError> {
    desk.game(&record.spec).map_err(|error| FormatError::at(record.at, error.to_string()))?;
    Recorded::read(desk.catalogue(), record, number)
}

/// A stated result in a word.
fn result(said: Said) -> String {
    match said {
        Said::Over(outcome) => ending(outcome),
        Said::Void => "void".to_owned(),
        Said::Unknown | Said::Unclear => "?".to_owned(),
    }
}

/// What is in the file.
pub(super) fn games(desk: &Desk<'_>, asked: &Question) -> Result<Value, InputError> {
    let (format, read) = read(desk, asked)?;
    let count = read.len();
    let games = read.into_iter().zip(1u64..).take(MOST_GAMES).map(|(record, number)| {
        let (headers, found) = match record {
            Ok(record) => {
                let header = |header| record.header(header).map(str::to_owned);
                let [black, white] = [Header::Black, Header::White].map(header);
                let result = record.stated.as_ref().map(|stated| result(stated.said));
                ([black, white, result], recorded(desk, &record, number))
            }
            Err(error) => ([None, None, None], Err(error)),
        };
        let [black, white, result] = headers;
        let (game, position, moves, fault) = match &found {
            Ok(found) => {
                let moves = found.line.moves().to_vec();
                (Some(found.game.spec()), found.line.start().map(str::to_owned), moves, None)
            }
            Err(error) => (None, None, Vec::new(), Some(error.to_string())),
        };
        json!({
            "number": number,
            "game": game,
            "black": black,
            "white": white,
            "result": result,
            "position": position,
            "moves": moves,
            "fault": fault,
        })
    });
    let games: Vec<Value> = games.collect();
    Ok(json!({"format": format.name(), "count": count, "games": games}))
}

/// What every move of a game was worth, told move by move.
pub(super) fn analysis(
    desk: &Desk<'_>,
    job: &Job,
    asked: &Question,
    line: Option<&(Box<dyn AnyGame>, Line)>,
    out: &Output<'_>,
) -> Result<Value, InputError> {
    let found;
    let (game, line, record): (&dyn AnyGame, &Line, Option<&GameRecord>) =
        match (&asked.record, line) {
            (Some(record), _) => {
                let (_, read) = read(desk, asked)?;
                let count = read.len();
                let index =
                    usize::try_from(asked.number).ok().and_then(|number| number.checked_sub(1));
                let wanted =
                    index.and_then(|index| read.into_iter().nth(index)).ok_or_else(|| {
                        let why =
                            format!("there is no game {}: the file has {count}", asked.number);
                        about(record, &FormatError::new(why))
                    })?;
                let read = wanted.and_then(|wanted| recorded(desk, &wanted, asked.number));
                found = read.map_err(|error| about(record, &error))?;
                (&*found.game, &found.line, Some(&found.record))
            }
            (None, Some((game, line))) => (&**game, line, None),
            (None, None) => return Err(InputError::new("\"record\" is missing")),
        };
    let player = desk.player(desk.usual_player(), game)?;
    let pace = Pace {
        depth: asked.limit.depth,
        nodes: asked.limit.nodes,
        timing: asked.limit.ms.map(|ms| Timing::EachMove(Duration::from_millis(ms.max(1)))),
    };
    let pace = if asked.is_limited { pace } else { Pace::default() };
    let scrutiny = Scrutiny { pace, ..Scrutiny::default() };
    let mut analyst = Analyst::new(game, &player, scrutiny, &job.stop)?;
    let mut moves = Vec::new();
    let studied = analyst.study(line, |ply, studied| {
        let part = object(game, asked.number, ply, studied);
        if asked.every.is_some() {
            job.tell(Want::Analysis.name(), part.clone(), out);
        }
        moves.push(part);
    });
    let studied = studied.map_err(|error| InputError::new(error.to_string()))?;
    let record = record.cloned().unwrap_or_else(|| record_of(game, line));
    let annotated = annotate(game, &record, &studied);
    let mut last = Tally::of(&studied).object();
    last["lost_from"] = lost_from(&studied);
    let text = Format::annotated(&[annotated]);
    last["annotated"] =
        text.map(|(format, text)| json!({"format": format.name(), "text": text})).into();
    last["moves"] = moves.into();
    Ok(last)
}

/// A line as a record that can be annotated.
fn record_of(game: &dyn AnyGame, line: &Line) -> GameRecord {
    record_of_line(game, line, ["Black", "White"], None)
}

fn object(game: &dyn AnyGame, number: u64, ply: usize, studied: &Studied) -> Value {
    let mut object = move_object(game, number, ply, studied);
    object["number"] = studied.number.into();
    let words = standing(game, &studied.after);
    object["standing"] = words.split_whitespace().collect::<Vec<_>>().join(" ").into();
    object["known"] = known(&studied.after);
    object["verdict"] = verdict(studied).into();
    object["better"] = studied.better().into();
    object
}

/// Who is known to win, and how that is known; null where nobody is.
fn known(opinion: &Opinion) -> Value {
    match opinion.winner() {
        None => Value::Null,
        Some((winner, how)) => {
            let winner = winner.map_or("draw".to_owned(), |winner| winner.letter().to_string());
            json!({"winner": winner, "how": how})
        }
    }
}

/// The move from which on the loser was lost: everything after it is known to be won by the same side.
fn lost_from(studied: &[Studied]) -> Value {
    let winner = |studied: &Studied| studied.after.winner();
    let Some((Some(last), _)) = studied.last().and_then(winner) else { return Value::Null };
    let same = |studied: &&Studied| matches!(winner(studied), Some((Some(who), _)) if who == last);
    let since = studied.iter().rev().take_while(same).count();
    let first = studied.len() - since;
    let mv = &studied[first];
    let is_proved = matches!(winner(mv), Some((_, "proved" | "over")));
    json!({
        "ply": first + 1,
        "number": mv.number,
        "side": mv.mover().letter().to_string(),
        "move": mv.played,
        "loser": last.other().letter().to_string(),
        "proved": is_proved,
    })
}
