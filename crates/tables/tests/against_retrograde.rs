//! Tables against the retrograde solver of `prove`, which shares no code with them: it numbers
//! what can be reached from a root by its bytes, and spreads values along edges.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::{Answer, Game, InputError, Limits, Question, Rules, Silent, Spec};
use andor_games::loa::{self, Loa, Variant};
use andor_games::surakarta::{self, Surakarta};
use andor_prove::retrograde::Retrograde;
use andor_prove::solver::Solver;
use andor_tables::{Built, Table, TableFile, Value, build, save, verify};
use std::path::PathBuf;

fn built<G: Game>(game: &G, pieces: u32) -> Built {
    build(game, pieces, 2, &Limits::default(), &mut Silent).unwrap()
}

fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("andor-tables-{name}-{}.table", std::process::id()))
}

/// The value of every position of a table, and how many there are.
fn for_each<G: Game>(game: &G, built: &Built, mut check: impl FnMut(G::Position, Value)) -> u64 {
    let endings = game.endings().unwrap();
    let mut positions = 0;
    for (slice, _) in built.layout.material().enumerate() {
        for number in 0..built.layout.len_of(slice) {
            let Some(value) = built.value(slice, number) else { continue };
            let men = built.layout.men(slice, number).unwrap();
            let position = endings.position(&men).unwrap();
            assert_eq!(endings.men(&position), men);
            assert_eq!(endings.count(&position), men.count());
            positions += 1;
            check(position, value);
        }
    }
    positions
}

fn solved<G: Game>(solver: &mut dyn Solver<G>, game: &G, position: &G::Position) -> Value {
    let side = game.side_to_move(position);
    let mut wins = |player| {
        let question = Question::wins(player);
        let report = solver.solve(game, position, question, &Limits::default(), &mut Silent);
        assert_ne!(report.answer, Answer::Unknown);
        report.answer == Answer::Proved
    };
    match (wins(side), wins(side.other())) {
        (true, false) => Value::Win,
        (false, true) => Value::Loss,
        (false, false) => Value::Draw,
        (true, true) => panic!("both win"),
    }
}

/// Builds, compares with the solver, writes, probes every position, and verifies.
fn compare<G: Game, R: Rules>(game: &G, reference: &R, pieces: u32, name: &str) -> u64 {
    let built = built(game, pieces);
    let mut solver = Retrograde::new();
    let positions = for_each(game, &built, |position, value| {
        let text = game.position_text(&position);
        assert_eq!(solved(&mut solver, game, &position), value, "{text}");
    });
    let path = file(name);
    let saved = save(&built, &game.spec(), &path).unwrap();
    assert_eq!(saved.slices.iter().map(|slice| slice.counts.positions()).sum::<u64>(), positions);
    let table = Table::new(TableFile::open(&path).unwrap(), game).unwrap();
    let endings = game.endings().unwrap();
    for_each(game, &built, |position, value| {
        assert_eq!(table.value(endings, &position).unwrap(), Some(value));
        // Every image of it has the same value.
        for symmetry in 1..game.symmetries() {
            let image = game.transform(&position, symmetry);
            assert_eq!(table.value(endings, &image).unwrap(), Some(value));
        }
    });
    for threads in [1, 2] {
        let verified =
            verify(game, reference, &table, threads, &Limits::default(), &mut Silent).unwrap();
        assert_eq!(verified.positions, positions);
    }
    std::fs::remove_file(&path).unwrap();
    positions
}

fn loa(spec: &str) -> Result<(Loa, loa::Reference), InputError> {
    let variant = Variant::from_spec(&Spec::parse(spec)?)?;
    Ok((Loa::new(variant), loa::Reference::new(variant)))
}

#[test]
fn surakarta_with_two_and_three_men() {
    let (game, reference) = (Surakarta::new(), surakarta::Reference::new());
    compare(&game, &reference, 3, "surakarta-3");
}

#[test]
fn lines_of_action_on_small_boards() {
    for spec in ["loa:4x4", "loa:4x4,simultaneous=mover,no-move=loss", "loa:5x5"] {
        let (game, reference) = loa(spec).unwrap();
        compare(&game, &reference, 4, &spec.replace([':', ','], "-"));
    }
    let (game, reference) = loa("loa:4x4").unwrap();
    compare(&game, &reference, 5, "loa-4x4-5");
}

#[test]
#[ignore = "deep check: 6x6 boards with four men, a minute"]
fn more_men() {
    let (game, reference) = loa("loa:6x6").unwrap();
    compare(&game, &reference, 4, "loa-6x6-4");
    let (game, reference) = (Surakarta::new(), surakarta::Reference::new());
    compare(&game, &reference, 4, "surakarta-4");
}

#[test]
fn what_cannot_be_built_is_refused_in_one_line() {
    let game = Surakarta::new();
    let refusal = |pieces, memory| {
        let limits = Limits { memory, ..Limits::default() };
        build(&game, pieces, 1, &limits, &mut Silent).err().unwrap().to_string()
    };
    assert_eq!(refusal(1, 1 << 30), "\"1\" men: tables of \"surakarta\" have 2 to 10");
    assert_eq!(refusal(99, 1 << 30), "\"99\" men: tables of \"surakarta\" have 2 to 10");
    assert!(refusal(8, 1 << 30).contains("--memory allows 1024"), "{}", refusal(8, 1 << 30));
    let game = andor_games::tic_tac_toe::TicTacToe::from_spec(&Spec::parse("tic-tac-toe").unwrap());
    let error = build(&game.unwrap(), 2, 1, &Limits::default(), &mut Silent).err().unwrap();
    assert_eq!(error.to_string(), "\"tic-tac-toe\" has no endgame tables");
}

#[test]
fn a_build_that_is_stopped_says_so() {
    let limits = Limits::default();
    limits.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
    let error = build(&Surakarta::new(), 3, 2, &limits, &mut Silent).err().unwrap();
    assert_eq!(error.to_string(), "not finished: stopped by interrupted");
}
