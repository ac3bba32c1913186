//! Alpha-beta as the baseline of Winands' thesis (4.3, 5.2): the engine of MIA as its 2.6 describes it,
//! set on a position until its score is a win.
//!
//! The engine is the player's (`andor_search`), with what the thesis had before its chapters 6 and 7: PVS with
//! a two-deep table, enhanced transposition cut-offs, adaptive null move and multi-cut at CUT nodes, killers,
//! classes of moves, the history heuristic and quiescence search, and the game's best evaluation. It
//! looks for the best estimate, and comes upon a win at the depth where it lies, where `alpha_beta` in
//! `andor_prove` asks for nothing but the win. A score in the win range is a win by the rules
//! (`crates/search/src/pvs.rs`); no other score answers a question, and with forward pruning draws stay unknown.
//!
//! Nodes are counted as by Allis (1994) and in the thesis: those at a depth only in the iteration that first
//! reaches it, with its quiescence search. The limit is on all of them.

use andor_core::{
    Answer, Counters, Game, Instant, Limits, Observer, Oracle, Player, ProofSource, Question,
    Report, Rules, Stopped,
};
use andor_prove::solver::{Solver, judged};
use andor_search::{
    Budget, Clock, Config, HistoryKind, Increment, Score, Searcher, Thought, make_settled_evaluator,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Bytes of an entry of the player's table, two of which make a pair.
const ENTRY: u64 = 16;
/// The table is no larger than this; and than this, where extraction asks about one position after another.
const LARGEST: u64 = 64 << 20;
const REPAIRING: u64 = 1 << 20;

/// The engine of the thesis' chapters 2 to 5.
fn engine(limits: &Limits, is_repairing: bool) -> Config {
    let entries = limits.tree_nodes.map_or(u64::MAX, |nodes| nodes.saturating_mul(ENTRY));
    let most = if is_repairing { REPAIRING } else { LARGEST };
    Config {
        memory: (limits.memory / 4 * 3).min(entries).clamp(1 << 16, most),
        null_reduction_all: 0,
        multi_cut_all: None,
        multi_cut_reorder: false,
        history: HistoryKind::History,
        history_increment: Increment::Power,
        ..Config::default()
    }
}

/// The solver. It keeps nothing between two questions but the move that answered the last one.
pub(crate) struct MiaAlphaBeta<G: Game> {
    solved_root: Option<(G::Position, G::Move, Question)>,
    is_repairing: bool,
}

impl<G: Game> MiaAlphaBeta<G> {
    pub(crate) fn new() -> MiaAlphaBeta<G> {
        MiaAlphaBeta { solved_root: None, is_repairing: false }
    }
}

/// What a score says of the question who wins; nothing if it is an estimate.
fn answer(score: Score, side: Player, question: Question) -> Answer {
    let winner = match score {
        Score::Estimate(_) => return Answer::Unknown,
        Score::Win(_) => Some(side),
        Score::Loss(_) => Some(side.other()),
        Score::Draw => None,
    };
    if winner == Some(question.player) { Answer::Proved } else { Answer::Disproved }
}

impl<G: Game> Solver<G> for MiaAlphaBeta<G> {
    fn solve(
        &mut self,
        game: &G,
        root: &G::Position,
        question: Question,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        let start = Instant::now();
        let config = engine(limits, self.is_repairing);
        let mut report = Report {
            answer: Answer::Unknown,
            stopped: Stopped::Memory,
            counters: Counters::default(),
            peak_memory: config.memory,
            peak_entries: 0,
        };
        let made = make_settled_evaluator(game)
            .and_then(|evaluator| Searcher::try_new(config, vec![evaluator]));
        let mut searcher = match made {
            Ok(searcher) => searcher,
            Err(error) => {
                observer.note(&error.to_string());
                return report;
            }
        };
        // Step 1. Deepen until the score is proved. What is proved stays so, and ends it.
        let side = game.side_to_move(root);
        let budget = Budget {
            depth: None,
            nodes: limits.nodes.into_iter().chain(limits.expansions).min(),
            clock: limits.time.map(Clock::Move),
        };
        let stop = Arc::new(AtomicBool::new(limits.interrupt.load(Ordering::Relaxed)));
        let mut hear = |thought: &Thought| {
            let is_answered = answer(thought.score, side, question) != Answer::Unknown;
            if is_answered || limits.clock(start).is_some() {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let thought = searcher.think(game, std::slice::from_ref(root), &budget, &stop, &mut hear);
        // Step 2. What came of it.
        let statistics = searcher.statistics();
        report.counters.nodes = statistics.first_met;
        report.counters.expanded = statistics.nodes - statistics.evaluations.min(statistics.nodes);
        report.answer = answer(thought.score, side, question);
        report.stopped = match report.answer {
            Answer::Unknown => limits.clock(start).unwrap_or(match limits.nodes {
                Some(nodes) if statistics.nodes >= nodes => Stopped::Nodes,
                _ if budget.nodes.is_some_and(|most| statistics.nodes >= most) => {
                    Stopped::Expansions
                }
                _ => Stopped::Memory,
            }),
            _ => Stopped::Solved,
        };
        let has_won = (report.answer == Answer::Proved) == (side == question.player);
        if report.answer != Answer::Unknown && has_won {
            let mut moves = Vec::new();
            game.moves(root, &mut moves);
            let best = thought.best.as_deref();
            let mv = moves.into_iter().find(|&mv| best == Some(&*game.move_text(root, mv)));
            self.solved_root = mv.map(|mv| (root.clone(), mv, question));
        }
        report
    }

    fn holder_moves(&mut self, game: &G, position: &G::Position) -> Vec<G::Move> {
        let Some((root, mv, question)) = &self.solved_root else { return Vec::new() };
        if root == position {
            return vec![*mv];
        }
        // Moves that end the game as wanted need no memory.
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        moves.retain(|&mv| {
            let next = game.after(position, mv);
            let numbers = judged(game.judge(&next), game.side_to_move(&next), *question);
            numbers.is_some_and(|numbers| numbers.delta == 0)
        });
        moves
    }

    fn set_repairing(&mut self, repairing: bool) {
        self.is_repairing = repairing;
    }

    /// The engine asks nobody.
    fn consult(&mut self, _: Box<dyn Oracle<G>>) {}

    fn dismiss_oracles(&mut self) {}

    fn save(&mut self, observer: &mut dyn Observer) {
        observer.note("alpha-beta has no checkpoint");
    }
}

impl<G: Game> ProofSource<G> for MiaAlphaBeta<G> {
    fn holder_move(&mut self, game: &G, position: &G::Position) -> Option<<G as Rules>::Move> {
        self.holder_moves(game, position).first().copied()
    }
}
