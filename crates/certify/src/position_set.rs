//! The positions of one section in memory, for the verifier: keys in one sorted run of bytes,
//! moves and ranks beside them, and a coarse directory that makes lookups short.
//!
//! The directory cuts the range of keys into equal parts by their leading bits (the 64 bits
//! behind whatever all keys begin with) and remembers where each part starts. A lookup goes to
//! one part and searches it by halving.

use crate::certificate::Certificate;
use crate::error::CertificateError;

/// About how many positions share a part of the directory.
const PER_PART: usize = 8;

/// The entries of a section.
#[derive(Debug)]
pub(crate) struct PositionSet {
    width: usize,
    keys: Vec<u8>,
    moves: Vec<u32>,
    ranks: Vec<u32>,
    /// Where the 64 leading bits begin: all keys have the same bytes before.
    prefix: usize,
    /// The leading bits of the first key.
    least: u64,
    /// A part holds keys whose leading bits, less `least`, agree but for this many bits.
    shift: u32,
    /// Where each part starts, and the end of the last.
    parts: Vec<usize>,
}

impl PositionSet {
    /// Reads all entries of a section, checking its blocks.
    pub fn load(
        certificate: &Certificate,
        section: usize,
    ) -> Result<PositionSet, CertificateError> {
        // The index has confirmed this number: at most 4096 for each block in the file.
        let positions = certificate.sections()[section].positions as usize;
        let width = certificate.position_width();
        let (mut keys, mut moves, mut ranks) = (Vec::new(), Vec::new(), Vec::new());
        let reserved = keys
            .try_reserve_exact(positions.saturating_mul(width))
            .and_then(|()| moves.try_reserve_exact(positions))
            .and_then(|()| ranks.try_reserve_exact(positions));
        if reserved.is_err() {
            let why = format!("not enough memory for its {positions} positions");
            return Err(CertificateError::Refused(why));
        }
        certificate.for_each_entry(section, |entry| {
            keys.extend_from_slice(entry.position);
            moves.push(entry.move_index);
            ranks.push(entry.rank);
        })?;
        Ok(PositionSet::new(width, keys, moves, ranks))
    }

    /// A set of these entries, whose keys ascend.
    fn new(width: usize, keys: Vec<u8>, moves: Vec<u32>, ranks: Vec<u32>) -> PositionSet {
        let first = &keys[..width.min(keys.len())];
        let last = &keys[keys.len() - first.len()..];
        let prefix = first.iter().zip(last).take_while(|(a, b)| a == b).count();
        let (least, most) = (leading_bits(&first[prefix..]), leading_bits(&last[prefix..]));
        let wanted = (moves.len() / PER_PART) as u64 + 1;
        let shift = (0..64).find(|shift| (most - least) >> shift < wanted).unwrap_or(63);
        let mut set = PositionSet {
            width,
            keys,
            moves,
            ranks,
            prefix,
            least,
            shift,
            parts: Vec::with_capacity(((most - least) >> shift) as usize + 2),
        };
        for number in 0..set.len() {
            let part = set.part(set.key(number));
            while set.parts.len() <= part {
                set.parts.push(number);
            }
        }
        set.parts.push(set.len());
        set
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// The canonical bytes of a position.
    pub fn key(&self, number: usize) -> &[u8] {
        &self.keys[number * self.width..(number + 1) * self.width]
    }

    /// The index of the holder's move in a position.
    pub fn move_index(&self, number: usize) -> usize {
        self.moves[number] as usize
    }

    /// The rank of a position.
    pub fn rank(&self, number: usize) -> u32 {
        self.ranks[number]
    }

    /// How many bytes of memory the set takes.
    pub fn memory(&self) -> u64 {
        (self.keys.len() + 4 * self.moves.len() + 4 * self.ranks.len() + 8 * self.parts.len())
            as u64
    }

    /// The number of the position with these canonical bytes.
    pub fn find(&self, key: &[u8]) -> Option<usize> {
        if self.len() == 0 || key < self.key(0) || key > self.key(self.len() - 1) {
            return None;
        }
        // Between the first key and the last, a key begins as they do, and has a part.
        let part = self.part(key);
        let (mut low, mut high) = (self.parts[part], self.parts[part + 1]);
        while low < high {
            let middle = low.midpoint(high);
            match self.key(middle).cmp(key) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// The part of the directory for a key between the first and the last.
    fn part(&self, key: &[u8]) -> usize {
        ((leading_bits(&key[self.prefix..]) - self.least) >> self.shift) as usize
    }
}

/// The first 64 bits, with zeros behind a shorter key: the order of keys is kept.
fn leading_bits(key: &[u8]) -> u64 {
    let mut bits = [0; 8];
    let length = key.len().min(8);
    bits[..length].copy_from_slice(&key[..length]);
    u64::from_be_bytes(bits)
}

#[cfg(test)]
mod tests {
    use super::PositionSet;
    use andor_core::SplitMix64;
    use std::collections::BTreeSet;

    /// Keys of a width that all begin alike and crowd together as `crowd` says.
    fn keys(width: usize, prefix: usize, crowd: u64, count: usize) -> BTreeSet<Vec<u8>> {
        let mut random = SplitMix64::new(width as u64 + crowd);
        let byte = |place, random: u64| if place < prefix { 7 } else { random };
        (0..count)
            .map(|_| (0..width).map(|p| byte(p, random.next_u64() & crowd) as u8).collect())
            .collect()
    }

    #[test]
    fn finds_what_is_there_and_nothing_else() {
        for (width, prefix) in [(1, 0), (2, 1), (3, 0), (8, 3), (16, 0), (16, 5), (40, 39)] {
            for crowd in [0, 1, 0x81, 0xff] {
                for count in [0, 1, 2, 50, 3000] {
                    let keys = keys(width, prefix, crowd, count);
                    let flat: Vec<u8> = keys.iter().flatten().copied().collect();
                    let numbers: Vec<u32> = (0..keys.len() as u32).collect();
                    let set = PositionSet::new(width, flat, numbers.clone(), numbers);
                    assert_eq!(set.len(), keys.len());
                    for (number, key) in keys.iter().enumerate() {
                        assert_eq!(set.find(key), Some(number));
                        assert_eq!(
                            (set.rank(number), set.move_index(number)),
                            (number as u32, number)
                        );
                        for place in 0..width {
                            let mut other = key.clone();
                            other[place] ^= 0x41;
                            assert_eq!(set.find(&other).is_some(), keys.contains(&other));
                        }
                    }
                    for other in [vec![0; width], vec![0xff; width]] {
                        assert_eq!(set.find(&other).is_some(), keys.contains(&other));
                    }
                }
            }
        }
    }
}
