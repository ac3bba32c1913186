//! Unconditional life (D. B. Benson, *Life in the Game of Go*, 1976), as a theorem about who wins; the
//! plain form that a verifier trusts. `life.rs` has the fast one.
//!
//! Benson asks which chains cannot be taken even if their owner always passes. Here that is not
//! enough: dead stones stay on the board and count, so somebody has to take them, and a game that
//! never ends is a draw. So the notion is a little stronger than Benson's, and looks at whole points
//! where his looks at empty ones. Let a set S of chains of one player, the *owner*, divide the rest of
//! the board into *regions* (points that hang together without stepping on S).
//!
//! ```text
//!   3 . b .     S is the chain in the middle. It has two regions, a1-a3 and c1-c3. Every point of
//!   2 w b .     both is next to it, so they are eyes of it, whatever lies on them: Black is alive,
//!   1 . b w     holds the whole board, and can take what White has there.
//!     a b c
//! ```
//!
//! A region *is held* if it has an empty point and each of its points is next to a stone of S. It is an
//! *eye* of a chain of S if it has an empty point and each of its points is next to that chain. S is
//! *alive* if each of its chains has two eyes or more. (Chains that have not are dropped until none is
//! left to drop.) What is held, and S itself, is the owner's *secure area*, of A points, say.
//!
//! **Theorem.** Let suicide be forbidden, S be alive, and the ko point, if there is one, lie in no held
//! region. If the opponent is to move after a pass, let no stone of his be in a held region. Then the
//! owner can end the game with all A points his, within 4 N + 4 plies on a board of N points; so he
//! leads by 2 A - N or more, and wins if that is enough.
//!
//! *Strategy.* While an enemy stone is in a held region, put a stone on an empty point of that region;
//! otherwise pass.
//!
//! *It keeps all this true.* In a held region there are no stones of the owner (they would be next to S
//! and thus part of it), so each enemy chain there has a liberty in it, or the region would have no
//! empty point.
//!
//! - *The owner's stone* at p in a held region R joins a chain c of S. It is no suicide: c has an eye
//!   other than R, with an empty point. It is not forbidden by ko: the ko point is a place where a stone
//!   of the owner was taken, and see below. R has another point, the enemy stone's, so it falls into one
//!   part or more. Each part is next to p. A part without an empty point is one enemy chain, which has
//!   just been taken. Every point of a part is next to S, and to each chain that R was an eye of: the
//!   parts are held, and eyes of the same chains. Chains that p has joined have the eyes of both.
//! - *An enemy stone* in R leaves an empty point there: it would be suicide otherwise, as it takes no
//!   chain of S, which has an eye other than R with an empty point next to it. For the same reason a
//!   stone elsewhere takes no chain of S. In a held region there is nothing else to be taken, so no ko
//!   begins there.
//!
//! *It ends.* Each stone of the owner makes S larger: there are at most N. After each enemy stone in a
//! held region, and each enemy pass but the last, the owner puts one. Enemy stones elsewhere are never
//! taken, nor commit suicide: at most N. So the opponent moves at most 2 N + 1 times. (He may be unable
//! to put a stone, and passes.) The game ends by two passes, one of which is the owner's, made when no
//! enemy stone was in a held region; and none has come since. An empty point of a held region then
//! reaches only stones of S.
//!
//! Under superko the stone at p might be forbidden, and with suicide an opponent can play for ever: there
//! nothing is settled. Tests compare the theorem with the values of all positions of small boards.

use super::reference::{Cell, Position, Reference, border, group};
use super::{Ko, Variant};
use andor_core::{Outcome, Player, Rules};

impl Reference {
    /// Who wins a position that is not over, if the theorem says so.
    pub(super) fn settled_for(&self, position: &Position) -> Option<Player> {
        let variant = self.variant();
        if variant.ko != Ko::Simple || variant.suicide {
            return None;
        }
        [Player::Black, Player::White].into_iter().find(|&owner| {
            let secure = secure_area(position.cells(), owner, position.ko(), variant);
            let is_enemy = |&point: &usize| position.cells()[point] == Some(owner.other());
            let may_end_it = position.passes() == 1 && self.side_to_move(position) != owner;
            if may_end_it && secure.iter().any(is_enemy) {
                return false;
            }
            let lead = 2 * secure.len() as i32 - variant.points() as i32;
            let lead = if owner == Player::Black { lead } else { -lead };
            variant.result(lead) == Outcome::Win(owner)
        })
    }
}

/// The points of the largest living set of chains, and of the regions that it holds.
fn secure_area(cells: &[Cell], owner: Player, ko: Option<usize>, variant: &Variant) -> Vec<usize> {
    let Variant { columns, rows, .. } = *variant;
    let is_eye = |region: &[usize], chain: &[usize]| {
        let next_to_chain = border(chain, columns, rows);
        region.iter().any(|&point| cells[point].is_none())
            && region.iter().all(|point| next_to_chain.contains(point))
    };
    let mut living = pieces(cells.len(), variant, |point| cells[point] == Some(owner));
    loop {
        let stones = living.concat();
        let regions = pieces(cells.len(), variant, |point| !stones.contains(&point));
        let before = living.len();
        living.retain(|chain| regions.iter().filter(|region| is_eye(region, chain)).count() >= 2);
        if living.len() == before {
            let is_held = |region: &[usize]| {
                is_eye(region, &stones) && ko.is_none_or(|ko| !region.contains(&ko))
            };
            let mut area: Vec<usize> =
                regions.iter().filter(|r| is_held(r)).flatten().copied().collect();
            area.extend(&stones);
            return if living.is_empty() { Vec::new() } else { area };
        }
    }
}

/// The points that are `inside`, in pieces that hang together.
fn pieces(points: usize, variant: &Variant, inside: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
    let marks: Vec<Cell> = (0..points).map(|at| inside(at).then_some(Player::Black)).collect();
    let mut pieces: Vec<Vec<usize>> = Vec::new();
    for point in 0..points {
        if marks[point].is_some() && !pieces.iter().any(|piece| piece.contains(&point)) {
            pieces.push(group(&marks, point, variant.columns, variant.rows));
        }
    }
    pieces
}
