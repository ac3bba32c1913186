//! A certificate: opened, checked, walked.

use crate::call::{Hearer, run};
use crate::errors::{OrRaise, refused};
use crate::handle::{Handle, NativeRules, catalogue};
use crate::request::Options;
use andor_core::{InputError, Instant, Player};
use andor_engine::{
    Certificate, EngineError, FileKind, Share, SubtreeBounds, Table, check_replaceable,
    check_writable,
};
use andor_play::why;
use andor_play::words::ending;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;

/// A certificate.
#[pyclass(frozen, name = "Certificate", module = "andor._andor")]
pub(crate) struct NativeCertificate {
    certificate: Certificate,
    /// The game it was made for, if that is written in Python: it knows the positions.
    own: Option<Arc<Handle>>,
    tables: Vec<Arc<Table>>,
}

impl NativeCertificate {
    pub(crate) fn of(
        certificate: Certificate,
        own: Option<Arc<Handle>>,
        tables: Vec<Arc<Table>>,
    ) -> NativeCertificate {
        NativeCertificate { certificate, own, tables }
    }

    /// The game that it is about, as andor has it or as the game it was made for.
    fn handle(&self) -> PyResult<Arc<Handle>> {
        if let Some(own) = &self.own {
            return Ok(own.clone());
        }
        let game = catalogue().game(self.certificate.spec()).or_raise()?;
        Ok(Arc::new(Handle::Known(game)))
    }

    fn section(&self, holder: Option<&str>) -> PyResult<usize> {
        let Some(letter) = holder else { return Ok(0) };
        let holder = Player::from_letter(letter);
        let mut sections = self.certificate.sections().iter();
        sections.position(|part| Some(part.claim.holder()) == holder).ok_or_else(|| {
            let letter = InputError::quote(letter);
            refused(format!("holder {letter}: the claims are {}", self.claims().join(", ")))
        })
    }
}

#[pymethods]
impl NativeCertificate {
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<NativeCertificate> {
        let opened = py.detach(|| Certificate::open(&path)).map_err(EngineError::from);
        let certificate = opened.map_err(|error| about(&path, crate::errors::engine(error), py))?;
        Ok(NativeCertificate { certificate, own: None, tables: Vec::new() })
    }

    #[staticmethod]
    fn from_bytes(bytes: Vec<u8>) -> PyResult<NativeCertificate> {
        let certificate = Certificate::from_bytes(bytes).map_err(EngineError::from).or_raise()?;
        Ok(NativeCertificate { certificate, own: None, tables: Vec::new() })
    }

    #[getter]
    fn spec(&self) -> &str {
        self.certificate.spec()
    }

    #[getter]
    fn root(&self) -> &str {
        self.certificate.root_text()
    }

    #[getter]
    fn positions(&self) -> u64 {
        self.certificate.size().positions
    }

    #[getter]
    fn size(&self) -> u64 {
        self.certificate.file_len()
    }

    #[getter]
    fn claims(&self) -> Vec<String> {
        self.certificate.sections().iter().map(|part| part.claim.to_string()).collect()
    }

    #[getter]
    fn sha256(&self) -> PyResult<String> {
        let digest = self.certificate.digest().map_err(EngineError::from).or_raise()?;
        Ok(andor_play::words::hex(&digest))
    }

    /// The bytes, if it is held in memory.
    fn bytes<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        self.certificate.bytes().map(|bytes| PyBytes::new(py, bytes))
    }

    /// Writes it to a file.
    fn save(&self, path: PathBuf, force: bool) -> PyResult<()> {
        check_writable("save", &path).or_raise()?;
        if !force {
            check_replaceable("save", &path, FileKind::Certificate, "force=True").or_raise()?;
        }
        if self.own.as_ref().and_then(|own| own.own()).is_some_and(|own| own.is_of_this_process()) {
            let why = "save: positions of this game have no bytes that mean the same elsewhere";
            return Err(refused(why));
        }
        let Some(bytes) = self.certificate.bytes() else {
            return Err(refused("save: this certificate is in a file already, copy that"));
        };
        andor_core::write_atomically(&path, |file| std::io::Write::write_all(file, bytes))?;
        Ok(())
    }

    /// Checks it with the rules; what was checked, as JSON.
    #[pyo3(signature = (options, rules = None, root = None, hear = None))]
    fn verify(
        &self,
        py: Python<'_>,
        options: Bound<'_, PyDict>,
        rules: Option<&NativeRules>,
        root: Option<Bound<'_, PyAny>>,
        hear: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let options = Options::new(options);
        let known = ["strict", "threads", "time", "memory", "tables"];
        options.only("verify", known.into_iter())?;
        let strict = options.is_set("strict")?;
        let mut tables = options.tables()?;
        tables.extend(self.tables.iter().cloned());
        let limits = options.limits()?;
        let mut threads = options.count("threads")?.unwrap_or(0) as usize;
        // Rules that are written in Python are asked afresh, whoever has asked them before.
        let handle = match rules.map(|rules| &rules.0).or(self.own.as_ref()) {
            None => self.handle()?,
            Some(handle) => match handle.own() {
                None => handle.clone(),
                Some(own) => {
                    threads = 1;
                    let made = Handle::Own(Box::new(crate::own::OwnGame::new(
                        own.object().bind(py),
                        limits.memory,
                    )?));
                    let made = Arc::new(made);
                    if let Some(own) = made.own() {
                        own.meet(&self.certificate, self.root_value(py, root)?, &limits, py)?;
                    }
                    made
                }
            },
        };
        let (game, certificate) = (handle.game(), &self.certificate);
        let start = Instant::now();
        let (checked, searched) = verify(py, &handle, &limits, hear.as_ref(), |observer| {
            if strict {
                return game.verify_strictly(certificate, Share::WHOLE, threads, &limits, observer);
            }
            let checked = game.verify(certificate, &tables, threads, &limits, observer);
            checked.map(|checked| (checked, 0))
        })?;
        let seconds = start.elapsed().as_secs_f64();
        let object = handle.ask(|game| checked.object(game, certificate, seconds))?;
        let mut object = object.or_raise()?;
        if strict {
            object.insert("searched".to_owned(), json!(searched));
        }
        Ok(serde_json::Value::Object(object).to_string())
    }

    /// The position after moves from the root, as `andor explain --json` has it.
    #[pyo3(signature = (moves, holder = None))]
    fn explain(&self, moves: Vec<String>, holder: Option<&str>) -> PyResult<String> {
        let (handle, section) = (self.handle()?, self.section(holder)?);
        let explained = handle.ask(|game| {
            let explained = game.explain(&self.certificate, &self.tables, section, &moves)?;
            Ok::<_, EngineError>((why(game, &explained), explained))
        })?;
        let (words, explained) = explained.or_raise()?;
        let object = json!({
            "game": self.certificate.spec(),
            "claim": explained.claim.to_string(),
            "position": explained.position,
            "picture": explained.picture,
            "side": explained.side.letter().to_string(),
            "over": explained.outcome.map(ending),
            "move": explained.answer,
            "plies": explained.plies,
            "replies": explained.replies,
            "why": words,
        });
        Ok(object.to_string())
    }

    /// A part of it as a game tree: nodes with their children, as JSON.
    #[pyo3(signature = (moves, holder, positions, depth = None))]
    fn tree(
        &self,
        moves: Vec<String>,
        holder: Option<&str>,
        positions: usize,
        depth: Option<usize>,
    ) -> PyResult<String> {
        let (handle, section) = (self.handle()?, self.section(holder)?);
        let bounds = SubtreeBounds { positions, depth };
        let tree = handle
            .ask(|game| game.subtree(&self.certificate, &self.tables, section, &moves, bounds))?;
        let tree = tree.or_raise()?;
        let nodes = tree.nodes.iter().map(|node| {
            json!({
                "children": node.children,
                "move": node.mv,
                "side": node.mover.letter().to_string(),
                "over": node.outcome.map(ending),
                "comment": node.comment,
            })
        });
        let nodes: Vec<_> = nodes.collect();
        Ok(json!({"title": tree.title, "cut": tree.cut, "nodes": nodes}).to_string())
    }
}

impl NativeCertificate {
    /// The root of a certificate that was made here, where it is none that a game begins with.
    fn root_value<'py>(
        &self,
        py: Python<'py>,
        given: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(handle) = self.own.as_ref().filter(|_| given.is_none()) else { return Ok(given) };
        let Some(own) = handle.own() else { return Ok(None) };
        let text = self.certificate.root_text();
        let line = handle.ask(|game| game.position(Some(text), &[]))?.or_raise()?;
        Ok(Some(own.value(py, &line)?.into_bound(py)))
    }
}

/// Runs a check, with an error as an exception.
fn verify<T: Send>(
    py: Python<'_>,
    handle: &Handle,
    limits: &andor_core::Limits,
    hear: Hearer<'_>,
    work: impl FnOnce(&mut dyn andor_core::Observer) -> Result<T, EngineError> + Send,
) -> PyResult<T> {
    run(py, handle.own(), &limits.interrupt, hear, work)?.or_raise()
}

/// The same exception, whose line names the file.
fn about(path: &std::path::Path, error: PyErr, py: Python<'_>) -> PyErr {
    let name = InputError::quote(&path.display().to_string());
    let line = error.value(py).to_string();
    PyErr::from_type(error.get_type(py), format!("{name}: {line}"))
}
