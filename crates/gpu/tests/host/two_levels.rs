//! df-pn on the processor whose leaves a card settles: values, proofs, and faults of the card.

use crate::pretended::{Asked, Entries, Pretended};
use crate::program::{Host, compiled};
use crate::{Position, judged, positions};
use andor_core::{
    Answer, Claim, Limits, Observer, Player, Progress, Question, Report, Rules, Silent, Stopped,
};
use andor_games::breakthrough::Breakthrough;
use andor_prove::checkpoint::{CheckpointPlan, Identity};
use andor_prove::depth_first::{Config, DepthFirst};
use andor_prove::extract::{ExtractError, Extracted, Finding, Options, extract};
use andor_prove::job_level::{
    self, Abandoned, Budget, Finished, JobLevel, JobVerdict, Jobs, Thresholds, arrive,
};
use andor_prove::retrograde::Retrograde;
use andor_prove::solver::{Solver, claim_of};
use andor_tables::zone::{ZoneShape, ZoneTable};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

const WHITE: Question = Question { player: Player::White };

/// Whether the side to move wins, by retrograde analysis.
fn wins(game: &Breakthrough, truth: &mut Retrograde, position: &Position) -> bool {
    let report = truth.solve(game, position, WHITE, &Limits::default(), &mut Silent);
    assert_eq!(report.stopped, Stopped::Solved);
    (report.answer == Answer::Proved) == (game.side_to_move(position) == Player::White)
}

/// Positions of a small board that need a search.
fn open_positions(game: &Breakthrough) -> Vec<Position> {
    positions(game).into_iter().filter(|position| judged(game, position).is_none()).collect()
}

fn zone_of(game: &Breakthrough, depth: usize) -> Arc<ZoneTable> {
    let shape = ZoneShape::new(game.race_board().unwrap(), depth).unwrap();
    Arc::new(ZoneTable::build(shape, 1, &Limits::default(), &mut Silent).unwrap())
}

/// Side by side in one search, all positions of a small board have the values that retrograde analysis says.
#[test]
fn many_positions_at_once_have_their_values() {
    let game = Breakthrough::new(3, 4);
    let Some(program) = compiled(&game, 3) else { return };
    let open: Vec<Position> = open_positions(&game).into_iter().step_by(5).collect();
    let mut truth = Retrograde::new();
    for workers in [1, 40] {
        let mut card = Pretended::new(Host::start(&program, 3), workers);
        let (found, counters, _) = card.ask(&game, &open, usize::MAX);
        let expanded: u64 = found.iter().map(|task| task.expanded).sum();
        assert!(open.len() > 100 && expanded == counters.expanded, "{expanded}, {counters:?}");
        for (position, task) in open.iter().zip(found) {
            let won = wins(&game, &mut truth, position);
            assert_eq!(task.won, Some(won), "{}", game.position_text(position));
        }
    }
}

/// The processor's half, with leaves for the card from the start.
fn top(config: Config, card: Pretended) -> DepthFirst<Breakthrough> {
    let mut solver = DepthFirst::new(Config { job: 5, alone: 0, knowledge: true, ..config });
    solver.accelerate(Box::new(card));
    solver
}

fn with_threads(threads: usize) -> Config {
    Config { threads, ..Config::default() }
}

/// What is said in the end of the leaves of a card.
#[derive(Default)]
struct Told {
    leaves: u64,
    settled: u64,
}

impl Observer for Told {
    fn progress(&mut self, _: &Progress) {}

    fn note(&mut self, line: &str) {
        if let Some(rest) = line.strip_prefix("device: ") {
            let numbers = rest.split(' ').filter_map(|word| word.parse().ok());
            let numbers: Vec<u64> = numbers.collect();
            (self.leaves, self.settled) = (self.leaves + numbers[0], self.settled + numbers[1]);
        }
    }
}

/// From every position of small boards, the value is that of retrograde analysis; and the card has a share in it.
#[test]
fn two_levels_have_the_values_of_retrograde_analysis() {
    for (columns, rows, step, threads) in [(3, 4, 150, 2), (2, 6, 120, 1)] {
        let game = Breakthrough::new(columns, rows);
        let Some(program) = compiled(&game, 0) else { return };
        let (mut truth, mut told) = (Retrograde::new(), Told::default());
        for position in open_positions(&game).iter().skip(step / 2).step_by(step) {
            let card = Pretended { rounds: 9, ..Pretended::new(Host::start(&program, 0), 2) };
            let mut solver = top(with_threads(threads), card);
            let report = solver.solve(&game, position, WHITE, &Limits::default(), &mut told);
            let white =
                wins(&game, &mut truth, position) == (game.side_to_move(position) == Player::White);
            let answer = if white { Answer::Proved } else { Answer::Disproved };
            assert_eq!(report.answer, answer, "{}", game.position_text(position));
        }
        assert!(told.settled > 0 && told.settled <= told.leaves, "of {}", told.leaves);
    }
}

/// A search of a board of four columns and five rows, whose initial position the second player wins, and what its
/// proof comes to.
fn prove(card: Pretended, told: &mut Told) -> (Report, Result<Extracted, ExtractError>) {
    let (game, limits) = (Breakthrough::new(4, 5), Limits::default());
    let mut solver = top(with_threads(2), card);
    solver.consult(Box::new(Asked(zone_of(&game, 3))));
    let root = game.initial();
    let report = solver.solve(&game, &root, WHITE, &limits, told);
    let Some(claim) = claim_of(&game, WHITE, &report) else {
        return (report, Err(ExtractError::Stopped(report.stopped)));
    };
    let finding = Finding { root: &root, question: WHITE, claim };
    let mut sink = Entries::default();
    let walked =
        extract(&game, finding, &Options::new(&limits), &mut solver, &mut Silent, &mut sink);
    assert!(walked.is_err() || claim == Claim::Wins(Player::Black), "{claim}");
    (report, walked)
}

/// What a card has settled is proved again where the proof needs it.
#[test]
fn a_proof_needs_no_card() {
    let Some(program) = compiled(&Breakthrough::new(4, 5), 3) else { return };
    let mut told = Told::default();
    let card = Pretended::new(Host::start(&program, 3), 30);
    let (report, walked) = prove(card, &mut told);
    assert_eq!((report.answer, report.stopped), (Answer::Disproved, Stopped::Solved));
    let reproved = report.counters.reproved;
    walked.unwrap();
    assert!(told.settled > 20 && reproved > 0, "{} settled, {reproved} again", told.settled);
}

/// A card that is lost, or has no memory left, in the middle of a search: there is no value.
#[test]
fn a_card_that_fails_ends_the_search() {
    let Some(program) = compiled(&Breakthrough::new(4, 5), 3) else { return };
    for leaves in [1, 20] {
        let card = Pretended { leaves, ..Pretended::new(Host::start(&program, 3), 30) };
        let (report, _) = prove(card, &mut Told::default());
        assert_eq!((report.answer, report.stopped), (Answer::Unknown, Stopped::Device));
    }
}

/// A worker's job on 4x5 with this card, and the proof that the worker sends along with a value.
fn job(
    jobs: Jobs,
    card: Pretended,
    thresholds: Thresholds,
) -> Option<(Result<Finished, Abandoned>, Option<Extracted>)> {
    let (game, limits) = (Breakthrough::new(4, 5), Limits::default());
    let config = job_level::Config { jobs, knowledge: true, threads: 2, ..Default::default() };
    let mut solver = JobLevel::new(config);
    solver.consult(Box::new(Asked(zone_of(&game, 3))));
    if !solver.accelerate(WHITE, &limits, Box::new(card)).unwrap() {
        return None;
    }
    let root = game.initial();
    let leaf = arrive(&game, &root, &[]).unwrap();
    let budget = Budget {
        // A job visits a share of its nodes at least, whatever its thresholds.
        descents: if thresholds == Thresholds::NONE { u64::MAX } else { 200_000 },
        room: u64::MAX,
        partial_every: None,
        thresholds,
        splits: true,
    };
    let finished = solver.run_job(&game, WHITE, &leaf, budget, &limits, &mut |_, _, _| Ok(()));
    let is_settled = |finished: &Finished| matches!(finished.verdict, JobVerdict::Settled { .. });
    let walked = finished.as_ref().is_ok_and(is_settled).then(|| {
        let finding = Finding { root: &root, question: WHITE, claim: Claim::Wins(Player::Black) };
        let (options, mut sink) = (Options::new(&limits), Entries::default());
        extract(&game, finding, &options, &mut solver, &mut Silent, &mut sink).unwrap()
    });
    Some((finished, walked))
}

/// A card helps in jobs of df-pn, and in no others; if it fails, there is no result.
#[test]
fn a_worker_has_a_card() {
    let Some(program) = compiled(&Breakthrough::new(4, 5), 3) else { return };
    let card = || Pretended::new(Host::start(&program, 3), 30);
    assert!(job(Jobs::Pn, card(), Thresholds::NONE).is_none());
    let (finished, walked) = job(Jobs::DfPn, card(), Thresholds::NONE).unwrap();
    let verdict = finished.unwrap().verdict;
    assert!(matches!(verdict, JobVerdict::Settled { won: false, .. }), "{verdict:?}");
    assert!(walked.unwrap().positions > 1000);
    let failing = Pretended { leaves: 1, ..card() };
    let (failed, _) = job(Jobs::DfPn, failing, Thresholds::NONE).unwrap();
    assert_eq!(failed.err(), Some(Abandoned::Stopped(Stopped::Device)));
}

/// A leaf that has only reached its thresholds has no proof whose gaps could be filled, however much the card has
/// settled below it: it stays a leaf, with its numbers.
#[test]
fn a_job_with_a_card_ends_at_its_thresholds() {
    let Some(program) = compiled(&Breakthrough::new(4, 5), 3) else { return };
    let mut stayed = 0;
    for most in [30, 300, 3_000] {
        let card = Pretended::new(Host::start(&program, 3), 30);
        let thresholds = Thresholds { phi: most, delta: most };
        let (finished, _) = job(Jobs::DfPn, card, thresholds).unwrap();
        let Finished { verdict, counters } = finished.unwrap();
        match verdict {
            JobVerdict::Numbers { phi, delta } => {
                assert!(phi >= most || delta >= most, "{phi} and {delta} of {most}");
                assert_eq!(counters.reproved, 0);
                stayed += 1;
            }
            verdict => assert!(matches!(verdict, JobVerdict::Settled { won: false, .. })),
        }
    }
    assert!(stayed > 0);
}

/// What the card has settled may be left to whoever walks the proof, one thread or several.
#[test]
fn gaps_are_proved_where_the_walk_comes_by() {
    let game = Breakthrough::new(4, 5);
    let Some(program) = compiled(&game, 3) else { return };
    for threads in [1, 3] {
        let card = Pretended::new(Host::start(&program, 3), 30);
        let mut solver = top(with_threads(2), card);
        solver.leave_gaps();
        let (root, limits) = (game.initial(), Limits::default());
        let report = solver.solve(&game, &root, WHITE, &limits, &mut Silent);
        assert_eq!((report.answer, report.counters.reproved), (Answer::Disproved, 0));
        let claim = Claim::Wins(Player::Black);
        let finding = Finding { root: &root, question: WHITE, claim };
        let options = Options { threads, effort: 0, ..Options::new(&limits) };
        let mut sink = Entries::default();
        let walked = extract(&game, finding, &options, &mut solver, &mut Silent, &mut sink);
        assert!(walked.unwrap().counters.reproved > 0, "{threads} threads");
    }
}

/// With wrong values a proof is found that holds, or none.
#[test]
fn wrong_leaves_prove_nothing_false() {
    let Some(program) = compiled(&Breakthrough::new(4, 5), 3) else { return };
    let (mut proofs, mut refused) = (0, 0);
    for wrong in [1, 3, 50] {
        let card = Pretended { wrong, ..Pretended::new(Host::start(&program, 3), 30) };
        match prove(card, &mut Told::default()).1 {
            Ok(_) => proofs += 1,
            Err(error) => {
                let is_told = error == ExtractError::Stopped(Stopped::Device);
                assert!(is_told || matches!(error, ExtractError::Contradiction(_)), "{error:?}");
                refused += 1;
            }
        }
    }
    assert!(proofs + refused == 3 && refused > 0, "{proofs} proofs, {refused} refused");
}

/// A checkpoint keeps the top and what was settled: it goes on with another card, whose table is empty.
#[test]
fn a_checkpoint_needs_nothing_of_the_card() {
    let game = Breakthrough::new(4, 5);
    let Some(program) = compiled(&game, 3) else { return };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(format!("two-levels-{}.checkpoint", std::process::id()));
    let (root, zone) = (game.initial(), zone_of(&game, 3));
    let memory = 64 << 20;
    let identity = Identity {
        game: game.spec(),
        content: None,
        position: game.position_text(&root),
        method: "df-pn".to_owned(),
        memory,
        tree_nodes: None,
        settings: None,
    };
    let every = Duration::from_secs(3600);
    let plan = CheckpointPlan { path: path.clone(), every, identity, before: Duration::ZERO };
    let run = |from: Option<&Path>, nodes: Option<u64>| {
        let card = Pretended::new(Host::start(&program, 3), 30);
        let checkpoint = Some(plan.clone());
        let mut solver = top(Config { checkpoint, ..with_threads(2) }, card);
        solver.consult(Box::new(Asked(zone.clone())));
        if let Some(path) = from {
            solver.resume(&game, &root, path).unwrap();
        }
        let limits = Limits { memory, nodes, ..Limits::default() };
        let report = solver.solve(&game, &root, WHITE, &limits, &mut Silent);
        solver.save(&mut Silent);
        report
    };
    let whole = run(None, None);
    assert_eq!(whole.answer, Answer::Disproved);
    let begun = run(None, Some(whole.counters.nodes / 4));
    assert_eq!((begun.answer, begun.stopped), (Answer::Unknown, Stopped::Nodes));
    let ended = run(Some(&path), None);
    assert_eq!((ended.answer, ended.stopped), (Answer::Disproved, Stopped::Solved));
    assert!(ended.counters.nodes > begun.counters.nodes);
    std::fs::remove_file(&path).unwrap();
}
