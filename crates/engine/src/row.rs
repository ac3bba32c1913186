//! One solved position as a row: the JSON of the command line, field by field.

use crate::check::{RestsOn, Verification};
use crate::line::Before;
use crate::shortest::Shortest;
use crate::value::Value;
use andor_core::{Outcome, Player, Stopped};
use serde::{Serialize, Serializer};

/// The result of `solve` for one position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// The move that leads here, where every move of a position is asked about; left out otherwise.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// Spec string.
    pub game: String,
    /// Position text.
    pub position: String,
    /// The moves before the position, where they decide what is legal (superko): the value is one with
    /// this history. Left out where there are none, or where they do not count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<Before>,
    /// Side to move, `b` or `w`.
    #[serde(serialize_with = "write_side")]
    pub side: Player,
    /// What is proved, from the side to move: a certificate was checked in this run. Otherwise
    /// `unknown`.
    pub value: Value,
    /// What the search found, where no certificate of it was checked; left out otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimed: Option<Value>,
    /// `b`, `w`, `none` for a draw, null where it is not known.
    #[serde(serialize_with = "write_winner")]
    pub winner: Option<Outcome>,
    /// A move that keeps the value; null when every move loses or nothing is known.
    pub best: Option<String>,
    /// For a win, the most plies the winner needs; null where that is not known.
    pub plies: Option<u32>,
    /// How long the shortest win takes, where that was asked; left out otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortest: Option<Shortest>,
    /// The line in which the loser holds out longest; empty if nothing is proved.
    pub line: Vec<String>,
    /// The method that ran.
    pub method: String,
    /// `unsound` or `incomplete`, where `--ghi` asked for that; left out where all is well.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ghi: Option<String>,
    /// Why it ended.
    #[serde(serialize_with = "write_stopped")]
    pub stopped: Stopped,
    /// Children generated and tested for the end of the game, repeats included.
    pub nodes: u64,
    /// Positions expanded that had no stored entry.
    pub expanded: u64,
    /// Positions proved again during extraction.
    pub reproved: u64,
    /// Search and extraction, over all runs of a resumed search, as `nodes` are.
    pub seconds: f64,
    /// Making the solver, or reading a checkpoint.
    pub setup_seconds: f64,
    /// Checking the certificate.
    pub verify_seconds: f64,
    /// Threads of the search.
    pub threads: usize,
    /// The most bytes in trees and tables.
    pub peak_memory_bytes: u64,
    /// The certificate file, or null.
    pub proof: Option<String>,
    /// Whether the certificate, and all that it rests on, was checked and accepted.
    pub verified: Verification,
    /// The tables that the certificate rests on.
    pub rests_on: Vec<RestsOn>,
    /// The tables that were asked; the field is there only if there are some.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<String>,
    /// The race patterns that were asked; the field is there only if there are some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patterns: Option<String>,
}

fn write_side<S: Serializer>(side: &Player, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_char(side.letter())
}

fn write_winner<S: Serializer>(winner: &Option<Outcome>, serializer: S) -> Result<S::Ok, S::Error> {
    match winner {
        None => serializer.serialize_none(),
        Some(Outcome::Win(player)) => serializer.serialize_char(player.letter()),
        Some(Outcome::Draw) => serializer.serialize_str("none"),
    }
}

fn write_stopped<S: Serializer>(stopped: &Stopped, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(stopped)
}

impl Row {
    /// Whether a certificate of the value was checked, and all that it rests on.
    #[must_use]
    pub fn is_verified(&self) -> bool {
        self.verified == Verification::Yes
    }

    /// What the search found, checked or not: for experiments that measure searches, and compare what
    /// they claim with values that are certified.
    #[must_use]
    pub fn found(&self) -> Value {
        self.claimed.unwrap_or(self.value)
    }

    /// The position that was asked about in one text, with the moves before it where they count:
    /// `START moves b1 c1`.
    #[must_use]
    pub fn asked(&self) -> String {
        self.history.as_ref().map_or_else(|| self.position.clone(), Before::text)
    }
}
