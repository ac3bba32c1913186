//! Endings: what a game tells of its positions with few men, so that they can be numbered and put
//! into a table (crate `tables`).
//!
//! A table does not care whose colour is whose. It sees the board as the side to move does: *own*
//! men and *enemy* men, as if Black were to move. A game in which the colours go opposite ways
//! turns the board round for White.
//!
//! ```text
//!    White to move             the same, as a table sees it
//!    . . b .                     . w . .        own men    b
//!    w . . .        turn         . . . b        enemy men  w
//!    (men go up for White)       (men go down for Black)
//! ```
//!
//! Moves of two kinds are told apart. One that takes a man, or makes a king of one, leads to other
//! *material*, which is of a lower order and done before; all others keep the material, and can be
//! taken back ([`Endings::before`]).

/// The men of a position as the side to move sees them: squares as bits, by kind of man.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Men {
    /// Those of the side to move: men, then kings.
    pub own: [u64; 2],
    /// Those of the other side.
    pub enemy: [u64; 2],
}

impl Men {
    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.own.iter().chain(&self.enemy).map(|men| men.count_ones()).sum()
    }

    /// Whether two stand on one square.
    #[must_use]
    pub fn overlap(&self) -> bool {
        let all = self.own.iter().chain(&self.enemy).fold(0, |all, men| all | men);
        u64::count_ones(all) != self.count()
    }
}

/// The board on which endings are numbered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndingBoard {
    /// Where own men, then own kings may stand; no square at all for a kind that does not exist.
    pub own: [u64; 2],
    /// The same for the enemy.
    pub enemy: [u64; 2],
    /// Where each square (by its bit) comes to lie under each symmetry of the board that leaves
    /// the sides alone; the first is the identity.
    pub images: Vec<[u8; 64]>,
    /// With fewer men than this a side has no game left.
    pub least: u32,
    /// The most men of a side.
    pub most: u32,
    /// Whether positions in which the game is over are entries of a table like any other, as where
    /// a side that cannot move has lost. Else a table does not have them.
    pub has_ends: bool,
}

impl EndingBoard {
    /// A square board with one kind of man and all eight symmetries; square `row * stride + column`
    /// is bit number so many.
    #[must_use]
    pub fn square(size: usize, stride: usize, least: u32, most: u32) -> EndingBoard {
        let mut squares = 0;
        let mut images = vec![[0; 64]; 8];
        for row in 0..size {
            for column in 0..size {
                let square = row * stride + column;
                squares |= 1 << square;
                for (symmetry, image) in images.iter_mut().enumerate() {
                    let (column, row) =
                        if symmetry & 4 == 0 { (column, row) } else { (row, column) };
                    let column = if symmetry & 1 == 0 { column } else { size - 1 - column };
                    let row = if symmetry & 2 == 0 { row } else { size - 1 - row };
                    image[square] = (row * stride + column) as u8;
                }
            }
        }
        EndingBoard { own: [squares, 0], enemy: [squares, 0], images, least, most, has_ends: false }
    }
}

/// A game whose positions with few men can be put into a table. `P` is its position.
///
/// Men are only ever taken, and only ever become kings: the number of men never grows, and with
/// all men kept the number of kings never falls. Colours can be exchanged: what Black can do as
/// the side to move, White can.
pub trait Endings<P>: Send + Sync {
    /// The board.
    fn board(&self) -> EndingBoard;

    /// How many men there are, of both sides: asked at every node of a search.
    fn count(&self, position: &P) -> u32;

    /// The men as the side to move sees them.
    fn men(&self, position: &P) -> Men;

    /// The position with Black to move whose [`men`](Endings::men) these are; `None` if there is
    /// none, as where two stand on one square.
    fn position(&self, men: &Men) -> Option<P>;

    /// Tells every position, as its own mover sees it, from which a move that keeps the material
    /// may lead to this one; a pass is such a move. One that in truth does not lead here does no
    /// harm: it is looked at in vain. None may be missing.
    fn before(&self, men: &Men, found: &mut dyn FnMut(Men));
}

#[cfg(test)]
mod tests {
    use super::{EndingBoard, Men};

    #[test]
    fn men_are_counted_and_overlaps_seen() {
        let men = Men { own: [0b11, 0b100], enemy: [0b1000, 0] };
        assert_eq!((men.count(), men.overlap()), (4, false));
        assert!(Men { enemy: [1, 0], ..men }.overlap());
    }

    #[test]
    fn symmetries_of_a_square_keep_the_board() {
        let board = EndingBoard::square(3, 8, 1, 2);
        assert_eq!(board.own[0], 0x0007_0707);
        for image in &board.images {
            let all = (0..24).filter(|square| board.own[0] >> square & 1 == 1);
            let there = all.fold(0, |there, square| there | 1 << image[square]);
            assert_eq!(there, board.own[0]);
        }
        assert!(board.images[0].iter().enumerate().take(3).all(|(a, &b)| a == usize::from(b)));
    }
}
