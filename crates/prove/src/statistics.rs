//! What there is to say about a search whose work was done in jobs.

/// What there is to say about the jobs of a search.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Statistics {
    /// Workers.
    pub workers: u64,
    /// Jobs given out.
    pub jobs: u64,
    /// Leaves of the coordinator's tree that were expanded or settled.
    pub expanded: u64,
    /// Nodes of that tree ever made.
    pub touched: u64,
    /// Partial results that came in.
    pub partials: u64,
    /// Jobs whose leaf was gone before they ended.
    pub stale: u64,
    /// Seconds that workers waited for a leaf, all together.
    pub idle_seconds: f64,
    /// Seconds of the search.
    pub seconds: f64,
    /// Seconds that workers waited for the tree, all together.
    pub waited_seconds: f64,
    /// Seconds that the tree was in somebody's hands.
    pub held_seconds: f64,
    /// Of workers that were pretended, what became of these.
    pub simulated: Option<Simulated>,
}

impl Statistics {
    /// The share of their time that workers were at work.
    #[must_use]
    pub fn busy(&self) -> f64 {
        if let Some(simulated) = self.simulated {
            return simulated.busy(self.workers);
        }
        1.0 - self.idle_seconds / (self.seconds * self.workers as f64).max(f64::MIN_POSITIVE)
    }
}

/// What came of a simulated search, beside what is known of any.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Simulated {
    /// The end, in nodes that one worker would have made by then.
    pub makespan: u64,
    /// The same of all workers together: what they worked, whether it was of use or not.
    pub worked: u64,
    /// How long the coordinator was at work.
    pub coordinated: u64,
}

impl Simulated {
    /// The share of their time that workers were at work.
    #[must_use]
    pub fn busy(&self, workers: u64) -> f64 {
        self.worked as f64 / (self.makespan * workers).max(1) as f64
    }
}
