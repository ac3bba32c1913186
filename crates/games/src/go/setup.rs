//! From a board as written down to a position that can be: the reasons why one cannot.
//!
//! This is vocabulary of texts, not rules of play, so both implementations read it here. Behind
//! the side to move a text may say `ko=c3`, the point that a ko forbids (with `ko=simple` only),
//! and `passes=1`, how many passes have just been made. It refuses a chain without liberties and
//! a ko point that is not empty. It does not ask whether some game really leads to a position.

use super::{Ko, Variant};
use andor_core::InputError;
use andor_core::board::{Rectangle, Setup, square_name};

/// What stands behind the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Extras {
    /// The point that may not be played on.
    pub(crate) ko: Option<usize>,
    /// Passes just made: 0, 1 or, where the game is over, 2.
    pub(crate) passes: u8,
}

/// Reads a position text, or says in one line why it is none.
pub(super) fn read(text: &str, variant: &Variant) -> Result<(Setup, Extras), InputError> {
    let mut setup = variant.board().read(text)?;
    let mut extras = Extras::default();
    let mut reasons = Vec::new();
    let mut rest = Vec::new();
    for word in std::mem::take(&mut setup.extras) {
        let shown = InputError::quote(&word);
        match word.split_once('=') {
            Some(("ko", _)) if variant.ko != Ko::Simple => reasons
                .push(format!("{shown} belongs to games with ko=simple, here the history decides")),
            Some(("ko", name)) if extras.ko.is_none() => {
                match variant.board().named(name).filter(|&point| setup.cells[point] == '.') {
                    Some(point) => extras.ko = Some(point),
                    None => reasons.push(format!("{shown} does not name an empty point")),
                }
            }
            Some(("passes", number)) if matches!(number, "0" | "1" | "2") => {
                extras.passes = number.as_bytes()[0] - b'0';
            }
            Some(("passes", _)) => reasons.push(format!("{shown} is not 0, 1 or 2")),
            _ => rest.push(word),
        }
    }
    setup.extras = rest;
    for (number, _) in setup.cells.iter().enumerate().filter(|(_, cell)| **cell != '.') {
        let chain = chain(&setup, number);
        let first = chain.iter().all(|&stone| stone >= number);
        let is_free = |&stone: &usize| neighbours(&setup, stone).any(|p| setup.cells[p] == '.');
        if first && !chain.iter().any(is_free) {
            let name = square_name(number % setup.columns, number / setup.columns);
            reasons.push(format!("the chain of {name} has no liberty"));
        }
    }
    setup.refuse_for(reasons)?;
    Ok((setup, extras))
}

/// The words that [`read`] reads.
pub(crate) fn words(extras: Extras, board: Rectangle) -> Vec<String> {
    let ko = extras.ko.map(|point| format!("ko={}", board.name(point)));
    let passes = (extras.passes > 0).then(|| format!("passes={}", extras.passes));
    ko.into_iter().chain(passes).collect()
}

fn neighbours(setup: &Setup, point: usize) -> impl Iterator<Item = usize> + use<> {
    let (columns, rows) = (setup.columns, setup.rows);
    let (column, row) = (point % columns, point / columns);
    let left = (column > 0).then(|| point - 1);
    let right = (column + 1 < columns).then(|| point + 1);
    let below = (row > 0).then(|| point - columns);
    let above = (row + 1 < rows).then(|| point + columns);
    [left, right, below, above].into_iter().flatten()
}

fn chain(setup: &Setup, start: usize) -> Vec<usize> {
    let mut chain = vec![start];
    let mut looked_at = 0;
    while looked_at < chain.len() {
        for next in neighbours(setup, chain[looked_at]) {
            if setup.cells[next] == setup.cells[start] && !chain.contains(&next) {
                chain.push(next);
            }
        }
        looked_at += 1;
    }
    chain
}

#[cfg(test)]
mod tests {
    use super::{read, words};
    use crate::go::Variant;
    use andor_core::Spec;

    #[test]
    fn every_reason_is_named_in_one_line() {
        let simple = Variant::from_spec(&Spec::parse("go:3x3,ko=simple").unwrap()).unwrap();
        let superko = Variant::new(3, 3);
        for (text, variant, parts) in [
            ("bw1/w2/3 b", simple, vec!["chain of a3 has no liberty"]),
            ("bbw/bbw/www b", simple, vec!["chain of a1", "chain of a2"]),
            ("b2/3/3 w ko=a3", simple, vec!["\"ko=a3\" does not name an empty point"]),
            ("b2/3/3 w ko=d3", simple, vec!["\"ko=d3\""]),
            ("b2/3/3 w ko=b2", superko, vec!["\"ko=b2\" belongs to games with ko=simple"]),
            ("b2/3/3 w passes=3 fast", simple, vec!["\"passes=3\" is not", "\"fast\""]),
        ] {
            let error = read(text, &variant).unwrap_err().to_string();
            assert!(!error.contains('\n'), "{error}");
            for part in parts {
                assert!(error.contains(part), "{error} lacks {part}");
            }
        }
        let (setup, extras) = read("b2/3/3 w ko=B2 passes=1", &simple).unwrap();
        assert!(setup.extras.is_empty());
        assert_eq!(words(extras, simple.board()), ["ko=b2", "passes=1"]);
    }
}
