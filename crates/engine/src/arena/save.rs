//! Finished games as records that `andor check` reads: SGF where the game has a number there,
//! otherwise a list of moves.

use super::game::{RESIGNED, TIME};
use super::log::{PlayedGame, Side};
use super::seat::first_player;
use crate::any_game::AnyGame;
use crate::notation::is_go;
use andor_formats::{Action, Format, GameRecord, Header, Spot, Stated, Step, sgf};

/// The format that games of this kind are saved in.
#[must_use]
pub fn game_format(spec: &str) -> Format {
    if spec.starts_with("loa:") || is_go(spec) { Format::Sgf } else { Format::Moves }
}

/// A game of a match between these players as a record.
#[must_use]
pub fn record_of(game: &dyn AnyGame, played: &PlayedGame, names: [&str; 2]) -> GameRecord {
    let mut record = GameRecord::new(game.spec(), Spot::START);
    let name = |side: Side| names[usize::from(side == Side::B)].to_owned();
    let white = if played.black == Side::A { Side::B } else { Side::A };
    record.headers = vec![
        (Header::Event, "andor match".to_owned()),
        (Header::Round, (played.number + 1).to_string()),
        (Header::Black, name(played.black)),
        (Header::White, name(white)),
    ];
    let how = match &*played.reason {
        "board" | "repetition" | "too long" => "",
        TIME | "no answer" => "Time",
        RESIGNED => "Resign",
        _ => "Forfeit",
    };
    let result = match played.winner {
        None => "Draw".to_owned(),
        Some(winner) if winner == played.black => format!("B+{how}"),
        Some(_) => format!("W+{how}"),
    };
    record.stated = Some(Stated::parse(&result, None, Spot::START));
    if !matches!(&*played.reason, "board" | "repetition") {
        record.other.push(sgf::Property::new("C", [played.reason.clone()]));
    }
    let mut side = first_player(game);
    for (text, depth) in played.moves.iter().zip(1..) {
        let action = Action::Move(text.clone());
        record.steps.push(Step {
            depth,
            mover: Some(side),
            action,
            at: Spot::START,
            other: Vec::new(),
        });
        side = side.other();
    }
    record
}
