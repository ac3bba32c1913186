//! Both implementations of every game against the counts in `testdata/perft`.

use andor_core::conformance::{PerftLine, check_perft, parse_perft_file};
use andor_core::{Game, Rules};
use andor_games::{Visitor, families, visit};
use std::path::Path;

/// Counts beyond these take too long for a test.
const FAST_LEAVES: u64 = 50_000_000;
const REFERENCE_LEAVES: u64 = 1_000_000;

struct Count<'a>(&'a PerftLine);

impl Visitor for Count<'_> {
    type Output = Result<usize, String>;

    fn visit<G: Game + Clone + 'static, R: Rules + Clone + 'static>(
        self,
        game: G,
        reference: R,
        _: bool,
    ) -> Self::Output {
        check_perft(&game, &reference, self.0, FAST_LEAVES, REFERENCE_LEAVES)
    }
}

#[test]
fn both_implementations_count_what_the_files_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/perft");
    for family in families() {
        let path = folder.join(format!("{}.perft", family.name));
        let text = std::fs::read_to_string(&path).expect("every game has a perft file");
        let lines = parse_perft_file(&text).expect("a perft file");
        let mut checked = 0;
        for line in &lines {
            assert!(line.spec.starts_with(family.name), "{} in {}", line.spec, path.display());
            let counts = visit(&line.spec, Count(line)).expect(&line.spec).expect(&line.spec);
            assert!(counts >= 2, "{}: hardly anything was counted", line.spec);
            checked += counts;
        }
        println!("{}: {} positions, {checked} counts", family.name, lines.len());
        assert!(!lines.is_empty(), "{} is empty", path.display());
    }
}
