//! The cluster of `crates/cluster` in virtual time: what its search is worth with any number of workers.

mod simulation;
mod worker;

use super::kept;
use crate::{LabError, Listener};
use andor_core::{InputError, Limits, Stopped};
use andor_engine::remote::CrewMaker;
use andor_engine::{AnyGame, Catalogue, Goal, Line, Method, Request, Stage};
use serde_json::{Value, json};
use simulation::VirtualCrew;
use std::sync::{Arc, Mutex, PoisonError};

/// What workers, coordinator and network are pretended to be like; times in seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Machines {
    /// Nodes that a worker makes in a second.
    pub nodes_a_second: f64,
    /// The way of a message.
    pub latency: f64,
    /// What the coordinator's loop does about one.
    pub message: f64,
    /// The same for each bound that it passes on.
    pub bound: f64,
    /// What a worker does about a bound that it hears.
    pub hear: f64,
    /// What a worker does for a byte of a proof.
    pub prove: f64,
    /// What a checker of the coordinator does about one.
    pub inspect: f64,
    /// How many of these there are.
    pub checkers: usize,
    /// Bytes a second that a worker hears of what others find.
    pub share: u64,
}

/// What came of a search in virtual time.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Outcome {
    /// Nodes of all jobs.
    pub nodes: u64,
    /// Of these, in jobs that nobody wanted any more.
    pub in_vain: u64,
    /// Jobs given out.
    pub jobs: u64,
    /// Seconds of virtual time.
    pub seconds: f64,
    /// The share of their time that workers had a job.
    pub busy: f64,
    /// The same of the coordinator's loop.
    pub coordinator: f64,
    /// Bounds that were told, and those that were heard.
    pub bounds: u64,
    /// By all workers together.
    pub heard: u64,
    /// Bytes of all proofs.
    pub proof_bytes: u64,
    /// What of it took how long by the clock.
    pub clock: Clock,
}

/// What was measured beside the simulation, in seconds of the clock.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Clock {
    /// The workers' searches, of all of them together.
    pub searching: f64,
    /// Their proofs.
    pub proving: f64,
    /// The inspection of these, which is done only where there is one worker.
    pub inspecting: f64,
    /// A bound that is heard, by a worker at the end.
    pub hearing: f64,
}

impl kept::Line for Outcome {
    fn read(row: &Value) -> Option<Outcome> {
        let count = |name: &str| row[name].as_u64();
        let part = |name: &str| row[name].as_f64();
        Some(Outcome {
            nodes: count("work_nodes")?,
            in_vain: count("in_vain")?,
            jobs: count("jobs")?,
            seconds: part("seconds")?,
            busy: part("busy")?,
            coordinator: part("coordinator")?,
            bounds: count("bounds")?,
            heard: count("heard")?,
            proof_bytes: count("proof_bytes")?,
            clock: Clock {
                searching: part("searching")?,
                proving: part("proving")?,
                inspecting: part("inspecting")?,
                hearing: part("hearing")?,
            },
        })
    }

    fn fields(&self) -> Value {
        let Clock { searching, proving, inspecting, hearing } = self.clock;
        json!({
            "work_nodes": self.nodes, "in_vain": self.in_vain, "jobs": self.jobs, "seconds": self.seconds,
            "busy": self.busy, "coordinator": self.coordinator, "bounds": self.bounds,
            "heard": self.heard, "proof_bytes": self.proof_bytes, "searching": searching,
            "proving": proving, "inspecting": inspecting, "hearing": hearing,
        })
    }
}

/// How many workers there are, and what they have.
#[derive(Clone, Copy, Debug)]
pub struct Crowd {
    /// Workers of one thread.
    pub workers: usize,
    /// Bytes of each of them, beside the zone table, which all of them share here.
    pub memory: u64,
}

/// Searches a position as a cluster does that is started without any words but its address.
///
/// # Errors
/// If it does not end.
pub fn search(
    catalogue: &Catalogue,
    (game, line): (&dyn AnyGame, &Line),
    machines: Machines,
    crowd: Crowd,
    label: &str,
    listener: &mut dyn Listener,
) -> Result<Outcome, LabError> {
    let outcome: Arc<Mutex<Result<Outcome, InputError>>> =
        Arc::new(Mutex::new(Ok(Outcome::default())));
    let (told, catalogue) = (outcome.clone(), catalogue.clone());
    let crew = CrewMaker::new(move |brief| {
        let (catalogue, outcome) = (catalogue.clone(), told.clone());
        Box::new(VirtualCrew { machines, crowd, catalogue, brief, outcome })
    });
    let interrupt = listener.interrupt();
    let request = Request {
        settings: Method::Auto.into(),
        goal: Goal::Win,
        limits: Limits { interrupt, ..Limits::default() },
        stage: Stage::Search,
        crew: Some(crew),
        ..Request::default()
    };
    let mut observer = listener.observer(label);
    let solved = game.solve(line, &request, &mut *observer);
    drop(observer);
    let outcome = outcome.lock().unwrap_or_else(PoisonError::into_inner).clone()?;
    let solved = solved.map_err(|error| InputError::new(format!("{label}: {error}")))?;
    if solved.row.stopped != Stopped::Solved {
        let stopped = solved.row.stopped;
        return Err(InputError::new(format!("{label}: not solved, stopped by {stopped}")).into());
    }
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use super::{Clock, Crowd, Machines, Outcome, Value, search};
    use crate::Listener;
    use andor_core::{Observer, Silent};
    use andor_engine::Catalogue;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    struct Nobody;

    impl Listener for Nobody {
        fn row(&mut self, _: &str, _: &Value) {}
        fn text(&mut self, _: &str) {}
        fn object(&mut self, _: &Value) {}
        fn note(&mut self, _: &str) {}
        fn progress(&mut self, _: &str) {}

        fn observer(&self, _: &str) -> Box<dyn Observer> {
            Box::new(Silent)
        }

        fn interrupt(&mut self) -> Arc<AtomicBool> {
            Arc::default()
        }
    }

    /// Slow workers, so that a small board is much to do.
    const SLOW: Machines = Machines {
        nodes_a_second: 5e4,
        latency: 0.0001,
        message: 15e-6,
        bound: 1e-7,
        hear: 1e-7,
        prove: 1e-6,
        inspect: 1e-6,
        checkers: 2,
        share: 32 << 20,
    };

    fn outcome(machines: Machines, workers: usize) -> Outcome {
        let catalogue = Catalogue::standard();
        let game = catalogue.game("breakthrough:4x5").unwrap();
        let line = game.position(None, &[]).unwrap();
        let crowd = Crowd { workers, memory: 16 << 20 };
        let found = search(&catalogue, (&*game, &line), machines, crowd, "test", &mut Nobody);
        Outcome { clock: Clock::default(), ..found.unwrap() }
    }

    #[test]
    fn it_repeats_to_the_node_whatever_the_machine_does_beside() {
        let (one, again) = (outcome(SLOW, 3), outcome(SLOW, 3));
        assert!(
            one == again && one.jobs > 3 && one.bounds > 0 && one.heard > one.bounds,
            "{one:?}"
        );
    }

    #[test]
    fn one_worker_is_always_at_work_and_hears_nothing() {
        let one = outcome(SLOW, 1);
        assert!(one.busy > 0.9 && one.busy <= 1.0, "{one:?}");
        assert_eq!((one.bounds, one.heard, one.in_vain), (0, 0, 0));
        // Nodes take their time, and there is little beside them.
        let seconds = one.nodes as f64 / SLOW.nodes_a_second;
        assert!(one.seconds >= seconds && one.seconds < 1.2 * seconds, "{one:?}");
    }

    #[test]
    fn several_are_faster_less_so_if_they_tell_each_other_nothing_or_messages_take_long() {
        let (one, four) = (outcome(SLOW, 1), outcome(SLOW, 4));
        assert!(four.seconds < 0.7 * one.seconds, "{one:?} {four:?}");
        let silent = outcome(Machines { share: 0, ..SLOW }, 4);
        assert!(silent.bounds == 0 && silent.nodes > four.nodes, "{silent:?} {four:?}");
        assert!(four.busy <= 1.0 && silent.busy <= 1.0, "{four:?} {silent:?}");
        let far = outcome(Machines { latency: 0.3, ..SLOW }, 4);
        assert!(far.busy < 0.8 * four.busy && far.seconds > four.seconds, "{far:?} {four:?}");
    }

    #[test]
    fn results_wait_where_there_are_too_few_to_inspect_them() {
        // With so many workers small results, too, go to those who inspect them.
        let slow = Machines { inspect: 1e-3, checkers: 1, ..SLOW };
        let (few, many) = (outcome(slow, 33), outcome(Machines { checkers: 33, ..slow }, 33));
        assert!(many.seconds < 0.7 * few.seconds, "{few:?} {many:?}");
    }
}
