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

/// A text in lines of at most `columns`, the first of which begins at column `indent`, as the others do. The
/// number of a move stays with it.
pub(crate) fn indented(text: &str, indent: usize, columns: usize) -> String {
    let width = columns.saturating_sub(indent).max(20);
    let is_number =
        |word: &str| word.ends_with('.') && word.starts_with(|c: char| c.is_ascii_digit());
    let mut lines: Vec<String> = Vec::new();
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        let mut word = word.to_owned();
        if let Some(mv) = is_number(&word).then(|| words.next()).flatten() {
            word = format!("{word} {mv}");
        }
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines.join(&format!("\n{:indent$}", ""))
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
    use super::{clock, folded, indented};

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
    }
}
