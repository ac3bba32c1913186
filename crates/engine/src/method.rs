//! The method table: names of the command line, what each method can do, and the solver behind it with
//! its paper's defaults. A new solver is one file in `prove`, one name and one row here, and one arm of
//! `solver`; help and refusals are made from the table, and what can be set about methods is in
//! `settings`.

use crate::mia_alpha_beta::MiaAlphaBeta;
use crate::settings::{AlphaBetaForm, SolverSettings};
use andor_core::{Game, InputError, did_you_mean, possible_threads};
use andor_prove::alpha_beta::{self, AlphaBeta};
use andor_prove::base_twin::{self, BaseTwin};
use andor_prove::boolean::{self, Boolean};
use andor_prove::checkpoint::CheckpointPlan;
use andor_prove::depth_first::{self, DepthFirst, Discipline};
use andor_prove::expected_work::{self, ExpectedWork};
use andor_prove::ghi::Ghi;
use andor_prove::job_level::JobLevel;
use andor_prove::leaf::{LeafChoice, LeafRule};
use andor_prove::pn::Pn;
use andor_prove::retrograde::Retrograde;
use andor_prove::second_level::Growth;
use andor_prove::solver::Solver;
use andor_prove::table::Replacement;

/// A way to solve a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Method {
    /// df-pn with everything the game offers.
    #[default]
    Auto,
    /// PN with leaves of (1, 1).
    PnNaive,
    /// PN with mobility.
    Pn,
    /// PN with the evaluation of the leaf instead of mobility.
    PnEval,
    /// PN with the EF-PN paper's leaves.
    EfPn,
    /// EF-PN that evaluates every leaf.
    IefPn,
    /// PN on a graph: the base-twin algorithm.
    BaseTwin,
    /// PN² with mobility.
    Pn2,
    /// PN² with the EF-PN paper's leaves.
    EfPn2,
    /// Seo's PN*.
    PnStar,
    /// Nagai's PDS.
    Pds,
    /// PDS with PN at the leaves.
    PdsPn,
    /// df-pn with mobility.
    DfPn,
    /// Best-first by the work that is expected.
    Ews,
    /// Depth-first without numbers, in the order of the game's features.
    Boolean,
    /// Iterative-deepening alpha-beta.
    AlphaBeta,
    /// Retrograde analysis of everything that can be reached.
    Retrograde,
    /// Job-level PN search: PPN².
    Ppn2,
}

/// What a method leaves on disk for a later run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Saves {
    /// Nothing.
    Nothing,
    /// Its table, from which any settings go on.
    Table,
    /// The tree that it grows in memory, step by step as its settings say.
    Tree,
}

/// Which ways to treat results that depend on the path a method has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Paths {
    /// It keeps no such results.
    None,
    /// Its own, and none at all.
    Own,
    /// All but Nagai's.
    NotNagai,
    /// All.
    All,
}

/// What a method can do.
#[derive(Clone, Copy, Debug)]
struct Can {
    /// It searches with several threads.
    threads: bool,
    saves: Saves,
    /// Its leaves are searched by a second search.
    second_level: bool,
    /// Its leaves are evaluated by jobs.
    jobs: bool,
    /// It goes by the weights of the game's order of moves.
    order: bool,
    /// A move may run past the next best one by epsilon.
    epsilon: bool,
    /// Whether it uses static knowledge unless told otherwise; `None` if it never does.
    knowledge: Option<bool>,
    paths: Paths,
}

const TREE: Can = Can {
    threads: false,
    saves: Saves::Tree,
    second_level: false,
    jobs: false,
    order: false,
    epsilon: false,
    knowledge: Some(false),
    paths: Paths::None,
};
const GRAPH: Can = Can { saves: Saves::Nothing, paths: Paths::Own, ..TREE };
const CHANCES: Can = Can { saves: Saves::Nothing, ..TREE };
const TWO_LEVELS: Can = Can { second_level: true, ..TREE };
const JOBS: Can = Can { threads: true, jobs: true, ..TREE };
const DEPTH_FIRST: Can = Can { saves: Saves::Nothing, paths: Paths::All, ..TREE };
const WITH_TREES: Can = Can { second_level: true, ..DEPTH_FIRST };
const DF_PN: Can = Can { threads: true, saves: Saves::Table, epsilon: true, ..DEPTH_FIRST };
const BEST_KNOWN: Can = Can { knowledge: Some(true), ..DF_PN };
const BOOLEAN: Can = Can { order: true, epsilon: false, paths: Paths::None, ..BEST_KNOWN };
const ALPHA_BETA: Can = Can { paths: Paths::NotNagai, ..DEPTH_FIRST };
const EVERYTHING: Can = Can { threads: true, knowledge: None, paths: Paths::None, ..DEPTH_FIRST };

/// One row of the method table.
struct MethodRow {
    method: Method,
    name: &'static str,
    /// The paper's leaf rule; `None` where there are no such leaves.
    leaf: Option<LeafChoice>,
    can: Can,
}

const fn row(method: Method, name: &'static str, leaf: Option<LeafChoice>, can: Can) -> MethodRow {
    MethodRow { method, name, leaf, can }
}

/// The method table, in the order of the documentation.
const TABLE: [MethodRow; 18] = [
    row(Method::Auto, "auto", Some(LeafChoice::Ef), BEST_KNOWN),
    row(Method::PnNaive, "pn-naive", Some(LeafChoice::Naive), TREE),
    row(Method::Pn, "pn", Some(LeafChoice::Mobility), TREE),
    row(Method::PnEval, "pn-eval", Some(LeafChoice::Eval), TREE),
    row(Method::EfPn, "ef-pn", Some(LeafChoice::Ef), TREE),
    row(Method::IefPn, "ief-pn", Some(LeafChoice::Ief), TREE),
    row(Method::BaseTwin, "base-twin", Some(LeafChoice::Mobility), GRAPH),
    row(Method::Pn2, "pn2", Some(LeafChoice::Mobility), TWO_LEVELS),
    row(Method::EfPn2, "ef-pn2", Some(LeafChoice::Ef), TWO_LEVELS),
    row(Method::PnStar, "pn-star", Some(LeafChoice::Mobility), DEPTH_FIRST),
    row(Method::Pds, "pds", Some(LeafChoice::Naive), DEPTH_FIRST),
    row(Method::PdsPn, "pds-pn", Some(LeafChoice::Mobility), WITH_TREES),
    row(Method::DfPn, "df-pn", Some(LeafChoice::Mobility), DF_PN),
    row(Method::Ews, "ews", Some(LeafChoice::Mobility), CHANCES),
    row(Method::Boolean, "boolean", None, BOOLEAN),
    row(Method::AlphaBeta, "alpha-beta", None, ALPHA_BETA),
    row(Method::Retrograde, "retrograde", None, EVERYTHING),
    row(Method::Ppn2, "ppn2", Some(LeafChoice::Mobility), JOBS),
];

/// The names of all methods that can do something: `auto, df-pn and ppn2`.
pub fn who_can(is: impl Fn(Method) -> bool) -> String {
    let names: Vec<&str> = Method::all().filter(|&method| is(method)).map(Method::name).collect();
    listed(&names)
}

/// Names in a sentence: `a, b and c`.
pub(crate) fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

impl Method {
    /// All of them, in the order of the documentation.
    pub fn all() -> impl Iterator<Item = Method> {
        TABLE.iter().map(|row| row.method)
    }

    fn row(self) -> &'static MethodRow {
        TABLE.iter().find(|row| row.method == self).expect("every method has a row")
    }

    fn can(self) -> Can {
        self.row().can
    }

    /// This method cannot do something.
    pub(crate) fn cannot(self, why: &str) -> InputError {
        InputError::new(format!("method \"{}\" {why}", self.name()))
    }

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The name in reports: what `auto` stands for.
    #[must_use]
    pub fn reported_name(self) -> &'static str {
        match self {
            Method::Auto => Method::DfPn.name(),
            other => other.name(),
        }
    }

    /// Finds a method by its name.
    ///
    /// # Errors
    /// Quotes the name and lists the methods.
    pub fn parse(name: &str) -> Result<Method, InputError> {
        Method::all().find(|method| method.name() == name).ok_or_else(|| {
            let names: Vec<&str> = Method::all().map(Method::name).collect();
            let meant = did_you_mean(name, names.iter().copied());
            let name = InputError::quote(name);
            let all = names.join(", ");
            InputError::new(format!("method {name} is unknown, there are {all}{meant}"))
        })
    }

    /// Refuses to write a run to disk, or to go on with one, where that is not possible.
    ///
    /// # Errors
    /// Names the methods that can.
    pub fn check_saves(self) -> Result<(), InputError> {
        match self.has_checkpoints() {
            true => Ok(()),
            false => {
                let others = who_can(Method::has_checkpoints);
                Err(self.cannot(&format!("has no checkpoints; {others} have")))
            }
        }
    }

    /// Refuses to do jobs, where there are none.
    ///
    /// # Errors
    /// Names the method that has some.
    pub fn check_jobs(self) -> Result<(), InputError> {
        match self.has_jobs() {
            true => Ok(()),
            false => Err(self.cannot(&format!("has no jobs; {} has", who_can(Method::has_jobs)))),
        }
    }

    /// Whether a run can be written to disk and resumed.
    #[must_use]
    pub fn has_checkpoints(self) -> bool {
        self.can().saves != Saves::Nothing
    }

    /// Whether this method grows a tree in memory, which a checkpoint keeps.
    #[must_use]
    pub fn is_best_first(self) -> bool {
        self.can().saves == Saves::Tree
    }

    /// Whether this method can search with several threads.
    #[must_use]
    pub fn has_threads(self) -> bool {
        self.can().threads
    }

    /// Whether this method uses static knowledge unless it is told not to.
    #[must_use]
    pub fn uses_knowledge(self) -> bool {
        self.can().knowledge == Some(true)
    }

    /// Whether this method has a second level.
    #[must_use]
    pub fn has_second_level(self) -> bool {
        self.can().second_level
    }

    /// Whether this method grows trees on both of its levels, as PN² does.
    #[must_use]
    pub fn grows_second_trees(self) -> bool {
        self.is_best_first() && self.has_second_level()
    }

    /// Whether this method has a table that shares the room for nodes with a tree, as PDS-PN does.
    #[must_use]
    pub fn shares_nodes(self) -> bool {
        !self.is_best_first() && self.has_second_level()
    }

    /// Whether this method lets a move run past the next best one by epsilon.
    #[must_use]
    pub fn has_epsilon(self) -> bool {
        self.can().epsilon
    }

    /// Whether this method can use static knowledge.
    #[must_use]
    pub fn has_knowledge(self) -> bool {
        self.can().knowledge.is_some()
    }

    /// Whether this method has results that depend on the path, and more than one way to keep them.
    #[must_use]
    pub fn has_paths(self) -> bool {
        self.can().paths != Paths::None
    }

    /// Whether Nagai's way is one of them.
    #[must_use]
    pub fn has_nagai(self) -> bool {
        self.has_way(Ghi::Nagai)
    }

    /// Whether this method can treat such results in this way; `sound` is what it does by itself.
    #[must_use]
    pub fn has_way(self, ghi: Ghi) -> bool {
        match self.can().paths {
            Paths::None => ghi == Ghi::Sound,
            Paths::Own => matches!(ghi, Ghi::Sound | Ghi::Ignore),
            Paths::NotNagai => ghi != Ghi::Nagai,
            Paths::All => true,
        }
    }

    /// Whether this method evaluates leaves by jobs.
    #[must_use]
    pub fn has_jobs(self) -> bool {
        self.can().jobs
    }

    /// Whether a card can search for this method.
    #[must_use]
    pub fn has_device(self) -> bool {
        matches!(self, Method::Auto | Method::Boolean | Method::DfPn)
    }

    /// Whether this method can be given weights for the order of moves.
    #[must_use]
    pub fn has_order(self) -> bool {
        self.can().order
    }

    /// The paper's leaf rule; `None` where there are no such leaves.
    pub(crate) fn leaf_rule(self) -> Option<LeafChoice> {
        self.row().leaf
    }

    /// Whether this method has leaves that a rule initialises.
    #[must_use]
    pub fn has_leaf_rule(self) -> bool {
        self.leaf_rule().is_some()
    }

    /// The boolean search.
    pub(crate) fn boolean<G: Game>(
        set: &SolverSettings,
        checkpoint: Option<CheckpointPlan>,
    ) -> Boolean<G> {
        Boolean::new(boolean::Config {
            knowledge: set.knowledge(),
            threads: possible_threads(set.threads.max(1)),
            weights: set.order.clone(),
            checkpoint,
            ..boolean::Config::default()
        })
    }

    /// What all depth-first searches with a table have in common.
    fn table(leaf: LeafRule, set: &SolverSettings) -> depth_first::Config {
        let own = depth_first::Config::default();
        let preset = set.preset.unwrap_or(own.preset);
        let knowledge = set.knowledge();
        depth_first::Config { leaf, knowledge, ghi: set.ghi, preset, ..own }
    }

    /// df-pn.
    pub(crate) fn df_pn<G: Game>(
        self,
        leaf: LeafRule,
        set: &SolverSettings,
        checkpoint: Option<CheckpointPlan>,
    ) -> DepthFirst<G> {
        let own = Discipline::DF_PN;
        let discipline = set.epsilon.map_or(own, |epsilon| Discipline::DfPn { epsilon });
        let threads = possible_threads(set.threads.max(1));
        let table = Method::table(leaf, set);
        DepthFirst::new(depth_first::Config { checkpoint, threads, discipline, ..table })
    }

    /// A solver that runs this method, set as it can be.
    pub(crate) fn solver<G: Game + 'static>(
        self,
        leaf: LeafRule,
        set: &SolverSettings,
        checkpoint: Option<CheckpointPlan>,
    ) -> Box<dyn Solver<G>> {
        let (knowledge, ghi) = (set.knowledge(), set.ghi);
        let table = Method::table(leaf, set);
        let growth = |own| set.growth.unwrap_or(own);
        match self {
            Method::PnNaive
            | Method::Pn
            | Method::PnEval
            | Method::EfPn
            | Method::IefPn
            | Method::Pn2
            | Method::EfPn2 => {
                let mut solver = Pn::new(set.tree(leaf));
                if let Some(plan) = checkpoint {
                    solver.save_to(plan);
                }
                Box::new(solver)
            }
            Method::BaseTwin => Box::new(BaseTwin::new(base_twin::Config { leaf, knowledge, ghi })),
            Method::PnStar => {
                let discipline = Discipline::PnStar;
                Box::new(DepthFirst::new(depth_first::Config { discipline, ..table }))
            }
            Method::Pds => {
                let (discipline, replacement) = (Discipline::Pds, Replacement::TwoBig);
                Box::new(DepthFirst::new(depth_first::Config { discipline, replacement, ..table }))
            }
            Method::PdsPn => Box::new(DepthFirst::new(depth_first::Config {
                discipline: Discipline::Pds,
                replacement: Replacement::TwoBig,
                leaf: LeafRule::Naive,
                second: Some(depth_first::Second {
                    growth: growth(Growth::PDS_PN),
                    leaf,
                    share: set.table_share,
                }),
                ..table
            })),
            Method::Auto | Method::DfPn => Box::new(self.df_pn(leaf, set, checkpoint)),
            Method::Ews => Box::new(ExpectedWork::new(expected_work::Config { leaf, knowledge })),
            Method::Boolean => Box::new(Method::boolean(set, checkpoint)),
            Method::AlphaBeta => match set.form {
                AlphaBetaForm::Boolean => {
                    Box::new(AlphaBeta::new(alpha_beta::Config { knowledge, ghi }))
                }
                AlphaBetaForm::Mia => Box::new(MiaAlphaBeta::new()),
            },
            Method::Retrograde => {
                let threads = possible_threads(set.threads.max(1));
                Box::new(Retrograde::with_threads(threads))
            }
            Method::Ppn2 => {
                let mut solver = JobLevel::new(set.job_config(leaf));
                if let Some(plan) = checkpoint {
                    solver.save_to(plan);
                }
                Box::new(solver)
            }
        }
    }
}
