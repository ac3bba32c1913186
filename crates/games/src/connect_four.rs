//! Connect Four on boards of any size, a model for your own game with a board size and an option.
//! (J. D. Allen, *A Note on the Computer Solution of Connect-Four*, 1989; V. Allis, *A
//! Knowledge-Based Approach of Connect-Four*, 1988.)
//!
//! ```text
//!   4 . . . . .      Black and White drop men into files in turn, Black first; a man falls to
//!   3 . . . . .      the lowest empty square. Four men in a line (or as many as the option says)
//!   2 . w w . .      win; a full board without such a line is a draw.
//!   1 . b b b w      This picture is "5/5/1ww2/1bbbw b", and with the move "a" Black wins.
//!     a b c d e
//! ```
//!
//! Read `tic_tac_toe.rs` first: what is new here is the size of the board and the option `line`. The
//! verifier's rules, which know files as piles of men, are in [`mod@reference`].

pub mod reference;

pub use reference::Reference;

use andor_core::board::{Rectangle, Setup, file_letter, square_name};
use andor_core::{Game, InputError, Outcome, Player, Repetition, Rules, Spec};

/// The rules on one board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConnectFour {
    /// How squares, positions and bytes are written, too.
    board: Rectangle,
    /// How many men in a line win.
    line: usize,
}

/// A board and who is to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// Square `row * columns + column` is a1, b1, ... and then upwards.
    cells: Vec<Option<Player>>,
    side: Player,
}

/// The column that a man is dropped into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move(usize);

impl ConnectFour {
    /// The game that a spec string asks for: `connect-four`, `connect-four:4x4,line=3`.
    ///
    /// # Errors
    /// If there is no such board or option.
    pub fn from_spec(spec: &Spec) -> Result<ConnectFour, InputError> {
        spec.only_options(&["line"])?;
        let (columns, rows) = spec.columns_and_rows((7, 6), 1..=10, 1..=10)?;
        let line = match spec.option("line", &["4", "3", "5", "6"])? {
            "3" => 3,
            "5" => 5,
            "6" => 6,
            _ => 4,
        };
        Ok(ConnectFour { board: Rectangle::new(columns, rows), line })
    }

    /// The plain rules of the same game.
    #[must_use]
    pub fn reference(&self) -> Reference {
        Reference::new(self.board.columns, self.board.rows, self.line)
    }

    fn at(&self, position: &Position, column: usize, row: usize) -> Option<Player> {
        position.cells[self.board.square(column, row)]
    }

    /// The lowest row with an empty square in this column, or `rows` if the column is full.
    fn height(&self, position: &Position, column: usize) -> usize {
        (0..self.board.rows)
            .find(|&row| self.at(position, column, row).is_none())
            .unwrap_or(self.board.rows)
    }

    fn has_line(&self, position: &Position, player: Player) -> bool {
        let runs = |column: usize, row: usize, step: (isize, isize)| {
            (0..self.line as isize).all(|distance| {
                let column = column.checked_add_signed(step.0 * distance);
                let row = row.checked_add_signed(step.1 * distance);
                matches!((column, row), (Some(column), Some(row))
                    if column < self.board.columns
                        && row < self.board.rows
                        && self.at(position, column, row) == Some(player))
            })
        };
        (0..self.board.rows).any(|row| {
            (0..self.board.columns).any(|column| {
                [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|step| runs(column, row, step))
            })
        })
    }

    fn setup(&self, position: &Position) -> Setup {
        self.board.setup(position.cells.iter().copied(), position.side)
    }

    /// Every reason why no game can lead here.
    fn objections(&self, position: &Position) -> Vec<String> {
        let mut reasons = Vec::new();
        let side = position.side;
        let count = |player| position.cells.iter().filter(|&&cell| cell == Some(player)).count();
        let (black, white) = (count(Player::Black), count(Player::White));
        // Black begins: both have moved equally often when it is Black's turn again.
        if black != white + usize::from(side == Player::White) {
            reasons.push(format!("{black} black and {white} white men with {side} to move"));
        }
        for column in 0..self.board.columns {
            let above = self.height(position, column)..self.board.rows;
            let mut floating = above.filter(|&row| self.at(position, column, row).is_some());
            if let Some(row) = floating.next() {
                reasons.push(format!("the man on {} hangs in the air", square_name(column, row)));
            }
        }
        if self.has_line(position, side) {
            reasons.push(format!("{side} is to move, but had already won"));
        }
        reasons
    }
}

impl Rules for ConnectFour {
    type Position = Position;
    type Move = Move;

    fn spec(&self) -> String {
        let board = format!("connect-four:{}x{}", self.board.columns, self.board.rows);
        if self.line == 4 { board } else { format!("{board},line={}", self.line) }
    }

    fn repetition(&self) -> Repetition {
        Repetition::Impossible
    }

    fn initial(&self) -> Position {
        Position { cells: vec![None; self.board.squares()], side: Player::Black }
    }

    fn side_to_move(&self, position: &Position) -> Player {
        position.side
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let moved_last = position.side.other();
        if self.has_line(position, moved_last) {
            return Some(Outcome::Win(moved_last));
        }
        position.cells.iter().all(Option::is_some).then_some(Outcome::Draw)
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        let is_open = |&column: &usize| self.at(position, column, self.board.rows - 1).is_none();
        moves.extend((0..self.board.columns).filter(is_open).map(Move));
    }

    fn play_unchecked(&self, position: &mut Position, Move(column): Move) {
        let row = self.height(position, column);
        position.cells[self.board.square(column, row)] = Some(position.side);
        position.side = position.side.other();
    }

    fn encoded_len(&self) -> usize {
        self.board.encoded_len()
    }

    fn encode(&self, position: &Position, bytes: &mut Vec<u8>) {
        self.board.encode(position.cells.iter().copied(), position.side, bytes);
    }

    /// Men that hang in the air are no position: what falls could never come to lie below them.
    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        let (cells, side) = self.board.decode(bytes)?;
        let position = Position { cells, side };
        let is_piled = |column| {
            let mut above = self.height(&position, column)..self.board.rows;
            above.all(|row| self.at(&position, column, row).is_none())
        };
        (0..self.board.columns).all(is_piled).then_some(position)
    }

    fn move_code(&self, Move(column): Move) -> u32 {
        column as u32
    }

    /// The identity, and the mirror that swaps left and right.
    fn symmetries(&self) -> usize {
        2
    }

    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        let mut image = position.clone();
        if symmetry == 1 {
            image.cells.chunks_mut(self.board.columns).for_each(<[_]>::reverse);
        }
        image
    }

    fn transform_move(&self, Move(column): Move, symmetry: usize) -> Move {
        Move(if symmetry == 1 { self.board.columns - 1 - column } else { column })
    }

    fn position_text(&self, position: &Position) -> String {
        self.setup(position).to_string()
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let setup = self.board.read(text)?;
        let position = Position { cells: setup.men().collect(), side: setup.side };
        setup.refuse_for(self.objections(&position))?;
        Ok(position)
    }

    fn move_text(&self, _: &Position, Move(column): Move) -> String {
        file_letter(column).to_string()
    }

    fn draw(&self, position: &Position) -> String {
        self.setup(position).draw()
    }
}

impl Game for ConnectFour {}

#[cfg(test)]
mod tests {
    use super::ConnectFour;
    use andor_core::{Outcome, Player, Rules, Spec};

    fn game(spec: &str) -> ConnectFour {
        ConnectFour::from_spec(&Spec::parse(spec).unwrap()).unwrap()
    }

    #[test]
    fn specs_name_the_board_and_the_option_only_when_it_matters() {
        assert_eq!(game("connect-four").spec(), "connect-four:7x6");
        assert_eq!(game("connect-four,line=4").spec(), "connect-four:7x6");
        assert_eq!(game("connect-four:4x4,line=3").spec(), "connect-four:4x4,line=3");
        for bad in ["connect-four:11x6", "connect-four,line=2", "connect-four,lines=4"] {
            let error = ConnectFour::from_spec(&Spec::parse(bad).unwrap()).unwrap_err();
            assert!(error.to_string().contains(bad), "{error}");
        }
    }

    #[test]
    fn lines_in_all_directions_win_and_full_boards_draw() {
        let small = game("connect-four:5x4");
        let position = small.parse_position("5/5/1ww2/1bbbw b").unwrap();
        let four = small.after(&position, small.parse_move(&position, "a").unwrap());
        let won = Some(Outcome::Win(Player::Black));
        for text in ["5/5/www2/bbbb1 w", "b4/b4/b1w2/bww2 w", "3b1/2bww/1bwbb/bwwbw w"] {
            assert_eq!(small.outcome(&small.parse_position(text).unwrap()), won, "{text}");
        }
        assert_eq!(small.position_text(&four), "5/5/1ww2/bbbbw w");
        assert_eq!(small.outcome(&four), won);
        let tiny = game("connect-four:2x2");
        assert_eq!(tiny.outcome(&tiny.parse_position("bw/bw b").unwrap()), Some(Outcome::Draw));
    }

    #[test]
    fn impossible_positions_are_refused_with_every_reason() {
        let small = game("connect-four:4x4,line=3");
        let refusal = |text| small.parse_position(text).unwrap_err().to_string();
        assert!(refusal("4/4/4/b3 b").contains("1 black and 0 white men with Black to move"));
        let many = refusal("4/b3/1w2/bbb1 b");
        for part in ["4 black and 1 white", "a3 hangs", "b2", "already won"] {
            assert_eq!(many.contains(part), part != "b2", "{many}");
        }
        assert!(refusal("4/4/4/4 b now").contains("\"now\""));
    }
}
