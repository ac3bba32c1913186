//! Everything goes wrong: workers and coordinators are killed, the server restarts, the network is cut and
//! corrupts, messages come twice, late and damaged. The board is solved, the certificate verifies.
//!
//! A run lasts half a minute here, five minutes as a deep check, or as long as `ANDOR_FAULT_SECONDS` says.

use crate::house::{Process, coordinate, run, start};
use crate::meddler::Meddler;
use crate::proxy::Proxy;
use crate::server::{Folder, Server};
use andor_core::SplitMix64;
use std::time::{Duration, Instant};

const WORKERS: usize = 3;
/// How long the last board may take in peace.
const PATIENCE: Duration = Duration::from_secs(400);

/// What was done to a run.
#[derive(Debug, Default)]
struct Done {
    coordinators: u32,
    workers: u32,
    servers: u32,
    cuts: u32,
    boards: u32,
}

/// One search after another until the time is over; troubles all the while.
fn misfortunes(seconds: u64, seed: u64) {
    let folder = Folder::new();
    let mut server = Server::start();
    let proxy = Proxy::before(server.port);
    let meddler = Meddler::at(server.port, seed);
    let mut random = SplitMix64::new(seed);
    let (near, far) = (server.url(), proxy.url());
    let mut born = 0;
    // Of every two workers, one leaves its results with JetStream, and one keeps them itself.
    let mut new_worker = || -> Process {
        born += 1;
        let queue_after = ["0s", "1h"][born % 2];
        start(
            &folder,
            &["worker", "--nats", &far, "--memory", "32MiB", "--queue-after", queue_after],
        )
    };
    let mut workers: Vec<Process> = (0..WORKERS).map(|_| new_worker()).collect();
    let (begun, lasts) = (Instant::now(), Duration::from_secs(seconds));
    let mut done = Done::default();
    let cut = Duration::from_secs((seconds / 12).clamp(2, 10));
    proxy.damage(2);
    // Each board has its own state and its own kind of jobs.
    let boards = [
        ("breakthrough:4x5", "df-pn,size=500"),
        ("breakthrough:4x4", "pn,size=100"),
        ("breakthrough:3x5", "df-pn,size=200"),
    ];
    while begun.elapsed() < lasts {
        let (board, jobs) = boards[done.boards as usize % boards.len()];
        let state = folder.path(&format!("state-{}", done.boards));
        let proof = folder.path("board.proof");
        let words =
            coordinate(board, &near, &state, &["--jobs", jobs, "--proof", &proof, "--lease", "2s"]);
        let mut coordinator = start(&folder, &words);
        let mut killed = 0;
        let ended = loop {
            std::thread::sleep(Duration::from_millis(300 + random.below(900) as u64));
            if !coordinator.is_running() {
                let ended = coordinator.end();
                // The server may have been away when it was started.
                if ended.code == Some(0) {
                    break ended;
                }
                assert!(ended.err.contains("--nats"), "{ended:?}");
                coordinator = start(&folder, &words);
                continue;
            }
            assert!(begun.elapsed() < lasts + PATIENCE, "{board} comes to no end: {done:?}");
            // When the time is over it is left in peace, and must come to an end.
            if begun.elapsed() >= lasts {
                proxy.damage(0);
            } else {
                match random.below(8) {
                    0 | 1 => {
                        let victim = workers.swap_remove(random.below(workers.len()));
                        victim.kill();
                        done.workers += 1;
                    }
                    2 if killed < 4 => {
                        coordinator.kill();
                        killed += 1;
                        done.coordinators += 1;
                        coordinator = start(&folder, &words);
                    }
                    3 if done.servers * 10 <= begun.elapsed().as_secs() as u32 => {
                        server.kill();
                        std::thread::sleep(Duration::from_millis(random.below(1500) as u64));
                        server.revive();
                        done.servers += 1;
                    }
                    4 if done.cuts * 20 <= begun.elapsed().as_secs() as u32 => {
                        proxy.cut(cut);
                        done.cuts += 1;
                    }
                    _ => {}
                }
            }
            // Whoever ended is replaced: damaged bytes may have told a worker to go.
            workers.retain_mut(Process::is_running);
            while workers.len() < WORKERS {
                workers.push(new_worker());
            }
        };
        done.boards += 1;
        let row = ended.row();
        assert_eq!(row["stopped"], "solved", "{ended:?}");
        let truth = run(&folder, &["solve", board, "--json"]).row();
        assert_eq!(row["value"], truth["value"], "{board}: {ended:?}");
        assert_eq!(row["verified"], true, "{ended:?}");
        let verified = run(&folder, &["verify", &proof]);
        assert_eq!(verified.code, Some(0), "{verified:?}");
        // No result that was safe was lost, and none was counted twice; the log says what happened.
        let log = std::fs::read_to_string(format!("{state}/log.txt")).unwrap();
        let last = log.lines().rfind(|line| line.contains("results put in")).unwrap();
        let numbers: Vec<u64> =
            last.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        assert_eq!(numbers[0], numbers[1], "{last}");
        // The state alone is enough to know the value.
        let again = run(&folder, &words);
        assert_eq!((&again.row()["value"], again.code), (&row["value"], Some(0)), "{again:?}");
        println!("{board} {jobs}: {} nodes, {} lines of log", row["nodes"], log.lines().count());
    }
    println!(
        "{done:?}, {} bytes damaged, {} messages meddled with",
        proxy.damages(),
        meddler.said()
    );
    assert!(done.boards > 0 && done.workers > 0 && meddler.said() > 0, "{done:?}");
    if seconds >= 30 {
        assert!(done.coordinators >= 1 && done.servers >= 1 && done.cuts >= 1, "{done:?}");
    }
}

fn seconds(usual: u64) -> u64 {
    let given = std::env::var("ANDOR_FAULT_SECONDS").ok();
    given.map_or(usual, |text| text.parse().expect("ANDOR_FAULT_SECONDS is a number of seconds"))
}

#[test]
fn half_a_minute_of_misfortunes() {
    misfortunes(30, 1);
}

#[test]
#[ignore = "deep check: five minutes of misfortunes (ANDOR_FAULT_SECONDS for another time)"]
fn five_minutes_of_misfortunes() {
    misfortunes(seconds(300), 2);
}
