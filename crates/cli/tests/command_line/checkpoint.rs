//! A long run on disk: killed and resumed, resumed wrongly, resumed from damaged files.

use crate::andor::{Folder, number, text};

#[test]
fn a_killed_run_is_resumed_to_the_same_value() {
    let folder = Folder::new();
    let words = [
        "solve",
        "breakthrough:5x5",
        "--memory",
        "64MiB",
        "--checkpoint",
        "c",
        "--checkpoint-every",
        "200ms",
    ];
    let mut running = folder.start(&words);
    assert!(running.wait_until(|_| folder.has("c")), "solved before the first checkpoint");
    running.child.kill().unwrap();
    assert_eq!(running.end().code, None, "it was not killed");

    let row = folder.andor(&["solve", "--resume", "c", "--json"]).exits(0).object();
    assert_eq!(text(&row, "game"), "breakthrough:5x5");
    assert_eq!(text(&row, "position"), "bbbbb/bbbbb/5/wwwww/wwwww w");
    assert_eq!((text(&row, "value"), text(&row, "winner")), ("loss", "b"));
    assert_eq!(text(&row, "stopped"), "solved");
    assert_eq!(row["verified"], true);
    assert!(number(&row, "peak_memory_bytes") <= 64 << 20, "{row:?}");
}

/// Killed with three threads, resumed with two.
#[test]
fn a_killed_run_with_threads_is_resumed_with_another_number_of_them() {
    let folder = Folder::new();
    let words = ["solve", "breakthrough:4x5", "--method", "df-pn", "--memory", "64MiB"];
    let saving = ["--threads", "3", "--checkpoint", "c", "--checkpoint-every", "100ms"];
    let mut running = folder.start(&[&words[..], &saving].concat());
    assert!(running.wait_until(|_| folder.has("c")), "solved before the first checkpoint");
    running.child.kill().unwrap();
    assert_eq!(running.end().code, None, "it was not killed");

    let words = ["solve", "--resume", "c", "--method", "df-pn", "--threads", "2", "--json"];
    let row = folder.andor(&words).exits(0).object();
    assert_eq!((text(&row, "value"), text(&row, "stopped")), ("loss", "solved"));
    assert_eq!(row["verified"], true);
}

/// What threads have found before a stop is known after it.
#[test]
fn threads_go_on_with_what_was_known() {
    for (method, first, second) in [("df-pn", 4_000_000, 6_000_000), ("boolean", 60_000, 90_000)] {
        let folder = Folder::new();
        let named = ["--method", method, "--knowledge", "off", "--json"];
        let run = |words: &[&str], nodes: u64, code| {
            let limit = ["--nodes", &nodes.to_string()];
            folder.andor(&[words, &named, &limit].concat()).exits(code).object()
        };
        let start = ["solve", "breakthrough:4x5", "--threads", "2", "--checkpoint", "c"];
        let row = run(&start, first, 1);
        assert!(number(&row, "nodes") >= first, "{row:?}");
        // All that was done counts; a thread sees the limit some thousand nodes late.
        let row = run(&["solve", "--resume", "c", "--threads", "3"], second, 1);
        assert!((second..second + 50_000).contains(&number(&row, "nodes")), "{row:?}");
        let row = run(&["solve", "--resume", "c"], u64::MAX, 0);
        assert_eq!((text(&row, "value"), &row["verified"]), ("loss", &true.into()), "{method}");
    }
}

/// The last checkpoint is that of the solved search: what is left to do is the certificate.
#[test]
fn a_solved_search_is_not_searched_again() {
    for game in ["breakthrough:4x5", "loa:5x5"] {
        let folder = Folder::new();
        let words = ["solve", game, "--memory", "16MiB", "--checkpoint", "c", "--json"];
        let first = folder.andor(&words).exits(0).object();
        let again = folder.andor(&["solve", "--resume", "c", "--json"]).exits(0).object();
        assert_eq!(
            (text(&again, "value"), &again["verified"]),
            (text(&first, "value"), &true.into())
        );
        let more = number(&again, "nodes").abs_diff(number(&first, "nodes"));
        assert!(more < 1000, "{first:?} {again:?}");
    }
}

/// A folder with a checkpoint `c` of a 4x5 search stopped after `nodes`.
fn stopped_after(nodes: &str, memory: &str) -> Folder {
    let folder = Folder::new();
    let words =
        ["solve", "breakthrough:4x5", "--nodes", nodes, "--memory", memory, "--checkpoint", "c"];
    folder.andor(&words).exits(1).notes(&["checkpoint c: "]);
    assert_eq!(folder.files(), ["c"]);
    folder
}

#[test]
fn a_resumed_run_uses_what_was_known_and_goes_on_saving() {
    // Knowledge would solve it too soon.
    let folder = Folder::new();
    let words = [
        "solve",
        "breakthrough:4x5",
        "--memory",
        "16MiB",
        "--knowledge",
        "off",
        "--method",
        "df-pn",
    ];
    let stop = ["--nodes", "500000", "--checkpoint", "c"];
    folder.andor(&[&words[..], &stop].concat()).exits(1).notes(&["checkpoint c: "]);
    let fresh = folder.andor(&[&words[..], &["--json"]].concat()).exits(0).object();
    let fresh = number(&fresh, "nodes");

    // What was done counts, so a limit below it leaves nothing to do.
    let words = ["solve", "--resume", "c", "--knowledge", "off", "--json"];
    let row = folder.andor(&[&words[..], &["--nodes", "1"]].concat()).exits(1).object();
    assert!((500_000..501_000).contains(&number(&row, "nodes")), "{row:?}");

    let first = folder.read("c");
    let second = folder.andor(&[&words[..], &["--nodes", "800000"]].concat()).exits(1).object();
    assert!((800_000..801_000).contains(&number(&second, "nodes")), "{second:?}");
    assert_ne!(folder.read("c"), first, "the second stop was not saved");

    let row = folder.andor(&words).exits(0).object();
    assert_eq!((text(&row, "value"), &row["verified"]), ("loss", &true.into()));
    let since = number(&row, "nodes").checked_sub(800_000).expect("all work is counted");
    // And so is all time.
    let seconds =
        |row: &serde_json::Map<String, serde_json::Value>| row["seconds"].as_f64().unwrap();
    assert!(seconds(&row) > seconds(&second), "{row:?} {second:?}");
    assert!(since + 500_000 < fresh, "{since} nodes after the stop, {fresh} without one");
}

#[test]
fn a_checkpoint_goes_on_only_with_its_own_question() {
    let folder = stopped_after("5000", "1MiB");
    let before = folder.read("c");
    let resume = |words: &[&str]| folder.andor(&[&["solve", "--resume", "c"], words].concat());
    resume(&["breakthrough:4x4"]).refuses(&["\"c\"", "breakthrough:4x5", "breakthrough:4x4"]);
    resume(&["tic-tac-toe"]).refuses(&["\"c\"", "tic-tac-toe"]);
    resume(&["breakthrough:4x5", "--moves", "a2-a3"]).refuses(&["bbbb/bbbb/w3/1www/wwww b"]);
    resume(&["--moves", "a2-a3"]).refuses(&["bbbb/bbbb/w3/1www/wwww b"]);
    let other = "bbbb/bbbb/4/wwww/1www w";
    resume(&["--position", other]).refuses(&[other]);
    resume(&["--memory", "8MiB"]).refuses(&["--memory"]);
    resume(&["--method", "pn"]).refuses(&["\"pn\""]);
    // The table of a search that ignores histories is not to be believed, and is not mixed.
    resume(&["--ghi", "ignore"]).refuses(&["\"c\"", "--ghi sound", "--ghi ignore"]);
    folder.andor(&["solve", "--resume", "none"]).refuses(&["\"none\""]);
    assert_eq!(folder.read("c"), before);
    resume(&["breakthrough:4x5", "--nodes", "6000"]).exits(1);
}

/// What patterns decided has no place in a tree: it goes on with the same ones only.
#[test]
fn a_tree_grown_with_patterns_goes_on_with_them() {
    let folder = Folder::new();
    let pn2 = ["--method", "pn2", "--knowledge", "off"];
    let start = ["solve", "breakthrough:4x5", "--patterns", "builtin", "--checkpoint", "c"];
    folder.andor(&[&start[..], &pn2, &["--nodes", "20000"]].concat()).exits(1);
    let resume = ["solve", "--resume", "c"];
    folder.andor(&[&resume[..], &pn2].concat()).refuses(&["\"c\"", "--patterns builtin"]);
    let words = [&resume[..], &["--patterns", "builtin", "--json"], &pn2].concat();
    let row = folder.andor(&words).exits(0).object();
    assert_eq!((text(&row, "value"), &row["verified"]), ("loss", &true.into()));
}

#[test]
fn a_damaged_checkpoint_is_refused_in_one_line() {
    let folder = stopped_after("5000", "1MiB");
    let whole = folder.read("c");
    let refused = |what: &str, bytes: &[u8]| {
        folder.write("d", bytes);
        let ended = folder.andor(&["solve", "--resume", "d", "--nodes", "6000"]);
        assert_eq!(ended.code, Some(2), "{what}: {ended:#?}");
        ended.refuses(&[]);
        assert_eq!(folder.read("d"), bytes, "{what}: a refused file is left alone");
    };
    refused("garbage", b"hello, this is not a checkpoint at all\n");
    refused("binary garbage", &[0xff; 4096]);
    for length in [0, 4, 8, 12, 16, 100, whole.len() / 2, whole.len() - 1] {
        refused(&format!("the first {length} bytes"), &whole[..length]);
    }
    let header = 16 + usize::from(whole[8]) + 256 * usize::from(whole[9]);
    let offsets = (0..header).step_by(3).chain((header..whole.len()).step_by(4001));
    for offset in offsets.chain([whole.len() - 1]) {
        let mut bytes = whole.clone();
        bytes[offset] ^= 1 << (offset % 8);
        refused(&format!("bit flipped at {offset} of {header} + table"), &bytes);
    }
}

#[test]
fn a_checkpoint_without_a_folder_is_a_note_and_the_search_answers() {
    let folder = Folder::new();
    let words = [
        "solve",
        "breakthrough:4x5",
        "--checkpoint",
        "none/c",
        "--checkpoint-every",
        "1ms",
        "--json",
    ];
    let ended = folder.andor(&words).exits(0);
    ended.notes(&["checkpoint not written: none/c: "]);
    assert_eq!(ended.object()["value"], "loss");
    assert_eq!(ended.object()["verified"], true);
}

#[test]
fn the_second_question_of_a_draw_can_be_resumed_too() {
    let folder = Folder::new();
    let ask = |goal: &str| {
        let words = ["solve", "connect-four:4x4", "--goal", goal, "--json"];
        number(&folder.andor(&words).exits(0).object(), "nodes")
    };
    // Stopped in the middle of "does White win?", after "does Black win?" was answered.
    let nodes = (ask("win") + ask("draw") / 2).to_string();
    let words = ["solve", "connect-four:4x4", "--nodes", &nodes, "--checkpoint", "c", "--json"];
    folder.andor(&words).exits(1);
    let row = folder.andor(&["solve", "--resume", "c", "--json"]).exits(0).object();
    assert_eq!((text(&row, "value"), text(&row, "winner")), ("draw", "none"));
    assert_eq!(row["verified"], true);
}

/// A search that keeps a tree takes the same steps as if nothing had happened.
#[test]
fn a_killed_tree_search_is_resumed_to_the_same_count() {
    let folder = Folder::new();
    let method = ["--method", "pn2", "--nodes", "20000000", "--json"];
    let search = [&["solve", "breakthrough:4x5", "--memory", "16MiB"], &method[..]].concat();
    let whole = folder.andor(&search).exits(1).object();

    let saving = [&search[..], &["--checkpoint", "c", "--checkpoint-every", "20ms"]].concat();
    let mut running = folder.start(&saving);
    assert!(running.wait_until(|_| folder.has("c")), "it ended before the first checkpoint");
    running.child.kill().unwrap();
    assert_eq!(running.end().code, None, "it was not killed");

    let row = folder.andor(&[&["solve", "--resume", "c"], &method[..]].concat()).exits(1).object();
    for count in ["nodes", "expanded"] {
        assert_eq!(number(&row, count), number(&whole, count), "{count}");
    }
}

#[test]
fn a_tree_search_is_stopped_resumed_solved_and_certified() {
    let folder = Folder::new();
    let method = ["--method", "ef-pn2", "--leaf", "ief", "--json"];
    let search = [&["solve", "loa:5x5", "--tree-nodes", "100000"], &method[..]].concat();
    let whole = folder.andor(&search).exits(0).object();
    let nodes = (number(&whole, "nodes") / 2).to_string();
    let stop = ["--nodes", &nodes, "--checkpoint", "c"];
    folder.andor(&[&search[..], &stop].concat()).exits(1).notes(&["checkpoint c: ", "tree nodes"]);
    assert_eq!(folder.files(), ["c"]);

    folder.andor(&["solve", "--resume", "c"]).refuses(&["\"ef-pn2\"", "--method"]);
    let other = ["solve", "--resume", "c", "--method", "ef-pn2"];
    folder.andor(&other).refuses(&["--leaf ief --a 20 --b 5", "--leaf ef"]);
    let resume = [&["solve", "--resume", "c", "--proof", "p"], &method[..]].concat();
    let row = folder.andor(&resume).exits(0).object();
    assert_eq!(text(&row, "value"), text(&whole, "value"));
    assert_eq!(row["verified"], true);
    assert_eq!(number(&row, "nodes"), number(&whole, "nodes"));
    folder.andor(&["verify", "p"]).exits(0);
}

/// Killed while three workers are at work, and resumed: the same value, certified.
#[test]
fn a_killed_search_of_jobs_is_resumed_to_the_same_value() {
    for jobs in ["pn,size=50", "df-pn,size=50"] {
        let folder = Folder::new();
        let method = ["--method", "ppn2", "--threads", "3", "--jobs", jobs, "--knowledge", "on"];
        let method = [&method[..], &["--json"]].concat();
        let search = [&["solve", "breakthrough:4x5", "--memory", "16MiB"], &method[..]].concat();
        let saving = [&search[..], &["--checkpoint", "c", "--checkpoint-every", "1ms"]].concat();
        let mut running = folder.start(&saving);
        assert!(running.wait_until(|_| folder.has("c")), "it ended before the first checkpoint");
        running.child.kill().unwrap();
        assert_eq!(running.end().code, None, "it was not killed");

        let resume = [&["solve", "--resume", "c"], &method[..]].concat();
        // Stopped once more, it says how to go on.
        let first = number(
            &folder.andor(&[&resume[..], &["--nodes", "1"]].concat()).exits(1).object(),
            "nodes",
        );
        assert!(first > 1, "what was done before is forgotten");
        let row = folder.andor(&resume).exits(0).object();
        assert_eq!((text(&row, "value"), text(&row, "stopped")), ("loss", "solved"), "{jobs}");
        assert_eq!(row["verified"], true, "{jobs}");
        assert!(number(&row, "nodes") > first, "{jobs}");
    }
}

#[test]
fn a_stopped_search_of_jobs_goes_on_with_its_settings() {
    let folder = Folder::new();
    let method = ["--method", "ppn2", "--threads", "2", "--jobs", "df-pn,partial=none"];
    let method = [&method[..], &["--knowledge", "on", "--json"]].concat();
    let stop = ["solve", "breakthrough:4x5", "--nodes", "9000", "--checkpoint", "c"];
    let ended = folder.andor(&[&stop[..], &method].concat()).exits(1);
    ended.notes(&["checkpoint c: ", "tree nodes, tables of 2 workers"]);
    folder.andor(&["solve", "--resume", "c"]).refuses(&["\"ppn2\"", "--method"]);
    let row = folder.andor(&[&["solve", "--resume", "c"], &method[..]].concat()).exits(0).object();
    assert_eq!((text(&row, "value"), &row["verified"]), ("loss", &true.into()));
}

/// D6 of the audit.
#[cfg(unix)]
#[test]
fn a_planted_link_is_not_written_through() {
    let folder = Folder::new();
    folder.write("diary", "dear diary");
    for name in ["c.writing", "c"] {
        folder.shell(&format!("ln -s diary {name}")).exits(0);
        let words = ["solve", "breakthrough:4x5", "--nodes", "5000", "--memory", "1MiB"];
        let saving = [&words[..], &["--checkpoint", "c", "--force"]].concat();
        folder.andor(&saving).exits(1).notes(&["checkpoint c: "]);
        assert_eq!(folder.read("diary"), b"dear diary");
        folder.andor(&["solve", "--resume", "c", "--nodes", "6000"]).exits(1);
        folder.shell("rm c").exits(0);
    }
}

/// The same command again goes on: a run that is killed and started by the same line loses nothing.
#[test]
fn the_same_command_goes_on_with_its_checkpoint() {
    let folder = Folder::new();
    let words = ["solve", "breakthrough:4x5", "--memory", "16MiB", "--knowledge", "off"];
    let saving = [&words[..], &["--checkpoint", "c", "--json"]].concat();
    let run =
        |nodes: &str, code| folder.andor(&[&saving[..], &["--nodes", nodes]].concat()).exits(code);
    let first = number(&run("100000", 1).object(), "nodes");
    let again = run("1", 1);
    again.notes(&["going on with checkpoint c"]);
    // A look at the root is all that is added.
    let again = number(&again.object(), "nodes");
    assert!((first..first + 100).contains(&again), "{again}: what was done before is forgotten");
    let row = folder.andor(&saving).exits(0).object();
    assert_eq!((text(&row, "value"), &row["verified"]), ("loss", &true.into()));
}

#[test]
fn a_checkpoint_of_another_problem_is_not_replaced() {
    let folder = stopped_after("5000", "1MiB");
    let before = folder.read("c");
    let save = |words: &[&str]| {
        folder.andor(&[&["solve", "--checkpoint", "c", "--nodes", "9000"], words].concat())
    };
    save(&["breakthrough:4x4"]).refuses(&["\"c\"", "breakthrough:4x5", "--force"]);
    save(&["breakthrough:4x5", "--moves", "a2-a3"]).refuses(&["\"c\"", "--force"]);
    save(&["breakthrough:4x5", "--method", "pn"]).refuses(&["\"pn\"", "--force"]);
    save(&["breakthrough:4x5", "--memory", "64MiB"]).refuses(&["--memory", "\"c\""]);
    assert_eq!(folder.read("c"), before);
    // Nor is what only looks like one, or what is none at all.
    folder.write("c", &before[..before.len() - 1]);
    save(&["breakthrough:4x5"]).refuses(&["\"c\"", "cut off", "--force"]);
    folder.write("c", "a letter");
    save(&["breakthrough:4x5"]).refuses(&["--checkpoint \"c\"", "not a checkpoint", "--force"]);
    assert_eq!(folder.read("c"), b"a letter");
    folder.write("c", &before);
    save(&["breakthrough:5x5", "--force"]).exits(1).notes(&["begins afresh"]);
    let row = folder.andor(&["solve", "--resume", "c", "--json", "--nodes", "1"]).exits(1).object();
    assert_eq!(text(&row, "game"), "breakthrough:5x5");
}

#[test]
fn nothing_may_follow_the_end_of_a_checkpoint() {
    let folder = stopped_after("5000", "1MiB");
    let mut bytes = folder.read("c");
    bytes.push(0);
    folder.write("c", &bytes);
    folder.andor(&["solve", "--resume", "c"]).refuses(&["\"c\"", "bytes behind its end"]);
}

/// A checkpoint knows a graph by its contents: another graph under the same path is another problem.
#[test]
fn a_checkpoint_of_a_graph_that_was_changed_is_refused() {
    let folder = Folder::new();
    let graph = r#"{"rule":"draw","nodes":[{"owner":0,"succ":[1,2]},{"owner":1,"succ":[0,3]},
        {"owner":1,"succ":[3,4]},{"winner":0},{"winner":1}]}"#;
    folder.write("g.json", graph);
    let words = ["solve", "graph:g.json", "--method", "df-pn", "--nodes", "1", "--checkpoint", "c"];
    folder.andor(&words).exits(1);
    folder.andor(&words).exits(1).notes(&["going on with checkpoint c"]);
    folder.write("g.json", graph.replace("\"winner\":1", "\"winner\":null"));
    folder.andor(&words).refuses(&["\"c\"", "has changed since", "--force"]);
    folder.andor(&["solve", "--resume", "c", "--method", "df-pn"]).refuses(&["has changed since"]);
}
