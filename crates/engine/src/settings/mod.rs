//! A method with everything that is set about it, and the table of what can be set.
//!
//! A row of the table says how a setting is called, written and read, and which methods have it. From it
//! come the options of the command line, the contenders of a comparison, the terms of jobs elsewhere, what
//! a checkpoint goes on with and the hints how to go on. A new setting is a field and a row here, and
//! whatever looks at it.

mod jobs;
mod resolve;
mod text;

pub use jobs::JobSettings;

use crate::method::{Method, listed, who_can};
use andor_core::{InputError, Named, Squash, quantity};
use andor_prove::depth_first::{Epsilon, TableShare};
use andor_prove::ghi::Ghi;
use andor_prove::leaf::{Guide, LeafChoice, LeafRule};
use andor_prove::second_level::Growth;
use std::fmt;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

/// A method with its settings; what is not set is as its paper has it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SolverSettings {
    /// The method.
    pub method: Method,
    /// Another leaf rule than the method's own.
    pub leaf: Option<LeafChoice>,
    /// Parameters of the leaf rules that evaluate.
    pub a: Option<u32>,
    /// Parameters of the leaf rules that evaluate.
    pub b: Option<u32>,
    /// Parameters of the leaf rules that evaluate.
    pub t: Option<i32>,
    /// Their squashing function.
    pub squash: Option<Squash>,
    /// A file with another model of cost than the game's own.
    pub costs: Option<PathBuf>,
    /// Whether the game's static knowledge is used; `auto` does, the papers' methods do not.
    pub knowledge: Option<bool>,
    /// What is done about results that depend on the path.
    pub ghi: Ghi,
    /// In Nagai's scheme, the numbers that say nothing any more.
    pub preset: Option<u64>,
    /// Epsilon of df-pn.
    pub epsilon: Option<Epsilon>,
    /// The size of a second level.
    pub growth: Option<Growth>,
    /// Whether the second level of PN² keeps solved subtrees, which it deletes by itself (Winands 2004,
    /// Table 4.2).
    pub keeps_solved: bool,
    /// What the table of PDS-PN may take of the room for nodes.
    pub table_share: TableShare,
    /// Which alpha-beta.
    pub form: AlphaBetaForm,
    /// Other weights for the game's order of moves than its own.
    pub order: Option<Vec<i32>>,
    /// The jobs of a job-level search.
    pub jobs: JobSettings,
    /// Threads of the search; 0 is one.
    pub threads: usize,
    /// The card that searches first.
    pub device: Option<u32>,
    /// How much of its memory may be used.
    pub device_memory: Option<u64>,
}

impl SolverSettings {
    /// A method as its paper has it.
    #[must_use]
    pub fn of(method: Method) -> SolverSettings {
        SolverSettings { method, ..SolverSettings::default() }
    }

    /// `auto` on all cores, unless the number of threads is set. Named methods keep to one.
    #[must_use]
    pub fn on_all_cores(self) -> SolverSettings {
        let all = SolverSettings { threads: crate::solve::threads(0), ..self.clone() };
        let may = self.method == Method::Auto && self.threads == 0 && all.check().is_ok();
        if may { all } else { self }
    }

    /// The parameters of an evaluating leaf rule, where `own` are those of the method.
    fn guide(&self, own: Guide) -> Guide {
        Guide {
            a: self.a.unwrap_or(own.a),
            b: self.b.unwrap_or(own.b),
            t: self.t.or(own.t),
            squash: self.squash.unwrap_or(own.squash),
        }
    }

    /// Settings that say nothing but this leaf rule, with all its parameters.
    fn of_leaf(method: Method, rule: LeafRule) -> SolverSettings {
        let guide = rule.guide();
        SolverSettings {
            leaf: Some(rule.choice()),
            a: guide.map(|guide| guide.a),
            b: guide.map(|guide| guide.b),
            t: guide.and_then(|guide| guide.t),
            squash: guide.map(|guide| guide.squash),
            ..SolverSettings::of(method)
        }
    }
}

impl From<Method> for SolverSettings {
    fn from(method: Method) -> SolverSettings {
        SolverSettings::of(method)
    }
}

/// Which search alpha-beta is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum AlphaBetaForm {
    /// Two searches by turns, one for the win and one against it.
    #[default]
    Boolean,
    /// MIA's engine, the thesis' baseline.
    Mia,
}

impl Named for AlphaBetaForm {
    const ALL: &'static [AlphaBetaForm] = &[AlphaBetaForm::Boolean, AlphaBetaForm::Mia];

    fn name(self) -> &'static str {
        if self == AlphaBetaForm::Boolean { "boolean" } else { "mia" }
    }

    fn meaning(self) -> &'static str {
        match self {
            AlphaBetaForm::Boolean => "One search for the win and one against it",
            AlphaBetaForm::Mia => "The engine of the thesis, until its score is a win",
        }
    }
}

/// Something that can be set about methods: a row of the table.
pub struct Setting {
    /// The name of its option, without the dashes, and in a text.
    pub name: &'static str,
    /// A shorter way to write it in a text: the name, and what the value looks like.
    short: Option<(&'static str, &'static str)>,
    /// What help calls its value.
    pub value_name: &'static str,
    /// What the value looks like.
    pub value: Syntax,
    /// Whether help says nothing of it.
    pub is_for_experiments: bool,
    /// Whether it is about the machine: whoever does jobs elsewhere has a setting of their own.
    pub is_local: bool,
    /// The line of help, given the methods that have it.
    about: fn(&str) -> String,
    has: fn(Method) -> bool,
    /// Whether only leaf rules that evaluate have it.
    is_of_guide: bool,
    /// Why another method is refused, given the methods that have it.
    lacks: fn(&str) -> String,
    /// What methods without it do, so that it may be set to this.
    idle: Option<&'static str>,
    read: fn(&mut SolverSettings, &str) -> Result<(), String>,
    write: fn(&SolverSettings) -> Option<String>,
}

/// What the value of a setting looks like.
#[derive(Clone, Copy)]
pub enum Syntax {
    /// One of these words, each with its meaning.
    Word(fn() -> Vec<(&'static str, &'static str)>),
    /// A text such as this.
    Text(&'static str),
}

/// Whether something is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Switch {
    On,
    Off,
}

impl Named for Switch {
    const ALL: &'static [Switch] = &[Switch::On, Switch::Off];

    fn name(self) -> &'static str {
        if self == Switch::On { "on" } else { "off" }
    }

    fn meaning(self) -> &'static str {
        if self == Switch::On { "Yes" } else { "No" }
    }
}

/// What most rows have in common.
const PLAIN: Setting = Setting {
    name: "",
    short: None,
    value_name: "N",
    value: Syntax::Text("3"),
    is_for_experiments: false,
    is_local: false,
    about: |_| String::new(),
    has: |_| true,
    is_of_guide: false,
    lacks: |_| String::new(),
    idle: None,
    read: |_, _| Ok(()),
    write: |_| None,
};

/// What is about leaves.
const LEAF: Setting = Setting {
    has: Method::has_leaf_rule,
    lacks: |_| format!("has no leaf rule and no parameters {}", guide_names()),
    ..PLAIN
};

/// What is about leaves that are evaluated.
const GUIDE: Setting = Setting { is_of_guide: true, ..LEAF };

/// The table of settings, in the order in which they are written.
pub static SETTINGS: [Setting; 19] = [
    Setting {
        name: "leaf",
        value_name: "LEAF",
        value: Syntax::Word(words::<LeafChoice>),
        about: |_| "How leaves are initialised, if not as the method does by itself".into(),
        read: |set, text| put(&mut set.leaf, one_of(text)),
        write: |set| set.leaf.map(|leaf| leaf.name().to_owned()),
        ..LEAF
    },
    Setting {
        name: "a",
        value_name: "A",
        value: Syntax::Text("3"),
        about: |_| "EF: the weight of the evaluation in the mover's own number".into(),
        read: |set, text| put(&mut set.a, whole(text, 0..=u32::MAX)),
        write: |set| set.a.map(|a| a.to_string()),
        ..GUIDE
    },
    Setting {
        name: "b",
        value_name: "B",
        value: Syntax::Text("5"),
        about: |_| "EF: the weight of the evaluation in the other number".into(),
        read: |set, text| put(&mut set.b, whole(text, 0..=u32::MAX)),
        write: |set| set.b.map(|b| b.to_string()),
        ..GUIDE
    },
    Setting {
        name: "t",
        value_name: "T",
        value: Syntax::Text("7"),
        about: |_| "EF: the advantage that counts as decisive".into(),
        read: |set, text| put(&mut set.t, whole(text, i32::MIN..=i32::MAX)),
        write: |set| set.t.map(|t| t.to_string()),
        ..GUIDE
    },
    Setting {
        name: "squash",
        value_name: "SQUASH",
        value: Syntax::Word(words::<Squash>),
        about: |_| "EF: the shape between decisive for one side and for the other".into(),
        read: |set, text| put(&mut set.squash, one_of(text)),
        write: |set| set.squash.map(|squash| squash.name().to_owned()),
        ..GUIDE
    },
    Setting {
        name: "costs",
        value_name: "FILE",
        value: Syntax::Text("costs.txt"),
        is_local: true,
        about: |_| {
            "Another model of cost than the game's own (andor learn cost), for --leaf learnt".into()
        },
        read: |set, text| put(&mut set.costs, Ok(PathBuf::from(text))),
        write: |set| set.costs.as_ref().map(|file| file.display().to_string()),
        ..LEAF
    },
    Setting {
        name: "knowledge",
        value_name: "KNOWLEDGE",
        value: Syntax::Word(words::<Switch>),
        about: |_| {
            let them = who_can(Method::uses_knowledge);
            format!(
                "Whether the game's static knowledge is used [default: on for {them}, off for the others]"
            )
        },
        has: Method::has_knowledge,
        lacks: |_| "uses no static knowledge".into(),
        idle: Some("off"),
        read: |set, text| put(&mut set.knowledge, one_of(text).map(Switch::is_on)),
        write: |set| set.knowledge.map(|is_on| Switch::of(is_on).name().to_owned()),
        ..PLAIN
    },
    Setting {
        name: "ghi",
        value_name: "GHI",
        value: Syntax::Word(words::<Ghi>),
        about: |_| {
            "What is done where the value of a position depends on how it came up (docs/inside/ghi.md) \
             [default: sound]"
                .into()
        },
        has: Method::has_paths,
        lacks: |_| "has no results that depend on the path to keep in another way".into(),
        idle: Some("sound"),
        read: |set, text| {
            set.ghi = one_of(text)?;
            Ok(())
        },
        write: |set| (set.ghi != Ghi::default()).then(|| set.ghi.name().to_owned()),
        ..PLAIN
    },
    Setting {
        name: "preset",
        value: Syntax::Text("65537"),
        is_for_experiments: true,
        about: |_| "Nagai's scheme (--ghi nagai): numbers from here on say nothing".into(),
        has: Method::has_nagai,
        lacks: |who| format!("has no numbers that Nagai's scheme could limit; {who} have"),
        read: |set, text| put(&mut set.preset, whole(text, 2..=1 << 40)),
        write: |set| set.preset.map(|preset| preset.to_string()),
        ..PLAIN
    },
    Setting {
        name: "epsilon",
        value_name: "X",
        value: Syntax::Text("0.5"),
        about: |who| {
            format!(
                "{who}: how far a move may run past the next best; 0 is plain df-pn [default: 0.25]"
            )
        },
        has: Method::has_epsilon,
        lacks: |who| format!("has no epsilon; {who} have"),
        read: |set, text| put(&mut set.epsilon, parsed(text)),
        write: |set| set.epsilon.map(|epsilon| epsilon.to_string()),
        ..PLAIN
    },
    Setting {
        name: "second-level",
        short: Some(("growth", "A:B|whole")),
        value_name: "GROWTH",
        value: Syntax::Text("logistic:450000,300000"),
        about: |who| format!("How the second level of {who} grows: whole, or logistic:A,B"),
        has: Method::has_second_level,
        lacks: |who| format!("has no second level; {who} have"),
        read: |set, text| put(&mut set.growth, parsed(text)),
        write: |set| set.growth.map(|growth| growth.to_string()),
        ..PLAIN
    },
    Setting {
        name: "keeps-solved",
        value_name: "KEEPS-SOLVED",
        value: Syntax::Word(words::<Switch>),
        is_for_experiments: true,
        about: |who| format!("Whether the second level of {who} keeps solved subtrees"),
        has: Method::grows_second_trees,
        lacks: |who| format!("deletes no solved subtrees that it could keep; {who} do"),
        idle: Some("off"),
        read: |set, text| {
            set.keeps_solved = one_of(text).map(Switch::is_on)?;
            Ok(())
        },
        write: |set| set.keeps_solved.then(|| Switch::On.name().to_owned()),
        ..PLAIN
    },
    Setting {
        name: "table-share",
        value_name: "SHARE",
        value: Syntax::Word(words::<TableShare>),
        is_for_experiments: true,
        about: |who| format!("{who}: what its table may take of the nodes in memory"),
        has: Method::shares_nodes,
        lacks: |who| format!("has no table that shares its nodes with a tree; {who} has"),
        idle: Some("half"),
        read: |set, text| {
            set.table_share = one_of(text)?;
            Ok(())
        },
        write: |set| {
            (set.table_share != TableShare::default()).then(|| set.table_share.name().to_owned())
        },
        ..PLAIN
    },
    Setting {
        name: "form",
        value_name: "FORM",
        value: Syntax::Word(words::<AlphaBetaForm>),
        is_for_experiments: true,
        about: |who| format!("{who}: which search it is"),
        has: |method| method == Method::AlphaBeta,
        lacks: |who| format!("has one form; {who} has two"),
        idle: Some("boolean"),
        read: |set, text| {
            set.form = one_of(text)?;
            Ok(())
        },
        write: |set| (set.form != AlphaBetaForm::default()).then(|| set.form.name().to_owned()),
        ..PLAIN
    },
    Setting {
        name: "order",
        value_name: "N,N..",
        value: Syntax::Text("300,-20,7"),
        is_for_experiments: true,
        about: |who| format!("{who}: other weights for the order of moves"),
        has: Method::has_order,
        lacks: |who| format!("takes no weights for the order of moves; {who} does"),
        read: |set, text| {
            let weights = text.split(',').map(|weight| whole(weight, i32::MIN..=i32::MAX));
            put(&mut set.order, weights.collect())
        },
        write: |set| {
            let texts = |weights: &Vec<i32>| weights.iter().map(i32::to_string).collect::<Vec<_>>();
            set.order.as_ref().map(|weights| texts(weights).join(","))
        },
        ..PLAIN
    },
    Setting {
        name: "jobs",
        value_name: "WORDS",
        value: Syntax::Text("df-pn,size=5:7,partial=none,policy=greedy"),
        about: |who| {
            format!(
                "{who}: the jobs, words such as df-pn, size=10000, size=whole, partial=100, partial=none, \
                 policy=virtual-loss, with commas between them (docs/use/jobs.md) \
                 [default: pn,size=1000,partial=100,policy=flag]"
            )
        },
        has: Method::has_jobs,
        lacks: |who| format!("has no jobs; {who} has"),
        read: |set, text| {
            set.jobs = parsed(text)?;
            Ok(())
        },
        write: |set| Some(set.jobs.to_string()).filter(|text| !text.is_empty()),
        ..PLAIN
    },
    Setting {
        name: "threads",
        is_local: true,
        about: |who| {
            format!(
                "Threads of the search, more than one with {who}; with 1 node counts repeat \
                 [default: 1; with the default method all cores]"
            )
        },
        has: Method::has_threads,
        lacks: |who| format!("has one thread; --threads goes with {who}"),
        idle: Some("1"),
        read: |set, text| {
            set.threads = whole(text, 1..=256)?;
            Ok(())
        },
        write: |set| (set.threads > 0).then(|| set.threads.to_string()),
        ..PLAIN
    },
    Setting {
        name: "device",
        value_name: "CARD",
        value: Syntax::Text("cuda:0"),
        is_local: true,
        about: |who| format!("{who}: a card that helps to search (andor devices, docs/use/gpu.md)"),
        has: Method::has_device,
        lacks: |who| format!("runs on no card; {who} do"),
        read: |set, text| {
            let number = text.strip_prefix("cuda:").and_then(|number| number.parse().ok());
            put(&mut set.device, number.ok_or_else(|| "a card is cuda:0, cuda:1, ..".to_owned()))
        },
        write: |set| set.device.map(|number| format!("cuda:{number}")),
        ..PLAIN
    },
    Setting {
        name: "device-memory",
        value_name: "SIZE",
        value: Syntax::Text("104857600"),
        is_local: true,
        about: |_| {
            "How much of the card's memory may be used [default: 9/10 of what is free]".into()
        },
        has: Method::has_device,
        lacks: |who| format!("runs on no card; {who} do"),
        read: |set, text| {
            put(
                &mut set.device_memory,
                quantity::bytes(text).ok_or_else(|| quantity::BYTES.to_owned()),
            )
        },
        write: |set| set.device_memory.map(|bytes| bytes.to_string()),
        ..PLAIN
    },
];

impl Setting {
    /// The setting with this name, or with this short one.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Setting> {
        let is_short = |setting: &Setting| setting.short.is_some_and(|(short, _)| short == name);
        SETTINGS.iter().find(|setting| setting.name == name || is_short(setting))
    }

    /// Whether a method has it.
    #[must_use]
    pub fn is_of(&self, method: Method) -> bool {
        (self.has)(method)
    }

    /// The names of all methods that have it.
    #[must_use]
    pub fn methods(&self) -> String {
        who_can(self.has)
    }

    /// The line of help.
    #[must_use]
    pub fn help(&self) -> String {
        (self.about)(&self.methods())
    }

    /// Reads its value.
    ///
    /// # Errors
    /// Says what is wanted.
    pub fn read(&self, set: &mut SolverSettings, value: &str) -> Result<(), String> {
        (self.read)(set, value)
    }

    /// Its value, if it is set.
    #[must_use]
    pub fn write(&self, set: &SolverSettings) -> Option<String> {
        (self.write)(set)
    }
}

impl fmt::Debug for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Switch {
    fn is_on(self) -> bool {
        self == Switch::On
    }

    fn of(is_on: bool) -> Switch {
        if is_on { Switch::On } else { Switch::Off }
    }
}

fn words<T: Named>() -> Vec<(&'static str, &'static str)> {
    T::ALL.iter().map(|choice| (choice.name(), choice.meaning())).collect()
}

fn put<T>(place: &mut Option<T>, read: Result<T, String>) -> Result<(), String> {
    *place = Some(read?);
    Ok(())
}

fn one_of<T: Named>(text: &str) -> Result<T, String> {
    let names = || T::ALL.iter().map(|choice| choice.name()).collect::<Vec<_>>().join(", ");
    T::named(text).ok_or_else(|| format!("there are {}", names()))
}

fn whole<N>(text: &str, range: RangeInclusive<N>) -> Result<N, String>
where
    N: TryFrom<i64> + PartialOrd + fmt::Display,
{
    let (least, most) = (range.start(), range.end());
    let number: i64 = text.parse().map_err(|error: std::num::ParseIntError| error.to_string())?;
    let fitting = N::try_from(number).ok().filter(|number| range.contains(number));
    fitting.ok_or_else(|| format!("{number} is not in {least}..={most}"))
}

fn parsed<T: FromStr<Err = InputError>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: InputError| error.to_string())
}

/// The parameters of leaf rules that evaluate.
fn guide_names() -> String {
    let names: Vec<&str> =
        SETTINGS.iter().filter(|setting| setting.is_of_guide).map(|setting| setting.name).collect();
    listed(&names)
}
