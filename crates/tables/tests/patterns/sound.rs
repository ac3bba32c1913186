//! On small boards patterns are right about every position there is.

use crate::truth::{Truth, Walk};
use andor_core::{Limits, Player, Silent};
use andor_tables::patterns::{Boards, Pattern, PatternBoard, Size, generate};

/// Compares every position; tells the share of wins and of losses that are decided.
fn compare(truth: &Truth, patterns: &[Pattern]) -> Result<(f64, f64), String> {
    let (columns, rows) = (truth.columns, truth.rows);
    let board = PatternBoard::new(patterns, columns, rows);
    let mut walk = Walk::new(truth);
    let (mut won, mut lost, mut found_won, mut found_lost) = (0_u64, 0_u64, 0_u64, 0_u64);
    loop {
        if walk.white != 0 && walk.black != 0 {
            for side in [Player::White, Player::Black] {
                let (own, enemy) = match side {
                    Player::White => (walk.white, walk.black),
                    Player::Black => (walk.black, walk.white),
                };
                let winner = truth.winner(walk.number, side);
                let found = board.decision(own, enemy, side);
                if let Some((found, place)) = found
                    && found != winner
                {
                    return Err(format!(
                        "{columns}x{rows} white {own:b} black {enemy:b} {side} to move: not {found}\n{place:?}\n{}",
                        patterns[place.pattern]
                    ));
                }
                let found = u64::from(found.is_some());
                if winner == side {
                    won += 1;
                    found_won += found;
                } else {
                    lost += 1;
                    found_lost += found;
                }
            }
        }
        if !walk.next() {
            return Ok((found_won as f64 / won as f64, found_lost as f64 / lost as f64));
        }
    }
}

#[test]
fn try_it() {
    for (columns, rows, w, h) in [(3, 5, 3, 4), (4, 4, 3, 3), (4, 4, 4, 3),  (3, 5, 4, 3)] {
        let start = std::time::Instant::now();
        let truth = Truth::new(columns, rows);
        println!("{columns}x{rows}: {} boards in {:?}", truth.boards, start.elapsed());
        for order in 0..3 {
            let size = Size { order, columns: w, rows: h, boards: Boards::default().with(rows) };
            let patterns = generate(size, &Limits::default(), &mut Silent).unwrap().patterns;
            let start = std::time::Instant::now();
            println!("order {order}: {:?} {:?}", compare(&truth, &patterns), start.elapsed());
        }
    }
}
