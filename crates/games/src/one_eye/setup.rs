//! One-eye problems as text, in a line and as a picture.
//!
//! A line: the board, the side to move, then in any order `eye=w` (the defender), `region=a1,b1,a2`
//! and, as in Go, `ko=c3` and `passes=1`. A picture is what [`drawn`] draws: ranks from the top, `.`
//! and `+` for empty points outside and inside the region, `b` and `w` for stones outside, `B` and
//! `W` for stones inside; with or without numbers before the ranks and letters below.
//!
//! Vocabulary of texts, not rules of play, so both implementations read it here. Refused are a
//! region without points, and a chain that would have been taken already.

use super::Variant;
use crate::go::{self, Ko};
use andor_core::board::{Rectangle, Setup};
use andor_core::{InputError, Player};

/// What stands behind the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ProblemExtras {
    /// The point that may not be played on.
    pub(super) ko: Option<usize>,
    /// Passes just made: 0, 1 or, where the game is over, 2.
    pub(super) passes: u8,
    /// Who is to make an eye.
    pub(super) defender: Player,
    /// Whether each point is one of the region.
    pub(super) region: Vec<bool>,
}

/// Reads a position text, or says in one line why it is none.
pub(super) fn read(text: &str, variant: &Variant) -> Result<(Setup, ProblemExtras), InputError> {
    let mut setup = variant.board().read(text)?;
    let board = variant.board();
    let mut reasons = Vec::new();
    let (mut ko, mut passes, mut defender) = (None, 0, None);
    let mut region = vec![false; setup.cells.len()];
    let mut rest = Vec::new();
    for word in std::mem::take(&mut setup.extras) {
        let shown = InputError::quote(&word);
        match word.split_once('=') {
            Some(("ko", _)) if variant.ko != Ko::Simple => {
                reasons.push(format!("{shown} belongs to games with ko=simple"));
            }
            Some(("ko", name)) if ko.is_none() => {
                ko = board.named(name);
                if ko.is_none() {
                    reasons.push(format!("{shown} does not name a point"));
                }
            }
            Some(("passes", number)) if matches!(number, "0" | "1" | "2") => {
                passes = number.as_bytes()[0] - b'0';
            }
            Some(("passes", _)) => reasons.push(format!("{shown} is not 0, 1 or 2")),
            Some(("eye", letter)) => {
                defender = Player::from_letter(letter);
                if defender.is_none() {
                    reasons.push(format!("{shown} is not eye=b or eye=w"));
                }
            }
            Some(("region", names)) => {
                for name in names.split(',') {
                    match board.named(name) {
                        Some(point) => region[point] = true,
                        None => {
                            let name = InputError::quote(name);
                            reasons.push(format!("{name} of the region is not on the board"));
                        }
                    }
                }
            }
            _ => rest.push(word),
        }
    }
    setup.extras = rest;
    if !region.contains(&true) {
        reasons.push("a region is missing, such as region=a1,b1".to_owned());
    }
    let Some(defender) = defender else {
        reasons.push("the defender is missing, eye=b or eye=w".to_owned());
        setup.refuse_for(reasons)?;
        return Err(InputError::new("the defender is missing"));
    };
    if ko.is_some_and(|ko| !region[ko] || setup.cells[ko] != '.') {
        reasons.push("the ko point is not an empty point of the region".to_owned());
    }
    for stone in taken(&setup, &region) {
        reasons.push(format!("the chain of {} has no liberty", board.name(stone)));
    }
    setup.refuse_for(reasons)?;
    Ok((setup, ProblemExtras { ko, passes, defender, region }))
}

/// The words that [`read`] reads, always in the same order.
pub(super) fn words(extras: &ProblemExtras, board: Rectangle) -> Vec<String> {
    let &ProblemExtras { ko, passes, .. } = extras;
    let mut words = go::setup::words(go::setup::Extras { ko, passes }, board);
    words.push(format!("eye={}", extras.defender.letter()));
    let inside = (0..extras.region.len()).filter(|&point| extras.region[point]);
    let names: Vec<String> = inside.map(|point| board.name(point)).collect();
    words.push(format!("region={}", names.join(",")));
    words
}

/// The picture of a board with its region.
pub(super) fn draw(mut setup: Setup, region: &[bool]) -> String {
    for (cell, _) in setup.cells.iter_mut().zip(region).filter(|(_, inside)| **inside) {
        *cell = if *cell == '.' { '+' } else { cell.to_ascii_uppercase() };
    }
    setup.draw()
}

/// The picture of a problem that is given as a position text.
///
/// # Errors
/// If the text is no position of that board.
pub fn drawn(text: &str, variant: &Variant) -> Result<String, InputError> {
    let (setup, extras) = read(text, variant)?;
    Ok(draw(setup, &extras.region))
}

/// Reads a picture: the board's columns and rows, and the position text for these players.
///
/// # Errors
/// One line that says what is wrong with the picture.
///
/// ```
/// use andor_core::Player;
/// let picture = "4 . . . .\n3 b b b .\n2 + + + w\n1 + B + w\n  a b c d\n";
/// let read = andor_games::one_eye::read_drawn(picture, Player::White, Player::White).unwrap();
/// assert_eq!(read, (4, 4, "4/bbb1/3w/1b1w w eye=w region=a1,b1,c1,a2,b2,c2".to_owned()));
/// ```
pub fn read_drawn(
    picture: &str,
    side: Player,
    defender: Player,
) -> Result<(usize, usize, String), InputError> {
    let mut ranks: Vec<Vec<char>> = Vec::new();
    for line in picture.lines() {
        let mut words = line.split_whitespace().peekable();
        words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let rank: Vec<char> = words.flat_map(str::chars).collect();
        let is_legend = rank.iter().zip('a'..).all(|(letter, file)| *letter == file);
        if rank.is_empty() || rank.len() > 1 && is_legend {
            continue;
        }
        if let Some(letter) = rank.iter().find(|letter| !".+bwBW".contains(**letter)) {
            let (letter, line) = (InputError::quote(&letter.to_string()), InputError::quote(line));
            return Err(InputError::new(format!("{letter} in {line} is none of . + b w B W")));
        }
        ranks.push(rank);
    }
    let columns = ranks.first().map_or(0, Vec::len);
    if columns == 0 || ranks.iter().any(|rank| rank.len() != columns) || columns > 26 {
        return Err(InputError::new("the ranks of a picture are not equally long"));
    }
    let rows = ranks.len();
    let cells: Vec<char> = ranks.into_iter().rev().flatten().collect();
    let region: Vec<bool> = cells.iter().map(|cell| "+BW".contains(*cell)).collect();
    let letter = |cell: &char| if *cell == '+' { '.' } else { cell.to_ascii_lowercase() };
    let board = Rectangle::new(columns, rows);
    let extras = words(&ProblemExtras { ko: None, passes: 0, defender, region }, board);
    let setup = Setup { columns, rows, cells: cells.iter().map(letter).collect(), side, extras };
    Ok((columns, rows, setup.to_string()))
}

/// The first stone of every chain that cannot be on the board.
fn taken(setup: &Setup, region: &[bool]) -> Vec<usize> {
    let (columns, cells) = (setup.columns, &setup.cells);
    let are_near = |a: usize, b: usize| {
        (a % columns).abs_diff(b % columns) + (a / columns).abs_diff(b / columns) == 1
    };
    let mut seen = vec![false; cells.len()];
    let mut found = Vec::new();
    for start in (0..cells.len()).filter(|&point| cells[point] != '.') {
        let mut chain = vec![start];
        let (mut looked_at, mut is_free) = (0, false);
        while !seen[start] && looked_at < chain.len() {
            let here = chain[looked_at];
            is_free |= !region[here];
            for near in (0..cells.len()).filter(|&near| are_near(here, near)) {
                is_free |= cells[near] == '.';
                if cells[near] == cells[start] && !chain.contains(&near) {
                    chain.push(near);
                }
            }
            looked_at += 1;
        }
        if !seen[start] && !is_free {
            found.push(start);
        }
        for stone in chain {
            seen[stone] = true;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Variant, drawn, read, read_drawn};
    use crate::go::Ko;
    use andor_core::Player;

    #[test]
    fn every_reason_is_named_in_one_line() {
        let variant = Variant { columns: 4, rows: 4, ko: Ko::Situational };
        for (text, parts) in [
            ("4/4/4/4 b", vec!["region is missing", "defender is missing"]),
            ("4/4/4/4 b eye=x region=a1", vec!["\"eye=x\""]),
            ("4/4/4/4 b eye=b region=a1,e1", vec!["\"e1\" of the region"]),
            ("4/4/4/4 b eye=b region=", vec!["\"\" of the region"]),
            ("4/4/b3/wb2 b eye=w region=a1,a2,b1", vec!["chain of a1 has no liberty"]),
            ("4/4/4/4 b eye=b region=a1 ko=a1 x", vec!["ko=simple", "\"x\""]),
        ] {
            let error = read(text, &variant).unwrap_err().to_string();
            assert!(!error.contains('\n'), "{error}");
            for part in parts {
                assert!(error.contains(part), "{error} lacks {part}");
            }
        }
        // A stone outside the region needs no liberty.
        assert!(read("4/4/b3/wb2 b eye=w region=a2,b1", &variant).is_ok());
    }

    #[test]
    fn pictures_are_read_as_they_are_drawn() {
        let variant = Variant { columns: 5, rows: 4, ko: Ko::Situational };
        let text = "5/bbb2/w1bw1/2w1b b eye=w region=a1,b1,c1,a2,b2,c2";
        let picture = drawn(text, &variant).unwrap();
        assert_eq!(
            picture,
            "  4 . . . . .\n  3 b b b . .\n  2 W + B w .\n  1 + + W . b\n    a b c d e\n"
        );
        let read = read_drawn(&picture, Player::Black, Player::White).unwrap();
        assert_eq!(read, (5, 4, text.to_owned()));
        for bad in ["", "+ + x\n", "+ +\n+\n"] {
            assert!(read_drawn(bad, Player::Black, Player::White).is_err(), "{bad}");
        }
    }
}
