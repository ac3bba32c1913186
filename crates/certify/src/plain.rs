//! A certificate as plain lines of text, for readers that want no deflate, checksums or JSON: the formally
//! verified checker is one (`docs/inside/formal.md`).
//!
//! ```text
//!   andor-plain 1
//!   game loa:4x4
//!   leaves yes                       whether positions that are won at once need no entry
//!   root 0026183a00                  the bytes of the root, in hexadecimal
//!   claim b wins                     for each section its claim,
//!   entry 0026183a00 1 2             then each entry: bytes, number of the move, rank
//!   end
//! ```
//!
//! What is written was read and fits the rules ([`verify`](fn@crate::verify), steps 1 to 3). Whether it is a
//! proof has not been looked at.

use crate::certificate::Certificate;
use crate::digest::to_hex;
use crate::error::CertificateError;
use crate::verify::{check_form, check_game, read_root};
use andor_core::Rules;
use std::io::{self, Write};

/// Writes a certificate as plain lines. Those that rest on tables, on what the rules settle
/// or on searches, or are about a game with superko, have no such form.
///
/// # Errors
/// If it is damaged, is not about these rules, has no such form, or cannot be written.
///
/// # Examples
/// ```
/// use andor_certify::{Certificate, Heading, SectionBuilder, export_plain, write_certificate};
/// use andor_core::{Claim, Player, ProofEntry, ProofSink, Rules};
/// use andor_games::tic_tac_toe::reference::Reference;
///
/// let root = Reference.parse_position("bb1/ww1/3 b")?;
/// let bytes = Reference.canonical(&root).bytes;
/// let mut section = SectionBuilder::new(Claim::Wins(Player::Black), Reference.encoded_len());
/// section.entry(ProofEntry { position: &bytes, move_index: 7, rank: 1 })?;
/// let mut file = Vec::new();
/// write_certificate(&mut file, &Heading::of(&Reference, &root), &[section.finish()?])?;
///
/// let mut lines = Vec::new();
/// export_plain(&Reference, &Certificate::from_bytes(file)?, &mut lines)?;
/// let lines = String::from_utf8(lines)?;
/// assert!(lines.starts_with("andor-plain 1\ngame tic-tac-toe\nleaves no\nroot "));
/// assert!(lines.contains("\nclaim b wins\nentry "));
/// assert!(lines.ends_with(" 7 1\nend\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn export_plain<R: Rules>(
    rules: &R,
    certificate: &Certificate,
    out: &mut dyn Write,
) -> Result<(), CertificateError> {
    let refused = |why: &str| Err(CertificateError::Refused(why.to_owned()));
    check_game(rules, certificate)?;
    if certificate.history().is_some() || rules.repetition().is_superko() {
        return refused("there are no plain lines for games with superko");
    }
    check_form(rules, certificate)?;
    if !certificate.tables().is_empty() {
        return refused("there are no plain lines for proofs that rest on tables");
    }
    if certificate.leaf_budget().is_some() {
        return refused("there are no plain lines for proofs that leave positions to a search");
    }
    if certificate.is_without_settled() {
        return refused("there are no plain lines for proofs that stop where the rules settle it");
    }
    read_root(rules, certificate)?;
    let written = |result: io::Result<()>| {
        result.map_err(|error| CertificateError::Unwritable(format!("plain lines: {error}")))
    };
    written(writeln!(out, "andor-plain 1\ngame {}", certificate.spec()))?;
    let leaves = if certificate.is_without_leaves() { "yes" } else { "no" };
    let root = to_hex(certificate.root_bytes());
    written(writeln!(out, "leaves {leaves}\nroot {root}"))?;
    for (number, section) in certificate.sections().iter().enumerate() {
        let mut result = writeln!(out, "claim {}", section.claim);
        certificate.for_each_entry(number, |entry| {
            if result.is_ok() {
                let position = to_hex(entry.position);
                result = writeln!(out, "entry {position} {} {}", entry.move_index, entry.rank);
            }
        })?;
        written(result)?;
    }
    written(writeln!(out, "end").and_then(|()| out.flush()))
}
