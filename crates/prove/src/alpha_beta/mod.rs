//! Alpha-beta as a solver: the baseline of Winands' thesis (4.3), with the search of its 2.6:
//! iterative deepening, a transposition table, killer moves, the history heuristic and enhanced
//! transposition cutoffs.
//!
//! The question is binary, and so are the searches. For d = 1, 2, 3, .. the prover *attacks*: can
//! it win within d plies? Every now and then the opponent does: can it end the game otherwise
//! within d plies? Each is alpha-beta with a null window (`search`), in which an evaluation has
//! no say but in the order of the moves: a proof or a disproof rests on ends of the game alone.
//! A lost position is found by the second attack at the depth of the loss, where the first
//! would have to exhaust the game. The second runs behind the first, and has a share of its work.
//!
//! A win within d plies does not depend on how the position came up, nor does the opponent's end
//! of the game within d plies. What does is a draw by repetition, and that is disproved in another
//! way: by a set of positions that the opponent does not leave (`closed_set`). It may take a
//! share of the work, too.
//!
//! Under superko the history counts (see `cycles`): a move back to the path is illegal, and facts that
//! rest on that are kept as twins, by their path, and simulated on others, as in df-pn (Kishimoto
//! and Müller 2004). The same can be had where a repetition is a draw ([`Ghi::Twins`]), as the paper's
//! alpha-beta does it: a move back to the path is no win for the prover, there and then, and no closed
//! sets are tried. [`Ghi::Ignore`] stores what that gives like any other fact. Facts answer for every horizon. "Not within d plies" is found on one path and
//! used on all: too often, at times, so that an iteration may end at a horizon that it never saw.
//! Then such entries are not looked at any more. Every path ends, and so does the search.
//!
//! Nodes are counted as by Allis (1994) and in the thesis: those at depth i only in the iteration
//! with horizon i, the first to reach them. Each attack has iterations of its own; in a closed set,
//! and where no entry is trusted for its depth, every child looked at counts.

mod bounds;
mod ordering;
mod search;

use crate::closed_set::Grown;
use crate::cycles::Cycles;
use crate::ghi::Ghi;
use crate::sight::Sight;
use crate::simulation::tried;
use crate::solver::{SolvedRoot, Solver, known_moves, unsound};
use crate::table::{Replacement, Table};
use crate::twins::TwinTable;
use crate::watch::Watch;
use andor_core::{
    Answer, Game, InputError, Limits, Observer, Oracle, ProofSource, Question, Report, Rules,
    Stopped,
};
use ordering::Ordering;
use search::{Reach, Search};

/// Parameters; the default is the thesis' search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Config {
    /// Whether the game's static knowledge is used.
    pub knowledge: bool,
    /// What is done about results that depend on the path. Where repetition is a draw there are none,
    /// unless `Twins` or `Ignore` asks for the paper's search, which looks at the path.
    pub ghi: Ghi,
}

/// No iteration goes deeper than this. It bounds the recursion.
const MAX_HORIZON: u32 = 500;
/// The second attack and the closed set have these shares of the work.
const SHARE_OF_WORK: u64 = 4;
const CLOSED_SHARE_OF_WORK: u64 = 16;
/// The log of solved positions and closed sets have these shares of the memory; of the rest the
/// table has all but what the path needs.
const LOG_SHARE: u64 = 4;
const CLOSED_SHARE: u64 = 8;
/// A closed set may always be this large: enough for some dozens of positions.
const LEAST_CLOSED: u64 = 1 << 16;
/// Moves that a closed set may look at for each ply of the horizon, however little work was done.
const CLOSED_PER_PLY: u64 = 4;

/// The tables of one question.
struct Tables<M> {
    question: Question,
    table: Table,
    /// Positions lost for their side to move.
    log: Table,
    ordering: Ordering<M>,
    /// Facts that hold on one path.
    twins: Option<TwinTable>,
}

/// The alpha-beta solver.
pub struct AlphaBeta<G: Game> {
    sight: Sight<G>,
    ghi: Ghi,
    tables: Option<Tables<G::Move>>,
    /// The root solved last for its side to move, with the move that does it.
    solved_root: Option<SolvedRoot<G>>,
}

impl<G: Game> AlphaBeta<G> {
    /// A solver that knows nothing yet.
    #[must_use]
    pub fn new(config: Config) -> AlphaBeta<G> {
        AlphaBeta {
            sight: Sight::new(config.knowledge),
            ghi: config.ghi,
            tables: None,
            solved_root: None,
        }
    }

    /// Whether the search looks for repetitions.
    fn looks_at_path(&self, cycles: Cycles) -> bool {
        match cycles {
            Cycles::Superko { .. } => true,
            Cycles::Draw => self.ghi != Ghi::Sound,
            Cycles::Impossible => false,
        }
    }

    /// The tables of this question: the ones at hand, or new ones.
    fn prepare(
        &mut self,
        question: Question,
        limits: &Limits,
        cycles: Cycles,
    ) -> Result<(), InputError> {
        if self.tables.as_ref().is_some_and(|tables| tables.question == question) {
            return Ok(());
        }
        self.tables = None;
        self.solved_root = None;
        let Limits { memory, tree_nodes, .. } = *limits;
        let log = memory / LOG_SHARE;
        let rest = memory - log - memory / CLOSED_SHARE - memory / 32;
        let entries = |share: u64| tree_nodes.map_or(u64::MAX, |all| Table::bytes_for(all / share));
        let mut table = Table::new(rest.min(entries(2)))?;
        table.set_replacement(Replacement::TwoBig);
        let log = Table::new(log.min(entries(2)))?;
        // There are no closed sets where the path is looked at: twins have their share.
        let has_twins = self.looks_at_path(cycles) && self.ghi != Ghi::Ignore;
        let twins = has_twins.then(|| TwinTable::new(memory / CLOSED_SHARE));
        self.tables = Some(Tables { question, table, log, ordering: Ordering::new(), twins });
        Ok(())
    }
}

/// Deepens until the question is answered.
fn deepen<G: Game>(search: &mut Search<'_, G>, memory: u64) -> Result<Answer, Stopped> {
    let prover = search.question.player;
    let room = (memory / CLOSED_SHARE).max(LEAST_CLOSED);
    let (mut first, mut second) = (0, 0);
    let mut behind = 0;
    for horizon in 1..=MAX_HORIZON {
        // Step 1. The prover attacks.
        let steps = search.steps;
        match search.iterate(prover, horizon)? {
            Reach::Reached => return Ok(Answer::Proved),
            Reach::Refuted => return Ok(Answer::Disproved),
            Reach::Horizon => first += search.steps - steps,
        }
        // Step 2. The opponent does, as far as its share goes.
        while behind < horizon && second * SHARE_OF_WORK <= first {
            behind += 1;
            let steps = search.steps;
            match search.iterate(prover.other(), behind)? {
                Reach::Reached => return Ok(Answer::Disproved),
                Reach::Refuted => return Ok(Answer::Proved),
                Reach::Horizon => second += search.steps - steps,
            }
        }
        // Step 3. Where positions can come back, a set that the opponent does not leave.
        if search.cycles == Cycles::Draw && !search.road.is_kept {
            let work = search.steps - steps;
            let children = work / CLOSED_SHARE_OF_WORK + CLOSED_PER_PLY * u64::from(horizon);
            match search.grow_closed_set(children, room)? {
                Grown::Closed => return Ok(Answer::Disproved),
                Grown::Won => return Ok(Answer::Proved),
                Grown::Abandoned => {}
            }
        }
    }
    Err(Stopped::Memory)
}

impl<G: Game> Solver<G> for AlphaBeta<G> {
    fn solve(
        &mut self,
        game: &G,
        root: &G::Position,
        question: Question,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        let Some(cycles) = Cycles::of(game) else { return unsound() };
        if let Err(error) = self.prepare(question, limits, cycles) {
            observer.note(&error.to_string());
            return Report { stopped: Stopped::Memory, ..unsound() };
        }
        let looks_at_path = self.looks_at_path(cycles);
        let tables = self.tables.as_mut().expect("just made");
        let Tables { table, log, ordering, twins, .. } = tables;
        let watch = Watch::new(limits);
        let mut search =
            Search::new(game, root, question, &self.sight, table, log, ordering, watch, observer);
        search.cycles = cycles;
        search.twins = twins.as_mut();
        search.road.is_kept = looks_at_path;
        search.tried = tried(self.ghi);
        let outcome = deepen(&mut search, limits.memory);
        let prover_moves = game.side_to_move(root) == question.player;
        let (answer, stopped) = match outcome {
            Ok(answer) => (answer, Stopped::Solved),
            Err(stopped) => (Answer::Unknown, stopped),
        };
        if answer != Answer::Unknown && (answer == Answer::Proved) == prover_moves {
            self.solved_root = search.winning.map(|mv| SolvedRoot { position: root.clone(), mv });
        }
        Report {
            answer,
            stopped,
            counters: search.counters,
            peak_memory: search.memory(),
            peak_entries: search.table.used() + search.log.used(),
        }
    }

    fn holder_moves(&mut self, game: &G, position: &G::Position) -> Vec<G::Move> {
        let Some(Tables { question, table, log, .. }) = &self.tables else { return Vec::new() };
        known_moves(game, position, *question, self.solved_root.as_ref(), &mut |next| {
            let key = game.key(next);
            log.work_if_lost(key).or_else(|| table.work_if_lost(key))
        })
    }

    fn consult(&mut self, oracle: Box<dyn Oracle<G>>) {
        self.sight.consult(oracle);
    }

    fn dismiss_oracles(&mut self) {
        self.sight.dismiss_oracles();
    }

    fn save(&mut self, observer: &mut dyn Observer) {
        observer.note("alpha-beta has no checkpoint");
    }
}

impl<G: Game> ProofSource<G> for AlphaBeta<G> {
    fn holder_move(&mut self, game: &G, position: &G::Position) -> Option<<G as Rules>::Move> {
        self.holder_moves(game, position).first().copied()
    }
}
