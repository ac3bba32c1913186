//! What a zone table decides is searched out from the rules, and a table that lies proves nothing.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_certify::Tables;
use andor_core::{Limits, Outcome, RaceBoard, Rules, Silent};
use andor_engine::{StrictTables, TableSet};
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
