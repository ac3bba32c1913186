//! The words of the command line.

mod checking;
#[cfg(feature = "cluster")]
mod cluster;
mod engine;
mod groups;
#[cfg(feature = "lab")]
mod laboratory;
mod matches;
mod patterns;
mod play;
mod program;
mod recorded;
mod settings;
mod table;
#[cfg(feature = "web")]
mod web;

pub(crate) use checking::CheckingArguments;
#[cfg(feature = "cluster")]
pub(crate) use cluster::{
    ClusterArguments, ClusterCommand, CoordinateArguments, CoordinatedSearch, NatsAccess,
    NatsArguments, StatusArguments, UpArguments, WorkerArguments,
};
pub(crate) use engine::{EngineArguments, ProtocolName};
#[cfg(feature = "lab")]
pub(crate) use laboratory::{
    BenchArguments, LabArguments, LabCheckArguments, LabCommand, LabCompareArguments,
    LabReportArguments, LabRunArguments, Laboratory, LearnArguments, LearnCost, LearnNet,
    LearnWeights, Learnt, TuneArguments, TuneLeafArguments,
};
pub(crate) use matches::MatchArguments;
pub(crate) use patterns::{
    PatternsArguments, PatternsCommand, PatternsGenerateArguments, PatternsMatchArguments,
    PatternsShowArguments, PatternsVerifyArguments,
};
pub(crate) use play::{AnalyzeArguments, PlayArguments};
pub(crate) use program::{CompletionsArguments, ManArguments, ProgramCommand};
pub(crate) use recorded::RecordedArguments;
pub(crate) use table::{
    TableArguments, TableBuildArguments, TableCommand, TableInfoArguments, TableProbeArguments,
    TableVerifyArguments,
};
#[cfg(feature = "web")]
pub(crate) use web::{SiteArguments, WebArguments};

use crate::overwrite::Overwrite;
use crate::program::Program;
use crate::quantity::{count, duration, memory, zone};
use andor_core::Named;
use andor_engine::{Goal, LeavesChoice, Method, Share, ZoneChoice};
use clap::{Args, CommandFactory, Parser, Subcommand};
use settings::{SettingArguments, one_of};
use std::path::PathBuf;
use std::time::Duration;

/// Proves things about two-player games, with certificates that anyone can check.
#[derive(Parser, Debug)]
#[command(name = "andor", version)]
pub(crate) struct Arguments {
    /// One JSON object a line on stdout, and nothing else.
    #[arg(long, global = true, display_order = 900)]
    pub(crate) json: bool,

    /// Keep large zone tables here [default: $XDG_CACHE_HOME/andor or ~/.cache/andor].
    #[arg(long, global = true, value_name = "DIR", display_order = 900)]
    pub(crate) tables: Option<PathBuf>,

    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// List games, boards, rule options and notation.
    Games,
    /// List the cards that can search (docs/use/gpu.md).
    Devices,
    /// Draw a position: board, side to move, legal moves, status.
    Show(Place),
    /// List the legal moves of a position.
    Moves(Place),
    /// Count the lines of a given length.
    Perft(PerftArguments),
    /// Solve a position, write and verify its certificate.
    Solve(Box<SolveArguments>),
    /// Check a certificate with the game's rules alone.
    Verify(VerifyArguments),
    /// Walk a certificate: the winner's move, every reply and its refutation.
    Explain(ExplainArguments),
    /// Endgame tables: build them, check them, ask them.
    Table(TableArguments),
    /// Race patterns of Breakthrough: find them, prove them, draw them, lay them on a position.
    Patterns(PatternsArguments),
    /// Replay recorded games: illegal moves, how they ended, wrong results.
    Check(CheckArguments),
    /// Write recorded games in another format.
    Convert(ConvertArguments),
    /// Play against a player, or against a certificate and try to beat it.
    Play(PlayArguments),
    /// Look for mistakes and missed wins in recorded games.
    Analyze(AnalyzeArguments),
    /// Let two players play a match: openings, clocks, Elo, SPRT.
    Match(Box<MatchArguments>),
    /// Solve a position with workers on many machines, over NATS (docs/use/cluster.md).
    #[cfg(feature = "cluster")]
    Coordinate(Box<CoordinateArguments>),
    /// Work for a coordinator elsewhere.
    #[cfg(feature = "cluster")]
    Worker(WorkerArguments),
    /// Look how a run with workers stands.
    #[cfg(feature = "cluster")]
    Status(StatusArguments),
    /// Server, coordinator and workers at once, on this machine.
    #[cfg(feature = "cluster")]
    Cluster(ClusterArguments),
    /// Speak UGI, GTP or JSON lines with other programs.
    Engine(EngineArguments),
    /// Open the page: boards with the value of every move, proofs to beat, games to analyse.
    #[cfg(feature = "web")]
    Web(Box<WebArguments>),
    /// Write the page as a folder that any web host can serve.
    #[cfg(feature = "web")]
    Site(SiteArguments),
    #[cfg(feature = "lab")]
    #[command(flatten)]
    Laboratory(Laboratory),
    #[command(flatten)]
    Program(ProgramCommand),
}

/// The command line of a program.
pub(crate) fn command(program: Program) -> clap::Command {
    groups::grouped(Arguments::command().name(program.name).version(program.version))
}

/// The help of `--method`.
fn methods() -> String {
    let names: Vec<&str> = Method::all().map(Method::name).collect();
    format!("How: {}", names.join(", "))
}

/// A position of a game, or a file of them.
#[derive(Args, Debug)]
pub(crate) struct Place {
    /// The game: name, board, options, such as breakthrough:5x5; or a position of a recorded game:
    /// FILE#PLY. May be left out with --batch.
    #[arg(required_unless_present = "batch")]
    pub(crate) game: Option<String>,
    /// Another position than the initial one.
    #[arg(long, value_name = "P")]
    pub(crate) position: Option<String>,
    /// Moves to play from there first, separated by spaces.
    #[arg(long, value_name = "M M..")]
    pub(crate) moves: Option<String>,
    /// Every position of a file: one JSON object a line in and out ("-" reads stdin).
    #[arg(long, value_name = "FILE.jsonl", conflicts_with_all = ["position", "moves"])]
    pub(crate) batch: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct PerftArguments {
    /// The game, such as breakthrough; or FILE#PLY.
    pub(crate) game: String,
    /// How many plies, at most 1000.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub(crate) depth: u32,
    /// Another position than the initial one.
    #[arg(long, value_name = "P")]
    pub(crate) position: Option<String>,
    /// Count each move apart.
    #[arg(long)]
    pub(crate) divide: bool,
}

#[derive(Args, Debug)]
pub(crate) struct SolveArguments {
    /// The game, such as breakthrough:5x5; or FILE#PLY. May be left out with --batch and --resume.
    pub(crate) game: Option<String>,
    /// Another position than the initial one.
    #[arg(long, value_name = "P")]
    pub(crate) position: Option<String>,
    /// Moves to play from there first, separated by spaces.
    #[arg(long, value_name = "M M..")]
    pub(crate) moves: Option<String>,
    /// Solve every position of a file: one JSON object a line ("-" reads stdin).
    #[arg(long, value_name = "FILE.jsonl", conflicts_with_all = ["position", "moves", "proof", "checkpoint", "resume"])]
    pub(crate) batch: Option<PathBuf>,
    /// Solve the position after every legal move: one row a move, each with its certificate. Limits are
    /// those of one move.
    #[arg(long, conflicts_with_all = ["batch", "checkpoint", "resume"])]
    pub(crate) every_move: bool,
    /// Find the shortest win, and prove that there is no shorter one. Limits are those of this search.
    #[arg(long)]
    pub(crate) shortest: bool,
    #[arg(long, value_name = "M", default_value = "auto", help = methods())]
    pub(crate) method: String,
    /// Write the certificate here.
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<PathBuf>,
    /// Stop after so many generated nodes.
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) nodes: Option<u64>,
    /// Stop after so many expanded positions.
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) expansions: Option<u64>,
    /// Hold at most so many tree nodes in memory.
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) tree_nodes: Option<u64>,
    /// Stop after so long, such as 30s.
    #[arg(long, value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Bytes for trees and tables together [default: 1GiB].
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub(crate) memory: Option<u64>,
    /// Save the search here now and then, and when it is stopped. A saved search of the same problem that is
    /// there is gone on with.
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// How often to save it.
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration)]
    pub(crate) checkpoint_every: Duration,
    /// Go on from a saved search (and go on saving it there).
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
    /// What is asked.
    #[arg(long, default_value = Goal::default().name(), value_parser = one_of::<Goal>())]
    pub(crate) goal: Goal,
    #[command(flatten)]
    pub(crate) settings: SettingArguments<false>,
    /// Ask an endgame table (andor table build); the certificate may then rest on it. More than one
    /// may be given.
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Vec<PathBuf>,
    /// Breakthrough: ask a zone table of so many rows: 3 or more, auto, or off (docs/use/zone-tables.md)
    /// [default: auto for auto, off for the others].
    #[arg(long, value_name = "K", value_parser = zone)]
    pub(crate) zone: Option<ZoneChoice>,
    /// Where a certificate may end before the game does: none (nowhere), zone (at positions that the zone table
    /// decides or the rules settle), auto (there if the search was long), search:N (where a verifier proves
    /// the rest himself from the rules, expanding N positions for each leaf at most, such as search:1k), or
    /// zone+search:N (the same with a zone table that the search asks, for files many times smaller).
    #[arg(long, default_value = "auto", value_name = "WHERE", value_parser = LeavesChoice::read)]
    pub(crate) leaves: LeavesChoice,
    /// How hard to make the proof of a win small: 0 not at all, N looks, in games without repetition, at N positions
    /// for each one of the proof, where another move may need fewer [default: 4; 0 where several threads walk
    /// a long proof].
    #[arg(long, value_name = "N")]
    pub(crate) shrink: Option<u32>,
    /// Ask race patterns (andor patterns generate), in Breakthrough: a file, or builtin:ORDER for those that
    /// come with andor; orders:SET compares orders as the paper does, which is unsound. No certificate rests on them.
    #[arg(long, value_name = "FILE|builtin:ORDER")]
    pub(crate) patterns: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct VerifyArguments {
    /// The certificate.
    pub(crate) file: PathBuf,
    /// Accept nothing but the rules: what a zone table decided is searched out from them, and a
    /// certificate that rests on an endgame table is refused.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Of the leaves that are left to a search, search one of N equal parts; with the last of them the
    /// certificate is verified. Machines can share the parts out.
    #[arg(long, value_name = "I/N")]
    pub(crate) part: Option<Share>,
    #[command(flatten)]
    pub(crate) checking: CheckingArguments,
    /// Before it is judged, write it here as plain lines, for the checker that is itself proved
    /// (docs/inside/formal.md).
    #[arg(long, value_name = "FILE")]
    pub(crate) export_plain: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
    /// A table that the certificate rests on. More than one may be given.
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Vec<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct ExplainArguments {
    /// The certificate.
    pub(crate) file: PathBuf,
    /// Moves of both sides from its root, separated by spaces.
    #[arg(long, value_name = "M M..")]
    pub(crate) moves: Option<String>,
    /// Whose proof to walk, where there are two: b or w.
    #[arg(long, value_name = "b|w")]
    pub(crate) holder: Option<String>,
    #[command(flatten)]
    pub(crate) checking: CheckingArguments,
    /// The most positions of the exported tree, up to 100,000.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = count, requires = "export")]
    pub(crate) positions: u64,
    /// Cut the exported tree after so many plies.
    #[arg(long, value_name = "N", requires = "export")]
    pub(crate) depth: Option<usize>,
    /// Write the game tree below the position here: .html, .dot, .txt, .sgf (Lines of Action, Go), .pdn (checkers), .pgn (other games).
    #[arg(long, value_name = "FILE.html|..")]
    pub(crate) export: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
    /// A table that the certificate rests on. More than one may be given.
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Vec<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct CheckArguments {
    /// Files of games ("-" reads stdin).
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) recorded: RecordedArguments,
}

#[derive(Args, Debug)]
pub(crate) struct ConvertArguments {
    /// A file of games ("-" reads stdin).
    pub(crate) file: PathBuf,
    /// The format to write: sgf, olympiad, pdn, pgn or moves [default: by the ending of --out].
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Option<String>,
    #[command(flatten)]
    pub(crate) recorded: RecordedArguments,
    /// Write here, not to stdout.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
}
