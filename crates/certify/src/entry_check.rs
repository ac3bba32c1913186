//! What must hold for one entry of a certificate, and for its root: the heart of the verifier.
//!
//! ```text
//!            entry, holder to move, rank r
//!              |  the holder's move
//!            ended as claimed          -> good
//!            ended otherwise           -> fails
//!            goes on, opponent to move
//!              |  EVERY legal reply
//!            ended as claimed          -> good
//!            ended otherwise           -> fails
//!            goes on                   -> must be an entry, for a win with a rank below r, or a
//!                                         leaf (rank 1) where leaves are left out, or be decided
//!                                         as claimed by a table that the certificate rests on, or
//!                                         by the rules where what they settle is left out, or be
//!                                         proved by a search (rank 1) where leaves are left to it
//! ```
//!
//! Only the rules are asked, and only what the certificate says is looked up; nothing is believed. What is
//! to be searched, the caller searches. Where a position is looked up is up to the caller, who may also write it
//! down and look later ([`Found::Later`]).

use crate::digest::to_hex;
use crate::leaf::{forcing_move, winning_move};
use crate::resting::Tables;
use crate::share::Extent;
use andor_core::{Claim, ProofEntry, Rules};

/// A claim, and the rules that judge what is to prove it.
pub(crate) struct EntryCheck<'a, R: Rules> {
    pub rules: &'a R,
    pub claim: Claim,
    /// Whether positions that are won at once need no entry.
    pub without_leaves: bool,
    /// Whether positions that the rules call settled need no entry.
    pub without_settled: bool,
    /// Tables whose positions need no entry.
    pub tables: Option<&'a dyn Tables<R>>,
    /// How many positions may be expanded for a leaf that is left to the search, if there are such leaves.
    pub leaf_budget: Option<u64>,
    /// Whether the search asks the tables.
    pub searches_ask_tables: bool,
    /// Which of these leaves are searched, and whether by the rules even where they promise what they would say.
    pub extent: Extent,
}

/// What became of looking for the canonical bytes of a position among the entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Found {
    /// It is an entry with this rank.
    Rank(u32),
    /// It is not an entry.
    Missing,
    /// It will be looked for; until then all is well.
    Later,
    /// It is not an entry, and is left to the search; until then all is well, and the rank is 1.
    Search,
}

/// Lists of moves, kept from entry to entry.
pub(crate) struct Scratch<R: Rules> {
    moves: Vec<R::Move>,
    replies: Vec<R::Move>,
    leaf_moves: Vec<R::Move>,
}

impl<R: Rules> Default for Scratch<R> {
    fn default() -> Scratch<R> {
        Scratch { moves: Vec::new(), replies: Vec::new(), leaf_moves: Vec::new() }
    }
}

/// What a good root leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RootCheck {
    /// The rank of the root; where the opponent moves, the largest after any reply.
    pub rank: u32,
    /// How many replies were looked at.
    pub replies: u64,
}

impl<R: Rules> EntryCheck<'_, R> {
    /// Checks an entry; gives the number of replies that were looked at, or says what is wrong.
    pub fn check(
        &self,
        entry: ProofEntry<'_>,
        scratch: &mut Scratch<R>,
        find: &mut dyn FnMut(&[u8]) -> Found,
    ) -> Result<u64, String> {
        let (rules, holder) = (self.rules, self.claim.holder());
        // Step 1. It is a position in canonical form, in which the holder must move.
        let key = entry.position;
        let position = rules.decode(key).ok_or("these bytes are not a position")?;
        if rules.canonical(&position).bytes != key {
            return Err("it is not in canonical form".to_owned());
        }
        if rules.side_to_move(&position) != holder {
            return Err(format!("{holder} is not to move"));
        }
        if rules.outcome(&position).is_some() {
            return Err("the game is already over".to_owned());
        }
        // Step 2. The rank is of the right kind.
        let rank = entry.rank;
        match self.claim {
            Claim::Wins(_) if rank == 0 => return Err("a win needs a rank of 1 or more".into()),
            Claim::NotLoses(_) if rank != 0 => {
                return Err(format!("the rank is {rank}, and must be 0 where nothing is won"));
            }
            Claim::Wins(_) | Claim::NotLoses(_) => {}
        }
        // Step 3. The move exists.
        rules.sorted_moves(&position, &mut scratch.moves);
        let index = entry.move_index as usize;
        let Some(&mv) = scratch.moves.get(index) else {
            let legal = scratch.moves.len().max(1);
            return Err(format!("there is no move number {index}, only 0 to {}", legal - 1));
        };
        // Step 4. It ends the game as claimed, or every reply is answered.
        let next = rules.after(&position, mv);
        let played = || format!("after {}", rules.move_text(&position, mv));
        match rules.outcome(&next) {
            Some(outcome) if self.claim.is_met_by(outcome) => Ok(0),
            Some(_) => Err(format!("{} the game ends, but not as claimed", played())),
            None => {
                let checked = self.check_replies(&next, Some(rank), scratch, find);
                checked.map(|root| root.replies).map_err(|why| format!("{} {why}", played()))
            }
        }
    }

    /// Checks the root, whose game is not over.
    pub fn check_root(
        &self,
        root: &R::Position,
        find: &mut dyn FnMut(&[u8]) -> Found,
    ) -> Result<RootCheck, String> {
        if self.rules.side_to_move(root) != self.claim.holder() {
            return self.check_replies(root, None, &mut Scratch::default(), find);
        }
        if self.is_decided(root) {
            return Ok(RootCheck { rank: 0, replies: 0 });
        }
        if self.wins_at_once(root, &mut Vec::new()) {
            return Ok(RootCheck { rank: 1, replies: 0 });
        }
        match find(&self.rules.canonical(root).bytes) {
            Found::Rank(rank) => Ok(RootCheck { rank, replies: 0 }),
            Found::Missing if self.forces_the_end(root) => Ok(RootCheck { rank: 1, replies: 0 }),
            Found::Later => Ok(RootCheck { rank: 0, replies: 0 }),
            Found::Search => Ok(RootCheck { rank: 1, replies: 0 }),
            Found::Missing => Err(self.missing().replacen("which", "it", 1)),
        }
    }

    /// Checks that every reply of the opponent ends the game as claimed or leads to an entry; for
    /// a win to one with a rank below `below`, if that is given.
    fn check_replies(
        &self,
        position: &R::Position,
        below: Option<u32>,
        scratch: &mut Scratch<R>,
        find: &mut dyn FnMut(&[u8]) -> Found,
    ) -> Result<RootCheck, String> {
        let rules = self.rules;
        let Scratch { replies, leaf_moves, .. } = scratch;
        if rules.side_to_move(position) == self.claim.holder() {
            return Err(format!("{} is to move again", self.claim.holder()));
        }
        rules.moves(position, replies);
        if replies.is_empty() {
            return Err("the game goes on, but there is no reply".to_owned());
        }
        let mut largest = 0;
        for &reply in replies.iter() {
            let next = rules.after(position, reply);
            let wrong = |what: String| {
                let (reply, text) = (rules.move_text(position, reply), rules.position_text(&next));
                Err(format!("the reply {reply} leads to \"{text}\" {what}"))
            };
            if let Some(outcome) = rules.outcome(&next) {
                if !self.claim.is_met_by(outcome) {
                    return wrong("where the game ends, but not as claimed".to_owned());
                }
                continue;
            }
            if self.is_decided(&next) {
                continue;
            }
            if below.is_none_or(|below| below > 1) && self.wins_at_once(&next, leaf_moves) {
                largest = largest.max(1);
                continue;
            }
            let rank = match find(&rules.canonical(&next).bytes) {
                Found::Rank(rank) => rank,
                Found::Later => continue,
                Found::Search => 1,
                Found::Missing if self.forces_the_end(&next) => 1,
                Found::Missing => return wrong(self.missing()),
            };
            let falls = match (self.claim, below) {
                (Claim::Wins(_), Some(below)) => rank < below,
                (Claim::Wins(_), None) | (Claim::NotLoses(_), _) => true,
            };
            if !falls {
                return wrong(format!(
                    "whose rank {rank} is not below {}",
                    below.unwrap_or_default()
                ));
            }
            largest = largest.max(rank);
        }
        Ok(RootCheck { rank: largest, replies: replies.len() as u64 })
    }

    /// What is wrong with a root that needs a position which the search does not prove.
    pub fn unproved(&self) -> String {
        format!("it is, or leads to, a position {}", self.missing())
    }

    /// What is wrong with a position that should be an entry.
    fn missing(&self) -> String {
        let searched = self
            .leaf_budget
            .map(|budget| format!(", and which a search of {budget} positions does not prove"));
        format!("which is not in the certificate{}", searched.unwrap_or_default())
    }

    /// Whether a position needs no entry, because the rules or a table say that it ends as claimed.
    fn is_decided(&self, position: &R::Position) -> bool {
        if self.without_settled && self.rules.settled(position) == Some(self.claim.holder()) {
            return true;
        }
        let outcome = self.tables.and_then(|tables| tables.outcome(self.rules, position));
        outcome.is_some_and(|outcome| self.claim.is_met_by(outcome))
    }

    /// Whether a position needs no entry, because the holder has a move that wins the game.
    fn wins_at_once(&self, position: &R::Position, moves: &mut Vec<R::Move>) -> bool {
        self.without_leaves && winning_move(self.rules, self.claim, position, moves).is_some()
    }

    /// Whether a position that is no entry needs none, because of a move that leaves the opponent
    /// no choice but to end the game as claimed.
    fn forces_the_end(&self, position: &R::Position) -> bool {
        self.without_leaves && forcing_move(self.rules, self.claim, position).is_some()
    }

    /// The same for the canonical bytes of a position that goes on.
    pub fn missing_key_is_fine(&self, key: &[u8]) -> bool {
        self.without_leaves
            && self.rules.decode(key).is_some_and(|position| self.forces_the_end(&position))
    }

    /// The position of an entry for people: its text, or its bytes if they are not a position.
    pub fn text(&self, key: &[u8]) -> String {
        match self.rules.decode(key) {
            Some(position) => self.rules.position_text(&position),
            None => to_hex(key),
        }
    }
}
