//! Superko that compares less than the whole position: graphs whose nodes share a situation two by
//! two. They do not keep the contract of `Rules::situation` (as Go does), so they must call their
//! superko positional: no result is then free of its path, and every answer is right. Called
//! situational, six of 39,378 answers of df-pn were wrong.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::{
    Answer, Game, History, InputError, Limits, Outcome, Player, Question, Repetition, Rules,
    Silent, Superko,
};
use andor_engine::Method;
use andor_engine::settings::SolverSettings;
use andor_games::graph::generate::{Mix, Shape, generate};
use andor_games::graph::{Graph, Move, Position, Rule};
use andor_prove::leaf::LeafRule;

/// A graph in which nodes 2n and 2n + 1 are one situation, if the game goes on in both.
struct Coarse(Graph);

impl Rules for Coarse {
    type Position = Position;
    type Move = Move;

    fn spec(&self) -> String {
        self.0.spec()
    }
    fn repetition(&self) -> Repetition {
        Repetition::Superko(Superko::Positional)
    }
    fn initial(&self) -> Position {
        self.0.initial()
    }
    fn side_to_move(&self, position: &Position) -> Player {
        self.0.side_to_move(position)
    }
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.0.outcome(position)
    }
    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        self.0.moves(position, moves);
    }
    fn play_unchecked(&self, position: &mut Position, mv: Move) {
        self.0.play_unchecked(position, mv);
    }
    fn encoded_len(&self) -> usize {
        self.0.encoded_len()
    }
    fn encode(&self, position: &Position, bytes: &mut Vec<u8>) {
        self.0.encode(position, bytes);
    }
    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        self.0.decode(bytes)
    }
    fn situation(&self, position: &Position, bytes: &mut Vec<u8>) {
        let mut whole = Vec::new();
        self.0.encode(position, &mut whole);
        if self.0.outcome(position).is_none() {
            // The side to move, and the last byte of the node.
            whole[4] /= 2;
            whole[0] = 0;
            whole.push(1);
        }
        bytes.extend(whole);
    }
    fn move_code(&self, mv: Move) -> u32 {
        self.0.move_code(mv)
    }
    fn position_text(&self, position: &Position) -> String {
        self.0.position_text(position)
    }
    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        self.0.parse_position(text)
    }
    fn move_text(&self, position: &Position, mv: Move) -> String {
        self.0.move_text(position, mv)
    }
}

impl Game for Coarse {}

/// The value by trying every path; `None` after so many moves.
fn truth(
    game: &Coarse,
    position: &Position,
    history: &mut History,
    budget: &mut u64,
) -> Option<Outcome> {
    if let Some(outcome) = game.outcome(position) {
        return Some(outcome);
    }
    let side = game.side_to_move(position);
    let mut moves = Vec::new();
    history.legal_moves(game, position, &mut moves);
    let mut best = Outcome::Win(side.other());
    for mv in moves {
        *budget = budget.checked_sub(1)?;
        let next = game.after(position, mv);
        history.push(game, &next);
        let value = truth(game, &next, history, budget);
        history.pop(game, &next);
        match value? {
            Outcome::Win(winner) if winner == side => return Some(Outcome::Win(side)),
            Outcome::Draw => best = Outcome::Draw,
            Outcome::Win(_) => {}
        }
    }
    Some(best)
}

fn check(by: Method, graphs: u64) {
    let (mut asked, mut unknown) = (0, 0);
    for seed in 0..graphs {
        let graph = generate(Shape::Cyclic, &Mix::of_seed(seed), Rule::Superko, seed);
        let game = Coarse(graph);
        let root = game.initial();
        if game.outcome(&root).is_some() {
            continue;
        }
        let mut history = History::new(&game, &root);
        let Some(truth) = truth(&game, &root, &mut history, &mut 3_000) else { continue };
        for player in [Player::Black, Player::White] {
            let leaf = if by == Method::Pds { LeafRule::Naive } else { LeafRule::Mobility };
            let mut solver = SolverSettings::of(by).solver(leaf, None).unwrap();
            let memory = 1 << (12 + seed % 10);
            let limits = Limits { memory, nodes: Some(100_000), ..Limits::default() };
            let report = solver.solve(&game, &root, Question::wins(player), &limits, &mut Silent);
            asked += 1;
            match report.answer {
                Answer::Unknown => unknown += 1,
                answer => assert_eq!(
                    answer == Answer::Proved,
                    truth == Outcome::Win(player),
                    "{} on seed {seed}: {player} {answer:?}, it is {truth:?}",
                    by.name()
                ),
            }
        }
    }
    println!("{}: {asked} questions, {unknown} unknown", by.name());
    assert!(asked > 4_000 && unknown < asked / 20, "{asked} {unknown}");
}

#[test]
fn every_method_is_right_where_superko_compares_less_than_the_position() {
    for by in [Method::Pn, Method::Pn2, Method::Pds, Method::PdsPn, Method::AlphaBeta] {
        check(by, 3_000);
    }
}

#[test]
fn df_pn_is_right_where_superko_compares_less_than_the_position() {
    check(Method::DfPn, 20_000);
}
