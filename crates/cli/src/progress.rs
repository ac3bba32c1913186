//! Progress for people: one live line on a terminal, elsewhere a line every ten seconds.

use andor_core::figures::{short, size};
use andor_core::{Observer, Phase, Progress};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// Shows progress on stderr.
pub(crate) struct ProgressLine {
    /// The live line, on a terminal.
    live: Option<ProgressBar>,
    printed: Instant,
}

/// Without a terminal, this long between two lines.
const LINE_EVERY: Duration = Duration::from_secs(10);

impl ProgressLine {
    pub(crate) fn new(watched: bool) -> ProgressLine {
        let live = watched.then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
            if let Ok(style) = ProgressStyle::with_template("{msg}") {
                bar.set_style(style);
            }
            bar
        });
        ProgressLine { live, printed: Instant::now() }
    }

    /// Takes the live line away, so that results can be printed.
    pub(crate) fn finish(&self) {
        if let Some(live) = &self.live {
            live.finish_and_clear();
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.finish();
    }
}

impl Observer for ProgressLine {
    fn progress(&mut self, progress: &Progress) {
        match &self.live {
            Some(live) => {
                live.set_message(describe(progress));
                live.tick();
            }
            None if self.printed.elapsed() >= LINE_EVERY => {
                self.printed = Instant::now();
                print(&describe(progress));
            }
            None => {}
        }
    }

    fn note(&mut self, line: &str) {
        match &self.live {
            Some(live) => live.suspend(|| print(line)),
            None => print(line),
        }
    }
}

/// A line on stderr. `eprintln!` would panic where nobody reads it any more.
fn print(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Seconds as people say them: 45 s, 12 min 5 s, 3 h 20 min.
fn clock(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

fn describe(progress: &Progress) -> String {
    let Progress { phase, elapsed, counters, before, fill, memory, root, root_moves, plies, best } =
        progress;
    let seconds = elapsed.as_secs_f64();
    if *phase != Phase::Search {
        let done = short(counters.nodes as f64);
        let rate = short(counters.nodes as f64 / seconds.max(1e-3));
        let again = match counters.reproved {
            0 => String::new(),
            again => format!(", {} proved again", short(again as f64)),
        };
        let line = format!("{phase} {seconds:.1} s  {done} positions{again}  {rate}/s");
        // Verifying and building know how much there is; extracting does not.
        return match matches!(*phase, Phase::Verify | Phase::Build) && (1e-6..=1.0).contains(fill) {
            true => {
                let left = seconds / fill - seconds;
                format!("{line}  {:.1}%  {} left", fill * 100.0, clock(left))
            }
            false => line,
        };
    }
    let number = |number: Option<u64>| number.map_or("inf".to_owned(), |n| short(n as f64));
    let (solved, unsolved) = root_moves;
    // Below the root: how many of the moves are solved, ply by ply.
    let share = |(solved, open): &(usize, usize)| format!(" {solved}/{}", solved + open);
    let below: String = plies.iter().skip(1).map(share).collect();
    let below = if below.is_empty() { below } else { format!("  below{below}") };
    format!(
        "{seconds:.1} s  {} nodes  {}/s  {} {:.0}% full  pn {} dn {}  root moves {solved} solved {unsolved} open{below}  best {}",
        short(counters.nodes as f64),
        short(counters.nodes.saturating_sub(*before) as f64 / seconds.max(1e-3)),
        size(*memory),
        fill * 100.0,
        number(root.0),
        number(root.1),
        best.as_deref().unwrap_or("-"),
    )
}

#[cfg(test)]
mod tests {
    use super::describe;
    use andor_core::{Counters, Phase, Progress};
    use std::time::Duration;

    #[test]
    fn a_line_says_what_a_person_wants_to_know() {
        let progress = Progress {
            phase: Phase::Search,
            elapsed: Duration::from_secs(4),
            counters: Counters { nodes: 140_000_000, ..Counters::default() },
            before: 100_000_000,
            fill: 0.25,
            memory: 300 << 20,
            root: (Some(120), None),
            root_moves: (5, 8),
            plies: vec![(5, 8), (20, 4), (0, 9)],
            best: Some("a2-b3".to_owned()),
        };
        let line = describe(&progress);
        for part in [
            "4.0 s",
            "140.0 M nodes",
            "10.0 M/s",
            "300.0 MiB",
            "25%",
            "pn 120",
            "dn inf",
            "below 20/24 0/9",
            "5 solved 8 open",
            "a2-b3",
        ] {
            assert!(line.contains(part), "{part} is missing in: {line}");
        }
    }

    #[test]
    fn verifying_says_how_long_it_will_take() {
        let progress = Progress {
            phase: Phase::Verify,
            elapsed: Duration::from_secs(30),
            counters: Counters { nodes: 1_500_000, ..Counters::default() },
            fill: 0.2,
            ..Progress::default()
        };
        let line = describe(&progress);
        assert_eq!(line, "verify 30.0 s  1.5 M positions  50.0 k/s  20.0%  2 min 0 s left");
        let nothing = Progress { fill: 0.0, ..progress.clone() };
        assert!(!describe(&nothing).contains("left"), "{}", describe(&nothing));
        let extract = Progress { phase: Phase::Extract, ..progress };
        assert_eq!(describe(&extract), "extract 30.0 s  1.5 M positions  50.0 k/s");
    }
}
