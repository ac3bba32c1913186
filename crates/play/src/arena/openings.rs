//! Openings: how the games of a match begin, so that deterministic players play different ones.
//!
//! A file has one opening a line: moves from the initial position, separated by spaces; what
//! follows a `#` is a comment. Without a file, openings are a few random moves by a seed, all
//! different, none of which ends the game.

use andor_core::{InputError, Key, SplitMix64};
use andor_engine::{AnyGame, Line};
use std::collections::HashSet;

/// How often random moves are drawn before it is believed that there are no more openings.
const TRIES: usize = 1000;

/// A short name of a text that no other text has by chance: logs tell openings apart by it.
#[must_use]
pub fn fingerprint(text: &str) -> String {
    format!("{:016x}", Key::of_bytes(text.as_bytes()).tag)
}

/// Reads a file of openings. At least one must be in it.
///
/// # Errors
/// Tells the line that cannot be played.
pub fn read_openings(game: &dyn AnyGame, text: &str) -> Result<Vec<Line>, InputError> {
    let mut openings = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let moves = line.split('#').next().unwrap_or_default();
        let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        if moves.is_empty() {
            continue;
        }
        let refuse = |why: String| InputError::new(format!("line {number}: {why}"));
        let opening = game.position(None, &moves).map_err(|error| refuse(error.to_string()))?;
        if opening.ending().is_some() {
            return Err(refuse(format!("{} ends the game", InputError::quote(line.trim()))));
        }
        openings.push(opening);
    }
    if openings.is_empty() {
        return Err(InputError::new("there is no opening in it"));
    }
    Ok(openings)
}

/// Up to `count` different openings of `plies` random moves: fewer only where there are not so many.
#[must_use]
pub fn random_openings(game: &dyn AnyGame, plies: usize, count: usize, seed: u64) -> Vec<Line> {
    let mut random = SplitMix64::new(seed);
    let mut openings = Vec::new();
    let mut known = HashSet::new();
    let mut failures = 0;
    while openings.len() < count && failures < TRIES {
        let opening = random_opening(game, plies, &mut random);
        match opening.filter(|opening| known.insert(opening.moves().to_vec())) {
            Some(opening) => {
                openings.push(opening);
                failures = 0;
            }
            None => failures += 1,
        }
    }
    openings
}

/// Random moves; nothing if they end the game.
fn random_opening(game: &dyn AnyGame, plies: usize, random: &mut SplitMix64) -> Option<Line> {
    let mut line = game.position(None, &[]).expect("the initial position is a position");
    for _ in 0..plies {
        let moves = game.legal_moves(&line);
        if moves.is_empty() {
            return None;
        }
        game.play(&mut line, &moves[random.below(moves.len())]).expect("it is a legal move");
    }
    line.ending().is_none().then_some(line)
}

#[cfg(test)]
mod tests {
    use super::{random_openings, read_openings};
    use andor_engine::{Catalogue, Line};

    #[test]
    fn files_are_read_and_faults_are_told() {
        let game = Catalogue::standard().game("loa").unwrap();
        let text = "# two openings\n\nC8c6 a4:c2   # captures need no x\nb8-b6\n";
        let openings = read_openings(&*game, text).unwrap();
        let moves: Vec<&[String]> = openings.iter().map(Line::moves).collect();
        assert_eq!(moves, [&["c8-c6", "a4-c2"][..], &["b8-b6"]]);
        let error = read_openings(&*game, "c8-c6\nc8-c6 c8-c6\n").unwrap_err().to_string();
        assert!(error.starts_with("line 2: move \"c8-c6\" is not legal"), "{error}");
        assert!(read_openings(&*game, "# nothing\n").is_err());
        let game = Catalogue::standard().game("tic-tac-toe").unwrap();
        assert!(read_openings(&*game, "a1 a2 b1 b2 c1").is_err(), "it is over");
    }

    #[test]
    fn random_openings_differ_and_repeat_with_their_seed() {
        let game = Catalogue::standard().game("loa").unwrap();
        let openings = random_openings(&*game, 4, 50, 7);
        assert_eq!(openings.len(), 50);
        assert_eq!(openings, random_openings(&*game, 4, 50, 7));
        assert_ne!(openings, random_openings(&*game, 4, 50, 8));
        // The first ones stay the same when more are wanted.
        assert_eq!(openings[..10], random_openings(&*game, 4, 10, 7));
        for opening in &openings {
            assert_eq!(game.position(None, opening.moves()).unwrap(), *opening);
        }
        let game = Catalogue::standard().game("tic-tac-toe").unwrap();
        assert_eq!(random_openings(&*game, 1, 50, 1).len(), 9, "there are no more");
        assert_eq!(random_openings(&*game, 9, 50, 1).len(), 0, "all games are over");
    }
}
