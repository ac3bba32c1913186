//! Games that are written in Python: an object of a subclass of `andor.Game`, as a game at the rim.
//!
//! * `game`: its methods, called and their answers looked at;
//! * `bytes`: what positions and moves are known by;
//! * `store`: the positions that were met, and what the rules have said of them;
//! * `rules`: all of it as [`Rules`](andor_core::Rules) and [`Game`](andor_core::Game);
//! * `fault`: how an exception comes out of a search.
//!
//! The rules are called on the thread that calls andor, so that they see what other Python of this thread
//! sees, and Ctrl-C interrupts them wherever they are.

mod bytes;
mod fault;
mod game;
mod rules;
mod store;

use crate::errors::{OrRaise, refused};
use andor_core::conformance::{self, Findings};
use andor_core::{Limits, Player, Rules};
use andor_engine::{AnyGame, Certificate, Line, pair_with_reference};
use game::Own;
use pyo3::prelude::*;
use rules::{PyPosition, PyRules};
use std::sync::Arc;
use store::Store;

/// What a position of Python takes in memory, about.
const BYTES_EACH: u64 = 1024;

/// A game that is written in Python, with a store of positions for whoever searches and one for whoever checks.
pub(crate) struct OwnGame {
    object: Py<PyAny>,
    rules: PyRules,
    reference: PyRules,
    game: Box<dyn AnyGame>,
}

impl OwnGame {
    /// Takes a game in. Positions that are met take about so many bytes, and are forgotten then.
    pub(crate) fn new(object: &Bound<'_, PyAny>, memory: u64) -> PyResult<OwnGame> {
        let own = Arc::new(Own::new(object)?);
        let most = usize::try_from(memory / BYTES_EACH).unwrap_or(usize::MAX).max(1000);
        let rules = PyRules::new(Store::new(own.clone(), Some(most), None));
        let elsewhere = Some(rules.store().clone());
        let reference = PyRules::new(Store::new(own, None, elsewhere));
        let game = pair_with_reference(rules.clone(), reference.clone(), false);
        Ok(OwnGame { object: object.clone().unbind(), rules, reference, game })
    }

    /// The game at the rim.
    pub(crate) fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// The object of Python.
    pub(crate) fn object(&self) -> &Py<PyAny> {
        &self.object
    }

    /// Does what asks the rules; an exception of theirs comes out as it was raised.
    pub(crate) fn guarded<T>(&self, work: impl FnOnce() -> T) -> PyResult<T> {
        self.rules.own().fault.guarded(work)
    }

    /// Leaves what [`guarded`](OwnGame::guarded) does with this exception.
    pub(crate) fn raise(&self, error: PyErr) -> ! {
        self.rules.own().fault.raise(error)
    }

    /// Whether there were positions or moves that have no bytes: then a certificate means nothing elsewhere.
    pub(crate) fn is_of_this_process(&self) -> bool {
        self.rules.own().has_numbers()
    }

    /// The same game with nothing met yet but the position that a line has come to.
    pub(crate) fn afresh(
        &self,
        py: Python<'_>,
        line: &Line,
        memory: u64,
    ) -> PyResult<(OwnGame, Line)> {
        let position = self.position(line)?;
        let fresh = OwnGame::new(self.object.bind(py), memory)?;
        let line = fresh.line(PyRules::object(&position, py).into_bound(py), Some(line.side()))?;
        Ok((fresh, line))
    }

    /// A line that begins at a position of Python; the side to move is the game's to say, or else as told, or
    /// else Black.
    pub(crate) fn line(&self, object: Bound<'_, PyAny>, side: Option<Player>) -> PyResult<Line> {
        let said = self.rules.own().side(&object)?;
        let side = said.or(side).unwrap_or(Player::Black);
        let position = self.rules.position(object, side)?;
        let text = self.guarded(|| self.rules.position_text(&position))?;
        self.guarded(|| self.game.position(Some(&text), &[]))?.or_raise()
    }

    fn position(&self, line: &Line) -> PyResult<PyPosition> {
        self.guarded(|| self.rules.parse_position(line.text()))?.or_raise()
    }

    /// The position that a line has come to, as Python has it.
    pub(crate) fn value(&self, py: Python<'_>, line: &Line) -> PyResult<Py<PyAny>> {
        Ok(PyRules::object(&self.position(line)?, py))
    }

    /// The legal moves where a line has come to: their texts, and as Python has them.
    pub(crate) fn moves(&self, py: Python<'_>, line: &Line) -> PyResult<Vec<(String, Py<PyAny>)>> {
        let position = self.position(line)?;
        let all = self.guarded(|| {
            let mut moves = Vec::new();
            if self.rules.outcome(&position).is_none() {
                self.rules.moves(&position, &mut moves);
            }
            moves
                .into_iter()
                .map(|mv| (self.rules.move_text(&position, mv), mv))
                .collect::<Vec<_>>()
        })?;
        Ok(all.into_iter().map(|(text, mv)| (text, self.rules.object_of_move(py, mv))).collect())
    }

    /// The text of a move of Python where a line has come to; `None` if it is not legal.
    pub(crate) fn move_text(&self, line: &Line, mv: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let (position, mv) = (self.position(line)?, self.rules.move_of(mv)?);
        self.guarded(|| {
            let mut moves = Vec::new();
            if self.rules.outcome(&position).is_none() {
                self.rules.moves(&position, &mut moves);
            }
            moves.contains(&mv).then(|| self.rules.move_text(&position, mv))
        })
    }

    /// Meets all positions that a certificate of another process is about, so that they are known by their
    /// digests: from the root on, each move of the holder and all replies. What the certificate says is
    /// believed nowhere, and what it leaves out, the verifier will miss.
    pub(crate) fn meet(
        &self,
        certificate: &Certificate,
        root: Option<Bound<'_, PyAny>>,
        limits: &Limits,
        py: Python<'_>,
    ) -> PyResult<()> {
        let rules = &self.reference;
        let root = match root {
            Some(root) => {
                let side = certificate.root_text().rsplit_once(' ').map(|(_, side)| side);
                let said = rules.own().side(&root)?.or(side.and_then(Player::from_letter));
                rules.position(root, said.unwrap_or(Player::Black))?
            }
            None => self.guarded(|| rules.initial())?,
        };
        self.guarded(|| rules.position_text(&root))?;
        let mut digest = Vec::new();
        self.guarded(|| rules.encode(&root, &mut digest))?;
        if digest != certificate.root_bytes() {
            let text = certificate.root_text();
            let why =
                format!("the certificate is about {text:?}: hand that position in as position=");
            return Err(refused(why));
        }
        let met = self.guarded(|| py.detach(|| walk(rules, certificate, &root, limits)))?;
        met.map_err(crate::errors::engine)
    }

    /// The conformance kit on random games.
    pub(crate) fn check(&self, seed: u64, positions: usize) -> PyResult<Result<Findings, String>> {
        self.guarded(|| conformance::check(&self.rules, &self.reference, seed, positions))
    }
}

/// Meets what every section of a certificate covers.
fn walk(
    rules: &PyRules,
    certificate: &Certificate,
    root: &PyPosition,
    limits: &Limits,
) -> Result<(), andor_engine::EngineError> {
    let start = andor_core::Instant::now();
    let mut moves = Vec::new();
    for (number, info) in certificate.sections().iter().enumerate() {
        let mut met = std::collections::HashSet::new();
        let mut open = vec![root.clone()];
        while let Some(position) = open.pop() {
            if let Some(stopped) = limits.clock(start) {
                return Err(andor_engine::CertificateError::Stopped(stopped).into());
            }
            let canonical = rules.canonical(&position);
            if !met.insert(canonical.bytes) || rules.outcome(&position).is_some() {
                continue;
            }
            if rules.side_to_move(&position) == info.claim.holder() {
                let held = andor_engine::holding(rules, certificate, number, &position)?;
                open.extend(held.map(|held| rules.after(&position, held.mv)));
            } else {
                rules.moves(&position, &mut moves);
                open.extend(moves.iter().map(|&mv| rules.after(&position, mv)));
            }
        }
    }
    Ok(())
}
