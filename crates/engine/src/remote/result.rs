//! What a worker sends back: plain numbers and bytes.

use andor_prove::job_level::JobVerdict;
use serde::{Deserialize, Serialize};

/// All proofs of one result together have at most so many bytes.
pub(super) const PROOF_BYTES: usize = 600 << 10;

/// What a worker sends back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JobResult {
    /// What it found.
    pub verdict: JobVerdict,
    /// Certificates, each of the leaf or of one of its children.
    pub proofs: Vec<Vec<u8>>,
    /// Nodes it generated since the last partial result.
    pub nodes: u64,
    /// Positions it expanded since the last partial result.
    pub expanded: u64,
    /// How long the search took, in millionths of a second.
    pub micros: u64,
}
