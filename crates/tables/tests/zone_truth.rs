//! Zone tables against the whole truth: on small boards every position there is, whether a game
//! leads to it or not, is solved by retrograde analysis, and no zone table says anything else of it.
//!
//! The analysis numbers boards as zone tables number zones, rows from the top, digits 0 = white man,
//! 1 = empty, 2 = black man: every move leads to a smaller number, so one ascending pass is enough.
//! It is itself compared with the reference rules.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::{Limits, Outcome, Player, RaceBoard, Racers, Rules, Silent};
use andor_games::breakthrough::Reference;
use andor_tables::zone::{ZoneShape, ZoneTable};

/// All boards on which nobody has arrived, and who wins them.
struct Truth {
    columns: usize,
    rows: usize,
    /// Bit 0: White wins with White to move; bit 1: White wins with Black to move.
    white_wins: Vec<u8>,
}

/// Men by square, a1 being bit 0; White goes up.
#[derive(Clone, Copy)]
struct Men {
    white: u64,
    black: u64,
}

impl Truth {
    fn len(columns: usize, rows: usize) -> usize {
        4usize.pow(columns as u32) * 3usize.pow((columns * (rows - 2)) as u32)
    }

    /// The top row has no white men, the bottom row no black ones: two digits a square there.
    fn men(&self, mut number: usize) -> Men {
        let mut men = Men { white: 0, black: 0 };
        for row in 0..self.rows {
            for column in 0..self.columns {
                let bit = 1 << (row * self.columns + column);
                let digit = if row == 0 {
                    let digit = number % 2;
                    number /= 2;
                    digit
                } else if row == self.rows - 1 {
                    let digit = 1 + number % 2;
                    number /= 2;
                    digit
                } else {
                    let digit = number % 3;
                    number /= 3;
                    digit
                };
                match digit {
                    0 => men.white |= bit,
                    2 => men.black |= bit,
                    _ => {}
                }
            }
        }
        men
    }

    /// How much a digit of each square counts.
    fn weights(columns: usize, rows: usize) -> Vec<usize> {
        let mut weight = 1;
        let base = |row: usize| if row == 0 || row == rows - 1 { 2 } else { 3 };
        let square = |square: usize| {
            let own = weight;
            weight *= base(square / columns);
            own
        };
        (0..columns * rows).map(square).collect()
    }

    fn new(columns: usize, rows: usize) -> Truth {
        let mut truth = Truth { columns, rows, white_wins: Vec::new() };
        let weights = Truth::weights(columns, rows);
        truth.white_wins = vec![0; Truth::len(columns, rows)];
        for number in 0..truth.white_wins.len() {
            let men = truth.men(number);
            let white = truth.wins(&men, number, &weights, true);
            let black = truth.wins(&men, number, &weights, false);
            truth.white_wins[number] = u8::from(white) | u8::from(!black) << 1;
        }
        truth
    }

    /// Whether the mover wins, from the boards with smaller numbers.
    fn wins(&self, men: &Men, number: usize, weights: &[usize], white_moves: bool) -> bool {
        let (columns, rows) = (self.columns as i64, self.rows as i64);
        let (own, enemy) =
            if white_moves { (men.white, men.black) } else { (men.black, men.white) };
        // Whoever has no men has lost; if both have none, the side that moved last has won.
        if own == 0 || enemy == 0 {
            return own != 0;
        }
        let mut left = own;
        while left != 0 {
            let from = i64::from(left.trailing_zeros());
            left &= left - 1;
            let to_row = from / columns + if white_moves { 1 } else { -1 };
            for to_column in [from % columns - 1, from % columns, from % columns + 1] {
                if !(0..columns).contains(&to_column) {
                    continue;
                }
                let to = to_row * columns + to_column;
                let takes = enemy >> to & 1 == 1;
                if own >> to & 1 == 1 || takes && to_column == from % columns {
                    continue;
                }
                if to_row == 0 || to_row == rows - 1 {
                    return true;
                }
                let (from, to) = (weights[from as usize], weights[to as usize]);
                let steps = if takes { 2 } else { 1 };
                let next = if white_moves {
                    number + from - steps * to
                } else {
                    number + steps * to - from
                };
                let value = self.white_wins[next];
                let mover_wins = if white_moves { value & 2 != 0 } else { value & 1 == 0 };
                if mover_wins {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the mover wins a board that goes on.
    fn mover_wins(&self, number: usize, white_moves: bool) -> bool {
        let value = self.white_wins[number];
        if white_moves { value & 1 != 0 } else { value & 2 == 0 }
    }
}

/// What a table says of all positions.
#[derive(Default, Debug)]
struct Tally {
    wins: u64,
    losses: u64,
    wins_seen: u64,
    losses_seen: u64,
    wrong: u64,
}

impl Tally {
    fn of(truth: &Truth, table: &ZoneTable) -> Tally {
        let mut tally = Tally::default();
        for number in 0..truth.white_wins.len() {
            let Men { white, black } = truth.men(number);
            if white == 0 || black == 0 {
                continue;
            }
            for goes_up in [true, false] {
                let (own, enemy) = if goes_up { (white, black) } else { (black, white) };
                let wins = truth.mover_wins(number, goes_up);
                let said = table.mover_wins(Racers { own, enemy, goes_up });
                tally.wrong += u64::from(said.is_some_and(|said| said != wins));
                let (all, seen) = match wins {
                    true => (&mut tally.wins, &mut tally.wins_seen),
                    false => (&mut tally.losses, &mut tally.losses_seen),
                };
                *all += 1;
                *seen += u64::from(said.is_some());
            }
        }
        tally
    }
}

/// Every table of a board; tells the shares of wins and losses that the largest one sees, in
/// thousandths.
fn check_board(columns: usize, rows: usize, most_depth: usize) -> (u64, u64) {
    let truth = Truth::new(columns, rows);
    let mut shares = (0, 0);
    for depth in 3..=most_depth {
        let shape = ZoneShape::new(RaceBoard { columns, rows }, depth).unwrap();
        let table = ZoneTable::build(shape, 2, &Limits::default(), &mut Silent).unwrap();
        let tally = Tally::of(&truth, &table);
        let Tally { wins, losses, wins_seen, losses_seen, wrong } = tally;
        let now = (1000 * wins_seen / wins, 1000 * losses_seen / losses);
        println!(
            "{columns}x{rows}, k = {depth}: {wins} wins, {:.1}% seen; {losses} losses, {:.1}% seen",
            now.0 as f64 / 10.0,
            now.1 as f64 / 10.0
        );
        assert_eq!(wrong, 0, "{columns}x{rows}, k = {depth}: {tally:?}");
        assert!(now >= shares, "more rows see more");
        shares = now;
    }
    shares
}

#[test]
fn the_retrograde_values_are_those_of_the_reference_rules() {
    let truth = Truth::new(3, 4);
    let rules = Reference::new(3, 4);
    let mut moves = Vec::new();
    for number in 0..truth.white_wins.len() {
        let men = truth.men(number);
        for (side, letter) in [(Player::White, "w"), (Player::Black, "b")] {
            let row = |row: usize| -> String {
                let cell = |column: usize| match (
                    men.white >> (3 * row + column) & 1,
                    men.black >> (3 * row + column) & 1,
                ) {
                    (1, _) => 'w',
                    (_, 1) => 'b',
                    _ => '1',
                };
                (0..3).map(cell).collect()
            };
            let rows: Vec<String> = (0..4).rev().map(row).collect();
            let text = format!("{} {letter}", rows.join("/"));
            // Boards with too many men are no positions.
            let Ok(position) = rules.parse_position(&text) else { continue };
            if rules.outcome(&position).is_some() {
                continue;
            }
            rules.moves(&position, &mut moves);
            let number_of = |position: &<Reference as Rules>::Position| {
                let racers = rules.racers(position).unwrap();
                let white = if racers.goes_up { racers.own } else { racers.enemy };
                let black = if racers.goes_up { racers.enemy } else { racers.own };
                let weights = Truth::weights(3, 4);
                let digit = |square: usize| {
                    let digit = 1 + (black >> square & 1) as usize - (white >> square & 1) as usize;
                    if square >= 9 { digit - 1 } else { digit }
                };
                (0..12).map(|square| digit(square) * weights[square]).sum::<usize>()
            };
            let wins = moves.iter().any(|&mv| {
                let next = rules.after(&position, mv);
                match rules.outcome(&next) {
                    Some(outcome) => outcome == Outcome::Win(side),
                    None => !truth.mover_wins(number_of(&next), side == Player::Black),
                }
            });
            assert_eq!(wins, truth.mover_wins(number, side == Player::White), "{text}");
        }
    }
}

#[test]
fn no_zone_table_is_wrong_about_any_position() {
    for (columns, rows, most_depth, least) in
        [(2, 6, 5, (900, 850)), (3, 5, 4, (900, 850)), (4, 4, 3, (900, 800))]
    {
        let shares = check_board(columns, rows, most_depth);
        assert!(shares.0 >= least.0 && shares.1 >= least.1, "{columns}x{rows}: {shares:?}");
    }
}

#[test]
#[ignore = "deep check: 95 million boards take up to a minute"]
fn the_same_on_larger_boards() {
    for (columns, rows, most_depth) in [(5, 4, 3), (3, 6, 5)] {
        check_board(columns, rows, most_depth);
    }
}

#[test]
#[ignore = "deep check: 136 million boards take some minutes"]
fn the_same_on_4x5() {
    check_board(4, 5, 4);
}
