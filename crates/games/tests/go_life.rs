//! Unconditional life (`crates/games/src/go/settled.rs`) against the values of all positions of small
//! boards, which are found without it: who wins by force, in a game that ends.
//!
//! All bytes that are positions are looked at, also those that no game leads to.

use andor_core::board::pack_ternary;
use andor_core::{Player, Rules, Spec};
use andor_games::go::{Go, Reference, Variant};
use std::collections::HashMap;

fn variant(spec: &str) -> Variant {
    Variant::from_spec(&Spec::parse(spec).expect(spec)).expect(spec)
}

/// All positions of a board that are not over, with what follows each of them.
struct Board {
    name: String,
    points: i32,
    positions: Vec<Vec<u8>>,
    sides: Vec<Player>,
    /// Positions by their number or, where the game ends, Black's lead.
    followers: Vec<Vec<Result<u32, i32>>>,
}

impl Board {
    fn new(columns: usize, rows: usize) -> Board {
        let name = format!("go:{columns}x{rows},ko=simple");
        let rules = Reference::new(variant(&name));
        let points = columns * rows;
        let mut positions = Vec::new();
        for board in 0..3u32.pow(points as u32) {
            let cells: Vec<u8> =
                (0..points).map(|at| (board / 3u32.pow(at as u32) % 3) as u8).collect();
            for state in 0..4 {
                for ko in 0..=points {
                    let mut bytes = vec![state, ko as u8];
                    pack_ternary(cells.iter().copied(), &mut bytes);
                    positions.extend(rules.decode(&bytes).is_some().then_some(bytes));
                }
            }
        }
        let numbers: HashMap<&[u8], u32> = positions.iter().map(Vec::as_slice).zip(0..).collect();
        let mut moves = Vec::new();
        let (mut sides, mut followers) = (Vec::new(), Vec::new());
        for bytes in &positions {
            let position = rules.decode(bytes).expect("a position");
            sides.push(rules.side_to_move(&position));
            rules.moves(&position, &mut moves);
            let follow = |&mv: &_| {
                let next = rules.after(&position, mv);
                let mut bytes = Vec::new();
                rules.encode(&next, &mut bytes);
                let lead = || rules.lead(&next).expect("Go counts points") as i32;
                rules.outcome(&next).map_or_else(|| Ok(numbers[&bytes[..]]), |_| Err(lead()))
            };
            followers.push(moves.iter().map(follow).collect());
        }
        drop(numbers);
        Board { name, points: points as i32, positions, sides, followers }
    }

    /// Whether `player` wins each position by force, where Black wins with a lead of `goal` or more.
    fn won_by(&self, player: Player, goal: i32) -> Vec<bool> {
        let mut won = vec![false; self.positions.len()];
        loop {
            let mut is_more = false;
            for at in 0..won.len() {
                if won[at] {
                    continue;
                }
                let wins = |follower: &Result<u32, i32>| match *follower {
                    Ok(number) => won[number as usize],
                    Err(lead) => (lead >= goal) == (player == Player::Black),
                };
                won[at] = match self.sides[at] == player {
                    true => self.followers[at].iter().any(wins),
                    false => self.followers[at].iter().all(wins),
                };
                is_more |= won[at];
            }
            if !is_more {
                return won;
            }
        }
    }

    /// Checks everything that is settled; how much, and how much of it with enemy stones to be taken.
    fn check(&self, goal: i32) -> [u32; 2] {
        let spec = format!("{},goal={goal}", self.name);
        let (reference, fast) = (Reference::new(variant(&spec)), Go::new(variant(&spec)));
        let won = [Player::Black, Player::White].map(|player| self.won_by(player, goal));
        let [mut settled, mut with_enemies] = [0, 0];
        for (at, bytes) in self.positions.iter().enumerate() {
            let position = reference.decode(bytes).expect("a position");
            let winner = reference.settled(&position);
            let twin = fast.decode(bytes).expect("a position");
            let text = || reference.position_text(&position);
            assert_eq!(fast.settled(&twin), winner, "{spec}: {}", text());
            if let Some(winner) = winner {
                assert!(won[winner as usize][at], "{spec}: {winner} does not win {}", text());
                settled += 1;
                let enemy = if winner == Player::Black { 'w' } else { 'b' };
                let board = text();
                let board = board.split(' ').next().unwrap_or_default();
                with_enemies += u32::from(goal.abs() == self.points && board.contains(enemy));
            }
        }
        [settled, with_enemies]
    }
}

#[test]
fn what_is_settled_is_won() {
    for (columns, rows) in [(1, 1), (3, 1), (5, 1), (7, 1), (2, 2), (3, 2), (4, 2)] {
        let board = Board::new(columns, rows);
        let counts: Vec<[u32; 2]> =
            (1 - board.points..=board.points).map(|goal| board.check(goal)).collect();
        let settled: u32 = counts.iter().map(|[settled, _]| settled).sum();
        // On a board of two rows or less nobody has an eye that an enemy stone fits into, but on one row.
        assert!(settled > 0 || columns * rows < 3, "{columns}x{rows}: {counts:?}");
    }
}

#[test]
fn what_is_settled_on_3x3_is_won() {
    let board = Board::new(3, 3);
    for goal in [-8, 1, 9] {
        let [settled, with_enemies] = board.check(goal);
        assert!(settled > 1_000, "goal {goal}: {settled}");
        assert!(
            goal.abs() < 9 || with_enemies > 100,
            "goal {goal}: {with_enemies} with enemy stones"
        );
    }
}

#[test]
#[ignore = "deep check: all positions of 4x3 and 5x2, every goal, minutes"]
fn what_is_settled_on_larger_boards_is_won() {
    for (columns, rows) in [(3, 3), (5, 2), (4, 3)] {
        let board = Board::new(columns, rows);
        for goal in 1 - board.points..=board.points {
            board.check(goal);
        }
    }
}

#[test]
fn nothing_is_settled_under_other_rules() {
    for (spec, settled) in [
        ("go:3x3,ko=simple,goal=9", true),
        ("go:3x3,ko=simple", true),
        ("go:3x3,ko=simple,suicide=yes,goal=9", false),
        ("go:3x3,goal=9", false),
        ("go:3x3,ko=positional,goal=9", false),
    ] {
        let (reference, fast) = (Reference::new(variant(spec)), Go::new(variant(spec)));
        // The drawing of `settled.rs`.
        let text = "1b1/wb1/1bw b";
        let position = reference.parse_position(text).expect(text);
        let expected = settled.then_some(Player::Black);
        assert_eq!(reference.settled(&position), expected, "{spec}");
        let position = fast.parse_position(text).expect(text);
        assert_eq!(fast.settled(&position), expected, "{spec}");
    }
}
