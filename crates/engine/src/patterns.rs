//! Race patterns at the rim: the oracle for a game whose type is not known here, and what matches a
//! position.

use crate::error::EngineError;
use andor_core::board::square_name;
use andor_core::{Game, InputError, Oracle, Player};
use andor_games::breakthrough::{Breakthrough, fast::Position};
use andor_tables::patterns::{PatternBoard, PatternOracle, Placement};
use std::any::Any;

pub use andor_tables::patterns::{
    Pattern, PatternSet, Size, Turn, builtin, check, generate, parse_boards,
};

/// What patterns say of a position.
#[derive(Clone, Debug)]
pub struct Matched {
    /// The board as a picture.
    pub picture: String,
    /// Who is to move.
    pub side: Player,
    /// The rows that the foremost man of each side has to go, Black's first.
    pub rows_to_go: [u32; 2],
    /// Who wins, if a pattern says so.
    pub winner: Option<Player>,
    /// The patterns that match, the lowest orders first.
    pub matches: Vec<Match>,
}

/// A pattern that matches.
#[derive(Clone, Debug)]
pub struct Match {
    /// Its number in the set.
    pub pattern: usize,
    /// Who wins by it.
    pub attacker: Player,
    /// Whether it lies mirrored.
    pub mirrored: bool,
    /// The squares of the men on its occupied cells.
    pub men: Vec<String>,
    /// The matrix as it lies on the board.
    pub picture: String,
}

fn refuse<G: Game>(set: &PatternSet, game: &G) -> InputError {
    let (name, game) = (InputError::quote(&set.name), game.spec());
    InputError::new(format!("patterns {name} are for breakthrough, not for \"{game}\""))
}

/// The set as an oracle for `game`.
///
/// # Errors
/// If the game is not Breakthrough, which alone has race patterns.
pub(crate) fn oracle<G: Game + 'static>(
    game: &G,
    set: &PatternSet,
) -> Result<Box<dyn Oracle<G>>, InputError> {
    let breakthrough = (game as &dyn Any).downcast_ref::<Breakthrough>();
    let breakthrough = breakthrough.ok_or_else(|| refuse(set, game))?;
    let oracle: Box<dyn Oracle<Breakthrough>> = Box::new(PatternOracle::new(set, breakthrough));
    // The same type by another name, since this is Breakthrough.
    let mut made = Some(oracle);
    let made = (&mut made as &mut dyn Any).downcast_mut::<Option<Box<dyn Oracle<G>>>>();
    made.and_then(Option::take).ok_or_else(|| refuse(set, game))
}

/// The patterns of a set that match a position.
pub(crate) fn matches<G: Game + 'static>(
    game: &G,
    set: &PatternSet,
    position: &G::Position,
) -> Result<Matched, EngineError>
where
    G::Position: 'static,
{
    let breakthrough = (game as &dyn Any).downcast_ref::<Breakthrough>();
    let known = (position as &dyn Any).downcast_ref::<Position>();
    let (Some(breakthrough), Some(known)) = (breakthrough, known) else {
        return Err(refuse(set, game).into());
    };
    if game.outcome(position).is_some() {
        let quoted = InputError::quote(&game.position_text(position));
        return Err(InputError::new(format!("position {quoted} is already decided")).into());
    }
    let (columns, rows) = (breakthrough.columns(), breakthrough.rows());
    let side = game.side_to_move(position);
    let board = PatternBoard::new(&set.patterns, columns, rows);
    let (own, enemy) = (known.own(), known.enemy());
    let mut found = board.matches(own, enemy, side);
    found.sort_by_key(|(attacker, place)| {
        (*attacker != side, set.patterns[place.pattern].order, place.pattern, place.column)
    });
    let [black, white] = if side == Player::Black { [own, enemy] } else { [enemy, own] };
    let foremost_white = (63 - white.leading_zeros()) as usize / columns;
    let rows_to_go = [black.trailing_zeros() / columns as u32, (rows - 1 - foremost_white) as u32];
    let squares = (0..columns * rows).collect::<Vec<usize>>();
    let matches = found.into_iter().map(|(attacker, place)| Match {
        pattern: place.pattern,
        attacker,
        mirrored: place.mirrored,
        men: squares
            .iter()
            .filter(|&&square| place.need >> square & 1 == 1)
            .map(|&square| square_name(square % columns, square / columns))
            .collect(),
        picture: picture(&set.patterns[place.pattern], attacker, place, columns, rows),
    });
    Ok(Matched {
        picture: game.draw(position),
        side,
        rows_to_go,
        winner: board.winner(own, enemy, side),
        matches: matches.collect(),
    })
}

/// The matrix as it lies on the board, White's side below: `#` are walls, blanks are outside it.
fn picture(
    pattern: &Pattern,
    attacker: Player,
    place: &Placement,
    columns: usize,
    rows: usize,
) -> String {
    let image = pattern.mirrored();
    let laid = if place.mirrored { &image } else { pattern };
    let mut lines = Vec::new();
    let (first, last) = (place.column.min(0), place.column + laid.columns() as isize);
    for row in (0..rows).rev() {
        // Rows of the matrix are counted from the attacker's goal.
        let matrix_row = if attacker == Player::White { rows - 1 - row } else { row };
        if matrix_row >= laid.rows() {
            continue;
        }
        let letters = (first..last.max(columns as isize)).map(|column| {
            let on_board = (0..columns as isize).contains(&column);
            match usize::try_from(column - place.column) {
                Ok(at) if at < laid.columns() && on_board => laid.cell(matrix_row, at).letter(),
                _ if on_board => ' ',
                _ => '#',
            }
        });
        let letters: Vec<String> = letters.map(String::from).collect();
        lines.push(format!("  {} {}", row + 1, letters.join(" ").trim_end()));
    }
    // File names below the columns of the board.
    let files = (first..columns as isize).map(|column| match usize::try_from(column) {
        Ok(column) => char::from(b'a' + column as u8).to_string(),
        Err(_) => " ".to_owned(),
    });
    lines.push(format!("    {}\n", files.collect::<Vec<_>>().join(" ")));
    lines.join("\n")
}
