//! Job-level search on graphs with cycles: workers, policies and kinds of jobs do not change a value.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use crate::history::{Maker, Seen, ask};
use andor_core::Named;
use andor_games::graph::Rule;
use andor_prove::job_level::{Cluster, Config, JobLevel, Jobs, Policy, Size};
use andor_prove::second_level::Growth;

fn maker(config: Config, cluster: Option<Cluster>) -> Box<Maker> {
    Box::new(move || {
        let solver = JobLevel::new(config);
        match cluster {
            Some(cluster) => Box::new(solver.with_crew(Box::new(cluster))),
            None => Box::new(solver),
        }
    })
}

/// The last four settings are in virtual time, with messages that take some.
fn cluster(number: u64) -> Option<Cluster> {
    let cluster = Cluster {
        workers: [1, 5, 16, 64][number as usize % 4],
        latency: number % 3 * 7,
        service: number % 2 * 3,
        stagger: 11,
    };
    (number >= 16).then_some(cluster)
}

/// Every setting that there is, in turn.
fn config(number: u64) -> Config {
    Config {
        workers: [1, 2, 3, 7][number as usize % 4],
        policy: Policy::ALL[number as usize / 4 % 4],
        size: [Size::Fixed(1), Size::Fixed(3), Size::Growing(Growth::Whole)][number as usize % 3],
        partial_every: [Some(1), None, Some(2)][number as usize / 3 % 3],
        ..Config::default()
    }
}

fn check(jobs: Jobs, rule: Rule, first: u64, graphs: u64) {
    check_with(jobs, rule, first, graphs, None);
}

/// The same with another policy for all settings.
fn check_with(jobs: Jobs, rule: Rule, first: u64, graphs: u64, policy: impl Into<Option<Policy>>) {
    let (mut all, policy) = (Seen::default(), policy.into());
    for number in 0..20 {
        let own = config(number);
        let config = Config { jobs, policy: policy.unwrap_or(own.policy), ..own };
        let seeds = first + number * graphs..first + (number + 1) * graphs;
        let seen = ask(seeds, rule, &maker(config, cluster(number)), |_| 4 << 20);
        assert!(seen.wrong == 0 && seen.unknown == 0, "{config:?}: {seen:?}");
        all.graphs += seen.graphs;
        all.black += seen.black;
    }
    assert!(all.black > all.graphs / 20, "one-sided sample: {all:?}");
}

#[test]
fn pn_jobs_are_right_where_repetition_is_a_draw() {
    check(Jobs::Pn, Rule::Draw, 80_000, 60);
}

#[test]
fn df_pn_jobs_are_right_where_repetition_is_a_draw() {
    check(Jobs::DfPn, Rule::Draw, 82_000, 60);
}

#[test]
fn pn_jobs_are_right_with_superko() {
    check(Jobs::Pn, Rule::Superko, 84_000, 60);
}

#[test]
fn df_pn_jobs_with_thresholds_are_right_where_repetition_is_a_draw() {
    check_with(Jobs::DfPn, Rule::Draw, 86_000, 60, Policy::Thresholds);
}
