//! From records to the text of PDN and PGN: canonical, so that reading and writing again changes nothing.
//!
//! A variation stands behind the move that it takes the place of, so the order is not that of the
//! record: a list of what is still to be written is kept, and nothing recurses.

use super::read::is_move;
use super::tags::{adjudicated, tag_of};
use super::{COMMENT, GAME, GAME_TYPE, fen, number_of};
use crate::numbering::move_number;
use crate::record::{Action, GameRecord, Header, Step};
use crate::{FormatError, Said};
use andor_core::{InputError, Outcome, Player};

/// Where lines end, if a move allows it.
const WIDTH: usize = 79;

/// How games are written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Notation {
    /// English draughts, by the numbers of its squares.
    Pdn,
    /// Any other game, as it writes its moves.
    Pgn,
}

/// Writes games that were played over.
pub(crate) fn write(records: &[GameRecord], notation: Notation) -> Result<String, FormatError> {
    let games: Result<Vec<String>, _> =
        records.iter().map(|record| write_game(record, notation)).collect();
    Ok(games?.join("\n"))
}

/// Who begins the game.
fn begins(record: &GameRecord, notation: Notation) -> Result<Player, FormatError> {
    let spec = InputError::quote(&record.spec);
    match (notation, record.spec == GAME) {
        (Notation::Pdn, true) => Ok(Player::Black),
        (Notation::Pdn, false) => {
            Err(FormatError::new(format!("PDN is for {GAME}, write {spec} as pgn or moves")))
        }
        (Notation::Pgn, true) => Err(FormatError::new(format!("write {spec} as pdn"))),
        (Notation::Pgn, false) => record.begins.ok_or_else(|| {
            FormatError::new(format!("who begins in {spec} is not known: it was not played over"))
        }),
    }
}

fn write_game(record: &GameRecord, notation: Notation) -> Result<String, FormatError> {
    let first = begins(record, notation)?;
    let (loser, why_lost) = given_up(record);
    let result = result(record, first, loser);
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    };
    // Whoever begins is named first, as his result is.
    let mut players = [Header::Black, Header::White];
    if first == Player::White {
        players.reverse();
    }
    let others = Header::ALL.into_iter().filter(|header| !players.contains(header));
    for header in others.chain(players) {
        if let Some(value) = record.header(header) {
            tag(tag_of(header), value);
        }
    }
    tag("Result", result);
    match notation {
        Notation::Pdn => tag("GameType", GAME_TYPE),
        Notation::Pgn => {
            let stated = record.stated.as_ref().map(|stated| &*stated.how);
            let how = stated.filter(|how| !how.is_empty()).or(why_lost);
            if let Some(why) = how.and_then(adjudicated) {
                tag("Adjudicated", why);
            }
            tag("Variant", &record.spec);
        }
    }
    if let Some(start) = &record.start {
        let fen = match notation {
            Notation::Pdn => fen::write(start).ok_or_else(|| {
                let start = InputError::quote(start);
                FormatError::new(format!("position {start} cannot be written in PDN"))
            })?,
            Notation::Pgn => start.clone(),
        };
        tag("SetUp", "1");
        tag("FEN", &fen);
    }
    // What else another format says is no tag of PGN.
    let others = record.other.iter().filter(|_| notation == Notation::Pdn);
    for property in others.filter(|property| property.name != COMMENT) {
        tag(&property.name, property.values.first().map_or("", |value| &value.text));
    }
    text.push('\n');
    let mut words = Vec::new();
    comments(&record.other, &mut words);
    moves(record, first, notation, &mut words)?;
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

/// Who gave up in the main line, and how, in the words of results.
fn given_up(record: &GameRecord) -> (Option<Player>, Option<&'static str>) {
    let gives_up = |step: &Step| match step.action {
        Action::Resign => Some((step.mover, Some("Resign"))),
        Action::Forfeit => Some((step.mover, Some("Forfeit"))),
        Action::Move(_) | Action::Nothing => None,
    };
    record.steps[..record.main_len()].iter().find_map(gives_up).unwrap_or_default()
}

/// The result: whoever begins is named first.
fn result(record: &GameRecord, first: Player, loser: Option<Player>) -> &'static str {
    let stated = record.stated.as_ref().map(|stated| stated.said);
    let winner = match stated {
        Some(Said::Over(Outcome::Draw)) => return "1/2-1/2",
        Some(Said::Over(Outcome::Win(winner))) => Some(winner),
        _ => loser.map(Player::other),
    };
    match winner {
        Some(winner) if winner == first => "1-0",
        Some(_) => "0-1",
        None => "*",
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

fn moves(
    record: &GameRecord,
    first: Player,
    notation: Notation,
    words: &mut Vec<String>,
) -> Result<(), FormatError> {
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
    // Step 2. Move by move. A start may be a position in which the other side is to move.
    let is_move = |step: &&Step| matches!(step.action, Action::Move(_));
    let mover = record.steps.iter().find(is_move).and_then(|step| step.mover);
    let plies = usize::from(mover.is_some_and(|mover| mover != first));
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
            words.push(format!("{open}{number}{}", move_word(text, notation)?));
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

/// A move as a notation has it: in PDN `22x15x8` for `c3xe5xg7`.
fn move_word(text: &str, notation: Notation) -> Result<String, FormatError> {
    let word = match notation {
        Notation::Pdn => {
            let separator = if text.contains('x') { "x" } else { "-" };
            let squares: Option<Vec<usize>> = text.split(separator).map(number_of).collect();
            let texts =
                |squares: Vec<usize>| squares.iter().map(usize::to_string).collect::<Vec<_>>();
            squares.map(|squares| texts(squares).join(separator))
        }
        Notation::Pgn => Some(text.to_owned()).filter(|word| is_move(word)),
    };
    word.ok_or_else(|| {
        let text = InputError::quote(text);
        let name = if notation == Notation::Pdn { "PDN" } else { "PGN" };
        FormatError::new(format!("move {text} cannot be written in {name}"))
    })
}
