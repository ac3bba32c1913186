//! The experiments of Winands' thesis about search, as players to be compared (`presets/players.toml`).

use serde::Deserialize;
use std::sync::LazyLock;

/// An experiment: what it is called, what it shows, the game, how deep, and the players.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerExperiment {
    /// The name on the command line.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// The game.
    pub game: String,
    /// How deep the players search.
    pub depth: u32,
    /// How many positions there are.
    pub positions: usize,
    /// Groups of players; the others of a group are compared with its first.
    pub groups: Vec<Vec<String>>,
}

/// The experiments of a paper.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ExperimentFile {
    #[allow(dead_code, reason = "it is for whoever reads the file")]
    source: String,
    #[serde(rename = "experiment")]
    experiments: Vec<PlayerExperiment>,
}

static EXPERIMENTS: LazyLock<ExperimentFile> = LazyLock::new(|| {
    toml::from_str(include_str!("../../presets/players.toml")).expect("a test reads it")
});

/// All of them.
#[must_use]
pub fn experiments() -> &'static [PlayerExperiment] {
    &EXPERIMENTS.experiments
}

#[cfg(test)]
mod tests {
    use super::experiments;
    use andor_engine::Catalogue;
    use std::collections::HashSet;

    #[test]
    fn every_player_is_one_of_the_game() {
        let names: HashSet<&str> = experiments().iter().map(|one| one.name.as_str()).collect();
        assert_eq!((names.len(), experiments().len()), (8, 8));
        for experiment in experiments() {
            let game = Catalogue::standard().game(&experiment.game).unwrap();
            for player in experiment.groups.iter().flatten() {
                let player = game.player(player).unwrap();
                game.thinker(&player).map(drop).unwrap();
            }
            assert!(experiment.depth > 0 && experiment.positions > 0, "{}", experiment.name);
            assert!(experiment.groups.iter().all(|group| !group.is_empty()));
        }
    }
}
