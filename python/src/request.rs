//! What `solve` is told in Python, as a request: every option of the command line, by its name.

use crate::errors::{OrRaise, refused};
use crate::handle::catalogue;
use andor_core::quantity;
use andor_core::{InputError, Limits, Named, did_you_mean};
use andor_engine::settings::{SETTINGS, Setting};
use andor_engine::{
    CheckpointRequest, FileKind, Goal, LeavesChoice, Method, Request, SolverSettings, Table,
    TableFile, ZoneChoice, check_replaceable, check_writable,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyString};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The options that are no settings of a method.
const OPTIONS: [&str; 17] = [
    "method",
    "goal",
    "nodes",
    "expansions",
    "tree_nodes",
    "time",
    "memory",
    "proof",
    "checkpoint",
    "checkpoint_every",
    "resume",
    "force",
    "tables",
    "zone",
    "leaves",
    "verify_threads",
    "shortest",
];

/// Options by name; what is `None` was not said.
pub(crate) struct Options<'py>(Bound<'py, PyDict>);

impl<'py> Options<'py> {
    pub(crate) fn new(options: Bound<'py, PyDict>) -> Options<'py> {
        Options(options)
    }

    pub(crate) fn get(&self, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(self.0.get_item(name)?.filter(|value| !value.is_none()))
    }

    fn wrong(name: &str, wanted: &str, value: &Bound<'_, PyAny>) -> PyErr {
        match value.repr() {
            Ok(shown) => {
                let shown = InputError::printable(&shown.to_string(), 60);
                PyTypeError::new_err(format!("{name} is {wanted}, not {shown}"))
            }
            Err(error) => error,
        }
    }

    pub(crate) fn text(&self, name: &str) -> PyResult<Option<String>> {
        let read = |value: Bound<'py, PyAny>| match value.cast::<PyString>() {
            Ok(text) => Ok(text.to_string()),
            Err(_) => Err(Self::wrong(name, "a text", &value)),
        };
        self.get(name)?.map(read).transpose()
    }

    pub(crate) fn path(&self, name: &str) -> PyResult<Option<PathBuf>> {
        let read = |value: Bound<'py, PyAny>| {
            value.extract::<PathBuf>().map_err(|_| Self::wrong(name, "a path", &value))
        };
        self.get(name)?.map(read).transpose()
    }

    fn paths(&self, name: &str) -> PyResult<Vec<PathBuf>> {
        let Some(value) = self.get(name)? else { return Ok(Vec::new()) };
        value.extract().map_err(|_| Self::wrong(name, "a list of paths", &value))
    }

    pub(crate) fn is_set(&self, name: &str) -> PyResult<bool> {
        let read = |value: Bound<'py, PyAny>| match value.cast::<PyBool>() {
            Ok(set) => Ok(set.is_true()),
            Err(_) => Err(Self::wrong(name, "True or False", &value)),
        };
        Ok(self.get(name)?.map(read).transpose()?.unwrap_or(false))
    }

    /// A number that is not negative, or a text such as `10k` or `1GiB`.
    fn number(
        &self,
        name: &str,
        wanted: &str,
        parse: fn(&str) -> Option<u64>,
    ) -> PyResult<Option<u64>> {
        let Some(value) = self.get(name)? else { return Ok(None) };
        let wrong = || Self::wrong(name, wanted, &value);
        if let Ok(text) = value.cast::<PyString>() {
            let text = text.to_string();
            let refuse = || refused(format!("{name} {}: it is {wanted}", InputError::quote(&text)));
            return parse(&text).map(Some).ok_or_else(refuse);
        }
        if value.is_instance_of::<PyBool>() || !value.is_instance_of::<PyInt>() {
            return Err(wrong());
        }
        value.extract().map(Some).map_err(|_| wrong())
    }

    pub(crate) fn count(&self, name: &str) -> PyResult<Option<u64>> {
        self.number(name, "a number such as 10000 or \"10k\"", quantity::count)
    }

    pub(crate) fn bytes(&self, name: &str) -> PyResult<Option<u64>> {
        self.number(name, "a number of bytes, or a text such as \"1GiB\"", quantity::bytes)
    }

    /// Seconds, or a text such as `500ms`.
    pub(crate) fn duration(&self, name: &str) -> PyResult<Option<Duration>> {
        let Some(value) = self.get(name)? else { return Ok(None) };
        let wanted = "a number of seconds, or a text such as \"30s\"";
        if let Ok(text) = value.cast::<PyString>() {
            let text = text.to_string();
            let refuse = || refused(format!("{name} {}: it is {wanted}", InputError::quote(&text)));
            return quantity::duration(&text).map(Some).ok_or_else(refuse);
        }
        let is_number = value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>();
        let seconds = value.extract::<f64>().ok().filter(|_| is_number);
        let seconds = seconds.filter(|_| !value.is_instance_of::<PyBool>());
        let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        time.map(Some).ok_or_else(|| Self::wrong(name, wanted, &value))
    }

    fn named<T: Named>(&self, name: &str) -> PyResult<Option<T>> {
        let read = |text: String| {
            let names: Vec<&str> = T::ALL.iter().map(|choice| choice.name()).collect();
            let refuse = || {
                let quoted = InputError::quote(&text);
                refused(format!("{name} {quoted} is none of {}", names.join(", ")))
            };
            T::named(&text).ok_or_else(refuse)
        };
        self.text(name)?.map(read).transpose()
    }

    fn leaves(&self) -> PyResult<LeavesChoice> {
        let Some(text) = self.text("leaves")? else { return Ok(LeavesChoice::default()) };
        LeavesChoice::read(&text).map_err(|wanted| {
            refused(format!("leaves {}: it is {wanted}", InputError::quote(&text)))
        })
    }

    /// Refuses what is none of these names.
    pub(crate) fn only<'n>(
        &self,
        call: &str,
        known: impl Iterator<Item = &'n str> + Clone,
    ) -> PyResult<()> {
        for name in self.0.keys() {
            let name: String = name.extract()?;
            if !known.clone().any(|known| known == name) {
                let meant = did_you_mean(&name, known.clone());
                let all = known.collect::<Vec<_>>().join(", ");
                let why = format!("{call} has no option {name:?}, there are {all}{meant}");
                return Err(PyTypeError::new_err(why));
            }
        }
        Ok(())
    }

    /// Limits of nodes, time and memory.
    pub(crate) fn limits(&self) -> PyResult<Limits> {
        let limits = Limits::default();
        Ok(Limits {
            nodes: self.count("nodes")?,
            expansions: self.count("expansions")?,
            tree_nodes: self.count("tree_nodes")?,
            time: self.duration("time")?,
            memory: self.bytes("memory")?.unwrap_or(limits.memory),
            ..limits
        })
    }

    fn settings(&self) -> PyResult<SolverSettings> {
        let method = self.text("method")?.unwrap_or_else(|| Method::default().name().to_owned());
        let mut settings = SolverSettings::of(Method::parse(&method).or_raise()?);
        for setting in &SETTINGS {
            let name = option_of(setting);
            let Some(value) = self.get(&name)? else { continue };
            let text = match value.cast::<PyBool>() {
                Ok(set) => if set.is_true() { "on" } else { "off" }.to_owned(),
                Err(_) => value.str()?.to_string(),
            };
            let refuse = |why: String| {
                let text = InputError::quote(&text);
                refused(format!("{name} {text} cannot be used: {why}"))
            };
            setting.read(&mut settings, &text).map_err(refuse)?;
        }
        Ok(settings)
    }

    /// The endgame tables of some files.
    pub(crate) fn tables(&self) -> PyResult<Vec<Arc<Table>>> {
        let open = |path: PathBuf| -> PyResult<Arc<Table>> {
            let file = TableFile::open(&path).map_err(refused)?;
            let game = catalogue().game(file.spec()).or_raise()?;
            game.table(file).or_raise()
        };
        self.paths("tables")?.into_iter().map(open).collect()
    }

    /// What `solve` is asked for.
    pub(crate) fn request(&self) -> PyResult<Request> {
        let settings = SETTINGS.iter().map(option_of).collect::<Vec<_>>();
        let known = OPTIONS.iter().copied().chain(settings.iter().map(String::as_str));
        self.only("solve", known)?;
        let limits = self.limits()?;
        let settings = self.settings()?;
        let (proof, resume) = (self.path("proof")?, self.path("resume")?);
        let checkpoint = self.path("checkpoint")?;
        let force = self.is_set("force")?;
        if let Some(path) = &proof {
            check_writable("proof", path).or_raise()?;
        }
        for (name, path, kind) in [
            ("proof", &proof, FileKind::Certificate),
            ("checkpoint", &checkpoint, FileKind::Checkpoint),
        ] {
            if let Some(path) = path.as_deref().filter(|_| !force) {
                check_replaceable(name, path, kind, "force=True").or_raise()?;
            }
        }
        for name in ["memory", "tree_nodes"] {
            if resume.is_some() && self.get(name)?.is_some() {
                let why = format!("{name} cannot be changed on resume: the checkpoint has its own");
                return Err(refused(why));
            }
        }
        // A saved search of the same problem is gone on with.
        let saved = checkpoint.clone().filter(|path| !force && path.is_file());
        let every = self.duration("checkpoint_every")?.unwrap_or(Duration::from_secs(60));
        let path = checkpoint.or_else(|| resume.clone());
        let zone = match self.get("zone")? {
            None => None,
            Some(value) => Some(zone(&value)?),
        };
        Ok(Request {
            settings,
            goal: self.named::<Goal>("goal")?.unwrap_or_default(),
            limits,
            proof,
            keep: true,
            checkpoint: path.map(|path| CheckpointRequest { path, every }),
            resume: resume.or(saved),
            verify_threads: self.count("verify_threads")?.unwrap_or(0) as usize,
            tables: self.tables()?,
            zone,
            leaves: self.leaves()?,
            ..Request::default()
        })
    }
}

/// How a setting is called in Python.
fn option_of(setting: &Setting) -> String {
    setting.name.replace('-', "_")
}

fn zone(value: &Bound<'_, PyAny>) -> PyResult<ZoneChoice> {
    let text = value.str()?.to_string();
    let rows = || text.parse().ok().filter(|&rows| rows >= 3).map(ZoneChoice::Rows);
    match &*text {
        "auto" => Ok(ZoneChoice::Auto),
        "off" => Ok(ZoneChoice::Off),
        _ => rows().ok_or_else(|| {
            let text = InputError::quote(&text);
            refused(format!("zone {text}: 3 or more rows, \"auto\" or \"off\""))
        }),
    }
}
