//! The set that comes with andor.

use super::set::PatternSet;
use std::sync::OnceLock;

/// Made by the command in its first remark.
const TEXT: &str = include_str!("../../patterns/breakthrough.patterns");

/// The patterns of `crates/tables/patterns/breakthrough.patterns`.
///
/// # Panics
/// Never: the file is part of the program, and a test reads it.
#[must_use]
pub fn builtin() -> &'static PatternSet {
    static SET: OnceLock<PatternSet> = OnceLock::new();
    SET.get_or_init(|| PatternSet::parse("builtin", TEXT).expect("the file is part of the program"))
}
