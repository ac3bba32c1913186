//! The boolean search with an [`accelerator`](crate::accelerator).
//!
//! ```text
//!   search      the accelerator searches the root, with a table of its own
//!   take over   its values come into the table of this search, most work first where there is no room
//!   go on       the threads search the same root: what is in the table is found, what is not is searched
//! ```
//!
//! The entries have the form of [`bucket`](super::bucket): both name positions by the same exact codes.
//! Whatever came over, the answer is that of the threads, and a wrong value does not pass the
//! verification of the certificate.

use super::Boolean;
use super::shared::CommonGround;
use super::table::{Naming, SolvedTable};
use crate::accelerator::{Accelerator, FastTask};
use andor_core::{Counters, Game, Observer, Stopped};

/// What has become of the accelerator's part.
pub(super) enum Help {
    /// The threads go on, with what it has found.
    Taken(Counters),
    /// The search ends here.
    Ended(Stopped, Counters),
}

impl<G: Game> Boolean<G> {
    /// Has every later search begun by an accelerator.
    pub fn accelerate(&mut self, accelerator: Box<dyn Accelerator<G>>) {
        self.accelerator = Some(accelerator);
    }

    /// Has the accelerator search, and takes its values over.
    pub(super) fn be_helped(
        &mut self,
        task: &FastTask<'_, G>,
        shared: &CommonGround,
        observer: &mut dyn Observer,
    ) -> Help {
        let none = Counters::default();
        let Some(accelerator) = self.accelerator.as_mut().filter(|_| !self.is_repairing) else {
            return Help::Taken(none);
        };
        let fails = |why: String, counters, observer: &mut dyn Observer| {
            observer.note(&why);
            Help::Ended(Stopped::Device, counters)
        };
        if Naming::of(task.game) == Naming::Hashed || !task.game.is_drawless() {
            let why = "no card searches a game with draws or without exact codes";
            return fails(why.to_owned(), none, observer);
        }
        let found = match accelerator.search(task, observer) {
            Ok(None) => return Help::Taken(none),
            Ok(Some(found)) => found,
            Err(why) => return fails(why, none, observer),
        };
        if found.stopped != Stopped::Solved {
            return Help::Ended(found.stopped, found.counters);
        }
        let threads = self.config.threads.max(1);
        shared.table_alone().reserve(found.entries);
        let table = shared.table();
        let interrupt = &task.limits.interrupt;
        let taken = accelerator.values(&mut |words| {
            table.adopt(words, threads);
            !interrupt.load(std::sync::atomic::Ordering::Relaxed)
        });
        match taken {
            Ok(()) => Help::Taken(found.counters),
            Err(why) => fails(why, found.counters, observer),
        }
    }
}

impl SolvedTable {
    /// Makes room for so many entries, as far as the budget goes.
    fn reserve(&mut self, entries: u64) {
        while self.has_less_room_than(entries) {
            self.grow();
        }
    }

    /// Takes entries over, each a word; words without a value are none.
    fn adopt(&self, words: &[u64], threads: usize) {
        let share = words.len().div_ceil(threads).max(1);
        std::thread::scope(|scope| {
            for words in words.chunks(share) {
                scope.spawn(|| {
                    let more = words.iter().filter(|&&word| self.adopt_word(word)).count();
                    self.count(more as u64);
                });
            }
        });
    }
}
