//! PN*: the first depth-first proof-number search (Seo 1995; Winands' thesis, 4.2.3).
//!
//! Only proof numbers have thresholds. A node is searched as long as its proof number is below
//! its own; the root's is raised by one after every iteration, and so is that of every node of
//! the opponent, on the way to the threshold it was given: *multiple iterative deepening*. So
//!
//! * where the prover moves, the child with the least proof number is searched, with the whole
//!   threshold of the node;
//! * where the opponent moves, the child with the largest proof number is searched until that
//!   number grows. The thesis does not say which child that is; the hardest one is the first to
//!   show that the node's threshold cannot be kept.
//!
//! Disproof numbers are kept, but guide nothing: this is what makes disproofs hard for PN*.

use crate::depth_first::{Chosen, OpenNode, View};
use crate::numbers::{INFINITE, Numbers};

/// The child to visit, and its thresholds.
pub(crate) fn choose<M>(node: OpenNode<'_, M>, view: &View, prover_moves: bool) -> Chosen {
    if prover_moves {
        let delta = node.threshold.phi.max(view.least + 1).min(INFINITE);
        return Chosen { child: view.best, threshold: Numbers { phi: INFINITE, delta } };
    }
    let open = node.children.iter().enumerate().filter(|(_, child)| !child.numbers.is_solved());
    let (chosen, child) = open
        .max_by_key(|(at, child)| (child.numbers.phi, std::cmp::Reverse(*at)))
        .expect("an unsolved node has such");
    let threshold = Numbers { phi: (child.numbers.phi + 1).min(INFINITE), delta: INFINITE };
    Chosen { child: chosen, threshold }
}

/// The thresholds of the next iteration at the root.
pub(crate) fn deepen(numbers: Numbers, prover_moves: bool) -> Numbers {
    match prover_moves {
        true => Numbers { phi: (numbers.phi + 1).min(INFINITE), delta: INFINITE },
        false => Numbers { phi: INFINITE, delta: (numbers.delta + 1).min(INFINITE) },
    }
}
