//! One-eye problems on bitboards: the rules as the solvers use them.
//!
//! As in `go/fast.rs`, with two differences: stones are put on points of the region only, and a
//! chain with a stone outside it counts as free. Eyes are found in two looks: first the empty
//! points without any neighbour that is not the defender's, then the chains around these few.
//!
//! Static knowledge: an attacker to move after a pass has won by passing, and a defender without a
//! point to put a stone on has lost: after a pass the attacker passes, too.

use super::Variant;
use super::setup::{self, ProblemExtras};
use crate::go::Ko;
use crate::go::bits::{self, Bits, Images, Lattice};
use crate::go::fast::{NO_KO, hashed, image_of_ko, split_ko, superko_key};
pub use crate::go::stone_move::Move;
use andor_core::board::{Setup, pack_ternary, unpack_men};
use andor_core::{Evaluate, Game, InputError, Judgement, Key, Outcome, Player, Repetition, Rules};

/// The fast rules.
#[derive(Clone, Debug)]
pub struct OneEye {
    variant: Variant,
    pub(super) lattice: Lattice,
    images: Images,
}

/// Stones, the problem, and what else decides the future.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Black stones, white stones.
    pub(super) stones: [Bits; 2],
    pub(super) region: Bits,
    pub(super) defender: Player,
    pub(super) side: Player,
    passes: u8,
    /// Always [`NO_KO`] under superko.
    ko: u8,
}

impl OneEye {
    /// The game on a board.
    #[must_use]
    pub fn new(variant: Variant) -> OneEye {
        let Variant { columns, rows, ko } = variant;
        let lattice = Lattice::new(columns, rows);
        OneEye { variant, lattice, images: Images::under(ko, columns, rows) }
    }

    /// The points where the side to move may put a stone.
    #[inline]
    fn legal_points(&self, position: &Position) -> Bits {
        let lattice = &self.lattice;
        let [own, enemy] = bits::own_and_enemy(position.stones, position.side);
        let empty = lattice.board & !(own | enemy);
        let inside = empty & position.region;
        let mut legal = inside & lattice.neighbours(empty);
        let mut narrow = inside & !legal;
        while narrow != 0 {
            let point = narrow & narrow.wrapping_neg();
            narrow ^= point;
            let around = lattice.neighbours(point);
            let connected = lattice.flood(around & own, own);
            let other_liberties = lattice.neighbours(connected) & empty & !point;
            if other_liberties | connected & !position.region != 0
                || self.taken(position.region, around & enemy, enemy, empty & !point) != 0
            {
                legal |= point;
            }
        }
        if position.ko != NO_KO {
            legal &= !(1 << position.ko);
        }
        legal
    }

    /// The chains of `stones` with a stone among `seeds` that have no liberty and no anchor.
    #[inline]
    fn taken(&self, region: Bits, mut seeds: Bits, stones: Bits, empty: Bits) -> Bits {
        let mut taken = 0;
        while seeds != 0 {
            let chain = self.lattice.flood(seeds & seeds.wrapping_neg(), stones);
            seeds &= !chain;
            if chain & !region == 0 && self.lattice.neighbours(chain) & empty == 0 {
                taken |= chain;
            }
        }
        taken
    }

    /// Whether the defender has an eye.
    #[inline]
    pub(super) fn has_eye(&self, position: &Position) -> bool {
        let lattice = &self.lattice;
        let [black, white] = position.stones;
        let empty = lattice.board & !(black | white);
        let own = position.stones[position.defender as usize];
        let mut enclosed = empty & position.region & !lattice.neighbours(lattice.board & !own);
        if enclosed == 0 {
            return false;
        }
        let anchored = lattice.flood(own & !position.region, own);
        while enclosed != 0 {
            let point = enclosed & enclosed.wrapping_neg();
            enclosed ^= point;
            let around = lattice.neighbours(point);
            if around & !anchored == 0 {
                return true;
            }
            let chain = lattice.flood(around & around.wrapping_neg(), own);
            let has_other_liberty = lattice.neighbours(chain) & empty & !point != 0;
            if around & !chain == 0 && has_other_liberty {
                return true;
            }
        }
        false
    }

    fn extras(&self, position: &Position) -> ProblemExtras {
        ProblemExtras {
            ko: (position.ko != NO_KO).then_some(usize::from(position.ko)),
            passes: position.passes,
            defender: position.defender,
            region: (0..self.lattice.points).map(|p| position.region >> p & 1 == 1).collect(),
        }
    }

    fn setup(&self, position: &Position) -> Setup {
        let board = self.variant.board();
        let extras = setup::words(&self.extras(position), board);
        Setup { extras, ..board.setup(bits::men(position.stones, board.squares()), position.side) }
    }

    fn position(&self, setup: &Setup, extras: &ProblemExtras) -> Position {
        let inside = (0..setup.cells.len()).filter(|&point| extras.region[point]);
        let region = inside.map(|point| 1 << point).sum();
        Position {
            stones: bits::stones(setup.men()),
            region,
            defender: extras.defender,
            side: setup.side,
            passes: extras.passes,
            ko: extras.ko.map_or(NO_KO, |ko| ko as u8),
        }
    }
}

impl Position {
    /// Whether a ko has just been taken. Never under superko, where the history has to be asked.
    #[must_use]
    pub(crate) fn has_ko(&self) -> bool {
        self.ko != NO_KO
    }
}

impl Rules for OneEye {
    type Position = Position;
    type Move = Move;

    fn spec(&self) -> String {
        self.variant.spec()
    }

    fn repetition(&self) -> Repetition {
        self.variant.ko.repetition()
    }

    fn is_drawless(&self) -> bool {
        self.variant.ko != Ko::Simple
    }

    fn initial(&self) -> Position {
        let (setup, points) = self.variant.initial();
        let mut region = vec![false; setup.cells.len()];
        points.into_iter().for_each(|point| region[point] = true);
        self.position(
            &setup,
            &ProblemExtras { ko: None, passes: 0, defender: Player::White, region },
        )
    }

    #[inline]
    fn side_to_move(&self, position: &Position) -> Player {
        position.side
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if self.has_eye(position) {
            return Some(Outcome::Win(position.defender));
        }
        (position.passes == 2).then(|| Outcome::Win(position.defender.other()))
    }

    /// Points from a1 on, then the pass.
    #[inline]
    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        Move::list(self.legal_points(position), moves);
    }

    #[inline]
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
        let own = own | point;
        let empty = lattice.board & !(own | enemy);
        let taken = self.taken(old.region, around & enemy, enemy, empty);
        let enemy = enemy & !taken;
        // One stone taken by one stone whose only liberty is now there: a ko.
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
        let points = self.variant.points();
        1 + usize::from(self.variant.ko == Ko::Simple) + points.div_ceil(8) + points.div_ceil(5)
    }

    fn encode(&self, position: &Position, bytes: &mut Vec<u8>) {
        bytes.push(position.side as u8 + 2 * position.passes + 6 * position.defender as u8);
        if self.variant.ko == Ko::Simple {
            bytes.push(position.ko.wrapping_add(1));
        }
        bytes.extend(&position.region.to_le_bytes()[..self.variant.points().div_ceil(8)]);
        pack_ternary(bits::digits(position.stones, self.variant.points()), bytes);
    }

    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        let (&state, rest) = bytes.split_first()?;
        let (ko, rest) = split_ko(self.variant.ko, rest)?;
        let (low, packed) = rest.split_at_checked(self.variant.points().div_ceil(8))?;
        let mut region_bytes = [0; 16];
        region_bytes[..low.len()].copy_from_slice(low);
        let region = Bits::from_le_bytes(region_bytes);
        let players = [Player::Black, Player::White];
        let men = unpack_men(packed, self.variant.points())?;
        let position = Position {
            stones: bits::stones(men.into_iter()),
            region,
            defender: *players.get(usize::from(state / 6))?,
            side: players[usize::from(state % 2)],
            passes: state % 6 / 2,
            ko,
        };
        let free = region & !(position.stones[0] | position.stones[1]);
        let is_ko = ko == NO_KO || u32::from(ko) < self.lattice.points && free >> ko & 1 == 1;
        (is_ko && region != 0 && region & !self.lattice.board == 0).then_some(position)
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
        let region = self.images.set(position.region, symmetry);
        let ko = image_of_ko(position.ko, &self.images, symmetry);
        Position { stones, region, ko, ..*position }
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        mv.image(&self.images, symmetry)
    }

    fn position_text(&self, position: &Position) -> String {
        self.setup(position).to_string()
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let (setup, extras) = setup::read(text, &self.variant)?;
        Ok(self.position(&setup, &extras))
    }

    fn move_text(&self, _: &Position, mv: Move) -> String {
        mv.text(self.variant.board())
    }

    fn draw(&self, position: &Position) -> String {
        setup::draw(self.setup(position), &self.extras(position).region)
    }
}

impl Game for OneEye {
    const JUDGES_BY_REPEATABLE_MOVES: bool = true;

    #[inline]
    fn judge(&self, position: &Position) -> Judgement {
        if let Some(outcome) = self.outcome(position) {
            return Judgement::Over(outcome);
        }
        let attacker = position.defender.other();
        let attacker_passes = position.side == attacker && position.passes == 1;
        if attacker_passes || position.side != attacker && self.legal_points(position) == 0 {
            return Judgement::Decided(attacker);
        }
        Judgement::Open
    }

    #[inline]
    fn count_candidates(&self, position: &Position) -> u32 {
        self.legal_points(position).count_ones() + 1
    }

    #[inline]
    fn count_moves(&self, position: &Position) -> u64 {
        u64::from(self.count_candidates(position))
    }

    /// Only the defender makes eyes, and only two passes end the game without one.
    #[inline]
    fn outcome_after(&self, position: &Position, mv: Move) -> Option<Outcome> {
        let attacker = position.defender.other();
        if mv == Move::PASS {
            return (position.passes == 1).then_some(Outcome::Win(attacker));
        }
        if position.side == attacker {
            return None;
        }
        self.has_eye(&self.after(position, mv)).then_some(Outcome::Win(position.defender))
    }

    fn key(&self, position: &Position) -> Key {
        let state = u64::from(position.passes) << 2
            | (position.side as u64) << 1
            | position.defender as u64;
        let images = (0..self.images.symmetries()).map(|symmetry| {
            let image = self.transform(position, symmetry);
            (image.stones, image.region, image.ko)
        });
        let (stones, region, ko) = images.min().expect("the identity is a symmetry");
        let key = hashed(stones, u64::from(ko) << 4 | state);
        Key::hashed(key.index ^ region as u64, key.tag ^ (region >> 64) as u64)
    }

    /// Exact up to 31 points.
    #[inline]
    fn situation_key(&self, position: &Position) -> Key {
        let state = match self.variant.ko {
            Ko::Positional => 0,
            Ko::Situational => position.side as u64,
            Ko::Simple => {
                let mut bytes = Vec::new();
                self.encode(position, &mut bytes);
                return Key::of_bytes(&bytes);
            }
        };
        superko_key(position.stones, state, self.lattice.points)
    }

    fn evaluator(&self) -> Option<&dyn Evaluate<OneEye>> {
        Some(self)
    }
}
