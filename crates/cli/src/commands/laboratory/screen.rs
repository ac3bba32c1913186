//! Who listens to an experiment here: the terminal, which shows lines or objects.

use crate::Terminal;
use crate::commands::solve::stop_on_ctrl_c;
use crate::progress::ProgressLine;
use andor_core::Observer;
use andor_lab::Listener;
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A terminal, and what it shows of results.
pub(super) struct Screen<'a, 't> {
    terminal: &'a mut Terminal<'t>,
    /// Objects, or else lines.
    json: bool,
    /// Raised by Ctrl-C, once an experiment has asked for it.
    interrupt: Option<Arc<AtomicBool>>,
    /// Which of many things is done now.
    status: ProgressLine,
}

impl<'a, 't> Screen<'a, 't> {
    pub(super) fn new(terminal: &'a mut Terminal<'t>, json: bool) -> Screen<'a, 't> {
        let status = ProgressLine::new(terminal.is_watched());
        Screen { terminal, json, interrupt: None, status }
    }
}

impl Listener for Screen<'_, '_> {
    fn row(&mut self, text: &str, object: &Value) {
        self.text(text);
        self.object(object);
    }

    fn text(&mut self, text: &str) {
        self.status.finish();
        if !self.json {
            self.terminal.print(text);
        }
    }

    fn object(&mut self, object: &Value) {
        if self.json {
            self.terminal.print(&object.to_string());
        }
    }

    fn heading(&mut self, text: &str) {
        self.status.finish();
        if !self.json {
            self.terminal.tell(text);
        }
    }

    fn note(&mut self, line: &str) {
        self.status.finish();
        self.terminal.remark(line);
    }

    fn progress(&mut self, line: &str) {
        if !self.json {
            self.terminal.note(line);
        }
    }

    fn status(&mut self, line: &str) {
        self.status.show(line);
    }

    fn observer(&self, about: &str) -> Box<dyn Observer> {
        Box::new(ProgressLine::new(self.terminal.is_watched()).about(about))
    }

    fn interrupt(&mut self) -> Arc<AtomicBool> {
        let raised = self.interrupt.get_or_insert_with(|| {
            let raised = Arc::default();
            stop_on_ctrl_c(&raised);
            raised
        });
        raised.clone()
    }
}
