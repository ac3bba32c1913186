//! Jobs by df-pn: the two-level hybrid of Elhage's PN-DFPN and of PNS-PDFPN (Čížek, Balko and Schmid 2025).
//!
//! The worker's table lives from job to job, so that what one job has found helps the next. A job is a
//! search of the leaf's position by itself, with the thresholds that df-pn would have there and a number of
//! nodes; all threads of the worker search it together. If the thresholds end it, the leaf stays a leaf, with
//! its numbers; if the nodes do, it gets children where the coordinator wants more leaves. Where a repetition is a draw, what it finds is true on every path (`repetition`), and only the leaf itself is
//! looked for on the path above it. Under superko that would not do, and these jobs are not given out.

use super::Jobs;
use super::job::{
    Abandoned, Arrived, Budget, Finished, JobChild, JobSolver, JobVerdict, OnPartial, WILD, tame,
    tame_past,
};
use super::saving::log_bytes;
use crate::accelerator::Accelerator;
use crate::best_first::NOWHERE;
use crate::depth_first::{Aim, Config, DepthFirst};
use crate::leaf::LeafRule;
use crate::numbers::Numbers;
use crate::sharing::Shared;
use crate::solver::Solver;
use crate::table::Table;
use andor_core::{
    Counters, Game, InputError, Limits, Observer, Oracle, Phase, Progress, Question, Stopped,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A descent of PN search makes about so many nodes: jobs of both kinds are about equally large.
pub(super) const NODES_A_DESCENT: u64 = 16;
/// Without partial results, whoever waits is looked at this often.
const LOOK_EVERY: u64 = 256;
/// A job that is not solved makes at least this share of the nodes that it may, whatever its thresholds.
const LEAST_SHARE: u64 = 32;
/// So many visits of a job one thread makes alone, before the others begin.
const ALONE: u64 = 1000;

/// A worker that searches with df-pn.
pub(super) struct DfPnJobs<G: Game> {
    solver: DepthFirst<G>,
    limits: Limits,
    /// How leaves are initialised.
    leaf: LeafRule,
    /// The unit of numbers in the coordinator's tree, which has less room for them.
    unit: u64,
}

impl<G: Game> DfPnJobs<G> {
    /// A worker with so many bytes. It has its table from the beginning: the one in which a coordinator
    /// keeps what others have proved never does a job.
    ///
    /// # Errors
    /// If the system does not give the memory.
    pub(super) fn new(
        question: Question,
        bytes: u64,
        config: Config,
    ) -> Result<DfPnJobs<G>, InputError> {
        let limits = Limits { memory: bytes, ..Limits::default() };
        let (leaf, unit) = (config.leaf, config.leaf.unit());
        let config = Config { alone: ALONE.min(config.alone), checkpoint: None, ..config };
        let mut solver = DepthFirst::new(config);
        solver.adopt_table(question, Table::new(log_bytes(Jobs::DfPn, bytes))?);
        Ok(DfPnJobs { solver, limits, leaf, unit })
    }
}

fn settled(won: bool, leans_on: u32, winning: Option<u32>) -> JobVerdict {
    JobVerdict::Settled { won, leans_on, winning }
}

/// Passes the numbers of a search on to whoever wants partial results, and ends it when they say so.
struct Teller<'a, 'p> {
    partial: &'a mut OnPartial<'p>,
    prover_moves: bool,
    is_wanted: bool,
    unit: u64,
    told: Counters,
    interrupt: Arc<AtomicBool>,
    gave_up: Option<Abandoned>,
}

impl Observer for Teller<'_, '_> {
    fn progress(&mut self, progress: &Progress) {
        // What an accelerator has settled is proved in a phase of its own, which counts positions of the proof.
        let mut more = Counters::default();
        if progress.phase == Phase::Search {
            more = progress.counters.since(self.told);
            self.told = progress.counters;
        }
        let shown = |number: Option<u64>| match (number, self.is_wanted) {
            (Some(number), true) => tame(number, self.unit),
            _ => 0,
        };
        let (proof, disproof) = (shown(progress.root.0), shown(progress.root.1));
        let (phi, delta) = if self.prover_moves { (proof, disproof) } else { (disproof, proof) };
        if let Err(why) = (self.partial)(phi, delta, more) {
            self.gave_up = Some(why);
            self.interrupt.store(true, Ordering::Relaxed);
        }
    }

    fn note(&mut self, _: &str) {}
}

impl<G: Game> JobSolver<G> for DfPnJobs<G> {
    fn run(
        &mut self,
        game: &G,
        question: Question,
        at: &Arrived<G>,
        budget: Budget,
        partial: &mut OnPartial<'_>,
    ) -> Result<Finished, Abandoned> {
        let Arrived { position, keys, .. } = at;
        let mut counters = Counters::default();
        // Step 1. A position that stands on the path above is a draw, which is no win for the prover.
        if let Some((key, above)) = keys.split_last()
            && let Some(above) = above.iter().rposition(|on_path| on_path == key)
        {
            let prover_moves = game.side_to_move(position) == question.player;
            return Ok(Finished { verdict: settled(!prover_moves, above as u32, None), counters });
        }
        // Step 2. The search.
        let Budget { descents, room, partial_every, thresholds, splits } = budget;
        let nodes = descents.saturating_mul(NODES_A_DESCENT).min(room).max(1);
        self.solver.aim_at(Aim {
            threshold: thresholds.numbers(self.unit),
            least: nodes / LEAST_SHARE,
            report_every: partial_every.unwrap_or(LOOK_EVERY).max(1) * NODES_A_DESCENT,
        });
        let limits =
            Limits { nodes: Some(nodes), interrupt: Arc::default(), ..self.limits.clone() };
        let mut teller = Teller {
            partial,
            prover_moves: game.side_to_move(position) == question.player,
            is_wanted: partial_every.is_some(),
            unit: self.unit,
            told: Counters::default(),
            interrupt: limits.interrupt.clone(),
            gave_up: None,
        };
        let report = self.solver.solve(game, position, question, &limits, &mut teller);
        let Teller { told, gave_up, .. } = teller;
        if let Some(why) = gave_up {
            return Err(why);
        }
        counters += report.counters.since(told);
        let known = self.solver.root_numbers().or_else(|| self.solver.known(game.key(position)));
        let numbers = known.unwrap_or(Numbers { phi: 1, delta: 1 });
        match report.stopped {
            Stopped::Solved | Stopped::Nodes
                if !numbers.is_solved() && (report.stopped == Stopped::Solved || !splits) =>
            {
                // What it has heard from others may be any number: what it says is one of a search of this size.
                let most = budget.too_large(0, self.leaf) - 1;
                let said = |number: u64, threshold: u32| {
                    let least = if threshold < WILD { threshold } else { 0 };
                    tame_past(number, self.unit, threshold).min(most.max(least))
                };
                let phi = said(numbers.phi, thresholds.phi);
                let delta = said(numbers.delta, thresholds.delta);
                return Ok(Finished { verdict: JobVerdict::Numbers { phi, delta }, counters });
            }
            Stopped::Solved | Stopped::Nodes => {}
            stopped => return Err(Abandoned::Stopped(stopped)),
        }
        // Step 3. What came of it.
        let children = self.solver.open_children(game, position, question);
        let winning = children.iter().find(|(_, numbers)| numbers.delta == 0);
        let winning = winning.map(|&(mv, _)| game.move_code(mv));
        let verdict = if numbers.phi == 0 {
            let known = self.solver.holder_moves(game, position).first().copied();
            settled(true, NOWHERE, winning.or(known.map(|mv| game.move_code(mv))))
        } else if winning.is_some() {
            settled(true, NOWHERE, winning)
        } else if numbers.delta == 0 || children.is_empty() {
            settled(false, NOWHERE, None)
        } else {
            let most = budget.too_large(children.len(), self.leaf) - 1;
            let said = |number: u64| match tame(number, self.unit) {
                u32::MAX => u32::MAX,
                number => number.min(most),
            };
            let child = |&(mv, Numbers { phi, delta }): &(G::Move, Numbers)| {
                let (phi, delta) = (said(phi), said(delta));
                JobChild { code: game.move_code(mv), phi, delta, leans_on: NOWHERE }
            };
            JobVerdict::Open { children: children.iter().map(child).collect() }
        };
        Ok(Finished { verdict, counters })
    }

    fn share(&mut self, least: u64) -> Option<Shared> {
        self.solver.share(least)
    }

    fn work_if_lost(&self, game: &G, position: &G::Position) -> Option<u64> {
        self.solver.work_if_lost(game.key(position))
    }

    fn keep_lost(&mut self, game: &G, position: &G::Position) {
        self.solver.keep_lost(game.key(position));
    }

    fn consult(&mut self, oracle: Arc<dyn Oracle<G>>) {
        self.solver.share_oracle(oracle);
    }

    fn dismiss_oracles(&mut self) {
        self.solver.dismiss_oracles();
    }

    fn accelerate(&mut self, accelerator: Box<dyn Accelerator<G>>) -> bool {
        self.solver.accelerate(accelerator);
        true
    }

    fn log(&self) -> Option<Arc<Table>> {
        self.solver.share_table()
    }

    fn restore_log(&mut self, question: Question, log: Table) {
        self.solver.adopt_table(question, log);
    }

    fn memory(&self) -> u64 {
        self.limits.memory
    }
}
