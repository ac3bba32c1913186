//! One game with one player that thinks beside: what stands behind every engine protocol.
//!
//! ```text
//!   UGI, GTP --- commands ---> Session --- a thread that thinks ---> events ---> UGI, GTP
//! ```
//!
//! A session owns the game, the line that was played, the options and the player. Thinking and
//! solving happen in a thread, so that commands are heard meanwhile; at most one at a time. Nothing
//! here knows how a protocol writes things.

mod output;

pub use output::Output;

use crate::contestant::Contestant;
use andor_core::{InputError, Player, Silent};
use andor_engine::{
    AnyGame, Budget, Catalogue, Line, PlayerSpec, Request, Solved, Thinker, Thought,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Scope, ScopedJoinHandle};
use std::time::Duration;

/// The player of a session that names none.
pub const DEFAULT_PLAYER: &str = "mia";

/// How often a thread that has nothing left to do looks whether it may end.
const LOOK: Duration = Duration::from_millis(2);

/// What the thinking thread tells.
pub(crate) enum Event {
    /// It has changed its mind, or looked deeper.
    Thought(Thought),
    /// It is done thinking.
    Best(Thought),
    /// It is done solving.
    Solved(Box<Solved>),
    /// It could not.
    Failed(String),
}

/// A thread at work.
struct Running<'scope> {
    stop: Arc<AtomicBool>,
    /// Whether it ends by itself.
    is_bounded: bool,
    thread: ScopedJoinHandle<'scope, Option<Box<dyn Thinker>>>,
}

/// A game, a player, and what it is doing.
pub(crate) struct Session<'scope, 'env: 'scope> {
    scope: &'scope Scope<'scope, 'env>,
    catalogue: &'env Catalogue,
    game: Arc<dyn AnyGame>,
    line: Line,
    player: PlayerSpec,
    threads: Option<usize>,
    memory: Option<u64>,
    thinker: Option<Box<dyn Thinker>>,
    running: Option<Running<'scope>>,
}

impl<'scope, 'env> Session<'scope, 'env> {
    /// A session about a game, with a player, whose threads live in `scope`.
    ///
    /// # Errors
    /// If there is no such game or player.
    pub(crate) fn new(
        scope: &'scope Scope<'scope, 'env>,
        catalogue: &'env Catalogue,
        game: &str,
        player: &str,
    ) -> Result<Session<'scope, 'env>, InputError> {
        let game: Arc<dyn AnyGame> = Arc::from(catalogue.game(game)?);
        let line = game.position(None, &[])?;
        let player = own(player, &*game)?;
        let mut session = Session {
            scope,
            catalogue,
            game,
            line,
            player,
            threads: None,
            memory: None,
            thinker: None,
            running: None,
        };
        session.make_ready()?;
        Ok(session)
    }

    /// The game.
    pub(crate) fn game(&self) -> &Arc<dyn AnyGame> {
        &self.game
    }

    /// What has been played.
    pub(crate) fn line(&self) -> &Line {
        &self.line
    }

    /// The player.
    pub(crate) fn player(&self) -> &PlayerSpec {
        &self.player
    }

    /// Who moves first in the initial position.
    pub(crate) fn first_player(&self) -> Player {
        self.game.position(None, &[]).expect("the initial position is a position").side()
    }

    /// Another game, from its initial position. The player must know it.
    ///
    /// # Errors
    /// If there is no such game; all stays as it was.
    pub(crate) fn set_game(&mut self, spec: &str) -> Result<(), InputError> {
        let game: Arc<dyn AnyGame> = Arc::from(self.catalogue.game(spec)?);
        self.halt();
        let line = game.position(None, &[])?;
        let thinker = self.make_thinker(&*game, &self.player)?;
        (self.game, self.line, self.thinker) = (game, line, Some(thinker));
        Ok(())
    }

    /// Another player.
    ///
    /// # Errors
    /// If there is no such player; all stays as it was.
    pub(crate) fn set_player(&mut self, name: &str) -> Result<(), InputError> {
        let player = own(name, &*self.game)?;
        self.halt();
        self.thinker = Some(self.make_thinker(&*self.game, &player)?);
        self.player = player;
        Ok(())
    }

    /// So many threads for the player.
    ///
    /// # Errors
    /// If the player cannot have so many.
    pub(crate) fn set_threads(&mut self, threads: usize) -> Result<(), InputError> {
        let before = self.threads.replace(threads);
        self.remake().inspect_err(|_| self.threads = before)
    }

    /// So many bytes for the player's table, and for solving.
    ///
    /// # Errors
    /// If the player cannot have so many.
    pub(crate) fn set_memory(&mut self, bytes: u64) -> Result<(), InputError> {
        let before = self.memory.replace(bytes);
        self.remake().inspect_err(|_| self.memory = before)
    }

    fn remake(&mut self) -> Result<(), InputError> {
        self.halt();
        self.thinker = Some(self.make_thinker(&*self.game, &self.player)?);
        Ok(())
    }

    /// The threads and the memory that were set.
    pub(crate) fn resources(&self) -> (Option<usize>, Option<u64>) {
        (self.threads, self.memory)
    }

    /// Another game begins: the player forgets, the board is as at the start.
    pub(crate) fn new_game(&mut self) {
        self.halt();
        if let Some(thinker) = &mut self.thinker {
            thinker.new_game();
        }
        self.line = self.game.position(None, &[]).expect("the initial position is a position");
    }

    /// Sets the board up.
    ///
    /// # Errors
    /// If the position or a move cannot be used; all stays as it was.
    pub(crate) fn set_line(
        &mut self,
        start: Option<&str>,
        moves: &[String],
    ) -> Result<(), InputError> {
        let line = self.game.position(start, moves)?;
        self.halt();
        self.line = line;
        Ok(())
    }

    /// Puts a line of the game on the board.
    pub(crate) fn put(&mut self, line: Line) {
        self.halt();
        self.line = line;
    }

    /// Plays a move on the board.
    ///
    /// # Errors
    /// If it is not legal; all stays as it was.
    pub(crate) fn play(&mut self, text: &str) -> Result<(), InputError> {
        self.halt();
        self.game.play(&mut self.line, text)
    }

    /// Has the player there, if it is not.
    ///
    /// # Errors
    /// If it cannot be had.
    pub(crate) fn make_ready(&mut self) -> Result<(), InputError> {
        if self.thinker.is_none() && self.running.is_none() {
            self.thinker = Some(self.make_thinker(&*self.game, &self.player)?);
        }
        Ok(())
    }

    /// The estimate from which on the player holds a game for decided, if it is there and makes any.
    pub(crate) fn decisive(&self) -> Option<i32> {
        self.thinker.as_ref().and_then(|thinker| thinker.decisive())
    }

    fn make_thinker(
        &self,
        game: &dyn AnyGame,
        player: &PlayerSpec,
    ) -> Result<Box<dyn Thinker>, InputError> {
        game.thinker(&player.with_resources(self.threads, self.memory))
    }

    /// Begins to think about the position on the board.
    ///
    /// # Errors
    /// If there is no player.
    pub(crate) fn think(
        &mut self,
        budget: Budget,
        report: impl FnMut(Event) + Send + 'scope,
    ) -> Result<(), InputError> {
        self.think_about(self.line.clone(), budget, report)
    }

    /// Begins to think about a line of the game that may be another than the one on the board.
    ///
    /// # Errors
    /// If there is no player.
    pub(crate) fn think_about(
        &mut self,
        line: Line,
        budget: Budget,
        mut report: impl FnMut(Event) + Send + 'scope,
    ) -> Result<(), InputError> {
        self.halt();
        self.make_ready()?;
        let mut thinker = self.thinker.take().expect("it is ready");
        let is_bounded = budget != Budget::default();
        self.start(is_bounded, move |stop| {
            let thought = catch_unwind(AssertUnwindSafe(|| {
                let mut hear = |thought: &Thought| report(Event::Thought(thought.clone()));
                thinker.think(&line, &budget, &stop, &mut hear)
            }));
            // Who sets no limit says when it is enough, even if there is nothing left to find.
            while !is_bounded && !stop.load(Ordering::Relaxed) {
                std::thread::sleep(LOOK);
            }
            match thought {
                Ok(thought) => report(Event::Best(thought)),
                Err(_) => {
                    report(Event::Failed("the player failed".to_owned()));
                    return None;
                }
            }
            Some(thinker)
        });
        Ok(())
    }

    /// Begins to solve the position on the board, with its history where that counts (superko).
    pub(crate) fn solve(
        &mut self,
        mut request: Request,
        mut report: impl FnMut(Event) + Send + 'scope,
    ) {
        self.halt();
        let game = Arc::clone(&self.game);
        let line = self.line.clone();
        let thinker = self.thinker.take();
        if let Some(memory) = self.memory {
            request.limits.memory = memory;
        }
        let is_bounded = request.limits.nodes.is_some() || request.limits.time.is_some();
        self.start(is_bounded, move |stop| {
            request.limits.interrupt = stop;
            let solve = || game.solve(&line, &request, &mut Silent);
            report(match catch_unwind(AssertUnwindSafe(solve)) {
                Ok(Ok(solved)) => Event::Solved(Box::new(solved)),
                Ok(Err(error)) => Event::Failed(error.to_string()),
                Err(_) => Event::Failed("the solver failed".to_owned()),
            });
            thinker
        });
    }

    fn start(
        &mut self,
        is_bounded: bool,
        work: impl FnOnce(Arc<AtomicBool>) -> Option<Box<dyn Thinker>> + Send + 'scope,
    ) {
        let stop = Arc::new(AtomicBool::new(false));
        let raised = Arc::clone(&stop);
        let thread = self.scope.spawn(move || work(raised));
        self.running = Some(Running { stop, is_bounded, thread });
    }

    /// Ends the thinking now; the last event comes before this returns.
    pub(crate) fn halt(&mut self) {
        if let Some(running) = &self.running {
            running.stop.store(true, Ordering::Relaxed);
        }
        self.wait();
    }

    /// Waits until the thinking has ended by itself.
    pub(crate) fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            // A panic outside the player's own code has been told on stderr by then.
            self.thinker = running.thread.join().unwrap_or(None);
        }
    }

    /// The input has ended: what has a limit may reach it, all else stops.
    pub(crate) fn wind_up(&mut self) {
        match self.running.as_ref().is_some_and(|running| running.is_bounded) {
            true => self.wait(),
            false => self.halt(),
        }
    }
}

/// A player of our own.
fn own(text: &str, game: &dyn AnyGame) -> Result<PlayerSpec, InputError> {
    match Contestant::parse(text, game)? {
        Contestant::Own(player) => Ok(*player),
        Contestant::Program(_) => {
            let shown = InputError::quote(text);
            Err(InputError::new(format!("player {shown}: an engine plays by itself")))
        }
    }
}
