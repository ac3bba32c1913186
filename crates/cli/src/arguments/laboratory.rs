//! The words of the laboratory: `andor bench`, `lab`, `tune`, `tune-leaf` and `learn`.

use crate::overwrite::Overwrite;
use crate::quantity::{count, memory, zone};
use andor_engine::ZoneChoice;
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Subcommand, Debug)]
pub(crate) enum Laboratory {
    /// Tune the weights of a game's order of moves on small boards.
    Tune(TuneArguments),
    /// Learn the weights of an evaluation from games against itself (TD-leaf).
    Learn(LearnArguments),
    /// Calibrate a, b and t of the leaf rule ef on positions of a file.
    TuneLeaf(TuneLeafArguments),
    /// Run benchmarks; alone it ends with one node count.
    Bench(BenchArguments),
    /// The papers' tables and figures: run, compared, drawn (docs/use/laboratory.md).
    Lab(LabArguments),
}

#[derive(Args, Debug)]
pub(crate) struct LabArguments {
    #[command(subcommand)]
    pub(crate) command: LabCommand,
}

#[derive(Subcommand, Debug)]
pub(crate) enum LabCommand {
    /// List the experiments, and how far each is.
    List(LabFolder),
    /// Tell what an experiment runs, and what its paper has.
    Show(LabShowArguments),
    /// Run an experiment, or go on with it.
    Run(LabRunArguments),
    /// Write the report: one page, Markdown, CSV and LaTeX.
    Report(LabReportArguments),
    /// Compare two methods, or programs, position by position.
    Compare(LabCompareArguments),
    /// Run stored rows again: do they still hold?
    Check(LabCheckArguments),
}

#[derive(Args, Clone, Debug)]
pub(crate) struct LabFolder {
    /// The folder of results.
    #[arg(long, value_name = "DIR", default_value = "results")]
    pub(crate) results: PathBuf,
}

#[derive(Args, Debug)]
pub(crate) struct LabShowArguments {
    /// The experiment, such as table1.
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) folder: LabFolder,
}

#[derive(Args, Debug)]
pub(crate) struct LabRunArguments {
    /// The experiment, such as table1.
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) folder: LabFolder,
    /// Only the first so many positions, games or samples.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) sample: Option<u32>,
    /// Only contenders with this in their texts, such as depth=4.
    #[arg(long, value_name = "TEXT")]
    pub(crate) only: Option<String>,
    /// Stop each search after so many generated nodes, in place of the paper's limit.
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) nodes: Option<u64>,
    /// Hold at most so many tree nodes in memory.
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) tree_nodes: Option<u64>,
    /// How deep players search, in plies.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: Option<u32>,
    /// Searches at a time [default: all cores; one where time is measured].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

#[derive(Args, Debug)]
pub(crate) struct LabReportArguments {
    #[command(flatten)]
    pub(crate) folder: LabFolder,
    /// The folder to write to.
    #[arg(long, value_name = "DIR", default_value = "target/report")]
    pub(crate) out: PathBuf,
}

#[derive(Args, Debug)]
pub(crate) struct LabCompareArguments {
    /// A method with its settings, such as ef-pn2, or another program: "program:COMMAND".
    pub(crate) a: String,
    /// The other.
    pub(crate) b: String,
    /// The set: one that comes with andor, such as loa-8x8-harder, or a file of JSON lines.
    #[arg(long, value_name = "S")]
    pub(crate) set: String,
    #[command(flatten)]
    pub(crate) folder: LabFolder,
    /// Only the first so many positions.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) sample: Option<u32>,
    /// Stop each search after so many generated nodes.
    #[arg(long, value_name = "N", default_value = "50000000", value_parser = count)]
    pub(crate) nodes: u64,
    /// Hold at most so many tree nodes in memory.
    #[arg(long, value_name = "N", default_value = "10000000", value_parser = count)]
    pub(crate) tree_nodes: u64,
    /// Searches at a time [default: all cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Write a page with the scatter here.
    #[arg(long, value_name = "FILE.html")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
}

#[derive(Args, Debug)]
pub(crate) struct LabCheckArguments {
    /// An experiment, or one row of it: table1, table1:17; all experiments if left out.
    pub(crate) row: Option<String>,
    #[command(flatten)]
    pub(crate) folder: LabFolder,
    /// So many rows of every contender, those that took least time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) sample: u32,
}

/// What `andor bench NAME` can be.
const NAMES: &str = "What to run; all benchmarks if left out:
  perft, children, df-pn, pn, prove, certify
              a benchmark each
  sets        methods compared on a set of positions (--set, --methods)
  table1, table4.3, fig5.4, ..
              a comparison as its paper has it; a name that is none lists all
  search      every switch of the player on a set of positions
  table6.1, delta6.5.1, fig6.6, table7.1, table7.2, fig7.2, fig7.5
              an experiment of the thesis about search
  loa5, loa6  a board from the first node to the last defence
  zone        what zone tables save on Breakthrough
              (--nodes limits each search, --limit-positions the boards)
  patterns    what race patterns save: Table 5 of the Breakthrough paper
              (--limit-positions the runs)
  ppn2        job-level search, partial results and job sizes: its Tables 3 and 4
              (--game, --limit-positions the rows)
  ppn2-shares its Table 4 without each thing that the paper does not have
              (--game, --limit-positions the rows)
  job-tree    a checkpoint of ten million nodes (--tree-nodes)
  scaling     what larger boards would take on many workers, simulated";

#[derive(Args, Clone, Debug)]
pub(crate) struct BenchArguments {
    /// What to run, such as perft or table1; all benchmarks if left out.
    #[arg(long_help = NAMES)]
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
    /// Stop each search after so many expanded positions; without --nodes, in its place.
    #[arg(long, value_name = "N", value_parser = count, requires = "name")]
    pub(crate) expansions: Option<u64>,
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
    /// Ask an endgame table in the positions of its game. More than one may be given.
    #[arg(long, value_name = "FILE", requires = "name")]
    pub(crate) table: Vec<PathBuf>,
    /// Extract and verify certificates as well; they are not in the numbers.
    #[arg(long, requires = "name")]
    pub(crate) certify: bool,
    /// Keep the result of every position in this file, and do not run what it has.
    #[arg(long, value_name = "FILE", requires = "name")]
    pub(crate) resume: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct TuneArguments {
    /// Boards of one game to solve from the start, such as breakthrough:3x6 breakthrough:4x5.
    #[arg(required = true, value_name = "GAME")]
    pub(crate) boards: Vec<String>,
    /// The seed of the changes that are tried.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many changes to try, those of the log included.
    #[arg(long, value_name = "N", default_value = "200", value_parser = count)]
    pub(crate) trials: u64,
    /// Give a board up after so many generated nodes.
    #[arg(long, value_name = "N", default_value = "10000000", value_parser = count)]
    pub(crate) nodes: u64,
    /// Bytes for the table.
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = memory)]
    pub(crate) memory: u64,
    /// Breakthrough: the zone table to ask meanwhile, as for solve.
    #[arg(long, value_name = "K", default_value = "auto", value_parser = zone)]
    pub(crate) zone: ZoneChoice,
    /// Begin with the weights of this file, lines such as capture = 300, not with the game's own.
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// Keep every trial in this file, and go on from its end.
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct TuneLeafArguments {
    /// Positions: one JSON object a line, as for solve --batch.
    pub(crate) file: PathBuf,
    /// The game of lines that name none.
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// The method whose leaves are tuned.
    #[arg(long, value_name = "M", default_value = "ef-pn")]
    pub(crate) method: String,
    /// The limit of nodes a position.
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = count)]
    pub(crate) nodes: u64,
    /// Use only the first so many positions.
    #[arg(long, value_name = "N")]
    pub(crate) positions: Option<usize>,
}

#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct LearnArguments {
    #[command(subcommand)]
    pub(crate) what: Option<Learnt>,
    #[command(flatten)]
    pub(crate) weights: Option<LearnWeights>,
    // Not within `LearnWeights`: what has a part with options of its own is never there for clap, if it is optional.
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Learnt {
    /// Learn what positions cost a search, for --leaf learnt.
    Cost(LearnCost),
    /// Learn a player's network from games against itself.
    Net(LearnNet),
}

#[derive(Args, Debug)]
pub(crate) struct LearnCost {
    /// The boards, such as breakthrough:5x5 breakthrough:4x6.
    #[arg(required = true, value_name = "GAME")]
    pub(crate) games: Vec<String>,
    /// Records of each board; one in eight is kept back to see what was learnt.
    #[arg(long, value_name = "N", default_value = "100", value_parser = count)]
    pub(crate) records: u64,
    /// The seed of everything that is left to chance.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// The most random moves that a record begins with.
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(0..=200))]
    pub(crate) plies: u32,
    /// Records begin at the positions of this set, by turns, not at the start; a set's name or a file.
    #[arg(long, value_name = "SET")]
    pub(crate) begin: Option<String>,
    /// But not at those of games that this set has positions of, which are kept for a test.
    #[arg(long, value_name = "SET", requires = "begin")]
    pub(crate) without: Option<String>,
    /// The leaves that are kept of the search of a record.
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) positions: u32,
    /// The nodes of that search.
    #[arg(long, value_name = "N", default_value = "1M", value_parser = count)]
    pub(crate) nodes: u64,
    /// The nodes after which a leaf is given up.
    #[arg(long, value_name = "N", default_value = "150k", value_parser = count)]
    pub(crate) most: u64,
    /// Passes through the examples.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) passes: u32,
    /// Units of each side of a network, where the game has one of costs; 0 for a sum of terms.
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(0..=128))]
    pub(crate) units: u32,
    /// The first step of a network.
    #[arg(long, value_name = "STEP", default_value = "0.01", value_parser = step)]
    pub(crate) rate: f32,
    /// Threads [default: all].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
    /// How the leaf rule takes the model: a, b and t.
    #[arg(long, value_name = "A,B,T", default_value = "100,50,2000", value_parser = scale)]
    pub(crate) scale: (u32, u32, i32),
    /// The settings of the searches: auto/leaf=learnt.
    #[arg(long, value_name = "METHOD", default_value = "auto")]
    pub(crate) method: String,
    /// Learn from the examples of these files, and search nothing.
    #[arg(long, value_name = "FILE")]
    pub(crate) examples: Vec<PathBuf>,
    /// The file of the model; beside it FILE.examples, a line for each position.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
}

#[derive(Args, Debug)]
pub(crate) struct LearnNet {
    /// The game: loa or breakthrough.
    pub(crate) game: String,
    /// Games to play, those of an earlier run included; one in sixteen is kept back to see what was learnt.
    #[arg(long, value_name = "N", default_value = "4k", value_parser = count)]
    pub(crate) games: u64,
    /// The seed of everything that is left to chance.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// The most random moves that a game begins with.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=100))]
    pub(crate) plies: u32,
    /// The nodes of a search.
    #[arg(long, value_name = "N", default_value = "4k", value_parser = count)]
    pub(crate) nodes: u64,
    /// The evaluator of the player [default: the game's best].
    #[arg(long, value_name = "NAME")]
    pub(crate) evaluator: Option<String>,
    /// Its weights, not those that come with it.
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// Learn from the games of these files, too.
    #[arg(long, value_name = "FILE")]
    pub(crate) examples: Vec<PathBuf>,
    /// Units of each side: 0 to 128, in steps of 32.
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(0..=128))]
    pub(crate) units: u32,
    /// Passes through the positions.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) passes: u32,
    /// The first step.
    #[arg(long, value_name = "X", default_value = "0.003", value_parser = step)]
    pub(crate) rate: f32,
    /// How much a search's score counts beside the result, from 0 to 1.
    #[arg(long, value_name = "X", default_value = "0.7", value_parser = thousandths)]
    pub(crate) trust: u32,
    /// Threads [default: all].
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<u16>,
    /// The file of the network; beside it FILE.games, a line a game.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Go on where FILE.games ends.
    #[arg(long)]
    pub(crate) resume: bool,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
}

/// Reads the first step of a descent.
fn step(text: &str) -> Result<f32, String> {
    let number = text.trim().parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "a number from 0 to 1, such as 0.003, is wanted here".to_owned())
}

/// Reads a, b and t.
fn scale(text: &str) -> Result<(u32, u32, i32), String> {
    let read = || {
        let mut numbers = text.split(',');
        let (a, b) = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
        let t = numbers.next()?.parse().ok().filter(|&t| t > 0)?;
        numbers.next().is_none().then_some((a, b, t))
    };
    read().ok_or_else(|| "three numbers such as 100,50,2000 are wanted here".to_owned())
}

#[derive(Args, Debug)]
pub(crate) struct LearnWeights {
    /// The game, such as loa or breakthrough:6x6.
    pub(crate) game: String,
    /// The evaluator whose weights are learnt [default: the game's last that is a sum of features].
    #[arg(long, value_name = "NAME")]
    pub(crate) evaluator: Option<String>,
    /// Games to play, those of an earlier run included.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = count)]
    pub(crate) games: u64,
    /// The seed of all random moves.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Plies that the players look ahead.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) depth: u32,
    /// How much of an error reaches the position before, from 0 to 1.
    #[arg(long, value_name = "X", default_value = "0.8", value_parser = thousandths)]
    pub(crate) lambda: u32,
    /// The rate of learning at the start, from 0 to 1.
    #[arg(long, value_name = "X", default_value = "0.05", value_parser = thousandths)]
    pub(crate) rate: u32,
    /// Begin with the weights of this file, not with those that come with the evaluator.
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// Features whose weights stay as they are, separated by commas.
    #[arg(long, value_name = "F,F..", value_delimiter = ',')]
    pub(crate) keep: Vec<String>,
    /// The weight file to write; beside it FILE.log, a line a game, and FILE.state to go on from.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Go on where FILE.state ends.
    #[arg(long)]
    pub(crate) resume: bool,
}

/// Reads a number from 0 to 1, in thousandths.
fn thousandths(text: &str) -> Result<u32, String> {
    let number = text.trim().parse::<f64>().ok().filter(|number| (0.0..=1.0).contains(number));
    number
        .map(|number| (1000.0 * number).round() as u32)
        .ok_or_else(|| "a number from 0 to 1, such as 0.8, is wanted here".to_owned())
}
