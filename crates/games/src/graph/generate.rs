//! Random graphs for tests: the same seed, the same graph, on every machine.
//!
//! Every graph grows from a random tree, in which each node but the root has a parent with a
//! smaller number: so every node can be reached. A [`Shape::Tree`] stays like that; a
//! [`Shape::Dag`] gets more edges from smaller to larger numbers; a [`Shape::Cyclic`] graph gets
//! more edges anywhere, and edges straight back to the parent, the shortest cycles there are.
//! Owners alternate by depth in the tree, Black owning the root, and no edge breaks that.
//!
//! Half of the nodes hang below the youngest node that still takes children, the others below any:
//! the trees are neither bushes nor chains, and cycles of all lengths arise.

use super::{Graph, Node, Rule};
use andor_core::{Outcome, Player, SplitMix64};

/// What kind of graph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// Every node but the root has one predecessor.
    Tree,
    /// Nodes may have several predecessors; no path comes back.
    Dag,
    /// Paths may come back.
    Cyclic,
}

/// What a random graph is made of; shares are percentages.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mix {
    /// How many nodes, at least 1.
    pub nodes: u32,
    /// The most moves of a node, not counting the edge straight back; at least 1.
    pub degree: u32,
    /// The share of nodes that are terminal from the first. An owned node that gets no successor
    /// becomes terminal too, or, one time in four, stays and is lost for its owner.
    pub terminals: u32,
    /// The share of terminal nodes that are drawn; of the others Black wins half.
    pub draws: u32,
    /// The share of owned nodes that lead straight back to their parent (cyclic graphs only).
    pub back_edges: u32,
}

impl Mix {
    /// A mix of its own for every seed: 3 to 40 nodes, 1 to 5 moves, few or many terminal and
    /// drawn nodes and back edges.
    #[must_use]
    pub fn of_seed(seed: u64) -> Mix {
        let random = &mut SplitMix64::new(seed ^ 0x6d69_7865_7320_2e2e);
        let mut below = |bound| random.below(bound) as u32;
        Mix {
            nodes: 3 + below(38),
            degree: 1 + below(5),
            terminals: below(61),
            draws: below(2) * below(61),
            back_edges: below(2) * below(81),
        }
    }
}

/// A node while the graph grows.
struct Sprout {
    /// `None` where the game is over.
    owner: Option<Player>,
    parent: u32,
    successors: Vec<u32>,
}

/// The graph that belongs to these numbers. It is called `graph:SHAPE-SEED`.
#[must_use]
pub fn generate(shape: Shape, mix: &Mix, rule: Rule, seed: u64) -> Graph {
    let random = &mut SplitMix64::new(seed);
    let mut sprouts = grow_tree(mix, random);
    // Step 2. More edges, until each node has the number of moves that is drawn for it.
    if shape != Shape::Tree {
        for from in 0..sprouts.len() {
            let first = if shape == Shape::Dag { from + 1 } else { 0 };
            add_edges(&mut sprouts, from, first, mix.degree.max(1), random);
        }
    }
    // Step 3. Edges straight back.
    if shape == Shape::Cyclic {
        for sprout in sprouts.iter_mut().skip(1).filter(|sprout| sprout.owner.is_some()) {
            if share(mix.back_edges, random) && !sprout.successors.contains(&sprout.parent) {
                sprout.successors.push(sprout.parent);
            }
        }
    }
    // Step 4. The successors in any order, and the ends of the game.
    let finish = |sprout: Sprout| finish(sprout, mix, random);
    let mut nodes: Vec<Node> = sprouts.into_iter().map(finish).collect();
    if let Some(root @ Node::Over(_)) = nodes.first_mut() {
        *root = Node::Owned { owner: Player::Black, successors: Vec::new() };
    }
    let name = format!("{}-{seed}", format!("{shape:?}").to_lowercase());
    Graph::from_nodes(&name, rule, nodes).expect("owners alternate by construction")
}

/// Step 1. A tree with the nodes in the order of their birth.
fn grow_tree(mix: &Mix, random: &mut SplitMix64) -> Vec<Sprout> {
    let degree = mix.degree.max(1) as usize;
    let root = Sprout { owner: Some(Player::Black), parent: 0, successors: Vec::new() };
    let mut sprouts = vec![root];
    // The owned nodes that take another child.
    let mut open = vec![0];
    for node in 1..mix.nodes.max(1) {
        let place = if random.below(2) == 0 { open.len() - 1 } else { random.below(open.len()) };
        let parent: usize = open[place];
        sprouts[parent].successors.push(node);
        if sprouts[parent].successors.len() == degree {
            open.remove(place);
        }
        let owner = sprouts[parent].owner.map(Player::other);
        // There must be a place for the next node.
        let terminal = share(mix.terminals, random) && !open.is_empty();
        if !terminal {
            open.push(node as usize);
        }
        let owner = if terminal { None } else { owner };
        sprouts.push(Sprout { owner, parent: parent as u32, successors: Vec::new() });
    }
    sprouts
}

/// Adds edges from an owned node to nodes numbered `first` or more that its owner does not own.
fn add_edges(
    sprouts: &mut [Sprout],
    from: usize,
    first: usize,
    degree: u32,
    random: &mut SplitMix64,
) {
    let Some(owner) = sprouts[from].owner else { return };
    let wanted = 1 + random.below(degree as usize);
    let mut possible: Vec<u32> = (first..sprouts.len())
        .filter(|&to| sprouts[to].owner != Some(owner))
        .map(|to| to as u32)
        .filter(|to| !sprouts[from].successors.contains(to))
        .collect();
    while sprouts[from].successors.len() < wanted && !possible.is_empty() {
        let to = possible.swap_remove(random.below(possible.len()));
        sprouts[from].successors.push(to);
    }
}

fn finish(mut sprout: Sprout, mix: &Mix, random: &mut SplitMix64) -> Node {
    for last in (1..sprout.successors.len()).rev() {
        sprout.successors.swap(last, random.below(last + 1));
    }
    match sprout.owner {
        Some(owner) if !sprout.successors.is_empty() || random.below(4) == 0 => {
            Node::Owned { owner, successors: sprout.successors }
        }
        _ if share(mix.draws, random) => Node::Over(Outcome::Draw),
        _ if random.below(2) == 0 => Node::Over(Outcome::Win(Player::Black)),
        _ => Node::Over(Outcome::Win(Player::White)),
    }
}

/// True in `percent` of all cases.
fn share(percent: u32, random: &mut SplitMix64) -> bool {
    (random.below(100) as u32) < percent
}
