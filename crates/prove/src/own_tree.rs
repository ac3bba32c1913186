//! Is there a proof in the table of a search? Only what it has stored counts: nothing is proved again.
//!
//! [`extract`](crate::extract) repairs what it finds missing, so that a right value ends in a right
//! proof whatever the search forgot. To measure a search that ignores the graph-history interaction
//! problem that is too kind: Kishimoto and Müller (2004) count a right value with a wrong proof tree
//! as wrong. A tree follows, where the holder of the claim is to move, one of the moves that the
//! table knows to reach the goal, and where the opponent is, every legal move. It proves the claim if
//!
//! * every end of the game is as claimed, and the table knows a move wherever the holder needs one;
//! * where repetition is a draw, a claimed win leads nowhere in circles (a claim not to lose may);
//! * under superko, all this is true on every path, with the moves that are legal on it.
//!
//! The table is given the benefit of the doubt: any choice among the moves it knows will do. That is
//! a fixpoint over a graph of positions. A tree without circles is the same on all paths; only under
//! superko, and if the graph has no such tree, paths are walked one by one, and they may be too many.

use crate::extract::Finding;
use crate::solver::Solver;
use andor_core::{Claim, Game, History, Key, Oracle, Outcome};
use std::collections::HashMap;

/// Whether the table of a search has a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OwnTree {
    /// It has.
    Holds,
    /// It has none.
    Fails,
    /// There was too much to look at.
    Undecided,
}

/// Paths under superko longer than this are not walked.
const LONGEST: usize = 1_000;

/// There is too much to look at.
struct TooLarge;

struct TreeWalk<'a, G: Game> {
    game: &'a G,
    claim: Claim,
    solver: &'a mut dyn Solver<G>,
    /// What the search took for ends of the game beside those of the rules.
    oracle: Option<&'a dyn Oracle<G>>,
    /// Positions that may still be looked at.
    left: u64,
}

/// A position of the graph.
struct TreeNode {
    holder_moves: bool,
    /// The holder has a move that ends the game as claimed, or the opponent one that does not.
    ends: bool,
    /// The positions after the other moves.
    next: Vec<u32>,
}

/// Whether what `solver` has stored proves what it found, if the oracle that it asked is right; at most
/// `most` positions are looked at.
pub fn own_tree<G: Game>(
    game: &G,
    finding: Finding<'_, G::Position>,
    solver: &mut dyn Solver<G>,
    oracle: Option<&dyn Oracle<G>>,
    most: u64,
) -> OwnTree {
    let Finding { root, claim, .. } = finding;
    let superko = game.repetition().is_superko();
    let mut walk = TreeWalk { game, claim, solver, oracle, left: most };
    let mut holds = walk.graph(root).map(|nodes| has_tree(&nodes, claim));
    if superko && matches!(holds, Ok(false)) {
        walk.left = most;
        holds = walk.paths(root, &mut History::new(game, root), 0);
    }
    match holds {
        Ok(true) => OwnTree::Holds,
        Ok(false) => OwnTree::Fails,
        Err(TooLarge) => OwnTree::Undecided,
    }
}

impl<G: Game> TreeWalk<'_, G> {
    /// The end of the game, or of what the search had to look at.
    fn outcome(&self, position: &G::Position) -> Option<Outcome> {
        let known = || self.oracle?.probe(self.game, position);
        self.game.outcome(position).or_else(known)
    }

    /// The moves of the tree: those that are known, or all of them.
    fn moves(&mut self, position: &G::Position) -> Result<(bool, Vec<G::Move>), TooLarge> {
        self.left = self.left.checked_sub(1).ok_or(TooLarge)?;
        if self.game.side_to_move(position) == self.claim.holder() {
            let mut moves = self.solver.holder_moves(self.game, position);
            if self.oracle.is_some() {
                // Moves to what the oracle knows were never stored.
                let mut all = Vec::new();
                self.game.moves(position, &mut all);
                let is_met = |&mv: &G::Move| {
                    let next = self.game.after(position, mv);
                    self.outcome(&next).is_some_and(|outcome| self.claim.is_met_by(outcome))
                };
                moves.extend(all.into_iter().filter(is_met));
            }
            return Ok((true, moves));
        }
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        Ok((false, moves))
    }

    /// All positions that known moves lead to, the root first. No path is asked for.
    fn graph(&mut self, root: &G::Position) -> Result<Vec<TreeNode>, TooLarge> {
        let mut places: HashMap<Key, u32> = HashMap::from([(self.game.key(root), 0)]);
        let mut positions = vec![root.clone()];
        let mut nodes = Vec::new();
        while nodes.len() < positions.len() {
            let position = positions[nodes.len()].clone();
            let (holder_moves, moves) = self.moves(&position)?;
            let mut node = TreeNode { holder_moves, ends: false, next: Vec::new() };
            for mv in moves {
                let next = self.game.after(&position, mv);
                if let Some(outcome) = self.outcome(&next) {
                    node.ends |= self.claim.is_met_by(outcome) == holder_moves;
                    continue;
                }
                let place = *places.entry(self.game.key(&next)).or_insert_with(|| {
                    positions.push(next);
                    positions.len() as u32 - 1
                });
                node.next.push(place);
            }
            nodes.push(node);
        }
        Ok(nodes)
    }

    /// Whether there is a tree on this path, with the moves that superko allows on it.
    fn paths(
        &mut self,
        position: &G::Position,
        history: &mut History,
        depth: usize,
    ) -> Result<bool, TooLarge> {
        if depth > LONGEST {
            return Err(TooLarge);
        }
        let game = self.game;
        let (holder_moves, mut moves) = self.moves(position)?;
        moves.retain(|&mv| !history.forbids(game, mv, &game.after(position, mv)));
        for mv in moves {
            let next = game.after(position, mv);
            let holds = match self.outcome(&next) {
                Some(outcome) => self.claim.is_met_by(outcome),
                None => {
                    history.push(game, &next);
                    let holds = self.paths(&next, history, depth + 1);
                    history.pop(game, &next);
                    holds?
                }
            };
            // One move is enough for the holder, and one for the opponent.
            if holds == holder_moves {
                return Ok(holds);
            }
        }
        Ok(!holder_moves)
    }
}

/// Whether the first position has a tree: for a win one that ends, the least fixpoint; else one
/// that is never left, the greatest.
fn has_tree(nodes: &[TreeNode], claim: Claim) -> bool {
    let least = matches!(claim, Claim::Wins(_));
    let mut parents: Vec<Vec<u32>> = vec![Vec::new(); nodes.len()];
    for (at, node) in nodes.iter().enumerate() {
        for &next in &node.next {
            parents[next as usize].push(at as u32);
        }
    }
    // What is settled is good for the holder in the first case, bad in the second. Whoever wants
    // that settles a position by one move, the other one by all.
    let mut settled = vec![false; nodes.len()];
    let mut open: Vec<usize> = nodes.iter().map(|node| node.next.len()).collect();
    let mut pending: Vec<usize> = Vec::new();
    let by_one = |node: &TreeNode| node.holder_moves == least;
    for (at, node) in nodes.iter().enumerate() {
        let at_once = if by_one(node) { node.ends } else { !node.ends && node.next.is_empty() };
        if at_once {
            settled[at] = true;
            pending.push(at);
        }
    }
    while let Some(at) = pending.pop() {
        for &parent in &parents[at] {
            let parent = parent as usize;
            open[parent] -= 1;
            let node = &nodes[parent];
            let now = by_one(node) || open[parent] == 0 && !node.ends;
            if now && !settled[parent] {
                settled[parent] = true;
                pending.push(parent);
            }
        }
    }
    settled[0] == least
}

#[cfg(test)]
mod tests {
    use super::{TreeNode, has_tree};
    use andor_core::{Claim, Player};

    fn node(holder_moves: bool, ends: bool, next: &[u32]) -> TreeNode {
        TreeNode { holder_moves, ends, next: next.to_vec() }
    }

    #[test]
    fn circles_are_no_win_but_no_loss_either() {
        let (wins, not_loses) = (Claim::Wins(Player::Black), Claim::NotLoses(Player::Black));
        // 0 and 1 for ever.
        let circle = [node(true, false, &[1]), node(false, false, &[0])];
        assert!(!has_tree(&circle, wins) && has_tree(&circle, not_loses));
        // A second move out of the circle.
        let out = [node(true, false, &[1, 2]), node(false, false, &[0]), node(false, false, &[])];
        assert!(has_tree(&out, wins) && has_tree(&out, not_loses));
        // A hole: the table knows no move in 2.
        let hole = [node(true, false, &[1]), node(false, false, &[0, 2]), node(true, false, &[])];
        assert!(!has_tree(&hole, wins) && !has_tree(&hole, not_loses));
        // The opponent ends it otherwise in 1.
        let bad = [node(true, false, &[1]), node(false, true, &[0])];
        assert!(!has_tree(&bad, wins) && !has_tree(&bad, not_loses));
        // The holder ends it in 2, as claimed.
        let good = [node(true, false, &[1]), node(false, false, &[2]), node(true, true, &[])];
        assert!(has_tree(&good, wins) && has_tree(&good, not_loses));
    }
}
