//! Connectivity on bitboards: are all men of a side in one unit?
//!
//! Men are connected over edges and corners. The answer is a flood from one man, but most boards
//! never get that far: a man without a neighbour, on a side with other men, settles it. Measured
//! on prototypes, the early reject costs a sixth of a flood on scattered
//! boards; quad counts (Winands' thesis, 3.1; Gray 1971) pay only when kept incrementally.
//!
//! ```text
//!   . b . .      isolated: b4      . b b .      no man is isolated, the flood from
//!   . . . b      -> not one        . . . .      b1 reaches two of four men
//!   . . . b         unit           b . . .      -> not one unit
//!   b b . .                        . b . .
//! ```

/// All squares but those of the first, or of the last file. On boards of fewer than eight columns
/// a step over the edge ends on a bit that belongs to no square.
const NOT_FILE_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_FILE_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The squares of `men` and all their neighbours.
#[inline(always)]
pub(super) fn with_neighbours(men: u64) -> u64 {
    let wide = men | (men << 1 & NOT_FILE_A) | (men >> 1 & NOT_FILE_H);
    wide | wide << 8 | wide >> 8
}

/// The men that have no neighbour among `men`.
#[inline(always)]
pub(super) fn isolated(men: u64) -> u64 {
    let sides = (men << 1 & NOT_FILE_A) | (men >> 1 & NOT_FILE_H);
    let wide = men | sides;
    men & !(sides | wide << 8 | wide >> 8)
}

/// The unit of `men` that `seed`, one or more of them, belongs to.
#[inline(always)]
pub(super) fn unit(men: u64, seed: u64) -> u64 {
    let mut reached = seed;
    loop {
        let more = with_neighbours(reached) & men;
        if more == reached {
            return reached;
        }
        reached = more;
    }
}

/// Whether `men` are one unit. No men are none.
#[inline(always)]
pub(super) fn is_one_unit(men: u64) -> bool {
    if men & men.wrapping_sub(1) == 0 {
        return men != 0;
    }
    isolated(men) == 0 && unit(men, men & men.wrapping_neg()) == men
}

#[cfg(test)]
mod tests {
    use super::{is_one_unit, isolated, unit};
    use andor_core::SplitMix64;

    /// The men reached from `start` by walking from neighbour to neighbour.
    fn plain_flood(men: u64, start: usize) -> u64 {
        let mut reached = 1u64 << start;
        let mut open = vec![start];
        while let Some(square) = open.pop() {
            for other in 0..64 {
                let columns = (square % 8).abs_diff(other % 8);
                let rows = (square / 8).abs_diff(other / 8);
                let near = columns.max(rows) == 1;
                if near && men >> other & 1 == 1 && reached >> other & 1 == 0 {
                    reached |= 1 << other;
                    open.push(other);
                }
            }
        }
        reached
    }

    #[test]
    fn floods_equal_a_plain_walk_on_random_boards() {
        let mut random = SplitMix64::new(7);
        let mut connected = 0;
        for round in 0..60_000 {
            let size = 3 + round % 6;
            // Scattered men, or men that grow from each other.
            let mut men = 0u64;
            for _ in 0..random.below(2 * size) {
                let place =
                    |random: &mut SplitMix64| (random.below(size) + 8 * random.below(size)) as u32;
                let mut square = place(&mut random);
                if round % 2 == 0 {
                    for _ in 0..20 {
                        if super::with_neighbours(men) >> square & 1 == 1 {
                            break;
                        }
                        square = place(&mut random);
                    }
                }
                men |= 1 << square;
            }
            let mut plain = men == 0;
            for start in (0..64).filter(|start| men >> start & 1 == 1) {
                let walk = plain_flood(men, start);
                assert_eq!(unit(men, 1 << start), walk, "{men:x}");
                assert_eq!(isolated(men) >> start & 1 == 1, walk == 1 << start, "{men:x}");
                plain = walk == men;
            }
            assert_eq!(is_one_unit(men), plain && men != 0, "{men:x}");
            connected += u32::from(plain);
        }
        assert!((5_000..50_000).contains(&connected), "{connected}");
    }
}
