//! What a depth-first search does beside searching: limits, progress, memory, checkpoints.

use super::{Child, DepthFirst, Frame, PATH_SHARE, REPORT_EVERY, Run, SecondLevel};
use crate::checkpoint::Checkpoint;
use crate::numbers::{INFINITE, Numbers};
use crate::watch::SHOWN_PLIES;
use andor_core::{Game, Instant, Observer, Phase, Progress, Stopped};

impl<G: Game> DepthFirst<G> {
    /// Why the search must stop now. Looks at the clock, the path and the observer every so many
    /// expansions, and writes a checkpoint when one is due.
    pub(super) fn look_around(
        &mut self,
        game: &G,
        run: &mut Run<'_, G::Position>,
        observer: &mut dyn Observer,
    ) -> Option<Stopped> {
        self.talk();
        let memory = self.memory();
        run.peak_memory = run.peak_memory.max(memory);
        if let Some(stopped) = run.limits.clock(run.start) {
            return Some(stopped);
        }
        // The path shares its part of the budget with the table of repetitions.
        let repetitions = self.paths.rule.bytes();
        let share = (run.limits.memory / PATH_SHARE).saturating_sub(repetitions).max(1 << 16);
        if self.path_memory() > share {
            return Some(Stopped::Memory);
        }
        if self.aim.is_none() && run.reported.elapsed() >= REPORT_EVERY {
            run.reported = Instant::now();
            observer.progress(&self.progress(game, run, memory));
        }
        if !self.is_repairing && self.checkpoint.as_ref().is_some_and(Checkpoint::is_due) {
            self.write_checkpoint(observer);
        }
        self.try_closing(game, run)
    }

    /// Tells the observer how a leaf of somebody else's tree stands, and sees to the next time.
    pub(super) fn report_on_leaf(
        &mut self,
        game: &G,
        run: &mut Run<'_, G::Position>,
        observer: &mut dyn Observer,
    ) {
        let every = self.aim.map_or(u64::MAX, |aim| aim.report_every);
        run.next_report = self.counters.nodes.saturating_add(every);
        observer.progress(&self.progress(game, run, self.memory()));
    }

    pub(super) fn path_memory(&self) -> u64 {
        let frames = self.frames.capacity() * size_of::<Frame<G::Position>>();
        (frames + self.children.capacity() * size_of::<Child<G::Move>>()) as u64
    }

    pub(super) fn memory(&self) -> u64 {
        let tables = [&self.table, &self.other].into_iter().flatten();
        let table: u64 = tables.map(|kept| kept.found.bytes()).sum();
        let repetitions = self.paths.rule.bytes();
        let second = self.second.as_ref().map_or(0, SecondLevel::memory);
        table + repetitions + second + self.path_memory()
    }

    pub(super) fn progress(&self, game: &G, run: &Run<'_, G::Position>, memory: u64) -> Progress {
        let root = &self.frames[0];
        let end = self.frames.get(1).map_or(self.children.len(), |frame| frame.first);
        let children = &self.children[root.first..end];
        let open = children.iter().filter(|child| !child.numbers.is_solved());
        let unsolved = open.clone().count();
        let best = open.min_by_key(|child| child.numbers.delta);
        let sum = children.iter().fold(0u64, |sum, child| sum.saturating_add(child.numbers.phi));
        let finite = |number: u64| (number < INFINITE).then_some(number);
        let phi = best.and_then(|child| finite(child.numbers.delta));
        let prover_moves = game.side_to_move(&root.position) == run.question.player;
        let delta = finite(sum);
        Progress {
            phase: Phase::Search,
            elapsed: run.start.elapsed(),
            counters: self.counters,
            before: run.before,
            fill: self.table.as_ref().map_or(0.0, |kept| kept.found.fill()),
            memory,
            root: if prover_moves { (phi, delta) } else { (delta, phi) },
            root_moves: (run.root_moves.saturating_sub(self.merged_at_root + unsolved), unsolved),
            plies: self.first_plies(),
            best: best.map(|child| game.move_text(&root.position, child.mv)),
        }
    }

    /// Solved and open moves in the first positions of the path.
    fn first_plies(&self) -> Vec<(usize, usize)> {
        let plies = self.frames.iter().take(SHOWN_PLIES).enumerate();
        plies
            .map(|(depth, frame)| {
                let end = self.frames.get(depth + 1).map_or(self.children.len(), |next| next.first);
                let children = &self.children[frame.first..end];
                let open = children.iter().filter(|child| !child.numbers.is_solved()).count();
                (frame.moves.saturating_sub(open), open)
            })
            .collect()
    }

    /// Writes the table down, the path included, and goes on.
    pub(super) fn write_checkpoint(&mut self, observer: &mut dyn Observer) {
        // The path is stored without being left: its numbers as they stand now.
        for depth in (0..self.frames.len()).rev() {
            let (first, end) = (
                self.frames[depth].first,
                self.frames.get(depth + 1).map_or(self.children.len(), |next| next.first),
            );
            let least = self.children[first..end].iter().map(|child| child.numbers.delta).min();
            let sum = self.children[first..end]
                .iter()
                .fold(0u64, |sum, child| sum.saturating_add(child.numbers.phi));
            let numbers = Numbers {
                phi: least.unwrap_or(INFINITE).min(self.config.ceiling),
                delta: sum.clamp(1, self.config.ceiling),
            };
            let key = self.frames[depth].key;
            if numbers.phi > 0 {
                self.table().store(key, numbers, 0);
            }
        }
        let counters = self.counters;
        if let (Some(checkpoint), Some(kept)) = (&mut self.checkpoint, &self.table) {
            observer.note(&checkpoint.write(kept.question, counters, &kept.found, None));
        }
    }
}
