//! The line that says that a player thinks: `thinking 3 s, depth 9, c8-c6 +119`. It is there for whoever watches,
//! and gone when the move comes.

use crate::progress::CLEAR;
use crate::terminal::columns;
use andor_engine::Thought;
use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How often the seconds are looked at.
const TICK: Duration = Duration::from_millis(200);

/// Whoever shows the line, and the way to tell him.
pub(crate) struct ThinkingLine(Option<(Sender<String>, JoinHandle<()>)>);

impl ThinkingLine {
    pub(crate) fn new(watched: bool) -> ThinkingLine {
        ThinkingLine(watched.then(|| {
            let (told, heard) = mpsc::channel();
            (told, thread::spawn(move || show(&heard)))
        }))
    }

    pub(crate) fn hear(&self, thought: &Thought) {
        if let Some((told, _)) = &self.0 {
            // Nobody shows it any more: then nobody needs it.
            let _ = told.send(described(thought));
        }
    }
}

impl Drop for ThinkingLine {
    fn drop(&mut self) {
        if let Some((told, shows)) = self.0.take() {
            drop(told);
            let _ = shows.join();
        }
    }
}

/// Shows the line until nobody tells any more, and takes it away.
fn show(heard: &Receiver<String>) {
    let start = Instant::now();
    let mut thought = String::new();
    loop {
        match heard.recv_timeout(TICK) {
            Ok(next) => thought = next,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        let line = format!("thinking {} s{thought}", start.elapsed().as_secs());
        let line: String = line.chars().take(columns().saturating_sub(1)).collect();
        let _ = write!(io::stderr(), "{CLEAR}{line}");
    }
    let _ = write!(io::stderr(), "{CLEAR}");
}

fn described(thought: &Thought) -> String {
    let best = thought.best.as_deref().unwrap_or_default();
    format!(", depth {}, {best} {}", thought.depth, thought.score)
}

#[cfg(test)]
mod tests {
    use super::described;
    use andor_engine::{Score, Thought};
    use std::time::Duration;

    #[test]
    fn a_thought_is_a_short_line() {
        let thought = Thought {
            best: Some("c8-c6".to_owned()),
            score: Score::Estimate(119),
            depth: 9,
            selective_depth: 14,
            nodes: 12_345,
            time: Duration::from_secs(3),
            line: vec!["c8-c6".to_owned(), "a4-c2".to_owned()],
        };
        assert_eq!(described(&thought), ", depth 9, c8-c6 +119");
    }
}
