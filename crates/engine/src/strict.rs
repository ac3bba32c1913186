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
use andor_certify::Tables;
use andor_core::{Outcome, Player, Racers, Rules};
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, DefaultHasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// How many sets there are, so that threads seldom wait for each other.
const SETS: usize = 256;
/// The most positions of one set.
const MOST: usize = 1 << 15;

type Proved = HashSet<Racers, BuildHasherDefault<DefaultHasher>>;

/// Tables that are asked for advice only.
pub(crate) struct StrictTables<'a> {
    tables: &'a TableSet,
    /// Positions with the winner to move that are proved.
    proved: Vec<Mutex<Proved>>,
    searched: AtomicU64,
    /// The first position that the table decides and the rules do not bear out.
    refuted: Mutex<Option<String>>,
}

impl<'a> StrictTables<'a> {
    pub(crate) fn new(tables: &'a TableSet) -> StrictTables<'a> {
        StrictTables {
            tables,
            proved: (0..SETS).map(|_| Mutex::default()).collect(),
            searched: AtomicU64::new(0),
            refuted: Mutex::new(None),
        }
    }

    /// How many positions were searched.
    pub(crate) fn searched(&self) -> u64 {
        self.searched.load(Ordering::Relaxed)
    }

    /// A position about which the table lied, if there was one.
    pub(crate) fn refuted(&self) -> Option<String> {
        self.refuted.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set_of(&self, racers: Racers) -> &Mutex<Proved> {
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
        let text = rules.position_text(position);
        self.refuted.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(text);
        None
    }

    fn checksums(&self) -> Vec<String> {
        Tables::<R>::checksums(self.tables)
    }
}

#[cfg(test)]
mod tests {
    use super::StrictTables;
    use crate::tables::TableSet;
    use andor_certify::Tables;
    use andor_core::{Limits, Outcome, RaceBoard, Rules, Silent};
    use andor_games::breakthrough::Reference;
    use andor_tables::zone::{ZoneShape, ZoneTable};
    use std::sync::Arc;

    fn tables(zone: ZoneTable) -> TableSet {
        let spec = "breakthrough:4x5";
        TableSet::new(&[], spec).unwrap().with_zone(Some(Arc::new(zone)), spec)
    }

    fn shape() -> ZoneShape {
        ZoneShape::new(RaceBoard { columns: 4, rows: 5 }, 3).unwrap()
    }

    #[test]
    fn what_a_true_table_decides_is_proved_from_the_rules() {
        let rules = Reference::new(4, 5);
        let zone = ZoneTable::build(shape(), 1, &Limits::default(), &mut Silent).unwrap();
        let tables = tables(zone);
        let strict = StrictTables::new(&tables);
        // Every position up to four plies below the beginning that the table decides.
        let mut positions = vec![rules.initial()];
        let mut decided = 0;
        for _ in 0..4 {
            let mut next = Vec::new();
            let mut moves = Vec::new();
            for position in &positions {
                rules.moves(position, &mut moves);
                next.extend(moves.iter().map(|&mv| rules.after(position, mv)));
            }
            next.retain(|position| rules.outcome(position).is_none());
            for position in &next {
                let said = tables.look(&rules, position);
                decided += u32::from(said.is_some());
                assert_eq!(strict.outcome(&rules, position), said);
            }
            positions = next;
        }
        assert!(decided > 10 && strict.searched() > 0 && strict.refuted().is_none(), "{decided}");
    }

    #[test]
    fn a_table_that_lies_proves_nothing() {
        let rules = Reference::new(4, 5);
        // Everything is won with a budget of 1, this one says.
        let zone = ZoneTable::from_bytes(shape(), vec![0; shape().bytes() as usize]).unwrap();
        let tables = tables(zone);
        let position = rules.parse_position("bbbb/b1b1/1w1b/ww1w/ww1w w").unwrap();
        let said = tables.look(&rules, &position);
        assert_eq!(said, Some(Outcome::Win(rules.side_to_move(&position))));
        let strict = StrictTables::new(&tables);
        assert_eq!(strict.outcome(&rules, &position), None);
        assert_eq!(strict.refuted(), Some(rules.position_text(&position)));
    }
}
