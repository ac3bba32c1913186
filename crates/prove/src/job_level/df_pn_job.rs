//! Jobs by df-pn: the two-level hybrid of Elhage's PN-DFPN and of PNS-PDFPN (Čížek, Balko and Schmid 2025).
//!
//! The worker's table lives from job to job, so that what one job has found helps the next. A job is a
//! search of the leaf's position by itself, cut into pieces of the size of a partial result; where a
//! repetition is a draw, what it finds is true on every path (`repetition`), and only the leaf itself is
//! looked for on the path above it. Under superko that would not do, and these jobs are not given out.

use super::job::{
    Abandoned, Arrived, Budget, Finished, JobChild, JobSolver, JobVerdict, OnPartial,
};
use crate::best_first::NOWHERE;
use crate::depth_first::{Config, DepthFirst};
use crate::node_pool::narrow;
use crate::numbers::Numbers;
use crate::solver::Solver;
use crate::table::Table;
use andor_core::{Counters, Game, Limits, Oracle, Question, Silent, Stopped};
use std::sync::Arc;

/// A descent of PN search makes about so many nodes: jobs of both kinds are about equally large.
const NODES_A_DESCENT: u64 = 16;
/// Without partial results, whoever waits is looked at this often.
const LOOK_EVERY: u64 = 256;

/// A worker that searches with df-pn.
pub(super) struct DfPnJobs<G: Game> {
    solver: DepthFirst<G>,
    limits: Limits,
}

impl<G: Game> DfPnJobs<G> {
    /// A worker with so many bytes.
    pub(super) fn new(bytes: u64, config: Config) -> DfPnJobs<G> {
        let limits = Limits { memory: bytes, ..Limits::default() };
        DfPnJobs {
            solver: DepthFirst::new(Config { threads: 1, checkpoint: None, ..config }),
            limits,
        }
    }
}

fn settled(won: bool, leans_on: u32, winning: Option<u32>) -> JobVerdict {
    JobVerdict::Settled { won, leans_on, winning }
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
        // Step 2. Piece by piece.
        let Budget { descents, room, partial_every } = budget;
        let piece = partial_every.unwrap_or(LOOK_EVERY).max(1) * NODES_A_DESCENT;
        let mut left = descents.saturating_mul(NODES_A_DESCENT).min(room).max(1);
        let numbers = loop {
            let nodes = piece.min(left);
            self.limits.nodes = Some(nodes);
            let report = self.solver.solve(game, position, question, &self.limits, &mut Silent);
            left -= nodes;
            counters += report.counters;
            let numbers = self.solver.root_numbers().unwrap_or(Numbers { phi: 1, delta: 1 });
            match report.stopped {
                Stopped::Solved => break numbers,
                Stopped::Nodes if left == 0 => break numbers,
                Stopped::Nodes => {
                    let is_wanted = partial_every.is_some();
                    let shown = |number| if is_wanted { narrow(number) } else { 0 };
                    partial(
                        shown(numbers.phi),
                        shown(numbers.delta),
                        std::mem::take(&mut counters),
                    )?;
                }
                stopped => return Err(Abandoned::Stopped(stopped)),
            }
        };
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
            let leaf = |&(mv, Numbers { phi, delta }): &(G::Move, Numbers)| JobChild {
                code: game.move_code(mv),
                phi: narrow(phi),
                delta: narrow(delta),
                leans_on: NOWHERE,
            };
            JobVerdict::Open { children: children.iter().map(leaf).collect() }
        };
        Ok(Finished { verdict, counters })
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
