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

use crate::numbers::Numbers;
use crate::sight::Sight;
use andor_core::{Game, Key, Question};
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
pub(crate) enum Grown {
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

/// A set in the making, with what the search lends for it.
pub(crate) struct ClosedSet<'a, G: Game, B: Fn(Key) -> Option<Numbers>> {
    game: &'a G,
    root: &'a G::Position,
    question: Question,
    sight: &'a Sight<G>,
    /// The solved numbers of a position, where they hold on every path.
    known: B,
    set: Set<G::Position>,
    moves: Vec<G::Move>,
    /// Moves looked at.
    pub(crate) steps: u64,
    /// The move of the root that decides it for its side to move.
    pub(crate) winning: Option<G::Move>,
}

impl<'a, G: Game, B: Fn(Key) -> Option<Numbers>> ClosedSet<'a, G, B> {
    /// The root alone.
    pub(crate) fn new(
        game: &'a G,
        root: &'a G::Position,
        question: Question,
        sight: &'a Sight<G>,
        known: B,
    ) -> ClosedSet<'a, G, B> {
        let mut set = Set { spots: Vec::new(), numbers: HashMap::new(), queue: vec![0], edges: 0 };
        let prover_moves = game.side_to_move(root) == question.player;
        set.number(root, game.key(root), prover_moves);
        let (moves, winning) = (Vec::new(), None);
        ClosedSet { game, root, question, sight, known, set, moves, steps: 0, winning }
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> u64 {
        self.set.bytes()
    }

    /// Grows the set, looking at no more than about `children` moves and using no more than about
    /// `bytes`. `stop` may end it at any time.
    pub(crate) fn grow<E>(
        &mut self,
        children: u64,
        bytes: u64,
        mut stop: impl FnMut() -> Result<(), E>,
    ) -> Result<Grown, E> {
        while let Some(number) = self.set.queue.pop() {
            self.set.spots[number].queued = false;
            if self.set.spots[number].looked_at || !self.set.is_wanted(number) {
                continue;
            }
            stop()?;
            if self.steps >= children || self.set.bytes() > bytes {
                return Ok(Grown::Abandoned);
            }
            self.set.spots[number].looked_at = true;
            if !self.holds(number) {
                self.mark_won(number);
                if self.set.spots[0].won {
                    return Ok(Grown::Won);
                }
            }
        }
        Ok(Grown::Closed)
    }

    /// What the set says about its positions: facts, whatever the path.
    pub(crate) fn facts(&self, grown: Grown) -> impl Iterator<Item = (Key, Numbers)> {
        self.set.spots.iter().filter_map(move |spot| {
            let known = spot.won || (grown == Grown::Closed && spot.looked_at);
            let numbers = if spot.won == spot.prover_moves { Numbers::WON } else { Numbers::LOST };
            known.then_some((spot.key, numbers))
        })
    }

    /// Whether a spot can still be held by the opponent; what it counts on is linked to it.
    fn holds(&mut self, number: usize) -> bool {
        let position = self.set.spots[number].position.clone();
        let is_root = number == 0;
        let mut moves = std::mem::take(&mut self.moves);
        self.sight.moves(self.game, &position, is_root, &mut moves);
        let prover_moves = self.set.spots[number].prover_moves;
        let mut holds = prover_moves;
        let from = self.set.spots[number].cursor;
        for (index, &mv) in moves.iter().enumerate().skip(from) {
            let next = self.next(&position, mv);
            if let Next::Spot(child) = next {
                self.set.link(number, child);
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
                let spot = &mut self.set.spots[number];
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

    fn next(&mut self, position: &G::Position, mv: G::Move) -> Next {
        self.steps += 1;
        let child = self.game.after(position, mv);
        let key = self.game.key(&child);
        let prover_moves = self.game.side_to_move(&child) == self.question.player;
        let known = self.sight.judge(self.game, &child, self.question);
        match known.or_else(|| (self.known)(key)) {
            Some(numbers) if (numbers.phi == 0) == prover_moves => Next::Won,
            Some(_) => Next::Held,
            None => {
                let child = self.set.number(&child, key, prover_moves);
                if self.set.spots[child].won { Next::Won } else { Next::Spot(child) }
            }
        }
    }

    /// A spot is won for the prover, and with it whatever cannot do without it.
    fn mark_won(&mut self, number: usize) {
        let mut fallen = vec![number];
        while let Some(number) = fallen.pop() {
            if std::mem::replace(&mut self.set.spots[number].won, true) {
                continue;
            }
            for parent in std::mem::take(&mut self.set.spots[number].parents) {
                let Spot { won, prover_moves, choice, .. } = self.set.spots[parent];
                if won {
                    continue;
                }
                if prover_moves {
                    if parent == 0 {
                        self.winning = self.move_from_root(self.set.spots[number].key);
                    }
                    fallen.push(parent);
                } else if choice == Some(number) && !self.holds(parent) {
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
}
