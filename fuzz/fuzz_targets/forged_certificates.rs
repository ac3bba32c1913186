//! Certificates in perfect order with entries that the bytes choose: nothing that is false is ever
//! verified. The games are small graphs, whose truth is computed plainly.
#![no_main]

use andor_certify::{Certificate, Heading, SectionBuilder, verify, write_certificate};
use andor_core::{Claim, Outcome, Player, ProofEntry, ProofSink, Rules, Silent};
use andor_fuzz::Choices;
use andor_games::graph::generate::{Mix, Shape, generate};
use andor_games::graph::{Rule, truth};
use libfuzzer_sys::fuzz_target;

fn forge(mut choices: Choices<'_>) -> Option<()> {
    // Step 1. A graph, and a claim about its root.
    let seed = u64::from(choices.byte()?) << 8 | u64::from(choices.byte()?);
    let shape = [Shape::Tree, Shape::Dag, Shape::Cyclic][choices.below(3)?];
    let mix = Mix { nodes: 2 + choices.below(12)? as u32, ..Mix::of_seed(seed) };
    let graph = generate(shape, &mix, Rule::Draw, seed);
    let holder = [Player::Black, Player::White][choices.below(2)?];
    let wins = choices.below(2)? == 0;
    let claim = if wins { Claim::Wins(holder) } else { Claim::NotLoses(holder) };
    // Step 2. Entries: a node, a move, a rank; whatever they are.
    let root = graph.initial();
    let width = graph.encoded_len();
    let mut builder = match choices.below(2)? {
        0 => SectionBuilder::new(claim, width),
        _ => SectionBuilder::without_leaves(claim, width),
    };
    while let (Some(node), Some(mv)) = (choices.byte(), choices.byte()) {
        let node = u32::from(node) % mix.nodes;
        let Some(position) = graph.position(node, holder) else { continue };
        let mut bytes = Vec::new();
        graph.encode(&position, &mut bytes);
        let (move_index, rank) = (u32::from(mv % 8), u32::from(mv / 8));
        let entry = ProofEntry { position: &bytes, move_index, rank };
        builder.entry(entry).expect("it has the right width");
    }
    // Step 3. Verified means true.
    let mut file = Vec::new();
    let section = builder.finish().ok()?;
    write_certificate(&mut file, &Heading::of(&graph, &root), &[section]).ok()?;
    let certificate = Certificate::from_bytes(file).expect("it was just written");
    if verify(&graph, &certificate, 1, &mut Silent).is_ok() {
        let value = truth::draw_values(&graph)[0];
        let good = match claim {
            Claim::Wins(player) => value == Outcome::Win(player),
            Claim::NotLoses(player) => value != Outcome::Win(player.other()),
        };
        assert!(good, "{claim} was verified: {}", graph.to_json());
    }
    Some(())
}

fuzz_target!(|bytes: &[u8]| {
    forge(Choices(bytes));
});
