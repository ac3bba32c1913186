//! The thread that writes batches of results.
//!
//! It is never waited for, but at the end: what it has written, it says. All of it was inspected: now and then, and in the
//! end, it is sealed. If the disk is full, that is the
//! end of the run; what was written before stays.

use super::{CoordinatorEvent, Receipt};
use crate::state::{Batch, State};
use andor_core::InputError;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What was written is sealed so often.
const SEAL_EVERY: Duration = Duration::from_secs(20);

pub(super) struct Writer {
    sender: Option<Sender<(Batch, Vec<Receipt>)>>,
    thread: Option<JoinHandle<()>>,
    is_dead: Arc<AtomicBool>,
}

impl Writer {
    pub(super) fn start(
        state: Arc<State>,
        player: u8,
        events: Sender<CoordinatorEvent>,
        seals: bool,
    ) -> Writer {
        let (sender, receiver) = channel();
        let is_dead = Arc::new(AtomicBool::new(false));
        let dead = is_dead.clone();
        let seal = move |state: &State| if seals { state.seal(player) } else { Ok(()) };
        let thread = std::thread::spawn(move || {
            work(&state, player, &receiver, &events, &dead, &seal);
        });
        Writer { sender: Some(sender), thread: Some(thread), is_dead }
    }

    /// Writes a batch, then says these receipts; `false` if the thread that does it is gone.
    pub(super) fn write(&self, batch: Batch, receipts: Vec<Receipt>) -> bool {
        self.sender.as_ref().is_some_and(|sender| sender.send((batch, receipts)).is_ok())
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
    seal: &dyn Fn(&State) -> Result<(), InputError>,
) {
    let mut sealed = Instant::now();
    while let Ok((batch, receipts)) = receiver.recv() {
        if is_dead.load(Ordering::Relaxed) {
            return;
        }
        let mut written = state.write(player, &batch);
        if sealed.elapsed() >= SEAL_EVERY {
            sealed = Instant::now();
            written = written.and_then(|()| seal(state));
        }
        let event = match written {
            Ok(()) => CoordinatorEvent::Written(receipts),
            Err(error) => CoordinatorEvent::WriteFailed(error.to_string()),
        };
        let is_over = matches!(event, CoordinatorEvent::WriteFailed(_));
        if events.send(event).is_err() || is_over {
            return;
        }
    }
    if !is_dead.load(Ordering::Relaxed)
        && let Err(error) = seal(state)
    {
        // Whoever ends looks at what was said last.
        let _ = events.send(CoordinatorEvent::WriteFailed(error.to_string()));
    }
}
