//! The base-twin algorithm: proof-number search on a graph in which positions come back (Breuker,
//! van den Herik, Uiterwijk and Allis 2001, *A solution to the GHI problem for best-first search*; as
//! Kishimoto and Müller 2004 describe it). Written from the idea.
//!
//! PN search on a tree expands a position anew on every path to it. Here transpositions are merged: a
//! position has one *base* node, expanded once, with one pair of numbers, which all its parents see.
//! What a position is on one path is told by its *twins*, and there is one at a time, that of the
//! path in hand:
//!
//! ```text
//!         root          the walk down to the most-proving leaf comes to b, whose move leads back to a:
//!          |            a *possible draw*, that leans on a
//!          a  <--.
//!          |     |      b has no other move: the twin of b is marked, the walk goes back to a
//!          b ----'      and takes another move; b itself stays as it was
//!
//!                       once all moves of a are failures or marks that lean on a or below it, the
//!                       loops all close there: a *real draw*, a fact about a on every path
//! ```
//!
//! A mark is told by the depth of the positions that it leans on (`repetition`), and holds as long as
//! the walk stays below them. Numbers are set anew along the walk only; facts go to all parents at once.
//! As the paper says, marks die with the walk, and are made again and again: each counts as a node.
//!
//! That is for games in which a repetition is a draw. Kishimoto and Müller show that a loop cannot be
//! discharged where it closes if repeating is illegal (their Figure 2). Under superko, which the
//! algorithm of Breuker et al. does not cover, a mark here holds for one path alone, nothing is discharged,
//! and only what met no repetition becomes a fact (see `cycles`): sound, and slow.

mod graph;

use crate::cycles::Cycles;
use crate::ghi::Ghi;
use crate::leaf::LeafRule;
use crate::numbers::{INFINITE, Numbers};
use crate::repetition::Leaning;
use crate::road::Road;
use crate::sight::Sight;
use crate::solver::{Kept, SolvedRoot, Solver, answer_of, known_moves, unsound};
use crate::watch::Watch;
use andor_core::{
    Answer, Counters, Game, Limits, Observer, Oracle, Phase, Progress, ProofSource, Question,
    Report, Rules, Stopped,
};
use graph::{BaseNode, Expansion, Graph, Mark};

/// Parameters; the default has mobility.
#[derive(Clone, Copy, Debug, Default)]
pub struct Config {
    /// How leaves are initialised.
    pub leaf: LeafRule,
    /// Whether the game's static knowledge is used.
    pub knowledge: bool,
    /// `Ignore` takes every mark for a fact: *unsound*. Anything else is the algorithm.
    pub ghi: Ghi,
}

/// A position of the walk.
struct Step {
    node: u32,
    /// Tells this visit from all others.
    visit: u64,
    /// Under superko, what the children in hand were found to be on this path.
    twins: Vec<(u32, bool)>,
}

/// What a node is, seen through its children on the present path.
enum View<M> {
    /// Its side to move reaches its goal, by this move, or it does not.
    Decided { won: bool, leaning: Leaning, mv: Option<M> },
    /// It is open, and this is the child to go on with.
    Open { numbers: Numbers, best: u32 },
}

/// One search.
struct Walk<'a, G: Game> {
    graph: &'a mut Graph<G>,
    with: Expansion<'a, G>,
    cycles: Cycles,
    ignores: bool,
    steps: Vec<Step>,
    road: Road,
    counters: Counters,
}

impl<G: Game> Walk<'_, G> {
    fn push(&mut self, node: u32) {
        self.graph.visits += 1;
        self.steps.push(Step { node, visit: self.graph.visits, twins: Vec::new() });
        self.road.push(self.graph.nodes[node as usize].situation);
    }

    fn pop(&mut self) {
        self.steps.pop();
        self.road.pop();
    }

    /// What a child of the last position of the walk is, if that is settled: whether its side to move
    /// reaches its goal, and what this leans on.
    fn child(&self, child: u32, mv: G::Move) -> Option<(bool, Leaning)> {
        let Expansion { game, question, superko, .. } = self.with;
        let node = &self.graph.nodes[child as usize];
        let step = self.steps.last().expect("the walk begins with the root");
        let mind_path = self.cycles.is_possible()
            && if superko { !game.may_repeat(mv) } else { node.fact.is_none() };
        if mind_path && self.road.holds(node.situation) {
            if superko {
                // Illegal: the move fails.
                return Some((true, Leaning::EVERYTHING));
            }
            let above = self.road.situations().iter().rposition(|&key| key == node.situation);
            let above = above.expect("the road holds it");
            // A draw, which is no win for the prover.
            let prover_moves = game.side_to_move(&node.position) == question.player;
            return Some((!prover_moves, Leaning::on(above)));
        }
        if let Some(won) = node.fact {
            return Some((won, Leaning::NONE));
        }
        if superko {
            let twin = step.twins.iter().find(|(twin, _)| *twin == child);
            return twin.map(|&(_, won)| (won, Leaning::EVERYTHING));
        }
        let Mark { won, leaning, visit } = node.mark?;
        let holds = self.steps.get(leaning.deepest()).is_some_and(|step| step.visit == visit);
        holds.then_some((won, leaning))
    }

    /// Looks at the last position of the walk, which has been expanded.
    fn view(&self, node: u32) -> View<G::Move> {
        let node = &self.graph.nodes[node as usize];
        if let Some(won) = node.fact {
            return View::Decided { won, leaning: Leaning::NONE, mv: None };
        }
        let mut failing = Leaning::NONE;
        let mut deciding: Option<(Leaning, G::Move)> = None;
        let mut numbers = Numbers { phi: INFINITE, delta: 0 };
        let mut best = None;
        for edge in node.edges.iter().flatten() {
            match self.child(edge.child, edge.mv) {
                // The less it leans on the better: nothing, or only what lies deep.
                Some((false, leaning)) => {
                    let is_better =
                        deciding.is_none_or(|(than, _)| leaning.shallowest() > than.shallowest());
                    if is_better {
                        deciding = Some((leaning, edge.mv));
                    }
                }
                Some((true, leaning)) => failing = failing.and(leaning),
                None => {
                    let Numbers { phi, delta } = self.graph.nodes[edge.child as usize].numbers;
                    numbers.delta = numbers.delta.saturating_add(phi).min(INFINITE - 1);
                    if best.is_none() || delta < numbers.phi {
                        (numbers.phi, best) = (delta.min(INFINITE - 1), Some(edge.child));
                    }
                }
            }
        }
        match (deciding, best) {
            (Some((leaning, mv)), _) => View::Decided { won: true, leaning, mv: Some(mv) },
            (None, Some(best)) => View::Open { numbers, best },
            (None, None) => View::Decided { won: false, leaning: failing, mv: None },
        }
    }

    /// Keeps what the last position of the walk was found to be, and goes back from it. `true` if a
    /// fact was found.
    fn conclude(&mut self, won: bool, leaning: Leaning, mv: Option<G::Move>) -> bool {
        let depth = self.steps.len() - 1;
        let leaning = match self.cycles {
            _ if self.ignores => Leaning::NONE,
            Cycles::Impossible => Leaning::NONE,
            Cycles::Draw => leaning.above(depth),
            Cycles::Superko { trusts_clean: true } => leaning,
            Cycles::Superko { trusts_clean: false } => Leaning::EVERYTHING,
        };
        let node = self.steps[depth].node;
        self.pop();
        if leaning.is_none() {
            self.graph.settle(node, won, mv);
            return true;
        }
        self.counters.nodes += 1;
        if self.with.superko {
            let above = self.steps.last_mut();
            above.into_iter().for_each(|step| step.twins.push((node, won)));
        } else {
            let visit = self.steps[leaning.deepest()].visit;
            self.graph.nodes[node as usize].mark = Some(Mark { won, leaning, visit });
        }
        false
    }

    /// Goes back to the first position of the walk that is settled for good, if there is one.
    fn leave_settled(&mut self) {
        let nodes = &self.graph.nodes;
        let settled = self.steps.iter().position(|step| nodes[step.node as usize].fact.is_some());
        while settled.is_some_and(|at| self.steps.len() > at + 1) {
            self.pop();
        }
    }

    /// The search: whether the side to move at the root reaches its goal, and the move if it is known.
    fn run(
        &mut self,
        root: u32,
        watch: &mut Watch<'_>,
        observer: &mut dyn Observer,
    ) -> Result<(bool, Option<G::Move>), Stopped> {
        self.push(root);
        // Whether numbers below have changed, so that the most-proving leaf may be elsewhere.
        let mut rises = false;
        loop {
            if watch.look(&self.counters)? {
                observer.progress(&self.progress(root, watch));
            }
            let depth = self.steps.len() - 1;
            let node = self.steps[depth].node;
            let BaseNode { fact, edges, .. } = &self.graph.nodes[node as usize];
            // Step 1. Expand a leaf.
            if fact.is_none() && edges.is_none() {
                self.graph.expand(node, depth == 0, &self.with, &mut self.counters)?;
                self.leave_settled();
                rises = true;
                continue;
            }
            match self.view(node) {
                // Step 2. Go back from what is settled, here or everywhere.
                View::Decided { won, leaning, mv } if depth == 0 => {
                    if self.cycles != (Cycles::Superko { trusts_clean: false }) {
                        self.conclude(won, leaning, mv);
                    }
                    return Ok((won, mv));
                }
                View::Decided { won, leaning, mv } => {
                    // After a mark the walk goes on where it is: to go up would forget it.
                    rises = self.conclude(won, leaning, mv);
                    self.leave_settled();
                }
                // Step 3. Up as long as numbers change, then down to the most-proving leaf.
                View::Open { numbers, best } => {
                    let node = &mut self.graph.nodes[node as usize];
                    let is_changed = std::mem::replace(&mut node.numbers, numbers) != numbers;
                    if rises && is_changed && depth > 0 {
                        self.pop();
                    } else {
                        rises = false;
                        self.push(best);
                    }
                }
            }
        }
    }

    fn progress(&self, root: u32, watch: &Watch<'_>) -> Progress {
        let Expansion { game, question, .. } = self.with;
        let node = &self.graph.nodes[root as usize];
        let Numbers { phi, delta } = node.numbers;
        let prover_moves = game.side_to_move(&node.position) == question.player;
        let edges = node.edges.as_deref().unwrap_or_default();
        let is_open = |child: u32| self.graph.nodes[child as usize].fact.is_none();
        let open = edges.iter().filter(|edge| is_open(edge.child)).count();
        let best = edges.iter().filter(|edge| is_open(edge.child));
        let best = best.min_by_key(|edge| self.graph.nodes[edge.child as usize].numbers.delta);
        Progress {
            phase: Phase::Search,
            elapsed: watch.start.elapsed(),
            counters: self.counters,
            fill: self.graph.bytes() as f64 / self.with.bytes.max(1) as f64,
            memory: self.graph.bytes(),
            root: if prover_moves { (Some(phi), Some(delta)) } else { (Some(delta), Some(phi)) },
            root_moves: (edges.len() - open, open),
            plies: Vec::new(),
            before: 0,
            best: best.map(|edge| game.move_text(&node.position, edge.mv)),
        }
    }
}

/// The base-twin solver.
pub struct BaseTwin<G: Game> {
    config: Config,
    sight: Sight<G>,
    has_oracles: bool,
    /// The graph, and the question it belongs to.
    graph: Option<Kept<Graph<G>>>,
    /// The root solved last for its side to move, with the move that does it.
    solved_root: Option<SolvedRoot<G>>,
}

impl<G: Game> BaseTwin<G> {
    /// A solver that knows nothing yet.
    #[must_use]
    pub fn new(config: Config) -> BaseTwin<G> {
        let sight = Sight::new(config.knowledge);
        BaseTwin { config, sight, has_oracles: false, graph: None, solved_root: None }
    }
}

impl<G: Game> Solver<G> for BaseTwin<G> {
    fn solve(
        &mut self,
        game: &G,
        root: &G::Position,
        question: Question,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        let Some(cycles) = Cycles::of(game) else { return unsound() };
        if self.graph.as_ref().is_none_or(|kept| kept.question != question) {
            self.graph = Some(Kept { question, found: Graph::new() });
            self.solved_root = None;
        }
        let graph = &mut self.graph.as_mut().expect("just made").found;
        let superko = cycles.is_superko();
        let first = Numbers { phi: 1, delta: 1 };
        let node = graph.node(game.key(root), cycles.key(game, root), || root.clone(), || first);
        let mut walk = Walk {
            graph,
            with: Expansion {
                game,
                question,
                sight: &self.sight,
                leaf: self.config.leaf,
                superko,
                most: limits.tree_nodes.unwrap_or(u64::MAX),
                bytes: limits.memory,
            },
            cycles,
            ignores: self.config.ghi == Ghi::Ignore,
            steps: Vec::new(),
            road: Road::default(),
            counters: Counters::default(),
        };
        let mut watch = Watch::new(limits);
        let found = walk.run(node, &mut watch, observer);
        let (counters, peak_memory) = (walk.counters, walk.graph.bytes());
        let prover_moves = game.side_to_move(root) == question.player;
        let (answer, stopped) = match found {
            Ok((won, mv)) => {
                let known =
                    || if won { self.holder_moves(game, root).first().copied() } else { None };
                let mv = mv.or_else(known);
                self.solved_root = mv.map(|mv| SolvedRoot { position: root.clone(), mv });
                let numbers = if won { Numbers::WON } else { Numbers::LOST };
                (answer_of(numbers, prover_moves), Stopped::Solved)
            }
            Err(stopped) => (Answer::Unknown, stopped),
        };
        let entries = self.graph.as_ref().map_or(0, |kept| kept.found.nodes.len() as u64);
        Report { answer, stopped, counters, peak_memory, peak_entries: entries }
    }

    fn holder_moves(&mut self, game: &G, position: &G::Position) -> Vec<G::Move> {
        let Some(Kept { question, found }) = &self.graph else { return Vec::new() };
        let root = self.solved_root.as_ref();
        let mut moves = known_moves(game, position, *question, root, &mut |next| {
            (found.fact(game.key(next)) == Some(false)).then_some(1)
        });
        if moves.is_empty() {
            moves.extend(found.move_by_loop(game, position));
        }
        moves
    }

    fn consult(&mut self, oracle: Box<dyn Oracle<G>>) {
        self.has_oracles = true;
        self.sight.consult(oracle);
    }

    /// What they told is part of the graph, and goes with them.
    fn dismiss_oracles(&mut self) {
        if std::mem::take(&mut self.has_oracles) {
            self.graph = None;
        }
        self.sight.dismiss_oracles();
    }

    fn save(&mut self, observer: &mut dyn Observer) {
        observer.note("base-twin has no checkpoint");
    }
}

impl<G: Game> ProofSource<G> for BaseTwin<G> {
    fn holder_move(&mut self, game: &G, position: &G::Position) -> Option<<G as Rules>::Move> {
        self.holder_moves(game, position).first().copied()
    }
}
