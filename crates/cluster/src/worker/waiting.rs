//! Proofs of others that wait for a thread: no more of them than there is room for.
//!
//! A thread may search, or walk through a proof of its own, for minutes; it takes in nothing meanwhile, and afterwards
//! all that waits before its next job. What others have proved is a hint: who has no room for one searches that again.

use crate::message::MOST_IN_PARTS;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What waits may take so small a part of the memory, and no more than the largest proof.
const PART: u64 = 64;

/// The room for them, of all threads together.
pub(super) struct WaitingProofs {
    bytes: Arc<AtomicU64>,
    most: u64,
}

/// One of them; its room is free as soon as every thread has it.
pub(super) struct WaitingProof {
    proof: Vec<u8>,
    bytes: Arc<AtomicU64>,
}

impl WaitingProofs {
    /// The room of a worker with so much memory.
    pub(super) fn new(memory: u64) -> WaitingProofs {
        WaitingProofs { bytes: Arc::default(), most: (memory / PART).min(MOST_IN_PARTS as u64) }
    }

    /// One more, if there is room; where nothing waits there is room for any.
    pub(super) fn take_in(&self, proof: Vec<u8>) -> Option<Arc<WaitingProof>> {
        let (length, waiting) = (proof.len() as u64, self.bytes.load(Relaxed));
        if waiting > 0 && waiting + length > self.most {
            return None;
        }
        self.bytes.fetch_add(length, Relaxed);
        Some(Arc::new(WaitingProof { proof, bytes: self.bytes.clone() }))
    }
}

impl WaitingProof {
    pub(super) fn bytes(&self) -> &[u8] {
        &self.proof
    }
}

impl Drop for WaitingProof {
    fn drop(&mut self) {
        self.bytes.fetch_sub(self.proof.len() as u64, Relaxed);
    }
}
