//! The live dashboard of `andor status --watch`.

use super::status::{lines, number};
use crate::commands::Done;
use crate::exit::{Exit, Failure};
use andor_cluster::nats::StatusClient;
use andor_cluster::status::Status;
use ratatui::Frame;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind};
use ratatui::layout::{Constraint, Layout};
use ratatui::text::Line;
use ratatui::widgets::{Block, Gauge, Paragraph, Row, Sparkline, Table};
use std::collections::VecDeque;
use std::time::Duration;

const EVERY: Duration = Duration::from_millis(500);
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
        frame.render_widget(Paragraph::new("no coordinator answers (q leaves)"), frame.area());
        return;
    };
    let [head, rate, middle, foot] = Layout::vertical([
        Constraint::Length(9),
        Constraint::Length(6),
        Constraint::Min(6),
        Constraint::Length(1),
    ])
    .areas(frame.area());
    let [texts, gauge] = Layout::vertical([Constraint::Min(6), Constraint::Length(1)]).areas(head);
    // The first lines are those about the run as a whole.
    let all = lines(status);
    let heading: Vec<Line<'_>> = all.iter().take(7).map(|line| Line::raw(line.as_str())).collect();
    frame.render_widget(Paragraph::new(heading), texts);
    let ratio = status.efficiency().clamp(0.0, 1.0);
    let label = format!("efficiency {:.0}%", 100.0 * ratio);
    frame.render_widget(Gauge::default().ratio(ratio).label(label), gauge);
    let values: Vec<u64> = history.iter().copied().collect();
    let title = format!("jobs a second: {:.1}", status.jobs_a_second);
    frame.render_widget(
        Sparkline::default().block(Block::bordered().title(title)).data(&values),
        rate,
    );
    let [left, right] =
        Layout::horizontal([Constraint::Percentage(55), Constraint::Percentage(45)]).areas(middle);
    let workers = status.workers.iter().map(|worker| {
        let state = worker.refused.as_ref().map_or_else(
            || format!("{:.1} s ago", worker.silent_seconds),
            |why| format!("refused: {why}"),
        );
        Row::new([
            worker.name.clone(),
            worker.threads.to_string(),
            worker.running.to_string(),
            worker.jobs.to_string(),
            state,
        ])
    });
    let widths = [
        Constraint::Min(16),
        Constraint::Length(7),
        Constraint::Length(7),
        Constraint::Length(8),
        Constraint::Min(10),
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
    let last = all.last().map_or("", String::as_str);
    frame.render_widget(Paragraph::new(format!("{}   (q leaves)", last.trim())), foot);
}

#[cfg(test)]
mod tests {
    use super::draw;
    use andor_cluster::status::Status;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use std::collections::VecDeque;

    fn status() -> Status {
        let json = r#"{"subject":{"game":"breakthrough:4x4","position":"x","player":"b","fingerprint":1,
            "terms":{"settings":"ppn2/knowledge=off/jobs=df-pn","zone_rows":null}},
            "run":7,"seconds":12.5,"tree":{"is_solved":false,"proof":9,"disproof":null,"nodes":1234,
            "expanded":99,"touched":1300,"bytes":40960,"free":77,
            "replies":[{"text":"a2-a3","phi":3,"delta":12,"settled":[2,11]}]},
            "workers":[{"name":"node-1","threads":8,"running":9,"jobs":4711,"nodes":123456,
            "silent_seconds":0.3,"refused":null}],
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
        picture(Some(&status), 20, 5);
        assert!(picture(None, 60, 5).contains("no coordinator"));
    }

    #[test]
    fn prometheus_reads_a_number_a_line() {
        for line in status().prometheus().lines().filter(|line| !line.starts_with('#')) {
            let (name, value) = line.split_once(' ').unwrap();
            assert!(name.starts_with("andor_") && value.parse::<f64>().is_ok(), "{line}");
        }
    }
}
