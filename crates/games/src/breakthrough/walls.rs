//! The walls of a board: `breakthrough:4x5,walls=b3+c3`.
//!
//! A wall is a square that nobody may enter (Saffidine et al. 2011, 3.3, a generalisation that was played at the
//! general game playing competition of 2011). It never changes, so it belongs to the game: bytes of positions do
//! not have it, and texts show it as `#`. Two things differ from the game without walls. Somebody may have
//! men and no move, and has then lost. And the mirror is a symmetry only of boards whose walls have it.

use andor_core::board::{Rectangle, WALL};
use andor_core::{InputError, Spec};

/// The name of the option.
pub(super) const WALLS: &str = "walls";

/// Squares that nobody may enter, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Walls(pub(super) u64);

impl Walls {
    /// The walls that a spec string asks for.
    ///
    /// # Errors
    /// Quotes what is no square of the board.
    pub fn from_spec(spec: &Spec, board: Rectangle) -> Result<Walls, InputError> {
        let Some(names) = spec.value(WALLS) else { return Ok(Walls::default()) };
        let square = |name: &str| {
            board.named(name).ok_or_else(|| {
                let name = InputError::quote(name);
                spec.refuse(&format!("{WALLS}: {name} is no square, such as b3+d3"))
            })
        };
        names
            .split('+')
            .try_fold(Walls::default(), |Walls(walls), name| Ok(Walls(walls | 1 << square(name)?)))
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether nobody may enter this square.
    #[inline]
    #[must_use]
    pub fn has(self, square: usize) -> bool {
        self.0 >> square & 1 == 1
    }

    /// The walls of a board as written down.
    pub(super) fn of_cells(cells: &[char]) -> Walls {
        let walls = cells.iter().enumerate().filter(|(_, cell)| **cell == WALL);
        Walls(walls.fold(0, |walls, (square, _)| walls | 1 << square))
    }

    /// Puts them on a board as written down.
    pub(super) fn draw_on(self, cells: &mut [char]) {
        let walls = cells.iter_mut().enumerate().filter(|(square, _)| self.has(*square));
        walls.for_each(|(_, cell)| *cell = WALL);
    }

    /// The spec string of the game with these walls.
    pub(super) fn spec(self, board: Rectangle) -> String {
        let head = format!("breakthrough:{}x{}", board.columns, board.rows);
        if self.is_empty() {
            return head;
        }
        let names = (0..board.squares()).filter(|&square| self.has(square));
        let names: Vec<String> = names.map(|square| board.name(square)).collect();
        format!("{head},{WALLS}={}", names.join("+"))
    }
}

#[cfg(test)]
mod tests {
    use super::Walls;
    use andor_core::Spec;
    use andor_core::board::Rectangle;

    #[test]
    fn walls_are_read_and_written_in_the_order_of_squares() {
        let board = Rectangle::new(4, 5);
        let read = |text: &str| Walls::from_spec(&Spec::parse(text).unwrap(), board);
        let walls = read("breakthrough:4x5,walls=C3+a2").unwrap();
        assert_eq!(walls.spec(board), "breakthrough:4x5,walls=a2+c3");
        assert!(walls.has(4) && walls.has(10) && !walls.has(5));
        assert_eq!(read("breakthrough:4x5").unwrap().spec(board), "breakthrough:4x5");
        for bad in ["", "e1", "a1+", "a1+a6", "b"] {
            let refused = read(&format!("breakthrough:4x5,walls={bad}")).unwrap_err().to_string();
            assert!(refused.contains("is no square"), "{refused}");
        }
    }
}
