//! df-pn: depth-first proof-number search (Nagai 2002; Winands' thesis, 5.1.3), with the 1+epsilon
//! trick (Pawlewicz and Lew 2007).
//!
//! PN search always expands the most-proving leaf, and walks back to the root after each one.
//! df-pn expands the same leaves depth-first: it enters a node with two thresholds and stays
//! below it until phi *or* delta reaches its own; only then could the most-proving leaf be
//! elsewhere.
//!
//! ```text
//!   child's phi threshold:    thdelta - (delta(n) - phi(c))
//!   child's delta threshold:  min(thphi, bound(second least delta)),
//!                             bound(d) = max(d + 1, d (1 + epsilon))
//! ```
//!
//! With epsilon = 0 two siblings of nearly equal numbers take turns at every step, and the table
//! forgets one while the other is searched; epsilon = 1/4 lets each run a quarter past the other.
//! The *sticky* child goes with it: the child visited last stays chosen as long as it has not run
//! past the bound of the best one.

use crate::depth_first::{Chosen, Epsilon, OpenNode, View};
use crate::numbers::{INFINITE, Numbers};

/// Where a child may go when another child stands at `delta`.
#[inline]
fn bound(delta: u64, Epsilon { numerator, denominator }: Epsilon) -> u64 {
    if delta >= INFINITE {
        return INFINITE;
    }
    let slack = delta.saturating_mul(numerator) / denominator;
    delta.saturating_add(slack.max(1)).min(INFINITE)
}

/// The child to visit, and its thresholds.
#[inline]
pub(crate) fn choose<M>(
    node: OpenNode<'_, M>,
    view: &View,
    last: Option<usize>,
    epsilon: Epsilon,
) -> Chosen {
    let Numbers { phi: thphi, delta: thdelta } = node.threshold;
    let sticky = thphi.min(bound(view.least, epsilon));
    let (chosen, delta_threshold) = match last {
        Some(last) if last != view.best && node.children[last].numbers.delta < sticky => {
            (last, sticky)
        }
        _ => (view.best, thphi.min(bound(view.second, epsilon))),
    };
    let Numbers { phi, delta } = node.children[chosen].numbers;
    let others = view.numbers.delta.saturating_sub(phi);
    let threshold = Numbers {
        phi: thdelta.saturating_sub(others).max(phi + 1).min(INFINITE),
        delta: delta_threshold.max(delta + 1).min(INFINITE),
    };
    Chosen { child: chosen, threshold }
}
