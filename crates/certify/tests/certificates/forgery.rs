//! Forged certificates: files in perfect order whose proofs were changed. Each must be refused
//! with the fault named, or be accepted exactly where the plain checkers agree.

use crate::checker::{holds_in_play, is_closed};
use crate::leaves::completed;
use crate::sample::{Sample, breakthrough, graphs, seal, seal_without_leaves, strips, tic_tac_toe};
use crate::solver::{Proof, Solved, all_claims};
use andor_certify::{Certificate, CertificateError, Heading, verify};
use andor_core::{Claim, Rules, Silent, SplitMix64};

/// What became of the forgeries.
#[derive(Default)]
struct Tally {
    refused: usize,
    accepted: usize,
    accepted_without_leaves: usize,
}

/// Forgeries of one certificate.
struct Forger<'a, R: Rules> {
    sample: &'a Sample<R>,
    solved: Solved<'a, R>,
    tally: Tally,
}

impl<R: Rules> Forger<'_, R> {
    /// Seals a forgery and compares the verifier's judgement with that of the checkers.
    fn judge(&mut self, root: &R::Position, proofs: &[(Claim, Proof)]) {
        let rules = &self.sample.rules;
        let file = seal(&Heading::of(rules, root), proofs);
        let certificate = Certificate::from_bytes(file).unwrap();
        let good = proofs.iter().all(|(claim, proof)| is_closed(rules, root, *claim, proof));
        match verify(rules, &certificate, 2, &mut Silent) {
            Ok(_) => {
                assert!(good, "accepted what is not closed");
                for (claim, proof) in proofs {
                    assert!(holds_in_play(rules, root, *claim, proof), "accepted a lie");
                    assert!(Solved::new(rules, root).prove(*claim).is_some(), "a false claim");
                }
                self.tally.accepted += 1;
            }
            Err(CertificateError::Failed(failure)) => {
                assert!(!good, "refused a proof: {failure}");
                // The fault is named, and it is in the entry that is named.
                let (_, proof) = proofs.iter().find(|(claim, _)| *claim == failure.claim).unwrap();
                if let Some(number) = failure.entry {
                    let (bytes, _) = proof.iter().nth(number as usize - 1).unwrap();
                    let text = rules.decode(bytes).map(|p| rules.position_text(&p));
                    assert!(text.is_none_or(|text| text == failure.position));
                }
                let line = failure.to_string();
                assert!(!line.contains('\n') && line.contains("(position \""), "{line}");
                self.tally.refused += 1;
            }
            Err(other) => panic!("{other}"),
        }
        self.judge_without_leaves(root, proofs, good);
    }

    /// The same forgery without its entries of rank 1: what was good stays good, and what is
    /// accepted can be carried out.
    fn judge_without_leaves(&mut self, root: &R::Position, proofs: &[(Claim, Proof)], good: bool) {
        let rules = &self.sample.rules;
        let file = seal_without_leaves(&Heading::of(rules, root), proofs);
        let certificate = Certificate::from_bytes(file).unwrap();
        match verify(rules, &certificate, 2, &mut Silent) {
            Ok(_) => {
                for (claim, proof) in proofs {
                    let whole = completed(&self.solved, rules, *claim, proof);
                    assert!(holds_in_play(rules, root, *claim, &whole), "accepted a lie");
                    assert!(Solved::new(rules, root).prove(*claim).is_some(), "a false claim");
                }
                self.tally.accepted_without_leaves += 1;
            }
            Err(CertificateError::Failed(failure)) => {
                assert!(!good, "refused a proof: {failure}");
            }
            Err(other) => panic!("{other}"),
        }
    }

    /// Changes the proof of one section and judges the result.
    fn change<T>(&mut self, section: usize, change: impl FnOnce(&mut Proof) -> T) {
        let mut proofs = self.sample.proofs.clone();
        change(&mut proofs[section].1);
        if proofs != self.sample.proofs {
            self.judge(&self.sample.root, &proofs);
        }
    }

    /// Changes entry number `number` of a section in every way.
    fn change_entry(&mut self, section: usize, number: usize, random: &mut SplitMix64) {
        let rules = &self.sample.rules;
        let proof = &self.sample.proofs[section].1;
        let (key, &(index, rank)) = proof.iter().nth(number).unwrap();
        let position = rules.decode(key).unwrap();
        let mut moves = Vec::new();
        rules.moves(&position, &mut moves);
        // Another move: each one that there is, and two that there are not.
        for other in (0..=moves.len() as u32).chain([u32::MAX]).filter(|&other| other != index) {
            self.change(section, |proof| proof.insert(key.clone(), (other, rank)));
        }
        // Another rank.
        for other in [0, 1, rank.saturating_sub(1), rank + 1, rank + 7, u32::MAX] {
            self.change(section, |proof| proof.insert(key.clone(), (index, other)));
        }
        // No entry.
        self.change(section, |proof| proof.remove(key));
        // The entry of another position.
        let other = proof.iter().nth(random.below(proof.len())).unwrap();
        let (other_key, other_content) = (other.0.clone(), *other.1);
        self.change(section, |proof| {
            proof.insert(key.clone(), other_content);
            proof.insert(other_key, (index, rank));
        });
        // Another image of the position, in its place and beside it.
        let image = rules.transform(&position, random.below(rules.symmetries()));
        let mut bytes = Vec::new();
        rules.encode(&image, &mut bytes);
        self.change(section, |proof| proof.insert(bytes.clone(), (index, rank)));
        self.change(section, |proof| {
            let content = proof.remove(key).unwrap();
            proof.insert(bytes, content);
        });
        // Bytes with one bit changed.
        let mut bytes = key.clone();
        bytes[random.below(key.len())] ^= 1 << random.below(8);
        self.change(section, |proof| proof.insert(bytes, (index, rank)));
    }

    /// Adds positions of the game that the proof does not need: many are faulty, some are not.
    fn add_entries(&mut self, section: usize, random: &mut SplitMix64) {
        let rules = &self.sample.rules;
        for _ in 0..20 {
            let position = &self.solved.positions[random.below(self.solved.positions.len())];
            let bytes = rules.canonical(position).bytes;
            let wins = matches!(self.sample.proofs[section].0, Claim::Wins(_));
            for index in 0..4 {
                let rank = if wins { 1 + random.below(12) as u32 } else { 0 };
                self.change(section, |proof| {
                    proof.entry(bytes.clone()).or_insert((index, rank));
                });
            }
        }
    }

    /// Other roots for the same proofs.
    fn change_root(&mut self, random: &mut SplitMix64) {
        for _ in 0..30 {
            let root = self.solved.positions[random.below(self.solved.positions.len())].clone();
            // A finished game has no text in some games, but it must be refused in all.
            if self.sample.rules.parse_position(&self.sample.rules.position_text(&root)).is_ok() {
                self.judge(&root, &self.sample.proofs);
            }
        }
    }

    /// Other claims for the same proofs, with the ranks that they have or that would fit.
    fn change_claim(&mut self) {
        for claim in all_claims() {
            for (own, proof) in &self.sample.proofs {
                if claim == *own {
                    continue;
                }
                self.judge(&self.sample.root, &[(claim, proof.clone())]);
                for rank in [0, 1] {
                    let flat = proof.iter().map(|(key, &(index, _))| (key.clone(), (index, rank)));
                    self.judge(&self.sample.root, &[(claim, flat.collect())]);
                }
            }
        }
    }
}

/// All kinds of forgeries of a sample, with up to `entries` changed entries in each section.
fn forge<R: Rules>(sample: &Sample<R>, entries: usize, tally: &mut Tally) {
    let mut random = SplitMix64::new(11);
    let solved = Solved::new(&sample.rules, &sample.root);
    let mut forger = Forger { sample, solved, tally: std::mem::take(tally) };
    for (section, (_, proof)) in sample.proofs.iter().enumerate() {
        for turn in 0..entries.min(proof.len()) {
            let chance = proof.len() > entries;
            let number = if chance { random.below(proof.len()) } else { turn };
            forger.change_entry(section, number, &mut random);
        }
        forger.add_entries(section, &mut random);
    }
    forger.change_root(&mut random);
    forger.change_claim();
    *tally = forger.tally;
}

/// Most forgeries are refused, and the harmless ones are a known minority.
fn check(tally: &Tally, least: usize, accepted_percent: std::ops::RangeInclusive<usize>) {
    let all = tally.refused + tally.accepted;
    let percent = 100 * tally.accepted / all;
    println!("{all} forgeries, {} refused, {percent}% harmless", tally.refused);
    // Changed leaves do no harm where leaves are not looked at; most other changes do.
    let without = 100 * tally.accepted_without_leaves / all;
    println!("{without}% harmless without leaves");
    assert!((percent..90).contains(&without), "{without}%");
    assert!(all >= least && accepted_percent.contains(&percent), "{all}, {percent}%");
}

#[test]
fn forged_tic_tac_toe() {
    let mut tally = Tally::default();
    forge(&tic_tac_toe(), 40, &mut tally);
    check(&tally, 800, 2..=40);
}

#[test]
fn forged_breakthrough() {
    let mut tally = Tally::default();
    for (columns, rows) in [(2, 5), (3, 4)] {
        forge(&breakthrough(columns, rows), 30, &mut tally);
    }
    check(&tally, 800, 2..=40);
}

#[test]
fn forged_strips() {
    let mut tally = Tally::default();
    strips().iter().for_each(|sample| forge(sample, 12, &mut tally));
    check(&tally, 800, 2..=40);
}

#[test]
fn forged_graphs_with_cycles() {
    let mut tally = Tally::default();
    graphs().iter().for_each(|sample| forge(sample, 24, &mut tally));
    check(&tally, 2000, 2..=40);
}
