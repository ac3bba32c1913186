//! Everything goes wrong at random, from a seed: the value is the true one, and the certificate holds.

use crate::house::{House, config, solve_alone};
use crate::network::{Faults, Network};
use andor_cluster::coordinator::Coordinator;
use andor_cluster::worker::WorkerConfig;
use andor_core::{Silent, SplitMix64};
use andor_engine::{Catalogue, Solved};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const ROUGH: Faults = Faults { dropped: 30, doubled: 50, held_back: 50, damaged: 20 };

/// A worker that is killed now and then, and comes back under another name.
fn mortal_worker(house: &House, network: &Network, number: usize, seed: u64, over: &AtomicBool) {
    let mut random = SplitMix64::new(seed ^ (number as u64) << 32);
    let mut life = 0;
    while !over.load(Ordering::Relaxed) {
        life += 1;
        let name = format!("worker-{number}-{life}");
        let interrupt = Arc::new(AtomicBool::new(false));
        let config = WorkerConfig { interrupt: interrupt.clone(), ..config(number) };
        std::thread::scope(|scope| {
            let done = Arc::new(AtomicBool::new(false));
            let ends = done.clone();
            let (own, called) = (network.clone(), name.clone());
            scope.spawn(move || {
                house.worker(&own, &called, &config);
                ends.store(true, Ordering::Relaxed);
            });
            let lives = 20 + random.below(400);
            for _ in 0..lives {
                if done.load(Ordering::Relaxed) || over.load(Ordering::Relaxed) {
                    break;
                }
                std::thread::sleep(Duration::from_millis(1));
            }
            // Killed: nothing it says is heard any more.
            if !over.load(Ordering::Relaxed) {
                network.cut_worker(&name);
            }
            interrupt.store(true, Ordering::Relaxed);
        });
    }
}

/// Coordinators one after the other, each killed at a random moment, until one finishes.
fn mortal_coordinator(house: &House, network: &Network, seed: u64) -> (Solved, u32) {
    let mut random = SplitMix64::new(seed);
    let game = Catalogue::standard().game(&house.spec).unwrap();
    let position = game.position(None, &[]).unwrap();
    let mut deaths = 0;
    loop {
        let connect = |inbox| Ok(network.coordinator(inbox));
        let options = house.coordinator_config();
        let killed = options.killed.clone();
        let coordinator = Arc::new(Coordinator::new(options, connect).unwrap());
        let stop = Arc::new(AtomicBool::new(false));
        let request = house.request(&coordinator, &stop);
        let life = Duration::from_millis(5 + random.below(60) as u64 * u64::from(deaths + 1));
        let solved = std::thread::scope(|scope| {
            let searching = scope.spawn(|| game.solve(&position, &request, &mut Silent).unwrap());
            if deaths < 3 {
                std::thread::sleep(life);
                network.cut_coordinator();
                killed.store(true, Ordering::Relaxed);
            }
            searching.join().unwrap()
        });
        assert_eq!(coordinator.failure(), None, "seed {seed}");
        if solved.row.value.text() != "unknown" {
            return (solved, deaths);
        }
        deaths += 1;
    }
}

fn chaos(spec: &str, jobs: &str, seeds: std::ops::Range<u64>) {
    let truth = solve_alone(spec).row.value;
    for seed in seeds {
        let mut house = House::new(spec, jobs);
        (house.faults, house.size, house.seals) = (ROUGH, 20, seed % 4 == 0);
        let network = Network::new(seed, house.faults);
        let over = AtomicBool::new(false);
        let begun = Instant::now();
        std::thread::scope(|scope| {
            for number in 0..3 {
                let (house, network, over) = (&house, &network, &over);
                scope.spawn(move || mortal_worker(house, network, number, seed, over));
            }
            let (solved, deaths) = mortal_coordinator(&house, &network, seed);
            over.store(true, Ordering::Relaxed);
            assert_eq!(solved.row.value, truth, "{spec} {jobs}, seed {seed}, {deaths} deaths");
            assert!(solved.row.is_verified(), "{spec} {jobs}, seed {seed}");
            assert_eq!(solved.failure, None, "{spec} {jobs}, seed {seed}");
            // No result was lost that was said to be safe, and none was counted twice.
            let counted = solved.jobs.unwrap();
            assert_eq!(counted.jobs, counted.expanded, "{spec} {jobs}, seed {seed}");
            println!("{spec} {jobs}, seed {seed}: {deaths} deaths, {:?}", begun.elapsed());
        });
    }
}

#[test]
fn a_game_without_cycles_survives_anything() {
    chaos("breakthrough:3x4", "pn", 0..12);
    chaos("breakthrough:3x4", "df-pn", 100..112);
}

#[test]
fn a_game_with_draws_survives_anything() {
    chaos("tic-tac-toe", "pn", 0..6);
    chaos("tic-tac-toe", "df-pn", 0..6);
}

#[test]
fn games_whose_positions_come_back_survive_anything() {
    chaos("loa:4x4", "df-pn", 0..4);
    chaos("loa:4x4", "pn", 0..4);
    chaos("go:2x2,goal=1", "pn", 0..4);
}
