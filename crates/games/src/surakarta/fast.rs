//! Surakarta on bitboards: the rules as the solvers use them.
//!
//! Point `row * 6 + column` is bit number so many of a board, a1 being bit 0. Besides, the men of
//! each side are kept as they stand on the two rings of `circuits.rs`. There, a capture is
//! two men of different colours with a loop and no man between them, so it is enough to look from
//! each of the eight loops to both sides, not from each man in four directions:
//!
//! ```text
//!      . b . . w ) . . b . . .      the neighbours of this loop are w and b: each can take the
//!                                   other, whichever is to move
//! ```
//!
//! One thing is left. The start point of a capture counts as empty, and a man on a crossing
//! stands at two places of its ring. If both neighbours of a loop are one and the same man, it
//! sets out from one place, goes through the loop and over its other place to the next man:
//!
//! ```text
//!      w . X ) . . X . b . w        X can take the w on the left: from the right X through the
//!                                   loop and over the left X; on the right b is in the way
//! ```
//!
//! A position is also kept as a number with 36 digits of base 3, for all eight images of the
//! board; the least of them makes the key, which is exact because 3^36 < 2^58.
//!
//! Static knowledge: the last man of the enemy, if it can be taken now, is a win.

use super::circuits::{self, IMAGE, PLACES, PLACES_OF, POINTS, RING, SIZE, SYMMETRIES, WEIGHT};
use super::evaluation::EVALUATION;
use super::setup;
use crate::weighted_sum;
use andor_core::board::{Rectangle, Setup, pack_ternary};
use andor_core::{
    Endings, Evaluate, Game, InputError, Judgement, Key, Outcome, Player, Repetition, Rules,
};

/// All points.
const BOARD: u64 = (1 << POINTS) - 1;
/// The board for texts and bytes.
const WRITTEN: Rectangle = Rectangle::new(SIZE, SIZE);
/// The points of file a.
const FIRST_FILE: u64 = 0x0_4104_1041;
/// The points of file f.
const LAST_FILE: u64 = FIRST_FILE << (SIZE - 1);
/// All places of a ring.
const WHOLE_RING: u64 = (1 << PLACES) - 1;
/// At most two captures for each loop.
const MOST_CAPTURES: usize = 16;

/// The fast rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Surakarta;

/// The men of one side: on the board and on the rings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct RingMen {
    pub(super) board: u64,
    pub(super) rings: u64,
}

/// Men as the side to move sees them, and the board as a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub(super) own: RingMen,
    pub(super) enemy: RingMen,
    /// The board as a number of base 3 (0 empty, 1 black, 2 white), each of its images.
    numbers: [u64; SYMMETRIES],
    pub(super) side: Player,
}

/// A move from one point to another; from a1 to a1 it is a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    from: u8,
    pub(super) to: u8,
}

const PASS: Move = Move { from: 0, to: 0 };

/// The captures of a position, each once.
pub(super) struct Captures {
    list: [Move; MOST_CAPTURES],
    count: usize,
}

impl RingMen {
    fn put(&mut self, point: usize) {
        self.board |= 1 << point;
        self.rings |= PLACES_OF[point];
    }
}

impl Captures {
    /// Adds a move unless it is there already: two routes to the same man are one move.
    #[inline(always)]
    fn add(&mut self, from: u8, to: u8) {
        let mv = Move { from, to };
        if !self.moves().contains(&mv) {
            self.list[self.count] = mv;
            self.count += 1;
        }
    }

    #[inline(always)]
    pub(super) fn moves(&self) -> &[Move] {
        &self.list[..self.count]
    }
}

impl Position {
    /// Black men and white men.
    fn colours(&self) -> [u64; 2] {
        match self.side {
            Player::Black => [self.own.board, self.enemy.board],
            Player::White => [self.enemy.board, self.own.board],
        }
    }

    /// The captures of the side to move.
    pub(super) fn captures(&self) -> Captures {
        let mut captures = Captures { list: [PASS; MOST_CAPTURES], count: 0 };
        for (number, points) in RING.iter().enumerate() {
            let own = self.own.rings >> (number * PLACES) & WHOLE_RING;
            let enemy = self.enemy.rings >> (number * PLACES) & WHOLE_RING;
            if own == 0 || enemy == 0 {
                continue;
            }
            let own = own | own << PLACES;
            let all = own | enemy | enemy << PLACES;
            for loop_place in [0, SIZE, 2 * SIZE, 3 * SIZE] {
                // The ring as it looks from behind the loop: place 0 follows it, place 23 is
                // before it.
                let ring = all >> loop_place & WHOLE_RING;
                let own = own >> loop_place & WHOLE_RING;
                let point = |place: u32| points[loop_place + place as usize];
                let after = ring.trailing_zeros();
                let before = 63 - ring.leading_zeros();
                match (own >> before & 1, own >> after & 1) {
                    (1, 0) => captures.add(point(before), point(after)),
                    (0, 1) => captures.add(point(after), point(before)),
                    (1, 1) if point(before) == point(after) => {
                        let between = ring & !(1 << after | 1 << before);
                        if between == 0 {
                            continue;
                        }
                        for beyond in [between.trailing_zeros(), 63 - between.leading_zeros()] {
                            if own >> beyond & 1 == 0 {
                                captures.add(point(before), point(beyond));
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
        captures
    }

    /// Whether the man that makes this capture can be taken in its turn.
    #[inline]
    pub(super) fn is_taken_back(&self, capture: Move) -> bool {
        let (from, to) = (usize::from(capture.from), usize::from(capture.to));
        let mut next = self.with_sides_exchanged();
        next.own.board &= !(1 << to);
        next.own.rings &= !PLACES_OF[to];
        next.enemy.board ^= 1 << from | 1 << to;
        next.enemy.rings = next.enemy.rings & !PLACES_OF[from] | PLACES_OF[to];
        next.captures().moves().iter().any(|answer| answer.to == capture.to)
    }

    /// The same men with the other side to move.
    #[inline(always)]
    pub(super) fn with_sides_exchanged(&self) -> Position {
        Position { own: self.enemy, enemy: self.own, side: self.side.other(), ..*self }
    }

    /// Where own men can step, with how far that is in bits, for each of the eight directions.
    #[inline(always)]
    pub(super) fn steps(&self) -> [(u64, i32); 8] {
        let own = self.own.board;
        let empty = BOARD & !own & !self.enemy.board;
        let (to_the_left, to_the_right) = (own & !FIRST_FILE, own & !LAST_FILE);
        [
            (own << 6 & empty, 6),
            (own >> 6 & empty, -6),
            (to_the_right << 1 & empty, 1),
            (to_the_left >> 1 & empty, -1),
            (to_the_right << 7 & empty, 7),
            (to_the_left << 5 & empty, 5),
            (to_the_right >> 5 & empty, -5),
            (to_the_left >> 7 & empty, -7),
        ]
    }

    pub(super) fn new(cells: impl Iterator<Item = Option<Player>>, side: Player) -> Position {
        let (own, enemy) = (RingMen::default(), RingMen::default());
        let mut position = Position { own, enemy, numbers: [0; SYMMETRIES], side };
        for (point, man) in cells.enumerate() {
            let Some(man) = man else { continue };
            if man == side {
                position.own.put(point);
            } else {
                position.enemy.put(point);
            }
            for (number, weight) in position.numbers.iter_mut().zip(WEIGHT[point]) {
                *number += digit(man) * weight;
            }
        }
        position
    }

    /// Whose man stands on a point.
    fn man(&self, point: usize) -> Option<Player> {
        let [black, white] = self.colours();
        match (black >> point & 1, white >> point & 1) {
            (1, _) => Some(Player::Black),
            (_, 1) => Some(Player::White),
            _ => None,
        }
    }

    fn setup(&self) -> Setup {
        WRITTEN.setup((0..POINTS).map(|point| self.man(point)), self.side)
    }
}

/// What a man of `player` counts as a digit.
#[inline(always)]
fn digit(player: Player) -> u64 {
    player as u64 + 1
}

impl Surakarta {
    /// The game.
    #[must_use]
    pub fn new() -> Surakarta {
        Surakarta
    }
}

impl Rules for Surakarta {
    type Position = Position;
    type Move = Move;

    fn spec(&self) -> String {
        "surakarta".to_owned()
    }

    fn repetition(&self) -> Repetition {
        Repetition::Draw
    }

    fn initial(&self) -> Position {
        let man = |point: usize| match point / SIZE {
            0 | 1 => Some(Player::White),
            2 | 3 => None,
            _ => Some(Player::Black),
        };
        Position::new((0..POINTS).map(man), Player::Black)
    }

    #[inline]
    fn side_to_move(&self, position: &Position) -> Player {
        position.side
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if position.own.board == 0 {
            return Some(Outcome::Win(position.side.other()));
        }
        if position.enemy.board == 0 {
            return Some(Outcome::Win(position.side));
        }
        None
    }

    /// Captures first, then steps.
    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        moves.extend_from_slice(position.captures().moves());
        for (mut targets, far) in position.steps() {
            while targets != 0 {
                let to = targets.trailing_zeros() as i32;
                targets &= targets - 1;
                moves.push(Move { from: (to - far) as u8, to: to as u8 });
            }
        }
        if moves.is_empty() {
            moves.push(PASS);
        }
    }

    fn play_unchecked(&self, position: &mut Position, mv: Move) {
        let old = *position;
        position.side = old.side.other();
        position.own = old.enemy;
        position.enemy = old.own;
        if mv == PASS {
            return;
        }
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        position.enemy.board ^= 1 << from | 1 << to;
        position.enemy.rings ^= PLACES_OF[from] | PLACES_OF[to];
        let (gone, come) = (&WEIGHT[from], &WEIGHT[to]);
        let own_digit = digit(old.side);
        for (lane, number) in position.numbers.iter_mut().enumerate() {
            *number =
                number.wrapping_add(own_digit.wrapping_mul(come[lane].wrapping_sub(gone[lane])));
        }
        if old.enemy.board >> to & 1 == 1 {
            position.own.board ^= 1 << to;
            position.own.rings ^= PLACES_OF[to];
            for (lane, number) in position.numbers.iter_mut().enumerate() {
                *number -= digit(old.side.other()) * come[lane];
            }
        }
    }

    fn encoded_len(&self) -> usize {
        WRITTEN.encoded_len()
    }

    fn encode(&self, position: &Position, bytes: &mut Vec<u8>) {
        let [black, white] = position.colours();
        bytes.push(position.side as u8);
        let cell = |point| (black >> point & 1) as u8 + 2 * (white >> point & 1) as u8;
        pack_ternary((0..POINTS).map(cell), bytes);
    }

    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        let (men, side) = WRITTEN.decode(bytes)?;
        Some(Position::new(men.into_iter(), side))
    }

    fn move_code(&self, mv: Move) -> u32 {
        u32::from(mv.from) * 64 + u32::from(mv.to)
    }

    fn symmetries(&self) -> usize {
        circuits::SYMMETRIES
    }

    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        let mut cells = [None; POINTS];
        for point in 0..POINTS {
            cells[usize::from(IMAGE[symmetry][point])] = position.man(point);
        }
        Position::new(cells.into_iter(), position.side)
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        if mv == PASS {
            return PASS;
        }
        let image = |point: u8| IMAGE[symmetry][usize::from(point)];
        Move { from: image(mv.from), to: image(mv.to) }
    }

    fn endings(&self) -> Option<&dyn Endings<Position>> {
        Some(self)
    }

    fn position_text(&self, position: &Position) -> String {
        position.setup().to_string()
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let setup = setup::read(text)?;
        Ok(Position::new(setup.men(), setup.side))
    }

    fn move_text(&self, position: &Position, mv: Move) -> String {
        if mv == PASS {
            return "pass".to_owned();
        }
        let takes = position.enemy.board >> mv.to & 1 == 1;
        WRITTEN.step_text(usize::from(mv.from), usize::from(mv.to), takes)
    }

    fn draw(&self, position: &Position) -> String {
        position.setup().draw()
    }
}

impl Game for Surakarta {
    fn judge(&self, position: &Position) -> Judgement {
        if let Some(outcome) = self.outcome(position) {
            return Judgement::Over(outcome);
        }
        if position.enemy.board.is_power_of_two() && position.captures().count > 0 {
            return Judgement::Decided(position.side);
        }
        Judgement::Open
    }

    #[inline]
    fn count_candidates(&self, position: &Position) -> u32 {
        self.count_moves(position) as u32
    }

    fn count_moves(&self, position: &Position) -> u64 {
        let steps: u32 = position.steps().iter().map(|(targets, _)| targets.count_ones()).sum();
        (u64::from(steps) + position.captures().count as u64).max(1)
    }

    /// Always exact.
    #[inline]
    fn key(&self, position: &Position) -> Key {
        let least = position.numbers.iter().fold(u64::MAX, |least, &number| least.min(number));
        Key::exact((position.side as u64) << 58 | least)
    }

    /// Always exact.
    #[inline]
    fn placed_key(&self, position: &Position) -> Key {
        Key::exact(position.numbers[0] << 1 | position.side as u64)
    }

    #[inline]
    fn null_move(&self, position: &Position) -> Option<Position> {
        Some(position.with_sides_exchanged())
    }

    #[inline]
    fn count_own_men(&self, position: &Position) -> u32 {
        position.own.board.count_ones()
    }

    /// Captures before other moves.
    #[inline]
    fn move_class(&self, position: &Position, mv: Move) -> u8 {
        (position.enemy.board >> mv.to & 1) as u8
    }

    /// Captures.
    fn noisy_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        moves.extend_from_slice(position.captures().moves());
    }

    fn evaluator(&self) -> Option<&dyn Evaluate<Surakarta>> {
        Some(self)
    }

    fn evaluator_names(&self) -> &'static [&'static str] {
        &weighted_sum::NAMES
    }

    fn make_evaluator(
        &self,
        name: &str,
        weights: Option<&str>,
    ) -> Result<Box<dyn Evaluate<Surakarta>>, InputError> {
        weighted_sum::make(self, EVALUATION, name, weights)
    }
}
