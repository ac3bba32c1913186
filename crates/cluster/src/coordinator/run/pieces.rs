//! Results that are too long for a message: whose pieces are collected, and what becomes of those who send others.
//!
//! Room is for the results of jobs that their workers have. A worker that says it had a job before, of which nobody
//! knows any more, is believed with little room (`parts`, standing).

use super::super::Receipt;
use super::super::credit::Deed;
use super::Search;
use crate::message::{FromWorker, ResultPart, RunningJob, decode_result};
use crate::parts::{Came, Unfinished};
use andor_engine::remote::Lease;

impl Search<'_, '_> {
    /// A piece of a long result.
    pub(super) fn part(&mut self, from: String, part: ResultPart, token: Option<u64>) {
        let (said, length) = (part.lease, part.length);
        let own = Receipt::Transport(token.into_iter().collect(), 0);
        if !self.knows(&from, said) {
            self.leave(own);
            return;
        }
        // Step 1. Is it of a job that it has, or may have had?
        let lease = self.roster.now(said);
        let is_done = self.roster.is_done(&from, said);
        let again = self.coordinator.port.offers_again_after();
        match self.roster.held_mut(lease) {
            Some(held) if held.worker == from && held.is_checking() => {
                // The same once more, before the first one is on disk.
                self.troubles.late += 1;
                self.leave(own);
                return;
            }
            Some(held) if held.worker == from => held.arrives(again),
            None if !is_done => {}
            // It is done, or another one has it.
            _ => {
                self.troubles.late += 1;
                self.receive(own);
                let others = self.parts.forget_of(&from, Some(said));
                self.receive(Receipt::Transport(others, 0));
                return;
            }
        }
        // Step 2. The others?
        let standing = self.roster.standing(&from, lease);
        match self.parts.add(&from, part, token, standing) {
            Came::Kept => {}
            Came::NoRoom => {
                self.leave(own);
                if let Some(held) = self.roster.held_mut(lease) {
                    held.waits_for_room(again);
                }
            }
            Came::Odd => {
                self.troubles.garbled += 1;
                self.receive(own);
                self.comes_to_nothing(&from, said, "a piece of no result");
            }
            Came::Whole(bytes, tokens) => {
                let receipt = Receipt::Transport(tokens, length);
                match decode_result(&bytes) {
                    Ok(FromWorker::Result { run, lease: of, moves, result })
                        if run == self.run && of == said =>
                    {
                        self.in_parts += 1;
                        self.result(from, RunningJob { lease: said, moves }, result, receipt);
                    }
                    _ => {
                        self.troubles.garbled += 1;
                        self.receive(receipt);
                        self.comes_to_nothing(&from, said, "pieces that make up no result");
                    }
                }
            }
        }
    }

    /// The result of this lease will never be here.
    fn comes_to_nothing(&mut self, from: &str, said: Lease, why: &str) {
        let lease = self.roster.now(said);
        let is_its = self.roster.held(lease).is_some_and(|held| held.worker == from);
        if is_its && let Some(held) = self.roster.take(lease) {
            self.came_to_nothing(held);
        }
        self.note(format!("{from}: {why}"));
        // Before this start it may have been told that larger ones are taken.
        if said.epoch >= self.epochs {
            self.count_deed(from, Deed::Bad, why);
        }
    }

    /// Lets results go that did not become whole.
    pub(super) fn forget_parts(&mut self) {
        for Unfinished { from, tokens } in self.parts.forget() {
            self.leave(Receipt::Transport(tokens, 0));
            let why = "a result did not come whole";
            self.note(format!("{from}: {why}"));
            self.count_deed(&from, Deed::Bad, why);
        }
    }
}
