//! MIA's four versions once more, plainly, on boards of every size: the twin that the tests compare
//! [`Mia`](super::mia::Mia) with, and the evaluator of players on boards above 8x8.

use super::super::reference::{Move, Position, Reference};
use super::plain::{self, PlainMen};
use super::versions::{ALL, Version, VersionWeights};
use andor_core::{Evaluate, InputError, Player};

/// The evaluator.
#[derive(Clone, Debug)]
pub(in super::super) struct PlainMia {
    weights: VersionWeights,
}

impl PlainMia {
    /// With the weights in `text` or its own.
    ///
    /// # Errors
    /// If there is no such version, or the weights cannot be used.
    pub(in super::super) fn new(name: &str, text: Option<&str>) -> Result<PlainMia, InputError> {
        Ok(PlainMia { weights: VersionWeights::read(Version::from_name(name)?, text)? })
    }
}

/// The features of one side, in the order of [`ALL`].
pub(super) fn all_features(
    rules: &Reference,
    position: &Position,
    player: Player,
) -> [i32; ALL.len()] {
    let [
        concentration,
        centralisation,
        centre_of_mass_position,
        quads,
        connectedness,
        uniformity,
        mobility,
        walls_of_two,
        walls_of_three,
        player_to_move,
    ] = plain::features(rules, position, player);
    let men = PlainMen::of(rules, position, player);
    let [at_edge, in_corners] = men.at_edge_and_in_corners();
    let has_men = i32::from(position.cells.contains(&Some(player)));
    let steps = rules.steps(&Position { side: player, ..*position });
    let primitive_mobility = steps.iter().filter(|mv| matches!(mv, Move::Step { .. })).count();
    [
        men.absolute_concentration(),
        concentration,
        -at_edge,
        -in_corners,
        men.absolute_centralisation(),
        centralisation,
        has_men * (1000 - centre_of_mass_position),
        centre_of_mass_position,
        quads,
        connectedness,
        uniformity,
        primitive_mobility as i32,
        mobility,
        walls_of_two,
        walls_of_three,
        player_to_move,
    ]
}

impl Evaluate<Reference> for PlainMia {
    fn evaluate(&self, game: &Reference, position: &Position) -> i32 {
        let mut values = Vec::new();
        self.feature_values(game, position, &mut values);
        let weighted = values.into_iter().zip(&self.weights.weights);
        let sum: i64 = weighted.map(|(value, &weight)| i64::from(value) * i64::from(weight)).sum();
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

    fn feature_values(&self, game: &Reference, position: &Position, values: &mut Vec<i32>) {
        let own = all_features(game, position, position.side);
        let enemy = all_features(game, position, position.side.other());
        values.clear();
        values.extend(self.weights.places().map(|place| own[place] - enemy[place]));
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{Reference, Variant};
    use super::Version;
    use andor_core::{Game, Rules, SplitMix64};

    /// The boards that have no fast twin.
    #[test]
    fn large_boards_are_the_same_from_all_eight_sides() {
        let mut random = SplitMix64::new(46);
        let rules = Reference::new(Variant::new(9));
        let evaluators =
            Version::NAMES.map(|name| rules.make_evaluator(name, None).expect("a version"));
        let (mut position, mut moves) = (rules.initial(), Vec::new());
        for _ in 0..20 {
            rules.moves(&position, &mut moves);
            position = rules.after(&position, moves[random.below(moves.len())]);
            for mia in &evaluators {
                let score = mia.evaluate(&rules, &position);
                for symmetry in 1..8 {
                    let image = rules.transform(&position, symmetry);
                    assert_eq!(mia.evaluate(&rules, &image), score);
                }
            }
        }
    }
}
