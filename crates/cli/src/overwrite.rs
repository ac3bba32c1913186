//! Files that are there already: what a command may replace, and what it may not.
//!
//! A file of the kind that is to be written, by its first bytes, is replaced: a certificate by a
//! certificate, a table by a table. So is an empty one. Anything else is somebody's, and is refused
//! before the work begins; `--force` insists.

use andor_core::InputError;
use clap::Args;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The switch that all commands with output files share.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Overwrite {
    /// Replace files that are there already, whatever they are.
    #[arg(long)]
    pub(crate) force: bool,
}

/// What a file is to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A certificate.
    Certificate,
    /// A saved search.
    Checkpoint,
    /// An endgame table.
    Table,
    /// A manual page.
    ManualPage,
    /// Text, in which nothing says whose it is.
    Text,
}

impl Kind {
    /// What a file that begins so is, if it is one of ours.
    pub(crate) fn of(bytes: &[u8]) -> Option<Kind> {
        let is = |kind: &Kind| kind.mark().is_some_and(|(mark, _)| bytes.starts_with(mark));
        [Kind::Certificate, Kind::Checkpoint, Kind::Table].into_iter().find(is)
    }

    /// Why such a file has no games in it, and what to do with it.
    pub(crate) fn no_games(self) -> String {
        let name = self.mark().map_or("text", |(_, name)| name);
        let what_to_do = match self {
            Kind::Certificate => "andor verify checks it",
            Kind::Checkpoint => "andor solve --resume goes on with it",
            Kind::Table => "andor table verify checks it",
            Kind::ManualPage | Kind::Text => "it is to be read",
        };
        format!("this is {name}, no recorded game: {what_to_do}")
    }

    /// How such a file begins, and what it is called.
    fn mark(self) -> Option<(&'static [u8], &'static str)> {
        match self {
            Kind::Certificate => Some((b"\x89andor\r\n", "a certificate")),
            Kind::Checkpoint => Some((b"ANDORCKP", "a checkpoint")),
            Kind::Table => Some((b"\x89table\r\n", "a table")),
            Kind::ManualPage => Some((b".ie \\n(.", "a manual page")),
            Kind::Text => None,
        }
    }
}

/// What is there where a file is to be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Existing {
    /// Nothing, an empty file, or no file at all, such as a device.
    Nothing,
    /// A file of the kind.
    Ours,
    /// Another one.
    Other,
}

/// Looks at what is there.
pub(crate) fn look(path: &Path, kind: Kind) -> Existing {
    if !path.is_file() {
        return Existing::Nothing;
    }
    let mut first = Vec::new();
    // What cannot be read is not known to be ours.
    let read = File::open(path).and_then(|file| file.take(8).read_to_end(&mut first));
    match (read, kind.mark()) {
        (Ok(0), _) => Existing::Nothing,
        (Ok(_), Some((mark, _))) if first == mark => Existing::Ours,
        _ => Existing::Other,
    }
}

impl Overwrite {
    /// Refuses to replace a file that is not of the kind.
    ///
    /// # Errors
    /// One line that names the option and the file.
    pub(crate) fn check(self, option: &str, path: &Path, kind: Kind) -> Result<(), InputError> {
        if self.force || look(path, kind) != Existing::Other {
            return Ok(());
        }
        let name = InputError::quote(&path.display().to_string());
        let why = match kind.mark() {
            Some((_, what)) => format!("it exists and is not {what}"),
            None => "it exists already".to_owned(),
        };
        Err(InputError::new(format!("{option} {name}: {why}; --force replaces it")))
    }

    /// The same for an option that may have been left out.
    pub(crate) fn check_some<P: AsRef<Path>>(
        self,
        option: &str,
        path: Option<&P>,
        kind: Kind,
    ) -> Result<(), InputError> {
        path.map_or(Ok(()), |path| self.check(option, path.as_ref(), kind))
    }
}
