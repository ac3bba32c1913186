//! What a plain verification asks of a certificate's tables: endgame tables as they are, and, in
//! place of a zone table, the plain judge of zone leaves, which needs no table.

use crate::error::EngineError;
use crate::tables::TableSet;
use andor_certify::{Certificate, CertificateError, TableIdentity, Tables, Verified};
use andor_core::{Limits, Outcome, Rules};
use andor_tables::zone::PlainZone;

/// Endgame tables and a judge.
pub(crate) struct Judged {
    /// Without a zone table.
    tables: TableSet,
    zone: Option<PlainZone>,
}

impl Judged {
    /// The endgame tables of these, and a judge if the certificate rests on a zone table; half of the
    /// memory is the judge's.
    pub(crate) fn new<R: Rules>(
        rules: &R,
        certificate: &Certificate,
        tables: &TableSet,
        limits: &Limits,
    ) -> Result<Judged, EngineError> {
        let tables = tables.clone().with_zone(None, certificate.spec());
        let mut names = certificate.tables().iter().filter(|name| name.zone_rows.is_some());
        let Some(name) = names.next() else { return Ok(Judged { tables, zone: None }) };
        let refuse = |why: String| -> EngineError {
            CertificateError::Refused(format!("it rests on the table {name}: {why}")).into()
        };
        if names.next().is_some() {
            return Err(refuse("and on another zone table".to_owned()));
        }
        let limits = Limits { memory: limits.memory / 2, ..limits.clone() };
        let zone = PlainZone::in_place_of(name, rules, &limits).map_err(refuse)?;
        Ok(Judged { tables, zone: Some(zone) })
    }

    /// What came of a verification that asked this judge: if the judge was stopped, a failure is no
    /// refutation.
    pub(crate) fn result(
        &self,
        verified: Result<Verified, CertificateError>,
    ) -> Result<Verified, CertificateError> {
        let stopped = self.zone.as_ref().and_then(PlainZone::stopped);
        verified.map_err(|error| stopped.map_or(error, CertificateError::Stopped))
    }
}

impl<R: Rules> Tables<R> for Judged {
    fn outcome(&self, rules: &R, position: &R::Position) -> Option<Outcome> {
        let zone = self.zone.as_ref().and_then(|zone| zone.outcome(rules, position));
        zone.or_else(|| self.tables.look(rules, position))
    }

    fn identities(&self) -> Vec<TableIdentity> {
        let mut all = Tables::<R>::identities(&self.tables);
        all.extend(self.zone.iter().flat_map(Tables::<R>::identities));
        all
    }
}
