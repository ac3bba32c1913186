//! One solved position as a row: the JSON of the command line, field by field.

use crate::line::Before;
use serde::Serialize;

/// The result of `solve` for one position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// Spec string.
    pub game: String,
    /// Position text.
    pub position: String,
    /// The moves before the position, where they decide what is legal (superko): the value is one with
    /// this history. Left out where there are none, or where they do not count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<Before>,
    /// Side to move, `b` or `w`.
    pub side: String,
    /// `win`, `draw`, `loss`, `unknown` from the side to move; `not-win` and `at-least-draw` for
    /// binary goals.
    pub value: String,
    /// `b`, `w`, `none` for a draw, null where it is not known.
    pub winner: Option<String>,
    /// A move that keeps the value; null when every move loses or nothing is known.
    pub best: Option<String>,
    /// The method that ran.
    pub method: String,
    /// `unsound` or `incomplete`, where `--ghi` asked for that; left out where all is well.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ghi: Option<String>,
    /// Why it ended.
    pub stopped: String,
    /// Children generated and tested for the end of the game, repeats included.
    pub nodes: u64,
    /// Positions expanded that had no stored entry.
    pub expanded: u64,
    /// Positions proved again during extraction.
    pub reproved: u64,
    /// Search and extraction.
    pub seconds: f64,
    /// Making the solver, or reading a checkpoint.
    pub setup_seconds: f64,
    /// Checking the certificate.
    pub verify_seconds: f64,
    /// The most bytes in trees and tables.
    pub peak_memory_bytes: u64,
    /// The certificate file, or null.
    pub proof: Option<String>,
    /// Whether the certificate was checked from the reference rules and accepted.
    pub verified: bool,
    /// The tables that were asked; the field is there only if there are some.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<String>,
    /// The race patterns that were asked; the field is there only if there are some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patterns: Option<String>,
}

impl Row {
    /// The position that was asked about in one text, with the moves before it where they count:
    /// `START moves b1 c1`.
    #[must_use]
    pub fn asked(&self) -> String {
        self.history.as_ref().map_or_else(|| self.position.clone(), Before::text)
    }
}
