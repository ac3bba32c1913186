//! A recorded game, whatever file it comes from: what the file says, not yet whether it is true.
//!
//! The moves are a tree in the order of the file, each with its depth (as in [`sgf`](crate::sgf)):
//! the first line is the game as it was played, everything else are variations.
//!
//! ```text
//!   depth  1 c8-c6   2 a4-c2   3 d8-b6   3 b8-b5   4 a6-c4
//!          \------ main line --------/   \- a variation -/
//! ```

use crate::sgf::Property;
use crate::{Spot, Stated};
use andor_core::Player;

/// What is said about a game besides its moves and result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Header {
    /// The tournament.
    Event,
    /// The round of it.
    Round,
    /// When it was played.
    Date,
    /// Where it was played.
    Place,
    /// Who played Black.
    Black,
    /// Who played White.
    White,
}

impl Header {
    /// All of them, in the order in which they are written.
    pub const ALL: [Header; 6] =
        [Header::Event, Header::Round, Header::Date, Header::Place, Header::Black, Header::White];

    /// The word of move lists.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Header::Event => "event",
            Header::Round => "round",
            Header::Date => "date",
            Header::Place => "place",
            Header::Black => "black",
            Header::White => "white",
        }
    }

    /// The property of SGF.
    #[must_use]
    pub fn property(self) -> &'static str {
        match self {
            Header::Event => "EV",
            Header::Round => "RO",
            Header::Date => "DT",
            Header::Place => "PC",
            Header::Black => "PB",
            Header::White => "PW",
        }
    }
}

/// What a player did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// A move, as it is written.
    Move(String),
    /// Gave up.
    Resign,
    /// Lost for another reason than the board.
    Forfeit,
    /// Nothing: a node with a comment, say.
    Nothing,
}

/// A node of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// 1 for a first move, one more for every node below.
    pub depth: usize,
    /// Who did it, where the record says so.
    pub mover: Option<Player>,
    /// What was done.
    pub action: Action,
    /// Where it stands.
    pub at: Spot,
    /// What else SGF says here: comments, times, marks.
    pub other: Vec<Property>,
}

/// A recorded game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// The game's spec string.
    pub spec: String,
    /// The position it starts from, unless that is the game's own.
    pub start: Option<String>,
    /// Who begins the game in its own position; known when it was played over.
    pub begins: Option<Player>,
    /// Event, players and so on.
    pub headers: Vec<(Header, String)>,
    /// The result as the record states it.
    pub stated: Option<Stated>,
    /// All moves.
    pub steps: Vec<Step>,
    /// What else SGF says about the game.
    pub other: Vec<Property>,
    /// Where it begins.
    pub at: Spot,
}

impl GameRecord {
    /// A record without moves.
    #[must_use]
    pub fn new(spec: impl Into<String>, at: Spot) -> GameRecord {
        GameRecord {
            spec: spec.into(),
            start: None,
            begins: None,
            headers: Vec::new(),
            stated: None,
            steps: Vec::new(),
            other: Vec::new(),
            at,
        }
    }

    /// What a header says.
    #[must_use]
    pub fn header(&self, wanted: Header) -> Option<&str> {
        self.headers.iter().find(|(header, _)| *header == wanted).map(|(_, text)| &**text)
    }

    /// How many steps the main line has.
    #[must_use]
    pub fn main_len(&self) -> usize {
        self.steps.iter().zip(1..).take_while(|(step, depth)| step.depth == *depth).count()
    }

    /// How many variations there are besides the main line.
    #[must_use]
    pub fn variations(&self) -> usize {
        self.steps.windows(2).filter(|pair| pair[1].depth <= pair[0].depth).count()
    }

    /// Adds a step at the end of the main line of a record that has no variations.
    pub(crate) fn push(&mut self, mover: Option<Player>, action: Action, at: Spot) {
        let depth = self.steps.len() + 1;
        self.steps.push(Step { depth, mover, action, at, other: Vec::new() });
    }
}
