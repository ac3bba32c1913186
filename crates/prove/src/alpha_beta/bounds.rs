//! How far an alpha-beta search has looked at a position without settling it, packed into the numbers
//! of a table entry.

use super::ordering::MARK_BITS;
use crate::numbers::Numbers;

/// What the table says of a position that is not settled.
///
/// ```text
///   phi - 1   = [ plies without a proof: 10 bits | low half of the move's mark ]
///   delta - 1 = [ plies without a disproof       | high half                   ]
/// ```
#[derive(Clone, Copy, Default)]
pub(super) struct Bounds {
    /// The prover does not win within so many plies, the opponent does not stop it within so many.
    pub(super) failed: [u32; 2],
    pub(super) mark: u16,
}

const HALF: u32 = MARK_BITS / 2;

impl Bounds {
    pub(super) fn numbers(self) -> Numbers {
        let mark = u64::from(self.mark);
        let number = |plies: u32, half: u64| (u64::from(plies) << HALF | half) + 1;
        Numbers {
            phi: number(self.failed[0], mark & ((1 << HALF) - 1)),
            delta: number(self.failed[1], mark >> HALF),
        }
    }

    pub(super) fn of(numbers: Numbers) -> Bounds {
        let (phi, delta) = (numbers.phi - 1, numbers.delta - 1);
        let half = |number: u64| (number & ((1 << HALF) - 1)) as u16;
        let failed = [phi, delta].map(|number| (number >> HALF) as u32);
        Bounds { failed, mark: half(phi) | half(delta) << HALF }
    }
}

#[cfg(test)]
mod tests {
    use super::Bounds;
    use crate::numbers::{Numbers, pack, unpack};

    /// In the table numbers are exact only below 2^16.
    #[test]
    fn bounds_survive_the_table() {
        for plies in [0, 1, 7, 499, 500] {
            for mark in [0, 1, 63, 64, 0xfff] {
                let Numbers { phi, delta } =
                    Bounds { failed: [plies, 500 - plies], mark }.numbers();
                let numbers = Numbers { phi: unpack(pack(phi)), delta: unpack(pack(delta)) };
                assert!(!numbers.is_solved());
                let back = Bounds::of(numbers);
                assert_eq!((back.failed, back.mark), ([plies, 500 - plies], mark));
            }
        }
    }
}
