//! The programs for a card, made for one board: their text is part of this library, and what is fixed
//! about a search, such as the board and the weights of the order of moves, comes before it.

use crate::driver::{Card, CardError, Program};
use std::fmt::Write;
use std::sync::Arc;

/// The parts of the programs, by the names under which they include each other.
pub const PARTS: [(&str, &str); 6] = [
    ("lanes.h", include_str!("card/lanes.h")),
    ("rules.h", include_str!("card/rules.h")),
    ("order.h", include_str!("card/order.h")),
    ("zone.h", include_str!("card/zone.h")),
    ("table.h", include_str!("card/table.h")),
    ("search.h", include_str!("card/search.h")),
];
const KERNELS: &str = include_str!("card/kernels.cu");

/// The features that the programs know, by the game's names.
pub const FEATURES: [&str; 21] = [
    "capture",
    "captured-rows",
    "rows",
    "one-step-left",
    "two-steps-left",
    "hanging",
    "exchange",
    "attackers-less-defenders",
    "escape",
    "leaves-home",
    "abandoned",
    "attacks",
    "passed",
    "straight",
    "files-to-edge",
    "neighbours",
    "replies",
    "captures-left",
    "own-moves",
    "own-margin",
    "enemy-margin",
];

/// What is fixed when a program is compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fixed {
    /// The board.
    pub columns: usize,
    /// The board.
    pub rows: usize,
    /// Rows of the zone table; 0 for none.
    pub depth: usize,
    /// Bits of a position's exact code.
    pub code_bits: u32,
    /// The weight of each feature of the order of moves.
    pub weights: Vec<(&'static str, i32)>,
    /// No position of the search has more moves.
    pub most_moves: usize,
    /// No path is longer.
    pub most_plies: usize,
    /// What the logarithm of the workers inside counts against a move, in places of the order.
    pub penalty: u32,
    /// Counters of workers inside.
    pub busy_counters: u64,
    /// Workers of a block.
    pub warps: u32,
}

impl Fixed {
    /// What comes before the programs.
    #[must_use]
    pub fn preamble(&self) -> String {
        let mut text = String::new();
        let mut define = |name: &str, value: i64| {
            let _ = writeln!(text, "#define {name} ({value})");
        };
        define("COLUMNS", self.columns as i64);
        define("ROWS", self.rows as i64);
        define("DEPTH", self.depth as i64);
        define("CODE_BITS", i64::from(self.code_bits));
        define("MOST_MOVES", self.most_moves as i64);
        define("MOST_PLIES", self.most_plies as i64);
        define("PENALTY", i64::from(self.penalty));
        define("BUSY_COUNTERS", self.busy_counters as i64);
        define("WARPS", i64::from(self.warps));
        for (name, weight) in &self.weights {
            let name = format!("WEIGHT_{}", name.to_uppercase().replace('-', "_"));
            define(&name, (*weight).into());
        }
        text
    }

    /// Compiles the programs for a card.
    ///
    /// # Errors
    /// If there is no compiler.
    pub fn compile(&self, card: &Arc<Card>) -> Result<Program, CardError> {
        card.compile(&(self.preamble() + KERNELS), &PARTS)
    }
}
