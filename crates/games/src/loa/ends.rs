//! How the game may end by the next move, found out once for all moves.
//!
//! A quiet move ends the game only if it connects the mover's men, and then it lands where all other
//! units of its side are touched (`threat.rs`). A capture may also connect the enemy's men, by taking
//! the last one that stood apart. Only moves to such squares are looked at.

use super::NoMove;
use super::fast::{Loa, Move, Position};
use super::threat::{Leavers, uniting_losses};
use andor_core::{Game, Outcome};

/// How the game may end by the next move: what is found out once for all moves.
pub(super) struct Ends<'a> {
    game: &'a Loa,
    position: &'a Position,
    leavers: Leavers,
    /// Enemies whose capture makes the other enemies one unit.
    uniting: u64,
    /// Whether every move is to be looked at.
    all: bool,
    /// The man looked at last, and where it may end the game.
    from: u8,
    wanted: u64,
}

impl<'a> Ends<'a> {
    #[inline]
    pub(super) fn of(game: &'a Loa, position: &'a Position) -> Ends<'a> {
        let (own, enemy) = position.own_and_enemy();
        let is_stuck = position.lines.mobility(position.side as usize) == 0;
        Ends {
            game,
            position,
            leavers: Leavers::of(own),
            uniting: uniting_losses(enemy),
            all: is_stuck || game.variant.no_move == NoMove::Loss,
            from: Move::PASS.from,
            wanted: 0,
        }
    }

    /// Whether some move may end the game.
    #[inline]
    pub(super) fn may_come(&self) -> bool {
        self.all || self.uniting != 0 || !self.leavers.is_empty()
    }

    /// The end of the game after a move.
    #[inline]
    pub(super) fn after(&mut self, mv: Move) -> Option<Outcome> {
        if mv.from != self.from {
            self.from = mv.from;
            self.wanted = self.uniting | self.leavers.wanted(mv.from);
        }
        let looked_at = self.all || self.wanted >> (mv.to & 63) & 1 == 1;
        if looked_at { self.game.outcome_after(self.position, mv) } else { None }
    }
}
