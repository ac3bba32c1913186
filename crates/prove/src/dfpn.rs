//! df-pn: depth-first proof-number search (Nagai 2002; Winands' thesis, 5.1.3), with the 1+epsilon
//! trick (Pawlewicz and Lew 2007).
//!
//! PN search always expands the most-proving leaf, and walks back to the root after each one.
//! df-pn expands the same leaves depth-first: it enters a node with two thresholds and stays
//! below it until phi or delta reaches its own; only then could the most-proving leaf be
//! elsewhere. The numbers of nodes it has left live in a transposition table of fixed size.
//!
//! ```text
//!   phi(n) = min over children of delta(c)        delta(n) = sum over children of phi(c)
//!   child's phi threshold:    thdelta - (delta(n) - phi(c))
//!   child's delta threshold:  min(thphi, bound(second least delta)),
//!                             bound(d) = max(d + 1, d (1 + epsilon))
//! ```
//!
//! With epsilon = 0 two siblings of nearly equal numbers take turns at every step, and the table
//! forgets one while the other is searched; epsilon = 1/4 lets each run a quarter past the other.
//! The *sticky* child goes with it: the child visited last stays chosen as long as it has not run
//! past the bound of the best one.
//!
//! The frames of the current path hold their children with exact numbers, so nothing on the path
//! is ever lost to the table. On entry all children are made, judged and their table lines
//! fetched before the first is read; children decided against the mover are dropped, a child
//! decided for it ends the node, children with equal canonical keys are one.

use crate::checkpoint::{Checkpoint, CheckpointPlan, Saved};
use crate::leaf::LeafRule;
use crate::numbers::{INFINITE, Numbers};
use crate::solver::{Solver, judged_with_oracles, move_to_lost, root_moves, unsound};
use crate::table::Table;
use andor_core::{
    Answer, Counters, Game, InputError, Key, Limits, Observer, Oracle, Progress, ProofSource,
    Question, Repetition, Report, Rules, Stopped,
};
use std::time::{Duration, Instant};

/// Parameters; the defaults are what measured best on Breakthrough.
#[derive(Clone, Debug)]
pub struct Config {
    /// How leaves are initialised.
    pub leaf: LeafRule,
    /// Epsilon as a fraction, numerator and denominator.
    pub epsilon: (u64, u64),
    /// Numbers stop growing here. Only tests set it low.
    pub ceiling: u64,
    /// Where and how often to write checkpoints.
    pub checkpoint: Option<CheckpointPlan>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            leaf: LeafRule::Mobility,
            epsilon: (1, 4),
            ceiling: INFINITE - 1,
            checkpoint: None,
        }
    }
}

/// Expansions between two looks at the clock.
const CLOCK_STEPS: u64 = 1024;
/// Time between two reports to the observer.
const REPORT_EVERY: Duration = Duration::from_millis(100);
/// The path has this share of the memory budget, the table the rest.
const PATH_SHARE: u64 = 8;

/// The bytes of a memory budget that the table may have.
pub(crate) fn table_budget(memory: u64) -> u64 {
    memory - memory / PATH_SHARE
}

/// A child of a node on the current path.
struct Child<M> {
    key: Key,
    numbers: Numbers,
    mv: M,
    /// Whether the table has had an entry for it.
    known: bool,
}

/// A node on the current path.
struct Frame<P> {
    position: P,
    key: Key,
    threshold: Numbers,
    /// Where its children begin; they end where the next frame's begin.
    first: usize,
    /// The child visited last.
    last: usize,
    /// Expansions since the node was entered.
    work: u64,
}

/// A look at a node through its children.
struct View {
    numbers: Numbers,
    /// The child with the least delta, that delta, and the least delta of the others.
    best: usize,
    least: u64,
    second: u64,
}

/// The df-pn solver.
pub struct DfPn<G: Game> {
    config: Config,
    /// The table and the question it belongs to.
    table: Option<(Question, Table)>,
    oracles: Vec<Box<dyn Oracle<G>>>,
    frames: Vec<Frame<G::Position>>,
    children: Vec<Child<G::Move>>,
    moves: Vec<G::Move>,
    counters: Counters,
    /// Moves at the root that lead to the same position as another one, or to its mirror image.
    merged_at_root: usize,
    /// The root solved last for its side to move, with the move that does it.
    solved_root: Option<(Key, G::Move)>,
    checkpoint: Option<Checkpoint>,
    resumed: Option<Saved>,
}

/// One call of [`Solver::solve`]: what it was asked, and when it began.
struct Run<'a> {
    question: Question,
    limits: &'a Limits,
    start: Instant,
    reported: Instant,
    root_moves: usize,
    peak_memory: u64,
}

impl<G: Game> DfPn<G> {
    /// A solver with an empty table.
    #[must_use]
    pub fn new(config: Config) -> DfPn<G> {
        DfPn {
            checkpoint: config.checkpoint.clone().map(Checkpoint::new),
            config,
            table: None,
            oracles: Vec::new(),
            frames: Vec::new(),
            children: Vec::new(),
            moves: Vec::new(),
            counters: Counters::default(),
            merged_at_root: 0,
            solved_root: None,
            resumed: None,
        }
    }

    /// Goes on where a saved search stopped, once its question is asked.
    pub fn resume(&mut self, saved: Saved) {
        self.resumed = Some(saved);
    }

    /// The table of this question: the one at hand, the one of a checkpoint, or a new one.
    fn prepare(&mut self, question: Question, limits: &Limits) -> Result<(), InputError> {
        self.counters = Counters::default();
        self.merged_at_root = 0;
        self.frames.clear();
        self.children.clear();
        if let Some(saved) = self.resumed.take_if(|saved| saved.question == question) {
            self.counters = saved.counters;
            self.table = Some((question, saved.table));
        }
        match &self.table {
            Some((asked, _)) if *asked == question => {}
            _ => {
                self.table = None;
                self.solved_root = None;
                self.table = Some((question, Table::new(table_budget(limits.memory))?));
            }
        }
        Ok(())
    }

    fn table(&mut self) -> &mut Table {
        &mut self.table.as_mut().expect("solve has prepared the table").1
    }

    /// Enters a node: makes, judges and looks up its children. A node that is settled by that is
    /// stored and returned with its winning move, otherwise it becomes the top frame.
    fn enter(
        &mut self,
        game: &G,
        position: G::Position,
        key: Key,
        threshold: Numbers,
        question: Question,
    ) -> Option<(Numbers, Option<G::Move>)> {
        let first = self.children.len();
        let table = &mut self.table.as_mut().expect("solve has prepared the table").1;
        // Step 1. Make and judge every child, and fetch its table line.
        match self.frames.is_empty() {
            true => root_moves(game, &position, &mut self.moves),
            false => game.candidates(&position, &mut self.moves),
        }
        let mut settled = None;
        let newborn = self.config.leaf.children_of(game, &position);
        for &mv in &self.moves {
            let child = game.after(&position, mv);
            self.counters.nodes += 1;
            match judged_with_oracles(game, &child, question, &self.oracles) {
                None => {}
                Some(Numbers { delta: 0, .. }) => {
                    settled = Some((Numbers::WON, Some(mv)));
                    break;
                }
                // The move fails: it adds nothing to the sum and can never be the least.
                Some(_) => continue,
            }
            let key = game.key(&child);
            table.prefetch(key);
            let numbers = newborn.numbers(|| game.count_candidates(&child));
            self.children.push(Child { key, numbers, mv, known: false });
        }
        // Step 2. Merge equal children, and read what the table knows.
        let mut end = first;
        let mut seen: u64 = 0;
        for index in first..self.children.len() {
            if settled.is_some() {
                break;
            }
            let key = self.children[index].key;
            let bit = 1 << (key.index & 63);
            if seen & bit != 0 && self.children[first..end].iter().any(|child| child.key == key) {
                self.merged_at_root += usize::from(self.frames.is_empty());
                continue;
            }
            seen |= bit;
            if let Some(known) = table.probe(key) {
                match known.numbers {
                    Numbers { delta: 0, .. } => {
                        settled = Some((Numbers::WON, Some(self.children[index].mv)));
                        break;
                    }
                    Numbers { phi: 0, .. } => continue,
                    numbers => {
                        self.children[index].numbers = numbers;
                        self.children[index].known = true;
                    }
                }
            }
            if end < index {
                self.children.swap(end, index);
            }
            end += 1;
        }
        if settled.is_none() && end == first {
            settled = Some((Numbers::LOST, None));
        }
        // Step 3. Store a settled node, open a frame for any other.
        if let Some((numbers, _)) = settled {
            table.store(key, numbers, 1);
            self.children.truncate(first);
            return settled;
        }
        self.children.truncate(end);
        self.frames.push(Frame { position, key, threshold, first, last: usize::MAX, work: 1 });
        None
    }

    /// The numbers of the top frame, and its two best children.
    #[inline]
    fn view(&self, first: usize) -> View {
        let mut view =
            View { numbers: Numbers::LOST, best: first, least: INFINITE, second: INFINITE };
        let mut sum: u64 = 0;
        for (index, child) in self.children.iter().enumerate().skip(first) {
            let Numbers { phi, delta } = child.numbers;
            sum = sum.saturating_add(phi);
            if delta < view.least {
                view.second = view.least;
                view.least = delta;
                view.best = index;
            } else if delta < view.second {
                view.second = delta;
            }
        }
        view.numbers = match view.least {
            0 => Numbers::WON,
            INFINITE => Numbers::LOST,
            least => Numbers { phi: least, delta: sum.min(self.config.ceiling) },
        };
        view
    }

    /// Where a child may go when another child stands at `delta`.
    #[inline]
    fn bound(&self, delta: u64) -> u64 {
        let (numerator, denominator) = self.config.epsilon;
        if delta >= INFINITE {
            return INFINITE;
        }
        let slack = delta.saturating_mul(numerator) / denominator;
        delta.saturating_add(slack.max(1)).min(INFINITE)
    }

    /// The child to visit, and its thresholds.
    #[inline]
    fn choose(&self, frame: &Frame<G::Position>, view: &View) -> (usize, Numbers) {
        let Numbers { phi: thphi, delta: thdelta } = frame.threshold;
        let sticky = thphi.min(self.bound(view.least));
        let (chosen, delta_threshold) = match self.children.get(frame.last) {
            Some(last) if frame.last != view.best && last.numbers.delta < sticky => {
                (frame.last, sticky)
            }
            _ => (view.best, thphi.min(self.bound(view.second))),
        };
        let Numbers { phi, delta } = self.children[chosen].numbers;
        let others = view.numbers.delta.saturating_sub(phi);
        let threshold = Numbers {
            phi: thdelta.saturating_sub(others).max(phi + 1).min(INFINITE),
            delta: delta_threshold.max(delta + 1).min(INFINITE),
        };
        (chosen, threshold)
    }

    /// Gives the result of a finished child to the top frame.
    fn receive(&mut self, numbers: Numbers, work: u64) {
        if let Some(parent) = self.frames.last_mut() {
            parent.work += work;
            let child = &mut self.children[parent.last];
            child.numbers = numbers;
            child.known = true;
        }
    }

    /// Closes the top frame with these numbers.
    fn leave(&mut self, numbers: Numbers) {
        let frame = self.frames.pop().expect("only an open frame is left");
        self.table().store(frame.key, numbers, frame.work);
        self.children.truncate(frame.first);
        self.receive(numbers, frame.work);
    }

    /// Stores what the path knows, so that nothing is lost when the search stops here.
    fn flush(&mut self) {
        while let Some(frame) = self.frames.last() {
            let numbers = self.view(frame.first).numbers;
            self.leave(numbers);
        }
    }

    /// Why the search must stop now. Looks at the clock, the path and the observer every so many
    /// expansions, and writes a checkpoint when one is due.
    fn look_around(
        &mut self,
        game: &G,
        run: &mut Run<'_>,
        observer: &mut dyn Observer,
    ) -> Option<Stopped> {
        let memory = self.memory();
        run.peak_memory = run.peak_memory.max(memory);
        if let Some(stopped) = run.limits.clock(run.start) {
            return Some(stopped);
        }
        if self.path_memory() > (run.limits.memory / PATH_SHARE).max(1 << 16) {
            return Some(Stopped::Memory);
        }
        if run.reported.elapsed() >= REPORT_EVERY {
            run.reported = Instant::now();
            observer.progress(&self.progress(game, run, memory));
        }
        if self.checkpoint.as_ref().is_some_and(Checkpoint::is_due) {
            self.write_checkpoint(observer);
        }
        None
    }

    fn path_memory(&self) -> u64 {
        let frames = self.frames.capacity() * size_of::<Frame<G::Position>>();
        (frames + self.children.capacity() * size_of::<Child<G::Move>>()) as u64
    }

    fn memory(&self) -> u64 {
        let table = self.table.as_ref().map_or(0, |(_, table)| table.bytes());
        table + self.path_memory()
    }

    fn progress(&self, game: &G, run: &Run<'_>, memory: u64) -> Progress {
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
            phase: "search",
            elapsed: run.start.elapsed(),
            counters: self.counters,
            fill: self.table.as_ref().map_or(0.0, |(_, table)| table.fill()),
            memory,
            root: if prover_moves { (phi, delta) } else { (delta, phi) },
            root_moves: (run.root_moves.saturating_sub(self.merged_at_root + unsolved), unsolved),
            best: best.map(|child| game.move_text(&root.position, child.mv)),
        }
    }

    /// Writes the table down, the path included, and goes on.
    fn write_checkpoint(&mut self, observer: &mut dyn Observer) {
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
        if let (Some(checkpoint), Some((question, table))) = (&mut self.checkpoint, &self.table) {
            match checkpoint.write(*question, counters, table) {
                Ok(line) => observer.note(&line),
                Err(error) => observer.note(&format!("checkpoint not written: {error}")),
            }
        }
    }

    /// The search itself: steps until the root is solved or something says stop.
    fn run(&mut self, game: &G, run: &mut Run<'_>, observer: &mut dyn Observer) -> Option<Stopped> {
        let mut steps: u64 = 0;
        loop {
            let frame = self.frames.last()?;
            let view = self.view(frame.first);
            let Numbers { phi, delta } = view.numbers;
            // Step 1. Leave a node that is solved or has reached a threshold.
            if phi >= frame.threshold.phi || delta >= frame.threshold.delta {
                if self.frames.len() == 1 && phi == 0 {
                    self.solved_root = Some((self.frames[0].key, self.children[view.best].mv));
                }
                self.leave(view.numbers);
                continue;
            }
            // Step 2. Limits.
            if run.limits.nodes.is_some_and(|limit| self.counters.nodes >= limit) {
                return Some(Stopped::Nodes);
            }
            steps += 1;
            if steps.is_multiple_of(CLOCK_STEPS)
                && let Some(stopped) = self.look_around(game, run, observer)
            {
                return Some(stopped);
            }
            // Step 3. Visit the most promising child.
            let frame = self.frames.last().expect("the frame has not been left");
            let (chosen, threshold) = self.choose(frame, &view);
            let child = &self.children[chosen];
            let position = game.after(&frame.position, child.mv);
            let (key, known) = (child.key, child.known);
            self.counters.expanded += u64::from(!known);
            self.frames.last_mut().expect("the frame has not been left").last = chosen;
            if let Some((numbers, _)) = self.enter(game, position, key, threshold, run.question) {
                self.receive(numbers, 1);
            }
        }
    }
}

impl<G: Game> Solver<G> for DfPn<G> {
    fn solve(
        &mut self,
        game: &G,
        root: &G::Position,
        question: Question,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        if game.repetition() != Repetition::Impossible {
            return unsound();
        }
        let now = Instant::now();
        let root_moves = game.count_moves(root) as usize;
        let mut run =
            Run { question, limits, start: now, reported: now, root_moves, peak_memory: 0 };
        if self.resumed.as_ref().is_some_and(|saved| saved.question != question) {
            observer.note("the checkpoint belongs to the other question: this one begins afresh");
        }
        if let Err(error) = self.prepare(question, limits) {
            observer.note(&error.to_string());
            return Report { stopped: Stopped::Memory, ..unsound() };
        }
        let key = game.key(root);
        let known = self.table().probe(key);
        self.counters.expanded += u64::from(known.is_none());
        let threshold = Numbers { phi: INFINITE, delta: INFINITE };
        let stopped = match self.enter(game, root.clone(), key, threshold, question) {
            Some((_, winning)) => {
                self.solved_root = winning.map(|mv| (key, mv));
                None
            }
            None => self.run(game, &mut run, observer),
        };
        run.peak_memory = run.peak_memory.max(self.memory());
        if stopped.is_some() {
            self.flush();
        }
        let numbers = self.table().probe(key).map(|known| known.numbers);
        let prover_moves = game.side_to_move(root) == question.player;
        let answer = match (stopped, numbers) {
            (None, Some(numbers)) if numbers.is_solved() => {
                if (numbers.phi == 0) == prover_moves {
                    Answer::Proved
                } else {
                    Answer::Disproved
                }
            }
            _ => Answer::Unknown,
        };
        Report {
            answer,
            stopped: stopped.unwrap_or(Stopped::Solved),
            counters: self.counters,
            peak_memory: run.peak_memory,
            peak_entries: self.table().used(),
        }
    }

    fn consult(&mut self, oracle: Box<dyn Oracle<G>>) {
        self.oracles.push(oracle);
    }

    fn dismiss_oracles(&mut self) {
        self.oracles.clear();
    }

    fn save(&mut self, observer: &mut dyn Observer) {
        self.write_checkpoint(observer);
    }
}

impl<G: Game> ProofSource<G> for DfPn<G> {
    fn holder_move(&mut self, game: &G, position: &G::Position) -> Option<<G as Rules>::Move> {
        let (question, table) = self.table.as_ref()?;
        let found = move_to_lost(game, position, *question, |next| {
            let known = table.probe(game.key(next))?;
            (known.numbers.delta == 0).then_some(known.work)
        });
        found.or_else(|| {
            let (root, mv) = self.solved_root?;
            (root == game.key(position)).then_some(mv)
        })
    }
}
