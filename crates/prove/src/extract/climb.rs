//! The first pass over a win: positions are ranked from the ends of the game up to the root.
//!
//! A depth-first walk in post-order. A position is ranked when all replies to one of its known
//! winning moves are: it comes after them in the order. So every line leads down that order to its
//! end, whatever the solver believed.
//!
//! Where positions can come back, a move that keeps the win need not bring it nearer. A reply that
//! leads to a position on the walk's own path makes the move useless *there*, and the next known
//! move is tried. A position without a move left *fails*, but only as long as the positions of the
//! path that it met are still on it; that is kept as the depths it leans on, as disproofs are in
//! `repetition`, and remembered that long. A failure that leans on nothing says that the moves
//! known of a position lead in circles only. Such a position, and one that met the path but is
//! quickly proved without, is proved `fresh`.
//!
//! With all moves of a table that has forgotten nothing, nothing fails without leaning: each
//! result was stored after those it was made from, and the walk would find that order.

use super::ranks::KeyMap;
use super::{ExtractError, Walk};
use crate::repetition::Leaning;
use crate::solver::Solver;
use andor_core::{Canonical, Game, Key, Observer};

/// A position with the holder to move, on the path of the walk.
struct HolderFrame<G: Game> {
    position: G::Position,
    key: Key,
    /// Tells this visit of the position from every other.
    visit: u64,
    /// Known winning moves that are still to be tried, the next one last.
    options: Vec<G::Move>,
    /// The move at hand.
    attempt: Option<Attempt<G>>,
    /// What the failures of the moves so far lean on.
    leaning: Leaning,
}

/// A known winning move, and what must be ranked before it counts.
struct Attempt<G: Game> {
    mv: G::Move,
    pending: Vec<(Key, G::Position)>,
}

/// A position that failed: until the deepest position that it leans on is left.
struct Failure {
    leaning: Leaning,
    /// The visit of that deepest position.
    visit: u64,
}

/// The path of one walk.
struct Path<G: Game> {
    frames: Vec<HolderFrame<G>>,
    depths: KeyMap<usize>,
    failures: KeyMap<Failure>,
    visits: u64,
    /// Failures since something was ranked.
    failed: u64,
}

/// Who knows the moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// The solver that found the value: what it has lost can be proved afresh.
    Main,
    /// The solver of a fresh proof: if it has lost too much, another one must try.
    Fresh,
}

/// A position that met the path is proved afresh if that takes no more nodes than this.
const FRESH_NODES: u64 = 20_000;
/// More failures than this without a new rank, and the walk proves afresh instead.
const MANY_FAILURES: u64 = 2_000;
/// Remembered failures are looked through when there are so many.
const FAILURES_KEPT: usize = 1 << 16;

impl<G: Game> Walk<'_, G> {
    /// Ranks a position with the holder to move, and all that its proof needs.
    pub(super) fn rank(
        &mut self,
        position: &G::Position,
        solver: &mut dyn Solver<G>,
        observer: &mut dyn Observer,
    ) -> Result<(), ExtractError> {
        match self.climb(position, solver, Source::Main, observer)? {
            true => Ok(()),
            false => Err(ExtractError::Circular),
        }
    }

    /// Ranks a position by the moves that `solver` knows; `false` if they lead in circles, which
    /// only a fresh proof may come to.
    pub(super) fn climb(
        &mut self,
        position: &G::Position,
        solver: &mut dyn Solver<G>,
        source: Source,
        observer: &mut dyn Observer,
    ) -> Result<bool, ExtractError> {
        let mut path = Path {
            frames: Vec::new(),
            depths: KeyMap::default(),
            failures: KeyMap::default(),
            visits: 0,
            failed: 0,
        };
        let key = self.game.key(position);
        if self.ranks.get(key).is_none() {
            self.enter(&mut path, key, position, solver, observer)?;
        }
        while let Some(top) = path.frames.last_mut() {
            self.look()?;
            // Step 1. A fresh proof below may have ranked the position by the way.
            if self.ranks.get(top.key).is_some() {
                path.leave();
                continue;
            }
            if top.attempt.is_none()
                && let Some(mv) = top.options.pop()
            {
                let position = top.position.clone();
                let attempt = self.attempt(&position, mv)?;
                path.frames.last_mut().expect("there is a top").attempt = Some(attempt);
                continue;
            }
            let Some(attempt) = &mut top.attempt else {
                // Step 2. No move is left.
                let depth = path.frames.len() - 1;
                let top = &path.frames[depth];
                let leaning = top.leaning.above(depth);
                path.failed += 1;
                let outright = leaning.is_none() || path.failed > MANY_FAILURES;
                match source {
                    Source::Fresh if outright => return Ok(false),
                    Source::Fresh => {}
                    Source::Main => {
                        let nodes = (!outright).then_some(FRESH_NODES);
                        let position = top.position.clone();
                        if self.prove_afresh(&position, solver, nodes, observer)? {
                            path.failed = 0;
                            continue;
                        }
                    }
                }
                path.fail(leaning);
                continue;
            };
            // Step 3. Rank what the move still waits for.
            let Some(&(key, _)) = attempt.pending.last() else {
                // Step 4. Everything below is ranked.
                let (key, mv) = (top.key, attempt.mv);
                let move_index = self.index_of(&top.position, mv)?;
                let rank = self.ranks.len() as u32 + 1;
                self.ranks.insert(key, rank, move_index);
                if u64::from(rank) > self.most {
                    return Err(ExtractError::TooLarge);
                }
                path.leave();
                path.failed = 0;
                self.look_around(self.ranks.len() as u64, self.ranks.bytes(), observer)?;
                continue;
            };
            if self.ranks.get(key).is_some() {
                attempt.pending.pop();
                continue;
            }
            let next = attempt.pending.last().map(|(_, next)| next.clone());
            match (path.obstacle(key), next) {
                (Some(leaning), _) => {
                    path.next_option(leaning);
                }
                (None, Some(next)) => self.enter(&mut path, key, &next, solver, observer)?,
                (None, None) => unreachable!("the move waits for something"),
            }
        }
        Ok(true)
    }

    /// Puts a position on the path, with the move that a glance shows to be enough, or else with
    /// the moves that the solver knows.
    fn enter(
        &mut self,
        path: &mut Path<G>,
        key: Key,
        position: &G::Position,
        solver: &mut dyn Solver<G>,
        observer: &mut dyn Observer,
    ) -> Result<(), ExtractError> {
        let Canonical { position, .. } = self.game.canonical(position);
        let mut options = match self.glance(&position) {
            Some(mv) => vec![mv],
            None => self.holder_moves(&position, solver, observer)?,
        };
        options.reverse();
        path.depths.insert(key, path.frames.len());
        path.visits += 1;
        let visit = path.visits;
        path.frames.push(HolderFrame {
            position,
            key,
            visit,
            options,
            attempt: None,
            leaning: Leaning::NONE,
        });
        Ok(())
    }

    /// Looks at the replies to a move.
    fn attempt(&mut self, position: &G::Position, mv: G::Move) -> Result<Attempt<G>, ExtractError> {
        let mut pending = self.keyed_replies(position, mv)?.positions;
        pending.retain(|&(key, _)| self.ranks.get(key).is_none());
        Ok(Attempt { mv, pending })
    }
}

impl<G: Game> Path<G> {
    /// Gives up the last position's move at hand.
    fn next_option(&mut self, leaning: Leaning) {
        let top = self.frames.last_mut().expect("there is an open position");
        top.leaning = top.leaning.and(leaning);
        top.attempt = None;
    }

    /// Takes the last position off the path.
    fn leave(&mut self) -> HolderFrame<G> {
        let frame = self.frames.pop().expect("only an open position is left");
        self.depths.remove(&frame.key);
        frame
    }

    /// Takes the last position off the path, as one that cannot be ranked while those positions
    /// are on it.
    fn fail(&mut self, leaning: Leaning) {
        let key = self.leave().key;
        if leaning.is_none() {
            return;
        }
        if self.failures.len() >= FAILURES_KEPT {
            let frames = &self.frames;
            self.failures.retain(|_, failure| failure.holds(frames));
        }
        let visit = self.frames[leaning.deepest()].visit;
        self.failures.insert(key, Failure { leaning, visit });
    }

    /// Why a position that is not ranked cannot be ranked now: what that leans on.
    fn obstacle(&self, key: Key) -> Option<Leaning> {
        if let Some(&depth) = self.depths.get(&key) {
            return Some(Leaning::on(depth));
        }
        let failure = self.failures.get(&key)?;
        failure.holds(&self.frames).then_some(failure.leaning)
    }
}

impl Failure {
    /// Whether the positions it leans on are still on the path: the deepest is, so all are.
    fn holds<G: Game>(&self, frames: &[HolderFrame<G>]) -> bool {
        frames.get(self.leaning.deepest()).is_some_and(|frame| frame.visit == self.visit)
    }
}
