//! Results of workers, inspected.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::{Limits, Player, Question, Rules};
use andor_engine::remote::{Effort, Examiner, Inspector, JobOrder, JobResult, JobVerdict, Unfit};
use andor_games::tic_tac_toe::TicTacToe;
use andor_prove::job_level::Config;
use std::sync::Arc;
use std::sync::atomic::Ordering;

#[test]
fn a_result_that_cannot_be_worked_out_here_is_no_forgery() {
    let game = Arc::new(TicTacToe);
    let limits = Limits::default();
    limits.interrupt.store(true, Ordering::Relaxed);
    let question = Question::wins(Player::Black);
    let root = game.initial();
    let examiner = Examiner::new(game.clone(), game, root, question, &Config::default(), &limits);
    let (lease, descents) = ((0, 1), 1000);
    let order =
        JobOrder { lease, moves: Vec::new(), descents, room: u64::MAX, partial_every: Some(1) };
    let verdict = JobVerdict::Settled { won: true, leans_on: u32::MAX, winning: None };
    let claim = JobResult { verdict, proofs: Vec::new(), nodes: 0, expanded: 0 };
    assert!(matches!(examiner.inspect(&order, &claim, Effort::Redo), Err(Unfit::NotHere(_))));
    assert_eq!(examiner.inspect(&order, &claim, Effort::Judge), Err(Unfit::NotNow));
    let forged = JobResult { proofs: vec![b"ANDOR".to_vec()], ..claim };
    assert!(matches!(examiner.inspect(&order, &forged, Effort::Redo), Err(Unfit::Forged(_))));
    assert!(matches!(examiner.inspect(&order, &forged, Effort::Judge), Err(Unfit::Forged(_))));
}
