//! The static rules of the game itself: a man about to arrive, two enemies about to arrive or one that
//! cannot be taken, and the exchange rule.

use crate::truth::{Share, Truth};
use andor_core::{Game, Judgement, Player};
use andor_games::breakthrough::Breakthrough;

pub fn check(truth: &Truth) {
    let game = Breakthrough::new(truth.columns, truth.rows);
    let tallies = truth.tally(1, |white, black, side, _| {
        match game.judge(&game.set_up(white, black, side)) {
            Judgement::Decided(winner) => Share::Decided(0, winner),
            Judgement::Open => Share::Open,
            Judgement::Over(outcome) => panic!("{white:b} {black:b} {side}: {outcome:?}"),
        }
    });
    println!("{}x{}, static rules: {}", truth.columns, truth.rows, tallies[0]);
    assert!(tallies[0].wins_seen() > 600 && tallies[0].losses_seen() > 300, "{}", tallies[0]);
}

/// The exchange rule has something to say where nothing is about to arrive.
#[test]
fn the_exchange_rule_is_among_them() {
    let truth = Truth::new(3, 5);
    let game = Breakthrough::new(3, 5);
    let mut by_exchange = 0;
    truth.for_each(|white, black, number| {
        // White's last row but one, and Black's.
        let quiet = white >> 9 & 0b111 == 0 && black >> 3 & 0b111 == 0;
        let judged = game.judge(&game.set_up(white, black, Player::White));
        if quiet && judged == Judgement::Decided(Player::White) {
            assert_eq!(truth.winner(number, Player::White), Player::White);
            by_exchange += 1;
        }
    });
    assert!(by_exchange > 1000, "{by_exchange}");
}
