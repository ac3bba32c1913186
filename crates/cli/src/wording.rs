//! Words and numbers for people.

use andor_core::{Claim, InputError, Outcome, Player};
use andor_engine::{RestsOn, TableTrust, Value};

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

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
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

/// "if TABLE is right", where a claim rests on tables that nobody has checked; else nothing.
pub(crate) fn condition(rests_on: &[RestsOn]) -> Option<String> {
    let open = rests_on.iter().filter(|table| table.checked == TableTrust::No);
    let names: Vec<String> = open.map(|table| InputError::quote(&table.table.file)).collect();
    match names.as_slice() {
        [] => None,
        [name] => Some(format!("if table {name} is right")),
        names => Some(format!("if tables {} are right", names.join(", "))),
    }
}

/// How a table that a claim rests on was checked.
pub(crate) fn trust(table: &RestsOn) -> &'static str {
    match table.checked {
        TableTrust::No => "not checked: andor table verify checks it",
        TableTrust::Before => "checked before, the same bytes",
        TableTrust::Derived => "what it decides was derived again",
        TableTrust::Searched => "nothing of it is believed",
    }
}

/// What was found and not checked, in a sentence; nothing where all is proved or nothing is known.
pub(crate) fn claimed(claimed: Option<Value>, side: Player) -> Option<String> {
    let other = side.other();
    let found = match claimed? {
        Value::Win => format!("{side} wins"),
        Value::Loss => format!("{other} wins"),
        Value::Draw => "a draw".to_owned(),
        Value::NotWin => format!("{side} does not win"),
        Value::AtLeastDraw => format!("{side} gets at least a draw"),
        Value::Unknown => return None,
    };
    Some(format!("{found}: found, and NOT verified, for its certificate was not checked"))
}

/// The verdict in a sentence.
pub(crate) fn verdict(value: Value, side: Player, initial: bool, plies: Option<u32>) -> String {
    let moves = if initial { "moves first" } else { "is to move" };
    let other = side.other();
    let within = match plies {
        Some(1) => " at once".to_owned(),
        Some(plies) => format!(" by force within {plies} plies, against every defence"),
        None => String::new(),
    };
    match value {
        Value::Win => format!("{side} {moves} and wins{within}."),
        Value::Loss => format!("{side} {moves} and loses: {other} wins{within}."),
        Value::Draw => format!("{side} {moves}, and with best play nobody wins: a draw."),
        Value::NotWin => format!("{side} {moves} and does not win: {other} can hold out."),
        Value::AtLeastDraw => format!("{side} {moves} and gets at least a draw."),
        Value::Unknown => format!("{side} {moves}; who wins is not known yet."),
    }
}

#[cfg(test)]
mod tests {
    use super::{line, short, size, thousands, verdict};
    use andor_core::Player;
    use andor_engine::Value;

    #[test]
    fn numbers_and_sentences_read_well() {
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!(thousands(999), "999");
        assert_eq!(short(12_345_678.0), "12.3 M");
        assert_eq!(size(3 << 20), "3.0 MiB");
        let moves: Vec<String> = ["a", "b", "c"].map(str::to_owned).to_vec();
        assert_eq!(line(&moves), "1. a b 2. c");
        assert_eq!(
            verdict(Value::Loss, Player::White, true, Some(26)),
            "White moves first and loses: Black wins by force within 26 plies, against every defence."
        );
        assert_eq!(
            verdict(Value::Win, Player::Black, false, Some(1)),
            "Black is to move and wins at once."
        );
    }
}
