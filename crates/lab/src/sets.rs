//! The sets of the experiments (`crates/lab/sets`), which travel inside the program: an experiment runs in any
//! folder.

/// Where a set is in the repository.
pub(crate) const FOLDER: &str = "crates/lab/sets";

/// The sets, by their names.
const SETS: [(&str, &str); 8] = [
    ("checkers-endings", include_str!("../sets/checkers-endings.jsonl")),
    ("go-6x6-late", include_str!("../sets/go-6x6-late.jsonl")),
    ("loa-6x6-start", include_str!("../sets/loa-6x6-start.jsonl")),
    ("loa-8x8-easier", include_str!("../sets/loa-8x8-easier.jsonl")),
    ("loa-8x8-harder", include_str!("../sets/loa-8x8-harder.jsonl")),
    ("loa-middle", include_str!("../sets/loa-middle.jsonl")),
    ("one-eye", include_str!("../sets/one-eye.jsonl")),
    ("surakarta-endgames", include_str!("../sets/surakarta-endgames.jsonl")),
];

/// The names of the sets.
pub fn names() -> impl Iterator<Item = &'static str> {
    SETS.iter().map(|(name, _)| *name)
}

/// The set of this name: one JSON object a line.
#[must_use]
pub fn find(name: &str) -> Option<&'static str> {
    SETS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
