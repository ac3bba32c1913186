//! From settings to what a solver is given: what is not set is filled in, what does not fit is refused.

use super::{JobSettings, SETTINGS, SolverSettings, guide_names};
use crate::method::Method;
use andor_core::{CostModel, Game, InputError, Named, Squash, possible_threads};
use andor_prove::checkpoint::CheckpointPlan;
use andor_prove::ghi::Ghi;
use andor_prove::job_level::{self, Addition, JobLevel, Jobs, Policy, Size};
use andor_prove::leaf::{Guide, LeafChoice, LeafRule};
use andor_prove::pn;
use andor_prove::second_level::Growth;
use andor_prove::solver::Solver;
use std::{fmt, fs};

impl SolverSettings {
    /// Refuses settings that the method does not have.
    ///
    /// # Errors
    /// Names the methods that have it.
    pub fn check(&self) -> Result<(), InputError> {
        for (setting, value) in self.given() {
            if !setting.is_of(self.method) && setting.idle != Some(value.as_str()) {
                return Err(self.method.cannot(&(setting.lacks)(&setting.methods())));
            }
        }
        if !self.method.has_way(self.ghi) {
            let why = "has no results that depend on the path to keep in another way";
            return Err(self.method.cannot(why));
        }
        if self.threads > 1 && self.ghi == Ghi::Nagai {
            return Err(InputError::new(format!("--ghi {} has one thread", self.ghi.name())));
        }
        Ok(())
    }

    /// The leaf rule on this game.
    ///
    /// # Errors
    /// If the rule needs an evaluation and the game has none, or parameters are given to a rule
    /// without any, or a leaf rule to a method without any.
    pub fn leaf<G: Game>(&self, game: &G) -> Result<LeafRule, InputError> {
        let evaluator = game.evaluator();
        let Some(own) = self.method.leaf_rule() else {
            self.check()?;
            return Ok(LeafRule::Naive);
        };
        let choice = self.leaf.unwrap_or(match (self.method, evaluator) {
            // A model is learnt from what knowledge leaves open.
            (Method::Auto, _) if self.knowledge() && game.cost_model().is_some() => {
                LeafChoice::Learnt
            }
            (Method::Auto, None) => LeafChoice::Mobility,
            (Method::Auto, Some(evaluator)) if evaluator.trust().looks_at_leaf => LeafChoice::Ief,
            _ => own,
        });
        let name = choice.name();
        if choice.evaluates() && evaluator.is_none() {
            let game = game.spec();
            return Err(InputError::new(format!("leaf \"{name}\": {game} has no evaluation")));
        }
        let is_guided = SETTINGS.iter().any(|row| row.is_of_guide && row.write(self).is_some());
        let scale = game.cost_model().map(CostModel::scale);
        if choice == LeafChoice::Learnt && scale.is_none() {
            let game = game.spec();
            return Err(InputError::new(format!("leaf \"{name}\": {game} has no model of cost")));
        }
        if self.costs.is_some() && choice != LeafChoice::Learnt {
            return Err(InputError::new(format!("leaf \"{name}\" looks at no model of cost")));
        }
        if choice == LeafChoice::Learnt && self.squash.is_some_and(|it| it != Squash::Exponential) {
            return Err(InputError::new(format!("leaf \"{name}\" is exponential by itself")));
        }
        if is_guided && !choice.has_guide() {
            let message = format!("leaf \"{name}\" has no parameters {}", guide_names());
            return Err(InputError::new(message));
        }
        let own = match (self.method, evaluator) {
            _ if choice == LeafChoice::Learnt => scale.map_or(Guide::EVEN, Guide::of_cost),
            (Method::Auto, Some(evaluator)) => Guide::of(evaluator.trust()),
            (Method::Auto | Method::DfPn, _) => Guide::EVEN,
            _ => Guide::PAPER,
        };
        Ok(choice.rule(self.guide(own)))
    }

    /// The game with the model of cost that is set, if it is another one than its own.
    ///
    /// # Errors
    /// If the file cannot be read or used, or the game has no such model.
    pub(crate) fn with_costs<G: Game>(&self, game: &G) -> Result<Option<G>, InputError> {
        let Some(file) = &self.costs else { return Ok(None) };
        let refuse = |why: &dyn fmt::Display| {
            let name = InputError::quote(&file.display().to_string());
            InputError::new(format!("--costs {name}: {why}"))
        };
        let text = fs::read_to_string(file).map_err(|error| refuse(&error))?;
        game.with_costs(&text).map(Some).map_err(|error| refuse(&error))
    }

    /// Whether static knowledge is used.
    pub(crate) fn knowledge(&self) -> bool {
        self.knowledge.unwrap_or(self.method.uses_knowledge())
    }

    /// How a best-first search is set.
    pub(crate) fn tree(&self, leaf: LeafRule) -> pn::Config {
        let second = self.method.has_second_level().then(|| pn::PnSquared {
            growth: self.growth.unwrap_or(Growth::Whole),
            deletes_solved: !self.keeps_solved,
        });
        pn::Config { leaf, knowledge: self.knowledge(), second, keeps_proved: false }
    }

    /// How a job-level search is set.
    pub(crate) fn job_config(&self, leaf: LeafRule) -> job_level::Config {
        let own = job_level::Config::default();
        let JobSettings { solver, size, partial, policy, without } = self.jobs;
        job_level::Config {
            leaf,
            knowledge: self.knowledge(),
            workers: possible_threads(self.threads.max(1)),
            threads: 1,
            jobs: solver.unwrap_or(own.jobs),
            size: size.unwrap_or(own.size),
            partial_every: partial.unwrap_or(own.partial_every),
            policy: policy.unwrap_or(own.policy),
            without,
        }
    }

    /// What a checkpoint goes on only with: of a best-first search, everything that decides its
    /// steps beside game and method; of another one, how it keeps what depends on the path, if not
    /// as usual (the table of a search that ignores histories is not to be believed). `None` goes on
    /// with any other settings.
    pub(crate) fn steps(&self, leaf: LeafRule) -> Option<String> {
        let mut steps = SolverSettings { ghi: self.ghi, ..SolverSettings::of(self.method) };
        if self.method.is_best_first() {
            let pn::Config { knowledge, second, .. } = self.tree(leaf);
            steps = SolverSettings::of_leaf(self.method, leaf);
            steps.costs = self.costs.clone();
            steps.knowledge = Some(knowledge);
            steps.growth = second.map(|second| second.growth);
            steps.keeps_solved = self.keeps_solved;
        }
        if self.method.has_jobs() {
            let job_level::Config { jobs, size, partial_every, policy, without, workers, .. } =
                self.job_config(leaf);
            steps.jobs = JobSettings {
                solver: Some(jobs),
                size: Some(size),
                partial: Some(partial_every),
                policy: Some(policy),
                without,
            };
            steps.threads = workers;
        }
        Some(steps.options()).filter(|options| !options.is_empty())
    }

    /// The part that those must know who do jobs elsewhere; what does not say it is filled in.
    pub(crate) fn for_workers(&self) -> SolverSettings {
        let solver = Some(self.jobs.solver.unwrap_or_default());
        // The rest of it is the coordinator's.
        let mirrors = Some(Addition::Mirrors).filter(|&addition| self.jobs.without.lacks(addition));
        let without = mirrors.into_iter().collect();
        SolverSettings {
            knowledge: Some(self.knowledge()),
            jobs: JobSettings { solver, without, ..JobSettings::default() },
            threads: 0,
            costs: None,
            ..self.clone()
        }
    }

    /// What `auto` is where others do jobs: df-pn on leaves as it has them for the game, in jobs with thresholds
    /// whose size is measured. What is said about jobs stays.
    ///
    /// # Errors
    /// If the leaf rule that is set does not go with the game.
    pub(crate) fn by_jobs<G: Game>(&self, game: &G) -> Result<SolverSettings, InputError> {
        let JobSettings { solver, size, policy, .. } = self.jobs;
        // Under superko the tables of df-pn say nothing about the leaf of a path.
        let own = if game.repetition().is_superko() { Jobs::Pn } else { Jobs::DfPn };
        let jobs = JobSettings {
            solver: solver.or(Some(own)),
            size: size.or(Some(Size::Measured)),
            policy: policy.or(Some(Policy::Thresholds)),
            ..self.jobs
        };
        let leaf = SolverSettings::of_leaf(Method::Ppn2, self.leaf(game)?);
        let SolverSettings { costs, ghi, .. } = self.clone();
        Ok(SolverSettings { knowledge: Some(self.knowledge()), jobs, costs, ghi, ..leaf })
    }

    /// A solver that runs the method so, on leaves of this rule.
    ///
    /// # Errors
    /// If something is set that the method does not have.
    pub fn solver<G: Game + 'static>(
        &self,
        leaf: LeafRule,
        checkpoint: Option<CheckpointPlan>,
    ) -> Result<Box<dyn Solver<G>>, InputError> {
        self.check()?;
        Ok(self.method.solver(leaf, self, checkpoint))
    }

    /// A job-level search.
    ///
    /// # Errors
    /// If the method is another one.
    pub(crate) fn job_level<G: Game + 'static>(
        &self,
        leaf: LeafRule,
    ) -> Result<JobLevel<G>, InputError> {
        self.method.check_jobs()?;
        Ok(JobLevel::new(self.job_config(leaf)))
    }
}
