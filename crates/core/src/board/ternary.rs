//! Cells of three kinds as bytes, five to a byte (3^5 = 243 fits).

use crate::Player;

/// Packs cells of three kinds, five to a byte: the exact bytes of many boards. Cells are taken in
/// order, each a digit 0, 1 or 2 of a base-3 number, the first one the most significant.
pub fn pack_ternary(mut cells: impl Iterator<Item = u8>, bytes: &mut Vec<u8>) {
    while let Some(first) = cells.next() {
        bytes.push(cells.by_ref().take(4).fold(first, |byte, cell| byte * 3 + cell));
    }
}

/// Reads `count` cells back from [`pack_ternary`]; `None` if the bytes hold something else.
#[must_use]
pub fn unpack_ternary(bytes: &[u8], count: usize) -> Option<Vec<u8>> {
    if bytes.len() != count.div_ceil(5) {
        return None;
    }
    let mut cells = Vec::with_capacity(count);
    for &byte in bytes {
        let held = (count - cells.len()).min(5) as u32;
        if u32::from(byte) >= 3u32.pow(held) {
            return None;
        }
        cells.extend((0..held).rev().map(|place| byte / 3u8.pow(place) % 3));
    }
    Some(cells)
}

/// Packs squares as [`pack_ternary`] does: 0 for an empty square, 1 for a black man, 2 for a white
/// one.
pub fn pack_men(men: impl Iterator<Item = Option<Player>>, bytes: &mut Vec<u8>) {
    let digits = men.map(|man| match man {
        None => 0,
        Some(Player::Black) => 1,
        Some(Player::White) => 2,
    });
    pack_ternary(digits, bytes);
}

/// Reads `count` squares back from [`pack_men`]; `None` if the bytes hold something else.
#[must_use]
pub fn unpack_men(bytes: &[u8], count: usize) -> Option<Vec<Option<Player>>> {
    let digits = unpack_ternary(bytes, count)?;
    let man = |digit| match digit {
        0 => None,
        1 => Some(Player::Black),
        _ => Some(Player::White),
    };
    Some(digits.into_iter().map(man).collect())
}

#[cfg(test)]
mod tests {
    use super::{pack_men, pack_ternary, unpack_men, unpack_ternary};
    use crate::Player;

    #[test]
    fn ternary_bytes_are_exact() {
        for count in 1..=11usize {
            for seed in 0..50usize {
                let cells: Vec<u8> = (0..count).map(|i| ((seed * 7 + i * i) % 3) as u8).collect();
                let mut bytes = Vec::new();
                pack_ternary(cells.iter().copied(), &mut bytes);
                assert_eq!(unpack_ternary(&bytes, count), Some(cells));
            }
        }
        assert_eq!(unpack_ternary(&[243], 5), None);
        assert_eq!(unpack_ternary(&[9], 2), None);
        assert_eq!(unpack_ternary(&[0, 0], 5), None);
    }

    #[test]
    fn men_are_digits() {
        let men = [None, Some(Player::Black), Some(Player::White)];
        let mut bytes = Vec::new();
        pack_men(men.into_iter(), &mut bytes);
        assert_eq!(bytes, [5]); // 0 * 9 + 1 * 3 + 2
        assert_eq!(unpack_men(&bytes, 3), Some(men.to_vec()));
        assert_eq!(unpack_men(&[27], 3), None);
    }
}
