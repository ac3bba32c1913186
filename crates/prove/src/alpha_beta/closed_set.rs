//! Disproof by a closed set, for games in which a repetition is a draw.
//!
//! Where positions can come back, "the prover never wins" may have no finite tree below it: the
//! opponent just goes round. Its proof is a set of positions instead. Whatever the prover plays in
//! one of them, the game ends without its win or the opponent has a move back into the set; so
//! no win is ever reached, whatever came before. No path is involved, and no depth.
//!
//! The set is grown from the root with one move of the opponent at a time. A position turns out to
//! be *won* for the prover if one of the prover's moves wins, or all of the opponent's lose; then
//! whoever counted on it must choose again. A position is called won only after what makes it so:
//! these are facts too. When nothing is left to look at, what is left is closed.

use super::search::Search;
use crate::numbers::Numbers;
use andor_core::{Game, Key, Stopped};
use std::collections::HashMap;

/// A position of the set.
struct Spot<P> {
    position: P,
    key: Key,
    prover_moves: bool,
    /// Found to be won for the prover.
    won: bool,
    looked_at: bool,
    queued: bool,
    /// The opponent's move, counted in the order of the rules, and the spot it leads to.
    cursor: usize,
    choice: Option<usize>,
    /// The spots that count on this one.
    parents: Vec<usize>,
}

/// How growing ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Grown {
    /// The root is in a closed set: the prover does not win.
    Closed,
    /// The root is won for the prover.
    Won,
    /// There was not enough room or time.
    Abandoned,
}

/// The set as far as it has grown.
struct Set<P> {
    spots: Vec<Spot<P>>,
    numbers: HashMap<Key, usize>,
    queue: Vec<usize>,
    edges: u64,
}

/// What a move leads to.
enum Next {
    Won,
    Held,
    Spot(usize),
}

impl<P: Clone> Set<P> {
    /// A share that is never exceeded by much: capacities double.
    fn bytes(&self) -> u64 {
        let spot = size_of::<Spot<P>>() + size_of::<(Key, usize)>() + size_of::<usize>() + 8;
        2 * (self.spots.len() * spot) as u64 + 2 * 8 * self.edges
    }

    fn number(&mut self, position: &P, key: Key, prover_moves: bool) -> usize {
        let next = self.spots.len();
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.spots.push(Spot {
                position: position.clone(),
                key,
                prover_moves,
                won: false,
                looked_at: false,
                queued: false,
                cursor: 0,
                choice: None,
                parents: Vec::new(),
            });
        }
        number
    }

    /// `parent` counts on `child`.
    fn link(&mut self, parent: usize, child: usize) {
        let spot = &mut self.spots[child];
        spot.parents.push(parent);
        self.edges += 1;
        if !spot.looked_at && !spot.queued {
            spot.queued = true;
            self.queue.push(child);
        }
    }

    /// Whether somebody still counts on a spot.
    fn is_wanted(&self, number: usize) -> bool {
        number == 0 || self.spots[number].parents.iter().any(|&parent| !self.spots[parent].won)
    }
}

impl<G: Game> Search<'_, G> {
    /// Grows a closed set around the root, looking at no more than about `children` moves and
    /// using no more than about `bytes`.
    pub(super) fn grow_closed_set(&mut self, children: u64, bytes: u64) -> Result<Grown, Stopped> {
        let game = self.game;
        let prover_moves = game.side_to_move(self.root) == self.question.player;
        let end = self.steps + children;
        let mut set = Set { spots: Vec::new(), numbers: HashMap::new(), queue: vec![0], edges: 0 };
        set.number(self.root, game.key(self.root), prover_moves);
        let mut grown = Grown::Closed;
        while let Some(number) = set.queue.pop() {
            set.spots[number].queued = false;
            if set.spots[number].looked_at || !set.is_wanted(number) {
                continue;
            }
            self.look()?;
            if self.steps >= end || set.bytes() > bytes {
                grown = Grown::Abandoned;
                break;
            }
            set.spots[number].looked_at = true;
            if !self.holds(&mut set, number) {
                self.mark_won(&mut set, number);
                if set.spots[0].won {
                    grown = Grown::Won;
                    break;
                }
            }
        }
        self.peak_closed = self.peak_closed.max(set.bytes());
        self.write_down(&set, grown);
        Ok(grown)
    }

    /// Whether a spot can still be held by the opponent; what it counts on is linked to it.
    fn holds(&mut self, set: &mut Set<G::Position>, number: usize) -> bool {
        let position = set.spots[number].position.clone();
        let is_root = number == 0;
        let mut moves = std::mem::take(&mut self.moves);
        self.sight.moves(self.game, &position, is_root, &mut moves);
        let prover_moves = set.spots[number].prover_moves;
        let mut holds = prover_moves;
        let from = set.spots[number].cursor;
        for (index, &mv) in moves.iter().enumerate().skip(from) {
            let next = self.next(set, &position, mv);
            if let Next::Spot(child) = next {
                set.link(number, child);
            }
            let won = matches!(next, Next::Won);
            if prover_moves && won {
                if is_root {
                    self.winning = Some(mv);
                }
                holds = false;
                break;
            }
            if !prover_moves && !won {
                let spot = &mut set.spots[number];
                spot.cursor = index + 1;
                spot.choice = if let Next::Spot(child) = next { Some(child) } else { None };
                if is_root {
                    self.winning = Some(mv);
                }
                holds = true;
                break;
            }
        }
        self.moves = moves;
        holds
    }

    fn next(&mut self, set: &mut Set<G::Position>, position: &G::Position, mv: G::Move) -> Next {
        self.counters.nodes += 1;
        self.steps += 1;
        let child = self.game.after(position, mv);
        let key = self.game.key(&child);
        let prover_moves = self.game.side_to_move(&child) == self.question.player;
        let known = self.sight.judge(self.game, &child, self.question);
        let known = known.or_else(|| self.table.solved(key));
        match known {
            Some(numbers) if (numbers.phi == 0) == prover_moves => Next::Won,
            Some(_) => Next::Held,
            None => {
                let child = set.number(&child, key, prover_moves);
                if set.spots[child].won { Next::Won } else { Next::Spot(child) }
            }
        }
    }

    /// A spot is won for the prover, and with it whatever cannot do without it.
    fn mark_won(&mut self, set: &mut Set<G::Position>, number: usize) {
        let mut fallen = vec![number];
        while let Some(number) = fallen.pop() {
            if std::mem::replace(&mut set.spots[number].won, true) {
                continue;
            }
            for parent in std::mem::take(&mut set.spots[number].parents) {
                let Spot { won, prover_moves, choice, .. } = set.spots[parent];
                if won {
                    continue;
                }
                if prover_moves {
                    if parent == 0 {
                        self.winning = self.move_from_root(set.spots[number].key);
                    }
                    fallen.push(parent);
                } else if choice == Some(number) && !self.holds(set, parent) {
                    fallen.push(parent);
                }
            }
        }
    }

    /// The root's move to the position with this key.
    fn move_from_root(&mut self, key: Key) -> Option<G::Move> {
        let (game, root) = (self.game, self.root);
        game.moves(root, &mut self.moves);
        self.moves.iter().copied().find(|&mv| game.key(&game.after(root, mv)) == key)
    }

    /// Stores what the set says about its positions.
    fn write_down(&mut self, set: &Set<G::Position>, grown: Grown) {
        for spot in &set.spots {
            if spot.won || (grown == Grown::Closed && spot.looked_at) {
                let numbers =
                    if spot.won == spot.prover_moves { Numbers::WON } else { Numbers::LOST };
                self.keep(spot.key, numbers, 1);
            }
        }
    }
}
