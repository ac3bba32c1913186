//! The three types of nodes (Knuth and Moore 1975; Marsland and Popowich 1985; thesis, 6.2).
//!
//! ```text
//!            PV                 The first child of a PV node is a PV node, the others are expected
//!          /  |  \              to be CUT nodes: one move refutes them. That move leads to an ALL
//!        PV  CUT  CUT           node, where no move is good enough, so that all must be searched
//!       / |   |    |            and all children are CUT nodes.
//!     PV CUT ALL  ALL
//! ```

/// What a node is expected to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NodeType {
    /// On the principal variation: the window is open.
    Pv,
    /// Expected to reach beta.
    Cut,
    /// Expected to stay at or below alpha.
    All,
}

impl NodeType {
    /// The type of the first child: `-node_type` in the thesis' code.
    #[inline]
    pub(crate) fn of_first_child(self) -> NodeType {
        match self {
            NodeType::Pv => NodeType::Pv,
            NodeType::Cut => NodeType::All,
            NodeType::All => NodeType::Cut,
        }
    }

    /// The type of the other children, searched with a null window.
    #[inline]
    pub(crate) fn of_later_child(self) -> NodeType {
        if self == NodeType::Cut { NodeType::All } else { NodeType::Cut }
    }
}

/// Where a node is in the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    /// Plies from the root.
    pub(crate) ply: usize,
    /// How many positions of the path, counted back from here, may be repeated: those since the
    /// last null move.
    pub(crate) reach: usize,
    /// What it is expected to be.
    pub(crate) kind: NodeType,
}

impl Spot {
    /// The root.
    pub(crate) const ROOT: Spot = Spot { ply: 0, reach: 0, kind: NodeType::Pv };

    /// A child that is expected to be this.
    #[inline]
    pub(crate) fn below(self, kind: NodeType) -> Spot {
        Spot { ply: self.ply + 1, reach: self.reach + 1, kind }
    }

    /// What comes after a null move, which is considered a move like any other.
    #[inline]
    pub(crate) fn below_null(self) -> Spot {
        Spot { ply: self.ply + 1, reach: 0, kind: self.kind.of_first_child() }
    }

    /// Whether the last move was a null move.
    #[inline]
    pub(crate) fn is_after_null(self) -> bool {
        self.reach == 0 && self.ply > 0
    }
}
