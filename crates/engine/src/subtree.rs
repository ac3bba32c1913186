//! A part of a certificate as a game tree: one move of the holder, every reply of the opponent, and
//! so on, for whoever wants to click through a proof in an SGF viewer.
//!
//! ```text
//!   root ... moves ... here     the moves that lead there come first, as the main line
//!                      /  |  \      every reply, longest resistance first
//!                     o   o   o     the holder's answer to each
//! ```
//!
//! The tree grows breadth first, so that a bound on its size cuts all lines at about the same
//! depth. Replies come all or not at all: where the tree is not cut, no defence is missing. A
//! position (or an image of it under a symmetry of the board) whose continuation stands elsewhere
//! in the tree is not shown twice; a comment tells where it stands.

use crate::error::EngineError;
use crate::explain::{Here, Walk};
use crate::tables::TableSet;
use andor_certify::Certificate;
use andor_core::{Claim, Limits, Outcome, PlainMove, PlainRules, Player, Rules};
use andor_formats::sgf::Property;
use andor_formats::{Action, GameRecord, Spot, Step};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The most positions of a tree: what is written stays well within what is read again.
pub const MOST_POSITIONS: usize = 100_000;

/// Where a tree is cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SubtreeBounds {
    /// The most positions, those of the moves that lead there included.
    pub positions: usize,
    /// The most plies below the position, if that is bounded.
    pub depth: Option<usize>,
}

/// A part of a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subtree {
    /// The tree as a record, comments included.
    pub record: GameRecord,
    /// What is claimed.
    pub claim: Claim,
    /// What stands at the root.
    pub title: String,
    /// Its positions; a parent comes before its children.
    pub nodes: Vec<SubtreeNode>,
    /// How many positions it has.
    pub positions: usize,
    /// How many lines were cut.
    pub cut: usize,
    /// How many lines go on elsewhere in the tree.
    pub transpositions: usize,
}

/// A position of the tree, for whoever draws it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SubtreeNode {
    /// The position before, but for the first one.
    pub parent: Option<usize>,
    /// The positions that follow, longest resistance first.
    pub children: Vec<usize>,
    /// Who made the move that leads here.
    pub mover: Player,
    /// The move that leads here; empty for the first one.
    pub mv: String,
    /// The board as a picture.
    pub picture: String,
    /// How the game ended, if it is over.
    pub outcome: Option<Outcome>,
    /// Why nothing follows: it is cut here, or goes on elsewhere.
    pub comment: Option<String>,
}

/// A position of the tree while it grows.
struct Node {
    parent: Option<usize>,
    depth: usize,
    mover: Player,
    /// The move that leads here; empty for the root.
    text: String,
    here: Here,
    children: Vec<usize>,
    comment: Option<String>,
}

/// The tree while it grows.
struct Growing<'a> {
    walk: Walk<'a>,
    nodes: Vec<Node>,
    /// Where each canonical position with the holder to move goes on.
    shown: HashMap<Vec<u8>, usize>,
    cut: usize,
    transpositions: usize,
}

/// The tree below the position of section `section` (from 0) after `moves` from the root.
///
/// # Errors
/// If a move is illegal or not the one the holder plays, or the file is damaged.
pub(crate) fn subtree(
    rules: &PlainRules,
    certificate: &Certificate,
    section: usize,
    moves: &[String],
    bounds: SubtreeBounds,
    tables: &TableSet,
) -> Result<Subtree, EngineError> {
    // Step 1. The moves that lead to the position. What was before the root is part of the rules.
    let haunted = certificate.rules_of(rules)?;
    let rules = haunted.as_ref().unwrap_or(rules);
    let walk = Walk::new(rules, certificate, section, tables, &Limits::default())?;
    let here = walk.root()?;
    let root = here.position.clone();
    let mover = rules.side_to_move(&root).other();
    let first = Node {
        parent: None,
        depth: 0,
        mover,
        text: String::new(),
        here,
        children: Vec::new(),
        comment: None,
    };
    let mut growing =
        Growing { walk, nodes: vec![first], shown: HashMap::new(), cut: 0, transpositions: 0 };
    for text in moves {
        let here = growing.nodes.len() - 1;
        let mv = growing.walk.planned(&growing.nodes[here].here, text)?;
        growing.add(here, mv);
    }
    // Step 2. Grow, nearest positions first: nodes are made in the order in which they grow.
    let top = growing.nodes.len() - 1;
    let deepest = bounds.depth.map(|depth| growing.nodes[top].depth.saturating_add(depth));
    let mut at = top;
    while at < growing.nodes.len() {
        growing.grow(at, bounds.positions, deepest)?;
        at += 1;
    }
    // Step 3. Write it down.
    let positions = growing.nodes.len();
    let mut record = GameRecord::new(rules.spec(), Spot::START);
    record.start = (root != rules.initial()).then(|| rules.position_text(&root));
    record.begins = Some(rules.side_to_move(&rules.initial()));
    let title = growing.title(certificate);
    record.other.push(Property::new("C", [title.as_str()]));
    record.steps = growing.steps();
    let Growing { walk, nodes, cut, transpositions, .. } = growing;
    let drawn = |node: Node| SubtreeNode {
        parent: node.parent,
        children: node.children,
        mover: node.mover,
        mv: node.text,
        picture: rules.draw(&node.here.position),
        outcome: rules.outcome(&node.here.position),
        comment: node.comment,
    };
    let nodes = nodes.into_iter().map(drawn).collect();
    Ok(Subtree { record, claim: walk.claim, title, nodes, positions, cut, transpositions })
}

impl Growing<'_> {
    /// Adds the position after a move.
    fn add(&mut self, parent: usize, mv: PlainMove) {
        let rules = self.walk.rules;
        let before = &self.nodes[parent];
        let node = Node {
            parent: Some(parent),
            depth: before.depth + 1,
            mover: rules.side_to_move(&before.here.position),
            text: rules.move_text(&before.here.position, mv),
            here: self.walk.after(&before.here, mv),
            children: Vec::new(),
            comment: None,
        };
        let number = self.nodes.len();
        self.nodes[parent].children.push(number);
        self.nodes.push(node);
    }

    /// Adds what follows a node, or a comment that says why nothing does.
    fn grow(&mut self, at: usize, most: usize, deepest: Option<usize>) -> Result<(), EngineError> {
        let rules = self.walk.rules;
        let Node { here, depth, .. } = &self.nodes[at];
        let (here, depth) = (here.clone(), *depth);
        let position = here.position.clone();
        if rules.outcome(&position).is_some() {
            return Ok(());
        }
        // Step 1. What follows, and how many plies are left.
        let (moves, plies) = if rules.side_to_move(&position) == self.walk.claim.holder() {
            // On a path the same position is another one.
            let mut bytes = rules.canonical(&position).bytes;
            if here.is_on_paths() {
                bytes.extend_from_slice(&at.to_le_bytes());
            }
            match self.shown.entry(bytes) {
                Entry::Occupied(other) => {
                    let other = *other.get();
                    let same = self.nodes[other].here.position == position;
                    let what = if same { "as" } else { "mirrored or turned, as" };
                    let comment = format!("{what} after {}", self.path(other));
                    self.nodes[at].comment = Some(comment);
                    self.transpositions += 1;
                    return Ok(());
                }
                Entry::Vacant(place) => place.insert(at),
            };
            let held = self.walk.holding(&here)?;
            (vec![held.mv], self.walk.plies(held.rank))
        } else {
            let replies = self.walk.ranked_replies(&here)?;
            let longest = replies.first().and_then(|(_, rank)| self.walk.plies(*rank));
            (replies.into_iter().map(|(mv, _)| mv).collect(), longest.map(|plies| plies + 1))
        };
        // Step 2. All of it, or a comment.
        let too_deep = deepest.is_some_and(|deepest| depth >= deepest);
        if too_deep || self.nodes.len() + moves.len() > most {
            let left = match plies {
                None => String::new(),
                Some(1) => ", at most 1 ply left".to_owned(),
                Some(plies) => format!(", at most {plies} plies left"),
            };
            self.nodes[at].comment = Some(format!("cut here{left}"));
            self.cut += 1;
        } else {
            moves.into_iter().for_each(|mv| self.add(at, mv));
        }
        Ok(())
    }

    /// The moves from the root to a node.
    fn path(&self, mut at: usize) -> String {
        let mut moves = Vec::new();
        while let Some(parent) = self.nodes[at].parent {
            moves.push(self.nodes[at].text.as_str());
            at = parent;
        }
        moves.reverse();
        if moves.is_empty() { "no move".to_owned() } else { moves.join(" ") }
    }

    /// What stands at the root.
    fn title(&self, certificate: &Certificate) -> String {
        let claim = match self.walk.claim {
            Claim::Wins(player) => format!("{player} wins"),
            Claim::NotLoses(player) => format!("{player} does not lose"),
        };
        let stored = certificate.sections()[self.walk.section].positions;
        let mut title = format!(
            "{claim}. A tree of {} positions, from a certificate of {stored}, which are those with \
             {} to move. Every reply is there but where a comment says cut.",
            self.nodes.len(),
            self.walk.claim.holder()
        );
        if let Some(comment) = &self.nodes[0].comment {
            title.push_str(&format!(" Here: {comment}."));
        }
        title
    }

    /// The nodes below the root in the order of a file, depth first.
    fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::with_capacity(self.nodes.len());
        let mut open: Vec<usize> = vec![0];
        while let Some(at) = open.pop() {
            let node = &self.nodes[at];
            open.extend(node.children.iter().rev());
            if node.parent.is_some() {
                let comment = node.comment.iter();
                steps.push(Step {
                    depth: node.depth,
                    mover: Some(node.mover),
                    action: Action::Move(node.text.clone()),
                    at: Spot::START,
                    other: comment.map(|text| Property::new("C", [text.as_str()])).collect(),
                });
            }
        }
        steps
    }
}
