//! Race patterns against exhaustive truth.
#![allow(clippy::unwrap_used)]

mod generator;
mod sound;
mod truth;
