//! Job-level search with workers elsewhere, the type of the game forgotten.
//!
//! ```text
//!   coordinator                                       worker
//!   JobLevel ---> JobDesk (tree) ---> Job     ----->  JobRunner (a solver)
//!                    ^                                   |
//!                    +--- Inspector <--- JobResult <-----+
//! ```
//!
//! Moves travel as their codes, positions as their bytes, proofs as certificates. Whoever carries them is
//! a [`Crew`] (in the crate `cluster`), made from a [`JobBrief`]. What a worker says is not believed: the
//! [`Inspector`] works out what of a result is proved, and only that settles anything.

mod brief;
mod fingerprint;
mod inspect;
mod result;
mod runner;
mod terms;

pub use brief::{CrewMaker, JobBrief};
pub use inspect::{Effort, Examiner, Inspected, Inspector, Unfit, Worth};
pub use result::JobResult;
pub use runner::{JobRunner, NoResult, WorkerCard, WorkerMeans, WorkerMemory};
pub use terms::{JobSubject, JobTerms, RunTable};

pub use andor_prove::job_level::{
    AT_ONCE, Bucket, Budget, Crew, Ended, IN_ADVANCE, Job, JobChild, JobDesk, JobVerdict,
    LOST_AT_ONCE, Lease, LostLog, MOST_LISTED, Pace, RootMove, Speed, Telling, Thresholds,
    TreeLook, WORTH_TELLING, listed, part_of_share,
};

pub use andor_prove::sharing::{Bound, Shared};

pub(crate) use fingerprint::fingerprint;
pub(crate) use runner::runner;
