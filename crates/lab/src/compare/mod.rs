//! `andor lab compare`: two methods, or other programs, position by position.
//!
//! Both search every position of a set within the same limits. What is told is what each solves, the geometric mean
//! of the ratios of their nodes on what both solve, with a bootstrap interval, where the second needs more, and a page with
//! all of them as a scatter.

mod ground;
mod program;
mod statistics;

pub use statistics::{Mean, geometric_mean};

use crate::report::comparison_page;
use crate::study::{Errand, Origin, Row, by_position, is_solved, run_tasks};
use crate::{Done, Listener};
use andor_core::InputError;
use andor_core::figures::thousands;
use andor_engine::Catalogue;
use ground::{CompareGround, SetName};
use serde_json::json;
use std::fs;
use std::path::PathBuf;

/// What is compared.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The two contenders: methods with settings, or `program:COMMAND`.
    pub contenders: [String; 2],
    /// The name of a set that comes with andor, or a file.
    pub set: String,
    /// Only the first so many positions.
    pub sample: Option<usize>,
    /// Nodes of a search.
    pub nodes: u64,
    /// Nodes in memory.
    pub tree_nodes: u64,
    /// Searches at a time.
    pub threads: usize,
    /// The folder that keeps the rows.
    pub results: PathBuf,
    /// The page.
    pub out: Option<PathBuf>,
    /// Who makes the rows.
    pub origin: Origin,
}

/// Of the bootstrap.
const SEED: u64 = 2004;
/// So many positions are named where the second needs more.
const WORST: usize = 12;

/// Runs a comparison, or goes on with it, and tells what came of it.
///
/// # Errors
/// If the set or a contender cannot be used, or a sound method contradicts a label.
pub fn run(catalogue: &Catalogue, plan: &Plan, listener: &mut dyn Listener) -> Done {
    let [a, b] = &plan.contenders;
    if a == b {
        let name = InputError::quote(a);
        return Err(InputError::new(format!("contender {name} is both of them")).into());
    }
    let set = SetName::of(&plan.set);
    let ground = CompareGround::new(catalogue, plan, &set)?;
    let name = format!("compare-{}", set.short());
    let title = format!("{a} and {b} on {}", set.short());
    let errand = Errand {
        name: &name,
        title: &title,
        results: &plan.results,
        contenders: &plan.contenders,
        threads: plan.threads,
        origin: &plan.origin,
        only: None,
        kin: &[],
    };
    let (ended, rows) = run_tasks(&ground, &errand, listener)?;
    let found = Found::of(&plan.contenders, &rows);
    for line in found.lines() {
        listener.text(&line);
    }
    listener.object(&found.object(&plan.contenders, set.short()));
    if let Some(out) = &plan.out {
        let page = comparison_page(&title, &found.lines(), [a, b], &rows);
        fs::write(out, page).map_err(|error| {
            let name = InputError::quote(&out.display().to_string());
            InputError::new(format!("--out {name}: {error}"))
        })?;
    }
    Ok(ended)
}

/// What came of a comparison.
struct Found<'a> {
    names: &'a [String; 2],
    positions: usize,
    solved: [usize; 2],
    /// Positions that only the one, or only the other solves.
    alone: [Vec<String>; 2],
    both: usize,
    nodes: [u64; 2],
    /// The second's nodes by the first's, where both count.
    ratio: Option<Mean>,
    /// Positions where that is above 1, the largest first.
    worse: Vec<(String, f64)>,
    /// The same of seconds.
    seconds: Option<Mean>,
}

impl Found<'_> {
    fn of<'a>(names: &'a [String; 2], rows: &[Row]) -> Found<'a> {
        let own = [by_position(rows, &names[0]), by_position(rows, &names[1])];
        let mut found = Found {
            names,
            positions: 0,
            solved: [0; 2],
            alone: Default::default(),
            both: 0,
            nodes: [0; 2],
            ratio: None,
            worse: Vec::new(),
            seconds: None,
        };
        let (mut ratios, mut seconds) = (Vec::new(), Vec::new());
        for (position, a) in &own[0] {
            let Some(b) = own[1].get(position) else { continue };
            found.positions += 1;
            let solved = [is_solved(a), is_solved(b)];
            for (count, solved) in found.solved.iter_mut().zip(solved) {
                *count += usize::from(solved);
            }
            match solved {
                [true, true] => {
                    found.both += 1;
                    seconds.push(b.seconds.max(1e-6) / a.seconds.max(1e-6));
                    if let (Some(x), Some(y)) = (a.count("nodes"), b.count("nodes")) {
                        found.nodes = [found.nodes[0] + x, found.nodes[1] + y];
                        let ratio = y.max(1) as f64 / x.max(1) as f64;
                        ratios.push(ratio);
                        if ratio > 1.0 {
                            found.worse.push(((*position).to_owned(), ratio));
                        }
                    }
                }
                [true, false] => found.alone[0].push((*position).to_owned()),
                [false, true] => found.alone[1].push((*position).to_owned()),
                [false, false] => {}
            }
        }
        found.worse.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        found.ratio = geometric_mean(&ratios, SEED);
        found.seconds = geometric_mean(&seconds, SEED);
        found
    }

    fn lines(&self) -> Vec<String> {
        let [a, b] = self.names;
        let mut lines = vec![
            format!(
                "{} positions: {a} solves {}, {b} solves {}",
                thousands(self.positions as u64),
                self.solved[0],
                self.solved[1]
            ),
            format!(
                "on the {} that both solve: {a} {} nodes, {b} {}",
                self.both,
                thousands(self.nodes[0]),
                thousands(self.nodes[1])
            ),
        ];
        let mean = |mean: &Mean| {
            format!("{:.3} ({:.3} to {:.3})", mean.mean, mean.bounds[0], mean.bounds[1])
        };
        if let Some(ratio) = &self.ratio {
            lines.push(format!(
                "geometric mean of {b} by {a}, nodes: {}; 95% by bootstrap",
                mean(ratio)
            ));
        }
        if let Some(seconds) = &self.seconds {
            lines.push(format!("the same of seconds: {}", mean(seconds)));
        }
        if !self.worse.is_empty() {
            let named = self.worse.iter().take(WORST);
            let named: Vec<String> =
                named.map(|(position, ratio)| format!("{position} {ratio:.2}")).collect();
            let more = if self.worse.len() > WORST { " .." } else { "" };
            let count = self.worse.len();
            lines.push(format!("{b} needs more nodes on {count}: {}{more}", named.join(", ")));
        }
        for (name, alone) in self.names.iter().zip(&self.alone) {
            if !alone.is_empty() {
                lines.push(format!("{name} alone solves {}: {}", alone.len(), alone.join(" ")));
            }
        }
        lines
    }

    fn object(&self, contenders: &[String; 2], set: &str) -> serde_json::Value {
        let mean = |mean: &Option<Mean>| {
            mean.map(
                |mean| json!({"mean": mean.mean, "low": mean.bounds[0], "high": mean.bounds[1]}),
            )
        };
        json!({
            "a": contenders[0], "b": contenders[1], "set": set, "positions": self.positions,
            "solved": self.solved, "both": self.both, "nodes": self.nodes, "ratio": mean(&self.ratio),
            "worse": self.worse, "seconds_ratio": mean(&self.seconds), "alone": self.alone,
        })
    }
}
