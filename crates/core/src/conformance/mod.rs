//! The conformance kit: what every game must get right, checked on random positions.
//!
//! [`check`] takes the fast rules and the reference rules of a game and plays random games. In
//! every position it looks at the promises of [`Rules`] and [`Game`]: play and undo, keys kept
//! incrementally against keys from scratch, symmetries, text round trips, static knowledge, and
//! the two implementations against each other. [`check_perft`] compares both with a perft file.
//! A new game gets all of this with no new test code.

mod agreement;
mod knowledge;
mod perft_file;
mod promises;
mod symmetry;

pub use perft_file::{PerftLine, check_perft, parse_perft_file};

use crate::{Game, Outcome, Rules, SplitMix64};

/// What a successful [`check`] has seen: a check that saw nothing proves nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Findings {
    /// Positions looked at.
    pub positions: usize,
    /// Of these, positions where the game was over.
    pub over: usize,
    /// Moves played and taken back.
    pub moves: usize,
    /// Positions decided by static knowledge.
    pub decided: usize,
    /// Of these, positions where a search of the reference rules came to the same value (the
    /// others were too large for it).
    pub confirmed: usize,
    /// Legal moves that are no candidates.
    pub left_out: usize,
}

/// Plays random games until `positions` positions have been checked.
///
/// # Errors
/// The first broken promise, with the position it was seen in.
pub fn check<G: Game, R: Rules>(
    game: &G,
    reference: &R,
    seed: u64,
    positions: usize,
) -> Result<Findings, String> {
    let mut random = SplitMix64::new(seed);
    let mut findings = Findings::default();
    agreement::check_names(game, reference)?;
    while findings.positions < positions {
        let mut position = game.initial();
        loop {
            check_position(game, reference, &position, &mut random, &mut findings).map_err(
                |why| format!("{} in {}: {why}", game.spec(), game.position_text(&position)),
            )?;
            if game.outcome(&position).is_some() || findings.positions >= positions {
                break;
            }
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            game.play_unchecked(&mut position, moves[random.below(moves.len())]);
        }
    }
    Ok(findings)
}

fn check_position<G: Game, R: Rules>(
    game: &G,
    reference: &R,
    position: &G::Position,
    random: &mut SplitMix64,
    findings: &mut Findings,
) -> Result<(), String> {
    findings.positions += 1;
    promises::check_encoding_and_text(game, position)?;
    symmetry::check_images(game, position)?;
    let twin = agreement::check_same_position(game, reference, position)?;
    if let Some(outcome) = game.outcome(position) {
        findings.over += 1;
        return ensure(!game.is_drawless() || outcome != Outcome::Draw, || {
            "a draw in a game that says it has none".to_owned()
        });
    }
    let moves = promises::check_moves(game, position, random)?;
    findings.moves += moves.len();
    agreement::check_same_moves(game, reference, position, &moves, &twin)?;
    knowledge::check_judgement(game, reference, position, &twin, findings)?;
    knowledge::check_children(game, position, &moves)?;
    knowledge::check_candidates(game, position, &moves, findings)
}

/// `Err(what())` unless `holds`.
fn ensure(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

/// The exact bytes of a position.
fn bytes_of<R: Rules>(rules: &R, position: &R::Position) -> Vec<u8> {
    let mut bytes = Vec::new();
    rules.encode(position, &mut bytes);
    bytes
}
