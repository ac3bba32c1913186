//! Depth-first proof-number search with a transposition table: the frame that df-pn, PDS, PN* and
//! PDS-PN hang in. They differ in when a node is left and which child is visited with which
//! thresholds ([`Discipline`]); all of them keep to
//!
//! ```text
//!   phi(n) = min over children of delta(c)        delta(n) = sum over children of phi(c)
//! ```
//!
//! Where positions can come back, a child that stands on the path is not a win for the prover, and
//! a disproof that rests on that is kept apart (see `repetition`).
//!
//! The frames of the current path hold their children with exact numbers, so nothing on the path
//! is ever lost to the table. On entry all children are made, judged and their table lines
//! fetched before the first is read; children decided against the mover are dropped, a child
//! decided for it ends the node, children with equal canonical keys are one. With *delayed*
//! evaluation children are judged only when they are visited.
//!
//! With a second level (PDS-PN) a child that the table does not know is not entered, but
//! evaluated by a PN search of its own; only the result is kept.

mod housekeeping;
mod second;

use crate::best_first::{Buffers, Tree};
use crate::checkpoint::{Checkpoint, CheckpointPlan, Saved};
use crate::leaf::LeafRule;
use crate::numbers::{INFINITE, Numbers};
use crate::repetition::{Leaning, RepetitionTable};
use crate::second_level::Growth;
use crate::sight::Sight;
use crate::solver::{Solver, known_moves, unsound};
use crate::table::{Replacement, Table};
use crate::{dfpn, pds, pn_star};
use andor_core::{
    Answer, Counters, Game, InputError, Judgement, Key, Limits, Observer, Oracle, ProofSource,
    Question, Repetition, Report, Rules, Stopped,
};
use std::time::{Duration, Instant};

/// When a node is left, and which of its children is visited with which thresholds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Discipline {
    /// df-pn with the 1+epsilon trick: left when either threshold is reached.
    DfPn {
        /// Epsilon as a fraction, numerator and denominator.
        epsilon: (u64, u64),
    },
    /// PDS: left when both thresholds are reached.
    Pds,
    /// PN*: thresholds for the proof number only.
    PnStar,
}

impl Discipline {
    /// df-pn with epsilon = 1/4, which measured best on Breakthrough.
    pub const DF_PN: Discipline = Discipline::DfPn { epsilon: (1, 4) };
}

/// The PN search that evaluates new nodes in PDS-PN.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Second {
    /// Its size.
    pub growth: Growth,
    /// How its leaves are initialised.
    pub leaf: LeafRule,
}

/// Parameters; the default is df-pn.
#[derive(Clone, Debug)]
pub struct Config {
    /// The algorithm.
    pub discipline: Discipline,
    /// How leaves are initialised. PDS evaluates its leaves when they are visited if this is
    /// [`LeafRule::Naive`].
    pub leaf: LeafRule,
    /// Whether the game's static knowledge is used.
    pub knowledge: bool,
    /// What a full table forgets.
    pub replacement: Replacement,
    /// Evaluate new nodes by a PN search: PDS-PN.
    pub second: Option<Second>,
    /// Numbers stop growing here. Only tests set it low.
    pub ceiling: u64,
    /// Store disproofs that rest on a repetition like any other: what a program does that knows
    /// nothing of the graph-history interaction problem. Wrong, and only for showing how wrong.
    pub ignore_history: bool,
    /// Where and how often to write checkpoints.
    pub checkpoint: Option<CheckpointPlan>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            discipline: Discipline::DF_PN,
            leaf: LeafRule::Mobility,
            knowledge: false,
            replacement: Replacement::LeastWork,
            second: None,
            ceiling: INFINITE - 1,
            ignore_history: false,
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
/// Disproofs that rest on a repetition have this share; it is taken from the path's.
const REPETITION_SHARE: u64 = 16;

/// What the table holds for a position that was disproved on some path.
const REPEATING: Numbers = Numbers { phi: 1, delta: 1 };

/// The hash of a path that goes on to `key`; the order of the positions counts.
fn path_hash(above: u64, key: Key) -> u64 {
    (above.rotate_left(23) ^ key.index).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ key.tag
}

/// The numbers of a position that the search for the other player has found won for that player;
/// `prover_moves` tells whether the prover of this search is to move in it.
#[inline]
fn other_wins(other: Option<&(Question, Table)>, key: Key, prover_moves: bool) -> Option<Numbers> {
    let numbers = other?.1.probe(key)?.numbers;
    let is_win = if prover_moves { numbers.delta == 0 } else { numbers.phi == 0 };
    is_win.then_some(numbers)
}

/// The bytes of a memory budget that the table may have.
pub(crate) fn table_budget(memory: u64) -> u64 {
    memory - memory / PATH_SHARE
}

/// A child of a node on the current path.
pub(crate) struct Child<M> {
    key: Key,
    pub(crate) numbers: Numbers,
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
    /// The child visited last, counted among all children of the path.
    last: Option<usize>,
    /// Expansions since the node was entered.
    work: u64,
    /// What the disproofs found below lean on.
    leaning: Leaning,
    /// A hash of the path down to here.
    path: u64,
    /// Whether the prover is to move.
    prover_moves: bool,
    /// Whether the node was entered before, and no child has been visited since it was entered
    /// again.
    untouched: bool,
    /// The largest phi seen of the node, for PDS.
    floor: u64,
}

/// A node as a discipline sees it.
pub(crate) struct Node<'a, M> {
    pub(crate) threshold: Numbers,
    pub(crate) children: &'a [Child<M>],
}

/// A node settled on entry.
struct Settled<M> {
    numbers: Numbers,
    winning: Option<M>,
    leaning: Leaning,
}

/// A look at a node through its children.
pub(crate) struct View {
    pub(crate) numbers: Numbers,
    /// The child with the least delta, counted from the first, that delta, and the least delta
    /// of the others.
    pub(crate) best: usize,
    pub(crate) least: u64,
    pub(crate) second: u64,
}

/// The second level of PDS-PN: its tree, and the log of what it has solved.
struct SecondLevel<G: Game> {
    config: Second,
    tree: Tree<G>,
    log: Table,
    buffers: Buffers<G>,
    /// Nodes that both levels together may hold.
    room: u64,
    /// The most nodes of its tree so far.
    peak: u64,
}

/// The depth-first solver.
pub struct DepthFirst<G: Game> {
    config: Config,
    /// The table and the question it belongs to.
    table: Option<(Question, Table)>,
    /// What the same search has found for the other player's question: a win of the other player
    /// answers this question as well.
    other: Option<(Question, Table)>,
    /// Disproofs that rest on a repetition; `None` where no position can come back.
    repetitions: Option<RepetitionTable>,
    second: Option<SecondLevel<G>>,
    sight: Sight<G>,
    frames: Vec<Frame<G::Position>>,
    /// The index parts of the frames' keys, side by side.
    path_indices: Vec<u64>,
    children: Vec<Child<G::Move>>,
    moves: Vec<G::Move>,
    /// Of these, the ones that are not settled without search, and their mobilities.
    open: Vec<G::Move>,
    counts: Vec<u64>,
    judgements: Vec<Judgement>,
    counters: Counters,
    /// Moves at the root that lead to the same position as another one, or to its mirror image.
    merged_at_root: usize,
    /// The root solved last for its side to move, with the move that does it.
    solved_root: Option<(G::Position, G::Move)>,
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

impl<G: Game> DepthFirst<G> {
    /// A solver with an empty table.
    #[must_use]
    pub fn new(config: Config) -> DepthFirst<G> {
        DepthFirst {
            checkpoint: config.checkpoint.clone().map(Checkpoint::new),
            sight: Sight::new(config.knowledge),
            config,
            table: None,
            other: None,
            repetitions: None,
            second: None,
            frames: Vec::new(),
            path_indices: Vec::new(),
            children: Vec::new(),
            moves: Vec::new(),
            open: Vec::new(),
            counts: Vec::new(),
            judgements: Vec::new(),
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
    fn prepare(
        &mut self,
        question: Question,
        limits: &Limits,
        cyclic: bool,
    ) -> Result<(), InputError> {
        self.counters = Counters::default();
        self.merged_at_root = 0;
        self.frames.clear();
        self.path_indices.clear();
        self.children.clear();
        if let Some(saved) = self.resumed.take_if(|saved| saved.question == question) {
            self.counters = saved.counters;
            self.table = Some((question, saved.table));
        }
        match &self.table {
            Some((asked, _)) if *asked == question => {}
            _ => {
                let mut bytes = table_budget(limits.memory);
                // The wins that were found for the other player are kept if they leave room. A
                // checkpoint has one table, whose size follows from the memory alone.
                self.other = self.table.take().filter(|(asked, table)| {
                    asked.player != question.player
                        && table.bytes() <= bytes / 4
                        && self.checkpoint.is_none()
                });
                bytes -= self.other.as_ref().map_or(0, |(_, table)| table.bytes());
                self.solved_root = None;
                self.repetitions = None;
                self.second = None;
                let mut entries = limits.tree_nodes;
                if let Some(second) = self.config.second {
                    // Half for the table, so that the second level always has the other half.
                    entries = entries.map(|nodes| nodes / 2);
                    self.second = Some(SecondLevel::new(second, bytes / 2, limits.tree_nodes)?);
                    bytes /= 4;
                }
                let bytes = bytes.min(entries.map_or(u64::MAX, Table::bytes_for));
                let mut table = Table::new(bytes)?;
                table.set_replacement(self.config.replacement);
                self.table = Some((question, table));
            }
        }
        if cyclic && self.repetitions.is_none() {
            self.repetitions = Some(RepetitionTable::new(limits.memory / REPETITION_SHARE));
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
        known: bool,
        question: Question,
    ) -> Option<Settled<G::Move>> {
        let depth = self.frames.len();
        let prover_moves = game.side_to_move(&position) == question.player;
        let mut leaning = Leaning::NONE;
        // A child that decides the node, but only on this path.
        let mut on_this_path: Option<(G::Move, Leaning)> = None;
        let first = self.children.len();
        let delays = self.delays_evaluation();
        if delays
            && depth > 0
            && let Some(numbers) = self.sight.judge(game, &position, question)
        {
            self.keep(key, numbers, 1, Leaning::NONE);
            return Some(Settled { numbers, winning: None, leaning });
        }
        let table = &mut self.table.as_mut().expect("solve has prepared the table").1;
        let old_phi = match self.config.discipline {
            Discipline::Pds => table.probe(key).map_or(0, |known| known.numbers.phi),
            _ => 0,
        };
        // Step 1. Make and judge every child, and fetch its table line.
        self.sight.moves(game, &position, depth == 0, &mut self.moves);
        let mut settled = None;
        let newborn = self.config.leaf.children_of(game, &position);
        let sees_from_parent = self.sight.sees_from_parent();
        if !delays {
            self.sight.foresee(game, &position, &self.moves, &mut self.judgements);
        }
        self.open.clear();
        for (at, &mv) in self.moves.iter().enumerate() {
            self.counters.nodes += 1;
            if delays {
                self.open.push(mv);
                continue;
            }
            // The child itself is made only if it has to be looked at.
            let made;
            let child = match sees_from_parent {
                true => None,
                false => {
                    made = game.after(&position, mv);
                    Some(&made)
                }
            };
            let foreseen = self.judgements.get(at).copied();
            match self.sight.judge_child(game, &position, mv, foreseen, child, question) {
                None => match child {
                    None => self.open.push(mv),
                    Some(child) => {
                        let key = game.key(child);
                        table.prefetch(key);
                        let mobility = || self.sight.mobility(game, child);
                        let numbers = newborn.numbers(game, mobility, || child.clone());
                        self.children.push(Child { key, numbers, mv, known: false });
                    }
                },
                Some(Numbers { delta: 0, .. }) => {
                    let winning = Some(mv);
                    settled = Some(Settled { numbers: Numbers::WON, winning, leaning });
                    break;
                }
                // The move fails: it adds nothing to the sum and can never be the least.
                Some(_) => {}
            }
        }
        if settled.is_none() {
            if newborn.counts_moves() {
                game.count_moves_after_each(&position, &self.open, &mut self.counts);
            }
            for (at, &mv) in self.open.iter().enumerate() {
                let key = game.key_after(&position, mv);
                table.prefetch(key);
                let mobility = || self.counts.get(at).copied().unwrap_or(1);
                let numbers = newborn.numbers(game, mobility, || game.after(&position, mv));
                self.children.push(Child { key, numbers, mv, known: false });
            }
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
            let known = table.probe(key).map(|known| known.numbers);
            let known = known.or_else(|| other_wins(self.other.as_ref(), key, !prover_moves));
            // A repetition is not a win for the prover, here and now.
            if let Some(repetitions) = &self.repetitions {
                let repeated = self
                    .path_indices
                    .iter()
                    .rposition(|&index| index == key.index)
                    .filter(|&depth| self.frames[depth].key == key);
                let on_path = match (repeated, known) {
                    (Some(above), known) if known.is_none_or(|numbers| !numbers.is_solved()) => {
                        Some(Leaning::on(above))
                    }
                    (None, Some(REPEATING)) => repetitions
                        .probe(key, |depth| self.frames.get(depth).map(|frame| frame.path)),
                    _ => None,
                };
                if let Some(child_leaning) = on_path {
                    if prover_moves {
                        leaning = leaning.and(child_leaning);
                    } else {
                        let mv = self.children[index].mv;
                        on_this_path = on_this_path.or(Some((mv, child_leaning)));
                    }
                    continue;
                }
            }
            if let Some(numbers) = known {
                match numbers {
                    Numbers { delta: 0, .. } => {
                        let winning = Some(self.children[index].mv);
                        settled = Some(Settled { numbers: Numbers::WON, winning, leaning });
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
        if settled.is_none() {
            if let Some((mv, leaning)) = on_this_path {
                let winning = Some(mv);
                settled = Some(Settled { numbers: Numbers::WON, winning, leaning });
            } else if end == first {
                settled = Some(Settled { numbers: Numbers::LOST, winning: None, leaning });
            }
        }
        // Step 3. Store a settled node, open a frame for any other.
        if let Some(mut settled) = settled {
            self.children.truncate(first);
            let disproof = (settled.numbers.phi == 0) != prover_moves;
            settled.leaning = if disproof { settled.leaning.above(depth) } else { Leaning::NONE };
            self.keep(key, settled.numbers, 1, settled.leaning);
            return Some(settled);
        }
        self.children.truncate(end);
        let above = self.frames.last().map_or(0, |frame| frame.path);
        self.path_indices.push(key.index);
        self.frames.push(Frame {
            position,
            key,
            threshold,
            first,
            last: None,
            work: 1,
            leaning,
            path: path_hash(above, key),
            prover_moves,
            untouched: known,
            floor: old_phi,
        });
        None
    }

    /// Whether children are judged only when they are visited.
    fn delays_evaluation(&self) -> bool {
        self.config.discipline == Discipline::Pds && self.config.leaf == LeafRule::Naive
    }

    /// Stores a result; one that leans on the path goes to the table of repetitions, and the
    /// position starts afresh in the other one.
    fn keep(&mut self, key: Key, numbers: Numbers, work: u64, leaning: Leaning) {
        if !leaning.is_none()
            && !self.config.ignore_history
            && let Some(repetitions) = &mut self.repetitions
        {
            repetitions.store(key, leaning, self.frames[leaning.deepest()].path);
            self.table().store(key, REPEATING, work);
        } else {
            self.table().store(key, numbers, work);
        }
    }

    /// The numbers of the top frame, and its two best children.
    #[inline]
    fn view(&self, first: usize) -> View {
        let mut view = View { numbers: Numbers::LOST, best: 0, least: INFINITE, second: INFINITE };
        let mut sum: u64 = 0;
        for (index, child) in self.children[first..].iter().enumerate() {
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

    /// Whether a node that is not solved has done what it was asked to.
    #[inline]
    fn is_enough(&self, numbers: Numbers, threshold: Numbers) -> bool {
        let (phi, delta) = (numbers.phi >= threshold.phi, numbers.delta >= threshold.delta);
        match self.config.discipline {
            Discipline::Pds => phi && delta,
            Discipline::DfPn { .. } | Discipline::PnStar => phi || delta,
        }
    }

    /// The child to visit, counted among all children of the path, and its thresholds.
    #[inline]
    fn choose(&self, frame: &Frame<G::Position>, view: &View) -> (usize, Numbers) {
        let children = &self.children[frame.first..];
        let node = Node { threshold: frame.threshold, children };
        let (chosen, threshold) = match self.config.discipline {
            Discipline::DfPn { epsilon } => {
                let last = frame.last.map(|last| last - frame.first);
                dfpn::choose(node, view, last, epsilon)
            }
            Discipline::Pds => pds::choose(node, view, frame.floor),
            Discipline::PnStar => pn_star::choose(node, view, frame.prover_moves),
        };
        (frame.first + chosen, threshold)
    }

    /// The thresholds of the root's next iteration, if it has one.
    fn deepen(&self, numbers: Numbers) -> Option<Numbers> {
        match self.config.discipline {
            Discipline::DfPn { .. } => None,
            Discipline::Pds => Some(pds::deepen(numbers)),
            Discipline::PnStar => Some(pn_star::deepen(numbers, self.frames[0].prover_moves)),
        }
    }

    /// Gives the result of a finished child to the top frame.
    fn receive(&mut self, numbers: Numbers, work: u64, leaning: Leaning) {
        if let Some(parent) = self.frames.last_mut()
            && let Some(last) = parent.last
        {
            parent.work += work;
            parent.leaning = parent.leaning.and(leaning);
            let child = &mut self.children[last];
            child.numbers = numbers;
            child.known = true;
        }
    }

    /// Closes the top frame with these numbers.
    fn leave(&mut self, numbers: Numbers) {
        let frame = self.frames.pop().expect("only an open frame is left");
        self.path_indices.pop();
        let depth = self.frames.len();
        let disproof = numbers.is_solved() && (numbers.phi == 0) != frame.prover_moves;
        let leaning = if disproof { frame.leaning.above(depth) } else { Leaning::NONE };
        self.keep(frame.key, numbers, frame.work, leaning);
        self.children.truncate(frame.first);
        self.receive(numbers, frame.work, leaning);
    }

    /// Stores what the path knows, so that nothing is lost when the search stops here.
    fn flush(&mut self) {
        while let Some(frame) = self.frames.last() {
            let numbers = self.view(frame.first).numbers;
            self.leave(numbers);
        }
    }

    /// The search itself: steps until the root is solved or something says stop.
    fn run(&mut self, game: &G, run: &mut Run<'_>, observer: &mut dyn Observer) -> Option<Stopped> {
        let mut steps: u64 = 0;
        loop {
            let frame = self.frames.last()?;
            let view = self.view(frame.first);
            let Numbers { phi, delta } = view.numbers;
            // Step 0. In a graph with cycles numbers can grow through each other without anything
            // being searched: every visit goes on until something new is expanded (the aim of
            // Kishimoto's threshold controlling algorithm).
            if self.repetitions.is_some() && frame.untouched && !view.numbers.is_solved() {
                let frame = self.frames.last_mut().expect("there is a frame");
                frame.untouched = false;
                frame.threshold.phi = frame.threshold.phi.max(phi + 1);
                frame.threshold.delta = frame.threshold.delta.max(delta + 1);
            }
            let frame = self.frames.last()?;
            // Step 1. Leave a node that is solved or has reached its thresholds.
            let solved = view.numbers.is_solved();
            if solved || self.is_enough(view.numbers, frame.threshold) {
                if self.frames.len() == 1 {
                    if phi == 0 {
                        let root = self.frames[0].position.clone();
                        self.solved_root = Some((root, self.children[view.best].mv));
                    } else if !solved && let Some(threshold) = self.deepen(view.numbers) {
                        self.frames[0].threshold = threshold;
                        continue;
                    }
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
            let frame = self.frames.last_mut().expect("the frame has not been left");
            frame.floor = frame.floor.max(phi);
            let frame = self.frames.last().expect("the frame has not been left");
            let (chosen, threshold) = self.choose(frame, &view);
            let child = &self.children[chosen];
            let position = game.after(&frame.position, child.mv);
            let (key, known) = (child.key, child.known);
            self.frames.last_mut().expect("the frame has not been left").last = Some(chosen);
            if self.second.is_some() && !known {
                match self.evaluate(game, &position, key, run) {
                    Ok(()) => continue,
                    Err(stopped) => return Some(stopped),
                }
            }
            self.counters.expanded += u64::from(!known);
            let settled = self.enter(game, position, key, threshold, known, run.question);
            if let Some(settled) = settled {
                self.receive(settled.numbers, 1, settled.leaning);
            }
        }
    }
}

impl<G: Game> Solver<G> for DepthFirst<G> {
    fn solve(
        &mut self,
        game: &G,
        root: &G::Position,
        question: Question,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        let cyclic = match game.repetition() {
            Repetition::Impossible => false,
            Repetition::Draw => true,
            Repetition::Superko(_) => return unsound(),
        };
        let now = Instant::now();
        let root_moves = game.count_moves(root) as usize;
        let mut run =
            Run { question, limits, start: now, reported: now, root_moves, peak_memory: 0 };
        if self.resumed.as_ref().is_some_and(|saved| saved.question != question) {
            observer.note("the checkpoint belongs to the other question: this one begins afresh");
        }
        if let Err(error) = self.prepare(question, limits, cyclic) {
            observer.note(&error.to_string());
            return Report { stopped: Stopped::Memory, ..unsound() };
        }
        let key = game.key(root);
        let known = self.table().probe(key);
        self.counters.expanded += u64::from(known.is_none());
        let threshold = match self.config.discipline {
            Discipline::DfPn { .. } => Numbers { phi: INFINITE, delta: INFINITE },
            Discipline::Pds | Discipline::PnStar => Numbers { phi: 1, delta: 1 },
        };
        let stopped = match self.enter(game, root.clone(), key, threshold, false, question) {
            Some(settled) => {
                self.solved_root = settled.winning.map(|mv| (root.clone(), mv));
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
            peak_entries: self.table().used()
                + self.second.as_ref().map_or(0, |second| second.peak),
        }
    }

    fn holder_moves(&mut self, game: &G, position: &G::Position) -> Vec<G::Move> {
        let Some((question, table)) = self.table.as_ref() else { return Vec::new() };
        let log = self.second.as_ref().map(|second| &second.log);
        known_moves(game, position, *question, self.solved_root.as_ref(), |next| {
            let key = game.key(next);
            let lost = |table: &Table| {
                let known = table.probe(key)?;
                (known.numbers.delta == 0).then_some(known.work)
            };
            let holder_is_other = game.side_to_move(next) == question.player;
            lost(table).or_else(|| log.and_then(lost)).or_else(|| {
                let numbers = other_wins(self.other.as_ref(), key, holder_is_other)?;
                (numbers.delta == 0).then_some(1)
            })
        })
    }

    fn consult(&mut self, oracle: Box<dyn Oracle<G>>) {
        self.sight.consult(oracle);
    }

    fn dismiss_oracles(&mut self) {
        self.sight.dismiss_oracles();
    }

    fn save(&mut self, observer: &mut dyn Observer) {
        self.write_checkpoint(observer);
    }
}

impl<G: Game> ProofSource<G> for DepthFirst<G> {
    fn holder_move(&mut self, game: &G, position: &G::Position) -> Option<<G as Rules>::Move> {
        self.holder_moves(game, position).first().copied()
    }
}
