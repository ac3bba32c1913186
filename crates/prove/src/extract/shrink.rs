//! The second pass over a win: the proof is made smaller, and written.
//!
//! First everything that the root needs is collected, and counted how often: a position that no
//! other leads to any more is dropped, with what only it needed. Each gets the least rank that its
//! move allows. Then, from the root down, each position may change its move. Any legal move will
//! do whose replies are all in the proof with smaller ranks, are won on the spot, or may end it; it is taken if
//! it adds fewer positions than it drops. So the proof only ever becomes smaller. Where no position can come
//! back, a search looks for such moves (`cover`).
//!
//! Who is in a hurry leaves that out: the walk has preferred such moves already.
//!
//! In the end every position, the lowest ranks first, gets the least rank that its new move allows,
//! and is written.

use super::ranks::KeyMap;
use super::{ExtractError, Replies, USUAL_MOVES, Walk};
use andor_core::{Canonical, Game, InputError, Key, Observer, ProofEntry, ProofSink, Repetition};

/// More positions than this are not compared with each other one by one.
const MOST_COMPARED: usize = 1024;

/// The positions of a proof in the order of ranking, as flat bytes; a place is kept for all that
/// are ranked, and one for none.
///
/// ```text
///   | position bytes | 1 if the proof has, or had, the position |
/// ```
pub(super) struct Places {
    records: Vec<u8>,
    /// Positions that were not ranked before.
    added: Vec<u8>,
}

impl Places {
    /// Makes a place for a position that was not ranked before.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.added.extend_from_slice(bytes);
        self.added.push(1);
    }
}

/// A position on the way down, and what is left of the positions after the replies to its move.
struct Step<P> {
    /// `None` stands above the positions that a proof begins with.
    key: Option<Key>,
    rank: u32,
    pending: Vec<(Key, P)>,
}

/// Whether the ranks are the least that the moves allow already, or are to be made so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum AreLeast {
    Yes,
    No,
}

impl<G: Game> Walk<'_, G> {
    /// Writes a proof that has these positions, each with the holder to move, and all ranked.
    pub(super) fn shrink(
        &mut self,
        first: &[G::Position],
        observer: &mut dyn Observer,
        sink: &mut dyn ProofSink,
    ) -> Result<(), ExtractError> {
        // Step 1. What the root needs.
        let ranked = self.ranks.len();
        self.extracted.ranked = ranked as u64;
        let stride = self.game.encoded_len() + 1;
        let mut places = Places { records: vec![0; (ranked + 1) * stride], added: Vec::new() };
        for position in first {
            self.collect(self.game.key(position), position, &mut places)?;
        }
        for order in (1..=ranked).rev() {
            let Some(position) = self.at(&places, order)? else { continue };
            for (key, reply) in self.chosen_replies(&position)?.positions {
                self.collect(key, &reply, &mut places)?;
            }
            self.look_around(self.extracted.ranked, self.ranks.bytes(), observer)?;
        }
        self.extracted.before_shrinking = self.extracted.positions;
        self.ranks.keep_referenced();
        if self.effort == 0 {
            return self.write(places, AreLeast::No, observer, sink);
        }
        // Step 2. Better moves.
        if self.game.repetition() == Repetition::Impossible {
            for order in (1..=ranked).rev() {
                let Some(position) = self.at(&places, order)? else { continue };
                self.improve_by_search(&position, &mut places)?;
                self.look_around(self.extracted.positions, self.ranks.bytes(), observer)?;
            }
            self.rank_again(first, observer)?;
            return self.write(places, AreLeast::Yes, observer, sink);
        }
        for order in 1..=ranked {
            let Some(position) = self.at(&places, order)? else { continue };
            self.least_rank(&position)?;
            self.look_around(self.extracted.positions, self.ranks.bytes(), observer)?;
        }
        for order in (1..=ranked).rev() {
            let Some(position) = self.at(&places, order)? else { continue };
            self.improve(&position, &mut places)?;
            self.look_around(self.extracted.positions, self.ranks.bytes(), observer)?;
        }
        // Step 3. Write.
        self.write(places, AreLeast::No, observer, sink)
    }

    /// The position at a place, if the proof has or had one there.
    fn at(&self, places: &Places, order: usize) -> Result<Option<G::Position>, ExtractError> {
        let width = self.game.encoded_len();
        let (bytes, flag) = places.records[order * (width + 1)..][..=width].split_at(width);
        if flag == [0] { Ok(None) } else { self.position(bytes).map(Some) }
    }

    pub(super) fn position(&self, bytes: &[u8]) -> Result<G::Position, ExtractError> {
        let unreadable = || InputError::new("the game does not read its own position bytes");
        self.game.decode(bytes).ok_or_else(|| ExtractError::Sink(unreadable()))
    }

    /// The different positions after the replies to the move of a canonical position.
    pub(super) fn chosen_replies(
        &mut self,
        position: &G::Position,
    ) -> Result<Replies<G::Position>, ExtractError> {
        let index = self.ranks.move_index(self.game.key(position))?;
        self.game.sorted_moves(position, &mut self.moves);
        let mv = self.moves.get(index).copied();
        let mv = mv.ok_or_else(|| self.contradiction(position, "no such move"))?;
        let mut replies = self.keyed_replies(position, mv)?;
        if replies.positions.len() > MOST_COMPARED {
            let mut seen: KeyMap<()> = KeyMap::default();
            replies.positions.retain(|&(key, _)| seen.insert(key, ()).is_none());
            return Ok(replies);
        }
        let mut seen: Vec<Key> = Vec::with_capacity(replies.positions.len());
        replies.positions.retain(|&(key, _)| {
            let is_new = !seen.contains(&key);
            if is_new {
                seen.push(key);
            }
            is_new
        });
        Ok(replies)
    }

    /// One more position leads to this one, whose rank is still its place in the order.
    fn collect(
        &mut self,
        key: Key,
        position: &G::Position,
        places: &mut Places,
    ) -> Result<(), ExtractError> {
        if self.ranks.refer(key)? > 1 {
            return Ok(());
        }
        let order = self.ranks.known(key)?.rank;
        let Canonical { bytes, .. } = self.game.canonical(position);
        let place = &mut places.records[order as usize * (bytes.len() + 1)..];
        place[..bytes.len()].copy_from_slice(&bytes);
        place[bytes.len()] = 1;
        self.extracted.positions += 1;
        Ok(())
    }

    /// Gives every position of a proof in which none can come back the least rank that its move allows.
    fn rank_again(
        &mut self,
        first: &[G::Position],
        observer: &mut dyn Observer,
    ) -> Result<(), ExtractError> {
        self.ranks.forget_ranks();
        let keyed = |position: &G::Position| (self.game.key(position), position.clone());
        let mut path =
            vec![Step { key: None, rank: 1, pending: first.iter().map(keyed).collect() }];
        while let Some(step) = path.last_mut() {
            if let Some((reply, position)) = step.pending.pop() {
                let known = self.ranks.known(reply)?.rank;
                step.rank = step.rank.max(known + 1);
                if known == 0 {
                    let Canonical { position, .. } = self.game.canonical(&position);
                    let Replies { positions, least_rank: rank } = self.chosen_replies(&position)?;
                    path.push(Step { key: Some(reply), rank, pending: positions });
                    self.look_around(self.extracted.positions, self.ranks.bytes(), observer)?;
                }
                continue;
            }
            let Step { key, rank, .. } = *step;
            path.pop();
            if let (Some(key), Some(above)) = (key, path.last_mut()) {
                self.ranks.set_rank(key, rank)?;
                above.rank = above.rank.max(rank + 1);
            }
        }
        Ok(())
    }

    /// Gives a canonical position of the proof the least rank that its move allows.
    fn least_rank(&mut self, position: &G::Position) -> Result<u32, ExtractError> {
        let Replies { positions, least_rank: mut rank } = self.chosen_replies(position)?;
        for (key, _) in positions {
            rank = rank.max(self.ranks.known(key)?.rank + 1);
        }
        self.ranks.set_rank(self.game.key(position), rank)?;
        Ok(rank)
    }

    /// One more position leads to this one, which is ranked or won on the spot.
    fn refer(
        &mut self,
        key: Key,
        position: &G::Position,
        places: &mut Places,
    ) -> Result<(), ExtractError> {
        if self.ranks.get(key).is_none() {
            let Canonical { position, bytes, .. } = self.game.canonical(position);
            let mv = self.winning_move(&position);
            let mv = mv.ok_or_else(|| self.contradiction(&position, "not won on the spot"))?;
            let move_index = self.index_of(&position, mv)?;
            self.ranks.insert(key, 1, move_index);
            places.add(&bytes);
        }
        self.extracted.positions += u64::from(self.ranks.refer(key)? == 1);
        Ok(())
    }

    /// One position less leads to each of these; what none leads to is dropped.
    fn release(&mut self, mut released: Vec<(Key, G::Position)>) -> Result<(), ExtractError> {
        while let Some((key, position)) = released.pop() {
            self.look()?;
            if self.ranks.release(key)? == 0 {
                self.extracted.positions -= 1;
                let Canonical { position, .. } = self.game.canonical(&position);
                released.extend(self.chosen_replies(&position)?.positions);
            }
        }
        Ok(())
    }

    /// Changes the move of a position of the proof if that makes the proof smaller.
    fn improve(&mut self, position: &G::Position, places: &mut Places) -> Result<(), ExtractError> {
        let key = self.game.key(position);
        let ranked = self.ranks.known(key)?;
        if ranked.references == 0 {
            return Ok(());
        }
        // Step 1. What only the move at hand needs.
        let old = self.chosen_replies(position)?.positions;
        let only = |(key, _): &(Key, _)| {
            self.ranks.get(*key).filter(|reply| reply.references == 1).map(|_| *key)
        };
        let dropped: Vec<Key> = old.iter().filter_map(only).collect();
        // Step 2. The move that is most to be preferred to it.
        let mut best: Option<(i64, usize)> = None;
        if !dropped.is_empty() && dropped.len() <= MOST_COMPARED {
            for (index, &mv) in self.moves_of(position).iter().enumerate() {
                self.look()?;
                let more = self.more_by(position, mv, ranked.rank, &dropped);
                if more.is_some_and(|more| more < best.map_or(0, |(least, _)| least)) {
                    best = more.map(|more| (more, index));
                }
            }
        }
        // Step 3. Take it.
        if let Some((_, index)) = best {
            self.ranks.set_move(key, index)?;
            for (key, reply) in self.chosen_replies(position)?.positions {
                self.refer(key, &reply, places)?;
            }
            self.release(old)?;
        }
        Ok(())
    }

    pub(super) fn moves_of(&self, position: &G::Position) -> Vec<G::Move> {
        let mut moves = Vec::with_capacity(USUAL_MOVES);
        self.game.sorted_moves(position, &mut moves);
        moves
    }

    /// How many positions more the proof has with this move, where the move at hand alone needs
    /// the `dropped` ones (and what these alone need, which is not counted). `None` if the move
    /// will not do.
    fn more_by(
        &self,
        position: &G::Position,
        mv: G::Move,
        rank: u32,
        dropped: &[Key],
    ) -> Option<i64> {
        let next = self.game.after(position, mv);
        let mut more = -(dropped.len() as i64);
        if let Some(outcome) = self.game.outcome(&next) {
            return self.claim.is_met_by(outcome).then_some(more);
        }
        let mut counted: Vec<Key> = Vec::new();
        for reply in self.moves_of(&next) {
            match self.game.outcome_after(&next, reply) {
                Some(outcome) if self.claim.is_met_by(outcome) => continue,
                Some(_) => return None,
                None => {}
            }
            let key = self.game.key_after(&next, reply);
            if counted.contains(&key) {
                continue;
            }
            match self.ranks.get(key) {
                Some(ranked) if ranked.rank >= rank => return None,
                Some(ranked) if ranked.references > 0 && !dropped.contains(&key) => continue,
                // Of what was dropped before, only wins on the spot need nothing else.
                Some(ranked) if ranked.references == 0 && ranked.rank > 1 => return None,
                Some(_) => {}
                None => {
                    let reply = self.game.after(&next, reply);
                    let stops = self.may_stop(&reply);
                    if !stops {
                        self.winning_move(&reply)?;
                    }
                    if self.skips_leaves || stops {
                        if rank == 1 {
                            return None;
                        }
                        continue;
                    }
                }
            }
            counted.push(key);
            more += 1;
            if more >= 0 {
                return None;
            }
        }
        Some(more)
    }

    /// Writes the proof, with the least ranks.
    fn write(
        &mut self,
        mut places: Places,
        are_least: AreLeast,
        observer: &mut dyn Observer,
        sink: &mut dyn ProofSink,
    ) -> Result<(), ExtractError> {
        let width = self.game.encoded_len();
        places.records.append(&mut places.added);
        let mut by_rank: Vec<(u32, u32)> = Vec::with_capacity(self.extracted.positions as usize);
        for place in 0..places.records.len() / (width + 1) {
            let Some(position) = self.at(&places, place)? else { continue };
            self.look()?;
            let ranked = self.ranks.known(self.game.key(&position))?;
            if ranked.references > 0 {
                by_rank.push((ranked.rank, place as u32));
            }
        }
        by_rank.sort_unstable();
        for (written, &(rank, place)) in by_rank.iter().enumerate() {
            let position = self.at(&places, place as usize)?.expect("a place of the proof");
            let rank = match are_least {
                AreLeast::Yes => rank,
                AreLeast::No => self.least_rank(&position)?,
            };
            let move_index = self.ranks.move_index(self.game.key(&position))? as u32;
            let bytes = &places.records[place as usize * (width + 1)..][..width];
            sink.entry(ProofEntry { position: bytes, move_index, rank })
                .map_err(ExtractError::Sink)?;
            self.look_around(written as u64, self.ranks.bytes(), observer)?;
        }
        debug_assert_eq!(by_rank.len() as u64, self.extracted.positions);
        Ok(())
    }
}
