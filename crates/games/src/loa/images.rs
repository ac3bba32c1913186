//! The images of a board that make no difference to a network, the first one, two and four of them closed, too.
//!
//! ```text
//!   image   1 left and right exchanged    2 top and bottom    4 files and ranks; the sums do both
//! ```

use crate::network::Images;

/// By the side of the board, up to 8. Bits beyond the board stay where they are.
static OF_BOARDS: [[[u8; 64]; 8]; 9] = {
    let mut boards = [[[0; 64]; 8]; 9];
    let mut size = 0;
    while size < boards.len() {
        boards[size] = of_board(size);
        size += 1;
    }
    boards
};

const fn of_board(size: usize) -> [[u8; 64]; 8] {
    let mut images = [[0; 64]; 8];
    let mut image = 0;
    while image < 8 {
        let mut square = 0;
        while square < 64 {
            let (mut column, mut row) = (square % 8, square / 8);
            if column < size && row < size {
                if image & 1 != 0 {
                    column = size - 1 - column;
                }
                if image & 2 != 0 {
                    row = size - 1 - row;
                }
                if image & 4 != 0 {
                    (column, row) = (row, column);
                }
            }
            images[image][square] = (row * 8 + column) as u8;
            square += 1;
        }
        image += 1;
    }
    images
}

/// The images of the bits of a board of `size` x `size`.
pub(super) fn images(size: usize) -> Images {
    &OF_BOARDS[size]
}
