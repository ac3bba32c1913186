//! Somebody who searches much faster than the threads of this process, a card, and leaves values.
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
use andor_core::{Counters, Game, InputError, Limits, Observer, Stopped};

/// What an accelerator is asked.
#[derive(Debug)]
pub struct FastTask<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// The position, which is not over.
    pub root: &'a G::Position,
    /// The weights of the game's order of moves.
    pub weights: &'a [i32],
    /// When to stop.
    pub limits: &'a Limits,
}

impl<G: Game> Clone for FastTask<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for FastTask<'_, G> {}

/// How the search of an accelerator ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accelerated {
    /// Why.
    pub stopped: Stopped,
    /// Whether the side to move wins, as it says.
    pub won: Option<bool>,
    /// Its work.
    pub counters: Counters,
    /// The values that it has kept.
    pub entries: u64,
    /// Bytes of its memory.
    pub memory: u64,
}

/// A fast searcher of a game without draws and repetitions whose positions have exact codes.
pub trait Accelerator<G: Game> {
    /// Refuses what it cannot search.
    ///
    /// # Errors
    /// Says why.
    fn check(&self, game: &G, root: &G::Position, weights: &[i32]) -> Result<(), InputError>;

    /// Searches until the root is solved or a limit is reached; `None` if there is nothing to search.
    ///
    /// # Errors
    /// If it fails, says why.
    fn search(
        &mut self,
        task: &FastTask<'_, G>,
        observer: &mut dyn Observer,
    ) -> Result<Option<Accelerated>, String>;

    /// Shows all words of its table, empty ones too, until `take` has had enough.
    ///
    /// # Errors
    /// If it fails, says why.
    fn values(&mut self, take: &mut dyn FnMut(&[u64]) -> bool) -> Result<(), String>;
}

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
