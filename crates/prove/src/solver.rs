//! The one shape of every solver, and how a judged position reads as numbers.

use crate::leaf::LeafRule;
use crate::numbers::Numbers;
use crate::path_source::PathSource;
use crate::statistics::Statistics;
use andor_core::{
    Answer, Claim, Counters, Game, InputError, Judgement, Limits, Observer, Oracle, Player,
    ProofSource, Question, Report, Stopped, sort_by_number,
};
use std::path::Path;

/// An algorithm with its state: ask it, then let [`extract`](crate::extract) read its proof.
///
/// A solver keeps what it has found between calls as long as the question stays the same; asked
/// another question it begins afresh. As a [`ProofSource`] it answers for positions whose side to
/// move was found to reach its goal, and says `None` where it has forgotten.
pub trait Solver<G: Game>: ProofSource<G> {
    /// Searches until the question is answered for `root` or a limit is reached. `root` is not
    /// over.
    fn solve(
        &mut self,
        game: &G,
        root: &G::Position,
        question: Question,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report;

    /// Every move known to reach the goal of the side to move; empty if none is known.
    fn holder_moves(&mut self, game: &G, position: &G::Position) -> Vec<G::Move>;

    /// The expansions spent below a position that it knows to be solved, if it counts them.
    fn work_below(&self, _: &G, _position: &G::Position) -> Option<u64> {
        None
    }

    /// Takes an oracle along into every later search.
    fn consult(&mut self, oracle: Box<dyn Oracle<G>>);

    /// Searches without oracles from now on, as extraction must.
    fn dismiss_oracles(&mut self);

    /// Writes down where a search stands, if this solver can and was told where to.
    fn save(&mut self, observer: &mut dyn Observer);

    /// While extraction proves again what was forgotten, no checkpoints are written, for it is no
    /// progress of the search, and one thread does it, for each piece of it is small.
    fn set_repairing(&mut self, _repairing: bool) {}

    /// Goes on where a saved search of `root` stopped, once its question is asked.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged or of another kind, or this solver cannot go on.
    fn resume(&mut self, _: &G, _root: &G::Position, path: &Path) -> Result<(), InputError> {
        let name = InputError::quote(&path.display().to_string());
        Err(InputError::new(format!("checkpoint {name}: this method has no checkpoints")))
    }

    /// So many more of this solver, on the same table: for threads that look up and prove again at the same time. None
    /// where it cannot be shared.
    fn hands(&mut self, _threads: usize) -> Vec<Box<dyn Solver<G> + Send + '_>> {
        Vec::new()
    }

    /// This solver, if it can be asked about positions on their paths, as extraction under superko
    /// must.
    fn along_paths(&mut self) -> Option<&mut dyn PathSource<G>> {
        None
    }

    /// What there is to say about the jobs of the last search, if it had any.
    fn statistics(&self) -> Option<Statistics> {
        None
    }

    /// How many threads took part in the last search, where that may be fewer than there could be.
    fn threads(&self) -> Option<usize> {
        None
    }

    /// How positions are to be proved afresh for this solver.
    fn afresh(&self) -> Afresh {
        Afresh::default()
    }
}

/// How a search sees positions that proves them afresh, with nothing of what another one has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Afresh {
    /// How leaves are initialised.
    pub leaf: LeafRule,
    /// Whether the game's static knowledge is used.
    pub knowledge: bool,
    /// Whether repetition is taken for a draw where it is forbidden.
    pub free_play: bool,
}

/// What a solver keeps between calls, and the question that it belongs to.
#[derive(Clone)]
pub(crate) struct Kept<T> {
    pub(crate) question: Question,
    pub(crate) found: T,
}

/// A root that was solved for its side to move, with the move that does it.
pub(crate) struct SolvedRoot<G: Game> {
    pub(crate) position: G::Position,
    pub(crate) mv: G::Move,
}

/// The numbers of a position that is judged without search, for the question "does the prover
/// win?"; `None` for an open one.
#[inline]
#[must_use]
pub fn judged(judgement: Judgement, side: Player, question: Question) -> Option<Numbers> {
    let winner = match judgement {
        Judgement::Open => return None,
        Judgement::Over(outcome) => outcome.winner(),
        Judgement::Decided(winner) => Some(winner),
    };
    // A draw is a success for whoever does not ask.
    let prover_wins = winner == Some(question.player);
    Some(if prover_wins == (side == question.player) { Numbers::WON } else { Numbers::LOST })
}

/// What an answered question claims about the game. `None` if it is not answered.
#[must_use]
pub fn claim_of<G: Game>(game: &G, question: Question, report: &Report) -> Option<Claim> {
    match report.answer {
        Answer::Proved => Some(Claim::Wins(question.player)),
        Answer::Disproved if game.is_drawless() => Some(Claim::Wins(question.player.other())),
        Answer::Disproved => Some(Claim::NotLoses(question.player.other())),
        Answer::Unknown => None,
    }
}

/// What the numbers of the root answer.
pub(crate) fn answer_of(numbers: Numbers, prover_moves: bool) -> Answer {
    match numbers {
        Numbers { phi: 0, .. } if prover_moves => Answer::Proved,
        Numbers { delta: 0, .. } if !prover_moves => Answer::Proved,
        numbers if numbers.is_solved() => Answer::Disproved,
        _ => Answer::Unknown,
    }
}

/// The report of a method that cannot answer soundly.
#[must_use]
pub(crate) fn unsound() -> Report {
    Report {
        answer: Answer::Unknown,
        stopped: Stopped::Unsound,
        counters: Counters::default(),
        peak_memory: 0,
        peak_entries: 0,
    }
}

/// What a solver answers as a proof source: the moves to lost positions it knows, or else the move
/// that solved this very position when it was the root.
pub(crate) fn known_moves<G: Game>(
    game: &G,
    position: &G::Position,
    question: Question,
    solved_root: Option<&SolvedRoot<G>>,
    lost: &mut dyn FnMut(&G::Position) -> Option<u64>,
) -> Vec<G::Move> {
    let mut found = moves_to_lost(game, position, question, lost);
    if found.is_empty()
        && let Some(root) = solved_root
        && root.position == *position
    {
        found.push(root.mv);
    }
    found
}

/// The moves after which the opponent is lost, in a position whose side to move reaches its goal:
/// only the first one that ends the game, else those with the least work first. `lost` tells the
/// work below a position that is known to be lost for its side to move.
fn moves_to_lost<G: Game>(
    game: &G,
    position: &G::Position,
    question: Question,
    lost: &mut dyn FnMut(&G::Position) -> Option<u64>,
) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut found: Vec<(u64, G::Move)> = Vec::new();
    for mv in moves {
        let next = game.after(position, mv);
        let judgement = game.judge(&next);
        let work = match judged(judgement, game.side_to_move(&next), question) {
            Some(Numbers::LOST) if matches!(judgement, Judgement::Over(_)) => return vec![mv],
            Some(Numbers::LOST) => Some(0),
            Some(_) => None,
            None => lost(&next),
        };
        found.extend(work.map(|work| (work, mv)));
    }
    sort_by_number(&mut found, |&(work, _)| work);
    found.into_iter().map(|(_, mv)| mv).collect()
}
