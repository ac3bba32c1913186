//! What came in and waits for the loop: so much of each sender, and one message of each at a time.
//!
//! Whoever sends more than is taken loses what is too much, and nobody else waits for it. What is lost this
//! way comes again: workers keep results until they hear that they are safe, and so does the transport.

use super::CoordinatorEvent;
use crate::transport::{Delivery, Inbox};
use std::collections::{HashMap, VecDeque};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// At most so many messages of one sender wait.
const OF_ONE: usize = 512;
/// And at most so many bytes.
const BYTES_OF_ONE: usize = 16 << 20;
/// At most so many senders have something that waits.
const SENDERS: usize = 4096;
/// At most so many bytes wait in all.
const BYTES: usize = 256 << 20;

/// The box.
#[derive(Debug)]
pub(super) struct Mailbox {
    waiting: Mutex<Waiting>,
    wakes: Sender<CoordinatorEvent>,
}

#[derive(Debug, Default)]
struct Waiting {
    of: HashMap<String, Pile>,
    /// Whose message is next.
    turns: VecDeque<String>,
    bytes: usize,
    dropped: u64,
}

#[derive(Debug, Default)]
struct Pile {
    messages: VecDeque<Delivery>,
    bytes: usize,
}

impl Mailbox {
    pub(super) fn new(wakes: Sender<CoordinatorEvent>) -> Arc<Mailbox> {
        Arc::new(Mailbox { waiting: Mutex::default(), wakes })
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next message.
    pub(super) fn take(&self) -> Option<Delivery> {
        let mut waiting = self.lock();
        let sender = waiting.turns.pop_front()?;
        let pile = waiting.of.get_mut(&sender)?;
        let delivery = pile.messages.pop_front()?;
        pile.bytes -= delivery.bytes.len();
        if pile.messages.is_empty() {
            waiting.of.remove(&sender);
        } else {
            waiting.turns.push_back(sender);
        }
        waiting.bytes -= delivery.bytes.len();
        Some(delivery)
    }

    /// Whether nothing waits.
    pub(super) fn is_empty(&self) -> bool {
        self.lock().turns.is_empty()
    }

    /// How many messages were not taken, so far.
    pub(super) fn dropped(&self) -> u64 {
        self.lock().dropped
    }
}

impl Waiting {
    fn put(&mut self, delivery: Delivery) -> bool {
        let length = delivery.bytes.len();
        let is_new = !self.of.contains_key(&delivery.from);
        if is_new && self.of.len() >= SENDERS || self.bytes + length > BYTES {
            return false;
        }
        if is_new {
            self.turns.push_back(delivery.from.clone());
        }
        let pile = self.of.entry(delivery.from.clone()).or_default();
        if pile.messages.len() >= OF_ONE || pile.bytes + length > BYTES_OF_ONE {
            return false;
        }
        pile.bytes += length;
        pile.messages.push_back(delivery);
        self.bytes += length;
        true
    }
}

impl Inbox for Mailbox {
    fn put(&self, delivery: Delivery) -> bool {
        let mut waiting = self.lock();
        let was_empty = waiting.turns.is_empty();
        let is_taken = waiting.put(delivery);
        waiting.dropped += u64::from(!is_taken);
        drop(waiting);
        if was_empty && is_taken {
            // Nobody listens any more: the program ends.
            let _ = self.wakes.send(CoordinatorEvent::Mail);
        }
        is_taken
    }

    fn tell(&self, news: String) {
        // Nobody listens any more: the program ends.
        let _ = self.wakes.send(CoordinatorEvent::News(news));
    }
}

#[cfg(test)]
mod tests {
    use super::{BYTES_OF_ONE, Mailbox, OF_ONE, SENDERS};
    use crate::transport::{Delivery, Inbox};
    use std::sync::mpsc::channel;

    fn message(from: &str, length: usize) -> Delivery {
        Delivery { from: from.to_owned(), bytes: vec![0; length], token: None }
    }

    #[test]
    fn a_flood_of_one_sender_keeps_nobody_else_waiting() {
        let (wakes, woken) = channel();
        let mailbox = Mailbox::new(wakes);
        let taken = (0..5000).filter(|_| mailbox.put(message("flood", 10))).count();
        assert_eq!((taken, mailbox.dropped()), (OF_ONE, 5000 - OF_ONE as u64));
        assert!(mailbox.put(message("honest", 10)));
        let first: Vec<String> =
            (0..3).filter_map(|_| mailbox.take()).map(|delivery| delivery.from).collect();
        assert_eq!(first, ["flood", "honest", "flood"]);
        assert_eq!(woken.try_iter().count(), 1, "it is woken once");
        while mailbox.take().is_some() {}
        assert!(mailbox.is_empty());
        // Long messages count by their bytes.
        let taken = (0..100).filter(|_| mailbox.put(message("long", 1 << 20))).count();
        assert_eq!(taken, BYTES_OF_ONE >> 20);
    }

    #[test]
    fn a_flood_of_senders_is_bounded_too() {
        let (wakes, _woken) = channel();
        let mailbox = Mailbox::new(wakes);
        let taken =
            (0..10_000).filter(|number| mailbox.put(message(&format!("{number}"), 1))).count();
        assert_eq!(taken, SENDERS);
        // There is room again as soon as they are read.
        assert!(mailbox.take().is_some() && mailbox.put(message("honest", 1)));
    }
}
