//! Zone tables, and the plain judge of zone leaves, who must say the same as each of them, whether he derives what
//! he is asked about or everything at once.

use crate::truth::{Share, Tally, Truth};
use andor_core::{Limits, RaceBoard, Racers, Silent};
use andor_tables::zone::{PlainZone, Verdict, ZoneShape, ZoneTable};

/// Tables of more states take longer to build than a test may.
const MOST_STATES: u64 = 100_000_000;
/// On boards of more squares the judge who derives what he is asked about is asked about one position in so many.
const JUDGED_WHOLLY: usize = 16;
const JUDGED_IN: u64 = 64;

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
        let new =
            || PlainZone::new(RaceBoard { columns, rows }, depth, &Limits::default()).unwrap();
        let (judge, at_once) = (new().on_demand(), new().with_threads(2));
        let every = if columns * rows <= JUDGED_WHOLLY { 1 } else { JUDGED_IN };
        let tallies = truth.tally(1, |_, _, side, racing| {
            let racers = Racers { own: racing.own, enemy: racing.enemy, goes_up: racing.goes_up };
            let told = table.mover_wins(racers);
            let mixed = (racing.own ^ racing.enemy.rotate_left(32)).wrapping_mul(0x9e37_79b9);
            let verdict = match told {
                Some(true) => Verdict::Wins,
                Some(false) => Verdict::Loses,
                None => Verdict::Unknown,
            };
            assert_eq!(at_once.judge(racers), verdict, "{racers:?}, k = {depth}");
            if (mixed >> 20) % every == 0 {
                assert_eq!(judge.judge(racers), verdict, "{racers:?}, k = {depth}");
            }
            match told {
                Some(true) => Share::Decided(0, side),
                Some(false) => Share::Decided(0, side.other()),
                None => Share::Open,
            }
        });
        let tally = tallies.into_iter().next().expect("one kind");
        println!("{columns}x{rows}, k = {depth}: {tally}, {judge:?}");
        assert_eq!((judge.stopped(), at_once.stopped()), (None, None));
        assert!(at_once.states() < shape.states() / 64 + 2, "{at_once:?}");
        let shares = |tally: &Tally| (tally.wins_seen(), tally.losses_seen());
        assert!(tally.wins_seen() > 850 && tally.losses_seen() > 700, "{tally}");
        assert!(last.is_none_or(|last| shares(&last) <= shares(&tally)), "more rows see more");
        last = Some(tally);
    }
    assert!(last.is_some());
}
