//! Proofs of Breakthrough that rest on zone tables: made, verified, searched out, forged.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_certify::{Heading, SectionBuilder, TableName, write_certificate};
use andor_core::{Limits, ProofSink, Silent, Stopped};
use andor_engine::solve::SHORT_SEARCH;
use andor_engine::{
    AnyGame, Catalogue, Certificate, LeafChoice, LeavesChoice, Request, Share, ZoneChoice,
};
use std::path::PathBuf;

fn game(spec: &str) -> Box<dyn AnyGame> {
    Catalogue::standard().game(spec).unwrap()
}

/// Solves the beginning of a board and opens the certificate.
fn certificate(spec: &str, zone: ZoneChoice, leaves: LeavesChoice, name: &str) -> Certificate {
    let file = format!("andor-zone-{name}-{}.proof", std::process::id());
    let path: PathBuf = std::env::temp_dir().join(file);
    let game = game(spec);
    let root = game.position(None, &[]).unwrap();
    let proof = Some(path.clone());
    let request = Request { zone: Some(zone), leaves, proof, ..Request::default() };
    let solved = game.solve(&root, &request, &mut Silent).unwrap();
    assert!(solved.row.is_verified() && solved.failure.is_none(), "{:?}", solved.failure);
    let bytes = std::fs::read(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    Certificate::from_bytes(bytes).unwrap()
}

/// The same certificate with other tables in its header, and without the entries that `leave_out`
/// names by their number.
fn forged(
    certificate: &Certificate,
    tables: Vec<TableName>,
    leave_out: impl Fn(u64) -> bool,
) -> Certificate {
    let claim = certificate.sections()[0].claim;
    let mut section = SectionBuilder::without_leaves(claim, certificate.position_width());
    let mut number = 0;
    let copied = certificate.for_each_entry(0, |entry| {
        if !leave_out(number) {
            section.entry(entry).unwrap();
        }
        number += 1;
    });
    copied.unwrap();
    let heading = Heading {
        spec: certificate.spec().to_owned(),
        root_text: certificate.root_text().to_owned(),
        root_bytes: certificate.root_bytes().to_vec(),
        tables,
        history: None,
        content: None,
        settled: false,
        leaf_budget: None,
    };
    let mut bytes = Vec::new();
    write_certificate(&mut bytes, &heading, &[section.finish().unwrap()]).unwrap();
    Certificate::from_bytes(bytes).unwrap()
}

#[test]
fn proofs_rest_on_zone_tables_or_do_not_and_both_hold() {
    for (spec, depths) in
        [("breakthrough:4x4", 3..=3), ("breakthrough:3x5", 3..=4), ("breakthrough:4x5", 3..=4)]
    {
        let game = game(spec);
        for depth in depths {
            let zone = ZoneChoice::Rows(depth);
            let resting = certificate(spec, zone, LeavesChoice::Tables, "rests");
            let full = certificate(spec, zone, LeavesChoice::None, "full");
            assert_eq!(resting.tables()[0].zone_rows, Some(depth as u32));
            assert!(full.tables().is_empty());
            let verified = game.verify(&resting, &[], 2, &Limits::default(), &mut Silent).unwrap();
            let (strict, searched) = game
                .verify_strictly(&resting, Share::WHOLE, 2, &Limits::default(), &mut Silent)
                .unwrap();
            assert_eq!(verified.claims()[0], strict.claims()[0]);
            assert!(searched > 0);
            let (whole, none) = game
                .verify_strictly(&full, Share::WHOLE, 2, &Limits::default(), &mut Silent)
                .unwrap();
            assert_eq!((whole.claims()[0], none), (strict.claims()[0], 0));
            assert!(resting.file_len() < full.file_len(), "{spec} {depth}");
        }
    }
}

#[test]
fn a_forged_leaf_is_refused_and_so_is_a_table_that_cannot_be() {
    let (spec, zone) = ("breakthrough:3x5", ZoneChoice::Rows(3));
    let game = game(spec);
    let good = certificate(spec, zone, LeavesChoice::Tables, "forged");
    let tables = good.tables().to_vec();
    let same = forged(&good, tables.clone(), |_| false);
    game.verify(&same, &[], 1, &Limits::default(), &mut Silent).unwrap();
    // Without an entry, what led to it leads to a leaf that the table does not decide.
    let count = good.sections()[0].positions;
    for gone in (0..count).step_by(1 + count as usize / 7) {
        let bad = forged(&good, tables.clone(), |number| number == gone);
        assert!(
            game.verify(&bad, &[], 1, &Limits::default(), &mut Silent).unwrap_err().is_rejection(),
            "{gone}"
        );
        assert!(
            game.verify_strictly(&bad, Share::WHOLE, 1, &Limits::default(), &mut Silent)
                .unwrap_err()
                .is_rejection(),
            "{gone}"
        );
    }
    let renamed = |change: fn(&mut TableName)| {
        let mut tables = tables.clone();
        change(&mut tables[0]);
        forged(&good, tables, |_| false)
    };
    let wrong = |change: fn(&mut TableName), part: &str| {
        let bad = renamed(change);
        for error in [
            game.verify(&bad, &[], 1, &Limits::default(), &mut Silent).unwrap_err(),
            game.verify_strictly(&bad, Share::WHOLE, 1, &Limits::default(), &mut Silent)
                .unwrap_err(),
        ] {
            assert!(error.is_rejection() && error.to_string().contains(part), "{error}");
        }
    };
    wrong(|name| name.zone_rows = Some(5), "zone of 5 rows");
    wrong(|name| name.game = "breakthrough:3x6".into(), "has no such table");
    // A verification needs no table, so it does not matter which bytes the table had, nor that more
    // rows would have seen more.
    for harmless in [
        renamed(|name| name.sha256 = Some("0".repeat(64))),
        renamed(|name| name.zone_rows = Some(4)),
    ] {
        game.verify(&harmless, &[], 1, &Limits::default(), &mut Silent).unwrap();
        game.verify_strictly(&harmless, Share::WHOLE, 1, &Limits::default(), &mut Silent).unwrap();
    }
}

/// Audit, D1: a certificate of some hundred bytes on 5x7 with a zone of five rows made `verify`,
/// `--strict` and `explain` allocate 7.3 GB.
#[test]
fn a_small_certificate_asks_for_no_gigabytes() {
    let small = certificate("breakthrough:3x5", ZoneChoice::Rows(3), LeavesChoice::Tables, "small");
    let game = game("breakthrough:5x7");
    let root = "bbbbb/bbbbb/5/5/5/wwwww/wwwww w";
    let claim = small.sections()[0].claim;
    // One byte for the side, then five squares a byte.
    let section = SectionBuilder::without_leaves(claim, 8).finish().unwrap();
    let mut name = small.tables()[0].clone();
    (name.game, name.zone_rows) = ("breakthrough:5x7".into(), Some(5));
    let heading = Heading {
        spec: "breakthrough:5x7".into(),
        root_text: root.into(),
        root_bytes: vec![1, 242, 242, 0, 0, 0, 121, 121],
        tables: vec![name],
        history: None,
        content: None,
        settled: false,
        leaf_budget: None,
    };
    let mut bytes = Vec::new();
    write_certificate(&mut bytes, &heading, &[section]).unwrap();
    assert!(bytes.len() < 1_000);
    let bad = Certificate::from_bytes(bytes).unwrap();
    let limits = Limits { memory: 16 << 20, ..Limits::default() };
    // Nobody builds a table for it: the judge looks at what it is asked about.
    for error in [
        game.verify(&bad, &[], 1, &limits, &mut Silent).unwrap_err(),
        game.verify_strictly(&bad, Share::WHOLE, 1, &limits, &mut Silent).unwrap_err(),
    ] {
        let text = error.to_string();
        assert!(error.is_rejection() || error.stopped() == Some(Stopped::Memory), "{text}");
    }
    // The command verifies first; the walk itself costs no more either.
    let _ = game.explain(&bad, &[], 0, &[]);
}

#[test]
fn a_certificate_that_rests_on_a_zone_table_can_be_played_to_the_end() {
    let spec = "breakthrough:4x5";
    let game = game(spec);
    let proof = certificate(spec, ZoneChoice::Rows(3), LeavesChoice::Tables, "played");
    let mut by_table = 0;
    for choice in 0..20 {
        let mut moves: Vec<String> = Vec::new();
        loop {
            let here = game.explain(&proof, &[], 0, &moves).unwrap();
            if let Some(outcome) = here.outcome {
                assert!(here.claim.is_met_by(outcome), "{moves:?}");
                break;
            }
            by_table += u32::from(here.table);
            moves.push(match here.answer {
                Some(answer) => answer,
                None => here.replies[(choice * 7 + moves.len()) % here.replies.len()].reply.clone(),
            });
        }
    }
    assert!(by_table > 5, "{by_table}");
}

#[test]
fn zone_tables_are_for_races_and_for_those_who_want_knowledge() {
    let refused = |spec: &str, request: Request| {
        let game = game(spec);
        let root = game.position(None, &[]).unwrap();
        game.solve(&root, &request, &mut Silent).unwrap_err().to_string()
    };
    let rows = |rows| Request { zone: Some(ZoneChoice::Rows(rows)), ..Request::default() };
    assert!(refused("loa:5x5", rows(3)).contains("is no race"));
    assert!(refused("breakthrough:4x5", rows(5)).contains("a zone of 5 rows"));
    let mut without = rows(3);
    without.settings.knowledge = Some(false);
    assert!(refused("breakthrough:4x5", without).contains("--knowledge off"));
    let mut retrograde = rows(3);
    retrograde.settings.method = andor_engine::Method::Retrograde;
    assert!(refused("breakthrough:3x4", retrograde).contains("looks at everything"));
}

/// What `auto` is on a board, and what it was set to otherwise.
#[test]
fn tall_boards_are_searched_by_order() {
    let solved = |spec: &str, request: &Request| {
        let game = game(spec);
        let solved = game.solve(&game.position(None, &[]).unwrap(), request, &mut Silent).unwrap();
        assert!(solved.row.is_verified(), "{spec}");
        solved.row
    };
    for (spec, method) in [
        ("breakthrough:3x5", "boolean"),
        ("breakthrough:3x6", "boolean"),
        ("breakthrough:4x5", "df-pn"),
        ("loa:4x4", "df-pn"),
        ("tic-tac-toe", "df-pn"),
    ] {
        assert_eq!(solved(spec, &Request::default()).method, method, "{spec}");
    }
    // What only df-pn can do, and a search without knowledge.
    let mut leaf = Request::default();
    leaf.settings.leaf = Some(LeafChoice::Mobility);
    let mut blind = Request::default();
    blind.settings.knowledge = Some(false);
    for request in [leaf, blind] {
        assert_eq!(solved("breakthrough:3x5", &request).method, "df-pn");
    }
}

/// A short search whose lines to the end of the game are many: its proof rests on the table.
#[test]
fn a_proof_out_of_proportion_rests() {
    let game = game("breakthrough:4x7");
    let root = game.position(Some("bbbb/2b1/1b2/bb1w/2ww/ww2/ww1w w"), &[]).unwrap();
    let request = Request { keep: true, ..Request::default() };
    let solved = game.solve(&root, &request, &mut Silent).unwrap();
    assert!(solved.row.is_verified() && solved.searched.expanded <= SHORT_SEARCH);
    assert!(!solved.row.rests_on.is_empty());
    // One that is not, does not.
    let small = self::game("breakthrough:3x5");
    let root = small.position(None, &[]).unwrap();
    let solved = small.solve(&root, &request, &mut Silent).unwrap();
    assert!(solved.row.is_verified() && solved.row.rests_on.is_empty());
}
