//! Solved, extracted and verified under superko: every value with a strategy over paths that the
//! verifier accepts, and none that it should not.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_certify::{Certificate, Heading, SectionBuilder, verify, write_certificate};
use andor_core::{Claim, History, Limits, Outcome, Player, ProofSink, Rules, Silent, SplitMix64};
use andor_engine::{Request, pair};
use andor_games::graph::generate::{Mix, Shape, generate};
use andor_games::graph::truth::superko_value;
use andor_games::graph::{Graph, Position, Rule};

fn cyclic(seed: u64) -> Option<(Graph, &'static str)> {
    let graph = generate(Shape::Cyclic, &Mix::of_seed(seed), Rule::Superko, seed);
    if graph.outcome(&graph.initial()).is_some() {
        return None;
    }
    let side = graph.side_to_move(&graph.initial());
    let value = match superko_value(&graph, 0, 5_000)? {
        Outcome::Draw => "draw",
        Outcome::Win(winner) if winner == side => "win",
        Outcome::Win(_) => "loss",
    };
    Some((graph, value))
}

fn check(seeds: std::ops::Range<u64>, memory: impl Fn(u64) -> u64) {
    let mut seen = [0; 3];
    for seed in seeds {
        let Some((graph, expected)) = cyclic(seed) else { continue };
        let game = pair(graph);
        let root = game.position(None, &[]).unwrap();
        let limits = Limits { memory: memory(seed), nodes: Some(200_000), ..Limits::default() };
        let request = Request { limits, verify_threads: 1, ..Request::default() };
        let solved = game.solve(&root, &request, &mut Silent).unwrap();
        assert_eq!(solved.failure, None, "seed {seed}: {:?}", solved.notes);
        assert_eq!(solved.row.value.text(), expected, "seed {seed}: {:?}", solved.notes);
        assert!(solved.row.is_verified(), "seed {seed}: {:?}", solved.notes);
        seen[["win", "draw", "loss"].iter().position(|value| *value == expected).unwrap()] += 1;
    }
    println!("{seen:?}");
    assert!(seen[0].min(seen[2]) > 100, "one-sided sample: {seen:?}");
}

#[test]
fn every_value_comes_with_a_strategy_over_paths() {
    check(0..6_000, |_| 4 << 20);
}

#[test]
fn also_with_tables_of_a_few_lines() {
    check(30_000..33_000, |seed| 1 << (10 + seed % 6));
}

/// A tree of paths with random moves of the holder, shaped as the file wants it.
struct RandomTree<'a> {
    graph: &'a Graph,
    claim: Claim,
    random: SplitMix64,
    numbers: Vec<u32>,
}

impl RandomTree<'_> {
    fn holder(&mut self, position: &Position, history: &mut History) {
        if self.numbers.len() > 2_000 {
            return;
        }
        let mut moves = Vec::new();
        self.graph.sorted_moves(position, &mut moves);
        let index = self.random.below(moves.len());
        // Now and then a word that has no place there.
        let number = if self.random.below(40) == 0 { 0 } else { index as u32 + 1 };
        self.numbers.push(number);
        let next = self.graph.after(position, moves[index]);
        if number > 0 && self.graph.outcome(&next).is_none() {
            history.push(self.graph, &next);
            self.replies(&next, history);
            history.pop(self.graph, &next);
        }
    }

    fn replies(&mut self, position: &Position, history: &mut History) {
        let mut moves = Vec::new();
        history.legal_moves(self.graph, position, &mut moves);
        for mv in moves {
            let next = self.graph.after(position, mv);
            if self.graph.outcome(&next).is_none() {
                history.push(self.graph, &next);
                self.holder(&next, history);
                history.pop(self.graph, &next);
            }
        }
    }

    /// The tree as a certificate.
    fn certificate(mut self) -> Certificate {
        let root = self.graph.initial();
        let mut history = History::new(self.graph, &root);
        match self.graph.side_to_move(&root) == self.claim.holder() {
            true => self.holder(&root, &mut history),
            false => self.replies(&root, &mut history),
        }
        let mut builder = SectionBuilder::new(self.claim, self.graph.encoded_len());
        builder.strategy(&self.numbers).unwrap();
        let mut bytes = Vec::new();
        let heading = Heading::of(self.graph, &root);
        write_certificate(&mut bytes, &heading, &[builder.finish().unwrap()]).unwrap();
        Certificate::from_bytes(bytes).unwrap()
    }
}

/// Whatever tree is written down, only what is true is proved by it.
#[test]
fn no_tree_of_paths_proves_what_is_not_true() {
    let (mut accepted, mut refused) = (0, 0);
    for seed in 40_000..42_500 {
        let Some((graph, _)) = cyclic(seed) else { continue };
        let truth = superko_value(&graph, 0, 5_000).unwrap();
        for player in [Player::Black, Player::White] {
            for claim in [Claim::Wins(player), Claim::NotLoses(player)] {
                for turn in 0..4 {
                    let random = SplitMix64::new(seed * 16 + turn);
                    let tree = RandomTree { graph: &graph, claim, random, numbers: Vec::new() };
                    match verify(&graph, &tree.certificate(), 1, &mut Silent) {
                        Ok(_) => {
                            assert!(claim.is_met_by(truth), "seed {seed}: {claim} is not true");
                            accepted += 1;
                        }
                        Err(_) => refused += 1,
                    }
                }
            }
        }
    }
    println!("{accepted} accepted, {refused} refused");
    assert!(accepted > 1_000 && refused > 1_000, "{accepted} accepted, {refused} refused");
}
