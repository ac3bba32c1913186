//! The first step into a node: its children are judged, and those that are open are made, with their
//! keys, the numbers of new leaves, and their table lines on the way.

use super::{Child, DepthFirst};
use crate::leaf::Newborn;
use crate::numbers::Numbers;
use andor_core::{Game, Question};

/// The numbers of a leaf that is evaluated only if the table does not know it: its moves, 0 where they were
/// not counted.
#[inline]
fn awaiting(mobility: u64) -> Numbers {
    Numbers { phi: 1, delta: mobility }
}

impl<G: Game> DepthFirst<G> {
    /// Makes the open children of a position. A move that is seen to win ends it and is returned.
    #[inline]
    pub(super) fn judge_children(
        &mut self,
        game: &G,
        position: &G::Position,
        question: Question,
    ) -> Option<G::Move> {
        self.sight.moves(game, position, self.frames.is_empty(), &mut self.moves);
        match (self.delays_evaluation(), self.sight.sees_from_parent()) {
            (true, _) => {
                self.counters.nodes += self.moves.len() as u64;
                self.make_children(game, position, false);
                None
            }
            (false, true) => {
                let seen = &mut self.seen;
                let winning = self.sight.open_moves(game, position, &self.moves, question, seen);
                self.counters.nodes += seen.looked_at;
                if winning.is_none() {
                    self.make_children(game, position, true);
                }
                winning
            }
            (false, false) => self.judge_made_children(game, position, question),
        }
    }

    /// Makes the children after all moves, or after those that are not settled without search.
    /// Each child's table line comes while the next child is counted.
    #[inline]
    fn make_children(&mut self, game: &G, position: &G::Position, only_open: bool) {
        let table = &self.table.as_ref().expect("solve has prepared the table").found;
        let newborn = self.config.leaf.children_of(game, position);
        let open = if only_open { &self.seen.open } else { &self.moves };
        let children = &mut self.children;
        children.reserve(open.len());
        game.for_each_key_after(position, open, newborn.counts_moves(), |mv, key, count| {
            table.prefetch(key);
            let numbers = match newborn {
                Newborn::Evaluated(_) => awaiting(count),
                _ => newborn.numbers_after(game, position, mv, || count),
            };
            children.push(Child { key, numbers, mv, known: false });
        });
    }

    /// The same where children can only be judged once they are made.
    #[inline]
    fn judge_made_children(
        &mut self,
        game: &G,
        position: &G::Position,
        question: Question,
    ) -> Option<G::Move> {
        let table = &self.table.as_ref().expect("solve has prepared the table").found;
        let newborn = self.config.leaf.children_of(game, position);
        for &mv in &self.moves {
            self.counters.nodes += 1;
            let child = game.after(position, mv);
            match self.sight.judge(game, &child, question) {
                None => {
                    let key = game.key(&child);
                    table.prefetch(key);
                    let mobility = || self.sight.mobility(game, &child);
                    let numbers = match newborn {
                        Newborn::Evaluated(_) => awaiting(0),
                        _ => newborn.numbers(game, mobility, || child.clone()),
                    };
                    self.children.push(Child { key, numbers, mv, known: false });
                }
                Some(Numbers { delta: 0, .. }) => return Some(mv),
                // The move fails: it adds nothing to the sum and can never be the least.
                Some(_) => {}
            }
        }
        None
    }
}
