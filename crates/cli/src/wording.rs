//! Words for people.

use andor_core::figures::thousands;
use andor_core::{Claim, InputError, Outcome, Player};
use andor_engine::{AnyGame, RestsOn, Shortest, TableTrust, Value, Verification};
use andor_formats::move_number;

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// So many of something: `1 ply`, `1,200 plies`, `2 jobs`.
pub(crate) fn counted(count: impl TryInto<u64>, one: &str) -> String {
    let count = count.try_into().unwrap_or(u64::MAX);
    match (count, one.strip_suffix('y')) {
        (1, _) => format!("1 {one}"),
        (_, Some(stem)) => format!("{} {stem}ies", thousands(count)),
        (_, None) => format!("{} {one}s", thousands(count)),
    }
}

/// Seconds as people say them: 45 s, 12 min 5 s, 3 h 20 min.
pub(crate) fn clock(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

/// A text in lines of at most `columns`, the first of which begins at column `indent`, as the others do.
pub(crate) fn indented(text: &str, indent: usize, columns: usize) -> String {
    broken(text, indent, indent, columns)
}

/// A text in lines of at most `columns`, of which all but the first are indented.
pub(crate) fn hanging(text: &str, columns: usize) -> String {
    broken(text, 0, 2, columns)
}

/// A text that begins at column `first`, in lines that begin at column `indent`. What belongs together stays so.
fn broken(text: &str, first: usize, indent: usize, columns: usize) -> String {
    let (mut lines, mut at) = (String::new(), first);
    for (number, words) in together(text).iter().enumerate() {
        let width = words.chars().count();
        if number == 0 {
            at += width;
        } else if at + 1 + width <= columns.max(indent + 20) {
            lines.push(' ');
            at += 1 + width;
        } else {
            lines.push_str(&format!("\n{:indent$}", ""));
            at = indent + width;
        }
        lines.push_str(words);
    }
    lines
}

/// The words of a text. A number has what it counts with it (`150.2 k nodes/s`), and that of a move its move.
fn together(text: &str) -> Vec<String> {
    let is_number = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_digit())
            && word.trim_end_matches('.').ends_with(|c: char| c.is_ascii_digit())
            && word.chars().all(|c| c.is_ascii_digit() || c == '.' || c == ',')
    };
    let is_prefix = |word: &str| ["k", "M", "G"].contains(&word);
    let mut all: Vec<String> = Vec::new();
    let mut before = "";
    for word in text.split(' ') {
        let counts = before.ends_with('.') || word.starts_with(|c: char| c.is_alphabetic());
        match all.last_mut() {
            Some(words) if (is_number(before) && counts) || is_prefix(before) => {
                words.push(' ');
                words.push_str(word);
            }
            _ => all.push(word.to_owned()),
        }
        before = word;
    }
    all
}

/// `1 ply`, `2 plies`.
pub(crate) fn plies(number: u32) -> String {
    counted(number, "ply")
}

/// Words in lines that fit into a narrow terminal.
pub(crate) fn folded(words: &[String]) -> String {
    indented(&words.join(" "), 0, 58)
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

/// A line of moves that begins with `side`, numbered as in a record of the game: `1. a2-a3 b4-b3 2. ...`, or
/// `1... b4-b3 2. ...` where the other side begins the game.
pub(crate) fn line(game: &dyn AnyGame, side: Player, moves: &[String]) -> String {
    numbered(usize::from(side != game.first()), moves)
}

/// Moves with their numbers, from a ply on.
fn numbered(start: usize, moves: &[String]) -> String {
    let numbered = |(at, mv): (usize, &String)| move_number(start + at, at == 0) + mv;
    moves.iter().enumerate().map(numbered).collect::<Vec<_>>().join(" ")
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

/// What is known of the length of a win, in a sentence.
pub(crate) fn shortest_text(known: &Shortest) -> String {
    let (least, is_certified) = (known.at_least, known.at_least_verified != Verification::No);
    match (known.plies(), known.at_most) {
        (Some(plies), _) if is_certified => {
            format!("{}, and no fewer: both certified", counted(plies, "ply"))
        }
        (Some(plies), _) => {
            format!("{} (certified), and no fewer: searched, NOT certified", counted(plies, "ply"))
        }
        (None, Some(most)) => {
            format!("between {least} (searched) and {most} plies (certified); not known yet")
        }
        (None, None) => format!("at least {least} plies (searched); not known yet"),
    }
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
    use super::{clock, counted, folded, hanging, indented, numbered, plies, verdict};
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
        assert_eq!(
            [clock(59.4), clock(125.0), clock(12_000.0)],
            ["59 s", "2 min 5 s", "3 h 20 min"]
        );
        assert_eq!(
            indented("one two three four five six", 4, 24),
            "one two three four\n    five six"
        );
        assert_eq!(indented("1. c8-c6 a4-c2 2. d8-b6", 0, 20), "1. c8-c6 a4-c2\n2. d8-b6");
        assert_eq!(indented("0.94 s, 150.2 k nodes/s", 0, 20), "0.94 s,\n150.2 k nodes/s");
        assert_eq!(indented("1. 3 5 2. 7 8 3. 4 11", 0, 20), "1. 3 5 2. 7 8 3. 4\n11");
        assert_eq!(hanging("one two three four five", 20), "one two three four\n  five");
        assert_eq!(hanging("a quoted  word", 20), "a quoted  word");
    }
}
