//! One thread of a search: what it knows, and what it counts.

use crate::clock::Watch;
use crate::config::Config;
use crate::gravity::Gravity;
use crate::history::History;
use crate::repetition::Past;
use crate::score;
use crate::table::TranspositionTable;
use andor_core::{Evaluate, Game, Key};
use andor_prove::depth_first::Proofs;

/// The clock is looked at once in so many nodes.
const NODES_BETWEEN_LOOKS: u64 = 256;
/// Lines do not get longer than this.
pub(crate) const MOST_PLIES: usize = 320;

/// What a thread keeps of a ply.
pub(crate) struct Ply<G: Game> {
    /// Room for moves and their scores.
    pub(crate) moves: Vec<G::Move>,
    pub(crate) scores: Vec<i64>,
    /// The last two moves that were best at this ply.
    pub(crate) killers: [Option<G::Move>; 2],
    /// The principal variation from here.
    pub(crate) line: Vec<G::Move>,
    /// The code of the move that led here; none for the root and after a null move.
    pub(crate) before: Option<u32>,
}

/// What a thread learns, from one move of a game to the next.
pub(crate) struct Mind<G: Game> {
    pub(crate) evaluator: Box<dyn Evaluate<G>>,
    pub(crate) history: History,
    pub(crate) gravity: Gravity,
    pub(crate) plies: Vec<Ply<G>>,
}

impl<G: Game> Mind<G> {
    pub(crate) fn new(evaluator: Box<dyn Evaluate<G>>) -> Mind<G> {
        let ply = || Ply {
            moves: Vec::new(),
            scores: Vec::new(),
            killers: [None; 2],
            line: Vec::new(),
            before: None,
        };
        let plies = (0..MOST_PLIES + 2).map(|_| ply()).collect();
        Mind { evaluator, history: History::new(), gravity: Gravity::new(), plies }
    }

    /// Another game begins.
    pub(crate) fn forget(&mut self) {
        self.history = History::new();
        self.gravity = Gravity::new();
        self.plies.iter_mut().for_each(|ply| ply.killers = [None; 2]);
    }

    /// Another search begins, some plies later in the game or elsewhere.
    pub(crate) fn age(&mut self) {
        self.history.age();
        self.plies.iter_mut().for_each(|ply| ply.killers = [None; 2]);
    }
}

/// Work done by a search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// Positions searched, the root and those of quiescence search included, repeats too.
    pub nodes: u64,
    /// Of these, those that no iteration before came to: at the depth of their iteration, and below it.
    pub first_met: u64,
    /// Positions evaluated.
    pub evaluations: u64,
    /// Nodes cut by the null move.
    pub null_cuts: u64,
    /// Nodes cut by multi-cut.
    pub multi_cuts: u64,
    /// Nodes cut by what the table says of a child.
    pub transposition_cuts: u64,
    /// Nodes cut by what the table says of the node itself.
    pub table_cuts: u64,
    /// Nodes decided by the table of proved nodes.
    pub proved_cuts: u64,
    /// Nodes where the game was over.
    pub ends: u64,
    /// Of all nodes, those of the proof search.
    pub proof_nodes: u64,
}

impl std::ops::AddAssign for Statistics {
    fn add_assign(&mut self, more: Statistics) {
        self.nodes += more.nodes;
        self.first_met += more.first_met;
        self.evaluations += more.evaluations;
        self.null_cuts += more.null_cuts;
        self.multi_cuts += more.multi_cuts;
        self.transposition_cuts += more.transposition_cuts;
        self.table_cuts += more.table_cuts;
        self.proved_cuts += more.proved_cuts;
        self.ends += more.ends;
        self.proof_nodes += more.proof_nodes;
    }
}

/// A thread at work on one root.
pub(crate) struct Worker<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) config: &'a Config,
    pub(crate) table: &'a TranspositionTable,
    pub(crate) watch: &'a Watch<'a>,
    pub(crate) mind: &'a mut Mind<G>,
    pub(crate) past: Past,
    /// What a proof search has proved.
    pub(crate) proofs: Option<Proofs>,
    pub(crate) statistics: Statistics,
    /// At most so many nodes.
    pub(crate) node_limit: u64,
    pub(crate) selective_depth: usize,
    /// The depth of this iteration.
    pub(crate) horizon: usize,
    /// How often the value of a node was taken from something else than the rules.
    pub(crate) estimates: u64,
    /// Raised when the search must end; values returned after that mean nothing.
    pub(crate) is_stopped: bool,
    /// The best move at the root so far in this iteration, with its value.
    pub(crate) root_best: Option<(G::Move, i32)>,
}

impl<'a, G: Game> Worker<'a, G> {
    /// A thread that has not begun; it has as many nodes as the watch, and no proofs.
    pub(crate) fn new(
        game: &'a G,
        config: &'a Config,
        table: &'a TranspositionTable,
        watch: &'a Watch<'a>,
        mind: &'a mut Mind<G>,
        past: Past,
    ) -> Worker<'a, G> {
        Worker {
            game,
            config,
            table,
            watch,
            mind,
            past,
            proofs: None,
            statistics: Statistics::default(),
            node_limit: watch.nodes,
            selective_depth: 0,
            horizon: 0,
            estimates: 0,
            is_stopped: false,
            root_best: None,
        }
    }
}

impl<G: Game> Worker<'_, G> {
    /// Counts a node; `false` if the search must end instead.
    #[inline]
    pub(crate) fn enter(&mut self, ply: usize) -> bool {
        let nodes = self.statistics.nodes;
        if nodes >= self.node_limit
            || (nodes.is_multiple_of(NODES_BETWEEN_LOOKS) && self.watch.is_over())
        {
            self.is_stopped = true;
        }
        if self.is_stopped {
            return false;
        }
        self.statistics.nodes += 1;
        self.statistics.first_met += u64::from(ply >= self.horizon);
        self.selective_depth = self.selective_depth.max(ply);
        true
    }

    /// The table's key of a position.
    #[inline]
    pub(crate) fn table_key(&self, placed: Key) -> Key {
        let salt = self.past.salt();
        Key { index: placed.index ^ salt, tag: placed.tag ^ salt }
    }

    /// The evaluation as the value of a node.
    #[inline]
    pub(crate) fn evaluate(&mut self, position: &G::Position) -> i32 {
        self.estimates += 1;
        self.opinion(position)
    }

    /// The evaluation with its random term, outside the win range.
    #[inline]
    pub(crate) fn opinion(&mut self, position: &G::Position) -> i32 {
        self.statistics.evaluations += 1;
        let value = self.mind.evaluator.evaluate(self.game, position);
        if self.config.noise == 0 {
            return score::estimate(value);
        }
        score::estimate(value.saturating_add(self.noise(position)))
    }

    /// The random term (thesis, 3.2.2): the same for the same position and seed.
    fn noise(&self, position: &G::Position) -> i32 {
        let key = self.game.placed_key(position);
        let mixed = Key::exact(key.tag ^ self.config.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let width = 2 * i64::from(self.config.noise) + 1;
        let below = (u128::from(mixed.index) * width as u128) >> 64;
        (below as i64 - i64::from(self.config.noise)) as i32
    }
}
