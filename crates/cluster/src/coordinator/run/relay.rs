//! What one worker has found goes to the others of its user, in the coordinator's hands.
//!
//! A liar could make those who hear him look in the wrong places for long, though never believe something wrong.
//! So bounds go no further than a user of the server goes, whose workers trust each other anyway, and everybody
//! tells no more than the others can be expected to hear.

use super::Search;
use crate::message::{FromCoordinator, encode};
use andor_engine::remote::Bound;

/// A bound takes at least so many bytes.
const BOUND_BYTES: u64 = 16;
/// Who tells more at once than in so many seconds is cut short.
const SECONDS: f64 = 3.0;

/// The user of a worker, which the server has checked: all before the last point of its name.
fn user_of(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(user, _)| user)
}

impl Search<'_, '_> {
    /// The workers there that hear what this one finds.
    fn others(&self, name: &str) -> impl Iterator<Item = &String> {
        let silence = self.coordinator.config.lease;
        let (own, user) = (name.to_owned(), user_of(name).to_owned());
        let workers = self.roster.workers.iter();
        let there =
            workers.filter(move |(_, worker)| worker.threads > 0 && worker.is_there(silence));
        there.map(|(name, _)| name).filter(move |name| **name != own && user_of(name) == user)
    }

    /// How many bytes a second a worker may tell; the others have to hear all of them.
    pub(super) fn share_of(&self, name: &str) -> u64 {
        match self.others(name).count() as u64 {
            0 => 0,
            others => self.coordinator.config.share / others,
        }
    }

    /// Passes on what a worker has found.
    pub(super) fn relay(&mut self, from: &str, bounds: Vec<Bound>) {
        let others: Vec<String> = self.others(from).cloned().collect();
        let most = (self.share_of(from) as f64 * SECONDS) as u64;
        let Some(worker) = self.roster.workers.get_mut(from) else { return };
        let bytes = bounds.len() as u64 * BOUND_BYTES;
        if others.is_empty() || worker.told.fill(bytes, most) {
            return;
        }
        self.bounds += bounds.len() as u64;
        let (run, from) = (self.run, from.to_owned());
        let call = encode(&FromCoordinator::Bounds { run, from, bounds });
        for name in others {
            self.coordinator.port.send(&name, call.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::user_of;

    #[test]
    fn bounds_stay_with_their_user() {
        assert_eq!((user_of("worker"), user_of("alice.worker")), ("", "alice"));
        assert_ne!(user_of("alice.w"), user_of("alice2.w"));
    }
}
