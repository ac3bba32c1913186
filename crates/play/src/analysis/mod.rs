//! Whole games looked at: what a player thinks of every position, what can be proved of it, and what each move
//! changed.
//!
//! Every position of the main line is searched by a player, with its history, and by a proof search
//! of a limited size, with its history under superko. What a move changed is judged in a [`Studied`].

mod annotate;
mod judgement;
mod recorded;
mod report;

pub use annotate::annotate;
pub use judgement::{Judgement, Opinion, Studied};
pub use recorded::{Recorded, read_games};
pub use report::{Tally, move_object, opinion_object, score_text, standing, verdict};

use andor_core::{InputError, Silent};
use andor_engine::{
    AnyGame, EngineError, Line, Pace, PlayerSpec, Request, Score, Thinker, Value, Verification,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How closely games are looked at.
#[derive(Clone, Copy, Debug)]
pub struct Scrutiny {
    /// How much the player thinks about a position; if nothing is said, what its text says, or so many nodes.
    pub pace: Pace,
    /// Nodes of the proof search of a position; 0 for none.
    pub proof_nodes: u64,
    /// A move that costs more of the expected result, which is between 0 and 1, is a mistake.
    pub threshold: f64,
}

impl Scrutiny {
    /// Nodes a position where nothing is said, for the player and for the proof search.
    pub const NODES: u64 = 100_000;
}

impl Default for Scrutiny {
    fn default() -> Scrutiny {
        Scrutiny { pace: Pace::default(), proof_nodes: Scrutiny::NODES, threshold: 0.15 }
    }
}

/// Somebody who looks at games.
pub struct Analyst<'a> {
    game: &'a dyn AnyGame,
    thinker: Box<dyn Thinker>,
    scrutiny: Scrutiny,
    stop: Arc<AtomicBool>,
}

impl<'a> Analyst<'a> {
    /// Somebody who looks at games of this kind until `stop` is raised.
    ///
    /// # Errors
    /// If the player cannot be had.
    pub fn new(
        game: &'a dyn AnyGame,
        player: &PlayerSpec,
        mut scrutiny: Scrutiny,
        stop: &Arc<AtomicBool>,
    ) -> Result<Analyst<'a>, InputError> {
        if scrutiny.pace.is_open() {
            scrutiny.pace = player.pace();
        }
        if scrutiny.pace.is_open() {
            scrutiny.pace.nodes = Some(Scrutiny::NODES);
        }
        Ok(Analyst { game, thinker: game.thinker(player)?, scrutiny, stop: Arc::clone(stop) })
    }

    /// Looks at the position that a line has come to.
    ///
    /// # Errors
    /// If it cannot be asked about.
    pub fn look(&mut self, line: &Line) -> Result<Opinion, EngineError> {
        if line.ending().is_some() {
            return Ok(Opinion::over(line.side(), line.outcome()));
        }
        let budget = self.scrutiny.pace.budget(Duration::ZERO);
        let thought = self.thinker.think(line, &budget, &self.stop, &mut |_| {});
        let mut opinion = Opinion {
            side: line.side(),
            ended: None,
            score: Some(thought.score),
            proved: None,
            found: match thought.score {
                Score::Win(_) => Some(Value::Win),
                Score::Loss(_) => Some(Value::Loss),
                // A draw may be one of repetition, which another history does not have.
                Score::Draw | Score::Estimate(_) => None,
            },
            best: thought.best,
            line: thought.line,
            depth: thought.depth,
        };
        if self.scrutiny.proof_nodes > 0 {
            let mut request = Request::default();
            request.limits.nodes = Some(self.scrutiny.proof_nodes);
            request.limits.interrupt = Arc::clone(&self.stop);
            let solved = self.game.solve(line, &request, &mut Silent)?;
            if solved.row.verified == Verification::Yes {
                opinion.proved = Some(solved.row.value);
            }
            opinion.found = opinion.found.or(solved.row.claimed);
            if opinion.proved == Some(Value::Win) {
                // The player may know a shorter way.
                if !matches!(opinion.score, Some(Score::Win(_))) {
                    opinion.score = Some(Score::Win(solved.row.plies));
                    opinion.line = solved.row.line;
                }
                opinion.best = solved.row.best.or(opinion.best);
            }
        }
        Ok(opinion)
    }

    /// Looks at every position of a game, and judges every move when the next one is known; `hear` gets each with
    /// its ply.
    ///
    /// # Errors
    /// If a position cannot be asked about.
    pub fn study(
        &mut self,
        game: &Line,
        mut hear: impl FnMut(usize, &Studied),
    ) -> Result<Vec<Studied>, EngineError> {
        let mut studied: Vec<Studied> = Vec::new();
        let mut before = self.look(&game.prefix(0))?;
        let first = self.game.first();
        let mut number = 0;
        for (ply, played) in game.moves().iter().enumerate() {
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
            let after = self.look(&game.prefix(ply + 1))?;
            number += usize::from(before.side == first || ply == 0);
            let (kept, threshold) = (after.clone(), self.scrutiny.threshold);
            studied.push(Studied::new(self.game, number, played, before, after, threshold));
            hear(ply + 1, studied.last().expect("it was just pushed"));
            before = kept;
        }
        Ok(studied)
    }
}
