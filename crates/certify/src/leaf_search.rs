//! Search leaves: positions that a certificate of format 7 leaves to the verifier, who proves each by a
//! search of his own, from the rules and within a budget that the header states.
//!
//! The search is df-pn (Nagai 2002) on a graph that is kept: nothing is forgotten and nothing expanded
//! twice. Every detail counts, for writers and verifiers must agree on what is proved within the budget:
//! what follows is part of the format, and `scripts/verify.py` does the same.
//!
//! **Numbers.** Each position has a proof and a disproof number: 0 and 2^30 if it is decided for the holder of the
//! claim, 2^30 and 0 if against him. A new position is decided if the rules settle it ([`Rules::settled`]), or else, in a race,
//! if a man runs home (`runner.rs`, the side to move first), or else, in format 8, if a table that the certificate names decides
//! it for either side. Otherwise in a race the proof number is r²n, at
//! least 1, with r the rows before the holder's foremost man and n the opponent's men; the disproof number is
//! the same with the sides swapped. In other games both are 1.
//!
//! **Expanding** a position looks at all its legal moves in the order of their codes. It is decided against the
//! holder if there is none; for him if he is to move and a move ends the game as claimed; against him if the
//! opponent is to move and a move ends it otherwise. If not, its children are the positions after the moves that
//! do not end the game, each once.
//!
//! **Visit** (position, P, D, depth) begins with (leaf, 2^30, 2^30, 0). It gives the leaf up if depth is 250, or if there were more than
//! 16 visits for each position of the budget. It returns at once from what is decided, and expands what is not
//! expanded yet, giving up if that is one more than the budget. Then, with the holder to move:
//!
//! 1. The proof number becomes the least of the children's (2^30 if there are none), the disproof number the sum
//!    of theirs, but at most 2^30 - 1; 2^30 if the proof number is 0.
//! 2. If the proof number is at least P, or the disproof number at least D, it returns.
//! 3. It visits the first child with the least proof number: with P the smaller of P and the least proof number of
//!    the other children plus 1 (2^30 + 1 if there are none), with D less the disproof number of 1 plus that of the
//!    child, and with depth + 1. Then it goes to 1.
//!
//! With the opponent to move proof and disproof, P and D are swapped. The leaf is proved if its proof number is 0
//! in the end.
//!
//! A number becomes 0 only from what is decided, or from children whose number was 0 before. So what is proved is
//! won by a finite tree, also in games where positions repeat.

use crate::certificate::Certificate;
use crate::ground::{Child, DECIDED, Ground, RaceGround, RulesGround, decided};
use crate::resting::Tables;
use crate::runner::Runners;
use andor_core::{Claim, Rules};

/// The most positions of a path.
const LONGEST_PATH: usize = 250;
/// The most visits, for each position that may be expanded.
const VISITS_EACH: u64 = 16;
/// Expansions between two looks whether to stop.
const LOOK_EVERY: u64 = 128;
/// The slots of a new table.
const FEWEST_SLOTS: usize = 1 << 8;
/// Not expanded yet, and no node.
const UNKNOWN: u32 = u32::MAX;

/// The most positions that the search of a leaf may expand, whatever a header says.
pub const MOST_PER_LEAF: u64 = 1 << 20;

/// A position of the graph.
struct Node<K> {
    key: K,
    proof: u32,
    disproof: u32,
    /// Where its children begin, or [`UNKNOWN`].
    first: u32,
    children: u32,
    is_holders: bool,
}

/// Why a search ends without a proof.
struct GivenUp;

/// Says whether a search that takes so many bytes of memory is to stop.
pub(crate) type Stops<'a> = &'a (dyn Fn(u64) -> bool + Sync);

/// The graph of one search.
struct Graph<'a, D: Ground> {
    ground: D,
    budget: u64,
    nodes: Vec<Node<D::Key>>,
    children: Vec<u32>,
    /// Open addressing: a node, plus 1.
    slots: Vec<u32>,
    found: Vec<Child<D::Key>>,
    heap: usize,
    expanded: u64,
    visits: u64,
    stops: Stops<'a>,
}

impl<'a, D: Ground> Graph<'a, D> {
    fn new(ground: D, budget: u64, stops: Stops<'a>) -> Graph<'a, D> {
        Graph {
            ground,
            budget: budget.min(MOST_PER_LEAF),
            nodes: Vec::new(),
            children: Vec::new(),
            slots: Vec::new(),
            found: Vec::new(),
            heap: 0,
            expanded: 0,
            visits: 0,
            stops,
        }
    }

    /// How many bytes of memory it takes.
    fn memory(&self) -> u64 {
        let nodes = self.nodes.capacity() * size_of::<Node<D::Key>>() + self.heap;
        (nodes + 4 * (self.children.capacity() + self.slots.capacity())) as u64
    }

    /// Whether a position that goes on is proved within the budget.
    fn proves(&mut self, key: D::Key, is_holders: bool) -> bool {
        self.nodes.clear();
        self.children.clear();
        self.slots.clear();
        self.slots.resize(FEWEST_SLOTS, 0);
        (self.expanded, self.visits, self.heap) = (0, 0, 0);
        let root = self.node(key, is_holders);
        let searched = self.visit(root, DECIDED, DECIDED, 0);
        searched.is_ok() && self.nodes[root as usize].proof == 0
    }

    /// The positions at which the proof of the node ends that was searched last, other than where the game does: a
    /// move for the holder, all for the opponent. All of them were decided at first sight.
    fn ends(&self) -> impl Iterator<Item = &D::Key> {
        let mut seen = vec![false; self.nodes.len()];
        let mut open = vec![0];
        let mut ends = Vec::new();
        while let Some(number) = open.pop() {
            if std::mem::replace(&mut seen[number as usize], true) {
                continue;
            }
            let node = &self.nodes[number as usize];
            if node.first == UNKNOWN {
                ends.push(&node.key);
                continue;
            }
            let range = node.first as usize..(node.first + node.children) as usize;
            let proved = |child: &&u32| self.nodes[**child as usize].proof == 0;
            let most = if node.is_holders { 1 } else { usize::MAX };
            open.extend(self.children[range].iter().filter(proved).take(most));
        }
        ends.into_iter()
    }

    /// The node of a position; a new one has the numbers that are seen without search.
    fn node(&mut self, key: D::Key, is_holders: bool) -> u32 {
        if 2 * (self.nodes.len() + 1) > self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut slot = D::hash(&key) as usize & mask;
        while self.slots[slot] != 0 {
            let node = self.slots[slot] - 1;
            if self.nodes[node as usize].key == key {
                return node;
            }
            slot = (slot + 1) & mask;
        }
        let (proof, disproof) = self.ground.first_numbers(&key, is_holders);
        self.heap += D::heap(&key);
        self.nodes.push(Node { key, proof, disproof, first: UNKNOWN, children: 0, is_holders });
        self.slots[slot] = self.nodes.len() as u32;
        self.nodes.len() as u32 - 1
    }

    fn grow(&mut self) {
        let slots = 4 * self.slots.len();
        self.slots.clear();
        self.slots.resize(slots, 0);
        for (number, node) in (1..).zip(&self.nodes) {
            let mut slot = D::hash(&node.key) as usize & (slots - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (slots - 1);
            }
            self.slots[slot] = number;
        }
    }

    /// Finds the children of a node, or that it needs none.
    fn expand(&mut self, node: u32) -> Result<(), GivenUp> {
        let is_time = self.expanded.is_multiple_of(LOOK_EVERY);
        if self.expanded == self.budget || is_time && (self.stops)(self.memory()) {
            return Err(GivenUp);
        }
        self.expanded += 1;
        let Node { key, is_holders, .. } = &self.nodes[node as usize];
        let (is_holders, first) = (*is_holders, self.children.len());
        let mut found = std::mem::take(&mut self.found);
        self.ground.children(key, is_holders, &mut found);
        // The holder needs one move that ends the game as claimed, the opponent one that does not. Without any
        // move nothing is proved.
        let ends = |child: &Child<_>| matches!(child, Child::Over(met) if *met == is_holders);
        let verdict = match found.is_empty() {
            true => Some(false),
            false => found.iter().any(ends).then_some(is_holders),
        };
        for child in found.drain(..) {
            if let (Child::On(key, is_holders), None) = (child, verdict) {
                let child = self.node(key, is_holders);
                if !self.children[first..].contains(&child) {
                    self.children.push(child);
                }
            }
        }
        self.found = found;
        let this = &mut self.nodes[node as usize];
        (this.first, this.children) = (first as u32, (self.children.len() - first) as u32);
        if let Some(proved) = verdict {
            (this.proof, this.disproof) = decided(proved);
        }
        Ok(())
    }

    /// Searches below a node until one of its numbers reaches its threshold.
    fn visit(
        &mut self,
        node: u32,
        most_proof: u32,
        most_disproof: u32,
        depth: usize,
    ) -> Result<(), GivenUp> {
        self.visits += 1;
        if depth == LONGEST_PATH || self.visits > VISITS_EACH * self.budget {
            return Err(GivenUp);
        }
        let is_decided = |this: &Node<_>| this.proof == 0 || this.disproof == 0;
        if is_decided(&self.nodes[node as usize]) {
            return Ok(());
        }
        if self.nodes[node as usize].first == UNKNOWN {
            self.expand(node)?;
        }
        let this = &self.nodes[node as usize];
        if is_decided(this) {
            return Ok(());
        }
        let is_holders = this.is_holders;
        let range = this.first as usize..(this.first + this.children) as usize;
        // From the side that chooses here: its own number is the least of the children's, the other the sum.
        let (most_own, most_sum) = match is_holders {
            true => (most_proof, most_disproof),
            false => (most_disproof, most_proof),
        };
        loop {
            // Step 1. The numbers of the children make those of the node.
            let (mut best, mut least, mut second, mut of_best) = (UNKNOWN, DECIDED, DECIDED, 0);
            let mut sum = 0u64;
            for &child in &self.children[range.clone()] {
                let Node { proof, disproof, .. } = self.nodes[child as usize];
                let (own, other) = if is_holders { (proof, disproof) } else { (disproof, proof) };
                sum += u64::from(other);
                if own < least {
                    (second, least, best, of_best) = (least, own, child, other);
                } else if own < second {
                    second = own;
                }
            }
            let sum = match least {
                0 => DECIDED,
                _ => sum.min(u64::from(DECIDED) - 1) as u32,
            };
            let this = &mut self.nodes[node as usize];
            (this.proof, this.disproof) = if is_holders { (least, sum) } else { (sum, least) };
            if least >= most_own || sum >= most_sum {
                return Ok(());
            }
            // Step 2. Down to the best child.
            let below_own = most_own.min(second + 1);
            let below_sum = most_sum - sum + of_best;
            let (below_proof, below_disproof) = match is_holders {
                true => (below_own, below_sum),
                false => (below_sum, below_own),
            };
            self.visit(best, below_proof, below_disproof, depth + 1)?;
        }
    }
}

/// Searches leaves, one after the other.
pub(crate) struct LeafSearch<'a, R: Rules> {
    rules: &'a R,
    claim: Claim,
    graph: Graphs<'a, R>,
}

/// What all searches for the leaves of a certificate have in common.
pub(crate) struct Searching<'a, R: Rules> {
    pub rules: &'a R,
    pub claim: Claim,
    /// How many positions are expanded for each at most.
    pub budget: u64,
    /// Whether the rules are asked even where they promise what they would say, and tables bear out what a proof rests on.
    pub by_rules: bool,
    /// Tables that are asked.
    pub tables: Option<&'a dyn Tables<R>>,
}

/// The graph of a race, or of any game.
enum Graphs<'a, R: Rules> {
    Race(Graph<'a, RaceGround<'a>>),
    Rules(Graph<'a, RulesGround<'a, R>>),
}

impl<'a, R: Rules> LeafSearch<'a, R> {
    /// Proves that positions end as claimed, from the rules alone or from what they promise, and from the tables. Gives
    /// up when it `stops`.
    pub fn new(searching: Searching<'a, R>, stops: Stops<'a>) -> LeafSearch<'a, R> {
        let Searching { rules, claim, budget, by_rules, tables } = searching;
        let board = rules.race_board();
        let runners = board.and_then(Runners::new);
        let start = rules.initial();
        // What goes by more than the men on the board must see the position.
        let races = tables.and_then(Tables::races);
        let by_rules = by_rules || tables.is_some() && races.is_none();
        let graph = match (board, runners, rules.racers(&start)) {
            (Some(board), Some(runners), Some(racers)) if !by_rules => {
                let up = racers.goes_up == (rules.side_to_move(&start) == claim.holder());
                Graphs::Race(Graph::new(RaceGround::new(board, runners, up, races), budget, stops))
            }
            (_, runners, _) => {
                let ground = RulesGround { rules, claim, runners, tables, moves: Vec::new() };
                Graphs::Rules(Graph::new(ground, budget, stops))
            }
        };
        LeafSearch { rules, claim, graph }
    }

    /// How many positions the last search expanded.
    pub fn expanded(&self) -> u64 {
        match &self.graph {
            Graphs::Race(graph) => graph.expanded,
            Graphs::Rules(graph) => graph.expanded,
        }
    }

    /// Whether it is to stop.
    pub fn is_stopped(&self) -> bool {
        match &self.graph {
            Graphs::Race(graph) => (graph.stops)(graph.memory()),
            Graphs::Rules(graph) => (graph.stops)(graph.memory()),
        }
    }

    /// Whether the position with these bytes goes on and is proved within the budget.
    pub fn proves_key(&mut self, bytes: &[u8]) -> bool {
        let position = self.rules.decode(bytes);
        position.is_some_and(|position| {
            self.rules.outcome(&position).is_none() && self.proves(&position)
        })
    }

    /// Whether a position that goes on is proved within the budget.
    pub fn proves(&mut self, position: &R::Position) -> bool {
        let rules = self.rules;
        if !matches!(self.claim, Claim::Wins(_)) || rules.repetition().is_superko() {
            return false;
        }
        let is_holders = rules.side_to_move(position) == self.claim.holder();
        match &mut self.graph {
            Graphs::Race(graph) => rules
                .racers(position)
                .is_some_and(|racers| graph.proves((racers.own, racers.enemy), is_holders)),
            Graphs::Rules(graph) => {
                let key = graph.ground.key(position);
                graph.proves(key, is_holders)
                    && (graph.ground.tables.is_none()
                        || graph.ends().all(|key| graph.ground.bears_out(key)))
            }
        }
    }
}

/// How much farther a leaf is searched for what is played in it: from a position within it the way is
/// shorter, but it need not be found within the budget.
const FARTHER: u64 = 16;

/// The holder's move in a position that this section leaves to the search, which may ask these tables, or in one below such: the first, in
/// the order of codes, that is proved with the least of the budget; `None` if there is no such leaf, or
/// nothing is found.
///
/// # Panics
/// If there is no such section.
pub fn leaf_move<R: Rules>(
    rules: &R,
    certificate: &Certificate,
    section: usize,
    tables: &dyn Tables<R>,
    position: &R::Position,
) -> Option<R::Move> {
    let tables = certificate.searches_ask_tables().then_some(tables);
    let most = certificate.leaf_budget()?.saturating_mul(FARTHER).min(MOST_PER_LEAF);
    let claim = certificate.sections()[section].claim;
    if rules.side_to_move(position) != claim.holder() {
        return None;
    }
    let mut moves = Vec::new();
    rules.sorted_moves(position, &mut moves);
    // A move that loses would take all of the budget: it grows until one wins.
    let mut budget = 1;
    while budget <= most {
        let searching = Searching { rules, claim, budget, by_rules: false, tables };
        let mut search = LeafSearch::new(searching, &|_| false);
        let wins = |mv: &R::Move| {
            let next = rules.after(position, *mv);
            match rules.outcome(&next) {
                Some(outcome) => claim.is_met_by(outcome),
                None => search.proves(&next),
            }
        };
        if let Some(mv) = moves.iter().copied().find(wins) {
            return Some(mv);
        }
        budget *= 4;
    }
    None
}

#[cfg(test)]
mod tests;
