//! `andor play GAME`: a person, or a script, against a player; or two players against each other.
//!
//! A script uses `--json`: one object for every turn of the person, with the legal moves in
//! `replies`, of which it writes one to stdin.

use super::Done;
use super::solve::stop_on_ctrl_c;
use crate::arguments::PlayArguments;
use crate::overwrite::{Kind, Overwrite};
use crate::wording::ending;
use crate::{Exit, Terminal};
use andor_core::{InputError, Player};
use andor_engine::{AnyGame, Catalogue, Line, Pace, Score, Timing, View};
use andor_play::Contestant;
use andor_play::arena::{Opponent, game_format, record_of_line};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The word for a person at the board.
const HUMAN: &str = "human";
/// Who gives hints.
const ADVISER: &str = "mia";
const HELP: &str = "Type a move, or: moves, hint, undo, level N, save FILE, resign, new, quit.";

/// How much a player of a level thinks about a move.
fn pace_of(level: u32) -> Pace {
    let seconds = match level {
        ..=6 => return Pace { depth: Some(level), ..Pace::default() },
        7 => 1,
        8 => 5,
        _ => 20,
    };
    Pace { timing: Some(Timing::EachMove(Duration::from_secs(seconds))), ..Pace::default() }
}

/// Somebody at the board.
enum Chair {
    Human,
    Player(Box<Opponent>),
}

impl Chair {
    fn name(&self) -> &str {
        match self {
            Chair::Human => HUMAN,
            Chair::Player(opponent) => opponent.contestant().text(),
        }
    }
}

struct Sitting<'a> {
    game: &'a dyn AnyGame,
    start: Option<&'a str>,
    line: Line,
    /// Black, White.
    chairs: [Chair; 2],
    level: u32,
    /// Who has given up.
    resigned: Option<Player>,
    stop: Arc<AtomicBool>,
    json: bool,
    overwrite: Overwrite,
    /// The files that this game was saved to.
    saved: Vec<PathBuf>,
}

pub(super) fn run(
    catalogue: &Catalogue,
    arguments: &PlayArguments,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    let Some(spec) = &arguments.game else {
        let why = "which game? such as andor play loa; or a certificate: andor play --proof FILE";
        return Err(InputError::new(why).into());
    };
    arguments.overwrite.check_some("--save", arguments.save.as_ref(), Kind::Text)?;
    let game = catalogue.game(spec)?;
    let stop = Arc::new(AtomicBool::new(false));
    let sit = |name: &str| -> Result<Chair, InputError> {
        match name {
            HUMAN => Ok(Chair::Human),
            name => {
                let contestant = Contestant::parse(name, &*game)?;
                let opponent = Opponent::new(contestant, &*game, seed(), &stop)?;
                Ok(Chair::Player(Box::new(opponent)))
            }
        }
    };
    let chairs = [sit(&arguments.black)?, sit(&arguments.white)?];
    let start = arguments.position.as_deref();
    let mut sitting = Sitting {
        game: &*game,
        start,
        line: game.position(start, &[])?,
        chairs,
        level: arguments.level,
        resigned: None,
        stop,
        json,
        overwrite: arguments.overwrite,
        saved: Vec::new(),
    };
    if sitting.chairs.iter().all(|chair| matches!(chair, Chair::Player(..))) {
        stop_on_ctrl_c(&sitting.stop);
    }
    let [black, white] = [sitting.chairs[0].name(), sitting.chairs[1].name()];
    terminal.note(&format!("Black: {black}, White: {white}. {HELP}"));
    let exit = sitting.play(terminal)?;
    if let Some(path) = &arguments.save {
        sitting.save(path, terminal)?;
    }
    Ok(exit)
}

/// Another game every time.
fn seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |now| now.as_nanos() as u64)
}

impl Sitting<'_> {
    fn play(&mut self, terminal: &mut Terminal<'_>) -> Result<Exit, InputError> {
        loop {
            let side = self.line.side();
            let over = self.line.ending().is_some() || self.resigned.is_some();
            let index = usize::from(side == Player::White);
            let is_human = matches!(self.chairs[index], Chair::Human);
            if over || is_human || !self.has_human() {
                self.show(terminal);
            }
            if over {
                return Ok(Exit::Answered);
            }
            if is_human {
                terminal.prompt(&format!("{side}> "));
                let Some(line) = terminal.read_line() else {
                    terminal.note("");
                    return Ok(Exit::Answered);
                };
                if !self.obey(&line, terminal)? {
                    return Ok(Exit::Answered);
                }
                continue;
            }
            match self.answer(index)? {
                Some(text) => terminal.note(&format!("{side} plays {text}")),
                None if self.stop.load(Ordering::Relaxed) => return Ok(Exit::Unknown),
                None => {
                    terminal.note(&format!("{side} resigns"));
                    self.resigned = Some(side);
                }
            }
        }
    }

    fn has_human(&self) -> bool {
        self.chairs.iter().any(|chair| matches!(chair, Chair::Human))
    }

    /// Lets the player in a chair move; nothing if it gives up.
    fn answer(&mut self, index: usize) -> Result<Option<String>, InputError> {
        let level = self.level;
        let Chair::Player(opponent) = &mut self.chairs[index] else { return Ok(None) };
        let pace = opponent.contestant().pace();
        let pace = if pace.is_open() { pace_of(level) } else { pace };
        let chosen = opponent.choose(self.game, &self.line, pace);
        if self.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let Some(text) = chosen? else { return Ok(None) };
        self.game.play(&mut self.line, &text).map_err(|error| {
            let shown = InputError::quote(opponent.contestant().text());
            InputError::new(format!("player {shown}: {error}"))
        })?;
        Ok(self.line.moves().last().cloned())
    }

    /// Does what a person typed; `false` if that ends the game.
    fn obey(&mut self, line: &str, terminal: &mut Terminal<'_>) -> Result<bool, InputError> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" => {}
            "quit" | "exit" | "q" => return Ok(false),
            "help" | "?" => terminal.note(HELP),
            "moves" => terminal.note(&self.game.legal_moves(&self.line).join(" ")),
            "hint" => terminal.note(&self.hint()?),
            "undo" => self.undo(terminal)?,
            "level" => match rest.trim().parse().ok().filter(|level| (1..=9).contains(level)) {
                Some(level) => self.level = level,
                None => {
                    terminal.note(&format!("{} is no level from 1 to 9", InputError::quote(rest)))
                }
            },
            "save" if !rest.trim().is_empty() => {
                if let Err(error) = self.save_to(PathBuf::from(rest.trim()), terminal) {
                    terminal.note(&error.to_string());
                }
            }
            "resign" => self.resigned = Some(self.line.side()),
            "new" => {
                self.line = self.game.position(self.start, &[])?;
                self.restart()?;
            }
            _ => {
                if let Err(error) = self.game.play(&mut self.line, line) {
                    terminal.note(&error.to_string());
                }
            }
        }
        Ok(true)
    }

    /// Back to the person's last turn.
    fn undo(&mut self, terminal: &mut Terminal<'_>) -> Result<(), InputError> {
        let person = self.line.side();
        let mut shorter = self.line.clone();
        while shorter.undo() {
            if shorter.side() == person {
                self.line = shorter;
                return self.restart();
            }
        }
        terminal.note("there is nothing to take back");
        Ok(())
    }

    /// The players begin anew: the game is another than they remember.
    fn restart(&mut self) -> Result<(), InputError> {
        for chair in &mut self.chairs {
            if let Chair::Player(opponent) = chair {
                opponent.new_game(self.game, seed())?;
            }
        }
        Ok(())
    }

    /// What the adviser would play.
    fn hint(&self) -> Result<String, InputError> {
        let mut adviser = self.game.thinker(&self.game.player(ADVISER)?)?;
        let budget = pace_of(self.level).budget(Duration::ZERO);
        let thought = adviser.think(&self.line, &budget, &Arc::default(), &mut |_| {});
        let score = match thought.score {
            Score::Estimate(points) => format!("{points:+} points"),
            Score::Win(Some(plies)) => format!("wins in {plies} plies at most"),
            Score::Win(None) => "wins".to_owned(),
            Score::Loss(Some(plies)) => format!("all moves lose, in {plies} plies at most"),
            Score::Loss(None) => "all moves lose".to_owned(),
            Score::Draw => "a draw".to_owned(),
        };
        Ok(format!("{} ({score}, depth {})", thought.line.join(" "), thought.depth))
    }

    fn show(&self, terminal: &mut Terminal<'_>) {
        let View { position, picture, moves, .. } = self.game.view(&self.line);
        let resigned =
            self.resigned.map(|loser| format!("{} has won: {loser} resigned", loser.other()));
        let over = resigned.or(self.line.outcome().map(ending));
        if self.json {
            let object = json!({
                "game": self.game.spec(),
                "moves": self.line.moves(),
                "position": position,
                "side": self.line.side().letter().to_string(),
                "over": over,
                "replies": moves,
            });
            terminal.print(&object.to_string());
        } else {
            terminal.print(&format!("\n{picture}"));
        }
        if let Some(over) = over {
            terminal.note(&format!("The game is over: {over}."));
        }
    }

    /// Saves the game where somebody says so meanwhile: not over a file that was there before.
    fn save_to(&mut self, path: PathBuf, terminal: &mut Terminal<'_>) -> Result<(), InputError> {
        if !self.saved.contains(&path) {
            self.overwrite.check("save", &path, Kind::Text)?;
        }
        self.save(&path, terminal)?;
        self.saved.push(path);
        Ok(())
    }

    fn save(&self, path: &Path, terminal: &mut Terminal<'_>) -> Result<(), InputError> {
        let refuse = |why: String| {
            let name = InputError::quote(&path.display().to_string());
            InputError::new(format!("save {name}: {why}"))
        };
        let names = [self.chairs[0].name(), self.chairs[1].name()];
        let record = record_of_line(self.game, &self.line, names, self.resigned);
        let text = game_format(self.game).write(&[record]);
        let text = text.map_err(|error| refuse(error.to_string()))?;
        std::fs::write(path, text).map_err(|error| refuse(error.to_string()))?;
        terminal.note(&format!("saved to {}", path.display()));
        Ok(())
    }
}
