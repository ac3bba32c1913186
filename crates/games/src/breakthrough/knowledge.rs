//! What solvers and players ask of Breakthrough beside its rules: static knowledge, exact codes and
//! keys, evaluations, the classes of moves.
//!
//! Static knowledge (Saffidine et al., 3.2 and 3.3, in its simplest form): a man one step from
//! its goal wins if it is to move; if it is not, it must be taken at once, and two such men, or
//! one that cannot be taken, have won. The exchange rule (`exchange.rs`) sees a step further.

use super::cost::Costs;
use super::cost_windows::{self, Windows};
use super::evaluation::EVALUATION;
use super::exchange::wins_by_exchange;
use super::fast::{BothSides, Breakthrough, Move, Position, Targets};
use super::lead::{DECISIVE, TRUST, lead};
use super::network::BreakthroughNetwork;
use super::numbering::WholeBoard;
use super::order::ByFeatures;
use super::patterns::{self, Patterns};
use crate::weighted_sum;
use andor_core::{
    CostModel, Evaluate, Game, InputError, Judgement, Key, NETWORK, Numbering, Order, Outcome,
    Player, Rules, Trust,
};
use std::sync::Arc;

/// The plies of the longest win by the exchange rule.
const EXCHANGE: u32 = 7;

impl Breakthrough {
    /// The one enemy man that must be taken now, as a bit; 0 if there is none. Only for positions
    /// that `judge` calls open, where there is at most one.
    #[inline(always)]
    fn to_be_taken(&self, position: &Position) -> u64 {
        position.here.enemy & self.threshold[position.side.other() as usize]
    }

    /// Whether these men, who threaten to arrive, can be stopped: there is one, and it can be taken.
    #[inline(always)]
    fn can_be_parried(&self, position: &Position, threat: u64) -> bool {
        let targets = self.targets(position);
        threat.is_power_of_two() && (targets.left | targets.right) & threat != 0
    }

    /// Whether the exchange rule decides the position for the side to move.
    #[inline(always)]
    fn wins_by_exchange(&self, position: &Position) -> bool {
        let BothSides { own, enemy } = position.here;
        let full = u64::MAX >> (64 - self.columns);
        let row = |men: u64, from_goal: usize| match position.side {
            Player::White => men >> ((self.rows - 1 - from_goal) * self.columns) & full,
            Player::Black => men >> (from_goal * self.columns) & full,
        };
        wins_by_exchange(row(own, 2), row(enemy, 1), row(enemy, 0), full)
    }

    /// The squares worth going to in an open position: the man to be taken, or all.
    #[inline(always)]
    fn wanted(&self, position: &Position) -> u64 {
        match self.to_be_taken(position) {
            0 => u64::MAX,
            threat => threat,
        }
    }
}

/// The lead in men.
impl Evaluate<Breakthrough> for Breakthrough {
    #[inline]
    fn evaluate(&self, _: &Breakthrough, position: &Position) -> i32 {
        let BothSides { own, enemy } = position.here;
        lead(self.rectangle(), own, enemy, position.side == Player::White)
    }

    fn decisive(&self) -> i32 {
        DECISIVE
    }

    fn trust(&self) -> Trust {
        TRUST
    }
}

impl Game for Breakthrough {
    /// Men are kept as the mover sees them; inverting both sets tells whose turn it is.
    #[inline]
    fn placed_key(&self, position: &Position) -> Key {
        let BothSides { own, enemy } = position.here;
        match position.side {
            Player::White => Key::hashed(own, enemy),
            Player::Black => Key::hashed(!own, !enemy),
        }
    }

    #[inline]
    fn null_move(&self, position: &Position) -> Option<Position> {
        let swap = |men: BothSides| BothSides { own: men.enemy, enemy: men.own };
        let Position { here, mirrored, side } = *position;
        Some(Position { here: swap(here), mirrored: swap(mirrored), side: side.other() })
    }

    #[inline]
    fn count_own_men(&self, position: &Position) -> u32 {
        position.here.own.count_ones()
    }

    /// Captures before other moves.
    #[inline]
    fn move_class(&self, position: &Position, mv: Move) -> u8 {
        (position.here.enemy >> mv.to & 1) as u8
    }

    /// What [`judge`](Game::judge) decides, with its plies. The exchange rule at its longest: the man
    /// arrives, is taken twice and taken back for twice, and the last one goes home.
    #[inline]
    fn glance(&self, position: &Position) -> Option<(Player, u32)> {
        let side = position.side;
        if position.here.own & self.threshold[side as usize] != 0 {
            return Some((side, 1));
        }
        match self.to_be_taken(position) {
            0 => self.wins_by_exchange(position).then_some((side, EXCHANGE)),
            threat if self.can_be_parried(position, threat) => None,
            _ => Some((side.other(), 2)),
        }
    }

    /// Captures, and steps to the goal; of a man that must be taken, if there is one.
    fn noisy_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        let wanted = match self.to_be_taken(position) {
            0 => position.here.enemy | self.goal[position.side as usize],
            threat => threat | self.goal[position.side as usize],
        };
        self.push_moves(position.side, &self.targets(position), wanted, moves);
    }

    #[inline]
    fn must_be_noisy(&self, position: &Position) -> bool {
        self.to_be_taken(position) != 0
    }

    fn evaluator(&self) -> Option<&dyn Evaluate<Breakthrough>> {
        Some(self)
    }

    fn cost_model(&self) -> Option<&dyn CostModel<Breakthrough>> {
        let own = || Arc::new(Costs::new(&cost_windows::OWN, self.columns, self.rows));
        Some(&**self.costs.get_or_init(own))
    }

    fn with_costs(&self, text: &str) -> Result<Breakthrough, InputError> {
        let costs = Costs::new(&Windows::read(text)?, self.columns, self.rows);
        let mut game = self.clone();
        game.costs = Arc::new(costs).into();
        Ok(game)
    }

    fn cost_terms(&self, position: &Position, found: &mut dyn FnMut(&str, i32)) {
        cost_windows::terms(self, position, found);
    }

    fn evaluator_names(&self) -> &'static [&'static str] {
        match BreakthroughNetwork::is_for(self) {
            true => &[weighted_sum::NAME, patterns::NAME, NETWORK],
            false => &[weighted_sum::NAME, patterns::NAME],
        }
    }

    fn make_evaluator(
        &self,
        name: &str,
        weights: Option<&str>,
    ) -> Result<Box<dyn Evaluate<Breakthrough>>, InputError> {
        if name == patterns::NAME {
            return Ok(Box::new(Patterns::new(weights)?));
        }
        if name == NETWORK && BreakthroughNetwork::is_for(self) {
            return Ok(Box::new(BreakthroughNetwork::new(weights)?));
        }
        weighted_sum::make(self, EVALUATION, name, weights)
    }

    #[inline]
    fn judge(&self, position: &Position) -> Judgement {
        if let Some(outcome) = self.outcome(position) {
            return Judgement::Over(outcome);
        }
        let side = position.side;
        if position.here.own & self.threshold[side as usize] != 0 {
            return Judgement::Decided(side);
        }
        let threat = self.to_be_taken(position);
        if threat != 0 {
            if !self.can_be_parried(position, threat) {
                return Judgement::Decided(side.other());
            }
        } else if self.wins_by_exchange(position) {
            return Judgement::Decided(side);
        }
        Judgement::Open
    }

    /// Without a man one step from its goal, and with several enemies, no move ends the game.
    #[inline]
    fn outcomes_after_each(
        &self,
        position: &Position,
        moves: &[Move],
        outcomes: &mut Vec<Option<Outcome>>,
    ) -> bool {
        outcomes.clear();
        let BothSides { own, enemy } = position.here;
        let may_end = own & self.threshold[position.side as usize] != 0 || enemy.is_power_of_two();
        if may_end {
            outcomes.extend(moves.iter().map(|&mv| self.outcome_after(position, mv)));
        }
        may_end
    }

    #[inline]
    fn candidates(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        let targets = self.targets(position);
        self.push_moves(position.side, &targets, self.wanted(position), moves);
    }

    #[inline]
    fn count_candidates(&self, position: &Position) -> u32 {
        let Targets { straight, left, right } = self.targets(position);
        let wanted = self.wanted(position);
        (straight & wanted).count_ones()
            + (left & wanted).count_ones()
            + (right & wanted).count_ones()
    }

    #[inline]
    fn count_moves(&self, position: &Position) -> u64 {
        self.targets(position).count().into()
    }

    fn numbering(&self) -> Option<&dyn Numbering<Position>> {
        let whole = self.whole.get_or_init(|| WholeBoard::new(self).map(Box::new)).as_deref()?;
        Some(whole)
    }

    fn order(&self) -> Option<&dyn Order<Breakthrough>> {
        Some(ByFeatures::of(self))
    }

    fn code_bits(&self) -> Option<u32> {
        self.index.bits()
    }

    #[inline]
    fn code(&self, position: &Position) -> u64 {
        let side = position.side as u64;
        let number = |men: BothSides| match position.side {
            Player::White => self.index.number(men.own, men.enemy, side),
            Player::Black => self.index.number(men.enemy, men.own, side),
        };
        number(position.here).min(number(position.mirrored))
    }

    /// Exact up to 31 squares, hashed to 128 bits above.
    #[inline]
    fn key(&self, position: &Position) -> Key {
        let BothSides { own, enemy } = position.here.min(position.mirrored);
        let cells = self.columns * self.rows;
        if cells <= 31 {
            let side = position.side as u64;
            return Key::exact(side << (2 * cells) | own << cells | enemy);
        }
        // Complements mark the side to move: no two boards with 32 men or fewer are each other's.
        match position.side {
            Player::White => Key::hashed(enemy, own),
            Player::Black => Key::hashed(!enemy, !own),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Breakthrough, Position};
    use andor_core::{Game, Judgement, Outcome, Player, Rules, SplitMix64};

    /// Whether a player can win within so many plies, by the rules alone.
    fn wins(game: &Breakthrough, position: &Position, player: Player, plies: u32) -> bool {
        match (game.outcome(position), plies) {
            (Some(outcome), _) => return outcome == Outcome::Win(player),
            (None, 0) => return false,
            _ => {}
        }
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let mut children = moves.iter().map(|&mv| game.after(position, mv));
        match position.side == player {
            true => children.any(|child| wins(game, &child, player, plies - 1)),
            false => children.all(|child| wins(game, &child, player, plies - 1)),
        }
    }

    #[test]
    fn what_is_seen_at_a_glance_is_so_and_forced_moves_lose_nothing() {
        let (mut seen, mut forced) = ([0; 8], 0);
        let mut random = SplitMix64::new(7);
        for (columns, rows) in [(3, 5), (4, 4), (5, 5)] {
            let game = Breakthrough::new(columns, rows);
            let (mut moves, mut noisy) = (Vec::new(), Vec::new());
            for _ in 0..60 {
                let mut position = game.initial();
                while game.outcome(&position).is_none() {
                    let text = game.position_text(&position);
                    game.moves(&position, &mut moves);
                    match game.glance(&position) {
                        Some((winner, plies)) => {
                            assert_eq!(game.judge(&position), Judgement::Decided(winner), "{text}");
                            assert!(wins(&game, &position, winner, plies), "{text}");
                            seen[plies as usize] += 1;
                        }
                        None if game.must_be_noisy(&position) => {
                            game.noisy_moves(&position, &mut noisy);
                            assert!(!noisy.is_empty(), "{text}");
                            for mv in moves.iter().filter(|mv| !noisy.contains(mv)) {
                                let child = game.after(&position, *mv);
                                assert!(wins(&game, &child, child.side, 1), "{text}");
                            }
                            forced += 1;
                        }
                        None => assert_eq!(game.judge(&position), Judgement::Open, "{text}"),
                    }
                    position = game.after(&position, moves[random.below(moves.len())]);
                }
            }
        }
        assert!(seen[1] > 50 && seen[2] > 50 && seen[7] > 50 && forced > 50, "{seen:?} {forced}");
    }
}
