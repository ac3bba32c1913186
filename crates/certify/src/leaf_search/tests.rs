//! What a leaf search proves is true, by minimax over the reference rules, and both grounds prove the same.

use super::{LeafSearch, Searching};
use crate::ground::{Ground, RulesGround};
use crate::runner::Runners;
use andor_core::{Claim, Outcome, Player, Rules, SplitMix64};
use andor_games::breakthrough::reference::{Position, Reference};
use std::collections::HashMap;

/// Who wins a position, by looking at everything.
fn winner(rules: &Reference, position: &Position, seen: &mut HashMap<Vec<u8>, Player>) -> Player {
    if let Some(Outcome::Win(player)) = rules.outcome(position) {
        return player;
    }
    let mut key = Vec::new();
    rules.encode(position, &mut key);
    if let Some(&player) = seen.get(&key) {
        return player;
    }
    let side = rules.side_to_move(position);
    let mut moves = Vec::new();
    rules.moves(position, &mut moves);
    let wins = |mv| winner(rules, &rules.after(position, mv), seen) == side;
    let player = if moves.into_iter().any(wins) { side } else { side.other() };
    seen.insert(key, player);
    player
}

/// Random positions that go on, with few men.
fn positions(rules: &Reference, columns: usize, rows: usize, count: usize) -> Vec<Position> {
    let mut random = SplitMix64::new(7);
    let mut found = Vec::new();
    while found.len() < count {
        let most = 2 + random.below(7);
        let mut cells = vec![b'0'; columns * rows];
        for _ in 0..most {
            let square = random.below(cells.len());
            cells[square] = if random.below(2) == 0 { b'b' } else { b'w' };
        }
        // A run of empty squares is one number.
        let rank = |cells: &[u8]| {
            let mut text = String::new();
            for part in cells.chunk_by(|a, b| a == b) {
                match part[0] {
                    b'0' => text.push_str(&part.len().to_string()),
                    man => text.extend(part.iter().map(|_| man as char)),
                }
            }
            text
        };
        let ranks: Vec<String> = cells.chunks(columns).map(rank).collect();
        let side = if random.below(2) == 0 { "b" } else { "w" };
        if let Ok(position) = rules.parse_position(&format!("{} {side}", ranks.join("/")))
            && rules.outcome(&position).is_none()
        {
            found.push(position);
        }
    }
    found
}

#[test]
fn who_runs_home_wins() {
    let mut decided = 0;
    for (columns, rows) in [(2, 5), (3, 5), (4, 4), (3, 6), (4, 5)] {
        let rules = Reference::new(columns, rows);
        let mut seen = HashMap::new();
        let runners = rules.race_board().and_then(Runners::new);
        let claim = Claim::Wins(Player::White);
        let (tables, moves) = (None, Vec::new());
        let ground = RulesGround { rules: &rules, claim, runners, tables, moves };
        for position in positions(&rules, columns, rows, 600) {
            let is_holders = rules.side_to_move(&position) == Player::White;
            let (proof, disproof) = ground.first_numbers(&ground.key(&position), is_holders);
            if proof == 0 || disproof == 0 {
                decided += 1;
                let wins = winner(&rules, &position, &mut seen) == Player::White;
                assert_eq!(proof == 0, wins, "{}", rules.position_text(&position));
            }
        }
    }
    assert!(decided > 600, "{decided}");
}

#[test]
fn what_is_proved_is_won_on_both_grounds() {
    let mut proved = [0; 3];
    for (columns, rows) in [(3, 5), (4, 4), (4, 5)] {
        let rules = Reference::new(columns, rows);
        let mut seen = HashMap::new();
        for position in positions(&rules, columns, rows, 100) {
            let white_wins = winner(&rules, &position, &mut seen) == Player::White;
            for (at, budget) in [1, 20, 5000].into_iter().enumerate() {
                for (holder, is_true) in [(Player::White, white_wins), (Player::Black, !white_wins)]
                {
                    let claim = Claim::Wins(holder);
                    let stops = |_| false;
                    let search = |by_rules| {
                        let (rules, tables) = (&rules, None);
                        let searching = Searching { rules, claim, budget, by_rules, tables };
                        LeafSearch::new(searching, &stops)
                    };
                    let (mut by_board, mut by_rules) = (search(false), search(true));
                    let found = by_board.proves(&position);
                    let text = rules.position_text(&position);
                    assert_eq!(by_rules.proves(&position), found, "{text}");
                    assert_eq!(by_rules.expanded(), by_board.expanded(), "{text}");
                    assert!(by_board.expanded() <= budget);
                    assert!(is_true || !found, "{text} is proved for {holder}");
                    proved[at] += u32::from(found);
                    // Everything here is small enough for the largest budget.
                    assert!(budget < 5000 || found == is_true, "{text} for {holder}");
                }
            }
        }
    }
    assert!(proved[0] < proved[1] && proved[1] < proved[2] && proved[2] == 300, "{proved:?}");
}
