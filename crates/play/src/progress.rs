//! How far a search is, as an object: what the protocol and other programs are told.

use andor_core::Progress;
use serde_json::{Value, json};

/// Progress as an object.
#[must_use]
pub fn progress_object(progress: &Progress) -> Value {
    let seconds = progress.elapsed.as_secs_f64();
    let done = progress.counters.nodes.saturating_sub(progress.before);
    json!({
        "phase": progress.phase.to_string(),
        "seconds": seconds,
        "nodes": progress.counters.nodes,
        "rate": done as f64 / seconds.max(1e-3),
        "fill": progress.fill,
        "memory": progress.memory,
        "pn": progress.root.0,
        "dn": progress.root.1,
        "best": progress.best,
        "moves": {"solved": progress.root_moves.0, "open": progress.root_moves.1},
        "plies": progress.plies,
    })
}
