//! Perft files: one line a position, `spec | position or start | count count count ...`; `#`
//! begins a comment, which names the source.

use super::{bytes_of, ensure};
use crate::{Game, InputError, Rules, perft};

/// One line of a perft file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PerftLine {
    /// The game.
    pub spec: String,
    /// A position text, or `None` for the initial position.
    pub position: Option<String>,
    /// Leaves at depth 1, 2, 3, ...
    pub counts: Vec<u64>,
}

/// Reads a perft file.
///
/// # Errors
/// Quotes the first line that is not understood.
pub fn parse_perft_file(text: &str) -> Result<Vec<PerftLine>, String> {
    let mut lines = Vec::new();
    for line in text.lines() {
        let content = line.split('#').next().unwrap_or_default().trim();
        if content.is_empty() {
            continue;
        }
        let fields: Vec<&str> = content.split('|').map(str::trim).collect();
        let parsed = match fields[..] {
            [spec, position, counts] => {
                let counts: Result<Vec<u64>, _> =
                    counts.split_whitespace().map(str::parse).collect();
                counts.ok().map(|counts| PerftLine {
                    spec: spec.to_owned(),
                    position: (position != "start").then(|| position.to_owned()),
                    counts,
                })
            }
            _ => None,
        };
        let refuse = || format!("not a perft line: {}", InputError::quote(line));
        lines.push(parsed.ok_or_else(refuse)?);
    }
    Ok(lines)
}

/// Both implementations count what the line says; each only down to its largest affordable
/// number of leaves.
///
/// # Errors
/// The first count that differs.
pub fn check_perft<G: Game, R: Rules>(
    game: &G,
    reference: &R,
    line: &PerftLine,
    fast_leaves: u64,
    reference_leaves: u64,
) -> Result<usize, String> {
    let position = match &line.position {
        None => game.initial(),
        Some(text) => game.parse_position(text).map_err(|error| error.to_string())?,
    };
    let twin = reference.decode(&bytes_of(game, &position));
    let twin = twin.ok_or("the reference refuses the position's bytes")?;
    let mut checked = 0;
    for (depth, &expected) in (1..).zip(&line.counts) {
        if expected <= fast_leaves {
            let found = perft(game, &position, depth);
            ensure(found == expected, || {
                format!("{} perft {depth}: {found}, not {expected}", line.spec)
            })?;
            checked += 1;
        }
        if expected <= reference_leaves {
            let found = count(reference, &twin, depth);
            ensure(found == expected, || {
                format!("{} reference perft {depth}: {found}, not {expected}", line.spec)
            })?;
            checked += 1;
        }
    }
    Ok(checked)
}

/// Perft without any help from the game: every leaf is reached by playing its moves.
fn count<R: Rules>(rules: &R, position: &R::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if rules.outcome(position).is_some() {
        return 0;
    }
    let mut moves = Vec::new();
    rules.moves(position, &mut moves);
    moves.into_iter().map(|mv| count(rules, &rules.after(position, mv), depth - 1)).sum()
}

#[cfg(test)]
mod tests {
    use super::{PerftLine, parse_perft_file};

    #[test]
    fn perft_files_are_read_and_broken_lines_quoted() {
        let text = "# source\na:2x2 | start | 1 2 3 # tail\n\na:2x2 | b1/1w w | 4\n";
        let lines = parse_perft_file(text).unwrap();
        let start = PerftLine { spec: "a:2x2".into(), position: None, counts: vec![1, 2, 3] };
        assert_eq!(lines[0], start);
        assert_eq!(lines[1].position.as_deref(), Some("b1/1w w"));
        assert!(parse_perft_file("a | b").unwrap_err().contains("a | b"));
        assert!(parse_perft_file("a | start | x").is_err());
    }
}
