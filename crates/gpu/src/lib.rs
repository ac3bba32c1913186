//! Proof search and zone tables on a graphics card.
//!
//! The programs for the card are in `card/`, in a dialect of C++ that compiles for a card and for a
//! processor: the first at run time, by the compiler that CUDA's toolkit brings, the second in the
//! tests of this crate, so that what runs on a card is tested where there is none. A build needs
//! neither toolkit nor card.
//!
//! * [`cards`] lists what there is, [`Card`] is one in use;
//! * [`CardSearch`] is the boolean search of `andor-prove` by thousands of workers: it leaves a table of
//!   values, which the processor's search takes over, and extracts a proof from;
//! * [`build_zone`] fills a zone table.
//!
//! Nothing is believed that a card says: a value counts when its certificate has been verified.

mod driver;
mod fill;
#[cfg(not(any(unix, windows)))]
mod no_libraries;
mod program;
mod search;

pub use driver::{Card, CardError, CardInfo, cards};
pub use fill::{NoTable, build_zone};
pub use program::{FEATURES, Fixed, PARTS};
pub use search::{CardSearch, fixed_for};
