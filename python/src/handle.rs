//! A game, and a position of it: what Python holds on to.

use crate::call::{Hearer, run};
use crate::certificate::NativeCertificate;
use crate::errors::{OrRaise, VerificationError, refused};
use crate::own::OwnGame;
use crate::request::Options;
use andor_core::{InputError, Limits, Outcome, Player};
use andor_engine::{
    AnyGame, Catalogue, Line, Request, Solved, check_has_shortest, every_move, shortest,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::json;
use std::sync::{Arc, OnceLock};

/// The games of andor.
pub(crate) fn catalogue() -> &'static Catalogue {
    static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
    CATALOGUE.get_or_init(Catalogue::standard)
}

/// A game of andor, or one that is written in Python.
pub(crate) enum Handle {
    Known(Box<dyn AnyGame>),
    Own(Box<OwnGame>),
}

impl Handle {
    pub(crate) fn game(&self) -> &dyn AnyGame {
        match self {
            Handle::Known(game) => &**game,
            Handle::Own(own) => own.game(),
        }
    }

    pub(crate) fn own(&self) -> Option<&OwnGame> {
        match self {
            Handle::Known(_) => None,
            Handle::Own(own) => Some(own),
        }
    }

    /// Asks something that is quick; an exception of rules in Python comes out.
    pub(crate) fn ask<T>(&self, question: impl FnOnce(&dyn AnyGame) -> T) -> PyResult<T> {
        match self {
            Handle::Known(game) => Ok(question(&**game)),
            Handle::Own(own) => own.guarded(|| question(own.game())),
        }
    }
}

/// A game.
#[pyclass(frozen, name = "Rules", module = "andor._andor")]
pub(crate) struct NativeRules(pub(crate) Arc<Handle>);

#[pymethods]
impl NativeRules {
    /// The game of andor that a spec string names, for this position of it.
    #[staticmethod]
    #[pyo3(signature = (spec, position = None))]
    fn named(spec: &str, position: Option<&str>) -> PyResult<NativeRules> {
        let game = catalogue().game_at(spec, position).or_raise()?;
        Ok(NativeRules(Arc::new(Handle::Known(game))))
    }

    /// A game that is written in Python.
    #[staticmethod]
    fn own(game: &Bound<'_, PyAny>) -> PyResult<NativeRules> {
        let own = OwnGame::new(game, Limits::default().memory)?;
        Ok(NativeRules(Arc::new(Handle::Own(Box::new(own)))))
    }

    /// The spec string, with the board always in it.
    #[getter]
    fn spec(&self) -> PyResult<String> {
        self.0.ask(|game| game.spec())
    }

    /// The object of a game that is written in Python.
    #[getter]
    fn object(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.0.own().map(|own| own.object().clone_ref(py))
    }

    /// Whether the men of this letter begin above the others.
    fn is_on_top(&self, letter: char) -> PyResult<bool> {
        self.0.ask(|game| {
            let start = game.position(None, &[]);
            start.is_ok_and(|start| andor_play::is_on_top(&game.view(&start).picture, letter))
        })
    }

    /// A position by its text, and moves from there.
    #[pyo3(signature = (start, moves))]
    fn position(&self, start: Option<&str>, moves: Vec<String>) -> PyResult<NativeLine> {
        let line = self.0.ask(|game| game.position(start, &moves))?.or_raise()?;
        Ok(NativeLine { handle: self.0.clone(), line })
    }

    /// A position of a game that is written in Python.
    #[pyo3(signature = (object, side = None))]
    fn place(&self, object: Bound<'_, PyAny>, side: Option<&str>) -> PyResult<NativeLine> {
        let side = side.map(|letter| {
            let quoted = InputError::quote(letter);
            Player::from_letter(letter)
                .ok_or_else(|| refused(format!("side {quoted} is neither \"b\" nor \"w\"")))
        });
        let own = self.0.own().ok_or_else(|| refused("positions of this game are texts"))?;
        let line = own.line(object, side.transpose()?)?;
        Ok(NativeLine { handle: self.0.clone(), line })
    }

    /// The conformance kit on random games: what it has seen, or the promise that is broken.
    fn check(&self, seed: u64, positions: usize) -> PyResult<(bool, String)> {
        let own = self.0.own().ok_or_else(|| refused("the games of andor are checked"))?;
        Ok(match own.check(seed, positions)? {
            Ok(seen) => {
                let object = json!({
                    "positions": seen.positions, "over": seen.over, "moves": seen.moves,
                });
                (true, object.to_string())
            }
            Err(why) => (false, why),
        })
    }
}

/// A position with the moves before it.
#[pyclass(frozen, name = "Line", module = "andor._andor")]
pub(crate) struct NativeLine {
    pub(crate) handle: Arc<Handle>,
    pub(crate) line: Line,
}

/// What has come of a position: its row as JSON, the certificate, remarks.
type Answer = (String, Option<NativeCertificate>, Vec<String>);

#[pymethods]
impl NativeLine {
    #[getter]
    fn rules(&self) -> NativeRules {
        NativeRules(self.handle.clone())
    }

    #[getter]
    fn text(&self) -> &str {
        self.line.text()
    }

    #[getter]
    fn asked(&self) -> String {
        self.line.asked()
    }

    #[getter]
    fn start(&self) -> Option<&str> {
        self.line.start()
    }

    #[getter]
    fn played(&self) -> Vec<String> {
        self.line.moves().to_vec()
    }

    #[getter]
    fn side(&self) -> String {
        self.line.side().letter().to_string()
    }

    /// `b`, `w` or `draw`, if the game is over.
    #[getter]
    fn winner(&self) -> Option<String> {
        self.line.outcome().map(|outcome| match outcome {
            Outcome::Win(player) => player.letter().to_string(),
            Outcome::Draw => "draw".to_owned(),
        })
    }

    #[getter]
    fn picture(&self) -> PyResult<String> {
        self.handle.ask(|game| game.view(&self.line).picture)
    }

    /// The legal moves.
    fn legal(&self) -> PyResult<Vec<String>> {
        self.handle.ask(|game| game.legal_moves(&self.line))
    }

    /// The legal moves as a game in Python has them, with their texts.
    fn legal_values(&self, py: Python<'_>) -> PyResult<Vec<(String, Py<PyAny>)>> {
        let own = self.handle.own().ok_or_else(|| refused("moves of this game are texts"))?;
        own.moves(py, &self.line)
    }

    /// The position as a game in Python has it.
    fn value(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let own = self.handle.own().ok_or_else(|| refused("positions of this game are texts"))?;
        own.value(py, &self.line)
    }

    /// The text of a move of a game in Python; `None` if it is not legal.
    fn text_of(&self, mv: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let own = self.handle.own().ok_or_else(|| refused("moves of this game are texts"))?;
        own.move_text(&self.line, mv)
    }

    /// The line after one more move.
    fn play(&self, mv: &str) -> PyResult<NativeLine> {
        let mut line = self.line.clone();
        self.handle.ask(|game| game.play(&mut line, mv))?.or_raise()?;
        Ok(NativeLine { handle: self.handle.clone(), line })
    }

    /// The line with its last move taken back.
    fn undo(&self) -> Option<NativeLine> {
        let mut line = self.line.clone();
        let taken = line.undo();
        taken.then(|| NativeLine { handle: self.handle.clone(), line })
    }

    /// How many lines of so many plies there are.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let line = &self.line;
        let count = || self.handle.ask(|game| game.perft(line, depth, false));
        let perft = match self.handle.own() {
            Some(_) => count(),
            None => py.detach(count),
        };
        Ok(perft?.or_raise()?.nodes)
    }

    /// Solves the position.
    #[pyo3(signature = (options, hear = None))]
    fn solve(
        &self,
        py: Python<'_>,
        options: Bound<'_, PyDict>,
        hear: Option<Py<PyAny>>,
    ) -> PyResult<Answer> {
        let options = Options::new(options);
        let asks_shortest = options.is_set("shortest")?;
        let (asked, request) = self.prepare(py, &options)?;
        let (game, line) = (asked.handle.game(), &asked.line);
        if asks_shortest {
            check_has_shortest(game).or_raise()?;
        }
        let solved = asked.run(py, &request, hear.as_ref(), |observer| {
            let mut solved = game.solve(line, &request, observer)?;
            if asks_shortest {
                shortest(game, line, &request, &mut solved, observer)?;
            }
            Ok(vec![solved])
        })?;
        let mut answers = asked.answers(solved, &request)?;
        answers.pop().ok_or_else(|| refused("there is no answer"))
    }

    /// Solves the position after every legal move.
    #[pyo3(signature = (options, hear = None))]
    fn every_move(
        &self,
        py: Python<'_>,
        options: Bound<'_, PyDict>,
        hear: Option<Py<PyAny>>,
    ) -> PyResult<Vec<Answer>> {
        let options = Options::new(options);
        let (asked, request) = self.prepare(py, &options)?;
        let (game, line) = (asked.handle.game(), &asked.line);
        let solved = asked.run(py, &request, hear.as_ref(), |observer| {
            let mut all = Vec::new();
            every_move(game, line, &request, observer, &mut |solved| all.push(solved))?;
            Ok(all)
        })?;
        asked.answers(solved, &request)
    }
}

impl NativeLine {
    /// The position, with nothing met yet if its game is written in Python, and what is asked.
    fn prepare(&self, py: Python<'_>, options: &Options<'_>) -> PyResult<(NativeLine, Request)> {
        let mut request = options.request()?;
        let Some(own) = self.handle.own() else {
            request.settings = request.settings.on_all_cores();
            return Ok((
                NativeLine { handle: self.handle.clone(), line: self.line.clone() },
                request,
            ));
        };
        if request.settings.threads > 1 {
            return Err(refused("threads: rules that are written in Python have one thread"));
        }
        if let Some(CheckpointOf(name)) = checkpoint_of(&request) {
            let why = format!("{name}: searches of a game that is written in Python are not saved");
            return Err(refused(why));
        }
        request.settings.threads = 0;
        request.verify_threads = 1;
        let (fresh, line) = own.afresh(py, &self.line, request.limits.memory)?;
        let asked = NativeLine { handle: Arc::new(Handle::Own(Box::new(fresh))), line };
        if request.proof.is_some() {
            asked.refuse_numbers()?;
        }
        Ok((asked, request))
    }

    fn run(
        &self,
        py: Python<'_>,
        request: &Request,
        hear: Hearer<'_>,
        work: impl FnOnce(
            &mut dyn andor_core::Observer,
        ) -> Result<Vec<Solved>, andor_engine::EngineError>
        + Send,
    ) -> PyResult<Vec<Solved>> {
        let own = self.handle.own();
        let solved = run(py, own, &request.limits.interrupt, hear, work)?.or_raise()?;
        if request.proof.is_some() {
            self.refuse_numbers()?;
        }
        Ok(solved)
    }

    /// Refuses to write a file that would mean nothing in another process.
    fn refuse_numbers(&self) -> PyResult<()> {
        if !self.handle.own().is_some_and(OwnGame::is_of_this_process) {
            return Ok(());
        }
        Err(refused(
            "proof: positions and moves of this game have no bytes that mean the same elsewhere: give it a \
             key(position) of numbers, texts and tuples, and moves of such",
        ))
    }

    fn answers(&self, solved: Vec<Solved>, request: &Request) -> PyResult<Vec<Answer>> {
        let answer = |solved: Solved| -> PyResult<Answer> {
            if let Some(failure) = solved.failure {
                let why = format!("the proof does not hold, so the value is not known: {failure}");
                return Err(VerificationError::new_err(why));
            }
            let row = serde_json::to_string(&solved.row).map_err(refused)?;
            let tables = request.tables.clone();
            let own = self.handle.own().is_some().then(|| self.handle.clone());
            let made = |made| NativeCertificate::of(made, own, tables);
            let certificate = solved.certificate.map(made);
            Ok((row, certificate, solved.notes))
        };
        solved.into_iter().map(answer).collect()
    }
}

struct CheckpointOf(&'static str);

fn checkpoint_of(request: &Request) -> Option<CheckpointOf> {
    if request.resume.is_some() {
        return Some(CheckpointOf("resume"));
    }
    request.checkpoint.is_some().then_some(CheckpointOf("checkpoint"))
}
