//! Words for people, the same on the terminal, on the page and in other programs.

use andor_core::figures::thousands;
use andor_core::{Claim, InputError, Outcome, Player};
use andor_engine::{AnyGame, RestsOn, TableTrust, Value};
use andor_formats::move_number;

/// Bytes as hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// So many of something: `1 ply`, `1,200 plies`, `2 jobs`.
#[must_use]
pub fn counted(count: impl TryInto<u64>, one: &str) -> String {
    let count = count.try_into().unwrap_or(u64::MAX);
    let many = match (one.strip_suffix('y'), one.strip_suffix("leaf")) {
        _ if count == 1 => return format!("1 {one}"),
        (Some(stem), _) => format!("{stem}ies"),
        (None, Some(stem)) => format!("{stem}leaves"),
        (None, None) => format!("{one}s"),
    };
    format!("{} {many}", thousands(count))
}

/// `1 ply`, `2 plies`.
#[must_use]
pub fn plies(number: u32) -> String {
    counted(number, "ply")
}

/// What happened in a finished game.
#[must_use]
pub fn ending(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(winner) => format!("{winner} has won"),
        Outcome::Draw => "a draw".to_owned(),
    }
}

/// What a certificate proves.
#[must_use]
pub fn claim(claim: Claim) -> String {
    match claim {
        Claim::Wins(player) => format!("{player} wins"),
        Claim::NotLoses(player) => format!("{player} does not lose"),
    }
}

/// A line of moves that begins with `side`, numbered as in a record of the game: `1. a2-a3 b4-b3 2. ...`, or
/// `1... b4-b3 2. ...` where the other side begins the game.
#[must_use]
pub fn line(game: &dyn AnyGame, side: Player, moves: &[String]) -> String {
    numbered(usize::from(side != game.first()), moves)
}

/// Moves with their numbers, from a ply on.
fn numbered(start: usize, moves: &[String]) -> String {
    let numbered = |(at, mv): (usize, &String)| move_number(start + at, at == 0) + mv;
    moves.iter().enumerate().map(numbered).collect::<Vec<_>>().join(" ")
}

/// "if TABLE is right", where a claim rests on tables that nobody has checked; else nothing.
#[must_use]
pub fn condition(rests_on: &[RestsOn]) -> Option<String> {
    let open = rests_on.iter().filter(|table| table.checked == TableTrust::No);
    let names: Vec<String> = open.map(|table| InputError::quote(&table.table.file)).collect();
    match names.as_slice() {
        [] => None,
        [name] => Some(format!("if table {name} is right")),
        names => Some(format!("if tables {} are right", names.join(", "))),
    }
}

/// What was found and not checked, in a sentence; nothing where all is proved or nothing is known.
#[must_use]
pub fn claimed(claimed: Option<Value>, side: Player) -> Option<String> {
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
#[must_use]
pub fn verdict(value: Value, side: Player, initial: bool, plies: Option<u32>) -> String {
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
    use super::{counted, numbered, plies, verdict};
    use andor_core::Player;
    use andor_engine::Value;

    #[test]
    fn lines_and_sentences_read_well() {
        let moves: Vec<String> = ["a", "b", "c"].map(str::to_owned).to_vec();
        assert_eq!(numbered(0, &moves), "1. a b 2. c");
        assert_eq!(numbered(1, &moves), "1... a 2. b c");
        assert_eq!(plies(1), "1 ply");
        assert_eq!(
            verdict(Value::Loss, Player::White, true, Some(26)),
            "White moves first and loses: Black wins by force within 26 plies, against every defence."
        );
        assert_eq!(
            verdict(Value::Win, Player::Black, false, Some(1)),
            "Black is to move and wins at once."
        );
    }

    #[test]
    fn numbers_agree_with_what_they_count() {
        assert_eq!([counted(1, "ply"), counted(0, "ply")], ["1 ply", "0 plies"]);
        assert_eq!([counted(1, "job"), counted(1200, "job")], ["1 job", "1,200 jobs"]);
    }
}
