//! Superko with the moves before a position (finding H1 of the audit): what is said of a position is
//! true of *it*, with this history, and the certificate names the history.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

mod by_name;
mod random;
