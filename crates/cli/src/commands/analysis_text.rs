//! What `andor analyze` found, in words and as objects. People read all scores as Black's, after the move; objects
//! say those of the side to move, before it.

use super::judgement::{Judgement, Opinion, Studied};
use crate::expected::percent;
use crate::records;
use crate::wording::counted;
use andor_core::Player;
use andor_engine::{AnyGame, Score};
use andor_formats::{GameRecord, Header};
use serde_json::{Value, json};

/// The most plies of a better line.
const LINE: usize = 6;
/// The most blocks of a spark line.
const BLOCKS: usize = 56;

fn score_text(score: Option<Score>) -> String {
    score.map_or("over".to_owned(), |score| score.to_string())
}

pub(super) fn opinion_text(opinion: &Opinion) -> String {
    let proved = opinion.knowledge().map_or(String::new(), |known| format!(", {known}"));
    let line = opinion.line.join(" ");
    let Opinion { side, depth, .. } = opinion;
    format!("{} for {side}{proved}, depth {depth}: {line}", score_text(opinion.score))
}

pub(super) fn opinion_object(opinion: &Opinion) -> Value {
    let kind = opinion.score.map_or("over", Score::kind);
    json!({
        "score": {"kind": kind, "value": opinion.score.and_then(Score::number)},
        "proved": opinion.proved,
        "found": opinion.found,
        "best": opinion.best,
        "line": opinion.line,
        "depth": opinion.depth,
    })
}

/// How Black stands: `+119  56%`, `White wins (proved)`, `Black has won`.
pub(super) fn standing(game: &dyn AnyGame, opinion: &Opinion) -> String {
    if let Some((winner, how)) = opinion.winner() {
        return match (winner, how) {
            (Some(winner), "over") => format!("{winner} has won"),
            (None, "over") => "a draw".to_owned(),
            (Some(winner), how) => {
                let plies = match opinion.score {
                    Some(Score::Win(plies) | Score::Loss(plies)) => plies,
                    _ => None,
                };
                let within = plies.map_or(String::new(), |plies| format!(" in {plies}"));
                format!("{winner} wins{within} ({how})")
            }
            (None, how) => format!("a draw ({how})"),
        };
    }
    let points = match opinion.score {
        Some(Score::Estimate(points)) if opinion.side == Player::Black => format!("{points:+}"),
        Some(Score::Estimate(points)) => format!("{:+}", -points),
        other => score_text(other),
    };
    let share = opinion.expected_by_black(game).map_or(String::new(), percent);
    format!("{points:>6} {share:>4}").trim_end().to_owned()
}

/// "mistake, -21%", "missed win"; nothing if the move was fine.
pub(super) fn verdict(studied: &Studied) -> Option<String> {
    match (studied.judgement, studied.cost) {
        (Judgement::Fine, _) => None,
        (Judgement::Mistake, Some(cost)) => Some(format!("mistake, -{}", percent(cost))),
        (judgement, _) => Some(judgement.name().to_owned()),
    }
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

pub(super) fn move_object(game: &dyn AnyGame, number: u64, ply: usize, studied: &Studied) -> Value {
    let mut object = json!({"number": number, "ply": ply});
    object["side"] = studied.mover().letter().to_string().into();
    object["move"] = studied.played.clone().into();
    object["judgement"] = studied.judgement.name().into();
    object["cost"] = studied.cost.into();
    object["drop"] = studied.drop.into();
    object["black_expects"] = studied.after.expected_by_black(game).into();
    for (name, value) in opinion_object(&studied.before).as_object().expect("it is one") {
        object[name] = value.clone();
    }
    object
}

pub(super) fn summary(number: u64, studied: &[Studied], json: bool) -> String {
    let count = |wanted| studied.iter().filter(|studied| studied.judgement == wanted).count();
    let [missed, loses, mistakes] =
        [Judgement::MissedWin, Judgement::Loses, Judgement::Mistake].map(count);
    let plies = studied.len();
    match json {
        true => {
            json!({"number": number, "plies": plies, "missed_wins": missed, "losing_moves": loses,
            "mistakes": mistakes})
            .to_string()
        }
        false => format!(
            "game {number}: {}, {}, {}, {}",
            counted(plies, "ply"),
            counted(missed, "missed win"),
            counted(loses, "losing move"),
            counted(mistakes, "mistake"),
        ),
    }
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
