//! Numbers of varying length: LEB128 (seven bits a byte, low bits first, high bit = more follows).
//!
//! Two kinds are stored: `u32` values, and *deltas* between two keys. A key is a big-endian number
//! as wide as a position's bytes, so the order of keys is the order of their bytes, and a delta
//! may be as long as a key:
//!
//! ```text
//!   previous key   01 20 ff
//!   next key       01 21 03      delta 0x000004 = 4     written as   04
//!   next key       01 23 03      delta 0x000200 = 512   written as   80 04
//! ```
//!
//! There is one way to write a number: readers refuse a last byte of zero that adds nothing.

/// Appends a number.
pub(crate) fn put_u32(mut value: u32, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Takes a number from the front of `bytes`.
pub(crate) fn take_u32(bytes: &mut &[u8]) -> Result<u32, &'static str> {
    let mut value = 0;
    for place in (0..).step_by(7) {
        let (&byte, rest) = bytes.split_first().ok_or("a number is cut short")?;
        *bytes = rest;
        let group = u32::from(byte & 0x7f);
        if place > 28 || place == 28 && group > 0xf {
            return Err("a number is too large");
        }
        if byte == 0 && place > 0 {
            return Err("a number has a needless zero");
        }
        value |= group << place;
        if byte < 0x80 {
            break;
        }
    }
    Ok(value)
}

/// The most bytes a delta of keys of this width can take.
pub(crate) fn longest_delta(width: usize) -> usize {
    (8 * width).div_ceil(7)
}

/// Appends the delta that leads from one key to a larger one.
pub(crate) fn put_delta(previous: &[u8], next: &[u8], out: &mut Vec<u8>) {
    debug_assert!(previous < next && previous.len() == next.len());
    // Subtract from the low end, handing out seven bits as soon as they are there.
    let start = out.len();
    let (mut bits, mut held, mut borrow) = (0u32, 0, 0);
    for (&high, &low) in next.iter().zip(previous).rev() {
        let difference = i32::from(high) - i32::from(low) - borrow;
        borrow = i32::from(difference < 0);
        bits |= u32::from(difference as u8) << held;
        held += 8;
        while held >= 7 {
            out.push(bits as u8 | 0x80);
            bits >>= 7;
            held -= 7;
        }
    }
    out.push(bits as u8 | 0x80);
    // The last byte that says something is the end.
    while out.len() > start + 1 && out.last() == Some(&0x80) {
        out.pop();
    }
    *out.last_mut().expect("a byte was pushed") &= 0x7f;
}

/// Takes a delta from the front of `bytes` and adds it to `key`, which grows by at least one.
pub(crate) fn take_delta(key: &mut [u8], bytes: &mut &[u8]) -> Result<(), &'static str> {
    let width = key.len();
    for place in (0..).step_by(7) {
        let (&byte, rest) = bytes.split_first().ok_or("a key is cut short")?;
        *bytes = rest;
        if byte == 0 {
            return Err(if place == 0 { "a key comes twice" } else { "a key has a needless zero" });
        }
        // Add these seven bits where they belong, and carry.
        let mut carry = u32::from(byte & 0x7f) << (place % 8);
        let mut from_end = place / 8;
        while carry > 0 {
            from_end += 1;
            let digit = width.checked_sub(from_end).ok_or("a key is too large")?;
            carry += u32::from(key[digit]);
            key[digit] = carry as u8;
            carry >>= 8;
        }
        if byte < 0x80 {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{longest_delta, put_delta, put_u32, take_delta, take_u32};
    use andor_core::SplitMix64;

    #[test]
    fn numbers_round_trip_and_bad_ones_are_refused() {
        for value in [0, 1, 127, 128, 300, 16383, 16384, 1 << 28, u32::MAX - 1, u32::MAX] {
            let mut bytes = Vec::new();
            put_u32(value, &mut bytes);
            let mut rest = &bytes[..];
            assert_eq!(take_u32(&mut rest), Ok(value));
            assert!(rest.is_empty());
            assert!(take_u32(&mut &bytes[..bytes.len() - 1]).is_err());
        }
        for bad in [&[0x80, 0][..], &[0xff; 6], &[0xff, 0xff, 0xff, 0xff, 0x10], &[0x80; 9], &[]] {
            assert!(take_u32(&mut &bad[..]).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn deltas_round_trip_at_every_width() {
        let mut random = SplitMix64::new(7);
        for width in 1..=40 {
            for _ in 0..200 {
                let zeros = random.below(width + 1);
                let mut key = || -> Vec<u8> {
                    let bytes = (0..width).map(|place| (place, random.next_u64() as u8));
                    bytes.map(|(place, byte)| if place < zeros { 0 } else { byte }).collect()
                };
                let (a, b) = (key(), key());
                if a == b {
                    continue;
                }
                let (low, high) = if a < b { (a, b) } else { (b, a) };
                let mut bytes = Vec::new();
                put_delta(&low, &high, &mut bytes);
                assert!(bytes.len() <= longest_delta(width));
                let (mut sum, mut rest) = (low.clone(), &bytes[..]);
                assert_eq!(take_delta(&mut sum, &mut rest), Ok(()));
                assert_eq!((sum, rest.len()), (high, 0));
            }
        }
    }

    #[test]
    fn deltas_that_do_not_fit_are_refused() {
        let take = |key: &[u8], mut bytes: &[u8]| take_delta(&mut key.to_vec(), &mut bytes);
        assert_eq!(take(&[0], &[0]), Err("a key comes twice"));
        assert_eq!(take(&[0], &[0x81, 0]), Err("a key has a needless zero"));
        assert_eq!(take(&[0xff], &[1]), Err("a key is too large"));
        assert_eq!(take(&[0], &[0x80, 2]), Err("a key is too large"));
        assert_eq!(take(&[0], &[0xff, 1]), Ok(()));
        assert_eq!(take(&[0, 0], &[0x80]), Err("a key is cut short"));
        assert_eq!(take(&[0, 0], &[0x80; 50]), Err("a key is cut short"));
    }

    #[test]
    fn the_example_of_the_header_is_right() {
        for (next, written) in [(&[1, 0x21, 3], &[4][..]), (&[1, 0x23, 3], &[0x80, 4])] {
            let mut bytes = Vec::new();
            let previous = if written.len() == 1 { [1, 0x20, 0xff] } else { [1, 0x21, 3] };
            put_delta(&previous, next, &mut bytes);
            assert_eq!(bytes, written);
        }
    }
}
