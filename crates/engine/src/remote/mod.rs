//! Job-level search with workers elsewhere, the type of the game forgotten.
//!
//! ```text
//!   coordinator                                            worker
//!   JobLevel --Errand--> Desk (tree) --> JobOrder   ----->  Hand (one thread's solver)
//!                          ^                                 |
//!                          +--- Inspector <--- JobResult <---+
//! ```
//!
//! Moves travel as their codes, positions as their bytes, proofs as certificates. Whoever carries them is
//! a [`JobExchange`] (in the crate `cluster`). What a worker says is not believed: the [`Inspector`] works
//! out what of a result is proved, and only that settles anything.

mod desk;
mod fingerprint;
mod hand;
mod inspect;
mod orders;
mod terms;

pub use desk::{JobDesk, Look, Reply as ReplyStanding};
pub use hand::{HandStop, JobHand};
pub use inspect::{Effort, Examiner, Inspected, Inspector, Unfit, Worth};
pub use orders::{JobChild, JobOrder, JobResult, JobVerdict, PROOF_BYTES};
pub use terms::{JobSubject, JobTerms};

pub use andor_prove::job_level::LostLog;

pub(crate) use fingerprint::fingerprint;
pub(crate) use hand::hand;

use crate::tables::TableSet;
use andor_core::{Counters, Game, Limits, Observer, Question, Rules, Stopped};
use andor_prove::job_level::{Crew, Errand, Returned, Statistics};
use desk::Desk;
use std::fmt;
use std::sync::Arc;

/// Carries jobs to workers and results back.
pub trait JobExchange: Send + Sync {
    /// Searches until the root of the desk's tree is settled or something says stop.
    fn search(
        &self,
        desk: &mut dyn JobDesk,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Carried;
}

/// How a search ended.
#[derive(Clone, Copy, Default, Debug)]
pub struct Carried {
    /// Why it ended, if the root is not settled.
    pub stopped: Option<Stopped>,
    /// The work that workers say they did.
    pub counters: Counters,
    /// The jobs.
    pub statistics: Statistics,
}

/// An exchange in a request.
#[derive(Clone)]
pub struct Exchange(pub Arc<dyn JobExchange>);

impl fmt::Debug for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Exchange")
    }
}

/// The crew behind an exchange.
pub(crate) struct ExchangeCrew<G, R> {
    pub(crate) game: Arc<G>,
    pub(crate) reference: Arc<R>,
    /// The text of the root, with the moves before it where they are part of the rules here.
    pub(crate) position: String,
    /// Of the game without a history.
    pub(crate) fingerprint: u64,
    pub(crate) exchange: Exchange,
    pub(crate) terms: JobTerms,
    pub(crate) tables: TableSet,
}

impl<G: Game + 'static, R: Rules + 'static> Crew<G> for ExchangeCrew<G, R> {
    fn search(&mut self, errand: &mut Errand<'_, G>, observer: &mut dyn Observer) -> Returned {
        let (root, question, limits) = (errand.root, errand.question, errand.limits);
        let Question { player } = question;
        let subject = JobSubject {
            game: self.game.spec(),
            position: self.position.clone(),
            player: player.letter(),
            fingerprint: self.fingerprint,
            content: self.game.content(),
            terms: self.terms.clone(),
        };
        let examiner = Examiner::new(
            self.game.clone(),
            self.reference.clone(),
            root.clone(),
            question,
            errand.config,
            limits,
        );
        let examiner = examiner.with_tables(self.tables.clone());
        let mut desk =
            Desk { errand, subject, game: self.game.clone(), examiner: Arc::new(examiner) };
        let Carried { stopped, counters, statistics } =
            self.exchange.0.search(&mut desk, limits, observer);
        Returned { stopped, counters, statistics }
    }
}
