//! `--memory` bounds what the process takes, not only what it says it takes.
//!
//! A batch on a pipe keeps the process waiting between two positions, so that its high-water mark
//! can be read before and after, without a race.

use crate::andor::{Folder, number};
use serde_json::{Map, Value, json};
use std::fs;
use std::io::{BufRead, BufReader};

const INITIAL: &str = "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w";

/// The most bytes of real memory that the process has ever had.
fn high_water_mark(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().trim().parse::<u64>().unwrap() << 10
}

/// Solves the big board for a while; the row, and by how much the process grew.
fn growth(words: &[&str]) -> (Map<String, Value>, u64) {
    let folder = Folder::new();
    let words = [&["solve", "breakthrough:8x8", "--batch", "-"], words].concat();
    let mut running = folder.start(&words);
    let process = running.child.id();
    let mut answers = BufReader::new(running.child.stdout.take().unwrap());
    let mut answer = |running: &mut crate::andor::Running, line: &str| {
        running.feed(format!("{line}\n").as_bytes());
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        serde_json::from_str::<Map<String, Value>>(&answer).unwrap()
    };
    // A line that is no use shows that everything has been loaded.
    assert!(answer(&mut running, "{}").contains_key("error"));
    let before = high_water_mark(process);
    let row = answer(&mut running, &json!({"position": INITIAL}).to_string());
    let after = high_water_mark(process);
    drop(running.child.stdin.take());
    assert_eq!(running.child.wait().unwrap().code(), Some(2));
    (row, after - before)
}

#[test]
fn df_pn_stays_within_its_budget() {
    for (size, budget) in [("1MiB", 1u64 << 20), ("32MiB", 32 << 20)] {
        let (row, growth) = growth(&["--nodes", "3000000", "--memory", size]);
        assert_eq!((&row["value"], &row["stopped"]), (&json!("unknown"), &json!("nodes")));
        let accounted = number(&row, "peak_memory_bytes");
        assert!(accounted <= budget, "{accounted} bytes of {budget}");
        assert!(growth <= budget * 12 / 10 + (16 << 20), "{growth} bytes with {size}");
    }
}

#[test]
fn pn_stays_within_its_budget() {
    for (size, budget) in [("1MiB", 1u64 << 20), ("32MiB", 32 << 20)] {
        let (row, growth) = growth(&["--method", "pn", "--memory", size]);
        assert_eq!((&row["value"], &row["stopped"]), (&json!("unknown"), &json!("memory")));
        let accounted = number(&row, "peak_memory_bytes");
        assert!(accounted <= budget, "{accounted} bytes of {budget}");
        assert!(accounted >= budget / 2, "stopped at {accounted} bytes of {budget}");
        assert!(growth <= budget * 12 / 10 + (16 << 20), "{growth} bytes with {size}");
    }
}
