//! Results of workers, inspected.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::{Limits, Player, Question, Rules};
use andor_engine::Catalogue;
use andor_engine::Reference;
use andor_engine::remote::{
    Budget, Effort, Examiner, Inspector, Job, JobResult, JobSubject, JobTerms, JobVerdict, Lease,
    Thresholds, Unfit, WorkerMemory, Worth,
};
use andor_games::tic_tac_toe::TicTacToe;
use andor_prove::job_level::Config;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

const LEASE: Lease = Lease { place: 0, epoch: 1 };

#[test]
fn a_result_that_cannot_be_worked_out_here_is_no_forgery() {
    let game = Arc::new(TicTacToe);
    let limits = Limits::default();
    limits.interrupt.store(true, Ordering::Relaxed);
    let question = Question::wins(Player::Black);
    let root = game.initial();
    let examiner =
        Examiner::new(game, Reference::of(TicTacToe), root, question, &Config::default(), &limits);
    let budget = Budget {
        descents: 1000,
        room: u64::MAX,
        partial_every: Some(1),
        thresholds: Thresholds::NONE,
        splits: true,
    };
    let job = Job { lease: LEASE, moves: Vec::new(), budget };
    let verdict = JobVerdict::Settled { won: true, leans_on: u32::MAX, winning: None };
    let claim = JobResult { verdict, proofs: Vec::new(), nodes: 0, expanded: 0, micros: 0 };
    assert!(matches!(examiner.inspect(&job, &claim, Effort::Redo), Err(Unfit::NotHere(_))));
    assert_eq!(examiner.inspect(&job, &claim, Effort::Judge), Err(Unfit::NotNow));
    let forged = JobResult { proofs: vec![b"ANDOR".to_vec()], ..claim };
    assert!(matches!(examiner.inspect(&job, &forged, Effort::Redo), Err(Unfit::Forged(_))));
    assert!(matches!(examiner.inspect(&job, &forged, Effort::Judge), Err(Unfit::Forged(_))));
}

/// The examiner of "does Black win?" at tic-tac-toe, and what an honest worker says of a job of this size.
fn honest(descents: u64) -> (Examiner<TicTacToe>, Job, JobResult) {
    honest_within(descents, u64::MAX)
}

/// The same of a worker whose proofs may have so many bytes.
fn honest_within(descents: u64, proofs: u64) -> (Examiner<TicTacToe>, Job, JobResult) {
    let game = Arc::new(TicTacToe);
    let (root, question) = (game.initial(), Question::wins(Player::Black));
    let config = Config::default();
    let examiner =
        Examiner::new(game, Reference::of(TicTacToe), root, question, &config, &Limits::default());
    let budget = Budget {
        descents,
        room: 1 << 20,
        partial_every: None,
        thresholds: Thresholds::NONE,
        splits: true,
    };
    let job = Job { lease: LEASE, moves: Vec::new(), budget };
    let any = Catalogue::standard().game("tic-tac-toe").unwrap();
    let subject = JobSubject {
        game: "tic-tac-toe".to_owned(),
        position: any.position(None, &[]).unwrap().asked(),
        player: 'b',
        fingerprint: any.fingerprint(),
        content: None,
        terms: JobTerms::default(),
    };
    let memory = WorkerMemory { bytes: 64 << 20, threads: 1 };
    let mut runner = any.job_runner(&subject, memory.into()).unwrap();
    runner.limit_proofs(proofs);
    let result = runner.run(&job, &mut |_, _, _| true).unwrap();
    (examiner, job, result)
}

/// Where a proof may not be as large as it is, nothing is claimed: the leaf gets its children, which look settled.
#[test]
fn a_claim_without_room_for_its_proof_becomes_its_children() {
    let (_, _, claim) = honest(1 << 20);
    assert!(matches!(claim.verdict, JobVerdict::Settled { won: false, .. }), "{claim:?}");
    let room = claim.proof_bytes() as u64;
    let (_, _, fits) = honest_within(1 << 20, room);
    assert_eq!((&fits.verdict, &fits.proofs), (&claim.verdict, &claim.proofs));
    let (examiner, job, split) = honest_within(1 << 20, room - 1);
    assert!(split.proofs.is_empty() && examiner.most_proof() >= 600 << 10);
    let inspected = examiner.inspect(&job, &split, Effort::Glance).unwrap();
    assert_eq!((inspected.worth, inspected.doubtful), (Worth::Useful, 0));
    let JobVerdict::Open { children } = inspected.verdict else { panic!("it is open") };
    // Of nine moves, three up to symmetry; each is won for White, who has a draw, or nearly so.
    assert_eq!(children.len(), 3);
    assert!(children.iter().all(|child| child.phi == 1 && child.delta > 1000), "{children:?}");
}

/// Suspicion of the audit: a certificate could occupy the coordinator's checkers for hours.
#[test]
fn a_proof_that_is_not_judged_in_time_is_not_believed() {
    let (examiner, job, result) = honest(1 << 20);
    assert!(matches!(result.verdict, JobVerdict::Settled { won: false, .. }), "{result:?}");
    assert_eq!(result.proofs.len(), 1);
    let inspected = examiner.inspect(&job, &result, Effort::Judge).unwrap();
    assert_eq!((inspected.worth, inspected.proofs.len()), (Worth::Useful, 1));
    let hasty = examiner.judging_within(Duration::ZERO);
    assert_eq!(hasty.inspect(&job, &result, Effort::Glance), Err(Unfit::NotNow));
    for effort in [Effort::Judge, Effort::Redo] {
        let unfit = hasty.inspect(&job, &result, effort);
        assert!(matches!(unfit, Err(Unfit::Unjudged(_))), "{unfit:?}");
    }
}

/// The end of a search waits for nobody who judges a large proof.
#[test]
fn what_nobody_wants_to_know_any_more_is_not_inspected() {
    let (examiner, job, result) = honest(1 << 20);
    assert!(examiner.inspect(&job, &result, Effort::Judge).is_ok());
    examiner.give_up();
    assert_eq!(examiner.inspect(&job, &result, Effort::Judge), Err(Unfit::NotNow));
    let claim = JobResult { proofs: Vec::new(), ..result };
    let job = Job { budget: Budget { partial_every: Some(1), ..job.budget }, ..job };
    assert!(matches!(examiner.inspect(&job, &claim, Effort::Redo), Err(Unfit::NotHere(_))));
}

#[test]
fn numbers_of_no_search_are_forgotten_and_noted() {
    let (examiner, job, mut result) = honest(10);
    let inspected = examiner.inspect(&job, &result, Effort::Judge).unwrap();
    assert_eq!(inspected.worth, Worth::Useful);
    let JobVerdict::Open { children } = &mut result.verdict else { panic!("{result:?}") };
    children[0].delta = u32::MAX - 1;
    let inspected = examiner.inspect(&job, &result, Effort::Judge).unwrap();
    assert_eq!(inspected.worth, Worth::Useless);
    let JobVerdict::Open { children } = inspected.verdict else { panic!("it is open") };
    assert!(children.iter().all(|child| (child.phi, child.delta) == (1, 1)), "{children:?}");
    // To leave out everything without a proof is no result.
    let nothing = JobVerdict::Open { children: Vec::new() };
    let empty = JobResult { verdict: nothing, proofs: Vec::new(), ..result };
    assert!(matches!(examiner.inspect(&job, &empty, Effort::Judge), Err(Unfit::Forged(_))));
}

#[test]
fn a_leaf_that_stays_one_has_reached_its_thresholds() {
    let (examiner, mut job, result) = honest(10);
    job.budget.thresholds = Thresholds { phi: 10, delta: 20 };
    let judge = |phi, delta| {
        let verdict = JobVerdict::Numbers { phi, delta };
        let result = JobResult { verdict, ..result.clone() };
        examiner.inspect(&job, &result, Effort::Judge)
    };
    for (phi, delta) in [(10, 1), (1, 20), (300, 300)] {
        let inspected = judge(phi, delta).unwrap();
        assert_eq!(inspected.verdict, JobVerdict::Numbers { phi, delta });
        assert!(inspected.proofs.is_empty() && inspected.worth == Worth::Useful);
    }
    for (phi, delta) in [(9, 19), (0, 30), (30, 0), (u32::MAX, 30), (30, 1 << 30)] {
        assert!(matches!(judge(phi, delta), Err(Unfit::Forged(_))), "{phi} {delta}");
    }
    // Unless nobody wanted its children.
    job.budget.splits = false;
    let verdict = JobVerdict::Numbers { phi: 9, delta: 19 };
    let result = JobResult { verdict, ..result.clone() };
    assert!(examiner.inspect(&job, &result, Effort::Judge).is_ok());
}
