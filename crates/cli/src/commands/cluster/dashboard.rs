//! The live dashboard of `andor status --watch`.

use super::status::{lines, number};
use crate::commands::Done;
use crate::exit::{Exit, Failure};
use andor_cluster::nats::StatusClient;
use andor_cluster::status::Status;
use ratatui::Frame;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind};
use ratatui::layout::{Constraint, Layout};
use ratatui::style::Modifier;
use ratatui::text::Line;
use ratatui::widgets::{Block, Gauge, Paragraph, Row, Sparkline, Table, Wrap};
use std::collections::VecDeque;
use std::time::Duration;

const EVERY: Duration = Duration::from_millis(500);
/// From so many columns on, workers and moves stand side by side.
const BESIDE: usize = 100;
/// Jobs a second are remembered for so many looks.
const HISTORY: usize = 240;

/// Shows it until q or Esc is pressed.
pub(crate) fn run(client: &StatusClient) -> Done {
    let mut terminal = ratatui::init();
    let watched = watch(client, &mut terminal);
    ratatui::restore();
    watched.map_err(|line| Failure { exit: Exit::BadInput, line })
}

fn watch(client: &StatusClient, terminal: &mut ratatui::DefaultTerminal) -> Result<Exit, String> {
    let mut history = VecDeque::new();
    loop {
        let status = client.ask().map_err(|error| error.to_string())?;
        if let Some(status) = &status {
            history.push_front(status.jobs_a_second.round() as u64);
            history.truncate(HISTORY);
        }
        terminal
            .draw(|frame| draw(frame, status.as_ref(), &history))
            .map_err(|error| error.to_string())?;
        if event::poll(EVERY).map_err(|error| error.to_string())?
            && let Event::Key(key) = event::read().map_err(|error| error.to_string())?
            && key.kind == KeyEventKind::Press
            && matches!(key.code, KeyCode::Char('q' | 'c') | KeyCode::Esc)
        {
            return Ok(Exit::Answered);
        }
    }
}

/// One picture.
fn draw(frame: &mut Frame<'_>, status: Option<&Status>, history: &VecDeque<u64>) {
    let Some(status) = status else {
        frame.render_widget(Paragraph::new("no coordinator answers (q quits)"), frame.area());
        return;
    };
    let width = usize::from(frame.area().width).max(1);
    let rows = |lines: &[String]| -> u16 {
        let rows = lines.iter().map(|line| line.chars().count().div_ceil(width).max(1));
        u16::try_from(rows.sum::<usize>()).unwrap_or(u16::MAX)
    };
    // The first lines are those about the run as a whole, the last is about troubles.
    let all = lines(status);
    let about = all.iter().position(|line| line.starts_with("  workers ")).unwrap_or(all.len());
    let last = vec![format!("q quits    {}", all.last().map_or("", |line| line.trim()))];
    let [texts, gauge, rate, middle, foot] = Layout::vertical([
        Constraint::Length(rows(&all[..about])),
        Constraint::Length(1),
        Constraint::Length(6),
        Constraint::Min(6),
        Constraint::Length(rows(&last)),
    ])
    .areas(frame.area());
    frame.render_widget(wrapped(&all[..about]), texts);
    let ratio = status.efficiency().clamp(0.0, 1.0);
    let label = format!("efficiency {:.0}%", 100.0 * ratio);
    frame.render_widget(Gauge::default().ratio(ratio).label(label), gauge);
    let values: Vec<u64> = history.iter().copied().collect();
    let title = format!("jobs a second: {:.1}", status.jobs_a_second);
    frame.render_widget(
        Sparkline::default().block(Block::bordered().title(title)).data(&values),
        rate,
    );
    let [left, right] = if width >= BESIDE {
        Layout::horizontal([Constraint::Percentage(55), Constraint::Percentage(45)]).areas(middle)
    } else {
        Layout::vertical([Constraint::Percentage(50), Constraint::Percentage(50)]).areas(middle)
    };
    let workers = status.workers.iter().map(|worker| {
        let ago = format!("{:.1} s ago", worker.silent_seconds);
        let state = match &worker.refused {
            Some(why) => format!("refused: {why}"),
            None if worker.gone => format!("gone, {ago}"),
            None => ago,
        };
        let row = Row::new([
            worker.name.clone(),
            worker.threads.to_string(),
            worker.running.to_string(),
            worker.jobs.to_string(),
            state,
        ]);
        if worker.gone { row.style(Modifier::DIM) } else { row }
    });
    let widths = [
        Constraint::Min(12),
        Constraint::Length(7),
        Constraint::Length(7),
        Constraint::Length(8),
        Constraint::Min(16),
    ];
    let table = Table::new(workers, widths)
        .header(Row::new(["worker", "threads", "running", "jobs", "heard"]))
        .block(Block::bordered().title("workers"));
    frame.render_widget(table, left);
    let replies = status.tree.replies.iter().map(|reply| {
        let (settled, all) = reply.settled;
        Row::new([
            reply.text.clone(),
            number(reply.delta),
            number(reply.phi),
            format!("{settled}/{all}"),
        ])
    });
    let widths =
        [Constraint::Min(8), Constraint::Length(11), Constraint::Length(11), Constraint::Length(9)];
    let table = Table::new(replies, widths)
        .header(Row::new(["move", "holds", "falls", "settled"]))
        .block(Block::bordered().title("first moves"));
    frame.render_widget(table, right);
    frame.render_widget(wrapped(&last), foot);
}

/// Lines as they are, those that are too long in several.
fn wrapped(lines: &[String]) -> Paragraph<'_> {
    let lines: Vec<Line<'_>> = lines.iter().map(|line| Line::raw(line.as_str())).collect();
    Paragraph::new(lines).wrap(Wrap { trim: false })
}

#[cfg(test)]
mod tests {
    use super::draw;
    use crate::commands::cluster::status::lines;
    use andor_cluster::status::Status;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use serde_json::Value;
    use std::collections::{BTreeSet, VecDeque};

    fn status() -> Status {
        let json = r#"{"subject":{"game":"breakthrough:4x4","position":"x","player":"b","fingerprint":1,
            "terms":{"settings":"ppn2/knowledge=off/jobs=df-pn","zone_rows":null,"tables":[]}},
            "run":7,"seconds":12.5,"tree":{"is_solved":false,"proof":9,"disproof":null,"nodes":1234,
            "expanded":99,"touched":1300,"bytes":40960,"free":77,
            "replies":[{"text":"a2-a3","phi":3,"delta":12,"settled":[2,11]}]},
            "workers":[{"name":"node-1","threads":8,"running":9,"jobs":4711,"nodes":123456,
            "silent_seconds":0.3,"gone":false,"refused":null},
            {"name":"node-2","threads":8,"running":0,"jobs":4,"nodes":1234,
            "silent_seconds":17.0,"gone":true,"refused":null}],
            "leases":9,"checking":1,"jobs":4711,"jobs_a_second":31.5,"partials":17,"nodes":123456,
            "stale":3,"aside":0,"again":1,"doubtful":0,"busy":0.9,"useful":0.95,
            "troubles":{"garbled":1,"other_version":0,"workers_refused":0,"forged":2,"expired":0,
            "failed":0,"late":5,"overdue":0,"dropped":0}}"#;
        serde_json::from_str(json).unwrap()
    }

    fn picture(status: Option<&Status>, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let history = VecDeque::from([30, 20, 10]);
        terminal.draw(|frame| draw(frame, status, &history)).unwrap();
        terminal.backend().to_string()
    }

    #[test]
    fn it_shows_what_there_is_and_fits_small_terminals() {
        let status = status();
        let text = picture(Some(&status), 120, 40);
        for word in ["breakthrough:4x4", "node-1", "4711", "a2-a3", "2/11", "31.5", "2 forged"] {
            assert!(text.contains(word), "{word} is not in\n{text}");
        }
        // A dead worker is there to be seen, dim, and does not count.
        for word in ["gone, 17.0 s ago", "q quits"] {
            assert!(text.contains(word), "{word} is not in\n{text}");
        }
        assert!(lines(&status).iter().any(|line| line == "  workers      1, 8 threads, 1 gone"));
        let narrow = picture(Some(&status), 60, 45);
        for word in [
            "worker ", "threads", "running", "jobs", "heard", "move", "holds", "settled", "5 late",
            "q quits",
        ] {
            assert!(narrow.contains(word), "{word} is not in\n{narrow}");
        }
        picture(Some(&status), 20, 5);
        assert!(picture(None, 60, 5).contains("no coordinator"));
    }

    #[test]
    fn of_a_thousand_workers_those_in_trouble_are_listed() {
        let mut status = status();
        let (well, gone) = (status.workers[0].clone(), status.workers[1].clone());
        status.workers = vec![well; 1000];
        status.workers.push(gone);
        (status.seconds, status.workers[1000].silent_seconds) = (442_800.0, 125.0);
        let lines = lines(&status);
        let has = |text: &str| assert!(lines.iter().any(|line| line.contains(text)), "{lines:#?}");
        has("node-2                         8 threads  gone, silent for 2 min 5 s");
        has("and 961 more");
        has("17 partial results, 5 d 3 h");
        assert!(lines.len() < 70, "{}", lines.len());
    }

    #[test]
    fn short_jobs_are_said_to_be_short() {
        let mut status = status();
        let says = |status: &Status| {
            lines(status).iter().find(|line| line.starts_with("  advice")).cloned()
        };
        assert_eq!(says(&status), None);
        // Threads that wait six seconds in ten wait one in ten, if jobs of 26 nodes are 13.5 times as long.
        status.busy = 0.4;
        let advice = "  advice       jobs are short: try size=400 in --jobs";
        assert_eq!(says(&status).as_deref(), Some(advice));
        // Results that are of no use are another matter, and so are too few leaves.
        (status.busy, status.useful) = (0.9, 0.5);
        assert_eq!(says(&status), None);
        (status.busy, status.useful, status.tree.free) = (0.4, 0.95, 2);
        assert_eq!(says(&status), None);
    }

    #[test]
    fn prometheus_reads_a_number_a_line() {
        for line in status().prometheus().lines().filter(|line| !line.starts_with('#')) {
            let (name, value) = line.split_once(' ').unwrap();
            assert!(name.starts_with("andor_") && value.parse::<f64>().is_ok(), "{line}");
        }
    }

    /// Every number of the board in `deploy` is one that Prometheus gets, and it gets none in vain.
    #[test]
    fn the_board_asks_for_what_there_is() {
        let board: Value =
            serde_json::from_str(include_str!("../../../../../deploy/grafana.json")).unwrap();
        let mut asked = BTreeSet::new();
        for panel in board["panels"].as_array().unwrap() {
            for target in panel["targets"].as_array().unwrap() {
                let question = target["expr"].as_str().unwrap();
                let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
                let words = question.split(|c| !is_name(c));
                asked.extend(words.filter(|word| word.starts_with("andor_")).map(str::to_owned));
            }
        }
        let said = status().prometheus();
        let said = said.lines().filter_map(|line| line.strip_prefix("# TYPE "));
        let told: Vec<(&str, &str)> = said.filter_map(|line| line.split_once(' ')).collect();
        // Prometheus makes a rate of what only grows.
        for (name, kind) in &told {
            assert_eq!(*kind == "counter", name.ends_with("_total"), "{name} is a {kind}");
        }
        let told: BTreeSet<String> = told.iter().map(|(name, _)| (*name).to_owned()).collect();
        let unsaid: Vec<_> = asked.difference(&told).collect();
        assert!(unsaid.is_empty(), "the program does not print {unsaid:?}");
        let unseen: Vec<_> = told.difference(&asked).map(String::as_str).collect();
        let rare = ["andor_doubtful_total", "andor_in_parts_total", "andor_partials_total"];
        assert_eq!(unseen, rare);
    }
}
