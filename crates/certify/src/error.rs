//! The one error of this crate. Every message is one line.

use andor_core::{Claim, Stopped};
use std::fmt;

/// Why a certificate could not be read, written or believed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CertificateError {
    /// The file cannot be read; the message names it.
    Unreadable(String),
    /// The file cannot be written, or what should be written makes no certificate.
    Unwritable(String),
    /// The file does not even begin like a certificate.
    NotACertificate,
    /// The file has a format version that this reader does not know.
    NewerFormat(u32),
    /// The file is a certificate that lost or changed some of its bytes, or was written wrongly.
    Damaged {
        /// Where.
        part: Part,
        /// What is wrong there.
        why: String,
    },
    /// The file is in order, but this verifier cannot judge it with these rules.
    Refused(String),
    /// The file is in order, but it does not prove what it claims.
    Failed(Failure),
    /// A limit on time or memory, or somebody's wish, ended it before there was a judgement.
    Stopped(Stopped),
}

/// A part of a certificate file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The beginning of the file: magic, version and header.
    Header,
    /// A block of entries.
    Block {
        /// Which one, counted from 1.
        number: usize,
        /// How many there are.
        of: usize,
    },
    /// The list of the blocks.
    Index,
    /// The last bytes of the file.
    Footer,
}

/// The first thing in a certificate that is not as it must be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The claim that is not proved.
    pub claim: Claim,
    /// The entry at fault, counted from 1 within the section; `None` is the root.
    pub entry: Option<u64>,
    /// The position at fault as text, or its bytes in hexadecimal if they are not a position.
    pub position: String,
    /// What is wrong with it.
    pub why: String,
}

impl CertificateError {
    /// Whether this is a judgement on a certificate (damaged, not a proof, not judgeable), in
    /// contrast to a file that is no certificate or that cannot be read or written at all.
    #[must_use]
    pub fn is_rejection(&self) -> bool {
        match self {
            CertificateError::Damaged { .. }
            | CertificateError::Refused(_)
            | CertificateError::Failed(_) => true,
            CertificateError::Unreadable(_)
            | CertificateError::Unwritable(_)
            | CertificateError::NotACertificate
            | CertificateError::NewerFormat(_)
            | CertificateError::Stopped(_) => false,
        }
    }
}

/// Damage in the header.
pub(crate) fn damaged_header(why: impl Into<String>) -> CertificateError {
    CertificateError::Damaged { part: Part::Header, why: why.into() }
}

/// Damage in the index.
pub(crate) fn damaged_index(why: impl Into<String>) -> CertificateError {
    CertificateError::Damaged { part: Part::Index, why: why.into() }
}

/// Damage in the footer.
pub(crate) fn damaged_footer(why: impl Into<String>) -> CertificateError {
    CertificateError::Damaged { part: Part::Footer, why: why.into() }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Header => f.write_str("header"),
            Part::Block { number, of } => write!(f, "block {number} of {of}"),
            Part::Index => f.write_str("index"),
            Part::Footer => f.write_str("footer"),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\": ", self.claim)?;
        match self.entry {
            Some(number) => write!(f, "entry {number}")?,
            None => f.write_str("root")?,
        }
        write!(f, " (position \"{}\"): {}", self.position, self.why)
    }
}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CertificateError::Unreadable(why) => write!(f, "cannot read the certificate: {why}"),
            CertificateError::Unwritable(why) => write!(f, "cannot write the certificate: {why}"),
            CertificateError::NotACertificate => {
                f.write_str("not a certificate: the file does not begin like one")
            }
            CertificateError::NewerFormat(version) => write!(
                f,
                "the certificate has format version {version}, this program reads version {}: \
                 a newer andor is needed",
                crate::header::NEWEST
            ),
            CertificateError::Damaged { part, why } => {
                write!(f, "damaged certificate: {part}: {why}")
            }
            CertificateError::Refused(why) => write!(f, "the certificate cannot be judged: {why}"),
            CertificateError::Failed(failure) => write!(f, "not a proof: {failure}"),
            CertificateError::Stopped(stopped) => {
                write!(f, "the certificate was not judged: stopped by {stopped}")
            }
        }
    }
}

impl std::error::Error for CertificateError {}

#[cfg(test)]
mod tests {
    use super::{CertificateError, Failure, Part};
    use andor_core::{Claim, Player};

    #[test]
    fn messages_name_the_place_in_one_line() {
        let block = Part::Block { number: 17, of: 40 };
        let damaged = CertificateError::Damaged { part: block, why: "wrong checksum".into() };
        assert_eq!(damaged.to_string(), "damaged certificate: block 17 of 40: wrong checksum");
        let failure = Failure {
            claim: Claim::Wins(Player::White),
            entry: Some(3),
            position: "b1/1w w".into(),
            why: "the game is over".into(),
        };
        assert_eq!(
            CertificateError::Failed(failure).to_string(),
            "not a proof: \"w wins\": entry 3 (position \"b1/1w w\"): the game is over"
        );
        assert!(CertificateError::NewerFormat(2).to_string().contains("version 2"));
    }
}
