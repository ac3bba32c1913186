//! Race patterns at the rim: the oracle for a game whose type is not known here, and what matches a
//! position.

use crate::error::EngineError;
use andor_core::board::{Rectangle, file_letter};
use andor_core::{Game, InputError, Oracle, Player, RaceBoard, Racers};
use andor_tables::patterns::{PatternBoard, PatternOracle, Placement};

pub use andor_tables::patterns::{
    MatchRule, Pattern, PatternSet, Size, Turn, builtin, check, generate, parse_boards,
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
/// If the game is not a race, which alone has such patterns.
pub(crate) fn oracle<G: Game>(
    game: &G,
    set: &PatternSet,
) -> Result<Box<dyn Oracle<G>>, InputError> {
    let board = game.race_board().ok_or_else(|| refuse(set, game))?;
    Ok(Box::new(PatternOracle::new(set, board)))
}

/// The patterns of a set that match a position, by the safe rule.
pub(crate) fn matches<G: Game>(
    game: &G,
    set: &PatternSet,
    position: &G::Position,
) -> Result<Matched, EngineError> {
    let (Some(size), Some(racers)) = (game.race_board(), game.racers(position)) else {
        return Err(refuse(set, game).into());
    };
    if game.outcome(position).is_some() {
        let quoted = InputError::quote(&game.position_text(position));
        return Err(InputError::new(format!("position {quoted} is already decided")).into());
    }
    let side = game.side_to_move(position);
    let board = PatternBoard::new(&set.patterns, size);
    let mut found = board.matches(racers);
    found.sort_by_key(|(turn, place)| {
        (*turn, set.patterns[place.pattern].order, place.pattern, place.column)
    });
    let squares = Rectangle::new(size.columns, size.rows);
    let matches = found.into_iter().map(|(turn, place)| Match {
        pattern: place.pattern,
        attacker: if turn == Turn::First { side } else { side.other() },
        mirrored: place.mirrored,
        men: (0..squares.squares())
            .filter(|&square| place.need >> square & 1 == 1)
            .map(|square| squares.name(square))
            .collect(),
        picture: {
            let goes_up = racers.goes_up == (turn == Turn::First);
            picture(&set.patterns[place.pattern], goes_up, place, size)
        },
    });
    let wins = board.mover_wins(racers);
    Ok(Matched {
        picture: game.draw(position),
        side,
        rows_to_go: rows_to_go(racers, size, side),
        winner: wins.map(|wins| if wins { side } else { side.other() }),
        matches: matches.collect(),
    })
}

/// The rows that the foremost man of each side has to go, Black's first.
fn rows_to_go(racers: Racers, RaceBoard { columns, rows }: RaceBoard, side: Player) -> [u32; 2] {
    let to_go = |men: u64, goes_up: bool| match goes_up {
        true => (rows - 1) as u32 - (63 - men.leading_zeros()) / columns as u32,
        false => men.trailing_zeros() / columns as u32,
    };
    let own = to_go(racers.own, racers.goes_up);
    let enemy = to_go(racers.enemy, !racers.goes_up);
    if side == Player::Black { [own, enemy] } else { [enemy, own] }
}

/// The matrix as it lies on the board, White's side below: `#` are walls, blanks are outside it.
fn picture(
    pattern: &Pattern,
    goes_up: bool,
    place: &Placement,
    RaceBoard { columns, rows }: RaceBoard,
) -> String {
    let image = pattern.mirrored();
    let laid = if place.mirrored { &image } else { pattern };
    let mut lines = Vec::new();
    let (first, last) = (place.column.min(0), place.column + laid.columns() as isize);
    for row in (0..rows).rev() {
        // Rows of the matrix are counted from the attacker's goal.
        let matrix_row = if goes_up { rows - 1 - row } else { row };
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
        Ok(column) => file_letter(column).to_string(),
        Err(_) => " ".to_owned(),
    });
    lines.push(format!("    {}\n", files.collect::<Vec<_>>().join(" ")));
    lines.join("\n")
}
