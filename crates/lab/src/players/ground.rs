//! An experiment about search as a study: one task for every position and player, each with a player of its own.

use super::experiments::PlayerExperiment;
use super::positions::{own_set, self_play};
use super::search::search_position;
use crate::LabError;
use crate::comparison::position_name;
use crate::study::{Ground, Limited, Measured, Task, rounded};
use andor_core::InputError;
use andor_engine::{AnyGame, Catalogue, PlayerSpec};
use serde_json::{Map, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Players, positions and how deep.
pub(crate) struct PlayerGround {
    game: Box<dyn AnyGame>,
    players: Vec<PlayerSpec>,
    positions: Vec<String>,
    depth: u32,
    tasks: Vec<Task>,
}

impl PlayerGround {
    /// The first `most` positions of an experiment.
    pub(crate) fn new(
        catalogue: &Catalogue,
        experiment: &PlayerExperiment,
        most: usize,
        limited: Limited,
    ) -> Result<PlayerGround, InputError> {
        let game = catalogue.game(&experiment.game)?;
        let (from, depth) = (experiment.from, limited.depth.unwrap_or(experiment.depth));
        let (set, positions) = match &experiment.set {
            Some(set) => (&**set, own_set(set, from, most)?),
            None => ("self-play", self_play(&*game, most)?),
        };
        let mut players: Vec<PlayerSpec> = Vec::new();
        for text in experiment.groups.iter().flatten() {
            if !players.iter().any(|known| known.text() == text) {
                players.push(game.player(text)?);
            }
        }
        let settings: Map<_, _> = [("depth".to_owned(), json!(depth))].into_iter().collect();
        let mut tasks = Vec::new();
        for at in 0..positions.len() {
            tasks.extend(players.iter().map(|player| Task {
                position: position_name(set, from + at),
                contender: player.text().to_owned(),
                settings: settings.clone(),
                seed: 0,
            }));
        }
        Ok(PlayerGround { game, players, positions, depth, tasks })
    }
}

impl Ground for PlayerGround {
    fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    fn perform(&self, at: usize, stop: &Arc<AtomicBool>) -> Result<Option<Measured>, LabError> {
        let player = &self.players[at % self.players.len()];
        let position = &self.positions[at / self.players.len()];
        let mut thinker = self.game.thinker(player)?;
        let line = self.game.position(Some(position), &[])?;
        let start = Instant::now();
        let nodes = search_position(&mut *thinker, player, &line, self.depth, stop);
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let counts = [("nodes".to_owned(), json!(nodes))].into_iter().collect();
        Ok(Some(Measured {
            counts,
            seconds: rounded(start.elapsed().as_secs_f64()),
            is_elsewhere: false,
        }))
    }
}
