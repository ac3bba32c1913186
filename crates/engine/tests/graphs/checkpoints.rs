//! Best-first searches on disk: stopped and resumed they count what they would have counted
//! anyway, and no file makes them say something false.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::{Limits, Outcome, Rules, Silent, Stopped};
use andor_engine::settings::SolverSettings;
use andor_engine::{
    AnyGame, Catalogue, CheckpointRequest, Goal, JobSettings, JobSize, Jobs, Method, Request,
    Solved, pair,
};
use andor_games::graph::Rule;
use andor_games::graph::generate::{Mix, Shape, generate};
use andor_games::graph::truth::draw_values;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// A file that goes away with its owner.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        Scratch(folder.join(format!("checkpoint-{}-{number}", std::process::id())))
    }

    /// A request that saves here.
    fn saving(&self, request: &Request, every: Duration) -> Request {
        let checkpoint = Some(CheckpointRequest { path: self.0.clone(), every });
        Request { checkpoint, ..request.clone() }
    }

    /// A request that goes on from here and saves here, with so many nodes.
    fn resuming(&self, request: &Request, nodes: Option<u64>) -> Request {
        let mut resuming = self.saving(request, NEVER);
        resuming.resume = Some(self.0.clone());
        // These are the checkpoint's.
        resuming.limits = Limits { nodes, ..Limits::default() };
        resuming
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

const NEVER: Duration = Duration::from_secs(1 << 20);

fn game(spec: &str) -> Box<dyn AnyGame> {
    Catalogue::standard().game(spec).unwrap()
}

fn solve(game: &dyn AnyGame, request: &Request) -> Result<Solved, String> {
    let root = game.position(None, &[]).unwrap();
    game.solve(&root, request, &mut Silent).map_err(|error| error.to_string())
}

fn win(method: Method, tree_nodes: Option<u64>) -> Request {
    let limits = Limits { memory: 16 << 20, tree_nodes, ..Limits::default() };
    Request {
        settings: method.into(),
        goal: Goal::Win,
        limits,
        verify_threads: 1,
        ..Request::default()
    }
}

/// Everything that must not depend on stops.
fn counts(solved: &Solved) -> (String, String, u64, u64) {
    let row = &solved.row;
    (row.value.to_string(), row.stopped.to_string(), solved.searched.nodes, solved.peak_entries)
}

/// A checkpoint, but for how long it took: its header, and all that follows up to the seals.
fn without_time(path: &Path) -> (serde_json::Value, Vec<u8>) {
    let bytes = fs::read(path).unwrap();
    let end = 16 + u64::from_le_bytes(bytes[8..16].try_into().unwrap()) as usize;
    let mut header: serde_json::Value = serde_json::from_slice(&bytes[16..end]).unwrap();
    assert!(header.as_object_mut().unwrap().remove("milliseconds").is_some());
    (header, bytes[end..bytes.len() - 40].to_vec())
}

/// Where the tree of a checkpoint begins: behind the header and the log.
fn tree_start(bytes: &[u8]) -> usize {
    let end = 16 + u64::from_le_bytes(bytes[8..16].try_into().unwrap()) as usize;
    let header: serde_json::Value = serde_json::from_slice(&bytes[16..end]).unwrap();
    let number = |name: &str| header["table"][name].as_u64().unwrap() as usize;
    end + (number("start") << number("doubled")) * 64
}

/// The bytes behind the last part: the checksum and the SHA-256.
const SEALS: usize = 8 + 32;

/// The nodes of a checkpoint: children or what they lean on, numbers, how many children. The moves
/// of free nodes mean nothing, so no moves.
fn tree_of(bytes: &[u8]) -> Vec<Vec<u8>> {
    let nodes = bytes[tree_start(bytes)..bytes.len() - SEALS].chunks(18);
    nodes.map(|node| node[..14].to_vec()).collect()
}

/// Stops a search again and again, resumes it from the file each time, and compares the end with a
/// search that was not stopped.
fn stop_and_go(game: &dyn AnyGame, request: &Request, stops: u64) -> Solved {
    let spec = game.spec();
    let whole = solve(game, request).unwrap();
    let file = Scratch::new();
    let nodes = whole.searched.nodes;
    let mut stopped = 0;
    for stop in 1..stops {
        let limit = Some(nodes * stop / stops);
        let mut part = match stop {
            1 => file.saving(request, NEVER),
            _ => file.resuming(request, limit),
        };
        part.limits.nodes = limit;
        let part = solve(game, &part).unwrap();
        stopped += u64::from(part.row.stopped == Stopped::Nodes);
    }
    assert!(stopped + 1 >= stops, "{spec} was only stopped {stopped} times");
    // Read and written again without a step between, the tree is the same.
    let before = tree_of(&fs::read(&file.0).unwrap());
    solve(game, &file.resuming(request, Some(1))).unwrap();
    assert!(tree_of(&fs::read(&file.0).unwrap()) == before, "{spec}: the tree has changed");
    let resumed = solve(game, &file.resuming(request, None)).unwrap();
    let what = format!("{spec} {} {:?}", request.settings.method.name(), request.limits.tree_nodes);
    assert_eq!(counts(&resumed), counts(&whole), "{what}");
    assert_eq!(resumed.row.is_verified(), whole.row.is_verified(), "{what}");
    assert_eq!(resumed.row.is_verified(), resumed.row.value.text() != "unknown", "{what}");
    resumed
}

/// With all the room there is, and with just as much as the tree needs at most: then every place
/// is used again and again, blocks are cut, and what is found depends on where each block lies.
#[test]
fn a_stopped_and_resumed_search_counts_like_one_that_was_not() {
    for spec in ["breakthrough:4x4", "loa:5x5", "connect-four:4x4"] {
        let game = game(spec);
        for method in [Method::PnNaive, Method::Pn, Method::EfPn, Method::Pn2, Method::EfPn2] {
            if spec == "connect-four:4x4" && [Method::EfPn, Method::EfPn2].contains(&method) {
                continue;
            }
            let solved = stop_and_go(&*game, &win(method, None), 7);
            assert_eq!(solved.row.stopped, Stopped::Solved);
            let most = solved.peak_entries;
            for tree_nodes in [most, most - most / 16, most / 3] {
                stop_and_go(&*game, &win(method, Some(tree_nodes)), 5);
            }
        }
    }
}

/// Where a repetition is a draw, a solved node leans on the path above it; taken for a fact about
/// its position it would make wrong proofs.
#[test]
fn what_leans_on_a_repetition_still_does_after_a_stop() {
    let mut disproofs = 0;
    for seed in 0..400 {
        let graph = generate(Shape::Cyclic, &Mix::of_seed(seed), Rule::Draw, seed);
        if graph.outcome(&graph.initial()).is_some() {
            continue;
        }
        let wins = draw_values(&graph)[0] == Outcome::Win(graph.side_to_move(&graph.initial()));
        let game = pair(graph);
        for method in [Method::PnNaive, Method::Pn2] {
            let request = win(method, None);
            if solve(&*game, &request).unwrap().searched.nodes < 40 {
                continue;
            }
            let solved = stop_and_go(&*game, &request, 3);
            assert_eq!(
                solved.row.value.text(),
                if wins { "win" } else { "not-win" },
                "seed {seed}"
            );
            assert_eq!((&solved.failure, &solved.notes[..]), (&None, &[][..]), "seed {seed}");
            disproofs += u32::from(!wins);
        }
    }
    assert!(disproofs > 100, "{disproofs} disproofs are too few");
}

/// A file that is written at every step is the same as one that is written at the stop.
#[test]
fn a_killed_search_goes_on_from_its_last_whole_step() {
    let game = game("breakthrough:4x4");
    for method in [Method::Pn, Method::Pn2] {
        let mut request = win(method, Some(1200));
        let whole = solve(&*game, &request).unwrap();
        request.limits.nodes = Some(20_000);
        let (often, once) = (Scratch::new(), Scratch::new());
        solve(&*game, &often.saving(&request, Duration::ZERO)).unwrap();
        solve(&*game, &once.saving(&request, NEVER)).unwrap();
        assert_eq!(without_time(&often.0), without_time(&once.0));
        let resumed = solve(&*game, &often.resuming(&request, None)).unwrap();
        assert_eq!(counts(&resumed), counts(&whole), "{}", method.name());
    }
}

/// What is left to do after a solved search is its certificate.
#[test]
fn a_solved_search_is_only_extracted_and_verified() {
    for (spec, method) in [("breakthrough:4x4", Method::Pn2), ("loa:5x5", Method::EfPn)] {
        let (game, request) = (game(spec), win(method, None));
        let file = Scratch::new();
        let whole = solve(&*game, &file.saving(&request, NEVER)).unwrap();
        let again = solve(&*game, &file.resuming(&request, Some(1))).unwrap();
        assert_eq!(counts(&again), counts(&whole), "{spec}");
        assert!(again.row.is_verified(), "{spec}");
    }
}

/// A draw takes two questions; the second goes on, and the file is not lost to the first.
#[test]
fn the_second_question_goes_on_after_the_first_is_answered_again() {
    let game = game("connect-four:4x4");
    let request = Request { goal: Goal::Value, ..win(Method::Pn2, None) };
    let whole = solve(&*game, &request).unwrap();
    let first = solve(&*game, &win(Method::Pn2, None)).unwrap().searched.nodes;
    let file = Scratch::new();
    let mut part = file.saving(&request, NEVER);
    part.limits.nodes = Some(first + (whole.searched.nodes - first) / 2);
    assert_eq!(solve(&*game, &part).unwrap().row.stopped, Stopped::Nodes);
    let saved = fs::read(&file.0).unwrap();
    // Stopped while the first question is answered again.
    let stopped = solve(&*game, &file.resuming(&request, Some(first / 2))).unwrap();
    assert_eq!(stopped.row.stopped, Stopped::Nodes);
    assert_eq!(fs::read(&file.0).unwrap(), saved, "the first question took the file");
    let resumed = solve(&*game, &file.resuming(&request, None)).unwrap();
    assert_eq!(resumed.row.value.text(), "draw");
    assert!(resumed.row.is_verified());
    assert_eq!(counts(&resumed), counts(&whole));
}

/// A request is refused in one line that has these texts.
fn check_refusal(game: &dyn AnyGame, request: &Request, texts: &[&str]) {
    let error = solve(game, request).unwrap_err();
    assert!(!error.contains('\n') && texts.iter().all(|text| error.contains(text)), "{error}");
}

#[test]
fn a_tree_goes_on_only_with_the_method_and_the_settings_that_made_it() {
    let game = game("breakthrough:4x4");
    let mut request = win(Method::Pn2, None);
    request.limits.nodes = Some(20_000);
    let file = Scratch::new();
    solve(&*game, &file.saving(&request, NEVER)).unwrap();
    let refused = |settings: SolverSettings, texts: &[&str]| {
        let other = Request { settings, ..file.resuming(&request, None) };
        check_refusal(&*game, &other, texts);
    };
    let own = || SolverSettings::of(Method::Pn2);
    refused(Method::Pn.into(), &["\"pn2\"", "\"pn\""]);
    refused(Method::Auto.into(), &["\"pn2\"", "\"df-pn\""]);
    refused(Method::EfPn2.into(), &["\"ef-pn2\""]);
    let leaf = Some(andor_engine::LeafChoice::Naive);
    refused(SolverSettings { leaf, ..own() }, &["--leaf mobility", "--leaf naive"]);
    let knowledge = Some(true);
    refused(SolverSettings { knowledge, ..own() }, &["--knowledge on"]);
    let growth = Some(andor_engine::Growth::PN2);
    refused(SolverSettings { growth, ..own() }, &["whole", "logistic:1800000,240000"]);
    refused(SolverSettings { keeps_solved: true, ..own() }, &["--keeps-solved on"]);
    assert!(solve(&*game, &file.resuming(&request, None)).unwrap().row.is_verified());
}

/// The checksum of a checkpoint, part by part, as `crates/prove/src/checkpoint/container.rs` has it.
fn checksum(parts: &[&[u8]]) -> u64 {
    let step = |sum: u64, word: u64| (sum ^ word).wrapping_mul(0x0100_0000_01b3).rotate_left(29);
    parts.iter().fold(0, |sum, part| {
        let (words, rest) = part.as_chunks::<8>();
        let sum = words.iter().fold(sum, |sum, word| step(sum, u64::from_le_bytes(*word)));
        rest.iter().fold(step(sum, part.len() as u64), |sum, &byte| step(sum, u64::from(byte)))
    })
}

/// Trees with a changed byte: with the old checksum all are refused, and with a right one too, because of
/// the SHA-256. As a file of version 1, which has none, those are that no search could go on from, and
/// from the others nothing false comes out.
#[test]
fn damaged_and_forged_trees() {
    let game = game("breakthrough:4x4");
    let mut request = win(Method::Pn, None);
    request.limits.memory = 64 << 10;
    request.limits.nodes = Some(3_000);
    let file = Scratch::new();
    solve(&*game, &file.saving(&request, NEVER)).unwrap();
    let whole = fs::read(&file.0).unwrap();
    let header = 16 + u64::from_le_bytes(whole[8..16].try_into().unwrap()) as usize;
    let tree = tree_start(&whole);
    let end = whole.len() - SEALS;
    assert_eq!((end - tree) % 18, 0, "the tree does not begin where it should");
    let parts =
        |bytes: &[u8]| checksum(&[&bytes[16..header], &bytes[header..tree], &bytes[tree..end]]);
    assert_eq!(parts(&whole).to_le_bytes(), whole[end..end + 8], "this is not the checksum");

    // Where the digit of the version stands in the header.
    let version = whole[16..header].windows(11).position(|at| at == b"\"version\":2").unwrap() + 10;

    let (mut refused, mut believed) = (0, 0);
    for offset in (tree..end).step_by(61) {
        let mut bytes = whole.clone();
        bytes[offset] ^= 1 << (offset % 8);
        fs::write(&file.0, &bytes).unwrap();
        let mut resuming = Request { checkpoint: None, ..file.resuming(&request, Some(200_000)) };
        let error = solve(&*game, &resuming).unwrap_err();
        assert!(error.contains("the contents are damaged"), "{error}");

        let sum = parts(&bytes).to_le_bytes();
        bytes[end..end + 8].copy_from_slice(&sum);
        fs::write(&file.0, &bytes).unwrap();
        let error = solve(&*game, &resuming).unwrap_err();
        assert!(error.contains("the contents were changed"), "{error}");

        bytes[16 + version] = b'1';
        let sum = parts(&bytes).to_le_bytes();
        bytes[end..end + 8].copy_from_slice(&sum);
        bytes.truncate(end + 8);
        fs::write(&file.0, &bytes).unwrap();
        resuming.limits.nodes = Some(20_000);
        match solve(&*game, &resuming) {
            Err(error) => {
                refused += 1;
                assert!(error.contains("its tree is damaged"), "{error}");
            }
            Ok(solved) => {
                believed += 1;
                assert!(
                    ["unknown", "not-win"].contains(&solved.row.value.text()),
                    "{:?}",
                    solved.row
                );
                assert!(solved.row.is_verified() || solved.row.value.text() == "unknown");
            }
        }
    }
    // Another legal move, another number in a leaf that is not the least: a search can go on.
    assert!(refused > 3 * believed, "{refused} refused, {believed} believed");
    for length in [0, 8, header - 1, header, tree - 1, tree + 18, end, whole.len() - 1] {
        fs::write(&file.0, &whole[..length]).unwrap();
        let error = solve(&*game, &file.resuming(&request, None)).unwrap_err();
        assert!(error.starts_with("checkpoint ") && !error.contains('\n'), "{error}");
    }
}

/// A job-level search with these settings.
fn ppn2(threads: usize, jobs: JobSettings) -> Request {
    let settings = SolverSettings { threads, jobs, ..Method::Ppn2.into() };
    Request { settings, ..win(Method::Ppn2, None) }
}

fn small_jobs(solver: Jobs) -> JobSettings {
    let size = Some(JobSize::Fixed(20));
    JobSettings { solver: Some(solver), size, partial: Some(Some(7)), ..JobSettings::default() }
}

/// Stopped again and again, a search of jobs comes to the same value, with a certificate, and does not do
/// all of its work again.
#[test]
fn a_stopped_search_of_jobs_goes_on() {
    for spec in ["breakthrough:4x4", "connect-four:4x4"] {
        let game = game(spec);
        for solver in [Jobs::Pn, Jobs::DfPn] {
            for threads in [1, 3] {
                let request = ppn2(threads, small_jobs(solver));
                let whole = solve(&*game, &request).unwrap();
                let file = Scratch::new();
                let (nodes, mut done) = (whole.searched.nodes, 0);
                for stop in 1..5 {
                    let mut part = match stop {
                        1 => file.saving(&request, NEVER),
                        _ => file.resuming(&request, None),
                    };
                    part.limits.nodes = Some(nodes * stop / 5);
                    let part = solve(&*game, &part).unwrap();
                    if part.row.stopped == Stopped::Solved {
                        break;
                    }
                    assert!(part.searched.nodes >= done, "work was forgotten");
                    done = part.searched.nodes;
                }
                let what = format!("{spec} {solver:?} {threads}");
                assert!(done > 0, "{what}: it was never stopped");
                let resumed = solve(&*game, &file.resuming(&request, None)).unwrap();
                assert_eq!(resumed.row.value, whole.row.value, "{what}");
                assert!(resumed.row.is_verified(), "{what}");
                // A job that is stopped is done again; with one worker that is all.
                let most = if threads == 1 { nodes + nodes / 4 } else { 3 * nodes };
                assert!(
                    resumed.searched.nodes <= most,
                    "{what}: {} of {nodes}",
                    resumed.searched.nodes
                );
                // Solved: what is left is the certificate.
                let again = solve(&*game, &file.resuming(&request, Some(1))).unwrap();
                assert_eq!(again.row.value, whole.row.value, "{what}");
                assert!(again.row.is_verified(), "{what}");
                assert_eq!(again.searched.nodes, resumed.searched.nodes, "{what}");
            }
        }
    }
}

/// Whatever moment a checkpoint is of, the search that goes on from it finds the truth, where a
/// repetition is a draw, too.
#[test]
fn checkpoints_of_running_jobs_lead_to_the_truth() {
    let mut resumed = 0;
    for seed in 0..400 {
        let shape = [Shape::Cyclic, Shape::Dag][seed as usize % 2];
        let graph = generate(shape, &Mix::of_seed(seed), Rule::Draw, seed);
        if graph.outcome(&graph.initial()).is_some() {
            continue;
        }
        let wins = draw_values(&graph)[0] == Outcome::Win(graph.side_to_move(&graph.initial()));
        let game = pair(graph);
        let size = Some(JobSize::Fixed(2));
        let solver = Some([Jobs::Pn, Jobs::DfPn][seed as usize / 2 % 2]);
        let jobs = JobSettings { solver, size, partial: Some(Some(1)), ..JobSettings::default() };
        let request = ppn2(1 + seed as usize % 3, jobs);
        let nodes = solve(&*game, &request).unwrap().searched.nodes;
        if nodes < 40 {
            continue;
        }
        let file = Scratch::new();
        let mut part = file.saving(&request, Duration::ZERO);
        part.limits.nodes = Some(nodes / 2);
        if solve(&*game, &part).unwrap().row.stopped != Stopped::Nodes {
            continue;
        }
        resumed += 1;
        let solved = solve(&*game, &file.resuming(&request, None)).unwrap();
        assert_eq!(solved.row.value.text(), if wins { "win" } else { "not-win" }, "seed {seed}");
        assert!(solved.row.is_verified(), "seed {seed}");
    }
    assert!(resumed > 30, "{resumed} are too few");
}

#[test]
fn jobs_go_on_only_with_the_settings_that_made_them() {
    let game = game("breakthrough:4x4");
    let mut request = ppn2(2, small_jobs(Jobs::Pn));
    request.limits.nodes = Some(5_000);
    let file = Scratch::new();
    solve(&*game, &file.saving(&request, NEVER)).unwrap();
    let refused = |settings: SolverSettings, texts: &[&str]| {
        let other = Request { settings, ..file.resuming(&request, None) };
        check_refusal(&*game, &other, texts);
    };
    let own = || request.settings.clone();
    refused(Method::Pn2.into(), &["\"ppn2\"", "\"pn2\""]);
    refused(Method::Auto.into(), &["\"ppn2\"", "\"df-pn\""]);
    let jobs = small_jobs(Jobs::DfPn);
    refused(SolverSettings { jobs, ..own() }, &["--jobs pn", "--jobs df-pn"]);
    refused(SolverSettings { threads: 3, ..own() }, &["--threads 2", "--threads 3"]);
    let knowledge = Some(true);
    refused(SolverSettings { knowledge, ..own() }, &["--knowledge on"]);
    // Damaged anywhere, it is refused.
    let whole = fs::read(&file.0).unwrap();
    for at in (0..whole.len()).step_by(whole.len() / 150) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        fs::write(&file.0, &bytes).unwrap();
        let error = solve(&*game, &file.resuming(&request, None)).unwrap_err();
        assert!(error.starts_with("checkpoint ") && !error.contains('\n'), "{at}: {error}");
        fs::write(&file.0, &whole[..at]).unwrap();
        let error = solve(&*game, &file.resuming(&request, None)).unwrap_err();
        assert!(error.starts_with("checkpoint ") && !error.contains('\n'), "{at}: {error}");
    }
    fs::write(&file.0, &whole).unwrap();
    assert!(solve(&*game, &file.resuming(&request, None)).unwrap().row.is_verified());
}
