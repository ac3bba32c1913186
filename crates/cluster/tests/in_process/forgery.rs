//! Workers that lie, and workers that do not belong here.

use crate::house::House;
use crate::liar::{Answer, Liar, settled, solve_beside};
use andor_cluster::message::PROGRAM;
use andor_engine::remote::{Job, JobResult, JobRunner, JobVerdict};

#[test]
fn a_claim_without_proof_settles_nothing() {
    for won in [true, false] {
        let house = House::new("breakthrough:3x4", "pn");
        let lie = move |_: &Job, _: &mut dyn JobRunner| Answer::Result(settled(won, Vec::new()));
        let ran = solve_beside(&house, vec![Liar::new("liar", lie)]);
        assert!(ran.told[0].jobs > 0 && ran.status.again > 0, "{ran:?}");
    }
}

/// What an honest worker finds, with all children but the first left out and nothing proved.
fn without_children(job: &Job, runner: &mut dyn JobRunner) -> Answer {
    let mut result = runner.run(job, &mut |_, _, _| true).unwrap();
    result.proofs.clear();
    if let JobVerdict::Open { children } = &mut result.verdict {
        children.truncate(1);
    }
    Answer::Result(result)
}

#[test]
fn children_that_are_left_out_without_proof_are_put_in() {
    let house = House::new("breakthrough:3x4", "df-pn");
    let ran = solve_beside(&house, vec![Liar::new("liar", without_children)]);
    assert!(ran.told[0].jobs > 0 && ran.status.doubtful > 0, "{ran:?}");
}

#[test]
fn whoever_forges_proofs_or_leaves_out_everything_is_shut_out() {
    let nothing = || JobResult {
        verdict: JobVerdict::Open { children: Vec::new() },
        proofs: Vec::new(),
        nodes: 0,
        expanded: 0,
        micros: 0,
    };
    let forged = || settled(true, vec![b"ANDOR".to_vec()]);
    for lie in [&nothing as &(dyn Fn() -> JobResult + Sync), &forged] {
        let house = House::new("breakthrough:3x4", "pn");
        let lie = |_: &Job, _: &mut dyn JobRunner| Answer::Result(lie());
        let ran = solve_beside(&house, vec![Liar::new("liar", lie)]);
        assert!(ran.told[0].jobs >= 3 && ran.status.troubles.forged >= 3, "{ran:?}");
        // It is told, and the others are not bothered any more.
        for why in [&ran.told[0].refused, &ran.worker("liar").refused] {
            assert!(why.as_deref().unwrap().contains("does not hold"), "{ran:?}");
        }
    }
}

#[test]
fn another_version_and_other_rules_get_no_jobs() {
    for (says, word) in [(("0.0.0-other", 0), "version"), ((PROGRAM, 1), "rules")] {
        let house = House::new("breakthrough:3x4", "pn");
        let lie = |_: &Job, _: &mut dyn JobRunner| Answer::Result(settled(true, Vec::new()));
        let ran = solve_beside(&house, vec![Liar { says, ..Liar::new("liar", lie) }]);
        assert_eq!(ran.told[0].jobs, 0);
        assert!(ran.status.troubles.workers_refused > 0);
        assert!(ran.worker("liar").refused.as_deref().unwrap().contains(word), "{ran:?}");
    }
}
