//! The switches of a player's text: the name of each, its values for people, what it sets, and how
//! that is written.
//!
//! A switch is written only where it is not as its engine has it.

use crate::config::{Config, Engine, HistoryKind, Increment, MultiCut, ProofRule};
use crate::pace::{self, Pace, Timing};
use crate::player_spec::PlayerSpec;
use andor_core::quantity;

/// A switch.
pub(crate) struct Switch {
    pub(crate) name: &'static str,
    kind: Kind,
}

/// What a switch sets.
enum Kind {
    /// On or off.
    Flag(fn(&mut Config) -> &mut bool),
    /// A number that is not below 0, said for people.
    Natural(&'static str, fn(&mut Config) -> &mut i32),
    /// Moves counted by the depth.
    Increment(fn(&mut Config) -> &mut Increment),
    /// C-M-R, and such a value for people.
    MultiCut(&'static str, fn(&mut Config) -> &mut Option<MultiCut>),
    /// A word of the pace, which writes itself.
    Pace(&'static str, fn(&mut Pace, &str) -> Option<()>),
    /// Of the dice.
    Seed,
    /// All switches at once.
    Engine,
    /// Another one: its values for people, how it is read and how it is written.
    Other(&'static str, fn(&mut PlayerSpec, &str) -> Option<()>, fn(&PlayerSpec) -> Option<String>),
}

const ON_OFF: &str = "on or off";
const INCREMENTS: [(&str, Increment); 6] = [
    ("0", Increment::Zero),
    ("1", Increment::One),
    ("d", Increment::Depth),
    ("d^2", Increment::Square),
    ("d^3", Increment::Cube),
    ("2^d", Increment::Power),
];
const HISTORIES: [(&str, HistoryKind); 5] = [
    ("off", HistoryKind::Off),
    ("history", HistoryKind::History),
    ("butterfly", HistoryKind::Butterfly),
    ("relative", HistoryKind::Relative),
    ("gravity", HistoryKind::Gravity),
];
const PROOF_RULES: [(&str, ProofRule); 3] =
    [("off", ProofRule::Off), ("on", ProofRule::Sight), ("thesis", ProofRule::Thesis)];
const ENGINES: [(&str, Engine); 4] = [
    ("modern", Engine::Modern),
    ("thesis", Engine::Thesis),
    ("unpruned", Engine::Unpruned),
    ("plain", Engine::Plain),
];

pub(crate) const SWITCHES: &[Switch] = &[
    Switch {
        name: "depth",
        kind: Kind::Pace("plies, 1 to 1000", |pace, value| {
            pace.depth = Some(pace::depth(value)?);
            Some(())
        }),
    },
    Switch {
        name: "nodes",
        kind: Kind::Pace("a count such as 10k", |pace, value| {
            pace.nodes = Some(pace::nodes(value)?);
            Some(())
        }),
    },
    Switch {
        name: "time",
        kind: Kind::Pace("2s or 200ms, for a move", |pace, value| {
            pace.timing = Some(Timing::each_move(value)?);
            Some(())
        }),
    },
    Switch {
        name: "tc",
        kind: Kind::Pace("BASE+INCREMENT such as 60+0.6, for a game", |pace, value| {
            pace.timing = Some(Timing::clock(value)?);
            Some(())
        }),
    },
    Switch { name: "engine", kind: Kind::Engine },
    Switch {
        name: "evaluator",
        kind: Kind::Other(
            "a name",
            |player, value| {
                player.evaluator = Some(value.to_owned());
                Some(())
            },
            |player| player.evaluator.clone(),
        ),
    },
    Switch {
        name: "weights",
        kind: Kind::Other(
            "a file",
            |player, value| {
                player.weights = Some(value.into());
                Some(())
            },
            |player| player.weights.as_ref().map(|path| path.display().to_string()),
        ),
    },
    Switch {
        name: "memory",
        kind: Kind::Other(
            "a size such as 64M or 64MiB",
            |player, value| {
                player.memory = Some(quantity::bytes(value).filter(|&bytes| bytes <= 1 << 40)?);
                Some(())
            },
            |player| player.memory.map(|bytes| bytes.to_string()),
        ),
    },
    Switch {
        name: "threads",
        kind: Kind::Other(
            "1 to 64",
            |player, value| {
                let threads = value.parse().ok().filter(|threads| (1..=64).contains(threads))?;
                player.threads = Some(threads);
                Some(())
            },
            |player| player.threads.map(|threads| threads.to_string()),
        ),
    },
    Switch { name: "seed", kind: Kind::Seed },
    Switch { name: "noise", kind: Kind::Natural("points", |config| &mut config.noise) },
    Switch { name: "equal-depth", kind: Kind::Flag(|config| &mut config.equal_depth) },
    Switch { name: "table-window", kind: Kind::Flag(|config| &mut config.table_window) },
    Switch { name: "symmetry", kind: Kind::Flag(|config| &mut config.symmetry) },
    Switch {
        name: "transposition-cutoffs",
        kind: Kind::Flag(|config| &mut config.transposition_cutoffs),
    },
    Switch { name: "null-move", kind: Kind::Flag(|config| &mut config.null_move) },
    Switch { name: "adaptive", kind: Kind::Flag(|config| &mut config.adaptive) },
    Switch {
        name: "null-reduction-all",
        kind: Kind::Natural("plies, 0 for as elsewhere", |config| &mut config.null_reduction_all),
    },
    Switch { name: "null-bound", kind: Kind::Natural("points", |config| &mut config.null_bound) },
    // Both of the next two at once: they write themselves.
    Switch {
        name: "multi-cut",
        kind: Kind::Other(
            "off, c, a or both",
            |player, value| {
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
            |_| None,
        ),
    },
    Switch {
        name: "mc-c",
        kind: Kind::MultiCut("C-M-R such as 3-10-2, or off", |config| &mut config.multi_cut_cut),
    },
    Switch {
        name: "mc-a",
        kind: Kind::MultiCut("C-M-R such as 2-10-2, or off", |config| &mut config.multi_cut_all),
    },
    Switch {
        name: "mc-delta",
        kind: Kind::Natural("points, 0 for off", |config| &mut config.multi_cut_delta),
    },
    Switch { name: "mc-reorder", kind: Kind::Flag(|config| &mut config.multi_cut_reorder) },
    Switch { name: "killers", kind: Kind::Flag(|config| &mut config.killers) },
    Switch { name: "classes", kind: Kind::Flag(|config| &mut config.classes) },
    Switch {
        name: "history",
        kind: Kind::Other(
            "off, history, butterfly, relative or gravity",
            |player, value| {
                player.config.history = meaning(&HISTORIES, value)?;
                Some(())
            },
            |player| {
                let (history, usual) = (player.config.history, player.engine.config().history);
                (history != usual).then(|| word(&HISTORIES, history))
            },
        ),
    },
    Switch {
        name: "history-increment",
        kind: Kind::Increment(|config| &mut config.history_increment),
    },
    Switch {
        name: "butterfly-increment",
        kind: Kind::Increment(|config| &mut config.butterfly_increment),
    },
    Switch { name: "credit-all", kind: Kind::Flag(|config| &mut config.credit_all) },
    Switch { name: "butterfly-cuts", kind: Kind::Flag(|config| &mut config.butterfly_cuts) },
    Switch { name: "shared-history", kind: Kind::Flag(|config| &mut config.shared_history) },
    Switch { name: "quiescence", kind: Kind::Flag(|config| &mut config.quiescence) },
    Switch {
        name: "aspiration",
        kind: Kind::Natural("points, 0 for off", |config| &mut config.aspiration),
    },
    Switch { name: "late-moves", kind: Kind::Flag(|config| &mut config.late_moves) },
    Switch { name: "late-pruning", kind: Kind::Flag(|config| &mut config.late_pruning) },
    Switch { name: "null-deep", kind: Kind::Flag(|config| &mut config.null_deep) },
    Switch {
        name: "internal-reductions",
        kind: Kind::Flag(|config| &mut config.internal_reductions),
    },
    Switch {
        name: "futility",
        kind: Kind::Natural("points a ply, 0 for off", |config| &mut config.futility),
    },
    Switch {
        name: "proof-search",
        kind: Kind::Other(
            "off, on or thesis",
            |player, value| {
                player.config.proof_search = meaning(&PROOF_RULES, value)?;
                Some(())
            },
            |player| {
                let usual = player.engine.config().proof_search;
                changed(player.config.proof_search, usual).map(|rule| word(&PROOF_RULES, rule))
            },
        ),
    },
    Switch { name: "proof-table", kind: Kind::Flag(|config| &mut config.proof_table) },
];

impl Switch {
    /// Whether it sets all other switches.
    pub(crate) fn is_engine(&self) -> bool {
        matches!(self.kind, Kind::Engine)
    }

    /// Whether it means something to a player that does not search.
    pub(crate) fn is_for_random(&self) -> bool {
        matches!(self.kind, Kind::Seed | Kind::Pace(..))
    }

    /// Its values for people.
    pub(crate) fn values(&self) -> &'static str {
        match self.kind {
            Kind::Flag(_) => ON_OFF,
            Kind::Increment(_) => "0, 1, d, d^2, d^3 or 2^d",
            Kind::Seed => "a number",
            Kind::Engine => "modern, thesis, unpruned or plain",
            Kind::Natural(values, _)
            | Kind::MultiCut(values, _)
            | Kind::Pace(values, _)
            | Kind::Other(values, ..) => values,
        }
    }

    /// Sets it; `None` if the value is not one.
    pub(crate) fn set(&self, player: &mut PlayerSpec, value: &str) -> Option<()> {
        let config = &mut player.config;
        match self.kind {
            Kind::Flag(field) => *field(config) = on_or_off(value)?,
            Kind::Natural(_, field) => *field(config) = natural(value)?,
            Kind::Increment(field) => *field(config) = meaning(&INCREMENTS, value)?,
            Kind::MultiCut(_, field) => *field(config) = multi_cut(value)?,
            Kind::Pace(_, set) => set(&mut player.pace, value)?,
            Kind::Seed => config.seed = value.parse().ok()?,
            Kind::Engine => {
                player.engine = meaning(&ENGINES, value)?;
                player.config = player.engine.config();
            }
            Kind::Other(_, set, _) => set(player, value)?,
        }
        Some(())
    }

    /// Its value as text, if it has to be said: it is not as it comes with the name and the engine.
    pub(crate) fn get(&self, player: &PlayerSpec) -> Option<String> {
        let (mut own, mut usual) = (player.config.clone(), player.engine.config());
        match self.kind {
            Kind::Flag(field) => changed(*field(&mut own), *field(&mut usual))
                .map(|is_on| if is_on { "on" } else { "off" }.to_owned()),
            Kind::Natural(_, field) => {
                changed(*field(&mut own), *field(&mut usual)).map(|number| number.to_string())
            }
            Kind::Increment(field) => changed(*field(&mut own), *field(&mut usual))
                .map(|increment| word(&INCREMENTS, increment)),
            Kind::MultiCut(_, field) => {
                changed(*field(&mut own), *field(&mut usual)).map(multi_cut_text)
            }
            Kind::Pace(..) => None,
            Kind::Seed => changed(own.seed, usual.seed).map(|seed| seed.to_string()),
            Kind::Engine => {
                changed(player.engine, player.kind.engine()).map(|engine| word(&ENGINES, engine))
            }
            Kind::Other(_, _, get) => get(player),
        }
    }
}

/// A value that is not the usual one.
fn changed<T: PartialEq>(own: T, usual: T) -> Option<T> {
    (own != usual).then_some(own)
}

/// What a word means.
fn meaning<T: Copy>(words: &[(&str, T)], word: &str) -> Option<T> {
    words.iter().find(|(known, _)| *known == word).map(|(_, value)| *value)
}

/// The word for a value.
fn word<T: PartialEq>(words: &[(&str, T)], value: T) -> String {
    let known = words.iter().find(|(_, known)| *known == value);
    known.expect("every value has a word").0.to_owned()
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

fn multi_cut(value: &str) -> Option<Option<MultiCut>> {
    if value == "off" {
        return Some(None);
    }
    let mut parts = value.split('-').map(|part| part.parse::<u32>().ok().filter(|&part| part > 0));
    let (cuts, moves, reduction) = (parts.next()??, parts.next()??, parts.next()??);
    let fits = parts.next().is_none() && cuts <= moves && reduction <= 10;
    fits.then_some(Some(MultiCut { cuts, moves, reduction: reduction as i32 }))
}

fn multi_cut_text(value: Option<MultiCut>) -> String {
    value.map_or("off".to_owned(), |MultiCut { cuts, moves, reduction }| {
        format!("{cuts}-{moves}-{reduction}")
    })
}
