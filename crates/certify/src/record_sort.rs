//! Sorting of flat records whose length is known only at run time.
//!
//! Millions of records lie in one run of bytes, without padding and without a pointer each. Up to
//! 64 bytes they are sorted in place as arrays; longer ones take the detour over a list of their
//! numbers.

/// The length of a record is a multiple of this, so that few kinds of arrays are needed.
pub(crate) const RECORD_UNIT: usize = 4;

/// Sorts records of `stride` bytes by their bytes.
pub(crate) fn sort_records(records: &mut Vec<u8>, stride: usize) {
    debug_assert_eq!(records.len() % stride, 0);
    /// Sorts records of the given lengths in place.
    macro_rules! sort_arrays {
        ($($length:literal)*) => {
            match stride {
                $($length => records.as_chunks_mut::<$length>().0.sort_unstable(),)*
                _ => sort_by_number(records, stride),
            }
        };
    }
    sort_arrays!(4 8 12 16 20 24 28 32 36 40 44 48 52 56 60 64);
}

/// Sorts records of any length.
fn sort_by_number(records: &mut Vec<u8>, stride: usize) {
    let mut order: Vec<&[u8]> = records.chunks_exact(stride).collect();
    order.sort_unstable();
    *records = order.concat();
}

#[cfg(test)]
mod tests {
    use super::{RECORD_UNIT, sort_records};
    use andor_core::SplitMix64;

    #[test]
    fn records_of_every_length_are_sorted() {
        let mut random = SplitMix64::new(1);
        for stride in (RECORD_UNIT..100).step_by(RECORD_UNIT) {
            let mut records: Vec<u8> =
                (0..stride * 50).map(|_| random.next_u64() as u8 & 3).collect();
            let mut expected: Vec<Vec<u8>> = records.chunks(stride).map(<[u8]>::to_vec).collect();
            expected.sort();
            sort_records(&mut records, stride);
            assert_eq!(records, expected.concat());
        }
    }
}
