//! A row of results: one task and what came of it, as a line of JSON.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What one task came to. All of it but `seconds`, `version` and `machine` is the same in every run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The name of the study.
    pub experiment: String,
    /// Which position, game or search.
    pub position: String,
    /// Who searched it.
    pub contender: String,
    /// The limits.
    pub settings: Map<String, Value>,
    /// Of dice, where there are any.
    pub seed: u64,
    /// What was found and counted.
    pub counts: Map<String, Value>,
    /// Of a core, where the system tells; else by the clock.
    pub seconds: f64,
    /// The program.
    pub version: String,
    /// The machine.
    pub machine: String,
}

impl Row {
    /// What tells a task from others: position, contender and limits.
    #[must_use]
    pub fn key(&self) -> (String, String, String) {
        (self.position.clone(), self.contender.clone(), limits_text(&self.settings))
    }

    /// A count of this name.
    #[must_use]
    pub fn count(&self, name: &str) -> Option<u64> {
        self.counts.get(name)?.as_u64()
    }

    /// A word of this name.
    #[must_use]
    pub fn word(&self, name: &str) -> &str {
        self.counts.get(name).and_then(Value::as_str).unwrap_or_default()
    }
}

/// Limits as a text, the same for the same limits.
pub(super) fn limits_text(settings: &Map<String, Value>) -> String {
    serde_json::to_string(settings).expect("limits are plain data")
}

/// Which program on which machine makes rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The program's version, with the commit where it is known.
    pub version: String,
    /// The kind of machine, without a name.
    pub machine: String,
}

impl Origin {
    /// This program here; `commit` is that of its sources, where somebody knows it.
    #[must_use]
    pub fn here(commit: Option<&str>) -> Origin {
        let version = env!("CARGO_PKG_VERSION");
        let version = commit.map_or(version.to_owned(), |commit| format!("{version} {commit}"));
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let (kind, system) = (std::env::consts::ARCH, std::env::consts::OS);
        Origin { version, machine: format!("{kind} {system}, {cores} cores") }
    }
}
