//! Tic-tac-toe, a model for your own game: these rules are all that the solvers, the verifier and
//! the command line need. (Traditional rules; Berlekamp, Conway, Guy, *Winning Ways*, chapter 22.)
//!
//! ```text
//!   3 b . w      Black and White put men on empty squares in turn, Black first. Three men in a
//!   2 w b .      line (rank, file or diagonal) win; a full board without such a line is a draw.
//!   1 . . b      This picture is "b1w/wb1/2b w": Black has won.
//!     a b c
//! ```
//!
//! A game says what a position and a move are, who has won, which moves there are and what they
//! do; how a position is written, for people (text) and for files (bytes); and which symmetries
//! its board has, if any. `impl Game for TicTacToe {}` then makes the rules a [`Game`]. That is all a
//! game needs; the verifier does not have to trust it if there is a second implementation, which is
//! [`mod@reference`] here.

pub mod reference;

pub use reference::Reference;

use andor_core::board::{Rectangle, Setup};
use andor_core::{Game, InputError, Outcome, Player, Repetition, Rules, Spec};

/// The board: how squares, positions and bytes are written.
const BOARD: Rectangle = Rectangle::new(3, 3);

/// Squares are counted a1 = 0, b1 = 1, c1 = 2, a2 = 3, ...
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// The rules. There is only one board and there are no options, so there is nothing to hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TicTacToe;

/// A board and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    cells: [Option<Player>; 9],
    side: Player,
}

/// The square that gets a man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move(usize);

impl TicTacToe {
    /// The game that a spec string asks for.
    ///
    /// # Errors
    /// If the spec asks for another board than 3x3, or for options.
    pub fn from_spec(spec: &Spec) -> Result<TicTacToe, InputError> {
        spec.only_options(&[])?;
        match spec.board() {
            None | Some("3x3") => Ok(TicTacToe),
            Some(_) => Err(spec.refuse("the board is always 3x3")),
        }
    }
}

impl Position {
    fn has_line(&self, player: Player) -> bool {
        LINES.iter().any(|line| line.iter().all(|&square| self.cells[square] == Some(player)))
    }

    fn setup(&self) -> Setup {
        BOARD.setup(self.cells.into_iter(), self.side)
    }

    /// Every reason why no game can lead here.
    fn objections(&self) -> Vec<String> {
        let mut reasons = Vec::new();
        let count = |player| self.cells.iter().filter(|&&cell| cell == Some(player)).count();
        let (black, white) = (count(Player::Black), count(Player::White));
        // Black begins: both have moved equally often when it is Black's turn again.
        if black != white + usize::from(self.side == Player::White) {
            let side = self.side;
            reasons.push(format!("{black} black and {white} white men with {side} to move"));
        }
        if self.has_line(self.side) {
            reasons.push(format!("{} is to move, but had already won", self.side));
        }
        reasons
    }
}

/// Where a symmetry of the board takes a square. The three bits of its number mean: swap left and
/// right, swap top and bottom, swap files and ranks.
fn image(square: usize, symmetry: usize) -> usize {
    let (mut column, mut row) = (square % 3, square / 3);
    if symmetry & 1 != 0 {
        column = 2 - column;
    }
    if symmetry & 2 != 0 {
        row = 2 - row;
    }
    if symmetry & 4 != 0 {
        (column, row) = (row, column);
    }
    row * 3 + column
}

impl Rules for TicTacToe {
    type Position = Position;
    type Move = Move;

    fn spec(&self) -> String {
        "tic-tac-toe".to_owned()
    }

    fn repetition(&self) -> Repetition {
        Repetition::Impossible
    }

    fn initial(&self) -> Position {
        Position { cells: [None; 9], side: Player::Black }
    }

    fn side_to_move(&self, position: &Position) -> Player {
        position.side
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let moved_last = position.side.other();
        if position.has_line(moved_last) {
            return Some(Outcome::Win(moved_last));
        }
        position.cells.iter().all(Option::is_some).then_some(Outcome::Draw)
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        moves.extend((0..9).filter(|&square| position.cells[square].is_none()).map(Move));
    }

    fn play_unchecked(&self, position: &mut Position, Move(square): Move) {
        position.cells[square] = Some(position.side);
        position.side = position.side.other();
    }

    fn encoded_len(&self) -> usize {
        BOARD.encoded_len()
    }

    fn encode(&self, position: &Position, bytes: &mut Vec<u8>) {
        BOARD.encode(position.cells.into_iter(), position.side, bytes);
    }

    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        let (men, side) = BOARD.decode(bytes)?;
        Some(Position { cells: men.try_into().ok()?, side })
    }

    fn move_code(&self, Move(square): Move) -> u32 {
        square as u32
    }

    fn symmetries(&self) -> usize {
        8
    }

    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        let mut transformed = *position;
        for square in 0..9 {
            transformed.cells[image(square, symmetry)] = position.cells[square];
        }
        transformed
    }

    fn transform_move(&self, Move(square): Move, symmetry: usize) -> Move {
        Move(image(square, symmetry))
    }

    fn position_text(&self, position: &Position) -> String {
        position.setup().to_string()
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let setup = BOARD.read(text)?;
        let mut position = Position { cells: [None; 9], side: setup.side };
        for (cell, man) in position.cells.iter_mut().zip(setup.men()) {
            *cell = man;
        }
        setup.refuse_for(position.objections())?;
        Ok(position)
    }

    fn move_text(&self, _: &Position, Move(square): Move) -> String {
        BOARD.name(square)
    }

    fn draw(&self, position: &Position) -> String {
        position.setup().draw()
    }
}

impl Game for TicTacToe {}

#[cfg(test)]
mod tests {
    use super::TicTacToe;
    use andor_core::{Outcome, Player, Rules};

    #[test]
    fn lines_win_and_full_boards_draw() {
        let outcome = |text| TicTacToe.outcome(&TicTacToe.parse_position(text).unwrap());
        assert_eq!(outcome("b1w/wb1/2b w"), Some(Outcome::Win(Player::Black)));
        assert_eq!(outcome("www/bb1/b2 b"), Some(Outcome::Win(Player::White)));
        assert_eq!(outcome("bwb/bwb/wbw w"), Some(Outcome::Draw));
        assert_eq!(outcome("3/1b1/3 w"), None);
    }

    #[test]
    fn impossible_positions_are_refused_with_every_reason() {
        let refusal = |text| TicTacToe.parse_position(text).unwrap_err().to_string();
        assert!(refusal("3/3/3 w").contains("0 black and 0 white men with White to move"));
        assert!(refusal("bbb/ww1/w2 b").contains("Black is to move, but had already won"));
        let both = refusal("bbb/w2/3 b");
        assert!(both.contains("3 black and 1 white") && both.contains("already won"), "{both}");
        assert!(refusal("3/3/3 b now").contains("\"now\""));
    }
}
