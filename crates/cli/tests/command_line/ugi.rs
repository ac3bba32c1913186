//! `andor engine --protocol ugi`, and `andor` alone on a pipe.

use crate::andor::Folder;
use crate::talk::Talk;
use std::time::{Duration, Instant};

const RANDOM_BYTES: &[u8] = b"\xff\xfe\x00go\ngo go go\nposition\nposition fen\nsetoption\nquery\n\n\
    setoption name Game value nothing\nsetoption name Hash value x\ngo depth minus\nstop\nponderhit\n\
    position startpos moves z9z9\nposition startpos c8c6\nquery weather\n";

#[test]
fn the_handshake_is_as_cutegames_wants_it() {
    let folder = Folder::new();
    for (words, hello, done) in [
        (&["engine", "--protocol", "ugi"][..], "ugi", "ugiok"),
        (&["engine"], "uci", "uciok"),
        (&[], "ugi", "ugiok"),
    ] {
        let mut talk = Talk::new(&folder, words);
        talk.say(hello);
        assert!(talk.hear().starts_with("id name andor "));
        assert!(talk.hear().starts_with("id author "));
        talk.hear_until("option name Game type string default loa:8x8");
        talk.hear_until(done);
        assert_eq!(talk.ask("isready", "r"), "readyok");
        talk.say("quit");
        talk.must_end();
    }
}

#[test]
fn questions_about_the_rules_are_answered() {
    let folder = Folder::new();
    let mut talk = Talk::new(&folder, &["engine", "--game", "tic-tac-toe"]);
    for (position, over, first, result) in [
        ("position startpos", "false", "true", "none"),
        ("position startpos moves a1 a2", "false", "true", "none"),
        ("position startpos moves a1 a2 b1 b2 c1", "true", "false", "p1win"),
        ("position startpos moves a1 a2 b1 b2 a3 c2", "true", "true", "p2win"),
        ("position startpos moves b2 a1 a2 c2 a3 c1 b1 b3 c3", "true", "false", "draw"),
        ("position fen bb1/ww1/3 b moves c3", "true", "false", "p1win"),
    ] {
        talk.say("uginewgame");
        talk.say(position);
        assert_eq!(talk.ask("query gameover", "res"), format!("response {over}"), "{position}");
        assert_eq!(talk.ask("query p1turn", "res"), format!("response {first}"), "{position}");
        assert_eq!(talk.ask("query result", "res"), format!("response {result}"), "{position}");
    }
    talk.say("position startpos moves b2");
    assert_eq!(talk.ask("query fen", "res"), "response 3/1b1/3 w");
    assert_eq!(talk.ask("query legal", "res"), "response a1 b1 c1 a2 c2 a3 b3 c3");
    assert_eq!(talk.ask("query islegal a1", "res"), "response true");
    assert_eq!(talk.ask("query islegal b2", "res"), "response false");
    // Breakthrough: White is the first player.
    talk.say("setoption name Game value breakthrough:3x4");
    talk.say("position startpos");
    assert_eq!(talk.ask("query p1turn", "res"), "response true");
    let mut legal: Vec<String> =
        talk.ask("query legal", "res").split(' ').skip(1).map(str::to_owned).collect();
    legal.sort();
    assert_eq!(legal, ["a2b3", "b2a3", "b2c3", "c2b3"]);
    // The third occurrence of a position is a draw in Lines of Action.
    talk.say("setoption name Game value loa");
    let round = "b8h8 a7a1 h8b8 a1a7";
    talk.say(&format!("position startpos moves {round}"));
    assert_eq!(talk.ask("query result", "res"), "response none");
    talk.say(&format!("position startpos moves {round} {round}"));
    assert_eq!(talk.ask("query result", "res"), "response draw");
    assert_eq!(talk.ask("query legal", "res"), "response");
    talk.hang_up();
    talk.must_end();
}

#[test]
fn every_limit_ends_a_search_with_a_legal_move() {
    let folder = Folder::new();
    let mut talk = Talk::new(&folder, &["engine"]);
    for limit in [
        "depth 3",
        "nodes 2000",
        "movetime 50",
        "p1time 1000 p2time 1000 p1inc 10 p2inc 10",
        "wtime 300 btime 300",
        "p1time 1 p2time 1",
        "p1time -5 p2time 100",
        "movetime 0",
    ] {
        talk.say("position startpos moves c8c6");
        talk.say(&format!("go {limit}"));
        // In a millisecond there may be nothing to tell but the move.
        let best = loop {
            let line = talk.hear();
            if line.starts_with("bestmove ") {
                break line;
            }
            assert!(line.starts_with("info depth ") && line.contains(" score "), "{limit}: {line}");
        };
        // Exactly two words: that is what cutegames looks for.
        let best: Vec<&str> = best.split(' ').collect();
        assert_eq!(best.len(), 2, "{limit}");
        assert_eq!(talk.ask(&format!("query islegal {}", best[1]), "res"), "response true");
    }
    // A position in which the game is over has no move.
    talk.say("setoption name Game value tic-tac-toe");
    talk.say("position startpos moves a1 a2 b1 b2 c1");
    assert_eq!(talk.ask("go depth 3", "bestmove"), "bestmove 0000");
    talk.say("quit");
    talk.must_end();
}

#[test]
fn a_search_without_end_is_stopped() {
    let folder = Folder::new();
    let mut talk = Talk::new(&folder, &["engine", "--game", "tic-tac-toe"]);
    // Even where there is nothing left to find, the move waits for stop.
    talk.say("go infinite");
    talk.hear_until("info depth");
    std::thread::sleep(Duration::from_millis(100));
    talk.say("query p1turn");
    assert_eq!(talk.hear_until("res"), "response true", "it listens while it thinks");
    talk.ask("stop", "bestmove ");
    talk.say("setoption name Game value loa");
    talk.say("go");
    talk.hear_until("info depth");
    let start = Instant::now();
    talk.ask("stop", "bestmove ");
    assert!(start.elapsed() < Duration::from_secs(5));
    talk.say("stop");
    assert_eq!(talk.ask("isready", "r"), "readyok", "a second stop says nothing");
    talk.say("go infinite");
    talk.hear_until("info depth");
    talk.say("quit");
    talk.must_end();
}

/// Whoever drives it may vanish in the middle of a search.
#[test]
fn it_ends_when_the_other_side_has_gone() {
    let folder = Folder::new();
    let mut talk = Talk::new(&folder, &["engine"]);
    talk.say("go infinite");
    talk.hear_until("info depth");
    talk.hang_up();
    talk.must_end();
    // A search with a limit is finished first: scripts only write.
    let input = b"position startpos\ngo depth 3\n";
    let ended = folder.andor_reading(&["engine"], input).exits(0);
    assert!(ended.out.lines().last().unwrap().starts_with("bestmove "), "{ended:#?}");
    // Killed in mid-search, it leaves nothing behind.
    let mut talk = Talk::new(&folder, &["engine"]);
    talk.say("go infinite");
    talk.hear_until("info depth");
    talk.running.child.kill().unwrap();
    assert!(!talk.running.child.wait().unwrap().success());
    assert_eq!(folder.files().len(), 0);
}

#[test]
fn nonsense_changes_nothing() {
    let folder = Folder::new();
    let mut talk = Talk::new(&folder, &["engine"]);
    talk.say("position startpos moves c8c6");
    let before = talk.ask("query fen", "res");
    talk.running.feed(RANDOM_BYTES);
    talk.running.feed(&[b'x'; 100_000]);
    talk.say("");
    talk.say("isready");
    let mut errors = 0;
    loop {
        match talk.hear() {
            line if line == "readyok" => break,
            line if line.starts_with("info string error: ") => errors += 1,
            line => assert!(!line.starts_with("response"), "{line}"),
        }
    }
    assert!(errors >= 8, "{errors}");
    assert_eq!(talk.ask("query fen", "res"), before);
    talk.say("quit");
    talk.must_end();
    folder.andor(&["engine", "--game", "nim"]).refuses(&["\"nim\""]);
    folder.andor(&["engine", "--player", "nobody"]).refuses(&["\"nobody\""]);
}

#[test]
fn go_solve_proves() {
    let folder = Folder::new();
    let mut talk = Talk::new(&folder, &["engine", "--game", "breakthrough:4x4"]);
    talk.say("go solve");
    let info = talk.hear_until("info ");
    assert!(info.contains(" score solved loss "), "{info}");
    assert_eq!(talk.ask("query islegal x", "bestmove ").split(' ').count(), 2);
    talk.say("setoption name Game value loa:5x5");
    talk.say("go solve method df-pn");
    let info = talk.hear_until("info ");
    assert!(info.contains(" score solved win "), "{info}");
    let best = talk.hear_until("bestmove ");
    let solved = folder.andor(&["solve", "loa:5x5", "--method", "df-pn", "--json"]).exits(0);
    let expected = solved.object()["best"].as_str().unwrap().replace(['-', 'x'], "");
    assert_eq!(best, format!("bestmove {expected}"));
    talk.say("setoption name Game value tic-tac-toe");
    talk.say("go solve");
    assert!(talk.hear_until("info ").contains(" score solved draw "));
    talk.hear_until("bestmove ");
    // What is not solved is said, and a move comes all the same.
    talk.say("setoption name Game value loa");
    talk.say("go solve nodes 500");
    talk.hear_until("info string not solved: nodes");
    let best = talk.hear_until("bestmove ");
    let best = best.strip_prefix("bestmove ").unwrap().to_owned();
    assert_eq!(talk.ask(&format!("query islegal {best}"), "res"), "response true");
    talk.say("go solve");
    std::thread::sleep(Duration::from_millis(200));
    talk.ask("stop", "bestmove ");
    talk.say("go solve method magic");
    assert!(talk.hear_until("info string error").contains("\"magic\""));
    talk.say("quit");
    talk.must_end();
}

#[test]
fn options_choose_the_player() {
    let folder = Folder::new();
    let mut talk = Talk::new(&folder, &["engine", "--player", "random"]);
    talk.say("setoption name Player value mia4:depth=2");
    talk.say("setoption name Threads value 2");
    talk.say("setoption name hash value 16");
    talk.say("ugi");
    talk.hear_until("option name Player type string default mia4:depth=2");
    talk.hear_until("option name Hash type spin default 16 ");
    // Without a limit, the player's own holds.
    talk.say("go");
    assert!(talk.hear_until("info depth 2").contains(" pv "));
    talk.hear_until("bestmove ");
    talk.say("setoption name Player value mia9");
    assert!(talk.hear_until("info string error").contains("\"mia9\""));
    talk.say("quit");
    talk.must_end();
}

/// D5 of the audit: the most that is advertised can be had, and more is refused.
#[test]
fn a_hash_beyond_the_machine_is_refused_and_the_engine_lives() {
    let folder = Folder::new();
    let mut talk = Talk::new(&folder, &["engine", "--game", "breakthrough:5x5"]);
    talk.say("ugi");
    let option = talk.hear_until("option name Hash");
    let most: u64 = option.trim().rsplit(' ').next().unwrap().parse().unwrap();
    assert!((16..1 << 40).contains(&most), "{option}");
    for value in ["1048576000", &(most + 1).to_string(), "18446744073709551615"] {
        talk.say(&format!("setoption name Hash value {value}"));
        assert!(talk.hear_until("info string error").contains(value));
        talk.say("go depth 1");
        talk.hear_until("bestmove ");
    }
    talk.say("quit");
    talk.must_end();
}
