//! What `andor analyze` found, in lines for people, who read all scores as Black's.

use crate::records;
use andor_engine::AnyGame;
use andor_formats::{GameRecord, Header};
use andor_play::analysis::{Opinion, Studied, Tally, score_text, standing, verdict};
use andor_play::words::counted;
use serde_json::json;

/// The most plies of a better line.
const LINE: usize = 6;
/// The most blocks of a spark line.
const BLOCKS: usize = 56;

pub(super) fn opinion_text(opinion: &Opinion) -> String {
    let proved = opinion.knowledge().map_or(String::new(), |known| format!(", {known}"));
    let line = opinion.line.join(" ");
    let Opinion { side, depth, .. } = opinion;
    format!("{} for {side}{proved}, depth {depth}: {line}", score_text(opinion.score))
}

/// The first line of a game.
pub(super) fn heading(number: u64, record: &GameRecord) -> String {
    let name = |header, side: &str| records::player(record, header).unwrap_or(side).to_owned();
    let names = [name(Header::Black, "Black"), name(Header::White, "White")];
    format!("game {number}: {}; scores are Black's", names.join(" - "))
}

pub(super) fn move_text(game: &dyn AnyGame, studied: &Studied) -> String {
    let Studied { number, played, after, .. } = studied;
    let (side, standing) = (studied.mover().to_string(), standing(game, after));
    let verdict = verdict(studied).map_or(String::new(), |verdict| format!("  {verdict}"));
    let row = format!("{number:>4}. {side:<5} {played:<9} {standing:<11}{verdict}");
    let better = studied.better().map_or(String::new(), |line| {
        let line: Vec<&str> = line.iter().take(LINE).map(String::as_str).collect();
        format!("\n            better: {}", line.join(" "))
    });
    format!("{}{better}", row.trim_end())
}

pub(super) fn summary(number: u64, studied: &[Studied], json: bool) -> String {
    let tally = Tally::of(studied);
    if json {
        let mut object = json!({"number": number});
        let counts = tally.object();
        let counts = counts.as_object().expect("it is one");
        object.as_object_mut().expect("it is one").extend(counts.clone());
        return object.to_string();
    }
    format!(
        "game {number}: {}, {}, {}, {}",
        counted(tally.plies, "ply"),
        counted(tally.missed_wins, "missed win"),
        counted(tally.losing_moves, "losing move"),
        counted(tally.mistakes, "mistake"),
    )
}

/// What Black could expect during the game, high where that is much; nothing where nobody knows.
pub(super) fn spark_line(game: &dyn AnyGame, studied: &[Studied]) -> Option<String> {
    let shares = studied.iter().map(|studied| studied.after.expected_by_black(game));
    let shares: Vec<f64> = shares.collect::<Option<_>>()?;
    (shares.len() > 1).then(|| blocks(&shares))
}

/// Shares between 0 and 1 as blocks; several in one where they are too many.
fn blocks(shares: &[f64]) -> String {
    const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let together = shares.len().div_ceil(BLOCKS).max(1);
    let block = |part: &[f64]| {
        let mean = part.iter().sum::<f64>() / part.len() as f64;
        HEIGHTS[((mean * 8.0) as usize).min(7)]
    };
    shares.chunks(together).map(block).collect()
}

#[cfg(test)]
mod tests {
    use super::blocks;

    #[test]
    fn a_spark_line_rises_and_fits() {
        assert_eq!(blocks(&[0.0, 0.2, 0.5, 0.99, 1.0]), "▁▂▅██");
        assert_eq!(blocks(&[0.5; 56]).chars().count(), 56);
        let long: Vec<f64> = (0..150).map(|ply| f64::from(ply) / 150.0).collect();
        let line = blocks(&long);
        assert_eq!(line.chars().count(), 50);
        assert!(line.starts_with('▁') && line.ends_with('█'), "{line}");
    }
}
