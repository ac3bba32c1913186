//! Two levels: leaves of the threads' search are put to an [`Accelerator`].
//!
//! The threads' df-pn decides what is worth proving. A position whose job has not solved it belongs to the top
//! from then on, and is put to the accelerator once, by then:
//!
//! ```text
//!   thread   job, not solved  --+
//!   thread   job, solved        +-->  leaves that wait  -->  batch  -->  accelerator
//!   thread   job, not solved  --+                                            |
//!                                     table  <--  won, lost  <---------------+
//! ```
//!
//! Nobody waits for an answer. As long as it is out, the leaf is marked as if a thread were at work there, and
//! the others go elsewhere. One thread more takes all that wait at a time; so batches grow with the time that the
//! accelerator takes. What it cannot settle in a moment is left to df-pn, which goes on below it.

use super::{Common, End, Top, VirtualNumbers};
use crate::accelerator::{Accelerator, FastTask, Settled};
use crate::depth_first::DepthFirst;
use crate::numbers::Numbers;
use andor_core::{Counters, Game, Key, Stopped};

/// So many leaves wait at most; others are not put to it.
const MOST_LEAVES: usize = 4096;

/// A position that an accelerator is asked about.
pub(super) struct Leaf<P> {
    position: P,
    /// The positions from the root to this one, which all are marked.
    path: Vec<Key>,
}

/// What waits for an accelerator, and what has become of it.
pub(super) struct Leaves<P> {
    /// Whether there is one.
    is_open: bool,
    waiting: Vec<Leaf<P>>,
    /// How many it was asked about, and how many of these it has settled.
    asked: u64,
    settled: u64,
    /// Why it has failed.
    failure: Option<String>,
}

impl<P> Leaves<P> {
    pub(super) fn new(is_open: bool) -> Leaves<P> {
        Leaves { is_open, waiting: Vec::new(), asked: 0, settled: 0, failure: None }
    }

    /// Whether one more may be put to the accelerator.
    pub(super) fn has_room(&self) -> bool {
        self.is_open && self.waiting.len() < MOST_LEAVES
    }

    /// Whether there may be values that only an accelerator knows, this one or that of a run before.
    pub(super) fn is_open(&self) -> bool {
        self.is_open
    }

    /// What there is to say in the end; nothing if nothing was asked.
    pub(super) fn report(&self) -> Option<String> {
        let Leaves { asked, settled, .. } = self;
        let told = (*asked > 0).then(|| format!("device: {asked} leaves, {settled} settled"));
        self.failure.clone().or(told)
    }
}

impl<G: Game> Common<'_, G> {
    /// Puts what waits to the accelerator, until the search ends.
    pub(super) fn serve(&self, accelerator: &mut dyn Accelerator<G>) {
        let Common { game, root, limits, .. } = *self;
        let weights = game.order().map_or(&[][..], |order| order.weights());
        let task = FastTask { game, root, weights, limits };
        while let Some(leaves) = self.next_leaves() {
            let positions: Vec<_> = leaves.iter().map(|leaf| leaf.position.clone()).collect();
            let found = accelerator.settle(&task, &positions);
            self.take_in(&leaves, found);
        }
    }

    /// All leaves that wait, as soon as there is one; `None` when the search is over.
    fn next_leaves(&self) -> Option<Vec<Leaf<G::Position>>> {
        let is_idle = |top: &mut Top<G>| top.end.is_none() && top.leaves.waiting.is_empty();
        let top = self.questions.wait_while(self.top(), is_idle);
        let mut top = top.expect("a thread that panics ends the search");
        top.end.is_none().then(|| std::mem::take(&mut top.leaves.waiting))
    }

    /// Takes in what has come of leaves.
    fn take_in(
        &self,
        leaves: &[Leaf<G::Position>],
        found: Result<(Vec<Settled>, Counters), String>,
    ) {
        let _together = self.world.read().expect("a thread that panics ends the search");
        let mut top = self.top();
        match found {
            Ok((found, counters)) => {
                top.counters += counters;
                top.leaves.asked += leaves.len() as u64;
                for (leaf, Settled { won, expanded }) in leaves.iter().zip(found) {
                    if let (Some(won), Some(&key)) = (won, leaf.path.last()) {
                        let numbers = if won { Numbers::WON } else { Numbers::LOST };
                        self.table.store(key, numbers, expanded.max(1));
                        top.leaves.settled += 1;
                    }
                    for &key in &leaf.path {
                        top.marks.leave(key);
                    }
                }
            }
            Err(why) => {
                top.leaves.failure = Some(why);
                top.end.get_or_insert(End::Stopped(Stopped::Device));
                self.over.notify_all();
            }
        }
        self.news.notify_all();
    }
}

impl<G: Game> DepthFirst<G> {
    /// Puts the position of a job of this size to the accelerator, if it is still not solved and belongs to the
    /// top now.
    pub(super) fn ask(
        &self,
        common: &Common<'_, G>,
        top: &mut Top<G>,
        key: Key,
        position: G::Position,
        size: u64,
    ) {
        let known = common.table.probe(key);
        let open = known.filter(|known| !known.numbers.is_solved() && known.work >= size);
        let Some(known) = open else { return };
        let path = self.mark(&mut top.marks, key, known.numbers);
        top.leaves.waiting.push(Leaf { position, path });
        common.questions.notify_one();
    }

    /// Marks a child of the top frame with these numbers, and the path to it, as places where work is being done.
    pub(super) fn mark(&self, marks: &mut VirtualNumbers, key: Key, numbers: Numbers) -> Vec<Key> {
        marks.enter(key, VirtualNumbers::assumed(numbers));
        for depth in (0..self.frames.len()).rev() {
            let numbers = self.virtual_numbers(depth, marks);
            marks.enter(self.frames[depth].key, numbers);
        }
        self.frames.iter().map(|frame| frame.key).chain([key]).collect()
    }
}
