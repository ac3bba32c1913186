//! Explicit graphs: a game given by its positions, one by one. They are the ground on which every
//! solver is tested against the truth, and the smallest way to show where history matters (M.
//! Campbell, *The graph-history interaction: on ignoring position history*, ACM 1985).
//!
//! ```text
//!        0 b <---+     Black owns node 0 and moves to 1 or to 2. White owns these: from 1 the
//!       /   \    |     game goes back to 0, or ends in 3, where Black has won; from 2 it ends
//!      v     v   |     in 3, or in 4, where White has won.
//!    2 w     1 w-+
//!   /   \    /         If repetition is a draw, White goes back to 0 again and again: a draw.
//!  v     v  v          With superko White may not, and Black wins by 1, 3.
//! 4 W    3 B
//! ```
//!
//! Owners alternate along every edge, so that a move always passes the turn. A terminal node has
//! no owner, and both players may lead to it: a position is therefore a node *and* a side to move.
//! The side of an owned node is its owner; a terminal node has the side whose turn it would be.
//!
//! The rules that forbid or count repetition are not in here: like every game, a graph only says
//! what repetition means ([`Rules::repetition`]) and leaves the history to whoever plays or
//! searches. The game exists twice: here, and plainly in [`mod@reference`] for the verifier, which reads the
//! file with a reader of its own.

mod file;
pub mod generate;
pub mod reference;
pub mod truth;

pub use reference::Reference;

use andor_core::{
    CostModel, CostSum, Game, InputError, Key, Outcome, Player, Repetition, Rules, Spec,
    Superko as SuperkoKind,
};
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::sync::Arc;

/// What coming back to a node means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rule {
    /// Play that repeats a node, or never ends, is a draw.
    Draw,
    /// A move to a node already on the path is illegal; who cannot move loses.
    Superko,
}

/// One node of a graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// This player moves to one of these nodes, all different; without any the player has lost.
    Owned {
        /// Who moves here.
        owner: Player,
        /// The nodes that the moves lead to.
        successors: Vec<u32>,
    },
    /// The game is over.
    Over(Outcome),
}

/// A game given by its nodes. Cloning it is cheap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    spec: String,
    rule: Rule,
    nodes: Arc<[Node]>,
    drawn_ends: bool,
    /// The SHA-256 of the file, or of what [`Graph::to_json`] writes.
    content: [u8; 32],
    /// What the nodes cost, if somebody says so.
    costs: Option<Arc<CostSum>>,
}

/// A node and who is to move there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    node: u32,
    side: Player,
}

/// A move: its place among the successors of the node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move(u32);

impl Graph {
    /// The game that a spec string asks for: `graph:FILE`, or `graph` alone for the five nodes
    /// drawn above.
    ///
    /// # Errors
    /// One line that names the file and says what is wrong with it.
    pub fn from_spec(spec: &Spec) -> Result<Graph, InputError> {
        Ok(Graph::with_reference(spec)?.0)
    }

    /// The same and its reference rules, of the same bytes: a file is read once, and may change.
    ///
    /// # Errors
    /// One line that names the file and says what is wrong with it.
    pub(crate) fn with_reference(spec: &Spec) -> Result<(Graph, Reference), InputError> {
        spec.only_options(&[])?;
        let both = |spec: String, json: &[u8]| {
            let graph = Graph::parse_as(spec.clone(), json)?;
            Ok((graph, Reference::from_json(&spec, json)?))
        };
        match spec.board() {
            None => both("graph".to_owned(), file::EXAMPLE.as_bytes()),
            Some("") => Err(spec.refuse("a file name is missing: graph:FILE")),
            Some(path) => {
                let spec = format!("graph:{path}");
                let bytes = file::read_bytes(path).map_err(|why| refuse(&spec, &why))?;
                both(spec, &bytes)
            }
        }
    }

    /// Reads a file; the game is then called `graph:PATH`.
    ///
    /// # Errors
    /// One line that names the file and says what is wrong with it.
    pub fn read(path: &str) -> Result<Graph, InputError> {
        let spec = format!("graph:{path}");
        let bytes = file::read_bytes(path).map_err(|why| refuse(&spec, &why))?;
        Graph::parse_as(spec, &bytes)
    }

    /// Reads the JSON of a file; the game is called `graph:NAME`.
    ///
    /// # Errors
    /// One line that says where these bytes are not a graph.
    pub fn from_json(name: &str, json: &[u8]) -> Result<Graph, InputError> {
        Graph::parse_as(format!("graph:{name}"), json)
    }

    /// The game with these nodes, the first being the root; it is called `graph:NAME`.
    ///
    /// # Errors
    /// One line that names the node or edge that breaks the rules.
    pub fn from_nodes(name: &str, rule: Rule, nodes: Vec<Node>) -> Result<Graph, InputError> {
        let spec = format!("graph:{name}");
        check(&nodes).map_err(|why| refuse(&spec, &why))?;
        let content = sha256(file::write(rule, &nodes).as_bytes());
        Ok(Graph::checked(spec, rule, nodes, content))
    }

    fn parse_as(spec: String, json: &[u8]) -> Result<Graph, InputError> {
        let (rule, nodes) = file::parse(json).map_err(|why| refuse(&spec, &why))?;
        check(&nodes).map_err(|why| refuse(&spec, &why))?;
        Ok(Graph::checked(spec, rule, nodes, sha256(json)))
    }

    fn checked(spec: String, rule: Rule, nodes: Vec<Node>, content: [u8; 32]) -> Graph {
        let drawn_ends = nodes.contains(&Node::Over(Outcome::Draw));
        Graph { spec, rule, nodes: nodes.into(), drawn_ends, content, costs: None }
    }

    /// The graph as a file, one node a line.
    #[must_use]
    pub fn to_json(&self) -> String {
        file::write(self.rule, &self.nodes)
    }

    /// The same nodes under another rule, and so another game; the name stays. Its content is that
    /// of the file that [`to_json`](Graph::to_json) writes.
    #[must_use]
    pub fn with_rule(&self, rule: Rule) -> Graph {
        let content = sha256(file::write(rule, &self.nodes).as_bytes());
        Graph { rule, content, ..self.clone() }
    }

    /// What coming back to a node means.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// All nodes by number; node 0 is the root.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The position at a node with this side to move; `None` if there is no such node or the
    /// other side owns it.
    #[must_use]
    pub fn position(&self, node: u32, side: Player) -> Option<Position> {
        match self.nodes.get(node as usize)? {
            Node::Owned { owner, .. } if *owner != side => None,
            _ => Some(Position { node, side }),
        }
    }

    /// Every position there is: one at an owned node, two at a terminal one.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        let both = |node| [(node, Player::Black), (node, Player::White)];
        let pairs = (0..self.nodes.len() as u32).flat_map(both);
        pairs.filter_map(|(node, side)| self.position(node, side))
    }

    /// The nodes that the moves of `node` lead to; none where the game is over.
    #[must_use]
    pub fn successors(&self, node: u32) -> &[u32] {
        match &self.nodes[node as usize] {
            Node::Owned { successors, .. } => successors,
            Node::Over(_) => &[],
        }
    }

    fn outcome_at(&self, node: u32) -> Option<Outcome> {
        match &self.nodes[node as usize] {
            Node::Over(outcome) => Some(*outcome),
            Node::Owned { owner, successors } if successors.is_empty() => {
                Some(Outcome::Win(owner.other()))
            }
            Node::Owned { .. } => None,
        }
    }

    fn describe(&self, Position { node, side }: Position) -> String {
        match (self.outcome_at(node), &self.nodes[node as usize]) {
            (None, _) => format!("{side} to move"),
            (Some(Outcome::Draw), _) => "drawn".to_owned(),
            (Some(Outcome::Win(winner)), Node::Over(_)) => format!("{winner} has won"),
            (Some(_), _) => format!("{side} cannot move and has lost"),
        }
    }
}

impl Position {
    /// The node's number.
    #[must_use]
    pub fn node(self) -> u32 {
        self.node
    }

    /// Who is to move, or would be.
    #[must_use]
    pub fn side(self) -> Player {
        self.side
    }
}

impl Move {
    /// The place of the move among the successors of its node, from 0.
    #[must_use]
    pub fn index(self) -> u32 {
        self.0
    }
}

fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// An error about the graph with this name; long names are quoted in full up to 300 characters.
fn refuse(spec: &str, why: &str) -> InputError {
    InputError::new(format!("game \"{}\": {why}", InputError::printable(spec, 300)))
}

/// The first way in which nodes do not make a game.
fn check(nodes: &[Node]) -> Result<(), String> {
    if nodes.is_empty() {
        return Err("there are no nodes, and node 0 is the root".to_owned());
    }
    let count = u32::try_from(nodes.len()).map_err(|_| too_many(nodes.len()))?;
    // For each node, the last node that was seen to lead there, plus one.
    let mut reached_from = vec![0; nodes.len()];
    for (from, node) in (0..count).zip(nodes) {
        let Node::Owned { owner, successors } = node else { continue };
        for &to in successors {
            let Some(next) = nodes.get(to as usize) else {
                let last = count - 1;
                return Err(format!("node {from} leads to node {to}, but the last node is {last}"));
            };
            if matches!(next, Node::Owned { owner: next, .. } if next == owner) {
                return Err(format!(
                    "edge {from} -> {to}: {owner} owns both nodes, but owners alternate"
                ));
            }
            if std::mem::replace(&mut reached_from[to as usize], from + 1) == from + 1 {
                return Err(format!("node {from} has node {to} twice among its successors"));
            }
        }
    }
    Ok(())
}

fn too_many(nodes: usize) -> String {
    format!("{nodes} nodes are too many: numbers have 32 bits")
}

impl Rules for Graph {
    type Position = Position;
    type Move = Move;

    fn spec(&self) -> String {
        self.spec.clone()
    }

    /// The SHA-256 of the bytes of the file; for a graph that was made in memory, of those of the
    /// file that [`to_json`](Graph::to_json) writes.
    fn content(&self) -> Option<[u8; 32]> {
        Some(self.content)
    }

    fn repetition(&self) -> Repetition {
        match self.rule {
            Rule::Draw => Repetition::Draw,
            Rule::Superko => Repetition::Superko(SuperkoKind::Situational),
        }
    }

    fn is_drawless(&self) -> bool {
        self.rule == Rule::Superko && !self.drawn_ends
    }

    /// The root. A root where the game is over has Black to move.
    fn initial(&self) -> Position {
        let side = match self.nodes[0] {
            Node::Owned { owner, .. } => owner,
            Node::Over(_) => Player::Black,
        };
        Position { node: 0, side }
    }

    fn side_to_move(&self, position: &Position) -> Player {
        position.side
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.outcome_at(position.node)
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        moves.extend((0..self.successors(position.node).len() as u32).map(Move));
    }

    fn play_unchecked(&self, position: &mut Position, Move(index): Move) {
        position.side = position.side.other();
        position.node = self.successors(position.node)[index as usize];
    }

    fn encoded_len(&self) -> usize {
        5
    }

    fn encode(&self, position: &Position, bytes: &mut Vec<u8>) {
        bytes.push(position.side as u8);
        bytes.extend(position.node.to_be_bytes());
    }

    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        let (&side, node) = bytes.split_first()?;
        let side = *[Player::Black, Player::White].get(usize::from(side))?;
        self.position(u32::from_be_bytes(node.try_into().ok()?), side)
    }

    fn move_code(&self, Move(index): Move) -> u32 {
        index
    }

    fn position_text(&self, position: &Position) -> String {
        format!("{} {}", position.node, position.side.letter())
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let bad = |why: &str| {
            Err(InputError::new(format!("position {}: {why}", InputError::quote(text))))
        };
        let fields: Vec<&str> = text.split_whitespace().take(3).collect();
        let [number, letter] = fields[..] else {
            return bad("it is a node and who is to move, such as \"0 b\"");
        };
        let Some(side) = Player::from_letter(letter) else {
            return bad(&format!("{} is neither b nor w", InputError::quote(letter)));
        };
        if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return bad(&format!("{} is not a node number", InputError::quote(number)));
        }
        let known = number.parse().ok().filter(|&node: &u32| (node as usize) < self.nodes.len());
        let Some(node) = known else {
            let (number, last) = (InputError::printable(number, 20), self.nodes.len() - 1);
            return bad(&format!("there is no node {number}, the last one is {last}"));
        };
        match self.position(node, side) {
            Some(position) => Ok(position),
            None => bad(&format!("{} owns node {node}", side.other())),
        }
    }

    fn move_text(&self, position: &Position, Move(index): Move) -> String {
        self.successors(position.node)[index as usize].to_string()
    }

    /// The node with what its moves lead to, as far as a terminal has room for them.
    fn draw(&self, position: &Position) -> String {
        const SHOWN: usize = 20;
        let mut picture = format!("node {}: {}\n", position.node, self.describe(*position));
        let successors = self.successors(position.node);
        for &node in successors.iter().take(SHOWN) {
            let next = Position { node, side: position.side.other() };
            let _ = writeln!(picture, "  -> {node}: {}", self.describe(next));
        }
        if successors.len() > SHOWN {
            let _ = writeln!(picture, "  and {} more", successors.len() - SHOWN);
        }
        picture
    }
}

impl Game for Graph {
    fn key(&self, position: &Position) -> Key {
        Key::exact(u64::from(position.node) << 1 | position.side as u64)
    }

    fn count_candidates(&self, position: &Position) -> u32 {
        self.successors(position.node).len() as u32
    }

    fn count_moves(&self, position: &Position) -> u64 {
        self.successors(position.node).len() as u64
    }

    fn cost_model(&self) -> Option<&dyn CostModel<Graph>> {
        self.costs.as_deref().map(|costs| costs as &dyn CostModel<Graph>)
    }

    fn with_costs(&self, text: &str) -> Result<Graph, InputError> {
        Ok(Graph { costs: Some(Arc::new(CostSum::read(text)?)), ..self.clone() })
    }

    /// Every node costs what it costs.
    fn cost_terms(&self, position: &Position, found: &mut dyn FnMut(&str, i32)) {
        found(&format!("node {}", position.node), 1);
    }
}
