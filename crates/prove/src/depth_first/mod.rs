//! Depth-first proof-number search with a transposition table: the frame that df-pn, PDS, PN* and
//! PDS-PN hang in. They differ in when a node is left and which child is visited with which
//! thresholds ([`Discipline`]); all of them keep to
//!
//! ```text
//!   phi(n) = min over children of delta(c)        delta(n) = sum over children of phi(c)
//! ```
//!
//! Where positions can come back, a child that stands on the path is not a win for the prover, and
//! a disproof that rests on that is kept apart (see `repetition`); under superko the move to it is
//! illegal, and every result that rests on that is kept with its path (see `cycles`, `twins`).
//!
//! The frames of the current path hold their children with exact numbers, so nothing on the path
//! is ever lost to the table. On entry all children are judged and their table lines fetched before
//! the first is read; children decided against the mover are dropped, a child decided for it ends
//! the node, children with equal canonical keys are one. With *delayed* evaluation children are
//! judged only when they are visited.
//!
//! With a second level (PDS-PN) a child that the table does not know is not entered, but
//! evaluated by a PN search of its own; only the result is kept.

mod aim;
mod along;
mod beginnings;
mod closing;
mod config;
mod enter;
mod housekeeping;
mod judge_children;
mod keep;
mod leaves;
mod look_up;
mod nagai;
mod parallel;
mod paths;
mod prepare;
mod proofs;
mod sampler;
mod second;
mod step;
mod told;
mod twin_results;
mod unguarded;

pub(crate) use aim::Aim;
pub use config::{Config, Discipline, Epsilon, Second, TableShare};
pub use proofs::Proofs;

use crate::accelerator::Accelerator;
use crate::best_first::{Buffers, Tree};
use crate::checkpoint::{self, Checkpoint, Saved};
use crate::cycles::Cycles;
use crate::ghi::Ghi;
use crate::numbers::{INFINITE, Numbers};
use crate::path_keys::PathKeys;
use crate::path_source::PathSource;
use crate::repetition::Leaning;
use crate::road::Road;
use crate::sight::{Seen, Sight};
use crate::simulation::Place;
use crate::solver::{Afresh, Kept, SolvedRoot, Solver, known_moves, unsound};
use crate::table::Table;
use crate::{dfpn, pds, pn_star};
use andor_core::{
    Counters, Game, InputError, Instant, Key, Limits, Observer, Oracle, ProofSource, Question,
    Repetition, Report, Rules, Stopped,
};
use paths::Paths;
use sampler::Sampler;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Expansions between two looks at the clock.
const CLOCK_STEPS: u64 = 1024;
/// And at most so many nodes.
const CLOCK_NODES: u64 = 1 << 17;
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
fn other_wins(other: &Kept<Arc<Table>>, key: Key, prover_moves: bool) -> Option<Numbers> {
    let numbers = other.found.probe(key)?.numbers;
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
    /// Its moves, those with images of the same position counted once.
    moves: usize,
    /// The child visited last, counted among all children of the path.
    last: Option<usize>,
    /// Expansions since the node was entered.
    work: u64,
    /// What the results below lean on that say of a move that it fails.
    leaning: Leaning,
    /// What the result of the winning move leans on.
    winning: Leaning,
    /// The code of the path down to here, for twins.
    code: u64,
    /// A hash of the path down to here.
    path: u64,
    /// Whether the prover is to move.
    prover_moves: bool,
    /// Whether the node was entered before, and no child has been visited since it was entered
    /// again.
    untouched: bool,
    /// The largest phi seen of the node, for PDS.
    floor: u64,
    /// Whether moves back to the node are taken for disproved, in Nagai's scheme.
    assumes: bool,
}

/// A node as a discipline sees it.
pub(crate) struct OpenNode<'a, M> {
    pub(crate) threshold: Numbers,
    pub(crate) children: &'a [Child<M>],
}

/// The child of a node that is to be visited, and its thresholds.
pub(crate) struct Chosen {
    /// Counted from the first child, or among all children of the path.
    pub(crate) child: usize,
    pub(crate) threshold: Numbers,
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

impl View {
    /// Of children with these numbers; the sum stops growing at the ceiling.
    #[inline]
    fn of(children: impl Iterator<Item = Numbers>, ceiling: u64) -> View {
        let mut view = View { numbers: Numbers::LOST, best: 0, least: INFINITE, second: INFINITE };
        let mut sum: u64 = 0;
        for (index, Numbers { phi, delta }) in children.enumerate() {
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
            least => Numbers { phi: least, delta: sum.min(ceiling) },
        };
        view
    }
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
    table: Option<Kept<Arc<Table>>>,
    /// What the same search has found for the other player's question: a win of the other player
    /// answers this question as well.
    other: Option<Kept<Arc<Table>>>,
    /// What it means that positions come back.
    cycles: Cycles,
    /// Results that depend on the path.
    paths: Paths,
    /// The path as superko and twins see it.
    road: Road,
    second: Option<SecondLevel<G>>,
    sight: Sight<G>,
    frames: Vec<Frame<G::Position>>,
    /// The keys of the frames, for a quick look.
    path_keys: PathKeys,
    children: Vec<Child<G::Move>>,
    moves: Vec<G::Move>,
    /// Of these, the ones that are not settled without search.
    seen: Seen<G>,
    counters: Counters,
    /// Moves at the root that lead to the same position as another one, or to its mirror image.
    merged_at_root: usize,
    /// What the path says of the children in hand.
    verdicts: Vec<Option<bool>>,
    /// Results of this search that lean on their path.
    leaned: u64,
    /// What the search made of its root.
    root_numbers: Option<Numbers>,
    /// The root solved last for its side to move, with the move that does it.
    solved_root: Option<SolvedRoot<G>>,
    checkpoint: Option<Checkpoint>,
    /// Extraction is at work, which wants no checkpoints and no threads.
    is_repairing: bool,
    resumed: Option<Saved>,
    /// On the way down to a job.
    is_descending: bool,
    /// Threads of the last search.
    threads: usize,
    /// Who collects leaves.
    sampler: Option<Sampler<G::Position>>,
    /// Who settles leaves, beside the threads.
    accelerator: Option<Box<dyn Accelerator<G>>>,
    /// Whether what it has settled is left to whoever walks the proof, to be proved where the walk comes by.
    leaves_gaps: bool,
    /// When a search of somebody else's leaf is enough.
    aim: Option<Aim>,
    /// Where it tells others what it finds.
    sharing: Option<told::Sharing>,
}

/// One call of [`Solver::solve`]: what it was asked, and when it began.
struct Run<'a, P> {
    root: &'a P,
    question: Question,
    limits: &'a Limits,
    start: Instant,
    reported: Instant,
    root_moves: usize,
    peak_memory: u64,
    /// Nodes that a resumed search had done before.
    before: u64,
    /// A closed set is tried after so many nodes.
    next_closing: u64,
    /// One thread stops after so many visits, for several to go on.
    alone: u64,
    /// Whoever waits for partial results is told the numbers when there are so many nodes.
    next_report: u64,
}

impl<G: Game> DepthFirst<G> {
    /// A solver with an empty table.
    #[must_use]
    pub fn new(config: Config) -> DepthFirst<G> {
        DepthFirst {
            checkpoint: config.checkpoint.clone().map(Checkpoint::new),
            is_repairing: false,
            sight: Sight::new(config.knowledge),
            config,
            table: None,
            other: None,
            cycles: Cycles::Impossible,
            paths: Paths::default(),
            road: Road::default(),
            verdicts: Vec::new(),
            leaned: 0,
            root_numbers: None,
            second: None,
            frames: Vec::new(),
            path_keys: PathKeys::default(),
            children: Vec::new(),
            moves: Vec::new(),
            seen: Seen::default(),
            counters: Counters::default(),
            merged_at_root: 0,
            solved_root: None,
            resumed: None,
            is_descending: false,
            threads: 1,
            sampler: None,
            accelerator: None,
            leaves_gaps: false,
            aim: None,
            sharing: None,
        }
    }

    /// Has leaves of every later search settled by an accelerator; this is for games without draws that never go
    /// back.
    pub fn accelerate(&mut self, accelerator: Box<dyn Accelerator<G>>) {
        self.accelerator = Some(accelerator);
    }

    /// Leaves what an accelerator has settled to whoever walks the proof: several threads, or a cut that comes by few
    /// of its positions. Otherwise all of it is proved before a search says that it has solved its root.
    pub fn leave_gaps(&mut self) {
        self.leaves_gaps = true;
    }

    fn table(&self) -> &Table {
        &self.table.as_ref().expect("solve has prepared the table").found
    }

    /// The table, if there is one, for whoever writes it down between two searches.
    pub(crate) fn share_table(&self) -> Option<Arc<Table>> {
        self.table.as_ref().map(|kept| kept.found.clone())
    }

    /// Goes on with the table of a saved search.
    pub(crate) fn adopt_table(&mut self, question: Question, table: Table) {
        self.table = Some(Kept { question, found: Arc::new(table) });
        self.solved_root = None;
    }

    /// The numbers of the top frame, and its two best children.
    #[inline]
    fn view(&self, first: usize) -> View {
        View::of(self.children[first..].iter().map(|child| child.numbers), self.config.ceiling)
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
    fn choose(&self, frame: &Frame<G::Position>, view: &View) -> Chosen {
        let children = &self.children[frame.first..];
        let node = OpenNode { threshold: frame.threshold, children };
        let chosen = match self.config.discipline {
            Discipline::DfPn { epsilon } => {
                let last = frame.last.map(|last| last - frame.first);
                dfpn::choose(node, view, last, epsilon)
            }
            Discipline::Pds => pds::choose(node, view, frame.floor),
            Discipline::PnStar => pn_star::choose(node, view, frame.prover_moves),
        };
        Chosen { child: frame.first + chosen.child, ..chosen }
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
            match numbers {
                Numbers { delta: 0, .. } => parent.winning = leaning,
                _ => parent.leaning = parent.leaning.and(leaning),
            }
            let child = &mut self.children[last];
            child.numbers = numbers;
            child.known = true;
        }
    }

    /// Closes the top frame with these numbers.
    fn leave(&mut self, game: &G, numbers: Numbers) {
        let frame = self.frames.pop().expect("only an open frame is left");
        self.path_keys.pop(frame.key);
        let depth = self.frames.len();
        let leaning = match numbers {
            Numbers { phi: 0, .. } => self.paths.rule.left_of(frame.winning, depth),
            Numbers { delta: 0, .. } => self.paths.rule.left_of(frame.leaning, depth),
            _ => Leaning::NONE,
        };
        if self.road.is_kept {
            self.road.pop();
        }
        // Only a twin wants to know the move.
        let mut winning = None;
        if !leaning.is_none() {
            let children = &self.children[frame.first..];
            winning = children.iter().find(|child| child.numbers.delta == 0).map(|child| child.mv);
        }
        let place = Place { key: frame.key, code: frame.code };
        self.keep(game, place, numbers, frame.work, leaning, winning);
        if depth == 0 {
            self.root_numbers = Some(numbers);
        }
        self.children.truncate(frame.first);
        self.receive(numbers, frame.work, leaning);
    }

    /// The frame of a position that stands on the path.
    #[inline]
    fn on_path(&self, key: Key) -> Option<usize> {
        match self.path_keys.may_hold(key) {
            true => self.frames.iter().rposition(|frame| frame.key == key),
            false => None,
        }
    }

    /// Leaves all frames but the first `kept` as they stand, so that nothing is lost when the search
    /// stops here.
    fn flush(&mut self, game: &G, kept: usize) {
        while self.frames.len() > kept {
            let frame = self.frames.last().expect("there are more than are kept");
            let numbers = self.view(frame.first).numbers;
            self.leave(game, numbers);
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
        let Some(cycles) = self.cycles_of(game) else { return unsound() };
        if cycles.is_superko() && self.config.ghi == Ghi::Nagai {
            return unsound();
        }
        let is_plain = game.repetition() == Repetition::Impossible && game.is_drawless();
        if self.accelerator.is_some() && !is_plain {
            observer.note("no card searches a game with draws, or one that goes back");
            return Report { stopped: Stopped::Device, ..unsound() };
        }
        let now = Instant::now();
        let root_moves = game.count_moves(root) as usize;
        let mut run = Run {
            root,
            question,
            limits,
            start: now,
            reported: now,
            root_moves,
            peak_memory: 0,
            before: 0,
            next_closing: closing::FIRST,
            alone: match self.is_repairing {
                false if self.config.threads > 1 || self.accelerator.is_some() => self.config.alone,
                _ => u64::MAX,
            },
            next_report: self.aim.map_or(u64::MAX, |aim| aim.report_every),
        };
        self.threads = 1;
        if self.resumed.as_ref().is_some_and(|saved| saved.question != question) {
            observer.note("the checkpoint belongs to the other question: this one begins afresh");
        }
        if let Err(error) = self.prepare(question, limits, cycles) {
            observer.note(&error.to_string());
            return Report { stopped: Stopped::Memory, ..unsound() };
        }
        run.before = self.counters.nodes;
        self.talk();
        if run.alone == 0 {
            return self.solve_with_threads(game, &mut run, observer);
        }
        let key = game.key(root);
        let known = self.table().probe(key);
        self.counters.expanded += u64::from(known.is_none());
        let threshold = match self.config.discipline {
            Discipline::DfPn { .. } => self.root_threshold(),
            Discipline::Pds | Discipline::PnStar => Numbers { phi: 1, delta: 1 },
        };
        let stopped = match self.enter_root(game, root, threshold, question) {
            true => None,
            false => self.run(game, &mut run, observer),
        };
        run.peak_memory = run.peak_memory.max(self.memory());
        let goes_on = stopped.is_none() && !self.frames.is_empty();
        self.flush(game, 0);
        self.talk();
        if goes_on {
            return self.solve_with_threads(game, &mut run, observer);
        }
        self.report(game, &run, stopped)
    }

    fn hands(&mut self, threads: usize) -> Vec<Box<dyn Solver<G> + Send + '_>> {
        match &self.table {
            Some(Kept { found, .. }) => parallel::hands_on(self, found, threads),
            None => Vec::new(),
        }
    }

    fn holder_moves(&mut self, game: &G, position: &G::Position) -> Vec<G::Move> {
        let Some(Kept { question, found: table }) = &self.table else { return Vec::new() };
        let log = self.second.as_ref().map(|second| &second.log);
        known_moves(game, position, *question, self.solved_root.as_ref(), &mut |next| {
            let key = game.key(next);
            let prover_moves = game.side_to_move(next) == question.player;
            table.work_if_lost(key).or_else(|| log?.work_if_lost(key)).or_else(|| {
                let numbers = other_wins(self.other.as_ref()?, key, prover_moves)?;
                (numbers.delta == 0).then_some(1)
            })
        })
    }

    fn work_below(&self, game: &G, position: &G::Position) -> Option<u64> {
        let known = self.table.as_ref()?.found.probe(game.key(position))?;
        known.numbers.is_solved().then_some(known.work)
    }

    fn threads(&self) -> Option<usize> {
        Some(self.threads)
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

    fn set_repairing(&mut self, repairing: bool) {
        self.is_repairing = repairing;
    }

    fn resume(&mut self, _: &G, _: &G::Position, path: &Path) -> Result<(), InputError> {
        self.resumed = Some(checkpoint::load(path)?);
        Ok(())
    }

    fn along_paths(&mut self) -> Option<&mut dyn PathSource<G>> {
        Some(self)
    }

    fn afresh(&self) -> Afresh {
        let Config { leaf, knowledge, free_play, .. } = self.config;
        Afresh { leaf, knowledge, free_play }
    }
}

impl<G: Game> ProofSource<G> for DepthFirst<G> {
    fn holder_move(&mut self, game: &G, position: &G::Position) -> Option<<G as Rules>::Move> {
        self.holder_moves(game, position).first().copied()
    }
}
