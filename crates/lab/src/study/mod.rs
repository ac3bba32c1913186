//! `andor lab`: the tables and figures of the papers as data, run, kept and looked at again.
//!
//! ```text
//!   about        what a table of a paper is: where it stands, its numbers, what must agree in kind
//!   studies      all of them, read from presets/*.toml
//!   ground       a study made ready: its tasks, and how one is done (methods, players, games, jobs)
//!   row, kept    what came of a task, and the file of rows that a run goes on from
//!   run, check   does the tasks that have no row yet; does stored ones again
//!   finding      rows as a table beside the paper's; agreement: what holds of it
//! ```
//!
//! A *study* is one table or figure. Its tasks are independent of each other and of the order in which they are
//! done, so any number of threads may do them, and a run that was stopped goes on where it was.

mod about;
mod agreement;
mod check;
mod estimate;
mod finding;
mod ground;
mod kept;
mod row;
mod run;
mod studies;
mod tell;

pub use about::{About, Agreement, Plot};
pub use agreement::{Verdict, verdict};
pub use check::check;
pub use estimate::{Progress, progress};
pub use finding::{Cell, Finding, FoundLine, finding};
pub(crate) use finding::{by_position, elo_of, is_solved};
pub(crate) use ground::{Ground, Limited, Measured, Task, rounded};
pub use kept::{file_of, rows_of};
pub use row::{Origin, Row};
pub(crate) use run::{Errand, run_tasks};
pub use run::{Plan, run};
pub use studies::{Kind, Study, find, studies};
pub use tell::{how_far, kept_finding, list, number, show};
