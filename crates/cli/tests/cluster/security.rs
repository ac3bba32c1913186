//! Who does not belong here does not get in.

use crate::house::{coordinate, run, start};
use crate::server::{Folder, Server};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The sample configuration that the documentation shows, with passwords for the test.
pub(crate) fn roles() -> String {
    let sample = include_str!("../../../../deploy/nats-server.conf");
    let users = &sample[sample.find("authorization").unwrap()..];
    assert_eq!(users.matches("_PASSWORD").count(), 4, "a password for each user");
    users
        .replace("$COORDINATOR_PASSWORD", "coordinator-secret")
        .replace("$WORKER_PASSWORD", "worker-secret")
        .replace("$GUEST_PASSWORD", "guest-secret")
        .replace("$VIEWER_PASSWORD", "viewer-secret")
}

#[test]
fn roles_let_in_whom_they_should_and_nobody_else() {
    let (server, folder) = (Server::with(&roles()), Folder::new());
    let url = server.url();
    for (name, password) in [
        ("coordinator", "coordinator-secret"),
        ("worker", "worker-secret"),
        ("viewer", "viewer-secret"),
        ("wrong", "wrong"),
    ] {
        fs::write(folder.0.join(name), format!("{password}\n")).unwrap();
    }
    let file = |name: &str| folder.path(name);
    // Nobody, and somebody with a wrong password, is turned away with a reason.
    let refused = run(&folder, &["worker", "--nats", &url]);
    assert!(refused.code == Some(2) && refused.err.contains("authorization"), "{refused:?}");
    let wrong = file("wrong");
    let state = file("state");
    for words in [
        vec!["worker", "--nats", &url, "--user", "worker", "--password-file", &wrong],
        vec!["status", "--nats", &url, "--user", "viewer", "--password-file", &wrong],
        coordinate(
            "breakthrough:3x4",
            &url,
            &state,
            &["--user", "coordinator", "--password-file", &wrong],
        ),
    ] {
        let refused = run(&folder, &words);
        assert!(refused.code == Some(2) && refused.err.contains("authorization"), "{refused:?}");
    }
    assert!(!folder.0.join("state").exists());
    // With the right ones everything works.
    let (own, theirs, looks) = (file("coordinator"), file("worker"), file("viewer"));
    let worker = start(
        &folder,
        &[
            "worker",
            "--nats",
            &url,
            "--user",
            "worker",
            "--password-file",
            &theirs,
            "--memory",
            "32MiB",
        ],
    );
    let coordinator = start(
        &folder,
        &coordinate(
            "breakthrough:4x4",
            &url,
            &state,
            &["--user", "coordinator", "--password-file", &own],
        ),
    );
    std::thread::sleep(Duration::from_millis(300));
    // Somebody may look, and may do nothing else.
    let looked =
        run(&folder, &["status", "--nats", &url, "--user", "viewer", "--password-file", &looks]);
    assert!(matches!(looked.code, Some(0 | 1)), "{looked:?}");
    let ended = coordinator.end();
    assert_eq!((ended.code, &ended.row()["verified"]), (Some(0), &true.into()), "{ended:?}");
    assert_eq!(worker.end().code, Some(0));
}

/// What the server answers to a line said by a user.
fn answers(server: &Server, user: &str, password: &str, line: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    let connect =
        format!("CONNECT {{\"user\":\"{user}\",\"pass\":\"{password}\",\"verbose\":false}}\r\n");
    stream.write_all(format!("{connect}{line}\r\nPING\r\n").as_bytes()).unwrap();
    let mut said = String::new();
    let mut reader = BufReader::new(stream);
    while !said.contains("PONG") {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) == 0 {
            break;
        }
        said.push_str(&line);
    }
    said
}

#[test]
fn a_worker_cannot_say_what_only_a_coordinator_says() {
    let server = Server::with(&roles());
    for subject in [
        "andor.announce",
        "andor.to.somebody",
        "andor.to.worker.me",
        "andor.from.guest.me",
        "andor.result.guest.me",
        "andor.status",
        "_INBOX_coordinator.x",
        "$JS.API.STREAM.DELETE.andor_results",
    ] {
        let said = answers(&server, "worker", "worker-secret", &format!("PUB {subject} 0\r\n"));
        assert!(said.contains("Permissions Violation"), "{subject}: {said}");
    }
    let said = answers(&server, "worker", "worker-secret", "SUB andor.from.* 1");
    assert!(said.contains("Permissions Violation"), "{said}");
    let said = answers(&server, "worker", "worker-secret", "PUB andor.from.worker.me 0\r\n");
    assert!(!said.contains("Permissions Violation"), "{said}");
    for subject in ["andor.announce", "andor.from.viewer.me", "andor.result.viewer.me"] {
        let said = answers(&server, "viewer", "viewer-secret", &format!("PUB {subject} 0\r\n"));
        assert!(said.contains("Permissions Violation"), "{subject}: {said}");
    }
}

/// What a user hears on all the subjects that it can ask for, until it is over.
fn overhears(port: u16, user: &str, over: &AtomicBool) -> Vec<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
    let connect =
        format!("CONNECT {{\"user\":\"{user}\",\"pass\":\"{user}-secret\",\"verbose\":false}}\r\n");
    stream.write_all(connect.as_bytes()).unwrap();
    let subjects = [
        ">",
        "_INBOX.>",
        "_INBOX_coordinator.>",
        "_INBOX_worker.>",
        "andor.>",
        "andor.from.>",
        "andor.from.worker.*",
        "andor.to.*",
        "andor.to.>",
        "andor.to.worker.*",
        "andor.result.>",
        "andor.status",
        "$JS.>",
    ];
    for (number, subject) in subjects.iter().enumerate() {
        stream.write_all(format!("SUB {subject} {number}\r\n").as_bytes()).unwrap();
    }
    let mut reader = BufReader::new(stream);
    let mut heard = Vec::new();
    let mut line = Vec::new();
    while !over.load(Ordering::Relaxed) {
        // A line that comes in two parts is put together.
        if reader.read_until(b'\n', &mut line).is_ok() {
            let text = String::from_utf8_lossy(&line).trim().to_owned();
            if text.starts_with("PING") {
                reader.get_mut().write_all(b"PONG\r\n").unwrap();
            }
            heard.push(text);
            line.clear();
        }
    }
    assert!(heard.iter().filter(|line| line.contains("Permissions Violation")).count() >= 10);
    heard.retain(|line| line.starts_with("MSG") || line.starts_with("HMSG"));
    heard
}

#[test]
fn a_second_worker_and_a_viewer_hear_nothing_of_the_others() {
    let (server, folder) = (Server::with(&roles()), Folder::new());
    let url = server.url();
    for role in ["coordinator", "worker"] {
        fs::write(folder.0.join(role), format!("{role}-secret")).unwrap();
    }
    let (own, theirs, state) =
        (folder.path("coordinator"), folder.path("worker"), folder.path("state"));
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let spies = ["guest", "viewer"].map(|user| {
            scope.spawn({
                let over = &over;
                let port = server.port;
                move || overhears(port, user, over)
            })
        });
        std::thread::sleep(Duration::from_millis(300));
        let as_worker = ["--user", "worker", "--password-file", &theirs];
        // Through JetStream, too.
        let words = ["worker", "--nats", &url, "--memory", "32MiB", "--queue-after", "0s"];
        let worker = start(&folder, &[&words[..], &as_worker].concat());
        let as_own = ["--user", "coordinator", "--password-file", &own];
        let more = [&["--jobs", "pn,size=200"][..], &as_own].concat();
        let ended = run(&folder, &coordinate("breakthrough:4x4", &url, &state, &more));
        assert_eq!((ended.code, &ended.row()["verified"]), (Some(0), &true.into()), "{ended:?}");
        assert_eq!(worker.end().code, Some(0));
        over.store(true, Ordering::Relaxed);
        for spy in spies {
            assert_eq!(spy.join().unwrap(), Vec::<String>::new());
        }
    });
}

#[test]
fn a_worker_opens_a_graph_that_it_was_started_with_and_no_other() {
    let (server, folder) = (Server::start(), Folder::new());
    let (url, state) = (server.url(), folder.path("state"));
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/graphs/example.json");
    let game = format!("graph:{example}");
    let without = start(&folder, &["worker", "--nats", &url, "--memory", "32MiB"]);
    let words = coordinate(&game, &url, &state, &["--time", "2s"]);
    let alone = run(&folder, &words);
    assert_eq!(alone.row()["value"], "unknown", "{alone:?}");
    let said = without.kill();
    assert!(said.err.contains("no file is opened because a message names it"), "{said:?}");
    let with = start(&folder, &["worker", "--nats", &url, "--memory", "32MiB", "--graph", example]);
    let ended = run(&folder, &coordinate(&game, &url, &state, &[]));
    assert_eq!((ended.code, &ended.row()["verified"]), (Some(0), &true.into()), "{ended:?}");
    assert_eq!(with.end().code, Some(0));
}

#[test]
fn an_nkey_is_as_good_as_a_password() {
    let (own, other) = (nkeys::KeyPair::new_user(), nkeys::KeyPair::new_user());
    let lines = format!("authorization {{ users: [ {{ nkey: {} }} ] }}", own.public_key());
    let (server, folder) = (Server::with(&lines), Folder::new());
    let url = server.url();
    for (name, pair) in [("own", &own), ("other", &other)] {
        fs::write(folder.0.join(name), pair.seed().unwrap()).unwrap();
    }
    let (own, other) = (folder.path("own"), folder.path("other"));
    let refused = run(&folder, &["status", "--nats", &url, "--nkey", &other]);
    assert!(refused.code == Some(2) && refused.err.contains("authorization"), "{refused:?}");
    let let_in = run(&folder, &["status", "--nats", &url, "--nkey", &own]);
    assert!(let_in.code == Some(1) && let_in.err.contains("no coordinator"), "{let_in:?}");
}

#[test]
fn links_are_encrypted_and_servers_known() {
    let tls = |name: &str| format!("{}/tests/cluster/tls/{name}", env!("CARGO_MANIFEST_DIR"));
    let (cert, key, ca) = (tls("server.pem"), tls("server.key"), tls("ca.pem"));
    let lines = format!(
        "tls {{ cert_file: \"{cert}\", key_file: \"{key}\", ca_file: \"{ca}\", verify: true }}"
    );
    let (server, folder) = (Server::with(&lines), Folder::new());
    let url = format!("tls://127.0.0.1:{}", server.port);
    let (own, own_key, stranger) = (tls("client.pem"), tls("client.key"), tls("stranger.pem"));
    // Without a certificate of one's own, or with the wrong authority, there is no way in.
    for words in [
        vec!["status", "--nats", &url, "--tls-ca", &ca],
        vec![
            "status",
            "--nats",
            &url,
            "--tls-ca",
            &stranger,
            "--tls-cert",
            &own,
            "--tls-key",
            &own_key,
        ],
    ] {
        let refused = run(&folder, &words);
        assert_eq!(refused.code, Some(2), "{refused:?}");
        assert_eq!(refused.err.lines().count(), 1, "{refused:?}");
    }
    let credentials = ["--tls-ca", &ca, "--tls-cert", &own, "--tls-key", &own_key];
    let state = folder.path("state");
    let mut words = vec!["worker", "--nats", &url, "--memory", "32MiB"];
    words.extend(credentials);
    let worker = start(&folder, &words);
    let mut words = coordinate("breakthrough:3x5", &url, &state, &[]);
    words.extend(credentials);
    let ended = run(&folder, &words);
    assert_eq!((ended.code, &ended.row()["verified"]), (Some(0), &true.into()), "{ended:?}");
    assert_eq!(worker.end().code, Some(0));
}

#[test]
fn a_subject_that_is_no_text_stops_nobody() {
    let (server, folder) = (Server::start(), Folder::new());
    let (url, state) = (server.url(), folder.path("state"));
    let worker = start(&folder, &["worker", "--nats", &url, "--memory", "32MiB"]);
    let words = coordinate("breakthrough:4x5", &url, &state, &["--jobs", "df-pn,size=500"]);
    let coordinator = start(&folder, &words);
    // The client library cannot bear these; whoever uses it must come back.
    let mut stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
    stream.write_all(b"CONNECT {\"verbose\":false}\r\n").unwrap();
    for _ in 0..5 {
        std::thread::sleep(Duration::from_millis(200));
        stream
            .write_all(b"PUB andor.from.\xff\xfe 0\r\n\r\nPUB andor.result.\xff 0\r\n\r\n")
            .unwrap();
    }
    let ended = coordinator.end();
    assert_eq!((ended.code, &ended.row()["verified"]), (Some(0), &true.into()), "{ended:?}");
    assert_eq!(worker.end().code, Some(0));
}
