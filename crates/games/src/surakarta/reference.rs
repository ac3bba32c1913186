//! The plain rules of Surakarta, for the verifier and for sceptics: an array of points, and every
//! rule spelled out.
//!
//! Winands and Schadd, CG 2010, section 4.1: "In non-capturing moves, a piece travels - either
//! orthogonally or diagonally - to a neighboring intersection. In a capturing move, a piece
//! travels along a line, traveling over at least one loop, until it meets one of the opponent
//! pieces. The captured piece is removed, and the capturing piece takes its place. The first
//! player to capture all opponent's pieces wins."
//!
//! Nothing here is clever: a capture is walked point by point, and round the loops as they lie at
//! the corners of the board. [`super::fast`] is checked against it. The conventions that the two
//! share (numbers of points, codes of moves, bytes of positions) are listed in [`super`].

use super::setup;
use andor_core::board::{Rectangle, Setup};
use andor_core::{Endings, InputError, Outcome, Player, Repetition, Rules};

/// Points on a line.
const SIZE: usize = 6;
/// The last column, and the last row.
const LAST: usize = SIZE - 1;
/// Points of the board.
const POINTS: usize = SIZE * SIZE;
/// The board for texts and bytes.
const BOARD: Rectangle = Rectangle::new(SIZE, SIZE);

/// The reference rules of Surakarta.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reference;

/// A board and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Whose man stands on each point.
    pub(super) cells: [Option<Player>; POINTS],
    pub(super) side: Player,
}

/// What a player can do in one turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// A man goes from one point to another, and takes what stands there.
    Man {
        /// Where it starts.
        from: usize,
        /// Where it ends.
        to: usize,
    },
    /// There is no other move.
    Pass,
}

/// The way a man travels along a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Heading {
    Right,
    Left,
    Up,
    Down,
}

/// A man on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Traveller {
    column: usize,
    row: usize,
    heading: Heading,
}

impl Traveller {
    fn point(self) -> usize {
        self.row * SIZE + self.column
    }

    /// The next point of the same line, if the board goes on there.
    fn along_the_line(self) -> Option<Traveller> {
        let Traveller { column, row, heading } = self;
        match heading {
            Heading::Right if column < LAST => Some(Traveller { column: column + 1, ..self }),
            Heading::Left if column > 0 => Some(Traveller { column: column - 1, ..self }),
            Heading::Up if row < LAST => Some(Traveller { row: row + 1, ..self }),
            Heading::Down if row > 0 => Some(Traveller { row: row - 1, ..self }),
            _ => None,
        }
    }

    /// The point behind the loop that the line runs into at the edge of the board. The loop goes
    /// round the nearest corner and enters the board again on the line that lies as far from that
    /// corner as the one it left: a man that leaves line 2 on the right comes back on line e,
    /// going up, and one that leaves line 4 on the right comes back on line d, going down.
    fn through_a_loop(self) -> Option<Traveller> {
        let Traveller { column, row, heading } = self;
        // The number of the line, counted from the bottom or from the left.
        let line = match heading {
            Heading::Right | Heading::Left => row,
            Heading::Up | Heading::Down => column,
        };
        // How far it lies from the nearest corner: 0, 1 (inner loops) or 2 (outer loops).
        let distance = line.min(LAST - line);
        if distance == 0 {
            return None; // lines a, f, 1 and 6 have no loops
        }
        let is_low_line = line == distance;
        Some(match heading {
            Heading::Right | Heading::Left => {
                let column = if heading == Heading::Right { LAST - distance } else { distance };
                if is_low_line {
                    Traveller { column, row: 0, heading: Heading::Up }
                } else {
                    Traveller { column, row: LAST, heading: Heading::Down }
                }
            }
            Heading::Up | Heading::Down => {
                let row = if heading == Heading::Up { LAST - distance } else { distance };
                if is_low_line {
                    Traveller { column: 0, row, heading: Heading::Right }
                } else {
                    Traveller { column: LAST, row, heading: Heading::Left }
                }
            }
        })
    }
}

impl Reference {
    /// The rules.
    #[must_use]
    pub fn new() -> Reference {
        Reference
    }

    fn has_men(&self, position: &Position, player: Player) -> bool {
        position.cells.contains(&Some(player))
    }

    /// The man that the man on `from` captures when it sets out in this direction.
    fn capture(&self, position: &Position, from: usize, heading: Heading) -> Option<usize> {
        let start = Traveller { column: from % SIZE, row: from / SIZE, heading };
        let mut traveller = start;
        let mut loops = 0;
        loop {
            traveller = match traveller.along_the_line() {
                Some(next) => next,
                None => {
                    loops += 1;
                    traveller.through_a_loop()?
                }
            };
            if traveller == start {
                return None; // once round the whole circuit, and nobody met
            }
            let point = traveller.point();
            if point == from {
                continue; // the start point counts as empty: it crosses its own way
            }
            match position.cells[point] {
                None => {}
                Some(player) if player == position.side => return None,
                Some(_) => return (loops > 0).then_some(point),
            }
        }
    }

    /// The empty neighbours of a point.
    fn steps(&self, position: &Position, from: usize) -> Vec<usize> {
        let mut targets = Vec::new();
        for row in 0..SIZE {
            for column in 0..SIZE {
                let to = row * SIZE + column;
                let is_near = row.abs_diff(from / SIZE) <= 1 && column.abs_diff(from % SIZE) <= 1;
                if is_near && position.cells[to].is_none() {
                    targets.push(to);
                }
            }
        }
        targets
    }

    /// Where a point comes to lie under a symmetry.
    fn image(&self, point: usize, symmetry: usize) -> usize {
        let (mut column, mut row) = (point % SIZE, point / SIZE);
        if symmetry & 4 != 0 {
            (column, row) = (row, column);
        }
        if symmetry & 1 != 0 {
            column = LAST - column;
        }
        if symmetry & 2 != 0 {
            row = LAST - row;
        }
        row * SIZE + column
    }

    fn position(&self, men: impl Iterator<Item = Option<Player>>, side: Player) -> Position {
        let mut cells = [None; POINTS];
        for (cell, man) in cells.iter_mut().zip(men) {
            *cell = man;
        }
        Position { cells, side }
    }

    fn setup(&self, position: &Position) -> Setup {
        BOARD.setup(position.cells.into_iter(), position.side)
    }
}

impl Rules for Reference {
    type Position = Position;
    type Move = Move;

    fn spec(&self) -> String {
        "surakarta".to_owned()
    }

    fn repetition(&self) -> Repetition {
        Repetition::Draw
    }

    fn initial(&self) -> Position {
        let mut cells = [None; POINTS];
        cells[..2 * SIZE].fill(Some(Player::White));
        cells[POINTS - 2 * SIZE..].fill(Some(Player::Black));
        Position { cells, side: Player::Black }
    }

    fn side_to_move(&self, position: &Position) -> Player {
        position.side
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let mover = position.side;
        // The opponent moved last. No game leads to a board without men; should somebody make one
        // up, the side that moved last has won.
        if !self.has_men(position, mover) {
            return Some(Outcome::Win(mover.other()));
        }
        if !self.has_men(position, mover.other()) {
            return Some(Outcome::Win(mover));
        }
        None
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        for from in 0..POINTS {
            if position.cells[from] != Some(position.side) {
                continue;
            }
            for to in self.steps(position, from) {
                moves.push(Move::Man { from, to });
            }
            for heading in [Heading::Right, Heading::Left, Heading::Up, Heading::Down] {
                if let Some(to) = self.capture(position, from, heading) {
                    // Two routes to the same man are one move.
                    if !moves.contains(&Move::Man { from, to }) {
                        moves.push(Move::Man { from, to });
                    }
                }
            }
        }
        if moves.is_empty() {
            moves.push(Move::Pass);
        }
    }

    fn play_unchecked(&self, position: &mut Position, mv: Move) {
        if let Move::Man { from, to } = mv {
            position.cells[to] = position.cells[from];
            position.cells[from] = None;
        }
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
        Some(self.position(men.into_iter(), side))
    }

    fn move_code(&self, mv: Move) -> u32 {
        match mv {
            Move::Man { from, to } => (from * 64 + to) as u32,
            Move::Pass => 0,
        }
    }

    fn symmetries(&self) -> usize {
        8
    }

    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        let mut image = Position { cells: [None; POINTS], side: position.side };
        for point in 0..POINTS {
            image.cells[self.image(point, symmetry)] = position.cells[point];
        }
        image
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        match mv {
            Move::Man { from, to } => {
                Move::Man { from: self.image(from, symmetry), to: self.image(to, symmetry) }
            }
            Move::Pass => Move::Pass,
        }
    }

    fn endings(&self) -> Option<&dyn Endings<Position>> {
        Some(self)
    }

    fn position_text(&self, position: &Position) -> String {
        self.setup(position).to_string()
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let setup = setup::read(text)?;
        Ok(self.position(setup.men(), setup.side))
    }

    fn move_text(&self, position: &Position, mv: Move) -> String {
        match mv {
            Move::Man { from, to } => BOARD.step_text(from, to, position.cells[to].is_some()),
            Move::Pass => "pass".to_owned(),
        }
    }

    fn draw(&self, position: &Position) -> String {
        self.setup(position).draw()
    }
}
