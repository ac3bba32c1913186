//! Rules and games whose type is forgotten, as rules and games again.
//!
//! Solvers are compiled for each game they solve, which is what makes them fast, and what makes a
//! build slow. A game that nobody waits for, or that comes from outside, is wrapped in a [`Plain`]:
//! all such games are one type, so that everything is compiled once for all of them. And what is
//! cold for every game (showing, explaining, replaying) asks plain rules, and is compiled once.
//!
//! ```text
//!   Breakthrough  Loa  Go ..                   TicTacToe  Graph  an outsider's game ..
//!        |         |    |                            \       |       /
//!        |         |    |                              PlainGame (one)
//!     a solver  a solver  a solver ..                    a solver
//! ```
//!
//! The price is a call through a table and an allocation a position. Nothing else is different: same
//! moves in the same order, same keys, same counts, and so the same searches.
//!
//! * `position`: a position without its type;
//! * `moves`: a move without its type;
//! * `erased`: the functions, once for rules and once for games.

mod erased;
mod moves;
mod position;

use crate::{
    Canonical, CostModel, Endings, Evaluate, Game, InputError, Judgement, Key, Numbering, Order,
    Outcome, Player, RaceBoard, Racers, Repetition, Rules,
};
use erased::{ErasedGame, ErasedRules, Of};
use std::any::Any;
use std::fmt;
use std::sync::Arc;

pub use moves::PlainMove;
pub use position::PlainPosition;

/// Something whose type is forgotten: [`PlainRules`] or a [`PlainGame`].
pub struct Plain<D: ?Sized>(Arc<D>);

/// Rules whose type is forgotten.
pub type PlainRules = Plain<dyn ErasedRules>;

/// A game whose type is forgotten.
pub type PlainGame = Plain<dyn ErasedGame>;

impl PlainRules {
    /// Forgets the type of rules; plain ones stay what they are.
    #[must_use]
    pub fn of<R: Rules + 'static>(rules: R) -> PlainRules {
        let plain = (&rules as &dyn Any).downcast_ref::<PlainRules>().cloned();
        plain.unwrap_or_else(|| Plain(Arc::new(Of::new(rules))))
    }
}

impl PlainGame {
    /// Forgets the type of a game; a plain one stays what it is.
    #[must_use]
    pub fn of<G: Game + Clone + 'static>(game: G) -> PlainGame {
        let plain = (&game as &dyn Any).downcast_ref::<PlainGame>().cloned();
        plain.unwrap_or_else(|| Plain(Arc::new(Of::new(game))))
    }
}

impl<D: ?Sized> Clone for Plain<D> {
    fn clone(&self) -> Self {
        Plain(self.0.clone())
    }
}

impl<D: ?Sized + ErasedRules> fmt::Debug for Plain<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Plain").field(&self.0.spec()).finish()
    }
}

/// What takes a past without becoming something else.
pub trait TakesPast {
    #[doc(hidden)]
    fn after_past(&self, past: &[PlainPosition]) -> Option<Arc<Self>>;
}

impl TakesPast for dyn ErasedRules {
    fn after_past(&self, past: &[PlainPosition]) -> Option<Arc<Self>> {
        self.rules_with_past(past)
    }
}

impl TakesPast for dyn ErasedGame {
    fn after_past(&self, past: &[PlainPosition]) -> Option<Arc<Self>> {
        self.game_with_past(past)
    }
}

impl<D: ?Sized + ErasedRules + TakesPast> Rules for Plain<D> {
    type Position = PlainPosition;
    type Move = PlainMove;

    fn spec(&self) -> String {
        self.0.spec()
    }

    fn content(&self) -> Option<[u8; 32]> {
        self.0.content()
    }

    fn repetition(&self) -> Repetition {
        self.0.repetition()
    }

    fn is_drawless(&self) -> bool {
        self.0.is_drawless()
    }

    fn initial(&self) -> PlainPosition {
        self.0.initial()
    }

    fn side_to_move(&self, position: &PlainPosition) -> Player {
        self.0.side_to_move(position)
    }

    fn outcome(&self, position: &PlainPosition) -> Option<Outcome> {
        self.0.outcome(position)
    }

    fn moves(&self, position: &PlainPosition, moves: &mut Vec<PlainMove>) {
        self.0.moves(position, moves);
    }

    fn play_unchecked(&self, position: &mut PlainPosition, mv: PlainMove) {
        *position = self.0.after(position, mv);
    }

    fn after(&self, position: &PlainPosition, mv: PlainMove) -> PlainPosition {
        self.0.after(position, mv)
    }

    fn encoded_len(&self) -> usize {
        self.0.encoded_len()
    }

    fn encode(&self, position: &PlainPosition, bytes: &mut Vec<u8>) {
        self.0.encode(position, bytes);
    }

    fn decode(&self, bytes: &[u8]) -> Option<PlainPosition> {
        self.0.decode(bytes)
    }

    fn situation(&self, position: &PlainPosition, bytes: &mut Vec<u8>) {
        self.0.situation(position, bytes);
    }

    fn may_repeat(&self, mv: PlainMove) -> bool {
        self.0.may_repeat(mv)
    }

    fn with_past(&self, past: &[PlainPosition]) -> Option<Self> {
        self.0.after_past(past).map(Plain)
    }

    fn move_code(&self, mv: PlainMove) -> u32 {
        self.0.move_code(mv)
    }

    fn symmetries(&self) -> usize {
        self.0.symmetries()
    }

    fn transform(&self, position: &PlainPosition, symmetry: usize) -> PlainPosition {
        self.0.transform(position, symmetry)
    }

    fn transform_move(&self, mv: PlainMove, symmetry: usize) -> PlainMove {
        self.0.transform_move(mv, symmetry)
    }

    fn canonical(&self, position: &PlainPosition) -> Canonical<PlainPosition> {
        self.0.canonical(position)
    }

    fn endings(&self) -> Option<&dyn Endings<PlainPosition>> {
        self.0.endings()
    }

    fn race_board(&self) -> Option<RaceBoard> {
        self.0.race_board()
    }

    fn racers(&self, position: &PlainPosition) -> Option<Racers> {
        self.0.racers(position)
    }

    fn settled(&self, position: &PlainPosition) -> Option<Player> {
        self.0.settled(position)
    }

    fn position_text(&self, position: &PlainPosition) -> String {
        self.0.position_text(position)
    }

    fn parse_position(&self, text: &str) -> Result<PlainPosition, InputError> {
        self.0.parse_position(text)
    }

    fn move_text(&self, position: &PlainPosition, mv: PlainMove) -> String {
        self.0.move_text(position, mv)
    }

    fn parse_move(&self, position: &PlainPosition, text: &str) -> Result<PlainMove, InputError> {
        self.0.parse_move(position, text)
    }

    fn lead(&self, position: &PlainPosition) -> Option<f64> {
        self.0.lead(position)
    }

    fn draw(&self, position: &PlainPosition) -> String {
        self.0.draw(position)
    }
}

/// What a game judges from the parent's position ([`Game::JUDGES_CHILDREN`]) is judged child by child.
impl Game for PlainGame {
    fn judge(&self, position: &PlainPosition) -> Judgement {
        self.0.judge(position)
    }

    fn candidates(&self, position: &PlainPosition, moves: &mut Vec<PlainMove>) {
        self.0.candidates(position, moves);
    }

    fn count_candidates(&self, position: &PlainPosition) -> u32 {
        self.0.count_candidates(position)
    }

    fn count_moves(&self, position: &PlainPosition) -> u64 {
        self.0.count_moves(position)
    }

    fn outcome_after(&self, position: &PlainPosition, mv: PlainMove) -> Option<Outcome> {
        self.0.outcome_after(position, mv)
    }

    fn outcomes_after_each(
        &self,
        position: &PlainPosition,
        moves: &[PlainMove],
        outcomes: &mut Vec<Option<Outcome>>,
    ) -> bool {
        self.0.outcomes_after_each(position, moves, outcomes)
    }

    fn count_moves_after(&self, position: &PlainPosition, mv: PlainMove) -> u64 {
        self.0.count_moves_after(position, mv)
    }

    fn count_moves_after_each(
        &self,
        position: &PlainPosition,
        moves: &[PlainMove],
        counts: &mut Vec<u64>,
    ) {
        self.0.count_moves_after_each(position, moves, counts);
    }

    fn may_have_equal_children(&self, position: &PlainPosition) -> bool {
        self.0.may_have_equal_children(position)
    }

    fn key(&self, position: &PlainPosition) -> Key {
        self.0.key(position)
    }

    fn code_bits(&self) -> Option<u32> {
        self.0.code_bits()
    }

    fn code(&self, position: &PlainPosition) -> u64 {
        self.0.code(position)
    }

    fn situation_key(&self, position: &PlainPosition) -> Key {
        self.0.situation_key(position)
    }

    fn key_after(&self, position: &PlainPosition, mv: PlainMove) -> Key {
        self.0.key_after(position, mv)
    }

    fn placed_key(&self, position: &PlainPosition) -> Key {
        self.0.placed_key(position)
    }

    fn null_move(&self, position: &PlainPosition) -> Option<PlainPosition> {
        self.0.null_move(position)
    }

    fn count_own_men(&self, position: &PlainPosition) -> u32 {
        self.0.count_own_men(position)
    }

    fn move_class(&self, position: &PlainPosition, mv: PlainMove) -> u8 {
        self.0.move_class(position, mv)
    }

    fn glance(&self, position: &PlainPosition) -> Option<(Player, u32)> {
        self.0.glance(position)
    }

    fn noisy_moves(&self, position: &PlainPosition, moves: &mut Vec<PlainMove>) {
        self.0.noisy_moves(position, moves);
    }

    fn must_be_noisy(&self, position: &PlainPosition) -> bool {
        self.0.must_be_noisy(position)
    }

    fn numbering(&self) -> Option<&dyn Numbering<PlainPosition>> {
        self.0.numbering()
    }

    fn order(&self) -> Option<&dyn Order<Self>> {
        self.0.order()
    }

    fn evaluator(&self) -> Option<&dyn Evaluate<Self>> {
        self.0.evaluator()
    }

    fn cost_model(&self) -> Option<&dyn CostModel<Self>> {
        self.0.cost_model()
    }

    fn with_costs(&self, text: &str) -> Result<PlainGame, InputError> {
        self.0.game_with_costs(text).map(Plain)
    }

    fn cost_terms(&self, position: &PlainPosition, found: &mut dyn FnMut(&str, i32)) {
        self.0.cost_terms(position, found);
    }

    fn evaluator_names(&self) -> &'static [&'static str] {
        self.0.evaluator_names()
    }

    fn make_evaluator(
        &self,
        name: &str,
        weights: Option<&str>,
    ) -> Result<Box<dyn Evaluate<Self>>, InputError> {
        self.0.make_evaluator(name, weights)
    }
}
