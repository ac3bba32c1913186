//! Go straight from the rule book: what a verifier trusts.
//!
//! A board is a list of points, a chain is found by walking from stone to stone, and a move is
//! legal if it can be carried out: put the stone, take off what has no liberties, look what is
//! left. Nothing here is fast.

use super::setup::{self, Extras};
use super::{Ko, Variant};
use andor_core::board::{Setup, pack_ternary, square_name, unpack_ternary};
use andor_core::{InputError, Outcome, Player, Repetition, Rules};

/// The plain rules.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    variant: Variant,
}

/// What lies on a point.
pub(crate) type Cell = Option<Player>;

/// The board and what else decides the future.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    cells: Vec<Cell>,
    side: Player,
    passes: u8,
    ko: Option<usize>,
}

/// A stone on a point, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// A stone on the point with this number.
    Stone(usize),
    /// No stone.
    Pass,
}

/// The points next to a point.
pub(crate) fn next_to(point: usize, columns: usize, rows: usize) -> Vec<usize> {
    let (column, row) = (point % columns, point / columns);
    let mut points = Vec::new();
    if column > 0 {
        points.push(point - 1);
    }
    if column < columns - 1 {
        points.push(point + 1);
    }
    if row > 0 {
        points.push(point - columns);
    }
    if row < rows - 1 {
        points.push(point + columns);
    }
    points
}

/// All points that hang together with `start` and hold the same.
pub(crate) fn group(cells: &[Cell], start: usize, columns: usize, rows: usize) -> Vec<usize> {
    let mut group = Vec::new();
    let mut waiting = vec![start];
    while let Some(point) = waiting.pop() {
        if group.contains(&point) {
            continue;
        }
        group.push(point);
        for near in next_to(point, columns, rows) {
            if cells[near] == cells[start] {
                waiting.push(near);
            }
        }
    }
    group
}

/// What is next to a group and holds something else, each point once.
pub(crate) fn border(group: &[usize], columns: usize, rows: usize) -> Vec<usize> {
    let mut border = Vec::new();
    for &point in group {
        for near in next_to(point, columns, rows) {
            if !group.contains(&near) && !border.contains(&near) {
                border.push(near);
            }
        }
    }
    border
}

/// The empty points next to the chain of a stone.
pub(crate) fn liberties(cells: &[Cell], stone: usize, columns: usize, rows: usize) -> Vec<usize> {
    let mut points = border(&group(cells, stone, columns, rows), columns, rows);
    points.retain(|&point| cells[point].is_none());
    points
}

impl Reference {
    /// The game on a board with a set of options.
    #[must_use]
    pub fn new(variant: Variant) -> Reference {
        Reference { variant }
    }

    /// What comes of a stone on an empty point, or `None` if it may not be put there.
    fn put(&self, position: &Position, point: usize) -> Option<Position> {
        let Variant { columns, rows, .. } = self.variant;
        if position.cells[point].is_some() || position.ko == Some(point) {
            return None;
        }
        let enemy = position.side.other();
        let mut cells = position.cells.clone();
        cells[point] = Some(position.side);
        let mut taken = Vec::new();
        for near in next_to(point, columns, rows) {
            if cells[near] == Some(enemy) && liberties(&cells, near, columns, rows).is_empty() {
                for stone in group(&cells, near, columns, rows) {
                    cells[stone] = None;
                    taken.push(stone);
                }
            }
        }
        let chain = group(&cells, point, columns, rows);
        let free = liberties(&cells, point, columns, rows);
        if free.is_empty() {
            // Suicide.
            if !self.variant.suicide || chain.len() == 1 {
                return None;
            }
            for &stone in &chain {
                cells[stone] = None;
            }
        }
        let is_ko = taken.len() == 1 && chain.len() == 1 && free == taken;
        let ko = if self.variant.ko == Ko::Simple && is_ko { Some(taken[0]) } else { None };
        Some(Position { cells, side: enemy, passes: 0, ko })
    }

    /// How many points Black has more than White, before komi.
    fn area_lead(&self, position: &Position) -> i32 {
        let Variant { columns, rows, .. } = self.variant;
        let mut lead = 0;
        for point in 0..position.cells.len() {
            let mut owners = vec![position.cells[point]];
            if position.cells[point].is_none() {
                let empty = group(&position.cells, point, columns, rows);
                let around = border(&empty, columns, rows);
                owners = around.into_iter().map(|stone| position.cells[stone]).collect();
            }
            let black = owners.contains(&Some(Player::Black));
            let white = owners.contains(&Some(Player::White));
            lead += i32::from(black) - i32::from(white);
        }
        lead
    }

    /// Where a point comes to lie under a symmetry.
    fn image(&self, point: usize, symmetry: usize) -> usize {
        let Variant { columns, rows, .. } = self.variant;
        let (mut column, mut row) = (point % columns, point / columns);
        if symmetry & 4 != 0 {
            (column, row) = (row, column);
        }
        if symmetry & 1 != 0 {
            column = columns - 1 - column;
        }
        if symmetry & 2 != 0 {
            row = rows - 1 - row;
        }
        row * columns + column
    }

    fn setup(&self, position: &Position) -> Setup {
        let Variant { columns, rows, .. } = self.variant;
        let cells = position.cells.iter().map(|cell| cell.map_or('.', Player::letter)).collect();
        let extras = setup::words(Extras { ko: position.ko, passes: position.passes }, columns);
        Setup { columns, rows, cells, side: position.side, extras }
    }

    fn pack(&self, position: &Position, bytes: &mut Vec<u8>) {
        let digits = position.cells.iter().map(|cell| match cell {
            None => 0,
            Some(Player::Black) => 1,
            Some(Player::White) => 2,
        });
        pack_ternary(digits, bytes);
    }
}

impl Rules for Reference {
    type Position = Position;
    type Move = Move;

    fn spec(&self) -> String {
        self.variant.spec()
    }

    fn repetition(&self) -> Repetition {
        self.variant.ko.repetition()
    }

    fn is_drawless(&self) -> bool {
        self.variant.is_drawless()
    }

    fn initial(&self) -> Position {
        let cells = vec![None; self.variant.points()];
        Position { cells, side: Player::Black, passes: 0, ko: None }
    }

    fn side_to_move(&self, position: &Position) -> Player {
        position.side
    }

    fn lead(&self, position: &Position) -> Option<f64> {
        Some(f64::from(self.area_lead(position)) - f64::from(self.variant.komi.0) / 2.0)
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if position.passes < 2 {
            return None;
        }
        Some(self.variant.result(self.area_lead(position)))
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        for point in 0..position.cells.len() {
            if self.put(position, point).is_some() {
                moves.push(Move::Stone(point));
            }
        }
        moves.push(Move::Pass);
    }

    fn play_unchecked(&self, position: &mut Position, mv: Move) {
        match mv {
            Move::Stone(point) => {
                *position = self.put(position, point).expect("the move is legal");
            }
            Move::Pass => {
                position.side = position.side.other();
                position.passes += 1;
                position.ko = None;
            }
        }
    }

    fn encoded_len(&self) -> usize {
        let ko = if self.variant.ko == Ko::Simple { 1 } else { 0 };
        1 + ko + self.variant.points().div_ceil(5)
    }

    fn encode(&self, position: &Position, bytes: &mut Vec<u8>) {
        let side = match position.side {
            Player::Black => 0,
            Player::White => 1,
        };
        bytes.push(side + 2 * position.passes);
        if self.variant.ko == Ko::Simple {
            bytes.push(position.ko.map_or(0, |point| point as u8 + 1));
        }
        self.pack(position, bytes);
    }

    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        if bytes.len() != self.encoded_len() || bytes[0] > 5 {
            return None;
        }
        let side = if bytes[0] & 1 == 0 { Player::Black } else { Player::White };
        let mut cells = Vec::new();
        let packed = if self.variant.ko == Ko::Simple { &bytes[2..] } else { &bytes[1..] };
        for digit in unpack_ternary(packed, self.variant.points())? {
            cells.push(match digit {
                0 => None,
                1 => Some(Player::Black),
                _ => Some(Player::White),
            });
        }
        let mut ko = None;
        if self.variant.ko == Ko::Simple && bytes[1] > 0 {
            let point = usize::from(bytes[1]) - 1;
            if point >= cells.len() || cells[point].is_some() {
                return None;
            }
            ko = Some(point);
        }
        Some(Position { cells, side, passes: bytes[0] / 2, ko })
    }

    fn situation(&self, position: &Position, bytes: &mut Vec<u8>) {
        match self.variant.ko {
            Ko::Simple => self.encode(position, bytes),
            Ko::Positional => self.pack(position, bytes),
            Ko::Situational => {
                bytes.push(match position.side {
                    Player::Black => 0,
                    Player::White => 1,
                });
                self.pack(position, bytes);
            }
        }
    }

    fn may_repeat(&self, mv: Move) -> bool {
        mv == Move::Pass
    }

    fn move_code(&self, mv: Move) -> u32 {
        match mv {
            Move::Stone(point) => point as u32,
            Move::Pass => self.variant.points() as u32,
        }
    }

    fn symmetries(&self) -> usize {
        match self.variant.ko {
            Ko::Simple if self.variant.columns == self.variant.rows => 8,
            Ko::Simple => 4,
            Ko::Positional | Ko::Situational => 1,
        }
    }

    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        let mut image = position.clone();
        for point in 0..position.cells.len() {
            image.cells[self.image(point, symmetry)] = position.cells[point];
        }
        image.ko = position.ko.map(|point| self.image(point, symmetry));
        image
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        match mv {
            Move::Stone(point) => Move::Stone(self.image(point, symmetry)),
            Move::Pass => Move::Pass,
        }
    }

    fn position_text(&self, position: &Position) -> String {
        self.setup(position).to_string()
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let (setup, Extras { ko, passes }) = setup::read(text, &self.variant)?;
        let cells = setup.cells.iter().map(|&letter| setup::stone(letter)).collect();
        Ok(Position { cells, side: setup.side, passes, ko })
    }

    fn move_text(&self, _position: &Position, mv: Move) -> String {
        match mv {
            Move::Stone(point) => {
                square_name(point % self.variant.columns, point / self.variant.columns)
            }
            Move::Pass => "pass".to_owned(),
        }
    }

    fn draw(&self, position: &Position) -> String {
        self.setup(position).draw()
    }
}
