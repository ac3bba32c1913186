//! The two circuits of Surakarta as rings of bits: the tables of [`super::fast`].
//!
//! A circuit passes 24 places on its way round, six between one loop and the next; four points
//! are crossed twice, so that they are two places each. Both rings together are 48 bits:
//!
//! ```text
//!   place          0      6      12     18
//!   inner ring   ) a2..f2 ) e1..e6 ) f5..a5 ) b6..b1 )    bits  0 to 23
//!   outer ring   ) a3..f3 ) d1..d6 ) f4..a4 ) c6..c1 )    bits 24 to 47
//! ```
//!
//! The loops `)` lie before places 0, 6, 12 and 18 of each ring.

/// Points on a line.
pub(super) const SIZE: usize = 6;
/// Points of the board.
pub(super) const POINTS: usize = SIZE * SIZE;
/// Places of a ring.
pub(super) const PLACES: usize = 4 * SIZE;
/// The number of symmetries.
pub(super) const SYMMETRIES: usize = 8;

/// The point at each place of the inner and of the outer ring, twice round.
pub(super) static RING: [[u8; 2 * PLACES]; 2] = [ring(1), ring(2)];

/// The places of each point, as bits of both rings.
pub(super) static PLACES_OF: [u64; POINTS] = places_of();

/// Where each point comes to lie under each symmetry.
pub(super) static IMAGE: [[u8; POINTS]; SYMMETRIES] = images();

/// For each point, and each symmetry, the weight of its image as a digit of a base-3 number.
pub(super) static WEIGHT: [[u64; SYMMETRIES]; POINTS] = weights();

/// The circuit of the lines that lie `distance` from the edge.
const fn ring(distance: usize) -> [u8; 2 * PLACES] {
    let far = SIZE - 1 - distance;
    let mut ring = [0; 2 * PLACES];
    let mut place = 0;
    while place < 2 * PLACES {
        let on = place % SIZE;
        let back = SIZE - 1 - on;
        let (column, row) = match place % PLACES / SIZE {
            0 => (on, distance),
            1 => (far, on),
            2 => (back, far),
            _ => (distance, back),
        };
        ring[place] = (row * SIZE + column) as u8;
        place += 1;
    }
    ring
}

const fn places_of() -> [u64; POINTS] {
    let rings = [ring(1), ring(2)];
    let mut places = [0; POINTS];
    let mut place = 0;
    while place < 2 * PLACES {
        places[rings[place / PLACES][place % PLACES] as usize] |= 1 << place;
        place += 1;
    }
    places
}

const fn images() -> [[u8; POINTS]; SYMMETRIES] {
    let mut images = [[0; POINTS]; SYMMETRIES];
    let mut symmetry = 0;
    while symmetry < SYMMETRIES {
        let mut point = 0;
        while point < POINTS {
            let (column, row) = (point % SIZE, point / SIZE);
            let (column, row) = if symmetry & 4 == 0 { (column, row) } else { (row, column) };
            let column = if symmetry & 1 == 0 { column } else { SIZE - 1 - column };
            let row = if symmetry & 2 == 0 { row } else { SIZE - 1 - row };
            images[symmetry][point] = (row * SIZE + column) as u8;
            point += 1;
        }
        symmetry += 1;
    }
    images
}

const fn weights() -> [[u64; SYMMETRIES]; POINTS] {
    let images = images();
    let mut weights = [[0; SYMMETRIES]; POINTS];
    let mut point = 0;
    while point < POINTS {
        let mut symmetry = 0;
        while symmetry < SYMMETRIES {
            weights[point][symmetry] = 3u64.pow(images[symmetry][point] as u32);
            symmetry += 1;
        }
        point += 1;
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::{IMAGE, PLACES, PLACES_OF, RING, SIZE};
    use andor_core::board::square_name;

    fn names(ring: &[u8]) -> String {
        let name = |&point: &u8| square_name(usize::from(point) % SIZE, usize::from(point) / SIZE);
        ring.iter().map(name).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_circuits_are_those_of_the_rule_book() {
        assert_eq!(
            names(&RING[0][..PLACES]),
            "a2 b2 c2 d2 e2 f2 e1 e2 e3 e4 e5 e6 f5 e5 d5 c5 b5 a5 b6 b5 b4 b3 b2 b1"
        );
        assert_eq!(
            names(&RING[1][..PLACES]),
            "a3 b3 c3 d3 e3 f3 d1 d2 d3 d4 d5 d6 f4 e4 d4 c4 b4 a4 c6 c5 c4 c3 c2 c1"
        );
        // Corners lie on no circuit, the rest of the edge is passed once, all else twice.
        for (point, places) in PLACES_OF.iter().enumerate() {
            let is_edge = |line: usize| line == 0 || line == SIZE - 1;
            let loops = u32::from(!is_edge(point % SIZE)) + u32::from(!is_edge(point / SIZE));
            assert_eq!(places.count_ones(), loops, "{}", names(&[point as u8]));
        }
    }

    #[test]
    fn every_symmetry_maps_circuits_and_loops_to_themselves() {
        for image in IMAGE {
            for ring in RING {
                let ring = &ring[..PLACES];
                let there: Vec<u8> = ring.iter().map(|&point| image[usize::from(point)]).collect();
                // Turned by a quarter any number of times, forwards or backwards. A loop lies
                // before every sixth place, so turning keeps the loops, and so does reversing.
                let fits = (0..4).any(|quarter| {
                    let mut turned = ring.to_vec();
                    turned.rotate_left(quarter * SIZE);
                    let forwards = turned == there;
                    turned.reverse();
                    forwards || turned == there
                });
                assert!(fits, "{}", names(&there));
            }
        }
    }
}
