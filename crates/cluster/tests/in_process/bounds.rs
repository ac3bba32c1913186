//! Bounds that workers tell each other, and what becomes of wrong ones.

use crate::house::House;
use crate::liar::{Answer, Liar, solve_beside, solve_beside_with};
use crate::network::Faults;
use andor_cluster::message::{FromWorker, encode};
use andor_engine::remote::Bound;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// It takes its time, so that there are others.
const SLOW: Duration = Duration::from_millis(5);

/// A worker that does its jobs, and leaves what it has found here.
fn honest<'a>(name: &'a str, found: &'a Mutex<Vec<Bound>>) -> Liar<'a> {
    Liar::new(name, move |job, runner| {
        let shared = runner.shared().unwrap();
        shared.set_least(1);
        std::thread::sleep(SLOW);
        let result = runner.run(job, &mut |_, _, _| true).unwrap();
        found.lock().unwrap().extend(shared.take());
        Answer::Result(result)
    })
}

/// The same position with what no honest worker says of it.
fn twisted(bound: Bound) -> [Bound; 5] {
    let Bound { phi, delta, work, .. } = bound;
    let of = |phi, delta, work| Bound { phi, delta, work, ..bound };
    [
        // The opposite, with more work behind it.
        of(delta, phi, work.saturating_add(1000)),
        of(0, u64::MAX, u32::MAX),
        of(u64::MAX, 0, u32::MAX),
        of(0, 0, u32::MAX),
        Bound { tag: bound.tag ^ 1 << 17, ..of(u64::MAX, 1, u32::MAX) },
    ]
}

#[test]
fn forged_stale_and_damaged_bounds_cost_time_and_never_truth() {
    // Who is found out at once has nothing passed on.
    let mut passed_on = 0;
    for faults in
        [Faults::default(), Faults { dropped: 50, doubled: 200, held_back: 50, damaged: 50 }]
    {
        let mut house = House::new("breakthrough:4x4", "df-pn");
        (house.size, house.faults) = (1, faults);
        let found = Mutex::new(Vec::new());
        let ran = solve_beside_with(&house, vec![honest("liar", &found)], |network, over, run| {
            let (mut all, mut messages) = (Vec::new(), 0);
            while !over.load(Ordering::Relaxed) {
                let new: Vec<Bound> = std::mem::take(&mut *found.lock().unwrap());
                all.extend(new.iter().flat_map(|&bound| twisted(bound)));
                // What is old is said again and again.
                let from = all.len().saturating_sub(2000);
                let bounds = all[from..].to_vec();
                network.say_as("liar", encode(&FromWorker::Bounds { run, bounds }));
                messages += 1;
                std::thread::sleep(Duration::from_millis(2));
            }
            messages
        });
        println!("{} bounds passed on, {:?}", ran.status.bounds, ran.took);
        passed_on += ran.status.bounds;
        // Who says them is found out, where the opposite was proved; whoever believes them is not held to account.
        assert!(ran.status.troubles.refuted > 0, "{:?}", ran.status);
        let why = ran.worker("liar").refused.as_deref();
        assert!(why.is_some_and(|why| why.contains("it told others")), "{why:?}");
        assert_eq!(ran.worker("honest").refused, None);
        assert_eq!((ran.status.again, ran.status.doubtful), (0, 0), "{:?}", ran.status);
    }
    assert!(passed_on > 0, "nothing of it was passed on");
}

/// Numbers that no search comes to, of all positions that come up: who takes them over says none of them.
#[test]
fn who_believes_wild_numbers_says_none() {
    let mut house = House::new("breakthrough:4x4", "df-pn");
    house.size = 1;
    let found = Mutex::new(Vec::new());
    let ran = solve_beside_with(&house, vec![honest("liar", &found)], |network, over, run| {
        let mut all = Vec::new();
        while !over.load(Ordering::Relaxed) {
            let new: Vec<Bound> = std::mem::take(&mut *found.lock().unwrap());
            let open = new.into_iter().filter(|bound| bound.phi > 0 && bound.delta > 0);
            all.extend(open.flat_map(|bound| {
                [1 << 22, 1 << 34, 1 << 38].map(|wild| Bound {
                    phi: wild,
                    delta: wild + 1,
                    work: u32::MAX,
                    ..bound
                })
            }));
            let bounds = all[all.len().saturating_sub(2000)..].to_vec();
            network.say_as("liar", encode(&FromWorker::Bounds { run, bounds }));
            std::thread::sleep(Duration::from_millis(2));
        }
        all.len() as u64
    });
    assert!(ran.status.bounds > 0, "they were passed on: {:?}", ran.status);
    assert_eq!(ran.status.troubles.forged, 0, "{:?}", ran.status);
    assert_eq!(ran.worker("honest").refused, None);
}

/// The name of a worker's user stands before the last point of its own.
#[test]
fn bounds_do_not_go_to_workers_of_another_user() {
    let mut house = House::new("breakthrough:4x4", "df-pn");
    house.size = 1;
    let found = Mutex::new(Vec::new());
    let stranger =
        solve_beside_with(&house, vec![honest("mallory.w", &found)], |network, over, run| {
            while !over.load(Ordering::Relaxed) {
                let bounds = found.lock().unwrap().clone();
                network.say_as("mallory.w", encode(&FromWorker::Bounds { run, bounds }));
                std::thread::sleep(Duration::from_millis(2));
            }
            0
        });
    assert_eq!(stranger.status.bounds, 0);
    assert!(stranger.worker("honest").jobs > 0 && !found.lock().unwrap().is_empty());
    // Nor to anybody, where there is only one.
    let house = House::new("breakthrough:4x4", "df-pn");
    assert_eq!(solve_beside(&house, Vec::new()).status.bounds, 0);
}
