//! Random layered graphs as games: small enough to know the truth, tangled enough to be hard.
//!
//! A node leads to nodes of the next layer, many of which it shares with its neighbours, so that
//! the number of lines grows far beyond the number of positions and proof numbers count the same
//! work over and over: twenty layers are enough to run any fixed width over.

use andor_core::{
    Claim, Cost, CostModel, CostScale, Evaluate, Game, InputError, Judgement, Oracle, Outcome,
    Player, ProofEntry, ProofSink, Question, Repetition, Rules, SplitMix64,
};
use std::collections::{HashMap, HashSet};

/// One node: how the game ended there, or where it goes on.
#[derive(Clone, Debug)]
enum Node {
    Over(Outcome),
    Open(Vec<u32>),
}

/// A game on a layered graph. Black moves in even layers.
#[derive(Clone, Debug)]
pub struct Dag {
    width: u32,
    nodes: Vec<Node>,
    drawless: bool,
    /// Static knowledge: the winner of some nodes.
    known: Vec<Option<Player>>,
    /// What a model of cost says, which may be anything.
    pub said: Said,
}

/// What a model of cost says of all nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said {
    /// The same.
    Always(Cost),
    /// Whatever comes to its mind, with this seed.
    Anything(u64),
    /// The least or the most there is, by chance.
    Extremes(u64),
}

/// The shape of a random graph.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub layers: u32,
    pub width: u32,
    pub degree: usize,
    /// One node in so many is an end before the last layer.
    pub early: usize,
    pub draws: bool,
}

impl Dag {
    /// Whether it is so narrow and long that a tree search sees no end.
    pub fn is_ladder(&self) -> bool {
        self.nodes.len() as u32 / self.width > 30
    }

    pub fn random(shape: Shape, seed: u64) -> Dag {
        let mut random = SplitMix64::new(seed);
        let Shape { layers, width, degree, early, draws } = shape;
        let end = |random: &mut SplitMix64| match random.below(if draws { 3 } else { 2 }) {
            0 => Outcome::Win(Player::Black),
            1 => Outcome::Win(Player::White),
            _ => Outcome::Draw,
        };
        let mut nodes = Vec::new();
        for layer in 0..layers {
            for _ in 0..width {
                if layer + 1 == layers || (layer > 0 && random.below(early) == 0) {
                    nodes.push(Node::Over(end(&mut random)));
                    continue;
                }
                let count = 1 + random.below(degree);
                let next = (layer + 1) * width;
                let child = |_| next + random.below(width as usize) as u32;
                nodes.push(Node::Open((0..count).map(child).collect()));
            }
        }
        let mut dag =
            Dag { width, nodes, drawless: !draws, known: Vec::new(), said: Said::Anything(seed) };
        let truth = dag.truth();
        let known = |(id, value): (usize, &Outcome)| {
            // One graph in three has static knowledge.
            value.winner().filter(|_| seed.is_multiple_of(3) && id % 5 == 2)
        };
        dag.known = truth.iter().enumerate().map(known).collect();
        dag
    }

    /// A tree with a win in three plies, small enough to count by hand; numbers are nodes.
    ///
    /// ```text
    ///   Black              0
    ///   White        4           5
    ///   Black     8     9=W   10    11
    ///            12=B         13=B  14=W, 13=B
    /// ```
    pub fn by_hand() -> Dag {
        let win = |player| Node::Over(Outcome::Win(player));
        let (black, white) = (win(Player::Black), win(Player::White));
        let mut nodes = vec![white.clone(); 16];
        let open = [
            (0, vec![4, 5]),
            (4, vec![8, 9]),
            (5, vec![10, 11]),
            (8, vec![12]),
            (10, vec![13]),
            (11, vec![14, 13]),
        ];
        for (id, next) in open {
            nodes[id] = Node::Open(next);
        }
        nodes[12] = black.clone();
        nodes[13] = black;
        Dag {
            width: 4,
            known: vec![None; nodes.len()],
            nodes,
            drawless: true,
            said: Said::Anything(1),
        }
    }

    /// The value of every node, from the last layer to the first.
    pub fn truth(&self) -> Vec<Outcome> {
        let mut values = vec![Outcome::Draw; self.nodes.len()];
        for id in (0..self.nodes.len()).rev() {
            values[id] = match &self.nodes[id] {
                Node::Over(outcome) => *outcome,
                Node::Open(next) => {
                    let side = self.side_to_move(&(id as u32));
                    let wish = [Outcome::Win(side), Outcome::Draw, Outcome::Win(side.other())];
                    let reachable =
                        |value: &Outcome| next.iter().any(|&n| values[n as usize] == *value);
                    *wish.iter().find(|value| reachable(value)).unwrap()
                }
            };
        }
        values
    }
}

impl Rules for Dag {
    type Position = u32;
    type Move = u16;

    fn spec(&self) -> String {
        "dag".to_owned()
    }
    fn repetition(&self) -> Repetition {
        Repetition::Impossible
    }
    fn is_drawless(&self) -> bool {
        self.drawless
    }
    fn initial(&self) -> u32 {
        0
    }
    fn side_to_move(&self, position: &u32) -> Player {
        if (position / self.width).is_multiple_of(2) { Player::Black } else { Player::White }
    }
    fn outcome(&self, position: &u32) -> Option<Outcome> {
        match self.nodes[*position as usize] {
            Node::Over(outcome) => Some(outcome),
            Node::Open(_) => None,
        }
    }
    fn moves(&self, position: &u32, moves: &mut Vec<u16>) {
        moves.clear();
        if let Node::Open(next) = &self.nodes[*position as usize] {
            moves.extend(0..next.len() as u16);
        }
    }
    fn play_unchecked(&self, position: &mut u32, mv: u16) {
        let old = *position;
        if let Node::Open(next) = &self.nodes[old as usize] {
            *position = next[usize::from(mv)];
        }
    }
    fn encoded_len(&self) -> usize {
        4
    }
    fn encode(&self, position: &u32, bytes: &mut Vec<u8>) {
        bytes.extend(position.to_be_bytes());
    }
    fn decode(&self, bytes: &[u8]) -> Option<u32> {
        let id = u32::from_be_bytes(bytes.try_into().ok()?);
        ((id as usize) < self.nodes.len()).then_some(id)
    }
    fn move_code(&self, mv: u16) -> u32 {
        u32::from(mv)
    }
    fn position_text(&self, position: &u32) -> String {
        position.to_string()
    }
    fn parse_position(&self, text: &str) -> Result<u32, InputError> {
        let id: Option<u32> = text.parse().ok().filter(|id| (*id as usize) < self.nodes.len());
        id.ok_or_else(|| InputError::new(format!("no node {text:?}")))
    }
    fn move_text(&self, _: &u32, mv: u16) -> String {
        mv.to_string()
    }
}

/// A guess that is right more often than not.
impl Evaluate<Dag> for Dag {
    fn evaluate(&self, _: &Dag, position: &u32) -> i32 {
        (position * 7919 % 5) as i32 - 2
    }
    fn decisive(&self) -> i32 {
        1
    }
}

impl CostModel<Dag> for Dag {
    fn cost(&self, _: &Dag, position: &u32) -> Cost {
        let numbers = |seed: u64| {
            let mut random = SplitMix64::new(seed ^ u64::from(*position) << 32);
            [0; 2].map(|_: i32| random.next_u64() as i32)
        };
        match self.said {
            Said::Always(cost) => cost,
            Said::Anything(seed) => {
                let [win, loss] = numbers(seed).map(|number| number >> 16);
                Cost { win, loss }
            }
            Said::Extremes(seed) => {
                let [win, loss] =
                    numbers(seed).map(|number| if number < 0 { i32::MIN } else { i32::MAX });
                Cost { win, loss }
            }
        }
    }

    fn scale(&self) -> CostScale {
        CostScale { a: 10, b: 10, t: Cost::SIXTEENFOLD }
    }
}

impl Game for Dag {
    fn cost_model(&self) -> Option<&dyn CostModel<Dag>> {
        Some(self)
    }

    fn judge(&self, position: &u32) -> Judgement {
        match (self.outcome(position), self.known[*position as usize]) {
            (Some(outcome), _) => Judgement::Over(outcome),
            (None, Some(winner)) => Judgement::Decided(winner),
            (None, None) => Judgement::Open,
        }
    }

    /// Leaves out the moves that are judged to lose, unless that leaves none. Where the position
    /// is decided it leaves out everything but one move: nobody may ask there.
    fn candidates(&self, position: &u32, moves: &mut Vec<u16>) {
        self.moves(position, moves);
        let opponent = self.side_to_move(position).other();
        let loses = |mv: u16| match self.judge(&self.after(position, mv)) {
            Judgement::Over(outcome) => outcome == Outcome::Win(opponent),
            Judgement::Decided(winner) => winner == opponent,
            Judgement::Open => false,
        };
        if self.judge(position) != Judgement::Open {
            moves.truncate(1);
        } else if moves.iter().any(|&mv| !loses(mv)) {
            moves.retain(|&mv| !loses(mv));
        }
    }

    fn evaluator(&self) -> Option<&dyn Evaluate<Dag>> {
        Some(self)
    }
}

/// Knows the true value of every third node.
pub struct ThirdOracle(pub Vec<Outcome>);

impl Oracle<Dag> for ThirdOracle {
    fn probe(&self, _: &Dag, position: &u32) -> Option<Outcome> {
        position.is_multiple_of(3).then(|| self.0[*position as usize])
    }
}

/// Whether "does the prover win?" is true of a value.
pub fn is_proved(value: Outcome, question: Question) -> bool {
    value == Outcome::Win(question.player)
}

/// A proof as a plain map, with a checker that has nothing in common with `certify`.
#[derive(Default)]
pub struct PlainProof(HashMap<Vec<u8>, (u32, u32)>);

impl ProofSink for PlainProof {
    fn entry(&mut self, entry: ProofEntry<'_>) -> Result<(), InputError> {
        let old = self.0.insert(entry.position.to_vec(), (entry.move_index, entry.rank));
        assert_eq!(old, None, "a position was written twice");
        Ok(())
    }
}

impl PlainProof {
    /// Every line of the proof ends as claimed, and ranks fall along it.
    pub fn check(&self, dag: &Dag, root: u32, claim: Claim) {
        let wins = matches!(claim, Claim::Wins(_));
        let mut seen = HashSet::new();
        let mut stack = vec![(root, u32::MAX)];
        while let Some((node, above)) = stack.pop() {
            if let Some(outcome) = dag.outcome(&node) {
                assert!(claim.is_met_by(outcome), "a line ends with {outcome:?}");
                continue;
            }
            let mut moves = Vec::new();
            dag.moves(&node, &mut moves);
            if dag.side_to_move(&node) != claim.holder() {
                stack.extend(moves.into_iter().map(|mv| (dag.after(&node, mv), above)));
                continue;
            }
            let (index, rank) = self.0[node.to_be_bytes().as_slice()];
            assert!(
                if wins { rank >= 1 && rank < above } else { rank == 0 },
                "{rank} under {above}"
            );
            if seen.insert(node) {
                let below = if wins { rank } else { u32::MAX };
                stack.push((dag.after(&node, moves[index as usize]), below));
            }
        }
    }
}
