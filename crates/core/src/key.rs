//! Keys of positions, for tables.
//!
//! A table wants two things of a position: a well-mixed number that says where it belongs, and a
//! tag that says whether the entry found there is really its own. Where a position fits 64 bits
//! the tag *is* the position and no collision is possible. Elsewhere both halves come from a
//! 128-bit hash: 64 bits alone would give a tenth of a false hit in 10^10 probes of four-way
//! buckets, which is too many for a solver.

/// Where a position belongs in a table, and how to recognise it there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Key {
    /// Well mixed; selects the bucket by its high bits.
    pub index: u64,
    /// Compared in full. Unique for exact keys.
    pub tag: u64,
}

impl Key {
    /// The key of a position that fits 64 bits: `code` is unique to it.
    #[inline]
    #[must_use]
    pub fn exact(code: u64) -> Key {
        Key { index: mix(code), tag: code }
    }

    /// The key of a position too large for [`exact`](Key::exact): both words of it are hashed to
    /// 128 bits.
    #[inline]
    #[must_use]
    pub fn hashed(a: u64, b: u64) -> Key {
        let low = fold(a ^ 0x9e37_79b9_7f4a_7c15, b ^ 0xd1b5_4a32_d192_ed03);
        let high = fold(a ^ 0x8cb9_2ba7_2f3d_8dd7, b.rotate_left(32) ^ 0xaaaa_5ca1_ab1e_d00d);
        Key {
            index: mix(low ^ a.wrapping_mul(0xff51_afd7_ed55_8ccd)),
            tag: mix(high ^ b.wrapping_mul(0xc4ce_b9fe_1a85_ec53) ^ a.rotate_left(17)),
        }
    }

    /// The key of a position that has been hashed to 128 bits already. The first word need not be
    /// even in its high bits.
    #[inline]
    #[must_use]
    pub fn of_hash(a: u64, b: u64) -> Key {
        Key { index: (a ^ b >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15), tag: b }
    }

    /// The key of a position given by its bytes. Up to eight bytes it is exact.
    #[must_use]
    pub fn of_bytes(bytes: &[u8]) -> Key {
        let word = |chunk: &[u8]| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        };
        if bytes.len() <= 8 {
            return Key::exact(word(bytes));
        }
        let mut state = Key { index: bytes.len() as u64, tag: 0x2545_f491_4f6c_dd1d };
        for chunk in bytes.chunks(8) {
            let next = word(chunk);
            state = Key::hashed(state.index ^ next, state.tag.wrapping_add(next.rotate_left(29)));
        }
        state
    }
}

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): a bijection of 64-bit words.
#[inline]
pub(crate) fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Both halves of a 128-bit product, folded together.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product as u64) ^ ((product >> 64) as u64)
}

#[cfg(test)]
mod tests {
    use super::Key;
    use std::collections::HashSet;

    #[test]
    fn short_positions_have_exact_keys_and_long_ones_do_not_collide() {
        assert_eq!(Key::of_bytes(&[1, 2]).tag, 0x0201);
        let mut tags = HashSet::new();
        let mut indices = HashSet::new();
        for a in 0..200u64 {
            for b in 0..200u64 {
                let key = Key::hashed(a, b);
                assert!(tags.insert(key.tag) && indices.insert(key.index), "{a} {b}");
                let mut bytes = [0; 16];
                bytes[3] = a as u8;
                bytes[12] = b as u8;
                let key = Key::of_bytes(&bytes);
                assert!(tags.insert(key.tag) && indices.insert(key.index), "bytes {a} {b}");
            }
        }
    }
}
