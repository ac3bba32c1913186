//! The opponent's mobility after each of many moves.

use super::fast::{Loa, Move, Position, landing};
use super::lines::Lifted;
use andor_core::Game;

/// The opponent's mobility after move upon move: what lifting a man changes is found out once for
/// all its moves.
pub(super) struct Lifting<'a> {
    game: &'a Loa,
    position: &'a Position,
    lifted: Option<(u8, Lifted)>,
}

impl<'a> Lifting<'a> {
    #[inline(always)]
    pub(super) fn new(game: &'a Loa, position: &'a Position) -> Lifting<'a> {
        Lifting { game, position, lifted: None }
    }

    #[inline(always)]
    pub(super) fn count_moves_after(&mut self, mv: Move) -> u64 {
        let Lifting { game, position, lifted } = self;
        if mv == Move::PASS {
            return game.count_moves_after(position, mv);
        }
        let opponent = position.side.other() as usize;
        let digit = position.side as i32 + 1;
        let lines = &position.lines;
        let lifted = match lifted {
            Some((from, lifted)) if *from == mv.from => lifted,
            other => {
                let now = game.lines.lift(lines, (mv.from, -digit), opponent);
                &other.insert((mv.from, now)).1
            }
        };
        let capture = position.men[opponent] >> mv.to & 1 == 1;
        let landed = (mv.to, landing(digit, capture));
        let mobility = game.lines.mobility_after_lift(lines, lifted, landed, opponent);
        u64::from(mobility.max(1))
    }
}
