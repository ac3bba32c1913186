//! The method table: names of the command line, and the solver behind each with its paper's
//! defaults. A new solver is one file in `prove`, one name here and one arm of `solver`.

use andor_core::{Game, InputError, Repetition};
use andor_prove::checkpoint::{CheckpointPlan, Saved};
use andor_prove::dfpn::{self, DfPn};
use andor_prove::leaf::LeafRule;
use andor_prove::pn::{self, Pn};
use andor_prove::solver::Solver;

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
    /// PN with the EF-PN paper's leaves.
    EfPn,
    /// df-pn with mobility.
    DfPn,
}

/// A leaf rule chosen by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LeafChoice {
    /// (1, 1).
    Naive,
    /// (1, number of moves).
    Mobility,
    /// The EF-PN paper's rule.
    Ef,
}

/// What can be set about a method.
#[derive(Clone, Debug, Default)]
pub struct MethodSettings {
    /// Another leaf rule than the method's own.
    pub leaf: Option<LeafChoice>,
    /// Parameters of `ef`.
    pub a: Option<u32>,
    /// Parameters of `ef`.
    pub b: Option<u32>,
    /// Parameters of `ef`.
    pub t: Option<i32>,
}

impl Method {
    /// All of them, in the order of the documentation.
    pub const ALL: [Method; 5] =
        [Method::Auto, Method::PnNaive, Method::Pn, Method::EfPn, Method::DfPn];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::PnNaive => "pn-naive",
            Method::Pn => "pn",
            Method::EfPn => "ef-pn",
            Method::DfPn => "df-pn",
        }
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
        Method::ALL.into_iter().find(|method| method.name() == name).ok_or_else(|| {
            let names: Vec<&str> = Method::ALL.iter().map(|method| method.name()).collect();
            let name = InputError::quote(name);
            InputError::new(format!("method {name} is unknown, there are {}", names.join(", ")))
        })
    }

    /// Whether a run can be written to disk and resumed.
    #[must_use]
    pub fn has_checkpoints(self) -> bool {
        matches!(self, Method::Auto | Method::DfPn)
    }

    /// The leaf rule this method uses on this game.
    ///
    /// # Errors
    /// If the rule needs an evaluation and the game has none, or parameters are given to a rule
    /// without any.
    pub fn leaf<G: Game>(self, game: &G, set: &MethodSettings) -> Result<LeafRule, InputError> {
        let has_evaluation = game.evaluator().is_some();
        let choice = set.leaf.unwrap_or(match self {
            Method::PnNaive => LeafChoice::Naive,
            Method::Pn | Method::DfPn => LeafChoice::Mobility,
            Method::EfPn => LeafChoice::Ef,
            // Where positions can come back, df-pn with EF leaves took 1.4 to 1.9 times the nodes
            // of df-pn with mobility on endgames of Lines of Action (docs/loa.md).
            Method::Auto if has_evaluation && game.repetition() == Repetition::Impossible => {
                LeafChoice::Ef
            }
            Method::Auto => LeafChoice::Mobility,
        });
        let leaf = match choice {
            LeafChoice::Naive => LeafRule::Naive,
            LeafChoice::Mobility => LeafRule::Mobility,
            LeafChoice::Ef if has_evaluation => {
                let LeafRule::Ef { a, b, t } = LeafRule::EF else { unreachable!("EF is an Ef") };
                LeafRule::Ef { a: set.a.unwrap_or(a), b: set.b.unwrap_or(b), t: set.t.or(t) }
            }
            LeafChoice::Ef => {
                let game = game.spec();
                return Err(InputError::new(format!("leaf \"ef\": {game} has no evaluation")));
            }
        };
        let parameters = set.a.is_some() || set.b.is_some() || set.t.is_some();
        if parameters && choice != LeafChoice::Ef {
            let name = leaf.name();
            return Err(InputError::new(format!("leaf \"{name}\" has no parameters a, b, t")));
        }
        Ok(leaf)
    }

    /// A solver that runs this method.
    #[must_use]
    pub fn solver<G: Game + 'static>(
        self,
        leaf: LeafRule,
        checkpoint: Option<CheckpointPlan>,
        saved: Option<Saved>,
    ) -> Box<dyn Solver<G>> {
        match self {
            Method::PnNaive | Method::Pn | Method::EfPn => Box::new(Pn::new(pn::Config { leaf })),
            Method::Auto | Method::DfPn => {
                let config = dfpn::Config { leaf, checkpoint, ..dfpn::Config::default() };
                let mut solver = DfPn::new(config);
                if let Some(saved) = saved {
                    solver.resume(saved);
                }
                Box::new(solver)
            }
        }
    }
}
