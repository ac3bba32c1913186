//! The plain rules of English draughts, for the verifier and for sceptics: an array of squares,
//! and every rule spelled out.
//!
//! Nothing here is clever: every piece is asked for its steps and its jumps, and a capture is made
//! on a copy of the board, jump by jump. [`super::fast`] is checked against it. The conventions
//! that the two share (numbers of squares and directions, codes of moves, bytes of positions) are
//! listed in [`super`].

use super::{notation, setup};
use andor_core::board::Setup;
use andor_core::{Endings, InputError, Outcome, Player, Repetition, Rules};

/// Squares on a side of the board.
const SIZE: i32 = 8;
/// All squares, playable or not.
pub(super) const CELLS: usize = 64;
/// Playable squares.
pub(super) const SQUARES: usize = 32;
/// The most jumps that one move can have.
const MOST_JUMPS: usize = 9;

/// How each direction changes column and row, by its number.
const DIRECTIONS: [(i32, i32); 4] = [(-1, 1), (1, 1), (-1, -1), (1, -1)];

/// The reference rules of English draughts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reference;

/// A man or a king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    pub(super) owner: Player,
    pub(super) is_king: bool,
}

/// A board and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// What stands on each square, by `row * 8 + column`.
    pub(super) cells: [Option<Piece>; CELLS],
    pub(super) side: Player,
}

/// Where a move starts, and the directions it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    column: i32,
    row: i32,
    is_capture: bool,
    directions: [u8; MOST_JUMPS],
    /// How many of `directions` count: one for a step.
    length: usize,
}

impl Position {
    /// The piece on a square; nothing is on squares off the board.
    pub(super) fn at(&self, column: i32, row: i32) -> Option<Piece> {
        is_on_board(column, row).then(|| self.cells[(row * SIZE + column) as usize]).flatten()
    }

    fn is_free(&self, column: i32, row: i32) -> bool {
        is_on_board(column, row) && self.at(column, row).is_none()
    }

    pub(super) fn set(&mut self, column: i32, row: i32, piece: Option<Piece>) {
        self.cells[(row * SIZE + column) as usize] = piece;
    }

    /// The pieces of the side to move, with column and row.
    fn own_pieces(&self) -> Vec<(i32, i32, Piece)> {
        let mut pieces = Vec::new();
        for row in 0..SIZE {
            for column in 0..SIZE {
                if let Some(piece) = self.at(column, row).filter(|piece| piece.owner == self.side) {
                    pieces.push((column, row, piece));
                }
            }
        }
        pieces
    }
}

impl Piece {
    /// Men of Black go down, men of White up, kings both ways.
    fn goes(self, direction: usize) -> bool {
        let (_, rows) = DIRECTIONS[direction];
        match self.owner {
            _ if self.is_king => true,
            Player::Black => rows < 0,
            Player::White => rows > 0,
        }
    }

    /// The row where a man becomes a king.
    fn king_row(self) -> i32 {
        match self.owner {
            Player::Black => 0,
            Player::White => SIZE - 1,
        }
    }
}

fn is_on_board(column: i32, row: i32) -> bool {
    (0..SIZE).contains(&column) && (0..SIZE).contains(&row)
}

/// The number of a playable square.
fn number(column: i32, row: i32) -> usize {
    (row * 4 + column / 2) as usize
}

/// The column and row of a playable square.
pub(super) fn column_and_row(number: usize) -> (i32, i32) {
    let row = (number / 4) as i32;
    (2 * (number % 4) as i32 + row % 2, row)
}

impl Reference {
    /// The rules.
    #[must_use]
    pub fn new() -> Reference {
        Reference
    }

    fn steps(&self, position: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        for (column, row, piece) in position.own_pieces() {
            for (direction, (columns, rows)) in DIRECTIONS.into_iter().enumerate() {
                if piece.goes(direction) && position.is_free(column + columns, row + rows) {
                    let mut directions = [0; MOST_JUMPS];
                    directions[0] = direction as u8;
                    moves.push(Move { column, row, is_capture: false, directions, length: 1 });
                }
            }
        }
        moves
    }

    fn captures(&self, position: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        for (column, row, piece) in position.own_pieces() {
            let directions = [0; MOST_JUMPS];
            let start = Move { column, row, is_capture: true, directions, length: 0 };
            // The piece is in the air: its square counts as empty until it has landed for good.
            let mut board = *position;
            board.set(column, row, None);
            self.jump_on(&board, piece, (column, row), start, &mut moves);
        }
        moves
    }

    /// Adds every capture that begins as `mv` and is now at `here`. Pieces that have been jumped
    /// are no longer on `board`: none is jumped twice.
    fn jump_on(
        &self,
        board: &Position,
        piece: Piece,
        here: (i32, i32),
        mv: Move,
        moves: &mut Vec<Move>,
    ) {
        let (column, row) = here;
        let mut can_go_on = false;
        // A man that reaches the king row ends its move. (It could only jump ahead anyway.)
        let has_arrived = !piece.is_king && row == piece.king_row();
        for (direction, (columns, rows)) in DIRECTIONS.into_iter().enumerate() {
            let over = (column + columns, row + rows);
            let beyond = (column + 2 * columns, row + 2 * rows);
            let is_enemy = board.at(over.0, over.1).is_some_and(|other| other.owner != piece.owner);
            if has_arrived || !piece.goes(direction) || !is_enemy {
                continue;
            }
            if !board.is_free(beyond.0, beyond.1) {
                continue;
            }
            can_go_on = true;
            let mut next = *board;
            next.set(over.0, over.1, None);
            let mut longer = mv;
            longer.directions[mv.length] = direction as u8;
            longer.length += 1;
            self.jump_on(&next, piece, beyond, longer, moves);
        }
        if !can_go_on && mv.length > 0 {
            moves.push(mv);
        }
    }

    /// The squares a move goes by, the first included, as column and row.
    fn squares(&self, mv: Move) -> Vec<(i32, i32)> {
        let (mut column, mut row) = (mv.column, mv.row);
        let mut squares = vec![(column, row)];
        for &direction in &mv.directions[..mv.length] {
            let (columns, rows) = DIRECTIONS[usize::from(direction)];
            let far = if mv.is_capture { 2 } else { 1 };
            (column, row) = (column + far * columns, row + far * rows);
            squares.push((column, row));
        }
        squares
    }

    fn path(&self, mv: Move) -> Vec<u8> {
        self.squares(mv).into_iter().map(|(column, row)| number(column, row) as u8).collect()
    }

    fn setup(&self, position: &Position) -> Setup {
        let letter = |cell: &Option<Piece>| match cell {
            None => '.',
            Some(piece) if piece.is_king => piece.owner.letter().to_ascii_uppercase(),
            Some(piece) => piece.owner.letter(),
        };
        let cells = position.cells.iter().map(letter).collect();
        Setup { columns: 8, rows: 8, cells, side: position.side, extras: Vec::new() }
    }
}

impl Rules for Reference {
    type Position = Position;
    type Move = Move;

    fn spec(&self) -> String {
        "checkers".to_owned()
    }

    fn repetition(&self) -> Repetition {
        Repetition::Draw
    }

    fn initial(&self) -> Position {
        let mut position = Position { cells: [None; CELLS], side: Player::Black };
        for square in 0..SQUARES {
            let (column, row) = column_and_row(square);
            let owner = match row {
                0..=2 => Player::White,
                5..=7 => Player::Black,
                _ => continue,
            };
            position.set(column, row, Some(Piece { owner, is_king: false }));
        }
        position
    }

    fn side_to_move(&self, position: &Position) -> Player {
        position.side
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let is_stuck = self.captures(position).is_empty() && self.steps(position).is_empty();
        is_stuck.then(|| Outcome::Win(position.side.other()))
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        *moves = self.captures(position);
        if moves.is_empty() {
            *moves = self.steps(position);
        }
    }

    fn play_unchecked(&self, position: &mut Position, mv: Move) {
        let squares = self.squares(mv);
        let mut piece = position.at(mv.column, mv.row);
        position.set(mv.column, mv.row, None);
        let mut last = (mv.column, mv.row);
        for &(column, row) in &squares[1..] {
            if mv.is_capture {
                position.set((last.0 + column) / 2, (last.1 + row) / 2, None);
            }
            last = (column, row);
        }
        if let Some(piece) = piece.as_mut() {
            piece.is_king |= last.1 == piece.king_row();
        }
        position.set(last.0, last.1, piece);
        position.side = position.side.other();
    }

    fn encoded_len(&self) -> usize {
        13
    }

    fn encode(&self, position: &Position, bytes: &mut Vec<u8>) {
        bytes.push(match position.side {
            Player::Black => 0,
            Player::White => 1,
        });
        let is_black = |piece: Piece| piece.owner == Player::Black;
        let is_white = |piece: Piece| piece.owner == Player::White;
        let is_king = |piece: Piece| piece.is_king;
        let kinds: [fn(Piece) -> bool; 3] = [is_black, is_white, is_king];
        for is_wanted in kinds {
            let start = bytes.len();
            bytes.extend([0; 4]);
            for square in 0..SQUARES {
                let (column, row) = column_and_row(square);
                if position.at(column, row).is_some_and(is_wanted) {
                    bytes[start + square / 8] |= 1 << (square % 8);
                }
            }
        }
    }

    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        if bytes.len() != 13 {
            return None;
        }
        let side = match bytes[0] {
            0 => Player::Black,
            1 => Player::White,
            _ => return None,
        };
        let mut position = Position { cells: [None; CELLS], side };
        for square in 0..SQUARES {
            let bit = |board: usize| bytes[1 + 4 * board + square / 8] >> (square % 8) & 1 == 1;
            let (column, row) = column_and_row(square);
            let owner = match (bit(0), bit(1)) {
                (true, true) => return None,
                (true, false) => Player::Black,
                (false, true) => Player::White,
                (false, false) if bit(2) => return None,
                (false, false) => continue,
            };
            let piece = Piece { owner, is_king: bit(2) };
            if !piece.is_king && row == piece.king_row() {
                return None;
            }
            position.set(column, row, Some(piece));
        }
        Some(position)
    }

    fn move_code(&self, mv: Move) -> u32 {
        let mut code = number(mv.column, mv.row);
        if mv.is_capture {
            code += mv.length * 32;
        }
        let mut weight = 512;
        for &direction in &mv.directions[..mv.length] {
            code += usize::from(direction) * weight;
            weight *= 4;
        }
        code as u32
    }

    fn endings(&self) -> Option<&dyn Endings<Position>> {
        Some(self)
    }

    fn position_text(&self, position: &Position) -> String {
        self.setup(position).to_string()
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let setup = setup::parse(text)?;
        let mut cells = [None; CELLS];
        for (cell, letter) in cells.iter_mut().zip(setup.cells) {
            let owner = match letter {
                'b' | 'B' => Player::Black,
                'w' | 'W' => Player::White,
                _ => continue,
            };
            *cell = Some(Piece { owner, is_king: letter.is_ascii_uppercase() });
        }
        Ok(Position { cells, side: setup.side })
    }

    fn move_text(&self, _: &Position, mv: Move) -> String {
        notation::write(&self.path(mv), mv.is_capture)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, InputError> {
        notation::parse(self, position, text, |mv| self.path(mv))
    }

    fn draw(&self, position: &Position) -> String {
        self.setup(position).draw()
    }
}
