//! Values of positions, two bits each, written by many threads.
//!
//! ```text
//!   byte   | position 3 | position 2 | position 1 | position 0 |
//!   bits        7 6          5 4          3 2          1 0        0 draw, 1 win, 2 loss, 3 hole
//! ```
//!
//! While a table is built, 0 also says that nothing is known yet: what never becomes known is a
//! draw. A value is written once, over the 0, so `or` is enough.

use andor_core::{Outcome, Player};
use std::sync::atomic::{AtomicU8, Ordering};

/// The value of a position for its side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// Nobody can force an end.
    Draw,
    /// The side to move wins.
    Win,
    /// The side to move loses.
    Loss,
}

impl Value {
    /// As JSON and people say it.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Value::Draw => "draw",
            Value::Win => "win",
            Value::Loss => "loss",
        }
    }

    /// The same for the other side.
    #[must_use]
    pub fn turned(self) -> Value {
        match self {
            Value::Draw => Value::Draw,
            Value::Win => Value::Loss,
            Value::Loss => Value::Win,
        }
    }

    /// How the game ends if both play well and `side` is to move.
    #[must_use]
    pub fn outcome(self, side: Player) -> Outcome {
        match self {
            Value::Draw => Outcome::Draw,
            Value::Win => Outcome::Win(side),
            Value::Loss => Outcome::Win(side.other()),
        }
    }

    /// What an end is worth to a side.
    #[must_use]
    pub fn of(outcome: Outcome, side: Player) -> Value {
        match outcome.winner() {
            None => Value::Draw,
            Some(winner) if winner == side => Value::Win,
            Some(_) => Value::Loss,
        }
    }

    pub(crate) fn bits(self) -> u8 {
        self as u8
    }

    pub(crate) fn from_bits(bits: u8) -> Option<Value> {
        [Value::Draw, Value::Win, Value::Loss].into_iter().find(|value| value.bits() == bits)
    }
}

/// Two bits that are no value: not a position that anybody could ask about.
pub(crate) const HOLE: u8 = 3;

/// The values of a slice.
pub(crate) struct Values {
    bytes: Vec<AtomicU8>,
    len: u64,
}

impl Values {
    pub(crate) fn new(len: u64) -> Values {
        let bytes = (0..len.div_ceil(4)).map(|_| AtomicU8::new(0)).collect();
        Values { bytes, len }
    }

    /// Takes the bytes of `len` values.
    pub(crate) fn from_bytes(bytes: Vec<u8>, len: u64) -> Values {
        debug_assert_eq!(bytes.len() as u64, len.div_ceil(4));
        Values { bytes: bytes.into_iter().map(AtomicU8::new).collect(), len }
    }

    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    #[inline]
    pub(crate) fn bits(&self, number: u64) -> u8 {
        self.bytes[(number / 4) as usize].load(Ordering::Relaxed) >> (number % 4 * 2) & 3
    }

    /// Writes bits over a 0.
    #[inline]
    pub(crate) fn put(&self, number: u64, bits: u8) {
        self.bytes[(number / 4) as usize].fetch_or(bits << (number % 4 * 2), Ordering::Relaxed);
    }

    /// All bytes, where a hole has become what stands before it: runs are shorter to write down.
    pub(crate) fn without_holes(&self) -> Vec<u8> {
        let mut last = 0;
        let mut bytes = vec![0; self.bytes.len()];
        for number in 0..self.len {
            let bits = self.bits(number);
            if bits != HOLE {
                last = bits;
            }
            bytes[(number / 4) as usize] |= last << (number % 4 * 2);
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::{HOLE, Value, Values};

    #[test]
    fn values_are_written_and_read() {
        let values = Values::new(9);
        for (number, bits) in [0, 1, 2, 3, 3, 2, 1, 0, 1].into_iter().enumerate() {
            values.put(number as u64, bits);
        }
        let read: Vec<u8> = (0..9).map(|number| values.bits(number)).collect();
        assert_eq!(read, [0, 1, 2, 3, 3, 2, 1, 0, 1]);
        let filled = Values::from_bytes(values.without_holes(), 9);
        let read: Vec<u8> = (0..filled.len()).map(|number| filled.bits(number)).collect();
        assert_eq!(read, [0, 1, 2, 2, 2, 2, 1, 0, 1]);
        assert_eq!(Value::from_bits(2), Some(Value::Loss));
        assert_eq!(Value::from_bits(HOLE), None);
    }
}
