//! Random positions of small boards, by every method, against plain minimax over the reference
//! rules: no code is shared with any solver.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::{Answer, Game, Limits, Numbered, Outcome, Question, Rules, Silent, SplitMix64};
use andor_engine::{Catalogue, Method, Request};
use andor_games::breakthrough::{Breakthrough, Reference};
use andor_prove::boolean::{self, Boolean};
use andor_prove::depth_first::{self, DepthFirst};
use andor_prove::retrograde::Retrograde;
use andor_prove::solver::Solver;
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
                let limits = Limits { memory: 32 << 20, ..Limits::default() };
                let request = Request { settings: method.into(), limits, ..Request::default() };
                let root = game.position(Some(&text), &[]).unwrap();
                let solved = game.solve(&root, &request, &mut Silent).unwrap();
                let what = format!("{} on {} {text}", method.name(), rules.spec());
                assert_eq!(solved.failure, None, "{what}");
                assert_eq!(solved.row.value.text(), if value { "win" } else { "loss" }, "{what}");
                assert!(solved.row.is_verified(), "{what}");
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "one-sided sample: {seen:?}");
}

/// The answer to "does the side to move win?" by a table of all numbered positions. The memory is
/// just enough for it, and not for an atlas.
fn ask(
    solver: &mut dyn Solver<Breakthrough>,
    game: &Breakthrough,
    position: &<Breakthrough as Rules>::Position,
    memory: u64,
) -> bool {
    let question = Question::wins(game.side_to_move(position));
    let limits = Limits { memory, ..Limits::default() };
    let report = solver.solve(game, position, question, &limits, &mut Silent);
    // An atlas that holds nothing takes a few words.
    assert!(report.peak_memory <= memory.max(1 << 10), "{report:?}");
    assert_ne!(report.answer, Answer::Unknown, "{report:?}");
    report.answer == Answer::Proved
}

/// Every numbered position, whether a game leads to it or not, and the positions after it, which
/// need not be numbered.
#[test]
fn every_bit_of_a_numbered_table_is_right() {
    for (columns, rows) in [(2, 4), (3, 4), (2, 5), (2, 6)] {
        let (game, rules) = (Breakthrough::new(columns, rows), Reference::new(columns, rows));
        let numbers = game.numbering().unwrap();
        let memory = numbers.count().div_ceil(64) * 8;
        for threads in [1, 3] {
            let mut solver = Retrograde::with_threads(threads);
            let mut known = HashMap::new();
            let mut seen = [0; 2];
            for number in 0..numbers.count() {
                let Some(position) = numbers.position(number) else { continue };
                let mut next = vec![position];
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                next.extend(moves.iter().map(|&mv| game.after(&position, mv)));
                next.retain(|position| game.outcome(position).is_none());
                for position in next {
                    let mut bytes = Vec::new();
                    game.encode(&position, &mut bytes);
                    let twin = rules.decode(&bytes).unwrap();
                    let value = wins(&rules, &twin, &mut known);
                    let text = game.position_text(&position);
                    assert_eq!(ask(&mut solver, &game, &position, memory), value, "{text}");
                    seen[usize::from(value)] += 1;
                    if numbers.number(&position) == Numbered::WonAtOnce {
                        assert!(value, "{text}");
                    }
                }
            }
            assert!(seen.iter().all(|&count| count > 50), "{columns}x{rows}: {seen:?}");
        }
    }
}

/// Haugland's boards, and the other solvers on random positions of them.
#[test]
#[ignore = "deep check: 335 million positions take some minutes"]
fn whole_boards_are_won_by_the_second_player() {
    let mut random = SplitMix64::new(5);
    for (columns, rows) in [(4, 5), (3, 7), (5, 5)] {
        let game = Breakthrough::new(columns, rows);
        let memory = game.numbering().unwrap().count().div_ceil(64) * 8;
        let mut table = Retrograde::with_threads(2);
        assert!(!ask(&mut table, &game, &game.initial(), memory), "{columns}x{rows}");
        let mut boolean = Boolean::new(boolean::Config::default());
        let mut df_pn = DepthFirst::new(depth_first::Config::default());
        let mut seen = [0; 2];
        for _ in 0..2_000 {
            let mut position = game.initial();
            for _ in 0..6 + random.below(20) {
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                let next = game.after(&position, moves[random.below(moves.len())]);
                if game.outcome(&next).is_some() {
                    break;
                }
                position = next;
            }
            let value = ask(&mut table, &game, &position, memory);
            let text = game.position_text(&position);
            assert_eq!(ask(&mut boolean, &game, &position, 1 << 28), value, "{text}");
            assert_eq!(ask(&mut df_pn, &game, &position, 1 << 28), value, "{text}");
            seen[usize::from(value)] += 1;
        }
        assert!(seen.iter().all(|&count| count > 100), "one-sided sample: {seen:?}");
    }
}
