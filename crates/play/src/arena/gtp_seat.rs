//! A program at the board that speaks GTP: Go, and games whose moves it writes like `c8c6`.
//!
//! GTP keeps the game in the program: after `clear_board` it is told every move but its own.

use super::process::Process;
use super::seat::{Hear, Seat, Trouble, Turn};
use crate::notation::{board_of, compact, from_vertex, to_vertex};
use andor_core::{Instant, Spec};
use andor_engine::{AnyGame, Pace, Timing};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long a program may take for anything but a move.
const ANSWER: Duration = Duration::from_secs(30);

pub(super) struct GtpSeat {
    words: Vec<String>,
    process: Option<Process>,
    /// How many moves of the game it knows.
    told: usize,
    /// Whether it knows how much time it has.
    knows_time: bool,
    stop: Arc<AtomicBool>,
}

impl GtpSeat {
    pub(super) fn new(words: &[String], stop: &Arc<AtomicBool>) -> GtpSeat {
        let stop = Arc::clone(stop);
        GtpSeat { words: words.to_vec(), process: None, told: 0, knows_time: false, stop }
    }

    /// Sends a command; the answer, or what the program has against it.
    fn ask(
        &self,
        process: &mut Process,
        command: &str,
        deadline: Instant,
    ) -> Result<Result<String, String>, Trouble> {
        process.send(command)?;
        let answer =
            process.wait_for(deadline, &self.stop, |line| match line.split_at_checked(1) {
                Some(("=", rest)) => Some(Ok(rest.trim().to_owned())),
                Some(("?", rest)) => Some(Err(rest.trim().to_owned())),
                _ => None,
            })?;
        // Up to the empty line: answers may have several.
        process.wait_for(deadline, &self.stop, |line| line.is_empty().then_some(()))?;
        Ok(answer)
    }

    /// Sends a command that must succeed.
    fn tell(&self, process: &mut Process, command: &str) -> Result<(), Trouble> {
        match self.ask(process, command, Instant::now() + ANSWER)? {
            Ok(_) => Ok(()),
            Err(why) => Err(Trouble::Crashed(format!("{command:?} is answered with {why:?}"))),
        }
    }
}

/// `time_settings` of a pace: main time, overtime and its stones.
fn time_settings(pace: &Pace) -> Option<String> {
    let seconds = |time: Duration| time.as_secs_f64().ceil().max(1.0) as u64;
    match pace.timing? {
        Timing::EachMove(time) => Some(format!("time_settings 0 {} 1", seconds(time))),
        Timing::WholeGame { base, .. } => Some(format!("time_settings {} 0 0", seconds(base))),
    }
}

impl Seat for GtpSeat {
    fn new_game(&mut self, game: &dyn AnyGame, _seed: u64) -> Result<(), Trouble> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => {
                let started = Process::start(&self.words);
                started.map_err(|error| Trouble::Crashed(error.to_string()))?
            }
        };
        let spec = game.spec();
        if let Some((columns, rows)) = board_of(&spec)
            && columns == rows
        {
            self.tell(&mut process, &format!("boardsize {columns}"))?;
        }
        self.tell(&mut process, "clear_board")?;
        if game.family().moves_are_points {
            let komi =
                Spec::parse(&spec).ok().and_then(|spec| spec.value("komi").map(str::to_owned));
            self.tell(&mut process, &format!("komi {}", komi.as_deref().unwrap_or("0")))?;
        }
        (self.told, self.knows_time) = (0, false);
        self.process = Some(process);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>, _: Hear<'_>) -> Result<String, Trouble> {
        let mut process = self.process.take().expect("a game has begun");
        let go = turn.game.family().moves_are_points;
        if !self.knows_time {
            if let Some(settings) = time_settings(&turn.clock().pace) {
                // A program that keeps no time may say so.
                let _ = self.ask(&mut process, &settings, Instant::now() + ANSWER)?;
            }
            self.knows_time = true;
        }
        // Step 1. What it does not know yet: the opening, and the opponent's move.
        let moves = turn.line.moves();
        for (text, number) in moves.iter().zip(0..).skip(self.told) {
            let plies_back = moves.len() - number;
            let mover = match plies_back % 2 {
                0 => turn.line.side(),
                _ => turn.line.side().other(),
            };
            let written = if go { to_vertex(text) } else { compact(text) };
            self.tell(&mut process, &format!("play {} {written}", mover.letter()))?;
        }
        let letter = turn.line.side().letter();
        if let Some(Timing::WholeGame { .. }) = turn.clock().pace.timing {
            let left = turn.clock().left.as_secs();
            let command = format!("time_left {letter} {left} 0");
            let _ = self.ask(&mut process, &command, Instant::now() + ANSWER)?;
        }
        // Step 2. Its move.
        let answer = self.ask(&mut process, &format!("genmove {letter}"), turn.deadline())?;
        let answer = answer.map_err(|why| Trouble::Crashed(format!("genmove: {why}")))?;
        self.told = moves.len() + 1;
        self.process = Some(process);
        match &*answer.to_lowercase() {
            "resign" => Err(Trouble::Resigned),
            // A point that GTP does not have must not become another.
            _ if go => Ok(from_vertex(&answer).unwrap_or_else(|| format!("vertex {answer}"))),
            _ => Ok(answer),
        }
    }
}
