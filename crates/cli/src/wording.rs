//! Words for people.

use andor_core::{Claim, InputError, Outcome, Player};
use andor_engine::{RestsOn, TableTrust, Value};

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// So many of something: `1 ply`, `2 plies`.
pub(crate) fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// `1 ply`, `2 plies`.
pub(crate) fn plies(number: u32) -> String {
    counted(number as usize, "ply", "plies")
}

/// Words in lines that fit into a narrow terminal.
pub(crate) fn folded(words: &[String]) -> String {
    const WIDTH: usize = 58;
    let mut lines: Vec<String> = vec![String::new()];
    for word in words {
        let line = lines.last_mut().expect("there is a line");
        match line.len() {
            0 => line.push_str(word),
            length if length + word.len() < WIDTH => line.push_str(&format!(" {word}")),
            _ => lines.push(word.clone()),
        }
    }
    lines.join("\n")
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
    use super::{counted, folded, line, plies, verdict};
    use andor_core::Player;
    use andor_engine::Value;

    #[test]
    fn words_fold_between_them() {
        let words: Vec<String> = (10..50).map(|number| format!("a{number}")).collect();
        let text = folded(&words);
        assert!(text.lines().count() == 3 && text.lines().all(|line| line.len() <= 58), "{text}");
        assert_eq!(text.split_whitespace().collect::<Vec<_>>(), words);
        assert_eq!(folded(&[]), "");
    }

    #[test]
    fn lines_and_sentences_read_well() {
        let moves: Vec<String> = ["a", "b", "c"].map(str::to_owned).to_vec();
        assert_eq!(line(&moves), "1. a b 2. c");
        assert_eq!((plies(1), counted(0, "game", "games")), ("1 ply".into(), "0 games".into()));
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
