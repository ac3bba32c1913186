//! Where records begin: at the positions of a set, but for those of games that another set has positions of.

use crate::sets;
use andor_core::InputError;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fs;

/// A line of a set: a position, and which game it is of, where it says so.
#[derive(Deserialize)]
struct Line {
    game: String,
    position: String,
    source: Option<String>,
    number: Option<u64>,
}

/// The lines of a set that comes with andor, or of a file.
fn read(set: &str) -> Result<Vec<Line>, InputError> {
    let name = InputError::quote(set);
    let text = match sets::find(set) {
        Some(text) => text.to_owned(),
        None => fs::read_to_string(set)
            .map_err(|error| InputError::new(format!("set {name}: {error}")))?,
    };
    let read = |(number, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|_| {
            InputError::new(format!("set {name}, line {}: this is no position", number + 1))
        })
    };
    text.lines().enumerate().map(read).collect()
}

/// The positions of this game in a set that are of no game that is in the other one.
///
/// # Errors
/// If a set cannot be read, or has none.
pub(super) fn starts(
    game: &str,
    set: &str,
    without: Option<&str>,
) -> Result<Vec<String>, InputError> {
    let others = without.map_or(Ok(Vec::new()), read)?;
    let others: BTreeSet<_> = others.into_iter().map(|line| (line.source, line.number)).collect();
    let mut starts = Vec::new();
    for line in read(set)? {
        if line.game == game && !others.contains(&(line.source, line.number)) {
            starts.push(line.position);
        }
    }
    if starts.is_empty() {
        let (set, game) = (InputError::quote(set), InputError::quote(game));
        return Err(InputError::new(format!("set {set} has no position for records of {game}")));
    }
    Ok(starts)
}

#[cfg(test)]
mod tests {
    use super::starts;

    /// Both sets have positions of the same self-play.
    #[test]
    fn records_begin_at_positions_of_games_that_are_not_kept_for_a_test() {
        let all = starts("loa:8x8", "loa-8x8-easier", None).unwrap();
        let some = starts("loa:8x8", "loa-8x8-easier", Some("loa-8x8-harder")).unwrap();
        assert_eq!(all.len(), 488);
        assert!(some.len() > 200 && some.len() < 400, "{}", some.len());
        assert!(some.iter().all(|position| all.contains(position)));
        let none = starts("loa:8x8", "loa-8x8-easier", Some("loa-8x8-easier")).unwrap_err();
        assert!(none.to_string().contains("\"loa-8x8-easier\""), "{none}");
        assert!(starts("loa:6x6", "loa-8x8-easier", None).is_err());
        assert!(starts("loa:6x6", "no such set", None).is_err());
    }
}
