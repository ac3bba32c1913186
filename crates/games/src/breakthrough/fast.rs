//! Breakthrough on bitboards: the rules as the solvers use them.
//!
//! Square `row * columns + column` is bit number so many, a1 being bit 0; White moves towards the
//! high bits. Every board is kept twice, as it is and mirrored left to right, so that the key of
//! a position, the smaller of the two, costs a comparison:
//!
//! ```text
//!   5 | 20 21 22 23 24        here:     own and enemy men as they stand
//!   4 | 15 16 17 18 19        mirrored: the same with file a and file e exchanged, ...
//!   3 | 10 11 12 13 14
//!   2 |  5  6  7  8  9        a2-b3 changes bits 5, 11 here
//!   1 |  0  1  2  3  4                  and bits 9, 13 in the mirror
//!        a  b  c  d  e
//! ```
//!
//! Men are kept as the side to move sees them, own and enemy, and change places with every move:
//! looking them up by colour cost a tenth of a search.

use super::cost::Costs;
use super::index::Index;
use super::numbering::WholeBoard;
use super::setup;
use super::walls::Walls;
use andor_core::board::{Rectangle, Setup, pack_ternary};
use andor_core::{InputError, Outcome, Player, RaceBoard, Racers, Repetition, Rules};
use std::sync::{Arc, OnceLock};

/// The fast rules.
#[derive(Clone, Debug)]
pub struct Breakthrough {
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// All squares.
    pub(super) board: u64,
    /// All squares but those of the first, or of the last file.
    pub(super) not_first_file: u64,
    pub(super) not_last_file: u64,
    /// Both sides' goal rank, and the rank before it, by `Player as usize`.
    pub(super) goal: [u64; 2],
    pub(super) threshold: [u64; 2],
    /// The square at the other side of the mirror.
    mirrored: [u8; 64],
    /// Exact numbers of positions.
    pub(super) index: Index,
    /// Numbers of all positions, once somebody asks for them.
    pub(super) whole: OnceLock<Option<Box<WholeBoard>>>,
    /// What positions cost, once somebody asks.
    pub(super) costs: OnceLock<Arc<Costs>>,
}

/// The men of the side to move and of the other side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct BothSides {
    pub(super) own: u64,
    pub(super) enemy: u64,
}

/// Men of both colours, twice: as they stand and mirrored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub(super) here: BothSides,
    pub(super) mirrored: BothSides,
    pub(super) side: Player,
}

impl BothSides {
    /// The men after one of the own men goes `from` -> `to`, seen by the other side.
    #[inline(always)]
    pub(super) fn after(self, from: u8, to: u8) -> BothSides {
        BothSides { own: self.enemy & !(1 << to), enemy: self.own ^ (1 << from | 1 << to) }
    }
}

impl Position {
    /// The men of the side to move, as bits.
    #[inline]
    #[must_use]
    pub(super) fn own(&self) -> u64 {
        self.here.own
    }

    /// The men of the other side, as bits.
    #[inline]
    #[must_use]
    pub(super) fn enemy(&self) -> u64 {
        self.here.enemy
    }

    /// Black men and white men.
    pub(super) fn colours(&self) -> [u64; 2] {
        match self.side {
            Player::Black => [self.here.own, self.here.enemy],
            Player::White => [self.here.enemy, self.here.own],
        }
    }
}

/// A move from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    pub(super) from: u8,
    pub(super) to: u8,
}

/// Where the men of one side can go: straight on, to the file before, to the file behind.
pub(super) struct Targets {
    pub(super) straight: u64,
    pub(super) left: u64,
    pub(super) right: u64,
}

impl Targets {
    /// How many moves that are.
    #[inline(always)]
    pub(super) fn count(&self) -> u32 {
        self.straight.count_ones() + self.left.count_ones() + self.right.count_ones()
    }
}

impl Breakthrough {
    /// The game on a board of 2 to 8 columns and 4 to 8 rows.
    #[must_use]
    pub fn new(columns: usize, rows: usize) -> Breakthrough {
        let cells = columns * rows;
        let board = u64::MAX >> (64 - cells);
        let rank = |row: usize| (u64::MAX >> (64 - columns)) << (row * columns);
        let file =
            |column: usize| (0..rows).fold(0, |file, row| file | 1 << (row * columns + column));
        let mut mirrored = [0; 64];
        for (square, image) in mirrored.iter_mut().enumerate().take(cells) {
            let (row, column) = (square / columns, square % columns);
            *image = (row * columns + columns - 1 - column) as u8;
        }
        Breakthrough {
            columns,
            rows,
            board,
            not_first_file: board & !file(0),
            not_last_file: board & !file(columns - 1),
            goal: [rank(0), rank(rows - 1)],
            threshold: [rank(1), rank(rows - 2)],
            mirrored,
            index: Index::new(columns, rows),
            whole: OnceLock::new(),
            costs: OnceLock::new(),
        }
    }

    /// The same game, which nobody has asked for numbers yet.
    pub(super) fn without_numbers(&self) -> Breakthrough {
        Breakthrough::new(self.columns, self.rows)
    }

    /// The number of the rows between the outer two on either side.
    #[inline]
    pub(super) fn inner_number(&self, men: BothSides) -> u64 {
        self.index.inner(men.own, men.enemy)
    }

    /// A position of White, whose men are its own.
    pub(super) fn white_to_move(&self, men: BothSides) -> Position {
        let mirrored = BothSides { own: self.mirror(men.own), enemy: self.mirror(men.enemy) };
        Position { here: men, mirrored, side: Player::White }
    }

    fn mirror(&self, mut men: u64) -> u64 {
        let mut image = 0;
        while men != 0 {
            image |= 1 << self.mirrored[men.trailing_zeros() as usize];
            men &= men - 1;
        }
        image
    }

    /// Where the side to move can go.
    #[inline(always)]
    pub(super) fn targets(&self, position: &Position) -> Targets {
        let BothSides { own, enemy } = position.here;
        self.targets_of(own, enemy, position.side)
    }

    /// Where a side with these men can go.
    #[inline(always)]
    pub(super) fn targets_of(&self, own: u64, enemy: u64, side: Player) -> Targets {
        let columns = self.columns;
        let (ahead, left, right) = match side {
            Player::White => (
                own << columns,
                (own & self.not_first_file) << (columns - 1),
                (own & self.not_last_file) << (columns + 1),
            ),
            Player::Black => (
                own >> columns,
                (own & self.not_first_file) >> (columns + 1),
                (own & self.not_last_file) >> (columns - 1),
            ),
        };
        let free = self.board & !own;
        Targets { straight: ahead & free & !enemy, left: left & free, right: right & free }
    }

    /// Appends the moves that lead to `wanted` squares.
    #[inline(always)]
    pub(super) fn push_moves(
        &self,
        side: Player,
        targets: &Targets,
        wanted: u64,
        moves: &mut Vec<Move>,
    ) {
        let columns = self.columns as i32;
        let back = match side {
            Player::White => [-columns, 1 - columns, -1 - columns],
            Player::Black => [columns, columns + 1, columns - 1],
        };
        let mut push = |mut to_squares: u64, back: i32| {
            while to_squares != 0 {
                // The most advanced target first.
                let to = match side {
                    Player::White => 63 - to_squares.leading_zeros() as i32,
                    Player::Black => to_squares.trailing_zeros() as i32,
                };
                to_squares &= !(1 << to);
                moves.push(Move { from: (to + back) as u8, to: to as u8 });
            }
        };
        push(targets.straight & wanted, back[0]);
        push(targets.left & wanted, back[1]);
        push(targets.right & wanted, back[2]);
    }

    /// The position with these men, as bits; they must stand on different squares of the board. It need
    /// not be one that a game can reach.
    #[must_use]
    pub fn set_up(&self, white: u64, black: u64, side: Player) -> Position {
        let man = |square: usize| match (white >> square & 1, black >> square & 1) {
            (1, _) => Some(Player::White),
            (_, 1) => Some(Player::Black),
            _ => None,
        };
        self.position((0..self.columns * self.rows).map(man), side)
    }

    fn position(&self, cells: impl Iterator<Item = Option<Player>>, side: Player) -> Position {
        let mut position =
            Position { here: BothSides::default(), mirrored: BothSides::default(), side };
        for (square, man) in cells.enumerate() {
            let (here, mirrored) = (1 << square, 1 << self.mirrored[square]);
            if man == Some(side) {
                position.here.own |= here;
                position.mirrored.own |= mirrored;
            } else if man.is_some() {
                position.here.enemy |= here;
                position.mirrored.enemy |= mirrored;
            }
        }
        position
    }

    /// The board for texts and bytes.
    pub(super) fn rectangle(&self) -> Rectangle {
        Rectangle::new(self.columns, self.rows)
    }

    fn setup(&self, position: &Position) -> Setup {
        let [black, white] = position.colours();
        let man = |square: usize| match (black >> square & 1, white >> square & 1) {
            (1, _) => Some(Player::Black),
            (_, 1) => Some(Player::White),
            _ => None,
        };
        let board = self.rectangle();
        board.setup((0..board.squares()).map(man), position.side)
    }
}

impl Rules for Breakthrough {
    type Position = Position;
    type Move = Move;

    fn spec(&self) -> String {
        format!("breakthrough:{}x{}", self.columns, self.rows)
    }

    fn repetition(&self) -> Repetition {
        Repetition::Impossible
    }

    fn is_drawless(&self) -> bool {
        true
    }

    fn initial(&self) -> Position {
        let columns = self.columns;
        let man = |square: usize| match square / columns {
            row if row < 2 => Some(Player::White),
            row if row >= self.rows - 2 => Some(Player::Black),
            _ => None,
        };
        self.position((0..columns * self.rows).map(man), Player::White)
    }

    #[inline]
    fn side_to_move(&self, position: &Position) -> Player {
        position.side
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let (side, other) = (position.side, position.side.other());
        let BothSides { own, enemy } = position.here;
        if enemy & self.goal[other as usize] != 0 || own == 0 {
            return Some(Outcome::Win(other));
        }
        if own & self.goal[side as usize] != 0 || enemy == 0 {
            return Some(Outcome::Win(side));
        }
        None
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        self.push_moves(position.side, &self.targets(position), u64::MAX, moves);
    }

    #[inline]
    fn play_unchecked(&self, position: &mut Position, mv: Move) {
        let old = *position;
        let image = |square: u8| self.mirrored[usize::from(square & 63)];
        *position = Position {
            here: old.here.after(mv.from, mv.to),
            mirrored: old.mirrored.after(image(mv.from), image(mv.to)),
            side: old.side.other(),
        };
    }

    fn encoded_len(&self) -> usize {
        self.rectangle().encoded_len()
    }

    fn encode(&self, position: &Position, bytes: &mut Vec<u8>) {
        let [black, white] = position.colours();
        bytes.push(position.side as u8);
        let cell = |square| (black >> square & 1) as u8 + 2 * (white >> square & 1) as u8;
        pack_ternary((0..self.columns * self.rows).map(cell), bytes);
    }

    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        let (men, side) = self.rectangle().decode(bytes)?;
        Some(self.position(men.into_iter(), side))
    }

    fn move_code(&self, mv: Move) -> u32 {
        u32::from(mv.from) * 64 + u32::from(mv.to)
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        let Position { here, mirrored, side } = *position;
        match symmetry {
            0 => *position,
            _ => Position { here: mirrored, mirrored: here, side },
        }
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        match symmetry {
            0 => mv,
            _ => Move {
                from: self.mirrored[usize::from(mv.from)],
                to: self.mirrored[usize::from(mv.to)],
            },
        }
    }

    fn race_board(&self) -> Option<RaceBoard> {
        Some(RaceBoard { columns: self.columns, rows: self.rows })
    }

    #[inline]
    fn racers(&self, position: &Position) -> Option<Racers> {
        let BothSides { own, enemy } = position.here;
        Some(Racers { own, enemy, goes_up: position.side == Player::White })
    }

    fn position_text(&self, position: &Position) -> String {
        self.setup(position).to_string()
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let setup = setup::read(text, self.rectangle(), Walls::default())?;
        Ok(self.position(setup.men(), setup.side))
    }

    fn move_text(&self, position: &Position, mv: Move) -> String {
        let takes = position.here.enemy >> mv.to & 1 == 1;
        self.rectangle().step_text(usize::from(mv.from), usize::from(mv.to), takes)
    }

    fn draw(&self, position: &Position) -> String {
        self.setup(position).draw()
    }
}
