//! Whoever knows how a proof goes on, for those who cut it (`cut.rs`).

use crate::error::CertificateError;
use crate::section::Section;
use andor_core::Rules;

/// Knows the moves of a proof.
pub trait Guide<R: Rules> {
    /// The class of a position with the holder to move, whose canonical bytes are given: positions of a class have
    /// about as much below them. 0 for those that take little, and where nothing is known.
    fn class(&mut self, position: &R::Position, bytes: &[u8]) -> u32;

    /// The holder's move in such a position in its canonical form, one of `moves`, which are sorted; none if there is
    /// nobody who knows it.
    ///
    /// # Errors
    /// If a limit ends the search for it.
    fn play(
        &mut self,
        position: &R::Position,
        bytes: &[u8],
        moves: &[R::Move],
    ) -> Result<Option<R::Move>, CertificateError>;
}

/// A proof that was walked; where it ends before the game does, `advice` says what is played.
pub struct SectionGuide<'a, R: Rules> {
    /// The proof; a class is a rank, how far the proof goes.
    pub section: &'a Section,
    /// What is played in a position that the proof leaves out.
    pub advice: &'a dyn Fn(&R::Position) -> Option<R::Move>,
}

impl<R: Rules> Guide<R> for SectionGuide<'_, R> {
    fn class(&mut self, _: &R::Position, bytes: &[u8]) -> u32 {
        self.section.find(bytes).map_or(0, |entry| entry.rank)
    }

    fn play(
        &mut self,
        position: &R::Position,
        bytes: &[u8],
        moves: &[R::Move],
    ) -> Result<Option<R::Move>, CertificateError> {
        Ok(match self.section.find(bytes) {
            Some(entry) => moves.get(entry.move_index as usize).copied(),
            None => (self.advice)(position),
        })
    }
}
