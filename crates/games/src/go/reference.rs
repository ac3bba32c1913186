//! Go straight from the rule book: what a verifier trusts.
//!
//! A board is a list of points, a chain is found by walking from stone to stone, and a move is
//! legal if it can be carried out: put the stone, take off what has no liberties, look what is
//! left. Nothing here is fast.

use super::setup::{self, Extras};
use super::{Ko, Variant};
use andor_core::board::{Rectangle, Setup, pack_men, unpack_men};
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

impl Move {
    /// Its number.
    pub(crate) fn code(self, board: Rectangle) -> u32 {
        match self {
            Move::Stone(point) => point as u32,
            Move::Pass => board.squares() as u32,
        }
    }

    /// Where a symmetry takes it.
    pub(crate) fn image(self, board: Rectangle, symmetry: usize) -> Move {
        match self {
            Move::Stone(point) => Move::Stone(image(point, board, symmetry)),
            Move::Pass => Move::Pass,
        }
    }

    /// As people write it.
    pub(crate) fn text(self, board: Rectangle) -> String {
        match self {
            Move::Stone(point) => board.name(point),
            Move::Pass => "pass".to_owned(),
        }
    }
}

/// How many symmetries a board has. Under superko none but the identity, for history has no image.
pub(crate) fn symmetries(ko: Ko, board: Rectangle) -> usize {
    match ko {
        Ko::Simple if board.columns == board.rows => 8,
        Ko::Simple => 4,
        Ko::Positional | Ko::Situational => 1,
    }
}

/// Where a point comes to lie under a symmetry.
pub(crate) fn image(point: usize, board: Rectangle, symmetry: usize) -> usize {
    let (mut column, mut row) = (board.column(point), board.row(point));
    if symmetry & 4 != 0 {
        (column, row) = (row, column);
    }
    if symmetry & 1 != 0 {
        column = board.columns - 1 - column;
    }
    if symmetry & 2 != 0 {
        row = board.rows - 1 - row;
    }
    board.square(column, row)
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

impl Position {
    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    pub(super) fn passes(&self) -> u8 {
        self.passes
    }

    pub(super) fn ko(&self) -> Option<usize> {
        self.ko
    }
}

impl Reference {
    pub(super) fn variant(&self) -> &Variant {
        &self.variant
    }

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

    fn setup(&self, position: &Position) -> Setup {
        let board = self.variant.board();
        let extras = setup::words(Extras { ko: position.ko, passes: position.passes }, board);
        Setup { extras, ..board.setup(position.cells.iter().copied(), position.side) }
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
        pack_men(position.cells.iter().copied(), bytes);
    }

    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        if bytes.len() != self.encoded_len() || bytes[0] > 5 {
            return None;
        }
        let side = if bytes[0] & 1 == 0 { Player::Black } else { Player::White };
        let packed = if self.variant.ko == Ko::Simple { &bytes[2..] } else { &bytes[1..] };
        let cells = unpack_men(packed, self.variant.points())?;
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
        let men = position.cells.iter().copied();
        match self.variant.ko {
            Ko::Simple => self.encode(position, bytes),
            Ko::Positional => pack_men(men, bytes),
            Ko::Situational => self.variant.board().encode(men, position.side, bytes),
        }
    }

    fn may_repeat(&self, mv: Move) -> bool {
        mv == Move::Pass
    }

    fn move_code(&self, mv: Move) -> u32 {
        mv.code(self.variant.board())
    }

    fn symmetries(&self) -> usize {
        symmetries(self.variant.ko, self.variant.board())
    }

    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        let board = self.variant.board();
        let mut turned = position.clone();
        for point in 0..position.cells.len() {
            turned.cells[image(point, board, symmetry)] = position.cells[point];
        }
        turned.ko = position.ko.map(|point| image(point, board, symmetry));
        turned
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        mv.image(self.variant.board(), symmetry)
    }

    fn settled(&self, position: &Position) -> Option<Player> {
        self.settled_for(position)
    }

    fn position_text(&self, position: &Position) -> String {
        self.setup(position).to_string()
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let (setup, Extras { ko, passes }) = setup::read(text, &self.variant)?;
        Ok(Position { cells: setup.men().collect(), side: setup.side, passes, ko })
    }

    fn move_text(&self, _position: &Position, mv: Move) -> String {
        mv.text(self.variant.board())
    }

    fn draw(&self, position: &Position) -> String {
        self.setup(position).draw()
    }
}
