//! Race patterns against exhaustive truth.
#![allow(clippy::unwrap_used)]

mod sound;
mod truth;
