//! A program at the board that speaks UGI, or UCI.
//!
//! Both take the whole game with every question, so a program that was started anew needs nothing
//! else. The first player is UGI's `p1`, and White of UCI. A program that offers an option `Game`
//! is told the game; one that offers `UCI_Variant` is told its name.

use super::process::Process;
use super::seat::{Hear, Seat, Trouble, Turn};
use crate::contestant::Dialect;
use crate::notation::compact;
use andor_core::Instant;
use andor_engine::{AnyGame, Timing};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long a program may take to start.
const START: Duration = Duration::from_secs(30);

pub(super) struct InterfaceSeat {
    words: Vec<String>,
    is_uci: bool,
    process: Option<Process>,
    stop: Arc<AtomicBool>,
}

impl InterfaceSeat {
    pub(super) fn new(dialect: Dialect, words: &[String], stop: &Arc<AtomicBool>) -> InterfaceSeat {
        let is_uci = dialect == Dialect::Uci;
        InterfaceSeat { words: words.to_vec(), is_uci, process: None, stop: Arc::clone(stop) }
    }

    /// Starts the program, and tells it the game.
    fn start(&self, game: &dyn AnyGame) -> Result<Process, Trouble> {
        let started = Process::start(&self.words);
        let mut process = started.map_err(|error| Trouble::Crashed(error.to_string()))?;
        let deadline = Instant::now() + START;
        let (hello, done) = if self.is_uci { ("uci", "uciok") } else { ("ugi", "ugiok") };
        process.send(hello)?;
        let mut options: Vec<String> = Vec::new();
        process.wait_for(deadline, &self.stop, |line| {
            if let Some((name, _)) =
                line.strip_prefix("option name ").and_then(|option| option.split_once(" type "))
            {
                options.push(name.to_owned());
            }
            (line == done).then_some(())
        })?;
        let spec = game.spec();
        let name = spec.split([':', ',']).next().unwrap_or_default();
        for (option, value) in [("Game", &*spec), ("UCI_Variant", name)] {
            if let Some(option) = options.iter().find(|known| known.eq_ignore_ascii_case(option)) {
                process.send(&format!("setoption name {option} value {value}"))?;
            }
        }
        Ok(process)
    }

    fn ready(&self, process: &mut Process) -> Result<(), Trouble> {
        process.send("isready")?;
        let deadline = Instant::now() + START;
        process.wait_for(deadline, &self.stop, |line| (line == "readyok").then_some(()))
    }

    /// The words after `go`.
    fn limits(&self, turn: &Turn<'_>) -> String {
        let mut words = String::from("go");
        let mut word = |name: &str, number: u128| words.push_str(&format!(" {name} {number}"));
        let pace = &turn.clock().pace;
        match pace.timing {
            Some(Timing::EachMove(time)) => word("movetime", time.as_millis()),
            Some(Timing::WholeGame { .. }) => {
                let names = match self.is_uci {
                    true => ["wtime", "btime", "winc", "binc"],
                    false => ["p1time", "p2time", "p1inc", "p2inc"],
                };
                let [first, second] = &turn.clocks;
                let times = [first.left, second.left, first.increment(), second.increment()];
                for (name, time) in names.into_iter().zip(times) {
                    word(name, time.as_millis());
                }
            }
            None => {}
        }
        if let Some(depth) = pace.depth {
            word("depth", depth.into());
        }
        if let Some(nodes) = pace.nodes {
            word("nodes", nodes.into());
        }
        words
    }
}

impl Seat for InterfaceSeat {
    fn new_game(&mut self, game: &dyn AnyGame, _seed: u64) -> Result<(), Trouble> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.start(game)?,
        };
        process.send(if self.is_uci { "ucinewgame" } else { "uginewgame" })?;
        self.ready(&mut process)?;
        self.process = Some(process);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>, _: Hear<'_>) -> Result<String, Trouble> {
        // Taken out: a program that makes trouble is not asked again.
        let mut process = self.process.take().expect("a game has begun");
        let mut position = match turn.line.start() {
            None => String::from("position startpos"),
            Some(start) => format!("position fen {start}"),
        };
        for (index, text) in turn.line.moves().iter().enumerate() {
            position.push_str(if index == 0 { " moves " } else { " " });
            position.push_str(&compact(text));
        }
        process.send(&position)?;
        process.send(&self.limits(turn))?;
        let best = process.wait_for(turn.deadline(), turn.stop, |line| {
            let rest = line.strip_prefix("bestmove")?;
            Some(rest.split_whitespace().next().unwrap_or_default().to_owned())
        })?;
        self.process = Some(process);
        Ok(best)
    }
}
