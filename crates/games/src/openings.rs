//! Openings that come with the program, for matches: one a line, moves from the initial position,
//! separated by spaces; what follows a `#` is for people. The files (`testdata/openings`) say how
//! they were made.

/// The openings of a game by the name that its spec begins with (`loa`), on its default board only;
/// `None` if there are none.
#[must_use]
pub fn openings(spec: &str) -> Option<&'static str> {
    match spec {
        "loa" | "loa:8x8" => Some(include_str!("../../../testdata/openings/loa.txt")),
        "breakthrough" | "breakthrough:8x8" => {
            Some(include_str!("../../../testdata/openings/breakthrough.txt"))
        }
        "surakarta" => Some(include_str!("../../../testdata/openings/surakarta.txt")),
        "checkers" => Some(include_str!("../../../testdata/openings/checkers.txt")),
        _ => None,
    }
}
