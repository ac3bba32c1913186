//! SHA-256 (FIPS 180-4): what a file *is*. Checksums tell damage, digests tell forgeries.
//!
//! A certificate is named by the digest of its file, which is what `sha256sum FILE` prints; tables and
//! graphs are named in certificates the same way.

use andor_core::InputError;
use sha2::{Digest as _, Sha256};

/// A SHA-256.
pub type Digest = [u8; 32];

/// The SHA-256 of some bytes.
#[must_use]
pub fn sha256(bytes: &[u8]) -> Digest {
    Sha256::digest(bytes).into()
}

/// Bytes as hexadecimal text.
#[must_use]
pub fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads [`to_hex`] back.
pub(crate) fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = text.chars().map(|c| Some(c.to_digit(16)? as u8)).collect();
    let (pairs, []) = digits.as_ref()?.as_chunks::<2>() else { return None };
    Some(pairs.iter().map(|[high, low]| high << 4 | low).collect())
}

/// Reads a digest in hexadecimal; `what` it is the digest of is for the error.
pub(crate) fn read_digest(what: &str, text: &str) -> Result<Digest, String> {
    let digest = from_hex(text).and_then(|bytes| bytes.try_into().ok());
    digest.ok_or_else(|| format!("the sha256 of {what} is {}", InputError::quote(text)))
}

#[cfg(test)]
mod tests {
    use super::{from_hex, read_digest, sha256, to_hex};

    #[test]
    fn hex_round_trips() {
        assert_eq!(from_hex(&to_hex(&[0, 1, 0xab])), Some(vec![0, 1, 0xab]));
        assert_eq!((from_hex("abc"), from_hex("zz")), (None, None));
        assert_eq!(read_digest("it", &"0f".repeat(32)), Ok([15; 32]));
        assert!(read_digest("it", "0f").is_err() && read_digest("it", &"0".repeat(63)).is_err());
    }

    #[test]
    fn agrees_with_the_published_test_vector() {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(to_hex(&sha256(b"abc")), abc);
    }
}
