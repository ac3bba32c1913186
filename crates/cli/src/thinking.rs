//! The line that says that a player thinks: `thinking 3 s, depth 9, c8-c6 +119`. It is there for whoever watches,
//! and gone when the move comes.

use andor_engine::Thought;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::time::Duration;

/// How often the seconds are looked at.
const TICK: Duration = Duration::from_millis(200);

pub(crate) struct ThinkingLine(Option<ProgressBar>);

impl ThinkingLine {
    pub(crate) fn new(watched: bool) -> ThinkingLine {
        ThinkingLine(watched.then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
            if let Ok(style) = ProgressStyle::with_template("thinking {seconds}{wide_msg}") {
                let seconds = |state: &ProgressState, out: &mut dyn Write| {
                    let _ = write!(out, "{} s", state.elapsed().as_secs());
                };
                bar.set_style(style.with_key("seconds", seconds));
            }
            bar.enable_steady_tick(TICK);
            bar
        }))
    }

    pub(crate) fn hear(&self, thought: &Thought) {
        if let Some(bar) = &self.0 {
            bar.set_message(described(thought));
        }
    }
}

impl Drop for ThinkingLine {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
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
