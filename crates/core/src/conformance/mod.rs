//! The conformance kit: what every game must get right, checked on random positions.
//!
//! [`check`] takes the fast rules and the reference rules of a game and plays random games. In
//! every position it looks at the promises of [`Rules`] and [`Game`]: moves, keys kept
//! incrementally against keys from scratch, symmetries, text round trips, static knowledge, and
//! the two implementations against each other. [`check_line`] does the same along one game that
//! somebody else chooses, such as a fuzzer. [`check_perft`] compares both with a perft file. A new
//! game gets all of this with no new test code.

mod agreement;
mod knowledge;
mod perft_file;
mod player;
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
    /// Moves played.
    pub moves: usize,
    /// Positions decided by static knowledge.
    pub decided: usize,
    /// Of these, positions where a search of the reference rules came to the same value (the
    /// others were too large for it).
    pub confirmed: usize,
    /// Legal moves that are no candidates.
    pub left_out: usize,
}

/// The search that confirms a decided position may play this many moves.
const SEARCH_BUDGET: u32 = 20_000;

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
    let mut check = Check { game, reference, search: SEARCH_BUDGET, random: SplitMix64::new(seed) };
    let mut findings = Findings::default();
    agreement::check_names(game, reference)?;
    let mut choices = SplitMix64::new(!seed);
    while findings.positions < positions {
        let left = positions - findings.positions;
        check.line(game.initial(), &mut findings, &mut |played, moves| {
            (played + 1 < left).then(|| choices.below(moves))
        })?;
    }
    Ok(findings)
}

/// Plays one game from `start` and checks every position of it. `choose` is given the number of
/// moves played and the number of legal moves, and picks one; `None` ends the game. The search
/// that confirms a decided position may play `search` moves.
///
/// # Errors
/// The first broken promise, with the position it was seen in.
pub fn check_line<G: Game, R: Rules>(
    game: &G,
    reference: &R,
    start: G::Position,
    search: u32,
    choose: &mut dyn FnMut(usize, usize) -> Option<usize>,
) -> Result<Findings, String> {
    let mut findings = Findings::default();
    let mut check = Check { game, reference, search, random: SplitMix64::new(1) };
    check.line(start, &mut findings, choose)?;
    Ok(findings)
}

/// What all checks of a game share.
struct Check<'a, G, R> {
    game: &'a G,
    reference: &'a R,
    search: u32,
    random: SplitMix64,
}

impl<G: Game, R: Rules> Check<'_, G, R> {
    fn line(
        &mut self,
        start: G::Position,
        findings: &mut Findings,
        choose: &mut dyn FnMut(usize, usize) -> Option<usize>,
    ) -> Result<(), String> {
        let (game, mut position) = (self.game, start);
        for played in 0.. {
            self.position(&position, findings).map_err(|why| {
                format!("{} in {}: {why}", game.spec(), game.position_text(&position))
            })?;
            if game.outcome(&position).is_some() {
                break;
            }
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let Some(number) = choose(played, moves.len()) else { break };
            game.play_unchecked(&mut position, moves[number]);
        }
        Ok(())
    }

    fn position(&mut self, position: &G::Position, findings: &mut Findings) -> Result<(), String> {
        let Check { game, reference, search, ref mut random } = *self;
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
        knowledge::check_judgement(game, reference, position, &twin, search, findings)?;
        knowledge::check_children(game, position, &moves)?;
        knowledge::check_candidates(game, position, &moves, findings)?;
        player::check_player(game, position, &moves)
    }
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
