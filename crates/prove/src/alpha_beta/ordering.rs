//! Which move to try first: the table's, then killers, then by history (Winands' thesis, 2.6).
//!
//! *Killer moves* (Akl and Newborn 1977) are the last two moves that cut at the same ply. The
//! *history heuristic* (Schaeffer 1983) adds to a move's credit each time it cuts, the more the
//! larger the subtree was. Where the game has an evaluation, it orders the moves that are
//! neither: the position after a move, seen by the mover.

use andor_core::{Game, Player};

/// The credit of the table's move; more than any killer.
const TABLE_MOVE: i64 = 1 << 50;
/// The credit of a killer; more than any evaluation.
const KILLER: i64 = 1 << 49;
/// Evaluations come before history.
const EVALUATION_SHIFT: u32 = 20;
/// Credit of history stays below this.
const HISTORY_CEILING: u32 = 1 << EVALUATION_SHIFT;
/// Moves with equal codes, up to this many, share their credit.
const SLOTS: usize = 1 << 12;

/// The mark of a move in the table: none is 0.
pub(super) const MARK_BITS: u32 = 12;

/// What has cut before.
pub(super) struct Ordering<M> {
    killers: Vec<[Option<M>; 2]>,
    history: Vec<u32>,
}

impl<M: Copy + Eq> Ordering<M> {
    pub(super) fn new() -> Ordering<M> {
        Ordering { killers: Vec::new(), history: vec![0; 2 * SLOTS] }
    }

    /// The mark of a move with this code.
    #[inline]
    pub(super) fn mark(code: u32) -> u16 {
        let mixed = code.wrapping_mul(0x9e37_79b1) >> (32 - MARK_BITS);
        mixed.max(1) as u16
    }

    fn slot(side: Player, code: u32) -> usize {
        side as usize * SLOTS + code as usize % SLOTS
    }

    /// The credit of a move; the largest is tried first.
    #[inline]
    pub(super) fn credit(&self, side: Player, ply: usize, mv: M, code: u32, mark: u16) -> i64 {
        if mark == Self::mark(code) {
            return TABLE_MOVE;
        }
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        if killers[0] == Some(mv) {
            return KILLER + 1;
        }
        if killers[1] == Some(mv) {
            return KILLER;
        }
        i64::from(self.history[Self::slot(side, code)])
    }

    /// A move has cut with so many plies to go.
    pub(super) fn cut(&mut self, side: Player, ply: usize, mv: M, code: u32, remaining: u32) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let credit = &mut self.history[Self::slot(side, code)];
        *credit += remaining * remaining;
        if *credit >= HISTORY_CEILING {
            // What happened long ago counts less.
            self.history.iter_mut().for_each(|credit| *credit /= 2);
        }
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        let killers = self.killers.capacity() * size_of::<[Option<M>; 2]>();
        (killers + self.history.capacity() * size_of::<u32>()) as u64
    }
}

/// The evaluation's part of a move's credit; 0 where the game has none.
pub(super) fn evaluated<G: Game>(game: &G, child: &G::Position) -> i64 {
    game.evaluator().map_or(0, |evaluator| {
        // The child's side to move is the opponent.
        -i64::from(evaluator.evaluate(game, child).clamp(-(1 << 24), 1 << 24)) << EVALUATION_SHIFT
    })
}
