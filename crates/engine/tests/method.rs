//! What methods make of their settings.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::Silent;
use andor_engine::method::MethodSettings;
use andor_engine::{Catalogue, JobSettings, JobSize, Jobs, LeafChoice, Method, Policy, Request};
use andor_games::tic_tac_toe::TicTacToe;

#[test]
fn methods_without_leaves_refuse_what_is_about_leaves() {
    let game = TicTacToe;
    for method in [Method::Boolean, Method::AlphaBeta, Method::Retrograde] {
        let refused = |set: MethodSettings| method.leaf(&game, &set).unwrap_err().to_string();
        let leaf = Some(LeafChoice::Mobility);
        for set in [
            MethodSettings { leaf, ..MethodSettings::default() },
            MethodSettings { t: Some(3), ..MethodSettings::default() },
        ] {
            assert!(refused(set).contains("has no leaf rule"), "{}", method.name());
        }
        assert!(method.leaf(&game, &MethodSettings::default()).is_ok());
    }
}

#[test]
fn jobs_are_read() {
    let jobs = str::parse::<JobSettings>;
    let read = jobs("df-pn,size=10_000,partial=none,policy=greedy").unwrap();
    let expected = JobSettings {
        solver: Some(Jobs::DfPn),
        size: Some(JobSize::Fixed(10_000)),
        partial: Some(None),
        policy: Some(Policy::Greedy),
        ..JobSettings::default()
    };
    assert_eq!(read, expected);
    assert_eq!(jobs("partial=7").unwrap().partial, Some(Some(7)));
    assert!(matches!(jobs("size=whole").unwrap().size, Some(JobSize::Growing(_))));
    for text in
        ["pn", "df-pn,size=10000,partial=none,policy=greedy", "size=whole,partial=9", "size=5:7"]
    {
        assert_eq!(jobs(text).unwrap().to_string(), text);
    }
    for bad in ["", "pn2", "size=0", "size=big", "partial=0", "policy=hope", "pn,df-pn"] {
        assert!(jobs(bad).is_err(), "{bad}");
    }
}

#[test]
fn only_pn2_can_keep_solved_subtrees() {
    let game = Catalogue::standard().game("tic-tac-toe").unwrap();
    let root = game.position(None, &[]).unwrap();
    let solve = |method| {
        let settings = MethodSettings { keeps_solved: true, ..MethodSettings::default() };
        let request = Request { method, settings, ..Request::default() };
        game.solve(&root, &request, &mut Silent)
    };
    assert!(solve(Method::Pn2).unwrap().row.is_verified());
    for method in [Method::Pn, Method::PdsPn, Method::DfPn, Method::Ppn2] {
        let refused = solve(method).unwrap_err().to_string();
        assert!(refused.contains("pn2 and ef-pn2"), "{refused}");
    }
}
