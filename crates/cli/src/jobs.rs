//! The jobs of a job-level search as people write them: `df-pn,size=10000,partial=none`.

use crate::quantity::{count, short_growth};
use andor_engine::{Growth, JobSettings, JobSize, Jobs, Policy};

const WORDS: &str = "jobs are words such as pn or df-pn, size=1000, size=whole, size=A:B, partial=100, partial=none, \
     policy=flag, virtual-win, virtual-loss or greedy";

/// Reads them.
pub(crate) fn jobs(text: &str) -> Result<JobSettings, String> {
    let mut settings = JobSettings::default();
    let bad = |word: &str| format!("{word:?} is none: {WORDS}");
    let positive = |text: &str| count(text).ok().filter(|&number| number > 0);
    for word in text.split(',') {
        let read = match word.split_once('=') {
            None if word == "pn" => settings.solver.replace(Jobs::Pn).is_none(),
            None if word == "df-pn" => settings.solver.replace(Jobs::DfPn).is_none(),
            Some(("size", size)) => {
                let growing = || short_growth(size).map(JobSize::Growing);
                let size = positive(size).map(JobSize::Fixed).or_else(growing);
                settings.size.replace(size.ok_or_else(|| bad(word))?).is_none()
            }
            Some(("partial", "none")) => settings.partial.replace(None).is_none(),
            Some(("partial", every)) => {
                let every = positive(every).ok_or_else(|| bad(word))?;
                settings.partial.replace(Some(every)).is_none()
            }
            Some(("policy", name)) => {
                let policy = Policy::ALL.into_iter().find(|(known, _)| *known == name);
                settings.policy.replace(policy.ok_or_else(|| bad(word))?.1).is_none()
            }
            _ => return Err(bad(word)),
        };
        if !read {
            return Err(format!("{word:?} says it twice"));
        }
    }
    Ok(settings)
}

/// Writes what is set, so that [`jobs`] reads it.
pub(crate) fn jobs_text(settings: &JobSettings) -> String {
    let JobSettings { solver, size, partial, policy, .. } = settings;
    let words = [
        solver.map(|solver| match solver {
            Jobs::Pn => "pn".to_owned(),
            Jobs::DfPn => "df-pn".to_owned(),
        }),
        size.map(|size| match size {
            JobSize::Fixed(descents) => format!("size={descents}"),
            JobSize::Growing(Growth::Whole) => "size=whole".to_owned(),
            JobSize::Growing(Growth::Logistic { a, b }) => format!("size={a}:{b}"),
        }),
        partial.map(|every| match every {
            None => "partial=none".to_owned(),
            Some(every) => format!("partial={every}"),
        }),
        policy.map(|policy| {
            let known = Policy::ALL.iter().find(|(_, known)| *known == policy);
            format!("policy={}", known.expect("every policy has a name").0)
        }),
    ];
    words.into_iter().flatten().collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::{jobs, jobs_text};
    use andor_engine::{JobSettings, JobSize, Jobs, Policy};

    #[test]
    fn jobs_are_read() {
        let read = jobs("df-pn,size=10_000,partial=none,policy=greedy").unwrap();
        let expected = JobSettings {
            solver: Some(Jobs::DfPn),
            size: Some(JobSize::Fixed(10_000)),
            partial: Some(None),
            policy: Some(Policy::Greedy),
        };
        assert_eq!(read, expected);
        assert_eq!(jobs("partial=7").unwrap().partial, Some(Some(7)));
        assert!(matches!(jobs("size=whole").unwrap().size, Some(JobSize::Growing(_))));
        for text in [
            "pn",
            "df-pn,size=10000,partial=none,policy=greedy",
            "size=whole,partial=9",
            "size=5:7",
        ] {
            assert_eq!(jobs_text(&jobs(text).unwrap()), text);
        }
        for bad in ["", "pn2", "size=0", "size=big", "partial=0", "policy=hope", "pn,df-pn"] {
            assert!(jobs(bad).is_err(), "{bad}");
        }
    }
}
