//! A hint, in words: the line, and what it is worth in units that say something.

use andor_core::Player;
use andor_engine::{AnyGame, Score, Thought};
use andor_play::words::plies;
use andor_play::{expected, percent};

/// The most plies of a line.
const LINE: usize = 8;

/// What somebody thinks of the position where `side` is to move.
pub(super) fn hint(game: &dyn AnyGame, side: Player, thought: &Thought) -> String {
    let line: Vec<&str> = thought.line.iter().take(LINE).map(String::as_str).collect();
    let within =
        |length: Option<u32>| length.map_or(String::new(), |n| format!(" within {}", plies(n)));
    let worth = match thought.score {
        Score::Estimate(points) => match expected(game, thought.score) {
            Some(share) => format!("{points:+} points, about {} for {side}", percent(share)),
            None => format!("{points:+} points for {side}, a rough guess in this game"),
        },
        Score::Win(length) => format!("{side} wins{}", within(length)),
        Score::Loss(length) => format!("all moves of {side} lose{}", within(length)),
        Score::Draw => "a draw".to_owned(),
    };
    format!("{}\n  ({worth}, depth {})", line.join(" "), thought.depth)
}

#[cfg(test)]
mod tests {
    use super::hint;
    use andor_core::Player;
    use andor_engine::{Catalogue, Score, Thought};
    use std::time::Duration;

    #[test]
    fn a_hint_explains_its_units() {
        let catalogue = Catalogue::standard();
        let loa = catalogue.game("loa:9x9").unwrap();
        let teaching = catalogue.game("tic-tac-toe").unwrap();
        let line: Vec<String> = (0..20).map(|number| format!("m{number}")).collect();
        let thought = |score| Thought {
            best: Some("m0".to_owned()),
            score,
            depth: 5,
            selective_depth: 9,
            nodes: 100,
            time: Duration::ZERO,
            line: line.clone(),
        };
        let say = |score| hint(&*loa, Player::White, &thought(score));
        let text = say(Score::Estimate(119));
        assert!(text.starts_with("m0 m1 m2 m3 m4 m5 m6 m7\n  (+119 points, about 5"), "{text}");
        assert!(text.ends_with("% for White, depth 5)"), "{text}");
        assert!(say(Score::Win(Some(1))).contains("(White wins within 1 ply, "));
        assert!(say(Score::Loss(Some(4))).contains("(all moves of White lose within 4 plies, "));
        let guess = hint(&*teaching, Player::Black, &thought(Score::Estimate(2)));
        assert!(guess.contains("(+2 points for Black, a rough guess in this game, "), "{guess}");
    }
}
