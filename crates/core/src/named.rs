//! Choices that people make by a word.

/// A choice among a few, each with a name and a meaning. Help, readers and writers are made from these.
pub trait Named: Copy + PartialEq + Send + Sync + 'static {
    /// All of them, in the order of the documentation.
    const ALL: &'static [Self];

    /// The word.
    fn name(self) -> &'static str;

    /// What it stands for, in a line of help.
    fn meaning(self) -> &'static str;

    /// The choice with this name.
    #[must_use]
    fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|choice| choice.name() == name)
    }
}
