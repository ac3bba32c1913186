//! The plain rules of Connect Four once more, for the verifier: files as piles of men, as they
//! stand in the real thing. It shares no code with [`super`], only how texts and bytes look.
//!
//! - The code of a move is its file, a = 0.
//! - The bytes of a position are one for the side to move (0 Black, 1 White) and then the squares
//!   a1, b1, ..., rank by rank, five to a byte
//!   ([`pack_men`](andor_core::board::pack_men)): 0 is empty, 1 black, 2 white.
//! - Symmetry 1 swaps left and right.

use andor_core::board::{Rectangle, Setup, file_letter, square_name};
use andor_core::{InputError, Outcome, Player, Repetition, Rules};

/// The reference rules on one board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reference {
    columns: usize,
    rows: usize,
    /// How many men in a line win.
    line: usize,
}

/// The piles of men and who is to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The men in each file, the lowest first. No man can hang in the air.
    piles: Vec<Vec<Player>>,
    side: Player,
}

/// The file that gets a man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    file: usize,
}

impl Reference {
    /// The rules on a board of `columns` x `rows`, where `line` men in a line win.
    #[must_use]
    pub fn new(columns: usize, rows: usize, line: usize) -> Reference {
        Reference { columns, rows, line }
    }

    /// How many men of `player` stand one after the other from a square on, in one direction.
    fn run(
        &self,
        position: &Position,
        player: Player,
        from: (i32, i32),
        step: (i32, i32),
    ) -> usize {
        let (mut file, mut rank) = from;
        let mut length = 0;
        loop {
            let pile = usize::try_from(file).ok().and_then(|file| position.piles.get(file));
            let man = usize::try_from(rank).ok().and_then(|rank| pile?.get(rank));
            if man != Some(&player) {
                return length;
            }
            length += 1;
            file += step.0;
            rank += step.1;
        }
    }

    /// Whether `player` has enough men in a line: along a rank, up a file, or on a diagonal.
    fn wins(&self, position: &Position, player: Player) -> bool {
        for file in 0..self.columns as i32 {
            for rank in 0..self.rows as i32 {
                for step in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                    if self.run(position, player, (file, rank), step) >= self.line {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The squares rank by rank, from the lowest on.
    fn squares(&self, position: &Position) -> Vec<Option<Player>> {
        let mut squares = Vec::new();
        for rank in 0..self.rows {
            for pile in &position.piles {
                squares.push(pile.get(rank).copied());
            }
        }
        squares
    }

    /// The position with these squares, and the squares of men that hang in the air.
    fn piled(&self, squares: &[Option<Player>], side: Player) -> (Position, Vec<(usize, usize)>) {
        let mut position = Position { piles: vec![Vec::new(); self.columns], side };
        let mut hanging = Vec::new();
        for rank in 0..self.rows {
            for file in 0..self.columns {
                let Some(player) = squares[rank * self.columns + file] else { continue };
                if position.piles[file].len() < rank {
                    hanging.push((file, rank));
                } else {
                    position.piles[file].push(player);
                }
            }
        }
        (position, hanging)
    }

    /// The board for texts and bytes.
    fn board(&self) -> Rectangle {
        Rectangle::new(self.columns, self.rows)
    }

    fn setup(&self, position: &Position) -> Setup {
        self.board().setup(self.squares(position).into_iter(), position.side)
    }
}

impl Rules for Reference {
    type Position = Position;
    type Move = Move;

    fn spec(&self) -> String {
        let Reference { columns, rows, line } = self;
        match line {
            4 => format!("connect-four:{columns}x{rows}"),
            _ => format!("connect-four:{columns}x{rows},line={line}"),
        }
    }

    /// Every move adds a man.
    fn repetition(&self) -> Repetition {
        Repetition::Impossible
    }

    fn initial(&self) -> Position {
        Position { piles: vec![Vec::new(); self.columns], side: Player::Black }
    }

    fn side_to_move(&self, position: &Position) -> Player {
        position.side
    }

    /// Only the last move can have made a line.
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let last = position.side.other();
        if self.wins(position, last) {
            return Some(Outcome::Win(last));
        }
        let men: usize = position.piles.iter().map(Vec::len).sum();
        if men == self.columns * self.rows { Some(Outcome::Draw) } else { None }
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        for file in 0..self.columns {
            if position.piles[file].len() < self.rows {
                moves.push(Move { file });
            }
        }
    }

    fn play_unchecked(&self, position: &mut Position, mv: Move) {
        position.piles[mv.file].push(position.side);
        position.side = position.side.other();
    }

    fn encoded_len(&self) -> usize {
        self.board().encoded_len()
    }

    fn encode(&self, position: &Position, bytes: &mut Vec<u8>) {
        self.board().encode(self.squares(position).into_iter(), position.side, bytes);
    }

    /// Men that hang in the air are no position.
    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        let (squares, side) = self.board().decode(bytes)?;
        let (position, hanging) = self.piled(&squares, side);
        if hanging.is_empty() { Some(position) } else { None }
    }

    fn move_code(&self, mv: Move) -> u32 {
        mv.file as u32
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        let mut image = position.clone();
        if symmetry == 1 {
            image.piles.reverse();
        }
        image
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        if symmetry == 1 { Move { file: self.columns - 1 - mv.file } } else { mv }
    }

    fn position_text(&self, position: &Position) -> String {
        self.setup(position).to_string()
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let setup = self.board().read(text)?;
        let squares: Vec<Option<Player>> = setup.men().collect();
        let (position, hanging) = self.piled(&squares, setup.side);
        let mut reasons = Vec::new();
        let count = |player| squares.iter().filter(|&&square| square == Some(player)).count();
        let (black, white) = (count(Player::Black), count(Player::White));
        // The players take turns, and Black begins.
        let fits = match setup.side {
            Player::Black => black == white,
            Player::White => black == white + 1,
        };
        if !fits {
            reasons.push(format!("{black} black, {white} white men, {} to move", setup.side));
        }
        for (file, rank) in hanging {
            reasons.push(format!("nothing holds the man on {}", square_name(file, rank)));
        }
        if self.wins(&position, setup.side) {
            reasons.push(format!("{} has a line and is to move", setup.side));
        }
        setup.refuse_for(reasons)?;
        Ok(position)
    }

    fn move_text(&self, _: &Position, mv: Move) -> String {
        file_letter(mv.file).to_string()
    }

    fn draw(&self, position: &Position) -> String {
        self.setup(position).draw()
    }
}
