//! The card's programs on this machine's processor: the same text, compiled by its C++ compiler, against the
//! rules, the order of moves and the zone tables of the other crates, position by position.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

mod boolean;
mod pretended;
mod program;
mod two_levels;

use andor_core::{
    Game, Judgement, Limits, Margins, Player, RaceBoard, Racers, Reading, Rules, Silent, perft,
};
use andor_games::breakthrough::{Breakthrough, Reference};
use andor_gpu::{FEATURES, fixed_for};
use andor_tables::zone::{ZoneShape, ZoneTable};
use program::{Host, seen};

type Position = <Breakthrough as Rules>::Position;

/// Every position with White to move that is not won at once and needs no single answer, and the same with
/// the colours exchanged.
fn positions(game: &Breakthrough) -> Vec<Position> {
    let numbering = game.numbering().unwrap();
    let RaceBoard { columns, rows } = game.race_board().unwrap();
    let mut all = Vec::new();
    for position in (0..numbering.count()).filter_map(|number| numbering.position(number)) {
        let Racers { own, enemy, .. } = game.racers(&position).unwrap();
        let turned = |men: u64| men.reverse_bits() >> (64 - columns * rows);
        all.push(game.set_up(turned(enemy), turned(own), Player::Black));
        all.push(position);
    }
    all
}

fn value(won: Option<bool>) -> i64 {
    won.map_or(0, |won| 1 + i64::from(won))
}

/// What the fast rules see of a position that is not over: its value for its side to move.
fn judged(game: &Breakthrough, position: &Position) -> Option<bool> {
    match game.judge(position) {
        Judgement::Open => None,
        Judgement::Decided(winner) => Some(winner == game.side_to_move(position)),
        Judgement::Over(outcome) => Some(outcome.winner() == Some(game.side_to_move(position))),
    }
}

/// Rules, static knowledge, codes, moves in their order, zones and scores of moves, on every position of small
/// boards and on those after every move of them.
#[test]
fn every_position_of_small_boards_is_seen_alike() {
    for (columns, rows, depth) in [(2, 4, 3), (3, 4, 3), (2, 6, 4), (2, 5, 0)] {
        let game = Breakthrough::new(columns, rows);
        let Some(mut host) = Host::new(&game, depth) else { return };
        let zone = (depth > 0).then(|| {
            let shape = ZoneShape::new(RaceBoard { columns, rows }, depth).unwrap();
            ZoneTable::build(shape, 1, &Limits::default(), &mut Silent).unwrap()
        });
        let order = game.order().unwrap();
        let (mut moves, mut scores) = (Vec::new(), Vec::new());
        for position in positions(&game) {
            let text = game.position_text(&position);
            let found = host.numbers(&format!("position {}", seen(&game, &position)));
            let own = judged(&game, &position);
            assert_eq!(found[0], value(own), "{text}");
            if own.is_some() {
                continue;
            }
            assert_eq!(found[1] as u64, game.code(&position), "{text}");
            game.candidates(&position, &mut moves);
            assert_eq!(found.len(), 2 + 4 * moves.len(), "{text}");
            for (mv, found) in moves.iter().zip(found[2..].chunks_exact(4)) {
                let next = game.after(&position, *mv);
                let name = game.move_text(&position, *mv);
                let turn = |square: i64| match game.side_to_move(&position) {
                    Player::White => square,
                    Player::Black => (columns * rows) as i64 - 1 - square,
                };
                let code = turn(found[0]) * 64 + turn(found[1]);
                assert_eq!(code, i64::from(game.move_code(*mv)), "{text} {name}");
                let mut its = judged(&game, &next);
                let mut margins = Margins::default();
                if let (None, Some(zone)) = (its, &zone) {
                    match zone.read(&game, &next) {
                        Reading::Open(open) => margins = open,
                        Reading::Decided(outcome) => {
                            its = Some(outcome.winner() == Some(game.side_to_move(&next)));
                        }
                    }
                }
                assert_eq!(found[2], value(its), "{text} {name}");
                if its.is_none() {
                    order.score(&game, &position, &[*mv], &[margins], order.weights(), &mut scores);
                    assert_eq!(found[3], i64::from(scores[0]), "{text} {name}");
                }
            }
        }
    }
}

/// All legal moves, against the reference rules.
#[test]
fn lines_are_counted_as_by_the_reference_rules() {
    fn count(rules: &Reference, position: &<Reference as Rules>::Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if rules.outcome(position).is_some() {
            return 0;
        }
        let mut moves = Vec::new();
        rules.moves(position, &mut moves);
        moves.iter().map(|&mv| count(rules, &rules.after(position, mv), depth - 1)).sum()
    }
    let game = Breakthrough::new(3, 4);
    let rules = Reference::new(3, 4);
    let Some(mut host) = Host::new(&game, 0) else { return };
    for position in positions(&game).iter().step_by(7) {
        let mut bytes = Vec::new();
        game.encode(position, &mut bytes);
        let expected = count(&rules, &rules.decode(&bytes).unwrap(), 3);
        let found = host.ask(&format!("perft {} 3", seen(&game, position)));
        assert_eq!(found, expected.to_string(), "{}", game.position_text(position));
    }
    let game = Breakthrough::new(6, 6);
    let Some(mut host) = Host::new(&game, 0) else { return };
    let found = host.ask(&format!("perft {} 5", seen(&game, &game.initial())));
    assert_eq!(found, perft(&game, &game.initial(), 5).to_string());
}

/// The layers of the card's builder, entry by entry.
#[test]
fn zone_tables_are_those_of_the_processor() {
    // Codes of 1, 2 and 4 bits.
    for (columns, rows, depth) in [(3, 4, 3), (3, 5, 3), (2, 8, 3), (2, 6, 5), (3, 6, 4)] {
        let game = Breakthrough::new(columns, rows);
        let Some(mut host) = Host::new(&game, depth) else { return };
        let shape = ZoneShape::new(RaceBoard { columns, rows }, depth).unwrap();
        let table = ZoneTable::build(shape, 1, &Limits::default(), &mut Silent).unwrap();
        let expected: String = table.bytes().iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(host.ask("fill"), expected, "{columns}x{rows}, k = {depth}");
    }
}

/// A feature that is new in the game must come to the programs as well.
#[test]
fn the_programs_know_the_features_of_the_order() {
    let game = Breakthrough::new(5, 5);
    assert_eq!(game.order().unwrap().features(), FEATURES);
}

/// What a card cannot search is refused in a line.
#[test]
fn what_has_no_programs_is_refused() {
    let refused = |columns, rows| {
        let game = Breakthrough::new(columns, rows);
        let weights = game.order().unwrap().weights();
        fixed_for(&game, &game.initial(), weights, 0).unwrap_err().to_string()
    };
    assert!(refused(7, 6).contains("breakthrough:7x6 have no exact codes of 56 bits"));
    assert!(refused(8, 8).contains("breakthrough:8x8"));
}
