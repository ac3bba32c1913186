//! Positions of English draughts as PDN writes them.
//!
//! ```text
//!   B:W18,24,K10:B12,K22     Black to move; white men on 18 and 24, a white king on 10, ...
//! ```
//!
//! Read leniently: in any case, colours in any order, with spaces, a dot at the end, ranges of
//! squares (`1-12`), and the counters `H` and `F` of other games, which say nothing here.

use super::{SQUARES, column_and_row, number};
use andor_core::board::Setup;
use andor_core::{InputError, Player};

const LETTERS: &str = "bwBW";

/// Whether a text can be nothing else.
pub(crate) fn looks_like(text: &str) -> bool {
    text.trim().split_once(':').is_some_and(|(side, _)| colour(side).is_some())
}

fn colour(text: &str) -> Option<Player> {
    Player::from_letter(&text.trim().to_ascii_lowercase())
}

/// The position text that a FEN means.
pub(crate) fn read(text: &str) -> Result<String, InputError> {
    let bad = |why: String| {
        InputError::new(format!("position {}: {why}", InputError::quote(text.trim())))
    };
    let mut parts = text.trim().trim_end_matches(['.', ' ']).split(':');
    let side = parts.next().and_then(colour);
    let side =
        side.ok_or_else(|| bad("a FEN begins with B: or W:, the side to move".to_owned()))?;
    let mut cells = vec!['.'; 64];
    let mut seen = Vec::new();
    for part in parts {
        let part = part.trim();
        let Some(first) = part.chars().next() else { continue };
        if matches!(first, 'H' | 'h' | 'F' | 'f') {
            continue;
        }
        let shown = InputError::quote(part);
        let owner = part.get(..1).and_then(colour);
        let owner = owner.ok_or_else(|| bad(format!("{shown} does not begin with B or W")))?;
        if seen.contains(&owner) {
            return Err(bad(format!("{owner} comes twice")));
        }
        seen.push(owner);
        for word in part[1..].split(',').map(str::trim).filter(|word| !word.is_empty()) {
            let squares = word.strip_prefix(['K', 'k']);
            let letter = match squares {
                Some(_) => owner.letter().to_ascii_uppercase(),
                None => owner.letter(),
            };
            let (from, to) = range(squares.unwrap_or(word)).ok_or_else(|| {
                let word = InputError::quote(word);
                bad(format!("{word} is not a square: they are 1 to {SQUARES}"))
            })?;
            for square in from..=to {
                let (column, row) = column_and_row(square).expect("a range is on the board");
                let cell = &mut cells[row * 8 + column];
                if *cell != '.' {
                    return Err(bad(format!("there are two pieces on square {square}")));
                }
                *cell = letter;
            }
        }
    }
    let setup = Setup { columns: 8, rows: 8, cells, side, extras: Vec::new() };
    Ok(setup.to_string())
}

/// `18`, or `1-12`.
fn range(text: &str) -> Option<(usize, usize)> {
    let square = |text: &str| {
        let text = text.trim();
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|&square| is_number && column_and_row(square).is_some())
    };
    match text.split_once('-') {
        None => Some((square(text)?, square(text)?)),
        Some((from, to)) => Some((square(from)?, square(to)?)).filter(|(from, to)| from <= to),
    }
}

/// The FEN of a position text.
pub(crate) fn write(text: &str) -> Option<String> {
    let setup = Setup::parse(text, 8, 8, LETTERS).ok()?;
    let list = |player: Player| {
        let mut squares = Vec::new();
        for (place, &cell) in setup.cells.iter().enumerate() {
            if cell.eq_ignore_ascii_case(&player.letter()) {
                squares.push((number(place % 8, place / 8)?, cell.is_ascii_uppercase()));
            }
        }
        squares.sort_unstable();
        let word = |&(square, is_king): &(usize, bool)| {
            format!("{}{square}", if is_king { "K" } else { "" })
        };
        Some(squares.iter().map(word).collect::<Vec<_>>().join(","))
    };
    let (white, black) = (list(Player::White)?, list(Player::Black)?);
    let side = setup.side.letter().to_ascii_uppercase();
    Some(format!("{side}:W{white}:B{black}"))
}

#[cfg(test)]
mod tests {
    use super::{looks_like, read, write};

    #[test]
    fn positions_round_trip() {
        for (fen, text) in [
            ("B:WK10,18,24:B12,K22", "8/8/3W3b/8/3w4/2B3w1/8/8 b"),
            ("W:WK14:B10,11,18,19", "8/8/3b1b2/2W5/3b1b2/8/8/8 w"),
            ("B:W:BK1", "1B6/8/8/8/8/8/8/8 b"),
        ] {
            assert_eq!(read(fen).unwrap(), text);
            assert_eq!(write(text).unwrap(), fen);
        }
        let start = "1b1b1b1b/b1b1b1b1/1b1b1b1b/8/8/w1w1w1w1/1w1w1w1w/w1w1w1w1 b";
        for same in ["B:W21-32:B1-12.", " b : b1-12 : w 21-24, 25-32 : H0:F1 "] {
            assert!(looks_like(same));
            assert_eq!(read(same).unwrap(), start, "{same}");
        }
        assert_eq!(write("8/8/8/8/8/8/8/1b6 b"), None, "not a playable square");
        assert!(!looks_like(start) && !looks_like("") && !looks_like("game: x"));
    }

    #[test]
    fn what_is_wrong_is_quoted() {
        for (fen, part) in [
            ("B:W33:B1", "\"33\" is not a square: they are 1 to 32"),
            ("B:W0:B1", "\"0\""),
            ("B:WKK1:B1", "\"KK1\""),
            ("B:W12-1:B2", "\"12-1\""),
            ("B:W1:B1", "two pieces on square 1"),
            ("B:W1:W2", "White comes twice"),
            ("B:X1:B2", "\"X1\" does not begin with B or W"),
            ("B:\u{e9}1", "does not begin with B or W"),
            ("B:W+1:B2", "\"+1\""),
            ("x", "begins with B: or W:"),
        ] {
            let error = read(fen).unwrap_err().to_string();
            assert!(error.starts_with(&format!("position \"{fen}\": ")), "{error}");
            assert!(error.contains(part), "{error}");
        }
    }
}
