//! The checksum of certificates: FNV-1a with 64 bits (Fowler, Noll, Vo; RFC 9923).
//!
//! It guards against damage, not against malice: whether a certificate *proves* anything is
//! checked from the rules. FNV-1a is five lines in any language, and each of its steps is a
//! bijection of the state, so a change within one byte is always seen, whatever follows it.

/// The FNV-1a hash of `bytes`.
#[must_use]
pub fn fnv1a(bytes: &[u8]) -> u64 {
    let mut state = 0xcbf2_9ce4_8422_2325;
    for &byte in bytes {
        state ^= u64::from(byte);
        state = u64::wrapping_mul(state, 0x0000_0100_0000_01b3);
    }
    state
}

#[cfg(test)]
mod tests {
    use super::fnv1a;

    #[test]
    fn agrees_with_the_published_test_vectors() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
