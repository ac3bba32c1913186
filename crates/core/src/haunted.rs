//! Rules that remember what was on the board before: a history that is part of the game.
//!
//! Under superko a position alone is not the whole truth: moves that lead back to where the game has
//! been are illegal. But a superko game in which some positions have been already is again a superko
//! game, with fewer moves:
//!
//! ```text
//!   start --> .. --> P --> root        past: the situations of start, .., P
//!                          / | \       gone: every move, here and below, that leads to one of them
//!                         .  x  .      (a move that may repeat, such as a pass in Go, never goes)
//! ```
//!
//! A player in a position that is not over, all of whose moves are gone, has lost: the game counts as
//! over there. What superko forbids on top, along the path from the root on, is the business of
//! whoever walks it, as ever. So solvers, verifiers and players that are sound for rules under superko
//! are sound for these, and need to know nothing of histories.
//!
//! Two promises deserve a look. Positions of one situation still have the same moves to the same
//! positions, but for those that may repeat ([`Rules::situation`]), because a move goes or stays by the
//! situation it leads to. And images of a position under the symmetries of the board are no longer
//! alike: with a past there is only the identity.
//!
//! Without a past all of it is the rules themselves, at the price of one branch.

use crate::{
    Canonical, Cost, CostModel, CostScale, Endings, Evaluate, Game, History, InputError, Judgement,
    Key, Margins, NetworkSight, Numbering, Order, Outcome, Player, RaceBoard, Racers, Repetition,
    Rules, Trust,
};
use std::fmt;
use std::sync::Arc;

/// A game with a past; made without one by [`Haunted::new`].
#[derive(Clone)]
pub struct Haunted<R> {
    rules: R,
    /// What has been; `None` if nothing has.
    past: Option<Arc<History>>,
}

impl<R> Haunted<R> {
    /// The rules as they are: nothing has been yet.
    #[must_use]
    pub fn new(rules: R) -> Haunted<R> {
        Haunted { rules, past: None }
    }

    /// The rules without their past.
    #[must_use]
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// Whether something has been.
    #[inline]
    #[must_use]
    fn has_past(&self) -> bool {
        self.past.is_some()
    }
}

impl<R: Rules> Haunted<R> {
    /// The same game after these positions have been, too. `None` where that means nothing: the game
    /// has no superko.
    #[must_use]
    fn after_history(&self, been: &[R::Position]) -> Option<Haunted<R>>
    where
        R: Clone,
    {
        if !self.rules.repetition().is_superko() {
            return None;
        }
        let mut past = self.past.as_deref().cloned().unwrap_or_default();
        been.iter().for_each(|position| past.push(&self.rules, position));
        let past = (past.situations() > 0).then(|| Arc::new(past));
        Some(Haunted { rules: self.rules.clone(), past })
    }

    /// What the end of the game is with a past.
    #[cold]
    fn outcome_with(&self, past: &History, position: &R::Position) -> Option<Outcome> {
        past.outcome(&self.rules, position)
    }

    /// The moves with a past, in the game's order; none where the game is over.
    #[cold]
    fn moves_with(&self, past: &History, position: &R::Position, moves: &mut Vec<R::Move>) {
        self.rules.moves(position, moves);
        past.retain(&self.rules, position, moves);
    }
}

impl<R: fmt::Debug> fmt::Debug for Haunted<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let been = self.past.as_ref().map_or(0, |past| past.situations());
        f.debug_struct("Haunted").field("rules", &self.rules).field("been", &been).finish()
    }
}

impl<R: Rules + Clone> Rules for Haunted<R> {
    type Position = R::Position;
    type Move = R::Move;

    fn spec(&self) -> String {
        self.rules.spec()
    }

    fn content(&self) -> Option<[u8; 32]> {
        self.rules.content()
    }

    #[inline]
    fn repetition(&self) -> Repetition {
        self.rules.repetition()
    }

    #[inline]
    fn is_drawless(&self) -> bool {
        self.rules.is_drawless()
    }

    fn initial(&self) -> R::Position {
        self.rules.initial()
    }

    #[inline]
    fn side_to_move(&self, position: &R::Position) -> Player {
        self.rules.side_to_move(position)
    }

    #[inline]
    fn outcome(&self, position: &R::Position) -> Option<Outcome> {
        match &self.past {
            None => self.rules.outcome(position),
            Some(past) => self.outcome_with(past, position),
        }
    }

    #[inline]
    fn moves(&self, position: &R::Position, moves: &mut Vec<R::Move>) {
        match &self.past {
            None => self.rules.moves(position, moves),
            Some(past) => self.moves_with(past, position, moves),
        }
    }

    #[inline]
    fn play_unchecked(&self, position: &mut R::Position, mv: R::Move) {
        self.rules.play_unchecked(position, mv);
    }

    #[inline]
    fn after(&self, position: &R::Position, mv: R::Move) -> R::Position {
        self.rules.after(position, mv)
    }

    fn encoded_len(&self) -> usize {
        self.rules.encoded_len()
    }

    #[inline]
    fn encode(&self, position: &R::Position, bytes: &mut Vec<u8>) {
        self.rules.encode(position, bytes);
    }

    #[inline]
    fn decode(&self, bytes: &[u8]) -> Option<R::Position> {
        self.rules.decode(bytes)
    }

    #[inline]
    fn situation(&self, position: &R::Position, bytes: &mut Vec<u8>) {
        self.rules.situation(position, bytes);
    }

    #[inline]
    fn may_repeat(&self, mv: R::Move) -> bool {
        self.rules.may_repeat(mv)
    }

    fn with_past(&self, past: &[R::Position]) -> Option<Haunted<R>> {
        self.after_history(past)
    }

    #[inline]
    fn move_code(&self, mv: R::Move) -> u32 {
        self.rules.move_code(mv)
    }

    #[inline]
    fn symmetries(&self) -> usize {
        if self.has_past() { 1 } else { self.rules.symmetries() }
    }

    #[inline]
    fn transform(&self, position: &R::Position, symmetry: usize) -> R::Position {
        self.rules.transform(position, symmetry)
    }

    #[inline]
    fn transform_move(&self, mv: R::Move, symmetry: usize) -> R::Move {
        self.rules.transform_move(mv, symmetry)
    }

    #[inline]
    fn canonical(&self, position: &R::Position) -> Canonical<R::Position> {
        if !self.has_past() {
            return self.rules.canonical(position);
        }
        let mut bytes = Vec::with_capacity(self.encoded_len());
        self.encode(position, &mut bytes);
        Canonical { position: position.clone(), bytes, symmetry: 0 }
    }

    fn endings(&self) -> Option<&dyn Endings<R::Position>> {
        if self.has_past() { None } else { self.rules.endings() }
    }

    fn race_board(&self) -> Option<RaceBoard> {
        if self.has_past() { None } else { self.rules.race_board() }
    }

    #[inline]
    fn racers(&self, position: &R::Position) -> Option<Racers> {
        if self.has_past() { None } else { self.rules.racers(position) }
    }

    fn settled(&self, position: &R::Position) -> Option<Player> {
        if self.has_past() { None } else { self.rules.settled(position) }
    }

    fn position_text(&self, position: &R::Position) -> String {
        self.rules.position_text(position)
    }

    fn parse_position(&self, text: &str) -> Result<R::Position, InputError> {
        self.rules.parse_position(text)
    }

    fn move_text(&self, position: &R::Position, mv: R::Move) -> String {
        self.rules.move_text(position, mv)
    }

    fn parse_move(&self, position: &R::Position, text: &str) -> Result<R::Move, InputError> {
        let mv = self.rules.parse_move(position, text)?;
        match &self.past {
            Some(past) if past.forbids(&self.rules, mv, &self.rules.after(position, mv)) => {
                Err(InputError::repeats(text))
            }
            _ => Ok(mv),
        }
    }

    fn lead(&self, position: &R::Position) -> Option<f64> {
        self.rules.lead(position)
    }

    fn draw(&self, position: &R::Position) -> String {
        self.rules.draw(position)
    }
}

/// What static knowledge says may rest on moves that are gone, so with a past there is none, unless
/// the game says that its knowledge rests on moves that may repeat.
impl<R: Game + Clone + 'static> Game for Haunted<R> {
    #[inline]
    fn judge(&self, position: &R::Position) -> Judgement {
        let Some(past) = &self.past else { return self.rules.judge(position) };
        if R::JUDGES_BY_REPEATABLE_MOVES
            && let Judgement::Decided(winner) = self.rules.judge(position)
        {
            return Judgement::Decided(winner);
        }
        self.outcome_with(past, position).map_or(Judgement::Open, Judgement::Over)
    }

    const JUDGES_CHILDREN: bool = R::JUDGES_CHILDREN;
    const JUDGES_BY_REPEATABLE_MOVES: bool = R::JUDGES_BY_REPEATABLE_MOVES;

    #[inline]
    fn judge_children(
        &self,
        position: &R::Position,
        moves: &[R::Move],
        judgements: &mut Vec<Judgement>,
    ) {
        if !self.has_past() {
            return self.rules.judge_children(position, moves, judgements);
        }
        judgements.clear();
        judgements.extend(moves.iter().map(|&mv| self.judge(&self.after(position, mv))));
    }

    #[inline]
    fn candidates(&self, position: &R::Position, moves: &mut Vec<R::Move>) {
        match &self.past {
            None => self.rules.candidates(position, moves),
            Some(past) => self.moves_with(past, position, moves),
        }
    }

    #[inline]
    fn count_candidates(&self, position: &R::Position) -> u32 {
        if !self.has_past() {
            return self.rules.count_candidates(position);
        }
        self.count_moves(position) as u32
    }

    #[inline]
    fn count_moves(&self, position: &R::Position) -> u64 {
        match &self.past {
            None => self.rules.count_moves(position),
            Some(past) => {
                let mut moves = Vec::new();
                self.moves_with(past, position, &mut moves);
                moves.len() as u64
            }
        }
    }

    #[inline]
    fn outcome_after(&self, position: &R::Position, mv: R::Move) -> Option<Outcome> {
        match &self.past {
            None => self.rules.outcome_after(position, mv),
            Some(past) => self.outcome_with(past, &self.rules.after(position, mv)),
        }
    }

    #[inline]
    fn outcomes_after_each(
        &self,
        position: &R::Position,
        moves: &[R::Move],
        outcomes: &mut Vec<Option<Outcome>>,
    ) -> bool {
        if !self.has_past() {
            return self.rules.outcomes_after_each(position, moves, outcomes);
        }
        outcomes.clear();
        outcomes.extend(moves.iter().map(|&mv| self.outcome_after(position, mv)));
        true
    }

    #[inline]
    fn count_moves_after(&self, position: &R::Position, mv: R::Move) -> u64 {
        if !self.has_past() {
            return self.rules.count_moves_after(position, mv);
        }
        self.count_moves(&self.after(position, mv))
    }

    #[inline]
    fn count_moves_after_each(
        &self,
        position: &R::Position,
        moves: &[R::Move],
        counts: &mut Vec<u64>,
    ) {
        if !self.has_past() {
            return self.rules.count_moves_after_each(position, moves, counts);
        }
        counts.clear();
        counts.extend(moves.iter().map(|&mv| self.count_moves_after(position, mv)));
    }

    #[inline]
    fn may_have_equal_children(&self, position: &R::Position) -> bool {
        self.rules.may_have_equal_children(position)
    }

    #[inline]
    fn key(&self, position: &R::Position) -> Key {
        match self.has_past() && self.rules.symmetries() > 1 {
            false => self.rules.key(position),
            true => self.rules.placed_key(position),
        }
    }

    #[inline]
    fn code_bits(&self) -> Option<u32> {
        match self.has_past() && self.rules.symmetries() > 1 {
            false => self.rules.code_bits(),
            true => None,
        }
    }

    #[inline]
    fn code(&self, position: &R::Position) -> u64 {
        match self.has_past() && self.rules.symmetries() > 1 {
            false => self.rules.code(position),
            true => self.rules.placed_key(position).tag,
        }
    }

    #[inline]
    fn situation_key(&self, position: &R::Position) -> Key {
        self.rules.situation_key(position)
    }

    #[inline]
    fn key_after(&self, position: &R::Position, mv: R::Move) -> Key {
        match self.has_past() && self.rules.symmetries() > 1 {
            false => self.rules.key_after(position, mv),
            true => self.rules.placed_key(&self.rules.after(position, mv)),
        }
    }

    #[inline]
    fn for_each_key_after(
        &self,
        position: &R::Position,
        moves: &[R::Move],
        counts: bool,
        mut found: impl FnMut(R::Move, Key, u64),
    ) {
        if !self.has_past() {
            return self.rules.for_each_key_after(position, moves, counts, found);
        }
        for &mv in moves {
            let count = if counts { self.count_moves_after(position, mv) } else { 1 };
            found(mv, self.key_after(position, mv), count);
        }
    }

    #[inline]
    fn placed_key(&self, position: &R::Position) -> Key {
        self.rules.placed_key(position)
    }

    #[inline]
    fn null_move(&self, position: &R::Position) -> Option<R::Position> {
        self.rules.null_move(position)
    }

    #[inline]
    fn count_own_men(&self, position: &R::Position) -> u32 {
        self.rules.count_own_men(position)
    }

    #[inline]
    fn move_class(&self, position: &R::Position, mv: R::Move) -> u8 {
        self.rules.move_class(position, mv)
    }

    #[inline]
    fn glance(&self, position: &R::Position) -> Option<(Player, u32)> {
        if self.has_past() { None } else { self.rules.glance(position) }
    }

    #[inline]
    fn noisy_moves(&self, position: &R::Position, moves: &mut Vec<R::Move>) {
        self.rules.noisy_moves(position, moves);
        if let Some(past) = &self.past {
            past.retain(&self.rules, position, moves);
        }
    }

    #[inline]
    fn must_be_noisy(&self, position: &R::Position) -> bool {
        self.rules.must_be_noisy(position)
    }

    /// Whoever works by numbers may take moves back on the bare board.
    fn numbering(&self) -> Option<&dyn Numbering<R::Position>> {
        if self.has_past() { None } else { self.rules.numbering() }
    }

    fn order(&self) -> Option<&dyn Order<Self>> {
        self.rules.order().is_some().then_some(self as &dyn Order<Self>)
    }

    fn evaluator(&self) -> Option<&dyn Evaluate<Self>> {
        self.rules.evaluator().is_some().then_some(self as &dyn Evaluate<Self>)
    }

    fn cost_model(&self) -> Option<&dyn CostModel<Self>> {
        self.rules.cost_model().is_some().then_some(self as &dyn CostModel<Self>)
    }

    fn with_costs(&self, text: &str) -> Result<Haunted<R>, InputError> {
        Ok(Haunted { rules: self.rules.with_costs(text)?, past: self.past.clone() })
    }

    fn cost_terms(&self, position: &R::Position, found: &mut dyn FnMut(&str, i32)) {
        self.rules.cost_terms(position, found);
    }

    fn cost_sight(&self, position: &R::Position) -> Option<NetworkSight> {
        self.rules.cost_sight(position)
    }

    fn evaluator_names(&self) -> &'static [&'static str] {
        self.rules.evaluator_names()
    }

    fn make_evaluator(
        &self,
        name: &str,
        weights: Option<&str>,
    ) -> Result<Box<dyn Evaluate<Self>>, InputError> {
        Ok(Box::new(OfBoard(self.rules.make_evaluator(name, weights)?)))
    }
}

/// An evaluator looks at the board alone: what it says holds with any past.
struct OfBoard<R: Game>(Box<dyn Evaluate<R>>);

/// The same evaluator for the game with a past.
fn evaluator_of<R: Game>(rules: &R) -> &dyn Evaluate<R> {
    rules.evaluator().expect("it is offered only where the game has one")
}

/// The game's own evaluator, where it has one.
impl<R: Game + Clone + 'static> Evaluate<Haunted<R>> for Haunted<R> {
    #[inline]
    fn evaluate(&self, game: &Haunted<R>, position: &R::Position) -> i32 {
        evaluator_of(&self.rules).evaluate(&game.rules, position)
    }

    fn decisive(&self) -> i32 {
        evaluator_of(&self.rules).decisive()
    }

    fn feature_names(&self) -> &[&'static str] {
        evaluator_of(&self.rules).feature_names()
    }

    fn feature_weights(&self) -> &[i32] {
        evaluator_of(&self.rules).feature_weights()
    }

    fn feature_values(&self, game: &Haunted<R>, position: &R::Position, values: &mut Vec<i32>) {
        evaluator_of(&self.rules).feature_values(&game.rules, position, values);
    }

    fn trust(&self) -> Trust {
        evaluator_of(&self.rules).trust()
    }
}

impl<R: Game + Clone + 'static> Evaluate<Haunted<R>> for OfBoard<R> {
    #[inline]
    fn evaluate(&self, game: &Haunted<R>, position: &R::Position) -> i32 {
        self.0.evaluate(&game.rules, position)
    }

    fn decisive(&self) -> i32 {
        self.0.decisive()
    }

    fn feature_names(&self) -> &[&'static str] {
        self.0.feature_names()
    }

    fn feature_weights(&self) -> &[i32] {
        self.0.feature_weights()
    }

    fn feature_values(&self, game: &Haunted<R>, position: &R::Position, values: &mut Vec<i32>) {
        self.0.feature_values(&game.rules, position, values);
    }

    fn trust(&self) -> Trust {
        self.0.trust()
    }
}

fn costs_of<R: Game>(rules: &R) -> &dyn CostModel<R> {
    rules.cost_model().expect("it is offered only where the game has one")
}

/// The game's own model of cost, where it has one.
impl<R: Game + Clone + 'static> CostModel<Haunted<R>> for Haunted<R> {
    #[inline]
    fn cost(&self, game: &Haunted<R>, position: &R::Position) -> Cost {
        costs_of(&self.rules).cost(&game.rules, position)
    }

    #[inline]
    fn cost_after(&self, game: &Haunted<R>, position: &R::Position, mv: R::Move) -> Cost {
        costs_of(&self.rules).cost_after(&game.rules, position, mv)
    }

    fn scale(&self) -> CostScale {
        costs_of(&self.rules).scale()
    }
}

fn order_of<R: Game>(rules: &R) -> &dyn Order<R> {
    rules.order().expect("it is offered only where the game has one")
}

/// The game's own order of moves, where it has one.
impl<R: Game + Clone + 'static> Order<Haunted<R>> for Haunted<R> {
    fn features(&self) -> &'static [&'static str] {
        order_of(&self.rules).features()
    }

    fn weights(&self) -> &[i32] {
        order_of(&self.rules).weights()
    }

    fn leads(&self, game: &Haunted<R>) -> bool {
        order_of(&self.rules).leads(&game.rules)
    }

    fn score(
        &self,
        game: &Haunted<R>,
        position: &R::Position,
        moves: &[R::Move],
        margins: &[Margins],
        weights: &[i32],
        scores: &mut Vec<i32>,
    ) {
        order_of(&self.rules).score(&game.rules, position, moves, margins, weights, scores);
    }
}
