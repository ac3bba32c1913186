//! Random one-eye problems: the same seed, the same problems.
//!
//! A region grows from a random point until it has as many points as it should. Every point around
//! it gets a stone, most of them the attacker's: the wall. Inside there are stones of both sides.
//! Kept is what is a position, is not over, and has a ko in it: some line of at most
//! `LOOK_AHEAD` moves takes one stone in a way that `ko=simple` forbids to take back.

use super::{OneEye, Variant, read_drawn};
use crate::go::Ko;
use andor_core::{Player, Rules, SplitMix64};
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// How far is looked for a ko.
const LOOK_AHEAD: usize = 4;

/// Of a hundred points of the wall, how many are the defender's.
const ANCHORS: usize = 30;
/// Of a hundred points of the region, how many have a defender's stone, and how many any stone.
const OWN: usize = 30;
const STONES: usize = 60;

/// A problem on a board of this size whose region has so many points, as a position text.
///
/// # Panics
/// If the board is smaller than the region.
#[must_use]
pub fn compose(
    random: &mut SplitMix64,
    columns: usize,
    rows: usize,
    points: RangeInclusive<usize>,
) -> String {
    let game = OneEye::new(Variant { columns, rows, ko: Ko::Simple });
    loop {
        let size = points.start() + random.below(points.end() - points.start() + 1);
        let region = grow(random, columns, rows, size);
        let mut player = || [Player::Black, Player::White][random.below(2)];
        let (side, defender) = (player(), player());
        let picture = fill(random, columns, rows, &region, defender);
        let drawn = read_drawn(&picture, side, defender);
        let Ok((_, _, text)) = drawn else { continue };
        let Ok(position) = game.parse_position(&text) else { continue };
        if game.outcome(&position).is_none() && leads_to_ko(&game, position) {
            return text;
        }
    }
}

/// The points next to a point.
fn around(point: usize, columns: usize, rows: usize) -> impl Iterator<Item = usize> {
    let (column, row) = (point % columns, point / columns);
    let left = (column > 0).then(|| point - 1);
    let right = (column + 1 < columns).then(|| point + 1);
    let below = (row > 0).then(|| point - columns);
    let above = (row + 1 < rows).then(|| point + columns);
    [left, right, below, above].into_iter().flatten()
}

/// A connected set of `size` points.
fn grow(random: &mut SplitMix64, columns: usize, rows: usize, size: usize) -> Vec<usize> {
    assert!(size <= columns * rows, "the region is larger than the board");
    let mut region = vec![random.below(columns * rows)];
    while region.len() < size {
        let from = region[random.below(region.len())];
        let next: Vec<usize> = around(from, columns, rows).collect();
        let next = next[random.below(next.len())];
        if !region.contains(&next) {
            region.push(next);
        }
    }
    region
}

/// The picture of a board with this region and random stones.
fn fill(
    random: &mut SplitMix64,
    columns: usize,
    rows: usize,
    region: &[usize],
    defender: Player,
) -> String {
    let (own, enemy) = (defender.letter(), defender.other().letter());
    let mut cell = |point: usize| {
        let chance = random.below(100);
        if region.contains(&point) {
            match chance {
                chance if chance < OWN => own.to_ascii_uppercase(),
                chance if chance < STONES => enemy.to_ascii_uppercase(),
                _ => '+',
            }
        } else if around(point, columns, rows).any(|near| region.contains(&near)) {
            if chance < ANCHORS { own } else { enemy }
        } else {
            '.'
        }
    };
    let mut picture = String::new();
    for row in (0..rows).rev() {
        picture.extend((0..columns).map(|column| cell(row * columns + column)));
        picture.push('\n');
    }
    picture
}

/// Whether some short line takes a ko.
fn leads_to_ko(game: &OneEye, start: <OneEye as Rules>::Position) -> bool {
    let mut seen = HashSet::new();
    let mut level = vec![start];
    let mut moves = Vec::new();
    for _ in 0..LOOK_AHEAD {
        let mut next_level = Vec::new();
        for position in level {
            game.moves(&position, &mut moves);
            for &mv in &moves {
                let next = game.after(&position, mv);
                if next.has_ko() {
                    return true;
                }
                let mut bytes = Vec::new();
                game.encode(&next, &mut bytes);
                if game.outcome(&next).is_none() && seen.insert(bytes) {
                    next_level.push(next);
                }
            }
        }
        level = next_level;
    }
    false
}
