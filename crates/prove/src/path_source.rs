//! What extraction under superko asks a search: about a position in the middle of a game, where what is
//! legal, and so what a position is worth, depends on the path to it.

use crate::twins::path_number;
use andor_core::{Game, Key, Limits, Observer, Question, Report};

/// The game so far: the situations before a position, and the code of the moves that led to it.
#[derive(Clone, Debug, Default)]
pub struct Before {
    pub(crate) situations: Vec<Key>,
    pub(crate) code: u64,
}

impl Before {
    /// The game goes on from `position` by `mv`.
    #[must_use]
    pub fn go_on<G: Game>(&self, game: &G, position: &G::Position, mv: G::Move) -> Before {
        let mut situations = self.situations.clone();
        situations.push(game.situation_key(position));
        let number = path_number(game.move_code(mv), situations.len());
        Before { situations, code: self.code ^ number }
    }
}

/// What a search of a position on a path came to.
#[derive(Clone, Debug)]
pub struct SolvedAfter<M> {
    /// The report.
    pub report: Report,
    /// The move that reaches the goal of the side to move, if it does.
    pub mv: Option<M>,
}

/// A search that can be asked about positions on their paths.
pub trait PathSource<G: Game> {
    /// Whether the side to move in `position` is known to reach its goal on every path.
    fn is_clean_win(&self, game: &G, position: &G::Position) -> bool;

    /// A move after which the opponent is known to be lost, if `position` comes up after `before`.
    fn move_after(
        &mut self,
        game: &G,
        before: &Before,
        position: &G::Position,
        question: Question,
    ) -> Option<G::Move>;

    /// Searches a position that comes up after `before`.
    fn solve_after(
        &mut self,
        game: &G,
        before: &Before,
        position: &G::Position,
        question: Question,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> SolvedAfter<G::Move>;
}
