//! Two checkers of proofs that share nothing with the verifier.
//!
//! [`is_closed`] says the conditions of a certificate once more, over a plain map.
//! [`holds_in_play`] does not care for conditions: it plays the proof's moves against
//! every defence from the root and looks at how the games end.

use crate::solver::Proof;
use andor_core::{Claim, Rules};
use std::collections::HashMap;

/// Whether the root and every entry of `proof` are as a certificate for `claim` needs them.
pub fn is_closed<R: Rules>(rules: &R, root: &R::Position, claim: Claim, proof: &Proof) -> bool {
    // A position after a move of the opponent is fine: over as claimed, or covered.
    let fine = |position: &R::Position, rank: Option<u32>| match rules.outcome(position) {
        Some(outcome) => claim.is_met_by(outcome),
        None => match (proof.get(&rules.canonical(position).bytes), claim) {
            (None, _) => false,
            (Some(_), Claim::NotLoses(_)) => true,
            (Some((_, next)), Claim::Wins(_)) => rank.is_none_or(|rank| *next < rank),
        },
    };
    let answered = |position: &R::Position, rank: Option<u32>| {
        let mut moves = Vec::new();
        rules.moves(position, &mut moves);
        let mut good = !moves.is_empty();
        for mv in moves {
            good &= fine(&rules.after(position, mv), rank);
        }
        good
    };
    if rules.outcome(root).is_some() {
        return false;
    }
    let root_is_fine = if rules.side_to_move(root) == claim.holder() {
        proof.contains_key(&rules.canonical(root).bytes)
    } else {
        answered(root, None)
    };
    root_is_fine
        && proof.iter().all(|(bytes, &(index, rank))| {
            let Some(mut position) = rules.decode(bytes) else { return false };
            let canonical = (0..rules.symmetries())
                .map(|symmetry| rules.transform(&position, symmetry))
                .all(|image| {
                    let mut other = Vec::new();
                    rules.encode(&image, &mut other);
                    *bytes <= other
                });
            let in_play = rules.outcome(&position).is_none();
            let mut moves = Vec::new();
            if in_play {
                rules.moves(&position, &mut moves);
                moves.sort_by_key(|&mv| rules.move_code(mv));
            }
            let Some(&mv) = moves.get(index as usize) else { return false };
            let ranked = (rank > 0) == matches!(claim, Claim::Wins(_));
            let turn = rules.side_to_move(&position) == claim.holder();
            rules.play_unchecked(&mut position, mv);
            let carried = match rules.outcome(&position) {
                Some(outcome) => claim.is_met_by(outcome),
                None => answered(&mut position, Some(rank)),
            };
            canonical && ranked && turn && carried
        })
}

/// Whether a player who follows `proof` from `root` carries `claim` out against every defence.
pub fn holds_in_play<R: Rules>(rules: &R, root: &R::Position, claim: Claim, proof: &Proof) -> bool {
    // Step 1. Everything that can happen when the holder follows the proof.
    let mut next: HashMap<Vec<u8>, Vec<Vec<u8>>> = HashMap::new();
    let mut open = vec![root.clone()];
    while let Some(position) = open.pop() {
        if let Some(outcome) = rules.outcome(&position) {
            if !claim.is_met_by(outcome) {
                return false;
            }
            continue;
        }
        let canonical = rules.canonical(&position);
        if next.contains_key(&canonical.bytes) {
            continue;
        }
        let mut moves = Vec::new();
        rules.sorted_moves(&canonical.position, &mut moves);
        if rules.side_to_move(&position) == claim.holder() {
            let entry = proof.get(&canonical.bytes);
            let chosen = entry.and_then(|&(index, _)| moves.get(index as usize).copied());
            let Some(chosen) = chosen else { return false };
            moves = vec![chosen];
        }
        let after: Vec<_> = moves.iter().map(|&mv| rules.after(&canonical.position, mv)).collect();
        let bytes = after.iter().map(|position| rules.canonical(position).bytes).collect();
        next.insert(canonical.bytes, bytes);
        open.extend(after);
    }
    // Step 2. A win must come to an end: again and again, drop what nothing leads to any more.
    if matches!(claim, Claim::NotLoses(_)) {
        return true;
    }
    let mut ways: HashMap<Vec<u8>, usize> = HashMap::new();
    next.values().flatten().for_each(|bytes| *ways.entry(bytes.clone()).or_default() += 1);
    let root = rules.canonical(root).bytes;
    let mut dropped = 0;
    let mut open = if ways.contains_key(&root) { vec![] } else { vec![root] };
    while let Some(bytes) = open.pop() {
        let Some(after) = next.get(&bytes) else { continue };
        dropped += 1;
        for bytes in after {
            let ways = ways.get_mut(bytes).unwrap();
            *ways -= 1;
            if *ways == 0 {
                open.push(bytes.clone());
            }
        }
    }
    dropped == next.len()
}
