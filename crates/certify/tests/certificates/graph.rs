//! A test game with cycles: a token on a random directed graph.
//!
//! The players move the token along edges in turn. Some nodes end the game. Play without end is a
//! draw, so that a proof with a cycle in it must not pass for a win. A test may ask for superko.

use andor_core::{InputError, Outcome, Player, Repetition, Rules, SplitMix64, Superko};
use std::collections::BTreeSet;

/// The rules on one graph.
#[derive(Clone)]
pub struct Graph {
    seed: u64,
    /// Where the edges lead, or how the game has ended.
    nodes: Vec<Result<Vec<u8>, Outcome>>,
    /// What repetition means; a test asks for superko.
    pub repetition: Repetition,
    /// The situations that no move may lead to.
    pub past: BTreeSet<Vec<u8>>,
    /// Whether a past can be left out, which it must not.
    pub ignores_past: bool,
    /// What it says its content is.
    pub content: Option<[u8; 32]>,
}

/// Where the token is, and who is to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    node: u8,
    side: Player,
}

impl Graph {
    /// A graph of this many nodes, drawn by chance.
    pub fn random(seed: u64, count: usize) -> Graph {
        let mut random = SplitMix64::new(seed);
        let nodes = (0..count).map(|node| match random.below(6) {
            0 if node > 0 => Err(Outcome::Win(Player::Black)),
            1 if node > 0 => Err(Outcome::Win(Player::White)),
            2 if node > 0 && random.below(4) == 0 => Err(Outcome::Draw),
            _ => {
                let edges = 1 + random.below(3);
                let mut edges: Vec<u8> = (0..edges).map(|_| random.below(count) as u8).collect();
                edges.sort_unstable();
                edges.dedup();
                Ok(edges)
            }
        });
        Graph {
            seed,
            nodes: nodes.collect(),
            repetition: Repetition::Draw,
            past: BTreeSet::new(),
            ignores_past: false,
            content: None,
        }
    }

    /// Whether a move to this position repeats the past.
    fn is_gone(&self, position: &Position) -> bool {
        let mut bytes = Vec::new();
        self.situation(position, &mut bytes);
        self.past.contains(&bytes)
    }
}

impl Rules for Graph {
    type Position = Position;
    /// The node that the token goes to.
    type Move = u8;

    fn spec(&self) -> String {
        format!("graph:{}", self.seed)
    }

    fn content(&self) -> Option<[u8; 32]> {
        self.content
    }

    fn repetition(&self) -> Repetition {
        self.repetition
    }

    fn situation(&self, position: &Position, bytes: &mut Vec<u8>) {
        match self.repetition {
            Repetition::Superko(Superko::Positional) => bytes.push(position.node),
            _ => self.encode(position, bytes),
        }
    }

    fn with_past(&self, past: &[Position]) -> Option<Graph> {
        let mut haunted = self.clone();
        for position in past {
            let mut bytes = Vec::new();
            self.situation(position, &mut bytes);
            haunted.past.insert(bytes);
        }
        (!self.ignores_past).then_some(haunted)
    }

    fn initial(&self) -> Position {
        Position { node: 0, side: Player::White }
    }

    fn side_to_move(&self, position: &Position) -> Player {
        position.side
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let over = self.nodes[usize::from(position.node)].as_ref().err().copied();
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        let lost = moves.is_empty().then_some(Outcome::Win(position.side.other()));
        over.or(lost)
    }

    fn moves(&self, position: &Position, moves: &mut Vec<u8>) {
        moves.clear();
        if let Ok(edges) = &self.nodes[usize::from(position.node)] {
            moves.extend(edges);
            moves.retain(|&node| !self.is_gone(&Position { node, side: position.side.other() }));
        }
    }

    fn play_unchecked(&self, position: &mut Position, mv: u8) {
        let next = Position { node: mv, side: position.side.other() };
        *position = next;
    }

    fn encoded_len(&self) -> usize {
        2
    }

    fn encode(&self, position: &Position, bytes: &mut Vec<u8>) {
        bytes.extend([position.node, position.side.letter() as u8]);
    }

    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        let &[node, side] = bytes else { return None };
        let side = Player::from_letter(std::str::from_utf8(&[side]).ok()?)?;
        (usize::from(node) < self.nodes.len()).then_some(Position { node, side })
    }

    fn move_code(&self, mv: u8) -> u32 {
        u32::from(mv)
    }

    fn position_text(&self, position: &Position) -> String {
        format!("{} {}", position.node, position.side.letter())
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let read = || {
            let (node, side) = text.split_once(' ')?;
            self.decode(&[node.parse().ok()?, *side.as_bytes().first()?])
        };
        read().ok_or_else(|| InputError::new(format!("position {}", InputError::quote(text))))
    }

    fn move_text(&self, _: &Position, mv: u8) -> String {
        format!("to {mv}")
    }
}
