//! The words of `andor web` and `andor site`.

#[cfg(feature = "cluster")]
use super::NatsAccess;
use crate::quantity::{duration, memory};
use clap::Args;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args, Debug)]
pub(crate) struct WebArguments {
    /// Certificates and recorded games to show; folders of certificates, too [default: the certificates of this folder, and
    /// those that come with andor].
    pub(crate) files: Vec<PathBuf>,
    /// Where to listen. Others than this machine need the token.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8420")]
    pub(crate) listen: SocketAddr,
    /// Open the page in the browser.
    #[arg(long)]
    pub(crate) open: bool,
    /// What a client has to know [default: none on loopback, else one is made up].
    #[arg(long, value_name = "WORD")]
    pub(crate) token: Option<String>,
    /// The game to begin with [default: loa, or the first of your own].
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Who plays, such as mia or mia4.
    #[arg(long, value_name = "P", default_value = andor_play::DEFAULT_PLAYER)]
    pub(crate) player: String,
    /// Show the run with workers at this NATS server, too.
    #[cfg(feature = "cluster")]
    #[arg(long, value_name = "URL", env = "ANDOR_NATS", hide_env_values = true)]
    pub(crate) nats: Option<String>,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    pub(crate) access: NatsAccess,
    /// Searches at a time, of all pages together; one a processor if left out.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) at_a_time: usize,
    /// The longest search.
    #[arg(long, default_value = "1h", value_parser = duration)]
    pub(crate) time: Duration,
    /// Bytes for the trees and tables of one search.
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = memory)]
    pub(crate) memory: u64,
}

#[derive(Args, Debug)]
pub(crate) struct SiteArguments {
    /// The folder; it is made, and must be empty or a site already.
    pub(crate) folder: PathBuf,
    /// Certificates that visitors can play against.
    #[arg(long = "proof", value_name = "FILE")]
    pub(crate) proofs: Vec<PathBuf>,
    /// The solver for the browser, which scripts/wasm.sh makes.
    #[arg(long, value_name = "FILE", default_value = "target/site/andor.wasm")]
    pub(crate) wasm: PathBuf,
}
