//! Jobs by PN search: the remote algorithm of PPN² (the Breakthrough paper, Algorithm 2).
//!
//! A tree of its own below the leaf, thrown away afterwards but for the children of its root. Positions
//! found lost on every path go to a log, from which the proof is read in the end.

use super::addition::Addition;
use super::job::{
    Abandoned, Arrived, Budget, Finished, JobChild, JobSolver, JobVerdict, OnPartial,
};
use super::saving::log_bytes;
use super::{Config, Jobs};
use crate::best_first::{Buffers, Context, Expanded, NOWHERE, Tree};
use crate::cycles::Cycles;
use crate::leaf::LeafRule;
use crate::node_pool::{Node, NodePool};
use crate::numbers::Numbers;
use crate::sight::Sight;
use crate::table::Table;
use andor_core::{Counters, Game, InputError, Oracle, Question, Stopped};
use std::sync::Arc;

/// Descents between two looks at whoever waits, if no partial results are wanted.
pub(super) const LOOK_EVERY: u64 = 256;

/// A worker that searches with PN.
pub(super) struct PnJobs<G: Game> {
    tree: Tree<G>,
    log: Arc<Table>,
    buffers: Buffers<G>,
    sight: Sight<G>,
    leaf: LeafRule,
    merges: bool,
}

impl<G: Game> PnJobs<G> {
    /// A worker with so many bytes, half of them for the log.
    ///
    /// # Errors
    /// If the system does not give the memory.
    pub(super) fn new(bytes: u64, config: &Config) -> Result<PnJobs<G>, InputError> {
        Ok(PnJobs {
            tree: Tree::new(NodePool::new(bytes / 2, None)),
            log: Arc::new(Table::new(log_bytes(Jobs::Pn, bytes))?),
            buffers: Buffers::default(),
            sight: Sight::new(config.knowledge),
            leaf: config.leaf,
            merges: !config.without.lacks(Addition::Mirrors),
        })
    }
}

impl<G: Game> JobSolver<G> for PnJobs<G> {
    fn run(
        &mut self,
        game: &G,
        question: Question,
        at: &Arrived<G>,
        budget: Budget,
        partial: &mut OnPartial<'_>,
    ) -> Result<Finished, Abandoned> {
        let cycles = Cycles::of(game).expect("who gives out jobs has looked");
        let mut context = Context {
            game,
            question,
            leaf: self.leaf,
            sight: &self.sight,
            log: &self.log,
            keeps_proved: false,
            path_keys: at.keys.clone(),
            cycles,
            merges: self.merges,
            counters: Counters::default(),
            buffers: &mut self.buffers,
        };
        let full = Abandoned::Stopped(Stopped::Memory);
        let tree = &mut self.tree;
        if !tree.plant(game, &at.position, at.depth) {
            return Err(full);
        }
        let top = tree.path[0].0;
        if let Some(last) = at.last {
            // Superko asks whether the move may repeat.
            tree.pool.get_mut(top).mv = last;
            tree.settle_repetition(&mut context);
        }
        let Budget { descents, room, partial_every, .. } = budget;
        let every = partial_every.unwrap_or(LOOK_EVERY).max(1);
        let mut told = Counters::default();
        let mut done = 0;
        while !tree.is_solved() && done < descents.max(1) && (done == 0 || tree.pool.live() <= room)
        {
            if done > 0 && done.is_multiple_of(every) {
                let Node { phi, delta, .. } = *tree.root();
                // Without partial results the numbers are not to be known.
                let (phi, delta) = if partial_every.is_some() { (phi, delta) } else { (0, 0) };
                partial(phi, delta, context.counters.since(told))?;
                told = context.counters;
            }
            tree.descend(&mut context);
            if tree.expand(&mut context) == Expanded::Full {
                if done == 0 {
                    return Err(full);
                }
                break;
            }
            tree.update(&mut context);
            done += 1;
        }
        let counters = context.counters.since(told);
        let Node { phi, first, .. } = *tree.root();
        let verdict = if tree.is_solved() {
            // The root of the whole search keeps its children; it leans on nothing.
            let leans_on = if tree.pool.children(top).is_empty() { first } else { NOWHERE };
            let winning = tree.winning.map(|mv| game.move_code(mv));
            JobVerdict::Settled { won: phi == 0, leans_on, winning }
        } else {
            let children = tree.pool.children(top).iter();
            let kept = children.filter(|child| child.phi != 0 || child.first != NOWHERE);
            let leaf = |child: &Node<G::Move>| {
                let Node { phi, delta, first, mv, .. } = *child;
                let leans_on = if phi == 0 || delta == 0 { first } else { NOWHERE };
                JobChild { code: game.move_code(mv), phi, delta, leans_on }
            };
            JobVerdict::Open { children: kept.map(leaf).collect() }
        };
        Ok(Finished { verdict, counters })
    }

    fn work_if_lost(&self, game: &G, position: &G::Position) -> Option<u64> {
        self.log.work_if_lost(game.key(position))
    }

    fn keep_lost(&mut self, game: &G, position: &G::Position) {
        self.log.store(game.key(position), Numbers::LOST, 1);
    }

    fn consult(&mut self, oracle: Arc<dyn Oracle<G>>) {
        self.sight.consult(oracle);
    }

    fn dismiss_oracles(&mut self) {
        self.sight.dismiss_oracles();
    }

    fn log(&self) -> Option<Arc<Table>> {
        Some(self.log.clone())
    }

    fn restore_log(&mut self, _: Question, log: Table) {
        self.log = Arc::new(log);
    }

    fn memory(&self) -> u64 {
        self.tree.memory() + self.log.bytes()
    }
}
