//! The conformance kit on every game: random positions on many boards.

use andor_core::conformance::{Findings, check};
use andor_core::{Game, Rules};
use andor_games::{Visitor, families, visit};

struct Check {
    seed: u64,
    positions: usize,
}

impl Visitor for Check {
    type Output = Result<Findings, String>;

    fn visit<G: Game + Clone + 'static, R: Rules + Clone + 'static>(
        self,
        game: G,
        reference: R,
        _: bool,
    ) -> Self::Output {
        check(&game, &reference, self.seed, self.positions)
    }
}

/// Checks one game; the kit must have seen what there is to see in any game.
fn conforms(spec: &str, seed: u64, positions: usize) -> Findings {
    let findings = visit(spec, Check { seed, positions }).expect(spec).expect(spec);
    assert_eq!(findings.positions, positions, "{spec}");
    assert!(findings.over > 0 && findings.moves >= positions / 2, "{spec}: {findings:?}");
    println!("{spec}: {findings:?}");
    findings
}

#[test]
fn every_family_conforms() {
    for family in families() {
        conforms(family.name, 1, 3_000);
    }
}

#[test]
fn breakthrough_conforms_on_all_boards() {
    let mut left_out = 0;
    for columns in 2..=8 {
        for rows in 4..=8 {
            let spec = format!("breakthrough:{columns}x{rows}");
            let findings = conforms(&spec, (columns * 10 + rows) as u64, 500);
            assert!(findings.decided > 0 && findings.confirmed > 0, "{spec}: {findings:?}");
            left_out += findings.left_out;
        }
    }
    assert!(left_out > 1_000, "{left_out}");
}

#[test]
fn breakthrough_with_walls_conforms() {
    for (seed, spec) in [
        "breakthrough:3x5,walls=b3",
        "breakthrough:4x4,walls=a1+b2+c3",
        "breakthrough:5x5,walls=b3+d3",
        "breakthrough:6x6,walls=c3+d3+c4",
        "breakthrough:8x8,walls=a2+d4+e5+h7",
    ]
    .iter()
    .enumerate()
    {
        let findings = conforms(spec, seed as u64, 2_000);
        // Nothing is known of walls that is not searched.
        assert_eq!((findings.decided, findings.left_out), (0, 0), "{spec}: {findings:?}");
    }
}

#[test]
fn breakthrough_conforms_in_depth() {
    for spec in ["breakthrough:5x5", "breakthrough:8x8"] {
        let findings = conforms(spec, 2011, 20_000);
        assert!(findings.over > 100, "{findings:?}");
        assert!(findings.confirmed > 1_000 && findings.left_out > 1_000, "{spec}: {findings:?}");
    }
}

#[test]
fn surakarta_conforms_in_depth() {
    let findings = conforms("surakarta", 2010, 20_000);
    assert!(findings.over > 20 && findings.confirmed == findings.decided, "{findings:?}");
    assert!(findings.decided > 200, "{findings:?}");
}

/// Twelve boards and seven sets of options, 100,000 positions in all.
#[test]
fn go_conforms_on_all_kinds_of_boards_with_all_options() {
    let boards =
        ["1x1", "1x5", "2x2", "3x2", "3x3", "4x4", "5x5", "6x5", "7x4", "6x6", "7x7", "9x9"];
    let options = [
        "",
        ",ko=simple",
        ",ko=positional,suicide=yes",
        ",suicide=yes,komi=0.5",
        ",ko=simple,suicide=yes,komi=-1.5",
        ",goal=2",
        ",ko=simple,komi=1,goal=-1.5",
    ];
    for (seed, board) in boards.into_iter().enumerate() {
        for options in options {
            let spec = format!("go:{board}{options}");
            let findings = conforms(&spec, seed as u64, 1_200);
            // What unconditional life settles is not searched here: `go_life.rs` has that.
            assert!(findings.confirmed == findings.decided, "{spec}: {findings:?}");
        }
    }
}

#[test]
fn checkers_conforms_in_depth() {
    let findings = conforms("checkers", 2007, 20_000);
    assert!(findings.over > 20, "{findings:?}");
}

#[test]
fn teaching_games_conform() {
    let boards = ["1x1", "1x10", "10x1", "2x2", "5x4", "7x6", "10x10", "4x4,line=3", "8x8,line=6"];
    for board in boards {
        conforms(&format!("connect-four:{board}"), 4, 2_000);
    }
    conforms("tic-tac-toe", 3, 5_000);
}

#[test]
fn loa_conforms_on_all_boards_with_all_options() {
    let options = ["", ",simultaneous=mover", ",no-move=loss", ",simultaneous=mover,no-move=loss"];
    for size in 3..=8 {
        for (number, options) in options.iter().enumerate() {
            let spec = format!("loa:{size}x{size}{options}");
            let findings = conforms(&spec, (size * 10 + number) as u64, 1_500);
            assert!(findings.decided > 0 && findings.confirmed > 0, "{spec}: {findings:?}");
        }
    }
    for size in 9..=11 {
        conforms(&format!("loa:{size}x{size}"), size, 1_000);
    }
}

#[test]
fn loa_conforms_in_depth() {
    for spec in ["loa:6x6", "loa:8x8"] {
        let findings = conforms(spec, 1969, 20_000);
        assert!(findings.over > 20 && findings.confirmed > 100, "{spec}: {findings:?}");
    }
}

/// Every game, on every board: the tests above on more positions. Each board
/// stops at its first difference; there must be none.
#[test]
#[ignore = "deep check: 100,000 random positions on each of 60 boards, some minutes"]
fn fast_rules_are_the_reference_rules_on_100_000_positions_of_every_board() {
    let loa = (3..=11).map(|size| format!("loa:{size}x{size}"));
    let sizes = (2..=8).flat_map(|columns| (4..=8).map(move |rows| (columns, rows)));
    let breakthrough = sizes.map(|(columns, rows)| format!("breakthrough:{columns}x{rows}"));
    let go = ["3x3", "5x5", "6x4", "9x9"].into_iter();
    let go = go.flat_map(|board| ["", ",ko=simple,suicide=yes"].map(|o| format!("go:{board}{o}")));
    let others = [
        "checkers",
        "surakarta",
        "one-eye:7x7",
        "one-eye:4x4,ko=simple",
        "connect-four",
        "connect-four:5x8,line=3",
        "graph",
        "tic-tac-toe",
    ];
    let others = others.map(str::to_owned);
    let boards: Vec<String> = loa.chain(others).chain(breakthrough).chain(go).collect();
    for family in families() {
        assert!(family.reference_is_independent, "{} is written once", family.name);
        assert!(boards.iter().any(|board| board.starts_with(family.name)), "{}", family.name);
    }
    let mut sum = Findings::default();
    for (seed, board) in (1_000_000..).zip(&boards) {
        let findings = conforms(board, seed, 100_000);
        sum.positions += findings.positions;
        sum.over += findings.over;
        sum.moves += findings.moves;
        sum.decided += findings.decided;
        sum.confirmed += findings.confirmed;
        sum.left_out += findings.left_out;
    }
    println!("{} boards without a difference: {sum:?}", boards.len());
    assert_eq!(boards.len(), 60);
}
