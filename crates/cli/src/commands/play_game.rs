//! `andor play GAME`: a person, or a script, against a player; or two players against each other. `andor play FILE`
//! goes on with a recorded game.
//!
//! A script uses `--json`: one object for every turn of the person, with the legal moves in
//! `replies`, of which it writes one to stdin.

use super::hint::hint;
use super::interruption::{Interruption, Unsaved};
use super::seats::{Chair, Dice, USUAL, names};
use super::solve::quoted;
use super::{Done, Found};
use crate::arguments::PlayArguments;
use crate::exit::Failure;
use crate::overwrite::{Kind, Overwrite};
use crate::picture::Style;
use crate::thinking::ThinkingLine;
use crate::{Exit, Terminal, records};
use andor_core::{InputError, Player};
use andor_engine::{AnyGame, Catalogue, Line, View};
use andor_formats::GameRecord;
use andor_play::Level;
use andor_play::arena::{game_format, record_of_line};
use andor_play::is_on_top;
use andor_play::words::{self, ending};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Duration;

const HELP: &str =
    "Type a move, or: moves, hint, undo, game, level N, flip,\nsave FILE, resign, new, help, quit.";
/// Hints come from a player of this level at least.
const ADVISER: u32 = 6;

struct Sitting<'a> {
    game: &'a dyn AnyGame,
    line: Line,
    /// Black, White.
    chairs: [Chair; 2],
    level: Level,
    dice: Dice,
    /// Who has given up.
    resigned: Option<Player>,
    interruption: Interruption,
    json: bool,
    overwrite: Overwrite,
    /// Where the game is saved when it ends.
    save: Option<&'a Path>,
    /// The files that this game was saved to.
    saved: Vec<PathBuf>,
    /// Whether the board is turned round.
    flipped: bool,
    /// The moves of the position that was shown last.
    shown: Option<Vec<String>>,
}

/// What a player did at its turn.
enum Answer {
    Played(String),
    Resigned,
    /// Somebody pressed Ctrl-C, and nobody else is there to go on.
    Interrupted,
}

pub(super) fn run(
    catalogue: &Catalogue,
    arguments: &PlayArguments,
    json: bool,
    terminal: &mut Terminal<'_>,
) -> Done {
    let ((game, line), record) = find(catalogue, arguments, terminal)?;
    let level = Level::new(arguments.level).expect("the arguments know the levels");
    let interruption = Interruption::default();
    let mut dice = Dice::new(arguments.seed);
    let (black, white) = (arguments.black.as_deref(), arguments.white.as_deref());
    let [black, white] = names(black, white, record.as_ref(), &*game);
    let mut sit = |name: &str| Chair::sit(name, &*game, level, &mut dice, &interruption.stop);
    let chairs = [sit(&black)?, sit(&white)?];
    let flipped = match chairs.each_ref().map(Chair::is_human) {
        [true, true] | [false, false] => false,
        [is_black, _] => {
            let start = game.view(&game.position(None, &[])?).picture;
            is_on_top(&start, if is_black { 'b' } else { 'w' })
        }
    };
    let mut sitting = Sitting {
        game: &*game,
        line,
        chairs,
        level,
        dice,
        resigned: None,
        interruption,
        json,
        overwrite: arguments.overwrite,
        save: arguments.save.as_deref(),
        saved: Vec::new(),
        flipped,
        shown: None,
    };
    if let Some(path) = &arguments.save {
        // The file that has just this game, as it was saved, may be written again.
        let same = std::fs::read(path)
            .is_ok_and(|bytes| sitting.text(path).is_ok_and(|text| bytes == text.as_bytes()));
        if !same {
            arguments.overwrite.check("--save", path, Kind::Text)?;
        }
    }
    sitting.interruption.listen();
    let [black, white] = [sitting.chairs[0].name(), sitting.chairs[1].name()];
    let levelled = sitting.chairs.iter().any(|chair| !chair.is_human() && chair.pace().is_none());
    let at = if levelled { format!(" (level {})", arguments.level) } else { String::new() };
    terminal.note(&format!("Black: {black}, White: {white}{at}.\n{HELP}"));
    if levelled && !game.family().player_note.is_empty() {
        terminal.remark(&format!("The player is {}.", game.family().player_note));
    }
    let exit = sitting.play(terminal)?;
    if let Some(path) = &arguments.save {
        let interruption = sitting.interruption.clone();
        interruption.save(|| sitting.save(path, terminal))?;
    }
    Ok(exit)
}

/// The game to play, from where, and the record that it goes on with.
fn find(
    catalogue: &Catalogue,
    arguments: &PlayArguments,
    terminal: &mut Terminal<'_>,
) -> Result<(Found, Option<GameRecord>), Failure> {
    let Some(word) = &arguments.game else {
        let why = "which game? such as andor play loa; or a certificate: andor play --proof FILE";
        return Err(InputError::new(why).into());
    };
    let start = arguments.position.as_deref();
    let is_game = catalogue.game(word).is_ok();
    // A file alone means the end of its first game.
    let is_file = !is_game && Path::new(word).is_file();
    let place = if is_file { format!("{word}#end") } else { word.clone() };
    match records::find_record(catalogue, &place, terminal)? {
        None => {
            let game = catalogue.game(word)?;
            let line = game.position(start, &[])?;
            Ok(((game, line), None))
        }
        Some(_) if start.is_some() => {
            let shown = InputError::quote(word);
            Err(InputError::new(format!("--position: {shown} is a position already")).into())
        }
        Some((found, record)) => Ok((found, Some(record))),
    }
}

impl Sitting<'_> {
    fn play(&mut self, terminal: &mut Terminal<'_>) -> Result<Exit, InputError> {
        loop {
            self.keep();
            let side = self.line.side();
            let index = usize::from(side == Player::White);
            let is_human = self.chairs[index].is_human();
            let over = self.is_over();
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
            match self.answer(index, terminal)? {
                Answer::Played(text) => terminal.note(&format!("{side} plays {text}")),
                Answer::Interrupted => return Ok(Exit::Unknown),
                Answer::Resigned => {
                    terminal.note(&format!("{side} resigns"));
                    self.resigned = Some(side);
                }
            }
        }
    }

    fn is_over(&self) -> bool {
        self.line.ending().is_some() || self.resigned.is_some()
    }

    fn has_human(&self) -> bool {
        self.chairs.iter().any(Chair::is_human)
    }

    /// Lets the player in a chair move.
    fn answer(&mut self, index: usize, terminal: &mut Terminal<'_>) -> Result<Answer, InputError> {
        let has_human = self.has_human();
        let pace = self.chairs[index].pace().unwrap_or_else(|| self.level.pace());
        let Chair::Player(seated) = &mut self.chairs[index] else { return Ok(Answer::Resigned) };
        let (opponent, thinking) = (&mut seated.opponent, ThinkingLine::new(terminal.is_watched()));
        let (chosen, stopped) = self.interruption.while_thinking(|| {
            opponent.choose(self.game, &self.line, pace, &mut |thought| thinking.hear(thought))
        });
        drop(thinking);
        if stopped && (!has_human || chosen.is_err()) {
            return Ok(Answer::Interrupted);
        }
        let Some(text) = chosen? else { return Ok(Answer::Resigned) };
        if stopped {
            terminal.remark("stopped: the best so far is played (Ctrl-C again ends the game)");
        }
        self.game.play(&mut self.line, &text).map_err(|error| {
            let shown = InputError::quote(opponent.contestant().text());
            InputError::new(format!("player {shown}: {error}"))
        })?;
        Ok(Answer::Played(self.line.moves().last().cloned().unwrap_or(text)))
    }

    /// Does what a person typed; `false` if that ends the game.
    fn obey(&mut self, line: &str, terminal: &mut Terminal<'_>) -> Result<bool, InputError> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        match word.to_ascii_lowercase().as_str() {
            "" => self.shown = None,
            "quit" | "exit" | "q" => return Ok(false),
            "help" | "?" => terminal.note(HELP),
            "moves" => terminal.note_words(&self.game.legal_moves(&self.line)),
            "game" => {
                let side = self.line.prefix(0).side();
                terminal.note_words(&[words::line(self.game, side, self.line.moves())]);
            }
            "hint" => {
                let advice = self.advise(terminal)?;
                terminal.note(&advice);
            }
            "undo" => self.undo(terminal)?,
            "level" => match rest.parse().ok().and_then(Level::new) {
                Some(level) => self.set_level(level)?,
                None => {
                    terminal.note(&format!("{} is no level from 1 to 10", InputError::quote(rest)))
                }
            },
            "flip" => {
                self.flipped = !self.flipped;
                self.shown = None;
            }
            "save" if !rest.is_empty() => {
                if let Err(error) = self.save_to(PathBuf::from(rest), terminal) {
                    terminal.remark(&error.to_string());
                }
            }
            "resign" => self.resigned = Some(self.line.side()),
            "new" => {
                self.line = self.line.prefix(0);
                self.restart()?;
            }
            _ => {
                if let Err(error) = self.game.play(&mut self.line, line) {
                    terminal.remark(&error.to_string());
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
            if let Chair::Player(seated) = chair {
                seated.opponent.new_game(self.game, self.dice.throw())?;
            }
        }
        Ok(())
    }

    /// Players whose names do not say how well they play sit down anew.
    fn set_level(&mut self, level: Level) -> Result<(), InputError> {
        self.level = level;
        for chair in &mut self.chairs {
            if !chair.is_human() && chair.pace().is_none() {
                let name = chair.name().to_owned();
                let stop = &self.interruption.stop;
                *chair = Chair::sit(&name, self.game, level, &mut self.dice, stop)?;
            }
        }
        Ok(())
    }

    /// What the adviser would play.
    fn advise(&self, terminal: &Terminal<'_>) -> Result<String, InputError> {
        let mut adviser = self.game.thinker(&self.game.player(USUAL)?)?;
        let budget = self.level.at_least(ADVISER).pace().budget(Duration::ZERO);
        let thinking = ThinkingLine::new(terminal.is_watched());
        let (thought, _) = self.interruption.while_thinking(|| {
            let stop = &self.interruption.stop;
            adviser.think(&self.line, &budget, stop, &mut |thought| thinking.hear(thought))
        });
        Ok(hint(self.game, self.line.side(), &thought))
    }

    fn show(&mut self, terminal: &mut Terminal<'_>) {
        let View { position, picture, moves, .. } = self.game.view(&self.line);
        let resigned =
            self.resigned.map(|loser| format!("{} has won: {loser} resigned", loser.other()));
        let over = resigned.or(self.line.outcome().map(ending));
        let played = self.line.moves();
        if self.json {
            let object = json!({
                "game": self.game.spec(),
                "moves": played,
                "position": position,
                "side": self.line.side().letter().to_string(),
                "over": over,
                "replies": moves,
            });
            terminal.print(&object.to_string());
        } else if self.shown.as_deref() != Some(played) {
            let is_marked = terminal.style() != Style::Plain && !played.is_empty();
            let before = || self.game.view(&self.line.prefix(played.len() - 1)).picture;
            let before = is_marked.then(before);
            terminal.print("");
            terminal.print_board(&picture, before.as_deref(), self.flipped);
        }
        self.shown = Some(played.to_vec());
        if let Some(over) = over {
            terminal.note(&format!("The game is over: {over}."));
        }
    }

    /// What Ctrl-C is to save.
    fn keep(&self) {
        let unsaved = self.save.and_then(|path| {
            let text = self.text(path).ok()?;
            Some(Unsaved { path: path.to_owned(), text, done: self.saved_line(path) })
        });
        self.interruption.keep(unsaved);
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
        let text = self.text(path)?;
        std::fs::write(path, text).map_err(|error| not_saved(path, &error.to_string()))?;
        terminal.note(&self.saved_line(path));
        Ok(())
    }

    /// The game as its file has it.
    fn text(&self, path: &Path) -> Result<String, InputError> {
        let names = [self.chairs[0].name(), self.chairs[1].name()];
        let record = record_of_line(self.game, &self.line, names, self.resigned);
        let text = game_format(self.game).write(&[record]);
        text.map_err(|error| not_saved(path, &error.to_string()))
    }

    fn saved_line(&self, path: &Path) -> String {
        let saved = format!("saved to {}", path.display());
        match self.is_over() {
            true => saved,
            false => format!("{saved}; go on with: andor play {}", quoted(path)),
        }
    }
}

fn not_saved(path: &Path, why: &str) -> InputError {
    let name = InputError::quote(&path.display().to_string());
    InputError::new(format!("save {name}: {why}"))
}
