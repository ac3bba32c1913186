//! A saved search that waits for its question.
//!
//! A value is asked for in up to two questions; a checkpoint belongs to one of them. What was read goes on
//! when that one is asked. If the other comes first, which needs the memory, it is read again later.

use andor_core::{InputError, Observer, Question};
use std::path::{Path, PathBuf};

/// A saved search of the position `P`, as an `R`, whose question has not been asked yet.
pub(crate) struct Resumed<P, R> {
    path: PathBuf,
    root: P,
    question: Question,
    /// The search itself; read again where another question needed the memory first.
    restored: Option<R>,
}

impl<P: Clone + PartialEq, R> Resumed<P, R> {
    /// What was read of a file.
    pub(crate) fn new(path: &Path, root: &P, (question, restored): (Question, R)) -> Resumed<P, R> {
        let (path, root) = (path.to_path_buf(), root.clone());
        Resumed { path, root, question, restored: Some(restored) }
    }

    /// The saved search of this question, if it is one of this question; `read` reads the file again.
    pub(crate) fn take(
        waiting: &mut Option<Resumed<P, R>>,
        root: &P,
        question: Question,
        observer: &mut dyn Observer,
        read: impl FnOnce(&Path) -> Result<(Question, R), InputError>,
    ) -> Option<R> {
        let resumed = waiting.as_mut()?;
        if resumed.question != question || resumed.root != *root {
            observer.note(
                "the checkpoint belongs to the other question: this one begins afresh, and is not \
                 saved before that one goes on",
            );
            resumed.restored = None;
            return None;
        }
        let Resumed { path, restored, .. } = waiting.take()?;
        restored.or_else(|| match read(&path) {
            Ok((_, restored)) => Some(restored),
            Err(error) => {
                observer.note(&error.to_string());
                None
            }
        })
    }
}
