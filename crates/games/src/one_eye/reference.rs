//! One-eye problems straight from their definition: what a verifier trusts.
//!
//! Chains and liberties are those of Go's reference rules; all else is written out once more.

use super::Variant;
use super::setup::{self, ProblemExtras};
use crate::go::Ko;
use crate::go::reference::{Cell, Move, group, image, liberties, next_to, symmetries};
use andor_core::board::{Setup, pack_men, unpack_men};
use andor_core::{InputError, Outcome, Player, Repetition, Rules};

/// The plain rules.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    variant: Variant,
}

/// The board, the problem, and what else decides the future.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    cells: Vec<Cell>,
    region: Vec<bool>,
    defender: Player,
    side: Player,
    passes: u8,
    ko: Option<usize>,
}

impl Reference {
    /// The game on a board.
    #[must_use]
    pub fn new(variant: Variant) -> Reference {
        Reference { variant }
    }

    fn chain(&self, cells: &[Cell], stone: usize) -> Vec<usize> {
        group(cells, stone, self.variant.columns, self.variant.rows)
    }

    fn liberties(&self, cells: &[Cell], stone: usize) -> Vec<usize> {
        liberties(cells, stone, self.variant.columns, self.variant.rows)
    }

    fn next_to(&self, point: usize) -> Vec<usize> {
        next_to(point, self.variant.columns, self.variant.rows)
    }

    /// Whether a chain has a stone outside the region.
    fn is_anchored(&self, position: &Position, chain: &[usize]) -> bool {
        chain.iter().any(|&stone| !position.region[stone])
    }

    /// What comes of a stone on a point, or `None` if it may not be put there.
    fn put(&self, position: &Position, point: usize) -> Option<Position> {
        if !position.region[point] || position.cells[point].is_some() || position.ko == Some(point)
        {
            return None;
        }
        let enemy = position.side.other();
        let mut cells = position.cells.clone();
        cells[point] = Some(position.side);
        let mut taken = Vec::new();
        for near in self.next_to(point) {
            if cells[near] != Some(enemy) {
                continue;
            }
            let chain = self.chain(&cells, near);
            if !self.is_anchored(position, &chain) && self.liberties(&cells, near).is_empty() {
                for stone in chain {
                    cells[stone] = None;
                    taken.push(stone);
                }
            }
        }
        let chain = self.chain(&cells, point);
        let free = self.liberties(&cells, point);
        if free.is_empty() && !self.is_anchored(position, &chain) {
            return None;
        }
        let is_ko = taken.len() == 1 && chain.len() == 1 && free == taken;
        let ko = if self.variant.ko == Ko::Simple && is_ko { Some(taken[0]) } else { None };
        Some(Position { cells, side: enemy, passes: 0, ko, ..position.clone() })
    }

    /// Whether a point is an eye of the defender.
    fn is_eye(&self, position: &Position, point: usize) -> bool {
        let around = self.next_to(point);
        let is_own = |near: &usize| position.cells[*near] == Some(position.defender);
        if !position.region[point] || position.cells[point].is_some() || !around.iter().all(is_own)
        {
            return false;
        }
        let chains: Vec<Vec<usize>> =
            around.iter().map(|&near| self.chain(&position.cells, near)).collect();
        if chains.iter().all(|chain| self.is_anchored(position, chain)) {
            return true;
        }
        let is_one_chain = around.iter().all(|near| chains[0].contains(near));
        is_one_chain && self.liberties(&position.cells, around[0]).len() > 1
    }

    fn from_setup(setup: &Setup, extras: ProblemExtras) -> Position {
        let ProblemExtras { ko, passes, defender, region } = extras;
        let cells = setup.men().collect();
        Position { cells, region, defender, side: setup.side, passes, ko }
    }

    fn setup(&self, position: &Position) -> Setup {
        let board = self.variant.board();
        let Position { ko, passes, defender, region, .. } = position.clone();
        let extras = setup::words(&ProblemExtras { ko, passes, defender, region }, board);
        Setup { extras, ..board.setup(position.cells.iter().copied(), position.side) }
    }
}

fn number(player: Player) -> u8 {
    match player {
        Player::Black => 0,
        Player::White => 1,
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
        matches!(self.variant.ko, Ko::Situational | Ko::Positional)
    }

    fn initial(&self) -> Position {
        let (setup, inside) = self.variant.initial();
        let region = (0..setup.cells.len()).map(|point| inside.contains(&point)).collect();
        let extras = ProblemExtras { ko: None, passes: 0, defender: Player::White, region };
        Reference::from_setup(&setup, extras)
    }

    fn side_to_move(&self, position: &Position) -> Player {
        position.side
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if (0..position.cells.len()).any(|point| self.is_eye(position, point)) {
            return Some(Outcome::Win(position.defender));
        }
        if position.passes >= 2 {
            return Some(Outcome::Win(position.defender.other()));
        }
        None
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
        1 + ko + self.variant.points().div_ceil(8) + self.variant.points().div_ceil(5)
    }

    fn encode(&self, position: &Position, bytes: &mut Vec<u8>) {
        bytes.push(number(position.side) + 2 * position.passes + 6 * number(position.defender));
        if self.variant.ko == Ko::Simple {
            bytes.push(position.ko.map_or(0, |point| point as u8 + 1));
        }
        for eight in position.region.chunks(8) {
            bytes.push((0..).zip(eight).map(|(bit, &inside)| u8::from(inside) << bit).sum());
        }
        pack_men(position.cells.iter().copied(), bytes);
    }

    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        if bytes.len() != self.encoded_len() || bytes[0] >= 12 {
            return None;
        }
        let player = |number: u8| if number == 0 { Player::Black } else { Player::White };
        let points = self.variant.points();
        let mut rest = &bytes[1..];
        let mut ko = None;
        if self.variant.ko == Ko::Simple {
            ko = rest[0].checked_sub(1).map(usize::from);
            rest = &rest[1..];
        }
        let (flags, packed) = rest.split_at(points.div_ceil(8));
        let region: Vec<bool> =
            (0..flags.len() * 8).map(|bit| flags[bit / 8] >> (bit % 8) & 1 == 1).collect();
        let (inside, beyond) = region.split_at(points);
        if !inside.contains(&true) || beyond.contains(&true) {
            return None;
        }
        let cells = unpack_men(packed, points)?;
        if ko.is_some_and(|ko| ko >= points || !inside[ko] || cells[ko].is_some()) {
            return None;
        }
        Some(Position {
            cells,
            region: inside.to_vec(),
            defender: player(bytes[0] / 6),
            side: player(bytes[0] % 2),
            passes: bytes[0] % 6 / 2,
            ko,
        })
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
            let there = image(point, board, symmetry);
            turned.cells[there] = position.cells[point];
            turned.region[there] = position.region[point];
        }
        turned.ko = position.ko.map(|point| image(point, board, symmetry));
        turned
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        mv.image(self.variant.board(), symmetry)
    }

    fn position_text(&self, position: &Position) -> String {
        self.setup(position).to_string()
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let (setup, extras) = setup::read(text, &self.variant)?;
        Ok(Reference::from_setup(&setup, extras))
    }

    fn move_text(&self, _position: &Position, mv: Move) -> String {
        mv.text(self.variant.board())
    }

    fn draw(&self, position: &Position) -> String {
        setup::draw(self.setup(position), &position.region)
    }
}
