//! Sorting by numbers, compiled once: what is sorted is numbers, whatever they stand for.

/// Puts items into the order of their numbers, the least first; equal ones stay as they are.
pub fn sort_by_number<T: Copy>(items: &mut [T], number: impl Fn(&T) -> u64) {
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
    use super::sort_by_number;

    #[test]
    fn equal_ones_stay_as_they_are() {
        let mut words = ["pear", "fig", "plum", "kiwi", "nut"];
        sort_by_number(&mut words, |word| word.len() as u64);
        assert_eq!(words, ["fig", "nut", "pear", "plum", "kiwi"]);
        sort_by_number(&mut words[..0], |_| unreachable!("there is nothing to sort"));
    }
}
