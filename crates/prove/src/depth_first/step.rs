//! The steps of a depth-first search: leave a node that has done its part, or visit a child.

use super::enter::Visit;
use super::{CLOCK_NODES, CLOCK_STEPS, Chosen, DepthFirst, Run, View};
use crate::numbers::Numbers;
use crate::simulation::Place;
use crate::solver::{SolvedRoot, answer_of};
use andor_core::{Answer, Game, Observer, Question, Report, Stopped};

impl<G: Game> DepthFirst<G> {
    /// Enters the root; whether that settles it.
    pub(super) fn enter_root(
        &mut self,
        game: &G,
        root: &G::Position,
        threshold: Numbers,
        question: Question,
    ) -> bool {
        let place = Place { key: game.key(root), code: self.road.start };
        let visit = Visit { position: root.clone(), place, threshold, known: false };
        let settled = self.enter(game, visit, question);
        if let Some(settled) = &settled {
            self.root_numbers = Some(settled.numbers);
            self.solved_root = settled.winning.map(|mv| SolvedRoot { position: root.clone(), mv });
        }
        settled.is_some()
    }

    /// The search itself: steps until the root is solved or something says stop, or until it is time for
    /// several threads.
    pub(super) fn run(
        &mut self,
        game: &G,
        run: &mut Run<'_, G::Position>,
        observer: &mut dyn Observer,
    ) -> Option<Stopped> {
        let (mut steps, mut next): (u64, u64) = (0, 0);
        while !self.frames.is_empty() {
            let view = match self.look(game) {
                Ok(Some(view)) => view,
                Ok(None) => continue,
                Err(stopped) => return Some(stopped),
            };
            if let Some(stopped) = run.limits.spent(&self.counters) {
                return Some(stopped);
            }
            if steps >= run.alone {
                return None;
            }
            steps += 1;
            if self.counters.nodes >= run.next_report {
                self.report_on_leaf(game, run, observer);
                if let Some(stopped) = run.limits.clock(run.start) {
                    return Some(stopped);
                }
            }
            if steps.is_multiple_of(CLOCK_STEPS) {
                next = self.counters.nodes + CLOCK_NODES;
                if let Some(stopped) = self.look_around(game, run, observer) {
                    return Some(stopped);
                }
            } else if self.counters.nodes >= next {
                // Positions with very many moves: nothing but the clock.
                next = self.counters.nodes + CLOCK_NODES;
                if let Some(stopped) = run.limits.clock(run.start) {
                    return Some(stopped);
                }
            }
            if self.frames.is_empty() {
                return None;
            }
            if let Err(stopped) = self.visit(game, run, &view) {
                return Some(stopped);
            }
        }
        None
    }

    /// Looks at the top frame and leaves it if it has done its part; otherwise it is to be visited
    /// further.
    #[inline(always)]
    pub(super) fn look(&mut self, game: &G) -> Result<Option<View>, Stopped> {
        let frame = self.frames.last_mut().expect("only called with a frame");
        let (first, untouched) = (frame.first, frame.untouched);
        let view = self.view(first);
        let Numbers { phi, delta } = view.numbers;
        let solved = view.numbers.is_solved();
        // Step 1. In a graph with cycles numbers can grow through each other without anything
        // being searched: every visit goes on until something new is expanded (the aim of
        // Kishimoto's threshold controlling algorithm).
        if untouched && self.paths.is_cyclic && !solved {
            self.touch(view.numbers);
        }
        if phi.max(delta) >= self.paths.preset && !solved {
            return self.exceed(game, view.numbers).map_or(Ok(None), Err);
        }
        // Step 2. Leave a node that is solved or has reached its thresholds.
        let threshold = self.frames.last().expect("it has not been left").threshold;
        if solved || self.is_enough(view.numbers, threshold) {
            if self.frames.len() == 1 {
                if !solved && self.goes_on_at_root(self.counters.nodes) {
                    return Ok(None);
                }
                if !solved && let Some(threshold) = self.deepen(view.numbers) {
                    self.frames[0].threshold = threshold;
                    return Ok(None);
                }
                self.note_root(&view);
            }
            self.leave(game, view.numbers);
            return Ok(None);
        }
        Ok(Some(view))
    }

    /// Lets the top frame go on until something new is expanded.
    #[inline]
    pub(super) fn touch(&mut self, Numbers { phi, delta }: Numbers) {
        let frame = self.frames.last_mut().expect("there is a frame");
        frame.untouched = false;
        frame.threshold.phi = frame.threshold.phi.max(phi + 1);
        frame.threshold.delta = frame.threshold.delta.max(delta + 1);
    }

    /// Keeps the winning move of the root, which is the top frame, if it has one.
    pub(super) fn note_root(&mut self, view: &View) {
        if view.numbers.phi == 0 {
            let position = self.frames[0].position.clone();
            self.solved_root = Some(SolvedRoot { position, mv: self.children[view.best].mv });
        }
    }

    /// Visits the most promising child of the top frame, which `view` shows.
    #[inline(always)]
    pub(super) fn visit(
        &mut self,
        game: &G,
        run: &mut Run<'_, G::Position>,
        view: &View,
    ) -> Result<(), Stopped> {
        let frame = self.frames.last_mut().expect("only called with a frame");
        frame.floor = frame.floor.max(view.numbers.phi);
        let frame = self.frames.last().expect("the frame has not been left");
        let Chosen { child: chosen, threshold } = self.choose(frame, view);
        let child = &self.children[chosen];
        let position = game.after(&frame.position, child.mv);
        let (key, known) = (child.key, child.known);
        let code = self.road.code_after(frame.code, || game.move_code(child.mv));
        self.frames.last_mut().expect("the frame has not been left").last = Some(chosen);
        if self.paths.has_preset() && self.on_path(key).is_some() {
            self.go_back(chosen, threshold);
            return Ok(());
        }
        let place = Place { key, code };
        if self.second.is_some() && !known {
            return self.evaluate(game, &position, place, run);
        }
        self.counters.expanded += u64::from(!known);
        let visit = Visit { position, place, threshold, known };
        let settled = self.enter(game, visit, run.question);
        if let Some(settled) = settled {
            self.receive(settled.numbers, 1, settled.leaning);
        }
        Ok(())
    }

    /// What a search that ended, or was stopped, has to say.
    pub(super) fn report(
        &self,
        game: &G,
        run: &Run<'_, G::Position>,
        stopped: Option<Stopped>,
    ) -> Report {
        let prover_moves = game.side_to_move(run.root) == run.question.player;
        let answer = match (stopped, self.root_numbers) {
            (None, Some(numbers)) => answer_of(numbers, prover_moves),
            _ => Answer::Unknown,
        };
        Report {
            answer,
            stopped: stopped.unwrap_or(Stopped::Solved),
            counters: self.counters,
            peak_memory: run.peak_memory,
            peak_entries: self.table().used()
                + self.second.as_ref().map_or(0, |second| second.peak),
        }
    }
}
