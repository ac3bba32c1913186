//! Games that a shallow search plays against itself, in any game that has an evaluation:
//! alpha-beta, random moves at the start, and a little noise in every evaluation, so that no two
//! games are alike.

use andor_core::{Evaluate, Game, Judgement, Outcome, Player, SplitMix64};

/// Games that take longer are given up.
const MOST_PLIES: usize = 200;
/// The noise in an evaluation, either way: this part of a decisive advantage.
const NOISE_PART: i32 = 20;
const WON: i32 = 1_000_000_000;

/// How a game is played.
pub struct Style {
    /// Moves at the start that are drawn by lot.
    pub random_plies: usize,
    /// How many plies the players look ahead.
    pub depth: u32,
}

/// A game: its positions, the last before the end included, and the winner. There is none if it is
/// drawn, or too long.
pub struct Record<P> {
    pub positions: Vec<P>,
    pub winner: Option<Player>,
}

/// Plays a game.
pub fn play<G: Game>(game: &G, style: &Style, random: &mut SplitMix64) -> Record<G::Position> {
    let evaluator = game.evaluator().expect("only games with an evaluation are played");
    let mut moves = Vec::new();
    let mut position = game.initial();
    let mut positions = Vec::new();
    for ply in 0..MOST_PLIES {
        match game.outcome(&position) {
            Some(outcome) => return Record { positions, winner: outcome.winner() },
            None => positions.push(position.clone()),
        }
        game.moves(&position, &mut moves);
        position = if ply < style.random_plies {
            game.after(&position, moves[random.below(moves.len())])
        } else {
            best_child(game, &position, style.depth, evaluator, random)
        };
    }
    Record { positions, winner: None }
}

fn best_child<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    evaluator: &dyn Evaluate<G>,
    random: &mut SplitMix64,
) -> G::Position {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut best: Option<(i32, G::Position)> = None;
    for mv in moves {
        let child = game.after(position, mv);
        let alpha = best.as_ref().map_or(-2 * WON, |(score, _)| *score);
        let score = -alpha_beta(game, &child, depth - 1, (-2 * WON, -alpha), evaluator, random);
        if best.is_none() || score > alpha {
            best = Some((score, child));
        }
    }
    best.expect("a game that is not over has a move").1
}

/// The value of a position for the side to move, within a window.
fn alpha_beta<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    (alpha, beta): (i32, i32),
    evaluator: &dyn Evaluate<G>,
    random: &mut SplitMix64,
) -> i32 {
    let side = game.side_to_move(position);
    let sooner = depth as i32;
    match game.judge(position) {
        Judgement::Over(Outcome::Draw) => return 0,
        // A game that is over was won sooner than one that is decided.
        Judgement::Over(Outcome::Win(player)) => {
            return if player == side { WON + 1 + sooner } else { -WON - 1 - sooner };
        }
        Judgement::Decided(player) => {
            return if player == side { WON + sooner } else { -WON - sooner };
        }
        Judgement::Open => {}
    }
    if depth == 0 {
        let noise = evaluator.decisive() / NOISE_PART;
        let lot = random.below(2 * noise as usize + 1) as i32 - noise;
        return evaluator.evaluate(game, position) + lot;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut best = -2 * WON;
    for mv in moves {
        let child = game.after(position, mv);
        let window = (-beta, -alpha.max(best));
        let score = -alpha_beta(game, &child, depth - 1, window, evaluator, random);
        best = best.max(score);
        if best >= beta {
            break;
        }
    }
    best
}
