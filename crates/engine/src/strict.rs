//! What a zone table decides, searched out from the reference rules: for verifiers that believe no
//! table.
//!
//! A position that the table calls won is proved by an AND/OR search. Where the winner is to move,
//! the table may *suggest* moves: those after which it still sees the winner win. Where the loser is
//! to move, every legal move of the reference rules is answered. The search ends where the game
//! does. So a table can only waste time here: if it lies, some line does not end in a win, and the
//! position is not proved.
//!
//! A race always ends, so the search does, and positions that are proved stay proved: they are
//! kept, exactly, in sets of bounded size that are emptied when they are full.

use crate::tables::TableSet;
use andor_certify::{TableIdentity, Tables};
use andor_core::{Outcome, Player, Racers, Rules};
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, DefaultHasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// How many sets there are, so that threads seldom wait for each other.
const SETS: usize = 256;
/// The most positions of one set.
const MOST: usize = 1 << 15;

type ProvedRaces = HashSet<Racers, BuildHasherDefault<DefaultHasher>>;

/// Tables that are asked for advice only.
pub struct StrictTables<'a> {
    tables: &'a TableSet,
    /// Positions with the winner to move that are proved.
    proved: Vec<Mutex<ProvedRaces>>,
    searched: AtomicU64,
    /// The first position that the table decides and the rules do not bear out.
    refuted: Mutex<Option<String>>,
}

impl<'a> StrictTables<'a> {
    /// These tables.
    #[must_use]
    pub fn new(tables: &'a TableSet) -> StrictTables<'a> {
        StrictTables {
            tables,
            proved: (0..SETS).map(|_| Mutex::default()).collect(),
            searched: AtomicU64::new(0),
            refuted: Mutex::new(None),
        }
    }

    /// How many positions were searched.
    pub fn searched(&self) -> u64 {
        self.searched.load(Ordering::Relaxed)
    }

    /// A position about which the table lied, if there was one.
    pub fn refuted(&self) -> Option<String> {
        self.refuted.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn refutes(&self, position: String) {
        self.refuted.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(position);
    }

    fn set_of(&self, racers: Racers) -> &Mutex<ProvedRaces> {
        let mixed = (racers.own ^ racers.enemy.rotate_left(31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        &self.proved[(mixed >> 56) as usize % SETS]
    }

    /// Whether `winner` wins a position that is not over.
    fn proves<R: Rules>(&self, rules: &R, position: &R::Position, winner: Player) -> bool {
        if rules.side_to_move(position) != winner {
            return self.answers_all(rules, position, winner);
        }
        let Some(racers) = rules.racers(position) else { return false };
        let set = self.set_of(racers);
        if set.lock().unwrap_or_else(PoisonError::into_inner).contains(&racers) {
            return true;
        }
        self.searched.fetch_add(1, Ordering::Relaxed);
        let mut moves = Vec::new();
        rules.moves(position, &mut moves);
        // Step 1. A move that ends the game.
        let after = |mv| rules.after(position, mv);
        let ends = moves.iter().any(|&mv| rules.outcome(&after(mv)) == Some(Outcome::Win(winner)));
        // Step 2. The moves that the table suggests.
        let wins = ends
            || moves.iter().any(|&mv| {
                let next = after(mv);
                rules.outcome(&next).is_none()
                    && self.tables.look(rules, &next) == Some(Outcome::Win(winner))
                    && self.answers_all(rules, &next, winner)
            });
        if wins {
            let mut proved = set.lock().unwrap_or_else(PoisonError::into_inner);
            if proved.len() >= MOST {
                proved.clear();
            }
            proved.insert(racers);
        }
        wins
    }

    /// Whether every legal move of the loser is answered.
    fn answers_all<R: Rules>(&self, rules: &R, position: &R::Position, winner: Player) -> bool {
        let mut replies = Vec::new();
        rules.moves(position, &mut replies);
        !replies.is_empty()
            && replies.iter().all(|&reply| {
                let next = rules.after(position, reply);
                match rules.outcome(&next) {
                    Some(outcome) => outcome == Outcome::Win(winner),
                    None => self.proves(rules, &next, winner),
                }
            })
    }
}

impl<R: Rules> Tables<R> for StrictTables<'_> {
    fn outcome(&self, rules: &R, position: &R::Position) -> Option<Outcome> {
        let outcome = self.tables.look(rules, position)?;
        let Outcome::Win(winner) = outcome else { return None };
        if self.proves(rules, position, winner) {
            return Some(outcome);
        }
        self.refutes(rules.position_text(position));
        None
    }

    fn identities(&self) -> Vec<TableIdentity> {
        Tables::<R>::identities(self.tables)
    }

    /// Advice: of what a search rests on, only the proof has to be borne out.
    fn decides(&self, rules: &R, position: &R::Position) -> Option<Outcome> {
        self.tables.look(rules, position)
    }

    fn bears_out(&self, rules: &R, position: &R::Position, winner: Player) -> bool {
        let holds = self.proves(rules, position, winner);
        if !holds {
            self.refutes(rules.position_text(position));
        }
        holds
    }
}
