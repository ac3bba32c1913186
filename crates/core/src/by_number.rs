//! Sorting by numbers, compiled once: what is sorted is numbers, whatever they stand for. The standard
//! library's sorts are some ten functions for every kind of item, which is much for a list of moves.

/// Up to so many items are sorted where they stand.
const FEW: usize = 20;

/// Puts items into the order of their numbers, the least first; equal ones stay as they are.
pub fn sort_by_number<T: Copy>(items: &mut [T], number: impl Fn(&T) -> u64) {
    // Most rules make their moves in order.
    if items.is_sorted_by_key(&number) {
        return;
    }
    if items.len() <= FEW {
        for end in 1..items.len() {
            let item = items[end];
            let own = number(&item);
            let mut place = end;
            while place > 0 && number(&items[place - 1]) > own {
                items[place] = items[place - 1];
                place -= 1;
            }
            items[place] = item;
        }
        return;
    }
    let mut order: Vec<(u64, usize)> =
        items.iter().enumerate().map(|(at, item)| (number(item), at)).collect();
    sort(&mut order);
    let sorted: Vec<T> = order.iter().map(|&(_, at)| items[at]).collect();
    items.copy_from_slice(&sorted);
}

#[inline(never)]
fn sort(order: &mut [(u64, usize)]) {
    order.sort_unstable();
}

#[cfg(test)]
mod tests {
    use super::{FEW, sort_by_number};
    use crate::SplitMix64;

    #[test]
    fn equal_ones_stay_as_they_are() {
        let mut words = ["pear", "fig", "plum", "kiwi", "nut"];
        sort_by_number(&mut words, |word| word.len() as u64);
        assert_eq!(words, ["fig", "nut", "pear", "plum", "kiwi"]);
        sort_by_number(&mut words[..0], |_| unreachable!("there is nothing to sort"));
    }

    #[test]
    fn lists_of_every_length_are_sorted() {
        let mut random = SplitMix64::new(1);
        for length in 0..3 * FEW {
            for numbers in [1, 4, 1000] {
                let item = |at| (random.below(numbers), at);
                let mut items: Vec<(usize, usize)> = (0..length).map(item).collect();
                let mut expected = items.clone();
                expected.sort_by_key(|&(number, _)| number);
                sort_by_number(&mut items, |&(number, _)| number as u64);
                assert_eq!(items, expected);
            }
        }
    }
}
