//! The plain judge of zone leaves: against the tables on boards too large for the whole truth, its
//! limits, and what a verifier that asks it refuses. (Audit: plain verification of zone leaves shared
//! `ZoneTable::mover_wins` with the solver.)

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_certify::{
    Certificate, Heading, SectionBuilder, TableName, verify, verify_with, write_certificate,
};
use andor_core::{
    Claim, Limits, Outcome, Player, RaceBoard, Racers, Rules, Silent, SplitMix64, Stopped,
};
use andor_games::breakthrough::Reference;
use andor_tables::zone::{PlainZone, Verdict, ZoneShape, ZoneTable};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Men anywhere but at their goal, from a few to many.
fn random_racers(board: RaceBoard, random: &mut SplitMix64) -> Racers {
    let RaceBoard { columns, rows } = board;
    let empty = 1 + random.below(6);
    let goes_up = random.below(2) == 0;
    let (mut up, mut down) = (0, 0);
    for square in 0..columns * rows {
        match random.below(2 + empty) {
            0 if square / columns + 1 < rows => up |= 1 << square,
            1 if square / columns > 0 => down |= 1 << square,
            _ => {}
        }
    }
    let (own, enemy) = if goes_up { (up, down) } else { (down, up) };
    Racers { own, enemy, goes_up }
}

#[test]
fn the_judge_says_what_the_table_says() {
    let mut has_derived = 0;
    for (columns, rows, depth) in [
        (2, 8, 7),
        (3, 7, 5),
        (3, 8, 4),
        (4, 6, 4),
        (5, 5, 3),
        (5, 6, 3),
        (5, 8, 3),
        (6, 5, 3),
        (6, 7, 3),
    ] {
        let board = RaceBoard { columns, rows };
        let shape = ZoneShape::new(board, depth).unwrap();
        let table = ZoneTable::build(shape, 2, &Limits::default(), &mut Silent).unwrap();
        let new = || PlainZone::new(board, depth, &Limits::default()).unwrap();
        let (on_demand, judge) = (new().on_demand(), new().with_threads(2));
        let mut random = SplitMix64::new((columns * 100 + rows * 10 + depth) as u64);
        let mut seen = [0; 3];
        for _ in 0..20_000 {
            let racers = random_racers(board, &mut random);
            if racers.own == 0 || racers.enemy == 0 {
                continue;
            }
            let verdict = judge.judge(racers);
            let told = match table.mover_wins(racers) {
                Some(true) => Verdict::Wins,
                Some(false) => Verdict::Loses,
                None => Verdict::Unknown,
            };
            assert_eq!(verdict, told, "{columns}x{rows}, {depth} rows, {racers:?}");
            assert_eq!(judge.wins(racers), verdict == Verdict::Wins);
            assert_eq!(on_demand.judge(racers), verdict, "{columns}x{rows}, {depth}, {racers:?}");
            seen[verdict as usize] += 1;
        }
        assert!(seen.iter().all(|&count| count > 100), "{columns}x{rows}, {depth}: {seen:?}");
        assert_eq!((judge.stopped(), on_demand.stopped()), (None, None));
        assert!(on_demand.states() > 1_000 && on_demand.memory() < 64 << 20, "{on_demand:?}");
        // He who derives all of them when he is asked about many has looked into fewer.
        has_derived += u32::from(judge.states() < on_demand.states());
    }
    assert!(has_derived >= 4, "{has_derived}");
}

#[test]
fn threads_may_ask_the_same_judge() {
    let board = RaceBoard { columns: 4, rows: 6 };
    let alone = PlainZone::new(board, 4, &Limits::default()).unwrap();
    let shared = PlainZone::new(board, 4, &Limits::default()).unwrap();
    let mut random = SplitMix64::new(21);
    let all: Vec<Racers> = (0..2_000).map(|_| random_racers(board, &mut random)).collect();
    let expected: Vec<bool> = all.iter().map(|&racers| alone.wins(racers)).collect();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let found: Vec<bool> = all.iter().map(|&racers| shared.wins(racers)).collect();
                assert_eq!(found, expected);
            });
        }
    });
}

/// The beginning of a game on 8x8 with zones of seven rows has more states than anybody can count.
fn hopeless() -> (RaceBoard, Racers) {
    let two_rows = 0xffff;
    let racers = Racers { own: two_rows, enemy: two_rows << 48, goes_up: true };
    (RaceBoard { columns: 8, rows: 8 }, racers)
}

#[test]
fn memory_time_and_interruption_stop_the_judge_who_says_so() {
    let (board, racers) = hopeless();
    let raised = Arc::new(AtomicBool::new(true));
    for (limits, why) in [
        (Limits { memory: 1 << 20, ..Limits::default() }, Stopped::Memory),
        (Limits { memory: 0, ..Limits::default() }, Stopped::Memory),
        (Limits { time: Some(Duration::ZERO), ..Limits::default() }, Stopped::Time),
        (Limits { interrupt: raised, ..Limits::default() }, Stopped::Interrupted),
    ] {
        let judge = PlainZone::new(board, 7, &limits).unwrap();
        assert_eq!(judge.stopped(), None);
        assert_eq!(judge.judge(racers), Verdict::Unknown);
        assert_eq!(judge.stopped(), Some(why));
        // From then on it knows nothing that takes a look.
        let states = judge.states();
        assert!(!judge.wins(racers));
        assert!(judge.states() <= states + 1 && judge.memory() <= 2 << 20);
    }
}

fn name(rules: &Reference, rows: u32) -> TableName {
    TableName {
        file: "zone".into(),
        game: rules.spec(),
        pieces: 0,
        zone_rows: Some(rows),
        checksum: "0123456789abcdef".into(),
        sha256: Some("0".repeat(64)),
    }
}

/// A certificate without any entry: whoever is to move wins, if the zone table says so.
fn bare_claim(
    rules: &Reference,
    position: &<Reference as Rules>::Position,
    rows: u32,
) -> Certificate {
    bare_search(rules, position, vec![name(rules, rows)], rules.side_to_move(position), None)
}

/// The same for any side, if a search of so many positions that may ask these tables says so.
fn bare_search(
    rules: &Reference,
    position: &<Reference as Rules>::Position,
    tables: Vec<TableName>,
    holder: Player,
    leaf_budget: Option<u64>,
) -> Certificate {
    let mut root_bytes = Vec::new();
    rules.encode(position, &mut root_bytes);
    let claim = Claim::Wins(holder);
    let section = SectionBuilder::without_leaves(claim, rules.encoded_len()).finish().unwrap();
    let heading = Heading {
        spec: rules.spec(),
        root_text: rules.position_text(position),
        root_bytes,
        tables,
        history: None,
        content: None,
        settled: false,
        leaf_budget,
    };
    let mut bytes = Vec::new();
    write_certificate(&mut bytes, &heading, &[section]).unwrap();
    Certificate::from_bytes(bytes).unwrap()
}

/// Whoever is to move wins, by plain search.
fn really_wins(
    rules: &Reference,
    position: &<Reference as Rules>::Position,
    found: &mut HashMap<Vec<u8>, bool>,
) -> bool {
    let key = rules.canonical(position).bytes;
    if let Some(&wins) = found.get(&key) {
        return wins;
    }
    let mut moves = Vec::new();
    rules.moves(position, &mut moves);
    let side = rules.side_to_move(position);
    let wins = moves.into_iter().any(|mv| {
        let next = rules.after(position, mv);
        match rules.outcome(&next) {
            Some(outcome) => outcome == Outcome::Win(side),
            None => !really_wins(rules, &next, found),
        }
    });
    found.insert(key, wins);
    wins
}

/// A position of a random game, mostly where few moves are left.
fn late_position(rules: &Reference, random: &mut SplitMix64) -> <Reference as Rules>::Position {
    let mut position = rules.initial();
    for _ in 0..6 + random.below(8) {
        let mut moves = Vec::new();
        rules.moves(&position, &mut moves);
        let next = rules.after(&position, moves[random.below(moves.len())]);
        if rules.outcome(&next).is_some() {
            break;
        }
        position = next;
    }
    position
}

/// What a search proves that asks the judge is true; with enough of a budget all that is true is proved, and with little
/// of one more than without the judge.
#[test]
fn searches_that_ask_the_judge_prove_the_truth() {
    let limits = Limits::default();
    for (columns, rows, count) in [(3, 5, 60), (4, 5, 15)] {
        let rules = Reference::new(columns, rows);
        let mut random = SplitMix64::new((columns * 10 + rows) as u64);
        let mut truth = HashMap::new();
        let (mut proved, mut without) = ([0; 3], 0);
        for _ in 0..count {
            let position = late_position(&rules, &mut random);
            let judge = PlainZone::in_place_of(&name(&rules, 3), &rules, &limits).unwrap();
            let side = rules.side_to_move(&position);
            let wins = really_wins(&rules, &position, &mut truth);
            let winner = if wins { side } else { side.other() };
            for (at, budget) in [1, 20, 5000].into_iter().enumerate() {
                for holder in [Player::White, Player::Black] {
                    let tables = vec![name(&rules, 3)];
                    let claim = bare_search(&rules, &position, tables, holder, Some(budget));
                    assert!(claim.searches_ask_tables());
                    let found =
                        verify_with(&rules, &claim, Some(&judge), 1, &limits, &mut Silent).is_ok();
                    let text = rules.position_text(&position);
                    assert!(holder == winner || !found, "{text} is proved for {holder}");
                    assert!(budget < 5000 || found == (holder == winner), "{text} for {holder}");
                    proved[at] += u32::from(found);
                    let bare = bare_search(&rules, &position, Vec::new(), holder, Some(budget));
                    let found = verify(&rules, &bare, 1, &mut Silent).is_ok();
                    without += u32::from(budget == 20 && found);
                }
            }
        }
        assert!(proved[0] < proved[1] && proved[1] < proved[2] && proved[2] == count, "{proved:?}");
        assert!(without < proved[1], "{without} without the judge, {proved:?}");
    }
}

#[test]
fn wrong_zone_claims_are_refused() {
    let rules = Reference::new(3, 5);
    let mut random = SplitMix64::new(5);
    let (mut held, mut refused, mut lies) = (0, 0, 0);
    let mut found = HashMap::new();
    while refused < 300 {
        let position = late_position(&rules, &mut random);
        let certificate = bare_claim(&rules, &position, 3);
        let judge = PlainZone::in_place_of(&name(&rules, 3), &rules, &Limits::default()).unwrap();
        let verified =
            verify_with(&rules, &certificate, Some(&judge), 2, &Limits::default(), &mut Silent);
        let wins = really_wins(&rules, &position, &mut found);
        match verified {
            Ok(_) => {
                assert!(wins, "{}", rules.position_text(&position));
                held += 1;
            }
            Err(error) => {
                assert!(error.to_string().contains("not in the certificate"), "{error}");
                refused += 1;
                lies += usize::from(!wins);
            }
        }
        // Without the judge it rests on nothing.
        assert!(verify(&rules, &certificate, 1, &mut Silent).is_err());
    }
    assert!(held > 100 && lies > 100, "{held} {refused} {lies}");
}

/// Audit, D1: a certificate of some hundred bytes on 5x7 with a zone of five rows made a verifier
/// allocate 7.3 GB. The judge takes what it is allowed, and the claim is refused.
#[test]
fn a_small_certificate_never_takes_gigabytes() {
    let rules = Reference::new(5, 7);
    let mut certificate_name = name(&rules, 5);
    let certificate = bare_claim(&rules, &rules.initial(), 5);
    assert!(certificate.file_len() < 1_000);
    let limits = Limits { memory: 8 << 20, ..Limits::default() };
    let judge = PlainZone::in_place_of(&certificate_name, &rules, &limits).unwrap();
    let verified =
        verify_with(&rules, &certificate, Some(&judge), 2, &Limits::default(), &mut Silent);
    assert!(verified.is_err());
    assert!(judge.memory() <= 8 << 20, "{judge:?}");
    // What cannot be is refused before anything is asked.
    let refusal = |name: &TableName| {
        PlainZone::in_place_of(name, &rules, &limits).expect_err("there is no such zone")
    };
    for rows in [0, 1, 7, u32::MAX] {
        certificate_name.zone_rows = Some(rows);
        assert!(refusal(&certificate_name).contains(&format!("zone of {rows} rows")));
    }
    certificate_name.zone_rows = None;
    assert!(refusal(&certificate_name).contains("no zone table"));
    let other = TableName { game: "breakthrough:5x6".into(), ..name(&rules, 5) };
    assert!(refusal(&other).contains("breakthrough:5x7 has no such table"));
}
