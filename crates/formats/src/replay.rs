//! Plays a recorded game over again: is every move legal, how did it end, is that the result?
//!
//! The moves of a record are visited in the order of the file, with the path from the start to
//! the last one held as a game that is played ([`Played`]), so that a variation begins where its
//! parent stands and the work grows with the number of moves alone. History counts: a move that
//! superko forbids is a fault, and a third occurrence may end a game ([`Ending`]). A capture that may
//! be one of several is settled by the moves behind it ([`ambiguity`](crate::ambiguity)).

use crate::ambiguity::settle;
use crate::ending::repetition_is_claimed;
use crate::record::{Action, GameRecord, Step};
use crate::{Ending, FormatError, Said, Spot, fen};
use andor_core::{InputError, Outcome, Played, Player, Rules};

/// The first thing in a record that cannot be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Where it stands.
    pub at: Spot,
    /// Which ply it would have been; 0 for the starting position.
    pub ply: usize,
    /// The text that is at fault.
    pub text: String,
    /// Why; one line.
    pub reason: String,
    /// Whether it is in a variation, and the main line is without fault.
    pub in_variation: bool,
}

/// What the stated result is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ResultCheck {
    /// It is what happened, or what cannot be told from the moves.
    Agrees,
    /// Nothing is stated, or only that nothing is known.
    NotStated,
    /// It is not understood.
    Unclear,
    /// It is not what happened.
    Differs,
}

/// A game played over again.
#[derive(Clone, PartialEq, Debug)]
pub struct Replay {
    /// The plies of the main line; up to the fault, if there is one in it.
    pub plies: usize,
    /// How the main line ended.
    pub ending: Ending,
    /// Whether that is the stated result.
    pub result: ResultCheck,
    /// What cannot be.
    pub fault: Option<Fault>,
    /// By how many points Black won the main line, if it ended on the board and points were counted.
    lead: Option<f64>,
    /// The starting position, unless it is the game's own.
    start: Option<String>,
    /// Who begins in the game's own.
    begins: Player,
    /// Who moved, and the move as the game writes it, for the steps before the fault.
    moves: Vec<(Option<Player>, Option<String>)>,
}

impl Replay {
    /// Whether the record is a game, and its result is right.
    #[must_use]
    pub fn is_fine(&self) -> bool {
        self.fault.is_none() && self.result != ResultCheck::Differs
    }

    /// The record with its moves as the game writes them; nothing if there is a fault.
    #[must_use]
    pub fn rewrite(&self, spec: String, record: &GameRecord) -> Option<GameRecord> {
        if self.fault.is_some() {
            return None;
        }
        let (start, begins) = (self.start.clone(), Some(self.begins));
        let mut canonical = GameRecord { spec, start, begins, ..record.clone() };
        for (step, (mover, text)) in canonical.steps.iter_mut().zip(&self.moves) {
            step.mover = *mover;
            if let Some(text) = text {
                step.action = Action::Move(text.clone());
            }
        }
        if let Some(stated) = canonical.stated.as_mut().filter(|stated| stated.how.is_empty()) {
            stated.how = self.score(stated.said).unwrap_or_default();
        }
        Some(canonical)
    }

    /// The points that the stated winner won by, if they were counted and say the same.
    fn score(&self, said: Said) -> Option<String> {
        let Said::Over(Outcome::Win(winner)) = said else { return None };
        let lead = if winner == Player::Black { self.lead? } else { -self.lead? };
        (lead > 0.0).then(|| lead.to_string())
    }
}

/// A place on the path.
struct Frame {
    plies: usize,
    ended: Option<Ending>,
    /// Whether a move led here.
    moved: bool,
}

struct Replayer<'a, R: Rules> {
    rules: &'a R,
    path: Vec<Frame>,
    played: Played,
    /// Whether the game goes on after a third occurrence.
    goes_on: bool,
}

impl<'a, R: Rules> Replayer<'a, R> {
    /// Ready at the start of a record.
    fn new(rules: &'a R, record: &GameRecord) -> Result<Replayer<'a, R>, Fault> {
        let start = record.start.as_deref();
        let position = fen::start(rules, start).map_err(|error| Fault {
            at: record.at,
            ply: 0,
            text: start.unwrap_or_default().to_owned(),
            reason: error.to_string(),
            in_variation: false,
        })?;
        let played = Played::begin(rules, &position);
        let ended = Ending::of(rules, &played);
        let path = vec![Frame { plies: 0, ended, moved: false }];
        Ok(Replayer { rules, path, played, goes_on: repetition_is_claimed(&rules.spec()) })
    }

    fn here(&self) -> &Frame {
        self.path.last().expect("the start is always on the path")
    }

    /// Goes back to where a step of this depth begins.
    fn back_to(&mut self, depth: usize) {
        while self.path.len() > depth.max(1) {
            if self.path.pop().is_some_and(|frame| frame.moved) {
                self.played.undo();
            }
        }
    }

    /// Plays a step, which those `after` it follow: who moved, and the move as the game writes it.
    fn play(
        &mut self,
        step: &Step,
        after: &[Step],
    ) -> Result<(Option<Player>, Option<String>), String> {
        self.back_to(step.depth);
        let rules = self.rules;
        let &Frame { plies, ended, .. } = self.here();
        let ended = ended.filter(|&ended| ended != Ending::Repetition || !self.goes_on);
        let side = rules.side_to_move(&self.played.position(rules));
        let mover = step.mover.unwrap_or(side);
        let text = match &step.action {
            Action::Nothing => {
                self.path.push(Frame { plies, ended, moved: false });
                return Ok((None, None));
            }
            Action::Resign | Action::Forfeit => {
                let gives_up = match step.action {
                    Action::Resign => Ending::Resignation(mover),
                    _ => Ending::Forfeit(mover),
                };
                // Who has lost on the board may still say so.
                let known = ended.and_then(Ending::outcome);
                if known.is_some_and(|known| gives_up.outcome() != Some(known)) {
                    return Err(format!("the game was over at ply {plies}: {}", said(ended)));
                }
                let ended = ended.or(Some(gives_up));
                self.path.push(Frame { plies, ended, moved: false });
                return Ok((Some(mover), None));
            }
            Action::Move(text) => text,
        };
        if ended.is_some() {
            return Err(format!("the game was over at ply {plies}: {}", said(ended)));
        }
        if mover != side {
            return Err(format!("{mover} moves, but it is the turn of {side}"));
        }
        if let Err(error) = self.played.play_text(rules, text) {
            let settled = settle(rules, &self.played, error.ways(), step.depth, after);
            let settled = settled.ok_or_else(|| error.to_string())?;
            self.played.play_text(rules, settled).map_err(|error| error.to_string())?;
        }
        let ended = Ending::of(rules, &self.played);
        self.path.push(Frame { plies: plies + 1, ended, moved: true });
        let written = self.played.moves().last().cloned();
        Ok((Some(side), written))
    }
}

fn said(ended: Option<Ending>) -> String {
    match ended {
        Some(Ending::Board(Outcome::Win(winner))) => format!("{winner} had won"),
        Some(Ending::Board(Outcome::Draw)) => "it was drawn".to_owned(),
        Some(Ending::Repetition) => "a draw by third repetition".to_owned(),
        Some(Ending::Resignation(loser)) => format!("{loser} had resigned"),
        Some(Ending::Forfeit(loser)) => format!("{loser} had forfeited"),
        Some(Ending::Stated(_) | Ending::Unfinished) | None => "it had ended".to_owned(),
    }
}

/// The text of a step that is at fault, or the beginning of it: what was to be a move may be
/// anything.
fn action_text(action: &Action) -> String {
    match action {
        Action::Move(text) => text.chars().take(80).collect(),
        Action::Resign => "resign".to_owned(),
        Action::Forfeit => "forfeit".to_owned(),
        Action::Nothing => String::new(),
    }
}

/// Plays a game and its variations over again, up to the first fault.
pub fn replay<R: Rules>(rules: &R, record: &GameRecord) -> Replay {
    let mut replay = Replay {
        plies: 0,
        ending: Ending::Unfinished,
        result: ResultCheck::NotStated,
        fault: None,
        lead: None,
        start: None,
        begins: rules.side_to_move(&rules.initial()),
        moves: Vec::new(),
    };
    let mut replayer = match Replayer::new(rules, record) {
        Ok(replayer) => replayer,
        Err(fault) => return Replay { fault: Some(fault), ..replay },
    };
    let start = replayer.played.start(rules);
    if start != rules.initial() {
        replay.start = Some(rules.position_text(&start));
    }
    let main = record.main_len();
    let mut ended = replayer.here().ended;
    for (index, step) in record.steps.iter().enumerate() {
        match replayer.play(step, &record.steps[index + 1..]) {
            Ok(played) => replay.moves.push(played),
            Err(reason) => {
                replay.fault = Some(Fault {
                    at: step.at,
                    ply: replayer.here().plies + 1,
                    text: action_text(&step.action),
                    reason,
                    in_variation: index >= main,
                });
                break;
            }
        }
        if index < main {
            (replay.plies, ended) = (replayer.here().plies, replayer.here().ended);
        }
        if index + 1 == main && matches!(ended, Some(Ending::Board(_))) {
            replay.lead = rules.lead(&replayer.played.position(rules));
        }
    }
    if replay.fault.as_ref().is_none_or(|fault| fault.in_variation) {
        let is_claim = record.stated.as_ref().is_some_and(|s| s.said == Said::Over(Outcome::Draw));
        let ended =
            ended.filter(|&ended| ended != Ending::Repetition || !replayer.goes_on || is_claim);
        (replay.ending, replay.result) = judge(ended, record);
    }
    replay
}

/// How a main line ended, and what the stated result is worth.
fn judge(ended: Option<Ending>, record: &GameRecord) -> (Ending, ResultCheck) {
    let Some(stated) = &record.stated else {
        return (ended.unwrap_or(Ending::Unfinished), ResultCheck::NotStated);
    };
    let said = match stated.said {
        Said::Over(outcome) => outcome,
        Said::Unclear => return (ended.unwrap_or(Ending::Unfinished), ResultCheck::Unclear),
        Said::Void | Said::Unknown => {
            return (ended.unwrap_or(Ending::Unfinished), ResultCheck::NotStated);
        }
    };
    match (ended, said) {
        (Some(ending), _) if ending.outcome() == Some(said) => (ending, ResultCheck::Agrees),
        (Some(ending), _) => (ending, ResultCheck::Differs),
        (None, Outcome::Win(winner)) if stated.by_forfeit() => {
            (Ending::Forfeit(winner.other()), ResultCheck::Agrees)
        }
        // A win on an open board, and no other reason is given: the loser gave up.
        (None, Outcome::Win(winner)) if stated.by_resignation() || stated.how.is_empty() => {
            (Ending::Resignation(winner.other()), ResultCheck::Agrees)
        }
        (None, said) => (Ending::Stated(said), ResultCheck::Agrees),
    }
}

/// The game up to `ply` plies of the main line (all of them for `None`).
///
/// # Errors
/// If there are not so many, or one before is not legal.
pub fn played_to<R: Rules>(
    rules: &R,
    record: &GameRecord,
    ply: Option<usize>,
) -> Result<Played, FormatError> {
    let refuse = |fault: Fault| {
        let Fault { at, ply, text, reason, .. } = fault;
        let text = InputError::quote(&text);
        FormatError::at(at, format!("ply {ply}, {text}: {reason}"))
    };
    let mut replayer = Replayer::new(rules, record).map_err(refuse)?;
    for (index, step) in record.steps[..record.main_len()].iter().enumerate() {
        if ply == Some(replayer.here().plies) {
            break;
        }
        if let Err(reason) = replayer.play(step, &record.steps[index + 1..]) {
            let text = action_text(&step.action);
            let ply = replayer.here().plies + 1;
            return Err(refuse(Fault { at: step.at, ply, text, reason, in_variation: false }));
        }
    }
    let plies = replayer.here().plies;
    if let Some(ply) = ply.filter(|&ply| ply != plies) {
        return Err(FormatError::new(format!("there is no ply {ply}: the game has {plies} plies")));
    }
    Ok(replayer.played)
}
