//! What a model of cost can be made of: features of the evaluation and of the units, each in steps.

use super::connectivity::unit;
use super::fast::{Loa, Position};
use andor_core::{Evaluate, Game};

/// Steps of the evaluation, of the concentration and of the mobility.
const EVALUATION_STEP: i32 = 250;
const CONCENTRATION_STEP: i32 = 60;
const MOBILITY_STEP: i32 = 12;

/// How many units men are, and how many of them are not in the largest.
fn units(men: u64) -> (u32, u32) {
    let (mut rest, mut units, mut largest) = (men, 0, 0);
    while rest != 0 {
        let found = unit(men, rest & rest.wrapping_neg());
        rest &= !found;
        units += 1;
        largest = largest.max(found.count_ones());
    }
    (units, men.count_ones() - largest)
}

/// The terms of a position, by name.
pub(super) fn terms(game: &Loa, position: &Position, found: &mut dyn FnMut(&str, i32)) {
    let step = |value: i32, step: i32| value.div_euclid(step);
    found("turn", 1);
    let evaluation = step(game.evaluate(game, position), EVALUATION_STEP).clamp(-16, 16);
    found(&format!("evaluation {evaluation}"), 1);
    let (own, enemy) = position.own_and_enemy();
    let mut all = [(0, 0); 2];
    for ((whose, men), all) in [("own", own), ("enemy", enemy)].into_iter().zip(&mut all) {
        let [concentration, _, _, quads, ..] = game.evaluation.own_features(men);
        let (count, (units, outside)) = (men.count_ones(), units(men));
        let near = step(concentration, CONCENTRATION_STEP);
        found(&format!("{whose} men {count}"), 1);
        found(&format!("{whose} near {near}"), 1);
        found(&format!("{whose} quads {}", quads.min(6)), 1);
        found(&format!("{whose} units {} {} {near}", units.min(5), outside.min(6)), 1);
        *all = (units.min(5), outside.min(5));
    }
    let [(own_units, own_outside), (enemy_units, enemy_outside)] = all;
    found(&format!("units {own_units} {own_outside} {enemy_units} {enemy_outside}"), 1);
    let [mobility, ..] = game.evaluation.shared_features(position);
    found(&format!("mobility {}", step(mobility, MOBILITY_STEP).clamp(-10, 10)), 1);
    found(&format!("moves {}", game.count_moves(position).min(40) / 3), 1);
}

#[cfg(test)]
mod tests {
    use super::{Position, units};
    use crate::loa::{Loa, Variant};
    use andor_core::{Game, Rules};

    /// ```text
    ///   . . b b      two units: three men, and one outside
    ///   . . . b
    ///   b . . .
    /// ```
    #[test]
    fn units_are_counted() {
        assert_eq!(units(0b1100 << 16 | 0b1000 << 8 | 1), (2, 1));
        assert_eq!(units(0), (0, 0));
    }

    /// A position and its images have the same terms.
    #[test]
    fn the_terms_of_all_eight_sides_are_the_same() {
        let game = Loa::new(Variant::new(6));
        let position = game.parse_position("3b2/ww4/1bbwbw/3wbw/w5/bb1b1w w").expect("a board");
        let terms = |position: &Position| {
            let mut terms = Vec::new();
            game.cost_terms(position, &mut |term, times| terms.push((term.to_owned(), times)));
            terms
        };
        let own = terms(&position);
        assert!(own.len() > 10 && own.contains(&("own men 8".to_owned(), 1)), "{own:?}");
        for symmetry in 1..8 {
            assert_eq!(terms(&game.transform(&position, symmetry)), own);
        }
    }
}
