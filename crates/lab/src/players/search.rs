//! One player on one position: the nodes of all iterations up to every depth.

use andor_engine::{Budget, Line, PlayerSpec, Thinker};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Searches a position as a game of its own. The number at `d - 1` is the nodes of iterations 1 to d: a
/// position that is decided earlier needs no more at greater depths.
pub(super) fn search_position(
    thinker: &mut dyn Thinker,
    player: &PlayerSpec,
    line: &Line,
    depth: u32,
    stop: &Arc<AtomicBool>,
) -> Vec<u64> {
    thinker.new_game();
    let budget = player.budget(Budget { depth: Some(depth), ..Budget::default() });
    let mut nodes = vec![0; depth as usize];
    let thought = thinker.think(line, &budget, stop, &mut |thought| {
        nodes[thought.depth.max(1) as usize - 1] = thought.nodes;
    });
    let mut so_far = 0;
    for done in &mut nodes {
        so_far = so_far.max(*done);
        *done = so_far;
    }
    let last = nodes.last_mut().expect("there is a depth");
    *last = thought.nodes.max(*last);
    nodes
}
