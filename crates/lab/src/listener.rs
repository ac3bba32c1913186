//! Who hears of an experiment while it runs: the laboratory prints nothing itself.

use andor_core::Observer;
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Takes what an experiment has to say. Results come in two forms, lines for people and objects for
/// programs, and a listener shows one of them.
pub trait Listener {
    /// A result in both forms.
    fn row(&mut self, text: &str, object: &Value);

    /// Something that only people are told.
    fn text(&mut self, text: &str);

    /// A sentence above what is told to people.
    fn heading(&mut self, text: &str) {
        self.text(text);
    }

    /// Something that only programs are told.
    fn object(&mut self, object: &Value);

    /// A remark that is no result.
    fn note(&mut self, line: &str);

    /// How far it is, for people who wait.
    fn progress(&mut self, line: &str);

    /// Which of many things is done now: one line that takes the place of the one before.
    fn status(&mut self, _line: &str) {}

    /// Whoever watches the next search; `about` says which of how many it is, if anything.
    fn observer(&self, about: &str) -> Box<dyn Observer>;

    /// What is raised when the experiment is to end with what it has; from now on, somebody may raise it.
    fn interrupt(&mut self) -> Arc<AtomicBool>;
}
