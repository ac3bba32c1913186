//! Late-move reductions: a quiet move that comes late in the order is first searched less deeply,
//! and to its full depth only if it then reaches alpha after all.
//!
//! The reduction grows with depth d and place m of the move, 0.75 + ln(d) ln(m) / 1.7; it is
//! larger at CUT nodes, and smaller at PV nodes and for moves with a good history.
//!
//! Late-move pruning goes further: near the leaves, quiet moves after the first few are not
//! searched at all, once some move does not lose.

use crate::node::NodeType;
use std::sync::OnceLock;

const DEPTHS: usize = 64;
const MOVES: usize = 64;
/// With less depth left nothing is reduced.
const LEAST_DEPTH: i32 = 3;
/// With more depth left nothing is pruned.
const PRUNED_DEPTH: i32 = 8;
/// The first moves are never reduced.
const FIRST_MOVES: usize = 2;
/// A history of so much is worth a ply.
const PLY_OF_HISTORY: i32 = 4_000;

fn table() -> &'static [[i32; MOVES]; DEPTHS] {
    static TABLE: OnceLock<[[i32; MOVES]; DEPTHS]> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = [[0; MOVES]; DEPTHS];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (place, reduction) in row.iter_mut().enumerate().skip(1) {
                let product = (depth as f64).ln() * (place as f64).ln();
                *reduction = (0.75 + product / 1.7) as i32;
            }
        }
        table
    })
}

/// Whether a quiet move at this place is not searched at all.
#[inline]
pub(crate) fn is_pruned(depth: i32, place: usize, kind: NodeType) -> bool {
    kind != NodeType::Pv && depth <= PRUNED_DEPTH && place as i32 > 2 + 7 * depth * depth / 10
}

/// How many plies less a quiet move at this place is searched.
#[inline]
pub(crate) fn reduction(depth: i32, place: usize, kind: NodeType, history: i32) -> i32 {
    if depth < LEAST_DEPTH || place < FIRST_MOVES {
        return 0;
    }
    let base = table()[(depth as usize).min(DEPTHS - 1)][place.min(MOVES - 1)];
    let by_kind = match kind {
        NodeType::Pv => -1,
        NodeType::Cut => 1,
        NodeType::All => 0,
    };
    (base + by_kind - history / PLY_OF_HISTORY).clamp(0, depth - 2)
}
