//! Endgame tables: the value of every position with few men, by retrograde analysis.
//!
//! A game that tells its [`Endings`](andor_core::Endings) gets tables with no further code:
//!
//! ```text
//!   Endings -> Layout (every position has a number)
//!                 |
//!   fast rules -> build -> save -> file -> Table -> TableOracle -> every solver
//!                                   |
//!   reference rules -------------- verify
//! ```
//!
//! Values are win, draw or loss for the side to move, where play without end is a draw. A table is
//! an [`Oracle`](andor_core::Oracle): it is asked by searches, and it is not a proof by itself.
//! What makes it one is [`verify`](fn@verify), which checks every entry with the reference rules.
//! `docs/use/tables.md` says what exactly, and why that is enough.
//!
//! Races get [`zone`] tables, which have files and a checker of their own.
//!
//! Beside them are race [`patterns`], an oracle that no certificate rests on.
//!
//! Nothing here knows a solver or a concrete game.

mod build;
mod error;
mod file;
mod header;
mod layout;
mod material;
mod numbering;
mod oracle;
pub mod patterns;
mod save;
mod successors;
mod table;
mod values;
mod verify;
pub mod zone;

pub use build::{Built, build};
pub use error::TableError;
pub use file::TableFile;
pub use header::{Counts, SliceInfo};
pub use layout::Layout;
pub use material::Material;
pub use oracle::TableOracle;
pub use save::{Saved, save};
pub use table::Table;
pub use values::Value;
pub use verify::{VerifiedTable, verify};
