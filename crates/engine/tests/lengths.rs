//! Every move and the shortest win, against what they must equal: solving each child by itself, and the
//! distances of a plain retrograde analysis.

#![allow(clippy::unwrap_used)]

use andor_core::{Outcome, Player, Silent, SplitMix64};
use andor_engine::{
    AnyGame, Catalogue, Line, Request, Row, Verification, every_move, proof_of_move, shortest,
};
use std::collections::HashMap;
use std::path::Path;

fn game(spec: &str) -> Box<dyn AnyGame> {
    Catalogue::standard().game(spec).unwrap()
}

/// Positions of random games, none of them over.
fn positions(game: &dyn AnyGame, count: usize, seed: u64) -> Vec<Line> {
    let mut random = SplitMix64::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut line = game.position(None, &[]).unwrap();
        let plies = random.below(14);
        for _ in 0..plies {
            let moves = game.legal_moves(&line);
            if moves.is_empty() {
                break;
            }
            game.play(&mut line, &moves[random.below(moves.len())]).unwrap();
        }
        if line.ending().is_none() {
            found.push(line);
        }
    }
    found
}

fn rows_of_every_move(game: &dyn AnyGame, line: &Line) -> Vec<Row> {
    let mut rows = Vec::new();
    every_move(game, line, &Request::default(), &mut Silent, &mut |solved| {
        assert_eq!(solved.failure, None);
        rows.push(solved.row);
    })
    .unwrap();
    rows
}

fn check_every_move(spec: &str, count: usize) -> usize {
    let game = game(spec);
    let mut moves = 0;
    for line in positions(&*game, count, 23) {
        let rows = rows_of_every_move(&*game, &line);
        let legal = game.legal_moves(&line);
        let named: Vec<String> = rows.iter().map(|row| row.mv.clone().unwrap()).collect();
        assert_eq!(named, legal, "{spec} {line}");
        for row in rows {
            let child = game.after(&line, row.mv.as_deref().unwrap()).unwrap();
            let what = format!("{spec} {line} {:?}", row.mv);
            assert_eq!((row.position.as_str(), row.side), (child.text(), child.side()), "{what}");
            assert_eq!(row.verified, Verification::Yes, "{what}");
            match game.view(&child).outcome {
                Some(outcome) => assert_eq!((row.winner, row.nodes), (Some(outcome), 0), "{what}"),
                None => {
                    let alone = game.solve(&child, &Request::default(), &mut Silent).unwrap().row;
                    assert_eq!((row.value, row.winner), (alone.value, alone.winner), "{what}");
                }
            }
            moves += 1;
        }
    }
    moves
}

/// Six games: two without draws, three with, of which two repeat, and one under superko.
const GAMES: [&str; 6] =
    ["breakthrough:4x4", "tic-tac-toe", "connect-four:4x4", "loa:4x4", "graph", "go:2x2"];

#[test]
fn every_move_is_what_its_position_is() {
    for spec in GAMES {
        let count = if spec.starts_with("go") { 3 } else { 5 };
        assert!(check_every_move(spec, count) > 5, "{spec}");
    }
}

#[test]
#[ignore = "deep check: every move of 300 positions of six games"]
fn every_move_is_what_its_position_is_on_300_positions() {
    let moves: usize = GAMES.iter().map(|spec| check_every_move(spec, 50)).sum();
    println!("{moves} moves of 300 positions");
}

/// How long the winner needs, by value iteration over all positions that can be reached.
fn distances(game: &dyn AnyGame) -> HashMap<String, (Line, Option<(Player, u32)>)> {
    let mut all: HashMap<String, (Line, Player, Vec<String>)> = HashMap::new();
    let mut known: HashMap<String, (Option<Player>, u32)> = HashMap::new();
    let mut open = vec![game.position(None, &[]).unwrap()];
    while let Some(line) = open.pop() {
        let text = line.text().to_owned();
        if all.contains_key(&text) || known.contains_key(&text) {
            continue;
        }
        let view = game.view(&line);
        if let Some(outcome) = view.outcome {
            known.insert(text, (outcome.winner(), 0));
            continue;
        }
        let children: Vec<Line> =
            view.moves.iter().map(|mv| game.after(&line, mv).unwrap()).collect();
        let names = children.iter().map(|child| child.text().to_owned()).collect();
        all.insert(text, (line, view.side, names));
        open.extend(children);
    }
    for plies in 1.. {
        let mut new = Vec::new();
        for (text, (_, side, children)) in &all {
            if known.contains_key(text) {
                continue;
            }
            let winners = children.iter().map(|child| known.get(child).and_then(|known| known.0));
            let winners: Vec<Option<Player>> = winners.collect();
            if winners.contains(&Some(*side)) {
                new.push((text.clone(), (Some(*side), plies)));
            } else if winners.iter().all(|&winner| winner == Some(side.other())) {
                new.push((text.clone(), (Some(side.other()), plies)));
            }
        }
        if new.is_empty() {
            break;
        }
        known.extend(new);
    }
    let length = |text: &String| {
        known.get(text).and_then(|&(winner, plies)| winner.map(|winner| (winner, plies)))
    };
    all.iter().map(|(text, (line, ..))| (text.clone(), (line.clone(), length(text)))).collect()
}

fn check_shortest(spec: &str, step: usize) -> (usize, usize) {
    let game = game(spec);
    let all = distances(&*game);
    let mut texts: Vec<&String> = all.keys().collect();
    texts.sort();
    let (mut checked, mut won) = (0, 0);
    for text in texts.into_iter().step_by(step) {
        let (line, expected) = &all[text];
        let request = Request::default();
        let mut solved = game.solve(line, &request, &mut Silent).unwrap();
        shortest(&*game, line, &request, &mut solved, &mut Silent).unwrap();
        let row = solved.row;
        checked += 1;
        match expected {
            Some((winner, plies)) => {
                let known = row.shortest.expect("a win has a length");
                assert_eq!(row.winner, Some(Outcome::Win(*winner)), "{spec} {text}");
                assert_eq!(known.plies(), Some(*plies), "{spec} {text}: {known:?}");
                assert_eq!(known.at_least_verified, Verification::Yes, "{spec} {text}");
                assert_eq!(row.plies, Some(*plies), "{spec} {text}");
                won += 1;
            }
            None => assert_eq!((row.winner, row.shortest), (Some(Outcome::Draw), None), "{text}"),
        }
    }
    (checked, won)
}

#[test]
fn the_shortest_win_is_the_retrograde_distance() {
    for (spec, step) in [("breakthrough:2x5", 7), ("tic-tac-toe", 211), ("loa:3x3", 11)] {
        let (checked, won) = check_shortest(spec, step);
        assert!(checked > 10 && won > 5, "{spec}: {checked} positions, {won} won");
    }
}

#[test]
#[ignore = "deep check: the shortest win in all positions of three small boards"]
fn the_shortest_win_is_the_retrograde_distance_everywhere() {
    for spec in ["breakthrough:2x5", "tic-tac-toe", "loa:3x3"] {
        let (checked, won) = check_shortest(spec, 1);
        println!("{spec}: {checked} positions, {won} won");
    }
}

#[test]
fn lengths_are_certified_by_the_limited_game() {
    let folder = std::env::temp_dir().join(format!("andor-lengths-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let catalogue = Catalogue::standard();
    let game = game("breakthrough:3x4");
    let line = game.position(None, &[]).unwrap();
    let request = Request { proof: Some(folder.join("x.proof")), ..Request::default() };
    let mut solved = game.solve(&line, &request, &mut Silent).unwrap();
    shortest(&*game, &line, &request, &mut solved, &mut Silent).unwrap();
    let known = solved.row.shortest.unwrap();
    let plies = known.plies().expect("it is found in no time");
    let holder = solved.row.winner.and_then(Outcome::winner).unwrap();
    for (file, claim) in [
        (known.proof.unwrap(), format!("{} wins", holder.letter())),
        (known.proof_at_least.unwrap(), format!("{} does not lose", holder.other().letter())),
    ] {
        let certificate = andor_engine::Certificate::open(std::path::Path::new(&file)).unwrap();
        let limited = catalogue.game(certificate.spec()).unwrap();
        let checked = limited.verify(&certificate, &[], 1, &Default::default(), &mut Silent);
        let claims: Vec<String> =
            checked.unwrap().claims().iter().map(ToString::to_string).collect();
        assert_eq!(claims, [claim], "{file}");
        assert!(certificate.spec().starts_with("breakthrough:3x4,plies="), "{file}");
    }
    assert!(folder.join(format!("x.within-{plies}.proof")).is_file());
    assert!(folder.join(format!("x.not-within-{}.proof", plies - 1)).is_file());
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_limit_of_plies_is_an_option_of_every_game_without_superko() {
    for (spec, value) in [("breakthrough:3x4,plies=9", "draw"), ("tic-tac-toe,plies=3", "draw")] {
        let game = game(spec);
        assert_eq!(game.spec(), spec);
        let row = game
            .solve(&game.position(None, &[]).unwrap(), &Request::default(), &mut Silent)
            .unwrap()
            .row;
        assert_eq!((row.value.text(), row.verified), (value, Verification::Yes), "{spec}");
    }
    let refused = Catalogue::standard().game("go:3x3,plies=9").err().unwrap().to_string();
    assert!(refused.contains("go:3x3") && refused.contains("superko"), "{refused}");
}

#[test]
fn every_move_has_a_file_of_its_own() {
    let file = |path: &str, mv| proof_of_move(Path::new(path), mv).display().to_string();
    assert_eq!(file("out/x.proof", "a2-a3"), "out/x.a2-a3.proof");
    assert_eq!(file("x", "a2xb3"), "x.a2xb3");
    assert_eq!(file("x.proof", "../y"), "x.___y.proof");
}

/// The limits are those of the whole search for the shortest win, not of every number of plies.
#[test]
fn a_search_for_the_shortest_win_keeps_its_limits() {
    let game = game("breakthrough:4x4");
    let line = game.position(None, &[]).unwrap();
    let mut solved = game.solve(&line, &Request::default(), &mut Silent).unwrap();
    let mut request = Request::default();
    request.limits.nodes = Some(500);
    shortest(&*game, &line, &request, &mut solved, &mut Silent).unwrap();
    let known = solved.row.shortest.unwrap();
    assert!(known.plies().is_none() && known.at_least > 1, "{known:?}");
    assert!(known.nodes < 1000, "{known:?}");
}
