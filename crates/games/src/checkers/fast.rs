//! English draughts on bitboards: the rules as the solvers use them.
//!
//! A position is three boards of 64 bits (black pieces, white pieces, kings of either) and the
//! side to move; `captures.rs` draws the boards and finds the moves on them. A move is its own
//! code: where it starts, and the way it takes. Who builds tables of endings has boards of 32
//! bits, one for each playable square: [`Position::from_boards`] and [`Position::boards`].

use super::captures::{PLAYABLE, View, shift};
use super::player::EVALUATION;
use super::{notation, setup};
use crate::weighted_sum;
use andor_core::board::Setup;
use andor_core::{Endings, Evaluate, Game, InputError, Key, Outcome, Player, Repetition, Rules};

/// Rank 1, where black men become kings.
const BLACK_KING_ROW: u64 = 0xFF;
/// Rank 8, where white men become kings.
const WHITE_KING_ROW: u64 = 0xFF << 56;
/// Ranks 1, 3, 5 and 7, whose playable squares have even bits.
const ODD_RANKS: u64 = 0x00FF_00FF_00FF_00FF;

/// The fast rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Checkers;

/// Pieces and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(super) black: u64,
    pub(super) white: u64,
    pub(super) kings: u64,
    pub(super) side: Player,
}

/// A step, or a capture with its whole path: the code that [`super`] describes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u32);

impl Move {
    /// A step from a square (as a bit).
    #[inline(always)]
    pub(super) fn step(from: u64, direction: u32) -> Move {
        let bit = from.trailing_zeros();
        Move((bit / 2) | (direction << 9))
    }

    /// A capture of one jump.
    #[inline(always)]
    pub(super) fn jump(from: u64, direction: u32) -> Move {
        Move(Move::step(from, direction).0 | 1 << 5)
    }

    /// The capture with one jump more.
    #[inline(always)]
    pub(super) fn then(self, direction: u32) -> Move {
        Move((self.0 + (1 << 5)) | direction << (9 + 2 * self.jumps()))
    }

    /// How many jumps it has; none for a step.
    #[inline(always)]
    #[must_use]
    pub fn jumps(self) -> u32 {
        self.0 >> 5 & 15
    }

    /// Whether it captures.
    #[inline(always)]
    #[must_use]
    pub fn is_capture(self) -> bool {
        self.jumps() > 0
    }

    /// Where it starts, as a bit.
    #[inline(always)]
    fn from(self) -> u64 {
        let square = self.0 & 31;
        1 << (2 * square + (square >> 2 & 1))
    }

    /// Where it ends and which squares it jumps over, as bits. Calls `landed` on every square.
    #[inline(always)]
    fn walk(self, mut landed: impl FnMut(u64)) -> (u64, u64) {
        let mut directions = self.0 >> 9;
        let mut at = self.from();
        if !self.is_capture() {
            at = shift(at, directions & 3);
            landed(at);
            return (at, 0);
        }
        let mut over = 0;
        for _ in 0..self.jumps() {
            let middle = shift(at, directions & 3);
            over |= middle;
            at = shift(middle, directions & 3);
            landed(at);
            directions >>= 2;
        }
        (at, over)
    }

    /// The squares it goes by, numbered 0 to 31, the first included.
    fn path(self) -> Vec<u8> {
        let square = |bit: u64| (bit.trailing_zeros() / 2) as u8;
        let mut path = vec![square(self.from())];
        self.walk(|at| path.push(square(at)));
        path
    }
}

/// A board of the 32 playable squares as one of 64 bits.
#[inline]
fn spread(squares: u32) -> u64 {
    let mut board = u64::from(squares);
    board = (board | board << 16) & 0x0000_FFFF_0000_FFFF;
    board = (board | board << 8) & 0x00FF_00FF_00FF_00FF;
    board = (board | board << 4) & 0x0F0F_0F0F_0F0F_0F0F;
    board = (board | board << 2) & 0x3333_3333_3333_3333;
    board = (board | board << 1) & 0x5555_5555_5555_5555;
    board & ODD_RANKS | (board & !ODD_RANKS) << 1
}

/// [`spread`] backwards.
#[inline]
fn gather(board: u64) -> u32 {
    let mut board = board & ODD_RANKS | (board & !ODD_RANKS) >> 1;
    board = (board | board >> 1) & 0x3333_3333_3333_3333;
    board = (board | board >> 2) & 0x0F0F_0F0F_0F0F_0F0F;
    board = (board | board >> 4) & 0x00FF_00FF_00FF_00FF;
    board = (board | board >> 8) & 0x0000_FFFF_0000_FFFF;
    (board | board >> 16) as u32
}

impl Position {
    /// The position with these pieces, each board with one bit a playable square (a1 = 0, c1 = 1,
    /// ..., h8 = 31): the men of each side, and `kings` = black kings, white kings.
    ///
    /// `None` if two pieces are on one square or a man is on its king row. Nothing else is asked,
    /// neither how many pieces there are nor whether somebody has won.
    ///
    /// ```
    /// use andor_core::{Player, Rules};
    /// use andor_games::checkers::{Checkers, Position};
    /// let position = Position::from_boards(1 << 13, 0, [0, 1 << 0], Player::White).unwrap();
    /// assert_eq!(Checkers.position_text(&position), "8/8/8/8/3b4/8/8/W7 w");
    /// assert_eq!(position.boards(), (1 << 13, 0, [0, 1 << 0]));
    /// ```
    #[must_use]
    pub fn from_boards(
        black_men: u32,
        white_men: u32,
        kings: [u32; 2],
        side: Player,
    ) -> Option<Position> {
        let boards = [black_men, white_men, kings[0], kings[1]];
        let pieces: u32 = boards.iter().map(|board| board.count_ones()).sum();
        let all = boards.iter().fold(0, |all, board| all | board);
        let [black_men, white_men, black_kings, white_kings] = boards.map(spread);
        let is_possible = pieces == all.count_ones()
            && black_men & BLACK_KING_ROW == 0
            && white_men & WHITE_KING_ROW == 0;
        is_possible.then_some(Position {
            black: black_men | black_kings,
            white: white_men | white_kings,
            kings: black_kings | white_kings,
            side,
        })
    }

    /// Black men, white men, and the kings of both, as [`from_boards`](Position::from_boards)
    /// takes them.
    #[must_use]
    pub fn boards(&self) -> (u32, u32, [u32; 2]) {
        let men = |pieces: u64| gather(pieces & !self.kings);
        let kings = |pieces: u64| gather(pieces & self.kings);
        (men(self.black), men(self.white), [kings(self.black), kings(self.white)])
    }

    /// Who is to move.
    #[must_use]
    pub fn side(&self) -> Player {
        self.side
    }

    /// The board as White sees it, whose men go up.
    #[inline(always)]
    pub(super) fn as_white(&self) -> View<true> {
        let empty = PLAYABLE & !(self.black | self.white);
        View { own: self.white, kings: self.white & self.kings, enemy: self.black, empty }
    }

    /// The board as Black sees it.
    #[inline(always)]
    pub(super) fn as_black(&self) -> View<false> {
        let empty = PLAYABLE & !(self.black | self.white);
        View { own: self.black, kings: self.black & self.kings, enemy: self.white, empty }
    }

    /// Whether the side to move can capture, and so must.
    #[inline]
    #[must_use]
    pub fn must_capture(&self) -> bool {
        match self.side {
            Player::Black => self.as_black().has_jump(),
            Player::White => self.as_white().has_jump(),
        }
    }

    fn setup(&self) -> Setup {
        let letter = |bit: usize| {
            let is_king = self.kings >> bit & 1 == 1;
            match (self.black >> bit & 1, self.white >> bit & 1, is_king) {
                (1, _, false) => 'b',
                (1, _, true) => 'B',
                (_, 1, false) => 'w',
                (_, 1, true) => 'W',
                _ => '.',
            }
        };
        let cells = (0..64).map(letter).collect();
        Setup { columns: 8, rows: 8, cells, side: self.side, extras: Vec::new() }
    }
}

impl Checkers {
    /// The game.
    #[must_use]
    pub fn new() -> Checkers {
        Checkers
    }
}

impl Rules for Checkers {
    type Position = Position;
    type Move = Move;

    fn spec(&self) -> String {
        "checkers".to_owned()
    }

    fn repetition(&self) -> Repetition {
        Repetition::Draw
    }

    fn initial(&self) -> Position {
        let (black, white) = (PLAYABLE & (!0 << 40), PLAYABLE & 0xFF_FFFF);
        Position { black, white, kings: 0, side: Player::Black }
    }

    #[inline]
    fn side_to_move(&self, position: &Position) -> Player {
        position.side
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let has_move = match position.side {
            Player::Black => position.as_black().has_move(),
            Player::White => position.as_white().has_move(),
        };
        (!has_move).then(|| Outcome::Win(position.side.other()))
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        match position.side {
            Player::Black => position.as_black().add_moves(moves),
            Player::White => position.as_white().add_moves(moves),
        }
    }

    fn play_unchecked(&self, position: &mut Position, mv: Move) {
        let old = *position;
        let from = mv.from();
        let (to, over) = mv.walk(|_| ());
        let (own, enemy, king_row) = match old.side {
            Player::Black => (&mut position.black, &mut position.white, BLACK_KING_ROW),
            Player::White => (&mut position.white, &mut position.black, WHITE_KING_ROW),
        };
        // A king may end where it began.
        *own = *own & !from | to;
        *enemy &= !over;
        let stays_king = old.kings & from != 0;
        let king = if stays_king { to } else { to & king_row };
        position.kings = old.kings & !(from | over) | king;
        position.side = old.side.other();
    }

    fn encoded_len(&self) -> usize {
        13
    }

    fn encode(&self, position: &Position, bytes: &mut Vec<u8>) {
        bytes.push(position.side as u8);
        for board in [position.black, position.white, position.kings] {
            bytes.extend_from_slice(&gather(board).to_le_bytes());
        }
    }

    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        let (side, boards) = bytes.split_first()?;
        let side = [Player::Black, Player::White].into_iter().find(|&p| p as u8 == *side)?;
        let boards: &[u8; 12] = boards.try_into().ok()?;
        let board = |place: usize| {
            let bytes = [0, 1, 2, 3].map(|byte| boards[4 * place + byte]);
            u32::from_le_bytes(bytes)
        };
        let (black, white, kings) = (board(0), board(1), board(2));
        if kings & !(black | white) != 0 {
            return None;
        }
        let both = [black & kings, white & kings];
        Position::from_boards(black & !kings, white & !kings, both, side)
    }

    #[inline]
    fn move_code(&self, mv: Move) -> u32 {
        mv.0
    }

    fn endings(&self) -> Option<&dyn Endings<Position>> {
        Some(self)
    }

    fn position_text(&self, position: &Position) -> String {
        position.setup().to_string()
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let setup = setup::parse(text)?;
        let board = |letters: &str| {
            let bits = setup.cells.iter().enumerate();
            bits.filter(|(_, cell)| letters.contains(**cell))
                .fold(0, |all, (bit, _)| all | 1 << bit)
        };
        let (black, white, kings) = (board("bB"), board("wW"), board("BW"));
        Ok(Position { black, white, kings, side: setup.side })
    }

    fn move_text(&self, _: &Position, mv: Move) -> String {
        notation::write(&mv.path(), mv.is_capture())
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, InputError> {
        notation::parse(self, position, text, Move::path)
    }

    fn draw(&self, position: &Position) -> String {
        position.setup().draw()
    }
}

impl Game for Checkers {
    #[inline]
    fn count_candidates(&self, position: &Position) -> u32 {
        self.count_moves(position) as u32
    }

    fn count_moves(&self, position: &Position) -> u64 {
        match position.side {
            Player::Black => position.as_black().count(),
            Player::White => position.as_white().count(),
        }
    }

    /// Black pieces on the playable squares and white ones each on the square beside make one word;
    /// kings make the other, with the side to move on b1. Both words together are exact; the key is
    /// their hash.
    #[inline]
    fn key(&self, position: &Position) -> Key {
        let white = position.white;
        let beside = (white & ODD_RANKS) << 1 | (white & !ODD_RANKS) >> 1;
        Key::hashed(position.black | beside, position.kings | (position.side as u64) << 1)
    }

    #[inline]
    fn for_each_key_after(
        &self,
        position: &Position,
        moves: &[Move],
        counts: bool,
        mut found: impl FnMut(Move, Key, u64),
    ) {
        for &mv in moves {
            let next = self.after(position, mv);
            let count = if counts { self.count_moves(&next) } else { 1 };
            found(mv, self.key(&next), count);
        }
    }

    #[inline]
    fn placed_key(&self, position: &Position) -> Key {
        self.key(position)
    }

    /// Captures, which nobody may decline.
    fn noisy_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        if position.must_capture() {
            self.moves(position, moves);
        }
    }

    #[inline]
    fn must_be_noisy(&self, position: &Position) -> bool {
        position.must_capture()
    }

    fn evaluator(&self) -> Option<&dyn Evaluate<Checkers>> {
        Some(self)
    }

    fn evaluator_names(&self) -> &'static [&'static str] {
        &weighted_sum::NAMES
    }

    fn make_evaluator(
        &self,
        name: &str,
        weights: Option<&str>,
    ) -> Result<Box<dyn Evaluate<Checkers>>, InputError> {
        weighted_sum::make(self, EVALUATION, name, weights)
    }
}

#[cfg(test)]
mod tests {
    use super::{PLAYABLE, gather, spread};

    #[test]
    fn boards_of_32_and_64_bits() {
        assert_eq!((spread(u32::MAX), gather(PLAYABLE)), (PLAYABLE, u32::MAX));
        for square in 0..32 {
            let bit = 2 * square + square / 4 % 2;
            assert_eq!((spread(1 << square), gather(1 << bit)), (1 << bit, 1 << square));
        }
    }
}
