//! Says when a verifier must stop: its time is up, or somebody asked it to.
//!
//! Every phase looks at it before each block, entry, missing position and node of a tree, none of which
//! takes long. Once it has rung it stays so.

use crate::error::CertificateError;
use andor_core::{Instant, Limits, Stopped};
use std::sync::OnceLock;

/// The limits of one verification.
pub(crate) struct Alarm<'a> {
    pub limits: &'a Limits,
    start: Instant,
    rung: OnceLock<Stopped>,
}

impl<'a> Alarm<'a> {
    /// The time begins now.
    pub fn new(limits: &'a Limits) -> Alarm<'a> {
        Alarm { limits, start: Instant::now(), rung: OnceLock::new() }
    }

    /// Whether it is time to stop.
    pub fn rings(&self) -> bool {
        if self.rung.get().is_some() {
            return true;
        }
        let stopped = self.limits.clock(self.start);
        stopped.is_some_and(|stopped| {
            self.rung.get_or_init(|| stopped);
            true
        })
    }

    /// Rings it, because so many bytes are too many.
    pub fn ring_above(&self, most: u64, bytes: u64) {
        if bytes > most {
            self.rung.get_or_init(|| Stopped::Memory);
        }
    }

    /// An error if it has rung.
    pub fn result(&self) -> Result<(), CertificateError> {
        self.rung.get().map_or(Ok(()), |&stopped| Err(CertificateError::Stopped(stopped)))
    }
}
