//! The games of a table as tasks.

use super::data::Tournament;
use crate::LabError;
use crate::study::{Ground, Measured, Task, rounded};
use andor_core::InputError;
use andor_engine::{AnyGame, Catalogue, Line, Pace};
use andor_play::Contestant;
use andor_play::arena::{Match, Side, fingerprint, random_openings};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What a game is called, by its number from 0: as texts they are in order.
fn game_name(number: u64) -> String {
    format!("game:{:04}", number + 1)
}

/// The number of a game that is called so.
pub(crate) fn game_number(name: &str) -> Option<u64> {
    name.strip_prefix("game:")?.parse::<u64>().ok()?.checked_sub(1)
}

/// Players, openings and games.
pub(crate) struct GameGround {
    game: Box<dyn AnyGame>,
    pairs: Vec<[Contestant; 2]>,
    openings: Vec<Line>,
    pace: Pace,
    most_plies: usize,
    seed: u64,
    tasks: Vec<Task>,
}

impl GameGround {
    /// The first `most` games of every pair.
    pub(crate) fn new(
        catalogue: &Catalogue,
        table: &Tournament,
        most: usize,
    ) -> Result<GameGround, InputError> {
        let game = catalogue.game(&table.game)?;
        let mut names: Vec<String> = Vec::new();
        let mut pairs = Vec::new();
        for pairing in &table.rows {
            if !names.contains(&pairing.contender()) {
                let read = |text: &str| Contestant::parse(text, &*game);
                pairs.push([read(&pairing.a)?, read(&pairing.b)?]);
                names.push(pairing.contender());
            }
        }
        let wanted = (table.games as usize).div_ceil(2);
        let openings = random_openings(&*game, table.opening_plies, wanted, table.seed);
        let limits = [
            ("opening_plies", Some(table.opening_plies as u64)),
            ("most_plies", Some(table.most_plies as u64)),
            ("nodes", table.nodes),
        ];
        let limits = limits.into_iter();
        let settings: Map<String, Value> =
            limits.filter_map(|(name, limit)| Some((name.to_owned(), json!(limit?)))).collect();
        let mut tasks = Vec::new();
        for number in 0..most {
            tasks.extend(names.iter().map(|contender| Task {
                position: game_name(number as u64),
                contender: contender.clone(),
                settings: settings.clone(),
                seed: table.seed,
            }));
        }
        let pace = Pace { nodes: table.nodes, ..Pace::default() };
        let (most_plies, seed) = (table.most_plies, table.seed);
        Ok(GameGround { game, pairs, openings, pace, most_plies, seed, tasks })
    }
}

impl Ground for GameGround {
    fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    fn perform(&self, at: usize, stop: &Arc<AtomicBool>) -> Result<Option<Measured>, LabError> {
        let number = (at / self.pairs.len()) as u64;
        let opening = (number / 2) as usize % self.openings.len();
        let contest = Match {
            game: &*self.game,
            players: self.pairs[at % self.pairs.len()].clone(),
            pace: self.pace,
            openings: vec![self.openings[opening].clone()],
            games: number + 1,
            most_plies: self.most_plies,
            // Nobody looks at the clock: players have nodes or plies.
            margin: Duration::from_secs(3600),
            seed: self.seed,
            threads: 1,
            sprt: None,
            stop: stop.clone(),
        };
        let start = Instant::now();
        let Some(game) = contest.play_one(number)? else { return Ok(None) };
        let letter = |side: Side| if side == Side::A { "a" } else { "b" };
        let mut counts = Map::new();
        counts.insert("black".to_owned(), json!(letter(game.black)));
        counts.insert("winner".to_owned(), json!(game.winner.map_or("draw", letter)));
        counts.insert("reason".to_owned(), json!(game.reason));
        counts.insert("plies".to_owned(), json!(game.moves.len()));
        counts.insert("moves".to_owned(), json!(fingerprint(&game.moves.join(" "))));
        Ok(Some(Measured {
            counts,
            seconds: rounded(start.elapsed().as_secs_f64()),
            is_elsewhere: false,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::{game_name, game_number};

    /// Which games are a pair is known by their numbers.
    #[test]
    fn a_game_is_found_by_its_name() {
        for number in [0, 1, 9_999, 10_000] {
            assert_eq!(game_number(&game_name(number)), Some(number));
        }
        assert_eq!(["game:0", "game:x", "ply:7"].map(game_number), [None; 3]);
    }
}
