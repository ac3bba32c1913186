//! What an accelerator has settled is proved by the threads where the proof needs it, all of them at once.
//!
//! ```text
//!            root
//!           /    \            the proof is walked down from the root: one move of its holder, all replies
//!         o       o
//!        / \       \          a gap: the holder wins here, and nobody knows by which move
//!       o  [gap]   [gap]      a thread proves it by df-pn, on the common table, and the walk goes on below
//! ```
//!
//! Without this, extraction would prove every gap itself, on one thread. It goes by the same moves, and proves what
//! is still missing. A gap that turns out to be no win says that the accelerator was wrong, and ends the search.

use super::Common;
use crate::depth_first::{DepthFirst, PATH_SHARE, REPORT_EVERY};
use crate::numbers::Numbers;
use crate::solver::Solver;
use andor_core::{
    Answer, Counters, Crowd, Game, Instant, Key, Limits, Observer, Phase, Player, Progress, Silent,
    Stopped,
};
use std::collections::HashSet;
use std::sync::Mutex;

/// The positions that were seen are in so many sets, each with its lock.
const SETS: usize = 64;
/// A gap is proved in pieces of so many expansions, between which the table may grow.
const PIECE: u64 = 5_000;
/// About so many bytes are kept of one.
const BYTES: u64 = 40;

/// The walk that all threads make together.
struct Gaps<P> {
    /// Who wins the root.
    holder: Player,
    seen: Vec<Mutex<HashSet<Key>>>,
    /// The most positions of a set.
    most: usize,
    /// Positions with the holder to move.
    crowd: Crowd<P>,
    counters: Mutex<Counters>,
    /// A gap that is none.
    wrong: Mutex<Option<P>>,
}

impl<P> Gaps<P> {
    fn count(&self, more: Counters) {
        *self.counters.lock().expect("a thread that panics ends the search") += more;
    }

    /// Whether nobody has seen this position before, and there is room for it.
    fn is_new(&self, key: Key) -> bool {
        let set = &self.seen[key.index as usize % SETS];
        let mut set = set.lock().expect("a thread that panics ends the search");
        set.len() < self.most && set.insert(key)
    }

    fn went_wrong(&self, position: P) {
        self.wrong.lock().expect("a thread that panics ends the search").get_or_insert(position);
        self.crowd.end();
    }
}

impl<G: Game> DepthFirst<G> {
    /// Proves what is settled and not proved in the proof of the root. The error is a position that was settled
    /// wrongly. A limit ends it early.
    pub(super) fn fill_gaps(
        &mut self,
        common: &Common<'_, G>,
        numbers: Numbers,
        path_bytes: u64,
        observer: &mut dyn Observer,
    ) -> Result<(), G::Position> {
        let Common { game, root, limits, threads, .. } = *common;
        let side = game.side_to_move(root);
        let room = limits.memory / PATH_SHARE / BYTES / SETS as u64;
        let gaps = Gaps {
            holder: if numbers.phi == 0 { side } else { side.other() },
            seen: (0..SETS).map(|_| Mutex::default()).collect(),
            most: usize::try_from(room).unwrap_or(usize::MAX).max(1 << 10),
            crowd: Crowd::new(threads, vec![root.clone()]),
            counters: Mutex::default(),
            wrong: Mutex::new(None),
        };
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let mut worker = self.worker_to_repair(path_bytes);
                let gaps = &gaps;
                scope.spawn(move || worker.fill(common, gaps));
            }
            let start = Instant::now();
            while !gaps.crowd.is_over() {
                gaps.crowd.wait(REPORT_EVERY);
                let counters = *gaps.counters.lock().expect("a thread that panics ends the search");
                let seen = gaps.seen.iter().map(|set| set.lock().map_or(0, |set| set.len()));
                let nodes = seen.sum::<usize>() as u64;
                observer.progress(&Progress {
                    phase: Phase::Extract,
                    elapsed: start.elapsed(),
                    counters: Counters { nodes, ..counters },
                    memory: nodes * BYTES,
                    ..Progress::default()
                });
            }
        });
        let whole = "a thread that panics ends the search";
        common.top().counters += gaps.counters.into_inner().expect(whole);
        gaps.wrong.into_inner().expect(whole).map_or(Ok(()), Err)
    }

    /// Walks and proves until all is done.
    fn fill(&mut self, common: &Common<'_, G>, gaps: &Gaps<G::Position>) {
        let _member = gaps.crowd.member();
        let mut own = Vec::new();
        while let Some(position) = gaps.crowd.next(&mut own) {
            if common.limits.clock(common.start).is_some() {
                return gaps.crowd.end();
            }
            common.let_grow();
            let _together = common.world.read().expect("a thread that panics ends the search");
            if !self.walk(common, gaps, &position, &mut own) {
                return gaps.went_wrong(position);
            }
            gaps.crowd.share(&mut own);
        }
    }

    /// Adds what the proof of a position needs to `needed`; `false` if the position is not won by the holder.
    fn walk(
        &mut self,
        common: &Common<'_, G>,
        gaps: &Gaps<G::Position>,
        position: &G::Position,
        needed: &mut Vec<G::Position>,
    ) -> bool {
        let Common { game, question, .. } = *common;
        let mut moves = Vec::new();
        let next = if game.side_to_move(position) == gaps.holder {
            // Step 1. The holder's move: one that is seen to win, or one that the table knows.
            game.moves(position, &mut moves);
            let is_seen = |mv| {
                let next = game.after(position, mv);
                self.sight.judge(game, &next, question) == Some(Numbers::LOST)
            };
            if moves.iter().any(|&mv| is_seen(mv)) {
                return true;
            }
            let mut known = self.holder_moves(game, position);
            // Step 2. A gap.
            if known.is_empty() {
                let expansions = Some(PIECE);
                let limits = Limits { nodes: None, expansions, ..common.limits.clone() };
                let limits = limits.since(common.start);
                let report = self.solve(game, position, question, &limits, &mut Silent);
                let mut counters = report.counters;
                counters.reproved += u64::from(report.answer != Answer::Unknown);
                gaps.count(counters);
                let won = match report.answer {
                    Answer::Unknown => {
                        let goes_on = report.stopped == Stopped::Expansions;
                        needed.extend(goes_on.then(|| position.clone()));
                        return true;
                    }
                    Answer::Proved => gaps.holder == question.player,
                    Answer::Disproved => gaps.holder != question.player,
                };
                if !won {
                    return false;
                }
                known = self.holder_moves(game, position);
            }
            let Some(&mv) = known.first() else { return true };
            game.after(position, mv)
        } else {
            position.clone()
        };
        // Step 3. All replies.
        game.moves(&next, &mut moves);
        for &reply in &moves {
            let after = game.after(&next, reply);
            if self.sight.judge(game, &after, question).is_none() && gaps.is_new(game.key(&after)) {
                needed.push(after);
            }
        }
        true
    }
}
