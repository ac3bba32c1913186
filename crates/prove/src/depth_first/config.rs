//! What can be set about a depth-first search, and which algorithm it is.

use crate::checkpoint::CheckpointPlan;
use crate::ghi::Ghi;
use crate::leaf::LeafRule;
use crate::numbers::INFINITE;
use crate::second_level::Growth;
use crate::solver::Afresh;
use crate::table::Replacement;

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
            free_play: false,
            distrusts_clean: false,
            threads: 1,
            job: 1000,
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
