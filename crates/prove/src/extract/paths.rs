//! A proof under superko: a strategy over paths.
//!
//! What is legal depends on the path, so the walk carries the path along. Where the holder is to
//! move, the position is one of three:
//!
//! * won on every path (the search met no repetition in proving it), or won at once: the path ends
//!   here, and an ordinary proof by ranked positions takes over, made as if repetition were a draw.
//!   From the *first* such position of a path on, that proof never meets the path again
//!   (`docs/inside/certificates.md`);
//! * won on this path: the walk follows a move that the search knows, and all replies that are legal
//!   on this path;
//! * forgotten: it is searched again, with the path before it.
//!
//! Under positional superko, and where a draw is enough for the holder, nothing is taken over: the
//! whole proof is paths.
//!
//! The set of ranked positions comes last. Where it turns out to hold a position that the tree had
//! walked through, the tree is cut there.

use super::{ExtractError, Extracted, Finding, Options, walk_from};
use crate::depth_first::{Config, DepthFirst};
use crate::path_source::{Before, PathSource, SolvedAfter};
use crate::solver::Solver;
use andor_core::{
    Answer, Claim, Game, InputError, Instant, Limits, Observer, ProofEntry, ProofSink, Question,
    Repetition, Superko,
};
use std::collections::HashSet;

/// A position of the tree, the holder to move.
struct PathNode<P> {
    /// Its bytes, if the set may hold it.
    bytes: Vec<u8>,
    /// The holder's move, as a place among the sorted moves; `None` where the set takes over.
    plays: Option<u32>,
    /// The positions after each legal reply that does not end the game, in order.
    replies: Vec<usize>,
    /// The position, where the set takes over.
    leaf: Option<P>,
}

/// The tree in the making.
struct PathTree<'a, G: Game> {
    game: &'a G,
    finding: Finding<'a, G::Position>,
    source: &'a mut dyn PathSource<G>,
    limits: &'a Limits,
    observer: &'a mut dyn Observer,
    start: Instant,
    has_set: bool,
    nodes: Vec<PathNode<G::Position>>,
    extracted: Extracted,
}

/// Paths in a proof with more moves, of both sides together, are not walked. A verifier must follow
/// whatever is written.
const LONGEST: usize = 2_000;

/// Walks the proof of what `solver` has found under superko into `sink`.
pub(super) fn extract_paths<G: Game>(
    game: &G,
    finding: Finding<'_, G::Position>,
    limits: &Limits,
    solver: &mut dyn Solver<G>,
    observer: &mut dyn Observer,
    sink: &mut dyn ProofSink,
) -> Result<Extracted, ExtractError> {
    let start = Instant::now();
    let afresh = Config::from(solver.afresh());
    let has_set = game.repetition() == Repetition::Superko(Superko::Situational)
        && matches!(finding.claim, Claim::Wins(_));
    if has_set {
        // Only df-pn keeps what it needs.
        let mut again = None;
        let source = match solver.along_paths() {
            Some(source) => source,
            None => again.insert(DepthFirst::new(afresh.clone())),
        };
        match PathTree::new(game, finding, true, source, limits, observer).extract(sink) {
            // Below a position that is won on every path, which the table has forgotten, results
            // need not be true. Then the paths are searched by themselves.
            Err(ExtractError::Contradiction(_)) => {}
            extracted => return extracted,
        }
    }
    let mut exact = DepthFirst::new(Config { distrusts_clean: true, ..afresh });
    let limits = limits.since(start);
    let tree = PathTree::new(game, finding, false, &mut exact, &limits, observer);
    let mut extracted = tree.extract(sink)?;
    extracted.counters.reproved += 1;
    Ok(extracted)
}

/// Remembers which positions the set holds.
struct Members<'a> {
    sink: &'a mut dyn ProofSink,
    bytes: HashSet<Vec<u8>>,
}

impl ProofSink for Members<'_> {
    fn entry(&mut self, entry: ProofEntry<'_>) -> Result<(), InputError> {
        self.bytes.insert(entry.position.to_vec());
        self.sink.entry(entry)
    }

    fn wants_leaves(&self) -> bool {
        self.sink.wants_leaves()
    }
}

impl<'a, G: Game> PathTree<'a, G> {
    /// Nothing yet; with or without a set of ranked positions that takes over.
    fn new(
        game: &'a G,
        finding: Finding<'a, G::Position>,
        has_set: bool,
        source: &'a mut dyn PathSource<G>,
        limits: &'a Limits,
        observer: &'a mut dyn Observer,
    ) -> PathTree<'a, G> {
        PathTree {
            game,
            finding,
            source,
            limits,
            observer,
            start: Instant::now(),
            has_set,
            nodes: Vec::new(),
            extracted: Extracted::default(),
        }
    }

    /// Walks all paths, and writes the proof.
    fn extract(mut self, sink: &mut dyn ProofSink) -> Result<Extracted, ExtractError> {
        let PathTree { game, finding, limits, .. } = self;
        // Step 1. The tree of paths.
        let holder_moves = game.side_to_move(finding.root) == finding.claim.holder();
        let roots = match holder_moves {
            true => vec![self.holder(&Before::default(), finding.root)?],
            false => self.replies(&Before::default(), finding.root)?,
        };
        let PathTree { nodes, mut extracted, observer, start: began, .. } = self;

        // Step 2. The set that takes over where paths end.
        let leaves: Vec<G::Position> = nodes.iter().filter_map(|node| node.leaf.clone()).collect();
        let mut set = Members { sink, bytes: HashSet::new() };
        if !leaves.is_empty() {
            let question = Question::wins(finding.claim.holder());
            let finding = Finding { root: &leaves[0], question, claim: finding.claim };
            let mut fresh = DepthFirst::new(Config { free_play: true, ..Config::default() });
            let limits = limits.since(began);
            let options = Options { from: &leaves, ..Options::new(&limits) };
            let more = walk_from(game, finding, &options, &mut fresh, observer, &mut set)?;
            extracted.positions += more.positions;
            extracted.ranked += more.ranked;
            extracted.before_shrinking += more.before_shrinking;
            extracted.fresh += more.fresh;
            extracted.counters += more.counters;
        }

        // Step 3. The tree, cut where the set holds a position.
        let mut numbers = Vec::new();
        let mut pending: Vec<usize> = roots.into_iter().rev().collect();
        while let Some(at) = pending.pop() {
            let node = &nodes[at];
            match node.plays {
                Some(index) if !set.bytes.contains(&node.bytes) => {
                    numbers.push(index + 1);
                    pending.extend(node.replies.iter().rev());
                }
                _ => numbers.push(0),
            }
        }
        extracted.positions += numbers.len() as u64;
        sink.strategy(&numbers).map_err(ExtractError::Sink)?;
        Ok(extracted)
    }

    /// A position with the holder to move, and everything below it.
    fn holder(&mut self, before: &Before, position: &G::Position) -> Result<usize, ExtractError> {
        let PathTree { game, finding, .. } = *self;
        if let Some(stopped) = self.limits.clock(self.start) {
            return Err(ExtractError::Stopped(stopped));
        }
        let mut bytes = Vec::new();
        game.encode(position, &mut bytes);
        let mut node = PathNode { bytes, plays: None, replies: Vec::new(), leaf: None };
        // Step 1. Does the set take over?
        let mut moves = Vec::new();
        game.sorted_moves(position, &mut moves);
        let ends = |mv: &G::Move| {
            let outcome = game.outcome_after(position, *mv);
            outcome.is_some_and(|outcome| finding.claim.is_met_by(outcome))
        };
        let wins_at_once = moves.iter().position(ends);
        if self.has_set && (wins_at_once.is_some() || self.forces_the_end(position, &moves)) {
            return Ok(self.add(node));
        }
        if self.has_set && self.source.is_clean_win(game, position) {
            node.leaf = Some(position.clone());
            return Ok(self.add(node));
        }
        // Step 2. The move on this path.
        if before.situations.len() > LONGEST {
            return Err(self.contradiction(position, "a path without end"));
        }
        let mv = match wins_at_once {
            Some(at) => moves[at],
            None => self.known_move(before, position)?,
        };
        let index = moves.iter().position(|&legal| legal == mv);
        let index = index.ok_or_else(|| self.contradiction(position, "an illegal move"))?;
        node.plays = Some(index as u32);
        // Step 3. All replies.
        let next = game.after(position, mv);
        node.replies = match game.outcome(&next) {
            Some(outcome) if finding.claim.is_met_by(outcome) => Vec::new(),
            Some(_) => return Err(self.contradiction(&next, "the holder's move ends it badly")),
            None => {
                let before = before.go_on(game, position, mv);
                self.replies(&before, &next)?
            }
        };
        Ok(self.add(node))
    }

    /// Whether some move leaves the opponent nothing but replies that end the game as claimed: that
    /// needs no word in a certificate either.
    fn forces_the_end(&self, position: &G::Position, moves: &[G::Move]) -> bool {
        let mut replies = Vec::new();
        moves.iter().any(|&mv| {
            let next = self.game.after(position, mv);
            if self.game.outcome(&next).is_some() {
                return false;
            }
            self.game.moves(&next, &mut replies);
            !replies.is_empty()
                && replies.iter().all(|&reply| {
                    let outcome = self.game.outcome_after(&next, reply);
                    outcome.is_some_and(|outcome| self.finding.claim.is_met_by(outcome))
                })
        })
    }

    /// The positions after each legal reply that does not end the game, sorted by move code.
    fn replies(
        &mut self,
        before: &Before,
        position: &G::Position,
    ) -> Result<Vec<usize>, ExtractError> {
        let PathTree { game, finding, .. } = *self;
        let mut moves = Vec::new();
        game.sorted_moves(position, &mut moves);
        let mut replies = Vec::new();
        for mv in moves {
            let next = game.after(position, mv);
            let after = before.go_on(game, position, mv);
            let situation = game.situation_key(&next);
            if !game.may_repeat(mv) && after.situations.contains(&situation) {
                continue;
            }
            match game.outcome(&next) {
                Some(outcome) if finding.claim.is_met_by(outcome) => {}
                Some(_) => return Err(self.contradiction(&next, "a reply refutes the claim")),
                None => replies.push(self.holder(&after, &next)?),
            }
        }
        Ok(replies)
    }

    /// The move that the search knows on this path; it searches again if it has forgotten.
    fn known_move(
        &mut self,
        before: &Before,
        position: &G::Position,
    ) -> Result<G::Move, ExtractError> {
        let PathTree { game, finding: Finding { question, claim, .. }, .. } = *self;
        if let Some(mv) = self.source.move_after(game, before, position, question) {
            return Ok(mv);
        }
        self.extracted.counters.reproved += 1;
        let limits = Limits { nodes: None, expansions: None, ..self.limits.since(self.start) };
        let observer = &mut *self.observer;
        let SolvedAfter { report, mv } =
            self.source.solve_after(game, before, position, question, &limits, observer);
        self.extracted.counters += report.counters;
        let holder_proves = claim.holder() == question.player;
        match (report.answer, mv) {
            (Answer::Unknown, _) => Err(ExtractError::Stopped(report.stopped)),
            (Answer::Proved, Some(mv)) if holder_proves => Ok(mv),
            (Answer::Disproved, Some(mv)) if !holder_proves => Ok(mv),
            _ => Err(self.contradiction(position, "searched again, it is the other way")),
        }
    }

    fn add(&mut self, node: PathNode<G::Position>) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn contradiction(&self, position: &G::Position, what: &str) -> ExtractError {
        let here = self.game.position_text(position);
        ExtractError::Contradiction(format!("{what} in {here} ({})", self.finding.claim))
    }
}
