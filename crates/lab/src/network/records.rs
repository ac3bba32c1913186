//! The games that a network is learnt from: played on all threads, kept in order of their numbers.

use super::Plan;
use crate::{LabError, Listener};
use andor_core::InputError;
use andor_engine::{AnyGame, NetworkGame, NetworkPlan};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Between two lines of progress.
const SAY_EVERY: Duration = Duration::from_secs(10);

/// What is done about games of an earlier run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Earlier {
    /// They are in the way.
    Refuse,
    /// They are replaced.
    Replace,
    /// The run goes on after them.
    GoOn,
}

/// The file of games of a run.
pub(super) struct Records {
    path: PathBuf,
    file: File,
    games: Vec<NetworkGame>,
}

fn failure(file: &Path, error: &io::Error) -> InputError {
    InputError::new(format!("file {}: {error}", InputError::quote(&file.display().to_string())))
}

/// A file's text.
///
/// # Errors
/// One line that quotes its name.
pub(super) fn read_file(file: &Path) -> Result<String, InputError> {
    fs::read_to_string(file).map_err(|error| failure(file, &error))
}

/// The games of a file. What follows a `#` is for people.
fn read(file: &Path) -> Result<Vec<NetworkGame>, InputError> {
    let text = read_file(file)?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(NetworkGame::read).collect()
}

impl Records {
    /// The file of a plan: a new one, or the one that was kept, without a line that was not finished.
    ///
    /// # Errors
    /// If it is in the way, of another plan, or cannot be used.
    pub(super) fn open(plan: &Plan) -> Result<Records, InputError> {
        let mut name = plan.out.as_os_str().to_owned();
        name.push(".games");
        let path = PathBuf::from(name);
        let quoted = InputError::quote(&path.display().to_string());
        let about = about(plan);
        let is_there = path.exists();
        if is_there && plan.earlier == Earlier::Refuse {
            let why = format!("learn net: {quoted} is there already; --resume goes on from it");
            return Err(InputError::new(why));
        }
        let mut text = about.clone();
        if is_there && plan.earlier == Earlier::GoOn {
            let kept = read_file(&path)?;
            if !kept.starts_with(&about) {
                return Err(InputError::new(format!("learn net: {quoted} is of another plan")));
            }
            text = kept.split_inclusive('\n').filter(|line| line.ends_with('\n')).collect();
        }
        fs::write(&path, &text).map_err(|error| failure(&path, &error))?;
        let opened = OpenOptions::new().append(true).open(&path);
        let file = opened.map_err(|error| failure(&path, &error))?;
        let games = read(&path)?;
        Ok(Records { path, file, games })
    }

    /// Plays what is missing; whether it came to the end.
    ///
    /// # Errors
    /// If the player cannot be made, or the file cannot be written.
    pub(super) fn play(
        &mut self,
        game: &dyn AnyGame,
        self_play: &NetworkPlan,
        plan: &Plan,
        stop: &AtomicBool,
        listener: &mut dyn Listener,
    ) -> Result<bool, LabError> {
        let begin = self.games.len() as u64;
        let next = AtomicU64::new(begin);
        let (send, receive) = mpsc::channel();
        let enough = AtomicBool::new(false);
        let is_over = || stop.load(Ordering::Relaxed) || enough.load(Ordering::Relaxed);
        std::thread::scope(|scope| {
            for _ in 0..plan.schedule.threads.max(1) {
                let (send, next, is_over) = (send.clone(), &next, &is_over);
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= plan.games || is_over() {
                            return;
                        }
                        let played = game.network_game(self_play, number, stop);
                        if send.send((number, played)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(send);
            let kept = self.keep(plan.games, &receive, listener);
            enough.store(kept.is_err(), Ordering::Relaxed);
            kept
        })?;
        Ok(self.games.len() as u64 >= plan.games)
    }

    /// Writes games as they come, in order.
    fn keep(
        &mut self,
        wanted: u64,
        receive: &mpsc::Receiver<(u64, Result<Option<NetworkGame>, InputError>)>,
        listener: &mut dyn Listener,
    ) -> Result<(), InputError> {
        let mut early = BTreeMap::new();
        let mut said = Instant::now();
        for (number, played) in receive {
            early.insert(number, played?);
            // A game that was stopped ends it: later ones are played again.
            while let Some(Some(played)) = early.remove(&(self.games.len() as u64)) {
                writeln!(self.file, "{played}").map_err(|error| failure(&self.path, &error))?;
                self.games.push(played);
            }
            if said.elapsed() >= SAY_EVERY {
                said = Instant::now();
                listener.progress(&format!("game {} of {wanted}", self.games.len()));
            }
        }
        Ok(())
    }

    /// All games, with those of other files.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub(super) fn all(self, others: &[PathBuf]) -> Result<Vec<NetworkGame>, InputError> {
        let mut games = self.games;
        for file in others {
            games.extend(read(file)?);
        }
        Ok(games)
    }
}

/// The first line of a file of games: how they are played.
fn about(plan: &Plan) -> String {
    let NetworkPlan { seed, plies, nodes, evaluator, .. } = &plan.self_play;
    let evaluator = evaluator.as_deref().unwrap_or("mia");
    let weights = plan.weights.as_ref().map_or("its own".into(), |path| path.to_string_lossy());
    format!(
        "# {} --seed {seed} --plies {plies} --nodes {nodes}, {evaluator} with {weights} weights\n",
        plan.game
    )
}
