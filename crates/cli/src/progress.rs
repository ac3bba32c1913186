//! Progress for people: one live line on a terminal, never wider than it, elsewhere a line every ten seconds.

use crate::terminal::columns;
use crate::wording::clock;
use andor_core::figures::{short, size};
use andor_core::{Observer, Phase, Progress};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// Takes the live line off the screen. What is written next stands in its place.
pub(crate) const CLEAR: &str = "\r\x1b[K";

/// Shows progress on stderr.
pub(crate) struct ProgressLine {
    /// What the search is one of, such as "position 17 of 40, pn2".
    about: String,
    /// Whether somebody watches: then there is a live line.
    is_live: bool,
    /// Whether the line is on the screen.
    is_shown: bool,
    printed: Instant,
}

/// Without a terminal, this long between two lines.
const LINE_EVERY: Duration = Duration::from_secs(10);
/// On a terminal, this long between two looks of the line.
const LIVE_EVERY: Duration = Duration::from_millis(100);

impl ProgressLine {
    pub(crate) fn new(watched: bool) -> ProgressLine {
        let about = String::new();
        ProgressLine { about, is_live: watched, is_shown: false, printed: Instant::now() }
    }

    /// The same, with a word about what the search is one of in front.
    pub(crate) fn about(self, about: &str) -> ProgressLine {
        ProgressLine { about: about.to_owned(), ..self }
    }

    /// Shows a line of somebody's own, if it is time for one.
    pub(crate) fn show(&mut self, line: &str) {
        let every = if self.is_live { LIVE_EVERY } else { LINE_EVERY };
        if self.printed.elapsed() < every {
            return;
        }
        self.printed = Instant::now();
        if self.is_live {
            let most = columns().saturating_sub(1);
            let line: String = line.chars().take(most).collect();
            let _ = write!(io::stderr(), "{CLEAR}{line}");
            self.is_shown = true;
        } else {
            print(line);
        }
    }

    /// Takes the live line away, so that results can be printed.
    pub(crate) fn finish(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            let _ = write!(io::stderr(), "{CLEAR}");
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
        let every = if self.is_live { LIVE_EVERY } else { LINE_EVERY };
        if self.printed.elapsed() < every {
            return;
        }
        self.printed = Instant::now();
        let parts = describe(&self.about, progress);
        if self.is_live {
            // The last column stays free: a cursor behind it would be on the next line.
            let line = fitted(parts, columns().saturating_sub(1));
            let _ = write!(io::stderr(), "{CLEAR}{line}");
            self.is_shown = true;
        } else {
            print(&fitted(parts, usize::MAX));
        }
    }

    fn note(&mut self, line: &str) {
        self.finish();
        print(line);
    }
}

/// A line on stderr. `eprintln!` would panic where nobody reads it any more.
fn print(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// A part of the line, and how soon it gives way where there is no room: the highest first.
type Part = (u8, String);

/// The parts that fit into so many columns, in their order.
fn fitted(mut parts: Vec<Part>, columns: usize) -> String {
    parts.retain(|(_, part)| !part.is_empty());
    loop {
        let texts: Vec<&str> = parts.iter().map(|(_, part)| part.as_str()).collect();
        let line = texts.join("  ");
        if line.chars().count() <= columns {
            return line;
        }
        if parts.len() < 2 {
            return line.chars().take(columns).collect();
        }
        let last = parts.iter().enumerate().max_by_key(|(_, (rank, _))| *rank);
        let last = last.map_or(0, |(at, _)| at);
        parts.remove(last);
    }
}

fn describe(about: &str, progress: &Progress) -> Vec<Part> {
    let Progress { phase, elapsed, counters, before, fill, memory, root, root_moves, plies, best } =
        progress;
    let seconds = elapsed.as_secs_f64();
    if *phase != Phase::Search {
        let again = match counters.reproved {
            0 => String::new(),
            again => format!("{} proved again", short(again as f64)),
        };
        // Verifying and building know how much there is; of extracting only a cut does, by and by.
        let knows = matches!(*phase, Phase::Verify | Phase::Build | Phase::Extract)
            && (1e-6..=1.0).contains(fill);
        let part = |text: String| if knows { text } else { String::new() };
        return vec![
            (0, about.to_owned()),
            (1, format!("{phase} {seconds:.1} s")),
            (3, format!("{} positions", short(counters.nodes as f64))),
            (5, again),
            (4, format!("{}/s", short(counters.nodes as f64 / seconds.max(1e-3)))),
            (2, part(format!("{:.1}%", fill * 100.0))),
            (2, part(format!("{} left", clock(seconds / fill - seconds)))),
        ];
    }
    let number = |number: Option<u64>| number.map_or("inf".to_owned(), |n| short(n as f64));
    let share = |(solved, open): &(usize, usize)| format!("{solved}/{}", solved + open);
    // Below the root: how many of the moves are settled, ply by ply along the line that is searched.
    let below: Vec<String> = plies.iter().skip(1).map(share).collect();
    let below = if below.is_empty() { String::new() } else { format!("then {}", below.join(" ")) };
    let rate = counters.nodes.saturating_sub(*before) as f64 / seconds.max(1e-3);
    vec![
        (0, about.to_owned()),
        (1, format!("{seconds:.1} s")),
        (2, format!("{} nodes", short(counters.nodes as f64))),
        (6, format!("{}/s", short(rate))),
        (7, format!("{} {:.0}% full", size(*memory), fill * 100.0)),
        (5, format!("pn {} dn {}", number(root.0), number(root.1))),
        (3, format!("moves settled {}", share(root_moves))),
        (8, below),
        (4, best.as_deref().map_or(String::new(), |best| format!("best {best}"))),
    ]
}

#[cfg(test)]
mod tests {
    use super::{describe, fitted};
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
        let line = fitted(describe("", &progress), usize::MAX);
        for part in [
            "4.0 s",
            "140.0 M nodes",
            "10.0 M/s",
            "300.0 MiB",
            "25%",
            "pn 120",
            "dn inf",
            "moves settled 5/13  then 20/24 0/9",
            "a2-b3",
        ] {
            assert!(line.contains(part), "{part} is missing in: {line}");
        }
        // Where there is less room, what matters least goes first, and nothing is ever wider.
        let parts = describe("position 17 of 40, pn2", &progress);
        let line = fitted(parts.clone(), 79);
        assert_eq!(
            line,
            "position 17 of 40, pn2  4.0 s  140.0 M nodes  moves settled 5/13  best a2-b3"
        );
        for columns in 0..160 {
            let line = fitted(parts.clone(), columns);
            assert!(line.chars().count() <= columns, "{line}");
            assert!(columns < 22 || line.starts_with("position 17 of 40, pn2"), "{line}");
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
        let text = |progress: &Progress| fitted(describe("", progress), usize::MAX);
        assert_eq!(
            text(&progress),
            "verify 30.0 s  1.5 M positions  50.0 k/s  20.0%  2 min 0 s left"
        );
        let nothing = Progress { fill: 0.0, ..progress.clone() };
        assert!(!text(&nothing).contains("left"), "{}", text(&nothing));
        // How far a proof is, is known if it is cut off at leaves.
        let extract = Progress { phase: Phase::Extract, ..nothing };
        assert_eq!(text(&extract), "extract 30.0 s  1.5 M positions  50.0 k/s");
    }
}
