//! Every position of one material has a number, and back.
//!
//! The men of one kind on squares numbered 0, 1, 2.. are a combination, which has a number in the
//! combinatorial number system (Knuth, *The Art of Computer Programming* 4A, 7.2.1.3, Theorem L):
//!
//! ```text
//!   squares c1 < c2 < .. < ck   ->   C(c1, 1) + C(c2, 2) + .. + C(ck, k)
//! ```
//!
//! The numbers of the four kinds are digits of one number. That two kinds can stand on one square
//! makes some *holes*: numbers without a position.
//!
//! Where the board has symmetries, the first digit counts only one of all images of the own men;
//! the other men are turned along. If the own men are their own image, that leaves a choice, and
//! the least number counts. The others are holes too.

use crate::material::Material;
use andor_core::{EndingBoard, Men};

/// More men of one kind than this are never numbered.
const MOST: usize = 12;

/// The squares of one kind of man, and how many men there are on them.
struct Field {
    /// Squares in ascending order.
    squares: Vec<u8>,
    /// The place of each square among them.
    places: [u8; 64],
    men: usize,
    /// How many ways there are.
    ways: u64,
}

/// One image of the own men stands for all.
struct Fold {
    /// For each number of own men: which class it is, times 8, plus the symmetry that leads to
    /// the image that stands for the class.
    classes: Vec<u32>,
    /// The number of that image.
    images: Vec<u32>,
    /// The symmetries that leave that image as it is, as bits.
    own_images: Vec<u8>,
}

/// The numbers of the positions of one material.
pub(crate) struct Numbering {
    fields: [Field; 4],
    fold: Option<Fold>,
    images: Vec<[u8; 64]>,
    len: u64,
}

/// C(n, k); 0 if there are fewer than k.
fn choose(n: usize, k: usize) -> u64 {
    if k > n {
        return 0;
    }
    let mut ways: u64 = 1;
    for i in 0..k as u64 {
        ways = ways * (n as u64 - i) / (i + 1);
    }
    ways
}

/// Binomials for 64 squares.
struct Binomials([[u64; MOST + 1]; 65]);

static BINOMIALS: std::sync::LazyLock<Binomials> = std::sync::LazyLock::new(|| {
    let mut table = [[0; MOST + 1]; 65];
    for (n, row) in table.iter_mut().enumerate() {
        for (k, ways) in row.iter_mut().enumerate() {
            *ways = choose(n, k);
        }
    }
    Binomials(table)
});

impl Field {
    fn new(mask: u64, men: u32) -> Field {
        let squares: Vec<u8> = (0..64).filter(|square| mask >> square & 1 == 1).collect();
        let mut places = [u8::MAX; 64];
        for (place, &square) in squares.iter().enumerate() {
            places[usize::from(square)] = place as u8;
        }
        let men = men as usize;
        Field { ways: choose(squares.len(), men), squares, places, men }
    }

    /// The number of these men, all of which stand on squares of the field.
    #[inline]
    fn number(&self, mut men: u64) -> u64 {
        let binomials = &BINOMIALS.0;
        let mut number = 0;
        let mut k = 1;
        while men != 0 {
            let square = men.trailing_zeros() as usize;
            men &= men - 1;
            number += binomials[usize::from(self.places[square])][k];
            k += 1;
        }
        number
    }

    /// Whether so many men of this kind stand on squares of the field, and nowhere else.
    fn holds(&self, men: u64) -> bool {
        let outside = |square: usize| men >> square & 1 == 1 && self.places[square] == u8::MAX;
        men.count_ones() as usize == self.men && !(0..64).any(outside)
    }

    /// The men with this number.
    #[inline]
    fn men(&self, mut number: u64) -> u64 {
        let binomials = &BINOMIALS.0;
        let mut men = 0;
        let mut place = self.squares.len();
        for k in (1..=self.men).rev() {
            place -= 1;
            while binomials[place][k] > number {
                place -= 1;
            }
            number -= binomials[place][k];
            men |= 1 << self.squares[place];
        }
        men
    }
}

#[inline]
fn turn(mut men: u64, image: &[u8; 64]) -> u64 {
    let mut turned = 0;
    while men != 0 {
        turned |= 1 << image[men.trailing_zeros() as usize];
        men &= men - 1;
    }
    turned
}

impl Fold {
    fn new(own: &Field, images: &[[u8; 64]]) -> Fold {
        let mut fold = Fold { classes: Vec::new(), images: Vec::new(), own_images: Vec::new() };
        for number in 0..own.ways {
            let men = own.men(number);
            let turned = images.iter().map(|image| own.number(turn(men, image)));
            let (symmetry, least) =
                turned.clone().enumerate().min_by_key(|&(_, number)| number).unwrap_or((0, number));
            let class = if least == number {
                fold.images.push(number as u32);
                let own_images = turned.enumerate().filter(|&(_, image)| image == number);
                fold.own_images.push(own_images.fold(0, |all, (symmetry, _)| all | 1 << symmetry));
                fold.images.len() as u32 - 1
            } else {
                // The least image has a smaller number, and so a class already.
                fold.classes[least as usize] / 8
            };
            fold.classes.push(class * 8 + symmetry as u32);
        }
        fold
    }
}

impl Numbering {
    pub(crate) fn new(board: &EndingBoard, material: Material) -> Numbering {
        let fields = [
            Field::new(board.own[0], material.own[0]),
            Field::new(board.own[1], material.own[1]),
            Field::new(board.enemy[0], material.enemy[0]),
            Field::new(board.enemy[1], material.enemy[1]),
        ];
        let fold = (board.images.len() > 1 && material.own[0] > 0)
            .then(|| Fold::new(&fields[0], &board.images));
        let first = fold.as_ref().map_or(fields[0].ways, |fold| fold.images.len() as u64);
        let len = fields[1..].iter().fold(first, |len, field| len.saturating_mul(field.ways));
        Numbering { fields, fold, images: board.images.clone(), len }
    }

    /// How many numbers there are for this material, holes included, without making the numbering;
    /// an estimate where the board has symmetries.
    pub(crate) fn estimate(board: &EndingBoard, material: Material) -> u64 {
        let ways = |squares: u64, men: u32| choose(squares.count_ones() as usize, men as usize);
        let all = ways(board.own[0], material.own[0])
            .saturating_mul(ways(board.own[1], material.own[1]))
            .saturating_mul(ways(board.enemy[0], material.enemy[0]))
            .saturating_mul(ways(board.enemy[1], material.enemy[1]));
        all / board.images.len() as u64
    }

    /// How many numbers there are.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    #[inline]
    fn rest(&self, men: &Men, image: Option<&[u8; 64]>) -> u64 {
        let [_, own_kings, enemy_men, enemy_kings] = &self.fields;
        let men = [men.own[1], men.enemy[0], men.enemy[1]];
        let men = match image {
            Some(image) => men.map(|men| turn(men, image)),
            None => men,
        };
        (own_kings.number(men[0]) * enemy_men.ways + enemy_men.number(men[1])) * enemy_kings.ways
            + enemy_kings.number(men[2])
    }

    /// The number of these men, which are of this material.
    #[inline]
    pub(crate) fn number(&self, men: &Men) -> u64 {
        let [own_men, own_kings, enemy_men, enemy_kings] = &self.fields;
        let rest_ways = own_kings.ways * enemy_men.ways * enemy_kings.ways;
        let own = own_men.number(men.own[0]);
        let Some(fold) = &self.fold else {
            return own * rest_ways + self.rest(men, None);
        };
        let class = fold.classes[own as usize];
        let (class, symmetry) = ((class / 8) as usize, (class % 8) as usize);
        let image = (symmetry != 0).then(|| &self.images[symmetry]);
        let mut rest = self.rest(men, image);
        if fold.own_images[class] != 1 {
            // The own men are their own image in more ways than one.
            let turned = |men: u64| image.map_or(men, |image| turn(men, image));
            let men = Men {
                own: [0, turned(men.own[1])],
                enemy: [turned(men.enemy[0]), turned(men.enemy[1])],
            };
            for (symmetry, image) in self.images.iter().enumerate().skip(1) {
                if fold.own_images[class] >> symmetry & 1 == 1 {
                    rest = rest.min(self.rest(&men, Some(image)));
                }
            }
        }
        class as u64 * rest_ways + rest
    }

    /// The men with this number; what they are is not a position if the number is a hole.
    #[inline]
    pub(crate) fn men(&self, mut number: u64) -> Men {
        let mut men = [0; 4];
        for (field, men) in self.fields.iter().zip(&mut men).skip(1).rev() {
            *men = field.men(number % field.ways);
            number /= field.ways;
        }
        let own = self.fold.as_ref().map_or(number, |fold| u64::from(fold.images[number as usize]));
        men[0] = self.fields[0].men(own);
        Men { own: [men[0], men[1]], enemy: [men[2], men[3]] }
    }

    /// Whether these men stand where men of this material can.
    pub(crate) fn holds(&self, men: &Men) -> bool {
        let men = [men.own[0], men.own[1], men.enemy[0], men.enemy[1]];
        self.fields.iter().zip(men).all(|(field, men)| field.holds(men))
    }

    /// Whether one is an image of the other.
    pub(crate) fn are_images(&self, a: &Men, b: &Men) -> bool {
        self.images.iter().any(|image| {
            let turned = |men: [u64; 2]| men.map(|men| turn(men, image));
            turned(a.own) == b.own && turned(a.enemy) == b.enemy
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Numbering;
    use crate::material::Material;
    use andor_core::{EndingBoard, Men};
    use std::collections::HashSet;

    #[test]
    fn numbers_lead_back_to_their_men_where_there_are_no_symmetries() {
        let all = EndingBoard::square(4, 4, 1, 12);
        let board = EndingBoard {
            own: [0xfff0, 0xffff],
            enemy: [0x0fff, 0xffff],
            images: all.images[..1].to_vec(),
            ..all
        };
        let material = Material { own: [1, 2], enemy: [2, 1] };
        let numbering = Numbering::new(&board, material);
        assert_eq!(numbering.len(), 12 * 120 * 66 * 16);
        let mut seen = HashSet::new();
        for number in (0..numbering.len()).step_by(97) {
            let men = numbering.men(number);
            assert_eq!(Material::of(&men), material);
            assert!(numbering.holds(&men));
            assert_eq!(numbering.number(&men), number);
            assert!(seen.insert(men));
        }
        assert!(!numbering.holds(&Men { own: [1, 6], enemy: [3, 8] }), "no man on the king row");
    }

    #[test]
    fn all_images_have_one_number_and_each_number_is_one_of_them() {
        let board = EndingBoard::square(4, 8, 1, 12);
        for material in [[1, 1], [2, 1], [2, 2], [3, 1]] {
            let material = Material { own: [material[0], 0], enemy: [material[1], 0] };
            let numbering = Numbering::new(&board, material);
            let mut used = HashSet::new();
            let mut orbits = 0;
            for number in 0..numbering.len() {
                let men = numbering.men(number);
                let least = numbering.number(&men);
                assert!(least <= number);
                assert!(numbering.are_images(&men, &numbering.men(least)));
                if least < number {
                    continue;
                }
                orbits += 1;
                for image in &board.images {
                    let turn = |men: [u64; 2]| men.map(|men| super::turn(men, image));
                    let turned = Men { own: turn(men.own), enemy: turn(men.enemy) };
                    assert_eq!(numbering.number(&turned), number);
                    used.insert(turned);
                }
            }
            // Every placement is an image of some number's.
            let ways = |men: u32| super::choose(16, men as usize);
            assert_eq!(used.len() as u64, ways(material.own[0]) * ways(material.enemy[0]));
            assert!(orbits as u64 * 8 >= used.len() as u64);
        }
    }
}
