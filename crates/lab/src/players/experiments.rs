//! The experiments of Winands' thesis about search, as players to be compared (`presets/players.toml`).

use crate::study::About;
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
    /// The name of the set of positions; without one they are of games against itself.
    pub set: Option<String>,
    /// So many of the set are passed over.
    #[serde(default)]
    pub from: usize,
    /// Groups of players; the others of a group are compared with its first.
    pub groups: Vec<Vec<String>>,
    /// The experiment whose rows are looked at, if not its own.
    pub rows_of: Option<String>,
    /// What the paper calls players, and has of them.
    #[serde(default)]
    pub called: Vec<Called>,
    /// What it is in its paper, if it is a table or figure there.
    pub lab: Option<About>,
}

/// A player of a paper.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Called {
    /// The text of the player.
    pub player: String,
    /// What the paper calls it.
    pub label: String,
    /// Depths and nodes there.
    #[serde(default)]
    pub nodes: Vec<(u32, u64)>,
    /// Depths and percent of the first player of the group, where the paper has no nodes.
    #[serde(default)]
    pub percent: Vec<(u32, f64)>,
}

/// The experiments of a paper.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExperimentFile {
    pub(crate) source: String,
    #[serde(rename = "experiment")]
    pub(crate) experiments: Vec<PlayerExperiment>,
}

static EXPERIMENTS: LazyLock<ExperimentFile> = LazyLock::new(|| {
    toml::from_str(include_str!("../../presets/players.toml")).expect("a test reads it")
});

/// The file that has all of them.
pub(crate) fn experiment_file() -> &'static ExperimentFile {
    &EXPERIMENTS
}

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
        assert_eq!((names.len(), experiments().len()), (13, 13));
        let mut seen = HashSet::new();
        for experiment in experiments() {
            let game = Catalogue::standard().game(&experiment.game).unwrap();
            let all = experiment.groups.iter().flatten();
            for player in all.filter(|player| seen.insert((&experiment.game, *player))) {
                let player = game.player(player).unwrap();
                game.thinker(&player).map(drop).unwrap();
            }
            assert!(experiment.depth > 0 && experiment.positions > 0, "{}", experiment.name);
            assert!(experiment.groups.iter().all(|group| !group.is_empty()));
        }
    }

    /// No position that settings are validated on is of a game that they were chosen on.
    #[test]
    fn a_validation_set_has_games_of_its_own() {
        let validated: Vec<_> = experiments().iter().filter(|one| one.from > 0).collect();
        assert!(!validated.is_empty());
        for experiment in validated {
            let set = experiment.set.as_deref().expect("only of a set can some be passed over");
            let of_line = |line: &str| -> serde_json::Value { serde_json::from_str(line).unwrap() };
            let games: Vec<_> = crate::sets::find(set)
                .unwrap()
                .lines()
                .map(|line| of_line(line)["game_number"].as_u64().unwrap())
                .collect();
            let (before, own) = games.split_at(experiment.from);
            assert_eq!(own.len(), experiment.positions, "{}", experiment.name);
            assert!(own.iter().all(|game| !before.contains(game)), "{}", experiment.name);
        }
    }
}
