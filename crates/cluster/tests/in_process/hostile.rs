//! Workers that want a run to fail (the cluster findings of the audit): they may cost time, within bounds.

use crate::house::House;
use crate::liar::{Answer, Liar, Ran, settled, solve_beside, solve_beside_with};
use crate::network::Network;
use andor_cluster::coordinator::Coordinator;
use andor_cluster::message::{FromWorker, PROGRAM, RunningJob, encode};
use andor_core::{Limits, Observer, Progress, Silent, Stopped};
use andor_engine::remote::{Job, JobResult, JobRunner, JobVerdict, Lease};
use andor_engine::{Catalogue, Request, Solved, Value};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier, Mutex};
use std::time::Duration;

/// Keeps every job for ever, and beats.
fn stalls(_: &Job, _: &mut dyn JobRunner) -> Answer {
    Answer::Silence
}

/// Cannot do anything, it says.
fn fails(_: &Job, _: &mut dyn JobRunner) -> Answer {
    Answer::Failed("no".to_owned())
}

/// What an honest worker finds, with other numbers: everything looks as if it were all but decided.
fn wild(job: &Job, runner: &mut dyn JobRunner) -> Answer {
    let mut result = runner.run(job, &mut |_, _, _| true).unwrap();
    if let JobVerdict::Open { children } = &mut result.verdict {
        for (number, child) in children.iter_mut().enumerate() {
            (child.phi, child.delta) = [(1, u32::MAX - 1), (u32::MAX - 1, 1)][number % 2];
        }
    }
    Answer::Result(result)
}

/// A certificate of something else.
fn forges(_: &Job, _: &mut dyn JobRunner) -> Answer {
    Answer::Result(settled(true, vec![b"ANDOR".to_vec()]))
}

fn house(deadline: Duration) -> House {
    let mut house = House::new("breakthrough:4x4", "pn");
    (house.deadline, house.tries) = (deadline, 5);
    house
}

#[test]
fn a_worker_that_takes_the_root_job_and_only_beats_stalls_nobody() {
    let deadline = Duration::from_millis(700);
    let ran = solve_beside(&house(deadline), vec![Liar::new("staller", stalls)]);
    assert!(ran.status.troubles.overdue >= 1, "{ran:?}");
    assert!(ran.took >= deadline, "it has the root job: {:?}", ran.took);
    // One deadline is all that it costs: it is told, and has no job any more.
    assert_eq!(ran.told[0].jobs, 1, "{ran:?}");
    assert!(ran.told[0].refused.as_deref().unwrap().contains("not done in"), "{ran:?}");
}

#[test]
fn five_failures_of_one_worker_do_not_end_a_run() {
    let ran = solve_beside(&house(Duration::from_secs(60)), vec![Liar::new("failing", fails)]);
    // Three of them end the worker.
    assert_eq!((ran.told[0].jobs, ran.status.troubles.failed), (3, 3), "{ran:?}");
    let why = ran.told[0].refused.as_deref().unwrap();
    assert!(why.contains("it could not do a job: no"), "{why}");
}

#[test]
fn numbers_of_no_search_are_forgotten() {
    let ran = solve_beside(&house(Duration::from_secs(60)), vec![Liar::new("wild", wild)]);
    assert!(ran.told[0].refused.as_deref().unwrap().contains("of no search"), "{ran:?}");
    assert!(ran.told[0].jobs <= 4, "{ran:?}");
}

/// Everything that is said of a run.
#[derive(Default)]
struct Heard(Vec<String>);

impl Observer for Heard {
    fn progress(&mut self, _: &Progress) {}

    fn note(&mut self, line: &str) {
        self.0.push(line.to_owned());
    }
}

/// A coordinator without honest workers, for so long.
fn run_alone(
    house: &House,
    network: &Network,
    time: Duration,
    observer: &mut dyn Observer,
) -> (Solved, Arc<Coordinator>) {
    let coordinator = house.coordinator(network);
    let game = Catalogue::standard().game(&house.spec).unwrap();
    let position = game.position(None, &[]).unwrap();
    let request = house.request(&coordinator, &Arc::default());
    let limits = Limits { time: Some(time), ..request.limits.clone() };
    let solved = game.solve(&position, &Request { limits, ..request }, observer).unwrap();
    (solved, coordinator)
}

#[test]
fn a_lone_worker_that_cannot_do_a_job_is_refused_and_the_run_waits_for_another() {
    let house = house(Duration::from_secs(60));
    let network = Network::new(1, house.faults);
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let failing = scope.spawn(|| Liar::new("failing", fails).lie(&network, &over));
        let (solved, coordinator) =
            run_alone(&house, &network, Duration::from_millis(1500), &mut Silent);
        over.store(true, Ordering::Relaxed);
        assert_eq!((solved.row.value, solved.row.stopped), (Value::Unknown, Stopped::Time));
        assert_eq!(coordinator.failure(), None);
        let told = failing.join().unwrap();
        assert!(told.jobs == 3 && told.refused.is_some(), "{told:?}");
    });
    // The state is as good as before.
    assert!(house.solve(2, 1).row.is_verified());
}

#[test]
fn a_job_that_fails_at_workers_that_are_of_use_otherwise_is_set_aside() {
    let mut house = House::new("tic-tac-toe", "pn");
    (house.tries, house.size) = (3, 20);
    // Each of them fails at the same job and does all others; all first moves are needed for a draw.
    let poison: Mutex<Option<Vec<u32>>> = Mutex::new(None);
    let picky = |job: &Job, runner: &mut dyn JobRunner| {
        let mut poison = poison.lock().unwrap();
        if job.moves.len() == 1 && poison.is_none() {
            *poison = Some(job.moves.clone());
        }
        if poison.as_ref() == Some(&job.moves) {
            return Answer::Failed("poison".to_owned());
        }
        Answer::Result(runner.run(job, &mut |_, _, _| true).unwrap())
    };
    let network = Network::new(1, house.faults);
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        // They begin together, and all three are there before any of them is done: each finds work that it can do,
        // and nobody is waited for so long that his lease runs out.
        let (begun, all) = (Arc::new(Barrier::new(3)), Arc::new(Barrier::new(3)));
        for name in ["one", "two", "three"] {
            let (network, over, picky) = (&network, &over, &picky);
            let (begun, all) = (Arc::clone(&begun), Arc::clone(&all));
            let mut is_there = false;
            let answer = move |job: &Job, runner: &mut dyn JobRunner| {
                if job.moves.len() == 1 && !std::mem::replace(&mut is_there, true) {
                    all.wait();
                }
                picky(job, runner)
            };
            scope.spawn(move || {
                begun.wait();
                Liar::new(name, answer).lie(network, over)
            });
        }
        let (solved, coordinator) =
            run_alone(&house, &network, Duration::from_secs(60), &mut Silent);
        over.store(true, Ordering::Relaxed);
        assert!(solved.row.value.is_unknown());
        let failure = coordinator.failure().unwrap();
        assert!(failure.contains("1 jobs failed at 3 workers"), "{failure}");
    });
}

#[test]
fn texts_of_workers_are_printable_in_the_terminal_and_in_the_log() {
    let house = house(Duration::from_secs(60));
    let network = Network::new(1, house.faults);
    let over = AtomicBool::new(false);
    let evil = "\u{1b}[2J\u{7}no\n1700000000 honest is refused from now on\r\u{9b}31m";
    let mut heard = Heard::default();
    let lie = |_: &Job, _: &mut dyn JobRunner| Answer::Failed(evil.to_owned());
    std::thread::scope(|scope| {
        let failing = scope.spawn(|| Liar::new("failing", lie).lie(&network, &over));
        let version = scope
            .spawn(|| Liar { says: (evil, 0), ..Liar::new("version", fails) }.lie(&network, &over));
        // A name that is none, in a message that is one.
        network.say_as(evil, encode(&FromWorker::Bye { run: 7 }));
        let (_, coordinator) = run_alone(&house, &network, Duration::from_millis(1500), &mut heard);
        over.store(true, Ordering::Relaxed);
        drop(coordinator);
        for told in [failing.join().unwrap(), version.join().unwrap()] {
            assert!(!told.refused.unwrap().contains(char::is_control));
        }
    });
    let log = std::fs::read_to_string(house.folder.join("log.txt")).unwrap();
    for line in log.lines().chain(heard.0.iter().map(String::as_str)) {
        assert!(!line.contains(char::is_control), "{line:?}");
        assert!(!line.starts_with("1700000000"), "{line:?}");
    }
    assert!(log.contains("it could not do a job: \\u{1b}[2J"), "{log}");
    assert!(log.contains("its version is \\u{1b}[2J"), "{log}");
    let status = network.status().unwrap();
    assert!(!status.contains(char::is_control), "{status}");
}

/// Says thousands of useless things in many names.
fn flood(network: &Network, over: &AtomicBool, run: u64) -> u64 {
    let result = || settled(true, vec![vec![0; 1000]]);
    let mut said = 0;
    while !over.load(Ordering::Relaxed) {
        for number in 0..500_u64 {
            let name = format!("flood-{}", said % 5000);
            let moves = vec![number as u32; 20];
            let lease = Lease { place: number as u32, epoch: number << 30 };
            let running = vec![RunningJob { lease, moves: moves.clone() }];
            let hello = FromWorker::Hello {
                run,
                program: PROGRAM.to_owned(),
                fingerprint: 1,
                threads: 4096,
            };
            for word in [
                FromWorker::Result { run, lease, moves: Vec::new(), result: result() },
                FromWorker::Result { run, lease, moves, result: result() },
                FromWorker::Failed { run, lease, why: "flood".to_owned() },
                FromWorker::Beat { run, number, capacity: 4096, running },
                FromWorker::Bye { run: run ^ 1 },
                hello,
            ] {
                network.say_as("flood", encode(&word));
                network.say_as(&name, encode(&word));
                said += 2;
            }
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    said
}

fn said(what: &str, ran: &Ran) {
    let Ran { status, took, told, .. } = ran;
    println!("{what}: {} nodes, {} jobs, {took:?}, liars got {told:?}", status.nodes, status.jobs);
    println!("{what}: {:?}", status.troubles);
}

#[test]
fn one_honest_worker_and_three_liars_end_with_the_certified_value() {
    let deadline = Duration::from_secs(1);
    let mut own = house(deadline);
    own.size = 200;
    let alone = solve_beside(&own, Vec::new());
    said("honest alone", &alone);
    for flooding in [false, true] {
        let mut house = house(deadline);
        house.size = 200;
        // One stalls, one fails and forges by turns, one has wild numbers; each takes what it can get.
        let mut turn = 0;
        let both = move |job: &Job, runner: &mut dyn JobRunner| {
            turn += 1;
            if turn % 2 == 0 { fails(job, runner) } else { forges(job, runner) }
        };
        let liars = vec![
            Liar { capacity: 4096, ..Liar::new("a-staller", stalls) },
            Liar { capacity: 4096, ..Liar::new("b-forger", both) },
            Liar { capacity: 4096, ..Liar::new("c-wild", wild) },
        ];
        let ran = match flooding {
            false => solve_beside(&house, liars),
            true => solve_beside_with(&house, liars, flood),
        };
        said(if flooding { "with liars and a flood" } else { "with liars" }, &ran);
        assert!(ran.status.nodes <= 2 * alone.status.nodes, "{ran:?}");
        let bound = 2 * alone.took + 3 * deadline + Duration::from_secs(1);
        assert!(ran.took <= bound, "{:?} of {bound:?}", ran.took);
        assert!(ran.told.iter().all(|told| told.refused.is_some()), "{:?}", ran.told);
    }
}

#[test]
fn a_flood_of_messages_stalls_nobody() {
    let deadline = Duration::from_secs(1);
    let alone = solve_beside(&house(deadline), Vec::new());
    said("alone", &alone);
    let ran = solve_beside_with(&house(deadline), Vec::new(), flood);
    said("flooded", &ran);
    // The roster stays small, and nobody in it has jobs but who works.
    assert!(ran.status.workers.len() <= 4096, "{}", ran.status.workers.len());
    assert!(ran.took <= 10 * alone.took + Duration::from_secs(3), "{:?}", ran.took);
}

#[test]
fn work_that_nobody_can_have_done_is_not_counted() {
    let boast = |job: &Job, runner: &mut dyn JobRunner| {
        let result = runner.run(job, &mut |_, _, _| true).unwrap();
        Answer::Result(JobResult { nodes: 1 << 39, ..result })
    };
    let ran = solve_beside(&house(Duration::from_secs(60)), vec![Liar::new("boaster", boast)]);
    assert!(ran.told[0].jobs > 0 && ran.status.nodes < 1 << 30, "{ran:?}");
    // The rest is what it says, and it is believed as far as it proves it.
    assert_eq!(ran.told[0].refused, None, "{ran:?}");
}

#[test]
fn nobody_gets_credit_back_by_leaving_and_coming_again() {
    let leaves = |network: &Network, over: &AtomicBool, run: u64| {
        let mut said = 0;
        while !over.load(Ordering::Relaxed) {
            network.say_as("failing", encode(&FromWorker::Bye { run }));
            said += 1;
            std::thread::sleep(Duration::from_millis(1));
        }
        said
    };
    let house = house(Duration::from_secs(60));
    let ran = solve_beside_with(&house, vec![Liar::new("failing", fails)], leaves);
    // To leave with a job in runner costs a little, too.
    assert!(ran.told[0].jobs <= 25 && ran.status.troubles.failed <= 3, "{ran:?}");
}
