//! `andor lab`: experiments as data, runs that are stopped and go on, the report, comparisons, checks.

use crate::andor::{BINARY, Folder, number, text};
#[cfg(target_os = "linux")]
use crate::interrupt::{is_listening, press};
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// The tables and figures that the laboratory has to have, whether they were run or not.
const WANTED: [(&str, &[&str]); 4] = [
    ("EF-PN", &["Table 1", "Table 2", "Table 3", "Table 4", "Table 5", "Table 6", "Figure 3"]),
    (
        "Thesis",
        &[
            "Table 3.2",
            "Table 4.1",
            "Table 4.2",
            "Table 4.3",
            "Table 4.4",
            "Table 4.5",
            "Table 4.6",
            "Table 5.1",
            "Table 5.2",
            "Table 5.3",
            "Table 5.4",
            "Table 5.5",
            "Table 6.1",
            "Table 6.2",
            "Table 6.3",
            "Table 7.1",
            "Table 7.2",
            "Figure 5.4",
            "Figure 6.4",
            "Figure 6.6",
            "Figure 6.7",
            "Figure 7.2",
            "Figure 7.3",
            "Figure 7.4",
            "Figure 7.5",
        ],
    ),
    ("Breakthrough", &["Table 3", "Table 4", "Table 5"]),
    ("GHI", &["Table 1", "Table 2", "Table 3", "Table 4"]),
];

#[test]
fn every_table_and_figure_is_listed() {
    let rows = Folder::new().andor(&["lab", "list", "--json"]).exits(0).objects();
    let listed: HashSet<(String, String)> =
        rows.iter().map(|row| (text(row, "paper").into(), text(row, "item").into())).collect();
    let mut wanted = HashSet::new();
    for (paper, items) in WANTED {
        wanted.extend(items.iter().map(|item| (paper.to_owned(), (*item).to_owned())));
    }
    assert_eq!(listed, wanted);
    assert!(rows.iter().all(|row| number(row, "rows") == 0));
}

/// A run of a few seconds.
const SMALL: [&str; 8] =
    ["lab", "run", "table1", "--sample", "8", "--nodes", "300000", "--threads=2"];

/// The rows of a file, but for what the machine says of time.
fn rows(folder: &Folder, name: &str) -> Vec<String> {
    let text = String::from_utf8(folder.read(name)).unwrap();
    let untimed = |line: &str| {
        let mut row: serde_json::Value = serde_json::from_str(line).unwrap();
        row.as_object_mut().unwrap().remove("seconds").unwrap();
        row.to_string()
    };
    text.lines().map(untimed).collect()
}

/// Ctrl-C at ten moments by lot, and once more when nothing is left to do: the same rows in the same order.
#[test]
#[cfg(target_os = "linux")]
fn a_run_that_is_stopped_ten_times_ends_with_the_same_rows() {
    let (whole, stopped) = (Folder::new(), Folder::new());
    whole.andor(&SMALL).exits(0);
    let mut dice = 20_041_119_u64;
    let mut interrupted = 0;
    for _ in 0..10 {
        let mut running = stopped.start(&SMALL);
        assert!(running.wait_until(is_listening), "it ended by itself");
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(std::time::Duration::from_millis(dice >> 33 & 127));
        press(&running.child);
        interrupted += usize::from(running.end().code == Some(1));
        assert!(!stopped.has("results/table1.jsonl.new"));
    }
    assert!(interrupted > 0, "it was too quick to be stopped");
    stopped.andor(&SMALL).exits(0);
    let expected = rows(&whole, "results/table1.jsonl");
    assert_eq!(expected.len(), 32);
    assert_eq!(rows(&stopped, "results/table1.jsonl"), expected);
    let before = stopped.read("results/table1.jsonl");
    let again = [&SMALL[..], &["--json"]].concat();
    assert_eq!(number(&stopped.andor(&again).exits(0).objects()[0], "added"), 0);
    assert_eq!(stopped.read("results/table1.jsonl"), before);
}

#[test]
fn a_torn_row_is_run_again_and_other_files_are_refused() {
    let folder = Folder::new();
    let small = ["lab", "run", "table3", "--sample", "1", "--nodes", "20000"];
    folder.andor(&small).exits(0);
    let whole = rows(&folder, "results/table3.jsonl");
    let mut bytes = folder.read("results/table3.jsonl");
    bytes.truncate(bytes.len() - 40);
    folder.write("results/table3.jsonl", &bytes);
    folder.andor(&small).exits(0);
    assert_eq!(rows(&folder, "results/table3.jsonl"), whole);
    folder.write("results/table3.jsonl", "a diary\n");
    folder.andor(&small).refuses(&["table3.jsonl", "line 1"]);
    assert_eq!(folder.read("results/table3.jsonl"), b"a diary\n");
    folder.andor(&["lab", "run", "tabel1"]).refuses(&["\"tabel1\"", "table1"]);
    folder.andor(&["lab", "run", "table6.3", "--nodes", "5"]).refuses(&["\"table6.3\"", "--nodes"]);
}

/// Table 4.4 has two of the methods of table 4.3, with the same limits on the same positions: no search is done twice,
/// and a row says which experiment it is of, and is checked like any other.
#[test]
fn a_search_that_another_experiment_did_is_not_done_again() {
    let folder = Folder::new();
    let run =
        |name| folder.andor(&["lab", "run", name, "--sample", "2", "--nodes", "20000"]).exits(0);
    run("table4.3");
    let taken_over = "of them are those of other experiments";
    let ended = run("table4.4");
    ended.says(&["0 rows added"]);
    ended.notes(&["6 of 6 rows", taken_over]);
    let (all, some) =
        (rows(&folder, "results/table4.3.jsonl"), rows(&folder, "results/table4.4.jsonl"));
    let renamed: Vec<String> = some.iter().map(|row| row.replace("table4.4", "table4.3")).collect();
    assert!(renamed.len() == 6 && renamed.iter().all(|row| all.contains(row)), "{some:?}");
    folder.andor(&["lab", "check", "table4.4:1"]).exits(0);
    // Table 5.2 has them and more.
    let ended = run("table5.2");
    ended.says(&["4 rows added"]);
    ended.notes(&[taken_over]);
}

/// What is stored in the repository, of each kind of experiment: methods, players, games, workers.
#[test]
fn stored_rows_of_every_kind_repeat() {
    let results = repository("results").display().to_string();
    for name in ["ghi1", "fig7.5", "table6.3:1", "bt5:1"] {
        let words = ["lab", "check", name, "--results", &results, "--json"];
        let checked = Folder::new().andor(&words).exits(0).objects();
        assert!(!checked.is_empty(), "{name}: there are no rows");
        assert!(checked.iter().all(|row| row["holds"] == true), "{checked:?}");
    }
}

#[test]
fn a_row_that_does_not_hold_is_found() {
    let folder = Folder::new();
    folder.andor(&["lab", "run", "table3", "--sample", "1", "--nodes", "20000"]).exits(0);
    let ended = folder.andor(&["lab", "check", "table3:2", "--json"]).exits(0).objects();
    assert_eq!((number(&ended[0], "row"), &ended[0]["holds"]), (2, &true.into()));
    let text = String::from_utf8(folder.read("results/table3.jsonl")).unwrap();
    folder.write("results/table3.jsonl", text.replace("\"expanded\":", "\"expanded\":1"));
    let ended = folder.andor(&["lab", "check", "table3"]).exits(3);
    ended.says(&["then", "now"]);
    folder.andor(&["lab", "check", "table3:99"]).refuses(&["\"table3\"", "4 rows"]);
    folder.andor(&["lab", "check", "table3:x"]).refuses(&["\"table3:x\""]);
}

fn report(folder: &Folder, results: &str) -> [String; 4] {
    folder.andor(&["lab", "report", "--results", results, "--out", "out"]).exits(0);
    ["report.html", "report.md", "report.csv", "report.tex"]
        .map(|name| String::from_utf8(folder.read(&format!("out/{name}"))).unwrap())
}

/// The cells of ours.
fn ours(page: &str) -> Vec<&str> {
    let cells = page.split("<td class=\"ours").skip(1);
    cells.map(|rest| rest.split_once('>').unwrap().1.split('<').next().unwrap()).collect()
}

/// The same of the LaTeX tables.
fn ours_in_latex(latex: &str) -> Vec<&str> {
    let mut is_ours = Vec::new();
    let mut ours = Vec::new();
    for line in latex.lines().filter(|line| line.contains(" & ")) {
        let cells: Vec<&str> = line.trim_end_matches("\\\\").split(" & ").map(str::trim).collect();
        if line.contains("(ours)") {
            is_ours = cells.iter().map(|cell| cell.contains("(ours)")).collect();
        } else {
            let cells = cells.into_iter().zip(&is_ours).filter(|(_, is_ours)| **is_ours);
            ours.extend(cells.map(|(cell, _)| cell));
        }
    }
    ours
}

/// No number of ours is typed: without results there is none, in any form, and no picture.
#[test]
fn without_results_there_are_no_numbers() {
    let folder = Folder::new();
    let [empty, markdown, sheet, latex] = report(&folder, "none");
    assert!(ours(&empty).iter().chain(&ours_in_latex(&latex)).all(|cell| cell.is_empty()));
    assert!(!empty.contains("<svg") && !markdown.contains("## "), "there is something to show");
    // A line of the sheet ends with our number and the ratio.
    assert!(sheet.lines().skip(1).all(|line| line.ends_with(",,")), "{sheet}");
    let [full, _, _, latex] = report(&folder, &repository("results").display().to_string());
    assert!(ours(&full).iter().any(|cell| !cell.is_empty()) && full.contains("<svg"));
    assert!(ours_in_latex(&latex).iter().any(|cell| !cell.is_empty()));
}

/// The page needs nothing from elsewhere, its links lead somewhere, and it has a part for every experiment.
#[test]
fn the_report_stands_alone() {
    let folder = Folder::new();
    let [page, ..] = report(&folder, &repository("results").display().to_string());
    for word in ["<script", "<link", "<img", "src=", "@import", "url(", "http:", "https:"] {
        assert!(!page.contains(word), "{word}");
    }
    let names: HashSet<&str> =
        page.split(" id=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    let links: Vec<&str> =
        page.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert!(links.len() >= 39, "{links:?}");
    for link in links {
        let target = link.strip_prefix('#').expect("a link into the page");
        assert!(names.contains(target), "{link}");
    }
    let all: usize = WANTED.iter().map(|(_, items)| items.len()).sum();
    assert_eq!(page.matches("class=\"study\"").count(), all);
}

/// The page of the docs is what the stored rows come to.
#[test]
fn the_page_in_the_docs_is_generated() {
    let folder = Folder::new();
    let [_, markdown, ..] = report(&folder, &repository("results").display().to_string());
    let docs = fs::read_to_string(repository("docs/results/laboratory.md")).unwrap();
    let other = docs.lines().zip(markdown.lines()).find(|(stands, is)| stands != is);
    let how = "andor lab report, and copy report.md to docs/results/laboratory.md";
    assert!(docs == markdown, "{how}: {other:?}");
}

/// With the contenders of a comparison exchanged, the second needs more nodes on what the rows say.
fn check_worse(folder: &Folder) {
    let rows = String::from_utf8(folder.read("results/compare-loa-8x8-easier.jsonl")).unwrap();
    let rows: Vec<Value> = rows.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let nodes = |name: &str| -> HashMap<String, u64> {
        let rows = rows.iter().filter(|row| row["contender"] == name);
        let solved = rows.filter(|row| row["counts"]["stopped"] == "solved");
        let position = |row: &Value| row["position"].as_str().unwrap().to_owned();
        solved.map(|row| (position(row), row["counts"]["nodes"].as_u64().unwrap())).collect()
    };
    let (a, b) = (nodes("ef-pn"), nodes("pn"));
    let ratio = |(position, nodes): (&String, &u64)| {
        let ratio = *nodes as f64 / *a.get(position)? as f64;
        (ratio > 1.0).then(|| (position.clone(), ratio))
    };
    let mut worse: Vec<(String, f64)> = b.iter().filter_map(ratio).collect();
    worse.sort_by(|one, other| other.1.total_cmp(&one.1));
    assert!(worse.len() > 1, "{worse:?}");
    let words = ["lab", "compare", "ef-pn", "pn", "--set", "loa-8x8-easier", "--sample", "6"];
    let words = [&words[..], &["--nodes", "300000", "--json", "--out", "other.html"]].concat();
    let last = folder.andor(&words).exits(0).objects().pop().unwrap();
    assert_eq!(last["worse"], serde_json::json!(worse));
    let page = String::from_utf8(folder.read("other.html")).unwrap();
    let (count, (position, ratio)) = (worse.len(), &worse[0]);
    let told = format!("pn needs more nodes on {count}: {position} {ratio:.2}, ");
    assert!(page.contains(&told), "{told}");
}

#[test]
fn two_contenders_and_a_program_are_compared() {
    let folder = Folder::new();
    let words = [
        "lab",
        "compare",
        "pn",
        "ef-pn",
        "--set",
        "loa-8x8-easier",
        "--sample",
        "6",
        "--nodes",
        "300000",
        "--out",
        "pair.html",
    ];
    let found = folder.andor(&words).exits(0);
    found.says(&["geometric mean of ef-pn by pn", "bootstrap"]);
    let page = String::from_utf8(folder.read("pair.html")).unwrap();
    assert!(page.contains("<svg") && page.contains("class=\"diagonal\""));
    check_worse(&folder);
    folder.andor(&words).refuses(&["pair.html", "--force"]);
    // andor itself as the other program: the same values.
    let program = format!("program:'{BINARY}' solve --batch - --method pn --nodes 300000");
    let words = [
        "lab",
        "compare",
        "pn",
        &program,
        "--set",
        "loa-8x8-easier",
        "--sample",
        "3",
        "--nodes",
        "300000",
        "--json",
    ];
    let rows = folder.andor(&words).exits(0).objects();
    let last = rows.last().unwrap();
    assert_eq!(last["solved"][0], last["solved"][1], "{last:?}");
    let nobody = ["lab", "compare", "pn", "program:/no/such", "--set", "loa-8x8-easier"];
    folder.andor(&nobody).exits(2).notes(&["/no/such"]);
    folder.andor(&["lab", "compare", "pn", "pn", "--set", "one-eye"]).refuses(&["\"pn\""]);
    folder.andor(&["lab", "compare", "pn", "ef-pn", "--set", "nowhere"]).refuses(&["nowhere"]);
}
