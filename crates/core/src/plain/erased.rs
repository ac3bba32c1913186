//! What rules and games can do, with positions and moves whose types are forgotten.

use super::PlainGame;
use super::moves::{PlainMove, Rack};
use super::position::PlainPosition;
use crate::{
    Canonical, Cost, CostModel, CostScale, EndingBoard, Endings, Evaluate, Game, InputError,
    Judgement, Key, Margins, Men, Numbered, Numbering, Order, Outcome, Player, RaceBoard, Racers,
    Repetition, Rules, Trust,
};
use std::sync::Arc;

/// [`Rules`], function by function. Those that are missing follow from the others.
pub trait ErasedRules: Send + Sync {
    fn spec(&self) -> String;
    fn content(&self) -> Option<[u8; 32]>;
    fn repetition(&self) -> Repetition;
    fn is_drawless(&self) -> bool;
    fn initial(&self) -> PlainPosition;
    fn side_to_move(&self, position: &PlainPosition) -> Player;
    fn outcome(&self, position: &PlainPosition) -> Option<Outcome>;
    fn moves(&self, position: &PlainPosition, moves: &mut Vec<PlainMove>);
    fn after(&self, position: &PlainPosition, mv: PlainMove) -> PlainPosition;
    fn encoded_len(&self) -> usize;
    fn encode(&self, position: &PlainPosition, bytes: &mut Vec<u8>);
    fn decode(&self, bytes: &[u8]) -> Option<PlainPosition>;
    fn situation(&self, position: &PlainPosition, bytes: &mut Vec<u8>);
    fn may_repeat(&self, mv: PlainMove) -> bool;
    fn rules_with_past(&self, past: &[PlainPosition]) -> Option<Arc<dyn ErasedRules>>;
    fn move_code(&self, mv: PlainMove) -> u32;
    fn symmetries(&self) -> usize;
    fn transform(&self, position: &PlainPosition, symmetry: usize) -> PlainPosition;
    fn transform_move(&self, mv: PlainMove, symmetry: usize) -> PlainMove;
    fn canonical(&self, position: &PlainPosition) -> Canonical<PlainPosition>;
    fn endings(&self) -> Option<&dyn Endings<PlainPosition>>;
    fn race_board(&self) -> Option<RaceBoard>;
    fn racers(&self, position: &PlainPosition) -> Option<Racers>;
    fn settled(&self, position: &PlainPosition) -> Option<Player>;
    fn position_text(&self, position: &PlainPosition) -> String;
    fn parse_position(&self, text: &str) -> Result<PlainPosition, InputError>;
    fn move_text(&self, position: &PlainPosition, mv: PlainMove) -> String;
    fn parse_move(&self, position: &PlainPosition, text: &str) -> Result<PlainMove, InputError>;
    fn lead(&self, position: &PlainPosition) -> Option<f64>;
    fn draw(&self, position: &PlainPosition) -> String;
}

/// [`Game`], function by function. Those that are missing follow from the others.
pub trait ErasedGame: ErasedRules {
    fn game_with_past(&self, past: &[PlainPosition]) -> Option<Arc<dyn ErasedGame>>;
    fn judge(&self, position: &PlainPosition) -> Judgement;
    fn candidates(&self, position: &PlainPosition, moves: &mut Vec<PlainMove>);
    fn count_candidates(&self, position: &PlainPosition) -> u32;
    fn count_moves(&self, position: &PlainPosition) -> u64;
    fn outcome_after(&self, position: &PlainPosition, mv: PlainMove) -> Option<Outcome>;
    fn outcomes_after_each(
        &self,
        position: &PlainPosition,
        moves: &[PlainMove],
        outcomes: &mut Vec<Option<Outcome>>,
    ) -> bool;
    fn count_moves_after(&self, position: &PlainPosition, mv: PlainMove) -> u64;
    fn count_moves_after_each(
        &self,
        position: &PlainPosition,
        moves: &[PlainMove],
        counts: &mut Vec<u64>,
    );
    fn may_have_equal_children(&self, position: &PlainPosition) -> bool;
    fn key(&self, position: &PlainPosition) -> Key;
    fn code_bits(&self) -> Option<u32>;
    fn code(&self, position: &PlainPosition) -> u64;
    fn situation_key(&self, position: &PlainPosition) -> Key;
    fn key_after(&self, position: &PlainPosition, mv: PlainMove) -> Key;
    fn placed_key(&self, position: &PlainPosition) -> Key;
    fn null_move(&self, position: &PlainPosition) -> Option<PlainPosition>;
    fn count_own_men(&self, position: &PlainPosition) -> u32;
    fn move_class(&self, position: &PlainPosition, mv: PlainMove) -> u8;
    fn glance(&self, position: &PlainPosition) -> Option<(Player, u32)>;
    fn noisy_moves(&self, position: &PlainPosition, moves: &mut Vec<PlainMove>);
    fn must_be_noisy(&self, position: &PlainPosition) -> bool;
    fn numbering(&self) -> Option<&dyn Numbering<PlainPosition>>;
    fn order(&self) -> Option<&dyn Order<PlainGame>>;
    fn evaluator(&self) -> Option<&dyn Evaluate<PlainGame>>;
    fn cost_model(&self) -> Option<&dyn CostModel<PlainGame>>;
    fn game_with_costs(&self, text: &str) -> Result<Arc<dyn ErasedGame>, InputError>;
    fn cost_terms(&self, position: &PlainPosition, found: &mut dyn FnMut(&str, i32));
    fn evaluator_names(&self) -> &'static [&'static str];
    fn make_evaluator(
        &self,
        name: &str,
        weights: Option<&str>,
    ) -> Result<Box<dyn Evaluate<PlainGame>>, InputError>;
}

/// Rules whose type is to be forgotten, and the moves they have given out.
pub(super) struct Of<R: Rules> {
    rules: R,
    rack: Rack<R::Move>,
}

impl<R: Rules> Of<R> {
    pub(super) fn new(rules: R) -> Of<R> {
        Of { rules, rack: Rack::new() }
    }

    fn ticket(&self, mv: R::Move) -> PlainMove {
        self.rack.ticket(mv, self.rules.move_code(mv))
    }

    fn real(&self, moves: &[PlainMove]) -> Vec<R::Move> {
        moves.iter().map(|&mv| self.rack.get(mv)).collect()
    }

    /// Hands out the moves that `fill` finds.
    fn hand_out(&self, moves: &mut Vec<PlainMove>, fill: impl FnOnce(&mut Vec<R::Move>)) {
        let mut found = Vec::new();
        fill(&mut found);
        moves.clear();
        moves.extend(found.into_iter().map(|mv| self.ticket(mv)));
    }
}

impl<R: Rules + 'static> Of<R>
where
    R::Position: 'static,
{
    fn with_past(&self, past: &[PlainPosition]) -> Option<Of<R>> {
        let past: Vec<R::Position> =
            past.iter().map(|been| been.get::<R::Position>().clone()).collect();
        self.rules.with_past(&past).map(Of::new)
    }
}

impl<R: Rules + 'static> ErasedRules for Of<R> {
    fn spec(&self) -> String {
        self.rules.spec()
    }

    fn content(&self) -> Option<[u8; 32]> {
        self.rules.content()
    }

    fn repetition(&self) -> Repetition {
        self.rules.repetition()
    }

    fn is_drawless(&self) -> bool {
        self.rules.is_drawless()
    }

    fn initial(&self) -> PlainPosition {
        PlainPosition::new(self.rules.initial())
    }

    fn side_to_move(&self, position: &PlainPosition) -> Player {
        self.rules.side_to_move(position.get())
    }

    fn outcome(&self, position: &PlainPosition) -> Option<Outcome> {
        self.rules.outcome(position.get())
    }

    fn moves(&self, position: &PlainPosition, moves: &mut Vec<PlainMove>) {
        self.hand_out(moves, |found| self.rules.moves(position.get(), found));
    }

    fn after(&self, position: &PlainPosition, mv: PlainMove) -> PlainPosition {
        PlainPosition::new(self.rules.after(position.get(), self.rack.get(mv)))
    }

    fn encoded_len(&self) -> usize {
        self.rules.encoded_len()
    }

    fn encode(&self, position: &PlainPosition, bytes: &mut Vec<u8>) {
        self.rules.encode(position.get(), bytes);
    }

    fn decode(&self, bytes: &[u8]) -> Option<PlainPosition> {
        self.rules.decode(bytes).map(PlainPosition::new)
    }

    fn situation(&self, position: &PlainPosition, bytes: &mut Vec<u8>) {
        self.rules.situation(position.get(), bytes);
    }

    fn may_repeat(&self, mv: PlainMove) -> bool {
        self.rules.may_repeat(self.rack.get(mv))
    }

    fn rules_with_past(&self, past: &[PlainPosition]) -> Option<Arc<dyn ErasedRules>> {
        Some(Arc::new(self.with_past(past)?))
    }

    fn move_code(&self, mv: PlainMove) -> u32 {
        self.rules.move_code(self.rack.get(mv))
    }

    fn symmetries(&self) -> usize {
        self.rules.symmetries()
    }

    fn transform(&self, position: &PlainPosition, symmetry: usize) -> PlainPosition {
        PlainPosition::new(self.rules.transform(position.get(), symmetry))
    }

    fn transform_move(&self, mv: PlainMove, symmetry: usize) -> PlainMove {
        self.ticket(self.rules.transform_move(self.rack.get(mv), symmetry))
    }

    fn canonical(&self, position: &PlainPosition) -> Canonical<PlainPosition> {
        let Canonical { position, bytes, symmetry } = self.rules.canonical(position.get());
        Canonical { position: PlainPosition::new(position), bytes, symmetry }
    }

    fn endings(&self) -> Option<&dyn Endings<PlainPosition>> {
        self.rules.endings().is_some().then_some(self as &dyn Endings<PlainPosition>)
    }

    fn race_board(&self) -> Option<RaceBoard> {
        self.rules.race_board()
    }

    fn racers(&self, position: &PlainPosition) -> Option<Racers> {
        self.rules.racers(position.get())
    }

    fn settled(&self, position: &PlainPosition) -> Option<Player> {
        self.rules.settled(position.get())
    }

    fn position_text(&self, position: &PlainPosition) -> String {
        self.rules.position_text(position.get())
    }

    fn parse_position(&self, text: &str) -> Result<PlainPosition, InputError> {
        self.rules.parse_position(text).map(PlainPosition::new)
    }

    fn move_text(&self, position: &PlainPosition, mv: PlainMove) -> String {
        self.rules.move_text(position.get(), self.rack.get(mv))
    }

    fn parse_move(&self, position: &PlainPosition, text: &str) -> Result<PlainMove, InputError> {
        self.rules.parse_move(position.get(), text).map(|mv| self.ticket(mv))
    }

    fn lead(&self, position: &PlainPosition) -> Option<f64> {
        self.rules.lead(position.get())
    }

    fn draw(&self, position: &PlainPosition) -> String {
        self.rules.draw(position.get())
    }
}

impl<R: Rules + 'static> Of<R> {
    fn own_endings(&self) -> &dyn Endings<R::Position> {
        self.rules.endings().expect("they are offered only where the game has some")
    }
}

impl<R: Rules + 'static> Endings<PlainPosition> for Of<R> {
    fn board(&self) -> EndingBoard {
        self.own_endings().board()
    }

    fn count(&self, position: &PlainPosition) -> u32 {
        self.own_endings().count(position.get())
    }

    fn men(&self, position: &PlainPosition) -> Men {
        self.own_endings().men(position.get())
    }

    fn position(&self, men: &Men) -> Option<PlainPosition> {
        self.own_endings().position(men).map(PlainPosition::new)
    }

    fn before(&self, men: &Men, found: &mut dyn FnMut(Men)) {
        self.own_endings().before(men, found);
    }
}

impl<G: Game + Clone + 'static> ErasedGame for Of<G> {
    fn game_with_past(&self, past: &[PlainPosition]) -> Option<Arc<dyn ErasedGame>> {
        Some(Arc::new(self.with_past(past)?))
    }

    fn judge(&self, position: &PlainPosition) -> Judgement {
        self.rules.judge(position.get())
    }

    fn candidates(&self, position: &PlainPosition, moves: &mut Vec<PlainMove>) {
        self.hand_out(moves, |found| self.rules.candidates(position.get(), found));
    }

    fn count_candidates(&self, position: &PlainPosition) -> u32 {
        self.rules.count_candidates(position.get())
    }

    fn count_moves(&self, position: &PlainPosition) -> u64 {
        self.rules.count_moves(position.get())
    }

    fn outcome_after(&self, position: &PlainPosition, mv: PlainMove) -> Option<Outcome> {
        self.rules.outcome_after(position.get(), self.rack.get(mv))
    }

    fn outcomes_after_each(
        &self,
        position: &PlainPosition,
        moves: &[PlainMove],
        outcomes: &mut Vec<Option<Outcome>>,
    ) -> bool {
        self.rules.outcomes_after_each(position.get(), &self.real(moves), outcomes)
    }

    fn count_moves_after(&self, position: &PlainPosition, mv: PlainMove) -> u64 {
        self.rules.count_moves_after(position.get(), self.rack.get(mv))
    }

    fn count_moves_after_each(
        &self,
        position: &PlainPosition,
        moves: &[PlainMove],
        counts: &mut Vec<u64>,
    ) {
        self.rules.count_moves_after_each(position.get(), &self.real(moves), counts);
    }

    fn may_have_equal_children(&self, position: &PlainPosition) -> bool {
        self.rules.may_have_equal_children(position.get())
    }

    fn key(&self, position: &PlainPosition) -> Key {
        self.rules.key(position.get())
    }

    fn code_bits(&self) -> Option<u32> {
        self.rules.code_bits()
    }

    fn code(&self, position: &PlainPosition) -> u64 {
        self.rules.code(position.get())
    }

    fn situation_key(&self, position: &PlainPosition) -> Key {
        self.rules.situation_key(position.get())
    }

    fn key_after(&self, position: &PlainPosition, mv: PlainMove) -> Key {
        self.rules.key_after(position.get(), self.rack.get(mv))
    }

    fn placed_key(&self, position: &PlainPosition) -> Key {
        self.rules.placed_key(position.get())
    }

    fn null_move(&self, position: &PlainPosition) -> Option<PlainPosition> {
        self.rules.null_move(position.get()).map(PlainPosition::new)
    }

    fn count_own_men(&self, position: &PlainPosition) -> u32 {
        self.rules.count_own_men(position.get())
    }

    fn move_class(&self, position: &PlainPosition, mv: PlainMove) -> u8 {
        self.rules.move_class(position.get(), self.rack.get(mv))
    }

    fn glance(&self, position: &PlainPosition) -> Option<(Player, u32)> {
        self.rules.glance(position.get())
    }

    fn noisy_moves(&self, position: &PlainPosition, moves: &mut Vec<PlainMove>) {
        self.hand_out(moves, |found| self.rules.noisy_moves(position.get(), found));
    }

    fn must_be_noisy(&self, position: &PlainPosition) -> bool {
        self.rules.must_be_noisy(position.get())
    }

    fn numbering(&self) -> Option<&dyn Numbering<PlainPosition>> {
        self.rules.numbering().is_some().then_some(self as &dyn Numbering<PlainPosition>)
    }

    fn order(&self) -> Option<&dyn Order<PlainGame>> {
        self.rules.order().is_some().then_some(self as &dyn Order<PlainGame>)
    }

    fn evaluator(&self) -> Option<&dyn Evaluate<PlainGame>> {
        self.rules.evaluator().is_some().then_some(self as &dyn Evaluate<PlainGame>)
    }

    fn cost_model(&self) -> Option<&dyn CostModel<PlainGame>> {
        self.rules.cost_model().is_some().then_some(self as &dyn CostModel<PlainGame>)
    }

    fn game_with_costs(&self, text: &str) -> Result<Arc<dyn ErasedGame>, InputError> {
        Ok(Arc::new(Of::new(self.rules.with_costs(text)?)))
    }

    fn cost_terms(&self, position: &PlainPosition, found: &mut dyn FnMut(&str, i32)) {
        self.rules.cost_terms(position.get(), found);
    }

    fn evaluator_names(&self) -> &'static [&'static str] {
        self.rules.evaluator_names()
    }

    fn make_evaluator(
        &self,
        name: &str,
        weights: Option<&str>,
    ) -> Result<Box<dyn Evaluate<PlainGame>>, InputError> {
        let evaluator = self.rules.make_evaluator(name, weights)?;
        Ok(Box::new(Made { game: self.rules.clone(), evaluator }))
    }
}

impl<G: Game + 'static> Of<G> {
    fn own_numbering(&self) -> &dyn Numbering<G::Position> {
        self.rules.numbering().expect("it is offered only where the game has one")
    }

    fn own_costs(&self) -> &dyn CostModel<G> {
        self.rules.cost_model().expect("it is offered only where the game has one")
    }

    fn own_order(&self) -> &dyn Order<G> {
        self.rules.order().expect("it is offered only where the game has one")
    }
}

impl<G: Game + 'static> Numbering<PlainPosition> for Of<G> {
    fn count(&self) -> u64 {
        self.own_numbering().count()
    }

    fn stages(&self) -> u32 {
        self.own_numbering().stages()
    }

    fn blocks(&self) -> u64 {
        self.own_numbering().blocks()
    }

    fn for_each(&self, stage: u32, block: u64, found: &mut dyn FnMut(u64)) {
        self.own_numbering().for_each(stage, block, found);
    }

    fn number(&self, position: &PlainPosition) -> Numbered {
        self.own_numbering().number(position.get())
    }

    fn position(&self, number: u64) -> Option<PlainPosition> {
        self.own_numbering().position(number).map(PlainPosition::new)
    }
}

/// The game's own order of moves; the game that it is asked with is the plain one of this.
impl<G: Game + 'static> Order<PlainGame> for Of<G> {
    fn features(&self) -> &'static [&'static str] {
        self.own_order().features()
    }

    fn weights(&self) -> &[i32] {
        self.own_order().weights()
    }

    fn leads(&self, _game: &PlainGame) -> bool {
        self.own_order().leads(&self.rules)
    }

    fn score(
        &self,
        _game: &PlainGame,
        position: &PlainPosition,
        moves: &[PlainMove],
        margins: &[Margins],
        weights: &[i32],
        scores: &mut Vec<i32>,
    ) {
        let moves = self.real(moves);
        self.own_order().score(&self.rules, position.get(), &moves, margins, weights, scores);
    }
}

/// The game's own model of cost.
impl<G: Game + 'static> CostModel<PlainGame> for Of<G> {
    fn cost(&self, _game: &PlainGame, position: &PlainPosition) -> Cost {
        self.own_costs().cost(&self.rules, position.get())
    }

    fn scale(&self) -> CostScale {
        self.own_costs().scale()
    }
}

/// An evaluator with the game it is of.
trait Evaluates: Send + Sync {
    type Game: Game;
    fn game(&self) -> &Self::Game;
    fn own(&self) -> &dyn Evaluate<Self::Game>;
}

/// The game's own evaluator, where it has one.
impl<G: Game + 'static> Evaluates for Of<G> {
    type Game = G;

    fn game(&self) -> &G {
        &self.rules
    }

    fn own(&self) -> &dyn Evaluate<G> {
        self.rules.evaluator().expect("it is offered only where the game has one")
    }
}

/// An evaluator that was made by name.
struct Made<G: Game> {
    game: G,
    evaluator: Box<dyn Evaluate<G>>,
}

impl<G: Game + 'static> Evaluates for Made<G> {
    type Game = G;

    fn game(&self) -> &G {
        &self.game
    }

    fn own(&self) -> &dyn Evaluate<G> {
        &*self.evaluator
    }
}

impl<E: Evaluates> Evaluate<PlainGame> for E
where
    <E::Game as Rules>::Position: 'static,
{
    fn evaluate(&self, _game: &PlainGame, position: &PlainPosition) -> i32 {
        self.own().evaluate(self.game(), position.get())
    }

    fn decisive(&self) -> i32 {
        self.own().decisive()
    }

    fn feature_names(&self) -> &[&'static str] {
        self.own().feature_names()
    }

    fn feature_weights(&self) -> &[i32] {
        self.own().feature_weights()
    }

    fn feature_values(&self, _game: &PlainGame, position: &PlainPosition, values: &mut Vec<i32>) {
        self.own().feature_values(self.game(), position.get(), values);
    }

    fn trust(&self) -> Trust {
        self.own().trust()
    }
}
