//! Workers hear announcements of anybody, and end on none of them; they open no file that a message names.

use crate::house::{House, config};
use crate::network::{Faults, Network};
use andor_cluster::message::{FromCoordinator, PROGRAM, encode};
use andor_cluster::transport::{CoordinatorPort, Delivery};
use andor_cluster::worker::{Worked, WorkerConfig, work};
use andor_core::{InputError, Silent};
use andor_engine::Catalogue;
use andor_engine::remote::{JobSubject, JobTerms};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

fn subject(spec: &str) -> JobSubject {
    let game = Catalogue::standard().game("breakthrough:3x4").unwrap();
    JobSubject {
        game: spec.to_owned(),
        position: game.position(None, &[]).unwrap().asked(),
        player: 'w',
        fingerprint: game.fingerprint(),
        content: None,
        terms: JobTerms::default(),
    }
}

fn announce(number: u64, program: &str, subject: JobSubject) -> Vec<u8> {
    encode(&FromCoordinator::Announce {
        home: number,
        run: number,
        program: program.to_owned(),
        subject,
    })
}

/// A message of another version.
fn of_another_version() -> Vec<u8> {
    let mut bytes = encode(&FromCoordinator::Over { home: 1 });
    let (version, sum) = (9_u16, andor_core::SplitMix64::new(9).next_u64());
    bytes[4..6].copy_from_slice(&version.to_le_bytes());
    let sum = andor_certify::fnv1a(&bytes[14..]) ^ sum;
    bytes[6..14].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// What a worker says while this is announced to it again and again, until it is interrupted; and how it ends.
fn hears(announcement: &[u8], config: WorkerConfig) -> (Vec<String>, Result<Worked, InputError>) {
    let network = Network::new(1, Faults::default());
    let (sender, _deliveries) = channel::<Delivery>();
    let port = network.coordinator(Arc::new(sender));
    std::thread::scope(|scope| {
        let interrupt = config.interrupt.clone();
        scope.spawn(move || {
            for _ in 0..60 {
                port.announce(announcement.to_vec());
                std::thread::sleep(Duration::from_millis(5));
            }
            interrupt.store(true, Ordering::Relaxed);
        });
        let mut lines = Vec::new();
        let connect = |inbox| Ok(network.worker("worker", inbox));
        let note = &mut |line: &str| lines.push(line.to_owned());
        let ended = work(&Catalogue::standard(), &config, connect, note);
        (lines, ended)
    })
}

#[test]
fn a_worker_says_why_it_cannot_take_part_and_waits() {
    let right = subject("breakthrough:3x4");
    let other_rules = JobSubject { fingerprint: right.fingerprint ^ 1, ..right.clone() };
    let mut zoned = right.clone();
    zoned.terms.zone_rows = Some(99);
    for (announcement, words) in [
        (announce(1, "7.7.7", right.clone()), ["7.7.7", PROGRAM]),
        (announce(1, PROGRAM, other_rules), ["rules of", "breakthrough:3x4"]),
        (announce(1, PROGRAM, subject("chess")), ["chess", "no such game"]),
        (announce(1, PROGRAM, zoned), ["--zone 99", "waiting"]),
        (of_another_version(), ["version 9", "waiting"]),
    ] {
        let (lines, ended) = hears(&announcement, config(1));
        assert!(!ended.unwrap().is_over, "it was interrupted");
        let said = lines.iter().filter(|line| words.iter().all(|word| line.contains(word)));
        assert_eq!(said.count(), 1, "{words:?}: {lines:?}");
    }
    // What nobody said whose run it has joined ends nothing, and is not worth a line.
    for call in [
        FromCoordinator::Refused { run: 1, why: "because".to_owned() },
        FromCoordinator::Over { home: 1 },
    ] {
        let (lines, ended) = hears(&encode(&call), config(1));
        assert!(!ended.unwrap().is_over && lines.is_empty(), "{lines:?}");
    }
}

#[test]
fn texts_of_announcements_are_printable_at_the_worker() {
    let evil = "\u{1b}[2Jbreakthrough:3x4\nworker: all is over";
    for announcement in [
        announce(1, PROGRAM, subject(evil)),
        announce(1, evil, subject("breakthrough:3x4")),
        announce(1, PROGRAM, JobSubject { position: evil.into(), ..subject("breakthrough:3x4") }),
    ] {
        let (lines, _) = hears(&announcement, config(1));
        assert!(!lines.is_empty());
        assert!(lines.iter().all(|line| !line.contains(char::is_control)), "{lines:?}");
    }
}

#[test]
fn a_forged_announcement_sends_no_worker_home() {
    let house = House::new("breakthrough:4x4", "pn");
    let network = Network::new(1, Faults::default());
    let (over, has_joined) = (AtomicBool::new(false), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let (sender, _deliveries) = channel::<Delivery>();
        let stranger: Arc<dyn CoordinatorPort> = network.coordinator(Arc::new(sender));
        let coordinator = house.coordinator(&network);
        let worker = scope.spawn(|| {
            let connect = |inbox| Ok(network.worker("worker", inbox));
            // Its first line is about the run that it joins.
            let note = &mut |_: &str| has_joined.store(true, Ordering::Relaxed);
            work(&Catalogue::standard(), &config(1), connect, note)
        });
        let has_joined = &has_joined;
        let (over, forged) = (
            &over,
            [
                encode(&FromCoordinator::Over { home: 99 }),
                encode(&FromCoordinator::Refused { run: 99, why: "go away".to_owned() }),
                announce(99, "7.7.7", subject("breakthrough:3x4")),
                announce(99, PROGRAM, subject("breakthrough:3x4")),
                of_another_version(),
            ],
        );
        scope.spawn(move || {
            // First it joins its own coordinator.
            while !has_joined.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
            }
            while !over.load(Ordering::Relaxed) {
                forged.iter().for_each(|bytes| stranger.announce(bytes.clone()));
                std::thread::sleep(Duration::from_millis(1));
            }
        });
        let game = Catalogue::standard().game(&house.spec).unwrap();
        let position = game.position(None, &[]).unwrap();
        let request = house.request(&coordinator, &Arc::default());
        let solved = game.solve(&position, &request, &mut Silent).unwrap();
        over.store(true, Ordering::Relaxed);
        assert!(solved.row.is_verified());
        coordinator.dismiss_workers();
        let worked = worker.join().unwrap().unwrap();
        assert!(worked.is_over && worked.jobs > 0, "{worked:?}");
    });
}

#[test]
fn a_worker_leaves_a_silent_coordinator_for_another() {
    let config = WorkerConfig { silence: Duration::from_millis(100), ..config(1) };
    let network = Network::new(1, Faults::default());
    let (sender, _deliveries) = channel::<Delivery>();
    let port = network.coordinator(Arc::new(sender));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let say = |number: u64, spec: &str| {
                for _ in 0..10 {
                    port.announce(announce(number, PROGRAM, subject(spec)));
                    std::thread::sleep(Duration::from_millis(10));
                }
            };
            say(1, "breakthrough:3x4");
            say(2, "breakthrough:3x4");
            std::thread::sleep(config.silence);
            say(2, "breakthrough:3x4");
            port.announce(encode(&FromCoordinator::Over { home: 1 }));
            port.announce(encode(&FromCoordinator::Over { home: 2 }));
        });
        let mut joined = 0;
        let connect = |inbox| Ok(network.worker("worker", inbox));
        let worked = work(&Catalogue::standard(), &config, connect, &mut |_| joined += 1).unwrap();
        assert!(worked.is_over);
        assert_eq!(joined, 2, "one after the other");
    });
}

#[test]
fn a_worker_opens_no_file_that_a_message_names() {
    let folder = std::env::temp_dir().join(format!("andor-graph-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/graphs/example.json");
    let file: PathBuf = folder.join("graph.json");
    std::fs::copy(example, &file).unwrap();
    let spec = format!("graph:{}", file.display());
    // Whether it is there or not makes no difference: nobody looks.
    for spec in [&spec, "graph:/no/such/file", "breakthrough:../../x", "graph:x", "GRAPH:x"] {
        let (lines, ended) = hears(&announce(1, PROGRAM, subject(spec)), config(1));
        assert!(ended.is_ok());
        let why = &lines[1];
        assert!(why.contains("no file is opened because a message names it"), "{lines:?}");
        assert!(!why.contains("cannot be read"), "{lines:?}");
    }
    // With a file of its own it takes part, if that is the same one.
    let graph = Some(spec.clone());
    let own = WorkerConfig { graph: graph.clone(), ..config(1) };
    let (lines, _) = hears(&announce(1, PROGRAM, subject(&spec)), own.clone());
    assert!(lines[1].contains("file of") && lines[1].contains("is not this worker's"), "{lines:?}");
    let mut house = House::new(&spec, "pn");
    house.graph = graph;
    let solved = house.solve(1, 2);
    assert!(solved.row.is_verified(), "{:?}", solved.row);
    std::fs::remove_dir_all(folder).unwrap();
}
