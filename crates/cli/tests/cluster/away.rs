//! A server that is not there, or goes away: everybody says so at once, and tries again.

use crate::house::{Process, start};
use crate::server::{Folder, Server, free_port};
use std::time::{Duration, Instant};

/// Waits until it has said this.
fn says(process: &Process, words: &str) {
    let start = Instant::now();
    while !process.notes().contains(words) {
        assert!(start.elapsed() < Duration::from_secs(30), "{words}: {}", process.notes());
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn who_comes_first_waits_for_the_server_and_says_so() {
    let folder = Folder::new();
    let nobody = format!("nats://127.0.0.1:{}", free_port());
    let state = folder.path("state");
    for words in [
        &["worker", "--nats", &nobody][..],
        &["coordinate", "breakthrough:3x4", "--nats", &nobody, "--state", &state],
        &["status", "--nats", &nobody, "--watch"],
    ] {
        says(&start(&folder, words), ", trying again");
    }
    // Ctrl-C ends the waiting.
    let words = ["coordinate", "breakthrough:3x4", "--nats", &nobody, "--state", &state];
    let coordinator = start(&folder, &words);
    says(&coordinator, "trying again");
    coordinator.interrupt();
    let ended = coordinator.end();
    assert!(ended.code == Some(2) && ended.err.contains("error: --nats"), "{ended:?}");
}

#[test]
fn a_server_that_goes_away_is_missed_and_welcomed_back() {
    let (mut server, folder) = (Server::start(), Folder::new());
    let (url, state) = (server.url(), folder.path("state"));
    let words = ["coordinate", "breakthrough:5x5", "--nats", &url, "--state", &state];
    let both = [start(&folder, &words), start(&folder, &["worker", "--nats", &url])];
    says(&both[0], " comes, threads: 1");
    server.kill();
    both.iter().for_each(|process| says(process, "the NATS server is away, trying again"));
    server.revive();
    both.iter().for_each(|process| says(process, "the NATS server is there again"));
}
