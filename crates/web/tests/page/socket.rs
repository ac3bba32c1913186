//! The server's socket without a browser: who may come, what is bounded, and that it says what `andor solve` says.

use crate::server::{Running, repository, usual};
use andor_core::{Silent, SplitMix64};
use andor_engine::{AnyGame, Catalogue, Line, Request, Value as Worth};
use serde_json::{Value, json};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest;
use tungstenite::http::HeaderValue;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

const PATIENCE: Duration = Duration::from_secs(60);

/// A program that talks to the server.
struct Client {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
}

impl Client {
    fn connect(address: SocketAddr) -> Client {
        Client::try_connect(&format!("ws://{address}/socket"), &[]).unwrap()
    }

    fn try_connect(url: &str, headers: &[(&'static str, &str)]) -> Result<Client, String> {
        let mut request = url.into_client_request().unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(*name, HeaderValue::from_str(value).unwrap());
        }
        let (socket, _) = tungstenite::connect(request).map_err(|error| error.to_string())?;
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(PATIENCE)).unwrap();
        }
        Ok(Client { socket })
    }

    fn say(&mut self, request: &Value) {
        self.socket.send(Message::text(request.to_string())).unwrap();
    }

    fn hear(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.socket.read().unwrap() {
                return serde_json::from_str(text.as_str()).unwrap();
            }
        }
    }

    /// The last answer to a request.
    fn ask(&mut self, request: &Value) -> Value {
        self.say(request);
        loop {
            let answer = self.hear();
            if answer["id"] == request["id"] && answer["done"] != false {
                return answer;
            }
        }
    }
}

#[test]
fn only_pages_of_this_server_open_a_socket() {
    let server = Running::start(usual());
    let address = server.address;
    let url = format!("ws://{address}/socket");
    let own = format!("http://{address}");
    assert!(Client::try_connect(&url, &[("origin", &own)]).is_ok());
    for (name, value, status) in [
        ("origin", "http://evil.example", "403"),
        ("origin", "null", "403"),
        ("host", "evil.example", "421"),
    ] {
        let refused = Client::try_connect(&url, &[(name, value)]).err().unwrap();
        assert!(refused.contains(status), "{name} {value}: {refused}");
    }
    let token = Some("open-sesame".to_owned());
    let server = Running::start(andor_web::Server { token, ..usual() });
    let url = format!("ws://{}/socket", server.address);
    assert!(Client::try_connect(&url, &[]).err().unwrap().contains("401"));
    assert!(Client::try_connect(&format!("{url}?token=open-sesam"), &[]).is_err());
    assert!(Client::try_connect(&format!("{url}?token=open-sesame"), &[]).is_ok());
}

/// Whatever comes is answered with a line, and files of the machine stay where they are.
#[test]
fn hostile_lines_are_answered() {
    let server = Running::start(usual());
    let mut client = Client::connect(server.address);
    for line in [
        "",
        "no json",
        "[]",
        "{}",
        "{\"id\":null}",
        "{\"id\":1,\"what\":2}",
        "\u{0}",
        "{\"id\":1,\"want\":[\"everything\"]}",
        "{\"id\":1,\"game\":\"graph:/etc/passwd\"}",
        "{\"id\":1,\"game\":\"loa\",\"player\":\"mia:weights=/etc/passwd\"}",
        "{\"id\":1,\"game\":\"loa\",\"player\":\"ugi:/bin/sh\"}",
        "{\"id\":1,\"open\":\"x\",\"base64\":\"!!\"}",
        "{\"id\":1,\"open\":\"x\",\"base64\":\"AAAA\"}",
        "{\"id\":1,\"open\":\"x\"}",
        "{\"id\":1,\"want\":[\"explain\"],\"proof\":\"nothing\"}",
        "{\"id\":1,\"want\":[\"certificate\"],\"proof\":\"../../etc/passwd\"}",
        "{\"id\":1,\"want\":[\"record\"],\"record\":{\"name\":\"/etc/passwd\"}}",
        "{\"id\":1,\"level\":11}",
    ] {
        client.socket.send(Message::text(line)).unwrap();
        if line.trim().is_empty() {
            continue;
        }
        let answer = client.hear();
        let error = answer["error"].as_str().unwrap_or_else(|| panic!("{line}: {answer}"));
        assert!(!error.contains("root:") && !error.contains('\n'), "{line}: {error}");
    }
    let answer = client.ask(&json!({"id": 2, "game": "tic-tac-toe", "want": ["moves"]}));
    assert_eq!(answer["moves"].as_array().unwrap().len(), 9);
    // A message that is too long ends the line, and the server goes on.
    let long = " ".repeat((1 << 24) + 1);
    let _ = client.socket.send(Message::text(long));
    let mut client = Client::connect(server.address);
    let answer = client.ask(&json!({"id": 2, "game": "tic-tac-toe", "want": ["moves"]}));
    assert_eq!(answer["moves"].as_array().unwrap().len(), 9);
}

/// Nothing is told of a certificate before it was verified, and nothing of a forged one.
#[test]
fn certificates_are_verified_before_they_are_walked() {
    use base64::Engine as _;
    let server = Running::start(usual());
    let mut client = Client::connect(server.address);
    let solved = client.ask(&json!({
        "id": 1, "game": "breakthrough:3x5", "want": ["proof"], "keep": "made", "limit": {"nodes": 1_000_000}
    }));
    assert_eq!(solved["proof"]["verified"], true, "{solved}");
    let made = client.ask(&json!({"id": 2, "want": ["certificate"], "proof": "made"}));
    let bytes = base64::engine::general_purpose::STANDARD
        .decode(made["certificate"]["base64"].as_str().unwrap());
    let bytes = bytes.unwrap();
    let explained = client.ask(&json!({"id": 3, "want": ["explain"], "proof": "made"}));
    assert!(explained["explain"]["replies"].is_array(), "{explained}");
    // The same bytes, handed in under another name by somebody else.
    let mut other = Client::connect(server.address);
    let forge = |at: usize| {
        let mut forged = bytes.clone();
        forged[at] ^= 1;
        base64::engine::general_purpose::STANDARD.encode(forged)
    };
    let mut refused = 0;
    for at in (0..bytes.len()).step_by(bytes.len().div_ceil(40)) {
        let opened = other.ask(&json!({"id": 4, "open": "forged", "base64": forge(at)}));
        if opened["error"].is_string() {
            refused += 1;
            continue;
        }
        let walked = other.ask(&json!({"id": 5, "want": ["explain"], "proof": "forged"}));
        assert!(walked["error"].as_str().unwrap().contains("not verified"), "{walked}");
        let checked = other.ask(&json!({"id": 6, "want": ["verify"], "proof": "forged"}));
        assert!(checked["error"].is_string(), "byte {at}: {checked}");
        refused += 1;
    }
    assert!(refused >= 30, "{refused}");
    let named = client.ask(&json!({"id": 7, "want": ["certificates"]}));
    assert_eq!(named["certificates"].as_array().unwrap().len(), 2, "{named}");
}

/// A client that goes takes its searches with it.
#[test]
fn searches_end_with_their_client() {
    let server = Running::start(andor_web::Server { searches: 1, ..usual() });
    let mut gone = Client::connect(server.address);
    gone.say(&json!({"id": 1, "game": "breakthrough:7x7", "want": ["proof"], "every_ms": 10}));
    assert_eq!(gone.hear()["done"], false);
    drop(gone);
    // There is one turn, and it is free again.
    let mut client = Client::connect(server.address);
    let request =
        json!({"id": 1, "game": "tic-tac-toe", "want": ["proof"], "limit": {"ms": 60_000}});
    assert_eq!(client.ask(&request)["proof"]["value"], "draw");
    // While another search has the turn, what takes none is answered.
    client.say(&json!({"id": 2, "game": "breakthrough:7x7", "want": ["proof"]}));
    let answer = client.ask(&json!({"id": 3, "game": "loa", "want": ["view"]}));
    assert_eq!(answer["view"]["board"]["men"].as_array().unwrap().len(), 8);
    client.say(&json!({"id": 2, "stop": true}));
    loop {
        let answer = client.hear();
        if answer["id"] == 2 && answer["done"] == true {
            assert_eq!(answer["stopped"], true);
            break;
        }
    }
}

/// A search that was stopped goes on where it was, and its file goes with the client.
#[test]
fn a_stopped_search_goes_on() {
    let folder = std::env::temp_dir().join(format!("andor-saved-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut server = usual();
    server.bounds.saves = Some(folder.clone());
    let server = Running::start(server);
    let files = || std::fs::read_dir(&folder).unwrap().count();
    let mut client = Client::connect(server.address);
    let ask = |id: u32, nodes: u64| json!({"id": id, "game": "breakthrough:5x5", "want": ["proof"], "save": true, "limit": {"nodes": nodes}});
    let first = client.ask(&ask(1, 20_000));
    assert_eq!(
        (&first["proof"]["saved"], &first["proof"]["resumed"]),
        (&json!(true), &json!(false)),
        "{first}"
    );
    assert_eq!(files(), 1);
    let second = client.ask(&ask(2, 40_000));
    assert_eq!(
        (&second["proof"]["saved"], &second["proof"]["resumed"]),
        (&json!(true), &json!(true)),
        "{second}"
    );
    let nodes = |answer: &Value| answer["proof"]["nodes"].as_u64().unwrap();
    assert!(nodes(&second) > nodes(&first), "{second}");
    // Another position takes its place.
    let other = json!({
        "id": 3, "game": "breakthrough:5x5", "moves": ["a2-a3"], "want": ["proof"], "save": true,
        "limit": {"nodes": 20_000}
    });
    assert_eq!(client.ask(&other)["proof"]["resumed"], false);
    assert_eq!(files(), 1);
    drop(client);
    let begun = Instant::now();
    while files() > 0 {
        assert!(begun.elapsed() < PATIENCE, "the file stays");
        std::thread::sleep(Duration::from_millis(20));
    }
    std::fs::remove_dir(&folder).unwrap();
}

/// Positions of six games, reached by random moves, late enough to be solved.
fn positions(count: usize) -> Vec<(Box<dyn AnyGame>, Line)> {
    let catalogue = Catalogue::standard();
    let mut random = SplitMix64::new(2024);
    let games = [
        ("breakthrough:4x5", 6),
        ("loa:5x5", 14),
        ("surakarta", 400),
        ("tic-tac-toe", 2),
        ("connect-four:5x4", 8),
        ("go:2x3", 3),
    ];
    let mut found = Vec::new();
    for number in 0.. {
        if found.len() == count {
            break;
        }
        let (spec, plies) = games[number % games.len()];
        let game = catalogue.game(spec).unwrap();
        let mut line = game.position(None, &[]).unwrap();
        for _ in 0..plies {
            if line.ending().is_some() {
                break;
            }
            let moves = game.legal_moves(&line);
            game.play(&mut line, &moves[random.below(moves.len())]).unwrap();
        }
        if line.ending().is_none() {
            found.push((game, line));
        }
    }
    found
}

/// What the page is told of a position and of its moves is what `andor solve` says; with the same memory, down to
/// the count of nodes.
pub fn compare(count: usize, has_same_memory: bool, mut ask: impl FnMut(&Value) -> Value) {
    let mut solved = 0;
    for (number, (game, line)) in positions(count).into_iter().enumerate() {
        let mut request = Request::default();
        request.limits.nodes = Some(200_000);
        let row = game.solve(&line, &request, &mut Silent).unwrap().row;
        let asked = json!({
            "id": number, "game": game.spec(), "position": line.start(), "moves": line.moves(),
            "want": ["proof", "values"], "limit": {"nodes": 200_000},
        });
        let answer = ask(&asked);
        assert!(answer["error"].is_null(), "{asked}: {answer}");
        let proof = &answer["proof"];
        assert_eq!(proof["value"], json!(row.value), "{asked}");
        if has_same_memory {
            let found = (&proof["plies"], &proof["nodes"]);
            assert_eq!(found, (&json!(row.plies), &json!(row.nodes)), "{asked}");
        }
        if row.value.is_unknown() {
            continue;
        }
        solved += 1;
        // The best move of the list is worth what the position is.
        let values = answer["values"].as_array().unwrap();
        assert_eq!(values.len(), game.legal_moves(&line).len());
        let all_known = values.iter().all(|entry| entry["verified"] == true);
        if all_known {
            assert_eq!(values[0]["value"], json!(row.value), "{asked}: {values:?}");
        }
        for entry in values.iter().filter(|entry| entry["verified"] == true) {
            let child = game.after(&line, entry["move"].as_str().unwrap()).unwrap();
            let worth = match child.outcome() {
                Some(outcome) => match outcome.winner() {
                    None => Worth::Draw,
                    Some(winner) if winner == child.side() => Worth::Win,
                    Some(_) => Worth::Loss,
                },
                None => game.solve(&child, &request, &mut Silent).unwrap().row.value,
            };
            let expected = match worth {
                Worth::Win => "loss",
                Worth::Loss => "win",
                Worth::Draw => "draw",
                _ => continue,
            };
            assert_eq!(entry["value"], expected, "{asked}: {entry}");
        }
    }
    assert!(solved * 3 > count, "{solved} of {count} were solved");
}

fn compare_over_socket(count: usize) {
    let server = Running::start(usual());
    let mut client = Client::connect(server.address);
    compare(count, true, |request| client.ask(request));
}

#[test]
fn values_are_those_of_the_solver() {
    compare_over_socket(24);
}

#[test]
#[ignore = "deep check: values of 200 positions of six games, over the socket"]
fn values_of_200_positions_are_those_of_the_solver() {
    compare_over_socket(200);
}

/// Clients that open, ask and vanish leave nothing behind: as many threads as before, and every turn is free.
fn come_and_go(clients: usize, time: Duration) {
    let server = Running::start(usual());
    let threads = || std::fs::read_dir("/proc/self/task").unwrap().count();
    let memory = || {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap().to_owned();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap()
    };
    Client::connect(server.address).ask(&json!({"id": 1, "want": ["games"]}));
    let (before, held) = (threads(), memory());
    let begun = Instant::now();
    let address = server.address;
    let visits: Vec<_> = (0..clients)
        .map(|number| {
            std::thread::spawn(move || {
                let mut visits = 0;
                while begun.elapsed() < time {
                    let mut client = Client::connect(address);
                    client.say(&json!({"id": 1, "game": "breakthrough:6x6", "want": ["values"], "every_ms": 0}));
                    if (number + visits) % 3 != 0 {
                        client.ask(&json!({"id": 2, "game": "loa", "want": ["view"]}));
                    }
                    visits += 1;
                }
                visits
            })
        })
        .collect();
    let visits: usize = visits.into_iter().map(|thread| thread.join().unwrap()).sum();
    assert!(visits >= clients, "{visits} visits");
    let begun = Instant::now();
    while threads() > before + 2 {
        assert!(begun.elapsed() < PATIENCE, "{} threads, {before} before", threads());
        std::thread::sleep(Duration::from_millis(50));
    }
    // A search that is left over would keep its table of many MiB.
    let (now, most) = (memory(), held + 512 * 1024);
    assert!(now < most, "{now} KiB after {visits} visits, {held} before");
    let mut client = Client::connect(address);
    let request =
        json!({"id": 1, "game": "tic-tac-toe", "want": ["proof"], "limit": {"ms": 60_000}});
    assert_eq!(client.ask(&request)["proof"]["value"], "draw");
    println!("{visits} visits; {held} KiB before, {now} KiB after");
}

#[test]
fn clients_come_and_go() {
    come_and_go(20, Duration::from_secs(3));
}

#[test]
#[ignore = "deep check: 100 clients that open, ask and vanish for a minute"]
fn a_hundred_clients_come_and_go_for_a_minute() {
    come_and_go(100, Duration::from_secs(60));
}

#[test]
fn the_page_is_sent_with_its_policy() {
    use std::io::{Read, Write};
    let server = Running::start(usual());
    let get = |path: &str| {
        let mut stream = TcpStream::connect(server.address).unwrap();
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.address);
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    };
    let index = get("/");
    assert!(index.starts_with("HTTP/1.1 200") && index.contains("default-src 'none'"), "{index}");
    assert!(index.contains("x-content-type-options: nosniff"));
    for file in andor_web::page() {
        assert!(get(&format!("/{}", file.name)).starts_with("HTTP/1.1 200"), "{}", file.name);
    }
    for path in ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "/nothing", "/index.html/x"] {
        assert!(get(path).starts_with("HTTP/1.1 404"), "{path}");
    }
    assert!(repository("Cargo.toml").is_file());
}
