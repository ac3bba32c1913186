//! A game as far as it has been played: where it began, the moves, and every position on the way.
//!
//! This is what a position *is* where history counts. Whoever asks about one (show, solve, play,
//! analyse, certify) hands one of these over, so that the moves before it cannot get lost. The type
//! of the game is forgotten: positions are kept as their exact bytes, which fast rules and reference
//! rules share.

use crate::{History, InputError, Outcome, Rules};

/// A game as far as it has been played. Its moves are legal, superko included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// As the game writes them.
    moves: Vec<String>,
    codes: Vec<u32>,
    /// The start and the position after every move.
    places: Vec<Place>,
    history: History,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Place {
    position: Vec<u8>,
    situation: Vec<u8>,
}

impl Played {
    /// A game without moves.
    #[must_use]
    pub fn begin<R: Rules>(rules: &R, start: &R::Position) -> Played {
        let mut played = Played {
            moves: Vec::new(),
            codes: Vec::new(),
            places: Vec::new(),
            history: History::default(),
        };
        played.push(rules, start);
        played
    }

    /// Plays a move, as people write it.
    ///
    /// # Errors
    /// If it is not legal, or repeats where superko forbids that; nothing is changed then.
    pub fn play_text<R: Rules>(&mut self, rules: &R, text: &str) -> Result<(), InputError> {
        let position = self.position(rules);
        let mv = rules.parse_move(&position, text)?;
        let next = rules.after(&position, mv);
        if self.history.forbids(rules, mv, &next) {
            return Err(InputError::repeats(text));
        }
        self.add(rules, &position, mv, &next);
        Ok(())
    }

    /// Plays a move that is known to be legal, superko included.
    pub fn play_unchecked<R: Rules>(&mut self, rules: &R, mv: R::Move) {
        let position = self.position(rules);
        let next = rules.after(&position, mv);
        self.add(rules, &position, mv, &next);
    }

    /// Takes the last move back; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        if self.moves.pop().is_none() {
            return false;
        }
        self.codes.pop();
        let place = self.places.pop().expect("there is a place after every move");
        self.history.remove(&place.situation);
        true
    }

    /// Where the game has come to.
    #[must_use]
    pub fn position<R: Rules>(&self, rules: &R) -> R::Position {
        decoded(rules, self.here())
    }

    /// Where the game has come to, as text.
    #[must_use]
    pub fn text<R: Rules>(&self, rules: &R) -> String {
        rules.position_text(&self.position(rules))
    }

    /// Where it began.
    #[must_use]
    pub fn start<R: Rules>(&self, rules: &R) -> R::Position {
        decoded(rules, &self.places[0])
    }

    /// The start and the position after every move.
    #[must_use]
    pub fn positions<R: Rules>(&self, rules: &R) -> Vec<R::Position> {
        self.places.iter().map(|place| decoded(rules, place)).collect()
    }

    /// The moves, as the game writes them.
    #[must_use]
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// The moves themselves.
    #[must_use]
    pub fn moves_of<R: Rules>(&self, rules: &R) -> Vec<R::Move> {
        let mut moves = Vec::new();
        let mut find = |(place, code): (&Place, &u32)| {
            rules.moves(&decoded(rules, place), &mut moves);
            let found = moves.iter().find(|&&mv| rules.move_code(mv) == *code);
            *found.expect("it was legal when it was played")
        };
        self.places.iter().zip(&self.codes).map(&mut find).collect()
    }

    /// How often the present situation has been, now included.
    #[must_use]
    pub fn times(&self) -> u32 {
        self.history.times(&self.here().situation)
    }

    /// Clears `moves` and puts the legal moves of a game that is not over into it, in the game's
    /// order.
    pub fn legal_moves<R: Rules>(&self, rules: &R, moves: &mut Vec<R::Move>) {
        let position = self.position(rules);
        rules.moves(&position, moves);
        self.history.retain(rules, &position, moves);
    }

    /// How the game ended, if the board says so, or superko leaves no move.
    #[must_use]
    pub fn outcome<R: Rules>(&self, rules: &R) -> Option<Outcome> {
        self.history.outcome(rules, &self.position(rules))
    }

    /// Whether the moves before the present position matter to what comes: there are some, and the
    /// game has superko. (Where a repetition is a draw, solvers ask about the position alone.)
    #[must_use]
    pub fn has_history<R: Rules>(&self, rules: &R) -> bool {
        !self.moves.is_empty() && rules.repetition().is_superko()
    }

    /// The rules that hold from here on, if they are others than the game's own: those less the moves
    /// that lead back ([`Haunted`](crate::Haunted)).
    ///
    /// # Errors
    /// If history matters, and these rules cannot take one.
    pub fn rules_from_here<R: Rules>(&self, rules: &R) -> Result<Option<R>, InputError> {
        if !self.has_history(rules) {
            return Ok(None);
        }
        let mut past = self.positions(rules);
        past.pop();
        rules.with_past(&past).map(Some).ok_or_else(|| {
            InputError::new(format!("{} has no rules that take a history", rules.spec()))
        })
    }

    fn here(&self) -> &Place {
        self.places.last().expect("a game has a start")
    }

    fn add<R: Rules>(
        &mut self,
        rules: &R,
        position: &R::Position,
        mv: R::Move,
        next: &R::Position,
    ) {
        self.moves.push(rules.move_text(position, mv));
        self.codes.push(rules.move_code(mv));
        self.push(rules, next);
    }

    fn push<R: Rules>(&mut self, rules: &R, position: &R::Position) {
        let mut place = Place { position: Vec::new(), situation: Vec::new() };
        rules.encode(position, &mut place.position);
        rules.situation(position, &mut place.situation);
        self.history.push(rules, position);
        self.places.push(place);
    }
}

fn decoded<R: Rules>(rules: &R, place: &Place) -> R::Position {
    rules.decode(&place.position).expect("these are bytes that the game wrote")
}
