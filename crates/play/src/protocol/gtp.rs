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

use super::gtp_clock::GtpClock;
pub use super::gtp_points::GtpMoves;
use super::gtp_points::{Pending, Said};
use super::gtp_rules::{board, final_result, game_id};
use super::read_line;
use crate::notation::{compact, from_vertex, to_vertex};
use crate::session::{Event, Output, Session};
use andor_core::{InputError, Outcome, Player, Spec};
use andor_engine::{Catalogue, Request, Thought};
use std::io::BufRead;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Instant;

/// What is known of a move that cannot be played.
const ILLEGAL: &str = "illegal move";
/// `andor-solve` gives up after so many nodes, unless it is told another number.
const SOLVE_NODES: u64 = 1_000_000;

const COMMANDS: [&str; 27] = [
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
        let mut gtp =
            Gtp { session, way: moves, pending: Pending::default(), clock: GtpClock::default() };
        while let Some(line) = read_line(input) {
            let Some((id, command)) = command_of(&line) else { continue };
            let mut words = command.split_whitespace();
            let name = words.next().unwrap_or_default();
            let words: Vec<&str> = words.collect();
            let (mark, text) = match gtp.answer(name, &words) {
                Ok(text) => ('=', text),
                Err(text) => ('?', text),
            };
            let gap = if text.is_empty() { "" } else { " " };
            // An empty line ends an answer, so there may be none in it.
            let text = text.replace("\n\n", "\n");
            out.say(&format!("{mark}{id}{gap}{}\n", text.trim_end()));
            if name == "quit" || out.is_closed() {
                break;
            }
        }
        Ok(())
    })
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

struct Gtp<'scope, 'env> {
    session: Session<'scope, 'env>,
    way: GtpMoves,
    pending: Pending,
    clock: GtpClock,
}

type Answer = Result<String, String>;

fn done() -> Answer {
    Ok(String::new())
}

impl Gtp<'_, '_> {
    fn answer(&mut self, name: &str, words: &[&str]) -> Answer {
        let spec = self.session.game().spec();
        match name {
            "protocol_version" => Ok("2".to_owned()),
            "name" => Ok("andor".to_owned()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            "known_command" => {
                Ok(words.first().is_some_and(|word| COMMANDS.contains(word)).to_string())
            }
            "list_commands" => Ok(COMMANDS.join("\n")),
            "quit" => done(),
            "boardsize" => self.set_board(words),
            "clear_board" => {
                self.session.new_game();
                self.forget();
                done()
            }
            "komi" => self.set_komi(words),
            "play" => self.play(words),
            "genmove" => self.generate(words, true),
            "reg_genmove" => self.generate(words, false),
            "undo" => self.undo(),
            "time_settings" => self.clock.set(words),
            "time_left" => self.clock.set_left(words),
            "final_score" => self.score(),
            "showboard" => {
                Ok(format!("\n{}", self.session.game().view(self.session.line()).picture))
            }
            "gogui-rules_game_id" => Ok(game_id(&spec)),
            "gogui-rules_board" => Ok(board(self.session.line().text())),
            "gogui-rules_board_size" => {
                let (columns, _) = crate::notation::board_of(&spec).ok_or("no board")?;
                Ok(columns.to_string())
            }
            "gogui-rules_legal_moves" => Ok(self.legal_points().join(" ")),
            "gogui-rules_side_to_move" => {
                Ok(self.pending.turn(self.session.line().side()).to_string().to_lowercase())
            }
            "gogui-rules_final_result" => Ok(final_result(self.session.line().outcome())),
            "gogui-analyze_commands" => Ok(ANALYZE.to_owned()),
            "andor-evaluate" => self.evaluate(),
            "andor-solve" => self.solve(words),
            "andor-position" => Ok(self.session.line().text().to_owned()),
            _ => Err("unknown command".to_owned()),
        }
    }

    /// What belonged to the last game is over.
    fn forget(&mut self) {
        self.pending = Pending::default();
        self.clock.restart();
    }

    fn set_board(&mut self, words: &[&str]) -> Answer {
        let size = words.first().and_then(|word| word.parse::<usize>().ok());
        let size = size.ok_or("boardsize not an integer")?;
        let spec = self.session.game().spec();
        if crate::notation::board_of(&spec) == Some((size, size)) {
            self.session.new_game();
        } else {
            let known = Spec::parse(&spec).map_err(|error| error.to_string())?;
            let options =
                spec.split_once(',').map_or(String::new(), |(_, rest)| format!(",{rest}"));
            let wanted = format!("{}:{size}x{size}{options}", known.name());
            self.session.set_game(&wanted).map_err(|_| "unacceptable size")?;
        }
        self.forget();
        done()
    }

    /// Komi belongs to the rules, not to the position, so the moves stay.
    fn set_komi(&mut self, words: &[&str]) -> Answer {
        let komi = words.first().and_then(|word| word.parse::<f64>().ok());
        let komi = komi.filter(|komi| komi.is_finite()).ok_or("komi not a float")?;
        let spec = self.session.game().spec();
        if !self.is_go() {
            return done();
        }
        let kept = spec.split(',').filter(|word| !word.starts_with("komi="));
        let wanted = format!("{},komi={komi}", kept.collect::<Vec<_>>().join(","));
        let (start, moves) =
            (self.session.line().start().map(str::to_owned), self.session.line().moves().to_vec());
        self.session.set_game(&wanted).map_err(|error| error.to_string())?;
        let again = self.session.set_line(start.as_deref(), &moves);
        again.map_err(|error| error.to_string())?;
        done()
    }

    fn play(&mut self, words: &[&str]) -> Answer {
        let [colour, text @ ..] = words else {
            return Err("invalid color or coordinate".to_owned());
        };
        let player = colour_of(colour).ok_or("invalid color or coordinate")?;
        if text.is_empty() {
            return Err("invalid color or coordinate".to_owned());
        }
        let side = self.session.line().side();
        if self.pending.turn(side) != player || self.session.line().ending().is_some() {
            return Err(ILLEGAL.to_owned());
        }
        if self.way == GtpMoves::Atomic {
            let text = text.join(" ");
            let text = if self.is_go() { from_vertex(&text) } else { text };
            return self
                .session
                .play(&text)
                .map(|()| String::new())
                .map_err(|_| ILLEGAL.to_owned());
        }
        self.say_point(&from_vertex(text[0]))
    }

    fn say_point(&mut self, point: &str) -> Answer {
        let legal = self.session.game().legal_moves(self.session.line());
        match self.pending.say(point, &legal, self.way).ok_or(ILLEGAL)? {
            Said::Part => done(),
            Said::Whole(text) => {
                let played = self.session.play(&text);
                played.map(|()| String::new()).map_err(|error| error.to_string())
            }
        }
    }

    fn is_go(&self) -> bool {
        self.session.game().family().moves_are_points
    }

    /// A move of the player, played on the board if it is to be.
    fn generate(&mut self, words: &[&str], is_played: bool) -> Answer {
        let player = words.first().and_then(|word| colour_of(word)).ok_or("invalid color")?;
        let side = self.session.line().side();
        if self.session.line().ending().is_some() {
            return Err("the game is over".to_owned());
        }
        if self.pending.turn(side) != player {
            return Err(format!("{ILLEGAL}: it is the turn of the other side"));
        }
        if self.pending.awaits_pass() {
            if is_played {
                self.say_point("pass")?;
            }
            return Ok("PASS".to_owned());
        }
        if !self.pending.is_empty() {
            let why = "the move was begun by play, not by genmove";
            let point = self.pending.meant_point().ok_or(why)?;
            if is_played {
                self.say_point(&point)?;
            }
            return Ok(to_vertex(&point));
        }
        let start = Instant::now();
        let best = self.think()?.best.ok_or("the game is over")?;
        if is_played {
            self.clock.spend(side, start.elapsed());
        }
        if self.way == GtpMoves::Atomic {
            let shown = if self.is_go() { to_vertex(&best) } else { compact(&best) };
            if is_played {
                self.session.play(&best).map_err(|error| error.to_string())?;
            }
            return Ok(shown);
        }
        self.pending.mean(&best);
        let point = self.pending.meant_point().ok_or("the move has no points")?;
        if is_played {
            self.say_point(&point)?;
        }
        Ok(to_vertex(&point))
    }

    fn think(&mut self) -> Result<Thought, String> {
        let side = self.session.line().side();
        let budget = self.clock.budget(side, &self.session.player().pace());
        let (sender, events) = channel();
        let begun = self.session.think(budget, move |event| drop(sender.send(event)));
        begun.map_err(|error| error.to_string())?;
        self.session.wait();
        let last = events.into_iter().last();
        match last {
            Some(Event::Best(thought)) => Ok(thought),
            Some(Event::Failed(why)) => Err(why),
            _ => Err("the player failed".to_owned()),
        }
    }

    fn undo(&mut self) -> Answer {
        if self.way != GtpMoves::Atomic && self.pending.take_back(self.way) {
            return done();
        }
        let last = self.session.line().moves().last().cloned().ok_or("cannot undo")?;
        self.session.undo();
        if self.way != GtpMoves::Atomic {
            self.pending.reopen(&last);
        }
        done()
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
        let legal = self.session.game().legal_moves(self.session.line());
        let is_go = self.is_go();
        match self.way {
            GtpMoves::Atomic if is_go => legal.iter().map(|text| to_vertex(text)).collect(),
            GtpMoves::Atomic => legal.iter().map(|text| compact(text)).collect(),
            _ => self.pending.next_points(&legal).iter().map(|point| to_vertex(point)).collect(),
        }
    }

    fn evaluate(&mut self) -> Answer {
        if self.session.line().ending().is_some() {
            return Err("the game is over".to_owned());
        }
        let thought = self.think()?;
        let Thought { score, depth, line, .. } = thought;
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
                let best = solved.row.best.as_deref().unwrap_or_default();
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
