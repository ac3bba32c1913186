//! The plain rules of tic-tac-toe once more, for the verifier: a board of letters, as one would
//! draw it on paper. It shares no code with [`super`], only how texts and bytes look.
//!
//! - Squares are counted a1 = 0, b1 = 1, c1 = 2, a2 = 3, ...; the code of a move is its square.
//! - The bytes of a position are one for the side to move (0 Black, 1 White) and then the squares
//!   in order, five to a byte ([`pack_ternary`]): 0 is empty, 1 black, 2 white.
//! - Symmetry `s` of 0..8 swaps left and right if `s & 1`, then top and bottom if `s & 2`, then
//!   files and ranks if `s & 4`.

use andor_core::board::{Setup, pack_ternary, square_name, unpack_ternary};
use andor_core::{InputError, Outcome, Player, Repetition, Rules};

/// The reference rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reference;

/// A board and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// `board[row][column]` is `b`, `w` or `.`; row 0 is rank 1.
    board: [[char; 3]; 3],
    side: Player,
}

/// The square that gets a man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    column: usize,
    row: usize,
}

impl Position {
    /// Whether three men of `player` stand on a rank, a file or a long diagonal.
    fn three_in_a_line(&self, player: Player) -> bool {
        let man = |column: usize, row: usize| self.board[row][column] == player.letter();
        for n in 0..3 {
            let rank = man(0, n) && man(1, n) && man(2, n);
            let file = man(n, 0) && man(n, 1) && man(n, 2);
            if rank || file {
                return true;
            }
        }
        let rising = man(0, 0) && man(1, 1) && man(2, 2);
        let falling = man(0, 2) && man(1, 1) && man(2, 0);
        rising || falling
    }

    fn count(&self, letter: char) -> usize {
        self.board.iter().flatten().filter(|&&cell| cell == letter).count()
    }

    fn setup(&self) -> Setup {
        let cells = self.board.iter().flatten().copied().collect();
        Setup { columns: 3, rows: 3, cells, side: self.side, extras: Vec::new() }
    }
}

/// Where a symmetry takes the square of a move.
fn image(Move { column, row }: Move, symmetry: usize) -> Move {
    let column = if symmetry & 1 == 0 { column } else { 2 - column };
    let row = if symmetry & 2 == 0 { row } else { 2 - row };
    if symmetry & 4 == 0 { Move { column, row } } else { Move { column: row, row: column } }
}

impl Rules for Reference {
    type Position = Position;
    type Move = Move;

    fn spec(&self) -> String {
        "tic-tac-toe".to_owned()
    }

    /// Every move adds a man.
    fn repetition(&self) -> Repetition {
        Repetition::Impossible
    }

    fn initial(&self) -> Position {
        Position { board: [['.'; 3]; 3], side: Player::Black }
    }

    fn side_to_move(&self, position: &Position) -> Player {
        position.side
    }

    /// Only the last move can have made a line.
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let last = position.side.other();
        if position.three_in_a_line(last) {
            Some(Outcome::Win(last))
        } else if position.count('.') == 0 {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        for row in 0..3 {
            for column in 0..3 {
                if position.board[row][column] == '.' {
                    moves.push(Move { column, row });
                }
            }
        }
    }

    fn play_unchecked(&self, position: &mut Position, mv: Move) {
        position.board[mv.row][mv.column] = position.side.letter();
        position.side = position.side.other();
    }

    fn encoded_len(&self) -> usize {
        3
    }

    fn encode(&self, position: &Position, bytes: &mut Vec<u8>) {
        bytes.push(match position.side {
            Player::Black => 0,
            Player::White => 1,
        });
        let digit = |letter: &char| match letter {
            'b' => 1,
            'w' => 2,
            _ => 0,
        };
        pack_ternary(position.board.iter().flatten().map(digit), bytes);
    }

    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        let mut position = self.initial();
        position.side = match bytes.first()? {
            0 => Player::Black,
            1 => Player::White,
            _ => return None,
        };
        let digits = unpack_ternary(&bytes[1..], 9)?;
        for row in 0..3 {
            for column in 0..3 {
                position.board[row][column] = match digits[3 * row + column] {
                    1 => 'b',
                    2 => 'w',
                    _ => '.',
                };
            }
        }
        Some(position)
    }

    fn move_code(&self, mv: Move) -> u32 {
        (3 * mv.row + mv.column) as u32
    }

    fn symmetries(&self) -> usize {
        8
    }

    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        let mut transformed = *position;
        for row in 0..3 {
            for column in 0..3 {
                let to = image(Move { column, row }, symmetry);
                transformed.board[to.row][to.column] = position.board[row][column];
            }
        }
        transformed
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        image(mv, symmetry)
    }

    fn position_text(&self, position: &Position) -> String {
        position.setup().to_string()
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let setup = Setup::parse(text, 3, 3, "bw")?;
        let mut position = Position { board: [['.'; 3]; 3], side: setup.side };
        for (square, &letter) in setup.cells.iter().enumerate() {
            position.board[square / 3][square % 3] = letter;
        }
        let mut reasons = Vec::new();
        let (black, white) = (position.count('b'), position.count('w'));
        // The players take turns, and Black begins.
        let fits = match setup.side {
            Player::Black => black == white,
            Player::White => black == white + 1,
        };
        if !fits {
            reasons.push(format!("{black} black, {white} white men, {} to move", setup.side));
        }
        if position.three_in_a_line(setup.side) {
            reasons.push(format!("{} has a line and is to move", setup.side));
        }
        setup.refuse_for(reasons)?;
        Ok(position)
    }

    fn move_text(&self, _: &Position, mv: Move) -> String {
        square_name(mv.column, mv.row)
    }

    fn draw(&self, position: &Position) -> String {
        position.setup().draw()
    }
}
