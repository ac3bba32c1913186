//! How files of recorded games are to be read.

use clap::Args;

/// What `check` and `convert` may be told about their files.
#[derive(Args, Debug, Default)]
pub(crate) struct RecordedArguments {
    /// The format: sgf, olympiad, pdn, pgn, moves, lines, squares; what it looks like if left out.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<String>,
    /// The game, where the file names none; other rules than it says, such as loa,simultaneous=mover.
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// In PDN, 1-0 is a win for White (it is one for Black, who begins).
    #[arg(long)]
    pub(crate) white_first_results: bool,
}
