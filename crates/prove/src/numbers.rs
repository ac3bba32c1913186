//! Proof and disproof numbers in the mover's view, and their short form.
//!
//! In every node `phi` is what the side to move still needs to reach its goal, `delta` what the
//! other side needs to stop it (Nagai's notation: at a node of the prover phi is the proof
//! number and delta the disproof number; at a node of the opponent it is the other way round).
//!
//! Sums over a graph count shared parts many times over, so they grow past any fixed width:
//! LOA 6x6 reaches 2^30. Numbers are 64 bits wide and stop at a ceiling just below
//! [`INFINITE`]; a number at the ceiling is still finite, still below every root threshold, and
//! so cannot be taken for solved nor keep a search from going on.

/// The number of something that cannot be done.
pub const INFINITE: u64 = 1 << 60;

/// Both numbers of a node, as the side to move sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// What the side to move still needs.
    pub phi: u64,
    /// What the other side still needs.
    pub delta: u64,
}

impl Numbers {
    /// The side to move reaches its goal.
    pub const WON: Numbers = Numbers { phi: 0, delta: INFINITE };
    /// The side to move does not reach its goal.
    pub const LOST: Numbers = Numbers { phi: INFINITE, delta: 0 };

    /// Whether the node is settled, either way.
    #[inline]
    #[must_use]
    pub fn is_solved(self) -> bool {
        self.phi == 0 || self.delta == 0
    }
}

const MANTISSA: u32 = 16;
/// Bits of a packed number.
pub(crate) const PACKED: u32 = MANTISSA + 6;
const PACKED_INFINITE: u64 = (1 << PACKED) - 1;

/// A number in 22 bits: exact below 2^16, above that rounded up to 16 significant bits. Rounding
/// is monotone, so that no order between two numbers is ever turned round.
#[inline]
pub(crate) fn pack(number: u64) -> u64 {
    if number < 1 << MANTISSA {
        return number;
    }
    if number >= INFINITE {
        return PACKED_INFINITE;
    }
    let mut shift = u64::BITS - number.leading_zeros() - MANTISSA;
    let mut mantissa = (number + (1 << shift) - 1) >> shift;
    if mantissa == 1 << MANTISSA {
        mantissa >>= 1;
        shift += 1;
    }
    u64::from(shift) << MANTISSA | mantissa
}

/// Reads [`pack`] back.
#[inline]
pub(crate) fn unpack(packed: u64) -> u64 {
    if packed == PACKED_INFINITE {
        return INFINITE;
    }
    let mantissa = packed & ((1 << MANTISSA) - 1);
    (mantissa << (packed >> MANTISSA)).min(INFINITE - 1)
}

/// Octaves of work are this many steps apart in [`pack_work`].
pub(crate) const WORK_OCTAVE: u64 = 32;

/// An amount of work in 11 bits, on a scale that is linear below 64 and logarithmic above.
#[inline]
pub(crate) fn pack_work(work: u64) -> u64 {
    if work < 2 * WORK_OCTAVE {
        return work;
    }
    let shift = u64::from(58 - work.leading_zeros());
    shift * WORK_OCTAVE + (work >> shift)
}

/// Reads [`pack_work`] back, rounded down.
#[inline]
pub(crate) fn unpack_work(packed: u64) -> u64 {
    if packed < 2 * WORK_OCTAVE {
        return packed;
    }
    let shift = packed / WORK_OCTAVE - 1;
    (packed - shift * WORK_OCTAVE) << shift
}

#[cfg(test)]
mod tests {
    use super::{INFINITE, PACKED, pack, pack_work, unpack, unpack_work};

    fn samples() -> impl Iterator<Item = u64> {
        let near = |power: u32| (0..5).map(move |off| (1u64 << power) + off - 2);
        (0..3000).chain((2..60).flat_map(near)).chain([INFINITE - 2, INFINITE - 1, INFINITE])
    }

    #[test]
    fn packing_is_monotone_rounds_up_and_keeps_infinity_apart() {
        let mut sorted: Vec<u64> = samples().collect();
        sorted.sort_unstable();
        for pair in sorted.windows(2) {
            assert!(pack(pair[0]) <= pack(pair[1]), "{pair:?}");
        }
        for number in sorted {
            let packed = pack(number);
            assert!(packed < 1 << PACKED);
            let back = unpack(packed);
            assert!(
                back >= number && back - number <= number >> 15,
                "{number} came back as {back}"
            );
            assert_eq!(back == INFINITE, number == INFINITE, "{number}");
            if number < 1 << 16 {
                assert_eq!(back, number);
            }
        }
    }

    #[test]
    fn work_keeps_its_order_and_its_size() {
        let mut last = 0;
        for work in (0..5000).chain((13..63).map(|power| 1 << power)) {
            let packed = pack_work(work);
            assert!(packed >= last && packed < 1 << 11, "{work}");
            last = packed;
            let back = unpack_work(packed);
            assert!(back <= work && work - back <= work / 32, "{work} came back as {back}");
        }
    }
}
