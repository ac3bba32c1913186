//! Boards for somebody who sits at a terminal: the plain picture of a game in colour, with round men, the squares of
//! the last move marked, and turned round where that puts the reader's men below.
//!
//! ```text
//!   4 b b b      1  ○  ○  ○       White's men are bright, Black's dark, on squares with a colour of their own:
//!   3 . b b      2  ○  ○  ○       so they look alike on any background. Kings are ◆ and ◇.
//!   2 w w w  ->  3  ●  ●
//!   1 w w w      4  ●  ●  ●
//!     a b c         c  b  a
//! ```
//!
//! A picture that is no board (of a graph, say) stays as it is, and so does every picture for a pipe.

use andor_play::Board;
use std::io::{self, IsTerminal};

/// How boards are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Style {
    /// As the game draws them: for programs, and for whoever wants no colour.
    #[default]
    Plain,
    /// In colour, with letters for men.
    Letters,
    /// In colour, with round men.
    Unicode,
}

impl Style {
    /// What suits the standard output of this process.
    pub(crate) fn of_process() -> Style {
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        Style::suited(io::stdout().is_terminal(), variable)
    }

    /// What suits an output: `NO_COLOR` and a dumb terminal want none, other languages than UTF-8 have no round men.
    fn suited(is_terminal: bool, variable: impl Fn(&str) -> Option<String>) -> Style {
        let is_dumb = variable("TERM").is_none_or(|term| term == "dumb");
        if !is_terminal || is_dumb || variable("NO_COLOR").is_some() {
            return Style::Plain;
        }
        let language = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable);
        let language = language.map(|language| language.to_ascii_lowercase().replace('-', ""));
        match language.is_none_or(|language| language.contains("utf8")) {
            true => Style::Unicode,
            false => Style::Letters,
        }
    }
}

/// The picture in a style. The squares on which it differs from the one `before` are marked.
pub(crate) fn drawn(style: Style, picture: &str, before: Option<&str>, flipped: bool) -> String {
    let Some(board) = Board::read(picture).filter(|_| style != Style::Plain) else {
        return picture.to_owned();
    };
    let before = before.and_then(Board::read);
    let (height, width) = (board.rows.len(), board.files.len());
    let order = |length: usize, turned: bool| -> Vec<usize> {
        if turned { (0..length).rev().collect() } else { (0..length).collect() }
    };
    let mut text = String::new();
    for row in order(height, flipped) {
        let (rank, men) = &board.rows[row];
        text.push_str(&format!("{rank:>3} "));
        for column in order(width, flipped) {
            let man = men[column];
            let old = before.as_ref().and_then(|before| before.rows.get(row)?.1.get(column));
            let is_new = old.is_some_and(|&old| old != man);
            text.push_str(&square(style, man, (row + column) % 2 == height % 2, is_new));
        }
        text.push_str("\x1b[0m\n");
    }
    text.push_str("    ");
    for column in order(width, flipped) {
        text.push_str(&format!(" {} ", board.files[column]));
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// One square: colours of the 256 that terminals have, light and dark, and both again for the last move.
fn square(style: Style, man: char, is_dark: bool, is_marked: bool) -> String {
    let ground = match (is_marked, is_dark) {
        (false, false) => 180,
        (false, true) => 137,
        (true, false) => 150,
        (true, true) => 107,
    };
    let colour = if man.eq_ignore_ascii_case(&'w') { "1;38;5;231" } else { "38;5;16" };
    let shown = match man {
        '.' => ' ',
        'b' if style == Style::Unicode => '●',
        'w' if style == Style::Unicode => '○',
        'B' if style == Style::Unicode => '◆',
        'W' if style == Style::Unicode => '◇',
        other => other,
    };
    format!("\x1b[0;48;5;{ground};{colour}m {shown} ")
}

#[cfg(test)]
mod tests {
    use super::{Style, drawn};

    const BEFORE: &str = "  3 b b .\n  2 . . .\n  1 w . W\n    a b c\n";
    const AFTER: &str = "  3 b . .\n  2 . b .\n  1 w . W\n    a b c\n";

    /// The text without colours.
    fn bare(text: &str) -> String {
        let parts = text.split('\x1b');
        parts.map(|part| part.split_once('m').map_or(part, |(_, rest)| rest)).collect()
    }

    #[test]
    fn men_are_round_and_the_last_move_is_marked() {
        let board = drawn(Style::Unicode, AFTER, Some(BEFORE), false);
        assert_eq!(bare(&board), "  3  ●       \n  2     ●    \n  1  ○     ◇ \n     a  b  c\n");
        let marked = |text: &str| text.matches(";150;").count() + text.matches(";107;").count();
        assert_eq!(marked(&board), 2, "b3 and b2: {board:?}");
        assert_eq!(marked(&drawn(Style::Unicode, AFTER, None, false)), 0);
        let letters = bare(&drawn(Style::Letters, AFTER, None, true));
        assert_eq!(letters, "  1  W     w \n  2     b    \n  3        b \n     c  b  a\n");
    }

    /// Black's men are dark and White's bright, whatever the terminal's own colours are.
    #[test]
    fn the_two_sides_have_two_colours_on_coloured_squares() {
        let board = drawn(Style::Unicode, AFTER, None, false);
        let men: Vec<&str> = board.split('\x1b').filter(|part| part.contains(['●', '○'])).collect();
        assert_eq!(men.len(), 3);
        assert!(men[0].contains("38;5;16m") && men[2].contains("38;5;231m"), "{men:?}");
        assert!(men.iter().all(|man| man.contains("48;5;")), "{men:?}");
        assert!(board.lines().take(3).all(|line| line.ends_with("\x1b[0m")), "{board:?}");
    }

    #[test]
    fn what_is_plain_or_no_board_stays_as_it_is() {
        assert_eq!(drawn(Style::Plain, AFTER, Some(BEFORE), true), AFTER);
        let graph = "node 1: open\n  -> 2: won\n";
        assert_eq!(drawn(Style::Unicode, graph, None, true), graph);
    }

    #[test]
    fn pipes_and_whoever_asks_for_it_get_no_colour() {
        let suited = |is_terminal, variables: &[(&str, &str)]| {
            Style::suited(is_terminal, |name| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        let term = ("TERM", "xterm-256color");
        assert_eq!(suited(true, &[term]), Style::Unicode);
        assert_eq!(suited(true, &[term, ("LANG", "de_DE.UTF-8")]), Style::Unicode);
        assert_eq!(suited(true, &[term, ("LC_ALL", "C"), ("LANG", "C.utf8")]), Style::Letters);
        for plain in [
            suited(false, &[term]),
            suited(true, &[term, ("NO_COLOR", "1")]),
            suited(true, &[("TERM", "dumb")]),
            suited(true, &[]),
        ] {
            assert_eq!(plain, Style::Plain);
        }
    }
}
