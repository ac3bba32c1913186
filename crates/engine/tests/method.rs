//! What methods make of their settings.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::{Limits, Silent};
use andor_engine::remote::{CrewMaker, JobTerms};
use andor_engine::settings::{SETTINGS, Setting, SolverSettings, Syntax};
use andor_engine::{
    Addition, Catalogue, CheckpointRequest, Cluster, JobMemory, JobSettings, JobSize,
    JobStatistics, Jobs, LeafChoice, Method, Policy, Request, Stage, TableSet, Without, ZoneChoice,
    checkpoint_subject,
};
use andor_games::tic_tac_toe::TicTacToe;
use std::sync::Arc;
use std::time::Duration;

/// Values that are understood: every word, or an example.
fn values(setting: &Setting) -> Vec<&'static str> {
    match setting.value {
        Syntax::Word(words) => words().into_iter().map(|(word, _)| word).collect(),
        Syntax::Text(example) => vec![example],
    }
}

/// The methods that a text names.
fn named_in(text: &str) -> Vec<Method> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-');
    words.filter_map(|word| Method::parse(word).ok()).collect()
}

/// The methods that have a setting.
fn having(setting: &Setting) -> Vec<Method> {
    Method::all().filter(|&method| setting.is_of(method)).collect()
}

#[test]
fn settings_are_read_as_they_are_written() {
    for method in Method::all() {
        let mut whole = SolverSettings::of(method);
        assert_eq!(method.name().parse(), Ok(whole.clone()));
        for setting in SETTINGS.iter().filter(|setting| setting.is_of(method)) {
            for value in values(setting) {
                let mut set = SolverSettings::of(method);
                setting.read(&mut set, value).unwrap();
                setting.read(&mut whole, value).unwrap();
                for set in [&set, &whole] {
                    assert_eq!(set.to_string().parse().as_ref(), Ok(set), "{set}");
                }
                // Values that nobody has to mention are not written.
                let is_said = set != SolverSettings::of(method);
                assert_eq!(setting.write(&set).is_some(), is_said, "{set}");
                let own = format!("{}/{}={}", method.name(), setting.name, value.replace(',', "+"));
                assert_eq!(own.parse().as_ref(), Ok(&set));
                assert!(!is_said || set.to_string() == own, "{own}");
                assert_eq!(set.options().contains(&format!("--{} {value}", setting.name)), is_said);
            }
        }
    }
}

#[test]
fn contenders_may_write_less() {
    let same = |short: &str, long: &str| {
        assert_eq!(short.parse::<SolverSettings>(), long.parse(), "{short}");
    };
    same("pn2/growth=9000:500", "pn2/second-level=logistic:9000+500");
    same("df-pn/knowledge", "df-pn/knowledge=on");
    same("pn2/keeps-solved", "pn2/keeps-solved=on");
    for (text, part) in [
        ("pn/leaf=tea", "\"leaf=tea\""),
        ("pn/leaf", "\"leaf\""),
        ("ef-pn/a=-1", "\"a=-1\""),
        ("df-pn/threads=0", "\"threads=0\""),
        ("pn/colour=red", "\"colour=red\""),
        ("pm/a=3", "\"pm\""),
    ] {
        let refused = text.parse::<SolverSettings>().unwrap_err().to_string();
        assert!(refused.contains(part), "{refused}");
    }
}

#[test]
fn the_table_says_which_methods_have_a_setting() {
    for setting in &SETTINGS {
        let (name, having) = (setting.name, having(setting));
        assert!(!having.is_empty(), "{name}");
        assert_eq!(named_in(&setting.methods()), having, "{name}");
        for method in Method::all() {
            for value in values(setting) {
                let mut set = SolverSettings::of(method);
                setting.read(&mut set, value).unwrap();
                let idle = ["off", "sound"].contains(&value);
                let idle = idle || ["half", "boolean"].contains(&value);
                // Some have not all ways to treat histories.
                let lacks = !method.has_way(set.ghi);
                match set.check() {
                    Ok(()) => assert!((having.contains(&method) || idle) && !lacks, "{set}"),
                    Err(refused) => {
                        assert!((!having.contains(&method) && !idle) || lacks, "{set}: {refused}");
                        let refused = refused.to_string();
                        let quoted = format!("method \"{}\" ", method.name());
                        let why = refused.strip_prefix(&quoted).expect("it names the method");
                        if let Some((_, others)) = why.split_once(';') {
                            assert_eq!(named_in(others), having, "{refused}");
                        }
                    }
                }
            }
        }
    }
    for name in ["second-level", "keeps-solved", "order", "threads"] {
        let setting = Setting::named(name).unwrap();
        assert_eq!(named_in(&setting.help()), having(setting), "{}", setting.help());
    }
}

#[test]
fn workers_are_told_the_settings_of_their_jobs() {
    let own = JobTerms::default();
    assert_eq!(own.settings, "ppn2/knowledge=off/jobs=pn");
    for setting in SETTINGS.iter().filter(|setting| setting.is_of(Method::Ppn2)) {
        for value in values(setting) {
            let mut set = SolverSettings::of(Method::Ppn2);
            setting.read(&mut set, value).unwrap();
            let terms = JobTerms::of(&set, &TableSet::default());
            let told: SolverSettings = terms.settings.parse().unwrap();
            match setting.name {
                // Threads are the worker's own; the sizes of jobs come with them.
                "threads" => assert_eq!(terms, own),
                "jobs" => assert_eq!(told.jobs.solver, set.jobs.solver),
                // No message makes a worker open a file.
                "costs" => assert_eq!(told.costs, None),
                _ => assert_eq!(setting.write(&told).as_deref(), Some(value)),
            }
        }
    }
}

/// What a checkpoint goes on with is compared as text with what older versions wrote.
#[test]
fn checkpoints_say_what_they_always_said() {
    let folder = std::env::temp_dir().join(format!("andor-method-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (text, steps) in [
        ("pn", Some("--leaf mobility --knowledge off")),
        ("pn2", Some("--leaf mobility --knowledge off --second-level whole")),
        (
            "ef-pn2/growth=9000:500/knowledge",
            Some(
                "--leaf ef --a 20 --b 5 --squash step --knowledge on --second-level logistic:9000,500",
            ),
        ),
        (
            "ief-pn/a=3/t=7/squash=sigmoid",
            Some("--leaf ief --a 3 --b 5 --t 7 --squash sigmoid --knowledge off"),
        ),
        (
            "ppn2",
            Some(
                "--leaf mobility --knowledge off --jobs pn,size=1000,partial=100,policy=flag --threads 1",
            ),
        ),
        (
            "ppn2/jobs=df-pn+size=5:7+partial=none+policy=greedy/threads=2",
            Some(
                "--leaf mobility --knowledge off --jobs df-pn,size=5:7,partial=none,policy=greedy --threads 2",
            ),
        ),
        ("auto", None),
        ("df-pn/leaf=naive/threads=2", None),
        ("df-pn/ghi=ignore", Some("--ghi ignore")),
    ] {
        let game = Catalogue::standard().game("breakthrough:8x8").unwrap();
        let path = folder.join(text.replace('/', "."));
        let request = Request {
            settings: text.parse().unwrap(),
            limits: Limits { nodes: Some(1000), memory: 16 << 20, ..Limits::default() },
            zone: Some(ZoneChoice::Off),
            checkpoint: Some(CheckpointRequest {
                path: path.clone(),
                every: Duration::from_secs(3600),
            }),
            ..Request::default()
        };
        game.solve(&game.position(None, &[]).unwrap(), &request, &mut Silent).unwrap();
        let identity = checkpoint_subject(&path).unwrap().identity;
        assert_eq!(identity.settings.as_deref(), steps, "{text}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn methods_without_leaves_refuse_what_is_about_leaves() {
    let game = TicTacToe;
    for method in [Method::Boolean, Method::AlphaBeta, Method::Retrograde] {
        let refused = |set: SolverSettings| set.leaf(&game).unwrap_err().to_string();
        let leaf = Some(LeafChoice::Mobility);
        for set in [
            SolverSettings { leaf, ..method.into() },
            SolverSettings { t: Some(3), ..method.into() },
        ] {
            assert!(refused(set).contains("has no leaf rule"), "{}", method.name());
        }
        assert!(SolverSettings::of(method).leaf(&game).is_ok());
    }
}

#[test]
fn jobs_are_read() {
    let jobs = str::parse::<JobSettings>;
    let read = jobs("df-pn,size=10_000,partial=none,policy=greedy,without=early-end").unwrap();
    let expected = JobSettings {
        solver: Some(Jobs::DfPn),
        size: Some(JobSize::Fixed(10_000)),
        partial: Some(None),
        policy: Some(Policy::Greedy),
        without: Without::NOTHING.and(Addition::EarlyEnd),
    };
    assert_eq!(read, expected);
    assert_eq!(jobs("partial=7").unwrap().partial, Some(Some(7)));
    assert!(matches!(jobs("size=whole").unwrap().size, Some(JobSize::Growing(_))));
    for text in [
        "pn",
        "df-pn,size=10000,partial=none,policy=greedy",
        "size=whole,partial=9",
        "size=5:7",
        "without=mirrors,without=small-start,without=next-best,without=early-end",
    ] {
        assert_eq!(jobs(text).unwrap().to_string(), text);
    }
    let twice = "without=next-best,without=next-best";
    let tables_merge = "without=mirrors,df-pn";
    for bad in ["", "pn2", "size=0", "size=big", "partial=0", "policy=hope", "pn,df-pn"]
        .into_iter()
        .chain(["without=hope", twice, tables_merge])
    {
        assert!(jobs(bad).is_err(), "{bad}");
    }
}

/// Whatever is left out, the answer is the same and certified; without mirrors the search is larger.
#[test]
fn what_job_level_search_adds_to_the_paper_can_be_left_out() {
    let game = Catalogue::standard().game("breakthrough:3x5").unwrap();
    let root = game.position(None, &[]).unwrap();
    let solve = |jobs: &str, threads| {
        let jobs = jobs.parse().unwrap();
        let settings = SolverSettings { jobs, threads, ..SolverSettings::of(Method::Ppn2) };
        let request = Request { settings, ..Request::default() };
        let solved = game.solve(&root, &request, &mut Silent).unwrap();
        assert!(solved.row.is_verified(), "{jobs}");
        (solved.row.value, solved.jobs.unwrap())
    };
    let all = "without=mirrors,without=small-start,without=next-best,without=early-end";
    let (value, ours) = solve("size=20,partial=5", 1);
    let (other, whole) = solve(&format!("size=20,partial=5,{all}"), 1);
    assert_eq!(value, other);
    assert!(whole.jobs > ours.jobs * 3 / 2, "{} {}", whole.jobs, ours.jobs);
    // Nobody is told to end, and nobody gets a leaf that is not one of the best: no hang, no other value.
    let (other, three) = solve(&format!("size=20,partial=5,{all}"), 3);
    assert_eq!(value, other);
    assert!(three.jobs >= three.expanded);
}

/// Virtual workers that remember the jobs of other searches count what those without memory count.
#[test]
fn remembered_jobs_are_the_jobs() {
    let game = Catalogue::standard().game("breakthrough:3x5").unwrap();
    let root = game.position(None, &[]).unwrap();
    let memory = Arc::new(JobMemory::default());
    let mut seen = Vec::new();
    for jobs in ["partial=50", "partial=none", "partial=100,without=early-end,without=next-best"] {
        for latency in [0, 30] {
            let cluster = Cluster { workers: 5, latency, service: 1, stagger: 0 };
            let counted = |crew: CrewMaker| {
                let jobs = format!("size=300,{jobs}").parse().unwrap();
                let settings = SolverSettings { jobs, ..SolverSettings::of(Method::Ppn2) };
                let (stage, crew) = (Stage::Search, Some(crew));
                let request = Request { settings, stage, crew, ..Request::default() };
                let solved = game.solve(&root, &request, &mut Silent).unwrap();
                let jobs = solved.jobs.unwrap();
                let JobStatistics { jobs, expanded, touched, partials, stale, simulated, .. } =
                    jobs;
                (solved.searched.nodes, jobs, expanded, touched, partials, stale, simulated)
            };
            let alone = counted(CrewMaker::simulated(cluster));
            assert_eq!(alone, counted(CrewMaker::remembering(cluster, memory.clone())), "{jobs}");
            seen.push(alone);
        }
    }
    seen.dedup();
    assert_eq!(seen.len(), 6, "six different searches");
}

#[test]
fn only_pn2_can_keep_solved_subtrees() {
    let game = Catalogue::standard().game("tic-tac-toe").unwrap();
    let root = game.position(None, &[]).unwrap();
    let solve = |method| {
        let settings = SolverSettings { keeps_solved: true, ..SolverSettings::of(method) };
        let request = Request { settings, ..Request::default() };
        game.solve(&root, &request, &mut Silent)
    };
    assert!(solve(Method::Pn2).unwrap().row.is_verified());
    for method in [Method::Pn, Method::PdsPn, Method::DfPn, Method::Ppn2] {
        let refused = solve(method).unwrap_err().to_string();
        assert!(refused.contains("pn2 and ef-pn2"), "{refused}");
    }
}

/// MIA's engine answers only what it has proved, and comes with certificates like any other method.
#[test]
fn the_thesis_alpha_beta_solves_small_boards() {
    let solve = |game: &str, nodes| {
        let game = Catalogue::standard().game(game).unwrap();
        let root = game.position(None, &[]).unwrap();
        let settings: SolverSettings = "alpha-beta/form=mia".parse().unwrap();
        let limits = Limits { nodes, ..Limits::default() };
        game.solve(&root, &Request { settings, limits, ..Request::default() }, &mut Silent).unwrap()
    };
    for (game, value) in [("breakthrough:3x4", "loss"), ("breakthrough:2x6", "win")] {
        let solved = solve(game, None);
        assert_eq!((solved.row.value.text(), &solved.failure), (value, &None));
        assert!(solved.row.is_verified() && solved.searched.nodes > 0);
        // A few nodes answer nothing.
        assert_eq!(solve(game, Some(3)).row.stopped.to_string(), "nodes");
    }
    // What it prunes it has not proved.
    assert_eq!(solve("tic-tac-toe", Some(20_000)).row.value.text(), "unknown");
}

/// A setting changes the search, not the value: epsilon is how far a move may run past the next best.
#[test]
fn plain_df_pn_is_another_search() {
    let game = Catalogue::standard().game("breakthrough:4x4").unwrap();
    let root = game.position(None, &[]).unwrap();
    let nodes = |text: &str| {
        let settings: SolverSettings = text.parse().unwrap();
        let solved = game.solve(&root, &Request { settings, ..Request::default() }, &mut Silent);
        let solved = solved.unwrap();
        assert_eq!(solved.row.value.text(), "loss", "{text}");
        solved.searched.nodes
    };
    assert_eq!(nodes("df-pn"), nodes("df-pn/epsilon=0.25"));
    assert_ne!(nodes("df-pn"), nodes("df-pn/epsilon=0"));
    for bad in ["df-pn/epsilon=-1", "df-pn/epsilon=a", "df-pn/epsilon=17"] {
        assert!(bad.parse::<SolverSettings>().is_err(), "{bad}");
    }
}
