//! Is a certificate whole? Decodes every block once, on all threads, and keeps nothing.

use crate::alarm::Alarm;
use crate::certificate::Certificate;
use crate::error::CertificateError;
use crate::stable::CHANGED;
use crate::workers::{Worker, work_through};

/// Decodes blocks.
struct BlockReader<'a>(&'a Certificate, &'a Alarm<'a>);

impl Worker for BlockReader<'_> {
    fn part(&mut self, number: usize) -> Result<(), u64> {
        if self.1.rings() {
            return Err(number as u64);
        }
        self.0.decode_block(number).map(drop).map_err(|_| number as u64)
    }

    fn finish(self) -> Result<u64, u64> {
        Ok(0)
    }
}

/// Checks that every block has its checksum and is in order with its neighbours; the other parts
/// of the file were checked when it was opened.
///
/// # Errors
/// Names the first damaged block, or says what stopped it.
pub(crate) fn check_blocks(
    certificate: &Certificate,
    threads: usize,
    alarm: &Alarm<'_>,
) -> Result<(), CertificateError> {
    let worker = || BlockReader(certificate, alarm);
    match work_through(certificate.block_count(), threads, worker, || {}) {
        Ok(_) => Ok(()),
        Err(number) => {
            alarm.result()?;
            // Asked again, it says what is wrong.
            certificate.decode_block(number as usize)?;
            Err(CertificateError::Unreadable(CHANGED.to_owned()))
        }
    }
}
