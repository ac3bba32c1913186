//! Certificates that rest on tables: endgame tables, or the zone table of a race.
//!
//! A proof may stop at positions that a table decides. It then proves its claim *if the table is
//! right*, which the table's own checker shows from the reference rules, once for all proofs. So
//! that nobody takes one table for another, the header names each by its SHA-256. Files before
//! version 5 have a checksum in its place, which tells damage but not a forgery.
//!
//! A position of the table needs no entry, with the holder to move, and no rank: play from there
//! never leaves the table, where men are only taken, and a table's wins have ranks of their own. A
//! zone table decides positions by a strategy that keeps every later position decided, in a game
//! that always ends.
//!
//! In format 8 the searches for leaves ask the tables, too (`leaf_search.rs`).

use crate::digest::{read_digest, to_hex};
use crate::error::CertificateError;
use andor_core::{InputError, Outcome, Player, Racers, Rules};
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
    /// Its checksum, in hexadecimal: 16 digits. It tells damage, and names the table only where there
    /// is no `sha256`.
    pub checksum: String,
    /// The SHA-256 of its identity bytes, in hexadecimal: 64 digits. Files before version 5 have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

impl TableName {
    /// Whether this names a table with these identities, in lower case: by its SHA-256, or by its
    /// checksum if the name has nothing else.
    #[must_use]
    pub fn is(&self, identity: &TableIdentity) -> bool {
        match &self.sha256 {
            Some(digest) => *digest == identity.sha256,
            None => self.checksum == identity.checksum,
        }
    }

    /// The name as a header has it: in format 5 with a `sha256`, before that without.
    pub(crate) fn checked(self, is_new: bool) -> Result<TableName, String> {
        if !is_new {
            return Ok(TableName { sha256: None, ..self });
        }
        let what = || format!("the table {}", InputError::quote(&self.file));
        let digest = self.sha256.as_deref().unwrap_or_default();
        let digest = to_hex(&read_digest(&what(), digest)?);
        Ok(TableName { sha256: Some(digest), ..self })
    }
}

/// What a table is known by, both in hexadecimal and lower case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableIdentity {
    /// The checksum.
    pub checksum: String,
    /// The SHA-256.
    pub sha256: String,
}

impl fmt::Display for TableIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "checksum {}, sha256 {}", self.checksum, self.sha256)
    }
}

impl fmt::Display for TableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, game) = (InputError::quote(&self.file), InputError::quote(&self.game));
        match self.zone_rows {
            Some(rows) => write!(f, "{file} ({game}, a zone of {rows} rows, ")?,
            None => write!(f, "{file} ({game}, {} men, ", self.pieces)?,
        }
        match &self.sha256 {
            Some(digest) => write!(f, "sha256 {})", InputError::printable(digest, 64)),
            None => write!(f, "checksum {})", InputError::printable(&self.checksum, 32)),
        }
    }
}

/// Tables that a verifier may ask.
pub trait Tables<R: Rules>: Sync {
    /// How a position that is not over ends, if a table knows.
    fn outcome(&self, rules: &R, position: &R::Position) -> Option<Outcome>;

    /// What the tables are known by.
    fn identities(&self) -> Vec<TableIdentity>;

    /// How a position that is not over ends, whoever is to move, as a search for a leaf goes by it.
    fn decides(&self, rules: &R, position: &R::Position) -> Option<Outcome> {
        self.outcome(rules, position)
    }

    /// The same by the men on a board, if that is all these tables go by.
    fn races(&self) -> Option<&dyn Races> {
        None
    }

    /// Whether it holds that this player wins a position for which [`Tables::decides`] says so: where that was advice,
    /// and no more.
    fn bears_out(&self, _rules: &R, _position: &R::Position, _winner: Player) -> bool {
        true
    }
}

/// Who wins a race that is not over, by the men alone.
pub trait Races: Sync {
    /// Whether the side to move wins, if that is known.
    fn mover_wins(&self, racers: Racers) -> Option<bool>;
}

/// Checks that every table that a certificate names is there.
pub(crate) fn check_names<R: Rules>(
    names: &[TableName],
    tables: Option<&dyn Tables<R>>,
) -> Result<(), CertificateError> {
    let given = tables.map_or_else(Vec::new, Tables::identities);
    match names.iter().find(|name| !given.iter().any(|identity| name.is(identity))) {
        None => Ok(()),
        Some(name) => {
            let why = match given.is_empty() {
                true => "which was not given".to_owned(),
                false => {
                    let given: Vec<String> = given.iter().map(ToString::to_string).collect();
                    format!("and was given {}", given.join("; "))
                }
            };
            Err(CertificateError::Refused(format!("it rests on the table {name}, {why}")))
        }
    }
}
