//! Random positions of small boards, by every method, against plain minimax over the reference
//! rules: no code is shared with any solver.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::{Outcome, Rules, Silent, SplitMix64};
use andor_engine::{Catalogue, Method, Request};
use andor_games::breakthrough::Reference;
use std::collections::HashMap;

/// Whether the side to move wins, by looking at everything.
fn wins(
    rules: &Reference,
    position: &<Reference as Rules>::Position,
    known: &mut HashMap<Vec<u8>, bool>,
) -> bool {
    if let Some(outcome) = rules.outcome(position) {
        return outcome == Outcome::Win(rules.side_to_move(position));
    }
    let mut bytes = Vec::new();
    rules.encode(position, &mut bytes);
    if let Some(&known) = known.get(&bytes) {
        return known;
    }
    let mut moves = Vec::new();
    rules.moves(position, &mut moves);
    let value = moves.into_iter().any(|mv| !wins(rules, &rules.after(position, mv), known));
    known.insert(bytes, value);
    value
}

#[test]
fn random_positions_have_their_exhaustive_value() {
    let catalogue = Catalogue::standard();
    let mut random = SplitMix64::new(2026);
    let mut seen = [0; 2];
    for (columns, rows, games) in [(2, 7, 40), (3, 5, 60), (4, 4, 60), (3, 6, 10)] {
        let rules = Reference::new(columns, rows);
        let game = catalogue.game(&rules.spec()).unwrap();
        let mut known = HashMap::new();
        for _ in 0..games {
            let mut position = rules.initial();
            let plies = 6 + random.below(8);
            for _ in 0..plies {
                let mut moves = Vec::new();
                rules.moves(&position, &mut moves);
                let next = rules.after(&position, moves[random.below(moves.len())]);
                if rules.outcome(&next).is_some() {
                    break;
                }
                position = next;
            }
            let value = wins(&rules, &position, &mut known);
            seen[usize::from(value)] += 1;
            let text = rules.position_text(&position);
            for method in Method::all() {
                let request = Request { method, ..Request::default() };
                let solved = game.solve(&text, &request, &mut Silent).unwrap();
                let what = format!("{} on {} {text}", method.name(), rules.spec());
                assert_eq!(solved.failure, None, "{what}");
                assert_eq!(solved.row.value, if value { "win" } else { "loss" }, "{what}");
                assert!(solved.row.verified, "{what}");
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "one-sided sample: {seen:?}");
}
