//! Certificates without leaves: what is won at once needs no entry, and nothing else changes.

use crate::checker::holds_in_play;
use crate::sample::{Sample, breakthrough, graphs, heap, seal, seal_without_leaves, strips};
use crate::solver::{Proof, Solved};
use andor_certify::{Certificate, CertificateProof, Heading, holding, verify};
use andor_core::{Claim, ProofSource, Rules, Silent};

/// What a reader knows of a proof without leaves: a position that is won by a move that ends the
/// game, then what the file has, then a position in which a move leaves no choice.
pub fn completed<R: Rules>(
    solved: &Solved<'_, R>,
    rules: &R,
    claim: Claim,
    proof: &Proof,
) -> Proof {
    if matches!(claim, Claim::NotLoses(_)) {
        return proof.clone();
    }
    let mut whole: Proof = proof.clone();
    whole.retain(|_, (_, rank)| *rank != 1);
    let won = |position: &R::Position| {
        rules.outcome(position).is_some_and(|outcome| claim.is_met_by(outcome))
    };
    for position in &solved.positions {
        if rules.outcome(position).is_some() || rules.side_to_move(position) != claim.holder() {
            continue;
        }
        let canonical = rules.canonical(position);
        let mut moves = Vec::new();
        rules.sorted_moves(&canonical.position, &mut moves);
        let after: Vec<_> = moves.iter().map(|&mv| rules.after(&canonical.position, mv)).collect();
        let forced = |next: &R::Position| {
            let mut replies = Vec::new();
            if rules.outcome(next).is_none() {
                rules.moves(next, &mut replies);
            }
            !replies.is_empty() && replies.iter().all(|&reply| won(&rules.after(next, reply)))
        };
        if let Some(index) = after.iter().position(won) {
            whole.insert(canonical.bytes, (index as u32, 1));
        } else if let Some(index) = after.iter().position(forced) {
            whole.entry(canonical.bytes).or_insert((index as u32, 1));
        }
    }
    whole
}

/// Verifies a sample without its leaves, asks it for its moves, and gives the share of the
/// positions that is left.
fn check<R: Rules>(sample: &Sample<R>) -> f64 {
    let rules = &sample.rules;
    let heading = Heading::of(rules, &sample.root);
    let complete = sample.certificate();
    let bytes = seal_without_leaves(&heading, &sample.proofs);
    let certificate = Certificate::from_bytes(bytes).unwrap();
    let wins = matches!(sample.proofs[0].0, Claim::Wins(_));
    assert_eq!((certificate.is_without_leaves(), complete.is_without_leaves()), (wins, false));
    let (whole, less) = (
        verify(rules, &complete, 2, &mut Silent).unwrap(),
        verify(rules, &certificate, 2, &mut Silent).unwrap(),
    );
    let solved = Solved::new(rules, &sample.root);
    for (number, (claim, proof)) in sample.proofs.iter().enumerate() {
        assert_eq!(whole.sections[number].root_rank, less.sections[number].root_rank);
        assert!(CertificateProof::new(&certificate, *claim).is_some());
        // Every position of the proof still has a move and its rank.
        for bytes in proof.keys() {
            let position = rules.decode(bytes).unwrap();
            let held = holding(rules, &certificate, number, &position).unwrap().unwrap();
            assert_eq!(held.rank, proof[bytes].1);
        }
        let completed = completed(&solved, rules, *claim, proof);
        assert!(holds_in_play(rules, &sample.root, *claim, &completed));
        // What stands in the file and what is known without it is all there is.
        let mut source = CertificateProof::new(&certificate, *claim).unwrap();
        for position in &solved.positions {
            if rules.outcome(position).is_none() && rules.side_to_move(position) == claim.holder() {
                let known = completed.contains_key(&rules.canonical(position).bytes);
                assert_eq!(source.holder_move(rules, position).is_some(), known);
            }
        }
    }
    less.positions as f64 / whole.positions.max(1) as f64
}

#[test]
fn leaves_are_found_from_the_rules() {
    let shares = [check(&breakthrough(3, 4)), check(&breakthrough(2, 5)), check(&heap())];
    println!("{shares:?}");
    assert!(shares.iter().all(|share| *share < 1.0));
    assert!(strips().iter().map(check).all(|share| share <= 1.0));
    assert!(graphs().iter().map(check).all(|share| share <= 1.0));
}

/// In format 1 every leaf is an entry, and a file that lacks one proves nothing.
#[test]
fn the_older_format_needs_its_leaves() {
    let sample = breakthrough(3, 4);
    let heading = Heading::of(&sample.rules, &sample.root);
    let mut proofs = sample.proofs.clone();
    proofs[0].1.retain(|_, (_, rank)| *rank != 1);
    let judge = |bytes| {
        let certificate = Certificate::from_bytes(bytes).unwrap();
        verify(&sample.rules, &certificate, 1, &mut Silent)
    };
    let error = judge(seal(&heading, &proofs)).unwrap_err().to_string();
    assert!(error.contains("which is not in the certificate"), "{error}");
    judge(seal_without_leaves(&heading, &proofs)).unwrap();
    // Nothing but leaves may be missing.
    let bytes = proofs[0].1.iter().max_by_key(|(_, (_, rank))| *rank).unwrap().0.clone();
    proofs[0].1.remove(&bytes);
    assert!(judge(seal_without_leaves(&heading, &proofs)).is_err());
}
