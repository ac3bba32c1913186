//! Words and numbers for people.

use andor_core::{Claim, Outcome, Player};

/// 1234567 as 1,234,567.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with three significant digits and k, M or G.
pub(crate) fn short(number: f64) -> String {
    let units = [(1e9, "G"), (1e6, "M"), (1e3, "k")];
    for (scale, unit) in units {
        if number >= scale {
            return format!("{:.1} {unit}", number / scale);
        }
    }
    format!("{number:.0}")
}

/// A number of bytes, in powers of two.
pub(crate) fn size(bytes: u64) -> String {
    let units = [(1u64 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    for (scale, unit) in units {
        if bytes >= scale {
            return format!("{:.1} {unit}", bytes as f64 / scale as f64);
        }
    }
    format!("{bytes} B")
}

/// What happened in a finished game.
pub(crate) fn ending(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(winner) => format!("{winner} has won"),
        Outcome::Draw => "a draw".to_owned(),
    }
}

/// What a certificate proves.
pub(crate) fn claim(claim: Claim) -> String {
    match claim {
        Claim::Wins(player) => format!("{player} wins"),
        Claim::NotLoses(player) => format!("{player} does not lose"),
    }
}

/// A line of moves with numbers, as in a game record: `1. a2-a3 b4-b3 2. ...`; the numbers count
/// the moves of whoever moves first in it.
pub(crate) fn line(moves: &[String]) -> String {
    let mut text = String::new();
    for (at, mv) in moves.iter().enumerate() {
        if at > 0 {
            text.push(' ');
        }
        if at.is_multiple_of(2) {
            text.push_str(&format!("{}. ", at / 2 + 1));
        }
        text.push_str(mv);
    }
    text
}

/// The verdict in a sentence.
pub(crate) fn verdict(value: &str, side: Player, initial: bool, plies: Option<u32>) -> String {
    let moves = if initial { "moves first" } else { "is to move" };
    let other = side.other();
    let within = match plies {
        Some(1) => " at once".to_owned(),
        Some(plies) => format!(" by force within {plies} plies, against every defence"),
        None => String::new(),
    };
    match value {
        "win" => format!("{side} {moves} and wins{within}."),
        "loss" => format!("{side} {moves} and loses: {other} wins{within}."),
        "draw" => format!("{side} {moves}, and with best play nobody wins: a draw."),
        "not-win" => format!("{side} {moves} and does not win: {other} can hold out."),
        "at-least-draw" => format!("{side} {moves} and gets at least a draw."),
        _ => format!("{side} {moves}; who wins is not known yet."),
    }
}

#[cfg(test)]
mod tests {
    use super::{line, short, size, thousands, verdict};
    use andor_core::Player;

    #[test]
    fn numbers_and_sentences_read_well() {
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!(thousands(999), "999");
        assert_eq!(short(12_345_678.0), "12.3 M");
        assert_eq!(size(3 << 20), "3.0 MiB");
        let moves: Vec<String> = ["a", "b", "c"].map(str::to_owned).to_vec();
        assert_eq!(line(&moves), "1. a b 2. c");
        assert_eq!(
            verdict("loss", Player::White, true, Some(26)),
            "White moves first and loses: Black wins by force within 26 plies, against every defence."
        );
        assert_eq!(
            verdict("win", Player::Black, false, Some(1)),
            "Black is to move and wins at once."
        );
    }
}
