//! Principal variation search (Marsland and Campbell 1982) as the thesis has it (2.6, and 6.3 with
//! four additions that make forward pruning at ALL nodes safe).
//!
//! **What is proved.** Values in the win range (`score.rs`) are wins and losses by the rules, at
//! any depth and with any switch. That holds because
//!
//! - evaluations stay out of that range;
//! - forward pruning is not tried where beta is a win, and returns an estimate where it is a loss;
//! - a node that is not a win for its side is a loss only if all its moves were searched, but for
//!   those that lose at once;
//! - a repetition is a draw here, so no win depends on the path it was found on, and the table may
//!   keep it (`repetition.rs` says why the game's own history is no exception). Under superko a
//!   win does depend on the path, and what is proved does not go into the table.
//!
//! Values are *fail-soft*: they may lie outside the window, and are then bounds.

use crate::config::HistoryKind;
use crate::history;
use crate::late_moves;
use crate::node::{NodeType, Spot};
use crate::order::pick;
use crate::score::{
    self, FAR, WIN, WIN_BOUND, estimate, from_table, is_proved, lost_at, pruned, to_table,
};
use crate::table::{Bound, Entry};
use crate::worker::{MOST_PLIES, Worker};
use andor_core::Game;

/// With more depth left no evaluation is believed.
const FUTILE_DEPTH: i32 = 4;
/// What a table says that says nothing.
const UNKNOWN: (i32, i32) = (-score::INFINITE, score::INFINITE);
/// Iterations are not deeper than this.
pub(crate) const MOST_DEPTH: u32 = 200;

impl<G: Game> Worker<'_, G> {
    /// The value of a position for its side to move, searched to `depth`.
    pub(crate) fn search(
        &mut self,
        position: &G::Position,
        alpha: i32,
        beta: i32,
        depth: i32,
        spot: Spot,
    ) -> i32 {
        let ply = spot.ply;
        let estimates = self.estimates;
        self.mind.plies[ply].line.clear();
        if !self.enter(ply) {
            return 0;
        }
        // Step 1. The end of the game, repetition, ends out of reach, and the end of the line.
        if let Some(outcome) = self.game.outcome(position) {
            return self.over(position, outcome, ply);
        }
        if ply > 0
            && let Some(value) = self.seen(position, ply)
        {
            return value;
        }
        let placed = self.game.placed_key(position);
        if self.past.is_draw(placed, spot.reach) {
            return score::DRAW;
        }
        // What is won or lost is so after this many plies at the soonest.
        let (worst, best) = (lost_at(ply), -lost_at(ply + 1));
        if ply > 0 && (alpha >= best || beta <= worst) {
            return if alpha >= best { best } else { worst };
        }
        if depth <= 0 || ply >= MOST_PLIES {
            return match self.proved_value(position, ply) {
                Some(value) => value,
                None => self.quiesce(position, alpha, beta, ply),
            };
        }
        // Step 2. The transposition table.
        let place = self.place_of(position, placed);
        let entry = self.table.probe(place.key);
        if let Some(value) =
            entry.and_then(|entry| self.table_cutoff(&entry, alpha, beta, depth, ply))
        {
            return value;
        }
        let table_move = entry.and_then(|entry| entry.best);
        let (low, high) = entry.map_or(UNKNOWN, |entry| self.table_window(&entry, depth, spot));
        if let Some(value) = self.proved_value(position, ply) {
            return value;
        }
        let standing = self.standing(position, beta, spot);
        if let Some(value) = self.futile_value(standing, beta, depth) {
            return value;
        }
        // Internal iterative reductions: a node that nothing is known of is searched less deeply,
        // and will be known the next time.
        let is_unknown = self.config.internal_reductions && table_move.is_none();
        let is_reduced = is_unknown && depth >= 4 && spot.kind != NodeType::All;
        let depth = if is_reduced { depth - 1 } else { depth };
        // Steps 3 to 6 with this position on the path.
        if ply > 0 {
            self.past.push(self.game, position, placed);
        }
        let mut moves = std::mem::take(&mut self.mind.plies[ply].moves);
        let mut scores = std::mem::take(&mut self.mind.plies[ply].scores);
        // What a game forces is all there is, but at the root a move is wanted in any case.
        match ply > 0 && self.config.quiescence && self.game.must_be_noisy(position) {
            true => self.game.noisy_moves(position, &mut moves),
            false => self.game.moves(position, &mut moves),
        }
        self.past.strike(self.game, position, &mut moves);
        let table_move = self.turned_back(place, table_move, &moves);
        let found = self.search_moves(
            position,
            (&mut moves, &mut scores),
            (alpha.max(low), beta.min(high), depth),
            spot,
            (table_move, standing),
        );
        self.mind.plies[ply].moves = moves;
        self.mind.plies[ply].scores = scores;
        if ply > 0 {
            self.past.pop();
        }
        // Step 7. Store.
        if self.is_stopped {
            return 0;
        }
        if let Searched { value, best, bound: Some(bound) } = found
            && !(self.past.forbids() && is_proved(value))
            // The table has a lower bound that says the same, and a move.
            && !(bound == Bound::Upper && value <= low)
        {
            let best = best.map(|mv| self.code_at(place, mv));
            let (value, leans) = (to_table(value, ply), self.estimates != estimates);
            self.table.store(place.key, &Entry { best, value, depth, bound, leans });
        }
        match is_proved(found.value) {
            true => found.value,
            false => found.value.clamp(low, high),
        }
    }

    /// Whether what the table knows is enough for a search to `depth`; `is_proved` if the bound is
    /// a proof of a win or loss.
    #[inline]
    pub(crate) fn serves(&self, entry: &Entry, depth: i32, is_proved: bool) -> bool {
        if self.config.equal_depth {
            entry.depth == depth
        } else {
            entry.depth >= depth || is_proved
        }
    }

    /// What the table says, if that is enough.
    #[inline]
    fn table_cutoff(
        &mut self,
        entry: &Entry,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> Option<i32> {
        if ply == 0 {
            return None;
        }
        let value = from_table(entry.value, ply);
        let is_proof =
            (value >= WIN_BOUND && entry.is_lower()) || (value <= -WIN_BOUND && entry.is_upper());
        if !self.serves(entry, depth, is_proof) {
            return None;
        }
        let decides = entry.bound == Bound::Exact
            || (entry.is_lower() && value >= beta)
            || (entry.is_upper() && value <= alpha);
        if !decides {
            return None;
        }
        self.statistics.table_cuts += 1;
        self.estimates += u64::from(entry.leans && !is_proof);
        Some(value)
    }

    /// What the table says of the value of a PV node, if its window may be narrowed by that (thesis,
    /// 2.6).
    #[inline]
    fn table_window(&mut self, entry: &Entry, depth: i32, spot: Spot) -> (i32, i32) {
        let is_wanted = self.config.table_window && spot.kind == NodeType::Pv && spot.ply > 0;
        if !is_wanted || !self.serves(entry, depth, false) {
            return UNKNOWN;
        }
        self.estimates += u64::from(entry.leans);
        let value = from_table(entry.value, spot.ply);
        let low = if entry.is_lower() { value } else { UNKNOWN.0 };
        let high = if entry.is_upper() { value } else { UNKNOWN.1 };
        (low, high)
    }

    /// The value of a position that the proof search has proved.
    #[inline]
    pub(crate) fn proved_value(&mut self, position: &G::Position, ply: usize) -> Option<i32> {
        let proofs = self.proofs.as_ref().filter(|_| ply > 0)?;
        if !proofs.is_proved(self.game, position) {
            return None;
        }
        self.statistics.proved_cuts += 1;
        let win = WIN - (FAR + ply) as i32;
        Some(if self.game.side_to_move(position) == proofs.prover() { win } else { -win })
    }

    /// What the position seems to be worth, where forward pruning may be tried.
    #[inline]
    fn standing(&mut self, position: &G::Position, beta: i32, spot: Spot) -> Option<i32> {
        let is_wanted = self.config.futility > 0 || self.config.null_deep;
        let may_prune = spot.kind != NodeType::Pv && beta < WIN_BOUND;
        (is_wanted && may_prune).then(|| self.opinion(position))
    }

    /// Futility, from above: near the leaves, an evaluation far above beta is believed.
    #[inline]
    fn futile_value(&mut self, standing: Option<i32>, beta: i32, depth: i32) -> Option<i32> {
        let margin = self.config.futility;
        let value = standing.filter(|_| margin > 0 && depth <= FUTILE_DEPTH)? - margin * depth;
        // Any evaluation is better than a loss: that says nothing.
        if value < beta || is_proved(beta) {
            return None;
        }
        self.estimates += 1;
        Some(estimate(value))
    }

    /// Steps 3 to 6: everything that looks at the moves.
    fn search_moves(
        &mut self,
        position: &G::Position,
        (moves, scores): (&mut [G::Move], &mut Vec<i64>),
        (mut alpha, beta, depth): (i32, i32, i32),
        spot: Spot,
        (table_move, standing): (Option<u32>, Option<i32>),
    ) -> Searched<G::Move> {
        let ply = spot.ply;
        // Superko can leave a side without a move: it has lost.
        if moves.is_empty() {
            return Searched::unstored(score::lost_at(ply));
        }
        // Step 3. Enhanced transposition cut-offs.
        if let Some(value) = self.transposition_cutoff(position, moves, beta, depth, spot) {
            return Searched::unstored(value);
        }
        // Step 4. The null move.
        if self.null_move_cuts(position, (beta, depth), spot, standing) {
            return Searched::unstored(pruned(beta));
        }
        // Step 5. Multi-cut.
        self.score_moves(position, moves, ply, table_move, scores);
        if let Some(parameters) = self.multi_cut_at(beta, depth, spot.kind) {
            let cut = self.multi_cut(position, moves, scores, (beta, depth, spot), parameters);
            if let Some(value) = cut {
                return Searched::unstored(value);
            }
        }
        // Step 6. The moves, one by one.
        let original_alpha = alpha;
        let side = self.game.side_to_move(position);
        let mut best = -score::INFINITE;
        let mut best_move = None;
        for place in 0..moves.len() {
            if self.is_stopped {
                return Searched::unstored(0);
            }
            pick(moves, scores, place);
            let mv = moves[place];
            // A loss is claimed only if all moves were searched: so one must be better already.
            if self.config.late_pruning
                && best > -WIN_BOUND
                && late_moves::is_pruned(depth, place, spot.kind)
                && self.is_quiet(position, mv, scores[place])
            {
                self.estimates += 1;
                continue;
            }
            let child = self.game.after(position, mv);
            let code = self.game.move_code(mv);
            self.mind.history.tried(self.config, side, history::place(code), depth);
            self.mind.plies[ply + 1].before = Some(code);
            let value = if place == 0 {
                let below = spot.below(spot.kind.of_first_child());
                -self.search(&child, -beta, -alpha, depth - 1, below)
            } else {
                let late = (mv, scores[place], place);
                let reduction = self.late_move_reduction(position, late, depth, spot);
                self.search_later_move(&child, (alpha, beta, depth), spot, reduction)
            };
            if self.is_stopped {
                return Searched::unstored(0);
            }
            if value > best {
                best = value;
                best_move = Some(mv);
                if value > alpha {
                    alpha = value;
                    self.extend_line(ply, mv, value);
                } else if value <= -WIN_BOUND && ply > 0 {
                    // All moves lose so far, and this one after the most plies.
                    self.extend_line(ply, mv, value);
                }
                if value >= beta {
                    break;
                }
            }
        }
        let is_improved = best > original_alpha;
        if (is_improved || self.config.credit_all)
            && let Some(mv) = best_move
        {
            let at = history::place(self.game.move_code(mv));
            self.mind.history.was_best(self.config, side, at, depth);
            self.remember_killer(ply, mv);
            if is_improved && self.config.history == HistoryKind::Gravity {
                let (game, before) = (self.game, self.mind.plies[ply].before);
                let failed = moves.iter().take_while(|&&other| other != mv);
                let failed = failed.map(|&other| game.move_code(other));
                self.mind.gravity.learn(side, before, game.move_code(mv), failed, depth);
            }
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if is_improved {
            Bound::Exact
        } else {
            Bound::Upper
        };
        // Addition 4. A CUT node that fails low with alpha itself may rest on a pruned child.
        let from_pruned = -original_alpha < WIN_BOUND && best == -pruned(-original_alpha);
        let is_uncertain = spot.kind == NodeType::Cut && from_pruned;
        let best_move = if bound == Bound::Upper { None } else { best_move };
        Searched { value: best, best: best_move, bound: (!is_uncertain).then_some(bound) }
    }

    /// Any move but the first: the null-window search, and the search after it if the move turns
    /// out to be better than expected.
    fn search_later_move(
        &mut self,
        child: &G::Position,
        (alpha, beta, depth): (i32, i32, i32),
        spot: Spot,
        reduction: i32,
    ) -> i32 {
        let below = spot.below(spot.kind.of_later_child());
        if reduction > 0 {
            let reduced = depth - 1 - reduction;
            let value = -self.search(child, -alpha - 1, -alpha, reduced, below);
            if self.is_stopped || value <= alpha {
                return value;
            }
        }
        let value = -self.search(child, -alpha - 1, -alpha, depth - 1, below);
        let is_pv = spot.kind == NodeType::Pv;
        // Addition 2. A closed window at a PV node is searched again too.
        let may_be_pruned = alpha + 1 < WIN_BOUND && value == pruned(alpha + 1);
        let is_closed = is_pv && may_be_pruned && value >= beta;
        if self.is_stopped || !((value > alpha && value < beta) || is_closed) {
            return value;
        }
        // Addition 3. Alpha + 1 may come from a pruned node and is no lower bound.
        let lower = if may_be_pruned || value == alpha + 1 { alpha } else { value };
        -self.search(child, -beta, -lower, depth - 1, spot.below(spot.kind))
    }

    /// Whether nothing but its history speaks for a move.
    #[inline]
    fn is_quiet(&self, position: &G::Position, mv: G::Move, score: i64) -> bool {
        score.abs() < crate::order::CLASS && self.game.move_class(position, mv) == 0
    }

    /// How many plies less a late move is searched first; none, if it is not quiet.
    fn late_move_reduction(
        &self,
        position: &G::Position,
        (mv, score, place): (G::Move, i64, usize),
        depth: i32,
        spot: Spot,
    ) -> i32 {
        if !self.config.late_moves || !self.is_quiet(position, mv, score) {
            return 0;
        }
        let learnt = match self.config.history {
            HistoryKind::Gravity => score as i32,
            _ => 0,
        };
        late_moves::reduction(depth, place, spot.kind, learnt)
    }

    /// A move has become the best at this ply: the principal variation goes through it.
    fn extend_line(&mut self, ply: usize, mv: G::Move, value: i32) {
        let (above, below) = self.mind.plies.split_at_mut(ply + 1);
        let (line, rest) = (&mut above[ply].line, &below[0].line);
        line.clear();
        line.push(mv);
        line.extend_from_slice(rest);
        if ply == 0 {
            self.root_best = Some((mv, value));
        }
    }
}

/// What came out of the moves of a node: the value, the best move, and what to store, if anything.
struct Searched<M> {
    value: i32,
    best: Option<M>,
    bound: Option<Bound>,
}

impl<M> Searched<M> {
    fn unstored(value: i32) -> Searched<M> {
        Searched { value, best: None, bound: None }
    }
}
