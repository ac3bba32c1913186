//! The programs on the processor in the place of a card, which can lie and fail; and what its searches are given.

use crate::Position;
use crate::program::{Host, seen};
use andor_core::{
    Counters, InputError, Observer, Oracle, Outcome, ProofEntry, ProofSink, Reading, Stopped,
};
use andor_games::breakthrough::Breakthrough;
use andor_prove::accelerator::{Accelerated, Accelerator, FastTask, Settled};
use andor_tables::zone::ZoneTable;
use std::sync::Arc;

/// The programs in the place of a card.
pub(crate) struct Pretended {
    pub(crate) host: Host,
    pub(crate) workers: usize,
    /// Leaves are searched for so many rounds of four steps.
    pub(crate) rounds: usize,
    /// Every so many entries are told wrong; 0 for none.
    pub(crate) wrong: usize,
    /// So many more leaves, and it fails.
    pub(crate) leaves: usize,
    /// It fails when its values are asked for.
    pub(crate) fails: bool,
}

impl Pretended {
    pub(crate) fn new(host: Host, workers: usize) -> Pretended {
        Pretended { host, workers, rounds: 4, wrong: 0, leaves: usize::MAX, fails: false }
    }

    /// Searches positions side by side: their values, the work for each, and of all.
    pub(crate) fn ask(
        &mut self,
        game: &Breakthrough,
        positions: &[Position],
        rounds: usize,
    ) -> (Vec<Settled>, Counters, u64) {
        for position in positions {
            self.host.ask(&format!("task {}", seen(game, position)));
        }
        let found = self.host.numbers(&format!("search {} 4 {rounds}", self.workers));
        let number = |at: usize| found[at] as u64;
        let (nodes, expanded, entries) = (number(0), number(1), number(2));
        let counters = Counters { nodes, expanded, ..Default::default() };
        let settled = |task: &[i64]| Settled {
            won: (task[0] != 0).then_some(task[0] == 2),
            expanded: task[1] as u64,
        };
        (found[3..].chunks_exact(2).map(settled).collect(), counters, entries)
    }
}

impl Accelerator<Breakthrough> for Pretended {
    fn check(&self, _: &Breakthrough, _: &Position, _: &[i32]) -> Result<(), InputError> {
        Ok(())
    }

    fn search(
        &mut self,
        task: &FastTask<'_, Breakthrough>,
        _: &mut dyn Observer,
    ) -> Result<Option<Accelerated>, String> {
        let root = std::slice::from_ref(task.root);
        let (found, counters, entries) = self.ask(task.game, root, usize::MAX);
        let stopped = Stopped::Solved;
        Ok(Some(Accelerated { stopped, won: found[0].won, counters, entries, memory: 0 }))
    }

    fn settle(
        &mut self,
        task: &FastTask<'_, Breakthrough>,
        positions: &[Position],
    ) -> Result<(Vec<Settled>, Counters), String> {
        self.leaves = self.leaves.saturating_sub(positions.len());
        if self.leaves == 0 {
            return Err("the card failed: out of memory".into());
        }
        let (mut found, counters, _) = self.ask(task.game, positions, self.rounds);
        for (number, settled) in found.iter_mut().enumerate() {
            if self.wrong > 0 && (self.leaves + number).is_multiple_of(self.wrong) {
                settled.won = settled.won.map(|won| !won);
            }
        }
        Ok((found, counters))
    }

    fn values(&mut self, take: &mut dyn FnMut(&[u64]) -> bool) -> Result<(), String> {
        if self.fails {
            return Err("the card failed: lost".into());
        }
        let words = self.host.ask("words");
        let words = words.split(' ').map(|word| word.parse::<u64>().unwrap()).enumerate();
        let tell = |(number, word): (usize, u64)| match self.wrong {
            0 => word,
            wrong if number % wrong == 0 => word ^ 3,
            _ => word,
        };
        take(&words.map(tell).collect::<Vec<u64>>());
        Ok(())
    }
}

/// The zone table as an oracle.
pub(crate) struct Asked(pub(crate) Arc<ZoneTable>);

impl Oracle<Breakthrough> for Asked {
    fn probe(&self, game: &Breakthrough, position: &Position) -> Option<Outcome> {
        self.0.look(game, position)
    }

    fn read(&self, game: &Breakthrough, position: &Position) -> Reading {
        self.0.read(game, position)
    }
}

/// Entries of a proof, counted.
#[derive(Default)]
pub(crate) struct Entries(pub(crate) u64);

impl ProofSink for Entries {
    fn entry(&mut self, _: ProofEntry<'_>) -> Result<(), InputError> {
        self.0 += 1;
        Ok(())
    }
}
