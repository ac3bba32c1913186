//! What a search by jobs does here beyond the text of the Breakthrough paper, each of which can be left out:
//! so it can be said what each is worth, and the paper's own form can be run (`andor bench ppn2-shares`).
//!
//! * *Mirrors.* Of moves to positions that are the same to the search, such as mirror images, a PN job keeps one.
//!   The paper does not speak of symmetry.
//! * *Small start.* While there are fewer free leaves than workers, jobs are a sixteenth of their size.
//! * *Next best.* Where all most-proving leaves are taken, the next best one is given out. The paper takes tasks
//!   from the most-proving ones alone (2.3); who finds none then waits until the tree changes.
//! * *Early end.* A job whose leaf is gone ends when it speaks the next time. In the paper it goes on to its last
//!   descent, and what it says is not looked at.

use andor_core::Named;

/// Something that the paper's search does not do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Addition {
    /// Of moves to the same position or to mirror images one is kept.
    Mirrors,
    /// Jobs are small while leaves are scarce.
    SmallStart,
    /// The next best leaf where all most-proving ones are taken.
    NextBest,
    /// Jobs whose leaf is gone end.
    EarlyEnd,
}

impl Named for Addition {
    const ALL: &'static [Addition] =
        &[Addition::Mirrors, Addition::SmallStart, Addition::NextBest, Addition::EarlyEnd];

    fn name(self) -> &'static str {
        match self {
            Addition::Mirrors => "mirrors",
            Addition::SmallStart => "small-start",
            Addition::NextBest => "next-best",
            Addition::EarlyEnd => "early-end",
        }
    }

    fn meaning(self) -> &'static str {
        match self {
            Addition::Mirrors => "Of moves to mirror images one is kept",
            Addition::SmallStart => "Jobs are small while leaves are scarce",
            Addition::NextBest => "The next best leaf where all most-proving ones are taken",
            Addition::EarlyEnd => "Jobs whose leaf is gone end",
        }
    }
}

/// The additions that are left out; none by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Without(u8);

impl Without {
    /// Nothing is left out.
    pub const NOTHING: Without = Without(0);

    /// Leaves this one out as well.
    #[must_use]
    pub fn and(self, addition: Addition) -> Without {
        Without(self.0 | 1 << addition as u8)
    }

    /// Whether this one is left out.
    #[must_use]
    pub fn lacks(self, addition: Addition) -> bool {
        self.0 & (1 << addition as u8) != 0
    }

    /// All that are left out.
    pub fn all(self) -> impl Iterator<Item = Addition> {
        Addition::ALL.iter().copied().filter(move |&addition| self.lacks(addition))
    }
}

impl FromIterator<Addition> for Without {
    fn from_iter<I: IntoIterator<Item = Addition>>(additions: I) -> Without {
        additions.into_iter().fold(Without::NOTHING, Without::and)
    }
}
