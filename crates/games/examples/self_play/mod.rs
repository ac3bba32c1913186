//! Games that a shallow search plays against itself: alpha-beta, a few random moves at the start, and
//! a little noise in every evaluation, so that no two games are alike.

use andor_core::{Game, Judgement, Outcome, SplitMix64};

const RANDOM_PLIES: usize = 8;
/// The noise in an evaluation, either way, in its unit.
const NOISE: usize = 100;

/// A game and what its players look at.
pub struct SelfPlay<'a, G: Game, const N: usize> {
    pub game: &'a G,
    /// The features of a position for the side to move.
    pub features: fn(&G, &G::Position) -> [i32; N],
    /// Games that take longer are draws.
    pub most_plies: usize,
    /// The plies of the search.
    pub depth: u32,
}

/// The weighted sum.
pub fn dot<const N: usize>(weights: &[f64; N], features: &[f64; N]) -> f64 {
    weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum()
}

const WON: f64 = 1e9;

impl<G: Game, const N: usize> SelfPlay<'_, G, N> {
    /// A game between two players, Black first, known by their weights in the unit of a file of
    /// weights: the open positions behind the random start, and the end.
    pub fn play(
        &self,
        players: [&[f64; N]; 2],
        random: &mut SplitMix64,
    ) -> (Vec<G::Position>, Outcome) {
        let game = self.game;
        let mut moves = Vec::new();
        'start: loop {
            let mut position = game.initial();
            for _ in 0..RANDOM_PLIES {
                game.moves(&position, &mut moves);
                position = game.after(&position, moves[random.below(moves.len())]);
                if game.judge(&position) != Judgement::Open {
                    continue 'start;
                }
            }
            let mut record = Vec::new();
            for _ in 0..self.most_plies {
                match game.judge(&position) {
                    Judgement::Over(outcome) => return (record, outcome),
                    Judgement::Decided(winner) => return (record, Outcome::Win(winner)),
                    Judgement::Open => record.push(position.clone()),
                }
                let weights = players[game.side_to_move(&position) as usize];
                position = self.best_child(&position, weights, random);
            }
            return (record, Outcome::Draw);
        }
    }

    fn best_child(
        &self,
        position: &G::Position,
        weights: &[f64; N],
        random: &mut SplitMix64,
    ) -> G::Position {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let mut best = (-f64::INFINITY, position.clone());
        for mv in moves {
            let child = self.game.after(position, mv);
            let window = (-2.0 * WON, -best.0);
            let score = -self.alpha_beta(&child, self.depth - 1, window, weights, random);
            if score > best.0 || best.0 == -f64::INFINITY {
                best = (score, child);
            }
        }
        best.1
    }

    fn alpha_beta(
        &self,
        position: &G::Position,
        depth: u32,
        (alpha, beta): (f64, f64),
        weights: &[f64; N],
        random: &mut SplitMix64,
    ) -> f64 {
        let game = self.game;
        let side = game.side_to_move(position);
        match game.judge(position) {
            Judgement::Over(Outcome::Draw) => return 0.0,
            Judgement::Over(Outcome::Win(player)) | Judgement::Decided(player) => {
                let sooner = f64::from(depth);
                return if player == side { WON + sooner } else { -WON - sooner };
            }
            Judgement::Open => {}
        }
        if depth == 0 {
            let noise = random.below(2 * NOISE + 1) as f64 - NOISE as f64;
            return dot(weights, &(self.features)(game, position).map(f64::from)) / 1000.0 + noise;
        }
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let mut best = -f64::INFINITY;
        for mv in moves {
            let child = game.after(position, mv);
            let window = (-beta, -alpha.max(best));
            best = best.max(-self.alpha_beta(&child, depth - 1, window, weights, random));
            if best >= beta {
                break;
            }
        }
        best
    }
}
