//! Lines of Action on bitboards: the rules as the solvers use them, up to 8x8.
//!
//! A position keeps the men of both colours as words of eight bits a rank, and, up to date with
//! every move, the number of moves of both sides (`lines.rs`) and the board in eight
//! lanes, one a symmetry, for its key (`lanes.rs`). So mobility costs nothing, and
//! neither does knowing that a side has to pass.
//!
//! ```text
//!   6x6:  5 | 40 41 42 43 44 45  .  .     the bits of the squares; the columns
//!         4 | 32 33 34 35 36 37  .  .     and rows beyond the board stay empty
//!         ...
//!         0 |  0  1  2  3  4  5  .  .
//! ```
//!
//! Static knowledge: [`Loa::connecting_move`] decides positions where the side to move connects
//! at once, and [`Loa::replies`] are the moves that do not let the opponent do so.

use super::connectivity::is_one_unit;
use super::cost;
use super::cost_network;
use super::costs::Costs;
use super::ends::Ends;
use super::evaluation::{Evaluation, LoaNetwork, Mia, Version};
use super::lanes::{LaneTables, Lanes};
use super::lifting::Lifting;
use super::lines::{LineStates, Lines};
use super::player;
use super::{NoMove, PASS_CODE, Simultaneous, Variant, setup};
use andor_core::board::{Rectangle, Setup, pack_ternary};
use andor_core::{
    Canonical, CostModel, Endings, Evaluate, Game, InputError, Judgement, Key, NETWORK,
    NetworkSight, Outcome, Player, Repetition, Rules,
};

/// The fast rules.
#[derive(Clone, Debug)]
pub struct Loa {
    pub(super) variant: Variant,
    pub(super) lines: Box<Lines>,
    lanes: Box<LaneTables>,
    pub(super) evaluation: Box<Evaluation>,
    /// What positions cost, where anybody has said so.
    costs: Option<Costs>,
}

/// Men of both colours, and what is kept up to date with them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    lanes: Lanes,
    /// Black men and white men.
    pub(super) men: [u64; 2],
    pub(super) lines: LineStates,
    pub(super) side: Player,
}

/// A move from one square to another, or a forced pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    pub(super) from: u8,
    pub(super) to: u8,
}

impl Move {
    /// Changes nothing but the side.
    pub(super) const PASS: Move = Move { from: u8::MAX, to: u8::MAX };

    pub(super) fn step(from: u8, to: u8) -> Move {
        Move { from, to }
    }
}

/// How the cell that a man moves to changes (see [`Lines::change`]): the man is put down in place
/// of what stands there.
#[inline(always)]
pub(super) fn landing(digit: i32, capture: bool) -> i32 {
    if capture { digit - (3 - digit) } else { digit }
}

/// The symmetry that takes another one back: every one but the two quarter turns is its own
/// inverse, and those are each other's.
fn inverse(symmetry: usize) -> usize {
    match symmetry {
        5 => 6,
        6 => 5,
        other => other,
    }
}

/// The mover's men and the enemy's after a move.
#[inline(always)]
fn men_after(own: u64, enemy: u64, mv: Move) -> (u64, u64) {
    match mv {
        Move::PASS => (own, enemy),
        Move { from, to } => (own ^ (1 << from | 1 << to), enemy & !(1 << to)),
    }
}

impl Position {
    /// The men of the side to move and those of the other side.
    #[inline(always)]
    pub(super) fn own_and_enemy(&self) -> (u64, u64) {
        match self.side {
            Player::Black => (self.men[0], self.men[1]),
            Player::White => (self.men[1], self.men[0]),
        }
    }
}

impl Loa {
    /// The game of this variant.
    ///
    /// # Panics
    /// If there is no such board here ([`Variant::is_fast`]).
    #[must_use]
    pub fn new(variant: Variant) -> Loa {
        assert!(variant.is_fast(), "no fast board of side {}", variant.size);
        let lanes = Box::new(LaneTables::new(variant.size));
        let lines = Lines::new(variant.size);
        let evaluation = Box::new(Evaluation::new(variant.size, &lines));
        let costs = Costs::own(variant.size);
        Loa { variant, lines, lanes, evaluation, costs }
    }

    /// The legal moves after which the opponent has not won and cannot connect at once. Empty if
    /// every move loses like that. Where the opponent threatens to connect, these are the replies
    /// worth searching.
    pub fn replies(&self, position: &Position, moves: &mut Vec<Move>) {
        let opponent = position.side.other();
        self.moves(position, moves);
        moves.retain(|&mv| match self.judge(&self.after(position, mv)) {
            Judgement::Over(outcome) => outcome != Outcome::Win(opponent),
            Judgement::Decided(winner) => winner != opponent,
            Judgement::Open => true,
        });
    }

    /// The bit of a square that is counted `row * size + column`.
    fn bit_of(&self, square: usize) -> u8 {
        (square / self.variant.size * 8 + square % self.variant.size) as u8
    }

    /// The squares in that order, as bits.
    pub(super) fn bits(&self) -> impl Iterator<Item = u8> + use<'_> {
        (0..self.variant.size * self.variant.size).map(|square| self.bit_of(square))
    }

    fn square_of(&self, bit: u8) -> u32 {
        u32::from(bit / 8) * self.variant.size as u32 + u32::from(bit % 8)
    }

    pub(super) fn position(
        &self,
        cells: impl Iterator<Item = Option<Player>>,
        side: Player,
    ) -> Position {
        let (lanes, lines) = (Lanes::default(), self.lines.empty());
        let mut position = Position { lanes, men: [0; 2], lines, side };
        for (bit, man) in self.bits().zip(cells) {
            if let Some(player) = man {
                let colour = player as usize;
                let digit = colour as i32 + 1;
                self.lines.change(&mut position.lines, bit, digit);
                position.men[colour] |= 1 << bit;
                self.lanes.put(&mut position.lanes, colour, bit);
            }
        }
        position
    }

    /// The bytes of an image of a position.
    fn encode_image(&self, position: &Position, symmetry: usize, bytes: &mut Vec<u8>) {
        bytes.push(position.side as u8);
        let [black, white] = position.men;
        let cell = |bit: u8| (black >> bit & 1) as u8 + 2 * (white >> bit & 1) as u8;
        let inverse = inverse(symmetry);
        pack_ternary(self.bits().map(|bit| cell(self.lanes.image(bit, inverse))), bytes);
    }

    fn man(&self, position: &Position, bit: u8) -> Option<Player> {
        let on = |colour: usize| position.men[colour] >> bit & 1 == 1;
        if on(0) {
            Some(Player::Black)
        } else if on(1) {
            Some(Player::White)
        } else {
            None
        }
    }

    /// The board for texts and bytes.
    fn board(&self) -> Rectangle {
        Rectangle::new(self.variant.size, self.variant.size)
    }

    fn setup(&self, position: &Position) -> Setup {
        self.board().setup(self.bits().map(|bit| self.man(position, bit)), position.side)
    }

    /// [`after`](Rules::after) a move of the side with this number.
    #[inline(always)]
    fn after_move_of(&self, colour: usize, position: &Position, mv: Move) -> Position {
        let mut next = *position;
        next.side = position.side.other();
        if mv != Move::PASS {
            let Move { from, to } = mv;
            let digit = colour as i32 + 1;
            let capture = position.men[1 - colour] >> to & 1 == 1;
            next.men[colour] ^= 1 << from | 1 << to;
            next.men[1 - colour] &= !(1 << to);
            let (lifted, landed) = ((from, -digit), (to, landing(digit, capture)));
            self.lines.step(&mut next.lines, lifted, landed);
            self.lanes.step(&mut next.lanes, colour, from, to, capture);
        }
        next
    }
}

impl Rules for Loa {
    type Position = Position;
    type Move = Move;

    fn spec(&self) -> String {
        self.variant.spec()
    }

    fn repetition(&self) -> Repetition {
        Repetition::Draw
    }

    fn initial(&self) -> Position {
        let last = self.variant.size - 1;
        let inner = 1..last;
        let man = |bit: u8| {
            let (column, row) = (usize::from(bit % 8), usize::from(bit / 8));
            match (inner.contains(&column), inner.contains(&row)) {
                (true, false) => Some(Player::Black),
                (false, true) => Some(Player::White),
                _ => None,
            }
        };
        self.position(self.bits().map(man), Player::Black)
    }

    #[inline]
    fn side_to_move(&self, position: &Position) -> Player {
        position.side
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let (side, other) = (position.side, position.side.other());
        let (own, enemy) = position.own_and_enemy();
        match (is_one_unit(own), is_one_unit(enemy)) {
            (false, false) => {}
            (true, false) => return Some(Outcome::Win(side)),
            (false, true) => return Some(Outcome::Win(other)),
            (true, true) => {
                return Some(match self.variant.simultaneous {
                    Simultaneous::Draw => Outcome::Draw,
                    Simultaneous::Mover => Outcome::Win(other),
                });
            }
        }
        // No game leads there: a side without men has lost, an empty board is a draw.
        if own == 0 || enemy == 0 {
            return Some(match (own, enemy) {
                (0, 0) => Outcome::Draw,
                (0, _) => Outcome::Win(other),
                _ => Outcome::Win(side),
            });
        }
        let is_stuck = position.lines.mobility(side as usize) == 0;
        (is_stuck && self.variant.no_move == NoMove::Loss).then_some(Outcome::Win(other))
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        let side = position.side as usize;
        // One look for room, not one a move.
        moves.reserve(position.lines.mobility(side) as usize);
        let mut men = position.men[side];
        while men != 0 {
            let from = men.trailing_zeros() as u8;
            men &= men - 1;
            self.lines.for_each_known_target(&position.lines, from, side, |to| {
                moves.push(Move { from, to });
            });
        }
        if moves.is_empty() {
            moves.push(Move::PASS);
        }
    }

    #[inline]
    fn play_unchecked(&self, position: &mut Position, mv: Move) {
        let next = self.after(position, mv);
        *position = next;
    }

    /// One copy of the code for each side: what a man changes on its lines is then a constant.
    fn after(&self, position: &Position, mv: Move) -> Position {
        match position.side {
            Player::Black => self.after_move_of(0, position, mv),
            Player::White => self.after_move_of(1, position, mv),
        }
    }

    fn encoded_len(&self) -> usize {
        self.board().encoded_len()
    }

    fn encode(&self, position: &Position, bytes: &mut Vec<u8>) {
        self.encode_image(position, 0, bytes);
    }

    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        let (men, side) = self.board().decode(bytes)?;
        Some(self.position(men.into_iter(), side))
    }

    fn move_code(&self, mv: Move) -> u32 {
        match mv {
            Move::PASS => PASS_CODE,
            Move { from, to } => self.square_of(from) * 128 + self.square_of(to),
        }
    }

    fn symmetries(&self) -> usize {
        8
    }

    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        let inverse = inverse(symmetry);
        let cell = |bit: u8| self.man(position, self.lanes.image(bit, inverse));
        self.position(self.bits().map(cell), position.side)
    }

    /// Compares the bytes of the images without making them.
    fn canonical(&self, position: &Position) -> Canonical<Position> {
        let mut least = (Vec::new(), 0);
        self.encode(position, &mut least.0);
        let mut bytes = Vec::with_capacity(least.0.len());
        for symmetry in 1..self.symmetries() {
            bytes.clear();
            self.encode_image(position, symmetry, &mut bytes);
            if bytes < least.0 {
                std::mem::swap(&mut bytes, &mut least.0);
                least.1 = symmetry;
            }
        }
        let (bytes, symmetry) = least;
        let position = if symmetry == 0 { *position } else { self.transform(position, symmetry) };
        Canonical { position, bytes, symmetry }
    }

    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        match mv {
            Move::PASS => Move::PASS,
            Move { from, to } => {
                Move { from: self.lanes.image(from, symmetry), to: self.lanes.image(to, symmetry) }
            }
        }
    }

    fn endings(&self) -> Option<&dyn Endings<Position>> {
        Some(self)
    }

    fn position_text(&self, position: &Position) -> String {
        self.setup(position).to_string()
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let setup = setup::read(text, self.board())?;
        Ok(self.position(setup.men(), setup.side))
    }

    fn move_text(&self, position: &Position, mv: Move) -> String {
        let Move { from, to } = mv;
        if mv == Move::PASS {
            return "pass".to_owned();
        }
        let takes = self.man(position, to).is_some();
        self.board().step_text(self.square_of(from) as usize, self.square_of(to) as usize, takes)
    }

    fn draw(&self, position: &Position) -> String {
        self.setup(position).draw()
    }
}

impl Game for Loa {
    /// Decides positions where the side to move connects at once.
    #[inline]
    fn judge(&self, position: &Position) -> Judgement {
        if let Some(outcome) = self.outcome(position) {
            return Judgement::Over(outcome);
        }
        match self.connecting_move(position) {
            Some(_) => Judgement::Decided(position.side),
            None => Judgement::Open,
        }
    }

    const JUDGES_CHILDREN: bool = true;

    /// A quiet move leaves the opponent's men where they are, so how those could connect is found
    /// out once for all quiet moves.
    fn judge_children(&self, position: &Position, moves: &[Move], judgements: &mut Vec<Judgement>) {
        judgements.clear();
        let opponent = position.side.other();
        let (own, enemy) = position.own_and_enemy();
        let connections = self.connections(enemy, own);
        let (before, quiet) = (own, enemy);
        let mut ends = Ends::of(self, position);
        judgements.extend(moves.iter().map(|&mv| {
            if let Some(outcome) = ends.after(mv) {
                return Judgement::Over(outcome);
            }
            let (own, enemy) = men_after(own, enemy, mv);
            let connects = match enemy == quiet {
                true => connections.any_is_legal(self, enemy, own, before ^ own),
                false => self.connecting_step(enemy, own).is_some(),
            };
            if connects { Judgement::Decided(opponent) } else { Judgement::Open }
        }));
    }

    #[inline]
    fn count_candidates(&self, position: &Position) -> u32 {
        position.lines.mobility(position.side as usize).max(1)
    }

    #[inline]
    fn count_moves(&self, position: &Position) -> u64 {
        u64::from(self.count_candidates(position))
    }

    /// Only the mover can have become one unit, unless the move captures.
    #[inline]
    fn outcome_after(&self, position: &Position, mv: Move) -> Option<Outcome> {
        let quiet_loss = self.variant.no_move == NoMove::Loss;
        if mv == Move::PASS || quiet_loss {
            return self.outcome(&self.after(position, mv));
        }
        let (own, enemy) = position.own_and_enemy();
        let Move { from, to } = mv;
        let own = own ^ (1 << from | 1 << to);
        let (side, other) = (position.side, position.side.other());
        if enemy >> to & 1 == 0 {
            return is_one_unit(own).then_some(Outcome::Win(side));
        }
        let enemy = enemy & !(1 << to);
        match (is_one_unit(own), is_one_unit(enemy)) {
            (false, false) if enemy == 0 => Some(Outcome::Win(side)),
            (false, false) => None,
            (true, false) => Some(Outcome::Win(side)),
            (false, true) => Some(Outcome::Win(other)),
            (true, true) => Some(match self.variant.simultaneous {
                Simultaneous::Draw => Outcome::Draw,
                Simultaneous::Mover => Outcome::Win(side),
            }),
        }
    }

    fn outcomes_after_each(
        &self,
        position: &Position,
        moves: &[Move],
        outcomes: &mut Vec<Option<Outcome>>,
    ) -> bool {
        outcomes.clear();
        let mut ends = Ends::of(self, position);
        if !ends.may_come() {
            return false;
        }
        outcomes.extend(moves.iter().map(|&mv| ends.after(mv)));
        true
    }

    #[inline]
    fn count_moves_after(&self, position: &Position, mv: Move) -> u64 {
        let opponent = position.side.other() as usize;
        if mv == Move::PASS {
            return u64::from(position.lines.mobility(opponent).max(1));
        }
        let digit = position.side as i32 + 1;
        let capture = position.men[opponent] >> mv.to & 1 == 1;
        let (lifted, landed) = ((mv.from, -digit), (mv.to, landing(digit, capture)));
        let mobility = self.lines.mobility_after(&position.lines, lifted, landed, opponent);
        u64::from(mobility.max(1))
    }

    fn count_moves_after_each(&self, position: &Position, moves: &[Move], counts: &mut Vec<u64>) {
        counts.clear();
        let mut lifting = Lifting::new(self, position);
        counts.extend(moves.iter().map(|&mv| lifting.count_moves_after(mv)));
    }

    #[inline]
    fn for_each_key_after(
        &self,
        position: &Position,
        moves: &[Move],
        counts: bool,
        mut found: impl FnMut(Move, Key, u64),
    ) {
        let mut lifting = Lifting::new(self, position);
        for &mv in moves {
            let count = if counts { lifting.count_moves_after(mv) } else { 1 };
            found(mv, self.key_after(position, mv), count);
        }
    }

    #[inline]
    fn may_have_equal_children(&self, position: &Position) -> bool {
        position.lanes.is_symmetric()
    }

    /// Exact up to 6x6, hashed to 128 bits above.
    #[inline]
    fn key(&self, position: &Position) -> Key {
        self.lanes.key(&position.lanes, position.side)
    }

    #[inline]
    fn key_after(&self, position: &Position, mv: Move) -> Key {
        if mv == Move::PASS {
            return self.lanes.key(&position.lanes, position.side.other());
        }
        let capture = position.men[1 - position.side as usize] >> mv.to & 1 == 1;
        self.lanes.key_after(&position.lanes, position.side, mv.from, mv.to, capture)
    }

    #[inline]
    fn placed_key(&self, position: &Position) -> Key {
        player::placed_key(position)
    }

    #[inline]
    fn null_move(&self, position: &Position) -> Option<Position> {
        Some(self.after(position, Move::PASS))
    }

    #[inline]
    fn count_own_men(&self, position: &Position) -> u32 {
        position.own_and_enemy().0.count_ones()
    }

    #[inline]
    fn move_class(&self, position: &Position, mv: Move) -> u8 {
        player::move_class(self, position, mv)
    }

    fn noisy_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        player::noisy_moves(self, position, moves);
    }

    fn cost_model(&self) -> Option<&dyn CostModel<Loa>> {
        self.costs.as_ref().map(Costs::model)
    }

    fn with_costs(&self, text: &str) -> Result<Loa, InputError> {
        let costs = Some(Costs::read(text, self.variant.size)?);
        Ok(Loa { costs, ..self.clone() })
    }

    fn cost_sight(&self, position: &Position) -> Option<NetworkSight> {
        Some(cost_network::sight(self, position))
    }

    fn cost_terms(&self, position: &Position, found: &mut dyn FnMut(&str, i32)) {
        cost::terms(self, position, found);
    }

    fn evaluator(&self) -> Option<&dyn Evaluate<Loa>> {
        Some(self)
    }

    fn evaluator_names(&self) -> &'static [&'static str] {
        match LoaNetwork::is_for(self.variant.size) {
            true => &LoaNetwork::NAMES,
            false => &Version::NAMES,
        }
    }

    fn make_evaluator(
        &self,
        name: &str,
        weights: Option<&str>,
    ) -> Result<Box<dyn Evaluate<Loa>>, InputError> {
        if name == NETWORK && LoaNetwork::is_for(self.variant.size) {
            return Ok(Box::new(LoaNetwork::new(weights)?));
        }
        Ok(Box::new(Mia::new(name, self.variant.size, weights)?))
    }
}
