//! A line of play: a start, the moves from it, and every position on the way ([`Played`]), with what
//! people want to know of each. The type of the game is forgotten.
//!
//! A position at the rim is always one of these, so that the moves before it are not lost: under
//! superko they decide what is legal, and a value without them would be another position's.
//! Where a repetition is a draw, a third occurrence ends a game that is played ([`Ending`]); who asks
//! about a position may come to it on any way.
//!
//! One text says all of it: `START moves b1 c1`, the position that the moves begin from and the moves.

use andor_certify::Past;
use andor_core::{InputError, Outcome, Played, Player, Rules};
use andor_formats::{Ending, fen};
use serde::Serialize;
use std::fmt;

/// A position with the moves that led to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    start: Option<String>,
    played: Played,
    has_superko: bool,
    /// The start and the position after every move.
    places: Vec<Place>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Place {
    text: String,
    side: Player,
    ending: Option<Ending>,
}

/// What stands between the start and the moves in the text of a position with its history.
const MOVES: &str = " moves ";

/// The moves before a position, where they decide what is legal: in games with superko.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Before {
    /// The text of the position that the moves begin from.
    pub start: String,
    /// The moves.
    pub moves: Vec<String>,
}

impl Line {
    /// The text of the position it starts from, unless that is the game's own.
    #[must_use]
    pub fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }

    /// The moves so far, as the game writes them.
    #[must_use]
    pub fn moves(&self) -> &[String] {
        self.played.moves()
    }

    /// The text of the position that it has come to.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.here().text
    }

    /// The moves before the position, if they decide what is legal from here on.
    #[must_use]
    pub fn before(&self) -> Option<Before> {
        let counts = self.has_superko && !self.moves().is_empty();
        let before = || Before { start: self.places[0].text.clone(), moves: self.moves().to_vec() };
        counts.then(before)
    }

    /// The text of the position, with the moves before it where they count: `START moves b1 c1`.
    #[must_use]
    pub fn asked(&self) -> String {
        self.before().map_or_else(|| self.text().to_owned(), |before| before.text())
    }

    /// Who is to move.
    #[must_use]
    pub fn side(&self) -> Player {
        self.here().side
    }

    /// How the game ended, if it is over.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.here().ending
    }

    /// The result, if the game is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.ending().and_then(Ending::outcome)
    }

    /// Takes the last move back; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let taken = self.played.undo();
        if taken {
            self.places.pop();
        }
        taken
    }

    /// The game up to so many moves, or all of it.
    #[must_use]
    pub fn prefix(&self, plies: usize) -> Line {
        let mut line = self.clone();
        while line.moves().len() > plies {
            line.undo();
        }
        line
    }

    fn here(&self) -> &Place {
        self.places.last().expect("a line has a start")
    }

    /// The line that these moves make from a start, whose text may have moves of its own.
    pub(crate) fn read<R: Rules>(
        rules: &R,
        start: Option<&str>,
        moves: &[String],
    ) -> Result<Line, InputError> {
        let split = start.and_then(|text| text.split_once(MOVES));
        let (start, first) = split.map_or((start, ""), |(start, moves)| (Some(start), moves));
        let position = fen::start(rules, start)?;
        let mut line = Line::of(rules, Played::begin(rules, &position));
        let moves = first.split_whitespace().chain(moves.iter().map(String::as_str));
        moves.into_iter().try_for_each(|text| line.go_on(rules, text))?;
        Ok(line)
    }

    /// The line of a game that was played.
    pub(crate) fn of<R: Rules>(rules: &R, played: Played) -> Line {
        let start = played.start(rules);
        let start = (start != rules.initial()).then(|| rules.position_text(&start));
        let mut places = vec![place(rules, &played)];
        let mut before = played.clone();
        while before.undo() {
            places.push(place(rules, &before));
        }
        places.reverse();
        let has_superko = rules.repetition().is_superko();
        Line { start, played, has_superko, places }
    }

    /// Plays a move, which is checked.
    pub(crate) fn play<R: Rules>(&mut self, rules: &R, text: &str) -> Result<(), InputError> {
        if let Some(Ending::Repetition) = self.ending() {
            let quoted = InputError::quote(text);
            let why = format!("move {quoted}: the game is already over, drawn by repetition");
            return Err(InputError::new(why));
        }
        self.go_on(rules, text)
    }

    /// Plays a move, which is checked, even if the game has been drawn by repetition.
    fn go_on<R: Rules>(&mut self, rules: &R, text: &str) -> Result<(), InputError> {
        self.played.play_text(rules, text)?;
        self.places.push(place(rules, &self.played));
        Ok(())
    }

    /// How the game ended if a third occurrence does not count: what is asked about a position where a
    /// repetition is a draw is asked about the position alone.
    pub(crate) fn decided(&self) -> Option<Outcome> {
        match self.ending() {
            Some(Ending::Repetition) => None,
            ending => ending.and_then(Ending::outcome),
        }
    }

    /// The moves that are legal with this history, in the game's order; none if the game is over.
    pub(crate) fn legal_moves<R: Rules>(&self, rules: &R) -> Vec<String> {
        match self.ending() {
            None => self.open_moves(rules),
            Some(_) => Vec::new(),
        }
    }

    /// The same of a game that is not [`decided`](Line::decided).
    pub(crate) fn open_moves<R: Rules>(&self, rules: &R) -> Vec<String> {
        if self.decided().is_some() {
            return Vec::new();
        }
        let position = self.played.position(rules);
        let mut moves = Vec::new();
        self.played.legal_moves(rules, &mut moves);
        moves.into_iter().map(|mv| rules.move_text(&position, mv)).collect()
    }

    /// The game behind it.
    pub(crate) fn played(&self) -> &Played {
        &self.played
    }
}

impl fmt::Display for Line {
    /// [`asked`](Line::asked).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.asked())
    }
}

impl Before {
    /// The moves before the root of a certificate.
    pub(crate) fn of(past: &Past) -> Before {
        Before { start: past.start_text.clone(), moves: past.line.clone() }
    }

    /// One text for the position that these moves lead to, and for the moves.
    pub(crate) fn text(&self) -> String {
        format!("{}{MOVES}{}", self.start, self.moves.join(" "))
    }
}

fn place<R: Rules>(rules: &R, played: &Played) -> Place {
    let position = played.position(rules);
    Place {
        text: rules.position_text(&position),
        side: rules.side_to_move(&position),
        ending: Ending::of(rules, played),
    }
}
