//! What a position seems to be worth: the evaluation of MIA IV, and for players those of MIA I to IV
//! ([`versions`]).
//!
//! M. H. M. Winands, *Informed Search in Complex Games*, thesis, Maastricht 2004, chapter 3, gives
//! nine features and says how to compute each; a file here is one of them.
//!
//! | feature | section | unit | |
//! |---|---|---|---|
//! | concentration | 3.1.1 | thousandth | men close to their centre of mass |
//! | centralisation | 3.1.2 | hundredth of a point | squares near the centre of the board |
//! | centre-of-mass position | 3.1.3 | thousandth of the way to the edge | where the formation is |
//! | quads | 3.1.4 | quad | solid formations |
//! | mobility | 3.1.5 | quarter of a move | moves, captures before others |
//! | walls | 3.1.6 | wall, of two and of three | enemies shut in at the edge |
//! | connectedness | 3.1.7 | hundredth of a connection | neighbours |
//! | uniformity | 3.1.8 | thousandth of the board | no man far away |
//! | player to move | 3.1.9 | turn | the initiative |
//!
//! The sum of the features, own minus enemy, each times its weight ([`weights`]), is the
//! evaluation. Its unit is a thousandth of a natural logarithm of odds: the weights were fitted so
//! that a position of 1000 is won e times as often as lost, among the games they come from.
//!
//! All numbers are whole. An evaluation does not change when the board is turned or reflected, nor
//! when the colours and the side to move are exchanged.
//!
//! Nothing of it is kept up to date move by move but the numbers of the lines, which the rules need
//! anyway: a solver that works with EF leaves evaluates a position once for all its children, so
//! that work saved here must not be paid for there. Instead rows and lines are looked up in tables,
//! quads, connections and walls are counted on whole boards, and what depends on one side alone is
//! cached (`cache.rs`). [`plain`] has the same features without any of that.

mod cache;
mod centralisation;
mod centre_of_mass;
mod concentration;
mod connectedness;
#[cfg(test)]
mod drawn;
mod edge_penalty;
mod mia;
mod mobility;
mod network;
pub mod plain;
mod plain_mia;
mod quads;
mod rows;
mod uniformity;
pub mod versions;
mod walls;
pub mod weights;

pub use crate::weight_file::Weights;
pub(super) use mia::Mia;
pub(super) use network::LoaNetwork;
pub(super) use plain_mia::PlainMia;
pub use versions::Version;
pub use weights::{FEATURES, FROZEN};

use super::fast::{Loa, Position};
use super::lines::Lines;
use andor_core::{Evaluate, Player, Squash, Trust};
use cache::{Cache, SOLVER_BITS};
use centre_of_mass::CentreOfMass;
use concentration::Concentration;
use mobility::Mobility;
use quads::Quads;
use rows::Rows;
use walls::Walls;
use weights::OWN_FEATURES;

/// The tables of one board, and the weights.
#[derive(Clone, Debug)]
pub(super) struct Evaluation {
    size: usize,
    rows: Rows,
    concentration: Concentration,
    quads: Quads,
    mobility: Mobility,
    walls: Walls,
    weights: Weights<{ FEATURES.len() }>,
    cache: Cache<SOLVER_BITS>,
}

impl Evaluation {
    /// The tables of a board of `size` x `size`.
    pub(super) fn new(size: usize, lines: &Lines) -> Evaluation {
        Evaluation {
            size,
            rows: Rows::new(size),
            concentration: Concentration::new(size),
            quads: Quads::new(size),
            mobility: Mobility::new(size, lines),
            walls: Walls::new(size),
            weights: *FROZEN,
            cache: Cache::new(),
        }
    }

    /// The features that depend on one side's men alone, in the order of [`FEATURES`].
    #[inline]
    pub(super) fn own_features(&self, men: u64) -> [i32; OWN_FEATURES] {
        let sums = self.rows.sums(men);
        if sums.men == 0 {
            return [0; OWN_FEATURES];
        }
        let centre = CentreOfMass::of(&sums, self.size);
        [
            self.concentration.value(men, sums.men, centre),
            centralisation::average(sums.centralisation, sums.men),
            centre.position(self.size),
            self.quads.count(men, centre),
            connectedness::value(men, sums.men),
            uniformity::value(men, self.size),
        ]
    }

    /// The rest, for a side against another but for the turn: mobility, walls of two and of three.
    #[inline(always)]
    pub(super) fn shared_features(&self, position: &Position) -> [i32; 3] {
        let (own, enemy) = position.own_and_enemy();
        let mobility = self.mobility.difference(&position.lines);
        let [own_two, own_three] = self.walls.count(own, enemy);
        let [enemy_two, enemy_three] = self.walls.count(enemy, own);
        let mobility = if position.side == Player::Black { mobility } else { -mobility };
        [mobility, own_two - enemy_two, own_three - enemy_three]
    }

    /// The weighted sum of what depends on one side's men alone.
    #[inline(always)]
    fn own_worth(&self, men: u64) -> i32 {
        self.cache.get(men, || {
            let features = self.own_features(men);
            let weighted = features.iter().zip(&self.weights.features);
            weighted.map(|(feature, weight)| feature * weight).sum()
        })
    }

    #[inline]
    fn evaluate(&self, position: &Position) -> i32 {
        let (own, enemy) = position.own_and_enemy();
        let shared = self.shared_features(position).into_iter().chain([1]);
        let weighted = shared.zip(&self.weights.features[OWN_FEATURES..]);
        let shared: i32 = weighted.map(|(feature, weight)| feature * weight).sum();
        (self.own_worth(own) - self.own_worth(enemy) + shared) / 1000
    }
}

impl Loa {
    /// The features of a position, in the order of [`FEATURES`]: those of the side to move minus
    /// those of the other side.
    #[must_use]
    pub fn features(&self, position: &Position) -> [i32; FEATURES.len()] {
        let (own, enemy) = position.own_and_enemy();
        let [own, enemy] = [own, enemy].map(|men| self.evaluation.own_features(men));
        let mut features = [1; FEATURES.len()];
        for (feature, (own, enemy)) in features.iter_mut().zip(own.into_iter().zip(enemy)) {
            *feature = own - enemy;
        }
        let shared = self.evaluation.shared_features(position);
        features[OWN_FEATURES..OWN_FEATURES + shared.len()].copy_from_slice(&shared);
        features
    }
}

impl Evaluate<Loa> for Loa {
    fn evaluate(&self, _: &Loa, position: &Position) -> i32 {
        self.evaluation.evaluate(position)
    }

    fn decisive(&self) -> i32 {
        self.evaluation.weights.decisive
    }

    /// Nodes of `auto` on 40 and on 60 others of the harder endgames: smooth (160, 10) 34.5 M and 59.3 M, exponential
    /// (300, 30) 25.9 M and 46.5 M, with t = 2000 50.4 M on the others, t = 4000 36.2 M on the first. Evaluating each leaf
    /// takes a quarter fewer nodes still, and more time.
    fn trust(&self) -> Trust {
        let squash = Squash::Exponential;
        Trust { a: 300, b: 30, t: Some(2500), squash, looks_at_leaf: false }
    }
}

#[cfg(test)]
mod tests {
    use super::FROZEN;
    use super::drawn::random_boards;
    use andor_core::{Evaluate, Player, Rules};

    #[test]
    fn fast_and_plain_features_agree() {
        for twins in random_boards(31, 2_000) {
            let [black, white] = twins.features();
            let own_minus_enemy = |feature: usize| match twins.position.side {
                Player::Black => black[feature] - white[feature],
                Player::White => white[feature] - black[feature],
            };
            let features = twins.game.features(&twins.position);
            let sum: i32 = (0..10).map(|n| own_minus_enemy(n) * FROZEN.features[n]).sum();
            for (number, feature) in features.into_iter().enumerate() {
                assert_eq!(feature, own_minus_enemy(number), "{number}");
            }
            let score = twins.game.evaluate(&twins.game, &twins.position);
            assert_eq!(score, sum / 1000);
            assert_eq!(score, twins.rules.evaluate(&twins.rules, &twins.plain));
            // Once more, from the cache.
            assert_eq!(score, twins.game.evaluate(&twins.game, &twins.position));
        }
    }

    #[test]
    fn evaluations_are_the_same_from_all_eight_sides() {
        for twins in random_boards(32, 500) {
            let score = twins.game.evaluate(&twins.game, &twins.position);
            for symmetry in 0..8 {
                let image = twins.game.transform(&twins.position, symmetry);
                assert_eq!(twins.game.evaluate(&twins.game, &image), score);
            }
        }
    }

    #[test]
    fn what_is_good_for_one_side_is_bad_for_the_other() {
        for twins in random_boards(33, 500) {
            let mut bytes = Vec::new();
            twins.game.encode(&twins.position, &mut bytes);
            let cell = |packed: u8, place: u32| packed / 3u8.pow(place) % 3;
            let swap_byte = |packed: &u8| -> u8 {
                (0..5).map(|place| (3 - cell(*packed, place)) % 3 * 3u8.pow(place)).sum()
            };
            let side = bytes[0];
            let colours: Vec<u8> = bytes[1..].iter().map(swap_byte).collect();
            let at = |side: u8, cells: &[u8]| {
                let position = twins.game.decode(&[&[side], cells].concat()).expect("a board");
                let features = twins.game.features(&position);
                (twins.game.evaluate(&twins.game, &position), features)
            };
            let (score, features) = at(side, &bytes[1..]);
            // The other colours and the other side: nothing changes.
            assert_eq!(at(1 - side, &colours), (score, features));
            // The other side alone: all changes sign but the turn.
            let (other_score, other) = at(1 - side, &bytes[1..]);
            for (number, feature) in features.into_iter().enumerate() {
                assert_eq!(other[number], if number == 9 { 1 } else { -feature });
            }
            let turn = 2 * FROZEN.features[9] / 1000;
            assert!((score + other_score - turn).abs() <= 1, "{score} {other_score}");
        }
    }
}
