//! A player's evaluator: one of MIA's four versions ([`Version`]) on the fast boards.
//!
//! It adds up as Winands' thesis does in figure 3.8: what each side's men are worth by themselves
//! comes from a cache (3.1.10), and what depends on both sides is computed anew:
//!
//! ```text
//!   cached   both concentrations, edge and corner penalty, absolute centralisation, centralisation,
//!            centre of mass, quads, connectedness, uniformity
//!   anew     mobility, walls, player to move
//! ```
//!
//! The tables are those of the board's own evaluation. A player evaluates nearly every position it
//! reaches, where a solver evaluates few; so the cache is larger, and every player has its own.

use super::super::fast::{Loa, Position};
use super::Evaluation;
use super::cache::{Cache, PLAYER_BITS};
use super::centralisation;
use super::centre_of_mass::CentreOfMass;
use super::edge_penalty::Edge;
use super::versions::{ALL, OWN, Version, VersionWeights};
use super::{connectedness, uniformity};
use andor_core::{Evaluate, InputError, Player};

/// The evaluator.
#[derive(Clone, Debug)]
pub(in super::super) struct Mia {
    edge: Edge,
    weights: VersionWeights,
    /// Of the features that depend on both sides.
    shared: [i64; ALL.len() - OWN],
    uses_mobility: bool,
    uses_walls: bool,
    cache: Cache<PLAYER_BITS>,
}

impl Mia {
    /// For a board of `size` x `size`, with the weights in `text` or its own.
    ///
    /// # Errors
    /// If there is no such version, or the weights cannot be used.
    pub(in super::super) fn new(
        name: &str,
        size: usize,
        text: Option<&str>,
    ) -> Result<Mia, InputError> {
        let weights = VersionWeights::read(Version::from_name(name)?, text)?;
        let [primitive, mobility, two, three, turn] =
            [0, 1, 2, 3, 4].map(|place| i64::from(weights.all[OWN + place]));
        Ok(Mia {
            edge: Edge::new(size),
            shared: [primitive, mobility, two, three, turn],
            uses_mobility: mobility != 0,
            uses_walls: two != 0 || three != 0,
            weights,
            cache: Cache::new(),
        })
    }

    /// What depends on one side's men alone, in the order of [`ALL`].
    #[inline]
    fn own_features(&self, tables: &Evaluation, men: u64) -> [i32; OWN] {
        let sums = tables.rows.sums(men);
        if sums.men == 0 {
            return [0; OWN];
        }
        let size = tables.size;
        let centre = CentreOfMass::of(&sums, size);
        let [edge_penalty, corner_penalty] = self.edge.penalties(men);
        let centre_of_mass_position = centre.position(size);
        let [concentration, absolute_concentration] =
            tables.concentration.both(men, sums.men, centre);
        [
            absolute_concentration,
            concentration,
            edge_penalty,
            corner_penalty,
            sums.centralisation,
            centralisation::average(sums.centralisation, sums.men),
            1000 - centre_of_mass_position,
            centre_of_mass_position,
            tables.quads.count(men, centre),
            connectedness::value(men, sums.men),
            uniformity::value(men, size),
        ]
    }

    /// The weighted sum of it. Weights that are too large for it are no weights to play with.
    #[inline(always)]
    fn own_worth(&self, tables: &Evaluation, men: u64) -> i64 {
        let worth = self.cache.get(men, || {
            let features = self.own_features(tables, men);
            let weighted = features.into_iter().zip(self.weights.all);
            let sum: i64 =
                weighted.map(|(value, weight)| i64::from(value) * i64::from(weight)).sum();
            sum.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
        });
        i64::from(worth)
    }
}

/// The moves of the side to move, less the opponent's.
#[inline(always)]
fn primitive_mobility(position: &Position) -> i32 {
    let moves = |player: Player| position.lines.mobility(player as usize) as i32;
    moves(position.side) - moves(position.side.other())
}

/// Walls of two and of three that shut the opponent in, less the opponent's.
#[inline(always)]
fn walls(tables: &Evaluation, own: u64, enemy: u64) -> [i32; 2] {
    let [own_two, own_three] = tables.walls.count(own, enemy);
    let [enemy_two, enemy_three] = tables.walls.count(enemy, own);
    [own_two - enemy_two, own_three - enemy_three]
}

/// The moves of the side to move by their worth, less the opponent's.
#[inline(always)]
fn mobility(tables: &Evaluation, position: &Position) -> i32 {
    let mobility = tables.mobility.difference(&position.lines);
    if position.side == Player::Black { mobility } else { -mobility }
}

impl Evaluate<Loa> for Mia {
    #[inline]
    fn evaluate(&self, game: &Loa, position: &Position) -> i32 {
        let tables = &*game.evaluation;
        let (own, enemy) = position.own_and_enemy();
        let [primitive_weight, mobility_weight, two_weight, three_weight, turn] = self.shared;
        let mut sum = self.own_worth(tables, own) - self.own_worth(tables, enemy) + turn;
        sum += primitive_weight * i64::from(primitive_mobility(position));
        if self.uses_mobility {
            sum += mobility_weight * i64::from(mobility(tables, position));
        }
        if self.uses_walls {
            let [two, three] = walls(tables, own, enemy);
            sum += two_weight * i64::from(two) + three_weight * i64::from(three);
        }
        (sum / 1000) as i32
    }

    fn decisive(&self) -> i32 {
        self.weights.decisive
    }

    fn feature_names(&self) -> &[&'static str] {
        &self.weights.features
    }

    fn feature_weights(&self) -> &[i32] {
        &self.weights.weights
    }

    fn feature_values(&self, game: &Loa, position: &Position, values: &mut Vec<i32>) {
        let tables = &*game.evaluation;
        let (own, enemy) = position.own_and_enemy();
        let mut all = [0; ALL.len()];
        let [own_features, enemy_features] = [own, enemy].map(|men| self.own_features(tables, men));
        for (place, (own, enemy)) in own_features.into_iter().zip(enemy_features).enumerate() {
            all[place] = own - enemy;
        }
        let [two, three] = walls(tables, own, enemy);
        let shared = [primitive_mobility(position), mobility(tables, position), two, three, 1];
        all[OWN..].copy_from_slice(&shared);
        values.clear();
        values.extend(self.weights.places().map(|place| all[place]));
    }
}

#[cfg(test)]
mod tests {
    use super::super::drawn::random_boards;
    use super::super::plain_mia::{PlainMia, all_features};
    use super::{ALL, Mia, Version};
    use andor_core::board::{pack_ternary, unpack_ternary};
    use andor_core::{Evaluate, Game, Rules};

    /// Weights of its own for every feature, so that no feature is forgotten.
    fn odd_weights(names: &[&str]) -> String {
        let names = names.iter().enumerate();
        let lines = names.map(|(number, name)| format!("{name} = {}\n", 1_009 + 97 * number));
        lines.chain(["decisive = 1000\n".to_owned()]).collect()
    }

    #[test]
    fn fast_and_plain_evaluators_agree() {
        for twins in random_boards(41, 150) {
            for (name, version) in Version::NAMES.into_iter().zip(Version::ALL) {
                // Its own features, and those of all versions.
                let [own, all] = [version.features(), &ALL].map(|names| Some(odd_weights(names)));
                for text in [None, own, all] {
                    let size = twins.game.variant.size;
                    let fast = Mia::new(name, size, text.as_deref()).expect("weights");
                    let plain = PlainMia::new(name, text.as_deref()).expect("weights");
                    let score = fast.evaluate(&twins.game, &twins.position);
                    assert_eq!(score, plain.evaluate(&twins.rules, &twins.plain), "{name}");
                    let [mut values, mut plain_values] = [Vec::new(), Vec::new()];
                    fast.feature_values(&twins.game, &twins.position, &mut values);
                    plain.feature_values(&twins.rules, &twins.plain, &mut plain_values);
                    assert_eq!(values, plain_values, "{name}");
                    let weighted = values.iter().zip(fast.feature_weights());
                    let sum: i32 = weighted.map(|(value, weight)| value * weight).sum();
                    assert_eq!(score, sum / 1000, "{name}");
                    // Once more, from the cache.
                    assert_eq!(score, fast.evaluate(&twins.game, &twins.position), "{name}");
                }
            }
        }
    }

    #[test]
    fn every_version_is_the_same_from_all_eight_sides() {
        for twins in random_boards(42, 100) {
            for name in Version::NAMES {
                let mia = twins.game.make_evaluator(name, None).expect(name);
                let score = mia.evaluate(&twins.game, &twins.position);
                for symmetry in 0..8 {
                    let image = twins.game.transform(&twins.position, symmetry);
                    assert_eq!(mia.evaluate(&twins.game, &image), score, "{name}");
                }
            }
        }
    }

    #[test]
    fn every_version_is_the_same_for_both_colours() {
        for twins in random_boards(43, 100) {
            let mut bytes = Vec::new();
            twins.game.encode(&twins.position, &mut bytes);
            let squares = twins.game.variant.size.pow(2);
            let cells = unpack_ternary(&bytes[1..], squares).expect("what was packed");
            let mut other = vec![1 - bytes[0]];
            pack_ternary(cells.into_iter().map(|cell| (3 - cell) % 3), &mut other);
            let exchanged = twins.game.decode(&other).expect("a board");
            for name in Version::NAMES {
                let mia = twins.game.make_evaluator(name, None).expect(name);
                let score = mia.evaluate(&twins.game, &twins.position);
                assert_eq!(mia.evaluate(&twins.game, &exchanged), score, "{name}");
            }
        }
    }

    /// Every feature of a version occurs, and is not always the same.
    #[test]
    fn no_feature_is_idle() {
        let mut seen = [[i32::MAX, i32::MIN]; ALL.len()];
        for twins in random_boards(44, 200) {
            let both = [twins.plain.side, twins.plain.side.other()];
            for side in both.map(|player| all_features(&twins.rules, &twins.plain, player)) {
                for (value, [least, most]) in side.into_iter().zip(&mut seen) {
                    (*least, *most) = ((*least).min(value), (*most).max(value));
                }
            }
        }
        assert!(seen.iter().all(|[least, most]| least < most), "{seen:?}");
    }

    #[test]
    fn weights_too_large_for_numbers_do_no_harm() {
        let text: String =
            Version::IV.features().iter().map(|name| format!("{name}=10000000\n")).collect();
        let text = format!("{text}decisive=1");
        for twins in random_boards(45, 50) {
            let mia = Mia::new("mia4", twins.game.variant.size, Some(&text)).expect("weights");
            mia.evaluate(&twins.game, &twins.position);
        }
    }
}
