//! For tests: positions from drawn boards.

use super::super::fast::{Position, Surakarta};
use andor_core::Rules;
use andor_core::board::pack_ternary;

/// A drawn board, which begins with its highest rank and has its coordinates around it, with Black
/// to move.
pub(super) fn position(drawing: &str) -> Position {
    let mut ranks: Vec<&str> =
        drawing.lines().filter(|line| !line.trim().is_empty()).take(6).collect();
    ranks.reverse();
    let cells = ranks.into_iter().flat_map(|rank| rank.split_whitespace().skip(1));
    let mut bytes = vec![0];
    pack_ternary(cells.map(|cell| ".bw".find(cell).expect("a cell") as u8), &mut bytes);
    Surakarta::new().decode(&bytes).expect("a drawn board")
}
