//! What a crew is told: all that workers elsewhere need, and who judges what they say.

use super::inspect::{Examiner, Inspector};
use super::terms::JobSubject;
use crate::reference::Reference;
use crate::tables::TableSet;
use andor_core::{Game, Question};
use andor_prove::job_level::{Cluster, Crew, JobDesk, JobMemory, Simulator};
use std::fmt;
use std::sync::Arc;

/// Makes the crew of a job-level search, given what that is about.
#[derive(Clone)]
pub struct CrewMaker(Arc<dyn Fn(JobBrief) -> Box<dyn Crew> + Send + Sync>);

impl CrewMaker {
    /// Crews that are made like this.
    pub fn new(make: impl Fn(JobBrief) -> Box<dyn Crew> + Send + Sync + 'static) -> CrewMaker {
        CrewMaker(Arc::new(make))
    }

    /// Workers that are pretended, for measurements.
    #[must_use]
    pub fn simulated(cluster: Cluster) -> CrewMaker {
        CrewMaker::new(move |_| Box::new(cluster))
    }

    /// The same, whose jobs are remembered from search to search.
    #[must_use]
    pub fn remembering(cluster: Cluster, memory: Arc<JobMemory>) -> CrewMaker {
        let simulator = Simulator { cluster, memory: Some(memory) };
        CrewMaker::new(move |_| Box::new(simulator.clone()))
    }

    pub(crate) fn make(&self, brief: JobBrief) -> Box<dyn Crew> {
        (self.0)(brief)
    }
}

impl fmt::Debug for CrewMaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CrewMaker")
    }
}

type MakesInspector = dyn Fn(&JobDesk<'_>) -> Arc<dyn Inspector> + Send;

/// What a search is about, whichever of its questions is asked.
pub struct JobBrief {
    subject: JobSubject,
    zone_bytes: u64,
    inspector: Box<MakesInspector>,
}

impl JobBrief {
    /// The brief of a search of `root`, whose workers ask these tables.
    pub(crate) fn new<G: Game + 'static>(
        game: Arc<G>,
        reference: Reference,
        root: G::Position,
        subject: JobSubject,
        tables: TableSet,
    ) -> JobBrief {
        let zone_bytes = tables.zone().map_or(0, |zone| zone.shape().bytes());
        let inspector = move |desk: &JobDesk<'_>| {
            let (game, reference) = (game.clone(), reference.clone());
            let (question, config, limits) = (desk.question(), desk.config(), desk.limits());
            let examiner = Examiner::new(game, reference, root.clone(), question, config, limits);
            let examiner = examiner.with_tables(tables.clone()).keeping_in(desk.log());
            Arc::new(examiner) as Arc<dyn Inspector>
        };
        JobBrief { subject, zone_bytes, inspector: Box::new(inspector) }
    }

    /// What workers are told about a question.
    #[must_use]
    pub fn subject(&self, question: Question) -> JobSubject {
        JobSubject { player: question.player.letter(), ..self.subject.clone() }
    }

    /// Bytes of the zone table that every worker has beside its memory for searching.
    #[must_use]
    pub fn zone_bytes(&self) -> u64 {
        self.zone_bytes
    }

    /// Who looks at results before they come to this desk.
    #[must_use]
    pub fn inspector(&self, desk: &JobDesk<'_>) -> Arc<dyn Inspector> {
        (self.inspector)(desk)
    }
}
