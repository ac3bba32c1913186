//! Words for people at a terminal. What the page says as well is in `andor_play::words`.

use andor_engine::{RestsOn, Shortest, TableTrust, Verification};
use andor_play::words::counted;

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

/// Words in lines that fit into a narrow terminal.
pub(crate) fn folded(words: &[String]) -> String {
    indented(&words.join(" "), 0, 58)
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

#[cfg(test)]
mod tests {
    use super::{clock, folded, hanging, indented};

    #[test]
    fn words_fold_between_them() {
        let words: Vec<String> = (10..50).map(|number| format!("a{number}")).collect();
        let text = folded(&words);
        assert!(text.lines().count() == 3 && text.lines().all(|line| line.len() <= 58), "{text}");
        assert_eq!(text.split_whitespace().collect::<Vec<_>>(), words);
        assert_eq!(folded(&[]), "");
    }

    #[test]
    fn times_and_lines_fit() {
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
