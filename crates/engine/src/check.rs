//! A certificate checked together with all that it rests on: the one place that says *verified*.
//!
//! ```text
//!   entries, root, paths     the reference rules                         always
//!   leaves of a zone table   judged without it, or searched out          always
//!                            from the rules (--strict)
//!   search leaves            searched by the board of a race, or from the      always
//!                            rules (--strict)
//!   an endgame table         its own checker, now or before, for the     else the claim holds
//!                            same bytes by SHA-256                       *if the table is right*
//! ```
//!
//! `solve`, `coordinate`, `verify`, `explain` and `play` all come through here.

use crate::any_game::AnyGame;
use crate::error::EngineError;
use crate::reference::Means;
use crate::solve;
use crate::strict::StrictTables;
use andor_certify::{Certificate, CertificateError, Extent, TableName, Verified, verify_to};
use andor_core::{Claim, InputError, Limits, Observer, Rules};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};
use std::fmt;

/// How far a claim was checked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Verification {
    /// It was not, or it did not hold: `false` in a row.
    #[default]
    No,
    /// It holds if the tables are right that it rests on: `"conditional"`.
    Conditional,
    /// It holds, and everything that it rests on was checked: `true`.
    Yes,
}

impl fmt::Display for Verification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verification::No => "no",
            Verification::Conditional => "conditional",
            Verification::Yes => "yes",
        })
    }
}

impl Serialize for Verification {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Verification::No => serializer.serialize_bool(false),
            Verification::Conditional => serializer.serialize_str("conditional"),
            Verification::Yes => serializer.serialize_bool(true),
        }
    }
}

/// What was done to a table before a claim that rests on it was believed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TableTrust {
    /// Nothing: the claim holds if the table is right.
    No,
    /// Its own checker found the same bytes right, on this machine.
    Before,
    /// What it decides was derived again from its definition, without it.
    Derived,
    /// What it decides was searched out from the reference rules.
    Searched,
}

/// A table that a certificate rests on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RestsOn {
    /// Its name in the certificate.
    #[serde(flatten)]
    pub table: TableName,
    /// How far it was checked.
    pub checked: TableTrust,
}

/// A certificate that holds.
#[derive(Clone, Debug)]
pub struct Checked {
    /// What the verifier counted.
    pub verified: Verified,
    /// The tables that it rests on.
    pub rests_on: Vec<RestsOn>,
}

impl Checked {
    /// How far the claims were checked: not yet, if only a share of their leaves was searched.
    #[must_use]
    pub fn verification(&self) -> Verification {
        if !self.verified.share.is_whole() {
            return Verification::No;
        }
        match self.rests_on.iter().any(|table| table.checked == TableTrust::No) {
            true => Verification::Conditional,
            false => Verification::Yes,
        }
    }

    /// What was checked as an object, as `andor verify --json` prints it.
    ///
    /// # Errors
    /// If the certificate cannot be read any more.
    pub fn object(
        &self,
        game: &dyn AnyGame,
        certificate: &Certificate,
        seconds: f64,
    ) -> Result<Map<String, Value>, EngineError> {
        let claims: Vec<String> = self.claims().iter().map(Claim::to_string).collect();
        let each = certificate.size().bytes_each();
        let digest = certificate.digest()?;
        let mut object = Map::new();
        let fields = [
            ("verified", json!(self.verification())),
            ("rests_on", json!(self.rests_on)),
            ("claim", json!(claims.join(", "))),
            ("positions", json!(self.verified.positions)),
            ("seconds", json!(seconds)),
            ("bytes", json!(certificate.file_len())),
            ("bytes_per_position", json!(each.map(|each| (each * 1000.0).round() / 1000.0))),
            ("sha256", json!(digest.map(|byte| format!("{byte:02x}")).concat())),
        ];
        object.extend(fields.map(|(name, value)| (name.to_owned(), value)));
        if let Some(before) = game.before(certificate)? {
            object.insert("history".to_owned(), json!(before));
        }
        if let Some(budget) = certificate.leaf_budget() {
            let Verified { leaves, searched, .. } = &self.verified;
            let leaves =
                [("leaf_budget", budget), ("leaves", *leaves), ("leaf_positions", *searched)];
            object.extend(leaves.map(|(name, count)| (name.to_owned(), json!(count))));
        }
        Ok(object)
    }

    /// What is shown to be true.
    #[must_use]
    pub fn claims(&self) -> Vec<Claim> {
        self.verified.sections.iter().map(|section| section.claim).collect()
    }
}

/// Checks a certificate, with these tables at hand.
///
/// # Errors
/// What is wrong with it, or which limit was reached.
pub(crate) fn check_certificate<R: Rules>(
    reference: &R,
    certificate: &Certificate,
    &Means { tables, share, threads, limits }: &Means<'_>,
    observer: &mut dyn Observer,
) -> Result<Checked, EngineError> {
    let threads = solve::threads(threads);
    let names = certificate.tables();
    // The judge of zones and the verifier share the memory.
    let half = Limits { memory: limits.memory / 2, ..limits.clone() };
    let judged = tables.judged_for(reference, certificate, threads, &half)?;
    let extent = Extent { by_rules: false, share };
    let verified =
        verify_to(reference, certificate, Some(&judged), extent, threads, &half, observer);
    let verified = match (verified, judged.judge_stopped()) {
        // A judge who was stopped is no refutation.
        (Err(_), Some(stopped)) => return Err(CertificateError::Stopped(stopped).into()),
        (verified, _) => verified?,
    };
    let rests_on =
        names.iter().map(|name| RestsOn { table: name.clone(), checked: tables.trust(name) });
    Ok(Checked { verified, rests_on: rests_on.collect() })
}

/// The same, with the judge of zones as an adviser only: what it decides is searched out from the
/// reference rules. Tells how many positions that took, too.
///
/// # Errors
/// What is wrong with it, or which limit was reached.
pub(crate) fn check_strictly<R: Rules>(
    reference: &R,
    certificate: &Certificate,
    &Means { tables, share, threads, limits }: &Means<'_>,
    observer: &mut dyn Observer,
) -> Result<(Checked, u64), EngineError> {
    let threads = solve::threads(threads);
    let half = Limits { memory: limits.memory / 2, ..limits.clone() };
    let judged = tables.judged_for(reference, certificate, threads, &half)?;
    let strict = StrictTables::new(&judged);
    let extent = Extent { by_rules: true, share };
    let verified =
        verify_to(reference, certificate, Some(&strict), extent, threads, &half, observer);
    if let (Err(_), Some(stopped)) = (&verified, judged.judge_stopped()) {
        return Err(CertificateError::Stopped(stopped).into());
    }
    match (verified, strict.refuted()) {
        (Ok(verified), _) => {
            let names = certificate.tables().iter().cloned();
            let rests_on = names.map(|table| RestsOn { table, checked: TableTrust::Searched });
            Ok((Checked { verified, rests_on: rests_on.collect() }, strict.searched()))
        }
        (Err(_), Some(position)) => {
            let position = InputError::quote(&position);
            let why =
                format!("its zone decides {position}, which the reference rules do not bear out");
            Err(CertificateError::Refused(why).into())
        }
        (Err(error), None) => Err(error.into()),
    }
}
