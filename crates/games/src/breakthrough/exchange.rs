//! The exchange rule: a man that arrives on the last row but one with enough support wins.
//!
//! ```text
//!   5  . b . b .   A = 2: the men that can take on c4
//!   4  . . * . .   a white man goes c3-c4
//!   3  . w w w .   D = 2: the men that can take back there
//! ```
//!
//! **Claim.** The side to move has nobody to fear: no enemy man is one step from home. If one of its
//! men can go, straight or diagonally, to a square t of the last row but one, where A enemy men can
//! take it and D other own men can take back, and D >= A, then it wins.
//!
//! **Proof.** A man on t arrives with the next move, and the enemy cannot win before: so it must take
//! on t, with one of the A men that stand diagonally ahead of t, and then has one of them less. The
//! man that took is taken by one of the D men that stand diagonally behind t, which threatens the
//! same again. Nothing else moves meanwhile, so the enemy has no man one step from home either (on
//! four rows too: t is two steps from the enemy's goal). Since D >= A, the enemy runs out of takers
//! first, and the man on t goes home.
//!
//! A man that stands right behind t can go there, but not take there; so a straight move leaves both
//! diagonal places for D, a diagonal move one of them.

/// Whether the rule applies, in a position where no enemy man is one step from home and no own man
/// is. Masks of columns: the own men two steps from home, enemy men on the row they are about to
/// enter, and on the goal row; `full` has all columns.
#[inline]
pub(super) fn wins_by_exchange(own: u64, enemy_ahead: u64, enemy_home: u64, full: u64) -> bool {
    let left_taker = enemy_home << 1 & full;
    let right_taker = enemy_home >> 1;
    let none = !(left_taker | right_taker);
    let at_most_one = !(left_taker & right_taker);
    let left = own << 1 & full;
    let right = own >> 1;
    let straight = own & !enemy_ahead;
    let by_straight = straight & (none | at_most_one & (left | right) | left & right);
    let by_diagonal = (left | right) & none | left & right & at_most_one;
    by_straight | by_diagonal != 0
}

#[cfg(test)]
mod tests {
    use super::wins_by_exchange;

    /// Rows from the goal down, columns from the right: `.` or a man.
    fn applies(home: &str, ahead: &str, own: &str) -> bool {
        let mask = |row: &str| row.chars().fold(0, |mask, c| mask << 1 | u64::from(c != '.'));
        wins_by_exchange(mask(own), mask(ahead), mask(home), 0b1_1111)
    }

    #[test]
    fn as_many_defenders_as_attackers_are_enough() {
        assert!(applies(".b.b.", ".....", ".www."));
        assert!(!applies("bbbbb", ".....", ".ww.."));
        assert!(applies(".b...", ".....", "..ww."));
        assert!(!applies("bbbbb", "..b..", "..w.."));
        // d4 is attacked by c5 alone; one man goes there diagonally, the other one takes back.
        assert!(applies("..b..", "..bb.", "..w.w"));
        // Nobody guards a4.
        assert!(applies("b.bbb", ".....", "w...."));
        assert!(!applies("bbbbb", "bbbbb", "w...."));
    }
}
