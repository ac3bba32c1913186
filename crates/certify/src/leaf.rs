//! Leaves: positions that somebody wins at once, which a certificate of format 2 leaves out.
//!
//! ```text
//!   holder to move
//!     |  some move
//!   ended as claimed                                a leaf, by a move that ends the game
//!   goes on, but every reply ends it as claimed     a leaf, by a move that leaves no choice
//! ```
//!
//! Both are read from the rules alone, so a verifier needs no word about them. They are most of a
//! proof: every line ends in one, and what stands above them is shared by many.

use andor_core::{Claim, Rules};

/// The first move, in the order of codes, that ends the game as claimed. The holder is to move in
/// `position`, and the game is not over.
pub(crate) fn winning_move<R: Rules>(
    rules: &R,
    claim: Claim,
    position: &R::Position,
    moves: &mut Vec<R::Move>,
) -> Option<R::Move> {
    if !is_about(rules, claim, position) {
        return None;
    }
    rules.sorted_moves(position, moves);
    moves.iter().copied().find(|&mv| {
        let outcome = rules.outcome(&rules.after(position, mv));
        outcome.is_some_and(|outcome| claim.is_met_by(outcome))
    })
}

/// The first move, in the order of codes, after which the game goes on and every reply ends it as
/// claimed; as [`winning_move`] otherwise. This takes longer and is rare.
pub(crate) fn forcing_move<R: Rules>(
    rules: &R,
    claim: Claim,
    position: &R::Position,
) -> Option<R::Move> {
    if !is_about(rules, claim, position) {
        return None;
    }
    let (mut moves, mut replies) = (Vec::new(), Vec::new());
    rules.sorted_moves(position, &mut moves);
    moves.into_iter().find(|&mv| {
        let next = rules.after(position, mv);
        if rules.outcome(&next).is_some() || rules.side_to_move(&next) == claim.holder() {
            return false;
        }
        rules.moves(&next, &mut replies);
        let ends = |&reply: &R::Move| {
            let outcome = rules.outcome(&rules.after(&next, reply));
            outcome.is_some_and(|outcome| claim.is_met_by(outcome))
        };
        !replies.is_empty() && replies.iter().all(ends)
    })
}

/// Whether leaves are known for this claim, and the holder is to move.
fn is_about<R: Rules>(rules: &R, claim: Claim, position: &R::Position) -> bool {
    matches!(claim, Claim::Wins(_)) && rules.side_to_move(position) == claim.holder()
}
