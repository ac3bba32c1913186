//! What a worker sends back: plain numbers and bytes.

use andor_prove::job_level::{JobVerdict, listed};
use serde::{Deserialize, Serialize};

/// All proofs of one result together may always have so many bytes: they go into one message.
pub(super) const SMALL_PROOFS: u64 = 600 << 10;
/// And never more than this, however much memory there is to judge them.
pub(super) const LARGE_PROOFS: u64 = 32 << 20;

/// What a worker sends back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JobResult {
    /// What it found.
    pub verdict: JobVerdict,
    /// Certificates, each of the leaf or of one of its children.
    #[serde(deserialize_with = "listed")]
    pub proofs: Vec<Vec<u8>>,
    /// Nodes it generated since the last partial result.
    pub nodes: u64,
    /// Positions it expanded since the last partial result.
    pub expanded: u64,
    /// How long the search took, in millionths of a second.
    pub micros: u64,
}

impl JobResult {
    /// Bytes of its certificates.
    #[must_use]
    pub fn proof_bytes(&self) -> usize {
        self.proofs.iter().map(Vec::len).sum()
    }
}
