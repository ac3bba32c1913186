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
mod bucket;
mod fingerprint;
mod inspect;
mod result;
mod runner;
mod speed;
mod telling;
mod terms;

pub use brief::{CrewMaker, JobBrief};
pub use bucket::Bucket;
pub use inspect::{Effort, Examiner, Inspected, Inspector, Unfit, Worth};
pub use result::JobResult;
pub use runner::{JobRunner, NoResult, WorkerCard, WorkerMeans, WorkerMemory};
pub use speed::Speed;
pub use telling::{AT_ONCE, IN_ADVANCE, LOST_AT_ONCE, Telling, WORTH_TELLING, part_of_share};
pub use terms::{JobSubject, JobTerms, RunTable};

pub use andor_prove::job_level::{
    Budget, Crew, Ended, Job, JobChild, JobDesk, JobVerdict, Lease, LostLog, MOST_LISTED, Pace,
    RootMove, Thresholds, TreeLook, listed,
};

pub use andor_prove::sharing::{Bound, Shared};

pub(crate) use fingerprint::fingerprint;
pub(crate) use runner::runner;
