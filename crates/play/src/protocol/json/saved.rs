//! A search that was stopped, kept so that it can be gone on with: the last one of a desk, in a file of its own that
//! goes when the desk does.

use andor_core::InputError;
use andor_engine::{AnyGame, CheckpointRequest, Line, Request};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// A search is saved when it is stopped, and hardly ever before: whoever watches it does not need more.
const EVERY: Duration = Duration::from_secs(600);

/// The last search that was stopped: what it was about, and where it lies.
#[derive(Default)]
pub(super) struct Saved {
    last: Mutex<Option<(String, PathBuf)>>,
}

impl Saved {
    /// Has a request saved in a folder when it is stopped, and go on with what was saved of the same position;
    /// says where.
    pub(super) fn prepare(
        &self,
        folder: &Path,
        (game, line): (&dyn AnyGame, &Line),
        request: &mut Request,
    ) -> PathBuf {
        static FILES: AtomicU64 = AtomicU64::new(0);
        let about = format!("{} {}", game.spec(), line.asked());
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let known = last.take_if(|(known, _)| *known == about).map(|(_, path)| path);
        if let Some((_, path)) = last.take() {
            let _ = std::fs::remove_file(path);
        }
        let path = known.unwrap_or_else(|| {
            let number = FILES.fetch_add(1, Ordering::Relaxed);
            folder.join(format!("{}-{number}.checkpoint", std::process::id()))
        });
        request.resume = path.is_file().then(|| path.clone());
        request.checkpoint = Some(CheckpointRequest { path: path.clone(), every: EVERY });
        *last = Some((about, path.clone()));
        path
    }

    /// Forgets the last search: it is done.
    pub(super) fn forget(&self) {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((_, path)) = last {
            let _ = std::fs::remove_file(path);
        }
    }

    /// Why searches are not saved.
    pub(super) fn refusal() -> InputError {
        InputError::new("\"save\": searches are not saved here")
    }
}

impl Drop for Saved {
    fn drop(&mut self) {
        self.forget();
    }
}
