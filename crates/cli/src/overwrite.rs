//! Files that are there already ([`andor_engine::FileKind`]): `--force` insists on replacing them.

use andor_core::InputError;
use andor_engine::check_replaceable;
use clap::Args;
use std::path::Path;

pub(crate) use andor_engine::{Existing, FileKind as Kind, look};

/// The switch that all commands with output files share.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Overwrite {
    /// Replace files that are there already, whatever they are.
    #[arg(long)]
    pub(crate) force: bool,
}

impl Overwrite {
    /// Refuses to replace a file that is not of the kind.
    ///
    /// # Errors
    /// One line that names the option and the file.
    pub(crate) fn check(self, option: &str, path: &Path, kind: Kind) -> Result<(), InputError> {
        match self.force {
            true => Ok(()),
            false => check_replaceable(option, path, kind, "--force"),
        }
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
