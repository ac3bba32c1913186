//! What a search does about the graph-history interaction problem: the same position reached on two
//! paths need not have the same value (Palay 1983; Campbell 1985; Kishimoto and Müller 2004).

use andor_core::Named;

/// How results that depend on the path are kept, and whether they are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Ghi {
    /// The sound scheme that measured best: `Beginnings` where repetition is a draw, `Twins` under
    /// superko.
    #[default]
    Sound,
    /// Kishimoto and Müller's scheme: base and twin entries, path codes, simulation. Sound under
    /// both rules.
    Twins,
    /// Store every result as if it held on all paths. *Unsound*: for measuring what that does.
    Ignore,
    /// Nagai's scheme (2002), as Kishimoto and Müller describe it: a move back to the path is not
    /// disproved at once, and no result of a repetition is stored. It has the thresholds of the
    /// position that it leads to as its numbers, so that these grow; where they exceed a large
    /// preset, a position is searched again on the assumption that moves back to *it* are disproved.
    /// *Incomplete*, and only where repetition is a draw.
    Nagai,
}

impl Named for Ghi {
    const ALL: &'static [Ghi] = &[Ghi::Sound, Ghi::Twins, Ghi::Ignore, Ghi::Nagai];

    fn name(self) -> &'static str {
        match self {
            Ghi::Sound => "sound",
            Ghi::Twins => "twins",
            Ghi::Ignore => "ignore",
            Ghi::Nagai => "nagai",
        }
    }

    fn meaning(self) -> &'static str {
        match self {
            Ghi::Sound => "The sound scheme that measured best",
            Ghi::Twins => "Kishimoto and Müller's twins and simulation",
            Ghi::Ignore => "Nothing: unsound, for experiments",
            Ghi::Nagai => "Nagai's scheme: incomplete, for experiments",
        }
    }
}

impl Ghi {
    /// What every report must say of it; nothing where all is well.
    #[must_use]
    pub fn warning(self) -> Option<&'static str> {
        match self {
            Ghi::Sound | Ghi::Twins => None,
            Ghi::Ignore => Some("unsound"),
            Ghi::Nagai => Some("incomplete"),
        }
    }
}
