//! Numbers for all positions of a small board, with Haugland's reduction (Saffidine et al. 2011,
//! section 3.2: positions that are won in one move are not stored).
//!
//! The board is turned so that the side to move goes up. An own man one step from its goal wins at
//! once; an enemy one step from its goal must be taken at once, which leads to a position where
//! nobody stands there. So only own men are found on the two rows at the bottom of what is stored,
//! only enemies on the two at the top, and the rows between take any:
//!
//! ```text
//!   n    e e e     2^m          the number is     inner rows, 3^m each
//!   n-1  e e e     2^m                            then the top, 2^2m
//!   ...  ? ? ?     3^m each                       then the bottom, 2^2m
//!   2    o o o     2^m
//!   1    o o o     2^m          2^4m 3^((n-4)m) in all: 255 million on 5x5
//! ```
//!
//! Every move brings a man one row nearer to its goal, so the rows that all men have before them,
//! taken together, are a stage that only falls. Of a position and its mirror image the smaller number
//! counts; the other one is left out.

use super::fast::{BothSides, Breakthrough, Position};
use andor_core::{Numbered, Numbering, Player, Rules};

/// No more than so many positions are numbered.
const MOST: u64 = 1 << 36;

/// The numbers of one board.
#[derive(Clone, Debug)]
pub(super) struct WholeBoard {
    game: Breakthrough,
    inner: u64,
    /// The rows before the men of each value of the inner rows, of the top and of the bottom.
    inner_rows: Vec<u32>,
    top_rows: Vec<u32>,
    /// The values of the bottom by the rows before its men.
    bottoms: Vec<Vec<u64>>,
    /// Own men on the upper two rows and enemies on the lower two have no place in a number.
    top: u64,
    bottom: u64,
}

impl WholeBoard {
    /// The numbers of this board; `None` if there are too many.
    pub(super) fn new(game: &Breakthrough) -> Option<WholeBoard> {
        let (columns, rows) = (game.columns, game.rows);
        let inner = 3u64.checked_pow((columns * (rows - 4)) as u32)?;
        let all = inner.checked_mul(1 << (4 * columns)).filter(|&all| all <= MOST);
        all?;
        let bottom = (1u64 << (2 * columns)) - 1;
        // Own men of a row have the rows above before them, enemies the rows below.
        let own = |men: u64| -> u32 {
            let row = |row: usize| (men >> (row * columns) & ((1 << columns) - 1)).count_ones();
            (0..rows).map(|number| row(number) * (rows - 1 - number) as u32).sum()
        };
        let turned = |men: u64| men.reverse_bits() >> (64 - columns * rows);
        let top = bottom << ((rows - 2) * columns);
        let most = own(bottom) as usize;
        let mut bottoms = vec![Vec::new(); most + 1];
        for men in 0..=bottom {
            bottoms[own(men) as usize].push(men);
        }
        let mut whole = WholeBoard {
            game: game.without_numbers(),
            inner,
            inner_rows: Vec::new(),
            top_rows: (0..=bottom).map(|men| own(turned(men << ((rows - 2) * columns)))).collect(),
            bottoms,
            top,
            bottom,
        };
        whole.inner_rows = (0..inner)
            .map(|number| {
                let BothSides { own: up, enemy: down } = whole.inner_men(number);
                own(up) + own(turned(down))
            })
            .collect();
        Some(whole)
    }

    /// The men of the inner rows: base 3, a1 first, 0 empty, 1 own, 2 enemy.
    fn inner_men(&self, mut number: u64) -> BothSides {
        let mut men = BothSides::default();
        let mut square = 2 * self.game.columns;
        while number > 0 {
            match number % 3 {
                0 => {}
                1 => men.own |= 1 << square,
                _ => men.enemy |= 1 << square,
            }
            number /= 3;
            square += 1;
        }
        men
    }

    /// The number of a board whose side to move goes up.
    #[inline]
    fn of(&self, men: BothSides) -> u64 {
        let (columns, rows) = (self.game.columns, self.game.rows);
        let inner = self.game.inner_number(men);
        let top = men.enemy >> ((rows - 2) * columns);
        (inner << (2 * columns) | top) << (2 * columns) | men.own & self.bottom
    }
}

impl Numbering<Position> for WholeBoard {
    fn count(&self) -> u64 {
        self.inner << (4 * self.game.columns)
    }

    fn stages(&self) -> u32 {
        let most = |rows: &[u32]| rows.iter().copied().max().unwrap_or(0);
        most(&self.inner_rows) + most(&self.top_rows) + self.bottoms.len() as u32
    }

    /// The inner rows with the highest row.
    fn blocks(&self) -> u64 {
        self.inner << self.game.columns
    }

    fn for_each(&self, stage: u32, block: u64, found: &mut dyn FnMut(u64)) {
        let columns = self.game.columns;
        let (inner, highest) = (block >> columns, block & ((1 << columns) - 1));
        let Some(left) = stage.checked_sub(self.inner_rows[inner as usize]) else { return };
        for top in highest << columns..(highest + 1) << columns {
            let left = left.checked_sub(self.top_rows[top as usize]);
            let bottoms = left.and_then(|left| self.bottoms.get(left as usize));
            let above = (inner << (2 * columns) | top) << (2 * columns);
            for &bottom in bottoms.into_iter().flatten() {
                found(above | bottom);
            }
        }
    }

    #[inline]
    fn number(&self, position: &Position) -> Numbered {
        let cells = self.game.columns * self.game.rows;
        let seen = |men: BothSides| match position.side {
            Player::White => men,
            // Turned round. The mirror image of a board is turned to its mirror image.
            Player::Black => BothSides {
                own: men.own.reverse_bits() >> (64 - cells),
                enemy: men.enemy.reverse_bits() >> (64 - cells),
            },
        };
        let here = seen(position.here);
        // No own man stands on the last row, so this one has a move to it, straight or aside.
        if here.own & self.top != 0 {
            return Numbered::WonAtOnce;
        }
        if here.enemy & self.bottom != 0 {
            return Numbered::ByMoves;
        }
        Numbered::At(self.of(here).min(self.of(seen(position.mirrored))))
    }

    fn position(&self, number: u64) -> Option<Position> {
        let (columns, rows) = (self.game.columns, self.game.rows);
        let BothSides { own, enemy } = self.inner_men(number >> (4 * columns));
        let top = number >> (2 * columns) & self.bottom;
        let men = BothSides {
            own: own | number & self.bottom,
            enemy: enemy | top << ((rows - 2) * columns),
        };
        let position = self.game.white_to_move(men);
        let is_own = self.game.outcome(&position).is_none()
            && self.number(&position) == Numbered::At(number);
        is_own.then_some(position)
    }
}

#[cfg(test)]
mod tests {
    use super::WholeBoard;
    use crate::breakthrough::Breakthrough;
    use andor_core::{Numbered, Numbering, Rules};

    /// Every number comes once; a position's number leads back to it; moves lead to earlier stages.
    #[test]
    fn numbers_and_positions_belong_together() {
        for (columns, rows) in [(2, 4), (3, 4), (2, 5), (2, 6), (3, 5)] {
            let game = Breakthrough::new(columns, rows);
            let whole = WholeBoard::new(&game).unwrap();
            let expected = 1u64 << (4 * columns);
            assert_eq!(whole.count(), expected * 3u64.pow((columns * (rows - 4)) as u32));
            let mut stage_of = vec![u32::MAX; whole.count() as usize];
            for stage in 0..whole.stages() {
                for block in 0..whole.blocks() {
                    whole.for_each(stage, block, &mut |number| {
                        assert_eq!(stage_of[number as usize], u32::MAX, "{number} comes twice");
                        stage_of[number as usize] = stage;
                    });
                }
            }
            assert!(!stage_of.contains(&u32::MAX), "a number is missing");
            let mut moves = Vec::new();
            for number in 0..whole.count() {
                let Some(position) = whole.position(number) else { continue };
                assert_eq!(whole.number(&position), Numbered::At(number));
                let mirrored = game.transform(&position, 1);
                assert_eq!(whole.number(&mirrored), Numbered::At(number));
                game.moves(&position, &mut moves);
                for &mv in &moves {
                    let child = game.after(&position, mv);
                    if game.outcome(&child).is_some() {
                        continue;
                    }
                    if let Numbered::At(child) = whole.number(&child) {
                        assert!(stage_of[child as usize] < stage_of[number as usize]);
                    }
                }
            }
        }
    }

    #[test]
    fn the_counts_are_those_of_the_paper() {
        let count =
            |columns, rows| WholeBoard::new(&Breakthrough::new(columns, rows)).unwrap().count();
        assert_eq!(count(5, 5), 254_803_968);
        assert_eq!(count(3, 7), 80_621_568);
        assert!(WholeBoard::new(&Breakthrough::new(8, 8)).is_none());
    }
}
