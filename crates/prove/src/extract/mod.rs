//! From a solved tree or table to a proof: the only place that walks one.
//!
//! The walk starts at the root and follows, where the holder of the claim is to move, one move,
//! and where the opponent is, all of them; each position with the holder to move becomes one
//! entry of the proof, in canonical form, once. Where the solver has forgotten the holder's move
//! (its entry was evicted, or an oracle had decided the position) the position is *proved again*,
//! which is counted. Nothing that static knowledge or an oracle said ends up in the proof: every
//! line is walked to the end of the game, or, if the proof is to rest on tables (`resting`), to a
//! position that a table decides; or, if it may, to one that the rules themselves settle.
//!
//! A win takes two passes, so that its proof holds together and is small:
//!
//! * `climb` ranks positions, from the ends of the game up to the root. A move counts only when
//!   all its replies are ranked; where positions can come back, that is what keeps the walk from
//!   running in circles. `fresh` proves positions from nothing whose known moves only lead back.
//! * `shrink` goes down again from the root, prefers moves whose replies the proof already has, and
//!   writes what is needed with the shortest ranks that these moves allow.
//!
//! Where no position can come back, several threads walk it at the same time (`together`).
//!
//! A claim not to lose is a closed set, where coming back is welcome (`closed`). Under superko a
//! proof is a strategy over paths (`paths`).
//!
//! A walk obeys the time limit and Ctrl-C, and so does everything that it proves again: it looks at both at
//! every position. One that is stopped gives no proof. The limit of nodes is for finding the value, and not
//! for the walk.
//!
//! As in Watkins' proof of losing chess, loops are what a proof must be checked for: a table that has
//! forgotten millions of positions is repaired where the proof needs it, never trusted in a circle.

mod climb;
mod closed;
mod cover;
mod fresh;
mod glance;
mod options;
mod paths;
mod ranks;
mod resting;
mod shrink;
mod together;

use crate::depth_first::DepthFirst;
use crate::solver::Solver;
use andor_core::{
    Answer, Claim, Counters, Game, InputError, Instant, Key, Limits, Observer, Phase, Progress,
    ProofSink, Question, Repetition, Report, Stopped,
};
pub use options::Options;
use ranks::Ranks;
pub use resting::Leaves;
use std::time::Duration;
use together::Seen;

/// Positions between two looks whether it is time to report, and the time between two reports.
const LOOK_EVERY: u64 = 256;
/// Lists of moves have room for so many from the start: growing them took a tenth of the walk.
const USUAL_MOVES: usize = 64;
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// A finished walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Extracted {
    /// Entries written.
    pub positions: u64,
    /// Positions that were ranked on the way; not all of them were needed.
    pub ranked: u64,
    /// Of these, how many the proof would have had without the second pass. 0 for a claim not to
    /// lose, which has none.
    pub before_shrinking: u64,
    /// Positions proved afresh because what was known of them led back to them.
    pub fresh: u64,
    /// Work done on the way; `reproved` counts positions proved again, afresh or not.
    pub counters: Counters,
    /// How often the walk stopped at a position that an oracle decides.
    pub rests: u64,
    /// How often at one that the rules call settled.
    pub settled: u64,
}

/// Why there is no proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExtractError {
    /// The walk was stopped.
    Stopped(Stopped),
    /// The sink failed.
    Sink(InputError),
    /// There are more positions than were allowed.
    TooLarge,
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

/// The walk, with what it needs on the way.
struct Walk<'a, G: Game> {
    game: &'a G,
    claim: Claim,
    question: Question,
    limits: &'a Limits,
    start: Instant,
    /// When it last told how far it is; it does so soon for the first time.
    reported: Option<Instant>,
    looks: u64,
    ranks: Ranks,
    /// What all threads together have seen to be needed, if there are several.
    seen: Option<&'a Seen>,
    /// The solver of fresh proofs, once there was one.
    fresh: Option<DepthFirst<G>>,
    extracted: Extracted,
    /// Whether positions in which the holder wins on the spot are left out.
    skips_leaves: bool,
    /// Decides positions that need no proof.
    leaves: Option<&'a dyn Leaves<G>>,
    /// Whether what the rules call settled needs none either.
    stops_at_settled: bool,
    /// Points to moves, but is not believed.
    advice: Option<&'a dyn Leaves<G>>,
    moves: Vec<G::Move>,
    /// The most positions that are ranked.
    most: u64,
    /// How hard a win is made small.
    effort: u32,
}

/// What can come up after the holder's move.
struct Replies<P> {
    /// The positions with their keys.
    positions: Vec<(Key, P)>,
    /// The least rank that the position before the move can have: 2 if there are leaves that are
    /// left out, else 1.
    least_rank: u32,
}

/// Walks the proof of what `solver` has just found into `sink`.
///
/// The sink gets its entries in the end, when the whole proof stands.
///
/// # Errors
/// If the walk is stopped, the sink fails, or the proof does not hold together.
pub fn extract<G: Game>(
    game: &G,
    finding: Finding<'_, G::Position>,
    options: &Options<'_, G>,
    solver: &mut dyn Solver<G>,
    observer: &mut dyn Observer,
    sink: &mut dyn ProofSink,
) -> Result<Extracted, ExtractError> {
    if !options.keeps_oracles {
        solver.dismiss_oracles();
    }
    solver.set_repairing(true);
    let extracted = match game.repetition() {
        Repetition::Superko(_) => {
            paths::extract_paths(game, finding, options.limits, solver, observer, sink)
        }
        Repetition::Impossible | Repetition::Draw => {
            walk_from(game, finding, options, solver, observer, sink)
        }
    };
    solver.set_repairing(false);
    extracted
}

/// The walk itself.
fn walk_from<G: Game>(
    game: &G,
    finding: Finding<'_, G::Position>,
    options: &Options<'_, G>,
    solver: &mut dyn Solver<G>,
    observer: &mut dyn Observer,
    sink: &mut dyn ProofSink,
) -> Result<Extracted, ExtractError> {
    let Finding { root, question, claim } = finding;
    let limits = Limits { nodes: None, expansions: None, ..options.limits.clone() };
    let now = Instant::now();
    let mut walk = Walk {
        game,
        claim,
        question,
        limits: &limits,
        start: now,
        reported: None,
        looks: 0,
        ranks: Ranks::default(),
        seen: None,
        fresh: None,
        extracted: Extracted::default(),
        skips_leaves: !sink.wants_leaves(),
        leaves: options.leaves,
        stops_at_settled: options.stops_at_settled,
        advice: options.advice,
        moves: Vec::new(),
        most: options.most,
        effort: options.effort,
    };
    let mut first = options.from.to_vec();
    if !first.is_empty() {
        // Nothing but these.
    } else if game.side_to_move(root) == claim.holder() {
        if walk.is_settled(root) {
            walk.extracted.settled += 1;
        } else if walk.rests_on(root) {
            walk.extracted.rests += 1;
        } else {
            first.push(root.clone());
        }
    } else {
        walk.replies(root, &mut first)?;
    }
    match claim {
        Claim::NotLoses(_) => walk.close(first, solver, observer, sink)?,
        Claim::Wins(_) => {
            let can_share = game.repetition() == Repetition::Impossible
                && options.most == u64::MAX
                && game.plies_left(root).is_some();
            if can_share && options.threads > 1 {
                let hands = solver.hands(options.threads);
                if !hands.is_empty() {
                    walk.walk_together(&first, hands, observer, sink)?;
                    return Ok(walk.extracted);
                }
            }
            for position in &first {
                walk.rank(position, solver, observer)?;
            }
            // What fresh proofs have shown is ranked: their table is not needed any more.
            walk.fresh = None;
            walk.shrink(&first, observer, sink)?;
        }
    }
    Ok(walk.extracted)
}

impl<G: Game> Walk<'_, G> {
    /// Whether the proof has a position with this key, as far as is known by now.
    fn has(&self, key: Key) -> bool {
        self.seen.map_or_else(|| self.ranks.get(key).is_some(), |seen| seen.has(key))
    }

    /// The place of a move among the sorted moves of a canonical position.
    fn index_of(&mut self, position: &G::Position, mv: G::Move) -> Result<usize, ExtractError> {
        self.game.sorted_moves(position, &mut self.moves);
        let index = self.moves.iter().position(|&legal| legal == mv);
        index.ok_or_else(|| self.contradiction(position, "an illegal move"))
    }

    /// The positions that can come up after the holder's move.
    fn after_holder(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        pending: &mut Vec<G::Position>,
    ) -> Result<(), ExtractError> {
        let next = self.game.after(position, mv);
        match self.game.outcome(&next) {
            Some(outcome) if self.claim.is_met_by(outcome) => Ok(()),
            Some(_) => Err(self.contradiction(&next, "the holder's move ends it badly")),
            None => self.replies(&next, pending),
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
                None if self.is_settled(&next) => self.extracted.settled += 1,
                None if self.rests_on(&next) => self.extracted.rests += 1,
                None => pending.push(next),
            }
        }
        Ok(())
    }

    /// The same positions, each with its key; without leaves if these are left out.
    fn keyed_replies(
        &mut self,
        position: &G::Position,
        mv: G::Move,
    ) -> Result<Replies<G::Position>, ExtractError> {
        let mut replies = Vec::with_capacity(USUAL_MOVES);
        let rests = self.extracted.rests + self.extracted.settled;
        self.after_holder(position, mv, &mut replies)?;
        let mut least_rank = 1;
        if self.skips_leaves {
            let all = replies.len();
            replies.retain(|reply| self.winning_move(reply).is_none());
            // Rank 1 is for what the rules alone can see.
            let rests_now = self.extracted.rests + self.extracted.settled;
            let is_above = replies.len() < all || rests_now > rests;
            least_rank += u32::from(is_above);
        }
        let positions = replies.into_iter().map(|reply| (self.game.key(&reply), reply)).collect();
        Ok(Replies { positions, least_rank })
    }

    /// Every move that the solver knows to carry the claim out; at least one. A position that it
    /// has forgotten is proved again.
    fn holder_moves(
        &mut self,
        position: &G::Position,
        solver: &mut dyn Solver<G>,
        observer: &mut dyn Observer,
    ) -> Result<Vec<G::Move>, ExtractError> {
        if let Some(mv) = self.move_to_rest(position) {
            return Ok(vec![mv]);
        }
        let mut moves = solver.holder_moves(self.game, position);
        if moves.is_empty() {
            self.extracted.counters.reproved += 1;
            self.ask(position, solver, &self.limits.clone(), observer)?;
            moves = solver.holder_moves(self.game, position);
        }
        if moves.is_empty() {
            return Err(self.contradiction(position, "solved, but without a move"));
        }
        Ok(moves)
    }

    /// Proves a position of the proof; a limit in the way is an error.
    fn ask(
        &mut self,
        position: &G::Position,
        solver: &mut dyn Solver<G>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<(), ExtractError> {
        let mut observer = Quiet { walk: self.progress(self.ranks.len() as u64, 0), observer };
        let limits = limits.since(self.start);
        let Report { answer, stopped, counters, .. } =
            solver.solve(self.game, position, self.question, &limits, &mut observer);
        self.extracted.counters.nodes += counters.nodes;
        self.extracted.counters.expanded += counters.expanded;
        let holder_proves = self.claim.holder() == self.question.player;
        match answer {
            Answer::Unknown => Err(ExtractError::Stopped(stopped)),
            Answer::Proved if holder_proves => Ok(()),
            Answer::Disproved if !holder_proves => Ok(()),
            _ => Err(self.contradiction(position, "proved again, it is the other way")),
        }
    }

    fn contradiction(&self, position: &G::Position, what: &str) -> ExtractError {
        let here = self.game.position_text(position);
        ExtractError::Contradiction(format!("{what} in {} ({})", here, self.claim))
    }

    fn progress(&self, positions: u64, memory: u64) -> Progress {
        Progress {
            phase: Phase::Extract,
            elapsed: self.start.elapsed(),
            counters: Counters { nodes: positions, ..self.extracted.counters },
            memory,
            ..Progress::default()
        }
    }

    /// Whether the walk must stop now.
    fn look(&self) -> Result<(), ExtractError> {
        self.limits.clock(self.start).map_or(Ok(()), |why| Err(ExtractError::Stopped(why)))
    }

    /// Looks at the clock and at Ctrl-C, and now and then tells how many positions are done.
    fn look_around(
        &mut self,
        positions: u64,
        memory: u64,
        observer: &mut dyn Observer,
    ) -> Result<(), ExtractError> {
        self.look()?;
        self.looks += 1;
        if !self.looks.is_multiple_of(LOOK_EVERY) {
            return Ok(());
        }
        if self.reported.is_none_or(|at| at.elapsed() >= REPORT_EVERY) {
            self.reported = Some(Instant::now());
            observer.progress(&self.progress(positions, memory));
        }
        Ok(())
    }
}

/// While a position is proved again, the observer sees the walk, not the search within it.
struct Quiet<'a> {
    walk: Progress,
    observer: &'a mut dyn Observer,
}

impl Observer for Quiet<'_> {
    fn progress(&mut self, search: &Progress) {
        let elapsed = self.walk.elapsed + search.elapsed;
        self.observer.progress(&Progress { elapsed, ..self.walk.clone() });
    }

    fn note(&mut self, line: &str) {
        self.observer.note(line);
    }
}
