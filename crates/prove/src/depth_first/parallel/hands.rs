//! Hands: solvers on one table, for threads that walk a proof together, look up its moves and prove again what is
//! missing.
//!
//! The table may grow on the way, for which whoever does it must be alone. So a hand holds the others off only while
//! it looks something up, or for a piece of a proof.

use crate::depth_first::DepthFirst;
use crate::solver::Solver;
use crate::table::Table;
use andor_core::{
    Counters, Game, Instant, Limits, Observer, Oracle, ProofSource, Question, Report, Stopped,
};
use std::sync::{Arc, RwLock};

/// What is missing is proved in pieces of so many expansions.
const PIECE: u64 = 5_000;

/// What hands have in common.
struct Hands {
    table: Arc<Table>,
    threads: usize,
    /// Who lets the table grow is alone with it.
    world: RwLock<()>,
}

impl Hands {
    fn let_grow(&self) {
        if self.table.wants_to_grow() {
            let _alone = self.world.write().expect("a thread that panics ends the walk");
            while self.table.wants_to_grow() {
                self.table.grow(self.threads);
            }
        }
    }
}

impl Drop for Hands {
    fn drop(&mut self) {
        self.table.hold_growth(false);
    }
}

struct Hand<G: Game> {
    solver: DepthFirst<G>,
    hands: Arc<Hands>,
}

/// So many hands on this table.
pub(in crate::depth_first) fn hands_on<'a, G: Game + 'a>(
    solver: &DepthFirst<G>,
    table: &Arc<Table>,
    threads: usize,
) -> Vec<Box<dyn Solver<G> + Send + 'a>> {
    table.hold_growth(true);
    let hands = Arc::new(Hands { table: table.clone(), threads, world: RwLock::new(()) });
    let hand = |_| {
        let hand = Hand { solver: solver.worker_to_repair(0), hands: hands.clone() };
        Box::new(hand) as Box<dyn Solver<G> + Send + 'a>
    };
    (0..threads).map(hand).collect()
}

impl<G: Game> Solver<G> for Hand<G> {
    fn solve(
        &mut self,
        game: &G,
        root: &G::Position,
        question: Question,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        let (mut all, start) = (Counters::default(), Instant::now());
        loop {
            self.hands.let_grow();
            let _together = self.hands.world.read().expect("a thread that panics ends the walk");
            let piece = Limits { expansions: Some(PIECE), ..limits.since(start).after(&all) };
            let report = self.solver.solve(game, root, question, &piece, observer);
            all += report.counters;
            if report.stopped != Stopped::Expansions {
                return Report { counters: all, ..report };
            }
        }
    }

    fn holder_moves(&mut self, game: &G, position: &G::Position) -> Vec<G::Move> {
        let _together = self.hands.world.read().expect("a thread that panics ends the walk");
        self.solver.holder_moves(game, position)
    }

    fn work_below(&self, game: &G, position: &G::Position) -> Option<u64> {
        let _together = self.hands.world.read().expect("a thread that panics ends the walk");
        self.solver.work_below(game, position)
    }

    fn consult(&mut self, oracle: Box<dyn Oracle<G>>) {
        self.solver.consult(oracle);
    }

    fn dismiss_oracles(&mut self) {
        self.solver.dismiss_oracles();
    }

    /// A hand has no checkpoints: whoever has it does.
    fn save(&mut self, _: &mut dyn Observer) {}
}

impl<G: Game> ProofSource<G> for Hand<G> {
    fn holder_move(&mut self, game: &G, position: &G::Position) -> Option<G::Move> {
        self.holder_moves(game, position).first().copied()
    }
}
