//! `andor learn`: weights from games against itself.

use crate::andor::Folder;

const SMALL: [&str; 8] = ["learn", "loa:5x5", "--evaluator", "mia3", "--seed", "5", "--depth", "2"];

#[test]
fn learning_repeats_and_goes_on_where_it_stopped() {
    let folder = Folder::new();
    let run = |games: &str, out: &str, more: &[&str]| {
        folder.andor(&[&SMALL[..], &["--games", games, "--out", out], more].concat()).exits(0)
    };
    let whole = run("12", "whole", &[]);
    assert!(whole.out.contains("\nabsolute-concentration = "), "{whole:#?}");
    assert!(whole.out.contains("--seed 5 --depth 2"), "{whole:#?}");
    run("5", "parts", &[]);
    run("12", "parts", &["--resume"]);
    for ending in ["", ".log", ".state"] {
        let read = |name: &str| folder.read(&format!("{name}{ending}"));
        assert_eq!(read("whole"), read("parts"), "{ending}");
    }
    assert_eq!(String::from_utf8_lossy(&folder.read("whole.log")).lines().count(), 12);
    // A log that is ahead of the state is cut back.
    let log = [folder.read("parts.log"), b"{\"game\":13}\n".to_vec()].concat();
    folder.write("parts.log", log);
    run("12", "parts", &["--resume"]);
    assert_eq!(folder.read("whole.log"), folder.read("parts.log"));
}

#[test]
fn kept_weights_stay_and_a_file_may_be_the_start() {
    let folder = Folder::new();
    let weights = "men = 100000\nrows = 1\nsquared-rows = 2\nguarded = 3\nhanging = 4\npassed = 5\n\
                   guards-at-home = 6\nplayer-to-move = 7\ndecisive = 8\n";
    folder.write("start", weights);
    let words = [
        "learn",
        "breakthrough:4x5",
        "--games",
        "6",
        "--weights",
        "start",
        "--keep",
        "men,rows",
        "--out",
        "new",
        "--json",
    ];
    let games = folder.andor(&words).exits(0).objects();
    assert_eq!(games.len(), 6);
    let last = &games[5]["weights"];
    assert_eq!((&last["men"], &last["rows"]), (&100_000.into(), &1.into()));
    assert_ne!(last["player-to-move"], 7);
}

#[test]
fn what_cannot_be_learnt_is_quoted() {
    let folder = Folder::new();
    let refused = |words: &[&str], parts: &[&str]| {
        folder.andor(&[words, &["--out", "x"]].concat()).refuses(parts);
    };
    refused(&["learn", "tic-tac-toe"], &["\"tic-tac-toe\"", "no evaluator"]);
    refused(&["learn", "loa", "--evaluator", "mia9"], &["\"mia9\"", "mia4"]);
    refused(&["learn", "loa", "--keep", "luck"], &["\"luck\"", "quads"]);
    refused(&["learn", "loa", "--resume"], &["\"x.state\""]);
    refused(&["learn", "loa", "--lambda", "2"], &["from 0 to 1"]);
    folder.write("w", "quads = many\n");
    refused(&["learn", "loa", "--weights", "w"], &["quads = many"]);
    folder.write("y.state", "nonsense");
    folder.andor(&["learn", "loa", "--out", "y"]).refuses(&["\"y.state\"", "--resume"]);
    folder.andor(&["learn", "loa", "--out", "y", "--resume"]).refuses(&["\"y.state\""]);
}

#[test]
fn costs_are_learnt_from_a_seed_and_a_search_goes_by_them() {
    let folder = Folder::new();
    let boards = ["breakthrough:3x5", "breakthrough:4x4"];
    let few = ["--records", "16", "--positions", "5", "--plies", "4", "--passes", "3"];
    let learn = |out: &str, more: &[&str]| {
        let words = [&["learn", "cost"], &boards[..], &few, &["--out", out], more].concat();
        folder.andor(&words).exits(0)
    };
    let said = learn("costs", &["--json"]).objects();
    let last = said.last().unwrap();
    assert!(last["terms"].as_u64().unwrap() > 100, "{last:?}");
    assert!(last["kept_back"].as_u64().unwrap() > 0, "{last:?}");
    learn("again", &[]);
    learn("from-examples", &["--examples", "costs.examples"]);
    assert_eq!(folder.read("costs"), folder.read("again"));
    // Whoever learns from examples says so at the head of the file; the model is the same.
    let model = |name| {
        let text = String::from_utf8(folder.read(name)).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(model("costs").len() > 100 && model("costs") == model("from-examples"));
    assert_eq!(folder.read("costs.examples"), folder.read("again.examples"));
    // A search goes by it, and finds the same value.
    let solve = |more: &[&str]| {
        let words = [&["solve", "breakthrough:4x5", "--threads", "1", "--json"], more].concat();
        let row = folder.andor(&words).exits(0).objects().remove(0);
        (row["value"].clone(), row["nodes"].as_u64().unwrap())
    };
    let (own, other) = (solve(&[]), solve(&["--costs", "costs"]));
    assert_eq!(own.0, other.0);
    assert_ne!(own.1, other.1);
}

#[test]
fn a_network_of_costs_is_learnt_and_a_search_goes_by_it() {
    let folder = Folder::new();
    let few = ["--records", "16", "--positions", "8", "--plies", "6", "--nodes", "20k"];
    let learn = |out: &str, more: &[&str]| {
        let net = ["--most", "5k", "--passes", "4", "--out", out];
        let words = [&["learn", "cost", "loa:5x5"], &few[..], &net, more].concat();
        folder.andor(&words).exits(0)
    };
    let said = learn("costs", &["--json", "--threads", "1", "--units", "32"]).objects();
    let last = said.last().unwrap();
    assert_eq!(last["units"].as_u64(), Some(32), "{last:?}");
    assert!(last["kept_back"].as_u64().unwrap() > 0, "{last:?}");
    learn("again", &["--threads", "2", "--units", "32"]);
    assert_eq!(folder.read("costs"), folder.read("again"));
    assert_eq!(folder.read("costs.examples"), folder.read("again.examples"));
    let solve = |more: &[&str]| {
        let position = ["--position", "1bb2/w3w/w1b1w/4w/1bb2 b"];
        let words = [&["solve", "loa:5x5", "--threads", "1", "--json"], &position[..], more];
        let row = folder.andor(&words.concat()).exits(0).objects().remove(0);
        assert_eq!(row["verified"].as_bool(), Some(true), "{row:?}");
        (row["value"].clone(), row["nodes"].as_u64().unwrap())
    };
    let (own, other) = (solve(&[]), solve(&["--costs", "costs"]));
    assert_eq!(own.0, other.0);
    assert_ne!(own.1, other.1);
    // A sum of terms, where somebody wants one; and a set to begin at.
    learn("terms", &["--units", "0"]);
    let terms = String::from_utf8(folder.read("terms")).unwrap();
    assert!(terms.contains("\nturn "), "{terms}");
    let refused = |words: &[&str], parts: &[&str]| {
        folder.andor(&[&["learn", "cost", "loa:5x5", "--out", "x"], words].concat()).refuses(parts);
    };
    refused(&["--begin", "loa-8x8-easier"], &["\"loa-8x8-easier\"", "\"loa:5x5\""]);
    refused(&["--begin", "none"], &["\"none\""]);
    refused(&["--units", "40", "--examples", "costs.examples"], &["40 units"]);
    folder.andor(&["solve", "loa:6x6", "--costs", "costs"]).refuses(&["5x5", "6x6"]);
}

#[test]
fn costs_that_cannot_be_learnt_or_used_are_refused() {
    let folder = Folder::new();
    let learn = ["learn", "cost", "breakthrough:4x4", "--out", "x"];
    let refused = |words: &[&str], parts: &[&str]| {
        folder.andor(words).refuses(parts);
    };
    refused(&[&learn[..], &["--records", "2"]].concat(), &["8 records at least"]);
    refused(&[&learn[..], &["--scale", "1,2"]].concat(), &["'1,2'", "100,50,2000"]);
    refused(&[&learn[..], &["--method", "pn"]].concat(), &["settings of auto"]);
    refused(&["learn", "cost", "tic-tac-toe", "--out", "x"], &["made of"]);
    folder.write("bad", "0 o./x. 1 2\n");
    let solve = ["solve", "breakthrough:4x4", "--costs"];
    refused(&[&solve[..], &["none"]].concat(), &["--costs \"none\""]);
    refused(&[&solve[..], &["bad"]].concat(), &["\"bad\"", "\"0 o./x. 1 2\""]);
    folder.write("good", "0 o./x./.x 12 3\n");
    refused(&[&solve[..], &["good", "--leaf", "ef"]].concat(), &["\"ef\""]);
    refused(&["solve", "loa:5x5", "--leaf", "learnt"], &["\"learnt\"", "no model of cost"]);
}

#[test]
fn a_network_is_learnt_from_a_seed_and_a_player_goes_by_it() {
    let folder = Folder::new();
    let learn = |out: &str, games: &str, more: &[&str]| {
        let few = ["--nodes", "60", "--plies", "6", "--units", "32", "--passes", "2"];
        let words = ["learn", "net", "breakthrough", "--games", games, "--out", out];
        folder.andor(&[&words[..], &few, more].concat())
    };
    let said = learn("net", "20", &["--threads", "2", "--json"]).exits(0).objects();
    let last = said.last().unwrap();
    assert_eq!(last["games"], 20);
    assert!(last["kept_back"].as_u64().unwrap() > 0, "{last:?}");
    // In two parts, the second after a line that was not finished, and with another number of threads.
    learn("again", "7", &["--threads", "1"]).exits(0);
    let begun = [folder.read("again.games"), b"7 w a2-a3".to_vec()].concat();
    folder.write("again.games", begun);
    learn("again", "20", &["--threads", "1", "--resume"]).exits(0);
    assert_eq!(folder.read("net.games"), folder.read("again.games"));
    assert_eq!(folder.read("net"), folder.read("again"));
    // From the games of another file.
    learn("other", "0", &["--examples", "net.games"]).exits(0);
    let weights = |name: &str| {
        let text = String::from_utf8(folder.read(name)).unwrap();
        text.lines().filter(|line| !line.starts_with('#')).collect::<String>()
    };
    assert_eq!(weights("net"), weights("other"));
    // A player goes by it.
    let play = |player: &str| {
        let words = ["match", player, "mia:depth=2", "--game", "breakthrough", "--games", "2"];
        folder.andor(&[&words[..], &["--depth", "2", "--json"]].concat()).exits(0)
    };
    assert_eq!(play("mia:evaluator=network,weights=net").objects().len(), 3);
}

#[test]
fn networks_that_cannot_be_learnt_or_used_are_refused() {
    let folder = Folder::new();
    let refused = |words: &[&str], parts: &[&str]| {
        folder.andor(&[words, &["--out", "x"]].concat()).refuses(parts);
    };
    refused(&["learn", "net", "loa:6x6"], &["loa:6x6 has no network"]);
    refused(&["learn", "net", "tic-tac-toe"], &["tic-tac-toe has no network"]);
    refused(&["learn", "net", "loa", "--games", "0"], &["no position"]);
    refused(&["learn", "net", "loa", "--games", "0", "--force", "--rate", "7"], &["'7'", "0.003"]);
    folder.write("x.games", "# loa\n");
    refused(&["learn", "net", "loa", "--games", "0"], &["\"x.games\"", "--resume"]);
    refused(&["learn", "net", "loa", "--games", "0", "--resume"], &["\"x.games\"", "another plan"]);
    folder.write("y.games", "nonsense\n");
    refused(
        &["learn", "net", "loa", "--games", "0", "--force", "--examples", "y.games"],
        &["\"nonsense\""],
    );
    folder.write("bad", "units many\n");
    let player = "mia:evaluator=network,weights=bad";
    let words = ["match", player, "random", "--games", "1", "--depth", "1"];
    folder.andor(&words).refuses(&["\"units many\""]);
    let words = ["match", "mia:evaluator=network", "random", "--game", "loa:6x6", "--games", "1"];
    folder.andor(&words).refuses(&["\"network\"", "mia4"]);
}
