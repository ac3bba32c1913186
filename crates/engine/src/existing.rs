//! Files that are there already: what may be replaced, and what may not.
//!
//! A file of the kind that is to be written, by its first bytes, is replaced: a certificate by a
//! certificate, a table by a table. So is an empty one. Anything else is somebody's.

use andor_core::InputError;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// What a file is to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
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

impl FileKind {
    /// What a file that begins so is, if it is one of ours.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Option<FileKind> {
        let is = |kind: &FileKind| kind.mark().is_some_and(|(mark, _)| bytes.starts_with(mark));
        [FileKind::Certificate, FileKind::Checkpoint, FileKind::Table].into_iter().find(is)
    }

    /// Why such a file has no games in it, and what to do with it.
    #[must_use]
    pub fn no_games(self) -> String {
        let name = self.mark().map_or("text", |(_, name)| name);
        let what_to_do = match self {
            FileKind::Certificate => "andor verify checks it",
            FileKind::Checkpoint => "andor solve --resume goes on with it",
            FileKind::Table => "andor table verify checks it",
            FileKind::ManualPage | FileKind::Text => "it is to be read",
        };
        format!("this is {name}, no recorded game: {what_to_do}")
    }

    /// How such a file begins, and what it is called.
    fn mark(self) -> Option<(&'static [u8], &'static str)> {
        match self {
            FileKind::Certificate => Some((b"\x89andor\r\n", "a certificate")),
            FileKind::Checkpoint => Some((b"ANDORCKP", "a checkpoint")),
            FileKind::Table => Some((b"\x89table\r\n", "a table")),
            FileKind::ManualPage => Some((b".ie \\n(.", "a manual page")),
            FileKind::Text => None,
        }
    }
}

/// What is there where a file is to be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// Nothing, an empty file, or no file at all, such as a device.
    Nothing,
    /// A file of the kind.
    Ours,
    /// Another one.
    Other,
}

/// Looks at what is there.
#[must_use]
pub fn look(path: &Path, kind: FileKind) -> Existing {
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

/// Refuses to replace a file that is not of the kind; `insist` is what somebody may say who wants to.
///
/// # Errors
/// One line that names the option and the file.
pub fn check_replaceable(
    option: &str,
    path: &Path,
    kind: FileKind,
    insist: &str,
) -> Result<(), InputError> {
    if look(path, kind) != Existing::Other {
        return Ok(());
    }
    let name = InputError::quote(&path.display().to_string());
    let why = match kind.mark() {
        Some((_, what)) => format!("it exists and is not {what}"),
        None => "it exists already".to_owned(),
    };
    Err(InputError::new(format!("{option} {name}: {why}; {insist} replaces it")))
}

/// Refuses a certificate that could not be written, before a search of hours and not after it.
///
/// # Errors
/// One line that names the option and the file.
pub fn check_writable(option: &str, path: &Path) -> Result<(), InputError> {
    let refuse = |why: &str| {
        let name = InputError::quote(&path.display().to_string());
        Err(InputError::new(format!("{option} {name}: {why}")))
    };
    let folder = match path.parent() {
        Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
        Some(folder) => folder,
        None => return refuse("this is not a file"),
    };
    if !folder.is_dir() {
        return refuse("there is no such folder");
    }
    if path.exists() && !path.is_file() {
        return refuse("it exists and is not a file");
    }
    Ok(())
}
