//! The boolean search that a card begins: what comes over is taken, and not believed.

use crate::pretended::{Asked, Entries, Pretended};
use crate::program::{Host, compiled};
use andor_core::{Limits, Player, Question, RaceBoard, Rules, Silent, Stopped};
use andor_games::breakthrough::Breakthrough;
use andor_prove::boolean::{Boolean, Config};
use andor_prove::solver::Solver;
use andor_tables::zone::{ZoneShape, ZoneTable};
use std::sync::Arc;

/// One worker or many, the processor finds nothing left to do; a card that fails settles nothing.
#[test]
fn values_are_taken_over() {
    let game = Breakthrough::new(4, 5);
    let question = Question::wins(Player::White);
    let (root, limits) = (game.initial(), Limits::default());
    let shape = ZoneShape::new(RaceBoard { columns: 4, rows: 5 }, 3).unwrap();
    let zone = ZoneTable::build(shape, 1, &Limits::default(), &mut Silent).unwrap();
    let zone = Arc::new(zone);
    let Some(program) = compiled(&game, 3) else { return };
    let solve = |workers, fails| {
        let mut solver = Boolean::new(Config::default());
        solver.consult(Box::new(Asked(zone.clone())));
        if workers > 0 {
            let host = Host::start(&program, 3);
            solver.accelerate(Box::new(Pretended { fails, ..Pretended::new(host, workers) }));
        }
        solver.solve(&game, &root, question, &limits, &mut Silent)
    };
    let alone = solve(0, false);
    for workers in [1, 7, 300] {
        let report = solve(workers, false);
        assert_eq!((report.answer, report.stopped), (alone.answer, Stopped::Solved), "{workers}");
        // The order of moves is the same, so one worker does what one thread does, and the thread is left
        // with the path to the root.
        if workers == 1 {
            let (more, all) = (report.counters.expanded, alone.counters.expanded);
            assert!(more.abs_diff(all) * 20 < all, "{more}, {all} alone");
        }
    }
    let report = solve(1, true);
    assert_eq!((report.answer, report.stopped), (andor_core::Answer::Unknown, Stopped::Device));
}

/// A card's word is not believed: with wrong entries a proof is found that holds, or none.
#[test]
fn wrong_entries_prove_nothing_false() {
    use andor_prove::extract::{Finding, Options, extract};
    let game = Breakthrough::new(4, 5);
    let question = Question::wins(Player::White);
    let (root, limits) = (game.initial(), Limits::default());
    let (mut proofs, mut refused) = (0, 0);
    let Some(program) = compiled(&game, 0) else { return };
    for wrong in [2, 5, 40, 1000, 20_000] {
        let host = Host::start(&program, 0);
        let mut solver = Boolean::new(Config::default());
        solver.accelerate(Box::new(Pretended { wrong, ..Pretended::new(host, 3) }));
        let report = solver.solve(&game, &root, question, &limits, &mut Silent);
        let Some(claim) = andor_prove::solver::claim_of(&game, question, &report) else {
            refused += 1;
            continue;
        };
        let finding = Finding { root: &root, question, claim };
        let mut sink = Entries::default();
        let options = Options::new(&limits);
        let walked = extract(&game, finding, &options, &mut solver, &mut Silent, &mut sink);
        match walked {
            // The second player wins 4x5: another claim has no proof that stands.
            Ok(_) => {
                assert_eq!(claim, andor_core::Claim::Wins(Player::Black), "every {wrong}");
                proofs += 1;
            }
            Err(_) => refused += 1,
        }
    }
    assert_eq!(proofs + refused, 5);
    assert!(proofs > 0, "one wrong entry in twenty thousand is found out and proved again");
}
