//! Endgame tables of a run: every worker has the same ones, or takes no part.

use crate::house::{House, config};
use crate::network::{Faults, Network};
use andor_cluster::status::Status;
use andor_cluster::worker::{WorkerConfig, work};
use andor_core::{Limits, Silent};
use andor_engine::{Catalogue, Table, TableFile};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

const SPEC: &str = "loa:4x4";

/// The table of so many men.
fn table(pieces: u32) -> Arc<Table> {
    let game = Catalogue::standard().game(SPEC).unwrap();
    let name = format!("andor-cluster-{pieces}-{}.table", std::process::id());
    let path = std::env::temp_dir().join(name);
    game.build_table(pieces, &path, 1, &Limits::default(), &mut Silent).unwrap();
    let table = game.table(TableFile::open(&path).unwrap()).unwrap();
    // An open file is read without its name.
    let _ = std::fs::remove_file(path);
    table
}

#[test]
fn workers_ask_the_tables_of_the_run() {
    let table = table(8);
    for jobs in ["pn", "df-pn"] {
        let without = House::new(SPEC, jobs).solve(1, 2);
        let mut house = House::new(SPEC, jobs);
        house.tables = [vec![table.clone()], vec![table.clone()]];
        let with = house.solve(1, 2);
        // Nobody has checked the table: the certificate holds if that is right.
        assert_eq!(with.failure, None, "{jobs}");
        assert_eq!((&with.row.value, with.row.tables.len()), (&without.row.value, 1), "{jobs}");
        let (nodes, before) = (with.row.nodes, without.row.nodes);
        println!("{jobs}: {nodes} nodes with the table, {before} without");
        assert!(
            with.row.rests_on.len() == 1 && nodes < before,
            "{jobs}: {nodes} nodes with the table, {before} without"
        );
    }
}

#[test]
fn a_worker_without_the_table_says_so_and_gets_no_jobs() {
    let (right, wrong) = (table(5), table(4));
    let mut house = House::new(SPEC, "df-pn");
    house.tables = [vec![right.clone()], vec![right]];
    let network = Network::new(1, Faults::default());
    let over = Arc::new(AtomicBool::new(false));
    let (lines, solved) = std::thread::scope(|scope| {
        let strangers: Vec<_> = [("bare", Vec::new()), ("other", vec![wrong])]
            .into_iter()
            .map(|(name, tables)| {
                let (network, interrupt) = (network.clone(), over.clone());
                scope.spawn(move || {
                    let config = WorkerConfig { tables, interrupt, ..config(1) };
                    let mut lines = String::new();
                    let note = &mut |line: &str| lines.push_str(line);
                    let connect = |inbox| Ok(network.worker(name, inbox));
                    work(&Catalogue::standard(), &config, connect, note).unwrap();
                    lines
                })
            })
            .collect();
        let solved = house.solve_on(&network, 1);
        over.store(true, Ordering::Relaxed);
        let lines: Vec<String> = strangers.into_iter().map(|one| one.join().unwrap()).collect();
        (lines, solved)
    });
    assert!(!solved.row.value.is_unknown() && solved.failure.is_none());
    for line in &lines {
        assert!(line.contains("the run asks the endgame table"), "{line}");
        assert!(line.contains("sha256") && line.contains("--table FILE"), "{line}");
    }
    let status: Status = serde_json::from_str(&network.status().unwrap()).unwrap();
    // A small search may be over before the coordinator has heard of both.
    let known = status.workers.iter().filter(|worker| ["bare", "other"].contains(&&*worker.name));
    for worker in known {
        let why = worker.refused.as_deref();
        assert!(worker.jobs == 0, "{worker:?}");
        assert!(why.is_none_or(|why| why.contains("endgame table")), "{worker:?}");
    }
    assert_eq!(status.subject.terms.tables.len(), 1);
}
