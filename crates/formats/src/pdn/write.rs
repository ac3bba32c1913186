//! From records to the text of PDN: canonical, so that reading and writing again changes nothing.
//!
//! A variation stands behind the move that it takes the place of, so the order is not that of the
//! record: a list of what is still to be written is kept, and nothing recurses.

use super::tags::tag_of;
use super::{COMMENT, GAME, GAME_TYPE, fen, number_of};
use crate::numbering::move_number;
use crate::record::{Action, GameRecord, Header, Step};
use crate::{FormatError, Said};
use andor_core::{InputError, Outcome, Player};

/// Where lines end, if a move allows it.
const WIDTH: usize = 79;

/// Writes games of English draughts.
pub(crate) fn write(records: &[GameRecord]) -> Result<String, FormatError> {
    let games: Result<Vec<String>, _> = records.iter().map(write_game).collect();
    Ok(games?.join("\n"))
}

fn write_game(record: &GameRecord) -> Result<String, FormatError> {
    if record.spec != GAME {
        let spec = InputError::quote(&record.spec);
        return Err(FormatError::new(format!("PDN is for {GAME}, write {spec} as moves")));
    }
    let result = result(record);
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    };
    for header in Header::ALL {
        if let Some(value) = record.header(header) {
            tag(tag_of(header), value);
        }
    }
    tag("Result", result);
    tag("GameType", GAME_TYPE);
    if let Some(start) = &record.start {
        let fen = fen::write(start).ok_or_else(|| {
            let start = InputError::quote(start);
            FormatError::new(format!("position {start} cannot be written in PDN"))
        })?;
        tag("SetUp", "1");
        tag("FEN", &fen);
    }
    for property in record.other.iter().filter(|property| property.name != COMMENT) {
        tag(&property.name, property.values.first().map_or("", |value| &value.text));
    }
    text.push('\n');
    let mut words = Vec::new();
    comments(&record.other, &mut words);
    moves(record, &mut words)?;
    words.push(result.to_owned());
    let mut width = 0;
    for word in words {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(&word);
        width += length;
    }
    text.push('\n');
    Ok(text)
}

/// The result as PDN has it: Black, who begins, is named first.
fn result(record: &GameRecord) -> &'static str {
    let stated = record.stated.as_ref().map(|stated| stated.said);
    let gives_up = |step: &&Step| matches!(step.action, Action::Resign | Action::Forfeit);
    let loser = record.steps[..record.main_len()].iter().find(gives_up).and_then(|step| step.mover);
    match (stated, loser) {
        (Some(Said::Over(Outcome::Win(Player::Black))), _) => "1-0",
        (Some(Said::Over(Outcome::Win(Player::White))), _) => "0-1",
        (Some(Said::Over(Outcome::Draw)), _) => "1/2-1/2",
        (_, Some(Player::White)) => "1-0",
        (_, Some(Player::Black)) => "0-1",
        (_, None) => "*",
    }
}

/// The comments of a step as words.
fn comments(properties: &[crate::sgf::Property], words: &mut Vec<String>) {
    let comments = properties.iter().filter(|property| property.name == COMMENT);
    for value in comments.flat_map(|property| &property.values) {
        let text = value.text.replace('}', ")");
        let inner: Vec<&str> = text.split_whitespace().collect();
        words.extend(format!("{{{}}}", inner.join(" ")).split(' ').map(str::to_owned));
    }
}

/// What is still to be written.
enum Rest {
    /// The first of these steps, its variations, and what follows.
    Line { steps: Vec<usize>, plies: usize, needs_number: bool },
    /// A variation that begins with this step.
    Variation { step: usize, plies: usize },
    /// The end of a variation.
    End,
}

fn moves(record: &GameRecord, words: &mut Vec<String>) -> Result<(), FormatError> {
    // Step 1. Who follows whom.
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); record.steps.len()];
    let (mut roots, mut path) = (Vec::new(), Vec::<usize>::new());
    for (number, step) in record.steps.iter().enumerate() {
        path.truncate(step.depth - 1);
        match path.last() {
            None => roots.push(number),
            Some(&parent) => children[parent].push(number),
        }
        path.push(number);
    }
    // Step 2. Move by move. Black moves first, unless the start says otherwise.
    let plies = usize::from(record.start.as_ref().is_some_and(|start| start.ends_with(" w")));
    let mut waiting = vec![Rest::Line { steps: roots, plies, needs_number: true }];
    while let Some(rest) = waiting.pop() {
        let (steps, plies, needs_number, is_variation) = match rest {
            Rest::Line { steps, plies, needs_number } => (steps, plies, needs_number, false),
            Rest::Variation { step, plies } => (vec![step], plies, true, true),
            Rest::End => {
                if let Some(word) = words.last_mut() {
                    word.push(')');
                }
                continue;
            }
        };
        let Some((&first, others)) = steps.split_first() else { continue };
        let step = &record.steps[first];
        let mut after = plies;
        if let Action::Move(text) = &step.action {
            let open = if is_variation { "(" } else { "" };
            let number = move_number(plies, needs_number);
            words.push(format!("{open}{number}{}", numbered(text)?));
            after += 1;
        } else if is_variation {
            words.push("(".to_owned());
        }
        let before = words.len();
        comments(&step.other, words);
        let needs_number = words.len() > before || !others.is_empty();
        let steps = std::mem::take(&mut children[first]);
        waiting.push(Rest::Line { steps, plies: after, needs_number });
        for &step in others.iter().rev() {
            waiting.push(Rest::End);
            waiting.push(Rest::Variation { step, plies });
        }
    }
    Ok(())
}

/// `c3xe5xg7` as `22x15x8`.
fn numbered(text: &str) -> Result<String, FormatError> {
    let separator = if text.contains('x') { "x" } else { "-" };
    let squares: Option<Vec<usize>> = text.split(separator).map(number_of).collect();
    let squares = squares.ok_or_else(|| {
        let text = InputError::quote(text);
        FormatError::new(format!("move {text} cannot be written in PDN"))
    })?;
    Ok(squares.iter().map(ToString::to_string).collect::<Vec<_>>().join(separator))
}
