//! Finished games as records that `andor check` reads: SGF where the game has a number there,
//! otherwise a list of moves.

use super::log::{PlayedGame, Side};
use super::reason::Reason;
use super::seat::first_player;
use andor_core::{Outcome, Player, RecordFormat};
use andor_engine::{AnyGame, Line};
use andor_formats::{Action, Format, GameRecord, Header, Said, Spot, Stated, Step, sgf};

/// SGF's word for a game that somebody gave up.
const RESIGNED: &str = "Resign";

/// The format that finished games are saved in.
#[must_use]
pub fn game_format(game: &dyn AnyGame) -> Format {
    match game.family().record {
        RecordFormat::Sgf => Format::Sgf,
        RecordFormat::Moves => Format::Moves,
    }
}

/// A game of a match between these players as a record.
#[must_use]
pub fn record_of(game: &dyn AnyGame, played: &PlayedGame, names: [&str; 2]) -> GameRecord {
    let name = |side: Side| names[usize::from(side == Side::B)];
    let white = if played.black == Side::A { Side::B } else { Side::A };
    let how = match played.reason {
        Reason::Board | Reason::Repetition | Reason::TooLong => "",
        Reason::Time | Reason::Silent => "Time",
        Reason::Resigned => RESIGNED,
        Reason::Illegal(_) | Reason::Crashed(_) => "Forfeit",
    };
    let outcome = match played.winner {
        None => Outcome::Draw,
        Some(winner) if winner == played.black => Outcome::Win(Player::Black),
        Some(_) => Outcome::Win(Player::White),
    };
    let mut record = GameRecord::new(game.spec(), Spot::START);
    record.headers = vec![
        (Header::Event, "andor match".to_owned()),
        (Header::Round, (played.number + 1).to_string()),
        (Header::Black, name(played.black).to_owned()),
        (Header::White, name(white).to_owned()),
    ];
    record.stated = Some(stated(outcome, how));
    if !matches!(played.reason, Reason::Board | Reason::Repetition) {
        record.other.push(sgf::Property::new("C", [played.reason.to_string()]));
    }
    record.steps = steps(&played.moves, first_player(game));
    with_score(game, record)
}

/// A game that was played by these, Black first, as a record; somebody may have `resigned` it.
#[must_use]
pub fn record_of_line(
    game: &dyn AnyGame,
    line: &Line,
    names: [&str; 2],
    resigned: Option<Player>,
) -> GameRecord {
    let mut record = GameRecord::new(game.spec(), Spot::START);
    record.start = line.start().map(str::to_owned);
    record.headers =
        vec![(Header::Black, names[0].to_owned()), (Header::White, names[1].to_owned())];
    let on_board = line.outcome().map(|outcome| stated(outcome, ""));
    let given_up = || resigned.map(|loser| stated(Outcome::Win(loser.other()), RESIGNED));
    record.stated = on_board.or_else(given_up);
    let is_even = line.moves().len().is_multiple_of(2);
    record.steps = steps(line.moves(), if is_even { line.side() } else { line.side().other() });
    with_score(game, record)
}

/// The record with the score in its result, if points were counted at the end.
fn with_score(game: &dyn AnyGame, record: GameRecord) -> GameRecord {
    game.replay(&record).rewrite(game.spec(), &record).unwrap_or(record)
}

/// A result, and how it came about as SGF says it.
fn stated(outcome: Outcome, how: &str) -> Stated {
    Stated { said: Said::Over(outcome), how: how.to_owned(), at: Spot::START }
}

/// Moves of both sides by turns.
fn steps(moves: &[String], first: Player) -> Vec<Step> {
    let step = |(text, depth): (&String, usize)| Step {
        depth,
        mover: Some(if depth % 2 == 1 { first } else { first.other() }),
        action: Action::Move(text.clone()),
        at: Spot::START,
        other: Vec::new(),
    };
    moves.iter().zip(1..).map(step).collect()
}
