//! The positions that are ranked: everything that the walk remembers of millions of them.
//!
//! A position is known by its key alone; with its rank, its move and a counter that makes 24 bytes, and 28 to 57
//! bytes with the room that a hash table keeps free. Its bytes are made again when it is written. A move whose
//! place does not fit into 16 bits, which hardly any game has, stands in a list of its own.

use super::ExtractError;
use andor_core::Key;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// What is known of a ranked position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ranked {
    /// Larger than that of every position that its move can lead to. In the first pass it is the
    /// place in the order of ranking, counted from 1, which is a rank as well.
    pub(super) rank: u32,
    /// The holder's move, counted among the sorted moves of the canonical position; [`FAR`] if that
    /// does not fit.
    move_index: u16,
    /// How many positions of the proof lead here, when that has been counted. If there are more
    /// than fit, they are not counted any more, and the position stays.
    pub(super) references: u16,
}

/// The place of a move that does not fit.
const FAR: u16 = u16::MAX;

fn mixed_up() -> ExtractError {
    ExtractError::Contradiction("two positions of the proof share a key".to_owned())
}

/// Ranked positions by their keys.
#[derive(Default)]
pub(super) struct Ranks {
    ranked: KeyMap<Ranked>,
    /// The places of moves that do not fit.
    far: KeyMap<u32>,
}

impl Ranks {
    pub(super) fn get(&self, key: Key) -> Option<Ranked> {
        self.ranked.get(&key).copied()
    }

    /// A position that must be ranked. If it is not, two positions share a key.
    pub(super) fn known(&self, key: Key) -> Result<Ranked, ExtractError> {
        self.get(key).ok_or_else(mixed_up)
    }

    /// Ranks a position that nothing leads to yet.
    pub(super) fn insert(&mut self, key: Key, rank: u32, move_index: usize) {
        let move_index = self.near(key, move_index);
        self.ranked.insert(key, Ranked { rank, move_index, references: 0 });
    }

    /// What a position keeps of the place of its move.
    fn near(&mut self, key: Key, move_index: usize) -> u16 {
        match u16::try_from(move_index) {
            Ok(near) if near != FAR => near,
            _ => {
                self.far.insert(key, move_index as u32);
                FAR
            }
        }
    }

    /// The place of the move of a ranked position.
    pub(super) fn move_index(&self, key: Key) -> Result<usize, ExtractError> {
        match self.known(key)?.move_index {
            FAR => self.far.get(&key).map(|&index| index as usize).ok_or_else(mixed_up),
            near => Ok(usize::from(near)),
        }
    }

    fn ranked(&mut self, key: Key) -> Result<&mut Ranked, ExtractError> {
        self.ranked.get_mut(&key).ok_or_else(mixed_up)
    }

    /// Counts one more position that leads to a ranked one.
    pub(super) fn refer(&mut self, key: Key) -> Result<u16, ExtractError> {
        let ranked = self.ranked(key)?;
        ranked.references = ranked.references.saturating_add(1);
        Ok(ranked.references)
    }

    /// Counts one less.
    pub(super) fn release(&mut self, key: Key) -> Result<u16, ExtractError> {
        let ranked = self.ranked(key)?;
        if ranked.references < u16::MAX {
            ranked.references = ranked.references.checked_sub(1).ok_or_else(mixed_up)?;
        }
        Ok(ranked.references)
    }

    /// Forgets what nothing leads to.
    pub(super) fn keep_referenced(&mut self) {
        self.ranked.retain(|_, ranked| ranked.references > 0);
    }

    /// Gives every position the rank 0, which is none.
    pub(super) fn forget_ranks(&mut self) {
        self.ranked.values_mut().for_each(|ranked| ranked.rank = 0);
    }

    /// Gives a ranked position another rank.
    pub(super) fn set_rank(&mut self, key: Key, rank: u32) -> Result<(), ExtractError> {
        self.ranked(key)?.rank = rank;
        Ok(())
    }

    /// Gives a ranked position another move.
    pub(super) fn set_move(&mut self, key: Key, move_index: usize) -> Result<(), ExtractError> {
        let move_index = self.near(key, move_index);
        self.ranked(key)?.move_index = move_index;
        Ok(())
    }

    pub(super) fn len(&self) -> usize {
        self.ranked.len()
    }

    /// Bytes in use, about.
    pub(super) fn bytes(&self) -> u64 {
        (self.ranked.capacity() * 8 / 7 * (size_of::<(Key, Ranked)>() + 1)) as u64
    }
}

/// A map by keys.
pub(super) type KeyMap<T> = HashMap<Key, T, BuildHasherDefault<IndexHasher>>;

/// Keys are mixed already: their index is the hash.
#[derive(Default)]
pub(super) struct IndexHasher(u64);

impl Hasher for IndexHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("a key is hashed by its words")
    }

    fn write_u64(&mut self, word: u64) {
        // The index comes first; folding the tag in keeps the order of the words relevant.
        self.0 = self.0.rotate_left(32) ^ word;
    }
}

#[cfg(test)]
mod tests {
    use super::{Ranked, Ranks};
    use andor_core::Key;

    #[test]
    fn a_ranked_position_takes_eight_bytes_beside_its_key() {
        assert_eq!(size_of::<Ranked>(), 8);
        assert_eq!(size_of::<(Key, Ranked)>(), 24);
    }

    /// D7 of the audit.
    #[test]
    fn the_place_of_a_move_may_be_beyond_65_535() {
        let mut ranks = Ranks::default();
        for index in [0, 65_534, 65_535, 65_536, 70_000] {
            let key = Key::exact(index as u64);
            ranks.insert(key, 1, 3);
            ranks.set_move(key, index).unwrap();
            assert_eq!(ranks.move_index(key), Ok(index));
            ranks.insert(key, 1, index);
            assert_eq!(ranks.move_index(key), Ok(index));
        }
    }

    #[test]
    fn what_is_not_ranked_is_not_changed() {
        let mut ranks = Ranks::default();
        assert!(ranks.refer(Key::exact(1)).is_err() && ranks.known(Key::exact(1)).is_err());
        ranks.insert(Key::exact(1), 3, 2);
        assert!(ranks.release(Key::exact(1)).is_err(), "nothing leads to it");
    }

    #[test]
    fn references_that_cannot_be_counted_stay() {
        let (mut ranks, key) = (Ranks::default(), Key::exact(1));
        ranks.insert(key, 3, 2);
        ranks.refer(key).unwrap();
        assert_eq!(ranks.release(key), Ok(0));
        for _ in 0..70_000 {
            ranks.refer(key).unwrap();
        }
        for _ in 0..70_000 {
            assert!(ranks.release(key).unwrap() > 0);
        }
    }
}
