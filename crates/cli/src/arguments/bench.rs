//! `andor bench`: benchmarks and comparisons.

use crate::overwrite::Overwrite;
use crate::quantity::{count, memory};
use clap::Args;
use std::path::PathBuf;

#[derive(Args, Clone, Debug)]
pub(crate) struct BenchArguments {
    /// perft, children, df-pn, pn, prove or certify, all of them if left out; loa5 or loa6, a board from the first
    /// node to the last defence; zone, what zone tables save on Breakthrough (--nodes limits each search,
    /// --limit-positions the boards); patterns, what race patterns save (Table 5 of the Breakthrough paper;
    /// --limit-positions the runs); ppn2, job-level search by workers, partial results and job sizes (Tables 3 and 4 of
    /// that paper; --game, --limit-positions the rows); job-tree, a checkpoint of ten million nodes (--tree-nodes);
    /// scaling, what larger boards would take on many workers, simulated; search,
    /// every switch of the player on a set of positions, or one of the thesis' experiments about search (table6.1,
    /// delta6.5.1, fig6.6, table7.1, table7.2, fig7.2, fig7.5); or a
    /// comparison of methods on a set of positions: sets, or a table of a paper
    /// (table1, table4.3, fig5.4, ..).
    pub(crate) name: Option<String>,
    /// The set of a comparison: one JSON object a line with game, position and value.
    #[arg(long, value_name = "FILE.jsonl", requires = "name")]
    pub(crate) set: Option<PathBuf>,
    /// The methods of a comparison, with settings: pn,ef-pn/a=10/b=5,pn2/growth=1800000:240000.
    #[arg(long, value_name = "M,M..", requires = "name")]
    pub(crate) methods: Option<String>,
    /// Stop each search after so many generated nodes.
    #[arg(long, value_name = "N", value_parser = count, requires = "name")]
    pub(crate) nodes: Option<u64>,
    /// Hold at most so many tree nodes in memory.
    #[arg(long, value_name = "N", value_parser = count, requires = "name")]
    pub(crate) tree_nodes: Option<u64>,
    /// Bytes for trees and tables together [default: 1GiB; loa6: 8GiB].
    #[arg(long, value_name = "SIZE", value_parser = memory, requires = "name")]
    pub(crate) memory: Option<u64>,
    /// Where loa5 and loa6 keep their certificate.
    #[arg(long, value_name = "FILE", requires = "name")]
    pub(crate) proof: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
    /// Only the first so many positions of the set.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), requires = "name")]
    pub(crate) limit_positions: Option<u32>,
    /// The game of an experiment about search.
    #[arg(long, value_name = "GAME", requires = "name")]
    pub(crate) game: Option<String>,
    /// How deep an experiment searches, in plies.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60), requires = "name")]
    pub(crate) depth: Option<u32>,
    /// The players of an experiment instead of its own, separated by spaces; the first is what the others are
    /// compared with: "mia4 mia4:null-move=off".
    #[arg(long, value_name = "P P..", value_delimiter = ' ', requires = "name")]
    pub(crate) players: Vec<String>,
    /// Extract and verify certificates as well; they are not in the numbers.
    #[arg(long, requires = "name")]
    pub(crate) certify: bool,
    /// Keep the result of every position in this file, and do not run what it has.
    #[arg(long, value_name = "FILE", requires = "name")]
    pub(crate) resume: Option<PathBuf>,
}

impl BenchArguments {
    /// Whether anything is said that only comparisons understand.
    pub(crate) fn is_about_a_comparison(&self) -> bool {
        !self.fits_a_board() || self.memory.is_some() || self.proof.is_some()
    }

    /// Whether anything is said that only experiments about search understand.
    pub(crate) fn is_about_an_experiment(&self) -> bool {
        self.game.is_some() || self.depth.is_some() || !self.players.is_empty()
    }

    /// Whether nothing is said that an experiment about search does not understand.
    pub(crate) fn fits_an_experiment(&self) -> bool {
        let limits = self.nodes.or(self.tree_nodes).or(self.memory).is_some();
        let files = self.proof.is_some() || self.resume.is_some();
        !(limits || files || self.methods.is_some() || self.certify)
    }

    /// Whether nothing is said that the benchmark of a board does not understand.
    pub(crate) fn fits_a_board(&self) -> bool {
        let files = self.set.is_some() || self.resume.is_some();
        let limits = self.nodes.or(self.tree_nodes).is_some();
        let rest = self.methods.is_some() || self.limit_positions.is_some() || self.certify;
        !(files || limits || rest)
    }
}
