//! Players as texts: `mia`, `mia4:depth=8,null-move=off,multi-cut=c`, `random:seed=7`.
//!
//! A player is a name and switches. `mia` is the modern engine with the best evaluator of the
//! game; the name of an evaluator (`mia4`) is the thesis' engine with that evaluator; `random`
//! plays any legal move. A switch that is not given keeps its engine's value. Limits (`depth`,
//! `nodes`, `time`) hold where the caller of the player sets none of its own.

use crate::config::{Config, HistoryKind, Increment, MultiCut};
use crate::{Budget, Clock};
use andor_core::{InputError, quantity};
use std::time::Duration;

/// A player's text taken apart.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerConfig {
    /// The whole text.
    pub text: String,
    /// Whether it plays any legal move.
    pub is_random: bool,
    /// The evaluator; the game's best if none is named.
    pub evaluator: Option<String>,
    /// The file of weights that the evaluator is to use.
    pub weights: Option<String>,
    /// The switches.
    pub config: Config,
    /// The limits.
    pub budget: Budget,
}

/// A switch: its name, its values for people, and what it does; `None` if the value is not one.
struct Switch {
    name: &'static str,
    values: &'static str,
    set: fn(&mut PlayerConfig, &str) -> Option<()>,
}

const SWITCHES: &[Switch] = &[
    Switch {
        name: "depth",
        values: "plies",
        set: |player, value| {
            player.budget.depth = Some(value.parse().ok().filter(|&depth| depth > 0)?);
            Some(())
        },
    },
    Switch {
        name: "nodes",
        values: "a number such as 10k",
        set: |player, value| {
            player.budget.nodes = Some(quantity::count(value).filter(|&nodes| nodes > 0)?);
            Some(())
        },
    },
    Switch {
        name: "time",
        values: "2s or 200ms, for a move",
        set: |player, value| {
            player.budget.clock = Some(Clock::Move(duration(value)?));
            Some(())
        },
    },
    Switch {
        name: "engine",
        values: "modern, thesis, unpruned or plain",
        set: |player, value| {
            player.config = match value {
                "modern" => Config::modern(),
                "thesis" => Config::default(),
                "unpruned" => Config::unpruned(),
                "plain" => Config::plain(),
                _ => return None,
            };
            Some(())
        },
    },
    Switch {
        name: "evaluator",
        values: "a name",
        set: |player, value| {
            player.evaluator = Some(value.to_owned());
            Some(())
        },
    },
    Switch {
        name: "weights",
        values: "a file",
        set: |player, value| {
            player.weights = Some(value.to_owned());
            Some(())
        },
    },
    Switch {
        name: "memory",
        values: "such as 64M or 64MiB",
        set: |player, value| {
            player.config.memory = bytes(value)?;
            Some(())
        },
    },
    Switch {
        name: "threads",
        values: "1 to 64",
        set: |player, value| {
            player.config.threads =
                value.parse().ok().filter(|threads| (1..=64).contains(threads))?;
            Some(())
        },
    },
    Switch {
        name: "seed",
        values: "a number",
        set: |player, value| {
            player.config.seed = value.parse().ok()?;
            Some(())
        },
    },
    Switch {
        name: "noise",
        values: "points",
        set: |player, value| {
            player.config.noise = natural(value)?;
            Some(())
        },
    },
    Switch {
        name: "equal-depth",
        values: "on or off",
        set: |player, value| {
            player.config.equal_depth = on_or_off(value)?;
            Some(())
        },
    },
    Switch {
        name: "transposition-cutoffs",
        values: "on or off",
        set: |player, value| {
            player.config.transposition_cutoffs = on_or_off(value)?;
            Some(())
        },
    },
    Switch {
        name: "null-move",
        values: "on or off",
        set: |player, value| {
            player.config.null_move = on_or_off(value)?;
            Some(())
        },
    },
    Switch {
        name: "adaptive",
        values: "on or off",
        set: |player, value| {
            player.config.adaptive = on_or_off(value)?;
            Some(())
        },
    },
    Switch {
        name: "null-reduction-all",
        values: "plies, 0 for as elsewhere",
        set: |player, value| {
            player.config.null_reduction_all = natural(value)?;
            Some(())
        },
    },
    Switch {
        name: "null-bound",
        values: "points",
        set: |player, value| {
            player.config.null_bound = natural(value)?;
            Some(())
        },
    },
    Switch {
        name: "multi-cut",
        values: "off, c, a or both",
        set: |player, value| {
            let thesis = Config::default();
            let (cut, all) = match value {
                "off" => (false, false),
                "c" => (true, false),
                "a" => (false, true),
                "both" => (true, true),
                _ => return None,
            };
            player.config.multi_cut_cut = thesis.multi_cut_cut.filter(|_| cut);
            player.config.multi_cut_all = thesis.multi_cut_all.filter(|_| all);
            Some(())
        },
    },
    Switch {
        name: "mc-c",
        values: "C-M-R such as 3-10-2, or off",
        set: |player, value| {
            player.config.multi_cut_cut = multi_cut(value)?;
            Some(())
        },
    },
    Switch {
        name: "mc-a",
        values: "C-M-R such as 2-10-2, or off",
        set: |player, value| {
            player.config.multi_cut_all = multi_cut(value)?;
            Some(())
        },
    },
    Switch {
        name: "mc-delta",
        values: "points, 0 for off",
        set: |player, value| {
            player.config.multi_cut_delta = natural(value)?;
            Some(())
        },
    },
    Switch {
        name: "mc-reorder",
        values: "on or off",
        set: |player, value| {
            player.config.multi_cut_reorder = on_or_off(value)?;
            Some(())
        },
    },
    Switch {
        name: "killers",
        values: "on or off",
        set: |player, value| {
            player.config.killers = on_or_off(value)?;
            Some(())
        },
    },
    Switch {
        name: "classes",
        values: "on or off",
        set: |player, value| {
            player.config.classes = on_or_off(value)?;
            Some(())
        },
    },
    Switch {
        name: "history",
        values: "off, history, butterfly, relative or gravity",
        set: |player, value| {
            player.config.history = match value {
                "off" => HistoryKind::Off,
                "history" => HistoryKind::History,
                "butterfly" => HistoryKind::Butterfly,
                "relative" => HistoryKind::Relative,
                "gravity" => HistoryKind::Gravity,
                _ => return None,
            };
            Some(())
        },
    },
    Switch {
        name: "history-increment",
        values: INCREMENTS,
        set: |player, value| {
            player.config.history_increment = increment(value)?;
            Some(())
        },
    },
    Switch {
        name: "butterfly-increment",
        values: INCREMENTS,
        set: |player, value| {
            player.config.butterfly_increment = increment(value)?;
            Some(())
        },
    },
    Switch {
        name: "shared-history",
        values: "on or off",
        set: |player, value| {
            player.config.shared_history = on_or_off(value)?;
            Some(())
        },
    },
    Switch {
        name: "quiescence",
        values: "on or off",
        set: |player, value| {
            player.config.quiescence = on_or_off(value)?;
            Some(())
        },
    },
    Switch {
        name: "aspiration",
        values: "points, 0 for off",
        set: |player, value| {
            player.config.aspiration = natural(value)?;
            Some(())
        },
    },
    Switch {
        name: "late-moves",
        values: "on or off",
        set: |player, value| {
            player.config.late_moves = on_or_off(value)?;
            Some(())
        },
    },
    Switch {
        name: "late-pruning",
        values: "on or off",
        set: |player, value| {
            player.config.late_pruning = on_or_off(value)?;
            Some(())
        },
    },
    Switch {
        name: "null-deep",
        values: "on or off",
        set: |player, value| {
            player.config.null_deep = on_or_off(value)?;
            Some(())
        },
    },
    Switch {
        name: "internal-reductions",
        values: "on or off",
        set: |player, value| {
            player.config.internal_reductions = on_or_off(value)?;
            Some(())
        },
    },
    Switch {
        name: "futility",
        values: "points a ply, 0 for off",
        set: |player, value| {
            player.config.futility = natural(value)?;
            Some(())
        },
    },
    Switch {
        name: "proof-search",
        values: "on or off",
        set: |player, value| {
            player.config.proof_search = on_or_off(value)?;
            Some(())
        },
    },
    Switch {
        name: "proof-table",
        values: "on or off",
        set: |player, value| {
            player.config.proof_table = on_or_off(value)?;
            Some(())
        },
    },
];

const INCREMENTS: &str = "0, 1, d, d^2, d^3 or 2^d";

/// The names of all switches.
#[must_use]
fn switch_names() -> Vec<&'static str> {
    SWITCHES.iter().map(|switch| switch.name).collect()
}

impl PlayerConfig {
    /// Reads a player's text for a game that has these evaluators.
    ///
    /// # Errors
    /// One line that quotes the word that cannot be used and lists what there is.
    pub fn parse(text: &str, evaluators: &[&str]) -> Result<PlayerConfig, InputError> {
        let (name, rest) = match text.trim().split_once(':') {
            Some((name, rest)) => (name, Some(rest)),
            None => (text.trim(), None),
        };
        let whole = InputError::quote(text);
        let refuse = |why: String| InputError::new(format!("player {whole}: {why}"));
        let mut player = PlayerConfig {
            text: text.trim().to_owned(),
            is_random: name == "random",
            evaluator: None,
            weights: None,
            config: Config::default(),
            budget: Budget::default(),
        };
        if name == "mia" {
            player.config = Config::modern();
        } else if evaluators.contains(&name) {
            player.evaluator = Some(name.to_owned());
        } else if name != "random" {
            let there = ["mia"].iter().chain(evaluators).chain(&["random"]);
            let there: Vec<&str> = there.copied().collect();
            let name = InputError::quote(name);
            return Err(refuse(format!("no player {name}, there are {}", there.join(", "))));
        }
        let mut given: Vec<(&Switch, &str)> = Vec::new();
        for part in rest.into_iter().flat_map(|rest| rest.split(',')) {
            let Some((word, value)) = part.split_once('=') else {
                return Err(refuse(format!("{} is not switch=value", InputError::quote(part))));
            };
            let Some(switch) = SWITCHES.iter().find(|switch| switch.name == word) else {
                let (word, names) = (InputError::quote(word), switch_names().join(", "));
                return Err(refuse(format!("no switch {word}, there are {names}")));
            };
            if player.is_random && switch.name != "seed" {
                let word = InputError::quote(word);
                return Err(refuse(format!("{word} means nothing to random, which has seed only")));
            }
            if given.iter().any(|(known, _)| known.name == word) {
                return Err(refuse(format!("switch {} is given twice", InputError::quote(word))));
            }
            given.push((switch, value));
        }
        // The engine first: other switches change what it brings.
        given.sort_by_key(|(switch, _)| switch.name != "engine");
        for (switch, value) in given {
            (switch.set)(&mut player, value).ok_or_else(|| {
                let value = InputError::quote(value);
                refuse(format!("{}={value} is not {}", switch.name, switch.values))
            })?;
        }
        let named = player.evaluator.as_deref();
        if let Some(name) = named.filter(|name| !evaluators.contains(name)) {
            let (name, there) = (InputError::quote(name), evaluators.join(", "));
            let there = if there.is_empty() { "none by name" } else { &there };
            return Err(refuse(format!("no evaluator {name}, there are {there}")));
        }
        Ok(player)
    }
}

fn on_or_off(value: &str) -> Option<bool> {
    match value {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

fn natural(value: &str) -> Option<i32> {
    value.parse().ok().filter(|&points| (0..=100_000).contains(&points))
}

fn increment(value: &str) -> Option<Increment> {
    Some(match value {
        "0" => Increment::Zero,
        "1" => Increment::One,
        "d" => Increment::Depth,
        "d^2" => Increment::Square,
        "d^3" => Increment::Cube,
        "2^d" => Increment::Power,
        _ => return None,
    })
}

fn multi_cut(value: &str) -> Option<Option<MultiCut>> {
    if value == "off" {
        return Some(None);
    }
    let mut parts = value.split('-').map(|part| part.parse::<u32>().ok().filter(|&part| part > 0));
    let (cuts, moves, reduction) = (parts.next()??, parts.next()??, parts.next()??);
    let fits = parts.next().is_none() && cuts <= moves && reduction <= 10;
    fits.then_some(Some(MultiCut { cuts, moves, reduction: reduction as i32 }))
}

/// The time of a move: at least a millisecond, at most some days.
fn duration(value: &str) -> Option<Duration> {
    let range = Duration::from_millis(1)..Duration::from_secs(1_000_000);
    quantity::duration(value).filter(|time| range.contains(time))
}

fn bytes(value: &str) -> Option<u64> {
    quantity::bytes(value).filter(|&bytes| bytes <= 1 << 40)
}

#[cfg(test)]
mod tests {
    use super::PlayerConfig;
    use crate::config::{Config, MultiCut};
    use crate::{Budget, Clock};
    use std::time::Duration;

    fn read(text: &str) -> PlayerConfig {
        PlayerConfig::parse(text, &["mia1", "mia4"]).unwrap()
    }

    #[test]
    fn players_are_read() {
        assert_eq!(read("mia").config, Config::modern());
        assert_eq!(read("mia4").config, Config::default());
        assert_eq!(read("mia4").evaluator.as_deref(), Some("mia4"));
        assert_eq!(read("mia4:depth=4").budget, Budget { depth: Some(4), ..Budget::default() });
        let clock = Some(Clock::Move(Duration::from_secs(2)));
        assert_eq!(read("mia:time=2s").budget, Budget { clock, ..Budget::default() });
        assert_eq!(read("mia:time=0.2s").budget, read("mia:time=200ms").budget);
        assert_eq!(read("mia:nodes=10000").budget.nodes, Some(10_000));
        assert!(read("random:seed=7").is_random && read("random:seed=7").config.seed == 7);
        let player = read("mia4:null-move=off,multi-cut=c,memory=1M");
        assert!(!player.config.null_move && player.config.multi_cut_all.is_none());
        assert_eq!(
            player.config.multi_cut_cut,
            Some(MultiCut { cuts: 3, moves: 10, reduction: 2 })
        );
        assert_eq!(player.config.memory, 1 << 20);
        let player = read("mia:killers=off,engine=thesis");
        assert_eq!(player.config, Config { killers: false, ..Config::default() });
    }

    #[test]
    fn what_cannot_be_used_is_quoted_and_what_there_is_is_listed() {
        for (text, parts) in [
            ("mia5", vec!["\"mia5\"", "mia, mia1, mia4, random"]),
            ("", vec!["no player \"\""]),
            ("mia:speed=2", vec!["\"speed\"", "null-move", "multi-cut"]),
            ("mia:depth", vec!["\"depth\" is not switch=value"]),
            ("mia:depth=0", vec!["depth=\"0\" is not plies"]),
            ("mia:time=2x", vec!["time=\"2x\" is not 2s or 200ms"]),
            ("mia:mc-a=3-2-2", vec!["\"3-2-2\""]),
            ("mia:null-move=yes", vec!["on or off"]),
            ("mia:depth=1,depth=2", vec!["\"depth\" is given twice"]),
            ("mia:evaluator=x", vec!["no evaluator \"x\"", "mia1, mia4"]),
            ("random:depth=2", vec!["\"depth\"", "seed only"]),
        ] {
            let error = PlayerConfig::parse(text, &["mia1", "mia4"]).unwrap_err().to_string();
            assert!(!error.contains('\n'), "{error}");
            for part in parts {
                assert!(error.contains(part), "{error} lacks {part}");
            }
        }
    }
}
