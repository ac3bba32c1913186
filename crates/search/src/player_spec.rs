//! A player as a value, and as a text: `mia`, `mia4:depth=8,null-move=off,multi-cut=c`,
//! `random:seed=7`.
//!
//! A player is a name and switches. `mia` is the modern engine with the best evaluator of the
//! game; the name of an evaluator (`mia4`) is the thesis' engine with that evaluator; `random`
//! plays any legal move. A switch that is not given keeps its engine's value. The words about time
//! (`depth`, `nodes`, `time`, `tc`) are the player's [`Pace`]: who asks it for a move sets the
//! [`Budget`], and looks at that where nothing else is said.
//!
//! The text is read once, where somebody wrote it; everybody else hands the value on. Reports call a
//! player what it was called; [`Display`](fmt::Display) writes the shortest text that means the same.

use crate::Budget;
use crate::config::{Config, Engine};
use crate::pace::Pace;
use crate::switches::{SWITCHES, Switch};
use andor_core::{InputError, SplitMix64};
use std::fmt;
use std::path::{Path, PathBuf};

/// Who plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerKind {
    /// The modern engine.
    Mia,
    /// The thesis' engine with the evaluator of this name.
    Evaluator(String),
    /// Any legal move.
    Random,
}

impl PlayerKind {
    /// The engine that comes with the name.
    pub(crate) fn engine(&self) -> Engine {
        match self {
            PlayerKind::Mia => Engine::Modern,
            PlayerKind::Evaluator(_) | PlayerKind::Random => Engine::Thesis,
        }
    }
}

/// A player of our own.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerSpec {
    /// As it was written.
    text: String,
    pub(crate) kind: PlayerKind,
    pub(crate) engine: Engine,
    /// The evaluator that a switch names.
    pub(crate) evaluator: Option<String>,
    pub(crate) weights: Option<PathBuf>,
    /// As the engine has it for `None`, and so has the memory.
    pub(crate) threads: Option<usize>,
    pub(crate) memory: Option<u64>,
    /// All other switches.
    pub(crate) config: Config,
    pub(crate) pace: Pace,
}

impl PlayerSpec {
    /// Reads a player's text for a game that has these evaluators.
    ///
    /// # Errors
    /// One line that quotes the word that cannot be used and lists what there is.
    pub fn parse(text: &str, evaluators: &[&str]) -> Result<PlayerSpec, InputError> {
        let text = text.trim();
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let kind = match name {
            "mia" => PlayerKind::Mia,
            "random" => PlayerKind::Random,
            name => PlayerKind::Evaluator(name.to_owned()),
        };
        let engine = kind.engine();
        let mut player = PlayerSpec {
            text: text.to_owned(),
            kind,
            engine,
            evaluator: None,
            weights: None,
            threads: None,
            memory: None,
            config: engine.config(),
            pace: Pace::default(),
        };
        // A name that is none is told before its switches.
        player.check(evaluators)?;
        let refuse = |why: String| refusal(text, &why);
        let mut given: Vec<(&Switch, &str)> = Vec::new();
        for part in rest.split(',').filter(|part| !part.is_empty()) {
            let Some((word, value)) = part.split_once('=') else {
                return Err(refuse(format!("{} is not switch=value", InputError::quote(part))));
            };
            let Some(switch) = SWITCHES.iter().find(|switch| switch.name == word) else {
                let names: Vec<&str> = SWITCHES.iter().map(|switch| switch.name).collect();
                let (word, names) = (InputError::quote(word), names.join(", "));
                return Err(refuse(format!("no switch {word}, there are {names}")));
            };
            if player.kind == PlayerKind::Random && !switch.is_for_random() {
                let word = InputError::quote(word);
                let why = "means nothing to random, which has a seed and a pace only";
                return Err(refuse(format!("{word} {why}")));
            }
            if given.iter().any(|(known, _)| known.name == word) {
                return Err(refuse(format!("switch {} is given twice", InputError::quote(word))));
            }
            given.push((switch, value));
        }
        // The engine first: other switches change what it brings.
        given.sort_by_key(|(switch, _)| !switch.is_engine());
        for (switch, value) in given {
            switch.set(&mut player, value).ok_or_else(|| {
                let value = InputError::quote(value);
                refuse(format!("{}={value} is not {}", switch.name, switch.values()))
            })?;
        }
        player.check(evaluators)?;
        Ok(player)
    }

    /// Whether a game with these evaluators has this player.
    ///
    /// # Errors
    /// One line that quotes the name and lists what there is.
    pub fn check(&self, evaluators: &[&str]) -> Result<(), InputError> {
        if let PlayerKind::Evaluator(name) = &self.kind
            && !evaluators.contains(&&**name)
        {
            let there: Vec<&str> = [&["mia"], evaluators, &["random"]].concat();
            let (name, there) = (InputError::quote(name), there.join(", "));
            return Err(refusal(&self.text, &format!("no player {name}, there are {there}")));
        }
        if let Some(name) = &self.evaluator
            && !evaluators.contains(&&**name)
        {
            let (name, there) = (InputError::quote(name), evaluators.join(", "));
            let there = if there.is_empty() { "none by name" } else { &there };
            return Err(refusal(&self.text, &format!("no evaluator {name}, there are {there}")));
        }
        Ok(())
    }

    /// What it is called: the text that it was made of.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Who plays.
    #[must_use]
    pub fn kind(&self) -> &PlayerKind {
        &self.kind
    }

    /// The evaluator; the game's best if none is named.
    #[must_use]
    pub fn evaluator(&self) -> Option<&str> {
        self.evaluator.as_deref().or(match &self.kind {
            PlayerKind::Evaluator(name) => Some(name),
            PlayerKind::Mia | PlayerKind::Random => None,
        })
    }

    /// The file of weights that the evaluator is to use.
    #[must_use]
    pub fn weights(&self) -> Option<&Path> {
        self.weights.as_deref()
    }

    /// The switches of its search.
    #[must_use]
    pub fn config(&self) -> Config {
        Config {
            threads: self.threads.unwrap_or(self.config.threads),
            memory: self.memory.unwrap_or(self.config.memory),
            ..self.config.clone()
        }
    }

    /// How much it may think, as far as its text says so.
    #[must_use]
    pub fn pace(&self) -> Pace {
        self.pace
    }

    /// These limits of a move, and those of its own pace where they say nothing.
    #[must_use]
    pub fn budget(&self, limits: Budget) -> Budget {
        let own = self.pace.first_budget();
        Budget {
            depth: limits.depth.or(own.depth),
            nodes: limits.nodes.or(own.nodes),
            clock: limits.clock.or(own.clock),
        }
    }

    /// Whether it throws dice: it plays at random, or its evaluation has a random term.
    #[must_use]
    pub fn has_dice(&self) -> bool {
        self.kind == PlayerKind::Random || self.config.noise > 0
    }

    /// The same player with dice of another seed, which depends on its own, too.
    #[must_use]
    pub fn seeded(&self, seed: u64) -> PlayerSpec {
        let own = SplitMix64::new(self.config.seed).next_u64();
        let seed = SplitMix64::new(seed ^ own).next_u64();
        PlayerSpec { config: Config { seed, ..self.config.clone() }, ..self.clone() }
    }

    /// The same player with a random term of so many points, where its text says nothing of one; `random` has
    /// dice of its own.
    #[must_use]
    pub fn with_noise(&self, points: i32) -> PlayerSpec {
        let noise = if self.has_dice() { self.config.noise } else { points };
        PlayerSpec { config: Config { noise, ..self.config.clone() }, ..self.clone() }
    }

    /// The same player without quiescence search: it does not see what is taken back.
    #[must_use]
    pub fn without_quiescence(&self) -> PlayerSpec {
        PlayerSpec { config: Config { quiescence: false, ..self.config.clone() }, ..self.clone() }
    }

    /// The same player with so many threads and bytes, where its text says nothing of them.
    #[must_use]
    pub fn with_resources(&self, threads: Option<usize>, memory: Option<u64>) -> PlayerSpec {
        PlayerSpec {
            threads: self.threads.or(threads),
            memory: self.memory.or(memory),
            ..self.clone()
        }
    }
}

fn refusal(text: &str, why: &str) -> InputError {
    InputError::new(format!("player {}: {why}", InputError::quote(text)))
}

impl fmt::Display for PlayerSpec {
    /// The name, and the switches that are not as they come with it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match &self.kind {
            PlayerKind::Mia => "mia",
            PlayerKind::Evaluator(name) => name,
            PlayerKind::Random => "random",
        })?;
        let pace = self.pace.to_string();
        let switches = SWITCHES
            .iter()
            .filter_map(|switch| switch.get(self).map(|value| format!("{}={value}", switch.name)));
        let words = switches.chain((!pace.is_empty()).then_some(pace));
        words
            .zip([":"].into_iter().chain(std::iter::repeat(",")))
            .try_for_each(|(word, mark)| write!(f, "{mark}{word}"))
    }
}

#[cfg(test)]
mod tests {
    use super::{PlayerKind, PlayerSpec};
    use crate::config::{Config, MultiCut};
    use crate::{Budget, Clock};
    use std::time::Duration;

    const EVALUATORS: [&str; 2] = ["mia1", "mia4"];

    fn read(text: &str) -> PlayerSpec {
        PlayerSpec::parse(text, &EVALUATORS).unwrap()
    }

    fn budget(text: &str) -> Budget {
        read(text).budget(Budget::default())
    }

    #[test]
    fn players_are_read() {
        assert_eq!(read("mia").config(), Config::modern());
        assert_eq!(read("mia4").config(), Config::default());
        assert_eq!(read("mia4").evaluator(), Some("mia4"));
        assert_eq!(read("mia4:evaluator=mia1").evaluator(), Some("mia1"));
        assert_eq!(budget("mia4:depth=4"), Budget { depth: Some(4), ..Budget::default() });
        let clock = Some(Clock::Move(Duration::from_secs(2)));
        assert_eq!(budget("mia:time=2s"), Budget { clock, ..Budget::default() });
        assert_eq!(budget("mia:time=0.2s"), budget("mia:time=200ms"));
        assert_eq!(budget("mia:nodes=10000").nodes, Some(10_000));
        let random = read("random:seed=7");
        assert!(*random.kind() == PlayerKind::Random && random.config().seed == 7);
        let config = read("mia4:null-move=off,multi-cut=c,memory=1M").config();
        assert!(!config.null_move && config.multi_cut_all.is_none());
        assert_eq!(config.multi_cut_cut, Some(MultiCut { cuts: 3, moves: 10, reduction: 2 }));
        assert_eq!(config.memory, 1 << 20);
        let player = read("mia:killers=off,engine=thesis");
        assert_eq!(player.config(), Config { killers: false, ..Config::default() });
        assert_eq!(read(" mia: ").text(), "mia:");
    }

    /// The same quantities in every spelling, as everywhere else.
    #[test]
    fn quantities_are_read_by_the_one_reader() {
        for (text, bytes) in [
            ("mia:memory=64M", 64 << 20),
            ("mia:memory=64MiB", 64 << 20),
            ("mia:memory=64MB", 64_000_000),
            ("mia:memory=1g", 1 << 30),
        ] {
            assert_eq!(read(text).config().memory, bytes, "{text}");
        }
        for (text, nodes) in
            [("mia:nodes=10k", 10_000), ("mia:nodes=1e6", 1_000_000), ("mia:nodes=10M", 10_000_000)]
        {
            assert_eq!(budget(text).nodes, Some(nodes), "{text}");
        }
        for (text, millis) in [("500ms", 500), ("2min", 120_000), ("2m", 120_000), ("1.5", 1_500)] {
            let clock = Some(Clock::Move(Duration::from_millis(millis)));
            assert_eq!(budget(&format!("mia:time={text}")).clock, clock, "{text}");
        }
    }

    #[test]
    fn limits_of_the_caller_come_before_the_pace() {
        let limits = Budget { depth: Some(9), ..Budget::default() };
        let budget = read("mia:depth=4,nodes=7").budget(limits);
        assert_eq!((budget.depth, budget.nodes), (Some(9), Some(7)));
    }

    #[test]
    fn what_was_written_is_kept_and_what_is_meant_is_written() {
        for (text, meant) in [
            ("mia", "mia"),
            ("mia:engine=modern,seed=0,late-moves=on", "mia"),
            ("mia4:killers=off,evaluator=mia1,engine=plain", "mia4:engine=plain,evaluator=mia1"),
            ("mia4:multi-cut=a,mc-a=2-8-1", "mia4:mc-c=off,mc-a=2-8-1"),
            (
                "mia:weights=a b.toml,memory=64M,threads=2",
                "mia:weights=a b.toml,memory=67108864,threads=2",
            ),
            ("random:nodes=2k,seed=7", "random:seed=7,nodes=2000"),
            (
                "mia:tc=1m+0.5,noise=3,history=history,history-increment=d^3",
                "mia:noise=3,history=history,history-increment=d^3,tc=60000ms+500ms",
            ),
            (
                "mia:null-move=off,aspiration=0,depth=3,quiescence=off",
                "mia:null-move=off,quiescence=off,aspiration=0,depth=3",
            ),
        ] {
            let player = read(text);
            assert_eq!((player.text(), &*player.to_string()), (text, meant));
            let again = read(meant);
            assert_eq!(PlayerSpec { text: text.to_owned(), ..again }, player);
        }
    }

    #[test]
    fn dice_and_resources_change_nothing_else() {
        assert!(read("random").has_dice() && read("mia:noise=3").has_dice());
        assert!(!read("mia:seed=3").has_dice() && !read("mia:noise=0").has_dice());
        let player = read("mia4:noise=3,seed=5,memory=1M");
        let [one, other] = [player.seeded(1), player.seeded(2)];
        assert_eq!(one, player.seeded(1));
        assert_ne!(one.config().seed, other.config().seed);
        assert_ne!(one.config().seed, read("mia4:noise=3,seed=6").seeded(1).config().seed);
        assert_eq!(one.text(), player.text());
        assert!(read("mia").with_noise(9).has_dice() && read("mia").with_noise(9).text() == "mia");
        assert_eq!(player.with_noise(9), player);
        assert_eq!(read("mia").without_quiescence().config(), read("mia:quiescence=off").config());
        assert_eq!(read("random").with_noise(9), read("random"));
        let config = player.with_resources(Some(3), Some(9 << 20)).config();
        assert_eq!((config.threads, config.memory), (3, 1 << 20));
    }

    #[test]
    fn what_cannot_be_used_is_quoted_and_what_there_is_is_listed() {
        for (text, parts) in [
            ("mia5", vec!["\"mia5\"", "mia, mia1, mia4, random"]),
            ("uqi:./engine --x", vec!["no player \"uqi\""]),
            ("", vec!["no player \"\""]),
            ("mia:speed=2", vec!["\"speed\"", "null-move", "multi-cut"]),
            ("mia:depth", vec!["\"depth\" is not switch=value"]),
            ("mia:depth=0", vec!["depth=\"0\" is not plies"]),
            ("mia:depth=1001", vec!["depth=\"1001\" is not plies, 1 to 1000"]),
            ("mia:nodes=-1", vec!["nodes=\"-1\" is not a count such as 10k"]),
            ("mia:time=2x", vec!["time=\"2x\" is not 2s or 200ms"]),
            ("mia:tc=+1", vec!["tc=\"+1\" is not BASE+INCREMENT"]),
            ("mia:memory=2x", vec!["memory=\"2x\" is not a size"]),
            ("mia:mc-a=3-2-2", vec!["\"3-2-2\""]),
            ("mia:null-move=yes", vec!["on or off"]),
            ("mia:depth=1,depth=2", vec!["\"depth\" is given twice"]),
            ("mia:evaluator=x", vec!["no evaluator \"x\"", "mia1, mia4"]),
            ("random:memory=2M", vec!["\"memory\"", "seed and a pace only"]),
        ] {
            let error = PlayerSpec::parse(text, &EVALUATORS).unwrap_err().to_string();
            assert!(!error.contains('\n'), "{error}");
            for part in parts {
                assert!(error.contains(part), "{error} lacks {part}");
            }
        }
        let error = read("mia4").check(&["default"]).unwrap_err().to_string();
        assert!(error.contains("no player \"mia4\", there are mia, default, random"), "{error}");
    }
}
