//! What a worker has to lose: a purse that bad work empties and good work fills again.
//!
//! Three pieces of bad work in a row, or one in nine for long, and it is empty: then the worker is out. A
//! job that is not done by its deadline costs all that a newcomer has, for somebody waited that long.
//! Honest workers fail now and then; their purse is full most of the time.

/// What a worker did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Deed {
    /// A result that came to be of use.
    Useful,
    /// What an honest worker may do now and then: a claim without proof that is not borne out, a job in
    /// hand when it leaves or falls silent.
    Doubtful,
    /// A job it could not do, or a result that no honest worker sends.
    Bad,
    /// A job that was not done by its deadline.
    Overdue,
}

const FULL: u32 = 24;
const BAD: u32 = FULL / 3;

/// The purse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Credit(u32);

impl Credit {
    pub(super) fn new() -> Credit {
        Credit(FULL)
    }

    /// Counts a deed; `true` if that was one too many.
    pub(super) fn count(&mut self, deed: Deed) -> bool {
        self.0 = match deed {
            Deed::Useful => (self.0 + 1).min(FULL),
            Deed::Doubtful => self.0.saturating_sub(1),
            Deed::Bad => self.0.saturating_sub(BAD),
            Deed::Overdue => self.0.saturating_sub(FULL),
        };
        self.0 == 0
    }

    pub(super) fn is_full(self) -> bool {
        self.0 == FULL
    }
}

#[cfg(test)]
mod tests {
    use super::{Credit, Deed};

    #[test]
    fn three_in_a_row_are_too_many_and_good_work_pays() {
        let mut credit = Credit::new();
        assert_eq!([Deed::Bad; 3].map(|deed| credit.count(deed)), [false, false, true]);
        let mut credit = Credit::new();
        for _ in 0..100 {
            assert!(!credit.count(Deed::Bad));
            (0..8).for_each(|_| assert!(!credit.count(Deed::Useful)));
        }
        assert!(credit.count(Deed::Overdue));
    }
}
