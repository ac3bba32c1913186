//! What `andor analyze` found, in words and as objects.

use super::analyze::{Judgement, Opinion, Studied};
use andor_engine::Score;
use serde_json::{Value, json};

pub(super) fn score_text(score: Option<Score>) -> String {
    score.map_or("over".to_owned(), |score| score.to_string())
}

pub(super) fn opinion_text(opinion: &Opinion) -> String {
    let proved = opinion.knowledge().map_or(String::new(), |known| format!(", {known}"));
    let line = opinion.line.join(" ");
    format!("{}{proved}, depth {}: {line}", score_text(opinion.score), opinion.depth)
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

pub(super) fn move_text(ply: usize, studied: &Studied) -> String {
    let Studied { played, before, judgement, drop } = studied;
    let score = score_text(before.score);
    let best = before.best.as_deref().unwrap_or_default();
    let verdict = match (judgement, drop) {
        (Judgement::Fine, _) => String::new(),
        (Judgement::Mistake, Some(drop)) => format!("  mistake, {drop} points: {best}"),
        (judgement, _) => format!("  {}: {best}", judgement.name()),
    };
    format!("{ply:>4}. {played:<10} {score:>12}{verdict}").trim_end().to_owned()
}

pub(super) fn move_object(number: u64, ply: usize, studied: &Studied) -> Value {
    let mut object = json!({"number": number, "ply": ply, "move": studied.played});
    object["judgement"] = studied.judgement.name().into();
    object["drop"] = studied.drop.into();
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
            "game {number}: {plies} plies, {missed} missed wins, {loses} losing moves, {mistakes} mistakes"
        ),
    }
}
