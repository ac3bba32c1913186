//! The thread that writes batches of results.
//!
//! It is never waited for, but at the end: what it has written, it says. If the disk is full, that is the
//! end of the run; what was written before stays.

use super::{CoordinatorEvent, Receipt};
use crate::state::{Batch, State};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

pub(super) struct Writer {
    sender: Option<Sender<(Batch, Vec<Receipt>)>>,
    thread: Option<JoinHandle<()>>,
    is_dead: Arc<AtomicBool>,
}

impl Writer {
    pub(super) fn start(state: Arc<State>, player: u8, events: Sender<CoordinatorEvent>) -> Writer {
        let (sender, receiver) = channel();
        let is_dead = Arc::new(AtomicBool::new(false));
        let dead = is_dead.clone();
        let thread = std::thread::spawn(move || work(&state, player, &receiver, &events, &dead));
        Writer { sender: Some(sender), thread: Some(thread), is_dead }
    }

    /// Writes a batch, then says these receipts.
    pub(super) fn write(&self, batch: Batch, receipts: Vec<Receipt>) {
        if let Some(sender) = &self.sender {
            // If the thread is gone, it has said why.
            let _ = sender.send((batch, receipts));
        }
    }

    /// Writes nothing more.
    pub(super) fn abandon(mut self) {
        self.is_dead.store(true, Ordering::Relaxed);
        self.sender = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }

    /// Waits until all is written.
    pub(super) fn finish(mut self) {
        self.sender = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn work(
    state: &State,
    player: u8,
    receiver: &Receiver<(Batch, Vec<Receipt>)>,
    events: &Sender<CoordinatorEvent>,
    is_dead: &AtomicBool,
) {
    while let Ok((batch, receipts)) = receiver.recv() {
        if is_dead.load(Ordering::Relaxed) {
            return;
        }
        let event = match state.write(player, &batch) {
            Ok(()) => CoordinatorEvent::Written(receipts),
            Err(error) => CoordinatorEvent::WriteFailed(error.to_string()),
        };
        let is_over = matches!(event, CoordinatorEvent::WriteFailed(_));
        if events.send(event).is_err() || is_over {
            return;
        }
    }
}
