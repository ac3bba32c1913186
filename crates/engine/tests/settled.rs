//! Proofs of Go that stop where the rules settle a position (unconditional life): made, verified, forged.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_certify::{Heading, SectionBuilder, write_certificate};
use andor_core::{Limits, ProofSink, Silent};
use andor_engine::{AnyGame, Catalogue, Certificate, LeavesChoice, Request};

/// Won by Black with all nine points; and lost by Black, who is to move, with not one.
const ROOTS: [(&str, Option<&str>); 3] = [
    ("go:3x3,ko=simple,goal=9", None),
    ("go:3x3,ko=simple", None),
    ("go:4x3,ko=simple,goal=2", Some("bb1w/1bww/bbw1 w")),
];

fn game(spec: &str) -> Box<dyn AnyGame> {
    Catalogue::standard().game(spec).unwrap()
}

fn certificate(spec: &str, position: Option<&str>, leaves: LeavesChoice) -> Certificate {
    let game = game(spec);
    let root = game.position(position, &[]).unwrap();
    let request = Request { leaves, keep: true, ..Request::default() };
    let solved = game.solve(&root, &request, &mut Silent).unwrap();
    assert!(solved.row.is_verified() && solved.failure.is_none(), "{spec}: {:?}", solved.failure);
    solved.certificate.unwrap()
}

/// The same certificate about another game or root, with or without what is settled, and without the
/// entries that `leave_out` names by their number.
fn forged(
    certificate: &Certificate,
    spec: &str,
    settled: bool,
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
        spec: spec.to_owned(),
        root_text: certificate.root_text().to_owned(),
        root_bytes: certificate.root_bytes().to_vec(),
        tables: Vec::new(),
        history: None,
        content: None,
        settled,
        leaf_budget: None,
    };
    let mut bytes = Vec::new();
    write_certificate(&mut bytes, &heading, &[section.finish().unwrap()]).unwrap();
    Certificate::from_bytes(bytes).unwrap()
}

/// How many entries the first section has.
fn positions(certificate: &Certificate) -> u64 {
    certificate.sections()[0].positions
}

fn says(spec: &str, certificate: &Certificate) -> Result<(), String> {
    let verified = game(spec).verify(certificate, &[], 1, &Limits::default(), &mut Silent);
    verified.map(|_| ()).map_err(|error| error.to_string())
}

#[test]
fn proofs_stop_at_what_is_settled_or_do_not_and_both_hold() {
    for (spec, position) in ROOTS {
        let short = certificate(spec, position, LeavesChoice::Tables);
        let full = certificate(spec, position, LeavesChoice::None);
        assert_eq!((short.format(), full.format()), (6, 2), "{spec}");
        assert!(positions(&short) < positions(&full), "{spec}");
        assert_eq!(short.sections()[0].claim, full.sections()[0].claim, "{spec}");
        assert_eq!(says(spec, &short), Ok(()));
        assert_eq!(says(spec, &full), Ok(()));
        // What is short is no proof for a reader who knows of nothing settled.
        let older = forged(&short, spec, false, |_| false);
        assert!(says(spec, &older).unwrap_err().starts_with("not a proof"), "{spec}");
        // What is whole is one for a reader who does.
        assert_eq!(says(spec, &forged(&full, spec, true, |_| false)), Ok(()), "{spec}");
    }
}

#[test]
fn a_hole_is_found() {
    let (spec, position) = ROOTS[0];
    let short = certificate(spec, position, LeavesChoice::Tables);
    assert!(positions(&short) > 5, "{}", positions(&short));
    for number in 0..positions(&short) {
        let holed = forged(&short, spec, true, |at| at == number);
        assert!(says(spec, &holed).is_err(), "entry {number} is not needed");
    }
}

/// With suicide nothing is settled, and the same entries prove nothing.
#[test]
fn nothing_is_settled_where_the_theorem_does_not_hold() {
    let (spec, position) = ROOTS[0];
    let short = certificate(spec, position, LeavesChoice::Tables);
    let other = "go:3x3,ko=simple,suicide=yes,goal=9";
    let forged = forged(&short, other, true, |_| false);
    assert!(says(other, &forged).unwrap_err().starts_with("not a proof"));
}
