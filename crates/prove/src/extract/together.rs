//! A win walked by several threads, where no position comes back and the game knows how long it can still last.
//!
//! The walk goes down from the root, and nobody has to come back up: what is needed is put into one set, and each
//! of its positions is looked at once, by whichever thread is free.
//!
//! ```text
//!   plies left   12   o root
//!                     |\
//!                10   o o      1. down: every position gets its move, and the replies to that come into the set
//!                    /|/|
//!                 8 o o o
//!                   | | |      2. up: layer by layer, every position gets the least rank above those of its replies
//!                 6 o o o
//! ```
//!
//! Every ply makes the plies that are left fewer, so the layers are an order in which replies come first. Which of two
//! moves a position gets may depend on what others have put into the set by then: the proof holds either way, and
//! has other positions from run to run. If it is to be made smaller still, that is done by one thread (`shrink`).

use super::ranks::KeyMap;
use super::{ExtractError, Ranks, Walk};
use crate::solver::Solver;
use andor_core::{Canonical, Counters, Crowd, Game, Key, Observer, ProofEntry, ProofSink, Silent};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

/// The set is in so many parts, each with its lock.
const SHARDS: usize = 256;
/// A layer with fewer positions is ranked by one thread.
const THIN: usize = 4096;
const REPORT_EVERY: Duration = Duration::from_millis(100);
const PANICS: &str = "a thread that panics ends the walk";

/// Where a position stands in the set.
#[derive(Clone, Copy)]
struct Place {
    shard: usize,
    index: usize,
}

/// A part of the set: what is known of its positions, in the order in which they came.
#[derive(Default)]
struct Shard {
    places: KeyMap<u32>,
    /// The bytes of the canonical positions, one behind the other.
    bytes: Vec<u8>,
    /// The places of the holder's moves among the sorted ones.
    moves: Vec<u32>,
    plies: Vec<u32>,
}

impl Shard {
    fn memory(&self) -> u64 {
        let places = self.places.capacity() * (size_of::<(Key, u32)>() + 1);
        let numbers = 4 * (self.moves.capacity() + self.plies.capacity());
        (places + self.bytes.capacity() + numbers) as u64
    }
}

/// The positions with the holder to move that a proof needs.
pub(super) struct Seen {
    shards: Vec<Mutex<Shard>>,
}

impl Seen {
    fn new() -> Seen {
        Seen { shards: (0..SHARDS).map(|_| Mutex::default()).collect() }
    }

    /// Keys select buckets of tables by their high bits; here the low ones do.
    fn shard_of(key: Key) -> usize {
        key.index as usize % SHARDS
    }

    fn shard(&self, shard: usize) -> MutexGuard<'_, Shard> {
        self.shards[shard].lock().expect(PANICS)
    }

    /// Whether the proof has this position.
    pub(super) fn has(&self, key: Key) -> bool {
        self.shard(Seen::shard_of(key)).places.contains_key(&key)
    }

    /// Takes a position in; `None` if it is there.
    fn enter(&self, key: Key, bytes: &[u8], plies: u32) -> Option<Place> {
        let shard = Seen::shard_of(key);
        let mut part = self.shard(shard);
        let index = part.moves.len();
        match part.places.entry(key) {
            std::collections::hash_map::Entry::Occupied(_) => return None,
            std::collections::hash_map::Entry::Vacant(free) => free.insert(index as u32),
        };
        part.bytes.extend_from_slice(bytes);
        part.moves.push(0);
        part.plies.push(plies);
        Some(Place { shard, index })
    }

    fn len(&self) -> usize {
        (0..SHARDS).map(|shard| self.shard(shard).moves.len()).sum()
    }

    /// The bytes of memory that it takes.
    fn bytes(&self) -> u64 {
        (0..SHARDS).map(|shard| self.shard(shard).memory()).sum()
    }
}

/// A position whose move is still to be found.
struct Task<P> {
    place: Place,
    position: P,
}

/// What has become of the walk.
#[derive(Default)]
struct Outcome {
    counters: Counters,
    rests: u64,
    settled: u64,
    failure: Option<ExtractError>,
}

impl<'a, G: Game> Walk<'a, G> {
    /// Writes a proof that has these positions, each with the holder to move; every hand is a thread.
    pub(super) fn walk_together(
        &mut self,
        first: &[G::Position],
        hands: Vec<Box<dyn Solver<G> + Send + '_>>,
        observer: &mut dyn Observer,
        sink: &mut dyn ProofSink,
    ) -> Result<(), ExtractError> {
        // Step 1. Down.
        let threads = hands.len();
        let seen = Seen::new();
        let mut tasks = Vec::new();
        for position in first {
            self.need(&seen, self.game.key(position), position, &mut tasks)?;
        }
        let crowd = Crowd::new(threads, tasks);
        let outcome = Mutex::new(Outcome::default());
        std::thread::scope(|scope| {
            for hand in hands {
                let walk = self.another(Some(&seen));
                let (crowd, outcome) = (&crowd, &outcome);
                scope.spawn(move || walk.go_down(hand, crowd, outcome));
            }
            while !crowd.is_over() {
                crowd.wait(REPORT_EVERY);
                self.extracted.counters = outcome.lock().expect(PANICS).counters;
                observer.progress(&self.progress(seen.len() as u64, seen.bytes()));
            }
        });
        let Outcome { counters, rests, settled, failure } = outcome.into_inner().expect(PANICS);
        self.extracted.counters = counters;
        self.extracted.rests += rests;
        self.extracted.settled += settled;
        if let Some(failure) = failure {
            return Err(failure);
        }
        let shards: Vec<Shard> =
            seen.shards.into_iter().map(|shard| shard.into_inner().expect(PANICS)).collect();
        // Step 2. By one thread, if it is to be small.
        if self.effort > 0 {
            self.ranks = ranks_of(&shards);
            return self.shrink(first, observer, sink);
        }
        // Step 3. Up, and out.
        let ranks = self.go_up(&shards, threads, observer)?;
        let width = self.game.encoded_len();
        for (shard, ranks) in shards.iter().zip(ranks) {
            for (index, rank) in ranks.into_iter().enumerate() {
                let position = &shard.bytes[index * width..][..width];
                let (move_index, rank) = (shard.moves[index], rank.into_inner());
                sink.entry(ProofEntry { position, move_index, rank })
                    .map_err(ExtractError::Sink)?;
                self.extracted.positions += 1;
                self.look_around(self.extracted.positions, 0, observer)?;
            }
        }
        self.extracted.ranked = self.extracted.positions;
        self.extracted.before_shrinking = self.extracted.positions;
        Ok(())
    }

    /// The same walk for one of the threads, with the set that they have in common.
    fn another<'b>(&self, seen: Option<&'b Seen>) -> Walk<'b, G>
    where
        'a: 'b,
    {
        Walk {
            game: self.game,
            claim: self.claim,
            question: self.question,
            limits: self.limits,
            start: self.start,
            reported: None,
            looks: 0,
            ranks: Ranks::default(),
            seen,
            fresh: None,
            extracted: super::Extracted::default(),
            skips_leaves: self.skips_leaves,
            leaves: self.leaves,
            stops_at_settled: self.stops_at_settled,
            advice: self.advice,
            moves: Vec::new(),
            most: self.most,
            effort: 0,
        }
    }

    /// What a thread does.
    fn go_down(
        mut self,
        mut hand: Box<dyn Solver<G> + Send + '_>,
        crowd: &Crowd<Task<G::Position>>,
        outcome: &Mutex<Outcome>,
    ) {
        let _member = crowd.member();
        let mut own = Vec::new();
        let mut told = Counters::default();
        while let Some(task) = crowd.next(&mut own) {
            if let Err(error) = self.find_move(task, &mut *hand, &mut own) {
                outcome.lock().expect(PANICS).failure.get_or_insert(error);
                return crowd.end();
            }
            crowd.share(&mut own);
            if self.extracted.counters != told {
                let counters = self.extracted.counters;
                outcome.lock().expect(PANICS).counters += counters.since(told);
                told = counters;
            }
        }
        let mut outcome = outcome.lock().expect(PANICS);
        outcome.rests += self.extracted.rests;
        outcome.settled += self.extracted.settled;
    }

    /// Gives a position its move, and takes in what follows.
    fn find_move(
        &mut self,
        Task { place, position }: Task<G::Position>,
        hand: &mut dyn Solver<G>,
        tasks: &mut Vec<Task<G::Position>>,
    ) -> Result<(), ExtractError> {
        self.look()?;
        let mv = match self.glance(&position) {
            Some(mv) => mv,
            None => self.holder_moves(&position, hand, &mut Silent)?[0],
        };
        let index = self.index_of(&position, mv)?;
        let seen = self.seen.expect("a walk of several threads has a set");
        seen.shard(place.shard).moves[place.index] = index as u32;
        for (key, reply) in self.keyed_replies(&position, mv)?.positions {
            self.need(seen, key, &reply, tasks)?;
        }
        Ok(())
    }

    /// A position is needed.
    fn need(
        &self,
        seen: &Seen,
        key: Key,
        position: &G::Position,
        tasks: &mut Vec<Task<G::Position>>,
    ) -> Result<(), ExtractError> {
        if seen.has(key) {
            return Ok(());
        }
        let Canonical { position, bytes, .. } = self.game.canonical(position);
        let plies = self.game.plies_left(&position);
        let plies = plies.ok_or_else(|| self.contradiction(&position, "no end in sight"))?;
        if let Some(place) = seen.enter(key, &bytes, plies) {
            tasks.push(Task { place, position });
        }
        Ok(())
    }

    /// The least ranks of all positions.
    fn go_up(
        &mut self,
        shards: &[Shard],
        threads: usize,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Vec<AtomicU32>>, ExtractError> {
        let ranks: Vec<Vec<AtomicU32>> = shards
            .iter()
            .map(|shard| shard.moves.iter().map(|_| AtomicU32::new(0)).collect())
            .collect();
        let known = |key: Key| {
            let shard = Seen::shard_of(key);
            let &index = shards[shard].places.get(&key)?;
            Some(ranks[shard][index as usize].load(Relaxed))
        };
        let mut layers: Vec<Vec<Place>> = Vec::new();
        for (shard, part) in shards.iter().enumerate() {
            for (index, &plies) in part.plies.iter().enumerate() {
                let layer = plies as usize;
                layers.resize_with(layers.len().max(layer + 1), Vec::new);
                layers[layer].push(Place { shard, index });
            }
        }
        let mut done = 0;
        for layer in layers {
            let threads = if layer.len() < THIN { 1 } else { threads };
            let share = layer.len().div_ceil(threads).max(1);
            let failure = Mutex::new(None);
            std::thread::scope(|scope| {
                for places in layer.chunks(share) {
                    let mut walk = self.another(None);
                    let (ranks, known, failure) = (&ranks, &known, &failure);
                    scope.spawn(move || {
                        for &place in places {
                            match walk.least_rank_at(shards, place, known) {
                                Ok(rank) => ranks[place.shard][place.index].store(rank, Relaxed),
                                Err(error) => {
                                    failure.lock().expect(PANICS).get_or_insert(error);
                                    return;
                                }
                            }
                        }
                    });
                }
            });
            if let Some(failure) = failure.into_inner().expect(PANICS) {
                return Err(failure);
            }
            done += layer.len() as u64;
            self.look()?;
            observer.progress(&self.progress(done, 0));
        }
        Ok(ranks)
    }

    /// The least rank that a position's move allows, all replies being ranked.
    fn least_rank_at(
        &mut self,
        shards: &[Shard],
        Place { shard, index }: Place,
        known: &dyn Fn(Key) -> Option<u32>,
    ) -> Result<u32, ExtractError> {
        let (width, part) = (self.game.encoded_len(), &shards[shard]);
        let position = self.position(&part.bytes[index * width..][..width])?;
        self.game.sorted_moves(&position, &mut self.moves);
        let mv = self.moves.get(part.moves[index] as usize).copied();
        let mv = mv.ok_or_else(|| self.contradiction(&position, "no such move"))?;
        let replies = self.keyed_replies(&position, mv)?;
        let mut rank = replies.least_rank;
        for (key, reply) in replies.positions {
            // A rank of 0 stands where a layer is no lower than this one.
            let below = known(key).filter(|&rank| rank > 0);
            rank = rank.max(1 + below.ok_or_else(|| self.contradiction(&reply, "not below"))?);
        }
        Ok(rank)
    }
}

/// The positions in the order of their layers.
fn ranks_of(shards: &[Shard]) -> Ranks {
    let mut order: Vec<(u32, Key, u32)> = Vec::new();
    for shard in shards {
        let moves = |index: u32| (shard.plies[index as usize], shard.moves[index as usize]);
        order.extend(shard.places.iter().map(|(&key, &index)| {
            let (plies, mv) = moves(index);
            (plies, key, mv)
        }));
    }
    order.sort_unstable_by_key(|&(plies, key, _)| (plies, key.index, key.tag));
    let mut ranks = Ranks::default();
    for (place, (_, key, mv)) in order.into_iter().enumerate() {
        ranks.insert(key, place as u32 + 1, mv as usize);
    }
    ranks
}
