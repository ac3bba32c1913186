//! The method table: names of the command line, what each method can do, and the solver behind it with
//! its paper's defaults. A new solver is one file in `prove`, one name and one row here, and one arm of
//! `solver`; help and refusals are made from the table.

use andor_core::{Game, InputError};
use andor_prove::alpha_beta::{self, AlphaBeta};
use andor_prove::boolean::{self, Boolean};
use andor_prove::checkpoint::CheckpointPlan;
use andor_prove::depth_first::{self, DepthFirst, Discipline};
use andor_prove::ghi::Ghi;
use andor_prove::job_level::{self, Cluster, JobLevel, Jobs, Policy, Size};
use andor_prove::leaf::{Guide, LeafRule, Squash};
use andor_prove::pn::{self, Pn};
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
    /// Depth-first without numbers, in the order of the game's features.
    Boolean,
    /// Iterative-deepening alpha-beta.
    AlphaBeta,
    /// Retrograde analysis of everything that can be reached.
    Retrograde,
    /// Job-level PN search: PPN².
    Ppn2,
}

/// A leaf rule chosen by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LeafChoice {
    /// (1, 1).
    Naive,
    /// (1, number of moves).
    Mobility,
    /// The evaluation of the leaf.
    Eval,
    /// The EF-PN paper's rule.
    Ef,
    /// The EF-PN paper's rule with the leaf's own evaluation.
    Ief,
}

impl LeafChoice {
    /// All of them.
    pub const ALL: [LeafChoice; 5] = [
        LeafChoice::Naive,
        LeafChoice::Mobility,
        LeafChoice::Eval,
        LeafChoice::Ef,
        LeafChoice::Ief,
    ];

    /// The rule with these parameters.
    fn rule(self, guide: Guide) -> LeafRule {
        match self {
            LeafChoice::Naive => LeafRule::Naive,
            LeafChoice::Mobility => LeafRule::Mobility,
            LeafChoice::Eval => LeafRule::Eval(guide),
            LeafChoice::Ef => LeafRule::Ef(guide),
            LeafChoice::Ief => LeafRule::Ief(guide),
        }
    }

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.rule(Guide::PAPER).name()
    }

    fn evaluates(self) -> bool {
        !matches!(self, LeafChoice::Naive | LeafChoice::Mobility)
    }
}

/// What can be set about a method.
#[derive(Clone, Debug, Default)]
pub struct MethodSettings {
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
    /// Whether the game's static knowledge is used; `auto` does, the papers' methods do not.
    pub knowledge: Option<bool>,
    /// The size of a second level.
    pub growth: Option<Growth>,
    /// What is done about results that depend on the path.
    pub ghi: Ghi,
    /// Whether the second level of PN² keeps solved subtrees, which it deletes by itself (Winands 2004,
    /// Table 4.2).
    pub keeps_solved: bool,
    /// Threads of the search; 0 is one.
    pub threads: usize,
    /// Other weights for the game's order of moves than its own.
    pub order: Option<Vec<i32>>,
    /// The jobs of a job-level search.
    pub jobs: JobSettings,
}

/// What can be set about the jobs of a job-level search.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct JobSettings {
    /// Who evaluates leaves.
    pub solver: Option<Jobs>,
    /// How large a job is.
    pub size: Option<Size>,
    /// A partial result after every so many descents; `Some(None)` for none at all.
    pub partial: Option<Option<u64>>,
    /// What is pretended of a leaf in work.
    pub policy: Option<Policy>,
    /// Workers that are pretended in the place of threads, for measurements.
    pub simulated: Option<Cluster>,
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
    /// Whether it uses static knowledge unless told otherwise; `None` if it never does.
    knowledge: Option<bool>,
    paths: Paths,
}

const TREE: Can = Can {
    threads: false,
    saves: Saves::Tree,
    second_level: false,
    knowledge: Some(false),
    paths: Paths::None,
};
const TWO_LEVELS: Can = Can { second_level: true, ..TREE };
const JOBS: Can = Can { threads: true, ..TREE };
const DEPTH_FIRST: Can = Can { saves: Saves::Nothing, paths: Paths::All, ..TREE };
const WITH_TREES: Can = Can { second_level: true, ..DEPTH_FIRST };
const DF_PN: Can = Can { threads: true, saves: Saves::Table, ..DEPTH_FIRST };
const BEST_KNOWN: Can = Can { knowledge: Some(true), ..DF_PN };
const BOOLEAN: Can = Can { paths: Paths::None, ..BEST_KNOWN };
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
const TABLE: [MethodRow; 16] = [
    row(Method::Auto, "auto", Some(LeafChoice::Ef), BEST_KNOWN),
    row(Method::PnNaive, "pn-naive", Some(LeafChoice::Naive), TREE),
    row(Method::Pn, "pn", Some(LeafChoice::Mobility), TREE),
    row(Method::PnEval, "pn-eval", Some(LeafChoice::Eval), TREE),
    row(Method::EfPn, "ef-pn", Some(LeafChoice::Ef), TREE),
    row(Method::IefPn, "ief-pn", Some(LeafChoice::Ief), TREE),
    row(Method::Pn2, "pn2", Some(LeafChoice::Mobility), TWO_LEVELS),
    row(Method::EfPn2, "ef-pn2", Some(LeafChoice::Ef), TWO_LEVELS),
    row(Method::PnStar, "pn-star", Some(LeafChoice::Mobility), DEPTH_FIRST),
    row(Method::Pds, "pds", Some(LeafChoice::Naive), DEPTH_FIRST),
    row(Method::PdsPn, "pds-pn", Some(LeafChoice::Mobility), WITH_TREES),
    row(Method::DfPn, "df-pn", Some(LeafChoice::Mobility), DF_PN),
    row(Method::Boolean, "boolean", None, BOOLEAN),
    row(Method::AlphaBeta, "alpha-beta", None, ALPHA_BETA),
    row(Method::Retrograde, "retrograde", None, EVERYTHING),
    row(Method::Ppn2, "ppn2", Some(LeafChoice::Mobility), JOBS),
];

/// The names of all methods that can do something: `auto, df-pn and ppn2`.
pub fn who_can(is: impl Fn(Method) -> bool) -> String {
    let names: Vec<&str> = Method::all().filter(|&method| is(method)).map(Method::name).collect();
    match &names[..] {
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
    fn cannot(self, why: &str) -> InputError {
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
            let name = InputError::quote(name);
            InputError::new(format!("method {name} is unknown, there are {}", names.join(", ")))
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
    fn grows_second_trees(self) -> bool {
        self.is_best_first() && self.has_second_level()
    }

    /// Refuses settings that this method does not have.
    fn check(self, set: &MethodSettings) -> Result<(), InputError> {
        if set.growth.is_some() && !self.has_second_level() {
            let others = who_can(Method::has_second_level);
            return Err(self.cannot(&format!("has no second level; {others} have")));
        }
        if set.keeps_solved && !self.grows_second_trees() {
            let others = who_can(Method::grows_second_trees);
            let why = format!("deletes no solved subtrees that it could keep; {others} do");
            return Err(self.cannot(&why));
        }
        if set.threads > 1 && !self.has_threads() {
            let others = who_can(Method::has_threads);
            return Err(self.cannot(&format!("has one thread; --threads goes with {others}")));
        }
        if set.jobs != JobSettings::default() && self != Method::Ppn2 {
            return Err(self.cannot("has no jobs; ppn2 has"));
        }
        if set.knowledge == Some(true) && self.can().knowledge.is_none() {
            return Err(self.cannot("uses no static knowledge"));
        }
        let has_paths = match self.can().paths {
            Paths::None => set.ghi == Ghi::Sound,
            Paths::NotNagai => set.ghi != Ghi::Nagai,
            Paths::All => true,
        };
        if !has_paths {
            let why = "has no results that depend on the path to keep in another way";
            return Err(self.cannot(why));
        }
        if set.threads > 1 && set.ghi == Ghi::Nagai {
            return Err(InputError::new(format!("--ghi {} has one thread", set.ghi.name())));
        }
        Ok(())
    }

    /// The leaf rule this method uses on this game.
    ///
    /// # Errors
    /// If the rule needs an evaluation and the game has none, or parameters are given to a rule
    /// without any, or a leaf rule to a method without any.
    pub fn leaf<G: Game>(self, game: &G, set: &MethodSettings) -> Result<LeafRule, InputError> {
        let has_evaluation = game.evaluator().is_some();
        let parameters =
            set.a.is_some() || set.b.is_some() || set.t.is_some() || set.squash.is_some();
        let Some(own) = self.row().leaf else {
            if set.leaf.is_some() || parameters {
                let method = self.name();
                let message = format!(
                    "method \"{method}\" has no leaf rule and no parameters a, b, t and squash"
                );
                return Err(InputError::new(message));
            }
            return Ok(LeafRule::Naive);
        };
        let choice = set.leaf.unwrap_or(match self {
            Method::Auto if !has_evaluation => LeafChoice::Mobility,
            Method::Auto if game.evaluator().is_some_and(|of| of.trust().looks_at_leaf) => {
                LeafChoice::Ief
            }
            _ => own,
        });
        let name = choice.name();
        if choice.evaluates() && !has_evaluation {
            let game = game.spec();
            return Err(InputError::new(format!("leaf \"{name}\": {game} has no evaluation")));
        }
        if parameters && !choice.evaluates() {
            let message = format!("leaf \"{name}\" has no parameters a, b, t and squash");
            return Err(InputError::new(message));
        }
        let own = match (self, game.evaluator()) {
            (Method::Auto, Some(evaluator)) => Guide::of(evaluator.trust()),
            (Method::Auto | Method::DfPn, _) => Guide::EVEN,
            _ => Guide::PAPER,
        };
        Ok(choice.rule(Guide {
            a: set.a.unwrap_or(own.a),
            b: set.b.unwrap_or(own.b),
            t: set.t.or(own.t),
            squash: set.squash.unwrap_or(own.squash),
        }))
    }

    /// How a best-first search is set.
    fn tree(self, leaf: LeafRule, set: &MethodSettings) -> pn::Config {
        let second = self.has_second_level().then(|| pn::PnSquared {
            growth: set.growth.unwrap_or(Growth::Whole),
            deletes_solved: !set.keeps_solved,
        });
        pn::Config { leaf, knowledge: set.knowledge.unwrap_or(false), second }
    }

    /// How a job-level search is set.
    fn jobs(leaf: LeafRule, set: &MethodSettings) -> job_level::Config {
        let own = job_level::Config::default();
        let JobSettings { solver, size, partial, policy, simulated } = set.jobs;
        job_level::Config {
            leaf,
            knowledge: set.knowledge.unwrap_or(false),
            workers: set.threads.max(1),
            jobs: solver.unwrap_or(own.jobs),
            size: size.unwrap_or(own.size),
            partial_every: partial.unwrap_or(own.partial_every),
            policy: policy.unwrap_or(own.policy),
            simulated,
        }
    }

    /// What a checkpoint goes on only with: of a best-first search, everything that decides its
    /// steps beside game and method; of another one, how it keeps what depends on the path, if not
    /// as usual (the table of a search that ignores histories is not to be believed). `None` goes on
    /// with any other settings.
    pub(crate) fn steps<G: Game>(
        self,
        game: &G,
        set: &MethodSettings,
    ) -> Result<Option<String>, InputError> {
        let leaf = self.leaf(game, set)?;
        let ghi = (set.ghi != Ghi::Sound).then(|| format!("--ghi {}", set.ghi.name()));
        Ok(match self {
            Method::Ppn2 => Some(Method::jobs(leaf, set).to_string()),
            _ if self.is_best_first() => Some(tree_options(&self.tree(leaf, set))),
            _ => ghi,
        })
    }

    /// A solver that runs this method.
    ///
    /// # Errors
    /// If a second level is described for a method that has none, or knowledge is asked of one
    /// that uses none.
    pub fn solver<G: Game + 'static>(
        self,
        leaf: LeafRule,
        set: &MethodSettings,
        checkpoint: Option<CheckpointPlan>,
    ) -> Result<Box<dyn Solver<G>>, InputError> {
        self.check(set)?;
        let knowledge = set.knowledge.or(self.can().knowledge).unwrap_or(false);
        let (ghi, threads) = (set.ghi, set.threads.max(1));
        let table = depth_first::Config { leaf, knowledge, ghi, ..depth_first::Config::default() };
        let growth = |own| set.growth.unwrap_or(own);
        Ok(match self {
            Method::PnNaive
            | Method::Pn
            | Method::PnEval
            | Method::EfPn
            | Method::IefPn
            | Method::Pn2
            | Method::EfPn2 => {
                let mut solver = Pn::new(self.tree(leaf, set));
                if let Some(plan) = checkpoint {
                    solver.save_to(plan);
                }
                Box::new(solver)
            }
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
                second: Some(depth_first::Second { growth: growth(Growth::PDS_PN), leaf }),
                ..table
            })),
            Method::Auto | Method::DfPn => {
                Box::new(DepthFirst::new(depth_first::Config { checkpoint, threads, ..table }))
            }
            Method::Boolean => Box::new(Boolean::new(boolean::Config {
                knowledge,
                threads,
                weights: set.order.clone(),
                checkpoint,
                ..boolean::Config::default()
            })),
            Method::AlphaBeta => {
                let ignores_history = ghi == Ghi::Ignore;
                Box::new(AlphaBeta::new(alpha_beta::Config { knowledge, ignores_history }))
            }
            Method::Retrograde => Box::new(Retrograde::with_threads(set.threads)),
            Method::Ppn2 => {
                let mut solver = self.job_level(leaf, set)?;
                if let Some(plan) = checkpoint {
                    solver.save_to(plan);
                }
                Box::new(solver)
            }
        })
    }

    /// A job-level search.
    ///
    /// # Errors
    /// If this is another method.
    pub(crate) fn job_level<G: Game + 'static>(
        self,
        leaf: LeafRule,
        set: &MethodSettings,
    ) -> Result<JobLevel<G>, InputError> {
        if self != Method::Ppn2 {
            return Err(self.cannot("has no jobs; ppn2 has"));
        }
        Ok(JobLevel::new(Method::jobs(leaf, set)))
    }
}

/// The options of the command line that set a PN search so.
fn tree_options(config: &pn::Config) -> String {
    let pn::Config { leaf, knowledge, second } = *config;
    let knowledge = if knowledge { "on" } else { "off" };
    let first = format!("{leaf} --knowledge {knowledge}");
    match second {
        None => first,
        Some(pn::PnSquared { growth, deletes_solved: true }) => {
            format!("{first} --second-level {growth}")
        }
        // Only an experiment keeps them.
        Some(pn::PnSquared { growth, deletes_solved: false }) => {
            format!("{first} --second-level {growth} (solved subtrees kept)")
        }
    }
}
