//! A section of a certificate as a source of moves: how a proof is played, or printed as a line.
//!
//! The file knows canonical positions only. The move it gives there is led back to the position
//! that was asked about: it is the legal move whose image under the symmetry is the stored one.

use crate::certificate::Certificate;
use crate::error::CertificateError;
use crate::leaf::{forcing_move, winning_move};
use andor_core::{Claim, ProofSource, Rules};

/// One section of a certificate, asked for moves.
#[derive(Debug)]
pub struct CertificateProof<'a> {
    certificate: &'a Certificate,
    section: usize,
    error: Option<CertificateError>,
}

impl<'a> CertificateProof<'a> {
    /// The section that proves `claim`, if the certificate has one.
    #[must_use]
    pub fn new(certificate: &'a Certificate, claim: Claim) -> Option<CertificateProof<'a>> {
        let section = certificate.sections().iter().position(|info| info.claim == claim)?;
        Some(CertificateProof { certificate, section, error: None })
    }

    /// The damage that made the last answers `None`, if that was the reason.
    #[must_use]
    pub fn error(&self) -> Option<&CertificateError> {
        self.error.as_ref()
    }
}

impl<R: Rules> ProofSource<R> for CertificateProof<'_> {
    fn holder_move(&mut self, rules: &R, position: &R::Position) -> Option<R::Move> {
        match holding(rules, self.certificate, self.section, position) {
            Ok(held) => held.map(|held| held.mv),
            Err(error) => {
                self.error = Some(error);
                None
            }
        }
    }
}

/// The holder's move in a position, and the rank of its entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held<M> {
    /// The move, for the position as it was given and not for its canonical form.
    pub mv: M,
    /// The rank, for a win; otherwise 0.
    pub rank: u32,
}

/// What section number `section` (from 0) of a certificate holds for a position with the holder to
/// move; `None` if it does not cover the position.
///
/// # Errors
/// If the block it would be in is damaged.
///
/// # Panics
/// If there is no such section.
pub fn holding<R: Rules>(
    rules: &R,
    certificate: &Certificate,
    section: usize,
    position: &R::Position,
) -> Result<Option<Held<R::Move>>, CertificateError> {
    let canonical = rules.canonical(position);
    let claim = certificate.sections()[section].claim;
    let leaves = certificate.is_without_leaves();
    let mut moves = Vec::new();
    // Step 1. The holder wins at once where that needs no entry; otherwise the file knows.
    let at_once = || winning_move(rules, claim, &canonical.position, &mut Vec::new());
    let found = match leaves.then(at_once).flatten() {
        Some(mv) => Some((mv, 1)),
        None => match certificate.lookup(section, &canonical.bytes)? {
            Some(entry) => {
                rules.sorted_moves(&canonical.position, &mut moves);
                moves.get(entry.move_index as usize).map(|&mv| (mv, entry.rank))
            }
            None if leaves => forcing_move(rules, claim, &canonical.position).map(|mv| (mv, 1)),
            None => None,
        },
    };
    let Some((stored, rank)) = found else { return Ok(None) };
    // Step 2. Lead the move back to the position that was asked about.
    rules.moves(position, &mut moves);
    let image = |mv: &R::Move| rules.transform_move(*mv, canonical.symmetry) == stored;
    Ok(moves.into_iter().find(image).map(|mv| Held { mv, rank }))
}
