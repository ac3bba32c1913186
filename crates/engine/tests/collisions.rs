//! A table that takes one position for another makes a solver wrong; nothing wrong gets out.
//!
//! The game here is Breakthrough with a key of a few bits only, so that collisions happen all the
//! time. The solver's answers are then worth nothing, and `solve` must either notice, and say
//! `unknown` with the reason, or be right.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::{
    Game, InputError, Judgement, Key, Limits, Outcome, Player, Repetition, Rules, Silent,
};
use andor_engine::{Method, Request, pair_with_reference};
use andor_games::breakthrough::{Breakthrough, Reference};

#[derive(Clone)]
struct Colliding {
    rules: Breakthrough,
    bits: u32,
}

type Position = <Breakthrough as Rules>::Position;
type Move = <Breakthrough as Rules>::Move;

impl Rules for Colliding {
    type Position = Position;
    type Move = Move;

    fn spec(&self) -> String {
        self.rules.spec()
    }
    fn repetition(&self) -> Repetition {
        self.rules.repetition()
    }
    fn is_drawless(&self) -> bool {
        self.rules.is_drawless()
    }
    fn initial(&self) -> Position {
        self.rules.initial()
    }
    fn side_to_move(&self, position: &Position) -> Player {
        self.rules.side_to_move(position)
    }
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.rules.outcome(position)
    }
    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        self.rules.moves(position, moves);
    }
    fn play_unchecked(&self, position: &mut Position, mv: Move) {
        self.rules.play_unchecked(position, mv);
    }
    fn encoded_len(&self) -> usize {
        self.rules.encoded_len()
    }
    fn encode(&self, position: &Position, bytes: &mut Vec<u8>) {
        self.rules.encode(position, bytes);
    }
    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        self.rules.decode(bytes)
    }
    fn move_code(&self, mv: Move) -> u32 {
        self.rules.move_code(mv)
    }
    fn position_text(&self, position: &Position) -> String {
        self.rules.position_text(position)
    }
    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        self.rules.parse_position(text)
    }
    fn move_text(&self, position: &Position, mv: Move) -> String {
        self.rules.move_text(position, mv)
    }
    fn symmetries(&self) -> usize {
        self.rules.symmetries()
    }
    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        self.rules.transform(position, symmetry)
    }
    fn transform_move(&self, mv: Move, symmetry: usize) -> Move {
        self.rules.transform_move(mv, symmetry)
    }
}

impl Game for Colliding {
    fn judge(&self, position: &Position) -> Judgement {
        self.rules.judge(position)
    }
    fn key(&self, position: &Position) -> Key {
        Key::exact(self.rules.key(position).index >> (64 - self.bits))
    }
}

#[test]
fn collisions_do_not_survive_verification() {
    let (mut caught, mut right) = (0, 0);
    for (columns, rows) in [(3, 4), (4, 4), (3, 5), (2, 6), (2, 7)] {
        let truth = if (columns, rows) == (2, 6) { "win" } else { "loss" };
        for bits in 2..=20 {
            for method in [Method::Pn, Method::DfPn, Method::Boolean] {
                let rules = Breakthrough::new(columns, rows);
                let game = Colliding { rules, bits };
                let reference = Reference::new(columns, rows);
                let game = pair_with_reference(game, reference, true);
                let root = game.position(None, &[]).unwrap();
                let limits = Limits { memory: 64 << 20, ..Limits::default() };
                let request = Request { settings: method.into(), limits, ..Request::default() };
                let solved = game.solve(&root, &request, &mut Silent).unwrap();
                let (failure, notes) = (&solved.failure, &solved.notes);
                let what = format!("{} with {bits} bits: {failure:?} {notes:?}", method.name());
                if solved.failure.is_some() {
                    caught += 1;
                    assert_eq!(solved.row.value.text(), "unknown", "{what}");
                    assert!(!solved.row.is_verified(), "{what}");
                } else {
                    right += 1;
                    assert_eq!(solved.row.value.text(), truth, "{what}");
                    assert!(solved.row.is_verified(), "{what}");
                }
            }
        }
    }
    assert!(caught > 20 && right > 5, "caught {caught}, right {right}: the test is too weak");
}
