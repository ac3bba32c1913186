//! The last 32 bytes of a certificate file: where the index is.
//!
//! ```text
//!   8  offset of the index
//!   8  length of the index
//!   8  checksum of the 16 bytes above
//!   8  end magic   "ANDOREND"
//! ```

use crate::checksum::fnv1a;
use crate::error::{CertificateError, damaged_footer};
use crate::header::number;
use std::ops::Range;

/// How a certificate ends.
pub(crate) const END_MAGIC: [u8; 8] = *b"ANDOREND";

/// The bytes of the footer.
pub(crate) const LENGTH: usize = 32;

/// The footer for an index that lies there.
pub(crate) fn encode(index: Range<u64>) -> Vec<u8> {
    let mut bytes = index.start.to_le_bytes().to_vec();
    bytes.extend_from_slice(&(index.end - index.start).to_le_bytes());
    bytes.extend_from_slice(&fnv1a(&bytes).to_le_bytes());
    bytes.extend_from_slice(&END_MAGIC);
    bytes
}

/// Where the index lies in a file of `length` bytes that ends with `footer`: it ends where that begins.
pub(crate) fn decode(footer: &[u8], length: u64) -> Result<Range<u64>, CertificateError> {
    if footer.len() != LENGTH {
        return Err(damaged_footer("the file is cut short"));
    }
    if footer[24..] != END_MAGIC {
        return Err(damaged_footer(
            "the end mark is missing: the file is cut short or goes on too long",
        ));
    }
    if fnv1a(&footer[..16]) != number(&footer[16..24]) {
        return Err(damaged_footer("the checksum is wrong"));
    }
    let start = length - LENGTH as u64;
    let (offset, size) = (number(&footer[..8]), number(&footer[8..16]));
    if offset.checked_add(size) != Some(start) {
        return Err(damaged_footer("bytes are missing or left over before it"));
    }
    Ok(offset..start)
}

#[cfg(test)]
mod tests {
    use super::{LENGTH, encode};
    use std::ops::Range;

    fn decode(file: &[u8]) -> Result<Range<u64>, crate::CertificateError> {
        super::decode(&file[file.len().saturating_sub(LENGTH)..], file.len() as u64)
    }

    #[test]
    fn footers_round_trip_and_say_what_is_missing() {
        let file = [&[0; 30][..], &encode(10..30)].concat();
        assert_eq!(decode(&file), Ok(10..30));
        let error = |file: &[u8]| decode(file).unwrap_err().to_string();
        assert!(error(&file[1..]).contains("footer: bytes are missing"));
        assert!(error(&file[..61]).contains("footer: the end mark"));
        assert!(error(&file[..31]).contains("footer: the file is cut short"));
        let far = [&[0; 30][..], &encode(u64::MAX - 1..u64::MAX)].concat();
        assert!(decode(&far).is_err());
    }
}
