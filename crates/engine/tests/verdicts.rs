//! No certificate that was checked, no verdict: what a row says when extraction or verification does
//! not come to its end (audit, H3).

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::{Limits, Observer, Phase, Progress, Silent, Stopped};
use andor_engine::{
    Catalogue, Certificate, Method, Request, Solved, Stage, Value, Verification, every_move,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Raises the flag of Ctrl-C as soon as a phase begins.
struct CtrlC {
    phase: Phase,
    interrupt: Arc<AtomicBool>,
}

impl Observer for CtrlC {
    fn progress(&mut self, progress: &Progress) {
        if progress.phase == self.phase {
            self.interrupt.store(true, Ordering::Relaxed);
        }
    }
    fn note(&mut self, _: &str) {}
}

fn stopped_in(phase: Phase, game: &str, method: Method) -> Solved {
    let game = Catalogue::standard().game(game).unwrap();
    let root = game.position(None, &[]).unwrap();
    let request = Request { settings: method.into(), ..Request::default() };
    let mut ctrl_c = CtrlC { phase, interrupt: Arc::clone(&request.limits.interrupt) };
    game.solve(&root, &request, &mut ctrl_c).unwrap()
}

#[test]
fn a_search_without_a_checked_certificate_only_claims() {
    for phase in [Phase::Extract, Phase::Verify] {
        let solved = stopped_in(phase, "breakthrough:5x5", Method::Auto);
        let row = &solved.row;
        assert_eq!((row.value, row.winner), (Value::Unknown, None), "{phase}");
        assert_eq!(row.claimed, Some(Value::Loss), "{phase}: {:?}", solved.notes);
        assert_eq!(row.verified, Verification::No, "{phase}");
        assert_eq!((row.stopped, row.best.as_deref()), (Stopped::Interrupted, None), "{phase}");
        assert!(
            solved.row.line.is_empty() && solved.row.plies.is_none() && solved.failure.is_none()
        );
        let json = serde_json::to_value(row).unwrap();
        assert_eq!((&json["value"], &json["claimed"]), (&"unknown".into(), &"loss".into()));
        assert_eq!(json["verified"], false);
    }
}

/// Who stops the building of a zone table gets a row, too.
#[test]
fn a_search_that_never_began_knows_nothing() {
    let solved = stopped_in(Phase::Build, "breakthrough:5x5", Method::Auto);
    let row = &solved.row;
    assert_eq!((row.value, row.claimed, row.nodes), (Value::Unknown, None, 0));
    assert_eq!(row.stopped, Stopped::Interrupted);
    assert!(row.setup_seconds > 0.0 && row.seconds == 0.0 && solved.failure.is_none());
}

#[test]
fn experiments_that_only_search_claim() {
    let game = Catalogue::standard().game("breakthrough:4x4").unwrap();
    let root = game.position(None, &[]).unwrap();
    let whole = game.solve(&root, &Request::default(), &mut Silent).unwrap().row;
    assert_eq!((whole.verified, whole.claimed), (Verification::Yes, None));
    let request = Request { stage: Stage::Search, ..Request::default() };
    let row = game.solve(&root, &request, &mut Silent).unwrap().row;
    assert_eq!((row.value, row.verified), (Value::Unknown, Verification::No));
    assert_eq!((row.claimed, row.found()), (Some(whole.value), whole.value));
}

/// `--time` is one clock for all phases: with none left nothing is searched, and nothing is checked.
#[test]
fn time_holds_for_every_phase() {
    let game = Catalogue::standard().game("breakthrough:5x5").unwrap();
    let root = game.position(None, &[]).unwrap();
    for thousandths in [0, 20, 100, 400, 700] {
        let time = Some(std::time::Duration::from_millis(thousandths));
        let limits = Limits { time, ..Limits::default() };
        let row = game.solve(&root, &Request { limits, ..Request::default() }, &mut Silent);
        let row = row.unwrap().row;
        match row.verified {
            Verification::Yes => {
                assert_eq!((row.value, row.stopped), (Value::Loss, Stopped::Solved))
            }
            _ => assert_eq!((row.value, row.stopped), (Value::Unknown, Stopped::Time)),
        }
    }
}

/// Raises the flag of Ctrl-C when all is checked, and counts what was.
struct AtTheEnd {
    interrupt: Arc<AtomicBool>,
    checked: u64,
}

impl Observer for AtTheEnd {
    fn progress(&mut self, progress: &Progress) {
        if progress.phase == Phase::Verify {
            assert!(progress.counters.nodes >= self.checked && progress.fill <= 1.0);
            self.checked = progress.counters.nodes;
            self.interrupt.store(progress.fill == 1.0, Ordering::Relaxed);
        }
    }
    fn note(&mut self, _: &str) {}
}

/// Under superko the line is read from the tree of paths once more, which takes as long as checking it did: that
/// is told as progress and counted, and can be stopped without losing the verdict.
#[test]
fn reading_the_line_can_be_stopped() {
    let game = Catalogue::standard().game("go:3x3").unwrap();
    let root = game.position(None, &[]).unwrap();
    let whole = game.solve(&root, &Request::default(), &mut Silent).unwrap().row;
    assert!(whole.best.is_some() && whole.line.len() > 2, "{whole:?}");
    let request = Request::default();
    let interrupt = Arc::clone(&request.limits.interrupt);
    let mut observer = AtTheEnd { interrupt, checked: 0 };
    let solved = game.solve(&root, &request, &mut observer).unwrap();
    assert!(observer.checked > 100, "{} nodes of a tree", observer.checked);
    let row = &solved.row;
    assert_eq!((row.value, row.verified), (whole.value, Verification::Yes));
    assert!(row.best.is_none() && row.line.is_empty(), "{row:?}");
    assert_eq!(solved.notes, ["reading the line from the certificate was stopped (interrupted)"]);
}

/// Whoever has no files (a page, another program) gets the certificate with the answer: the bytes that
/// a file would have.
#[test]
fn a_certificate_comes_back_if_it_is_to_be_kept() {
    let file = std::env::temp_dir().join(format!("andor-kept-{}.proof", std::process::id()));
    let catalogue = Catalogue::standard();
    for spec in ["breakthrough:4x4", "tic-tac-toe", "go:2x2"] {
        let game = catalogue.game(spec).unwrap();
        let root = game.position(None, &[]).unwrap();
        let solve = |keep, proof| {
            let request = Request { keep, proof, ..Request::default() };
            game.solve(&root, &request, &mut Silent).unwrap()
        };
        assert!(solve(false, None).certificate.is_none());
        let both = solve(true, Some(file.clone())).certificate.unwrap();
        let kept = solve(true, None).certificate.unwrap();
        let bytes = kept.bytes().unwrap().to_vec();
        assert!(bytes == std::fs::read(&file).unwrap() && both.bytes() == Some(&*bytes), "{spec}");
        // Those who hear of bytes only check them as they would a file.
        let certificate = Certificate::from_bytes(bytes).unwrap();
        let game = catalogue.game(certificate.spec()).unwrap();
        let checked = game.verify(&certificate, &[], 1, &Limits::default(), &mut Silent).unwrap();
        assert_eq!(checked.verification(), Verification::Yes, "{spec}");
    }
    std::fs::remove_file(file).unwrap();
    // Every move has its own.
    let game = catalogue.game("breakthrough:3x4").unwrap();
    let root = game.position(None, &[]).unwrap();
    let request = Request { keep: true, ..Request::default() };
    let mut moves = 0;
    every_move(&*game, &root, &request, &mut Silent, &mut |solved| {
        let certificate = solved.certificate.expect("no first move ends the game");
        assert_eq!(certificate.root_text(), solved.row.position);
        moves += 1;
    })
    .unwrap();
    assert_eq!(moves, game.legal_moves(&root).len());
    // What a search only claims has none.
    let request = Request { keep: true, stage: Stage::Search, ..Request::default() };
    assert!(game.solve(&root, &request, &mut Silent).unwrap().certificate.is_none());
}
