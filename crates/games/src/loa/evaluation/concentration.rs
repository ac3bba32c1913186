//! Concentration (Winands' thesis, 3.1.1): how close the men are to their centre of mass.
//!
//! The distances of all men from the centre of mass are added up, a diagonal step counting as one.
//! Some of that nobody can avoid, as men need room: nine men have one in the middle and eight at a
//! distance of 1. What is more than that is the surplus.
//!
//! ```text
//!   2 2 2 2 2     ten men around a square: 0, eight times 1, and 2 makes 10. A centre of mass
//!   2 1 1 1 2     between squares has its own count, in half squares:
//!   2 1 0 1 2
//!   2 1 1 1 2         3 3 3 3        3 2 2 3
//!   2 2 2 2 2         3 1 1 3        3 1 1 3
//!                     3 1 1 3        3 2 2 3
//!                     3 3 3 3
//! ```
//!
//! The thesis takes the inverse of the average surplus. A formation without any surplus would be
//! worth infinitely much; so one square is added to the average before it is inverted. The
//! feature is in thousandths: 1000 for a perfect formation, 500 for men that are one square
//! farther out than they need be.
//!
//! The pseudo-code of the thesis (figure 3.1) inverts the surplus itself, not its average, and so
//! prefers few men. That is *absolute concentration* here, as the thesis calls the sum in
//! centralisation absolute: in thousandths of the inverse of squares. Half a square is the least.

use super::centre_of_mass::{CentreOfMass, PLACES, half_squares};

/// The tables of one board.
#[derive(Clone, Debug)]
pub(super) struct Concentration {
    /// Distances in half squares, by centre of mass and square: one cache line each.
    distances: Box<[[u8; 64]; PLACES]>,
    /// The least sum of distances in half squares, by kind of centre of mass and number of men.
    least: [[u16; 65]; 4],
    /// The kind of the centre of mass (0, 0).
    kind_of_centre: i32,
}

impl Concentration {
    /// The tables of a board of `size` x `size`.
    pub(super) fn new(size: usize) -> Concentration {
        let mut distances = Box::new([[0; 64]; PLACES]);
        for centre in CentreOfMass::all(size) {
            for square in (0..8 * size).filter(|square| square % 8 < size) {
                let column = half_squares(square % 8, size);
                let row = half_squares(square / 8, size);
                distances[centre.place()][square] = centre.distance(column, row) as u8;
            }
        }
        let least = [0, 1, 2, 3].map(least_sums);
        Concentration { distances, least, kind_of_centre: size as i32 - 1 }
    }

    /// The feature.
    #[inline(always)]
    pub(super) fn value(&self, men: u64, count: i32, centre: CentreOfMass) -> i32 {
        inverse(self.surplus(men, count, centre), count)
    }

    /// Concentration and absolute concentration.
    #[inline(always)]
    pub(super) fn both(&self, men: u64, count: i32, centre: CentreOfMass) -> [i32; 2] {
        let surplus = self.surplus(men, count, centre);
        [inverse(surplus, count), 2000 / surplus.max(1)]
    }

    /// What all men together are farther from the centre of mass than they need be.
    #[inline(always)]
    fn surplus(&self, men: u64, count: i32, centre: CentreOfMass) -> i32 {
        let distances = &self.distances[centre.place()];
        let (mut sum, mut rest) = (0, men);
        while rest != 0 {
            sum += i32::from(distances[rest.trailing_zeros() as usize & 63]);
            rest &= rest - 1;
        }
        // Whether it lies between two files, and between two ranks.
        let between_files = (centre.column + self.kind_of_centre) & 1;
        let between_ranks = (centre.row + self.kind_of_centre) & 1;
        let least = &self.least[(between_files + 2 * between_ranks) as usize];
        sum - i32::from(least[count as usize])
    }
}

/// The inverse of one more than the average surplus.
#[inline(always)]
fn inverse(surplus: i32, men: i32) -> i32 {
    2000 * men / (2 * men + surplus)
}

/// The least sums of distances for 0 to 64 men around a place of this kind: bit 0 says that it
/// lies between two files, bit 1 that it lies between two ranks.
fn least_sums(kind: usize) -> [u16; 65] {
    // Along one axis, squares are 0, 2, 4, ... half squares away or 1, 3, 5, ...
    let within = |between: bool, distance: usize| match between {
        false => 2 * (distance / 2) + 1,
        true => 2 * distance.div_ceil(2),
    };
    let mut sums = [0; 65];
    for (men, sum) in sums.iter_mut().enumerate() {
        // A man that is not within a distance is at least one farther away.
        let outside = |distance| {
            let room = within(kind & 1 == 1, distance) * within(kind & 2 == 2, distance);
            men.saturating_sub(room) as u16
        };
        *sum = (0..16).map(outside).sum();
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::super::drawn::features;
    use super::least_sums;

    #[test]
    fn men_need_room() {
        // Around a square: the thesis' example of ten men, whose sum is 10 squares.
        let square = least_sums(0);
        assert_eq!((square[1], square[4], square[9], square[10]), (0, 6, 16, 20));
        // Around a corner of squares: four men at half a square, twelve more at 1.5.
        let corner = least_sums(3);
        assert_eq!((corner[4], corner[5], corner[16]), (4, 7, 40));
        // Around the border of two squares: two at 0.5, four at 1, six at 1.5.
        for side in [1, 2].map(least_sums) {
            assert_eq!((side[2], side[6], side[12]), (2, 10, 28));
        }
    }

    /// ```text
    ///   White: a8 and h8 balance between d8 and e8; 3.5 squares each, 0.5 would do: 3 on average
    ///   Black: b2, b4, d2, d4 balance on c3; 1 each. 0 + 3 x 1 would do: 1 in four men
    /// ```
    #[test]
    fn the_inverse_of_the_average_surplus() {
        let board = "
            8 w . . . . . . w
            7 . . . . . . . .
            6 . . . . . . . .
            5 . . . . . . . .
            4 . b . b . . . .
            3 . . . . . . . .
            2 . b . b . . . .
            1 . . . . . . . .
              a b c d e f g h";
        // 1 / (1 + 1/4) and 1 / (1 + 3).
        assert_eq!(features(board, "concentration"), [800, 250]);
        // 1 / 1 and 1 / 6.
        assert_eq!(features(board, "absolute-concentration"), [1000, 166]);
    }

    /// A man far from the group, as in the thesis' figure 3.2.
    ///
    /// ```text
    ///   columns 0 + 3 + 4 + 4 + 5 = 16, of 5: 3.2, nearest to 3 (column d)
    ///   rows    7 + 0 + 1 + 0 + 0 = 8, of 5: 1.6, nearest to 1.5 (between ranks 2 and 3)
    ///   distances 5.5, 1.5, 1, 1.5, 2: 11.5; 0.5, 0.5, 1, 1, 1 would do: 4. Surplus 7.5, 1.5 each
    /// ```
    #[test]
    fn a_man_far_away() {
        let board = "
            8 b . . . . . . .
            7 . . . . . . . .
            6 . . . . . . . .
            5 . . . . . . . .
            4 . . . . . . . .
            3 . . . . . . . .
            2 . . . . b . . .
            1 . . . b b b . w
              a b c d e f g h";
        assert_eq!(features(board, "concentration"), [400, 1000]);
        // 1 / 7.5, and as if half a square were left.
        assert_eq!(features(board, "absolute-concentration"), [133, 2000]);
    }
}
