//! The graph of the base-twin algorithm: one node for each position, however many paths lead to it, and
//! the facts about positions, which hold on all of them.

use crate::leaf::LeafRule;
use crate::numbers::Numbers;
use crate::repetition::Leaning;
use crate::sight::Sight;
use andor_core::{Counters, Game, Key, Question, Stopped};
use std::collections::HashMap;

/// A move, and the node that it leads to.
#[derive(Clone, Copy)]
pub(super) struct Edge<M> {
    pub(super) mv: M,
    pub(super) child: u32,
}

/// A possible draw: what a node was found to be on the present path, where a repetition is a draw.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    /// Whether its side to move reaches its goal.
    pub(super) won: bool,
    /// The positions of the path that this leans on.
    pub(super) leaning: Leaning,
    /// The visit of the deepest of them: the mark holds as long as that lasts.
    pub(super) visit: u64,
}

/// A position.
pub(super) struct BaseNode<P, M> {
    pub(super) position: P,
    /// What it has in common with a position that is this one again.
    pub(super) situation: Key,
    pub(super) numbers: Numbers,
    /// Whether its side to move reaches its goal, if that is known for every path.
    pub(super) fact: Option<bool>,
    /// The move that makes it so, if it leads to a position that is not one itself: into a loop that
    /// closes here.
    by: Option<M>,
    /// Its moves that are not settled by the rules; `None` in a leaf.
    pub(super) edges: Option<Vec<Edge<M>>>,
    /// Moves that are not known to fail.
    open: u32,
    parents: Vec<u32>,
    pub(super) mark: Option<Mark>,
}

/// All positions that were met.
pub(super) struct Graph<G: Game> {
    pub(super) nodes: Vec<BaseNode<G::Position, G::Move>>,
    numbers: HashMap<Key, u32>,
    /// Visits of nodes so far: what tells one from all others, in this walk and in any other.
    pub(super) visits: u64,
    edges: u64,
    moves: Vec<G::Move>,
}

/// What an expansion is done with.
pub(super) struct Expansion<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) question: Question,
    pub(super) sight: &'a Sight<G>,
    pub(super) leaf: LeafRule,
    /// Whether a move back to the path is illegal.
    pub(super) superko: bool,
    /// Room for nodes, and bytes.
    pub(super) most: u64,
    pub(super) bytes: u64,
}

impl<G: Game> Graph<G> {
    pub(super) fn new() -> Graph<G> {
        let (nodes, numbers, moves) = (Vec::new(), HashMap::new(), Vec::new());
        Graph { nodes, numbers, visits: 0, edges: 0, moves }
    }

    /// A share that is never exceeded by much: capacities double.
    pub(super) fn bytes(&self) -> u64 {
        let node = size_of::<BaseNode<G::Position, G::Move>>() + size_of::<(Key, u32)>() + 8;
        let edge = size_of::<Edge<G::Move>>() + size_of::<u32>();
        2 * self.nodes.len() as u64 * node as u64 + 2 * self.edges * edge as u64
    }

    /// What is known of a position on every path.
    pub(super) fn fact(&self, key: Key) -> Option<bool> {
        self.nodes[*self.numbers.get(&key)? as usize].fact
    }

    /// The move of a position that is won by a loop that closes there.
    pub(super) fn move_by_loop(&self, game: &G, position: &G::Position) -> Option<G::Move> {
        let node = &self.nodes[*self.numbers.get(&game.key(position))? as usize];
        let target =
            game.key(&game.after(&node.position, node.by.filter(|_| node.fact == Some(true))?));
        // The node may be of an image of the position.
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        moves.into_iter().find(|&mv| game.key(&game.after(position, mv)) == target)
    }

    /// The node of a position, a new leaf with these numbers if it has none.
    pub(super) fn node(
        &mut self,
        key: Key,
        situation: Key,
        position: impl FnOnce() -> G::Position,
        numbers: impl FnOnce() -> Numbers,
    ) -> u32 {
        let next = self.nodes.len() as u32;
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.nodes.push(BaseNode {
                position: position(),
                situation,
                numbers: numbers(),
                fact: None,
                by: None,
                edges: None,
                open: 0,
                parents: Vec::new(),
                mark: None,
            });
        }
        number
    }

    /// Gives a leaf its children: new leaves, or nodes that are there already.
    ///
    /// # Errors
    /// If there is no room for them.
    pub(super) fn expand(
        &mut self,
        leaf: u32,
        is_root: bool,
        with: &Expansion<'_, G>,
        counters: &mut Counters,
    ) -> Result<(), Stopped> {
        let Expansion { game, question, sight, superko, .. } = *with;
        if self.nodes.len() as u64 >= with.most || self.bytes() > with.bytes {
            return Err(Stopped::Memory);
        }
        counters.expanded += 1;
        let position = self.nodes[leaf as usize].position.clone();
        let mut moves = std::mem::take(&mut self.moves);
        sight.moves(game, &position, is_root, &mut moves);
        let newborn = with.leaf.children_of(game, &position);
        let mut edges: Vec<Edge<G::Move>> = Vec::new();
        let mut won = false;
        for &mv in &moves {
            counters.nodes += 1;
            let next = game.after(&position, mv);
            match sight.judge(game, &next, question) {
                // The move fails.
                Some(Numbers { phi: 0, .. }) => continue,
                Some(_) => {
                    won = true;
                    break;
                }
                None => {}
            }
            let key = game.key(&next);
            let situation = if superko { game.situation_key(&next) } else { key };
            let mobility = || sight.mobility(game, &next);
            let numbers = || newborn.numbers(game, mobility, || next.clone());
            let child = self.node(key, situation, || next.clone(), numbers);
            // Of two moves to one position one may be legal under superko, and the other not.
            if superko || edges.iter().all(|edge| edge.child != child) {
                edges.push(Edge { mv, child });
            }
        }
        self.moves = moves;
        won |= edges.iter().any(|edge| self.nodes[edge.child as usize].fact == Some(false));
        edges.iter().for_each(|edge| self.nodes[edge.child as usize].parents.push(leaf));
        let fails = |edge: &&Edge<G::Move>| self.nodes[edge.child as usize].fact == Some(true);
        let open = (edges.len() - edges.iter().filter(fails).count()) as u32;
        self.edges += edges.len() as u64;
        let node = &mut self.nodes[leaf as usize];
        (node.open, node.edges) = (open, Some(edges));
        if won || open == 0 {
            self.settle(leaf, won, None);
        }
        Ok(())
    }

    /// A fact about a position, and what follows from it by the rules alone, whatever the path.
    pub(super) fn settle(&mut self, node: u32, won: bool, by: Option<G::Move>) {
        self.nodes[node as usize].by = by;
        let mut facts = vec![(node, won)];
        while let Some((at, won)) = facts.pop() {
            let node = &mut self.nodes[at as usize];
            if node.fact.is_some() {
                continue;
            }
            node.fact = Some(won);
            node.numbers = if won { Numbers::WON } else { Numbers::LOST };
            self.edges -= node.edges.replace(Vec::new()).map_or(0, |edges| edges.len() as u64);
            for parent in std::mem::take(&mut node.parents) {
                let above = &mut self.nodes[parent as usize];
                if above.fact.is_some() {
                    continue;
                }
                above.open -= u32::from(won);
                if !won || above.open == 0 {
                    facts.push((parent, !won));
                }
            }
        }
    }
}
