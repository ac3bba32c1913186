//! Where the moves of a position lead: to the end of the game, or to a number of the table.

use crate::layout::Layout;
use crate::values::Value;
use andor_core::{Endings, Rules};

/// A position after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    /// The game is over, with this value for the side that moved.
    Over(Value),
    /// It goes on at this slice and number.
    At(usize, u64),
}

/// What a number stands for.
pub(crate) enum Place<P> {
    /// Nothing that anybody could ask about.
    Hole,
    /// A position whose game is over, with the value for its side to move.
    Over(Value),
    /// A position whose game goes on.
    Open(P),
}

/// Rules with the layout of their endings.
pub(crate) struct Ground<'a, R: Rules> {
    pub(crate) rules: &'a R,
    pub(crate) endings: &'a dyn Endings<R::Position>,
    pub(crate) layout: &'a Layout,
}

/// Lists kept from position to position.
pub(crate) struct Scratch<R: Rules> {
    pub(crate) moves: Vec<R::Move>,
}

impl<R: Rules> Default for Scratch<R> {
    fn default() -> Scratch<R> {
        Scratch { moves: Vec::new() }
    }
}

impl<R: Rules> Ground<'_, R> {
    /// What this number stands for.
    #[inline]
    pub(crate) fn place(&self, slice: usize, number: u64) -> Place<R::Position> {
        let men = self.layout.men(slice, number);
        let Some(position) = men.and_then(|men| self.endings.position(&men)) else {
            return Place::Hole;
        };
        match self.rules.outcome(&position) {
            None => Place::Open(position),
            Some(outcome) if self.layout.board().has_ends => {
                Place::Over(Value::of(outcome, self.rules.side_to_move(&position)))
            }
            Some(_) => Place::Hole,
        }
    }

    /// Where a legal move leads; `None` if the table lacks the position.
    #[inline]
    pub(crate) fn next(&self, position: &R::Position, mv: R::Move) -> Option<Next> {
        let child = self.rules.after(position, mv);
        if let Some(outcome) = self.rules.outcome(&child) {
            return Some(Next::Over(Value::of(outcome, self.rules.side_to_move(position))));
        }
        let (slice, number) = self.layout.number(&self.endings.men(&child))?;
        Some(Next::At(slice, number))
    }
}
