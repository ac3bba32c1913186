//! `andor bench job-tree`: a coordinator's tree of ten million nodes, and how long its checkpoint makes a search wait.

use super::super::Done;
use crate::arguments::BenchArguments;
use crate::wording::{size, thousands};
use crate::{Exit, Terminal};
use andor_engine::{Catalogue, Rehearsal};
use serde_json::json;

const BOARD: &str = "breakthrough:8x8";
const NODES: u64 = 10_000_000;

pub(super) fn run(
    catalogue: &Catalogue,
    arguments: &BenchArguments,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    let spec = arguments.game.as_deref().unwrap_or(BOARD);
    let game = catalogue.game(spec)?;
    let rehearsal = game.rehearse_jobs(arguments.tree_nodes.unwrap_or(NODES))?;
    let Rehearsal { nodes, tree_bytes, copy_bytes, file_bytes, .. } = rehearsal;
    let together = tree_bytes + copy_bytes;
    let peak = peak_resident();
    if json {
        let fields = json!({
            "bench": "job-tree", "game": spec, "nodes": nodes, "tree_bytes": tree_bytes,
            "copy_bytes": copy_bytes, "file_bytes": file_bytes, "peak_resident_bytes": peak,
            "grow_seconds": rehearsal.grow_seconds, "pause_seconds": rehearsal.pause_seconds,
            "write_seconds": rehearsal.write_seconds, "read_seconds": rehearsal.read_seconds,
        });
        terminal.print(&fields.to_string());
        return Ok(Exit::Answered);
    }
    let lines = [
        format!("{spec}: {} nodes, grown in {:.1} s", thousands(nodes), rehearsal.grow_seconds),
        format!(
            "tree {}, copy {}, together {} ({:.1} bytes a node)",
            size(tree_bytes),
            size(copy_bytes),
            size(together),
            together as f64 / nodes.max(1) as f64
        ),
        format!("the search waits {:.3} s for the copy", rehearsal.pause_seconds),
        format!(
            "written in {:.1} s beside the search: {} ({:.1} bytes a node); read again in {:.1} s",
            rehearsal.write_seconds,
            size(file_bytes),
            file_bytes as f64 / nodes.max(1) as f64,
            rehearsal.read_seconds
        ),
    ];
    for line in lines {
        terminal.print(&line);
    }
    if let Some(peak) = peak {
        terminal.print(&format!("most resident memory of the process {}", size(peak)));
    }
    Ok(Exit::Answered)
}

/// The most memory this process has had, as Linux counts it.
fn peak_resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kib << 10)
}
