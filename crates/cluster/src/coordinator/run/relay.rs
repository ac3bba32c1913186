//! What one worker has found goes to the others of its user, in the coordinator's hands.
//!
//! A liar could make those who hear him look in the wrong places for long, though never believe something wrong.
//! So bounds go no further than a user of the server goes, whose workers trust each other anyway, and everybody
//! tells no more than the others can be expected to hear. Who calls won what was proved lost, which no search comes
//! to, answers for it himself: what he says is not passed on, and counts as bad work. Who believed him and lost time
//! says no numbers that a search does not come to (`job_level::df_pn_job`), and is not blamed.
//!
//! Certificates that hold go to all workers: they know then what one of them has proved, and search none of it again.
//!
//! It is one message for all who hear it, however many they are: the server hands it out.

use super::Search;
use crate::coordinator::credit::Deed;
use crate::message::{FromCoordinator, encode};
use crate::parts::parts_of;
use crate::transport::user_of;
use andor_engine::remote::{Bound, IN_ADVANCE, Lease, WORTH_TELLING, part_of_share};
use std::time::Instant;

/// A bound takes at least so many bytes.
const BOUND_BYTES: u64 = 16;
/// Certificates are told in parts of so many bytes, which every server takes.
const A_PART: usize = 128 << 10;

impl Search<'_, '_> {
    /// Tells everybody but who has found it what was proved, as far as they can be expected to hear it: two workers
    /// would prove most of a position twice otherwise, in part while the proof of one is under way.
    pub(super) fn tell_proved(&mut self, from: &str, lease: Lease, proofs: &[Vec<u8>]) {
        let others = self.roster.threads() > 0 && self.roster.workers.len() > 1;
        let most = (self.coordinator.config.share as f64 * IN_ADVANCE) as u64;
        for proof in proofs.iter().filter(|proof| others && proof.len() >= WORTH_TELLING) {
            if self.proved.fill(proof.len() as u64, most, Instant::now()) {
                return;
            }
            for part in parts_of(proof, lease, A_PART) {
                let (run, from) = (self.run, from.to_owned());
                let call = encode(&FromCoordinator::Proved { run, from, part });
                for user in self.roster.users() {
                    self.coordinator.port.send_to_user(user, call.clone());
                }
            }
        }
    }

    /// How many bytes a second a worker may tell; the others have to hear all of them.
    pub(super) fn share_of(&self, name: &str) -> u64 {
        part_of_share(self.coordinator.config.share, self.roster.others(name))
    }

    /// Passes on what a worker has found.
    pub(super) fn relay(&mut self, from: &str, bounds: Vec<Bound>) {
        let most = (self.share_of(from) as f64 * IN_ADVANCE) as u64;
        let Some(worker) = self.roster.workers.get_mut(from) else { return };
        let bytes = bounds.len() as u64 * BOUND_BYTES;
        if most == 0 || worker.told.fill(bytes, most, Instant::now()) {
            return;
        }
        let refuted = self.desk.refuted(&bounds);
        if refuted > 0 {
            self.troubles.refuted += refuted as u64;
            let why = "it told others that a position is won which was proved lost";
            self.note(format!("{from}: {why}"));
            self.count_deed(from, Deed::Bad, why);
            return;
        }
        self.bounds += bounds.len() as u64;
        let (run, from) = (self.run, from.to_owned());
        let user = user_of(&from).to_owned();
        let call = encode(&FromCoordinator::Bounds { run, from, bounds });
        self.coordinator.port.send_to_user(&user, call);
    }
}
