//! Ctrl-C while somebody plays: the first one ends the thinking, and the player moves; the second one, or one while
//! nobody thinks, ends the program. What is to be saved is saved before.
//!
//! The handler runs on a thread of its own while the main one may wait for a line to be typed, which nothing ends. So
//! what it has to write lies ready.

use crate::Exit;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

#[derive(Clone, Default)]
pub(super) struct Interruption {
    /// Raised, it ends the thinking.
    pub(super) stop: Arc<AtomicBool>,
    thinks: Arc<AtomicBool>,
    unsaved: Arc<Mutex<Option<Unsaved>>>,
}

/// A file that is to be written when the game ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Unsaved {
    pub(super) path: PathBuf,
    pub(super) text: String,
    /// What is said when that is done.
    pub(super) done: String,
}

impl Interruption {
    /// Listens to Ctrl-C from now on.
    pub(super) fn listen(&self) {
        let heard = self.clone();
        // It fails where a handler is set already: then somebody else takes care of Ctrl-C.
        let _ = ctrlc::set_handler(move || heard.raise());
    }

    /// Thinks; a Ctrl-C meanwhile ends that, and was heard when this returns `true`.
    pub(super) fn while_thinking<T>(&self, think: impl FnOnce() -> T) -> (T, bool) {
        self.stop.store(false, Ordering::SeqCst);
        self.thinks.store(true, Ordering::SeqCst);
        let thought = think();
        self.thinks.store(false, Ordering::SeqCst);
        (thought, self.stop.swap(false, Ordering::SeqCst))
    }

    /// What is to be written if this ends now.
    pub(super) fn keep(&self, unsaved: Option<Unsaved>) {
        *self.unsaved.lock().unwrap_or_else(PoisonError::into_inner) = unsaved;
    }

    /// Saves at the end of the game: a Ctrl-C from now on waits for it, and one from before lets nobody else write.
    pub(super) fn save<T>(&self, save: impl FnOnce() -> T) -> T {
        let mut unsaved = self.unsaved.lock().unwrap_or_else(PoisonError::into_inner);
        let saved = save();
        *unsaved = None;
        saved
    }

    fn raise(&self) {
        if self.thinks.load(Ordering::SeqCst) && !self.stop.swap(true, Ordering::SeqCst) {
            return;
        }
        // Whoever moves next is too late: the lock is not given back.
        let unsaved = self.unsaved.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(Unsaved { path, text, done }) = &*unsaved {
            let line = match fs::write(path, text) {
                Ok(()) => done.clone(),
                Err(error) => format!("save {}: {error}", path.display()),
            };
            let _ = writeln!(io::stderr(), "\n{line}");
        }
        process::exit(i32::from(Exit::Unknown.code()));
    }
}
