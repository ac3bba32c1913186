//! What can be set about a depth-first search, and which algorithm it is.

use super::nagai;
use crate::checkpoint::CheckpointPlan;
use crate::ghi::Ghi;
use crate::leaf::LeafRule;
use crate::numbers::INFINITE;
use crate::second_level::Growth;
use crate::solver::Afresh;
use crate::table::Replacement;
use andor_core::{InputError, Named};
use std::fmt;
use std::str::FromStr;

/// When a node is left, and which of its children is visited with which thresholds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Discipline {
    /// df-pn with the 1+epsilon trick: left when either threshold is reached.
    DfPn {
        /// By how much a child may pass the next best one.
        epsilon: Epsilon,
    },
    /// PDS: left when both thresholds are reached.
    Pds,
    /// PN*: thresholds for the proof number only.
    PnStar,
}

/// Epsilon as a fraction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Epsilon {
    /// Its numerator; 0 is df-pn as Nagai described it.
    pub numerator: u64,
    /// Its denominator.
    pub denominator: u64,
}

impl Epsilon {
    /// The denominator of an epsilon that people write.
    const THOUSAND: u64 = 1000;
}

/// Reads `0`, `0.25` or `1`, in thousandths.
impl FromStr for Epsilon {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Epsilon, InputError> {
        let number: Option<f64> = text.parse().ok().filter(|number| (0.0..=16.0).contains(number));
        let wanted = "epsilon is a number from 0 to 16 with at most three decimals, such as 0.25";
        let number = number.ok_or_else(|| InputError::new(wanted))?;
        let numerator = (number * Epsilon::THOUSAND as f64).round() as u64;
        Ok(Epsilon { numerator, denominator: Epsilon::THOUSAND })
    }
}

impl fmt::Display for Epsilon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.numerator as f64 / self.denominator as f64)
    }
}

/// How much of the room for nodes the table of PDS-PN may take from its second level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TableShare {
    /// Half, so that the second level always has the other half.
    #[default]
    Half,
    /// All of it, as in Winands' thesis (formula 5.4): the second level has what is left, and
    /// makes one expansion where nothing is.
    Whole,
}

impl Named for TableShare {
    const ALL: &'static [TableShare] = &[TableShare::Half, TableShare::Whole];

    fn name(self) -> &'static str {
        if self == TableShare::Half { "half" } else { "whole" }
    }

    fn meaning(self) -> &'static str {
        match self {
            TableShare::Half => "Half of the nodes",
            TableShare::Whole => "All, as in the thesis: the second level has what is left",
        }
    }
}

impl Discipline {
    /// df-pn with epsilon = 1/4, which measured best on Breakthrough.
    pub const DF_PN: Discipline =
        Discipline::DfPn { epsilon: Epsilon { numerator: 1, denominator: 4 } };
}

/// The PN search that evaluates new nodes in PDS-PN.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Second {
    /// Its size.
    pub growth: Growth,
    /// How its leaves are initialised.
    pub leaf: LeafRule,
    /// What the table of the first level may take.
    pub share: TableShare,
}

/// Parameters; the default is df-pn.
#[derive(Clone, Debug)]
pub struct Config {
    /// The algorithm.
    pub discipline: Discipline,
    /// How leaves are initialised. PDS evaluates its leaves when they are visited if this is
    /// [`LeafRule::Naive`].
    pub leaf: LeafRule,
    /// Whether the game's static knowledge is used.
    pub knowledge: bool,
    /// What a full table forgets.
    pub replacement: Replacement,
    /// Evaluate new nodes by a PN search: PDS-PN.
    pub second: Option<Second>,
    /// Numbers stop growing here. Only tests set it low.
    pub ceiling: u64,
    /// What is done about results that depend on the path.
    pub ghi: Ghi,
    /// In Nagai's scheme, the numbers that say nothing any more.
    pub preset: u64,
    /// Search a game with superko as if repetition were a draw. What a player wins then, it wins by a
    /// strategy whose ranks fall along every line and that repeats nothing: under situational
    /// superko these are the results that do not depend on the path.
    pub free_play: bool,
    /// Take every result for one of its path alone, as under positional superko. Slower, but then
    /// results are true on every path, not only on those that matter to the root.
    pub distrusts_clean: bool,
    /// Threads; more than one only for df-pn.
    pub threads: usize,
    /// With several threads, the expansions of a job. Only tests set it low.
    pub job: u64,
    /// With several threads, the visits that one makes alone before the others start: a small search is
    /// over by then, and has the node count of one thread. Only tests set it low.
    pub alone: u64,
    /// Where and how often to write checkpoints.
    pub checkpoint: Option<CheckpointPlan>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            discipline: Discipline::DF_PN,
            leaf: LeafRule::Mobility,
            knowledge: false,
            replacement: Replacement::LeastWork,
            second: None,
            ceiling: INFINITE - 1,
            ghi: Ghi::Sound,
            preset: nagai::PRESET,
            free_play: false,
            distrusts_clean: false,
            threads: 1,
            job: 1000,
            alone: 100_000,
            checkpoint: None,
        }
    }
}

impl From<Afresh> for Config {
    /// df-pn that sees positions like this.
    fn from(Afresh { leaf, knowledge, free_play }: Afresh) -> Config {
        Config { leaf, knowledge, free_play, ..Config::default() }
    }
}
