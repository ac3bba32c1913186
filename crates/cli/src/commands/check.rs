//! `andor check`: replays recorded games and tells what is wrong with them.

use super::Done;
use crate::arguments::CheckArguments;
use crate::records::Reading;
use crate::{Exit, Terminal, records};
use andor_core::figures::thousands;
use andor_core::{InputError, Outcome};
use andor_engine::{AnyGame, Catalogue};
use andor_formats::{Ending, Fault, FormatError, GameRecord, Header, Replay, ResultCheck};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::Path;

pub(crate) fn run(
    catalogue: &Catalogue,
    arguments: &CheckArguments,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    let reading = Reading::new(catalogue, &arguments.recorded)?;
    let mut games: HashMap<String, Box<dyn AnyGame>> = HashMap::new();
    let (mut fine, mut faulty) = (0u64, 0u64);
    let mut worst = Exit::Answered;
    for file in &arguments.files {
        let mut refuse = |terminal: &mut Terminal<'_>, number: u64, error: InputError| {
            worst = worst.max(Exit::BadInput);
            terminal.remark(&format!("error: {error}"));
            if json && number > 0 {
                let file = file.display().to_string();
                let object = json!({"file": file, "number": number, "error": error.to_string()});
                terminal.print(&object.to_string());
            }
        };
        let read = match reading.read(file, terminal) {
            Ok(read) => read,
            Err(error) => {
                refuse(terminal, 0, error);
                continue;
            }
        };
        for (game, number) in read.iter().zip(1u64..) {
            let known = game.as_ref().map_err(Clone::clone).and_then(|record| {
                let spec = reading.spec(record);
                if !games.contains_key(spec) {
                    let game = catalogue.game(spec);
                    let refuse = |error: InputError| FormatError::at(record.at, error.to_string());
                    games.insert(spec.to_owned(), game.map_err(refuse)?);
                }
                Ok((record, &*games[spec]))
            });
            let (record, game) = match known {
                Ok(known) => known,
                Err(error) => {
                    refuse(terminal, number, records::about_game(file, number, read.len(), error));
                    continue;
                }
            };
            let replay = game.replay(record);
            let shown = Shown { file, number, game, record, replay: &replay };
            match json {
                true => terminal.print(&shown.object().to_string()),
                false => terminal.tell(&shown.line()),
            }
            match replay.is_fine() {
                true => fine += 1,
                false => faulty += 1,
            }
        }
    }
    if faulty > 0 {
        worst = worst.max(Exit::Rejected);
    }
    if !json && fine + faulty > 0 {
        let games = if fine + faulty == 1 { "game" } else { "games" };
        let bad = if faulty == 0 { String::new() } else { format!(", {} not", thousands(faulty)) };
        terminal.print(&format!(
            "{} {games}: {} ok{bad}",
            thousands(fine + faulty),
            thousands(fine)
        ));
    }
    Ok(worst)
}

/// A game that was checked.
struct Shown<'a> {
    file: &'a Path,
    number: u64,
    game: &'a dyn AnyGame,
    record: &'a GameRecord,
    replay: &'a Replay,
}

impl Shown<'_> {
    /// For a person.
    fn line(&self) -> String {
        let name = |header| records::player(self.record, header);
        let players = match (name(Header::Black), name(Header::White)) {
            (None, None) => String::new(),
            (black, white) => format!(" ({} - {})", black.unwrap_or("?"), white.unwrap_or("?")),
        };
        let head = format!("{} game {}{players}", self.file.display(), self.number);
        let head = head.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(Fault { at, ply, text, reason, in_variation }) = &self.replay.fault {
            let place = if *in_variation { "in a variation, " } else { "" };
            let text = InputError::quote(text);
            return format!("{head}: {place}{at}, ply {ply}, {text}: {reason}");
        }
        let plies = match self.replay.plies {
            1 => "1 ply".to_owned(),
            plies => format!("{} plies", thousands(plies as u64)),
        };
        let variations = match self.record.variations() {
            0 => String::new(),
            1 => ", 1 variation".to_owned(),
            many => format!(", {} variations", thousands(many as u64)),
        };
        let ending = self.ending();
        let stated = self.record.stated.as_ref().map(|stated| (stated.to_string(), stated.at));
        match (&self.replay.result, stated) {
            (ResultCheck::Differs, Some((stated, at))) => {
                let stated = InputError::quote(&stated);
                format!("{head}: {at}, result {stated} is wrong: {plies}, {ending}")
            }
            (ResultCheck::Agrees, _) => {
                format!("{head}: ok, {plies}, {ending}, as stated{variations}")
            }
            (ResultCheck::Unclear, Some((stated, _))) => {
                let stated = InputError::quote(&stated);
                format!("{head}: ok, {plies}, {ending}, result {stated} not understood{variations}")
            }
            _ => format!("{head}: ok, {plies}, {ending}{variations}"),
        }
    }

    fn ending(&self) -> String {
        let by = |how: &str| if how.is_empty() { String::new() } else { format!(" by {how}") };
        let family = self.game.family();
        match self.replay.ending {
            Ending::Board(Outcome::Win(winner)) => format!("{winner} won{}", by(family.won_by)),
            Ending::Board(Outcome::Draw) => format!("a draw{}", by(family.drawn_by)),
            Ending::Repetition => "a draw by third repetition".to_owned(),
            Ending::Resignation(loser) => format!("{} won by resignation", loser.other()),
            Ending::Forfeit(loser) => format!("{} won by forfeit", loser.other()),
            Ending::Stated(Outcome::Win(winner)) => {
                let how = self.record.stated.as_ref().map_or("", |stated| &stated.how);
                format!("{winner} won ({how}), the board is open")
            }
            Ending::Stated(Outcome::Draw) => "a draw by agreement".to_owned(),
            Ending::Unfinished => "unfinished".to_owned(),
        }
    }

    fn object(&self) -> Value {
        let replay = self.replay;
        let ending = match replay.ending {
            Ending::Board(_) => "board",
            Ending::Repetition => "repetition",
            Ending::Resignation(_) => "resignation",
            Ending::Forfeit(_) => "forfeit",
            Ending::Stated(_) => "stated",
            Ending::Unfinished => "unfinished",
        };
        let winner = replay.ending.outcome().map(|outcome| match outcome {
            Outcome::Win(winner) => winner.letter().to_string(),
            Outcome::Draw => "none".to_owned(),
        });
        let result = match replay.result {
            ResultCheck::Agrees => Some(true),
            ResultCheck::Differs => Some(false),
            ResultCheck::NotStated | ResultCheck::Unclear => None,
        };
        let fault = replay.fault.as_ref().map(|fault| {
            json!({
                "line": fault.at.line,
                "column": fault.at.column,
                "ply": fault.ply,
                "move": fault.text,
                "reason": fault.reason,
                "variation": fault.in_variation,
            })
        });
        let in_main_line = replay.fault.as_ref().is_some_and(|fault| !fault.in_variation);
        json!({
            "file": self.file.display().to_string(),
            "number": self.number,
            "game": self.game.spec(),
            "ok": replay.is_fine(),
            "plies": replay.plies,
            "variations": self.record.variations(),
            "ending": if in_main_line { None } else { Some(ending) },
            "winner": winner,
            "stated": self.record.stated.as_ref().map(ToString::to_string),
            "result_ok": result,
            "fault": fault,
        })
    }
}
