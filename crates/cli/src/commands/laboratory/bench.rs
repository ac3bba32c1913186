//! `andor bench`: which experiment is meant, whether it has the options that are given, and its plan.

use crate::arguments::BenchArguments;
use crate::commands::table::open_tables;
use crate::exit::Failure;
use crate::overwrite::Kind as FileKind;
use andor_core::InputError;
use andor_engine::Catalogue;
use andor_lab::{Experiment, Kind, board, comparison, jobs, players, zone};

/// An option of `bench`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flag {
    Set,
    Methods,
    Nodes,
    Expansions,
    TreeNodes,
    Memory,
    Proof,
    LimitPositions,
    Game,
    Depth,
    Players,
    Table,
    Certify,
    Resume,
}

impl Flag {
    fn name(self) -> &'static str {
        match self {
            Flag::Set => "--set",
            Flag::Methods => "--methods",
            Flag::Nodes => "--nodes",
            Flag::Expansions => "--expansions",
            Flag::TreeNodes => "--tree-nodes",
            Flag::Memory => "--memory",
            Flag::Proof => "--proof",
            Flag::LimitPositions => "--limit-positions",
            Flag::Game => "--game",
            Flag::Depth => "--depth",
            Flag::Players => "--players",
            Flag::Table => "--table",
            Flag::Certify => "--certify",
            Flag::Resume => "--resume",
        }
    }
}

/// The options that a kind of experiment has.
fn options(kind: Kind) -> &'static [Flag] {
    match kind {
        Kind::Benchmark => &[],
        Kind::Board(_) => &[Flag::Memory, Flag::Proof],
        Kind::Players(_) => {
            &[Flag::Game, Flag::Set, Flag::Depth, Flag::Players, Flag::LimitPositions]
        }
        Kind::Zone => &[Flag::Nodes, Flag::Memory, Flag::LimitPositions],
        Kind::Patterns => &[Flag::LimitPositions],
        Kind::JobTables | Kind::JobShares | Kind::Scaling => {
            &[Flag::Game, Flag::Memory, Flag::LimitPositions, Flag::Resume]
        }
        Kind::JobTree => &[Flag::Game, Flag::TreeNodes],
        Kind::Comparison => &[
            Flag::Set,
            Flag::Methods,
            Flag::Nodes,
            Flag::Expansions,
            Flag::TreeNodes,
            Flag::Memory,
            Flag::LimitPositions,
            Flag::Table,
            Flag::Certify,
            Flag::Resume,
        ],
    }
}

/// The options that are given.
fn given(arguments: &BenchArguments) -> impl Iterator<Item = Flag> {
    let flags = [
        (Flag::Set, arguments.set.is_some()),
        (Flag::Methods, arguments.methods.is_some()),
        (Flag::Nodes, arguments.nodes.is_some()),
        (Flag::Expansions, arguments.expansions.is_some()),
        (Flag::TreeNodes, arguments.tree_nodes.is_some()),
        (Flag::Memory, arguments.memory.is_some()),
        (Flag::Proof, arguments.proof.is_some()),
        (Flag::LimitPositions, arguments.limit_positions.is_some()),
        (Flag::Game, arguments.game.is_some()),
        (Flag::Depth, arguments.depth.is_some()),
        (Flag::Players, !arguments.players.is_empty()),
        (Flag::Table, !arguments.table.is_empty()),
        (Flag::Certify, arguments.certify),
        (Flag::Resume, arguments.resume.is_some()),
    ];
    flags.into_iter().filter(|(_, is_given)| *is_given).map(|(flag, _)| flag)
}

/// Refuses options that the experiment does not have.
fn check(name: &str, kind: Kind, arguments: &BenchArguments) -> Result<(), InputError> {
    let options = options(kind);
    if given(arguments).all(|flag| options.contains(&flag)) {
        return Ok(());
    }
    if let (Kind::Comparison, Some(proof)) = (kind, &arguments.proof) {
        let proof = InputError::quote(&proof.display().to_string());
        return Err(InputError::new(format!("--proof {proof}: comparisons keep no certificates")));
    }
    let name = InputError::quote(name);
    let names: Vec<&str> = options.iter().map(|flag| flag.name()).collect();
    Err(InputError::new(match &names[..] {
        [] => format!("benchmark {name} is no comparison: it has no options"),
        [one] => format!("benchmark {name} has no option but {one}"),
        [first @ .., last] => {
            format!("benchmark {name} has no options but {} and {last}", first.join(", "))
        }
    }))
}

/// What is to be run.
///
/// # Errors
/// If there is no such experiment, it has no such option, or a file is in the way.
pub(super) fn plan(
    catalogue: &Catalogue,
    arguments: &BenchArguments,
) -> Result<Experiment, Failure> {
    let Some(name) = &arguments.name else { return Ok(Experiment::Benchmarks(None)) };
    let kind = Kind::of(name)?;
    check(name, kind, arguments)?;
    let tables = open_tables(catalogue, &arguments.table)?;
    let BenchArguments { nodes, memory, game, resume, set, .. } = arguments.clone();
    let first = arguments.limit_positions.map(|most| most as usize);
    let jobs = || jobs::Plan { game: game.clone(), memory, rows: first, resume: resume.clone() };
    Ok(match kind {
        Kind::Benchmark => Experiment::Benchmarks(Some(name.clone())),
        Kind::Board(which) => {
            let proof = arguments.proof.clone();
            arguments.overwrite.check_some("--proof", proof.as_ref(), FileKind::Certificate)?;
            Experiment::Board(which, board::Plan { memory, proof })
        }
        Kind::Players(which) => {
            let (depth, players) = (arguments.depth, arguments.players.clone());
            let plan = players::Plan { game, depth, players, set, positions: first };
            Experiment::Players(which, plan)
        }
        Kind::Zone => Experiment::Zone(zone::Plan { nodes, memory, boards: first }),
        Kind::Patterns => Experiment::Patterns(first),
        Kind::JobTables => Experiment::JobTables(jobs()),
        Kind::JobShares => Experiment::JobShares(jobs()),
        Kind::Scaling => Experiment::Scaling(jobs()),
        Kind::JobTree => {
            Experiment::JobTree(jobs::tree::Plan { game, nodes: arguments.tree_nodes })
        }
        Kind::Comparison => Experiment::Comparison(comparison::Plan {
            name: name.clone(),
            set,
            methods: arguments.methods.clone(),
            positions: first,
            nodes,
            expansions: arguments.expansions,
            tree_nodes: arguments.tree_nodes,
            memory,
            certify: arguments.certify,
            tables,
            resume,
        }),
    })
}
