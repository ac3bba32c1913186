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
//! several do not wait for each other's; so whoever is less known ([`Standing`]) has less of it, and none for long.

use crate::message::{MOST_IN_PARTS, ResultPart};
use andor_engine::remote::Lease;
use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

/// No message has more parts.
pub(crate) const MOST_PARTS: usize = 256;
/// So many results of one worker are collected at a time, if it was of use before; else one.
const OF_ONE: usize = 4;
/// What is not whole so long after its first part makes room. What a transport did not get rid of comes again meanwhile.
const PATIENCE: Duration = Duration::from_secs(120);

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

/// Whose result it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Standing {
    /// Somebody who does not have that job; he may have had it. Anybody can say so.
    Unknown,
    /// Somebody who has the job, and was not of use yet.
    New,
    /// Somebody who has the job, and was of use before.
    Proven,
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
    standing: Standing,
    begun: Instant,
}

/// A result that did not become whole.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Unfinished {
    pub(crate) from: String,
    /// What its parts are to be left by.
    pub(crate) tokens: Vec<u64>,
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

    /// Whether another result of so many bytes is collected for this sender.
    fn has_room(&self, from: &str, length: u64, standing: Standing) -> bool {
        let own = self.of.keys().filter(|(name, _)| name == from).count();
        let (most_own, share) = match standing {
            Standing::Unknown => (1, self.most / 4),
            Standing::New => (1, self.most / 2),
            Standing::Proven => (OF_ONE, self.most),
        };
        // Those who are better known may take what is left.
        let others = self.of.values().filter(|collection| collection.standing <= standing);
        let others: u64 = others.map(|collection| collection.length).sum();
        let fits = self.held == 0 || others + length <= share;
        own < most_own && self.held + length <= self.most && fits
    }

    /// One more part. A result that is whole keeps its room until it is [given back](Parts::give_back).
    pub(crate) fn add(
        &mut self,
        from: &str,
        part: ResultPart,
        token: Option<u64>,
        standing: Standing,
    ) -> Came {
        let ResultPart { lease, number, of, length, bytes } = part;
        let is_odd = of == 0 || of as usize > MOST_PARTS || number >= of || bytes.is_empty();
        if is_odd || length > self.most_of_one || bytes.len() as u64 > length {
            return Came::Odd;
        }
        let key = (from.to_owned(), lease);
        if !self.of.contains_key(&key) {
            if !self.has_room(from, length, standing) {
                return Came::NoRoom;
            }
            self.held += length;
        }
        let collection = self.of.entry(key.clone()).or_insert_with(|| Collection {
            of,
            length,
            parts: BTreeMap::new(),
            tokens: Vec::new(),
            standing,
            begun: Instant::now(),
        });
        if (collection.of, collection.length) != (of, length) {
            return Came::Odd;
        }
        collection.tokens.extend(token);
        // The same once more says nothing new.
        collection.parts.entry(number).or_insert(bytes);
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

    /// Lets go what does not become whole.
    pub(crate) fn forget(&mut self) -> Vec<Unfinished> {
        self.forget_those(|_, collection| collection.begun.elapsed() >= PATIENCE)
    }

    /// Lets go what a worker has sent: of this result, or of all.
    pub(crate) fn forget_of(&mut self, from: &str, lease: Option<Lease>) -> Vec<u64> {
        let is_meant =
            |(name, of): &(String, Lease)| name == from && lease.is_none_or(|lease| lease == *of);
        let forgotten = self.forget_those(|key, _| is_meant(key));
        forgotten.into_iter().flat_map(|unfinished| unfinished.tokens).collect()
    }

    /// Nobody listened for a while: all that is not whole has its time anew.
    pub(crate) fn wait_longer(&mut self) {
        self.of.values_mut().for_each(|collection| collection.begun = Instant::now());
    }

    fn forget_those(
        &mut self,
        is_meant: impl Fn(&(String, Lease), &Collection) -> bool,
    ) -> Vec<Unfinished> {
        let meant = self.of.iter().filter(|(key, collection)| is_meant(key, collection));
        let keys: Vec<(String, Lease)> = meant.map(|(key, _)| key.clone()).collect();
        let mut forgotten = Vec::new();
        for key in keys {
            let Some(Collection { length, tokens, .. }) = self.of.remove(&key) else { continue };
            self.held = self.held.saturating_sub(length);
            forgotten.push(Unfinished { from: key.0, tokens });
        }
        forgotten
    }
}

#[cfg(test)]
mod tests {
    use super::{Came, OF_ONE, PATIENCE, Parts, Standing, Unfinished};
    use crate::message::ResultPart;
    use andor_engine::remote::Lease;
    use std::time::Instant;

    fn part(epoch: u64, number: u32, of: u32, length: u64) -> ResultPart {
        let lease = Lease { place: 0, epoch };
        ResultPart { lease, number, of, length, bytes: vec![number as u8; 10] }
    }

    fn add(parts: &mut Parts, from: &str, part: ResultPart, token: Option<u64>) -> Came {
        parts.add(from, part, token, Standing::Proven)
    }

    #[test]
    fn parts_come_in_any_order_and_twice() {
        let mut parts = Parts::new(100, 100);
        for (number, token) in [(2, 7), (0, 8), (2, 9)] {
            assert_eq!(add(&mut parts, "w", part(1, number, 3, 30), Some(token)), Came::Kept);
        }
        // Another worker's lease of the same number is another result.
        assert_eq!(add(&mut parts, "v", part(1, 1, 3, 30), Some(1)), Came::Kept);
        // What came first stays.
        let other = ResultPart { bytes: vec![9; 10], ..part(1, 2, 3, 30) };
        assert_eq!(add(&mut parts, "w", other, None), Came::Kept);
        let Came::Whole(bytes, tokens) = add(&mut parts, "w", part(1, 1, 3, 30), Some(10)) else {
            panic!("it is whole")
        };
        assert_eq!((bytes.len(), &bytes[9..12], tokens), (30, &[0, 1, 1][..], vec![7, 8, 9, 10]));
        assert_eq!(bytes[29], 2);
        assert_eq!(parts.held, 60, "it is in hand still");
        parts.give_back(30);
        let forgotten = parts.forget_those(|_, _| true);
        assert_eq!(forgotten, [Unfinished { from: "v".to_owned(), tokens: vec![1] }]);
        assert_eq!((parts.held, parts.of.len()), (0, 0));
    }

    #[test]
    fn room_is_bounded_and_had_from_the_beginning() {
        let mut parts = Parts::new(100, 60);
        assert_eq!(add(&mut parts, "w", part(1, 0, 6, 60), None), Came::Kept);
        assert_eq!(add(&mut parts, "v", part(1, 0, 6, 60), None), Came::NoRoom);
        // Whoever has begun ends.
        for number in 1..5 {
            assert_eq!(add(&mut parts, "w", part(1, number, 6, 60), None), Came::Kept);
        }
        assert!(matches!(add(&mut parts, "w", part(1, 5, 6, 60), None), Came::Whole(..)));
        assert_eq!(add(&mut parts, "v", part(1, 0, 6, 60), None), Came::NoRoom);
        parts.give_back(60);
        // Nobody collects more than a few, and what makes no sense is refused.
        for epoch in 0..OF_ONE as u64 {
            assert_eq!(add(&mut parts, "v", part(epoch, 0, 2, 20), Some(epoch)), Came::Kept);
        }
        assert_eq!(add(&mut parts, "v", part(9, 0, 2, 20), None), Came::NoRoom);
        for odd in [part(8, 0, 0, 10), part(8, 3, 3, 30), part(8, 0, 9, 61), part(0, 1, 3, 20)] {
            assert_eq!(add(&mut parts, "v", odd, None), Came::Odd);
        }
        let second = Lease { place: 0, epoch: 1 };
        assert_eq!(parts.forget_of("v", Some(second)), [1]);
        let mut rest = parts.forget_of("v", None);
        rest.sort_unstable();
        assert_eq!((rest, parts.held), (vec![0, 2, 3], 0));
    }

    #[test]
    fn a_byte_now_and_then_holds_no_room() {
        let mut parts = Parts::new(100, 100);
        assert_eq!(add(&mut parts, "w", part(1, 0, 10, 100), Some(1)), Came::Kept);
        let long_ago = Instant::now().checked_sub(PATIENCE).unwrap();
        let age = |parts: &mut Parts| {
            parts.of.values_mut().for_each(|collection| collection.begun = long_ago);
        };
        // Nobody listened, or somebody does not say the rest.
        age(&mut parts);
        parts.wait_longer();
        assert_eq!(parts.forget(), []);
        age(&mut parts);
        for number in [0, 1] {
            assert_eq!(add(&mut parts, "w", part(1, number, 10, 100), Some(2)), Came::Kept);
        }
        let forgotten = [Unfinished { from: "w".to_owned(), tokens: vec![1, 2, 2] }];
        assert_eq!((parts.forget(), parts.held), (forgotten.into(), 0));
    }

    /// However many names say that they have results of before, and send a byte of each: whoever has a job has room for
    /// its result, and who was of use before has more.
    #[test]
    fn who_is_less_known_has_less_room() {
        let mut parts = Parts::new(400, 100);
        let mut of = |name: String, epoch, standing| {
            parts.add(&name, part(epoch, 0, 10, 100), None, standing)
        };
        let mut came = |standing: Standing| {
            let names = (0..9).filter(|number| {
                let name = format!("{standing:?}-{number}");
                let first = of(name.clone(), 1, standing);
                // With or without room: no second one until it is proven.
                assert!(standing == Standing::Proven || of(name, 2, standing) == Came::NoRoom);
                first == Came::Kept
            });
            names.count()
        };
        assert_eq!([Standing::Unknown, Standing::New, Standing::Proven].map(&mut came), [1, 1, 2]);
    }
}
