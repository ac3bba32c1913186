//! PDS: proof-number and disproof-number search (Nagai 1998; Winands' thesis, 5.1.2 and B.3).
//!
//! Multiple iterative deepening in every node: a node is left when *both* numbers have reached
//! their thresholds. The thresholds of a child start at its own numbers, and one of them is raised
//! by one: the one for proving if its solution looks proof-like, else the one for disproving. In
//! the view of the side to move, with th the thresholds of the node n and c the child,
//!
//! ```text
//!   th.delta > delta(n) and (phi(c) <= delta(c) or th.phi <= phi(n)):  phi's threshold + 1
//!   otherwise:                                                       delta's threshold + 1
//! ```
//!
//! which is conditions 5.1 and 5.2 in one, since proving in a child of the other type is
//! disproving for its mover. At the root the lesser number's threshold is raised, again and again.
//!
//! Evaluation is *delayed*: a child starts at (1, 1) and is tested for the end of the game when it
//! is visited itself. Visited nodes are stored in a `TwoBig` table.

use crate::depth_first::{Chosen, OpenNode, View};
use crate::numbers::{INFINITE, Numbers};

/// The child to visit, and its thresholds: the one with the least delta, where `floor`, the
/// largest phi seen of the node, counts as that delta; of equals the one with the least phi.
pub(crate) fn choose<M>(node: OpenNode<'_, M>, view: &View, floor: u64) -> Chosen {
    let open = node.children.iter().enumerate().filter(|(_, child)| !child.numbers.is_solved());
    let rank = |numbers: Numbers| (numbers.delta.max(floor), numbers.phi);
    let (chosen, child) =
        open.min_by_key(|(_, child)| rank(child.numbers)).expect("an unsolved node has such");
    let Numbers { phi, delta } = child.numbers;
    let Numbers { phi: thphi, delta: thdelta } = node.threshold;
    let proof_like = thdelta > view.numbers.delta && (phi <= delta || thphi <= view.numbers.phi);
    Chosen { child: chosen, threshold: raised(child.numbers, proof_like) }
}

/// The thresholds of the next iteration at the root.
pub(crate) fn deepen(numbers: Numbers) -> Numbers {
    raised(numbers, numbers.phi <= numbers.delta)
}

fn raised(Numbers { phi, delta }: Numbers, in_phi: bool) -> Numbers {
    match in_phi {
        true => Numbers { phi: (phi + 1).min(INFINITE), delta },
        false => Numbers { phi, delta: (delta + 1).min(INFINITE) },
    }
}
