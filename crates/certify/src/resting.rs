//! Certificates that rest on tables: endgame tables, or the zone table of a race.
//!
//! A proof may stop at positions that a table decides. It then proves its claim *if the table is
//! right*, which the table's own checker shows from the reference rules, once for all proofs. So
//! that nobody takes one table for another, the header names each by its checksum.
//!
//! A position of the table needs no entry, with the holder to move, and no rank: play from there
//! never leaves the table, where men are only taken, and a table's wins have ranks of their own. A
//! zone table decides positions by a strategy that keeps every later position decided, in a game
//! that always ends.

use crate::error::CertificateError;
use andor_core::{InputError, Outcome, Rules};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A table as a certificate names it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableName {
    /// The name of its file; only to help people.
    pub file: String,
    /// The spec string of its game.
    pub game: String,
    /// The most men of a position; 0 for a zone table.
    pub pieces: u32,
    /// The rows of a zone table, which anybody can build again; an endgame table has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone_rows: Option<u32>,
    /// Its checksum, in hexadecimal: 16 digits.
    pub checksum: String,
}

impl fmt::Display for TableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, game) = (InputError::quote(&self.file), InputError::quote(&self.game));
        let checksum = InputError::printable(&self.checksum, 32);
        match self.zone_rows {
            Some(rows) => write!(f, "{file} ({game}, a zone of {rows} rows, checksum {checksum})"),
            None => write!(f, "{file} ({game}, {} men, checksum {checksum})", self.pieces),
        }
    }
}

/// Tables that a verifier may ask.
pub trait Tables<R: Rules>: Sync {
    /// How a position that is not over ends, if a table knows.
    fn outcome(&self, rules: &R, position: &R::Position) -> Option<Outcome>;

    /// The checksums of the tables, as [`TableName`] writes them.
    fn checksums(&self) -> Vec<String>;
}

/// Checks that every table that a certificate names is there.
pub(crate) fn check_names<R: Rules>(
    names: &[TableName],
    tables: Option<&dyn Tables<R>>,
) -> Result<(), CertificateError> {
    let given = tables.map_or_else(Vec::new, Tables::checksums);
    match names.iter().find(|name| !given.contains(&name.checksum)) {
        None => Ok(()),
        Some(name) => {
            let why = match given.is_empty() {
                true => "which was not given".to_owned(),
                false => format!("and was given {}", given.join(", ")),
            };
            Err(CertificateError::Refused(format!("it rests on the table {name}, {why}")))
        }
    }
}
