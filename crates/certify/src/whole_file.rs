//! Is a certificate whole? Decodes every block once, on all threads, and keeps nothing.

use crate::certificate::Certificate;
use crate::error::CertificateError;
use crate::stable::CHANGED;
use crate::workers::{Worker, work_through};

/// Decodes blocks.
struct Reader<'a>(&'a Certificate);

impl Worker for Reader<'_> {
    fn part(&mut self, number: usize) -> Result<(), u64> {
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
/// Names the first damaged block.
pub(crate) fn check_blocks(
    certificate: &Certificate,
    threads: usize,
) -> Result<(), CertificateError> {
    let worker = || Reader(certificate);
    match work_through(certificate.block_count(), threads, worker, || {}) {
        Ok(_) => Ok(()),
        // Asked again, it says what is wrong.
        Err(number) => certificate
            .decode_block(number as usize)
            .and_then(|_| Err(CertificateError::Unreadable(CHANGED.to_owned()))),
    }
}
