//! Certificates to test with: a game, a root, and proofs by brute force.

use crate::graph::Graph;
use crate::heap::Heap;
use crate::solver::{Proof, Solved, all_claims};
use crate::strip::Strip;
use andor_certify::{Certificate, Heading, Section, SectionBuilder, write_certificate};
use andor_core::{Claim, ProofEntry, ProofSink, Rules};
use andor_games::breakthrough::Reference;
use andor_games::tic_tac_toe::TicTacToe;

/// A game, a root position and proofs of claims about it.
pub struct Sample<R: Rules> {
    pub rules: R,
    pub root: R::Position,
    pub proofs: Vec<(Claim, Proof)>,
}

impl<R: Rules> Sample<R> {
    /// The strongest claims that are true from the start of the game: a win, or a draw in two
    /// parts.
    pub fn of(rules: R) -> Sample<R> {
        let root = rules.initial();
        Sample::at(rules, root)
    }

    /// The strongest claims that are true of `root`.
    pub fn at(rules: R, root: R::Position) -> Sample<R> {
        let solved = Solved::new(&rules, &root);
        let all = all_claims().map(|claim| Some((claim, solved.prove(claim)?)));
        let mut proofs: Vec<_> = all.into_iter().flatten().collect();
        if matches!(proofs[0].0, Claim::Wins(_)) {
            proofs.truncate(1);
        }
        Sample { rules, root, proofs }
    }

    /// The certificate as a file.
    pub fn bytes(&self) -> Vec<u8> {
        seal(&Heading::of(&self.rules, &self.root), &self.proofs)
    }

    /// The certificate, opened.
    pub fn certificate(&self) -> Certificate {
        Certificate::from_bytes(self.bytes()).unwrap()
    }

    /// How many positions all proofs have together.
    pub fn positions(&self) -> u64 {
        self.proofs.iter().map(|(_, proof)| proof.len() as u64).sum()
    }
}

/// A proof as a section of a certificate.
pub fn section(claim: Claim, width: usize, proof: &Proof) -> Section {
    fill(SectionBuilder::new(claim, width), proof)
}

/// Gives a proof to a builder.
fn fill(mut builder: SectionBuilder, proof: &Proof) -> Section {
    // Backwards, for the order of entries must not matter.
    for (position, &(move_index, rank)) in proof.iter().rev() {
        builder.entry(ProofEntry { position, move_index, rank }).unwrap();
    }
    builder.finish().unwrap()
}

/// A file with valid checksums that says whatever it is told to say.
pub fn seal(heading: &Heading, proofs: &[(Claim, Proof)]) -> Vec<u8> {
    let width = heading.root_bytes.len();
    let sections: Vec<Section> =
        proofs.iter().map(|(claim, proof)| section(*claim, width, proof)).collect();
    write(heading, &sections)
}

/// The same without the entries of rank 1, where somebody wins.
pub fn seal_without_leaves(heading: &Heading, proofs: &[(Claim, Proof)]) -> Vec<u8> {
    let width = heading.root_bytes.len();
    let section = |(claim, proof): &(Claim, Proof)| {
        fill(SectionBuilder::without_leaves(*claim, width), proof)
    };
    write(heading, &proofs.iter().map(section).collect::<Vec<_>>())
}

fn write(heading: &Heading, sections: &[Section]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let written = write_certificate(&mut bytes, heading, sections).unwrap();
    assert_eq!(written.bytes, bytes.len() as u64);
    bytes
}

/// A draw in two sections, with symmetries.
pub fn tic_tac_toe() -> Sample<TicTacToe> {
    Sample::of(TicTacToe)
}

/// Breakthrough on a small board.
pub fn breakthrough(columns: usize, rows: usize) -> Sample<Reference> {
    Sample::of(Reference::new(columns, rows))
}

/// Strips of several lengths.
pub fn strips() -> Vec<Sample<Strip>> {
    let strips = [(3, 3), (5, 3), (7, 3), (9, 3), (10, 3), (5, 2), (8, 2)];
    strips.into_iter().map(|(cells, row)| Sample::of(Strip(cells, row))).collect()
}

/// A heap whose certificate has eight blocks.
pub fn heap() -> Sample<Heap> {
    Sample::of(Heap(40_000))
}

/// Graphs with wins of some length for either side, and draws.
pub fn graphs() -> Vec<Sample<Graph>> {
    let all = (0..400).map(|seed| Sample::of(Graph::random(seed, 24)));
    all.filter(|sample| sample.positions() >= 4).take(30).collect()
}
