//! Breakthrough with walls, as solvers use it.
//!
//! A game of its own, so that nothing that is known of boards without walls is ever used on boards that have some:
//! no static knowledge, no zone table, no race pattern, no exact numbers of positions. And the game
//! without walls does not pay for them. Bits are as in [`super::fast`]:
//!
//! ```text
//!   5 b b b b b     walls=b3+d3: nobody enters, and nobody goes through.
//!   4 b b b b b
//!   3 . # . # .     Here b2 has a3 and c3 to go to, and c2 has c3 alone.
//!   2 w w w w w
//!   1 w w w w w     Who is to move and cannot has lost.
//!     a b c d e
//! ```

use super::lead::{DECISIVE, TRUST, lead};
use super::setup;
use super::walls::Walls;
use andor_core::board::{Rectangle, Setup};
use andor_core::{Evaluate, Game, InputError, Outcome, Player, Repetition, Rules, Trust};

/// The rules on one board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Walled {
    board: Rectangle,
    walls: Walls,
    /// Squares that may be entered.
    open: u64,
    /// All squares but those of the first, or of the last file.
    not_first_file: u64,
    not_last_file: u64,
    /// Both sides' goal rank, by `Player as usize`.
    goal: [u64; 2],
    is_symmetric: bool,
}

/// Black and white men, by `Player as usize`, and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    men: [u64; 2],
    side: Player,
}

/// A move from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    from: u8,
    to: u8,
}

impl Walled {
    /// The game on this board; its walls must be squares of it.
    #[must_use]
    pub fn new(columns: usize, rows: usize, walls: Walls) -> Walled {
        let board = Rectangle::new(columns, rows);
        let all = u64::MAX >> (64 - board.squares());
        let file = |file: usize| (0..rows).fold(0, |men, row| men | 1 << board.square(file, row));
        let rank = |row: usize| (u64::MAX >> (64 - columns)) << (row * columns);
        let mut walled = Walled {
            board,
            walls,
            open: all & !walls.0,
            not_first_file: all & !file(0),
            not_last_file: all & !file(columns - 1),
            goal: [rank(0), rank(rows - 1)],
            is_symmetric: false,
        };
        walled.is_symmetric = walled.mirror(walls.0) == walls.0;
        walled
    }

    fn image(&self, square: usize) -> usize {
        self.board
            .square(self.board.columns - 1 - self.board.column(square), self.board.row(square))
    }

    fn mirror(&self, men: u64) -> u64 {
        let there = (0..self.board.squares()).filter(|&square| men >> square & 1 == 1);
        there.fold(0, |image, square| image | 1 << self.image(square))
    }

    /// Squares that the side to move can go to: to the file before, straight on, to the file behind; each with
    /// how far back its man comes from.
    fn targets(&self, position: &Position) -> [(u64, i32); 3] {
        let (own, enemy) =
            (position.men[position.side as usize], position.men[position.side.other() as usize]);
        let columns = self.board.columns;
        let (first, last) = (own & self.not_first_file, own & self.not_last_file);
        let may = self.open & !own;
        let back = columns as i32;
        match position.side {
            Player::White => [
                (first << (columns - 1) & may, back - 1),
                (own << columns & may & !enemy, back),
                (last << (columns + 1) & may, back + 1),
            ],
            Player::Black => [
                (first >> (columns + 1) & may, -back - 1),
                (own >> columns & may & !enemy, -back),
                (last >> (columns - 1) & may, -back + 1),
            ],
        }
    }

    fn can_move(&self, position: &Position) -> bool {
        self.targets(position).iter().any(|(squares, _)| *squares != 0)
    }

    fn man(position: &Position, square: usize) -> Option<Player> {
        let stands = |player: Player| position.men[player as usize] >> square & 1 == 1;
        [Player::Black, Player::White].into_iter().find(|&player| stands(player))
    }

    fn cells<'a>(&self, position: &'a Position) -> impl Iterator<Item = Option<Player>> + use<'a> {
        (0..self.board.squares()).map(|square| Walled::man(position, square))
    }

    fn position(men: impl Iterator<Item = Option<Player>>, side: Player) -> Position {
        let mut position = Position { men: [0; 2], side };
        for (square, man) in men.enumerate() {
            if let Some(player) = man {
                position.men[player as usize] |= 1 << square;
            }
        }
        position
    }

    fn setup(&self, position: &Position) -> Setup {
        let mut setup = self.board.setup(self.cells(position), position.side);
        self.walls.draw_on(&mut setup.cells);
        setup
    }
}

impl Rules for Walled {
    type Position = Position;
    type Move = Move;

    fn spec(&self) -> String {
        self.walls.spec(self.board)
    }

    fn repetition(&self) -> Repetition {
        Repetition::Impossible
    }

    fn is_drawless(&self) -> bool {
        true
    }

    /// Two rows a side, but for the walls in them.
    fn initial(&self) -> Position {
        let Rectangle { columns, rows } = self.board;
        let two = (1u64 << (2 * columns)) - 1;
        let black = two << ((rows - 2) * columns) & self.open;
        Position { men: [black, two & self.open], side: Player::White }
    }

    fn side_to_move(&self, position: &Position) -> Player {
        position.side
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let (side, other) = (position.side, position.side.other());
        let [own, enemy] = [side, other].map(|player| position.men[player as usize]);
        if enemy & self.goal[other as usize] != 0 {
            return Some(Outcome::Win(other));
        }
        if own & self.goal[side as usize] != 0 {
            return Some(Outcome::Win(side));
        }
        if own == 0 {
            return Some(Outcome::Win(other));
        }
        if enemy == 0 {
            return Some(Outcome::Win(side));
        }
        (!self.can_move(position)).then_some(Outcome::Win(other))
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        for (mut squares, back) in self.targets(position) {
            while squares != 0 {
                let to = squares.trailing_zeros() as i32;
                squares &= squares - 1;
                moves.push(Move { from: (to - back) as u8, to: to as u8 });
            }
        }
    }

    fn play_unchecked(&self, position: &mut Position, mv: Move) {
        let Position { men, side } = position;
        men[side.other() as usize] &= !(1 << mv.to);
        men[*side as usize] ^= 1 << mv.from | 1 << mv.to;
        *side = side.other();
    }

    fn encoded_len(&self) -> usize {
        self.board.encoded_len()
    }

    fn encode(&self, position: &Position, bytes: &mut Vec<u8>) {
        self.board.encode(self.cells(position), position.side, bytes);
    }

    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        let (men, side) = self.board.decode(bytes)?;
        let position = Walled::position(men.into_iter(), side);
        // Nobody stands on a wall.
        ((position.men[0] | position.men[1]) & !self.open == 0).then_some(position)
    }

    fn move_code(&self, mv: Move) -> u32 {
        u32::from(mv.from) * 64 + u32::from(mv.to)
    }

    fn symmetries(&self) -> usize {
        if self.is_symmetric { 2 } else { 1 }
    }

    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        match symmetry {
            0 => *position,
            _ => Position { men: position.men.map(|men| self.mirror(men)), side: position.side },
        }
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        let image = |square: u8| self.image(usize::from(square)) as u8;
        match symmetry {
            0 => mv,
            _ => Move { from: image(mv.from), to: image(mv.to) },
        }
    }

    fn position_text(&self, position: &Position) -> String {
        self.setup(position).to_string()
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let setup = setup::read(text, self.board, self.walls)?;
        Ok(Walled::position(setup.men(), setup.side))
    }

    fn move_text(&self, position: &Position, mv: Move) -> String {
        let takes = Walled::man(position, usize::from(mv.to)).is_some();
        self.board.step_text(usize::from(mv.from), usize::from(mv.to), takes)
    }

    fn draw(&self, position: &Position) -> String {
        self.setup(position).draw()
    }
}

/// The lead in men, as without walls.
impl Evaluate<Walled> for Walled {
    fn evaluate(&self, _: &Walled, position: &Position) -> i32 {
        let men = |player: Player| position.men[player as usize];
        let (own, enemy) = (men(position.side), men(position.side.other()));
        lead(self.board, own, enemy, position.side == Player::White)
    }

    fn decisive(&self) -> i32 {
        DECISIVE
    }

    fn trust(&self) -> Trust {
        TRUST
    }
}

impl Game for Walled {
    fn evaluator(&self) -> Option<&dyn Evaluate<Walled>> {
        Some(self)
    }
}
