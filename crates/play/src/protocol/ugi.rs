//! UGI, the universal game interface (kz04px's cutegames): UCI's shape for any game, where the
//! engine is also asked about the rules.
//!
//! ```text
//!   > ugi                           < id name andor ..   option name ..   ugiok
//!   > position startpos moves c8c6
//!   > query p1turn                  < response false
//!   > go p1time 60000 p2time 60000  < info depth 8 .. score cp 31 .. pv a4c2 ..   bestmove a4c2
//! ```
//!
//! The first player, `p1`, is who moves first in the initial position. Ours on top: `uci` is
//! answered too, the option `Game`, `query fen|legal|islegal M`, and `go solve`. Unknown commands
//! are ignored, errors are `info string`.

use super::read_line;
use super::ugi_go::Wanted;
use crate::notation::compact;
use crate::session::{Event, Output, Session};
use andor_core::{InputError, Outcome, machine_memory};
use andor_engine::{Budget, Catalogue, Request, Score, Solved, Thought};
use std::io::BufRead;
use std::str::SplitWhitespace;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// What a player looks at when a position could not be solved and a move is wanted.
const FALLBACK_DEPTH: u32 = 4;
/// The most plies of a line that is told.
const MOST_TOLD: usize = 64;

/// Speaks UGI until the input ends or says `quit`.
///
/// # Errors
/// If there is no such game or player to begin with.
pub fn speak_ugi(
    catalogue: &Catalogue,
    game: &str,
    player: &str,
    input: &mut dyn BufRead,
    out: &Output<'_>,
) -> Result<(), InputError> {
    thread::scope(|scope| {
        let session = Session::new(scope, catalogue, game, player)?;
        let mut ugi = Ugi { session, out };
        while let Some(line) = read_line(input) {
            if !ugi.obey(&line) || out.is_closed() {
                ugi.session.halt();
                return Ok(());
            }
        }
        ugi.session.wind_up();
        Ok(())
    })
}

struct Ugi<'scope, 'env, 'writer> {
    session: Session<'scope, 'env>,
    out: &'env Output<'writer>,
}

impl Ugi<'_, '_, '_> {
    /// Carries a command out; `false` if it is the last.
    fn obey(&mut self, line: &str) -> bool {
        let mut words = line.split_whitespace();
        let mut done = Ok(());
        match words.next().unwrap_or_default() {
            "ugi" => self.introduce("ugiok"),
            "uci" => self.introduce("uciok"),
            "isready" => {
                done = self.session.make_ready();
                self.out.say("readyok");
            }
            "setoption" => done = self.set_option(line),
            "uginewgame" | "ucinewgame" => self.session.new_game(),
            "position" => done = self.set_position(line),
            "go" => done = self.go(words),
            "stop" => self.session.halt(),
            "query" => done = self.answer(line),
            "quit" => return false,
            _ => {}
        }
        if let Err(error) = done {
            self.out.say(&format!("info string error: {error}"));
        }
        true
    }

    fn introduce(&self, last: &str) {
        let version = env!("CARGO_PKG_VERSION");
        let (threads, memory) = self.session.resources();
        self.out.say(&format!(
            "id name andor {version}\n\
             id author the andor developers\n\
             option name Game type string default {}\n\
             option name Player type string default {}\n\
             option name Threads type spin default {} min 1 max 64\n\
             option name Hash type spin default {} min 1 max {}\n\
             {last}",
            self.session.game().spec(),
            self.session.player().text(),
            threads.unwrap_or(1),
            memory.map_or(64, |bytes| bytes >> 20),
            most_megabytes(),
        ));
    }

    fn set_option(&mut self, line: &str) -> Result<(), InputError> {
        let rest = line.split_once("name").map_or("", |(_, rest)| rest);
        let (name, value) = rest.split_once(" value ").unwrap_or((rest, ""));
        let (name, value) = (name.trim(), value.trim());
        let number = |most: u64| {
            value.parse::<u64>().ok().filter(|number| (1..=most).contains(number)).ok_or_else(
                || {
                    let shown = InputError::quote(value);
                    InputError::new(format!("option {name}: {shown} is no number from 1 to {most}"))
                },
            )
        };
        match &*name.to_lowercase() {
            "game" => self.session.set_game(value),
            "player" => self.session.set_player(value),
            "threads" => {
                let threads = number(64)?;
                self.session.set_threads(threads as usize)
            }
            "hash" => {
                let megabytes = number(most_megabytes())?;
                self.session.set_memory(megabytes << 20)
            }
            _ => {
                let shown = InputError::quote(name);
                let known = "there are Game, Player, Threads, Hash";
                Err(InputError::new(format!("no option {shown}: {known}")))
            }
        }
    }

    fn set_position(&mut self, line: &str) -> Result<(), InputError> {
        let mut words = line.split_whitespace().skip(1).peekable();
        let start = match words.next() {
            Some("startpos") => None,
            Some("fen") => {
                let mut fen: Vec<&str> = Vec::new();
                while let Some(word) = words.next_if(|word| *word != "moves") {
                    fen.push(word);
                }
                Some(fen.join(" "))
            }
            other => {
                let shown = InputError::quote(other.unwrap_or_default());
                return Err(InputError::new(format!("position {shown} is not startpos or fen")));
            }
        };
        if let Some(word) = words.next_if(|word| *word != "moves") {
            let shown = InputError::quote(word);
            return Err(InputError::new(format!("position: {shown} stands where moves should")));
        }
        let moves: Vec<String> = words.skip(1).map(str::to_owned).collect();
        self.session.set_line(start.as_deref(), &moves)
    }

    fn go(&mut self, words: SplitWhitespace<'_>) -> Result<(), InputError> {
        let mut wanted = Wanted::default();
        wanted.read(words)?;
        if let Some(request) = wanted.solve()? {
            return self.solve(request);
        }
        let is_first = self.session.line().side() == self.session.first_player();
        let mut budget = wanted.budget(is_first);
        let pace = self.session.player().pace();
        if budget == Budget::default() && !wanted.is_infinite && !pace.is_open() {
            budget = pace.budget(Duration::ZERO);
        }
        let out = self.out;
        self.session.think(budget, move |event| tell(out, event))
    }

    /// Solves the position, and says a move in any case: a program waits for it.
    fn solve(&mut self, request: Request) -> Result<(), InputError> {
        let line = self.session.line();
        if line.ending().is_some() {
            self.out.say("info string the game is over\nbestmove 0000");
            return Ok(());
        }
        let (out, game, line) = (self.out, Arc::clone(self.session.game()), line.clone());
        let player = self.session.player().clone();
        self.session.solve(request, move |event| {
            let why = match event {
                Event::Solved(solved) => {
                    tell_solved(out, &solved);
                    if let Some(best) = solved.row.best.as_ref().or(solved.row.line.first()) {
                        return out.say(&format!("bestmove {}", compact(best)));
                    }
                    solved.row.stopped.to_string()
                }
                Event::Failed(why) => why,
                Event::Thought(_) | Event::Best(_) => return,
            };
            out.say(&format!(
                "info string not solved: {why}; the move is the player's, at depth {FALLBACK_DEPTH}"
            ));
            let budget = Budget { depth: Some(FALLBACK_DEPTH), ..Budget::default() };
            let thought = game
                .thinker(&player)
                .map(|mut thinker| thinker.think(&line, &budget, &Arc::default(), &mut |_| {}));
            tell(out, thought.map_or_else(|error| Event::Failed(error.to_string()), Event::Best));
        });
        Ok(())
    }

    fn answer(&self, line: &str) -> Result<(), InputError> {
        let mut words = line.split_whitespace().skip(1);
        let (session, question) = (&self.session, words.next().unwrap_or_default());
        let first = session.first_player();
        let answer = match question {
            "gameover" => session.line().ending().is_some().to_string(),
            "p1turn" => (session.line().side() == first).to_string(),
            "result" => match session.line().outcome() {
                None => "none".to_owned(),
                Some(Outcome::Draw) => "draw".to_owned(),
                Some(Outcome::Win(winner)) if winner == first => "p1win".to_owned(),
                Some(Outcome::Win(_)) => "p2win".to_owned(),
            },
            "fen" => session.line().text().to_owned(),
            "legal" => {
                let moves = session.game().legal_moves(session.line());
                moves.iter().map(|text| compact(text)).collect::<Vec<_>>().join(" ")
            }
            "islegal" => {
                let text = words.collect::<Vec<_>>().join(" ");
                session.game().play(&mut session.line().clone(), &text).is_ok().to_string()
            }
            _ => {
                let shown = InputError::quote(question);
                let known = "gameover, p1turn, result, fen, legal, islegal M";
                return Err(InputError::new(format!("query {shown} is none of {known}")));
            }
        };
        self.out.say(format!("response {answer}").trim_end());
        Ok(())
    }
}

/// The most that `Hash` can be: what the machine has.
fn most_megabytes() -> u64 {
    (machine_memory() >> 20).max(1)
}

/// Tells what the thinking thread says.
fn tell(out: &Output<'_>, event: Event) {
    match event {
        Event::Thought(thought) => out.say(&info(&thought)),
        Event::Best(thought) => {
            let best = thought.best.as_deref().map_or("0000".to_owned(), compact);
            out.say(&format!("bestmove {best}"));
        }
        Event::Failed(why) => out.say(&format!("info string error: {why}\nbestmove 0000")),
        Event::Solved(solved) => tell_solved(out, &solved),
    }
}

/// What a proof without a length is told as; UCI has no word for it.
const UNKNOWN_PLIES: u32 = 5_000;

/// A thought as a line of `info`.
fn info(thought: &Thought) -> String {
    let milliseconds = thought.time.as_millis();
    let rate = (thought.nodes as f64 / thought.time.as_secs_f64().max(1e-6)) as u64;
    let score = match thought.score {
        Score::Estimate(points) => format!("cp {points}"),
        Score::Draw => "cp 0".to_owned(),
        // Moves of the side that wins or loses, as in UCI; the score has plies.
        Score::Win(plies) => format!("mate {}", plies.unwrap_or(UNKNOWN_PLIES).div_ceil(2)),
        Score::Loss(plies) => format!("mate -{}", plies.unwrap_or(UNKNOWN_PLIES).div_ceil(2)),
    };
    format!(
        "info depth {} seldepth {} nodes {} nps {rate} time {milliseconds} score {score}{}",
        thought.depth,
        thought.selective_depth,
        thought.nodes,
        line_of(&thought.line),
    )
}

fn line_of(moves: &[String]) -> String {
    if moves.is_empty() {
        return String::new();
    }
    let moves: Vec<String> = moves.iter().take(MOST_TOLD).map(|text| compact(text)).collect();
    format!(" pv {}", moves.join(" "))
}

/// A result as a line of `info`, spelt as Tak's TEI does it.
fn tell_solved(out: &Output<'_>, solved: &Solved) {
    let row = &solved.row;
    let head = format!("info nodes {} time {}", row.nodes, (row.seconds * 1000.0) as u64);
    if row.value.is_unknown() {
        return out.say(&head);
    }
    let plies = row.plies.unwrap_or(0);
    out.say(&format!("{head} score solved {} {plies}{}", row.value, line_of(&row.line)));
}
