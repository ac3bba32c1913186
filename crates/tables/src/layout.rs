//! All positions of up to so many men: slices of one material, and the numbers within.

use crate::material::{Material, all_material};
use crate::numbering::Numbering;
use andor_core::{EndingBoard, Men};

/// The most men that can be asked for.
pub(crate) const MOST_PIECES: u32 = 10;

/// The positions of one material.
pub(crate) struct Slice {
    pub(crate) material: Material,
    pub(crate) numbering: Numbering,
}

/// Where every position of a table is.
pub struct Layout {
    board: EndingBoard,
    pieces: u32,
    slices: Vec<Slice>,
    /// The slice of a material; each of its four numbers is a digit. `u16::MAX` where there is
    /// none.
    of_material: Vec<u16>,
}

impl Layout {
    /// The layout of all endings of up to `pieces` men.
    #[must_use]
    pub fn new(board: &EndingBoard, pieces: u32) -> Layout {
        let pieces = pieces.min(MOST_PIECES);
        let slice = |material| Slice { material, numbering: Numbering::new(board, material) };
        let slices: Vec<Slice> = all_material(board, pieces).into_iter().map(slice).collect();
        let mut layout = Layout {
            board: board.clone(),
            pieces,
            slices: Vec::new(),
            of_material: vec![u16::MAX; (pieces as usize + 1).pow(4)],
        };
        for (number, slice) in slices.iter().enumerate() {
            let place = layout.place(slice.material);
            layout.of_material[place] = number as u16;
        }
        layout.slices = slices;
        layout
    }

    /// How many numbers such a layout has, about; cheap to ask.
    #[must_use]
    pub fn estimate(board: &EndingBoard, pieces: u32) -> u64 {
        let all = all_material(board, pieces.min(MOST_PIECES)).into_iter();
        all.fold(0, |sum: u64, material| sum.saturating_add(Numbering::estimate(board, material)))
    }

    fn place(&self, material: Material) -> usize {
        let base = self.pieces as usize + 1;
        let digits = material.own.into_iter().chain(material.enemy);
        digits.fold(0, |place, digit| place * base + digit as usize)
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &EndingBoard {
        &self.board
    }

    /// The most men of both sides together.
    #[must_use]
    pub fn pieces(&self) -> u32 {
        self.pieces
    }

    /// The material of each slice, what can be led to first.
    pub fn material(&self) -> impl Iterator<Item = Material> + '_ {
        self.slices.iter().map(|slice| slice.material)
    }

    /// How many numbers a slice has, holes included.
    #[must_use]
    pub fn len_of(&self, slice: usize) -> u64 {
        self.slices[slice].numbering.len()
    }

    pub(crate) fn slices(&self) -> &[Slice] {
        &self.slices
    }

    /// Slices that lead to each other, and so are done together: one material as both sides count
    /// it. What else they lead to comes before them.
    pub(crate) fn groups(&self) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for (number, slice) in self.slices.iter().enumerate() {
            match groups.last_mut() {
                Some(group) if self.slices[group[0]].material == slice.material.turned() => {
                    group.push(number);
                }
                _ => groups.push(vec![number]),
            }
        }
        groups
    }

    /// The slice and number of these men; `None` if the table does not have them.
    #[inline]
    #[must_use]
    pub fn number(&self, men: &Men) -> Option<(usize, u64)> {
        let material = Material::of(men);
        if material.total() > self.pieces {
            return None;
        }
        let slice = usize::from(self.of_material[self.place(material)]);
        let numbering = &self.slices.get(slice)?.numbering;
        Some((slice, numbering.number(men)))
    }

    /// The men with this number; `None` if there are no such men, or others stand for them.
    #[inline]
    #[must_use]
    pub fn men(&self, slice: usize, number: u64) -> Option<Men> {
        let numbering = &self.slices[slice].numbering;
        let men = numbering.men(number);
        (!men.overlap() && numbering.number(&men) == number).then_some(men)
    }
}
