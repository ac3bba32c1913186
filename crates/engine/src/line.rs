//! A line of play: a start, the moves from it, and every position on the way, so that repetitions
//! are seen. The type of the game is forgotten; positions are kept as their exact bytes.
//!
//! Rules know no history; a game that is played does. A line applies what history means: under
//! superko a move that repeats is illegal, and who has no other has lost; elsewhere the third
//! occurrence of a position with the same player to move is a draw (rule 9 of Lines of Action,
//! Winands' thesis, 2.2, taken for the other games too, as [`replay`](andor_formats::replay) does).

use andor_core::{InputError, Outcome, Player, Repetition, Rules};
use andor_formats::{Ending, OCCURRENCES, fen};

/// A game that is being played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    start: Option<String>,
    moves: Vec<String>,
    /// The start and the position after every move.
    places: Vec<Place>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Place {
    position: Vec<u8>,
    /// What superko compares; empty where there is none.
    situation: Vec<u8>,
    side: Player,
    ending: Option<Ending>,
}

impl Line {
    /// The text of the position it starts from, unless that is the game's own.
    #[must_use]
    pub fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }

    /// The moves so far, as the game writes them.
    #[must_use]
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// Who is to move.
    #[must_use]
    pub fn side(&self) -> Player {
        self.here().side
    }

    /// How the game ended, if it is over.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.here().ending
    }

    /// The result, if the game is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.ending().and_then(Ending::outcome)
    }

    /// Takes the last move back; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let played = self.moves.pop().is_some();
        if played {
            self.places.pop();
        }
        played
    }

    fn here(&self) -> &Place {
        self.places.last().expect("a line has a start")
    }

    /// A line without moves.
    pub(crate) fn begin<R: Rules>(rules: &R, start: Option<&str>) -> Result<Line, InputError> {
        let position = match start {
            Some(text) => rules.parse_position(&fen::import(&rules.spec(), text)?)?,
            None => rules.initial(),
        };
        let is_initial = position == rules.initial();
        let start = (!is_initial).then(|| rules.position_text(&position));
        let mut line = Line { start, moves: Vec::new(), places: Vec::new() };
        line.push(rules, &position);
        Ok(line)
    }

    /// Plays a move, which is checked.
    pub(crate) fn play<R: Rules>(&mut self, rules: &R, text: &str) -> Result<(), InputError> {
        let position = self.position(rules);
        if let Some(Ending::Repetition) = self.ending() {
            let quoted = InputError::quote(text);
            let why = format!("move {quoted}: the game is already over, drawn by repetition");
            return Err(InputError::new(why));
        }
        let mv = rules.parse_move(&position, text)?;
        let next = rules.after(&position, mv);
        if self.forbids(rules, mv, &next) {
            let quoted = InputError::quote(text);
            let why = "repeats an earlier position, which superko forbids";
            return Err(InputError::new(format!("move {quoted} {why}")));
        }
        self.moves.push(rules.move_text(&position, mv));
        self.push(rules, &next);
        Ok(())
    }

    /// The moves that are legal with this history, in the game's order; none if the game is over.
    pub(crate) fn legal_moves<R: Rules>(&self, rules: &R) -> Vec<String> {
        if self.ending().is_some() {
            return Vec::new();
        }
        let position = self.position(rules);
        let mut moves = Vec::new();
        rules.moves(&position, &mut moves);
        moves.retain(|&mv| !self.forbids(rules, mv, &rules.after(&position, mv)));
        moves.into_iter().map(|mv| rules.move_text(&position, mv)).collect()
    }

    /// Where the line has come to.
    pub(crate) fn position<R: Rules>(&self, rules: &R) -> R::Position {
        rules.decode(&self.here().position).expect("these are bytes that the game wrote")
    }

    fn forbids<R: Rules>(&self, rules: &R, mv: R::Move, next: &R::Position) -> bool {
        if !matches!(rules.repetition(), Repetition::Superko(_)) || rules.may_repeat(mv) {
            return false;
        }
        let mut situation = Vec::new();
        rules.situation(next, &mut situation);
        self.places.iter().any(|place| place.situation == situation)
    }

    fn push<R: Rules>(&mut self, rules: &R, position: &R::Position) {
        let mut bytes = Vec::with_capacity(rules.encoded_len());
        rules.encode(position, &mut bytes);
        let mut situation = Vec::new();
        if matches!(rules.repetition(), Repetition::Superko(_)) {
            rules.situation(position, &mut situation);
        }
        let side = rules.side_to_move(position);
        let ending = rules.outcome(position).map(Ending::Board);
        self.places.push(Place { position: bytes, situation, side, ending });
        if ending.is_none() {
            let ending = self.ended_by_history(rules, position);
            self.places.last_mut().expect("it was just pushed").ending = ending;
        }
    }

    /// What the history makes of an open position that was just reached.
    fn ended_by_history<R: Rules>(&self, rules: &R, position: &R::Position) -> Option<Ending> {
        match rules.repetition() {
            Repetition::Impossible => None,
            Repetition::Draw => {
                let here = &self.here().position;
                let times = self.places.iter().filter(|place| place.position == *here).count();
                (times >= OCCURRENCES as usize).then_some(Ending::Repetition)
            }
            Repetition::Superko(_) => {
                let mut moves = Vec::new();
                rules.moves(position, &mut moves);
                let may = |&mv: &R::Move| !self.forbids(rules, mv, &rules.after(position, mv));
                let loser = rules.side_to_move(position);
                let lost = Ending::Board(Outcome::Win(loser.other()));
                (!moves.iter().any(may)).then_some(lost)
            }
        }
    }
}
