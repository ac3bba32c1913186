//! Breakthrough on small boards without chance: every position that a game can reach is solved by
//! the reference rules, and what the fast rules say of it must be true.

use andor_core::{Game, Judgement, Outcome, Player, Rules};
use andor_games::breakthrough::{Breakthrough, Reference};
use std::collections::HashMap;

struct Solver {
    game: Breakthrough,
    reference: Reference,
    /// Who wins, by the bytes of the position.
    winners: HashMap<Vec<u8>, Player>,
    decided: usize,
    left_out: usize,
    /// The canonical bytes of positions that are not over, by their code.
    codes: HashMap<u64, Vec<u8>>,
}

impl Solver {
    fn new(columns: usize, rows: usize) -> Solver {
        Solver {
            game: Breakthrough::new(columns, rows),
            reference: Reference::new(columns, rows),
            winners: HashMap::new(),
            decided: 0,
            left_out: 0,
            codes: HashMap::new(),
        }
    }

    /// The winner of a position, from the reference rules alone; all moves are looked at.
    fn winner(&mut self, position: &<Reference as Rules>::Position) -> Player {
        let mut bytes = Vec::new();
        self.reference.encode(position, &mut bytes);
        if let Some(&winner) = self.winners.get(&bytes) {
            return winner;
        }
        let outcome = self.reference.outcome(position);
        let mut moves = Vec::new();
        let mut winning = Vec::new();
        if outcome.is_none() {
            self.reference.sorted_moves(position, &mut moves);
        }
        let side = self.reference.side_to_move(position);
        for &mv in &moves {
            if self.winner(&self.reference.after(position, mv)) == side {
                winning.push(self.reference.move_code(mv));
            }
        }
        let winner = match outcome {
            Some(outcome) => outcome.winner().expect("there are no draws"),
            None if winning.is_empty() => side.other(),
            None => side,
        };
        let codes = moves.iter().map(|&mv| self.reference.move_code(mv)).collect();
        self.compare(&bytes, outcome, winner, codes, &winning);
        self.winners.insert(bytes, winner);
        winner
    }

    fn compare(
        &mut self,
        bytes: &[u8],
        outcome: Option<Outcome>,
        winner: Player,
        codes: Vec<u32>,
        winning: &[u32],
    ) {
        let game = &self.game;
        let position = game.decode(bytes).expect("the same bytes");
        let text = game.position_text(&position);
        assert_eq!(game.outcome(&position), outcome, "{text}");
        match game.judge(&position) {
            Judgement::Over(over) => return assert_eq!(Some(over), outcome, "{text}"),
            Judgement::Decided(decided) => {
                self.decided += 1;
                assert_eq!(decided, winner, "{text}");
            }
            Judgement::Open => {
                let mut candidates = Vec::new();
                game.candidates(&position, &mut candidates);
                self.left_out += codes.len() - candidates.len();
                let candidates: Vec<u32> = candidates.iter().map(|&c| game.move_code(c)).collect();
                assert!(winning.iter().all(|code| candidates.contains(code)), "{text}");
            }
        }
        // A code stands for a position and its mirror image, and for nothing else.
        let canonical = game.canonical(&position).bytes;
        let own = self.codes.entry(game.code(&position)).or_insert_with(|| canonical.clone());
        assert_eq!(*own, canonical, "{text}");
        let mut moves = Vec::new();
        game.sorted_moves(&position, &mut moves);
        let moves: Vec<u32> = moves.iter().map(|&mv| game.move_code(mv)).collect();
        assert_eq!(moves, codes, "{text}");
    }
}

/// Solves a board from its initial position and says who wins.
fn check_board(columns: usize, rows: usize) -> Player {
    let mut solver = Solver::new(columns, rows);
    let winner = solver.winner(&solver.reference.initial());
    let (positions, decided) = (solver.winners.len(), solver.decided);
    let left_out = solver.left_out;
    println!(
        "{columns}x{rows}: {winner} wins; {positions} positions, {decided} decided, \
         {left_out} moves left out"
    );
    assert!(decided > positions / 10 && left_out > 0, "{columns}x{rows}");
    winner
}

#[test]
fn fast_rules_and_static_knowledge_are_right_in_every_reachable_position() {
    for (columns, rows, winner) in [
        (2, 4, Player::Black),
        (2, 5, Player::Black),
        (2, 6, Player::White),
        (2, 7, Player::Black),
        (3, 4, Player::Black),
    ] {
        assert_eq!(check_board(columns, rows), winner, "{columns}x{rows}");
    }
}

#[test]
#[ignore = "deep check: 5.6 million positions take up to a minute"]
fn the_same_on_larger_boards() {
    for (columns, rows) in [(3, 5), (4, 4)] {
        assert_eq!(check_board(columns, rows), Player::Black, "{columns}x{rows}");
    }
}
