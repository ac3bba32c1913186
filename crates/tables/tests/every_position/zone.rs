//! Zone tables.

use crate::truth::{Share, Tally, Truth};
use andor_core::{Limits, RaceBoard, Racers, Silent};
use andor_tables::zone::{ZoneShape, ZoneTable};

/// Tables of more states take longer to build than a test may.
const MOST_STATES: u64 = 100_000_000;

/// Every table of a board, from three rows on.
pub fn check(truth: &Truth) {
    let (columns, rows) = (truth.columns, truth.rows);
    let mut last: Option<Tally> = None;
    for depth in 3..rows {
        let shape = ZoneShape::new(RaceBoard { columns, rows }, depth).unwrap();
        if shape.states() > MOST_STATES {
            continue;
        }
        let table = ZoneTable::build(shape, 2, &Limits::default(), &mut Silent).unwrap();
        let tallies = truth.tally(1, |_, _, side, racing| {
            let racers = Racers { own: racing.own, enemy: racing.enemy, goes_up: racing.goes_up };
            match table.mover_wins(racers) {
                Some(true) => Share::Decided(0, side),
                Some(false) => Share::Decided(0, side.other()),
                None => Share::Open,
            }
        });
        let tally = tallies.into_iter().next().expect("one kind");
        println!("{columns}x{rows}, k = {depth}: {tally}");
        let shares = |tally: &Tally| (tally.wins_seen(), tally.losses_seen());
        assert!(tally.wins_seen() > 850 && tally.losses_seen() > 700, "{tally}");
        assert!(last.is_none_or(|last| shares(&last) <= shares(&tally)), "more rows see more");
        last = Some(tally);
    }
    assert!(last.is_some());
}
