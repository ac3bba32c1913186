//! The one error of this crate. Every message is one line.

use andor_core::Stopped;
use std::fmt;

/// Why a table could not be built, read or believed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableError {
    /// What is asked for cannot be done.
    Impossible(String),
    /// Somebody stopped it.
    Stopped(Stopped),
    /// The file cannot be read; the message names it.
    Unreadable(String),
    /// The file cannot be written; the message names it.
    Unwritable(String),
    /// The file does not even begin like a table.
    NotATable,
    /// The file has a format version that this reader does not know.
    NewerFormat(u32),
    /// The file is a table that lost or changed some of its bytes, or was written wrongly.
    Damaged(String),
    /// The file is in order, but an entry is wrong.
    Wrong(String),
}

impl TableError {
    /// Whether this is a judgement on a table, in contrast to a file that is none or to something
    /// that cannot be done.
    #[must_use]
    pub fn is_rejection(&self) -> bool {
        matches!(self, TableError::Damaged(_) | TableError::Wrong(_))
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Impossible(why) => f.write_str(why),
            TableError::Stopped(stopped) => write!(f, "not finished: stopped by {stopped}"),
            TableError::Unreadable(why) => write!(f, "cannot read the table: {why}"),
            TableError::Unwritable(why) => write!(f, "cannot write the table: {why}"),
            TableError::NotATable => f.write_str("not a table: the file does not begin like one"),
            TableError::NewerFormat(version) => write!(
                f,
                "the table has format version {version}, this program reads version {}: a newer \
                 andor is needed",
                crate::header::FORMAT
            ),
            TableError::Damaged(why) => write!(f, "damaged table: {why}"),
            TableError::Wrong(why) => write!(f, "wrong table: {why}"),
        }
    }
}

impl std::error::Error for TableError {}
