//! What the tags of a game say: which game it is, who played it, where it began, how it ended.
//!
//! PDN is chess' PGN, and other games are kept in PGN, too. What tells them apart:
//!
//! ```text
//!   [GameType "21"]          English draughts, and so is a text that says nothing
//!   [Variant "breakthrough"] the game of this name, as we write it
//!   [Site "CuteGames"]       a game of the match runner cutegames, which names none: the reader must
//!                            know it, or the event is the game's name
//! ```
//!
//! `1-0` is a win of the side that begins, in English draughts Black (PDN 2; CheckerBoard). cutegames
//! calls the players as it was told to, by default the first `white`, whatever the game calls him; so
//! there the order counts, not the name.

use super::{GAME, GAME_TYPE, fen};
use crate::fen::pawns;
use crate::record::{GameRecord, Header};
use crate::sgf::{Property, Value};
use crate::{FormatError, Hints, Said, Spot, Stated};
use andor_core::{InputError, Player};

/// The tag of a header.
pub(super) fn tag_of(header: Header) -> &'static str {
    match header {
        Header::Event => "Event",
        Header::Round => "Round",
        Header::Date => "Date",
        Header::Place => "Site",
        Header::Black => "Black",
        Header::White => "White",
    }
}

/// Tags that are written anew, or say what the moves say.
const OWN: [&str; 4] = ["Result", "FEN", "SetUp", "GameType"];

/// What cutegames calls the place.
const CUTEGAMES: &str = "CuteGames";

struct Tag {
    name: String,
    value: String,
    at: Spot,
}

/// The tags of a game, and the result at its end.
#[derive(Default)]
pub(super) struct Tags {
    tags: Vec<Tag>,
    ended: Option<(String, Spot)>,
}

impl Tags {
    pub(super) fn add(&mut self, name: String, value: String, at: Spot) {
        self.tags.push(Tag { name, value, at });
    }

    /// The result behind the moves.
    pub(super) fn ended(&mut self, result: &str, at: Spot) {
        self.ended = Some((result.to_owned(), at));
    }

    /// Whether a word is a result.
    pub(super) fn is_result(word: &str) -> bool {
        canonical(word).is_some()
    }

    /// The last tag of a name, in any case.
    fn find(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().rev().find(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    /// Tells a record what the tags say.
    pub(super) fn tell(
        self,
        record: &mut GameRecord,
        hints: &Hints<'_>,
    ) -> Result<(), FormatError> {
        record.spec = self.game(record.at, hints)?;
        let is_checkers = record.spec == GAME;
        let first = match is_checkers {
            true if hints.white_first_results => Some(Player::White),
            true => Some(Player::Black),
            false => hints.first_player(&record.spec),
        };
        for header in Header::ALL {
            if let Some(tag) = self.find(tag_of(header)) {
                record.headers.push((header, tag.value.clone()));
            }
        }
        if let Some(first) = first.filter(|_| self.is_of_cutegames()) {
            self.name_players(record, first);
        }
        if let Some(Tag { value, at, .. }) = self.find("FEN").filter(|tag| tag.value != "startpos")
        {
            let is_draughts = is_checkers && fen::looks_like(value);
            let text = if is_draughts { fen::read(value) } else { Ok(value.clone()) };
            record.start = Some(text.map_err(|why| FormatError { at: Some(*at), why })?);
        }
        record.stated = self.stated(first);
        if is_checkers {
            for Tag { name, value, at } in self.tags {
                let known = |tag: &str| tag.eq_ignore_ascii_case(&name);
                if !OWN.into_iter().chain(Header::ALL.map(tag_of)).any(known) {
                    record.other.push(Property { name, values: vec![Value { text: value, at }] });
                }
            }
        }
        Ok(())
    }

    fn is_of_cutegames(&self) -> bool {
        self.find("Site").is_some_and(|tag| tag.value == CUTEGAMES)
    }

    /// The spec string of the game.
    fn game(&self, at: Spot, hints: &Hints<'_>) -> Result<String, FormatError> {
        if let Some(Tag { value, at, .. }) = self.find("GameType") {
            if value.split(',').next().map(str::trim) != Some(GAME_TYPE) {
                let value = InputError::quote(value);
                let why = format!("game type {value} is not English draughts: {GAME_TYPE}");
                return Err(FormatError::at(*at, why));
            }
            return Ok(GAME.to_owned());
        }
        if let Some(tag) = self.find("Variant") {
            return Ok(tag.value.trim().to_lowercase());
        }
        if let Some(game) = hints.game {
            return Ok(game.to_owned());
        }
        if let Some(game) = self.find("FEN").and_then(|tag| pawns(&tag.value)) {
            return Ok(game.spec());
        }
        if !self.is_of_cutegames() {
            return Ok(GAME.to_owned());
        }
        let event = self.find("Event").map_or("", |tag| &tag.value);
        if hints.first_player(event).is_some() {
            return Ok(event.to_owned());
        }
        let why = "no tag names the game: [Variant \"breakthrough\"] would, or --game breakthrough";
        Err(FormatError::at(at, why))
    }

    /// The players by the order of their tags.
    fn name_players(&self, record: &mut GameRecord, first: Player) {
        let is_player = |tag: &&Tag| {
            [Header::Black, Header::White]
                .into_iter()
                .any(|h| tag_of(h).eq_ignore_ascii_case(&tag.name))
        };
        let names: Vec<&str> = self.tags.iter().filter(is_player).map(|tag| &*tag.value).collect();
        let &[one, two] = &names[..] else { return };
        let (black, white) = if first == Player::Black { (one, two) } else { (two, one) };
        for (header, text) in &mut record.headers {
            match header {
                Header::Black => *text = black.to_owned(),
                Header::White => *text = white.to_owned(),
                _ => {}
            }
        }
    }

    /// The result: the tag is the better witness, unless it says nothing.
    fn stated(&self, first: Option<Player>) -> Option<Stated> {
        let read = |text: &str, at: Spot| Stated::parse(canonical(text).unwrap_or(text), first, at);
        let tag = self.find("Result").map(|tag| read(&tag.value, tag.at));
        let tag = tag.filter(|stated| stated.said != Said::Unknown || self.ended.is_none());
        let mut stated = tag.or_else(|| self.ended.as_ref().map(|(text, at)| read(text, *at)))?;
        let adjudicated = self.find("Adjudicated").map_or("", |tag| &tag.value);
        if let (Said::Over(andor_core::Outcome::Win(_)), Some(how)) =
            (stated.said, why_ended(adjudicated))
        {
            stated.how = how.to_owned();
        }
        Some(stated)
    }
}

/// A result in the words of all games: the points of international draughts mean the same.
fn canonical(text: &str) -> Option<&'static str> {
    match text.trim() {
        "1-0" | "2-0" => Some("1-0"),
        "0-1" | "0-2" => Some("0-1"),
        "1/2-1/2" | "1-1" => Some("1/2-1/2"),
        "*" => Some("*"),
        _ => None,
    }
}

/// Why a game was won that did not end on the board: in the words of cutegames, and of SGF.
const REASONS: [(&str, &str); 5] = [
    ("Out of time", "Time"),
    ("Resigned", "Resign"),
    ("Forfeit", "Forfeit"),
    ("Crashed", "Forfeit"),
    ("Illegal move", "Forfeit"),
];

/// A reason in the words of SGF.
fn why_ended(adjudicated: &str) -> Option<&'static str> {
    REASONS.iter().find(|(theirs, _)| *theirs == adjudicated).map(|(_, how)| *how)
}

/// A reason in the words of cutegames.
pub(super) fn adjudicated(how: &str) -> Option<&'static str> {
    REASONS.iter().find(|(_, ours)| *ours == how).map(|(theirs, _)| *theirs)
}
