//! `andor cluster up`: one command starts everything, and leaves nothing behind, however it ends.

use crate::house::{Process, run_in, start_in};
use crate::server::Folder;
use std::fs;
use std::net::TcpStream;
use std::time::{Duration, Instant};

const WORKER: &str = "--memory 32MiB";

/// A run in a folder of its own, which is also where what is not kept lies meanwhile.
struct Try {
    folder: Folder,
}

impl Try {
    fn new() -> Try {
        Try { folder: Folder::new() }
    }

    fn surroundings(&self) -> [(&'static str, String); 1] {
        [("TMPDIR", self.folder.path(""))]
    }

    fn words<'a>(&self, more: &[&'a str]) -> Vec<&'a str> {
        let words = ["cluster", "up", "2", "--worker", WORKER, "--json", "--memory", "64MiB"];
        words.into_iter().chain(more.iter().copied()).collect()
    }

    fn start(&self, more: &[&str]) -> Process {
        start_in(&self.folder, &self.words(more), &self.surroundings())
    }
}

/// Where the server is, once that was said.
fn url(process: &Process) -> String {
    let start = Instant::now();
    loop {
        let said = process.notes();
        if let Some((_, rest)) = said.split_once(" at nats://")
            && let Some((place, _)) = rest.split_once(';')
        {
            return place.to_owned();
        }
        assert!(start.elapsed() < Duration::from_secs(60), "{said}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Processes that were told of this server.
fn told_of(place: &str) -> usize {
    let lines = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path().join("cmdline"));
    lines
        .filter_map(|file| fs::read(file).ok())
        .filter(|line| String::from_utf8_lossy(line).contains(place))
        .count()
}

/// Waits until nobody listens there, and nobody is left who did.
fn is_gone(place: &str) {
    let start = Instant::now();
    while TcpStream::connect(place).is_ok() || told_of(place) > 0 {
        assert!(start.elapsed() < Duration::from_secs(10), "something is left of {place}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn one_command_solves_a_board_and_leaves_nothing_behind() {
    let tried = Try::new();
    let proof = tried.folder.path("4x4.proof");
    let process = tried.start(&["breakthrough:4x4", "--proof", &proof]);
    let place = url(&process);
    let ended = process.end();
    assert_eq!((ended.code, &ended.row()["winner"]), (Some(0), &"b".into()), "{ended:?}");
    assert_eq!(ended.row()["verified"], true);
    is_gone(&place);
    // The certificate is all there is: state and server were in a folder that is gone.
    let left: Vec<_> = fs::read_dir(&tried.folder.0).unwrap().flatten().collect();
    let left: Vec<_> = left.iter().filter(|entry| entry.path().is_dir()).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn it_is_interrupted_killed_and_gone_on_with() {
    let tried = Try::new();
    let state = tried.folder.path("state");
    let words =
        ["breakthrough:5x5", "--method", "ppn2", "--jobs", "pn,size=100", "--state", &state];
    let runs = |process: &Process| {
        let start = Instant::now();
        while !process.notes().contains("worker-2 comes") {
            assert!(start.elapsed() < Duration::from_secs(60), "{}", process.notes());
            std::thread::sleep(Duration::from_millis(10));
        }
        // Long enough for a batch to be written.
        std::thread::sleep(Duration::from_millis(600));
        url(process)
    };
    // Ctrl-C: an honest end.
    let process = tried.start(&words);
    let place = runs(&process);
    process.interrupt();
    let ended = process.end();
    assert_eq!((ended.code, &ended.row()["stopped"]), (Some(1), &"interrupted".into()));
    assert!(ended.err.contains("to go on, give the same command again"), "{ended:?}");
    is_gone(&place);
    // kill -9: nobody is left to end the others, and they end.
    let process = tried.start(&words);
    let place = runs(&process);
    assert!(told_of(&place) >= 2, "the workers are told where the server is");
    process.kill();
    is_gone(&place);
    // What was done is there.
    let process = tried.start(&words);
    let place = runs(&process);
    process.interrupt();
    let ended = process.end();
    assert!(ended.err.contains("going on from"), "{ended:?}");
    is_gone(&place);
}

#[test]
fn what_is_missing_or_makes_no_sense_is_said_in_one_line() {
    let tried = Try::new();
    // A machine with a shell, but without a server.
    std::os::unix::fs::symlink("/bin/sh", tried.folder.0.join("sh")).unwrap();
    let bare = [("PATH", tried.folder.path("")), ("TMPDIR", tried.folder.path(""))];
    let ended = run_in(&tried.folder, &tried.words(&["breakthrough:4x4"]), &bare);
    assert_eq!(ended.code, Some(2), "{ended:?}");
    assert!(ended.err.trim().starts_with("error: nats-server is not here"), "{ended:?}");
    assert_eq!(ended.err.trim().lines().count(), 1, "{ended:?}");
    // A port that somebody has.
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let place = taken.local_addr().unwrap().to_string();
    let ended = tried.start(&["breakthrough:4x4", "--listen", &place]).end();
    assert!(ended.code == Some(2) && ended.err.contains("address already in use"), "{ended:?}");
    // Words that a worker does not know.
    let words = ["cluster", "up", "2", "breakthrough:4x4", "--worker", "--tails 9", "--json"];
    let ended = run_in(&tried.folder, &words, &tried.surroundings());
    assert!(ended.code == Some(2) && ended.err.contains("'--tails'"), "{ended:?}");
}

/// The walkthrough of the page, as it stands there.
#[test]
fn the_walkthrough_runs_as_printed() {
    let page = include_str!("../../../../docs/use/cluster.md");
    let walk = page.split("## Try it").nth(1).and_then(|rest| rest.split("## ").next()).unwrap();
    let commands = walk.lines().filter_map(|line| line.strip_prefix("    "));
    let commands: Vec<&str> = commands.filter(|line| line.starts_with("andor ")).collect();
    assert_eq!(commands.len(), 3, "{commands:?}");
    let tried = Try::new();
    // In two terminals at once, as it says; then the certificate.
    let script = format!(
        "cd \"$TMPDIR\"\nset -e\n{} &\n{}\nwait $!\n{}\n",
        commands[0], commands[1], commands[2]
    );
    let file = tried.folder.path("walk.sh");
    fs::write(&file, script.replace("breakthrough:5x5", "breakthrough:4x5")).unwrap();
    let folder = tried.folder.path("");
    let ended = crate::house::start_script(&tried.folder, &file, &[("TMPDIR", &folder)]).end();
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(
        ended.out.contains("all is over") && ended.out.contains("verified: Black wins"),
        "{ended:?}"
    );
    is_gone("127.0.0.1:4422");
}
