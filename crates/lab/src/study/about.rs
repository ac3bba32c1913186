//! What the data files say of a study beside what is run: where it stands in its paper, and what must agree in kind.

use serde::Deserialize;

/// The table `lab` of an experiment in `presets/*.toml`; what has none is no table or figure of a paper.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// Table or figure: `Table 4.3`.
    pub item: String,
    /// The limits of the paper, in words.
    pub limits: String,
    /// Whether the limits of the file are less than the paper's, or of another kind.
    #[serde(default)]
    pub is_less: bool,
    /// How many positions, games or searches a row of the paper is about.
    pub of: Option<u64>,
    /// What must hold of our numbers, as it does of the paper's.
    #[serde(default)]
    pub agree: Vec<Agreement>,
    /// Why ours is different, where an experiment has shown it.
    pub cause: Option<String>,
    /// Something else to know about it.
    pub note: Option<String>,
    /// Pictures.
    #[serde(default)]
    pub plots: Vec<Plot>,
    /// Time is what is measured: one search at a time.
    #[serde(default)]
    pub is_timed: bool,
}

/// A statement about the numbers of a table: an order of some of its lines, from the least to the greatest, or
/// the bounds of a number or of the ratio of two.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Agreement {
    /// The column.
    pub measure: String,
    /// Lines from the least to the greatest.
    #[serde(default)]
    pub order: Vec<String>,
    /// One line, or two: the first by the second.
    #[serde(default)]
    pub ratio: Vec<String>,
    /// The bounds of that.
    pub between: Option<[f64; 2]>,
}

/// A kind of picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Plot {
    /// How many positions are solved within how many nodes.
    Survival,
    /// The first two contenders position by position.
    Scatter,
    /// A grid of two parameters.
    Heat,
    /// Positions solved by the last number of a label.
    Memory,
    /// Nodes by depth.
    Depth,
    /// Percent of the first player by depth.
    Percent,
    /// A number by the parameter in the label.
    Parameter,
    /// Elo with error bars.
    Elo,
    /// Times as fast by workers.
    Workers,
    /// Ours by the paper's, line by line.
    Paper,
}
