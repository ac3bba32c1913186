//! The values of a graph, as plainly as they can be computed: what solvers are tested against.
//!
//! Where repetition is a draw, a player wins from the nodes from which the win can be forced in a
//! finite number of moves: the *attractor* of the player's won ends, a least fixpoint (E.
//! Grädel, W. Thomas, T. Wilke, *Automata, Logics, and Infinite Games*, 2002, chapter 2). From
//! everywhere else the opponent can hold out forever. History has no part in it.
//!
//! With superko it has, and the only plain way is to try every path.

use super::{Graph, Node};
use andor_core::{Outcome, Player};

/// Paths longer than this are not searched: [`superko_value`] calls itself along them.
const LONGEST_PATH: usize = 4_096;

/// The value of every node, by its number, if repetition is a draw (whatever the graph's rule
/// says). A terminal node has its value whoever is to move there.
#[must_use]
pub fn draw_values(graph: &Graph) -> Vec<Outcome> {
    let black = winning_nodes(graph, Player::Black);
    let white = winning_nodes(graph, Player::White);
    let value = |(&black, &white): (&bool, &bool)| match (black, white) {
        (true, _) => Outcome::Win(Player::Black),
        (_, true) => Outcome::Win(Player::White),
        _ => Outcome::Draw,
    };
    black.iter().zip(&white).map(value).collect()
}

/// The nodes from which `player` forces a win, by iteration until nothing changes.
fn winning_nodes(graph: &Graph, player: Player) -> Vec<bool> {
    let mut wins = vec![false; graph.nodes().len()];
    loop {
        let mut changed = false;
        for (number, node) in graph.nodes().iter().enumerate() {
            let now = match node {
                Node::Over(outcome) => *outcome == Outcome::Win(player),
                Node::Owned { owner, successors } if *owner == player => {
                    successors.iter().any(|&next| wins[next as usize])
                }
                // Without successors the opponent has lost: all of none are won.
                Node::Owned { successors, .. } => {
                    successors.iter().all(|&next| wins[next as usize])
                }
            };
            changed |= now != wins[number];
            wins[number] = now;
        }
        if !changed {
            return wins;
        }
    }
}

/// The value of `node` under superko, play starting there with an empty history (whatever the
/// graph's rule says). Every path is tried, which is exponential in the number of nodes: `None`
/// after `budget` moves, or when a path is too long. Some twenty nodes are no trouble.
#[must_use]
pub fn superko_value(graph: &Graph, node: u32, mut budget: u64) -> Option<Outcome> {
    let mut path = vec![false; graph.nodes().len()];
    search(graph, node, &mut path, 0, &mut budget)
}

fn search(
    graph: &Graph,
    node: u32,
    path: &mut [bool],
    length: usize,
    budget: &mut u64,
) -> Option<Outcome> {
    let (owner, successors) = match &graph.nodes()[node as usize] {
        Node::Over(outcome) => return Some(*outcome),
        Node::Owned { owner, successors } => (*owner, successors),
    };
    if length == LONGEST_PATH {
        return None;
    }
    path[node as usize] = true;
    // Without a legal move the owner has lost.
    let mut best = Some(Outcome::Win(owner.other()));
    for &next in successors {
        if path[next as usize] {
            continue;
        }
        let left = budget.checked_sub(1);
        *budget = left.unwrap_or(0);
        match left.and_then(|_| search(graph, next, path, length + 1, budget)) {
            None => best = None,
            Some(Outcome::Win(winner)) if winner == owner => best = Some(Outcome::Win(owner)),
            Some(Outcome::Draw) => best = Some(Outcome::Draw),
            Some(Outcome::Win(_)) => continue,
        }
        if best != Some(Outcome::Draw) {
            break;
        }
    }
    path[node as usize] = false;
    best
}
