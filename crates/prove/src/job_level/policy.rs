//! What is pretended of a leaf in work, so that the next worker gets another one: the policies of
//! job-level PN search (I.-C. Wu et al., *Job-Level Proof-Number Search for Connect6*, 2010) and the flag
//! of PPN² (the Breakthrough paper, 2.2).

use crate::node_pool::INFINITE;
use andor_core::Named;

/// What is pretended of a leaf while somebody works on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Policy {
    /// Nothing; it is only passed over (the flag of PPN²).
    #[default]
    Flag,
    /// That its side to move wins (virtual win, Wu et al. 2010, seen from that side).
    VirtualWin,
    /// That its side to move loses.
    VirtualLoss,
    /// Whichever looks more likely (Wu et al.'s greedy choice).
    Greedy,
    /// The same, and jobs of df-pn have its thresholds (`thresholds`).
    Thresholds,
}

impl Named for Policy {
    const ALL: &'static [Policy] = &[
        Policy::Flag,
        Policy::VirtualWin,
        Policy::VirtualLoss,
        Policy::Greedy,
        Policy::Thresholds,
    ];

    fn name(self) -> &'static str {
        match self {
            Policy::Flag => "flag",
            Policy::VirtualWin => "virtual-win",
            Policy::VirtualLoss => "virtual-loss",
            Policy::Greedy => "greedy",
            Policy::Thresholds => "thresholds",
        }
    }

    fn meaning(self) -> &'static str {
        match self {
            Policy::Flag => "Nothing; it is only passed over",
            Policy::VirtualWin => "That its side to move wins",
            Policy::VirtualLoss => "That its side to move loses",
            Policy::Greedy => "Whichever looks more likely",
            Policy::Thresholds => "The same, and jobs of df-pn have its thresholds",
        }
    }
}

impl Policy {
    /// The virtual numbers of a reserved leaf.
    pub(super) fn pretend(self, phi: u32, delta: u32) -> (u32, u32) {
        match self {
            Policy::Flag => (phi, delta),
            Policy::VirtualWin => (0, INFINITE),
            Policy::VirtualLoss => (INFINITE, 0),
            Policy::Greedy | Policy::Thresholds if phi <= delta => (0, INFINITE),
            Policy::Greedy | Policy::Thresholds => (INFINITE, 0),
        }
    }
}
