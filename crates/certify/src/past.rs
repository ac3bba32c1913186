//! The moves before the root: under superko they decide which moves are legal after it.
//!
//! ```text
//!   start -- move -- move -- ... -- root
//!   \_______ the past ________/
//! ```
//!
//! A certificate names the position that the game began from and each move by its place among the
//! legal moves of the rules. The verifier replays them: no position on the way is over, every move is
//! legal on its path, and the last position is the root. Then it judges everything with the rules of the
//! game *less the moves that lead to a situation of the past*
//! ([`Rules::with_past`](andor_core::Rules::with_past)).

use crate::certificate::Certificate;
use crate::digest::to_hex;
use crate::error::{CertificateError, Failure};
use andor_core::{History, InputError, Rules};

/// The moves of a game up to the root of a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Past {
    /// The position the game began from, as text.
    pub start_text: String,
    /// Its exact bytes.
    pub start_bytes: Vec<u8>,
    /// The place of each move among the legal moves of the rules in its position, sorted by code.
    pub moves: Vec<u32>,
    /// The moves as people write them; written to files, but not read from them.
    pub line: Vec<String>,
}

impl Past {
    /// The moves `played` from `start`.
    ///
    /// # Errors
    /// If the game is over before the last of them, or one is not legal after those before it.
    pub fn of<R: Rules>(
        rules: &R,
        start: &R::Position,
        played: &[R::Move],
    ) -> Result<Past, InputError> {
        let mut start_bytes = Vec::new();
        rules.encode(start, &mut start_bytes);
        let start_text = rules.position_text(start);
        let mut past = Past { start_text, start_bytes, moves: Vec::new(), line: Vec::new() };
        let mut replay = Replay::new(rules, start);
        for &mv in played {
            let number = replay.number_of(mv);
            past.line.push(rules.move_text(&replay.position, mv));
            past.moves.push(number);
            replay.play(number).map_err(InputError::new)?;
        }
        Ok(past)
    }
}

/// A game that is played again.
struct Replay<'a, R: Rules> {
    rules: &'a R,
    position: R::Position,
    /// The positions before it.
    past: Vec<R::Position>,
    history: History,
    moves: Vec<R::Move>,
}

impl<'a, R: Rules> Replay<'a, R> {
    fn new(rules: &'a R, start: &R::Position) -> Replay<'a, R> {
        let history = History::new(rules, start);
        Replay { rules, position: start.clone(), past: Vec::new(), history, moves: Vec::new() }
    }

    /// The place of a move; one beyond the last if it is not legal.
    fn number_of(&mut self, mv: R::Move) -> u32 {
        self.moves.clear();
        if self.rules.outcome(&self.position).is_none() {
            self.rules.sorted_moves(&self.position, &mut self.moves);
        }
        let place = self.moves.iter().position(|&legal| legal == mv);
        place.unwrap_or(self.moves.len()) as u32
    }

    /// Plays move number `number`.
    fn play(&mut self, number: u32) -> Result<(), String> {
        let rules = self.rules;
        let count = self.past.len() + 1;
        if rules.outcome(&self.position).is_some() {
            return Err(format!("the game is over before move {count}"));
        }
        rules.sorted_moves(&self.position, &mut self.moves);
        let Some(&mv) = self.moves.get(number as usize) else {
            return Err(format!("move {count} does not exist: there is no move number {number}"));
        };
        let next = rules.after(&self.position, mv);
        if self.history.forbids(rules, mv, &next) {
            let text = rules.move_text(&self.position, mv);
            return Err(format!("superko forbids move {count}, {text}"));
        }
        self.history.push(rules, &next);
        self.past.push(std::mem::replace(&mut self.position, next));
        Ok(())
    }
}

impl Certificate {
    /// The rules that judge this certificate: its history is replayed with `rules`, and the moves that
    /// lead to a situation of the past are taken away. `None` if these rules can stay as they are,
    /// because nothing was played before the root.
    ///
    /// # Errors
    /// If the history is not that of a game that leads to the root, or if these rules have no superko
    /// or cannot leave out moves.
    pub fn rules_of<R: Rules>(&self, rules: &R) -> Result<Option<R>, CertificateError> {
        let Some(history) = self.history() else { return Ok(None) };
        let refused = |why: String| CertificateError::Refused(why);
        if !rules.repetition().is_superko() {
            let spec = rules.spec();
            let why = format!("it has a history, but \"{spec}\" has no superko");
            return Err(refused(why));
        }
        let wrong = |why: String| {
            let position = InputError::quote(&history.start_text);
            CertificateError::Failed(Failure {
                claim: self.sections()[0].claim,
                entry: None,
                position: InputError::quote(self.root_text()).trim_matches('"').to_owned(),
                why: format!("its history from {position}: {why}"),
            })
        };
        // Step 1. The start is what the header says twice.
        let bytes = &history.start_bytes;
        let start = rules.decode(bytes);
        let start = start
            .ok_or_else(|| wrong(format!("the bytes {} are not a position", to_hex(bytes))))?;
        let read = rules.parse_position(&history.start_text);
        let read = read.map_err(|error| wrong(format!("its text is not a position: {error}")))?;
        if read != start {
            let text = rules.position_text(&start);
            return Err(wrong(format!("its bytes are those of \"{text}\"")));
        }
        // Step 2. The moves lead to the root.
        let mut replay = Replay::new(rules, &start);
        for &number in &history.moves {
            replay.play(number).map_err(wrong)?;
        }
        let mut end = Vec::new();
        rules.encode(&replay.position, &mut end);
        if end != self.root_bytes() {
            let text = rules.position_text(&replay.position);
            return Err(wrong(format!("it leads to \"{text}\", not to the root")));
        }
        // Step 3. The rest of the game is played without the moves that repeat the past.
        if replay.past.is_empty() {
            return Ok(None);
        }
        let judge = rules.with_past(&replay.past);
        judge.map(Some).ok_or_else(|| {
            refused(format!("it has a history, which these rules of \"{}\" ignore", rules.spec()))
        })
    }
}
