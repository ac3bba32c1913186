//! Where a protocol writes: one line at a time, from any thread.

use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// A writer that threads share.
pub struct Output<'a> {
    writer: Mutex<Box<dyn Write + Send + 'a>>,
    /// Whether nobody reads any more.
    is_closed: AtomicBool,
}

impl<'a> Output<'a> {
    /// Writes to `writer`.
    pub fn new(writer: impl Write + Send + 'a) -> Output<'a> {
        Output { writer: Mutex::new(Box::new(writer)), is_closed: AtomicBool::new(false) }
    }

    /// Writes lines at once. A reader who has gone away is remembered, not an error.
    pub fn say(&self, text: &str) {
        // A thread that panicked while it wrote has torn its own line at most.
        let mut writer = match self.writer.lock() {
            Ok(writer) => writer,
            Err(poisoned) => poisoned.into_inner(),
        };
        let said = writer.write_all(format!("{text}\n").as_bytes()).and_then(|()| writer.flush());
        if said.is_err() {
            self.is_closed.store(true, Ordering::Relaxed);
        }
    }

    /// Nobody reads any more.
    pub fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
    }

    /// Whether nobody reads any more.
    pub fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }
}
