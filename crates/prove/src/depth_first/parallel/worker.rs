//! One thread: down to a job, the job, and up again.

use super::{BACK_TO_ROOT, Common, End, LEAST_SHARE, STALE, Top, VirtualNumbers};
use crate::depth_first::enter::Visit;
use crate::depth_first::{Chosen, DepthFirst, PATH_SHARE, REPEATING, View};
use crate::numbers::Numbers;
use crate::simulation::Place;
use andor_core::{Game, Key, Stopped};
use std::collections::HashMap;

/// What a thread finds when it looks for a job.
enum Descent<P> {
    /// A child of its top frame.
    Job(Visit<P>),
    /// All that is open waits for the jobs of others.
    Nothing,
    /// The root is solved.
    Solved,
    /// The root has reached its thresholds, with these numbers.
    Enough(Numbers),
}

impl<G: Game> DepthFirst<G> {
    /// Takes jobs until the search ends.
    pub(super) fn work(&mut self, common: &Common<'_, G>) {
        let mut jobs: u64 = 0;
        loop {
            common.let_grow();
            let together = common.world.read().expect("a thread that panics ends the search");
            self.talk();
            // Step 1. Find a job.
            let mut top = common.wait_for_top();
            if top.end.is_some() {
                return self.flush(common.game, 0);
            }
            if jobs.is_multiple_of(BACK_TO_ROOT) {
                self.flush(common.game, 0);
            }
            self.is_descending = true;
            let found = self.descend(common, &mut top);
            self.is_descending = false;
            let job = match found {
                Descent::Job(job) => job,
                Descent::Nothing => {
                    self.hand_over(&mut top);
                    drop(together);
                    let end = self.must_stop(common, &top);
                    if end.is_some() {
                        return finish(common, top, end);
                    }
                    common.wait_for_news(top);
                    continue;
                }
                Descent::Solved => {
                    self.hand_over(&mut top);
                    let end = self.solved();
                    return finish(common, top, end);
                }
                Descent::Enough(numbers) => {
                    self.hand_over(&mut top);
                    return finish(common, top, Some(End::Solved { numbers, root: None }));
                }
            };
            let size = top.job;
            let left = common.limits.nodes.map(|limit| limit.saturating_sub(top.counters.nodes));
            let left = left.map_or(u64::MAX, |left| left / common.threads as u64);
            let position = top.leaves.has_room().then(|| job.position.clone());
            drop(top);
            // Step 2. Do it.
            let key = job.place.key;
            let expanded = self.counters.expanded;
            self.do_job(common, job, size, left);
            let found_new = self.counters.expanded > expanded;
            // Step 3. Tell everybody.
            let mut top = common.wait_for_top();
            if let Some(position) = position {
                self.ask(common, &mut top, key, position, size);
            }
            top.marks.leave(key);
            self.settle(common, &mut top);
            self.hand_over(&mut top);
            jobs += 1;
            top.jobs += 1;
            top.stale = if found_new { 0 } else { top.stale + 1 };
            if top.stale == STALE {
                top.stale = 0;
                top.job = top.job.saturating_mul(2);
            }
            let end = self.must_stop(common, &top);
            if end.is_some() {
                self.flush(common.game, 0);
                return finish(common, top, end);
            }
            if top.waiting > 0 {
                common.news.notify_all();
            }
        }
    }

    /// The end of the search, if this thread has just solved the root.
    fn solved(&mut self) -> Option<End<G>> {
        let numbers = self.root_numbers.take().filter(|numbers| numbers.is_solved())?;
        Some(End::Solved { numbers, root: self.solved_root.take() })
    }

    /// Adds up what this thread has done.
    fn hand_over(&mut self, top: &mut Top<G>) {
        top.counters += std::mem::take(&mut self.counters);
        top.leaned += std::mem::take(&mut self.leaned);
        top.path_memory = top.path_memory.max(self.path_memory());
    }

    /// Why the search must stop now.
    fn must_stop(&self, common: &Common<'_, G>, top: &Top<G>) -> Option<End<G>> {
        let limits = common.limits;
        if let Some(stopped) = limits.spent(&top.counters) {
            return Some(End::Stopped(stopped));
        }
        let share = (limits.memory / PATH_SHARE / common.threads as u64).max(1 << 16);
        if self.path_memory() > share {
            return Some(End::Stopped(Stopped::Memory));
        }
        limits.clock(common.start).map(End::Stopped)
    }

    /// Goes on, from where the last job was found, to another one, as df-pn does, but choosing by virtual
    /// numbers, and marks the path to it.
    fn descend(&mut self, common: &Common<'_, G>, top: &mut Top<G>) -> Descent<G::Position> {
        let Common { game, question, .. } = *common;
        let threshold = self.root_threshold();
        if self.frames.is_empty() && self.enter_root(game, common.root, threshold, question) {
            return Descent::Solved;
        }
        // Positions that have been left on this way down because of what is being done below
        // them, and what they look like from within.
        let mut set_aside: HashMap<Key, Numbers> = HashMap::new();
        loop {
            // Step 1. A position that is solved is left for good.
            let Some(frame) = self.frames.last() else { return Descent::Solved };
            let (first, key, untouched) = (frame.first, frame.key, frame.untouched);
            let real = self.view(first);
            if real.numbers.is_solved() {
                if self.frames.len() == 1 {
                    self.note_root(&real);
                }
                self.leave(game, real.numbers);
                continue;
            }
            let threshold = self.frames.last().expect("it has not been left").threshold;
            if self.frames.len() == 1
                && self.is_enough(real.numbers, threshold)
                && !self.goes_on_at_root(top.counters.nodes + self.counters.nodes)
            {
                self.flush(game, 0);
                self.root_numbers = None;
                return Descent::Enough(real.numbers);
            }
            // Step 2. One that looks as if it had done its part is left for now.
            let look = |key| set_aside.get(&key).copied().or_else(|| top.marks.get(key));
            let exact = self.look_virtually(first, look);
            let view = self.view(first);
            let open = !view.numbers.is_solved();
            if open && untouched && self.paths.is_cyclic {
                self.touch(view.numbers);
            }
            let frame = self.frames.last().expect("it has not been left");
            if !open || self.is_enough(view.numbers, frame.threshold) {
                self.look_exactly(exact);
                if self.frames.len() == 1 {
                    self.flush(game, 0);
                    self.root_numbers = None;
                    return Descent::Nothing;
                }
                self.leave(game, real.numbers);
                set_aside.insert(key, view.numbers);
                continue;
            }
            // Step 3. The most promising child.
            let frame = self.frames.last().expect("it has not been left");
            let Chosen { child: chosen, threshold } = self.choose(frame, &view);
            self.look_exactly(exact);
            let frame = self.frames.last().expect("it has not been left");
            let child = &self.children[chosen];
            let position = game.after(&frame.position, child.mv);
            let code = self.road.code_after(frame.code, || game.move_code(child.mv));
            let (key, known, numbers) = (child.key, child.known, child.numbers);
            let place = Place { key, code };
            self.frames.last_mut().expect("it has not been left").last = Some(chosen);
            self.counters.expanded += u64::from(!known);
            let visit = Visit { position, place, threshold, known };
            // Step 4. It belongs to the top, or it is the job.
            if common.table.probe(key).is_some_and(|known| known.work >= top.job) {
                let settled = self.enter(game, visit, question);
                if let Some(settled) = settled {
                    self.receive(settled.numbers, 1, settled.leaning);
                }
                continue;
            }
            self.mark(&mut top.marks, key, numbers);
            return Descent::Job(visit);
        }
    }

    /// Searches below the job for as long as a job may take: so many expansions, and so many nodes.
    fn do_job(&mut self, common: &Common<'_, G>, job: Visit<G::Position>, size: u64, nodes: u64) {
        let Common { game, question, .. } = *common;
        let kept = self.frames.len();
        let settled = self.enter(game, job, question);
        if let Some(settled) = settled {
            return self.receive(settled.numbers, 1, settled.leaning);
        }
        let mut run = common.run();
        let known_before = self.counters.expanded;
        for visits in 0..size {
            // Step 1. Leave what has done its part. A job that ends at once is not worth the way down to it;
            // and where positions can come back, numbers that are taken from the table on one path and put
            // there on another can change for ever without anything being expanded.
            let view = loop {
                if self.frames.len() == kept {
                    return;
                }
                let has_done =
                    visits >= size / LEAST_SHARE && self.counters.expanded > known_before;
                if self.frames.len() == kept + 1 && !has_done {
                    self.raise_thresholds();
                }
                match self.look(game) {
                    Ok(Some(view)) => break view,
                    Ok(None) => {}
                    Err(_) => unreachable!("only Nagai's scheme gives up"),
                }
            };
            if self.counters.nodes >= nodes {
                break;
            }
            // Step 2. Visit the most promising child.
            let visited = self.visit(game, &mut run, &view);
            debug_assert!(visited.is_ok(), "there is no second level that could stop");
        }
        self.flush(game, kept);
    }

    /// Goes up to the root: every position takes along what other threads have found out about its
    /// children, and is stored. If one is solved by that, all below it are left.
    fn settle(&mut self, common: &Common<'_, G>, top: &mut Top<G>) {
        let mut solved = None;
        let mut below: Option<Numbers> = None;
        for depth in (0..self.frames.len()).rev() {
            let end = self.frames.get(depth + 1).map_or(self.children.len(), |next| next.first);
            let frame = &mut self.frames[depth];
            let (first, key, last) = (frame.first, frame.key, frame.last);
            let work = std::mem::take(&mut frame.work);
            // Step 1. The child on the path, from the frame below; the others, from the table.
            for (index, child) in self.children[..end].iter_mut().enumerate().skip(first) {
                if child.numbers.is_solved() {
                    continue;
                }
                let known = match below {
                    Some(numbers) if last == Some(index) => Some(numbers),
                    // A position that is disproved on some path starts afresh in the table.
                    _ => common.table.probe(child.key).map(|known| known.numbers),
                };
                if let Some(numbers) = known.filter(|&numbers| numbers != REPEATING) {
                    child.numbers = numbers;
                    child.known = true;
                }
            }
            // Step 2. What that makes of the position.
            let children = self.children[first..end].iter().map(|child| child.numbers);
            let numbers = View::of(children, self.config.ceiling).numbers;
            if numbers.is_solved() {
                solved = Some(depth);
                below = None;
            } else {
                common.table.store(key, numbers, work);
                self.tell(key, numbers, work);
                below = Some(numbers);
            }
            if depth > 0 {
                self.frames[depth - 1].work += work;
            }
            // Step 3. How it looks to others, if one is still below it.
            top.marks.leave(key);
            if top.marks.get(key).is_some() {
                let numbers = self.virtual_numbers(depth, &top.marks);
                top.marks.update(key, numbers);
            }
        }
        if let Some(depth) = solved {
            self.flush(common.game, depth + 1);
        }
    }

    /// The numbers of a frame as the marks show its children.
    pub(super) fn virtual_numbers(&self, depth: usize, marks: &VirtualNumbers) -> Numbers {
        let first = self.frames[depth].first;
        let end = self.frames.get(depth + 1).map_or(self.children.len(), |next| next.first);
        let numbers = self.children[first..end].iter().map(|child| match child.numbers {
            numbers if numbers.is_solved() => numbers,
            numbers => marks.get(child.key).unwrap_or(numbers),
        });
        View::of(numbers, self.config.ceiling).numbers
    }

    /// Gives the children of the top frame the numbers that `look` shows; those they had come back.
    fn look_virtually(
        &mut self,
        first: usize,
        look: impl Fn(Key) -> Option<Numbers>,
    ) -> Vec<(usize, Numbers)> {
        let mut exact = Vec::new();
        for (index, child) in self.children.iter_mut().enumerate().skip(first) {
            if !child.numbers.is_solved()
                && let Some(numbers) = look(child.key)
            {
                exact.push((index, std::mem::replace(&mut child.numbers, numbers)));
            }
        }
        exact
    }

    /// Gives the children their own numbers back.
    fn look_exactly(&mut self, exact: Vec<(usize, Numbers)>) {
        for (index, numbers) in exact {
            self.children[index].numbers = numbers;
        }
    }
}

/// Ends the search, unless another thread was first.
fn finish<G: Game>(
    common: &Common<'_, G>,
    mut top: std::sync::MutexGuard<'_, Top<G>>,
    end: Option<End<G>>,
) {
    if top.end.is_none() {
        top.end = end;
    }
    drop(top);
    common.news.notify_all();
    common.over.notify_all();
}
