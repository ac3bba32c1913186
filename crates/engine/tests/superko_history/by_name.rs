//! The cases that the audit found, by name.

use andor_core::{Limits, Outcome, Player, Silent, Stopped};
use andor_engine::{AnyGame, Catalogue, Certificate, Line, Method, Request, Solved, Value};
use andor_formats::Ending;

pub(crate) fn moves(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn asked(spec: &str, text: &str) -> (Box<dyn AnyGame>, Line) {
    let game = Catalogue::standard().game(spec).unwrap();
    let line = game.position(None, &moves(text)).unwrap();
    (game, line)
}

fn solve(spec: &str, text: &str) -> Solved {
    let (game, line) = asked(spec, text);
    let request = Request { verify_threads: 1, ..Request::default() };
    let solved = game.solve(&line, &request, &mut Silent).unwrap();
    assert!(solved.row.is_verified() && solved.failure.is_none(), "{spec} {text}");
    let history = solved.row.history.clone().unwrap();
    assert_eq!((history.moves, solved.row.asked()), (moves(text), line.asked()), "{spec}");
    solved
}

/// A winning move keeps the winner: the answer that superko forbids is no answer.
#[test]
fn the_winner_stays_the_winner_after_a_winning_move() {
    for (spec, before, winning, forbidden) in [
        ("go:4x1", "b1 c1", "d1", Some("c1")),
        ("go:4x1,ko=positional", "b1 c1", "d1", Some("c1")),
        ("go:2x2", "b1 a2 a1 b2", "a1", None),
        ("go:2x2,ko=positional", "b1 a2 a1 b2", "a1", None),
    ] {
        let first = solve(spec, before);
        assert_eq!(first.row.winner, Some(Outcome::Win(Player::Black)), "{spec} {before}");
        assert_eq!(first.row.best.as_deref(), Some(winning), "{spec} {before}");
        let all = format!("{before} {winning}");
        let second = solve(spec, &all);
        assert_eq!(second.row.winner, Some(Outcome::Win(Player::Black)), "{spec} {all}");
        let (game, line) = asked(spec, &all);
        let view = game.view(&line);
        if let Some(forbidden) = forbidden {
            assert!(!view.moves.iter().any(|mv| mv == forbidden), "{:?}", view.moves);
            assert_ne!(second.row.best.as_deref(), Some(forbidden), "{spec} {all}");
        }
        // Without its history the position is another one, and has another value.
        let alone = game.position(Some(line.text()), &[]).unwrap();
        let request = Request { verify_threads: 1, ..Request::default() };
        let alone = game.solve(&alone, &request, &mut Silent).unwrap();
        assert_eq!(alone.row.history, None);
        if forbidden.is_some() {
            assert_eq!(alone.row.winner, Some(Outcome::Win(Player::White)), "{spec} {all}");
        }
    }
}

/// The move that wins if nothing was before loses with this history, and is not proposed.
#[test]
fn a_move_that_wins_without_a_history_may_lose_with_it() {
    for spec in ["go:2x2", "go:2x2,ko=positional"] {
        let (game, line) = asked(spec, "b1 a2 a1 b2");
        let alone = game.position(Some(line.text()), &moves("b1")).unwrap();
        let request = Request { verify_threads: 1, ..Request::default() };
        let alone = game.solve(&alone, &request, &mut Silent).unwrap();
        assert_eq!(alone.row.winner, Some(Outcome::Win(Player::Black)), "{spec}");
        assert_eq!(
            solve(spec, "b1 a2 a1 b2 b1").row.winner,
            Some(Outcome::Win(Player::White)),
            "{spec}"
        );
    }
}

/// The text of a position with its moves says all of it, wherever a position is read.
#[test]
fn one_text_says_a_position_and_its_history() {
    let (game, line) = asked("go:4x1", "b1 c1 d1");
    assert_eq!(line.asked(), "4 b moves b1 c1 d1");
    assert_eq!(game.position(Some(&line.asked()), &[]).unwrap(), line);
    assert_eq!(game.position(Some("4 b moves b1"), &moves("c1 d1")).unwrap(), line);
    let error = game.position(Some(&line.asked()), &moves("c1")).unwrap_err().to_string();
    assert!(error.contains("\"c1\"") && error.contains("superko"), "{error}");
    // Where history does not count, the position alone is asked about.
    let (_, line) = asked("go:4x1,ko=simple", "b1 c1");
    assert_eq!((line.asked(), line.before()), (line.text().to_owned(), None));
}

/// A certificate with a history says so, is replayed, and is walked with it.
#[test]
fn a_certificate_names_its_history_and_is_walked_with_it() {
    let (game, line) = asked("go:4x1", "b1 c1 d1");
    let name = format!("andor-superko-history-{}.proof", std::process::id());
    let file = std::env::temp_dir().join(name);
    let proof = Some(file.clone());
    let request = Request { proof, verify_threads: 1, ..Request::default() };
    let solved = game.solve(&line, &request, &mut Silent).unwrap();
    assert!(solved.row.is_verified(), "{:?}", solved.failure);
    let certificate = Certificate::open(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    let past = certificate.history().unwrap();
    assert_eq!((past.start_text.as_str(), past.moves.len()), ("4 b", 3));
    game.verify(&certificate, &[], 1, &Limits::default(), &mut Silent).unwrap();
    let before = game.before(&certificate).unwrap().unwrap();
    assert_eq!((before.start.as_str(), before.moves), ("4 b", moves("b1 c1 d1")));
    // White may not take back: the certificate has no answer to that, and needs none.
    let here = game.explain(&certificate, &[], 0, &[]).unwrap();
    assert!(here.replies.iter().all(|reply| reply.reply != "c1"), "{:?}", here.replies);
    let error = game.explain(&certificate, &[], 0, &moves("c1")).unwrap_err().to_string();
    assert!(error.contains("superko"), "{error}");
    let answered = game.explain(&certificate, &[], 0, &[here.replies[0].reply.clone()]).unwrap();
    assert!(answered.answer.is_some() || answered.outcome.is_some());
}

/// Every method that has a say says the same.
#[test]
fn every_method_takes_the_history_or_refuses() {
    for spec in ["go:4x1", "go:4x1,ko=positional"] {
        let (game, line) = asked(spec, "b1 c1 d1");
        let mut answers = 0;
        for method in Method::all() {
            let request =
                Request { settings: method.into(), verify_threads: 1, ..Request::default() };
            let row = game.solve(&line, &request, &mut Silent).unwrap().row;
            let name = method.name();
            match row.value {
                Value::Unknown => assert_eq!(row.stopped, Stopped::Unsound, "{spec} {name}"),
                value => {
                    assert!(value == Value::Loss && row.is_verified(), "{spec} {name}: {value}");
                    answers += 1;
                }
            }
        }
        assert!(answers >= 10, "{spec}: {answers}");
    }
}

/// A position in which the history leaves no move is over.
#[test]
fn who_has_no_move_left_has_lost_and_nothing_is_to_solve() {
    let text =
        "{\"rule\":\"superko\",\"nodes\":[{\"owner\":0,\"succ\":[1]},{\"owner\":1,\"succ\":[0]}]}";
    let file = std::env::temp_dir().join(format!("andor-no-move-{}.json", std::process::id()));
    std::fs::write(&file, text).unwrap();
    let game = Catalogue::standard().game(&format!("graph:{}", file.display())).unwrap();
    std::fs::remove_file(&file).unwrap();
    let line = game.position(None, &moves("1")).unwrap();
    assert!(matches!(line.ending(), Some(Ending::Board(_))));
    assert!(game.view(&line).moves.is_empty());
    let error = game.solve(&line, &Request::default(), &mut Silent).unwrap_err().to_string();
    assert!(error.contains("already decided: Black has won"), "{error}");
    assert_eq!(game.perft(&line, 1, false).unwrap().nodes, 0);
}
