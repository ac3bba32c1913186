//! A study's rows as a table beside the paper's.
//!
//! Rows with other limits than the study's are told apart: the table is of the limits that most rows have (of as
//! many, the larger). Sets are ours, so a number compares with the paper's only as a share or a ratio: of the positions
//! (*solved*), or *of the first* line of its group (nodes). The last is what `ratio` of a line divides.

use super::row::{Row, limits_text};
use super::studies::{Kind, Study};
use crate::comparison::{Paper, PresetRow};
use crate::jobs::paper::{JobStudy, JobStudyRow};
use crate::players::PlayerExperiment;
use crate::tournament::{Colour, Tournament, game_number};
use andor_play::arena::{GameResult, Tally};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashMap};

/// A number of the paper's, and ours.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Cell {
    /// The paper's.
    pub paper: Option<f64>,
    /// Ours.
    pub ours: Option<f64>,
}

impl Cell {
    fn of(paper: Option<f64>, ours: Option<f64>) -> Cell {
        Cell { paper, ours }
    }

    /// Ours by the paper's.
    #[must_use]
    pub fn ratio(&self) -> Option<f64> {
        let (paper, ours) = (self.paper?, self.ours?);
        (paper != 0.0).then_some(ours / paper)
    }
}

/// A line of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct FoundLine {
    /// What the paper calls it.
    pub label: String,
    /// Which of our contenders it is.
    pub contender: String,
    /// Lines of one group share the positions that all solved.
    pub group: usize,
    /// The numbers, by column.
    pub cells: Vec<Cell>,
}

/// A table.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The columns.
    pub columns: Vec<&'static str>,
    /// The lines.
    pub lines: Vec<FoundLine>,
    /// The limits that the rows in it share.
    pub limits: Map<String, Value>,
    /// How many positions, games or samples there are rows of.
    pub positions: usize,
    /// The rows in it, by contender and position.
    pub rows: Vec<Row>,
}

impl Finding {
    /// A cell.
    #[must_use]
    pub fn cell(&self, label: &str, column: &str) -> Option<Cell> {
        let column = self.columns.iter().position(|name| *name == column)?;
        let line = self.lines.iter().find(|line| line.label == label)?;
        line.cells.get(column).copied()
    }

    /// Whether there is a number of ours in it.
    #[must_use]
    pub fn is_measured(&self) -> bool {
        self.lines.iter().flat_map(|line| &line.cells).any(|cell| cell.ours.is_some())
    }
}

/// What the rows of a study come to.
#[must_use]
pub fn finding(study: &Study, rows: Vec<Row>) -> Finding {
    let contenders = study.contenders();
    let known: Vec<Row> =
        rows.into_iter().filter(|row| contenders.contains(&row.contender)).collect();
    let (limits, rows) = of_most(known);
    let mut positions: Vec<&str> = rows.iter().map(|row| &*row.position).collect();
    positions.sort_unstable();
    positions.dedup();
    let count = positions.len();
    let (columns, lines) = match study.kind {
        Kind::Methods(preset) => methods(&preset.rows, &rows, study.about.of, study.about.is_timed),
        Kind::Players(players) => of_players(players, &rows),
        Kind::Games(games) => of_games(games, &rows),
        Kind::Jobs(jobs) => of_jobs(jobs, &rows),
    };
    Finding { columns, lines, limits, positions: count, rows }
}

/// The rows of the limits that most of them have; contenders may have limits of their own, so limits
/// are of a contender.
fn of_most(rows: Vec<Row>) -> (Map<String, Value>, Vec<Row>) {
    let mut by_contender: BTreeMap<String, BTreeMap<String, Vec<Row>>> = BTreeMap::new();
    for row in rows {
        let limits = limits_text(&row.settings);
        let own = by_contender.entry(row.contender.clone()).or_default();
        own.entry(limits).or_default().push(row);
    }
    let size = |rows: &Vec<Row>| {
        let of = |name: &str| rows[0].settings.get(name).and_then(Value::as_u64).unwrap_or(0);
        (rows.len(), of("nodes").max(of("expansions")), of("depth"))
    };
    let chosen = by_contender.into_values().filter_map(|own| own.into_values().max_by_key(size));
    let rows: Vec<Row> = chosen.flatten().collect();
    (shared(&rows), rows)
}

/// The limits that are the same wherever there are any of their kind.
fn shared(rows: &[Row]) -> Map<String, Value> {
    let mut limits = Map::new();
    let mut differ = Vec::new();
    for (name, value) in rows.iter().flat_map(|row| &row.settings) {
        match limits.get(name) {
            None => drop(limits.insert(name.clone(), value.clone())),
            Some(known) if known != value => differ.push(name),
            Some(_) => {}
        }
    }
    for name in differ {
        limits.remove(name);
    }
    limits
}

/// The rows of a contender by their positions.
pub(crate) fn by_position<'a>(rows: &'a [Row], contender: &str) -> BTreeMap<&'a str, &'a Row> {
    let own = rows.iter().filter(|row| row.contender == contender);
    own.map(|row| (&*row.position, row)).collect()
}

/// Whether a search came to a value.
#[must_use]
pub(crate) fn is_solved(row: &Row) -> bool {
    row.word("value") != "unknown"
}

type Table = (Vec<&'static str>, Vec<FoundLine>);

fn methods(lines: &[PresetRow], rows: &[Row], of: Option<u64>, is_timed: bool) -> Table {
    let histories = lines.iter().any(|line| line.paper.wrong.is_some());
    let mut columns = vec!["solved", "solved %", "common", "nodes", "of the first", "expanded"];
    if histories {
        columns.extend(["wrong", "simulations"]);
    }
    if is_timed {
        columns.extend(["seconds", "seconds of the first"]);
    }
    let own: Vec<BTreeMap<&str, &Row>> =
        lines.iter().map(|line| by_position(rows, &line.method)).collect();
    let mut found: Vec<FoundLine> = Vec::new();
    let mut firsts: HashMap<usize, [Option<f64>; 4]> = HashMap::new();
    for (at, line) in lines.iter().enumerate() {
        let group: Vec<usize> =
            (0..lines.len()).filter(|&other| lines[other].group == line.group).collect();
        // On positions that all of the group have been tried on.
        let is_common = |position: &str| {
            group.iter().all(|&other| own[other].get(position).is_some_and(|row| is_solved(row)))
        };
        let mine = &own[at];
        let some = (!mine.is_empty()).then_some(());
        let count = |fit: &dyn Fn(&Row) -> bool| {
            some.map(|()| mine.values().filter(|row| fit(row)).count() as f64)
        };
        let common: Vec<&Row> =
            mine.iter().filter(|(position, _)| is_common(position)).map(|(_, row)| *row).collect();
        let sum = |name: &str| {
            (!common.is_empty())
                .then(|| common.iter().filter_map(|row| row.count(name)).sum::<u64>() as f64)
        };
        let Paper { solved, wrong, common: paper_common, nodes, milliseconds, simulation } =
            line.paper;
        let number = |count: Option<u64>| count.map(|count| count as f64);
        let (right, faulty) = (
            count(&|row| is_solved(row) && row.word("wrong").is_empty()),
            count(&|row| is_solved(row) && !row.word("wrong").is_empty()),
        );
        let seconds =
            (!common.is_empty()).then(|| common.iter().map(|row| row.seconds).sum::<f64>());
        let paper_seconds = milliseconds.map(|time| time as f64 / 1000.0);
        let totals = [number(nodes), sum("nodes"), paper_seconds, seconds];
        let first = *firsts.entry(line.group).or_insert(totals);
        let part = |of: Option<f64>, first: Option<f64>| Some(of? / first.filter(|n| *n > 0.0)?);
        let share = |solved: Option<f64>, of: Option<f64>| Some(100.0 * solved? / of?);
        let tried = some.map(|()| mine.len() as f64);
        let mut cells = vec![
            Cell::of(number(solved), right),
            Cell::of(share(number(solved), number(of)), share(right, tried)),
            Cell::of(number(paper_common), some.map(|()| common.len() as f64)),
            Cell::of(totals[0], totals[1]),
            Cell::of(part(totals[0], first[0]), part(totals[1], first[1])),
            Cell::of(None, sum("expanded")),
        ];
        if histories {
            cells.push(Cell::of(number(wrong), faulty));
            cells.push(Cell::of(number(simulation.map(|all| all[0])), sum("simulations")));
        }
        if is_timed {
            cells.push(Cell::of(totals[2], totals[3]));
            cells.push(Cell::of(part(totals[2], first[2]), part(totals[3], first[3])));
        }
        let (label, contender) = (line.label.clone(), line.method.clone());
        found.push(FoundLine { label, contender, group: line.group, cells });
    }
    // A label that is there twice is in two groups: the second is told by its number.
    for at in 1..found.len() {
        if found[..at].iter().any(|other| other.label == found[at].label) {
            found[at].label = format!("{} (group {})", found[at].label, found[at].group + 1);
        }
    }
    (columns, found)
}

/// Nodes of all iterations up to a depth.
fn nodes_at(row: &Row, depth: u32) -> Option<u64> {
    row.counts.get("nodes")?.get(depth as usize - 1)?.as_u64()
}

/// What a player of an experiment is called.
fn called<'a>(experiment: &'a PlayerExperiment, player: &'a str) -> &'a str {
    let own = experiment.called.iter().find(|called| called.player == player);
    own.map_or(player, |called| &called.label)
}

/// Every depth from the fifth on that the paper or we have, of every player; on the positions that all players of a
/// group have rows of.
fn of_players(experiment: &PlayerExperiment, rows: &[Row]) -> Table {
    let mut lines = Vec::new();
    for (group, players) in experiment.groups.iter().enumerate() {
        let own: Vec<BTreeMap<&str, &Row>> =
            players.iter().map(|player| by_position(rows, player)).collect();
        let positions: Vec<&str> = own[0]
            .keys()
            .copied()
            .filter(|position| own.iter().all(|rows| rows.contains_key(position)))
            .collect();
        let total = |player: usize, depth: u32| {
            let counts = positions.iter().map(|position| nodes_at(own[player][position], depth));
            let sum: Option<u64> = counts.sum();
            sum.filter(|_| !positions.is_empty()).map(|sum| sum as f64)
        };
        let papers = |player: &str| experiment.called.iter().find(|own| own.player == player);
        let paper_nodes = |player: &str, depth: u32| {
            let called = papers(player)?;
            called.nodes.iter().find(|(at, _)| *at == depth).map(|(_, nodes)| *nodes as f64)
        };
        let deepest = experiment.called.iter().flat_map(|called| {
            called.nodes.iter().map(|(d, _)| *d).chain(called.percent.iter().map(|(d, _)| *d))
        });
        let deepest = deepest.chain([experiment.depth]).max().unwrap_or(experiment.depth);
        for (at, player) in players.iter().enumerate() {
            for depth in 5..=deepest.max(5) {
                let ours = (total(at, depth), total(0, depth));
                let paper = (paper_nodes(player, depth), paper_nodes(&players[0], depth));
                let percent = |(own, first): (Option<f64>, Option<f64>)| {
                    Some(100.0 * own? / first.filter(|n| *n > 0.0)?)
                };
                let told = papers(player).and_then(|called| {
                    called.percent.iter().find(|(at, _)| *at == depth).map(|(_, part)| *part)
                });
                let paper_percent = percent(paper).or(told);
                if ours.0.is_none() && paper.0.is_none() && paper_percent.is_none() {
                    continue;
                }
                lines.push(FoundLine {
                    label: format!("{}, depth {depth}", called(experiment, player)),
                    contender: player.clone(),
                    group,
                    cells: vec![Cell::of(paper.0, ours.0), Cell::of(paper_percent, percent(ours))],
                });
            }
        }
    }
    (vec!["nodes", "%"], lines)
}

/// The games that a line counts.
fn tally(table: &Tournament, at: usize, rows: &[Row]) -> Tally {
    let pairing = &table.rows[at];
    let contender = pairing.contender();
    let over = pairing.over.unwrap_or(table.over);
    let counts = |row: &&Row| {
        let colour = match pairing.black {
            Colour::Any => true,
            Colour::A => row.word("black") == "a",
            Colour::B => row.word("black") == "b",
        };
        row.contender == contender && colour && row.count("plies").is_some_and(|n| n > over)
    };
    let result = |row: &Row| {
        let result = match row.word("winner") {
            "a" => GameResult::Win,
            "b" => GameResult::Loss,
            _ => GameResult::Draw,
        };
        Some((game_number(&row.position)?, result))
    };
    Tally::of(&rows.iter().filter(counts).filter_map(result).collect::<Vec<_>>())
}

/// Elo of a line's games, with the error of 95%.
pub(crate) fn elo_of(table: &Tournament, at: usize, rows: &[Row]) -> Option<(f64, f64)> {
    let tally = tally(table, at, rows);
    Some((tally.elo()?, tally.elo_error()?))
}

fn of_games(table: &Tournament, rows: &[Row]) -> Table {
    let line = |at: usize| {
        let pairing = &table.rows[at];
        let tally = tally(table, at, rows);
        let (games, points) = (tally.count() as f64, tally.score());
        let some = (games > 0.0).then_some(());
        let paper = pairing.paper.map(|[won, lost]| (won + lost, won));
        let percent = |(games, points): (f64, f64)| 100.0 * points / games;
        let paper_elo = paper.and_then(|(games, won)| {
            let score = won / games;
            (score > 0.0 && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10())
        });
        FoundLine {
            label: pairing.label.clone(),
            contender: pairing.contender(),
            group: 0,
            cells: vec![
                Cell::of(paper.map(|(games, _)| games), some.map(|()| games)),
                Cell::of(paper.map(|(_, won)| won), some.map(|()| points)),
                Cell::of(paper.map(percent), some.map(|()| percent((games, points)))),
                Cell::of(paper_elo, tally.elo()),
                Cell::of(None, tally.elo_error()),
            ],
        }
    };
    (vec!["games", "points", "points %", "Elo", "+-"], (0..table.rows.len()).map(line).collect())
}

fn of_jobs(table: &JobStudy, rows: &[Row]) -> Table {
    let mean = |contender: &str, name: &str| {
        let own: Vec<u64> = rows
            .iter()
            .filter(|row| row.contender == contender)
            .filter_map(|row| row.count(name))
            .collect();
        (!own.is_empty()).then(|| own.iter().sum::<u64>() as f64 / own.len() as f64)
    };
    let part = |of: Option<f64>, first: Option<f64>| Some(of? / first.filter(|n| *n > 0.0)?);
    let first = &table.rows[0];
    let (first_time, first_tasks) =
        (mean(&first.contender(), "makespan"), mean(&first.contender(), "tasks"));
    // Of another board it would say nothing.
    let is_one_board = table.rows.iter().all(|row| row.board == first.board);
    let line = |row: &JobStudyRow| {
        let contender = row.contender();
        let (tasks, time) = (mean(&contender, "tasks"), mean(&contender, "makespan"));
        let mut cells = vec![
            Cell::of(Some(row.tasks as f64), tasks),
            Cell::of(row.touched.map(|count| count as f64), mean(&contender, "touched")),
            Cell::of(None, time),
        ];
        if is_one_board {
            let (paper, paper_first) = (Some(row.tasks as f64), Some(first.tasks as f64));
            cells.push(Cell::of(part(paper, paper_first), part(tasks, first_tasks)));
            let paper = part(Some(first.seconds), Some(row.seconds));
            cells.push(Cell::of(paper, part(first_time, time)));
        }
        FoundLine { label: row.label.clone(), group: 0, cells, contender }
    };
    let mut columns = vec!["tasks", "touched", "time in nodes of a worker"];
    if is_one_board {
        columns.extend(["of the first", "times as fast"]);
    }
    (columns, table.rows.iter().map(line).collect())
}
