//! Learns the patterns of Breakthrough's player, `crates/games/data/breakthrough-patterns.txt`, from games that
//! it played against itself:
//!
//! ```sh
//! andor match mia:nodes=8k,noise=25,seed=1000 mia:nodes=8k,noise=25,seed=501009 --game breakthrough \
//!     --games 20000 --seed 141 --opening-plies 8 --save games.txt
//! cargo run --release -p andor-lab --example learn_patterns -- games.txt > patterns.txt
//! andor match mia:weights=patterns.txt mia --game breakthrough --games 400 --nodes 30k
//! ```
//!
//! and again with what was learnt, until nothing is gained. It is logistic regression: the value of a position is
//! the sum of the values of its windows, and 1 / (1 + e^-value) should be the chance to win. Positions where somebody
//! sees the end at a glance, which the search never evaluates, are left out. One game in [`HELD_BACK`] is not learnt
//! from, and tells on stderr what was learnt.
//!
//! The windows are drawn here from the text of a position, apart from the evaluator's own bits.

use andor_core::{Game, Outcome, Player, Rules, SplitMix64};
use andor_games::breakthrough::Breakthrough;
use std::collections::HashMap;
use std::{env, fs};

/// The board that is learnt on.
const SIDE: usize = 8;
/// Plies of an opening, which are no example of anything.
const OPENING: usize = 8;
/// One game in so many.
const HELD_BACK: usize = 10;
/// Passes through all positions.
const PASSES: usize = 12;
/// The first step, and how strongly values are drawn to nothing with each position.
const RATE: f64 = 0.05;
const SHRINKING: f64 = 2e-6;
/// The points of a value of 1, so that a man is worth about a hundred.
const POINTS: f64 = 600.0;
/// A side with so many points more counts as winning.
const DECISIVE: i32 = 300;

/// A position to learn from.
struct Example {
    windows: Vec<usize>,
    is_won: bool,
    is_held_back: bool,
}

/// The windows met, by number.
#[derive(Default)]
struct Windows {
    numbers: HashMap<String, usize>,
}

impl Windows {
    fn number(&mut self, drawn: &str, mirrored: &str) -> usize {
        let next = self.numbers.len();
        let least = drawn.min(mirrored);
        match self.numbers.get(least) {
            Some(&number) => number,
            None => *self.numbers.entry(least.to_owned()).or_insert(next),
        }
    }

    /// All windows of a position, as the side to move sees it.
    fn of(&mut self, text: &str) -> Vec<usize> {
        let (board, side) = text.split_once(' ').expect("a board and a side");
        let is_white = side == "w";
        let seen = |man: char| match (man, is_white) {
            ('w', true) | ('b', false) => 'o',
            _ => 'x',
        };
        let rank = |rank: &str| -> Vec<char> {
            let squares = rank.chars().flat_map(|square| match square.to_digit(10) {
                Some(empty) => vec!['.'; empty as usize],
                None => vec![seen(square)],
            });
            ['#'].into_iter().chain(squares).chain(['#']).collect()
        };
        // From home up.
        let mut ranks: Vec<Vec<char>> = board.split('/').map(rank).collect();
        if is_white {
            ranks.reverse();
        }
        let mut found = Vec::new();
        for (high, broad) in [(3, 2), (2, 3)] {
            for row in 0..=SIDE - high {
                for column in 0..=SIDE + 2 - broad {
                    let draw = |is_mirrored: bool| {
                        let mut drawn = format!("{row} ");
                        for rank in (row..row + high).rev() {
                            let squares = &ranks[rank][column..column + broad];
                            match is_mirrored {
                                true => drawn.extend(squares.iter().rev()),
                                false => drawn.extend(squares),
                            }
                            drawn.push(if rank > row { '/' } else { ' ' });
                        }
                        drawn
                    };
                    found.push(self.number(&draw(false), &draw(true)));
                }
            }
        }
        found
    }
}

/// The positions of a game and who won it, if its moves are those of a whole game.
fn replay(
    game: &Breakthrough,
    words: &[&str],
) -> Option<(Vec<<Breakthrough as Rules>::Position>, Player)> {
    let mut positions = vec![game.initial()];
    for word in words {
        let last = positions.last()?;
        let mv = game.parse_move(last, word).ok()?;
        positions.push(game.after(last, mv));
    }
    match game.outcome(positions.last()?)? {
        Outcome::Win(winner) => Some((positions, winner)),
        Outcome::Draw => None,
    }
}

fn chance(windows: &[usize], values: &[f64]) -> f64 {
    let value: f64 = windows.iter().map(|&window| values[window]).sum();
    1.0 / (1.0 + (-value).exp())
}

fn main() {
    let game = Breakthrough::new(SIDE, SIDE);
    let mut windows = Windows::default();
    let mut examples = Vec::new();
    let mut games = 0;
    for path in env::args().skip(1) {
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        for block in text.split("# game ").skip(1) {
            let words: Vec<&str> = block
                .lines()
                .skip(1)
                .filter(|line| !line.contains(": "))
                .flat_map(str::split_whitespace)
                .collect();
            let Some((positions, winner)) = replay(&game, &words) else { continue };
            games += 1;
            for position in positions.iter().skip(OPENING) {
                if game.outcome(position).is_some() || game.glance(position).is_some() {
                    continue;
                }
                examples.push(Example {
                    windows: windows.of(&game.position_text(position)),
                    is_won: game.side_to_move(position) == winner,
                    is_held_back: games % HELD_BACK == 0,
                });
            }
        }
    }
    let counts =
        format!("{games} games, {} positions, {} windows", examples.len(), windows.numbers.len());
    eprintln!("{counts}");
    // The turn is a window that is always there.
    let turn = windows.numbers.len();
    let mut values = vec![0.0; turn + 1];
    let mut squares = vec![1e-8; turn + 1];
    examples.iter_mut().for_each(|example| example.windows.push(turn));
    let (held_back, mut learnt): (Vec<Example>, Vec<Example>) =
        examples.into_iter().partition(|example| example.is_held_back);
    let loss = |examples: &[Example], values: &[f64]| {
        let each = examples.iter().map(|example| {
            let chance = chance(&example.windows, values);
            -(if example.is_won { chance } else { 1.0 - chance }).max(1e-12).ln()
        });
        each.sum::<f64>() / examples.len() as f64
    };
    let mut random = SplitMix64::new(1);
    for pass in 1..=PASSES {
        for last in (1..learnt.len()).rev() {
            learnt.swap(last, random.below(last + 1));
        }
        let rate = RATE / (pass as f64).sqrt();
        for example in &learnt {
            let error = chance(&example.windows, &values) - f64::from(u8::from(example.is_won));
            for &window in &example.windows {
                let slope = error + SHRINKING * values[window];
                squares[window] += slope * slope;
                values[window] -= rate * slope / squares[window].sqrt();
            }
        }
        let (own, other) = (loss(&learnt, &values), loss(&held_back, &values));
        eprintln!("pass {pass}: loss {own:.4}, of games held back {other:.4}");
    }
    let points = |value: f64| (value * POINTS).round() as i32;
    println!(
        "# The patterns of Breakthrough's player (crates/games/src/breakthrough/patterns.rs).\n#"
    );
    println!("# Learnt by crates/lab/examples/learn_patterns from {counts}.");
    println!("# A line: level, pattern, points of the side to move, o.\n");
    println!("turn {}\ndecisive {DECISIVE}", points(values[turn]));
    let mut lines: Vec<(&String, i32)> =
        windows.numbers.iter().map(|(drawn, &number)| (drawn, points(values[number]))).collect();
    lines.sort();
    for (drawn, value) in lines.into_iter().filter(|&(_, value)| value != 0) {
        println!("{drawn}{value}");
    }
}
