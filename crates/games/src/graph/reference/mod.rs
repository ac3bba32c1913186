//! The plain rules of explicit graphs, for the verifier: the file as it is written, read by a reader
//! of its own (`reader`) and checked node by node. It shares no code with [`super`], only how
//! texts and bytes look.
//!
//! - The code of a move is its place among the successors of the node, from 0.
//! - The bytes of a position are one for the side to move (0 Black, 1 White) and four for the node,
//!   the highest first.
//! - The content is the SHA-256 of the file.

mod reader;

use andor_core::{InputError, Outcome, Player, Repetition, Rules, Superko};
use reader::WrittenNode;
use sha2::{Digest as _, Sha256};
use std::sync::Arc;

/// The reference rules of one graph. Cloning them is cheap.
#[derive(Clone, Debug)]
pub struct Reference {
    spec: String,
    superko: bool,
    /// For each node who moves there and where to; `Err` tells how the game has ended.
    nodes: Arc<Vec<Result<Choice, Outcome>>>,
    content: [u8; 32],
}

/// Who moves at a node, and where to.
#[derive(Debug)]
struct Choice {
    owner: Player,
    leads_to: Vec<u32>,
}

/// A node and who is to move there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    node: u32,
    side: Player,
}

/// The place of a move among the successors of its node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    place: u32,
}

impl Reference {
    /// Reads the JSON of a file; the game has this spec string.
    ///
    /// # Errors
    /// One line that says what is wrong with the file.
    pub fn from_json(spec: &str, json: &[u8]) -> Result<Reference, InputError> {
        let name = InputError::printable(spec, 300);
        let refuse = |why: String| InputError::new(format!("game \"{name}\": {why}"));
        let written = reader::read(json).map_err(refuse)?;
        let superko = match written.rule.as_str() {
            "draw" => false,
            "superko" => true,
            other => return Err(refuse(format!("the reference rules know no rule \"{other}\""))),
        };
        let mut nodes = Vec::new();
        for (number, node) in written.nodes.into_iter().enumerate() {
            let node = meaning(node).map_err(|why| refuse(format!("node {number}: {why}")))?;
            nodes.push(node);
        }
        if nodes.is_empty() {
            return Err(refuse("the reference rules find no node 0, the root".to_owned()));
        }
        for (number, node) in nodes.iter().enumerate() {
            check(node, &nodes).map_err(|why| refuse(format!("node {number}: {why}")))?;
        }
        let content = Sha256::digest(json).into();
        Ok(Reference { spec: spec.to_owned(), superko, nodes: Arc::new(nodes), content })
    }

    fn node(&self, number: u32) -> &Result<Choice, Outcome> {
        &self.nodes[number as usize]
    }

    /// The position at this node, if there is one with this side to move.
    fn position(&self, node: u32, side: Player) -> Option<Position> {
        match self.nodes.get(node as usize)? {
            Ok(choice) if choice.owner != side => None,
            Ok(_) | Err(_) => Some(Position { node, side }),
        }
    }
}

fn player(number: u32) -> Result<Player, String> {
    match number {
        0 => Ok(Player::Black),
        1 => Ok(Player::White),
        _ => Err(format!("the players are 0 and 1, not {number}")),
    }
}

/// What a node that is written down means.
fn meaning(node: WrittenNode) -> Result<Result<Choice, Outcome>, String> {
    match node {
        WrittenNode { owner: Some(owner), succ: Some(leads_to), winner: None } => {
            Ok(Ok(Choice { owner: player(owner)?, leads_to }))
        }
        WrittenNode { owner: None, succ: None, winner: Some(None) } => Ok(Err(Outcome::Draw)),
        WrittenNode { owner: None, succ: None, winner: Some(Some(winner)) } => {
            Ok(Err(Outcome::Win(player(winner)?)))
        }
        _ => Err("it has an owner and successors, or a winner".to_owned()),
    }
}

/// Successors exist, are all different, and are not the owner's.
fn check(node: &Result<Choice, Outcome>, nodes: &[Result<Choice, Outcome>]) -> Result<(), String> {
    let Ok(Choice { owner, leads_to }) = node else { return Ok(()) };
    for next in leads_to {
        match nodes.get(*next as usize) {
            None => return Err(format!("there is no node {next}")),
            Some(Ok(choice)) if choice.owner == *owner => {
                return Err(format!("{owner} owns node {next} too"));
            }
            Some(_) => {}
        }
    }
    let mut sorted = leads_to.clone();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("node {} is there twice", pair[0])),
        None => Ok(()),
    }
}

impl Rules for Reference {
    type Position = Position;
    type Move = Move;

    fn spec(&self) -> String {
        self.spec.clone()
    }

    fn content(&self) -> Option<[u8; 32]> {
        Some(self.content)
    }

    fn repetition(&self) -> Repetition {
        match self.superko {
            true => Repetition::Superko(Superko::Situational),
            false => Repetition::Draw,
        }
    }

    /// With superko every game ends; it cannot end in a draw if no node does.
    fn is_drawless(&self) -> bool {
        self.superko && !self.nodes.iter().any(|node| matches!(node, Err(Outcome::Draw)))
    }

    fn initial(&self) -> Position {
        match self.node(0) {
            Ok(choice) => Position { node: 0, side: choice.owner },
            Err(_) => Position { node: 0, side: Player::Black },
        }
    }

    fn side_to_move(&self, position: &Position) -> Player {
        position.side
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        match self.node(position.node) {
            Err(outcome) => Some(*outcome),
            // Who cannot move has lost.
            Ok(choice) if choice.leads_to.is_empty() => Some(Outcome::Win(choice.owner.other())),
            Ok(_) => None,
        }
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        if let Ok(choice) = self.node(position.node) {
            for place in 0..choice.leads_to.len() {
                moves.push(Move { place: place as u32 });
            }
        }
    }

    fn play_unchecked(&self, position: &mut Position, mv: Move) {
        let before = *position;
        let Ok(choice) = self.node(before.node) else {
            panic!("a move where the game is over");
        };
        let node = choice.leads_to[mv.place as usize];
        *position = Position { node, side: before.side.other() };
    }

    fn encoded_len(&self) -> usize {
        5
    }

    fn encode(&self, position: &Position, bytes: &mut Vec<u8>) {
        let node = position.node;
        bytes.push(match position.side {
            Player::Black => 0,
            Player::White => 1,
        });
        bytes.extend([(node >> 24) as u8, (node >> 16) as u8, (node >> 8) as u8, node as u8]);
    }

    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        let &[side, a, b, c, d] = bytes else { return None };
        let side = player(u32::from(side)).ok()?;
        let [a, b, c, d] = [a, b, c, d].map(u32::from);
        self.position(a << 24 | b << 16 | c << 8 | d, side)
    }

    fn move_code(&self, mv: Move) -> u32 {
        mv.place
    }

    fn position_text(&self, position: &Position) -> String {
        format!("{} {}", position.node, position.side.letter())
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let quoted = InputError::quote(text);
        let refuse = || InputError::new(format!("position {quoted}: the graph has none like that"));
        let mut words = text.split_whitespace();
        let (Some(node), Some(side), None) = (words.next(), words.next(), words.next()) else {
            return Err(refuse());
        };
        if !node.chars().all(|letter| letter.is_ascii_digit()) {
            return Err(refuse());
        }
        let node = node.parse().map_err(|_| refuse())?;
        let side = Player::from_letter(side).ok_or_else(refuse)?;
        self.position(node, side).ok_or_else(refuse)
    }

    fn move_text(&self, position: &Position, mv: Move) -> String {
        match self.node(position.node) {
            Ok(choice) => choice.leads_to[mv.place as usize].to_string(),
            Err(_) => String::new(),
        }
    }
}
