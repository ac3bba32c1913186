//! `andor bench loa6`: Lines of Action 6x6 from the first node to the last defence (the EF-PN paper's
//! headline: 15.2 hours, without a certificate). `loa5` is the same on 5x5, in a moment.
//!
//! It solves the initial position, writes and verifies the certificate, and then uses it as its
//! readers do: it opens the file anew for each question, and plays random defences against it.

use super::bench::Measured;
use super::explain::{CheckedFile, OpenProof};
use super::solve::stop_on_ctrl_c;
use crate::arguments::BenchArguments;
use crate::arguments::CheckingArguments;
use crate::exit::Failure;
use crate::overwrite::Kind;
use crate::progress::ProgressLine;
use crate::wording::{short, size, thousands};
use crate::{Exit, Terminal};
use andor_core::{Limits, Outcome, SplitMix64};
use andor_engine::{Catalogue, Request, Verification};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A board to be solved from its beginning.
pub(super) struct Board {
    pub(super) name: &'static str,
    game: &'static str,
    /// Unless said otherwise.
    memory: u64,
}

pub(super) const BOARDS: [Board; 2] = [
    Board { name: "loa5", game: "loa:5x5", memory: 64 << 20 },
    Board { name: "loa6", game: "loa:6x6", memory: 8 << 30 },
];

/// Games against random defences.
const GAMES: usize = 10;

pub(super) fn measure(
    catalogue: &Catalogue,
    board: &Board,
    arguments: &BenchArguments,
    terminal: &mut Terminal<'_>,
) -> Result<Measured, Failure> {
    let memory = arguments.memory.unwrap_or(board.memory);
    let kept = arguments.proof.clone();
    arguments.overwrite.check_some("--proof", kept.as_ref(), Kind::Certificate)?;
    let file = kept.clone().unwrap_or_else(|| temporary(board.name));
    let measured = solve_and_use(catalogue, board, memory, &file, terminal);
    if kept.is_none() {
        // Nobody asked for it.
        let _ = std::fs::remove_file(&file);
    }
    measured
}

fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("andor-bench-{name}-{}.proof", std::process::id()))
}

fn solve_and_use(
    catalogue: &Catalogue,
    board: &Board,
    memory: u64,
    file: &Path,
    terminal: &mut Terminal<'_>,
) -> Result<Measured, Failure> {
    // Step 1. Solve and verify.
    let game = catalogue.game(board.game)?;
    let root = game.position(None, &[])?;
    let limits = Limits { memory, ..Limits::default() };
    stop_on_ctrl_c(&limits.interrupt);
    let request = Request { limits, proof: Some(file.to_path_buf()), ..Request::default() };
    let mut observer = ProgressLine::new(terminal.is_watched());
    let solved = game.solve(&root, &request, &mut observer);
    observer.finish();
    let solved = solved?;
    let row = &solved.row;
    if row.verified != Verification::Yes {
        let why = solved.failure.clone().unwrap_or_else(|| format!("stopped: {}", row.stopped));
        let line = format!("{} is {} without a certificate ({why})", board.game, row.found());
        return Err(Failure { exit: Exit::Unknown, line });
    }
    let (positions, bytes) = solved.certificate_size.unwrap_or_default();
    let each = bytes as f64 / positions.max(1) as f64;
    let (nodes, search) = solved.search;
    let rate = nodes as f64 / search.max(1e-9);
    let extraction = row.seconds - search;
    // Step 2. Random defences; every question opens the file again, as a command does.
    let checking = CheckingArguments::default();
    let checked = CheckedFile { file, holder: None, tables: &[], checking: &checking };
    let mut random = SplitMix64::new(1);
    let mut longest_answer: f64 = 0.0;
    let mut longest_game = 0;
    for _ in 0..GAMES {
        let mut moves: Vec<String> = Vec::new();
        loop {
            let start = Instant::now();
            let here = OpenProof::open(catalogue, &checked, terminal)?.explain(&moves)?;
            longest_answer = longest_answer.max(start.elapsed().as_secs_f64());
            if let Some(outcome) = here.outcome {
                if outcome != Outcome::Win(here.claim.holder()) {
                    let line = format!("a defence holds: {}", moves.join(" "));
                    return Err(Failure { exit: Exit::Rejected, line });
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
            "{}: {} with {best} within {plies} plies, {} nodes, {} expanded, {search:.1} s search, {} nodes/s on one core, {} of {} used",
            row.game,
            row.value,
            thousands(nodes),
            thousands(row.expanded),
            short(rate),
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
        "peak_memory_bytes": row.peak_memory_bytes, "positions": positions, "bytes": bytes,
        "bytes_per_position": each, "extract_seconds": extraction, "reproved": row.reproved,
        "verified": row.verified, "verify_seconds": row.verify_seconds, "defences": GAMES,
        "longest_defence": longest_game, "slowest_answer_seconds": longest_answer,
    });
    let Value::Object(fields) = fields else { unreachable!("it is an object") };
    Ok(Measured { lines, fields, nodes })
}
