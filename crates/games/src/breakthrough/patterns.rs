//! What a position seems to be worth by its patterns: what stands in every window of three rows by
//! two columns and of two rows by three, each looked up in a table and added up. The windows reach
//! one column over both edges of the board, where walls stand.
//!
//! ```text
//!   # b . b b .      The side to move sees the board from its own side: o is its own man, x an
//!   # . b[. b]b      enemy, . empty, # a wall. For White the window in brackets is drawn
//!   # b .[b .]b      .x/x./o. on level 0, the row that its lowest rank is on.
//!   # w w[w .]w
//! ```
//!
//! That is the shape of N-tuple networks (Lucas 2008, for Othello). A window is worth the same as its
//! mirror image. Levels are counted up from home and, in the far half, down from the goal, so that
//! what was learnt on eight rows serves other boards.
//!
//! The values are learnt from games of the player against itself, by logistic regression of who won:
//! `crates/lab/examples/learn_patterns` says how.

use super::fast::{Breakthrough, Position};
use andor_core::{Evaluate, InputError, Player};

/// The name of the evaluator.
pub(super) const NAME: &str = "patterns";

/// The file that comes with the game.
const FILE: &str = include_str!("../../data/breakthrough-patterns.txt");

/// The rows of the board that the levels are of.
pub(super) const ROWS: usize = 8;
/// The most levels that windows of one shape have.
pub(super) const LEVELS: usize = ROWS - 1;
/// Two bits for each of six squares.
pub(super) const WINDOWS: usize = 1 << 12;
/// What stands on a square: by these numbers.
pub(super) const SQUARES: [char; 4] = ['.', 'o', 'x', '#'];
pub(super) const WALL: u64 = 3;

/// Ranks and columns of a window.
pub(super) type Shape = (usize, usize);
pub(super) const TALL: Shape = (3, 2);
pub(super) const WIDE: Shape = (2, 3);

/// The values of all windows of a shape, by level.
type Table = Box<[[i16; WINDOWS]; LEVELS]>;

/// The evaluator.
pub(super) struct Patterns {
    tall: Table,
    wide: Table,
    turn: i32,
    decisive: i32,
}

/// The level of a window of so many ranks on a board of so many rows.
#[inline(always)]
pub(super) const fn level(row: usize, ranks: usize, rows: usize) -> usize {
    let (here, there) = (rows - ranks, ROWS - ranks);
    if 2 * row <= here { row } else { row + there - here }
}

impl Patterns {
    /// The values of this file, or of the one that comes with the game.
    ///
    /// # Errors
    /// One line that quotes what is wrong.
    pub(super) fn new(text: Option<&str>) -> Result<Patterns, InputError> {
        let mut patterns =
            Patterns { tall: empty(), wide: empty(), turn: 0, decisive: i32::from(i16::MAX) };
        for line in text.unwrap_or(FILE).lines() {
            let is_remark = line.is_empty() || line.starts_with('#');
            if !is_remark && patterns.read(line).is_none() {
                let quoted = InputError::quote(line);
                let why =
                    format!("weights: {quoted} is not LEVEL PATTERN VALUE such as 0 o./x./.x 12");
                return Err(InputError::new(why));
            }
        }
        Ok(patterns)
    }

    /// Reads a line.
    fn read(&mut self, line: &str) -> Option<()> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["turn", value] => self.turn = value.parse().ok()?,
            ["decisive", value] => self.decisive = value.parse().ok()?,
            [level, drawn, value] => {
                let (level, value) = (level.parse::<usize>().ok()?, value.parse().ok()?);
                let ranks: Vec<Vec<u64>> = drawn.split('/').map(squares).collect::<Option<_>>()?;
                let shape = (ranks.len(), ranks[0].len());
                let table = match shape {
                    TALL => &mut self.tall,
                    WIDE => &mut self.wide,
                    _ => return None,
                };
                if level > ROWS - shape.0 || ranks.iter().any(|rank| rank.len() != shape.1) {
                    return None;
                }
                let mirrored: Vec<Vec<u64>> =
                    ranks.iter().map(|rank| rank.iter().rev().copied().collect()).collect();
                table[level][number(&ranks)] = value;
                table[level][number(&mirrored)] = value;
            }
            _ => return None,
        }
        Some(())
    }
}

fn empty() -> Table {
    let levels = vec![[0; WINDOWS]; LEVELS].into_boxed_slice();
    levels.try_into().expect("so many levels")
}

/// What stands on the squares of a drawn rank.
pub(super) fn squares(rank: &str) -> Option<Vec<u64>> {
    let square =
        |drawn| SQUARES.iter().position(|&square| square == drawn).map(|place| place as u64);
    rank.chars().map(square).collect()
}

/// The number of a window, drawn with its highest rank first.
pub(super) fn number(ranks: &[Vec<u64>]) -> usize {
    let squares = ranks.iter().rev().flatten();
    squares.enumerate().fold(0, |number, (place, square)| number | (square << (2 * place)) as usize)
}

/// Every bit of a rank at twice its place.
#[inline(always)]
fn spread(rank: u64) -> u64 {
    let rank = (rank | rank << 4) & 0x0f0f;
    let rank = (rank | rank << 2) & 0x3333;
    (rank | rank << 1) & 0x5555
}

/// The ranks of a board as the side to move sees them from home on, two bits a square, with walls.
#[inline(always)]
pub(super) fn ranks(game: &Breakthrough, position: &Position) -> [u64; ROWS] {
    let (columns, rows) = (game.columns, game.rows);
    let full = u64::MAX >> (64 - columns);
    let mut ranks = [0; ROWS];
    for (row, rank) in ranks.iter_mut().enumerate().take(rows) {
        let row = match position.side {
            Player::White => row,
            Player::Black => rows - 1 - row,
        };
        let men = |men: u64| spread(men >> (row * columns) & full);
        let squares = men(position.own()) | men(position.enemy()) << 1;
        *rank = WALL | squares << 2 | WALL << (2 * columns + 2);
    }
    ranks
}

/// The values of all windows of a shape.
#[inline(always)]
fn sum<const HIGH: usize, const BROAD: usize>(
    table: &Table,
    ranks: &[u64; ROWS],
    (columns, rows): (usize, usize),
) -> i32 {
    let mask = (1 << (2 * BROAD)) - 1;
    let mut sum = 0;
    for row in 0..=rows - HIGH {
        let values = &table[level(row, HIGH, rows)];
        let mut window: [u64; HIGH] = std::array::from_fn(|rank| ranks[row + rank]);
        for _ in 0..columns + 3 - BROAD {
            let mut number = 0;
            for (place, rank) in window.iter_mut().enumerate() {
                number |= (*rank & mask) << (2 * BROAD * place);
                *rank >>= 2;
            }
            sum += i32::from(values[number as usize]);
        }
    }
    sum
}

impl Evaluate<Breakthrough> for Patterns {
    fn evaluate(&self, game: &Breakthrough, position: &Position) -> i32 {
        let ranks = ranks(game, position);
        let size = (game.columns, game.rows);
        self.turn
            + sum::<{ TALL.0 }, { TALL.1 }>(&self.tall, &ranks, size)
            + sum::<{ WIDE.0 }, { WIDE.1 }>(&self.wide, &ranks, size)
    }

    fn decisive(&self) -> i32 {
        self.decisive
    }
}

#[cfg(test)]
mod tests {
    use super::{NAME, Patterns, ROWS, TALL, WIDE, level};
    use crate::breakthrough::Breakthrough;
    use andor_core::{Evaluate, Game, Rules, SplitMix64};

    /// The windows of a drawn text and their values, square by square.
    fn plain_value(patterns: &Patterns, text: &str, columns: usize) -> i32 {
        let (board, side) = text.split_once(' ').expect(text);
        let own = if side == "w" { 'w' } else { 'b' };
        let mut ranks: Vec<String> = Vec::new();
        for rank in board.split('/') {
            let mut drawn = "#".to_owned();
            for square in rank.chars() {
                match square.to_digit(10) {
                    Some(empty) => drawn.push_str(&".".repeat(empty as usize)),
                    None => drawn.push(if square == own { 'o' } else { 'x' }),
                }
            }
            ranks.push(drawn + "#");
        }
        if own == 'w' {
            ranks.reverse();
        }
        let mut value = patterns.turn;
        for (high, broad) in [TALL, WIDE] {
            for row in 0..=ranks.len() - high {
                for column in 0..=columns + 2 - broad {
                    let windows = ranks[row..row + high].iter().rev();
                    let drawn: Vec<&str> =
                        windows.map(|rank| &rank[column..column + broad]).collect();
                    let drawn = drawn.join("/");
                    let squares: Vec<Vec<u64>> =
                        drawn.split('/').filter_map(super::squares).collect();
                    let table = if high == TALL.0 { &patterns.tall } else { &patterns.wide };
                    let level = level(row, high, ranks.len());
                    value += i32::from(table[level][super::number(&squares)]);
                }
            }
        }
        value
    }

    #[test]
    fn fast_and_plain_windows_agree_and_both_colours_and_sides_count_alike() {
        let patterns = Patterns::new(None).expect("the own patterns");
        let mut random = SplitMix64::new(52);
        for (columns, rows) in [(2, 4), (3, 7), (5, 5), (6, 5), (8, 8)] {
            let game = Breakthrough::new(columns, rows);
            let mut moves = Vec::new();
            for _ in 0..20 {
                let mut position = game.initial();
                while game.outcome(&position).is_none() {
                    let text = game.position_text(&position);
                    let value = patterns.evaluate(&game, &position);
                    assert_eq!(value, plain_value(&patterns, &text, columns), "{text}");
                    let mirrored = game.transform(&position, 1);
                    assert_eq!(patterns.evaluate(&game, &mirrored), value, "{text}");
                    let turned: String = text
                        .chars()
                        .map(|letter| match letter {
                            'b' => 'w',
                            'w' => 'b',
                            other => other,
                        })
                        .collect();
                    let (board, side) = turned.split_once(' ').expect("a board and a side");
                    let board: Vec<&str> = board.split('/').rev().collect();
                    let turned = format!("{} {side}", board.join("/"));
                    let turned = game.parse_position(&turned).expect("a board");
                    assert_eq!(patterns.evaluate(&game, &turned), value, "{text}");
                    game.moves(&position, &mut moves);
                    position = game.after(&position, moves[random.below(moves.len())]);
                }
            }
        }
    }

    /// The drawing above: White's window is worth what the file says of it, and is there once.
    #[test]
    fn the_drawing() {
        let patterns = Patterns::new(Some("# a remark\n0 .x/x./o. 12\nturn 3")).expect("patterns");
        let game = Breakthrough::new(5, 4);
        // Where no window is drawn so, only the turn counts.
        assert_eq!(patterns.evaluate(&game, &game.initial()), 3);
        let drawn = game.parse_position("b1bb1/1b1bb/b1b1b/www1w w").expect("a position");
        assert_eq!(patterns.evaluate(&game, &drawn), 15);
    }

    #[test]
    fn levels_are_counted_from_both_ends() {
        let levels =
            |rows: usize| (0..=rows - 3).map(|row| level(row, 3, rows)).collect::<Vec<_>>();
        assert_eq!(levels(ROWS), [0, 1, 2, 3, 4, 5]);
        assert_eq!(levels(5), [0, 1, 5]);
        assert_eq!(levels(4), [0, 5]);
    }

    #[test]
    fn bad_lines_are_quoted() {
        let game = Breakthrough::new(5, 5);
        for text in ["0 o./x. 3", "6 o./x./.x 3", "0 o./x./.x", "0 o./x./.y 1", "many"] {
            let error = game.make_evaluator(NAME, Some(text)).err().expect(text).to_string();
            assert!(error.contains(&format!("\"{text}\"")), "{error}");
        }
    }
}
