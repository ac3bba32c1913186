//! Points as bits: neighbours and flood fills by shifts, and the images of a board.
//!
//! Point `row * columns + column` is bit number so many of a board, a1 being bit 0. A file at the
//! edge is masked before a shift to the side, so that no bit runs over into the next rank:
//!
//! ```text
//!   6 7 8        neighbours of b:   x << 1 without file a,  x >> 1 without file c,
//!   3 4 5                           x << 3,  x >> 3, all of it on the board
//!   0 1 2
//! ```

use super::Ko;
use andor_core::Player;

/// A set of points.
pub(crate) type Bits = u128;

/// A board of points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lattice {
    pub(crate) columns: u32,
    pub(crate) points: u32,
    /// All points.
    pub(crate) board: Bits,
    not_first_file: Bits,
    not_last_file: Bits,
}

impl Lattice {
    pub(crate) fn new(columns: usize, rows: usize) -> Lattice {
        let points = columns * rows;
        let board = (1 << points) - 1;
        let first_file: Bits = (0..rows).map(|row| 1 << (row * columns)).sum();
        let last_file = first_file << (columns - 1);
        Lattice {
            columns: columns as u32,
            points: points as u32,
            board,
            not_first_file: board & !first_file,
            not_last_file: board & !last_file,
        }
    }

    /// The points next to any of these; those of the set itself only if they lie side by side.
    #[inline(always)]
    pub(crate) fn neighbours(&self, set: Bits) -> Bits {
        let sides = (set & self.not_last_file) << 1 | (set & self.not_first_file) >> 1;
        (sides | set << self.columns | set >> self.columns) & self.board
    }

    /// The points of `within` that hang together with `seed`, which is part of it.
    #[inline(always)]
    pub(crate) fn flood(&self, seed: Bits, within: Bits) -> Bits {
        let mut reached = seed;
        loop {
            let next = reached | self.neighbours(reached) & within;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }
}

/// Whose stone lies on each point, from two sets: black stones, white stones.
pub(crate) fn men(
    [black, white]: [Bits; 2],
    points: usize,
) -> impl Iterator<Item = Option<Player>> {
    (0..points).map(move |point| match (black >> point & 1, white >> point & 1) {
        (1, _) => Some(Player::Black),
        (_, 1) => Some(Player::White),
        _ => None,
    })
}

/// The same as digits: 0 for an empty point, 1 for a black stone, 2 for a white one.
pub(crate) fn digits([black, white]: [Bits; 2], points: usize) -> impl Iterator<Item = u8> {
    (0..points).map(move |point| (black >> point & 1) as u8 + 2 * (white >> point & 1) as u8)
}

/// Black stones and white stones, from what lies on each point.
pub(crate) fn stones(men: impl Iterator<Item = Option<Player>>) -> [Bits; 2] {
    let mut stones = [0; 2];
    for (point, man) in men.enumerate() {
        if let Some(player) = man {
            stones[player as usize] |= 1 << point;
        }
    }
    stones
}

/// The stones of the side to move and those of the other side, from black stones and white stones.
#[inline(always)]
pub(crate) fn own_and_enemy([black, white]: [Bits; 2], side: Player) -> [Bits; 2] {
    match side {
        Player::Black => [black, white],
        Player::White => [white, black],
    }
}

/// The images of a board under its symmetries, eight points at a time.
#[derive(Clone, Debug)]
pub(crate) struct Images {
    chunks: usize,
    points: Vec<u8>,
    count: usize,
    /// For each symmetry, chunk and byte, where the points of the byte go.
    table: Vec<Bits>,
    symmetries: usize,
}

impl Images {
    /// Those that a game may use. Under superko there are none but the identity: the history of a
    /// game has no image.
    pub(crate) fn under(ko: Ko, columns: usize, rows: usize) -> Images {
        let symmetries = match ko {
            Ko::Simple if columns == rows => 8,
            Ko::Simple => 4,
            Ko::Situational | Ko::Positional => 1,
        };
        Images::new(columns, rows, symmetries)
    }

    /// The first `symmetries` of them: symmetry `s` first exchanges columns and rows if `s & 4`,
    /// then left and right if `s & 1`, then top and bottom if `s & 2`.
    fn new(columns: usize, rows: usize, symmetries: usize) -> Images {
        let count = columns * rows;
        let mut points = Vec::with_capacity(symmetries * count);
        for symmetry in 0..symmetries {
            for point in 0..count {
                let (mut column, mut row) = (point % columns, point / columns);
                if symmetry & 4 != 0 {
                    std::mem::swap(&mut column, &mut row);
                }
                if symmetry & 1 != 0 {
                    column = columns - 1 - column;
                }
                if symmetry & 2 != 0 {
                    row = rows - 1 - row;
                }
                points.push((row * columns + column) as u8);
            }
        }
        let chunks = count.div_ceil(8);
        let mut table = Vec::with_capacity(symmetries * chunks * 256);
        for symmetry in 0..symmetries {
            let image = &points[symmetry * count..(symmetry + 1) * count];
            for chunk in 0..chunks {
                for byte in 0..256usize {
                    let inside =
                        (0..8).filter(|bit| byte >> bit & 1 == 1 && chunk * 8 + bit < count);
                    table.push(inside.map(|bit| (1 as Bits) << image[chunk * 8 + bit]).sum());
                }
            }
        }
        Images { chunks, points, count, table, symmetries }
    }

    pub(crate) fn symmetries(&self) -> usize {
        self.symmetries
    }

    /// Where a point comes to lie.
    #[inline]
    pub(crate) fn point(&self, point: u8, symmetry: usize) -> u8 {
        self.points[symmetry * self.count + usize::from(point)]
    }

    /// Where points come to lie.
    #[inline]
    pub(crate) fn set(&self, set: Bits, symmetry: usize) -> Bits {
        let table = &self.table[symmetry * self.chunks * 256..(symmetry + 1) * self.chunks * 256];
        let bytes = set.to_le_bytes();
        let parts = table.chunks_exact(256).zip(bytes);
        parts.fold(0, |image, (part, byte)| image | part[usize::from(byte)])
    }
}

#[cfg(test)]
mod tests {
    use super::{Bits, Images, Lattice};

    #[test]
    fn neighbours_stay_on_the_board() {
        for (columns, rows) in [(1, 1), (1, 9), (9, 1), (3, 2), (9, 9), (8, 8), (5, 4)] {
            let lattice = Lattice::new(columns, rows);
            for point in 0..columns * rows {
                let (column, row) = (point % columns, point / columns);
                let near = |other: &usize| {
                    (other % columns).abs_diff(column) + (other / columns).abs_diff(row) == 1
                };
                let expected: Bits = (0..columns * rows).filter(near).map(|p| 1 << p).sum();
                assert_eq!(lattice.neighbours(1 << point), expected, "{columns}x{rows} {point}");
            }
            assert_eq!(lattice.flood(1, lattice.board), lattice.board);
        }
    }

    #[test]
    fn sets_move_as_their_points_do() {
        let images = Images::new(9, 9, 8);
        let set: Bits =
            (0..81).filter(|point| point % 7 == 2 || point % 11 == 5).map(|p| 1 << p).sum();
        for symmetry in 0..8 {
            let points = (0..81u8).filter(|point| set >> point & 1 == 1);
            let moved: Bits = points.map(|point| 1 << images.point(point, symmetry)).sum();
            assert_eq!(images.set(set, symmetry), moved);
        }
        assert_eq!(images.set(set, 0), set);
    }
}
