//! `andor bench job-tree`: a coordinator's tree of ten million nodes, and how long its checkpoint makes a search wait.

use crate::{Done, Ended, Listener};
use andor_core::figures::{size, thousands};
use andor_core::{InputError, Rules};
use andor_engine::Catalogue;
use andor_prove::job_level::{Rehearsal, rehearse};
use serde_json::json;

/// The name of the benchmark.
pub(crate) const NAME: &str = "job-tree";

const BOARD: &str = "breakthrough:8x8";
const NODES: u64 = 10_000_000;

/// What can be said about it.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The game.
    pub game: Option<String>,
    /// About so many nodes.
    pub nodes: Option<u64>,
}

/// Rehearses a checkpoint of a tree of about so many nodes, below the initial position.
///
/// # Errors
/// If there is no memory for it, or the game cannot be searched.
pub fn run(catalogue: &Catalogue, plan: &Plan, listener: &mut dyn Listener) -> Done {
    let spec = plan.game.as_deref().unwrap_or(BOARD);
    let (game, nodes) = (catalogue.game(spec)?, plan.nodes.unwrap_or(NODES));
    let rehearsal = rehearse(game.plain(), &game.plain().initial(), nodes)
        .map_err(|error| InputError::new(format!("a tree of {nodes} nodes: {error}")))?;
    let Rehearsal { nodes, tree_bytes, copy_bytes, file_bytes, .. } = rehearsal;
    let together = tree_bytes + copy_bytes;
    let peak = peak_resident();
    let fields = json!({
        "bench": NAME, "game": spec, "nodes": nodes, "tree_bytes": tree_bytes,
        "copy_bytes": copy_bytes, "file_bytes": file_bytes, "peak_resident_bytes": peak,
        "grow_seconds": rehearsal.grow_seconds, "pause_seconds": rehearsal.pause_seconds,
        "write_seconds": rehearsal.write_seconds, "read_seconds": rehearsal.read_seconds,
    });
    let mut lines = vec![
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
    if let Some(peak) = peak {
        lines.push(format!("most resident memory of the process {}", size(peak)));
    }
    listener.row(&lines.join("\n"), &fields);
    Ok(Ended::Whole)
}

/// The most memory this process has had, as Linux counts it.
fn peak_resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kib << 10)
}
