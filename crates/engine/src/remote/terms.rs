//! What a search by jobs is about, so that a worker who knows nothing else can do its part.

use crate::method::{LeafChoice, Method, MethodSettings};
use crate::tables::TableSet;
use andor_core::{Game, InputError};
use andor_prove::job_level::{Config, Jobs};
use andor_prove::leaf::Squash;
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
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct JobTerms {
    /// The leaf rule, if not the method's own.
    pub leaf: Option<String>,
    /// Its parameter.
    pub a: Option<u32>,
    /// Its parameter.
    pub b: Option<u32>,
    /// Its parameter.
    pub t: Option<i32>,
    /// Whether its squashing function is smooth.
    pub sigmoid: Option<bool>,
    /// Whether static knowledge is used.
    pub knowledge: bool,
    /// Whether jobs are df-pn searches, not PN searches.
    pub df_pn: bool,
    /// The rows of the zone table that jobs ask, if they ask one.
    pub zone_rows: Option<u32>,
}

impl JobTerms {
    /// The part of the settings and tables that workers must know.
    #[must_use]
    pub(crate) fn of(settings: &MethodSettings, tables: &TableSet) -> JobTerms {
        let MethodSettings { leaf, a, b, t, squash, knowledge, jobs, .. } = settings;
        JobTerms {
            leaf: leaf.map(|leaf| leaf.name().to_owned()),
            a: *a,
            b: *b,
            t: *t,
            sigmoid: squash.map(|squash| squash == Squash::Sigmoid),
            knowledge: knowledge.unwrap_or(false),
            df_pn: jobs.solver == Some(Jobs::DfPn),
            zone_rows: tables.zone().map(|zone| zone.shape().depth() as u32),
        }
    }

    /// What a solver of such jobs is set to.
    pub(super) fn config<G: Game>(&self, game: &G) -> Result<Config, InputError> {
        let leaf = match &self.leaf {
            None => None,
            Some(name) => {
                let choice = LeafChoice::ALL.into_iter().find(|choice| choice.name() == name);
                let quoted = InputError::quote(name);
                Some(choice.ok_or_else(|| InputError::new(format!("leaf {quoted} is unknown")))?)
            }
        };
        let squash = self.sigmoid.map(|is| if is { Squash::Sigmoid } else { Squash::Step });
        let settings =
            MethodSettings { leaf, a: self.a, b: self.b, t: self.t, squash, ..Default::default() };
        Ok(Config {
            leaf: Method::Ppn2.leaf(game, &settings)?,
            knowledge: self.knowledge,
            workers: 1,
            jobs: if self.df_pn { Jobs::DfPn } else { Jobs::Pn },
            ..Config::default()
        })
    }
}
