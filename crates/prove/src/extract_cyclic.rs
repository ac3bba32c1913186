//! Win proofs where positions can come back: a least fixpoint over everything that is known to win.
//!
//! In a graph with cycles a walk that takes any winning move at each position can run in circles:
//! each move keeps the win, none brings it nearer. So all winning moves that the solver knows are
//! collected first, and then ranked from the end of the game backwards: a position gets its rank
//! when, for one of its moves, every reply leads to a ranked position. Ranks found in that order
//! are the shortest that the collected moves allow. Only what the root needs is written.
//!
//! A solver that has forgotten nothing always has enough: what it proved, it proved from results
//! that came before. Where entries are gone, positions are proved again, and it can happen that
//! two of them lean on each other; then the walk says so, and a solver with more memory must try.

use crate::extract::{ExtractError, Walk};
use andor_core::{Canonical, Game, Key, Observer, ProofEntry, ProofSink};
use std::collections::HashMap;

/// A position with the holder to move.
struct Spot<P> {
    position: P,
    bytes: Vec<u8>,
    options: Vec<Choice>,
    /// The rank and the option that gives it, once there is one.
    ranked: Option<(u32, usize)>,
}

/// A winning move: its index among the sorted moves, and the spots after every reply.
struct Choice {
    move_index: u32,
    replies: Vec<usize>,
}

/// The collected positions.
struct Collection<P> {
    spots: Vec<Spot<P>>,
    numbers: HashMap<Key, usize>,
}

impl<G: Game> Walk<'_, G> {
    /// Covers the positions of `first`, each with the holder to move.
    pub(crate) fn cover_cyclic(
        &mut self,
        first: &[G::Position],
        observer: &mut dyn Observer,
        sink: &mut dyn ProofSink,
    ) -> Result<(), ExtractError> {
        // Step 1. Collect every known winning move of every position that can come up.
        let mut found = Collection { spots: Vec::new(), numbers: HashMap::new() };
        let roots: Vec<usize> = first.iter().map(|root| found.number(self.game, root)).collect();
        let mut next = 0;
        while next < found.spots.len() {
            self.collect(next, &mut found, observer)?;
            next += 1;
            if next.is_multiple_of(4096) {
                self.look_around(observer)?;
            }
        }
        // Step 2. Rank them from the end of the game.
        rank(&mut found.spots);
        // Step 3. Write what the roots need.
        let mut wanted = roots;
        let mut written = vec![false; found.spots.len()];
        while let Some(number) = wanted.pop() {
            if std::mem::replace(&mut written[number], true) {
                continue;
            }
            let spot = &found.spots[number];
            let (rank, option) = spot.ranked.ok_or(ExtractError::Circular)?;
            let Choice { move_index, replies } = &spot.options[option];
            let entry = ProofEntry { position: &spot.bytes, move_index: *move_index, rank };
            sink.entry(entry).map_err(ExtractError::Sink)?;
            self.extracted.positions += 1;
            wanted.extend(replies);
        }
        Ok(())
    }

    /// Fills in the options of a spot.
    fn collect(
        &mut self,
        number: usize,
        found: &mut Collection<G::Position>,
        observer: &mut dyn Observer,
    ) -> Result<(), ExtractError> {
        let position = found.spots[number].position.clone();
        let mut sorted = Vec::new();
        self.game.sorted_moves(&position, &mut sorted);
        for mv in self.holder_moves(&position, observer)? {
            let index = sorted.iter().position(|&legal| legal == mv);
            let index = index.ok_or_else(|| self.contradiction(&position, "an illegal move"))?;
            let mut after = Vec::new();
            let ended = self.after_holder(&position, mv, &mut after)?;
            let replies = after.iter().map(|reply| found.number(self.game, reply)).collect();
            let choice = Choice { move_index: index as u32, replies };
            if ended {
                // Nothing is better than the end.
                found.spots[number].options = vec![choice];
                return Ok(());
            }
            found.spots[number].options.push(choice);
        }
        Ok(())
    }
}

impl<P> Collection<P> {
    /// The number of a position's spot, a new one if it is not there yet.
    fn number<G: Game<Position = P>>(&mut self, game: &G, position: &P) -> usize {
        let next = self.spots.len();
        let number = *self.numbers.entry(game.key(position)).or_insert(next);
        if number == next {
            let Canonical { position, bytes, .. } = game.canonical(position);
            self.spots.push(Spot { position, bytes, options: Vec::new(), ranked: None });
        }
        number
    }
}

/// Ranks every spot that can be ranked, the lowest ranks first.
fn rank<P>(spots: &mut [Spot<P>]) {
    // For each option the replies that are not ranked yet, and for each spot who waits for it.
    let mut open: Vec<Vec<usize>> = Vec::with_capacity(spots.len());
    let mut waiting: Vec<Vec<(usize, usize)>> = vec![Vec::new(); spots.len()];
    let mut ready = Vec::new();
    for (number, spot) in spots.iter().enumerate() {
        for (option, choice) in spot.options.iter().enumerate() {
            for &reply in &choice.replies {
                waiting[reply].push((number, option));
            }
            if choice.replies.is_empty() {
                ready.push((number, option));
            }
        }
        open.push(spot.options.iter().map(|choice| choice.replies.len()).collect());
    }
    let mut rank = 1;
    while !ready.is_empty() {
        let mut ranked = Vec::new();
        for (number, option) in ready.drain(..) {
            if spots[number].ranked.is_none() {
                spots[number].ranked = Some((rank, option));
                ranked.push(number);
            }
        }
        for number in ranked {
            for &(waiter, option) in &waiting[number] {
                open[waiter][option] -= 1;
                if open[waiter][option] == 0 {
                    ready.push((waiter, option));
                }
            }
        }
        rank += 1;
    }
}
