//! How messages travel: what every transport promises, and what it does not.
//!
//! Messages may be lost, come twice, late or damaged. The one promise is about *results*: a result that was
//! sent is offered to the coordinator again until it is acknowledged, unless the transport itself
//! loses its memory; then the job's lease runs out, and the job is done again.

use andor_engine::remote::Lease;
use std::sync::mpsc::Sender;
use std::time::Duration;

/// A message that came in at the coordinator.
#[derive(Clone, Debug)]
pub struct Delivery {
    /// The worker's name, as the transport knows it.
    pub from: String,
    /// The message.
    pub bytes: Vec<u8>,
    /// What to acknowledge it by, if it is a result.
    pub token: Option<u64>,
}

/// The user of a worker, which the server has checked: all before the last point of its name.
#[must_use]
pub fn user_of(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(user, _)| user)
}

/// What a worker hears.
#[derive(Clone, Debug)]
pub enum Heard {
    /// A message of the coordinator.
    Message(Vec<u8>),
    /// The result of this lease is on its way and needs no more care.
    Sent(Lease),
    /// What became of the connection, for people.
    News(String),
}

/// The coordinator's end.
pub trait CoordinatorPort: Send + Sync {
    /// Says something to one worker.
    fn send(&self, worker: &str, bytes: Vec<u8>);

    /// Says something to all workers of a user, of whom some have none.
    fn send_to_user(&self, user: &str, bytes: Vec<u8>);

    /// Says something to all.
    fn announce(&self, bytes: Vec<u8>);

    /// The result with this token is on disk, or not wanted: it need not be offered again.
    fn acknowledge(&self, token: u64);

    /// The result with this token is not acted upon now; it may be offered again.
    fn leave(&self, token: u64);

    /// A result that is not acknowledged is offered again after so long.
    fn offers_again_after(&self) -> Duration {
        Duration::from_secs(30)
    }

    /// What to tell those who ask for the status.
    fn show_status(&self, json: String);

    /// Waits until what was said is on its way.
    fn flush(&self);
}

/// A worker's end.
pub trait WorkerPort: Send + Sync {
    /// The worker's name.
    fn name(&self) -> String;

    /// Says something to the coordinator.
    fn send(&self, bytes: Vec<u8>);

    /// Sends a result in one message or several, one after the other; [`Heard::Sent`] tells when all of it is safe.
    fn send_result(&self, lease: Lease, messages: Vec<Vec<u8>>);

    /// The longest message that can be sent.
    fn most_bytes(&self) -> usize;

    /// Waits until what was said is on its way.
    fn flush(&self);
}

/// Where the coordinator's end puts what comes in.
pub trait Inbox: Send + Sync + 'static {
    /// One more message; `false` if there is no room for it, and it must come again.
    fn put(&self, delivery: Delivery) -> bool;

    /// What became of the connection, for people; who has no log need not keep it.
    fn tell(&self, _news: String) {}
}

impl<T: From<Delivery> + Send + 'static> Inbox for Sender<T> {
    fn put(&self, delivery: Delivery) -> bool {
        self.send(delivery.into()).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::user_of;

    #[test]
    fn the_user_stands_before_the_last_point() {
        assert_eq!((user_of("worker"), user_of("alice.worker")), ("", "alice"));
        assert_ne!(user_of("alice.w"), user_of("alice2.w"));
    }
}
