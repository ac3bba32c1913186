//! A block: some thousand entries of one section, in three columns, deflated.
//!
//! ```text
//!   keys    first key in full, then one delta per entry     (see `varint.rs`)
//!   moves   one number per entry
//!   ranks   one number per entry
//! ```
//!
//! Like stands beside like, so deflate finds more than it would in whole records. Decoding trusts
//! nothing: it never allocates more than the number of entries (at most [`MAX_ENTRIES`]) allows.

use crate::inflate::inflate;
use crate::varint::{longest_delta, put_delta, put_u32, take_delta, take_u32};
use andor_core::ProofEntry;
use miniz_oxide::deflate::compress_to_vec;

/// The most entries a block may hold; writers fill every block of a section but the last.
pub(crate) const MAX_ENTRIES: usize = 4096;
/// The longest bytes of a position that the format allows.
pub(crate) const MAX_WIDTH: usize = 1024;

/// How hard deflate works: blocks are small, and the slowest level gains nothing over this.
const DEFLATE_LEVEL: u8 = 8;

/// So many bytes are not worth the compressor's tables, which take longer to clear than a short proof to
/// find: the small proofs that workers send are mostly shorter.
const STORED: usize = 512;

/// Bytes as a deflate stream that has them as they are (RFC 1951, 3.2.4).
fn stored(raw: &[u8]) -> Vec<u8> {
    let length = u16::try_from(raw.len()).expect("short bytes");
    let mut bytes = Vec::with_capacity(5 + raw.len());
    // The last block, of type 0.
    bytes.push(1);
    bytes.extend(length.to_le_bytes());
    bytes.extend((!length).to_le_bytes());
    bytes.extend_from_slice(raw);
    bytes
}

/// The entries of one block, in ascending order of their keys.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Block {
    /// The canonical bytes of all positions, one after the other.
    pub keys: Vec<u8>,
    /// The index of the holder's move in each.
    pub moves: Vec<u32>,
    /// The rank of each.
    pub ranks: Vec<u32>,
}

impl Block {
    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// The entry at a place.
    pub fn entry(&self, at: usize, width: usize) -> ProofEntry<'_> {
        let position = &self.keys[at * width..(at + 1) * width];
        ProofEntry { position, move_index: self.moves[at], rank: self.ranks[at] }
    }

    /// The place of `key`, if it is in this block.
    pub fn find(&self, key: &[u8]) -> Option<usize> {
        let width = key.len();
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            match self.keys[middle * width..(middle + 1) * width].cmp(key) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// Writes the block.
    pub fn encode(&self, width: usize) -> Vec<u8> {
        let mut raw = self.keys[..width].to_vec();
        let mut keys = self.keys.chunks_exact(width);
        let mut previous = keys.next().expect("a block has an entry");
        for key in keys {
            put_delta(previous, key, &mut raw);
            previous = key;
        }
        self.moves.iter().chain(&self.ranks).for_each(|&number| put_u32(number, &mut raw));
        if raw.len() <= STORED { stored(&raw) } else { compress_to_vec(&raw, DEFLATE_LEVEL) }
    }

    /// Reads a block of `entries` entries, or says what is wrong with it.
    pub fn decode(bytes: &[u8], entries: usize, width: usize) -> Result<Block, String> {
        // Step 1. Inflate, up to what these entries can take at most. Nothing follows the stream: room
        // there would be room for whatever a forger needs.
        let limit = width + entries * (longest_delta(width) + 10);
        let raw = inflate(bytes, limit)?;
        if raw.len() < width + 3 * entries - 1 {
            return Err(format!("it has no room for {entries} entries"));
        }
        // Step 2. Keys.
        let (first, mut rest) = raw.split_at(width);
        let mut keys = Vec::with_capacity(entries * width);
        keys.extend_from_slice(first);
        let mut key = first.to_vec();
        for _ in 1..entries {
            take_delta(&mut key, &mut rest)?;
            keys.extend_from_slice(&key);
        }
        // Step 3. Moves, ranks, and nothing else.
        let moves = (0..entries).map(|_| take_u32(&mut rest)).collect::<Result<_, _>>()?;
        let ranks = (0..entries).map(|_| take_u32(&mut rest)).collect::<Result<_, _>>()?;
        if !rest.is_empty() {
            return Err(format!("{} bytes follow the last entry", rest.len()));
        }
        Ok(Block { keys, moves, ranks })
    }
}

#[cfg(test)]
mod tests {
    use super::{Block, MAX_ENTRIES};
    use miniz_oxide::deflate::compress_to_vec;

    fn sample(entries: u32) -> Block {
        let keys = (0..entries).flat_map(|i| (i * i * 40 + 5).to_be_bytes()).collect();
        Block {
            keys,
            moves: (0..entries).map(|i| i % 7).collect(),
            ranks: (0..entries).map(|i| 1 + i % 300).collect(),
        }
    }

    #[test]
    fn blocks_round_trip_and_are_searched() {
        for entries in [1, 2, 100, 4096] {
            let block = sample(entries);
            let bytes = block.encode(4);
            assert_eq!(Block::decode(&bytes, entries as usize, 4).as_ref(), Ok(&block));
            for i in 0..entries {
                assert_eq!(block.find(&(i * i * 40 + 5).to_be_bytes()), Some(i as usize));
                assert_eq!(block.find(&(i * i * 40 + 6).to_be_bytes()), None);
            }
            assert_eq!(block.find(&[0; 4]), None);
        }
    }

    #[test]
    fn wrong_contents_are_refused() {
        let bytes = sample(100).encode(4);
        for entries in [1, 99, 101, MAX_ENTRIES] {
            assert!(Block::decode(&bytes, entries, 4).is_err(), "{entries}");
        }
        assert!(Block::decode(&bytes, 100, 3).is_err());
        assert!(Block::decode(b"garbage", 100, 3).is_err());
        assert!(Block::decode(b"", 1, 3).is_err());
        // A zip bomb: a hundred megabytes of zeros in a hundred kilobytes.
        let bomb = compress_to_vec(&vec![0; 100 << 20], 9);
        let error = Block::decode(&bomb, MAX_ENTRIES, 16).unwrap_err();
        assert!(error.contains("inflate"), "{error}");
        // Bytes behind the stream, and behind the last entry.
        let error = Block::decode(&[&bytes[..], b"x"].concat(), 100, 4).unwrap_err();
        assert_eq!(error, "1 bytes follow its stream");
        let raw = [&[0, 0, 0, 9][..], &[3], &[1], &[0]].concat();
        assert!(Block::decode(&compress_to_vec(&raw[..6], 6), 1, 4).is_ok());
        let error = Block::decode(&compress_to_vec(&raw, 6), 1, 4).unwrap_err();
        assert_eq!(error, "1 bytes follow the last entry");
    }
}
