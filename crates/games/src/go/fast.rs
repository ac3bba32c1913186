//! Go on bitboards: the rules as the solvers use them.
//!
//! The stones of each side are one set of bits (see `bits.rs`). Most empty points have an empty
//! neighbour and are legal at one look; only the others need the chains around them:
//!
//! ```text
//!   . b w .      `x` has no empty neighbour. It is legal if a white chain next to it has no other
//!   b x b w      liberty (it is taken), or if a black chain next to it has another one.
//!   . b w .
//! ```
//!
//! Keys are exact wherever two bits a point, the side, the passes and the ko point fit 64 bits: up
//! to 28 points with `ko=simple`, up to 30 under superko. Elsewhere they are hashed to 128 bits.
//!
//! Static knowledge: after a pass, a side that is ahead passes and has won; and unconditional life
//! (`life.rs`).

use super::bits::{self, Bits, Images, Lattice};
use super::life::areas_that_win;
use super::player::EVALUATION;
use super::setup::{self, Extras};
pub use super::stone_move::Move;
use super::{Ko, Variant};
use crate::weighted_sum;
use andor_core::board::{Setup, pack_ternary, unpack_men};
use andor_core::{Evaluate, Game, InputError, Judgement, Key, Outcome, Player, Repetition, Rules};

/// There is no ko point.
pub(crate) const NO_KO: u8 = u8::MAX;

/// The fast rules.
#[derive(Clone, Debug)]
pub struct Go {
    pub(super) variant: Variant,
    pub(super) lattice: Lattice,
    images: Images,
    /// Bits that the ko point takes in exact keys; 0 under superko.
    ko_bits: u32,
    exact: bool,
    /// How large a secure area wins, for each side.
    pub(super) areas_that_win: [u32; 2],
}

/// Stones, and what else decides the future.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Black stones, white stones.
    pub(super) stones: [Bits; 2],
    pub(super) side: Player,
    pub(super) passes: u8,
    /// Always [`NO_KO`] under superko.
    pub(super) ko: u8,
}

impl Go {
    /// The game on a board with a set of options.
    #[must_use]
    pub fn new(variant: Variant) -> Go {
        let Variant { columns, rows, ko, .. } = variant;
        let points = columns * rows;
        let ko_bits = if ko == Ko::Simple { usize::BITS - points.leading_zeros() } else { 0 };
        Go {
            variant,
            lattice: Lattice::new(columns, rows),
            images: Images::under(ko, columns, rows),
            ko_bits,
            exact: 2 * points as u32 + 3 + ko_bits <= 64,
            areas_that_win: areas_that_win(&variant),
        }
    }

    /// The points where the side to move may put a stone.
    fn legal_points(&self, position: &Position) -> Bits {
        let lattice = &self.lattice;
        let [own, enemy] = bits::own_and_enemy(position.stones, position.side);
        let empty = lattice.board & !(own | enemy);
        let mut legal = empty & lattice.neighbours(empty);
        let mut narrow = empty & !legal;
        while narrow != 0 {
            let point = narrow & narrow.wrapping_neg();
            narrow ^= point;
            if self.is_legal_in_a_gap(point, own, enemy, empty) {
                legal |= point;
            }
        }
        if position.ko != NO_KO {
            legal &= !(1 << position.ko);
        }
        legal
    }

    /// Whether a stone may be put on an empty point without empty neighbours.
    #[inline]
    fn is_legal_in_a_gap(&self, point: Bits, own: Bits, enemy: Bits, empty: Bits) -> bool {
        let lattice = &self.lattice;
        let around = lattice.neighbours(point);
        let friends = around & own;
        if self.variant.suicide && friends != 0 {
            return true;
        }
        let connected = lattice.flood(friends, own);
        if lattice.neighbours(connected) & empty & !point != 0 {
            return true;
        }
        self.any_chain(around & enemy, enemy, |chain| lattice.neighbours(chain) & empty == point)
    }

    /// Whether `holds` for a chain of `stones` with a stone among `seeds`.
    #[inline]
    fn any_chain(&self, mut seeds: Bits, stones: Bits, holds: impl Fn(Bits) -> bool) -> bool {
        while seeds != 0 {
            let chain = self.lattice.flood(seeds & seeds.wrapping_neg(), stones);
            if holds(chain) {
                return true;
            }
            seeds &= !chain;
        }
        false
    }

    /// How many points Black has more than White, before komi.
    #[inline]
    pub(super) fn lead(&self, [black, white]: [Bits; 2]) -> i32 {
        let empty = self.lattice.board & !(black | white);
        let by_black = self.lattice.flood(black, black | empty);
        let by_white = self.lattice.flood(white, white | empty);
        (by_black & !by_white).count_ones() as i32 - (by_white & !by_black).count_ones() as i32
    }

    /// All of a position in 64 bits; only where that is enough.
    #[inline]
    fn code(&self, [black, white]: [Bits; 2], ko: u8, position: &Position) -> u64 {
        let points = self.lattice.points;
        let stones = (black | white << points) as u64;
        let ko = if ko == NO_KO { 0 } else { u64::from(ko) + 1 };
        let state = (ko << 2 | u64::from(position.passes)) << 1 | position.side as u64;
        stones << (3 + self.ko_bits) | state
    }

    /// The image with the least stones, then ko point, and the first symmetry that leads there.
    #[inline]
    fn least_image(&self, position: &Position) -> ([Bits; 2], u8, usize) {
        let images = (0..self.images.symmetries()).map(|symmetry| {
            let ko = image_of_ko(position.ko, &self.images, symmetry);
            (position.stones.map(|set| self.images.set(set, symmetry)), ko, symmetry)
        });
        images.min().expect("the identity is a symmetry")
    }

    fn extras(&self, position: &Position) -> Extras {
        let ko = (position.ko != NO_KO).then_some(usize::from(position.ko));
        Extras { ko, passes: position.passes }
    }

    fn setup(&self, position: &Position) -> Setup {
        let board = self.variant.board();
        let extras = setup::words(self.extras(position), board);
        Setup { extras, ..board.setup(bits::men(position.stones, board.squares()), position.side) }
    }
}

/// Hashes stones and a small number to 128 bits.
#[inline]
pub(crate) fn hashed([a, b]: [Bits; 2], state: u64) -> Key {
    let first = Key::hashed(a as u64, (a >> 64) as u64 | state << 32);
    let second = Key::hashed(b as u64 ^ first.index, (b >> 64) as u64 ^ first.tag);
    Key { index: second.index, tag: second.tag }
}

/// The key of what superko compares; exact up to 31 points.
#[inline]
pub(crate) fn superko_key([black, white]: [Bits; 2], state: u64, points: u32) -> Key {
    if points > 31 {
        return hashed([black, white], state);
    }
    Key::exact((black as u64 | (white as u64) << points) << 1 | state)
}

/// Where a symmetry takes the ko point, if there is one.
#[inline]
pub(crate) fn image_of_ko(ko: u8, images: &Images, symmetry: usize) -> u8 {
    if ko == NO_KO { ko } else { images.point(ko, symmetry) }
}

/// The ko point at the beginning of these bytes, where the rule has one, and the bytes behind it.
pub(crate) fn split_ko(rule: Ko, bytes: &[u8]) -> Option<(u8, &[u8])> {
    if rule != Ko::Simple {
        return Some((NO_KO, bytes));
    }
    let (first, rest) = bytes.split_first()?;
    Some((first.wrapping_sub(1), rest))
}

impl Rules for Go {
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
        Position { stones: [0; 2], side: Player::Black, passes: 0, ko: NO_KO }
    }

    #[inline]
    fn side_to_move(&self, position: &Position) -> Player {
        position.side
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        (position.passes == 2).then(|| self.variant.result(self.lead(position.stones)))
    }

    /// Points from a1 on, then the pass.
    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        Move::list(self.legal_points(position), moves);
    }

    fn play_unchecked(&self, position: &mut Position, mv: Move) {
        let old = *position;
        position.side = old.side.other();
        position.ko = NO_KO;
        if mv == Move::PASS {
            position.passes += 1;
            return;
        }
        position.passes = 0;
        let lattice = &self.lattice;
        let [own, enemy] = bits::own_and_enemy(old.stones, old.side);
        let point = mv.bit();
        let around = lattice.neighbours(point);
        let mut own = own | point;
        // 1. Enemy chains without liberties are taken off.
        let empty = lattice.board & !(own | enemy);
        let mut taken = 0;
        let mut seeds = around & enemy;
        while seeds != 0 {
            let chain = lattice.flood(seeds & seeds.wrapping_neg(), enemy);
            if lattice.neighbours(chain) & empty == 0 {
                taken |= chain;
            }
            seeds &= !chain;
        }
        let enemy = enemy & !taken;
        // 2. If that took nothing, the own chain may have committed suicide.
        if self.variant.suicide && taken == 0 && around & empty == 0 {
            let chain = lattice.flood(point, own);
            if lattice.neighbours(chain) & empty == 0 {
                own &= !chain;
            }
        }
        // 3. One stone taken by one stone whose only liberty is now there: a ko.
        let is_single = taken.is_power_of_two() && around & own == 0;
        if self.variant.ko == Ko::Simple && is_single && around & (empty | taken) == taken {
            position.ko = taken.trailing_zeros() as u8;
        }
        position.stones = match old.side {
            Player::Black => [own, enemy],
            Player::White => [enemy, own],
        };
    }

    fn encoded_len(&self) -> usize {
        1 + usize::from(self.variant.ko == Ko::Simple) + self.variant.points().div_ceil(5)
    }

    fn encode(&self, position: &Position, bytes: &mut Vec<u8>) {
        bytes.push(position.side as u8 + 2 * position.passes);
        if self.variant.ko == Ko::Simple {
            bytes.push(position.ko.wrapping_add(1));
        }
        pack_ternary(bits::digits(position.stones, self.variant.points()), bytes);
    }

    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        let (&state, rest) = bytes.split_first()?;
        let (ko, rest) = split_ko(self.variant.ko, rest)?;
        let side = [Player::Black, Player::White][usize::from(state % 2)];
        let men = unpack_men(rest, self.variant.points())?;
        let is_empty = |point: u8| men.get(usize::from(point)) == Some(&None);
        let is_possible = state < 6 && (ko == NO_KO || is_empty(ko));
        let stones = bits::stones(men.into_iter());
        is_possible.then_some(Position { stones, side, passes: state / 2, ko })
    }

    fn situation(&self, position: &Position, bytes: &mut Vec<u8>) {
        match self.variant.ko {
            Ko::Simple => return self.encode(position, bytes),
            Ko::Situational => bytes.push(position.side as u8),
            Ko::Positional => {}
        }
        pack_ternary(bits::digits(position.stones, self.variant.points()), bytes);
    }

    #[inline]
    fn may_repeat(&self, mv: Move) -> bool {
        mv == Move::PASS
    }

    #[inline]
    fn move_code(&self, mv: Move) -> u32 {
        mv.code(self.lattice.points)
    }

    fn symmetries(&self) -> usize {
        self.images.symmetries()
    }

    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        let stones = position.stones.map(|set| self.images.set(set, symmetry));
        let ko = image_of_ko(position.ko, &self.images, symmetry);
        Position { stones, ko, ..*position }
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        mv.image(&self.images, symmetry)
    }

    #[inline]
    fn settled(&self, position: &Position) -> Option<Player> {
        self.settled_for(position)
    }

    fn position_text(&self, position: &Position) -> String {
        self.setup(position).to_string()
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let (setup, Extras { ko, passes }) = setup::read(text, &self.variant)?;
        let stones = bits::stones(setup.men());
        Ok(Position { stones, side: setup.side, passes, ko: ko.map_or(NO_KO, |ko| ko as u8) })
    }

    fn move_text(&self, _: &Position, mv: Move) -> String {
        mv.text(self.variant.board())
    }

    fn draw(&self, position: &Position) -> String {
        self.setup(position).draw()
    }
}

impl Game for Go {
    const JUDGES_BY_REPEATABLE_MOVES: bool = true;

    fn judge(&self, position: &Position) -> Judgement {
        if position.passes > 0 {
            let outcome = self.variant.result(self.lead(position.stones));
            if position.passes == 2 {
                return Judgement::Over(outcome);
            }
            if outcome == Outcome::Win(position.side) {
                return Judgement::Decided(position.side);
            }
        }
        self.settled_for(position).map_or(Judgement::Open, Judgement::Decided)
    }

    /// Only what is settled for good: that one can pass and win is seen a ply later.
    #[inline]
    fn glance(&self, position: &Position) -> Option<(Player, u32)> {
        let winner = self.settled_for(position)?;
        Some((winner, 4 * self.lattice.points + 4))
    }

    #[inline]
    fn count_candidates(&self, position: &Position) -> u32 {
        self.legal_points(position).count_ones() + 1
    }

    fn count_moves(&self, position: &Position) -> u64 {
        u64::from(self.count_candidates(position))
    }

    fn outcome_after(&self, position: &Position, mv: Move) -> Option<Outcome> {
        (mv == Move::PASS && position.passes == 1)
            .then(|| self.variant.result(self.lead(position.stones)))
    }

    #[inline]
    fn outcomes_after_each(
        &self,
        position: &Position,
        moves: &[Move],
        outcomes: &mut Vec<Option<Outcome>>,
    ) -> bool {
        outcomes.clear();
        if position.passes == 0 {
            return false;
        }
        outcomes.extend(moves.iter().map(|&mv| self.outcome_after(position, mv)));
        true
    }

    fn key(&self, position: &Position) -> Key {
        let key = |stones: [Bits; 2], ko: u8| match self.exact {
            true => Key::exact(self.code(stones, ko, position)),
            false => hashed(
                stones,
                u64::from(ko) << 3 | u64::from(position.passes) << 1 | position.side as u64,
            ),
        };
        if self.images.symmetries() == 1 {
            return key(position.stones, position.ko);
        }
        let (stones, ko, _) = self.least_image(position);
        key(stones, ko)
    }

    fn image_key(&self, position: &Position) -> (Key, usize) {
        let (stones, ko, symmetry) = self.least_image(position);
        let extras = u64::from(ko) << 3 | u64::from(position.passes) << 1;
        (hashed(stones, extras | position.side as u64), symmetry)
    }

    /// Exact up to 31 points.
    #[inline]
    fn situation_key(&self, position: &Position) -> Key {
        let state = match self.variant.ko {
            Ko::Positional => 0,
            Ko::Situational => position.side as u64,
            Ko::Simple => {
                let extras = u64::from(position.ko) << 2 | u64::from(position.passes);
                return hashed(position.stones, extras << 1 | position.side as u64);
            }
        };
        superko_key(position.stones, state, self.lattice.points)
    }

    #[inline]
    fn placed_key(&self, position: &Position) -> Key {
        let extras = u64::from(position.ko) << 3 | u64::from(position.passes) << 1;
        hashed(position.stones, extras | position.side as u64)
    }

    fn evaluator(&self) -> Option<&dyn Evaluate<Go>> {
        Some(self)
    }

    fn evaluator_names(&self) -> &'static [&'static str] {
        &weighted_sum::NAMES
    }

    fn make_evaluator(
        &self,
        name: &str,
        weights: Option<&str>,
    ) -> Result<Box<dyn Evaluate<Go>>, InputError> {
        weighted_sum::make(self, EVALUATION, name, weights)
    }
}
