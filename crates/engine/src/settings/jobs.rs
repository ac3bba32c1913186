//! The jobs of a job-level search as people write them: `df-pn,size=10000,partial=none`.

use andor_core::{InputError, Named, quantity};
use andor_prove::job_level::{Addition, Jobs, Policy, Size, Without};
use andor_prove::second_level::Growth;
use std::fmt;
use std::str::FromStr;

const WORDS: &str = "jobs are words such as pn or df-pn, size=1000, size=auto, size=whole, size=A:B, partial=100, partial=none, \
     policy=flag, virtual-win, virtual-loss, greedy or thresholds, without=mirrors, small-start, next-best or early-end";

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
    /// What is left out of all that the paper does not have.
    pub without: Without,
}

impl FromStr for JobSettings {
    type Err = InputError;

    fn from_str(text: &str) -> Result<JobSettings, InputError> {
        let mut settings = JobSettings::default();
        let bad = |word: &str| InputError::new(format!("{word:?} is none: {WORDS}"));
        let positive = |text: &str| quantity::count(text).filter(|&number| number > 0);
        for word in text.split(',') {
            let is_new = match word.split_once('=') {
                None => {
                    let solver = Jobs::named(word).ok_or_else(|| bad(word))?;
                    settings.solver.replace(solver).is_none()
                }
                Some(("size", size)) => {
                    let growing = || size.parse().ok().map(Size::Growing);
                    let size = match size {
                        "auto" => Some(Size::Measured),
                        size => positive(size).map(Size::Fixed).or_else(growing),
                    };
                    settings.size.replace(size.ok_or_else(|| bad(word))?).is_none()
                }
                Some(("partial", "none")) => settings.partial.replace(None).is_none(),
                Some(("partial", every)) => {
                    let every = positive(every).ok_or_else(|| bad(word))?;
                    settings.partial.replace(Some(every)).is_none()
                }
                Some(("policy", name)) => {
                    let policy = Policy::named(name).ok_or_else(|| bad(word))?;
                    settings.policy.replace(policy).is_none()
                }
                Some(("without", name)) => {
                    let addition = Addition::named(name).ok_or_else(|| bad(word))?;
                    let before = settings.without;
                    settings.without = before.and(addition);
                    !before.lacks(addition)
                }
                _ => return Err(bad(word)),
            };
            if !is_new {
                return Err(InputError::new(format!("{word:?} says it twice")));
            }
        }
        if settings.solver == Some(Jobs::DfPn) && settings.without.lacks(Addition::Mirrors) {
            let message = "without=mirrors: the tables of df-pn know mirror images as one position";
            return Err(InputError::new(message));
        }
        Ok(settings)
    }
}

/// What is set, as it is read.
impl fmt::Display for JobSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let JobSettings { solver, size, partial, policy, without } = self;
        let words = [
            solver.map(|solver| solver.name().to_owned()),
            size.map(|size| match size {
                Size::Fixed(descents) => format!("size={descents}"),
                Size::Measured => "size=auto".to_owned(),
                Size::Growing(Growth::Whole) => "size=whole".to_owned(),
                Size::Growing(Growth::Logistic { a, b }) => format!("size={a}:{b}"),
            }),
            partial.map(|every| match every {
                None => "partial=none".to_owned(),
                Some(every) => format!("partial={every}"),
            }),
            policy.map(|policy| format!("policy={}", policy.name())),
        ];
        let without = without.all().map(|addition| format!("without={}", addition.name()));
        let words = words.into_iter().flatten().chain(without);
        f.write_str(&words.collect::<Vec<_>>().join(","))
    }
}
