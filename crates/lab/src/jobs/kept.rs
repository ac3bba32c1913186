//! The searches of a benchmark that were run before, in this run or in a file: `--resume FILE`. What was run is
//! not run again.

use super::run::Searched;
use andor_core::InputError;
use andor_engine::{JobStatistics, Simulated};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

/// What comes of a search, as a line.
pub(super) trait Line: Sized {
    /// What a line has; `None` if it has something else.
    fn read(row: &Value) -> Option<Self>;

    /// All that a line has of it.
    fn fields(&self) -> Value;
}

/// What was kept, by what it is called.
pub(super) struct Kept<T> {
    path: Option<PathBuf>,
    rows: RefCell<HashMap<String, Value>>,
    what: PhantomData<T>,
}

impl<T: Line> Kept<T> {
    /// Keeps nothing beyond this run.
    pub(super) fn nowhere() -> Kept<T> {
        Kept { path: None, rows: RefCell::default(), what: PhantomData }
    }

    /// Reads the file, if there is one.
    pub(super) fn open(path: Option<&Path>) -> Result<Kept<T>, InputError> {
        let path_kept = path.map(Path::to_path_buf);
        let kept = Kept { path: path_kept, rows: RefCell::default(), what: PhantomData };
        let Some(path) = path else { return Ok(kept) };
        let name = InputError::quote(&path.display().to_string());
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(kept),
            read => read.map_err(|error| InputError::new(format!("{name}: {error}")))?,
        };
        for (number, line) in text.lines().enumerate() {
            let row = serde_json::from_str::<Value>(line).ok();
            let row = row.and_then(|row| Some((row["search"].as_str()?.to_owned(), row)));
            let Some((search, row)) = row.filter(|(_, row)| T::read(row).is_some()) else {
                let message = format!("{name}, line {}: this is no search", number + 1);
                return Err(InputError::new(message));
            };
            kept.rows.borrow_mut().insert(search, row);
        }
        Ok(kept)
    }

    /// The search of this name.
    pub(super) fn find(&self, search: &str) -> Option<T> {
        T::read(self.rows.borrow().get(search)?)
    }

    /// Keeps a search.
    pub(super) fn keep(&self, search: &str, found: &T) -> Result<(), InputError> {
        let mut row = found.fields();
        row["search"] = search.into();
        let line = row.to_string();
        self.rows.borrow_mut().insert(search.to_owned(), row);
        let Some(path) = &self.path else { return Ok(()) };
        let file = OpenOptions::new().create(true).append(true).open(path);
        file.and_then(|mut file| writeln!(file, "{line}")).map_err(|error| {
            let name = InputError::quote(&path.display().to_string());
            InputError::new(format!("{name}: {error}"))
        })
    }
}

impl Line for Searched {
    fn read(row: &Value) -> Option<Searched> {
        let count = |name: &str| row[name].as_u64();
        let seconds = |name: &str| row[name].as_f64();
        let simulated = match &row["simulated"] {
            Value::Null => None,
            found => Some(Simulated {
                makespan: found["makespan"].as_u64()?,
                worked: found["worked"].as_u64()?,
                coordinated: found["coordinated"].as_u64()?,
            }),
        };
        Some(Searched {
            // Files of before say "value".
            claimed: row
                .get("claimed")
                .or(row.get("value"))
                .and_then(|word| serde_json::from_value(word.clone()).ok())?,
            nodes: count("nodes")?,
            seconds: seconds("seconds")?,
            cpu_seconds: seconds("cpu_seconds"),
            jobs: JobStatistics {
                workers: count("workers")?,
                jobs: count("jobs")?,
                expanded: count("expanded")?,
                touched: count("touched")?,
                partials: count("partials")?,
                stale: count("stale")?,
                idle_seconds: seconds("idle_seconds")?,
                seconds: seconds("seconds")?,
                waited_seconds: seconds("waited_seconds")?,
                held_seconds: seconds("held_seconds")?,
                simulated,
            },
        })
    }

    fn fields(&self) -> Value {
        let jobs = &self.jobs;
        let simulated = jobs.simulated.map(|simulated| {
            let Simulated { makespan, worked, coordinated } = simulated;
            json!({"makespan": makespan, "worked": worked, "coordinated": coordinated})
        });
        json!({
            "claimed": self.claimed, "nodes": self.nodes, "seconds": self.seconds,
            "cpu_seconds": self.cpu_seconds, "workers": jobs.workers, "jobs": jobs.jobs,
            "expanded": jobs.expanded, "touched": jobs.touched, "partials": jobs.partials,
            "stale": jobs.stale, "idle_seconds": jobs.idle_seconds,
            "waited_seconds": jobs.waited_seconds, "held_seconds": jobs.held_seconds,
            "simulated": simulated,
        })
    }
}
