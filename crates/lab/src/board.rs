//! `andor bench loa6`: Lines of Action 6x6 from the first node to the last defence (the EF-PN paper's
//! headline: 15.2 hours, without a certificate). `loa5` is the same on 5x5, in a moment.
//!
//! It solves the initial position, writes and verifies the certificate, and then uses it as its
//! readers do: it opens the file anew for each question, and plays random defences against it.

use crate::benchmarks::Measured;
use crate::{Done, Ended, LabError, Listener};
use andor_core::figures::{short, size, thousands};
use andor_core::{Limits, Outcome, SplitMix64};
use andor_engine::{
    Catalogue, Certificate, CertificateSize, Explanation, RememberedKind, Request, SolverSettings,
    Verification, is_remembered, remember,
};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A board to be solved from its beginning.
#[derive(Debug)]
pub struct Board {
    /// The name of the benchmark.
    pub name: &'static str,
    game: &'static str,
    /// Unless said otherwise.
    memory: u64,
}

pub(crate) static BOARDS: [Board; 2] = [
    Board { name: "loa5", game: "loa:5x5", memory: 64 << 20 },
    Board { name: "loa6", game: "loa:6x6", memory: 8 << 30 },
];

/// Games against random defences.
const GAMES: usize = 10;

/// What can be said about it.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Bytes for trees and tables.
    pub memory: Option<u64>,
    /// Where the certificate is kept.
    pub proof: Option<PathBuf>,
}

/// Runs the benchmark of a board.
///
/// # Errors
/// If it is not solved, or a defence holds.
pub fn run(catalogue: &Catalogue, board: &Board, plan: &Plan, listener: &mut dyn Listener) -> Done {
    let memory = plan.memory.unwrap_or(board.memory);
    let file = plan.proof.clone().unwrap_or_else(|| temporary(board.name));
    let measured = solve_and_use(catalogue, board, memory, &file, listener);
    if plan.proof.is_none() {
        // Nobody asked for it.
        let _ = std::fs::remove_file(&file);
    }
    measured?.tell(board.name, listener);
    Ok(Ended::Whole)
}

/// The position after some moves, asked of the file as a command asks it: opened anew, and verified unless the
/// same bytes were verified before.
fn ask(
    catalogue: &Catalogue,
    file: &Path,
    moves: &[String],
    listener: &mut dyn Listener,
) -> Result<Explanation, LabError> {
    let certificate = Certificate::open(file)?;
    let game = catalogue.game(certificate.spec())?;
    let digest = certificate.digest()?;
    if !is_remembered(RememberedKind::Certificate, &digest) {
        let limits = Limits { interrupt: listener.interrupt(), ..Limits::default() };
        let checked = game.verify(&certificate, &[], 0, &limits, &mut *listener.observer(""))?;
        if checked.verification() == Verification::Yes {
            remember(RememberedKind::Certificate, &digest);
        }
    }
    Ok(game.explain(&certificate, &[], 0, moves)?)
}

fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("andor-bench-{name}-{}.proof", std::process::id()))
}

fn solve_and_use(
    catalogue: &Catalogue,
    board: &Board,
    memory: u64,
    file: &Path,
    listener: &mut dyn Listener,
) -> Result<Measured, LabError> {
    // Step 1. Solve and verify.
    let game = catalogue.game(board.game)?;
    let root = game.position(None, &[])?;
    let limits = Limits { memory, interrupt: listener.interrupt(), ..Limits::default() };
    let settings = SolverSettings::default().on_all_cores();
    let proof = Some(file.to_path_buf());
    let request = Request { settings, limits, proof, ..Request::default() };
    let solved = game.solve(&root, &request, &mut *listener.observer(""))?;
    let row = &solved.row;
    if row.verified != Verification::Yes {
        let why = solved.failure.clone().unwrap_or_else(|| format!("stopped: {}", row.stopped));
        let line = format!("{} is {} without a certificate ({why})", board.game, row.found());
        return Err(LabError::Unsolved(line));
    }
    let certificate = solved.certificate_size.unwrap_or_default();
    let CertificateSize { positions, bytes } = certificate;
    let each = certificate.bytes_each().unwrap_or_default();
    let (nodes, search) = (solved.searched.nodes, solved.search_seconds);
    let rate = nodes as f64 / search.max(1e-9);
    let extraction = row.seconds - search;
    // Step 2. Random defences; every question opens the file again, as a command does.
    let mut random = SplitMix64::new(1);
    let mut longest_answer: f64 = 0.0;
    let mut longest_game = 0;
    for _ in 0..GAMES {
        let mut moves: Vec<String> = Vec::new();
        loop {
            let start = Instant::now();
            let here = ask(catalogue, file, &moves, listener)?;
            longest_answer = longest_answer.max(start.elapsed().as_secs_f64());
            if let Some(outcome) = here.outcome {
                if outcome != Outcome::Win(here.claim.holder()) {
                    let line = format!("a defence holds: {}", moves.join(" "));
                    return Err(LabError::Rejected(line));
                }
                break;
            }
            moves.push(match here.answer {
                Some(answer) => answer,
                None => here.replies[random.below(here.replies.len())].reply.clone(),
            });
        }
        longest_game = longest_game.max(moves.len());
    }
    // Step 3. Tell.
    let plies = row.plies.unwrap_or_default();
    let best = row.best.clone().unwrap_or_default();
    let lines = vec![
        format!(
            "{}: {} with {best} within {plies} plies, {} nodes, {} expanded, {search:.1} s search, {} nodes/s on {}, {} of {} used",
            row.game,
            row.value,
            thousands(nodes),
            thousands(row.expanded),
            short(rate),
            if row.threads == 1 { "one core".to_owned() } else { format!("{} cores", row.threads) },
            size(row.peak_memory_bytes),
            size(memory)
        ),
        format!(
            "certificate: {} positions, {}, {each:.2} bytes each, extracted in {extraction:.1} s ({} proved again), verified in {:.1} s",
            thousands(positions),
            size(bytes),
            row.reproved,
            row.verify_seconds
        ),
        format!(
            "{GAMES} random defences lost, the longest after {longest_game} plies; the slowest answer from the file took {:.1} ms",
            longest_answer * 1e3
        ),
    ];
    let fields = json!({
        "game": row.game, "value": row.value, "best": best, "plies": plies, "nodes": nodes,
        "expanded": row.expanded, "search_seconds": search, "per_second": rate, "memory": memory,
        "threads": row.threads, "peak_memory_bytes": row.peak_memory_bytes, "positions": positions, "bytes": bytes,
        "bytes_per_position": each, "extract_seconds": extraction, "reproved": row.reproved,
        "verified": row.verified, "verify_seconds": row.verify_seconds, "defences": GAMES,
        "longest_defence": longest_game, "slowest_answer_seconds": longest_answer,
    });
    let Value::Object(fields) = fields else { unreachable!("it is an object") };
    Ok(Measured { lines, fields, nodes })
}
