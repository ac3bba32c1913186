//! Certificates that leave positions to the verifier's own search: made, verified in both ways, forged.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_certify::{Heading, Section, SectionBuilder, TableName, write_certificate};
use andor_core::{Limits, ProofEntry, ProofSink, Silent};
use andor_engine::{
    AnyGame, Catalogue, Certificate, LeafChoice, LeavesChoice, Method, Request, Row, Share,
    SolverSettings, Value, Verification, ZoneChoice,
};

fn game(spec: &str) -> Box<dyn AnyGame> {
    Catalogue::standard().game(spec).unwrap()
}

fn certificate(spec: &str, leaves: LeavesChoice, zone: Option<ZoneChoice>) -> Certificate {
    certificate_of(spec, Request { leaves, zone, ..Request::default() }).1
}

/// The row, and the certificate.
fn certificate_of(spec: &str, request: Request) -> (Row, Certificate) {
    let game = game(spec);
    let root = game.position(None, &[]).unwrap();
    let request = Request { keep: true, ..request };
    let solved = game.solve(&root, &request, &mut Silent).unwrap();
    assert!(solved.row.is_verified() && solved.failure.is_none(), "{spec}: {:?}", solved.failure);
    (solved.row, solved.certificate.unwrap())
}

/// The first section, with each entry as `change` gives it back, or without.
fn changed(
    certificate: &Certificate,
    mut change: impl FnMut(usize, Vec<u8>, u32, u32) -> Option<(Vec<u8>, u32, u32)>,
) -> Section {
    let claim = certificate.sections()[0].claim;
    let mut section = SectionBuilder::without_leaves(claim, certificate.position_width());
    let mut number = 0;
    let copied = certificate.for_each_entry(0, |entry| {
        let ProofEntry { position, move_index, rank } = entry;
        if let Some((position, move_index, rank)) =
            change(number, position.to_vec(), move_index, rank)
        {
            section.entry(ProofEntry { position: &position, move_index, rank }).unwrap();
        }
        number += 1;
    });
    copied.unwrap();
    section.finish().unwrap()
}

/// Searches from the rules alone, and such that ask a zone table: how proofs of 4x5 are cut, and with which table.
const KINDS: [(LeavesChoice, ZoneChoice); 2] = [
    (LeavesChoice::Search(60), ZoneChoice::Auto),
    (LeavesChoice::ZoneSearch(12), ZoneChoice::Rows(3)),
];

/// The proof of 4x5 cut so, and the budget of its leaves.
fn cut_so((leaves, zone): (LeavesChoice, ZoneChoice)) -> (Certificate, u64) {
    let certificate = certificate("breakthrough:4x5", leaves, Some(zone));
    let is_asking = matches!(leaves, LeavesChoice::ZoneSearch(_));
    assert_eq!(certificate.searches_ask_tables(), is_asking);
    assert_eq!(certificate.format(), if is_asking { 8 } else { 7 });
    let budget = certificate.leaf_budget().unwrap();
    (certificate, budget)
}

fn heading_of(certificate: &Certificate) -> Heading {
    Heading {
        spec: certificate.spec().to_owned(),
        root_text: certificate.root_text().to_owned(),
        root_bytes: certificate.root_bytes().to_vec(),
        tables: certificate.tables().to_vec(),
        history: None,
        content: None,
        settled: certificate.is_without_settled(),
        leaf_budget: certificate.leaf_budget(),
    }
}

/// The same certificate with another section and another budget.
fn sealed(certificate: &Certificate, section: Section, leaf_budget: Option<u64>) -> Certificate {
    let heading = Heading { settled: true, leaf_budget, ..heading_of(certificate) };
    let mut bytes = Vec::new();
    write_certificate(&mut bytes, &heading, &[section]).unwrap();
    Certificate::from_bytes(bytes).unwrap()
}

/// Leaves and positions that a verifier searches, the same with any number of threads, by the board of
/// a race and by the rules; or why it refuses.
fn searched(spec: &str, certificate: &Certificate) -> Result<(u64, u64), String> {
    let game = game(spec);
    let by_board = |threads| {
        let checked = game.verify(certificate, &[], threads, &Limits::default(), &mut Silent);
        let checked = checked.map_err(|error| error.to_string())?;
        Ok((checked.verified.leaves, checked.verified.searched))
    };
    let by_rules =
        game.verify_strictly(certificate, Share::WHOLE, 2, &Limits::default(), &mut Silent);
    let by_rules = by_rules
        .map(|(checked, _)| (checked.verified.leaves, checked.verified.searched))
        .map_err(|error| error.to_string());
    assert_eq!(by_board(1), by_rules, "{spec}");
    assert_eq!(by_board(3), by_rules, "{spec}");
    by_rules
}

fn positions(certificate: &Certificate) -> u64 {
    certificate.sections()[0].positions
}

#[test]
fn proofs_become_small_and_hold() {
    for (spec, zone) in [
        ("breakthrough:4x5", Some(ZoneChoice::Rows(3))),
        ("breakthrough:4x5", Some(ZoneChoice::Off)),
        ("breakthrough:3x5,walls=b3", None),
        ("loa:5x5,simultaneous=mover", None),
        ("connect-four:4x4,line=3", None),
        ("go:3x3,ko=simple,goal=9", None),
    ] {
        let whole = certificate(spec, LeavesChoice::None, zone);
        let mut last = positions(&whole);
        for budget in [4, 40, 400] {
            let small = certificate(spec, LeavesChoice::Search(budget), zone);
            assert!(small.tables().is_empty(), "{spec}");
            assert!(positions(&small) <= last, "{spec} {budget}");
            last = positions(&small);
            let (leaves, expanded) = searched(spec, &small).unwrap();
            if small.format() == 7 {
                assert_eq!(small.leaf_budget(), Some(budget));
                assert!(leaves > 0 && expanded <= leaves * budget, "{spec}: {leaves} {expanded}");
            }
            // A search that may ask a zone table proves more with less.
            let asking = certificate(spec, LeavesChoice::ZoneSearch(budget), zone);
            assert_eq!(asking.tables().len(), usize::from(zone == Some(ZoneChoice::Rows(3))));
            let (_, asked) = searched(spec, &asking).unwrap();
            match asking.tables() {
                [] => assert_eq!((positions(&asking), asked), (last, expanded), "{spec}"),
                _ => assert!(2 * positions(&asking) < last && 2 * asked < expanded, "{spec}"),
            }
        }
        assert!(2 * last < positions(&whole), "{spec}: {last} of {}", positions(&whole));
    }
}

/// After a long search the solver itself is asked what is played: its table has forgotten much of it, and a zone
/// table decides much that is in no table.
#[test]
fn the_proof_of_a_long_search_is_not_walked() {
    let (spec, budget) = ("breakthrough:4x6", 60);
    let settings = SolverSettings {
        knowledge: Some(true),
        leaf: Some(LeafChoice::Learnt),
        ..Method::DfPn.into()
    };
    let request = Request {
        settings,
        leaves: LeavesChoice::Search(budget),
        zone: Some(ZoneChoice::Rows(4)),
        limits: Limits { memory: 24 << 20, ..Limits::default() },
        ..Request::default()
    };
    let (row, certificate) = certificate_of(spec, request);
    assert!(row.expanded > 700_000 && row.reproved > 0, "{} {}", row.expanded, row.reproved);
    assert_eq!((row.value, certificate.leaf_budget()), (Value::Win, Some(budget)));
    let checked = game(spec).verify(&certificate, &[], 2, &Limits::default(), &mut Silent).unwrap();
    let (leaves, searched) = (checked.verified.leaves, checked.verified.searched);
    assert!(leaves > positions(&certificate) && searched <= leaves * budget, "{leaves} {searched}");
}

#[test]
fn forged_leaves_are_refused() {
    for kind in KINDS {
        forgeries_are_refused(kind);
    }
}

fn forgeries_are_refused(kind: (LeavesChoice, ZoneChoice)) {
    let spec = "breakthrough:4x5";
    let (good, budget) = cut_so(kind);
    let same = |_: usize, key, index, rank| Some((key, index, rank));
    assert!(searched(spec, &sealed(&good, changed(&good, same), Some(budget))).is_ok());
    // More than it takes is as good, less is not, and none at all is not.
    assert!(searched(spec, &sealed(&good, changed(&good, same), Some(10 * budget))).is_ok());
    for budget in [Some(1), Some(budget / 2), Some(budget - 1), None] {
        let forged = sealed(&good, changed(&good, same), budget);
        let error = searched(spec, &forged).unwrap_err();
        assert!(error.starts_with("not a proof: \"b wins\":"), "{error}");
        let of = budget.map(|budget| format!("a search of {budget} positions does not prove"));
        assert!(error.contains(&of.unwrap_or_default()), "{error}");
    }
    // No entry is there in vain: what it had to show is beyond the budget.
    let entries = positions(&good) as usize;
    assert!(entries > 300, "{entries}");
    for hole in (0..entries).step_by(entries / 12) {
        let section =
            changed(&good, |at, key, index, rank| (at != hole).then_some((key, index, rank)));
        assert!(searched(spec, &sealed(&good, section, Some(budget))).is_err(), "entry {hole}");
    }
    // Another move leads to positions that are lost, or won too late.
    let mut refused = 0;
    for other in (0..entries).step_by(entries / 12) {
        let section = changed(&good, |at, key, index, rank| {
            Some((key, if at == other { index + 1 } else { index }, rank))
        });
        refused += u32::from(searched(spec, &sealed(&good, section, Some(budget))).is_err());
    }
    assert!(refused > 6, "{refused}");
    // The claim of the other side: everything is on the wrong foot.
    let other = SectionBuilder::without_leaves(
        andor_core::Claim::Wins(andor_core::Player::White),
        good.position_width(),
    );
    let error = searched(spec, &sealed(&good, other.finish().unwrap(), Some(1 << 12))).unwrap_err();
    assert!(error.contains("does not prove"), "{error}");
}

/// Where a search may ask a table, it asks the one that is named, whatever its bytes are said to be, and none other.
#[test]
fn searches_ask_the_table_that_is_named() {
    let spec = "breakthrough:4x5";
    let (good, budget) = cut_so(KINDS[1]);
    let same = |_: usize, key, index, rank| Some((key, index, rank));
    let named = |tables: Vec<TableName>| {
        let sealed =
            Heading { tables, settled: true, leaf_budget: Some(budget), ..heading_of(&good) };
        let mut bytes = Vec::new();
        write_certificate(&mut bytes, &sealed, &[changed(&good, same)]).unwrap();
        searched(spec, &Certificate::from_bytes(bytes).unwrap())
    };
    let name = good.tables()[0].clone();
    assert!(named(vec![name.clone()]).is_ok());
    // Without a table these searches prove too little, and smaller zones are of less use.
    assert!(named(Vec::new()).unwrap_err().contains("does not prove"));
    let renamed = TableName { sha256: Some("0".repeat(64)), ..name.clone() };
    assert!(named(vec![renamed]).is_ok(), "what the zone decides is derived, and not read");
    for rows in [Some(5), Some(40)] {
        let other = TableName { zone_rows: rows, ..name.clone() };
        assert!(named(vec![other]).is_err(), "{rows:?}");
    }
}

/// Shares search each leaf once, and a leaf that does not hold is in one of them.
#[test]
fn shares_of_a_search_make_the_whole() {
    for kind in KINDS {
        shares_make_the_whole(kind);
    }
}

fn shares_make_the_whole(kind: (LeavesChoice, ZoneChoice)) {
    let spec = "breakthrough:4x5";
    let (good, budget) = cut_so(kind);
    let game = game(spec);
    let limits = Limits::default();
    let each = |certificate: &Certificate, of: &str| -> Vec<Result<(u64, u64), String>> {
        let first: Share = format!("1/{of}").parse().unwrap();
        let by_board = |share| {
            let checked = game.verify_share(certificate, share, &[], 2, &limits, &mut Silent);
            let checked = checked.map_err(|error| error.to_string())?;
            assert_eq!(checked.verification(), Verification::No, "one share verifies nothing");
            Ok((checked.verified.leaves, checked.verified.searched))
        };
        let by_rules = |share| {
            let checked = game.verify_strictly(certificate, share, 1, &limits, &mut Silent);
            let (checked, _) = checked.map_err(|error| error.to_string())?;
            Ok((checked.verified.leaves, checked.verified.searched))
        };
        let said: Vec<_> = first.siblings().map(by_board).collect();
        assert_eq!(said, first.siblings().map(by_rules).collect::<Vec<_>>());
        said
    };
    let whole = searched(spec, &good).unwrap();
    for of in ["2", "7"] {
        let parts: Vec<(u64, u64)> = each(&good, of).into_iter().map(Result::unwrap).collect();
        let sum = parts.iter().fold((0, 0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
        assert_eq!(sum, whole);
        assert!(parts.iter().all(|part| part.0 > 0 && part.0 < whole.0), "{parts:?}");
    }
    // A hole that only a longer search would fill.
    let hole = positions(&good) as usize / 2;
    let section = changed(&good, |at, key, index, rank| (at != hole).then_some((key, index, rank)));
    let bad = sealed(&good, section, Some(budget));
    assert!(searched(spec, &bad).is_err());
    let said = each(&bad, "7");
    assert!(said.iter().any(Result::is_err) && said.iter().any(Result::is_ok), "{said:?}");
    // Nothing to share out.
    let entries = certificate(spec, LeavesChoice::None, None);
    let error = each(&entries, "7").remove(0).unwrap_err();
    assert!(error.contains("no parts"), "{error}");
}

#[test]
fn there_are_no_leaves_where_the_path_counts_or_a_table_is_believed() {
    let game = game("go:2x2");
    let root = game.position(None, &[]).unwrap();
    let request = Request { leaves: LeavesChoice::Search(9), ..Request::default() };
    let error = game.solve(&root, &request, &mut Silent).unwrap_err().to_string();
    assert!(error.contains("--leaves search:9") && error.contains("superko"), "{error}");
    for text in ["search:0", "search:", "search:2M", "search:-1", "search", "some"] {
        assert!(LeavesChoice::read(text).is_err(), "{text}");
    }
    assert_eq!(LeavesChoice::read("search:1k"), Ok(LeavesChoice::Search(1000)));
    assert_eq!(LeavesChoice::Search(1000).to_string(), "search:1000");
    assert_eq!(LeavesChoice::read("zone+search:1k"), Ok(LeavesChoice::ZoneSearch(1000)));
    assert_eq!(LeavesChoice::ZoneSearch(1000).to_string(), "zone+search:1000");
}

#[test]
fn a_limit_ends_a_search_and_refutes_nothing() {
    let (spec, budget) = ("breakthrough:4x5", 2000);
    let good = certificate(spec, LeavesChoice::Search(budget), None);
    let limits = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
    let error = game(spec).verify(&good, &[], 2, &limits, &mut Silent).unwrap_err();
    assert!(error.stopped().is_some(), "{error}");
}

/// In a leaf the certificate has no move, and the search that proves it is asked.
#[test]
fn what_is_played_in_a_leaf_wins() {
    for kind in KINDS {
        plays_to_the_end(kind);
    }
}

fn plays_to_the_end(kind: (LeavesChoice, ZoneChoice)) {
    let game = game("breakthrough:4x5");
    let (good, _) = cut_so(kind);
    let mut moves: Vec<String> = Vec::new();
    // The longest resistance, and beyond the entries whatever reply comes first.
    for _ in 0..60 {
        let here = game.explain(&good, &[], 0, &moves).unwrap();
        if let Some(outcome) = here.outcome {
            assert!(here.claim.is_met_by(outcome), "{moves:?}");
            return;
        }
        let next = here.answer.or_else(|| here.replies.first().map(|reply| reply.reply.clone()));
        moves.push(next.unwrap());
    }
    panic!("it does not end: {moves:?}");
}
