//! When nothing goes wrong.

use crate::house::{coordinate, run, run_with_small_files, start};
use crate::server::{Folder, Server};
use serde_json::Value;
use std::time::{Duration, Instant};

#[test]
fn the_value_is_that_of_solve_and_the_certificate_verifies() {
    let (server, folder) = (Server::start(), Folder::new());
    let url = server.url();
    let worker = ["worker", "--nats", &url, "--memory", "32MiB"];
    let alone = run(&folder, &["solve", "breakthrough:4x4", "--json"]).row();
    for jobs in ["pn,size=500", "df-pn,size=300"] {
        // Workers may be there before the coordinator.
        let workers = [start(&folder, &worker), start(&folder, &worker)];
        std::thread::sleep(Duration::from_millis(200));
        let (state, proof) = (folder.path(&format!("{jobs}.state")), folder.path("4x4.proof"));
        let ended = run(
            &folder,
            &coordinate("breakthrough:4x4", &url, &state, &["--jobs", jobs, "--proof", &proof]),
        );
        assert_eq!(ended.code, Some(0), "{ended:?}");
        let row = ended.row();
        for field in ["game", "position", "side", "value", "winner", "stopped", "verified"] {
            assert_eq!(row[field], alone[field], "{field}");
        }
        assert_eq!(row["method"], "ppn2");
        // It tells its workers to stop.
        for worker in workers {
            let ended = worker.end();
            assert!(ended.code == Some(0) && ended.out.contains("all is over"), "{ended:?}");
        }
        let verified = run(&folder, &["verify", &proof, "--json"]);
        assert_eq!(verified.code, Some(0), "{verified:?}");
        // A run that is over is told again without workers.
        let again = run(&folder, &coordinate("breakthrough:4x4", &url, &state, &["--jobs", jobs]));
        assert_eq!((again.code, &again.row()["value"]), (Some(0), &alone["value"]), "{again:?}");
        // Another board does not fit this state.
        let other = run(&folder, &coordinate("breakthrough:3x4", &url, &state, &["--jobs", jobs]));
        assert_ne!(other.code, Some(0));
        assert!(other.err.contains("is about \"breakthrough:4x4"), "{other:?}");
    }
}

#[test]
fn a_run_is_interrupted_looked_at_and_gone_on_with() {
    let (server, folder) = (Server::start(), Folder::new());
    let url = server.url();
    let state = folder.path("state");
    let none = run(&folder, &["status", "--nats", &url]);
    assert!(none.code == Some(1) && none.err.contains("no coordinator answers"), "{none:?}");
    let words = coordinate("breakthrough:4x5", &url, &state, &["--jobs", "pn,size=50"]);
    let worker = start(&folder, &["worker", "--nats", &url, "--threads", "2", "--memory", "64MiB"]);
    let first = start(&folder, &words);
    // Wait until something is done.
    let begun = Instant::now();
    let status = loop {
        assert!(begun.elapsed() < Duration::from_secs(60));
        let status = run(&folder, &["status", "--nats", &url, "--json"]);
        if status.code == Some(0) && status.row()["jobs"].as_u64() > Some(20) {
            break status.row();
        }
        std::thread::sleep(Duration::from_millis(100));
    };
    assert_eq!(status["subject"]["game"], "breakthrough:4x5");
    assert_eq!(status["workers"][0]["threads"], 2);
    // What the page draws of it (crates/web/page/view-cluster.js).
    let drawn = "seconds jobs_a_second busy useful nodes tree/nodes tree/proof tree/disproof";
    for name in drawn.split(' ') {
        assert!(status.pointer(&format!("/{name}")).is_some_and(Value::is_number), "{name}");
    }
    assert!(status["tree"]["is_solved"].is_boolean() && status["subject"]["player"].is_string());
    let text = run(&folder, &["status", "--nats", &url]);
    assert!(text.out.contains("efficiency") && text.out.contains("2 threads"), "{text:?}");
    let prometheus = run(&folder, &["status", "--nats", &url, "--prometheus"]);
    assert!(prometheus.out.contains("\nandor_threads 2\n"), "{prometheus:?}");
    // A second coordinator of the same name is turned away, and the first one goes on.
    let second_state = folder.path("second");
    let second = run(&folder, &coordinate("breakthrough:3x4", &url, &second_state, &[]));
    assert!(second.code == Some(2), "{second:?}");
    assert!(second.err.contains("--run \"andor\": a coordinator of this name"), "{second:?}");
    assert!(!folder.0.join("second").exists());
    first.interrupt();
    let ended = first.end();
    assert_eq!(
        (ended.code, &ended.row()["stopped"]),
        (Some(1), &"interrupted".into()),
        "{ended:?}"
    );
    assert!(ended.err.contains("give the same command again"), "{ended:?}");
    // Jobs of another kind do not fit what was done.
    let other = coordinate("breakthrough:4x5", &url, &state, &["--jobs", "df-pn,size=50"]);
    let refused = run(&folder, &other);
    assert!(refused.err.contains("other settings"), "{refused:?}");
    let second = start(&folder, &words);
    std::thread::sleep(Duration::from_secs(1));
    second.interrupt();
    let ended = second.end();
    assert!(ended.err.contains("going on from"), "{ended:?}");
    drop(worker);
}

#[test]
fn a_full_disk_ends_a_run_with_one_line_and_the_state_stays_good() {
    let (server, folder) = (Server::start(), Folder::new());
    let (url, state) = (server.url(), folder.path("state"));
    let worker = start(&folder, &["worker", "--nats", &url, "--memory", "32MiB"]);
    let words = coordinate("breakthrough:4x5", &url, &state, &["--jobs", "pn,size=100"]);
    // Files may not grow beyond so many KiB: a write then fails as on a full disk.
    let full = run_with_small_files(&folder, &words, 2500);
    assert_eq!(full.code, Some(1), "{full:?}");
    let line = full.err.lines().last().unwrap();
    assert!(line.starts_with("error: the state cannot be read or written"), "{full:?}");
    assert_eq!(full.out, "");
    // With more room it goes on from what was written.
    let mut more = words;
    more.extend(["--time", "1s"]);
    let went_on = run(&folder, &more);
    assert!(went_on.err.contains("going on from"), "{went_on:?}");
    assert_eq!(went_on.row()["stopped"], "time");
    drop(worker);
}

#[test]
fn words_that_make_no_sense_are_refused_in_one_line() {
    let folder = Folder::new();
    // Nobody listens there.
    let nobody = format!("nats://127.0.0.1:{}", crate::server::free_port());
    let file = folder.path("nothing");
    let cases: [(&[&str], &str); 9] = [
        (&["status", "--nats", &nobody], "--nats"),
        (&["status", "--nats", "nats://me:secret@localhost:4222"], "--password-file"),
        (&["worker", "--nats", "nats://me:secret@localhost:4222"], "--password-file"),
        (&["status", "--nats", &nobody, "--run", "a.b"], "\"a.b\""),
        (&["status", "--nats", &nobody, "--user", "me"], "--password-file"),
        (&["status", "--nats", &nobody, "--tls-ca", &file], "nothing"),
        (&["worker", "--nats", &nobody, "--nkey", &file], "nothing"),
        (&["worker", "--nats", &nobody, "--name", "a b"], "\"a b\""),
        (&coordinate("breakthrough:4x4", &nobody, &file, &["--method", "pn"]), "\"pn\""),
    ];
    for (words, quoted) in cases {
        let refused = run(&folder, words);
        assert_eq!(refused.code, Some(2), "{words:?} {refused:?}");
        let line = refused.err.lines().last().unwrap();
        assert!(line.starts_with("error: ") && line.contains(quoted), "{words:?} {refused:?}");
        assert!(!refused.err.contains("secret"), "{refused:?}");
        assert_eq!(refused.out, "");
    }
}
