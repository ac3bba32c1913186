//! The sets of the experiments (`testdata/sets`), which travel inside the program: an experiment runs in any
//! folder.

/// Where a set is in the repository.
pub(crate) const FOLDER: &str = "testdata/sets";

/// The sets, by their names.
const SETS: [(&str, &str); 5] = [
    ("checkers-endings", include_str!("../../../testdata/sets/checkers-endings.jsonl")),
    ("loa-8x8-easier", include_str!("../../../testdata/sets/loa-8x8-easier.jsonl")),
    ("loa-8x8-harder", include_str!("../../../testdata/sets/loa-8x8-harder.jsonl")),
    ("one-eye", include_str!("../../../testdata/sets/one-eye.jsonl")),
    ("surakarta-endgames", include_str!("../../../testdata/sets/surakarta-endgames.jsonl")),
];

/// The set of this name: one JSON object a line.
pub(crate) fn find(name: &str) -> Option<&'static str> {
    SETS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
