//! GTP 2, the Go text protocol (G. Farnebäck's draft): Go as everybody's Go programs speak it, and
//! the other games for GoGui, which asks a program about the rules (`gogui-rules_*`).
//!
//! ```text
//!   > 1 boardsize 5      < =1
//!   > 2 genmove b        < =2 C3
//!   > 3 play w C3        < ?3 illegal move
//! ```
//!
//! In Go a vertex is a column without the letter I and a row; so it is in the dialects that say a
//! move point by point ([`GtpMoves`]). Whole moves of other games are written as those games do.
//!
//! In Go any colour may move ([`gtp_turns`](super::gtp_turns)). In other games it is the turn of one
//! side; the other one may pass, which changes nothing, so that programs that alternate Black and
//! White from the first move to the last can play them.

use super::gtp_analyze::{ANALYSES, Analysis};
use super::gtp_clock::GtpClock;
pub use super::gtp_points::GtpMoves;
use super::gtp_points::{Pending, point_moves};
use super::gtp_rules::{board, final_result, game_id, size, size_text};
use super::gtp_turns::Turn;
use super::read_line;
use crate::notation::{compact, in_vertices, relabelled, to_vertex};
use crate::session::{Event, Output, Session};
use andor_core::board::Rectangle;
use andor_core::{InputError, Outcome, Player, Spec};
use andor_engine::{Catalogue, Request, Thought};
use std::io::BufRead;
use std::sync::mpsc::channel;
use std::thread;

/// `andor-solve` gives up after so many nodes, unless it is told another number.
const SOLVE_NODES: u64 = 1_000_000;

const COMMANDS: [&str; 29] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "time_settings",
    "time_left",
    "is_legal",
    "loadsgf",
    "final_score",
    "showboard",
    "quit",
    "gogui-rules_game_id",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "gogui-rules_final_result",
    "gogui-analyze_commands",
    "andor-evaluate",
    "andor-solve",
    "andor-position",
];

/// What there is in Go besides, and [`ANALYSES`].
const GO_COMMANDS: [&str; 4] =
    ["fixed_handicap", "place_free_handicap", "set_free_handicap", "final_status_list"];

/// Lines of `type/label/command`, which GoGui puts into its menu.
const ANALYZE: &str = "string/Evaluate the position/andor-evaluate\n\
                       string/Solve the position/andor-solve\n\
                       string/Position as text/andor-position";

/// Speaks GTP until the input ends or says `quit`.
///
/// # Errors
/// If there is no such game or player to begin with, or its moves cannot be said like that.
pub fn speak_gtp(
    catalogue: &Catalogue,
    game: &str,
    player: &str,
    moves: GtpMoves,
    input: &mut dyn BufRead,
    out: &Output<'_>,
) -> Result<(), InputError> {
    thread::scope(|scope| {
        let session = Session::new(scope, catalogue, game, player)?;
        let mut gtp = Gtp {
            session,
            way: moves,
            pending: Pending::default(),
            clock: GtpClock::default(),
            turns: Vec::new(),
            is_analysing: false,
            out,
        };
        while let Some(line) = read_line(input) {
            gtp.end_analysis();
            let Some((id, command)) = command_of(&line) else { continue };
            let mut words = command.split_whitespace();
            let name = words.next().unwrap_or_default();
            let words: Vec<&str> = words.collect();
            let answer = match Analysis::of(name).filter(|_| gtp.is_go()) {
                Some(analysis) => gtp.analyze(analysis, &id, &words),
                None => gtp.answer(name, &words).map(Some),
            };
            match answer {
                Ok(Some(text)) => out.say(&answer_of('=', &id, &text)),
                Ok(None) => {}
                Err(text) => out.say(&answer_of('?', &id, &text)),
            }
            if name == "quit" || out.is_closed() {
                break;
            }
        }
        gtp.end_analysis();
        Ok(())
    })
}

/// An answer with the empty line that ends it, of which there may be none in it.
fn answer_of(mark: char, id: &str, text: &str) -> String {
    let gap = if text.is_empty() { "" } else { " " };
    format!("{mark}{id}{gap}{}\n", text.replace("\n\n", "\n").trim_end())
}

/// The number and the rest of a command; `None` if there is none in the line.
fn command_of(line: &str) -> Option<(String, String)> {
    let line = line.split('#').next().unwrap_or_default();
    let visible = |letter: char| match letter {
        '\t' => Some(' '),
        letter if letter.is_control() => None,
        letter => Some(letter),
    };
    let line: String = line.chars().filter_map(visible).collect();
    let line = line.trim();
    let digits = line.len() - line.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    let (id, rest) = line.split_at(digits);
    match rest.trim() {
        "" => None,
        _ if digits > 0 && !rest.starts_with(' ') => Some((String::new(), line.to_owned())),
        rest => Some((id.to_owned(), rest.to_owned())),
    }
}

/// A conversation. What it does with moves is in [`gtp_moves`](super::gtp_moves), what is Go's alone in
/// [`gtp_go`](super::gtp_go).
pub(super) struct Gtp<'scope, 'env, 'writer> {
    pub(super) session: Session<'scope, 'env>,
    pub(super) way: GtpMoves,
    pub(super) pending: Pending,
    pub(super) clock: GtpClock,
    /// The moves that were said, less those that were taken back.
    pub(super) turns: Vec<Turn>,
    pub(super) is_analysing: bool,
    pub(super) out: &'env Output<'writer>,
}

/// What comes after `=` or `?`.
pub(super) type Answer = Result<String, String>;

/// Nothing to say.
pub(super) fn done() -> Answer {
    Ok(String::new())
}

/// An error as GTP says it.
pub(super) fn plain(error: InputError) -> String {
    error.to_string()
}

impl Gtp<'_, '_, '_> {
    fn answer(&mut self, name: &str, words: &[&str]) -> Answer {
        let spec = self.session.game().spec();
        match name {
            "protocol_version" => Ok("2".to_owned()),
            "name" => Ok("andor".to_owned()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            "known_command" => {
                Ok(words.first().is_some_and(|word| self.commands().contains(word)).to_string())
            }
            "list_commands" => Ok(self.commands().join("\n")),
            "quit" => done(),
            "boardsize" => self.set_board(words),
            "clear_board" => {
                self.session.new_game();
                self.forget();
                done()
            }
            "komi" => self.set_komi(words),
            "play" => self.play(words),
            "is_legal" => self.is_legal(words),
            "genmove" => self.generate(words, true),
            "reg_genmove" => self.generate(words, false),
            "undo" => self.undo(),
            "loadsgf" => self.load(words),
            "time_settings" => self.clock.set(words),
            "time_left" => self.clock.set_left(words),
            "final_score" => self.score(),
            "showboard" => Ok(format!("\n{}", self.picture())),
            "gogui-rules_game_id" => Ok(game_id(&spec)),
            "gogui-rules_board" => Ok(board(self.session.line().text())),
            "gogui-rules_board_size" => Ok(size_text(self.board()?)),
            "gogui-rules_legal_moves" => Ok(self.legal_points().join(" ")),
            "gogui-rules_side_to_move" => {
                Ok(self.pending.turn(self.session.line().side()).to_string().to_lowercase())
            }
            "gogui-rules_final_result" => Ok(final_result(self.session.line().outcome())),
            "gogui-analyze_commands" => Ok(ANALYZE.to_owned()),
            "andor-evaluate" => self.evaluate(),
            "andor-solve" => self.solve(words),
            "andor-position" => Ok(self.session.line().text().to_owned()),
            _ if !self.is_go() => Err("unknown command".to_owned()),
            "fixed_handicap" => self.put_handicap(words, true),
            "place_free_handicap" => self.put_handicap(words, false),
            "set_free_handicap" => self.set_handicap(words),
            "final_status_list" => self.list_status(words),
            _ => Err("unknown command".to_owned()),
        }
    }

    fn commands(&self) -> Vec<&'static str> {
        let go = if self.is_go() { [&GO_COMMANDS[..], &ANALYSES].concat() } else { Vec::new() };
        [&COMMANDS[..], &go].concat()
    }

    pub(super) fn is_go(&self) -> bool {
        self.session.game().family().moves_are_points
    }

    /// What belonged to the last game is over.
    pub(super) fn forget(&mut self) {
        self.pending = Pending::default();
        self.turns.clear();
        self.clock.restart();
    }

    pub(super) fn board(&self) -> Result<Rectangle, String> {
        let (spec, position) = (self.session.game().spec(), self.session.line().text());
        size(&spec, position).ok_or_else(|| "no board".to_owned())
    }

    /// One side, or columns and rows. Where a game other than Go is on a board that is not a square,
    /// its longer side alone means that board.
    fn set_board(&mut self, words: &[&str]) -> Answer {
        let sides: Option<Vec<usize>> = words.iter().map(|word| word.parse().ok()).collect();
        let (columns, rows) = match sides.as_deref() {
            Some(&[side]) => (side, side),
            Some(&[columns, rows]) => (columns, rows),
            _ => return Err("boardsize not an integer".to_owned()),
        };
        let board = self.board().ok();
        let is_longer = |board: Rectangle| board.columns.max(board.rows) == columns;
        let is_there = board == Some(Rectangle::new(columns, rows))
            || !self.is_go() && words.len() == 1 && board.is_some_and(is_longer);
        if is_there {
            self.session.new_game();
        } else {
            let spec = Spec::parse(&self.session.game().spec()).map_err(plain)?;
            let wanted = spec.with_board(&format!("{columns}x{rows}"));
            self.session.set_game(wanted.text()).map_err(|_| "unacceptable size")?;
        }
        self.forget();
        done()
    }

    /// Whether moves are written in vertices, whose letters skip I.
    fn has_vertices(&self) -> bool {
        self.is_go() || self.way != GtpMoves::Atomic
    }

    /// A move in a line of play.
    fn shown(&self, text: &str) -> String {
        if self.has_vertices() { in_vertices(text) } else { text.to_owned() }
    }

    fn picture(&self) -> String {
        let picture = self.session.game().view(self.session.line()).picture;
        if self.has_vertices() { relabelled(&picture) } else { picture }
    }

    /// Area in Go, whether the game is over or not; who has won in the other games.
    fn score(&self) -> Answer {
        let line = self.session.line();
        if let Some(lead) = self.session.game().lead(line) {
            return Ok(match lead {
                lead if lead > 0.0 => format!("B+{lead}"),
                lead if lead < 0.0 => format!("W+{}", -lead),
                _ => "0".to_owned(),
            });
        }
        match line.outcome() {
            None => Err("cannot score".to_owned()),
            Some(Outcome::Draw) => Ok("0".to_owned()),
            Some(Outcome::Win(winner)) => Ok(format!("{}+1", winner.letter().to_uppercase())),
        }
    }

    /// What may be played next, as this dialect says it.
    fn legal_points(&self) -> Vec<String> {
        let (game, line) = (&**self.session.game(), self.session.line());
        match self.way {
            _ if self.is_go() => {
                game.legal_moves(line).iter().map(|text| to_vertex(text)).collect()
            }
            GtpMoves::Atomic => game.legal_moves(line).iter().map(|text| compact(text)).collect(),
            _ => {
                let points = self.pending.next_points(&point_moves(game, line));
                points.iter().map(|point| to_vertex(point)).collect()
            }
        }
    }

    fn evaluate(&mut self) -> Answer {
        if self.session.line().ending().is_some() {
            return Err("the game is over".to_owned());
        }
        let line = self.session.line().clone();
        let Thought { score, depth, line, .. } = self.think(line, |_| {})?;
        let line: Vec<String> = line.iter().map(|text| self.shown(text)).collect();
        Ok(format!("{score} depth {depth} {}", line.join(" ")))
    }

    fn solve(&mut self, words: &[&str]) -> Answer {
        let nodes = match words.first() {
            None => SOLVE_NODES,
            Some(word) => word.parse().map_err(|_| "nodes not an integer")?,
        };
        let mut request = Request::default();
        request.limits.nodes = Some(nodes);
        let (sender, events) = channel();
        self.session.solve(request, move |event| drop(sender.send(event)));
        self.session.wait();
        match events.into_iter().last() {
            Some(Event::Solved(solved)) => {
                let plies = solved.row.plies.map_or(String::new(), |plies| format!(" in {plies}"));
                let best =
                    solved.row.best.as_deref().map_or(String::new(), |best| self.shown(best));
                Ok(format!("{}{plies} {best}", solved.row.value).trim_end().to_owned())
            }
            Some(Event::Failed(why)) => Err(why),
            _ => Err("the solver failed".to_owned()),
        }
    }
}

pub(super) fn colour_of(word: &str) -> Option<Player> {
    match &*word.to_lowercase() {
        "b" | "black" => Some(Player::Black),
        "w" | "white" => Some(Player::White),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::command_of;

    #[test]
    fn commands_have_numbers_and_comments() {
        let command = |id: &str, text: &str| Some((id.to_owned(), text.to_owned()));
        assert_eq!(command_of("  12  play b C3 # why"), command("12", "play b C3"));
        assert_eq!(command_of("name\t\u{7}"), command("", "name"));
        assert_eq!(command_of("3name"), command("", "3name"));
        for empty in ["", "   ", "# x", "12", "\u{0}"] {
            assert_eq!(command_of(empty), None, "{empty:?}");
        }
    }
}
