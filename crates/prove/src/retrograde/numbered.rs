//! Backward induction over numbered positions: one bit each, one ordered pass, no edges.
//!
//! Where a game never goes back and can number its positions ([`Numbering`]), their values need
//! neither the positions themselves nor what leads where: the pass goes through the stages from the
//! last moves of the game to the first, and every child of a position has its bit when the position
//! comes. So 255 million positions of Breakthrough 5x5 take 32 MB, where the atlas of what can be
//! reached takes more than a hundred bytes each.
//!
//! Threads share the blocks of a stage. A position without a number is settled by looking a few plies
//! ahead. Nothing but the rules is asked: what comes out is a judge of static knowledge, too.

use super::CLOCK_POSITIONS;
use crate::watch::Watch;
use andor_core::{
    Counters, Game, Numbered, Numbering, Observer, Outcome, Phase, Progress, Stopped, try_table,
};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The values of all numbered positions: set if the side to move wins.
pub(super) struct Bits {
    won: Vec<AtomicU64>,
}

/// Lists that are used again and again, by the depth of a look ahead.
struct Scratch<G: Game> {
    moves: Vec<Vec<G::Move>>,
    outcomes: Vec<Option<Outcome>>,
    nodes: u64,
}

impl<G: Game> Default for Scratch<G> {
    fn default() -> Scratch<G> {
        Scratch { moves: Vec::new(), outcomes: Vec::new(), nodes: 0 }
    }
}

impl Bits {
    /// The bytes that so many positions take.
    pub(super) fn bytes_for(count: u64) -> u64 {
        count.div_ceil(64) * 8
    }

    /// Finds the value of every position.
    ///
    /// # Errors
    /// Why it was stopped.
    pub(super) fn build<G: Game>(
        game: &G,
        numbers: &dyn Numbering<G::Position>,
        threads: usize,
        watch: &mut Watch<'_>,
        observer: &mut dyn Observer,
        counters: &mut Counters,
    ) -> Result<Bits, Stopped> {
        let words = numbers.count().div_ceil(64);
        let won = try_table::<AtomicU64>(words as usize).map_err(|_| Stopped::Memory)?;
        let numbered = Bits { won };
        let is_over = AtomicBool::new(false);
        let (limits, start) = (watch.limits, watch.start);
        // Whatever was counted before counts as well.
        let total = AtomicU64::new(counters.nodes);
        for stage in 0..numbers.stages() {
            let next = AtomicU64::new(0);
            let done = AtomicU64::new(0);
            // One block after another, whoever comes first.
            let work = |look: &mut dyn FnMut(u64) -> bool| {
                let mut scratch = Scratch::<G>::default();
                loop {
                    let block = next.fetch_add(1, Ordering::Relaxed);
                    if block >= numbers.blocks() || is_over.load(Ordering::Relaxed) {
                        return;
                    }
                    let mut positions = 0;
                    numbers.for_each(stage, block, &mut |number| {
                        // A block may be large: what is left of it is skipped.
                        if u64::is_multiple_of(positions, CLOCK_POSITIONS as u64)
                            && limits.clock(start).is_some()
                        {
                            is_over.store(true, Ordering::Relaxed);
                        }
                        if is_over.load(Ordering::Relaxed) {
                            return;
                        }
                        let Some(position) = numbers.position(number) else { return };
                        positions += 1;
                        if numbered.look_ahead(game, numbers, &position, 0, &mut scratch) {
                            numbered.set(number);
                        }
                    });
                    done.fetch_add(positions, Ordering::Relaxed);
                    let nodes = std::mem::take(&mut scratch.nodes);
                    if !look(total.fetch_add(nodes, Ordering::Relaxed) + nodes) {
                        is_over.store(true, Ordering::Relaxed);
                    }
                }
            };
            let mut stopped = None;
            let expanded = counters.expanded;
            std::thread::scope(|scope| {
                for _ in 1..threads {
                    scope.spawn(|| work(&mut |_| true));
                }
                work(&mut |nodes| {
                    let now = Counters {
                        nodes,
                        expanded: expanded + done.load(Ordering::Relaxed),
                        ..Counters::default()
                    };
                    match watch.look_now(&now) {
                        Ok(false) => {}
                        Ok(true) => observer.progress(&Progress {
                            phase: Phase::Search,
                            elapsed: watch.start.elapsed(),
                            counters: now,
                            fill: f64::from(stage) / f64::from(numbers.stages()),
                            memory: Bits::bytes_for(numbers.count()),
                            root: (Some(1), Some(1)),
                            ..Progress::default()
                        }),
                        Err(why) => {
                            stopped = Some(why);
                            return false;
                        }
                    }
                    true
                });
            });
            counters.nodes = total.load(Ordering::Relaxed);
            counters.expanded = expanded + done.load(Ordering::Relaxed);
            if is_over.load(Ordering::Relaxed) {
                let why = stopped.or_else(|| limits.clock(start));
                return Err(why.unwrap_or(Stopped::Interrupted));
            }
        }
        Ok(numbered)
    }

    fn set(&self, number: u64) {
        self.won[(number / 64) as usize].fetch_or(1 << (number % 64), Ordering::Relaxed);
    }

    fn get(&self, number: u64) -> bool {
        self.won[(number / 64) as usize].load(Ordering::Relaxed) >> (number % 64) & 1 == 1
    }

    /// Whether the side to move wins a position that is not over.
    pub(super) fn is_won<G: Game>(
        &self,
        game: &G,
        numbers: &dyn Numbering<G::Position>,
        position: &G::Position,
    ) -> bool {
        self.value(game, numbers, position, 0, &mut Scratch::default())
    }

    fn value<G: Game>(
        &self,
        game: &G,
        numbers: &dyn Numbering<G::Position>,
        position: &G::Position,
        depth: usize,
        scratch: &mut Scratch<G>,
    ) -> bool {
        match numbers.number(position) {
            Numbered::At(number) => self.get(number),
            Numbered::WonAtOnce => true,
            Numbered::ByMoves => self.look_ahead(game, numbers, position, depth, scratch),
        }
    }

    /// Whether a move wins at once, or leads to a position that is lost.
    fn look_ahead<G: Game>(
        &self,
        game: &G,
        numbers: &dyn Numbering<G::Position>,
        position: &G::Position,
        depth: usize,
        scratch: &mut Scratch<G>,
    ) -> bool {
        if scratch.moves.len() == depth {
            scratch.moves.push(Vec::new());
        }
        let mut moves = std::mem::take(&mut scratch.moves[depth]);
        let mut outcomes = std::mem::take(&mut scratch.outcomes);
        game.moves(position, &mut moves);
        scratch.nodes += moves.len() as u64;
        let wins = Some(Outcome::Win(game.side_to_move(position)));
        let may_end = game.outcomes_after_each(position, &moves, &mut outcomes);
        let mut won = may_end && outcomes.contains(&wins);
        // The moves that end the game have just been looked at: they lose.
        if may_end && !won {
            let mut ends = outcomes.iter().map(Option::is_some);
            moves.retain(|_| !ends.next().expect("every move has its outcome"));
        }
        scratch.outcomes = outcomes;
        won = won
            || moves.iter().any(|&mv| {
                !self.value(game, numbers, &game.after(position, mv), depth + 1, scratch)
            });
        scratch.moves[depth] = moves;
        won
    }
}
