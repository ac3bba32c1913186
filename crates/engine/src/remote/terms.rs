//! What a search by jobs is about, so that a worker who knows nothing else can do its part.

use crate::method::Method;
use crate::settings::SolverSettings;
use crate::tables::TableSet;
use andor_core::{Game, InputError};
use andor_prove::job_level::{Config, Jobs};
use serde::{Deserialize, Serialize};

/// The game, the position, the question and the terms of the work.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JobSubject {
    /// The spec string.
    pub game: String,
    /// The root as text, with the moves before it where they count: `START moves b1 c1`.
    pub position: String,
    /// "Does this player win?": `b` or `w`.
    pub player: char,
    /// A number that differs where the rules do.
    pub fingerprint: u64,
    /// The SHA-256 of the file that the spec string names, if it names one.
    pub content: Option<[u8; 32]>,
    /// How jobs are done.
    pub terms: JobTerms,
}

/// How jobs are done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JobTerms {
    /// The settings of the method, as text: `ppn2/leaf=ef/knowledge=on/jobs=df-pn`.
    pub settings: String,
    /// The rows of the zone table that jobs ask, if they ask one.
    pub zone_rows: Option<u32>,
    /// The endgame tables that jobs ask.
    pub tables: Vec<RunTable>,
}

/// An endgame table of a run: every worker has the same one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunTable {
    /// The name of the coordinator's file; only to help people.
    pub file: String,
    /// What it is known by.
    pub sha256: [u8; 32],
}

impl Default for JobTerms {
    fn default() -> JobTerms {
        JobTerms::of(&SolverSettings::of(Method::Ppn2), &TableSet::default())
    }
}

impl JobTerms {
    /// The part of the settings and tables that workers must know.
    #[must_use]
    pub fn of(settings: &SolverSettings, tables: &TableSet) -> JobTerms {
        JobTerms {
            settings: settings.for_workers().to_string(),
            zone_rows: tables.zone().map(|zone| zone.shape().depth() as u32),
            tables: tables.for_workers(),
        }
    }

    /// How many jobs a worker with so many threads does at once: with df-pn all threads search one, in one
    /// table; a PN search has one thread.
    ///
    /// # Errors
    /// If the settings are none.
    pub fn at_once(&self, threads: usize) -> Result<usize, InputError> {
        let settings: SolverSettings = self.settings.parse()?;
        Ok(match settings.jobs.solver {
            Some(Jobs::DfPn) => 1,
            _ => threads.max(1),
        })
    }

    /// What a solver of such jobs is set to, for a worker with so many threads.
    pub(super) fn config<G: Game>(&self, game: &G, threads: usize) -> Result<Config, InputError> {
        let settings: SolverSettings = self.settings.parse()?;
        settings.method.check_jobs()?;
        settings.check()?;
        let leaf = settings.leaf(game)?;
        let threads = threads.max(1) / self.at_once(threads)?;
        Ok(Config { workers: 1, threads, ..settings.job_config(leaf) })
    }
}
