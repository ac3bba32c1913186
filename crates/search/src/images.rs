//! Symmetric look-ups in the transposition table (van der Werf's MIGOS; thesis, 7.3.3): all images of a
//! position share one entry, that of the image that stands for them. A move in the table belongs to that
//! image, and is turned on the way in and out.
//!
//! ```text
//!   position ──symmetry──► its image ──key──► entry      on the way out, the best move is the legal
//!      mv    ──symmetry──► its image ───────► best       move whose image the entry has
//! ```
//!
//! What is proved of an image is proved of the position wherever a repetition is a draw or cannot be. Under
//! superko a history has no image, and the rules say that there is no symmetry but the identity. Positions
//! that have been twice in the game ([`Past::salt`](crate::repetition::Past::salt)) have no images either:
//! as long as there are any, every position is looked up as it is.

use crate::table::short_code;
use crate::worker::Worker;
use andor_core::{Game, Key};

/// Where the table keeps a position.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) key: Key,
    /// Leads from the position to the image that the entry is about.
    symmetry: usize,
}

impl<G: Game> Worker<'_, G> {
    /// Where the table keeps a position with this [`Game::placed_key`].
    #[inline]
    pub(crate) fn place_of(&self, position: &G::Position, placed: Key) -> Place {
        let has_images = self.config.symmetry && self.game.symmetries() > 1;
        if !has_images || self.past.salt() != 0 {
            return Place { key: self.table_key(placed), symmetry: 0 };
        }
        let (key, symmetry) = self.game.image_key(position);
        Place { key, symmetry }
    }

    /// The code that an entry at `place` has for a move.
    #[inline]
    pub(crate) fn code_at(&self, place: Place, mv: G::Move) -> u32 {
        match place.symmetry {
            0 => self.game.move_code(mv),
            symmetry => self.game.move_code(self.game.transform_move(mv, symmetry)),
        }
    }

    /// The short code of the move among these that an entry at `place` has, given what the entry says.
    #[inline]
    pub(crate) fn turned_back(
        &self,
        place: Place,
        best: Option<u32>,
        moves: &[G::Move],
    ) -> Option<u32> {
        if place.symmetry == 0 {
            return best;
        }
        let best = best?;
        let found = moves.iter().find(|&&mv| short_code(self.code_at(place, mv)) == best);
        found.map(|&mv| short_code(self.game.move_code(mv)))
    }
}
