//! The answer to a question: what is said of every position, and what was wanted.

use super::desk::{Desk, Job};
use super::request::Question;
use super::want::Want;
use super::{proof, records, shelf, thinking, values, view};
use crate::session::Output;
use andor_core::{InputError, Outcome};
use andor_engine::{AnyGame, Line};
use serde_json::{Map, Value, json};

/// Works on what is wanted, one thing after the other.
pub(super) fn answer(
    desk: &Desk<'_>,
    job: &Job,
    asked: &Question,
    out: &Output<'_>,
) -> Result<Map<String, Value>, InputError> {
    let mut last = Map::new();
    last.insert("id".to_owned(), job.id.clone());
    last.insert("done".to_owned(), true.into());
    last.insert("stopped".to_owned(), false.into());
    if let Some((game, line)) = &asked.about {
        last.insert("game".to_owned(), game.spec().into());
        last.insert("position".to_owned(), line.text().into());
        last.insert("side".to_owned(), line.side().letter().to_string().into());
        last.insert("over".to_owned(), over(line.outcome()));
    }
    for &want in &asked.want {
        let found = match (&asked.about, want) {
            (_, Want::Games) => desk.games.get_or_init(|| view::games(desk)).clone(),
            (_, Want::Certificates) => desk.shelf.list(),
            (_, Want::Certificate) => desk.shelf.bytes(asked.named_proof()?)?,
            (_, Want::Explain) => shelf::explain(desk, asked)?,
            (_, Want::Below) => shelf::below(desk, job, asked, out)?,
            (_, Want::Verify) => shelf::verify(desk, job, asked, out)?,
            (_, Want::Record) => records::games(desk, asked)?,
            (_, Want::Records) => {
                desk.records.iter().map(|(name, _)| json!({"name": name})).collect()
            }
            (_, Want::Cluster) => desk.cluster.as_ref().map_or(Value::Null, |ask| ask()),
            (about, Want::Analysis) => records::analysis(desk, job, asked, about.as_ref(), out)?,
            (Some((game, line)), want) => position(desk, job, asked, (&**game, line), want, out)?,
            (None, _) => Value::Null,
        };
        last.insert(want.name().to_owned(), found);
    }
    last["stopped"] = job.is_stopped().into();
    Ok(last)
}

/// What is wanted of a position.
fn position(
    desk: &Desk<'_>,
    job: &Job,
    asked: &Question,
    (game, line): (&dyn AnyGame, &Line),
    want: Want,
    out: &Output<'_>,
) -> Result<Value, InputError> {
    Ok(match (want, &asked.player) {
        (Want::View, _) => view::view(game, line),
        (Want::Moves, _) => json!(game.legal_moves(line)),
        _ if line.ending().is_some() => Value::Null,
        (Want::Proof, _) => proof::prove(desk, job, asked, (game, line), out)?,
        (Want::Values, Some(player)) => {
            values::values(desk, job, asked, (game, line), player, out)?
        }
        (Want::Evaluation, Some(player)) => {
            thinking::think(job, asked, (game, line), player, want, out)?
        }
        (Want::Threat, Some(player)) => match passed(game, line) {
            Some(line) => thinking::think(job, asked, (game, &line), player, want, out)?,
            None => Value::Null,
        },
        _ => Value::Null,
    })
}

/// Who has won, as a word; null while the game goes on.
pub(super) fn over(outcome: Option<Outcome>) -> Value {
    match outcome {
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
