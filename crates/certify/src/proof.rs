//! A section of a certificate as a source of moves: how a proof is played, or printed as a line.
//!
//! The file knows canonical positions only. The move it gives there is led back to the position
//! that was asked about: it is the legal move whose image under the symmetry is the stored one.

use crate::certificate::Certificate;
use crate::error::CertificateError;
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
        let canonical = rules.canonical(position);
        let entry = match self.certificate.lookup(self.section, &canonical.bytes) {
            Ok(entry) => entry?,
            Err(error) => {
                self.error = Some(error);
                return None;
            }
        };
        let mut moves = Vec::new();
        rules.sorted_moves(&canonical.position, &mut moves);
        let stored = *moves.get(entry.move_index as usize)?;
        rules.moves(position, &mut moves);
        moves.into_iter().find(|&mv| rules.transform_move(mv, canonical.symmetry) == stored)
    }
}
