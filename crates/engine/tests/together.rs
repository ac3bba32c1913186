//! Wins that several threads walk, with every kind of ending, out of tables that hold everything and that do not.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_certify::{
    Basis, CertificateError, Cut, Cutting, Guide, Heading, Keeping, SectionBuilder, cut_together,
    verify, write_certificate,
};
use andor_core::{Game, Limits, Observer, Phase, Player, Progress, Question, Rules, Silent};
use andor_engine::{
    Catalogue, Certificate, CheckpointRequest, LeavesChoice, Method, Request, SolverSettings, Value,
};
use andor_games::breakthrough::{Breakthrough, Reference};
use andor_prove::depth_first::{Config, DepthFirst};
use andor_prove::extract::{ExtractError, Extracted, Finding, Options, extract};
use andor_prove::solver::{Solver, claim_of};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

const WHITE: Question = Question { player: Player::White };

/// Solves a board with several threads and a table of so many entries, and walks the proof with so many.
fn proof(
    (columns, rows): (usize, usize),
    entries: Option<u64>,
    (threads, effort): (usize, u32),
    limits: &Limits,
) -> (Result<Extracted, ExtractError>, Certificate) {
    let game = Breakthrough::new(columns, rows);
    let root = game.initial();
    let config = Config { threads: 2, alone: 0, knowledge: true, ..Config::default() };
    let mut solver = DepthFirst::new(config);
    let search = Limits { tree_nodes: entries, ..Limits::default() };
    let report = solver.solve(&game, &root, WHITE, &search, &mut Silent);
    let claim = claim_of(&game, WHITE, &report).unwrap();
    let finding = Finding { root: &root, question: WHITE, claim };
    let options = Options { threads, effort, ..Options::new(limits) };
    let mut section = SectionBuilder::without_leaves(claim, game.encoded_len());
    let extracted = extract(&game, finding, &options, &mut solver, &mut Silent, &mut section);
    let mut bytes = Vec::new();
    let heading = Heading::of(&game, &root);
    write_certificate(&mut bytes, &heading, &[section.finish().unwrap()]).unwrap();
    (extracted, Certificate::from_bytes(bytes).unwrap())
}

#[test]
fn what_threads_walk_holds_by_the_reference_rules() {
    for board in [(4, 4), (3, 6), (4, 5)] {
        for (threads, effort) in [(2, 0), (3, 4), (8, 0)] {
            // The small table has forgotten most of the proof.
            let [kept, forgotten] = [None, Some(3000)].map(|entries| {
                let (extracted, certificate) =
                    proof(board, entries, (threads, effort), &Limits::default());
                let Extracted { positions, ranked, counters, .. } = extracted.unwrap();
                let reference = Reference::new(board.0, board.1);
                let verified = verify(&reference, &certificate, 2, &mut Silent).unwrap();
                assert_eq!(verified.positions, positions, "{board:?}, {threads} threads");
                assert!(positions <= ranked && (effort > 0 || positions == ranked));
                counters.reproved
            });
            assert!(board != (4, 5) || forgotten > kept, "{forgotten}, {kept}");
        }
    }
}

/// The moves of a proof that is there, by the bytes of its positions.
type Moves = HashMap<Vec<u8>, u32>;

struct Known<'a>(&'a Moves);

impl Guide<Reference> for Known<'_> {
    fn class(&mut self, _: &<Reference as Rules>::Position, _: &[u8]) -> u32 {
        0
    }

    fn play(
        &mut self,
        _: &<Reference as Rules>::Position,
        bytes: &[u8],
        moves: &[<Reference as Rules>::Move],
    ) -> Result<Option<<Reference as Rules>::Move>, CertificateError> {
        Ok(self.0.get(bytes).map(|&index| moves[index as usize]))
    }
}

/// Threads cut a proof off where a verifier's search proves the rest; with a hole in it they do not.
#[test]
fn what_threads_cut_holds_by_the_reference_rules() {
    let limits = Limits::default();
    let (_, whole) = proof((4, 5), None, (1, 4), &limits);
    let claim = whole.sections()[0].claim;
    let mut moves = Moves::new();
    let read = whole.for_each_entry(0, |entry| {
        moves.insert(entry.position.to_vec(), entry.move_index);
    });
    read.unwrap();
    let half =
        moves.iter().filter(|(bytes, _)| bytes.iter().fold(0, |sum, byte| sum ^ byte) % 2 == 0);
    let half: Moves = half.map(|(bytes, &index)| (bytes.clone(), index)).collect();
    let reference = Reference::new(4, 5);
    let root = reference.initial();
    for threads in [1, 4] {
        for budget in [10, 200] {
            let how = Cutting { budget, threads, limits: &limits, keeping: None };
            let basis = Basis { rules: &reference, claim, tables: None };
            let [cut, holed] = [&moves, &half].map(|moves| {
                let guide = |_| Box::new(Known(moves)) as Box<dyn Guide<Reference> + Send>;
                let guides = (0..threads).map(guide).collect();
                cut_together(basis, &root, guides, how, &mut Silent)
            });
            assert!(holed.is_err(), "half of the proof is missing");
            let Cut { section, leaves, searched, rests } = cut.unwrap();
            assert_eq!(rests, 0);
            let heading = Heading { leaf_budget: Some(budget), ..Heading::of(&reference, &root) };
            let mut bytes = Vec::new();
            write_certificate(&mut bytes, &heading, &[section]).unwrap();
            let small = Certificate::from_bytes(bytes).unwrap();
            assert!(2 * small.size().bytes < whole.size().bytes, "{:?}", small.size());
            assert!(leaves > 100 && searched > leaves, "{leaves} leaves, {searched} searched");
            verify(&reference, &small, 2, &mut Silent).unwrap();
        }
    }
}

/// A file that is removed in the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        Scratch(std::env::temp_dir().join(format!("andor-{name}-{}", std::process::id())))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Knows the same, counts how often it is asked, and after some times has everything stopped.
struct Tiring<'a> {
    known: Known<'a>,
    asked: &'a AtomicU64,
    most: u64,
    interrupt: Arc<AtomicBool>,
}

impl Guide<Reference> for Tiring<'_> {
    fn class(&mut self, position: &<Reference as Rules>::Position, bytes: &[u8]) -> u32 {
        self.known.class(position, bytes)
    }

    fn play(
        &mut self,
        position: &<Reference as Rules>::Position,
        bytes: &[u8],
        moves: &[<Reference as Rules>::Move],
    ) -> Result<Option<<Reference as Rules>::Move>, CertificateError> {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed) + 1;
        self.interrupt.fetch_or(asked >= self.most, Ordering::Relaxed);
        self.known.play(position, bytes, moves)
    }
}

/// What an observer is told.
#[derive(Default)]
struct Notes(Vec<String>);

impl Observer for Notes {
    fn progress(&mut self, _: &Progress) {}

    fn note(&mut self, line: &str) {
        self.0.push(line.to_owned());
    }
}

/// A cut that is stopped again and again goes on from its file: no position has two turns, and what comes out is the
/// same certificate, size and all that it costs included, as long as everything is tried.
#[test]
fn a_cut_that_is_stopped_goes_on_from_its_file() {
    let (_, whole) = proof((4, 5), None, (1, 4), &Limits::default());
    let claim = whole.sections()[0].claim;
    let mut moves = Moves::new();
    let read = whole.for_each_entry(0, |entry| {
        moves.insert(entry.position.to_vec(), entry.move_index);
    });
    read.unwrap();
    let reference = Reference::new(4, 5);
    let (root, basis) = (reference.initial(), Basis { rules: &reference, claim, tables: None });
    let run = |threads: usize, budget, most, keeping: Option<Keeping<'_>>, notes: &mut Notes| {
        let limits = Limits { interrupt: Arc::new(AtomicBool::new(false)), ..Limits::default() };
        let how = Cutting { budget, threads, limits: &limits, keeping };
        let asked = AtomicU64::new(0);
        let (asked_by_all, moves) = (&asked, &moves);
        let guide = |_| {
            let interrupt = limits.interrupt.clone();
            let known = Known(moves);
            Box::new(Tiring { known, asked: asked_by_all, most, interrupt })
                as Box<dyn Guide<Reference> + Send>
        };
        let cut = cut_together(basis, &root, (0..threads).map(guide).collect(), how, notes);
        (cut, asked.into_inner())
    };
    let bytes_of = |section, budget| {
        let heading = Heading { leaf_budget: Some(budget), ..Heading::of(&reference, &root) };
        let mut bytes = Vec::new();
        write_certificate(&mut bytes, &heading, &[section]).unwrap();
        bytes
    };
    for threads in [1, 3] {
        // With so small a budget nothing is seldom tried, and nothing depends on who comes first.
        let budget = 20;
        let (once, all) = run(threads, budget, u64::MAX, None, &mut Notes::default());
        let once = once.unwrap();
        let file = Scratch::new(&format!("cut-{threads}"));
        let to = Some((file.0.as_path(), Duration::from_secs(3600)));
        let keeping = Some(Keeping { from: Some(&file.0), to });
        let (mut asked, mut stops, mut notes) = (0, 0, Notes::default());
        let cut = loop {
            let (cut, more) = run(threads, budget, all / 10, keeping, &mut notes);
            asked += more;
            match cut {
                Ok(cut) => break cut,
                Err(error) => assert!(matches!(error, CertificateError::Stopped(_)), "{error}"),
            }
            stops += 1;
            assert!(stops < 20, "it does not go on");
        };
        assert!(stops >= 9 && notes.0.is_empty(), "{stops} stops, {:?}", notes.0);
        // Whoever is stopped with a move in hand loses that turn.
        assert!((all..=all + stops * threads as u64).contains(&asked), "{asked}, not {all}");
        assert_eq!((cut.leaves, cut.searched, cut.rests), (once.leaves, once.searched, once.rests));
        let (cut, once) = (bytes_of(cut.section, budget), bytes_of(once.section, budget));
        assert!(cut == once, "another certificate");
        verify(&reference, &Certificate::from_bytes(cut).unwrap(), 2, &mut Silent).unwrap();

        // A file of another cut, or a damaged one, is left alone.
        let spoil = |file: &Path| {
            let mut bytes = std::fs::read(file).unwrap();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            std::fs::write(file, &bytes).unwrap();
            bytes
        };
        for (budget, damage) in [(21, false), (20, true)] {
            let before = if damage { spoil(&file.0) } else { std::fs::read(&file.0).unwrap() };
            let mut notes = Notes::default();
            let (cut, asked) = run(threads, budget, all / 10, keeping, &mut notes);
            assert!(matches!(cut, Err(CertificateError::Stopped(_))) && asked >= all / 10);
            let what = if damage { "it is damaged" } else { "another cut" };
            assert!(notes.0.len() == 1 && notes.0[0].contains(what), "{:?}", notes.0);
            assert!(std::fs::read(&file.0).unwrap() == before, "it was written over");
        }
    }
}

/// Interrupts a run when it has taken so many positions of a proof in.
struct Impatient {
    interrupt: Arc<AtomicBool>,
    positions: u64,
}

impl Observer for Impatient {
    fn progress(&mut self, progress: &Progress) {
        let is_time = progress.phase == Phase::Extract && progress.counters.nodes >= self.positions;
        self.interrupt.fetch_or(is_time, Ordering::Relaxed);
    }

    fn note(&mut self, _: &str) {}
}

/// The same from the outside: a run with a checkpoint that is interrupted while it cuts leaves a file beside that, and
/// goes on from both.
#[test]
fn a_run_that_is_interrupted_while_it_cuts_goes_on() {
    let game = Catalogue::standard().game("breakthrough:6x5").unwrap();
    let root = game.position(None, &[]).unwrap();
    let (checkpoint, proof) = (Scratch::new("cutting.checkpoint"), Scratch::new("cutting.proof"));
    let beside = Scratch(PathBuf::from(format!("{}.cut", checkpoint.0.display())));
    let request = |interrupt: &Arc<AtomicBool>, resume: bool| Request {
        settings: SolverSettings { threads: 2, ..Method::Auto.into() },
        leaves: LeavesChoice::ZoneSearch(500),
        proof: Some(proof.0.clone()),
        limits: Limits { memory: 256 << 20, interrupt: interrupt.clone(), ..Limits::default() },
        checkpoint: Some(CheckpointRequest {
            path: checkpoint.0.clone(),
            every: Duration::from_secs(3600),
        }),
        resume: resume.then(|| checkpoint.0.clone()),
        ..Request::default()
    };
    let mut lengths = Vec::new();
    for positions in [200, 3000] {
        let interrupt = Arc::new(AtomicBool::new(false));
        let request = request(&interrupt, !lengths.is_empty());
        let mut observer = Impatient { interrupt, positions };
        let solved = game.solve(&root, &request, &mut observer).unwrap();
        assert_eq!((solved.row.value, solved.row.claimed), (Value::Unknown, Some(Value::Loss)));
        assert!(!proof.0.exists());
        lengths.push(std::fs::metadata(&beside.0).unwrap().len());
    }
    assert!(lengths[1] > lengths[0] + 500, "{lengths:?}");
    let solved = game.solve(&root, &request(&Arc::default(), true), &mut Silent).unwrap();
    assert_eq!((solved.row.value, solved.row.is_verified()), (Value::Loss, true));
    assert!(proof.0.exists());
}

/// A walk that is stopped gives no proof.
#[test]
fn threads_that_walk_can_be_stopped() {
    let limits = Limits { interrupt: Arc::new(AtomicBool::new(true)), ..Limits::default() };
    let (extracted, _) = proof((4, 5), None, (3, 0), &limits);
    assert!(matches!(extracted, Err(ExtractError::Stopped(_))), "{extracted:?}");
    limits.interrupt.store(false, Ordering::Relaxed);
    assert!(proof((4, 5), None, (3, 0), &limits).0.is_ok());
}

/// The plies that are left fall with every ply, and images have the same.
#[test]
fn plies_left_fall() {
    let game = Breakthrough::new(4, 6);
    assert_eq!(game.plies_left(&game.initial()), Some(2 * (4 * 5 + 4 * 4)));
    let mut random = andor_core::SplitMix64::new(7);
    let mut moves = Vec::new();
    for _ in 0..50 {
        let mut position = game.initial();
        while game.outcome(&position).is_none() {
            let before = game.plies_left(&position).unwrap();
            let image = game.canonical(&position).position;
            assert_eq!(game.plies_left(&image), Some(before));
            game.moves(&position, &mut moves);
            position = game.after(&position, moves[random.below(moves.len())]);
            assert!(game.plies_left(&position).unwrap() < before);
        }
    }
}

/// What a zone table decides ends a line for threads as well, and the certificate says so.
#[test]
fn threads_stop_where_a_table_decides() {
    let game = Catalogue::standard().game("breakthrough:5x5").unwrap();
    let root = game.position(None, &[]).unwrap();
    for shrink in [0, 4] {
        let settings = SolverSettings { threads: 2, ..Method::Auto.into() };
        let leaves = LeavesChoice::Tables;
        let request =
            Request { settings, leaves, shrink: Some(shrink), keep: true, ..Request::default() };
        let solved = game.solve(&root, &request, &mut Silent).unwrap();
        let row = &solved.row;
        assert_eq!((row.value, row.threads, row.is_verified()), (Value::Loss, 2, true));
        assert!(!row.rests_on.is_empty() && solved.certificate.is_some());
    }
}
