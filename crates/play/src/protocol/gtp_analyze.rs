//! Analysis of Go that goes on until the next line comes, for Sabaki and Lizzie.
//!
//! ```text
//!   > 7 lz-analyze b 50
//!   < =7
//!   < info move C3 visits 812 winrate 5731 lcb 5731 order 0 pv C3 C2 D2
//!   < info move C3 visits 20410 winrate 5616 lcb 5616 order 0 pv C3 D3 C2
//!   >                                          (any line, even an empty one)
//!   <                                          (the empty line that ends the answer)
//! ```
//!
//! Leela Zero says rates in ten thousandths (`lz-analyze`), KataGo as fractions (`kata-analyze`), both
//! for the side to move. The player values one move, the best; visits are its nodes.

use crate::notation::to_vertex;
use crate::session::{Event, Output};
use andor_core::Instant;
use andor_engine::{Score, Thought};
use std::time::Duration;

/// Whose words are spoken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Dialect {
    LeelaZero,
    KataGo,
}

/// What is wanted of an analysis, by the command's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Analysis {
    dialect: Dialect,
    /// Whether it ends by a move that is played.
    pub(super) is_move: bool,
}

/// The commands that begin an analysis.
pub(super) const ANALYSES: [&str; 4] =
    ["lz-analyze", "kata-analyze", "lz-genmove_analyze", "kata-genmove_analyze"];

/// What KataGo and Leela Zero can be asked to tell more or less of. There is nothing of it here.
const DETAILS: [&str; 8] = [
    "minmoves",
    "maxmoves",
    "rootInfo",
    "ownership",
    "ownershipStdev",
    "movesOwnership",
    "pvVisits",
    "pvEdgeVisits",
];

/// The odds of a win where the player holds the game for decided.
const DECISIVE_ODDS: f64 = 19.0;

impl Analysis {
    /// What this command begins.
    pub(super) fn of(name: &str) -> Option<Analysis> {
        let dialect = match name.split_once('-')?.0 {
            "lz" => Dialect::LeelaZero,
            _ => Dialect::KataGo,
        };
        let is_move = name.contains("genmove");
        ANALYSES.contains(&name).then_some(Analysis { dialect, is_move })
    }

    /// What hears the player think, and tells it at most once an interval and at the end.
    /// `decisive` is the estimate from which on the player holds a game for decided.
    pub(super) fn teller(
        self,
        interval: Duration,
        decisive: Option<i32>,
        out: &Output<'_>,
    ) -> impl FnMut(&Event) + Send {
        let mut told: Option<Instant> = None;
        move |event| {
            let thought = match event {
                Event::Best(thought) => thought,
                Event::Thought(thought) if told.is_none_or(|told| told.elapsed() >= interval) => {
                    thought
                }
                // A player that fails has said so on stderr.
                Event::Thought(_) | Event::Failed(_) | Event::Solved(_) => return,
            };
            told = Some(Instant::now());
            if let Some(text) = self.line(thought, decisive) {
                out.say(&text);
            }
        }
    }

    /// A thought as a line.
    fn line(self, thought: &Thought, decisive: Option<i32>) -> Option<String> {
        let best = to_vertex(thought.best.as_deref()?);
        let rate = win_rate(thought.score, decisive);
        let rates = match self.dialect {
            Dialect::LeelaZero => {
                let rate = (10_000.0 * rate).round();
                format!("winrate {rate} lcb {rate}")
            }
            Dialect::KataGo => format!("winrate {rate:.6} lcb {rate:.6}"),
        };
        let line: Vec<String> = match &thought.line[..] {
            [] => vec![best.clone()],
            line => line.iter().map(|text| to_vertex(text)).collect(),
        };
        let (visits, line) = (thought.nodes.max(1), line.join(" "));
        Some(format!("info move {best} visits {visits} {rates} order 0 pv {line}"))
    }
}

/// How likely the side to move wins: what is seen to the end is certain, an estimate lies on a
/// logistic curve.
fn win_rate(score: Score, decisive: Option<i32>) -> f64 {
    match score {
        Score::Win(_) => 1.0,
        Score::Loss(_) => 0.0,
        Score::Draw => 0.5,
        Score::Estimate(points) => {
            let share = f64::from(points) / f64::from(decisive.unwrap_or(i32::MAX).max(1));
            1.0 / (1.0 + DECISIVE_ODDS.powf(-share))
        }
    }
}

/// The interval among the words behind the colour: `50`, `interval 50`, with details; in hundredths of
/// a second.
pub(super) fn interval(words: &[&str]) -> Result<Duration, String> {
    let mut interval = Duration::ZERO;
    let number = |word: Option<&&str>| {
        let number = word.and_then(|word| word.parse::<u32>().ok());
        number.map(|number| Duration::from_millis(10 * u64::from(number)))
    };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match *word {
            "interval" => interval = number(words.next()).ok_or("interval not an integer")?,
            detail if DETAILS.contains(&detail) => {
                words.next().ok_or_else(|| format!("{detail} without a value"))?;
            }
            _ => {
                let known = || format!("{word:?} is no interval, and no detail of an analysis");
                interval = number(Some(word)).ok_or_else(known)?;
            }
        }
    }
    Ok(interval)
}

#[cfg(test)]
mod tests {
    use super::{Analysis, interval, win_rate};
    use andor_engine::{Score, Thought};
    use std::time::Duration;

    #[test]
    fn a_thought_is_said_in_two_dialects() {
        let moves = ["i9", "pass"].map(str::to_owned);
        let thought = Thought {
            best: Some(moves[0].clone()),
            score: Score::Estimate(20),
            depth: 2,
            selective_depth: 2,
            nodes: 7,
            time: Duration::ZERO,
            line: moves.to_vec(),
        };
        let line = |name| Analysis::of(name).unwrap().line(&thought, Some(20)).unwrap();
        let (lz, kata) = (line("lz-analyze"), line("kata-analyze"));
        assert_eq!(lz, "info move J9 visits 7 winrate 9500 lcb 9500 order 0 pv J9 PASS");
        assert!(kata.contains(" winrate 0.950000 "), "{kata}");
        assert!(Analysis::of("lz-genmove_analyze").unwrap().is_move);
        assert_eq!((Analysis::of("lz-x"), Analysis::of("analyze")), (None, None));
        assert_eq!((win_rate(Score::Win(None), None), win_rate(Score::Draw, None)), (1.0, 0.5));
    }

    #[test]
    fn intervals_come_with_details_or_alone() {
        let read = |text: &str| interval(&text.split(' ').collect::<Vec<_>>());
        assert_eq!(interval(&[]), Ok(Duration::ZERO));
        assert_eq!(read("50"), Ok(Duration::from_millis(500)));
        assert_eq!(read("maxmoves 3 interval 7"), Ok(Duration::from_millis(70)));
        for bad in ["x", "interval", "interval x", "avoid b C3 1", "minmoves"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
