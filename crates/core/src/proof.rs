//! How a proof travels from the room that found it to the room that writes it down.
//!
//! Both traits speak of the *holder* of a claim: the player who wins, or does not lose. A proof
//! is a set of positions with the holder to move, each with the holder's move; for a win each
//! also has a rank that falls along every line, so that no cycle can hide in the set.

use crate::{InputError, Rules};

/// Knows the holder's move in every position of a proof.
pub trait ProofSource<R: Rules> {
    /// The move that carries the claim out in `position`, where the holder is to move; `None` if
    /// this source does not cover the position.
    fn holder_move(&mut self, rules: &R, position: &R::Position) -> Option<R::Move>;
}

/// One position of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofEntry<'a> {
    /// The canonical bytes of the position ([`Rules::canonical`]).
    pub position: &'a [u8],
    /// The holder's move in the canonical position: its place in the list of legal moves there,
    /// sorted by [`Rules::move_code`].
    pub move_index: u32,
    /// For a win, larger than the rank of every position of the proof that can come next, and at
    /// least 1; otherwise 0.
    pub rank: u32,
}

/// Takes the positions of a proof, in any order, each once.
pub trait ProofSink {
    /// One more position.
    ///
    /// # Errors
    /// If it cannot be kept (a full disk).
    fn entry(&mut self, entry: ProofEntry<'_>) -> Result<(), InputError>;

    /// Under superko, the tree of paths above the ranked positions, in pre-order: a number for each
    /// position with the holder to move, 0 where the ranked positions take over (or the holder
    /// wins at once), else 1 + the place of the holder's move in the list of moves sorted by
    /// [`Rules::move_code`]; then the same for the position after each reply that is legal on that
    /// path and does not end the game, in the same order.
    ///
    /// # Errors
    /// If it cannot be kept.
    fn strategy(&mut self, _numbers: &[u32]) -> Result<(), InputError> {
        Err(InputError::new("a strategy over paths has no place here"))
    }

    /// Whether positions of a proof of a win are wanted too in which the winner ends the game at
    /// once. Whoever needs no word about those says `false`, and nine tenths of the work may be
    /// saved; a rank is then still larger than 1 if it stands above one of them.
    fn wants_leaves(&self) -> bool {
        true
    }
}
