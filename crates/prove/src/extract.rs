//! From a solved tree or table to a proof: the only place that walks one.
//!
//! The walk starts at the root and follows, where the holder of the claim is to move, one move,
//! and where the opponent is, all of them; each position with the holder to move becomes one
//! entry of the proof, in canonical form, once. Where the solver has forgotten the holder's move
//! (its entry was evicted, or an oracle had decided the position) the position is *proved again*,
//! which is counted. Nothing that static knowledge or an oracle said ends up in the proof: every
//! line is walked to the end of the game.
//!
//! The rank of an entry is one more than the largest rank below it, so it falls along every line.
//! Where positions can come back, a win is walked by `extract_cyclic`; a claim not to lose is a
//! closed set, and coming back is welcome.

use crate::solver::Solver;
use andor_core::{
    Answer, Canonical, Claim, Counters, Game, InputError, Key, Limits, Observer, Progress,
    ProofEntry, ProofSink, Question, Repetition, Report, Stopped,
};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::time::Instant;

/// A finished walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extracted {
    /// Entries written.
    pub positions: u64,
    /// Work done on the way; `reproved` counts positions proved again.
    pub counters: Counters,
}

/// Why there is no proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExtractError {
    /// The walk was stopped.
    Stopped(Stopped),
    /// The sink failed.
    Sink(InputError),
    /// The positions that are known lean on each other: the solver has forgotten too much.
    Circular,
    /// The walk contradicts the claim: a defect in the game's rules or in the solver.
    Contradiction(String),
}

/// What has been found about a position, and asking what.
#[derive(Debug)]
pub struct Finding<'a, P> {
    /// The position.
    pub root: &'a P,
    /// The question the solver answered.
    pub question: Question,
    /// What the answer means.
    pub claim: Claim,
}

// Derived, these would ask the same of the position itself.
impl<P> Clone for Finding<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Finding<'_, P> {}

/// A position with the holder to move, on the path of the walk.
struct Visit<P> {
    bytes: Vec<u8>,
    key: Key,
    move_index: u32,
    /// Positions that must be ranked before this one.
    pending: Vec<P>,
    /// The largest rank below so far.
    below: u32,
}

/// The walk, with what it needs on the way.
pub(crate) struct Walk<'a, G: Game> {
    pub(crate) game: &'a G,
    claim: Claim,
    question: Question,
    solver: &'a mut dyn Solver<G>,
    limits: &'a Limits,
    start: Instant,
    ranks: HashMap<Key, u32, BuildHasherDefault<IndexHasher>>,
    pub(crate) extracted: Extracted,
    moves: Vec<G::Move>,
}

/// Walks the proof of what `solver` has just found into `sink`.
///
/// # Errors
/// If the walk is stopped, the sink fails, or the proof does not hold together.
pub fn extract<G: Game>(
    game: &G,
    finding: Finding<'_, G::Position>,
    solver: &mut dyn Solver<G>,
    limits: &Limits,
    observer: &mut dyn Observer,
    sink: &mut dyn ProofSink,
) -> Result<Extracted, ExtractError> {
    let Finding { root, question, claim } = finding;
    // A proof rests on the rules alone. The node limit was for finding the value.
    solver.dismiss_oracles();
    let limits = Limits { nodes: None, time: None, ..limits.clone() };
    let mut walk = Walk {
        game,
        claim,
        question,
        solver,
        limits: &limits,
        start: Instant::now(),
        ranks: HashMap::default(),
        extracted: Extracted { positions: 0, counters: Counters::default() },
        moves: Vec::new(),
    };
    let mut first = Vec::new();
    if game.side_to_move(root) == claim.holder() {
        first.push(root.clone());
    } else {
        walk.replies(root, &mut first)?;
    }
    match (claim, game.repetition()) {
        (Claim::Wins(_), Repetition::Draw) => walk.cover_cyclic(&first, observer, sink)?,
        _ => {
            for position in first {
                walk.cover(&position, observer, sink)?;
            }
        }
    }
    Ok(walk.extracted)
}

impl<G: Game> Walk<'_, G> {
    /// Writes entries until `position`, with the holder to move, is covered.
    fn cover(
        &mut self,
        position: &G::Position,
        observer: &mut dyn Observer,
        sink: &mut dyn ProofSink,
    ) -> Result<(), ExtractError> {
        let mut path: Vec<Visit<G::Position>> = Vec::new();
        path.extend(self.visit(position, observer)?);
        while let Some(top) = path.last_mut() {
            // Step 1. Rank what the top still waits for.
            if let Some(next) = top.pending.pop() {
                match self.ranks.get(&self.game.key(&next)) {
                    Some(&rank) => top.below = top.below.max(rank),
                    None => {
                        let visit = self.visit(&next, observer)?;
                        path.extend(visit);
                    }
                }
                continue;
            }
            // Step 2. Everything below is ranked: write the entry.
            let done = path.pop().expect("there is a top");
            let rank = done.below + 1;
            self.ranks.insert(done.key, rank);
            self.extracted.positions += 1;
            let rank_written = if matches!(self.claim, Claim::Wins(_)) { rank } else { 0 };
            sink.entry(ProofEntry {
                position: &done.bytes,
                move_index: done.move_index,
                rank: rank_written,
            })
            .map_err(ExtractError::Sink)?;
            if let Some(parent) = path.last_mut() {
                parent.below = parent.below.max(rank);
            }
            if self.extracted.positions.is_multiple_of(4096) {
                self.look_around(observer)?;
            }
        }
        Ok(())
    }

    /// Opens a position with the holder to move: chooses the move, collects the replies. `None`
    /// if it is ranked already.
    fn visit(
        &mut self,
        position: &G::Position,
        observer: &mut dyn Observer,
    ) -> Result<Option<Visit<G::Position>>, ExtractError> {
        let key = self.game.key(position);
        if self.ranks.contains_key(&key) {
            return Ok(None);
        }
        if matches!(self.claim, Claim::NotLoses(_)) {
            // A closed set: coming back to a position of it is as good as having covered it.
            self.ranks.insert(key, 0);
        }
        let Canonical { position, bytes, .. } = self.game.canonical(position);
        let mv = self.holder_move(&position, observer)?;
        self.game.sorted_moves(&position, &mut self.moves);
        let index = self.moves.iter().position(|&legal| legal == mv);
        let move_index = index.ok_or_else(|| self.contradiction(&position, "an illegal move"))?;
        let mut pending = Vec::new();
        self.after_holder(&position, mv, &mut pending)?;
        Ok(Some(Visit { bytes, key, move_index: move_index as u32, pending, below: 0 }))
    }

    /// The positions that can come up after the holder's move; `true` if it ends the game.
    pub(crate) fn after_holder(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        pending: &mut Vec<G::Position>,
    ) -> Result<bool, ExtractError> {
        let next = self.game.after(position, mv);
        match self.game.outcome(&next) {
            Some(outcome) if self.claim.is_met_by(outcome) => Ok(true),
            Some(_) => Err(self.contradiction(&next, "the holder's move ends it badly")),
            None => self.replies(&next, pending).map(|()| false),
        }
    }

    /// The positions after every reply that does not end the game.
    fn replies(
        &mut self,
        position: &G::Position,
        pending: &mut Vec<G::Position>,
    ) -> Result<(), ExtractError> {
        self.game.moves(position, &mut self.moves);
        for &reply in &self.moves {
            let next = self.game.after(position, reply);
            match self.game.outcome(&next) {
                Some(outcome) if self.claim.is_met_by(outcome) => {}
                Some(_) => return Err(self.contradiction(&next, "a reply refutes the claim")),
                None => pending.push(next),
            }
        }
        Ok(())
    }

    /// The holder's move, proved again if the solver has forgotten it.
    fn holder_move(
        &mut self,
        position: &G::Position,
        observer: &mut dyn Observer,
    ) -> Result<G::Move, ExtractError> {
        if let Some(mv) = self.solver.holder_move(self.game, position) {
            return Ok(mv);
        }
        self.prove_again(position, observer)?;
        let found = self.solver.holder_move(self.game, position);
        found.ok_or_else(|| self.contradiction(position, "solved, but without a move"))
    }

    /// Every move that the solver knows to carry the claim out; at least one.
    pub(crate) fn holder_moves(
        &mut self,
        position: &G::Position,
        observer: &mut dyn Observer,
    ) -> Result<Vec<G::Move>, ExtractError> {
        let mut moves = self.solver.holder_moves(self.game, position);
        if moves.is_empty() {
            self.prove_again(position, observer)?;
            moves = self.solver.holder_moves(self.game, position);
        }
        if moves.is_empty() {
            return Err(self.contradiction(position, "solved, but without a move"));
        }
        Ok(moves)
    }

    /// Proves a position again that the solver has forgotten.
    fn prove_again(
        &mut self,
        position: &G::Position,
        observer: &mut dyn Observer,
    ) -> Result<(), ExtractError> {
        self.extracted.counters.reproved += 1;
        let Report { answer, stopped, counters, .. } =
            self.solver.solve(self.game, position, self.question, self.limits, observer);
        self.extracted.counters.nodes += counters.nodes;
        self.extracted.counters.expanded += counters.expanded;
        let holder_proves = self.claim.holder() == self.question.player;
        match answer {
            Answer::Unknown => return Err(ExtractError::Stopped(stopped)),
            Answer::Proved if holder_proves => {}
            Answer::Disproved if !holder_proves => {}
            _ => return Err(self.contradiction(position, "proved again, it is the other way")),
        }
        Ok(())
    }

    pub(crate) fn contradiction(&self, position: &G::Position, what: &str) -> ExtractError {
        let here = self.game.position_text(position);
        ExtractError::Contradiction(format!("{what} in {} ({})", here, self.claim))
    }

    pub(crate) fn look_around(&self, observer: &mut dyn Observer) -> Result<(), ExtractError> {
        if let Some(stopped) = self.limits.clock(self.start) {
            return Err(ExtractError::Stopped(stopped));
        }
        let counters = Counters { nodes: self.extracted.positions, ..self.extracted.counters };
        observer.progress(&Progress {
            phase: "extract",
            elapsed: self.start.elapsed(),
            counters,
            ..Progress::default()
        });
        Ok(())
    }
}

/// Keys are mixed already: their index is the hash.
#[derive(Default)]
struct IndexHasher(u64);

impl Hasher for IndexHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("a key is hashed by its words")
    }

    fn write_u64(&mut self, word: u64) {
        // The index comes first; folding the tag in keeps the order of the words relevant.
        self.0 = self.0.rotate_left(32) ^ word;
    }
}
