//! What a search that was cut short says of its root and of the root's children: for job-level search,
//! where df-pn evaluates the leaves of somebody else's tree.

use super::DepthFirst;
use crate::numbers::Numbers;
use andor_core::{Game, Key, Oracle, Question};
use std::sync::Arc;

impl<G: Game> DepthFirst<G> {
    /// What the last search made of its root.
    pub(crate) fn root_numbers(&self) -> Option<Numbers> {
        self.root_numbers
    }

    /// What is known of a position.
    pub(crate) fn known(&self, key: Key) -> Option<Numbers> {
        self.table().probe(key).map(|known| known.numbers)
    }

    /// The children of a position that do not fail for good, each with what is known of it, or with what
    /// a new leaf starts with. Of moves to one position, or to images of it, there is one.
    pub(crate) fn open_children(
        &mut self,
        game: &G,
        position: &G::Position,
        question: Question,
    ) -> Vec<(G::Move, Numbers)> {
        let mut moves = std::mem::take(&mut self.moves);
        self.sight.moves(game, position, true, &mut moves);
        let fresh = self.config.leaf.children_of(game, position);
        let mut keys: Vec<Key> = Vec::new();
        let mut children = Vec::new();
        for &mv in &moves {
            let child = game.after(position, mv);
            let key = game.key(&child);
            if keys.contains(&key) {
                continue;
            }
            keys.push(key);
            let judged = self.sight.judge(game, &child, question);
            let numbers = judged.or_else(|| Some(self.table().probe(key)?.numbers));
            let numbers = numbers.unwrap_or_else(|| {
                fresh.numbers(game, || self.sight.mobility(game, &child), || child.clone())
            });
            if numbers.phi != 0 {
                children.push((mv, numbers));
            }
        }
        self.moves = moves;
        children
    }

    /// Takes an oracle along that others ask, too.
    pub(crate) fn share_oracle(&mut self, oracle: Arc<dyn Oracle<G>>) {
        self.sight.consult(oracle);
    }

    /// The work below a position that was found lost for its side to move.
    pub(crate) fn work_if_lost(&self, key: Key) -> Option<u64> {
        self.table.as_ref()?.found.work_if_lost(key)
    }

    /// Keeps in mind that a position is lost for its side to move; the search has its table already.
    pub(crate) fn keep_lost(&mut self, key: Key) {
        self.table().store(key, Numbers::LOST, 1);
    }
}
