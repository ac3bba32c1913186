//! A game that is written in Python, as rules: every method takes the interpreter, asks, and lets it go.

use super::game::Own;
use super::store::{Digest, Facts, Node, Store};
use andor_core::{Canonical, Evaluate, Game, InputError, Key, Outcome, Player, Repetition, Rules};
use pyo3::prelude::*;
use std::fmt;
use std::sync::Arc;

/// Rules that are written in Python, with the positions that were met.
#[derive(Clone)]
pub(super) struct PyRules {
    store: Arc<Store>,
    evaluation: Option<Evaluation>,
}

/// A position of them.
#[derive(Clone)]
pub(super) struct PyPosition(Arc<Node>);

/// A move, by its code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PyMove(u32);

impl PartialEq for PyPosition {
    fn eq(&self, other: &PyPosition) -> bool {
        self.0.digest == other.0.digest
    }
}

impl Eq for PyPosition {}

impl fmt::Debug for PyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = Python::attach(|py| self.0.object.bind(py).repr().map(|text| text.to_string()));
        f.write_str(text.as_deref().unwrap_or("a position"))
    }
}

impl PyRules {
    pub(super) fn new(store: Store) -> PyRules {
        let evaluation =
            store.own.has_evaluation().then_some(Evaluation { decisive: store.own.decisive });
        PyRules { store: Arc::new(store), evaluation }
    }

    pub(super) fn store(&self) -> &Arc<Store> {
        &self.store
    }

    pub(super) fn own(&self) -> &Own {
        &self.store.own
    }

    /// Asks something of Python; an exception leaves the search.
    fn ask<T>(&self, question: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
        match Python::attach(question) {
            Ok(answer) => answer,
            Err(error) => self.own().fault.raise(error),
        }
    }

    /// What is known of a position once its moves are.
    fn facts(&self, position: &PyPosition) -> Arc<Facts> {
        let facts = position.0.facts();
        match facts.moves.get() {
            Some(_) => facts,
            None => self.ask(|py| self.store.with_moves(py, &position.0)),
        }
    }

    /// The position of an object of Python, which `side` is to move in.
    pub(super) fn position(&self, object: Bound<'_, PyAny>, side: Player) -> PyResult<PyPosition> {
        self.store.node(object, side).map(PyPosition)
    }

    /// The object of Python that a position is.
    pub(super) fn object(position: &PyPosition, py: Python<'_>) -> Py<PyAny> {
        position.0.object.clone_ref(py)
    }

    /// The code of a move of Python.
    pub(super) fn move_of(&self, mv: &Bound<'_, PyAny>) -> PyResult<PyMove> {
        self.own().code(mv).map(PyMove)
    }

    /// The move of Python behind a code.
    pub(super) fn object_of_move(&self, py: Python<'_>, mv: PyMove) -> Py<PyAny> {
        self.own().move_of(py, mv.0)
    }

    fn standing(&self, position: &PyPosition) -> (Arc<Node>, usize) {
        let facts = position.0.facts();
        match facts.canonical.get() {
            Some((image, symmetry)) => (image.as_ref().unwrap_or(&position.0).clone(), *symmetry),
            None if self.own().symmetries.is_empty() => (position.0.clone(), 0),
            None => self.ask(|py| self.store.canonical(py, &position.0)),
        }
    }

    /// The text of a move as the game has it.
    fn plain_move_text(&self, mv: PyMove) -> String {
        let text = self.ask(|py| {
            let object = self.own().move_of(py, mv.0);
            self.own().text(py, "move_text", &object)
        });
        text.split_whitespace().collect()
    }
}

fn key_of(digest: &Digest) -> Key {
    let (a, b) = digest.split_at(8);
    let word = |bytes: &[u8]| u64::from_be_bytes(bytes.try_into().expect("half of 16 bytes"));
    Key::of_hash(word(a), word(b))
}

/// The letters of a move's text that are compared when one is read ([`Rules::parse_move`]).
fn bare(text: &str) -> String {
    let letters = text.chars().filter(|c| !matches!(c, '-' | 'x' | 'X' | ':' | ' '));
    letters.flat_map(char::to_lowercase).collect()
}

impl Rules for PyRules {
    type Position = PyPosition;
    type Move = PyMove;

    fn spec(&self) -> String {
        self.own().spec.clone()
    }

    fn repetition(&self) -> Repetition {
        self.own().repetition
    }

    fn is_drawless(&self) -> bool {
        self.own().is_drawless
    }

    fn initial(&self) -> PyPosition {
        self.ask(|py| {
            let object = self.own().initial(py)?;
            let side = self.own().side(&object)?.unwrap_or(Player::Black);
            self.position(object, side)
        })
    }

    fn side_to_move(&self, position: &PyPosition) -> Player {
        position.0.side
    }

    fn outcome(&self, position: &PyPosition) -> Option<Outcome> {
        match position.0.facts().outcome.get() {
            Some(known) => *known,
            None => self.ask(|py| self.store.outcome(py, &position.0)),
        }
    }

    fn moves(&self, position: &PyPosition, moves: &mut Vec<PyMove>) {
        moves.clear();
        let facts = self.facts(position);
        moves.extend(facts.moves.get().into_iter().flatten().map(|&code| PyMove(code)));
    }

    fn play_unchecked(&self, position: &mut PyPosition, mv: PyMove) {
        *position = self.after(position, mv);
    }

    fn after(&self, position: &PyPosition, PyMove(code): PyMove) -> PyPosition {
        PyPosition(self.ask(|py| self.store.after(py, &position.0, code)))
    }

    fn encoded_len(&self) -> usize {
        16
    }

    fn encode(&self, position: &PyPosition, bytes: &mut Vec<u8>) {
        self.store.keep(&position.0);
        bytes.extend(position.0.digest);
    }

    fn decode(&self, bytes: &[u8]) -> Option<PyPosition> {
        let digest = bytes.try_into().ok()?;
        self.ask(|py| self.store.find(py, &digest)).map(PyPosition)
    }

    fn move_code(&self, PyMove(code): PyMove) -> u32 {
        code
    }

    fn symmetries(&self) -> usize {
        1 + self.own().symmetries.len()
    }

    fn transform(&self, position: &PyPosition, symmetry: usize) -> PyPosition {
        PyPosition(self.ask(|py| self.store.image(py, &position.0, symmetry)))
    }

    fn transform_move(&self, mv: PyMove, symmetry: usize) -> PyMove {
        let Some(at) = symmetry.checked_sub(1) else { return mv };
        self.ask(|py| {
            let (_, of_move) = &self.own().symmetries[at];
            self.move_of(&of_move.bind(py).call1((self.own().move_of(py, mv.0),))?)
        })
    }

    fn canonical(&self, position: &PyPosition) -> Canonical<PyPosition> {
        let (image, symmetry) = self.standing(position);
        self.store.keep(&image);
        let bytes = image.digest.to_vec();
        Canonical { position: PyPosition(image), bytes, symmetry }
    }

    fn position_text(&self, position: &PyPosition) -> String {
        let text = self.ask(|py| self.own().text(py, "text", &position.0.object));
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = format!("{text} {}", position.0.side.letter());
        // What these mean in the text of a position is the library's.
        if text.contains(" moves ") || text.contains(" plies=") {
            let why =
                format!("text gives {text:?}: \" moves \" and \" plies=\" mean something else");
            self.own().fault.broken(why);
        }
        if !self.store.call(&text, &position.0) {
            let why = format!("text gives {text:?} for two different positions");
            self.own().fault.broken(why);
        }
        text
    }

    fn parse_position(&self, text: &str) -> Result<PyPosition, InputError> {
        let called = self.ask(|py| self.store.called(py, text));
        called.map(PyPosition).ok_or_else(|| {
            let text = InputError::quote(text);
            InputError::new(format!("{text} is no position that was met: hand the position in"))
        })
    }

    /// As the game writes it, with its place behind it where reading could not tell it from another.
    fn move_text(&self, position: &PyPosition, mv: PyMove) -> String {
        let text = self.plain_move_text(mv);
        let facts = self.facts(position);
        let moves = facts.moves.get().into_iter().flatten();
        let same = |&&other: &&u32| bare(&self.plain_move_text(PyMove(other))) == bare(&text);
        match moves.clone().filter(same).count() {
            1 if !bare(&text).is_empty() => text,
            _ => {
                let place = moves.take_while(|&&code| code != mv.0).count();
                format!("{text}@{place}")
            }
        }
    }

    fn draw(&self, position: &PyPosition) -> String {
        let picture = self.ask(|py| self.own().text(py, "draw", &position.0.object));
        format!("{}\n", picture.trim_end_matches('\n'))
    }
}

impl Game for PyRules {
    fn key(&self, position: &PyPosition) -> Key {
        key_of(&self.standing(position).0.digest)
    }

    fn count_candidates(&self, position: &PyPosition) -> u32 {
        self.count_moves(position) as u32
    }

    fn count_moves(&self, position: &PyPosition) -> u64 {
        self.facts(position).moves.get().map_or(0, |moves| moves.len() as u64)
    }

    fn placed_key(&self, position: &PyPosition) -> Key {
        key_of(&position.0.digest)
    }

    fn evaluator(&self) -> Option<&dyn Evaluate<PyRules>> {
        self.evaluation.as_ref().map(|evaluation| evaluation as &dyn Evaluate<PyRules>)
    }

    fn evaluator_names(&self) -> &'static [&'static str] {
        if self.evaluation.is_some() { &["own"] } else { &[] }
    }

    fn make_evaluator(
        &self,
        name: &str,
        _: Option<&str>,
    ) -> Result<Box<dyn Evaluate<PyRules>>, InputError> {
        match &self.evaluation {
            Some(evaluation) if name == "own" => Ok(Box::new(evaluation.clone())),
            _ => {
                let (spec, name) = (self.spec(), InputError::quote(name));
                Err(InputError::new(format!("{spec} has no evaluator {name}")))
            }
        }
    }
}

/// The estimates of the game.
#[derive(Clone)]
struct Evaluation {
    decisive: i32,
}

impl Evaluate<PyRules> for Evaluation {
    fn evaluate(&self, game: &PyRules, position: &PyPosition) -> i32 {
        let facts = position.0.facts();
        match facts.estimate.get() {
            Some(known) => *known,
            None => {
                let estimate = game.ask(|py| game.own().evaluate(position.0.object.bind(py)));
                *facts.estimate.get_or_init(|| estimate)
            }
        }
    }

    fn decisive(&self) -> i32 {
        self.decisive
    }
}
