//! A test game with many positions that is solved at once: one heap, from which the players take
//! one, two or three in turn, White first; who takes the last one wins.

use andor_core::{InputError, Outcome, Player, Repetition, Rules};

/// The rules with a heap of this size.
pub struct Heap(pub u32);

/// How many are left, and who is to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    left: u32,
    side: Player,
}

impl Rules for Heap {
    type Position = Position;
    /// How many are taken.
    type Move = u32;

    fn spec(&self) -> String {
        format!("heap:{}", self.0)
    }

    fn repetition(&self) -> Repetition {
        Repetition::Impossible
    }

    fn initial(&self) -> Position {
        Position { left: self.0, side: Player::White }
    }

    fn side_to_move(&self, position: &Position) -> Player {
        position.side
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        (position.left == 0).then_some(Outcome::Win(position.side.other()))
    }

    fn moves(&self, position: &Position, moves: &mut Vec<u32>) {
        moves.clear();
        moves.extend(1..=position.left.min(3));
    }

    fn play_unchecked(&self, position: &mut Position, mv: u32) {
        position.left -= mv;
        position.side = position.side.other();
    }

    fn encoded_len(&self) -> usize {
        5
    }

    fn encode(&self, position: &Position, bytes: &mut Vec<u8>) {
        // Little-endian, so that keys lie far apart.
        bytes.extend(position.left.to_le_bytes());
        bytes.push(position.side.letter() as u8);
    }

    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        let &[a, b, c, d, side] = bytes else { return None };
        let side = Player::from_letter(std::str::from_utf8(&[side]).ok()?)?;
        let left = u32::from_le_bytes([a, b, c, d]);
        (left <= self.0).then_some(Position { left, side })
    }

    fn move_code(&self, mv: u32) -> u32 {
        mv
    }

    fn position_text(&self, position: &Position) -> String {
        format!("{} {}", position.left, position.side.letter())
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let read = || {
            let (left, side) = text.split_once(' ')?;
            Some(Position { left: left.parse().ok()?, side: Player::from_letter(side)? })
        };
        read().ok_or_else(|| InputError::new(format!("position {}", InputError::quote(text))))
    }

    fn move_text(&self, _: &Position, mv: u32) -> String {
        format!("take {mv}")
    }
}
