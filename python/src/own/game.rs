//! A game that is written in Python, as it was handed in: its methods, what they may answer, and the moves
//! that have been seen.

use super::bytes;
use super::fault::Fault;
use andor_core::{Outcome, Player, Repetition};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// A symmetry: what it does to a position, and to a move.
type Symmetry = (Py<PyAny>, Py<PyAny>);

/// A game that is written in Python.
pub(super) struct Own {
    pub(super) spec: String,
    pub(super) repetition: Repetition,
    pub(super) is_drawless: bool,
    pub(super) decisive: i32,
    pub(super) symmetries: Vec<Symmetry>,
    game: Py<PyAny>,
    moves: Py<PyAny>,
    play: Py<PyAny>,
    result: Py<PyAny>,
    side: Option<Py<PyAny>>,
    key: Option<Py<PyAny>>,
    evaluate: Option<Py<PyAny>>,
    pub(super) fault: Fault,
    /// Values that have no bytes, with their numbers.
    numbers: Py<PyDict>,
    /// Whether there were any: then nothing that is written means anything elsewhere.
    has_numbers: AtomicBool,
    /// The moves by their codes.
    codes: Mutex<HashMap<u32, Py<PyAny>>>,
}

/// What a result is called.
const RESULTS: &str = "None, \"win\", \"loss\" or \"draw\", from the side to move";

impl Own {
    /// Takes a game in: an object of a subclass of `andor.Game`.
    pub(super) fn new(game: &Bound<'_, PyAny>) -> PyResult<Own> {
        let py = game.py();
        let base = py.import("andor.game")?.getattr("Game")?;
        let kind = game.get_type();
        if !game.is_instance(&base)? {
            let name = kind.name()?;
            let why = format!("a game is an object of a subclass of andor.Game, not of {name}");
            return Err(PyTypeError::new_err(why));
        }
        let method = |name: &str| game.getattr(name).map(Bound::unbind);
        let overridden = |name: &str| -> PyResult<Option<Py<PyAny>>> {
            let is_own = !kind.getattr(name)?.is(&base.getattr(name)?);
            is_own.then(|| method(name)).transpose()
        };
        let word = |name: &str| -> PyResult<String> {
            let value = game.getattr(name)?;
            let text = value.extract::<String>();
            text.map_err(|_| PyTypeError::new_err(format!("{name} is a text, not {value}")))
        };
        let repetition = match &*word("repetition")? {
            "draw" => Repetition::Draw,
            "impossible" => Repetition::Impossible,
            other => {
                let why = format!("repetition is \"draw\" or \"impossible\", not {other:?}");
                return Err(PyValueError::new_err(why));
            }
        };
        let symmetries = game.call_method0("symmetries")?.try_iter()?;
        let symmetries = symmetries.map(|pair| pair?.extract::<Symmetry>());
        let symmetries = symmetries.collect::<PyResult<Vec<_>>>()?;
        if symmetries.len() > 1000 {
            return Err(PyValueError::new_err("symmetries gives more than 1000"));
        }
        Ok(Own {
            spec: spec(&game.call_method0("spec")?.extract::<String>()?)?,
            repetition,
            is_drawless: game.getattr("drawless")?.is_truthy()?,
            decisive: game.getattr("decisive")?.extract()?,
            symmetries,
            moves: method("moves")?,
            play: method("play")?,
            result: method("result")?,
            side: overridden("side")?,
            key: overridden("key")?,
            evaluate: overridden("evaluate")?,
            game: game.clone().unbind(),
            fault: Fault::default(),
            numbers: PyDict::new(py).unbind(),
            has_numbers: AtomicBool::new(false),
            codes: Mutex::default(),
        })
    }

    pub(super) fn has_evaluation(&self) -> bool {
        self.evaluate.is_some()
    }

    /// Whether something had no bytes.
    pub(super) fn has_numbers(&self) -> bool {
        self.has_numbers.load(Ordering::Relaxed)
    }

    pub(super) fn initial<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.game.bind(py).call_method0("initial")
    }

    pub(super) fn moves<'py>(
        &self,
        position: &Bound<'py, PyAny>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.moves.bind(position.py()).call1((position,))?.try_iter()?.collect()
    }

    pub(super) fn play<'py>(
        &self,
        position: &Bound<'py, PyAny>,
        mv: &Py<PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.play.bind(position.py()).call1((position, mv))
    }

    /// How the game ended, if it did; `side` is to move.
    pub(super) fn result(
        &self,
        position: &Bound<'_, PyAny>,
        side: Player,
    ) -> PyResult<Option<Outcome>> {
        let result = self.result.bind(position.py()).call1((position,))?;
        if result.is_none() {
            return Ok(None);
        }
        let word = result.cast::<PyString>().map(|word| word.to_string());
        match word.as_deref() {
            Ok("win") => Ok(Some(Outcome::Win(side))),
            Ok("loss") => Ok(Some(Outcome::Win(side.other()))),
            Ok("draw") => Ok(Some(Outcome::Draw)),
            _ => {
                let (result, position) = (result.repr()?, position.repr()?);
                let why = format!("result gives {result} for {position}: it is {RESULTS}");
                Err(crate::errors::RulesError::new_err(why))
            }
        }
    }

    /// Who is to move, if the game says so.
    pub(super) fn side(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<Player>> {
        let Some(side) = &self.side else { return Ok(None) };
        let said = side.bind(position.py()).call1((position,))?;
        let word = said.extract::<String>().ok();
        match word.as_deref().and_then(Player::from_letter) {
            Some(player) => Ok(Some(player)),
            None => {
                let (said, position) = (said.repr()?, position.repr()?);
                let why = format!("side gives {said} for {position}: it is \"b\" or \"w\"");
                Err(crate::errors::RulesError::new_err(why))
            }
        }
    }

    /// The estimate for the side to move.
    pub(super) fn evaluate(&self, position: &Bound<'_, PyAny>) -> PyResult<i32> {
        let Some(evaluate) = &self.evaluate else { return Ok(0) };
        let number: f64 = evaluate.bind(position.py()).call1((position,))?.extract()?;
        // What is no number at all says nothing.
        Ok(number.clamp(-1e6, 1e6).round() as i32)
    }

    /// What a position is known by.
    pub(super) fn known_by<'py>(
        &self,
        position: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match &self.key {
            Some(key) => key.bind(position.py()).call1((position,)),
            None => Ok(position.clone()),
        }
    }

    /// The digest of a value, and of who is to move.
    pub(super) fn digest(&self, value: &Bound<'_, PyAny>, side: Player) -> PyResult<[u8; 16]> {
        let mut written = vec![side.letter() as u8];
        if !bytes::write(value, &mut written)? {
            written.truncate(1);
            written.extend(b"#");
            written.extend(self.number(value)?.to_be_bytes());
        }
        let digest = Sha256::digest(&written);
        Ok(digest[..16].try_into().expect("a digest has 32 bytes"))
    }

    /// The number of a value that has no bytes: those that are equal have the same.
    fn number(&self, value: &Bound<'_, PyAny>) -> PyResult<u64> {
        let numbers = self.numbers.bind(value.py());
        self.has_numbers.store(true, Ordering::Relaxed);
        if let Some(known) = numbers.get_item(value)? {
            return known.extract();
        }
        let number = numbers.len() as u64;
        numbers.set_item(value, number)?;
        Ok(number)
    }

    /// The code of a move: the same in every process, if it has bytes.
    pub(super) fn code(&self, mv: &Bound<'_, PyAny>) -> PyResult<u32> {
        let mut written = Vec::new();
        let code = match bytes::write(mv, &mut written)? {
            true => packed(&written),
            false => 0x7000_0000 | self.number(mv)? as u32 & 0x0fff_ffff,
        };
        let known = {
            let mut codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
            codes.entry(code).or_insert_with(|| mv.clone().unbind()).clone_ref(mv.py())
        };
        if !known.is(mv) && !known.bind(mv.py()).eq(mv)? {
            let (one, other) = (known.bind(mv.py()).repr()?, mv.repr()?);
            let why = format!("moves {one} and {other} have the same code: let moves be numbers");
            return Err(crate::errors::RulesError::new_err(why));
        }
        Ok(code)
    }

    /// The move of a code that was given out.
    pub(super) fn move_of(&self, py: Python<'_>, code: u32) -> Py<PyAny> {
        let codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
        codes.get(&code).expect("codes come from here").clone_ref(py)
    }

    /// A text of the game about something.
    pub(super) fn text(&self, py: Python<'_>, method: &str, value: &Py<PyAny>) -> PyResult<String> {
        let said = self.game.bind(py).call_method1(method, (value,))?;
        match said.extract::<String>() {
            Ok(text) => Ok(text),
            Err(_) => {
                let why = format!("{method} gives {}: it is a text", said.repr()?);
                Err(crate::errors::RulesError::new_err(why))
            }
        }
    }
}

/// The name of a game in reports and certificates.
fn spec(text: &str) -> PyResult<String> {
    let is_plain = |c: char| c.is_ascii_graphic() && c != '"';
    let fits = !text.is_empty() && text.len() <= 200 && text.chars().all(is_plain);
    let parsed = andor_core::Spec::parse(text).is_ok();
    if fits && parsed {
        return Ok(text.to_owned());
    }
    let why = format!("spec gives {text:?}: it is such as \"chomp:3x4\" or \"nim,heaps=3\"");
    Err(PyValueError::new_err(why))
}

/// A code of the bytes of a move. Small numbers, up to four of them, and up to four letters are told apart
/// for certain; the rest by 31 bits of a digest, and whoever meets two with one code says so.
fn packed(bytes: &[u8]) -> u32 {
    let small = |pairs: &[u8]| -> Option<u32> {
        pairs.chunks(2).try_fold(0, |code, pair| match pair {
            &[b'1', number] if number < 128 => Some(code << 7 | u32::from(number)),
            _ => None,
        })
    };
    let exact = match bytes {
        [b'1', number] if *number >= 128 => Some(0x5000_0000 | u32::from(*number)),
        [b'1', number] => Some(u32::from(*number)),
        [b'8', number @ ..] => {
            let number = <[u8; 8]>::try_from(number).map(i64::from_be_bytes).unwrap_or(-1);
            u32::try_from(number).ok().filter(|&number| number < 1 << 28)
        }
        [b't', 0, 0, 0, length @ 1..=4, parts @ ..] => {
            small(parts).map(|code| u32::from(*length) << 28 | code)
        }
        [b's', 0, 0, 0, 0, 0, 0, 0, 1..=4, text @ ..] => {
            let fits = text.iter().all(|&letter| (1..128).contains(&letter));
            let code = || text.iter().fold(0, |code, &letter| code << 7 | u32::from(letter));
            fits.then(|| 0x6000_0000 | code())
        }
        _ => None,
    };
    exact.unwrap_or_else(|| {
        let digest = Sha256::digest(bytes);
        0x8000_0000 | u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]]) >> 1
    })
}
