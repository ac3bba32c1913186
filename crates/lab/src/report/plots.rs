//! The pictures of a study, made of its rows.

use super::svg::{
    Axis, COLOURS, Chart, Grid, Interval, Mark, Series, Style, heat, intervals, short,
};
use crate::study::{Finding, FoundLine, Kind, Plot, Row, Study, by_position, elo_of, is_solved};
use std::collections::BTreeMap;

/// A picture and what it shows.
#[derive(Clone, Debug)]
pub(super) struct Picture {
    pub(super) caption: String,
    pub(super) svg: String,
}

/// The pictures of a study that there are numbers for.
pub(super) fn pictures(study: &Study, finding: &Finding) -> Vec<Picture> {
    let drawn = |plot: &Plot| match plot {
        Plot::Survival => {
            let lines = first_lines(finding);
            let names: Vec<(&str, &str)> =
                lines.iter().map(|line| (&*line.label, &*line.contender)).collect();
            survival(&names, &finding.rows)
        }
        Plot::Scatter => scatter_of(study, finding),
        Plot::Heat => heats(study, finding),
        Plot::Memory => by_label(finding, "nodes in memory", "solved", true),
        Plot::Depth => by_depth(finding, "nodes", true),
        Plot::Percent => by_depth(finding, "%", false),
        Plot::Parameter => by_parameter(finding),
        Plot::Elo => elo(study, finding),
        Plot::Workers => workers(study, finding),
        Plot::Paper => against_paper(finding),
    };
    let plots = study.about.plots.iter().filter(|_| finding.is_measured());
    plots.flat_map(drawn).collect()
}

fn picture(caption: &str, svg: String) -> Vec<Picture> {
    vec![Picture { caption: caption.to_owned(), svg }]
}

/// The first lines of a table, each contender once, no more than there are colours.
fn first_lines(finding: &Finding) -> Vec<&FoundLine> {
    let mut lines: Vec<&FoundLine> = Vec::new();
    for line in &finding.lines {
        if lines.iter().all(|known| known.contender != line.contender) {
            lines.push(line);
        }
    }
    lines.truncate(COLOURS);
    lines
}

/// How many positions are solved within how many nodes, by contenders with their names.
pub(super) fn survival(contenders: &[(&str, &str)], rows: &[Row]) -> Vec<Picture> {
    let mut series = Vec::new();
    for (colour, (name, contender)) in contenders.iter().enumerate() {
        let own = by_position(rows, contender);
        let solved = own.values().filter(|row| is_solved(row));
        let mut nodes: Vec<u64> = solved.filter_map(|row| row.count("nodes")).collect();
        nodes.sort_unstable();
        let mark = |(at, nodes): (usize, &u64)| Mark {
            x: *nodes as f64,
            y: at as f64 + 1.0,
            title: format!("{name}: {} within {} nodes", at + 1, short(*nodes as f64)),
        };
        let marks: Vec<Mark> = nodes.iter().enumerate().map(mark).collect();
        if !marks.is_empty() {
            series.push(Series { name: (*name).to_owned(), style: Style::Steps, colour, marks });
        }
    }
    if series.is_empty() {
        return Vec::new();
    }
    let over = |of: fn(&Mark) -> f64| series.iter().flat_map(|one| &one.marks).map(of);
    let x = Axis::over("nodes", true, over(|mark| mark.x));
    let y = Axis::over("positions solved", false, over(|mark| mark.y)).with_zero();
    let title = "Positions solved by nodes".to_owned();
    let caption = "Positions solved within so many nodes.";
    picture(caption, Chart { title, x, y, series, has_diagonal: false }.draw())
}

/// The two lines that the first ratio is about, or else the first two of the last group that is compared.
fn pair(study: &Study, finding: &Finding) -> Option<[FoundLine; 2]> {
    let find = |label: &String| finding.lines.iter().find(|line| line.label == *label).cloned();
    let ratio = study.about.agree.iter().find(|statement| statement.ratio.len() == 2);
    if let Some(statement) = ratio {
        return Some([find(&statement.ratio[1])?, find(&statement.ratio[0])?]);
    }
    let first = first_lines(finding);
    let own: Vec<_> = first.iter().filter(|line| line.group == first[0].group).collect();
    match own[..] {
        [.., a, b] => Some([(**a).clone(), (**b).clone()]),
        _ => None,
    }
}

fn scatter_of(study: &Study, finding: &Finding) -> Vec<Picture> {
    let Some([a, b]) = pair(study, finding) else { return Vec::new() };
    scatter([&a.label, &b.label], [&a.contender, &b.contender], &finding.rows)
}

/// Two contenders position by position. What one alone solves is a ring at the nodes it was given up at.
pub(super) fn scatter(names: [&str; 2], contenders: [&str; 2], rows: &[Row]) -> Vec<Picture> {
    let own = contenders.map(|contender| by_position(rows, contender));
    let (mut both, mut one) = (Vec::new(), Vec::new());
    for (position, a) in &own[0] {
        let Some(b) = own[1].get(position) else { continue };
        let (Some(x), Some(y)) = (a.count("nodes"), b.count("nodes")) else { continue };
        let words = match (is_solved(a), is_solved(b)) {
            (true, true) => String::new(),
            (true, false) => format!(", {} did not solve it", names[1]),
            (false, true) => format!(", {} did not solve it", names[0]),
            (false, false) => continue,
        };
        let title = format!(
            "{position}: {} {}, {} {}{words}",
            names[0],
            short(x as f64),
            names[1],
            short(y as f64)
        );
        let mark = Mark { x: x as f64, y: y as f64, title };
        if words.is_empty() { both.push(mark) } else { one.push(mark) }
    }
    if both.is_empty() && one.is_empty() {
        return Vec::new();
    }
    let numbers = || both.iter().chain(&one).flat_map(|mark| [mark.x, mark.y]);
    let x = Axis::over(&format!("{}: nodes", names[0]), true, numbers());
    let y = Axis::over(&format!("{}: nodes", names[1]), true, numbers());
    let mut series = vec![Series {
        name: "solved by both".to_owned(),
        style: Style::Points,
        colour: 0,
        marks: both,
    }];
    if !one.is_empty() {
        let name = "by one of them: the other was stopped there".to_owned();
        series.push(Series { name, style: Style::Rings, colour: 1, marks: one });
    }
    let title = format!("{} and {}, position by position", names[0], names[1]);
    let caption = format!("{title}. Below the diagonal {} needs fewer nodes.", names[1]);
    picture(&caption, Chart { title, x, y, series, has_diagonal: true }.draw())
}

/// The numbers in the brackets of a label, and what stands behind them: `(5, 10), depth 8`.
fn bracketed(label: &str) -> Option<(Vec<String>, &str)> {
    let (inner, rest) = label.strip_prefix('(')?.split_once(')')?;
    Some((inner.split(", ").map(str::to_owned).collect(), rest))
}

/// The depth that ends a label.
fn depth_of(label: &str) -> Option<(&str, u32)> {
    let (name, depth) = label.rsplit_once(", depth ")?;
    Some((name, depth.parse().ok()?))
}

/// The column that a study's grid is about, and whether less of it is better.
fn heat_column(study: &Study, finding: &Finding) -> (&'static str, bool) {
    let has = |name: &str| finding.columns.contains(&name);
    match study.kind {
        Kind::Players(_) => ("%", true),
        _ if has("nodes") && study.about.agree.iter().any(|one| one.measure == "nodes") => {
            ("nodes", true)
        }
        _ => ("solved", false),
    }
}

/// A grid of two parameters: ours, and the paper's where it has numbers.
fn heats(study: &Study, finding: &Finding) -> Vec<Picture> {
    let (column, less_is_better) = heat_column(study, finding);
    let Some(at) = finding.columns.iter().position(|name| *name == column) else {
        return Vec::new();
    };
    let deepest = |of: fn(&crate::study::Cell) -> Option<f64>| {
        let lines = finding.lines.iter().filter(|line| of(&line.cells[at]).is_some());
        lines.filter_map(|line| depth_of(&line.label)).map(|(_, depth)| depth).max()
    };
    let mut pictures = Vec::new();
    for (whose, of) in [
        ("ours", (|cell| cell.ours) as fn(&crate::study::Cell) -> Option<f64>),
        ("the paper", |cell| cell.paper),
    ] {
        let depth = deepest(of);
        let ending = depth.map_or(String::new(), |depth| format!(", depth {depth}"));
        let mut names: [Vec<String>; 2] = Default::default();
        let mut cells: BTreeMap<(String, String), f64> = BTreeMap::new();
        for line in &finding.lines {
            let Some((parts, rest)) = bracketed(&line.label) else { continue };
            let Some(number) = of(&line.cells[at]).filter(|_| rest == ending) else { continue };
            let (y, x) = match &parts[..] {
                [a, b] => (a.clone(), b.clone()),
                [c, m, r] => (format!("C {c}, R {r}"), m.clone()),
                _ => continue,
            };
            for (names, name) in names.iter_mut().zip([&y, &x]) {
                if !names.contains(name) {
                    names.push(name.clone());
                }
            }
            cells.insert((y, x), number);
        }
        let [ys, mut xs] = names;
        if cells.len() < 4 {
            continue;
        }
        let size = |name: &String| name.trim_end_matches('K').parse::<f64>().unwrap_or(f64::MAX);
        xs.sort_by(|a, b| size(a).total_cmp(&size(b)));
        let numbers = ys
            .iter()
            .map(|y| xs.iter().map(|x| cells.get(&(y.clone(), x.clone())).copied()).collect());
        let numbers = numbers.collect();
        let (x, y) = match study.kind {
            Kind::Players(_) if ys[0].starts_with('C') => ("M", "C and R"),
            Kind::Players(_) => ("butterfly increment", "history increment"),
            _ => ("b", "a"),
        };
        let what = if column == "%" { "nodes, % of the first player" } else { column };
        let caption = format!("{what}{ending}: {whose}.");
        let grid = Grid {
            title: caption.clone(),
            x: (x.to_owned(), xs),
            y: (y.to_owned(), ys),
            numbers,
            less_is_better,
        };
        pictures.extend(picture(&caption, heat(&grid)));
    }
    pictures
}

/// Lines by the number in their labels: `PN2, 500000 nodes`.
fn by_label(finding: &Finding, x: &str, column: &str, is_log: bool) -> Vec<Picture> {
    let Some(at) = finding.columns.iter().position(|name| *name == column) else {
        return Vec::new();
    };
    let mut series: Vec<Series> = Vec::new();
    for line in &finding.lines {
        let mut parts = line.label.splitn(3, ", ");
        let (Some(name), Some(number)) = (parts.next(), parts.next()) else { continue };
        let name = parts.next().map_or(name.to_owned(), |kind| format!("{name}, {kind}"));
        let number: Option<f64> = number.split(' ').next().and_then(|word| word.parse().ok());
        let (Some(number), Some(y)) = (number, line.cells[at].ours) else { continue };
        let title = format!("{}: {}", line.label, short(y));
        let mark = Mark { x: number, y, title };
        match series.iter_mut().find(|one| one.name == name) {
            Some(known) => known.marks.push(mark),
            None => series.push(Series {
                colour: series.len(),
                style: Style::Line,
                marks: vec![mark],
                name,
            }),
        }
    }
    finished(series, &format!("Positions {column} by {x}."), x, "positions solved", is_log)
}

/// A chart of series, if there is anything in them.
fn finished(series: Vec<Series>, caption: &str, x: &str, y: &str, is_log: bool) -> Vec<Picture> {
    if series.iter().all(|one| one.marks.is_empty()) {
        return Vec::new();
    }
    let over = |of: fn(&Mark) -> f64| series.iter().flat_map(|one| &one.marks).map(of);
    let x = Axis::over(x, is_log, over(|mark| mark.x));
    let up = Axis::over(y, y == "nodes", over(|mark| mark.y));
    let y = if y == "positions solved" { up.with_zero() } else { up };
    let title = caption.trim_end_matches('.').to_owned();
    picture(caption, Chart { title, x, y, series, has_diagonal: false }.draw())
}

/// Numbers by depth: ours, and the paper's dashed. Of percents the first player of a group has none to show.
fn by_depth(finding: &Finding, column: &str, is_nodes: bool) -> Vec<Picture> {
    let Some(at) = finding.columns.iter().position(|name| *name == column) else {
        return Vec::new();
    };
    let mut firsts: BTreeMap<usize, &str> = BTreeMap::new();
    let mut series: Vec<Series> = Vec::new();
    let mut colours: Vec<&str> = Vec::new();
    for line in &finding.lines {
        let Some((name, depth)) = depth_of(&line.label) else { continue };
        let first = *firsts.entry(line.group).or_insert(name);
        if !is_nodes && first == name {
            continue;
        }
        if !colours.contains(&name) {
            colours.push(name);
        }
        let colour = colours.iter().position(|known| *known == name).unwrap_or(0);
        if colour >= COLOURS {
            continue;
        }
        for (whose, style, number) in [
            ("", Style::Line, line.cells[at].ours),
            (", the paper", Style::Dashed, line.cells[at].paper),
        ] {
            let Some(y) = number else { continue };
            let name = format!("{name}{whose}");
            let title = format!("{}{whose}: {}", line.label, short(y));
            let mark = Mark { x: f64::from(depth), y, title };
            match series.iter_mut().find(|one| one.name == name) {
                Some(known) => known.marks.push(mark),
                None => series.push(Series { name, style, colour, marks: vec![mark] }),
            }
        }
    }
    if series.iter().all(|one| one.style == Style::Dashed) {
        return Vec::new();
    }
    series.sort_by_key(|one| (one.colour, one.style == Style::Dashed));
    let (caption, y) = match is_nodes {
        true => ("Nodes by depth; dashed are the paper's, of its own positions.", "nodes"),
        false => (
            "Nodes by depth, in percent of the first of the group; dashed is the paper.",
            "% of the first",
        ),
    };
    finished(series, caption, "depth", y, false)
}

/// Percent by the number behind `t =`; what has no number is a line across.
fn by_parameter(finding: &Finding) -> Vec<Picture> {
    let Some(at) = finding.columns.iter().position(|name| *name == "%") else {
        return Vec::new();
    };
    let measured = finding.lines.iter().filter(|line| line.cells[at].ours.is_some());
    let labels = measured.filter_map(|line| Some((depth_of(&line.label)?, line.cells[at].ours?)));
    let labels: Vec<((&str, u32), f64)> = labels.collect();
    let Some(deepest) = labels.iter().map(|((_, depth), _)| *depth).max() else {
        return Vec::new();
    };
    let parameter = |name: &str| -> Option<(String, f64)> {
        let (kind, number) = name.split_once("t = ")?;
        let kind = kind.trim_end_matches(" and ").trim();
        let kind = if kind.is_empty() { "null-move bound t" } else { "t and MC-A" };
        Some((kind.to_owned(), number.parse().ok()?))
    };
    let most =
        labels.iter().filter_map(|((name, _), _)| Some(parameter(name)?.1)).fold(0.0, f64::max);
    let mut series: Vec<Series> = Vec::new();
    for ((name, depth), y) in labels.iter().filter(|((_, depth), _)| *depth == deepest) {
        let title = format!("{name}, depth {depth}: {y:.1}%");
        let (name, xs) = match parameter(name) {
            Some((kind, x)) => (kind, vec![x]),
            None => ((*name).to_owned(), vec![0.0, most]),
        };
        let marks = xs.into_iter().map(|x| Mark { x, y: *y, title: title.clone() });
        match series.iter_mut().find(|one| one.name == name) {
            Some(known) => known.marks.extend(marks),
            None => series.push(Series {
                colour: series.len(),
                style: Style::Line,
                marks: marks.collect(),
                name,
            }),
        }
    }
    let caption = format!("Nodes to depth {deepest}, in percent of the search without either.");
    finished(series, &caption, "t", "% of nodes", false)
}

fn elo(study: &Study, finding: &Finding) -> Vec<Picture> {
    let Kind::Games(table) = study.kind else { return Vec::new() };
    if !finding.is_measured() {
        return Vec::new();
    }
    let line = |(at, line): (usize, &FoundLine)| Interval {
        label: line.label.clone(),
        ours: elo_of(table, at, &finding.rows),
        paper: finding.cell(&line.label, "Elo").and_then(|cell| cell.paper),
    };
    let lines: Vec<Interval> = finding.lines.iter().enumerate().map(line).collect();
    let measured = lines.into_iter().filter(|line| line.ours.is_some()).collect::<Vec<_>>();
    if measured.is_empty() {
        return Vec::new();
    }
    picture("Elo of who is named first.", intervals("Elo of the matches", "Elo", &measured))
}

/// Times as fast by workers, ours and the paper's, and as it would be if nothing were lost.
fn workers(study: &Study, finding: &Finding) -> Vec<Picture> {
    let Kind::Jobs(table) = study.kind else { return Vec::new() };
    let marks = |of: fn(crate::study::Cell) -> Option<f64>| -> Vec<Mark> {
        let lines = table.rows.iter().filter_map(|row| {
            let y = of(finding.cell(&row.label, "times as fast")?)?;
            let title = format!("{}: {y:.1} times", row.label);
            Some(Mark { x: row.workers as f64, y, title })
        });
        lines.collect()
    };
    let ours = marks(|cell| cell.ours);
    if ours.is_empty() {
        return Vec::new();
    }
    let ideal = table.rows.iter().map(|row| {
        let x = row.workers as f64;
        Mark { x, y: x, title: format!("{}: all of it", row.label) }
    });
    let series = [
        ("ours", Style::Line, 0, ours),
        ("the paper", Style::Dashed, 1, marks(|cell| cell.paper)),
        ("nothing lost", Style::Dashed, 7, ideal.collect()),
    ];
    let series: Vec<Series> = series
        .into_iter()
        .map(|(name, style, colour, marks)| Series { name: name.to_owned(), style, colour, marks })
        .collect();
    let over = |of: fn(&Mark) -> f64| series.iter().flat_map(|one| &one.marks).map(of);
    let x = Axis::over("workers", true, over(|mark| mark.x));
    let y = Axis::over("times as fast as one", true, over(|mark| mark.y));
    let title = "Times as fast by workers".to_owned();
    picture(
        "Times as fast as one worker.",
        Chart { title, x, y, series, has_diagonal: false }.draw(),
    )
}

/// Ours by the paper's, line by line.
fn against_paper(finding: &Finding) -> Vec<Picture> {
    let lines = finding.lines.iter().filter_map(|line| {
        let cell = finding.cell(&line.label, "tasks")?;
        let (x, y) = (cell.paper?, cell.ours?);
        let title = format!("{}: the paper {}, ours {}", line.label, short(x), short(y));
        Some(Mark { x, y, title })
    });
    let marks: Vec<Mark> = lines.collect();
    if marks.is_empty() {
        return Vec::new();
    }
    let numbers = || marks.iter().flat_map(|mark| [mark.x, mark.y]);
    let x = Axis::over("tasks: the paper", true, numbers());
    let y = Axis::over("tasks: ours", true, numbers());
    let title = "Tasks, ours by the paper's".to_owned();
    let name = "a line of the table".to_owned();
    let series = vec![Series { name, style: Style::Points, colour: 0, marks }];
    let caption = "Tasks, ours by the paper's: on the diagonal they are as many.";
    picture(caption, Chart { title, x, y, series, has_diagonal: true }.draw())
}
