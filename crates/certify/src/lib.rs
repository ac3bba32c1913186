//! Certificates of game values: the file format, its writer, its reader and the verifier.
//!
//! A certificate is a file that shows a [`Claim`](andor_core::Claim) about a position to be true:
//! a set of positions with the holder of the claim to move, each with the holder's move. What
//! must hold for every one of them is written in [`verify`](fn@verify); the bytes of the file are
//! described in `docs/inside/certificates.md`, well enough to write another reader.
//!
//! ```text
//!   ProofSink                  file                             rules
//!       |                       |                                 |
//!   SectionBuilder -> Section -> save_certificate -> Certificate -> verify -> Verified
//!                                                       |
//!                                                       +-> CertificateProof (a ProofSource)
//! ```
//!
//! Nothing here knows a solver or a concrete game: whoever verifies brings the reference rules.
//!
//! Other files that are to be believed are made of the same parts: files that appear whole or not
//! at all ([`write_atomically`]), checksums ([`fnv1a`]), bytes that hold still ([`StableBytes`]), streams
//! with nothing behind them ([`inflate`](fn@inflate)), threads that find the first fault
//! ([`work_through`]).

mod alarm;
mod block;
mod certificate;
mod checksum;
mod cut;
mod demands;
mod digest;
mod entry_check;
mod error;
mod footer;
mod ground;
mod guide;
mod header;
mod index;
mod inflate;
mod leaf;
mod leaf_search;
mod past;
mod plain;
mod proof;
mod record_sort;
mod resting;
mod runner;
mod search_check;
mod section;
mod section_check;
mod share;
mod stable;
mod strategy;
mod varint;
mod verify;
mod whole_file;
mod workers;
mod writer;

pub use andor_core::{replace_atomically, write_atomically};
pub use certificate::{Certificate, CertificateSize, Entry};
pub use checksum::fnv1a;
pub use cut::{Basis, Cut, Cutting, Keeping, cut, cut_together};
pub use digest::{Digest, sha256, to_hex};
pub use error::{CertificateError, Failure, Part};
pub use guide::{Guide, SectionGuide};
pub use header::SectionInfo;
pub use inflate::inflate;
pub use leaf_search::{MOST_PER_LEAF, leaf_move};
pub use past::Past;
pub use plain::export_plain;
pub use proof::{CertificateProof, Held, holding};
pub use resting::{Races, TableIdentity, TableName, Tables};
pub use section::{Section, SectionBuilder};
pub use share::{Extent, Share};
pub use stable::{ReadAt, StableBytes};
pub use strategy::Strategy;
pub use verify::{Verified, VerifiedSection, verify, verify_to, verify_with};
pub use workers::{Worker, work_through};
pub use writer::{Heading, Written, save_certificate, write_certificate};
