//! Which shares of a certificate's leaves this user's andor has searched and found proved, by the SHA-256 of
//! its bytes: a verification of hours is shared out so, and gone on with.

use crate::remembered::{Kind, is_remembered, remember};
use andor_certify::{Share, sha256};

/// Remembers that this share of a certificate with this SHA-256 holds; tells which of its siblings are known
/// not to have been searched yet. If all were, the certificate holds, and that is remembered, too.
#[must_use]
pub fn remember_share(certificate: &[u8; 32], share: Share) -> Vec<Share> {
    remember(Kind::Share, &name(certificate, share));
    let known = |sibling: Share| {
        sibling == share || is_remembered(Kind::Share, &name(certificate, sibling))
    };
    let open: Vec<Share> = share.siblings().filter(|&sibling| !known(sibling)).collect();
    if open.is_empty() {
        remember(Kind::Certificate, certificate);
    }
    open
}

/// What a share is remembered by.
fn name(certificate: &[u8; 32], share: Share) -> [u8; 32] {
    let mut bytes = certificate.to_vec();
    bytes.extend_from_slice(share.to_string().as_bytes());
    sha256(&bytes)
}
