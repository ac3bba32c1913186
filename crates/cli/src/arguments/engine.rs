//! The words of `andor engine`.

use super::settings::one_of;
use andor_core::Named;
use andor_play::GtpMoves;
use clap::{Args, ValueEnum};

#[derive(Args, Debug)]
pub(crate) struct EngineArguments {
    /// What is spoken on stdin and stdout.
    #[arg(long, value_enum, default_value_t = ProtocolName::Ugi)]
    pub(crate) protocol: ProtocolName,
    /// The game to begin with [default: loa, or the first of your own].
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Who plays, such as mia, mia4:depth=6 or random.
    #[arg(long, value_name = "P", default_value = andor_play::DEFAULT_PLAYER)]
    pub(crate) player: String,
    /// GTP: how moves of two points are said.
    #[arg(long, default_value = GtpMoves::Atomic.name(), value_parser = one_of::<GtpMoves>())]
    pub(crate) gtp_moves: GtpMoves,
    /// JSON: requests worked on at a time; one a processor if left out.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) at_a_time: usize,
}

/// A language of engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ProtocolName {
    /// The universal game interface (cutegames), and UCI's handshake.
    Ugi,
    /// The Go text protocol, with GoGui's questions about rules.
    Gtp,
    /// Requests and answers, one JSON object a line.
    Json,
}
