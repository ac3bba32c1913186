//! A test game with draws and a symmetry: a row of men on a strip.
//!
//! Black and White colour the cells of a strip in turn, Black first. Two or three (as agreed)
//! adjacent cells of one colour win; a full strip without them is a draw. Left and right can be swapped.

use andor_core::board::{pack_ternary, unpack_ternary};
use andor_core::{InputError, Outcome, Player, Repetition, Rules};

/// The rules on a strip of so many cells, where so many in a row win.
pub struct Strip(pub usize, pub usize);

/// The cells (0 empty, 1 black, 2 white) and who is to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    cells: Vec<u8>,
    side: Player,
}

fn digit(player: Player) -> u8 {
    match player {
        Player::Black => 1,
        Player::White => 2,
    }
}

impl Rules for Strip {
    type Position = Position;
    type Move = usize;

    fn spec(&self) -> String {
        format!("strip:{}x{}", self.0, self.1)
    }

    fn repetition(&self) -> Repetition {
        Repetition::Impossible
    }

    fn initial(&self) -> Position {
        Position { cells: vec![0; self.0], side: Player::Black }
    }

    fn side_to_move(&self, position: &Position) -> Player {
        position.side
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        for player in [Player::Black, Player::White] {
            if position
                .cells
                .windows(self.1)
                .any(|row| row.iter().all(|&cell| cell == digit(player)))
            {
                return Some(Outcome::Win(player));
            }
        }
        (!position.cells.contains(&0)).then_some(Outcome::Draw)
    }

    fn moves(&self, position: &Position, moves: &mut Vec<usize>) {
        moves.clear();
        moves.extend((0..self.0).filter(|&cell| position.cells[cell] == 0));
    }

    fn play_unchecked(&self, position: &mut Position, mv: usize) {
        position.cells[mv] = digit(position.side);
        position.side = position.side.other();
    }

    fn encoded_len(&self) -> usize {
        1 + self.0.div_ceil(5)
    }

    fn encode(&self, position: &Position, bytes: &mut Vec<u8>) {
        bytes.push(digit(position.side));
        pack_ternary(position.cells.iter().copied(), bytes);
    }

    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        let (side, cells) = bytes.split_first()?;
        let side = [Player::Black, Player::White].into_iter().find(|&p| digit(p) == *side)?;
        Some(Position { cells: unpack_ternary(cells, self.0)?, side })
    }

    // Not the order of `moves`: certificates count in the order of codes.
    fn move_code(&self, mv: usize) -> u32 {
        1000 - mv as u32
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        let mut image = position.clone();
        if symmetry == 1 {
            image.cells.reverse();
        }
        image
    }

    fn transform_move(&self, mv: usize, symmetry: usize) -> usize {
        if symmetry == 1 { self.0 - 1 - mv } else { mv }
    }

    fn position_text(&self, position: &Position) -> String {
        let cells = position.cells.iter().map(|&cell| b".bw"[usize::from(cell)] as char);
        format!("{} {}", cells.collect::<String>(), position.side.letter())
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let read = || {
            let (cells, side) = text.split_once(' ')?;
            let cells: Option<Vec<u8>> =
                cells.chars().map(|c| Some(".bw".find(c)? as u8)).collect();
            let side = Player::from_letter(side)?;
            Some(Position { cells: cells.filter(|cells| cells.len() == self.0)?, side })
        };
        read().ok_or_else(|| InputError::new(format!("position {}", InputError::quote(text))))
    }

    fn move_text(&self, _: &Position, mv: usize) -> String {
        format!("c{}", mv + 1)
    }
}
