//! The nine features once more, plainly: from the text of the thesis' sections 3.1.1 to 3.1.9 (and
//! from what the files of the features say where the text leaves something open), man by man and
//! square by square, on boards of every size.
//!
//! It evaluates positions of the reference rules, which is all there is above 8x8, and the tests
//! compare the fast features with it.

use super::super::reference::{Move, Position, Reference};
use super::weights::{FEATURES, FROZEN};
use andor_core::{Evaluate, Player};

/// Twice the column and twice the row: all that is between squares is whole, too.
type Doubled = (i32, i32);

/// The men of one side on a board.
pub(super) struct PlainMen {
    size: i32,
    places: Vec<Doubled>,
}

impl PlainMen {
    pub(super) fn of(rules: &Reference, position: &Position, player: Player) -> PlainMen {
        let size = rules.size();
        let squares = (0..size * size).filter(|&square| position.cells[square] == Some(player));
        let place = |square: usize| (2 * (square % size) as i32, 2 * (square / size) as i32);
        PlainMen { size: size as i32, places: squares.map(place).collect() }
    }

    fn count(&self) -> i32 {
        self.places.len() as i32
    }

    fn stand_on(&self, place: Doubled) -> bool {
        self.places.contains(&place)
    }

    /// All places there are half a square apart, on the board.
    fn halves(&self) -> impl Iterator<Item = Doubled> + use<> {
        let last = 2 * (self.size - 1);
        (0..=last).flat_map(move |row| (0..=last).map(move |column| (column, row)))
    }

    fn squares(&self) -> impl Iterator<Item = Doubled> + use<> {
        self.halves().filter(|(column, row)| column % 2 == 0 && row % 2 == 0)
    }

    /// The half square next to the average of the men's places. Of two equally near, the one nearer
    /// to the centre of the board.
    fn centre_of_mass(&self) -> Doubled {
        let nearest = |sum: i32| {
            let off = |half: &i32| {
                let error = (half * self.count() - sum).abs();
                (error, (half - (self.size - 1)).abs())
            };
            (0..=2 * (self.size - 1)).min_by_key(off).expect("a board has squares")
        };
        let columns = self.places.iter().map(|place| place.0).sum();
        let rows = self.places.iter().map(|place| place.1).sum();
        (nearest(columns), nearest(rows))
    }

    fn concentration(&self) -> i32 {
        2000 * self.count() / (2 * self.count() + self.surplus())
    }

    pub(super) fn absolute_concentration(&self) -> i32 {
        if self.places.is_empty() { 0 } else { 2000 / self.surplus().max(1) }
    }

    /// What all men together are farther from the centre of mass than they need be.
    fn surplus(&self) -> i32 {
        let centre = self.centre_of_mass();
        let sum: i32 = self.places.iter().map(|&place| distance(place, centre)).sum();
        // As many squares as there are men, as near as squares can be; the board has no end here.
        let around = (-24..=24).flat_map(|row| (-24..=24).map(move |column| (column, row)));
        let is_square =
            |&(column, row): &Doubled| (centre.0 + column) % 2 == 0 && (centre.1 + row) % 2 == 0;
        let mut distances: Vec<i32> =
            around.filter(is_square).map(|place| distance(place, (0, 0))).collect();
        distances.sort_unstable();
        let least: i32 = distances[..self.places.len()].iter().sum();
        sum - least
    }

    fn centralisation(&self) -> i32 {
        100 * self.absolute_centralisation() / self.count()
    }

    pub(super) fn absolute_centralisation(&self) -> i32 {
        let worth = |&(column, row): &Doubled| {
            let from_edge = |place: i32| (place / 2).min(self.size - 1 - place / 2);
            let (near, far) = match (from_edge(column), from_edge(row)) {
                (column, row) if column < row => (column, row),
                (column, row) => (row, column),
            };
            match (near, far) {
                (0, 0) => -80,
                (0, 1) => -25,
                (0, _) => -20,
                (1, _) => 10,
                (2, _) => 25,
                _ => 50,
            }
        };
        self.places.iter().map(worth).sum()
    }

    /// Men at the edge, corners included, and men in corners.
    pub(super) fn at_edge_and_in_corners(&self) -> [i32; 2] {
        let is_edge = |place: i32| place == 0 || place == 2 * (self.size - 1);
        let at_edge = self.places.iter().filter(|place| is_edge(place.0) || is_edge(place.1));
        let in_corners = self.places.iter().filter(|place| is_edge(place.0) && is_edge(place.1));
        [at_edge.count() as i32, in_corners.count() as i32]
    }

    fn centre_of_mass_position(&self) -> i32 {
        let middle = (self.size - 1, self.size - 1);
        1000 * distance(self.centre_of_mass(), middle) / (self.size - 1)
    }

    fn quads(&self) -> i32 {
        let centre = self.centre_of_mass();
        let is_solid_and_near = |&(column, row): &Doubled| {
            let corners = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
            let men = corners.iter().filter(|(x, y)| self.stand_on((column + x, row + y))).count();
            column % 2 == 1 && row % 2 == 1 && men >= 3 && distance((column, row), centre) <= 4
        };
        self.halves().filter(is_solid_and_near).count() as i32
    }

    fn connectedness(&self) -> i32 {
        let connections = |&man: &Doubled| {
            self.places.iter().filter(|&&other| distance(man, other) == 2).count() as i32
        };
        100 * self.places.iter().map(connections).sum::<i32>() / self.count()
    }

    fn uniformity(&self) -> i32 {
        let side = |coordinate: fn(&Doubled) -> i32| {
            let first = self.places.iter().map(coordinate).min().unwrap_or(0);
            let last = self.places.iter().map(coordinate).max().unwrap_or(0);
            (last - first) / 2 + 1
        };
        let area = side(|place| place.0) * side(|place| place.1);
        let squares = self.size * self.size;
        1000 * (squares - area) / squares
    }

    /// Walls of two and of three that these men build around the men of `other`.
    fn walls(&self, other: &PlainMen) -> [i32; 2] {
        let last = 2 * (self.size - 1);
        let is_edge = |place: i32| place == 0 || place == last;
        let mut walls = [0, 0];
        for man in self.squares().filter(|&place| other.stand_on(place)) {
            let corner = is_edge(man.0) && is_edge(man.1);
            if !is_edge(man.0) && !is_edge(man.1) {
                continue;
            }
            // Its neighbours; along the edge only from a corner.
            let along = |place: Doubled| {
                (is_edge(man.0) && place.0 == man.0) || (is_edge(man.1) && place.1 == man.1)
            };
            let shut = self.squares().filter(|&place| {
                distance(man, place) == 2 && (corner || !along(place)) && self.stand_on(place)
            });
            match (shut.count(), corner) {
                (2, false) => walls[0] += 1,
                (3, false) | (2, true) => walls[1] += 1,
                (3, true) => walls[1] += 2,
                _ => {}
            }
        }
        walls
    }
}

/// In halves of a square, a diagonal step counting as one.
fn distance(one: Doubled, other: Doubled) -> i32 {
    (one.0 - other.0).abs().max((one.1 - other.1).abs())
}

/// The worth of a side's moves, in quarters of a move.
fn mobility(rules: &Reference, position: &Position, player: Player) -> i32 {
    let size = rules.size();
    let mut quarters = 0;
    for mv in rules.steps(&Position { side: player, ..*position }) {
        let Move::Step { from, to } = mv else { continue };
        let mut worth = 4;
        if position.cells[to].is_some() {
            worth *= 2;
        }
        let edges = |square: usize| {
            let (column, row) = (square % size, square / size);
            [column == 0, column == size - 1, row == 0, row == size - 1]
        };
        let (before, after) = (edges(from), edges(to));
        let is_straight = from % size == to % size || from / size == to / size;
        if (0..4).any(|edge| after[edge] && !before[edge]) {
            worth /= 2;
        }
        if (0..4).any(|edge| after[edge] && before[edge] && is_straight) {
            worth /= 2;
        }
        quarters += worth;
    }
    quarters
}

/// The features of one side, in the order of [`FEATURES`].
pub(super) fn features(rules: &Reference, position: &Position, player: Player) -> [i32; 10] {
    let men = PlainMen::of(rules, position, player);
    let other = PlainMen::of(rules, position, player.other());
    let [walls_of_two, walls_of_three] = men.walls(&other);
    let mobility = mobility(rules, position, player);
    let to_move = i32::from(position.side == player);
    let mut features = [0, 0, 0, 0, 0, 0, mobility, walls_of_two, walls_of_three, to_move];
    if men.count() > 0 {
        features[..6].copy_from_slice(&[
            men.concentration(),
            men.centralisation(),
            men.centre_of_mass_position(),
            men.quads(),
            men.connectedness(),
            men.uniformity(),
        ]);
    }
    features
}

impl Evaluate<Reference> for Reference {
    fn evaluate(&self, _: &Reference, position: &Position) -> i32 {
        let own = features(self, position, position.side);
        let enemy = features(self, position, position.side.other());
        let worth = |feature: usize| FROZEN.features[feature] * (own[feature] - enemy[feature]);
        (0..FEATURES.len()).map(worth).sum::<i32>() / 1000
    }

    fn decisive(&self) -> i32 {
        FROZEN.decisive
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{Reference, Variant};
    use andor_core::{Evaluate, Rules, SplitMix64};

    /// The boards that only this evaluates; the others are compared with the fast features.
    #[test]
    fn large_boards_are_the_same_from_all_eight_sides() {
        let mut random = SplitMix64::new(9);
        for size in 9..=11 {
            let rules = Reference::new(Variant::new(size));
            let mut position = rules.initial();
            let (mut moves, mut scores) = (Vec::new(), Vec::new());
            while rules.outcome(&position).is_none() && scores.len() < 60 {
                let score = rules.evaluate(&rules, &position);
                for symmetry in 1..8 {
                    let image = rules.transform(&position, symmetry);
                    assert_eq!(rules.evaluate(&rules, &image), score);
                }
                scores.push(score);
                rules.moves(&position, &mut moves);
                position = rules.after(&position, moves[random.below(moves.len())]);
            }
            // The start is the same for both but for the turn.
            assert_eq!(scores[0], super::FROZEN.features[9] / 1000);
            assert!(scores.iter().any(|&score| score < 0), "{size}: {scores:?}");
        }
    }
}
