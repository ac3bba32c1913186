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

#[cfg(test)]
mod tests {
    use crate::Catalogue;
    use andor_core::{Outcome, Player};
    use andor_formats::Ending;

    fn moves(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn a_third_occurrence_is_a_draw_and_can_be_taken_back() {
        let game = Catalogue::standard().game("loa").unwrap();
        let round = "b8-h8 a7-a1 h8-b8 a1-a7";
        let twice = moves(&format!("{round} {round}"));
        let mut line = game.begin(None, &twice).unwrap();
        assert_eq!(line.ending(), Some(Ending::Repetition));
        assert!(game.legal_moves(&line).is_empty());
        let error = game.play(&mut line, "b8-h8").unwrap_err().to_string();
        assert!(error.contains("already over"), "{error}");
        assert!(line.undo());
        assert_eq!((line.ending(), line.moves().len()), (None, 7));
        assert!(game.legal_moves(&line).contains(&"a1-a7".to_owned()));
        while line.undo() {}
        assert_eq!(line, game.begin(None, &[]).unwrap());
    }

    #[test]
    fn superko_forbids_and_may_leave_no_move() {
        let game = Catalogue::standard().game("go:3x3").unwrap();
        // A ko at the edge: White takes b1, and Black may not take back at once.
        let start = Some("3/bw1/1bw w");
        let mut line = game.begin(start, &moves("a1")).unwrap();
        let legal = game.legal_moves(&line);
        assert!(
            !legal.contains(&"b1".to_owned()) && legal.contains(&"pass".to_owned()),
            "{legal:?}"
        );
        let error = game.play(&mut line, "b1").unwrap_err().to_string();
        assert!(error.contains("superko") && error.contains("\"b1\""), "{error}");
        // Two nodes that lead to each other: who has to repeat has lost.
        let file = std::env::temp_dir().join(format!("andor-line-{}.json", std::process::id()));
        let text = "{\"rule\":\"superko\",\"nodes\":[{\"owner\":0,\"succ\":[1]},{\"owner\":1,\"succ\":[0]}]}";
        std::fs::write(&file, text).unwrap();
        let game = Catalogue::standard().game(&format!("graph:{}", file.display())).unwrap();
        std::fs::remove_file(&file).unwrap();
        let line = game.begin(None, &moves("1")).unwrap();
        assert_eq!(line.outcome(), Some(Outcome::Win(Player::Black)));
    }

    /// What a line says is what a replay with the reference rules says.
    #[test]
    fn lines_agree_with_replays() {
        use andor_core::SplitMix64;
        let mut random = SplitMix64::new(5);
        for spec in
            ["loa:5x5", "breakthrough:4x5", "surakarta", "go:3x3", "checkers", "tic-tac-toe"]
        {
            let game = Catalogue::standard().game(spec).unwrap();
            for _ in 0..5 {
                let mut line = game.begin(None, &[]).unwrap();
                while line.ending().is_none() && line.moves().len() < 150 {
                    let legal = game.legal_moves(&line);
                    game.play(&mut line, &legal[random.below(legal.len())]).unwrap();
                }
                let record = crate::arena::record_of_line(&*game, &line, ["a", "b"], None);
                let replay = game.replay(&record);
                assert!(replay.fault.is_none(), "{spec}: {replay:?}");
                assert_eq!(replay.ending.outcome(), line.outcome(), "{spec}: {:?}", line.moves());
                assert_eq!(game.recorded(&record, None).unwrap(), game.view_line(&line).position);
            }
        }
    }
}
