//! Whole games with cycles against plain retrograde analysis: every position of the smallest LOA
//! board, samples of the next one, and Surakarta endings, each answer with a verified certificate.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::board::Setup;
use andor_core::{Outcome, Player, Rules, Silent, SplitMix64};
use andor_engine::settings::SolverSettings;
use andor_engine::{Catalogue, Method, Request};
use andor_games::{breakthrough, loa, surakarta};
use std::collections::HashMap;
use std::fs;

/// Positions up to symmetry with their values from the side to move.
struct Values<R: Rules> {
    positions: Vec<R::Position>,
    values: Vec<&'static str>,
}

/// The value of everything that can be reached from `starts`: wins and losses spread backwards
/// from the ends of the game until nothing changes; the rest is drawn.
fn retrograde<R: Rules>(rules: &R, starts: Vec<R::Position>) -> Values<R> {
    let mut numbers: HashMap<Vec<u8>, usize> = HashMap::new();
    let mut positions: Vec<R::Position> = Vec::new();
    let mut parents: Vec<Vec<usize>> = Vec::new();
    let mut number = |position: R::Position, positions: &mut Vec<R::Position>| {
        let canonical = rules.canonical(&position);
        *numbers.entry(canonical.bytes).or_insert_with(|| {
            positions.push(canonical.position);
            positions.len() - 1
        })
    };
    for start in starts {
        number(start, &mut positions);
    }
    let mut open: Vec<usize> = Vec::new();
    let mut values: Vec<Option<&'static str>> = Vec::new();
    let mut decided = Vec::new();
    let mut next = 0;
    while next < positions.len() {
        let position = positions[next].clone();
        let side = rules.side_to_move(&position);
        let mut moves = Vec::new();
        let value = match rules.outcome(&position) {
            Some(Outcome::Draw) => Some("draw"),
            Some(Outcome::Win(winner)) => Some(if winner == side { "win" } else { "loss" }),
            None => {
                rules.moves(&position, &mut moves);
                None
            }
        };
        open.push(moves.len());
        values.push(value);
        if matches!(value, Some("win" | "loss")) {
            decided.push(next);
        }
        for mv in moves {
            let child = number(rules.after(&position, mv), &mut positions);
            parents.resize(positions.len().max(parents.len()), Vec::new());
            parents[child].push(next);
        }
        next += 1;
    }
    parents.resize(positions.len(), Vec::new());
    while let Some(child) = decided.pop() {
        for &parent in &parents[child] {
            if values[parent].is_some() {
                continue;
            }
            open[parent] -= 1;
            let value = match values[child] {
                Some("loss") => Some("win"),
                Some("win") if open[parent] == 0 => Some("loss"),
                _ => None,
            };
            if value.is_some() {
                values[parent] = value;
                decided.push(parent);
            }
        }
    }
    Values { positions, values: values.into_iter().map(|value| value.unwrap_or("draw")).collect() }
}

/// Solves the positions with these numbers and compares; how many were won, drawn and lost.
fn compare<R: Rules>(
    rules: &R,
    truth: &Values<R>,
    numbers: impl Iterator<Item = usize>,
    methods: &[SolverSettings],
) -> [u32; 3] {
    let game = Catalogue::standard().game(&rules.spec()).unwrap();
    let mut seen = [0; 3];
    for number in numbers {
        let position = &truth.positions[number];
        if rules.outcome(position).is_some() {
            continue;
        }
        let text = rules.position_text(position);
        for settings in methods {
            let settings = settings.clone();
            let mut request = Request { settings, verify_threads: 1, ..Request::default() };
            request.limits.memory = 16 << 20;
            let root = game.position(Some(&text), &[]).unwrap();
            let solved = game.solve(&root, &request, &mut Silent).unwrap();
            let what = format!("{:?} on {} {text}", request.settings, rules.spec());
            assert_eq!(solved.failure, None, "{what}");
            assert_eq!(solved.row.value.text(), truth.values[number], "{what}");
            assert!(solved.row.is_verified(), "{what}");
        }
        let values = ["win", "draw", "loss"];
        seen[values.iter().position(|value| *value == truth.values[number]).unwrap()] += 1;
    }
    seen
}

/// One method of each kind.
fn four() -> [SolverSettings; 4] {
    [Method::DfPn, Method::Pn, Method::AlphaBeta, Method::Retrograde].map(SolverSettings::of)
}

#[test]
fn every_position_of_loa_3x3() {
    let rules = loa::Reference::new(loa::Variant::new(3));
    let truth = retrograde(&rules, vec![rules.initial()]);
    assert_eq!(truth.values[0], "loss", "thesis 2.4.7: the second player wins");
    let all = 0..truth.positions.len();
    let seen = compare(&rules, &truth, all, &four());
    assert!(seen.iter().sum::<u32>() > 10, "{seen:?}");
}

/// Compares so many positions of LOA 4x4, drawn at random from all that can be reached.
fn sample_loa_4x4(count: usize) {
    let rules = loa::Loa::new(loa::Variant::new(4));
    let truth = retrograde(&rules, vec![rules.initial()]);
    assert_eq!(truth.values[0], "win", "thesis 2.4.7: the first player wins");
    let mut random = SplitMix64::new(4);
    let sample: Vec<usize> = (0..count).map(|_| random.below(truth.positions.len())).collect();
    let seen = compare(&rules, &truth, sample.into_iter(), &[Method::DfPn.into()]);
    assert!(seen[0] > 100 && seen[2] > 100, "one-sided sample: {seen:?}");
}

#[test]
fn a_sample_of_loa_4x4() {
    sample_loa_4x4(2000);
}

#[test]
#[ignore = "deep check: 100,000 positions take minutes"]
fn a_large_sample_of_loa_4x4() {
    sample_loa_4x4(100_000);
}

/// All placements of so many black and white men, with both sides to move.
fn placements(black: usize, white: usize) -> Vec<String> {
    let mut boards: Vec<Vec<char>> = vec![vec!['.'; 36]];
    for (man, count) in [('b', black), ('w', white)] {
        for _ in 0..count {
            boards = boards
                .iter()
                .flat_map(|board| {
                    // Men of a colour are alike: each new one stands after the last.
                    let from = board.iter().rposition(|&cell| cell == man).map_or(0, |at| at + 1);
                    (from..36).filter(|&at| board[at] == '.').map(|at| {
                        let mut board = board.clone();
                        board[at] = man;
                        board
                    })
                })
                .collect();
        }
    }
    let text = |cells: &Vec<char>, side: Player| {
        let (cells, extras) = (cells.clone(), Vec::new());
        Setup { columns: 6, rows: 6, cells, side, extras }.to_string()
    };
    let both = |cells| [Player::Black, Player::White].map(|side| text(cells, side));
    boards.iter().flat_map(both).collect()
}

#[test]
fn surakarta_endings() {
    let rules = surakarta::Surakarta::new();
    let parse =
        |texts: Vec<String>| texts.iter().map(|text| rules.parse_position(text).unwrap()).collect();
    let one_each = retrograde(&rules, parse(placements(1, 1)));
    let all = 0..one_each.positions.len();
    let seen = compare(&rules, &one_each, all, &four());
    assert!(seen.iter().all(|&count| count > 10), "{seen:?}");
    let two_one = retrograde(&rules, parse(placements(2, 1)));
    let mut random = SplitMix64::new(21);
    let sample: Vec<usize> = (0..150).map(|_| random.below(two_one.positions.len())).collect();
    compare(&rules, &two_one, sample.into_iter(), &[Method::DfPn.into()]);
}

/// A model of Breakthrough's windows that talks nonsense: of `game`'s windows each has a number, by chance, at one end of
/// the scale or the other, or always the same.
fn nonsense(game: &dyn andor_engine::AnyGame, texts: &[String], kind: usize) -> String {
    let mut random = SplitMix64::new(kind as u64);
    let scale = ["100 50 2000", "4294967295 1 1", "1 1 1", "0 0 0"][kind % 4];
    let mut lines = HashMap::new();
    for text in texts {
        for (term, _) in game.cost_terms(text).unwrap() {
            let extreme = [i16::MIN, i16::MAX];
            let mut number = || match kind % 3 {
                0 => random.next_u64() as i16,
                1 => extreme[random.below(2)],
                _ => extreme[kind / 3 % 2],
            };
            let (win, loss) = (number(), number());
            lines.entry(term).or_insert((win, loss));
        }
    }
    let mut lines: Vec<String> =
        lines.iter().map(|(term, (win, loss))| format!("{term} {win} {loss}\n")).collect();
    lines.sort();
    format!("scale {scale}\n{}", lines.concat())
}

#[test]
fn breakthrough_whatever_a_model_of_cost_says() {
    let mut seen = [0; 3];
    for (columns, rows) in [(2, 5), (2, 6), (3, 4)] {
        let rules = breakthrough::Breakthrough::new(columns, rows);
        let truth = retrograde(&rules, vec![rules.initial()]);
        let game = Catalogue::standard().game(&rules.spec()).unwrap();
        let texts: Vec<String> =
            truth.positions.iter().map(|position| rules.position_text(position)).collect();
        let mut random = SplitMix64::new(columns as u64);
        for kind in 0..6 {
            let some: Vec<String> =
                (0..300).map(|_| texts[random.below(texts.len())].clone()).collect();
            let file = format!("nonsense-{columns}x{rows}-{kind}-{}.txt", std::process::id());
            let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(file);
            fs::write(&file, nonsense(&*game, &some, kind)).unwrap();
            let listeners =
                ["df-pn/leaf=learnt", "df-pn/leaf=learnt/knowledge=on", "ews/leaf=learnt"];
            let listeners = listeners.map(|text| {
                let settings: SolverSettings = text.parse().unwrap();
                SolverSettings { costs: Some(file.clone()), ..settings }
            });
            let sample: Vec<usize> = (0..20).map(|_| random.below(texts.len())).collect();
            let here = compare(&rules, &truth, sample.into_iter(), &listeners);
            seen.iter_mut().zip(here).for_each(|(sum, count)| *sum += count);
            fs::remove_file(&file).unwrap();
        }
    }
    assert!(seen[0].min(seen[2]) > 15, "one-sided sample: {seen:?}");
}

/// A network of costs for a board of LOA that talks nonsense: weights by chance, at one end of what a file may hold or the
/// other, or always the same. Those of men are just so small that they add up to 16 bits on all squares.
fn nonsense_network(size: usize, kind: usize) -> String {
    let mut random = SplitMix64::new(kind as u64);
    let mut number = |most: i32| match kind % 3 {
        0 => (random.below(2 * most as usize + 1) as i64 - i64::from(most)) as i32,
        1 => [-most, most][random.below(2)],
        _ => most,
    };
    let scale = ["100 50 2000", "4294967295 1 1", "1 1 1", "0 0 0", "7 1000 -5"][kind % 5];
    let point = [1, 3000][kind / 3 % 2];
    let largest = [9_999, i32::MAX][kind / 3 % 2];
    let mut lines = vec![
        format!("board {size}\nscale {scale}\nimages 8"),
        format!("point {point} bias {} {}", number(largest), -number(largest)),
    ];
    for _ in 0..4 {
        let mut numbers = |count: usize, most: i32| {
            (0..count).map(|_| number(most).to_string()).collect::<Vec<String>>().join(" ")
        };
        lines.push(format!("filter {} out {}", numbers(1, 900), numbers(4, 127)));
        lines.push(format!("own {}", numbers(64, 490)));
        lines.push(format!("enemy {}", numbers(64, 490)));
    }
    lines.join("\n") + "\n"
}

/// Positions of LOA 3x3, and so many of 4x4, whatever the network says.
fn loa_whatever_a_network_says(kinds: usize, count: usize) {
    let mut seen = [0; 3];
    for size in [3, 4] {
        let rules = loa::Loa::new(loa::Variant::new(size));
        let truth = retrograde(&rules, vec![rules.initial()]);
        let mut random = SplitMix64::new(size as u64);
        for kind in 0..kinds {
            let file = format!("network-{size}x{size}-{kind}-{count}-{}.txt", std::process::id());
            let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(file);
            fs::write(&file, nonsense_network(size, kind)).unwrap();
            let listeners =
                ["df-pn/leaf=learnt", "df-pn/leaf=learnt/knowledge=on", "pn/leaf=learnt"];
            let listeners = listeners.map(|text| {
                let settings: SolverSettings = text.parse().unwrap();
                SolverSettings { costs: Some(file.clone()), ..settings }
            });
            let all = truth.positions.len();
            let sample: Vec<usize> = (0..count.min(all)).map(|_| random.below(all)).collect();
            let here = compare(&rules, &truth, sample.into_iter(), &listeners);
            seen.iter_mut().zip(here).for_each(|(sum, count)| *sum += count);
            fs::remove_file(&file).unwrap();
        }
    }
    assert!(seen[0].min(seen[2]) > 15, "one-sided sample: {seen:?}");
}

#[test]
fn loa_whatever_a_network_of_costs_says() {
    loa_whatever_a_network_says(6, 25);
}

#[test]
#[ignore = "deep check: 30 networks, 1,000 positions each, take minutes"]
fn loa_whatever_thirty_networks_of_costs_say() {
    loa_whatever_a_network_says(30, 1000);
}
