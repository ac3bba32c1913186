//! The search that learning looks through: alpha-beta to a fixed depth that always knows the leaf
//! its value comes from.
//!
//! TD-leaf adjusts the weights by the features of that leaf. A player's search cuts off with what its
//! table remembers, and skips moves; then the leaf of its line is often not the one whose value it
//! tells. So this one has no forward pruning, and its table holds nothing but a move to try first.
//! Iterative deepening fills it; the other moves are ordered by history. Like the player's it ends in
//! a quiescence search: weights learnt on positions where something hangs serve worse on those that the
//! player evaluates.
//!
//! A position that [`judge`](Game::judge) decides is a win without further search, and its leaf
//! teaches nothing.

use andor_core::{Evaluate, Game, Judgement, Key, Outcome};

/// More than any evaluation; what is left of the depth is added, so that wins come soon.
pub(super) const WON: i32 = 1_000_000_000;

/// Values beyond this are wins and losses.
const DECIDED: i32 = WON - 1000;

/// So many noisy moves are followed at most.
const MOST_NOISY: u32 = 16;

/// log2 of the number of moves remembered.
const MOVES_BITS: u32 = 16;

/// What the search found.
pub(super) struct BestLeaf<G: Game> {
    /// The best move.
    pub(super) best: G::Move,
    /// For the side to move.
    pub(super) value: i32,
    /// Where the value comes from; `None` if that position is decided or a draw.
    pub(super) leaf: Option<G::Position>,
}

impl<G: Game> BestLeaf<G> {
    /// Whether the side to move wins or loses by force.
    pub(super) fn is_decided(&self) -> bool {
        self.value.abs() > DECIDED
    }
}

/// The searcher.
pub(super) struct LeafSearch<'a, G: Game> {
    game: &'a G,
    first: Vec<Option<(Key, G::Move)>>,
    history: Vec<u32>,
    /// Positions evaluated.
    pub(super) evaluations: u64,
}

impl<'a, G: Game> LeafSearch<'a, G> {
    pub(super) fn new(game: &'a G) -> LeafSearch<'a, G> {
        LeafSearch {
            game,
            first: vec![None; 1 << MOVES_BITS],
            history: vec![0; 1 << 16],
            evaluations: 0,
        }
    }

    /// Forgets what other games taught it, so that every game is the same whatever came before it.
    pub(super) fn new_game(&mut self) {
        self.first.fill(None);
        self.history.fill(0);
    }

    /// The best move and the leaf behind it, in a position that is open. Moves to positions that
    /// `is_draw` knows (repetitions) are draws.
    pub(super) fn search(
        &mut self,
        evaluator: &dyn Evaluate<G>,
        position: &G::Position,
        depth: u32,
        is_draw: &dyn Fn(&G::Position) -> bool,
    ) -> BestLeaf<G> {
        let mut found = None;
        for depth in 1..=depth {
            let mut best: Option<BestLeaf<G>> = None;
            for mv in self.ordered(position) {
                let child = self.game.after(position, mv);
                let alpha = best.as_ref().map_or(-2 * WON, |best| best.value);
                let (value, leaf) = if is_draw(&child) {
                    (0, None)
                } else {
                    self.alpha_beta(evaluator, &child, depth - 1, -2 * WON, -alpha)
                };
                if best.is_none() || -value > alpha {
                    best = Some(BestLeaf { best: mv, value: -value, leaf });
                }
            }
            let best = best.expect("an open position has a move");
            self.remember(position, best.best, depth);
            let is_decided = best.is_decided();
            found = Some(best);
            if is_decided {
                break;
            }
        }
        found.expect("a search looks at least one ply ahead")
    }

    /// The value for the side to move and its leaf. A value at or beyond a bound is only a bound.
    fn alpha_beta(
        &mut self,
        evaluator: &dyn Evaluate<G>,
        position: &G::Position,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> (i32, Option<G::Position>) {
        if let Some(value) = decided(self.game, position, depth) {
            return (value, None);
        }
        if depth == 0 {
            return self.quiesce(evaluator, position, MOST_NOISY, alpha, beta);
        }
        let mut best = (-2 * WON, None);
        for mv in self.ordered(position) {
            let child = self.game.after(position, mv);
            let (value, leaf) =
                self.alpha_beta(evaluator, &child, depth - 1, -beta, -alpha.max(best.0));
            if -value > best.0 {
                best = (-value, leaf);
                if best.0 > alpha {
                    self.remember(position, mv, depth);
                }
                if best.0 >= beta {
                    break;
                }
            }
        }
        best
    }

    /// The value of an open position for the side to move, which may stand pat or go on with noisy moves.
    fn quiesce(
        &mut self,
        evaluator: &dyn Evaluate<G>,
        position: &G::Position,
        left: u32,
        alpha: i32,
        beta: i32,
    ) -> (i32, Option<G::Position>) {
        let mut best = (-2 * WON, None);
        if left == 0 || !self.game.must_be_noisy(position) {
            self.evaluations += 1;
            let value = evaluator.evaluate(self.game, position).clamp(-DECIDED, DECIDED);
            best = (value, Some(position.clone()));
            if left == 0 || value >= beta {
                return best;
            }
        }
        let mut moves = Vec::new();
        self.game.noisy_moves(position, &mut moves);
        for mv in moves {
            let child = self.game.after(position, mv);
            let (value, leaf) = match decided(self.game, &child, 0) {
                Some(value) => (value, None),
                None => self.quiesce(evaluator, &child, left - 1, -beta, -alpha.max(best.0)),
            };
            if -value > best.0 {
                best = (-value, leaf);
                if best.0 >= beta {
                    break;
                }
            }
        }
        best
    }

    /// The moves, the most promising first.
    fn ordered(&self, position: &G::Position) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let key = self.game.key(position);
        let first = self.first[place(key)].filter(|(known, _)| *known == key).map(|(_, mv)| mv);
        // Images of a position have the same key, so that the move may be none of these.
        moves.sort_by_cached_key(|&mv| {
            let history = self.history[history_place(self.game, mv)];
            (first != Some(mv), std::cmp::Reverse(history))
        });
        moves
    }

    fn remember(&mut self, position: &G::Position, mv: G::Move, depth: u32) {
        let key = self.game.key(position);
        self.first[place(key)] = Some((key, mv));
        let history = &mut self.history[history_place(self.game, mv)];
        *history = history.saturating_add(depth * depth);
    }
}

/// The value for the side to move, if the position is over or decided.
fn decided<G: Game>(game: &G, position: &G::Position, depth: u32) -> Option<i32> {
    match game.judge(position) {
        Judgement::Over(Outcome::Draw) => Some(0),
        Judgement::Over(Outcome::Win(player)) | Judgement::Decided(player) => {
            let sooner = WON + depth as i32;
            Some(if player == game.side_to_move(position) { sooner } else { -sooner })
        }
        Judgement::Open => None,
    }
}

fn place(key: Key) -> usize {
    (key.tag.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - MOVES_BITS)) as usize
}

fn history_place<G: Game>(game: &G, mv: G::Move) -> usize {
    game.move_code(mv) as usize & 0xffff
}

#[cfg(test)]
mod tests {
    use super::{DECIDED, LeafSearch, WON, decided};
    use andor_core::{Evaluate, Game, Judgement, Rules, SplitMix64};
    use andor_games::loa::{Loa, Variant};

    /// Minimax without any bound, with a quiescence search at its end.
    fn minimax(
        game: &Loa,
        of: &dyn Evaluate<Loa>,
        position: &<Loa as Rules>::Position,
        depth: u32,
    ) -> i32 {
        if let Some(value) = decided(game, position, depth) {
            return value;
        }
        let mut moves = Vec::new();
        let mut best = -2 * WON;
        if depth == 0 {
            best = of.evaluate(game, position);
            game.noisy_moves(position, &mut moves);
        } else {
            game.moves(position, &mut moves);
        }
        let below = depth.saturating_sub(1);
        let values = moves.iter().map(|&mv| -minimax(game, of, &game.after(position, mv), below));
        values.fold(best, i32::max)
    }

    #[test]
    fn its_value_is_minimax_and_is_that_of_its_leaf() {
        let game = Loa::new(Variant::new(5));
        let evaluator = game.make_evaluator("mia4", None).unwrap();
        let mut random = SplitMix64::new(61);
        let mut search = LeafSearch::new(&game);
        let mut moves = Vec::new();
        let mut with_leaf = 0;
        for _ in 0..40 {
            let mut position = game.initial();
            for _ in 0..random.below(12) {
                game.moves(&position, &mut moves);
                let next = game.after(&position, moves[random.below(moves.len())]);
                if game.judge(&next) != Judgement::Open {
                    break;
                }
                position = next;
            }
            for depth in 1..=3 {
                let found = search.search(&*evaluator, &position, depth, &|_| false);
                let truth = minimax(&game, &*evaluator, &position, depth);
                let text = game.position_text(&position);
                // A win found at a smaller depth is told with another distance.
                let is_won = truth.abs() > DECIDED && found.value.signum() == truth.signum();
                assert!(found.value == truth || is_won && found.is_decided(), "{text} {depth}");
                if let Some(leaf) = found.leaf {
                    with_leaf += 1;
                    let value = evaluator.evaluate(&game, &leaf);
                    let same = game.side_to_move(&leaf) == game.side_to_move(&position);
                    assert_eq!(if same { value } else { -value }, found.value, "{text} {depth}");
                }
            }
        }
        assert!(with_leaf > 60, "{with_leaf}");
    }
}
