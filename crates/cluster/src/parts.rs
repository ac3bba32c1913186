//! What is too long for a message, such as a result with large certificates, goes in parts, and is collected until it is
//! whole.
//!
//! ```text
//!   worker     [0][1][2] --JetStream-->  [1]..[0]..[2]   collected, in any order
//!                                        [0][1][2]       the bytes of one message: decoded, inspected
//! ```
//!
//! Nobody is believed here either: how much is collected is bounded, for all and for each sender, and what there is no
//! room for stays with the transport and is offered again. A collection has its room from the beginning, so that
//! several do not wait for each other's.

use crate::message::{MOST_IN_PARTS, ResultPart};
use andor_engine::remote::Lease;
use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

/// No message has more parts.
pub(crate) const MOST_PARTS: usize = 256;
/// So many results of one worker are collected at a time.
const OF_ONE: usize = 4;
/// What does not become whole for so long makes room.
const PATIENCE: Duration = Duration::from_secs(60);

/// What a message has around the bytes of a part, at most.
const AROUND_A_PART: usize = 300;

/// The parts of something long, for messages of at most so many bytes.
pub(crate) fn parts_of(
    long: &[u8],
    lease: Lease,
    most_bytes: usize,
) -> impl Iterator<Item = ResultPart> + '_ {
    let pieces = long.chunks(most_bytes.saturating_sub(AROUND_A_PART).max(1));
    let (of, length) = (pieces.len() as u32, long.len() as u64);
    let part = move |(number, piece): (u32, &[u8])| {
        let bytes = piece.to_vec();
        ResultPart { lease, number, of, length, bytes }
    };
    (0..).zip(pieces).map(part)
}

/// What became of a part.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Came {
    /// Others are missing.
    Kept,
    /// It was the last one: the message, and what all its parts are acknowledged by.
    Whole(Vec<u8>, Vec<u64>),
    /// There is no room: it may come again.
    NoRoom,
    /// No honest worker sends it.
    Odd,
}

/// A result of which some parts are here.
#[derive(Debug)]
struct Collection {
    of: u32,
    length: u64,
    parts: BTreeMap<u32, Vec<u8>>,
    tokens: Vec<u64>,
    heard: Instant,
}

/// All of them.
#[derive(Debug)]
pub(crate) struct Parts {
    of: HashMap<(String, Lease), Collection>,
    /// Bytes of results that are collected, and of those that are whole and still in hand.
    held: u64,
    most: u64,
    most_of_one: u64,
}

impl Parts {
    /// Nothing yet; room for so many bytes of all, and so many of one result.
    pub(crate) fn new(most: u64, most_of_one: u64) -> Parts {
        let most_of_one = most_of_one.min(MOST_IN_PARTS as u64);
        Parts { of: HashMap::new(), held: 0, most: most.max(most_of_one), most_of_one }
    }

    /// One more part. A result that is whole keeps its room until it is [given back](Parts::give_back).
    pub(crate) fn add(&mut self, from: &str, part: ResultPart, token: Option<u64>) -> Came {
        let ResultPart { lease, number, of, length, bytes } = part;
        let is_odd = of == 0 || of as usize > MOST_PARTS || number >= of || bytes.is_empty();
        if is_odd || length > self.most_of_one || bytes.len() as u64 > length {
            return Came::Odd;
        }
        let key = (from.to_owned(), lease);
        if !self.of.contains_key(&key) {
            let own = self.of.keys().filter(|(name, _)| name == from).count();
            if own >= OF_ONE || self.held + length > self.most {
                return Came::NoRoom;
            }
            self.held += length;
        }
        let collection = self.of.entry(key.clone()).or_insert_with(|| Collection {
            of,
            length,
            parts: BTreeMap::new(),
            tokens: Vec::new(),
            heard: Instant::now(),
        });
        if (collection.of, collection.length) != (of, length) {
            return Came::Odd;
        }
        collection.heard = Instant::now();
        collection.tokens.extend(token);
        collection.parts.insert(number, bytes);
        let here: u64 = collection.parts.values().map(|part| part.len() as u64).sum();
        if here <= length && collection.parts.len() < of as usize {
            return Came::Kept;
        }
        let Some(Collection { parts, tokens, .. }) = self.of.remove(&key) else {
            return Came::Kept;
        };
        // Parts that do not make up the whole make no message: its sum tells.
        Came::Whole(parts.into_values().flatten().collect(), tokens)
    }

    /// The room of a result of so many bytes that was whole is free.
    pub(crate) fn give_back(&mut self, length: u64) {
        self.held = self.held.saturating_sub(length);
    }

    /// Lets go what does not become whole: what its parts are to be left by.
    pub(crate) fn forget(&mut self) -> Vec<u64> {
        self.forget_those(|collection| collection.heard.elapsed() >= PATIENCE)
    }

    fn forget_those(&mut self, is_old: impl Fn(&Collection) -> bool) -> Vec<u64> {
        let mut tokens = Vec::new();
        let held = &mut self.held;
        self.of.retain(|_, collection| {
            let is_kept = !is_old(collection);
            if !is_kept {
                tokens.append(&mut collection.tokens);
                *held = held.saturating_sub(collection.length);
            }
            is_kept
        });
        tokens
    }
}

#[cfg(test)]
mod tests {
    use super::{Came, OF_ONE, Parts};
    use crate::message::ResultPart;
    use andor_engine::remote::Lease;

    fn part(epoch: u64, number: u32, of: u32, length: u64) -> ResultPart {
        let lease = Lease { place: 0, epoch };
        ResultPart { lease, number, of, length, bytes: vec![number as u8; 10] }
    }

    #[test]
    fn parts_come_in_any_order_and_twice() {
        let mut parts = Parts::new(100, 100);
        for (number, token) in [(2, 7), (0, 8), (2, 9)] {
            assert_eq!(parts.add("w", part(1, number, 3, 30), Some(token)), Came::Kept);
        }
        // Another worker's lease of the same number is another result.
        assert_eq!(parts.add("v", part(1, 1, 3, 30), Some(1)), Came::Kept);
        let Came::Whole(bytes, tokens) = parts.add("w", part(1, 1, 3, 30), Some(10)) else {
            panic!("it is whole")
        };
        assert_eq!((bytes.len(), &bytes[9..12], tokens), (30, &[0, 1, 1][..], vec![7, 8, 9, 10]));
        assert_eq!(parts.held, 60, "it is in hand still");
        parts.give_back(30);
        assert_eq!(parts.forget_those(|_| true), [1]);
        assert_eq!((parts.held, parts.of.len()), (0, 0));
    }

    #[test]
    fn room_is_bounded_and_had_from_the_beginning() {
        let mut parts = Parts::new(100, 60);
        assert_eq!(parts.add("w", part(1, 0, 6, 60), None), Came::Kept);
        assert_eq!(parts.add("v", part(1, 0, 6, 60), None), Came::NoRoom);
        // Whoever has begun ends.
        for number in 1..5 {
            assert_eq!(parts.add("w", part(1, number, 6, 60), None), Came::Kept);
        }
        assert!(matches!(parts.add("w", part(1, 5, 6, 60), None), Came::Whole(..)));
        assert_eq!(parts.add("v", part(1, 0, 6, 60), None), Came::NoRoom);
        parts.give_back(60);
        // Nobody collects more than a few, and what makes no sense is refused.
        for epoch in 0..OF_ONE as u64 {
            assert_eq!(parts.add("v", part(epoch, 0, 2, 20), None), Came::Kept);
        }
        assert_eq!(parts.add("v", part(9, 0, 2, 20), None), Came::NoRoom);
        for odd in [part(8, 0, 0, 10), part(8, 3, 3, 30), part(8, 0, 9, 61), part(0, 1, 3, 20)] {
            assert_eq!(parts.add("v", odd, None), Came::Odd);
        }
    }
}
