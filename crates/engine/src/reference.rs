//! The reference rules of a game at the rim: what a certificate is checked with, and read with.
//!
//! Checking is the hot part, and is compiled for every game. Whatever else is read with the reference
//! rules (explanations, lines, records) is cold: it asks plain rules, and is compiled once.

use crate::check::{Checked, check_certificate, check_strictly};
use crate::error::EngineError;
use crate::tables::TableSet;
use andor_certify::{Certificate, CertificateError, Extent, Share, Verified, verify_to};
use andor_core::{Limits, Observer, PlainRules, Rules};
use std::ops::Deref;
use std::sync::Arc;

/// What the checks of a certificate may use.
pub(crate) struct Means<'a> {
    /// The tables at hand.
    pub(crate) tables: &'a TableSet,
    /// Which of the leaves that are left to a search.
    pub(crate) share: Share,
    /// Threads; 0 takes all there are.
    pub(crate) threads: usize,
    /// When to stop.
    pub(crate) limits: &'a Limits,
}

/// The checks, compiled for the rules of one game.
trait Checks: Send + Sync {
    fn verify(
        &self,
        certificate: &Certificate,
        means: &Means<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Verified, CertificateError>;

    fn check(
        &self,
        certificate: &Certificate,
        means: &Means<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Checked, EngineError>;

    fn check_strictly(
        &self,
        certificate: &Certificate,
        means: &Means<'_>,
        observer: &mut dyn Observer,
    ) -> Result<(Checked, u64), EngineError>;
}

impl<R: Rules> Checks for R {
    fn verify(
        &self,
        certificate: &Certificate,
        &Means { tables, share, threads, limits }: &Means<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Verified, CertificateError> {
        let extent = Extent { by_rules: false, share };
        verify_to(self, certificate, Some(tables), extent, threads, limits, observer)
    }

    fn check(
        &self,
        certificate: &Certificate,
        means: &Means<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Checked, EngineError> {
        check_certificate(self, certificate, means, observer)
    }

    fn check_strictly(
        &self,
        certificate: &Certificate,
        means: &Means<'_>,
        observer: &mut dyn Observer,
    ) -> Result<(Checked, u64), EngineError> {
        check_strictly(self, certificate, means, observer)
    }
}

/// The reference rules of a game; where only rules are wanted, they are plain ones.
#[derive(Clone)]
pub struct Reference {
    plain: PlainRules,
    checks: Arc<dyn Checks>,
}

impl Reference {
    /// These rules.
    #[must_use]
    pub fn of<R: Rules + Clone + 'static>(rules: R) -> Reference {
        Reference { plain: PlainRules::of(rules.clone()), checks: Arc::new(rules) }
    }

    /// Verifies a certificate whose tables are believed: those of these means, which are this program's own.
    ///
    /// # Errors
    /// What is wrong with it, or which limit was reached.
    pub(crate) fn verify(
        &self,
        certificate: &Certificate,
        means: &Means<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Verified, CertificateError> {
        self.checks.verify(certificate, means, observer)
    }

    /// Checks a certificate, and all that it rests on.
    ///
    /// # Errors
    /// What is wrong with it, or which limit was reached.
    pub(crate) fn check(
        &self,
        certificate: &Certificate,
        means: &Means<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Checked, EngineError> {
        self.checks.check(certificate, means, observer)
    }

    /// The same, with the judge of zones as an adviser only: what it decides is searched out from the
    /// reference rules. Tells how many positions that took, too.
    ///
    /// # Errors
    /// What is wrong with it, or which limit was reached.
    pub(crate) fn check_strictly(
        &self,
        certificate: &Certificate,
        means: &Means<'_>,
        observer: &mut dyn Observer,
    ) -> Result<(Checked, u64), EngineError> {
        self.checks.check_strictly(certificate, means, observer)
    }
}

impl Deref for Reference {
    type Target = PlainRules;

    fn deref(&self) -> &PlainRules {
        &self.plain
    }
}
