//! Moves of the fast rules on a Go board: a stone on a point, or a pass. Go and one-eye problems have
//! the same.

use super::bits::{Bits, Images};
use andor_core::board::Rectangle;

/// A stone on a point, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move(u8);

impl Move {
    /// The move that puts no stone.
    pub(crate) const PASS: Move = Move(u8::MAX);

    /// The point of a stone, as a set.
    #[inline(always)]
    pub(crate) fn bit(self) -> Bits {
        1 << self.0
    }

    /// Clears `moves` and puts a stone on each of these points into it, from a1 on, then the pass.
    #[inline(always)]
    pub(crate) fn list(mut points: Bits, moves: &mut Vec<Move>) {
        moves.clear();
        while points != 0 {
            moves.push(Move(points.trailing_zeros() as u8));
            points &= points - 1;
        }
        moves.push(Move::PASS);
    }

    /// Its number on a board of so many points.
    #[inline(always)]
    pub(crate) fn code(self, points: u32) -> u32 {
        if self == Move::PASS { points } else { u32::from(self.0) }
    }

    /// Where a symmetry takes it.
    pub(crate) fn image(self, images: &Images, symmetry: usize) -> Move {
        if self == Move::PASS { self } else { Move(images.point(self.0, symmetry)) }
    }

    /// As people write it.
    pub(crate) fn text(self, board: Rectangle) -> String {
        if self == Move::PASS { "pass".to_owned() } else { board.name(usize::from(self.0)) }
    }
}
