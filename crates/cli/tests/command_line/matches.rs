//! `andor match`: the referee, its statistics, and what becomes of players that misbehave.

use crate::andor::{BINARY, Folder, fields, number, text};
use serde_json::{Map, Value};

/// The games and the last line of a match.
fn play(folder: &Folder, words: &[&str]) -> (Vec<Map<String, Value>>, Map<String, Value>) {
    let ended = folder.andor(&[&["match"], words, &["--json"]].concat()).exits(0);
    let mut objects = ended.objects();
    let last = objects.pop().unwrap();
    (objects, last)
}

#[test]
fn the_last_line_is_as_the_specification_has_it() {
    let folder = Folder::new();
    let (games, last) = play(&folder, &["mia4:depth=2", "random", "--games", "4"]);
    let expected = ["a", "b", "games", "score", "wins", "draws", "losses", "elo", "elo_error"];
    assert_eq!(fields(&last), expected);
    assert_eq!((text(&last, "a"), text(&last, "b")), ("mia4:depth=2", "random"));
    assert_eq!((number(&last, "games"), number(&last, "wins")), (4, 4), "{last:?}");
    assert_eq!((last["score"].as_f64(), &last["elo"]), (Some(4.0), &Value::Null));
    // Pairs: the same opening, the other colour.
    assert_eq!(games.len(), 4);
    for pair in games.chunks(2) {
        let opening = |game: &Map<String, Value>| -> Vec<Value> {
            game["moves"].as_array().unwrap()[..4].to_vec()
        };
        assert_eq!(opening(&pair[0]), opening(&pair[1]));
        assert_ne!(pair[0]["black"], pair[1]["black"]);
    }
    assert_ne!(
        games[0]["moves"].as_array().unwrap()[..4],
        games[2]["moves"].as_array().unwrap()[..4]
    );
    let people =
        folder.andor(&["match", "random", "random", "--games", "2", "--game", "loa:4x4"]).exits(0);
    people.says(&["random - random: ", " of 2 (", "pairs with 0, 1/2, 1, 3/2, 2 points"]);
    people.notes(&["game 1 (Black: random)"]);
}

#[test]
fn games_are_saved_so_that_check_reads_them() {
    let folder = Folder::new();
    for (game, place, files) in [
        ("loa:6x6", "g.sgf", "g.sgf"),
        ("breakthrough:5x5", "b/", "b/game-00001.txt b/game-00004.txt"),
        ("go:3x3", "go.sgf", "go.sgf"),
        ("checkers", "c.txt", "c.txt"),
        ("surakarta", "s.txt", "s.txt"),
    ] {
        let words = ["random", "random:seed=4", "--games", "4", "--game", game, "--save", place];
        let (games, _) = play(&folder, &[&words[..], &["--most-plies", "60"]].concat());
        let files: Vec<&str> = files.split(' ').collect();
        let checked = folder.andor(&[&["check", "--json"], &files[..]].concat()).exits(0).objects();
        for row in &checked {
            assert_eq!(row["ok"], true, "{row:?}");
            assert_ne!(row["result_ok"], false, "{row:?}");
        }
        if checked.len() == games.len() {
            for (row, played) in checked.iter().zip(&games) {
                assert_eq!(row["plies"], played["plies"]);
            }
        }
    }
}

/// The same match by one thread, by two, and stopped and resumed at every game.
#[test]
fn a_match_is_the_same_however_it_is_played() {
    let folder = Folder::new();
    let words =
        ["random", "mia1:depth=1,noise=20", "--games", "6", "--game", "loa:5x5", "--seed", "3"];
    let (games, last) = play(&folder, &words);
    let (mut parallel, same) = play(&folder, &[&words[..], &["--threads", "2"]].concat());
    parallel.sort_by_key(|game| number(game, "number"));
    assert_eq!((parallel, &same), (games.clone(), &last));
    let mut known = Vec::new();
    for count in 1..=6 {
        let count = count.to_string();
        let mut part = words.to_vec();
        part[3] = &count;
        let (new, _) =
            play(&folder, &[&part[..], &["--resume", "log", "--save", "g.sgf"]].concat());
        assert_eq!(new.len(), 1, "only what was not played");
        known.extend(new);
    }
    assert_eq!(known, games);
    assert_eq!(folder.andor(&["check", "g.sgf", "--json"]).exits(0).objects().len(), 6);
    // A line that was torn by a crash is played again.
    let log = folder.read("log");
    folder.write("log", &log[..log.len() - 20]);
    let (again, resumed) = play(&folder, &[&words[..], &["--resume", "log"]].concat());
    assert_eq!((again.as_slice(), &resumed), (&games[5..], &last));
    assert_eq!(folder.read("log"), log);
    // Another match does not go on with this log.
    let other =
        ["match", "random", "random", "--games", "6", "--game", "loa:5x5", "--resume", "log"];
    folder.andor(&other).refuses(&["match log \"log\": it is of another match"]);
    assert_eq!(folder.read("log"), log);
}

/// A program in the shell's language: what it says to `go` is given.
fn rogue(folder: &Folder, name: &str, to_go: &str) -> String {
    let script = format!(
        "while read word rest; do case $word in ugi) echo ugiok;; isready) echo readyok;;\n\
         go) {to_go};; quit) exit;; esac; done\n"
    );
    folder.write(name, script);
    format!("ugi:sh {name}")
}

#[test]
fn who_misbehaves_loses_the_game_and_plays_the_next() {
    let folder = Folder::new();
    for (name, to_go, reason) in [
        ("crash", "echo bad luck >&2; exit 3", "crash: bad luck"),
        ("illegal", "echo bestmove a1a1", "illegal move \"a1a1\""),
        ("empty", "echo bestmove", "illegal move \"\""),
        ("silent", ":", "no answer"),
        ("late", "sleep 1; echo bestmove b5b3", "no answer"),
        ("killed", "kill -9 $$", "crash"),
    ] {
        let player = rogue(&folder, name, to_go);
        let words =
            [&*player, "mia:depth=1", "--games", "2", "--game", "loa:5x5", "--time", "100ms"];
        let words = [&words[..], &["--margin", "100ms", "--save", "g.sgf", "--force"]].concat();
        let (games, last) = play(&folder, &words);
        assert_eq!(number(&last, "losses"), 2, "{name}: {games:?}");
        for game in &games {
            assert_eq!(text(game, "reason"), reason, "{name}");
            assert_eq!(text(game, "winner"), "b", "{name}");
        }
        folder.andor(&["check", "g.sgf"]).exits(0);
    }
    // One that does not even start is bad input.
    for player in
        ["ugi:./no-such-program", "ugi:false", "gtp:false", "mia:depth=x", "nobody", "ugi:"]
    {
        folder
            .andor(&["match", player, "random", "--games", "2"])
            .refuses(&[&format!("{player:?}")]);
    }
}

/// Our own engine behind each protocol, as a program.
#[test]
fn programs_are_driven_in_their_languages() {
    let folder = Folder::new();
    for (language, game, options) in [
        ("ugi", "loa:5x5", "--time 500ms"),
        ("ugi", "breakthrough:5x5", "--tc 5+0.1"),
        ("uci", "breakthrough:5x5", "--tc 5+0.1"),
        ("gtp", "go:3x3,komi=0.5", "--time 1s"),
        ("gtp", "loa:5x5", "--tc 20"),
    ] {
        let protocol = if language == "gtp" { "gtp" } else { "ugi" };
        let ours = format!(
            "{language}:'{BINARY}' engine --protocol {protocol} --game {game} --player random"
        );
        let mut words =
            vec!["mia:depth=2", &*ours, "--games", "2", "--game", game, "--margin", "5s"];
        words.extend(options.split(' '));
        let (games, last) = play(&folder, &words);
        assert_eq!(number(&last, "games"), 2);
        for game in &games {
            let reason = text(game, "reason");
            assert!(["board", "repetition"].contains(&reason), "{words:?}: {reason}");
        }
    }
}

#[test]
fn sprt_ends_a_match_early() {
    let folder = Folder::new();
    let words = [
        "match",
        "mia4:depth=2",
        "random",
        "--games",
        "200",
        "--game",
        "loa:5x5",
        "--sprt",
        "0,100",
        "--json",
    ];
    let objects = folder.andor(&words).exits(0).objects();
    let (test, last) = (&objects[objects.len() - 2], &objects[objects.len() - 1]);
    assert_eq!(text(test, "sprt"), "accepted");
    assert!(test["llr"].as_f64() >= test["upper"].as_f64());
    assert!(number(last, "games") < 200, "{last:?}");
    let refuse = |option: &str, value: &str| {
        let words = ["match", "random", "random", "--games", "2", option, value];
        folder.andor(&words).refuses(&[&format!("{value:?}")]);
    };
    for bad in ["10,0", "x", "0", "1,nan"] {
        refuse("--sprt", bad);
    }
    refuse("--tc", "x+y");
    refuse("--openings", "missing.txt");
    folder.write("bad.txt", "c8-c6\nc8-c1\n");
    let words = ["match", "random", "random", "--games", "2", "--openings", "bad.txt"];
    folder.andor(&words).refuses(&["\"bad.txt\"", "line 2", "\"c8-c1\""]);
    folder.andor(&["match", "random", "random", "--games", "0"]).refuses(&["\"0\""]);
}

#[test]
fn openings_come_from_a_file() {
    let folder = Folder::new();
    folder.write("o.txt", "# two\nc8-c6 a4-c2\nb8-b6 # short\n");
    let words = ["random", "random", "--games", "6", "--openings", "o.txt", "--most-plies", "8"];
    let (games, last) = play(&folder, &words);
    for (game, opening) in games.iter().zip([2, 2, 1, 1, 2, 2]) {
        assert_eq!(number(game, "opening"), opening);
        assert_eq!((text(game, "reason"), number(game, "plies")), ("too long", 8));
    }
    assert_eq!(number(&last, "draws"), 6);
}

#[test]
fn openings_come_with_the_program() {
    let folder = Folder::new();
    let words = ["random", "random", "--games", "4", "--openings", "builtin", "--most-plies", "20"];
    let (games, _) = play(&folder, &words);
    assert!(games.iter().all(|game| number(game, "opening") >= 2), "{games:?}");
    let words = ["match", "random", "random", "--games", "2", "--game", "loa:5x5"];
    let refused = folder.andor(&[&words[..], &["--openings", "builtin"]].concat());
    refused.refuses(&["\"builtin\"", "loa:5x5"]);
}

/// Ctrl-C: the games that are over are kept, and the same command goes on.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_loses_no_game() {
    let folder = Folder::new();
    let words = [
        "match",
        "mia4:depth=2",
        "mia1:depth=2",
        "--games",
        "2000",
        "--game",
        "loa:6x6",
        "--resume",
        "log",
        "--json",
    ];
    let mut running = folder.start(&words);
    let lines = |folder: &Folder| folder.read("log").iter().filter(|&&byte| byte == b'\n').count();
    assert!(running.wait_until(|_| folder.has("log") && lines(&folder) >= 3));
    let process = running.child.id().to_string();
    std::process::Command::new("kill").args(["-INT", &process]).status().unwrap();
    let ended = running.end().exits(1);
    ended.notes(&["interrupted: the same command goes on"]);
    let kept = lines(&folder) - 1;
    let last = ended.objects().pop().unwrap();
    assert_eq!(number(&last, "games") as usize, kept);
    let more = (kept + 1).to_string();
    let mut words = words;
    words[4] = &more;
    let resumed = folder.andor(&words).exits(0);
    assert_eq!(resumed.objects().len(), 2, "one game and the last line");
}
