//! The words of `andor coordinate`, `andor worker`, `andor status` and `andor cluster`.

use super::Place;
use super::settings::{SettingArguments, one_of};
use crate::overwrite::Overwrite;
use crate::quantity::{count, duration, memory, zone};
use andor_core::{InputError, Named};
use andor_engine::remote::WorkerCard;
use andor_engine::{Goal, ZoneChoice};
use clap::{Args, Subcommand};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// A size, or 0.
fn share(text: &str) -> Result<u64, String> {
    if text == "0" { Ok(0) } else { memory(text) }
}

/// Where the NATS server is, and who we are there.
#[derive(Args, Debug)]
pub(crate) struct NatsArguments {
    /// The NATS server, such as nats://host:4222 or tls://host:4222 [default: what --config says].
    #[arg(long, value_name = "URL", env = "ANDOR_NATS", hide_env_values = true)]
    pub(crate) nats: Option<String>,
    /// A file with address and credentials, one option a line, such as nats = "tls://host:4222"
    /// [default: $XDG_CONFIG_HOME/andor/cluster.toml or ~/.config/andor/cluster.toml].
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) access: NatsAccess,
}

/// How to get in at a NATS server, and to which run.
#[derive(Args, Clone, Default, Debug)]
pub(crate) struct NatsAccess {
    /// The name of the run, if there are several on one server [default: andor].
    #[arg(long, value_name = "NAME")]
    pub(crate) run: Option<String>,
    /// The user at the server, with --password-file.
    #[arg(long, value_name = "NAME")]
    pub(crate) user: Option<String>,
    /// A file with the password of the user.
    #[arg(long, value_name = "FILE")]
    pub(crate) password_file: Option<PathBuf>,
    /// A file with the seed of an nkey, in place of user and password.
    #[arg(long, value_name = "FILE", conflicts_with = "user")]
    pub(crate) nkey: Option<PathBuf>,
    /// Accept a server whose certificate one of these signed (PEM), and speak TLS only.
    #[arg(long, value_name = "FILE")]
    pub(crate) tls_ca: Option<PathBuf>,
    /// Our own certificate (PEM), if the server wants one.
    #[arg(long, value_name = "FILE")]
    pub(crate) tls_cert: Option<PathBuf>,
    /// The key of that certificate.
    #[arg(long, value_name = "FILE")]
    pub(crate) tls_key: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct CoordinateArguments {
    #[command(flatten)]
    pub(crate) nats: NatsArguments,
    /// The folder of the run's state; one that is there is gone on with.
    #[arg(long, value_name = "DIR")]
    pub(crate) state: PathBuf,
    #[command(flatten)]
    pub(crate) search: CoordinatedSearch,
}

/// What a coordinator searches, and how, wherever its server and its state are.
#[derive(Args, Debug)]
pub(crate) struct CoordinatedSearch {
    /// The game, such as breakthrough:5x5; or FILE#PLY.
    pub(crate) game: String,
    /// Another position than the initial one.
    #[arg(long, value_name = "P")]
    pub(crate) position: Option<String>,
    /// Moves to play from there first, separated by spaces.
    #[arg(long, value_name = "M M..")]
    pub(crate) moves: Option<String>,
    /// How: auto is the best for the game, ppn2 the paper's.
    #[arg(long, value_name = "M", default_value = "auto")]
    pub(crate) method: String,
    /// Write the certificate here.
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<PathBuf>,
    /// Stop after so many nodes of the workers.
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) nodes: Option<u64>,
    /// Stop after so many positions that the workers have expanded.
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) expansions: Option<u64>,
    /// Stop after so long, such as 30s.
    #[arg(long, value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Bytes for the tree and what is kept for the proof [default: 1GiB].
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub(crate) memory: Option<u64>,
    /// A worker that was not heard of for so long has lost its jobs.
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = duration)]
    pub(crate) lease: Duration,
    /// A job that is not done after so long is given to another worker, whatever is heard of its own.
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = duration)]
    pub(crate) deadline: Duration,
    /// Threads that inspect results [default: as many as there are processors, and 2 at least].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) checkers: Option<u32>,
    /// Of what the other workers find, each hears so much a second; 0 for nothing.
    #[arg(long, value_name = "SIZE", default_value = "32MiB", value_parser = share)]
    pub(crate) share: u64,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
    /// What is asked.
    #[arg(long, default_value = Goal::default().name(), value_parser = one_of::<Goal>())]
    pub(crate) goal: Goal,
    #[command(flatten)]
    pub(crate) settings: SettingArguments<true>,
    /// Breakthrough: jobs ask a zone table of so many rows: 3 or more, auto, or off (docs/use/zone-tables.md)
    /// [default: auto, for ppn2 off].
    #[arg(long, value_name = "K", value_parser = zone)]
    pub(crate) zone: Option<ZoneChoice>,
    /// Jobs ask an endgame table (andor table build), which every worker has too; the certificate may then rest on it.
    /// More than one may be given.
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Vec<PathBuf>,
}

impl CoordinatedSearch {
    pub(crate) fn place(&self) -> Place {
        Place {
            game: Some(self.game.clone()),
            position: self.position.clone(),
            moves: self.moves.clone(),
            batch: None,
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct WorkerArguments {
    #[command(flatten)]
    pub(crate) nats: NatsArguments,
    /// Threads: of a job of df-pn, or each with another job.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: u32,
    /// Bytes for all threads together.
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = memory)]
    pub(crate) memory: u64,
    /// A card that helps in jobs of df-pn on Breakthrough (andor devices, docs/use/gpu.md).
    #[arg(long, value_name = "CARD")]
    pub(crate) device: Option<String>,
    /// How much of the card's memory may be used [default: 9/10 of what is free].
    #[arg(long, value_name = "SIZE", requires = "device")]
    pub(crate) device_memory: Option<String>,
    /// Jobs that wait beside those being done, which hides a slow network.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=256))]
    pub(crate) ahead: u32,
    /// Results of jobs that took this long, or longer, wait in JetStream; others go straight to the coordinator.
    #[arg(long, value_name = "TIME", default_value = "100ms", value_parser = duration)]
    pub(crate) queue_after: Duration,
    /// The file of a run about graph:FILE: no file is opened because the coordinator names it.
    #[arg(long, value_name = "FILE")]
    pub(crate) graph: Option<String>,
    /// An endgame table, for runs that ask it. More than one may be given.
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Vec<PathBuf>,
    /// The name of this worker [default: made of the machine's name and a number].
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
}

impl WorkerArguments {
    /// The card, which is there.
    pub(crate) fn card(&self) -> Result<Option<WorkerCard>, InputError> {
        let open = |device| WorkerCard::open(device, self.device_memory.as_deref());
        self.device.as_deref().map(open).transpose()
    }
}

#[derive(Args, Debug)]
pub(crate) struct StatusArguments {
    #[command(flatten)]
    pub(crate) nats: NatsArguments,
    /// Stay and look again every second: a dashboard on a terminal, with --json a line each time.
    #[arg(long)]
    pub(crate) watch: bool,
    /// The text that Prometheus reads.
    #[arg(long, conflicts_with = "watch")]
    pub(crate) prometheus: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ClusterArguments {
    #[command(subcommand)]
    pub(crate) command: ClusterCommand,
}

#[derive(Subcommand, Debug)]
pub(crate) enum ClusterCommand {
    /// Start a NATS server, a coordinator and workers, and stop them all when the answer is there.
    Up(Box<UpArguments>),
}

#[derive(Args, Debug)]
pub(crate) struct UpArguments {
    /// How many workers to start here; more may join from elsewhere.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=256))]
    pub(crate) workers: u32,
    /// Where the server listens; port 0 is one that is free. It lets everybody in.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:0")]
    pub(crate) listen: SocketAddr,
    /// Threads of each of them.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: u32,
    /// More words for each of them (andor worker -h), such as "--memory 4GiB --ahead 1".
    #[arg(
        long,
        value_name = "WORDS",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    pub(crate) worker: String,
    /// Keep the run's state here; one that is there is gone on with [default: nothing is kept].
    #[arg(long, value_name = "DIR")]
    pub(crate) state: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) search: CoordinatedSearch,
}
