//! Before a search: what a repetition means to it, and the tables it works with.

use super::{DepthFirst, Paths, REPETITION_SHARE, SecondLevel, TableShare, table_budget};
use crate::cycles::Cycles;
use crate::ghi::Ghi;
use crate::path_keys::PathKeys;
use crate::solver::Kept;
use crate::table::Table;
use andor_core::{Counters, Game, InputError, Limits, Question};
use std::sync::Arc;

impl<G: Game> DepthFirst<G> {
    /// The table of this question: the one at hand, the one of a checkpoint, or a new one.
    pub(super) fn prepare(
        &mut self,
        question: Question,
        limits: &Limits,
        cycles: Cycles,
    ) -> Result<(), InputError> {
        self.root_numbers = None;
        self.leaned = 0;
        self.cycles = cycles;
        self.road.clear();
        self.counters = Counters::default();
        self.merged_at_root = 0;
        self.frames.clear();
        self.path_keys = PathKeys::default();
        self.children.clear();
        if let Some(saved) = self.resumed.take_if(|saved| saved.question == question) {
            self.counters = saved.counters;
            self.table = Some(Kept { question, found: Arc::new(saved.table) });
        }
        match &self.table {
            Some(kept) if kept.question == question => {}
            _ => {
                let mut bytes = table_budget(limits.memory);
                // The wins that were found for the other player are kept if they leave room. A
                // checkpoint has one table, whose size follows from the memory alone.
                self.other = self.table.take().filter(|kept| {
                    kept.question.player != question.player
                        && kept.found.bytes() <= bytes / 4
                        && self.checkpoint.is_none()
                });
                bytes -= self.other.as_ref().map_or(0, |kept| kept.found.bytes());
                self.solved_root = None;
                self.paths = Paths::default();
                self.second = None;
                let mut entries = limits.tree_nodes;
                if let Some(second) = self.config.second {
                    if second.share == TableShare::Half {
                        entries = entries.map(|nodes| nodes / 2);
                    }
                    self.second = Some(SecondLevel::new(second, bytes / 2, limits.tree_nodes)?);
                    bytes /= 4;
                }
                let bytes = bytes.min(entries.map_or(u64::MAX, Table::bytes_for));
                let mut table = Table::new(bytes)?;
                table.set_replacement(self.config.replacement);
                self.table = Some(Kept { question, found: Arc::new(table) });
            }
        }
        self.road.is_kept = match cycles {
            Cycles::Superko { .. } => true,
            Cycles::Draw => self.config.ghi == Ghi::Twins,
            Cycles::Impossible => false,
        };
        if !self.paths.is_cyclic {
            let bytes = limits.memory / REPETITION_SHARE;
            self.paths = Paths::new(cycles, self.config.ghi, self.config.preset, bytes);
        }
        Ok(())
    }

    /// What a repetition means to this search; `None` if it is not sound for the game.
    pub(super) fn cycles_of(&self, game: &G) -> Option<Cycles> {
        Some(match Cycles::of(game)? {
            Cycles::Superko { .. } if self.config.free_play => Cycles::Draw,
            Cycles::Superko { .. } if self.config.distrusts_clean => {
                Cycles::Superko { trusts_clean: false }
            }
            cycles => cycles,
        })
    }
}
