//! Static knowledge against a search of the reference rules.

use super::{Findings, ensure};
use crate::{Game, Judgement, Outcome, Player, Rules};

/// The last search goes no deeper: where positions come back, it would follow one line for ever. What is
/// left open there refutes nothing.
const DEEPEST: u32 = 300;

/// `judge` agrees with `outcome`, and what it decides is true, as far as a search of `budget` moves
/// can tell.
pub(super) fn check_judgement<G: Game, R: Rules>(
    game: &G,
    reference: &R,
    position: &G::Position,
    twin: &R::Position,
    mut budget: u32,
    findings: &mut Findings,
) -> Result<(), String> {
    match game.judge(position) {
        Judgement::Over(outcome) => Err(format!("judge says over ({outcome:?}), the rules do not")),
        Judgement::Open => Ok(()),
        // A theorem of the reference rules: what it takes to see that by search is not spent here.
        Judgement::Decided(winner) if reference.settled(twin) == Some(winner) => Ok(()),
        Judgement::Decided(winner) => {
            findings.decided += 1;
            // Deepening finds the short wins, which most judgements rest on, cheaply.
            for depth in (1..=6).chain([DEEPEST]) {
                let at_limit = (depth < DEEPEST).then_some(false);
                match wins_within(reference, twin, winner, (depth, at_limit), &mut budget) {
                    None => return Ok(()),
                    Some(true) => {
                        findings.confirmed += 1;
                        return Ok(());
                    }
                    Some(false) => {}
                }
            }
            // Only an exhausted game tree refutes the judgement.
            Err(format!("judge says {winner} wins: it does not"))
        }
    }
}

/// Children judged together are judged as each alone.
pub(super) fn check_children<G: Game>(
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
) -> Result<(), String> {
    let mut judgements = Vec::new();
    game.judge_children(position, moves, &mut judgements);
    ensure(judgements.len() == moves.len(), || "judge_children leaves children out".to_owned())?;
    for (&mv, &together) in moves.iter().zip(&judgements) {
        let alone = game.judge(&game.after(position, mv));
        ensure(together == alone, || {
            let text = game.move_text(position, mv);
            format!("after {text} judge says {alone:?}, judge_children {together:?}")
        })?;
    }
    Ok(())
}

/// Candidates are legal, counted right, and only moves that lose at once are left out.
pub(super) fn check_candidates<G: Game>(
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
    findings: &mut Findings,
) -> Result<(), String> {
    if game.judge(position) != Judgement::Open {
        return Ok(());
    }
    let mut candidates = Vec::new();
    game.candidates(position, &mut candidates);
    ensure(!candidates.is_empty(), || "an open position without a candidate".to_owned())?;
    ensure(game.count_candidates(position) == candidates.len() as u32, || {
        format!(
            "count_candidates is {}, candidates are {}",
            game.count_candidates(position),
            candidates.len()
        )
    })?;
    ensure(candidates.iter().all(|mv| moves.contains(mv)), || "an illegal candidate".to_owned())?;
    let opponent = game.side_to_move(position).other();
    for &mv in moves.iter().filter(|mv| !candidates.contains(mv)) {
        findings.left_out += 1;
        let judgement = game.judge(&game.after(position, mv));
        let loses = judgement == Judgement::Decided(opponent)
            || judgement == Judgement::Over(Outcome::Win(opponent));
        ensure(loses, || {
            format!("{} is left out, but does not lose", game.move_text(position, mv))
        })?;
    }
    Ok(())
}

/// Whether `winner` wins within `depth` plies, `at_limit` being the answer where these are over; `None` when
/// `budget` moves did not suffice.
fn wins_within<R: Rules>(
    rules: &R,
    position: &R::Position,
    winner: Player,
    (depth, at_limit): (u32, Option<bool>),
    budget: &mut u32,
) -> Option<bool> {
    if let Some(outcome) = rules.outcome(position) {
        return Some(outcome == Outcome::Win(winner));
    }
    if depth == 0 {
        return at_limit;
    }
    let mut moves = Vec::new();
    rules.moves(position, &mut moves);
    let winner_moves = rules.side_to_move(position) == winner;
    for mv in moves {
        *budget = budget.checked_sub(1)?;
        let next = rules.after(position, mv);
        let wins = wins_within(rules, &next, winner, (depth - 1, at_limit), budget)?;
        if wins == winner_moves {
            return Some(wins);
        }
    }
    Some(!winner_moves)
}
