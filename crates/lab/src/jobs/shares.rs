//! `andor bench ppn2-shares`: Table 4 of the Breakthrough paper explained, switch by switch.
//!
//! In the paper partial results every hundred descents save 28% of the tasks with 64 clients (324k to 232k). Our
//! search does four things that the paper does not speak of ([`Addition`]), and in virtual time its messages are
//! there at once. Each row is a search without some of these, once silent and once with partial results:
//!
//! * *each alone*: what leaving out this one thing changes;
//! * *one after the other*: from our search to the paper's, where nothing is added and messages take time;
//! * *Table 4*: all rows of it in the paper's form, with what one worker takes.
//!
//! The last switch, the next best leaf, is apart. The text has tasks from the most-proving leaves alone, but the paper's
//! clients did not wait for them: 64 took 52 ms a task without partial results, 51 ms with them, and 4 of them 49.
//! Without it ours wait most of the time, and tasks do not grow with workers. So *the paper's form* here is
//! without all the rest.
//!
//! What a switch is worth, its *share*, is by how many points the saving changes. Every number is the mean of
//! three samples, in which the workers begin together or one after the other.
//!
//! **Messages.** One client of the paper took 3397 s for 107k tasks, 31.7 ms each; one worker here makes 5,953 nodes
//! for one. So a millisecond is 188 nodes. The way of a message is taken as half a millisecond, and the
//! coordinator's time for one as 10 µs: 64 clients with a partial result every 12 descents sent 97,000 messages a
//! second, which leaves no more. Where the clock of 64 clients says 51.3 ms a task, *slow messages* puts all
//! of the difference into their way, 9.8 ms, which is the most there can be.

use super::paper::rows_of;
use super::run::{Ground, JobPlan, PAPER, Plan, Searched, Workers};
use super::tables::{
    BOARD, STAGGERS, TABLE_4_WORKERS, mean, paper_row, papers_table_4, tasks, time,
};
use crate::{Done, Ended, LabError, Listener};
use andor_core::figures::thousands;
use andor_core::{InputError, Named};
use andor_engine::{Addition, Catalogue, Cluster, Value as Claimed, Without};
use serde_json::{Value, json};

/// The name of the benchmark.
pub(crate) const NAME: &str = "ppn2-shares";

/// How long messages take, in nodes of one worker.
#[derive(Clone, Copy, PartialEq)]
struct Messages {
    latency: u64,
    service: u64,
}

const AT_ONCE: Messages = Messages { latency: 0, service: 0 };
const OF_A_NETWORK: Messages = Messages { latency: 94, service: 2 };
const SLOW: Messages = Messages { latency: 1_842, service: 2 };

/// In this order they are left out one after the other: what changes the search most comes last.
const ORDER: [Addition; 4] =
    [Addition::SmallStart, Addition::EarlyEnd, Addition::Mirrors, Addition::NextBest];

/// A form of the search.
#[derive(Clone, Copy)]
struct Form {
    without: Without,
    messages: Messages,
}

const OURS: Form = Form { without: Without::NOTHING, messages: AT_ONCE };

/// The paper's form: nothing is added but that nobody waits.
pub(super) fn papers() -> Without {
    ORDER.into_iter().filter(|&addition| addition != Addition::NextBest).collect()
}

/// The rows of a part: what they are called, and their forms. The first is what the others are compared with,
/// or each with the one before it.
fn each_alone() -> Vec<(String, Form)> {
    let mut rows = vec![("ours".to_owned(), OURS)];
    rows.extend(ORDER.iter().map(|&addition| {
        let without = Without::NOTHING.and(addition);
        (format!("without {}", addition.name()), Form { without, ..OURS })
    }));
    rows.push(("messages take time".to_owned(), Form { messages: OF_A_NETWORK, ..OURS }));
    rows.push(("slow messages".to_owned(), Form { messages: SLOW, ..OURS }));
    rows
}

/// See [`each_alone`].
fn one_after_the_other() -> Vec<(String, Form)> {
    let mut form = Form { messages: OF_A_NETWORK, ..OURS };
    let mut rows = vec![("ours".to_owned(), OURS), ("messages take time".to_owned(), form)];
    for addition in ORDER {
        form.without = form.without.and(addition);
        rows.push((format!("and no {}", addition.name()), form));
    }
    rows
}

/// Searches of one form with so many workers, a sample each.
struct Laboratory<'a> {
    ground: Ground<'a>,
    claimed: Option<Claimed>,
}

impl Laboratory<'_> {
    fn samples(
        &mut self,
        form: Form,
        workers: usize,
        partial: Option<u64>,
        listener: &dyn Listener,
    ) -> Result<Vec<Searched>, LabError> {
        let Form { without, messages: Messages { latency, service } } = form;
        let plan = JobPlan { partial, without, ..PAPER };
        let staggers = if workers > 1 { &STAGGERS[..] } else { &STAGGERS[..1] };
        let mut samples = Vec::new();
        for &stagger in staggers {
            let cluster = Cluster { workers, latency, service, stagger };
            let searched = self.ground.search(Workers::Virtual(cluster), plan, listener)?;
            let claimed = *self.claimed.get_or_insert(searched.claimed);
            if claimed != searched.claimed {
                let message = format!("the value was {claimed}, and is {}", searched.claimed);
                return Err(InputError::new(message).into());
            }
            samples.push(searched);
        }
        Ok(samples)
    }
}

/// Runs it.
///
/// # Errors
/// If a search does not end, or two of them disagree.
pub fn run(catalogue: &Catalogue, plan: &Plan, listener: &mut dyn Listener) -> Done {
    let spec = plan.game.as_deref().unwrap_or(BOARD);
    let game = catalogue.game(spec)?;
    let ground = Ground::new(&*game, plan, listener)?;
    if plan.resume.is_some() && plan.rows.is_none() {
        ahead(&ground, listener)?;
    }
    let mut laboratory = Laboratory { ground, claimed: None };
    let most = plan.rows.unwrap_or(usize::MAX);
    let parts =
        [("each alone", each_alone(), true), ("one after the other", one_after_the_other(), false)];
    for (part, rows, by_first) in parts {
        listener.text(&heading(part));
        let mut before: Option<f64> = None;
        for (label, form) in rows.into_iter().take(most) {
            let silent = laboratory.samples(form, TABLE_4_WORKERS, None, listener)?;
            let told = laboratory.samples(form, TABLE_4_WORKERS, PAPER.partial, listener)?;
            let saving = 100.0 * (1.0 - mean(&told, tasks) / mean(&silent, tasks).max(1.0));
            let share = before.map(|before| saving - before);
            let row = Share { part, label: &label, silent: &silent, told: &told, saving, share };
            listener.row(&row.line(), &row.fields(spec));
            before = before.filter(|_| by_first).or(Some(saving));
        }
    }
    table_4(spec, &mut laboratory, most, game.spec() == BOARD, listener)?;
    if let Some(value) = laboratory.claimed {
        listener.text(&format!("value {value} in every run"));
    }
    Ok(Ended::Whole)
}

/// Searches that go to the file of `--resume` before anything is said, sample by sample and the most telling first:
/// whoever has to stop early has something of every row.
fn ahead(ground: &Ground<'_>, listener: &dyn Listener) -> Result<(), LabError> {
    let mut forms = one_after_the_other();
    forms.extend(each_alone());
    // The paper's own form first.
    let papers = papers();
    forms.sort_by_key(|(_, form)| (form.without != papers, form.messages == SLOW));
    for &stagger in &STAGGERS {
        for (_, Form { without, messages: Messages { latency, service } }) in &forms {
            for partial in [None, PAPER.partial] {
                let cluster = Cluster {
                    workers: TABLE_4_WORKERS,
                    latency: *latency,
                    service: *service,
                    stagger,
                };
                let plan = JobPlan { partial, without: *without, ..PAPER };
                ground.search(Workers::Virtual(cluster), plan, listener)?;
            }
        }
    }
    Ok(())
}

/// A row of the two parts about shares.
struct Share<'a> {
    part: &'a str,
    label: &'a str,
    silent: &'a [Searched],
    told: &'a [Searched],
    /// In percent of the tasks.
    saving: f64,
    /// Points of it that are this row's.
    share: Option<f64>,
}

fn heading(part: &str) -> String {
    let paper = "the paper: 324k, 232k, 28.4%";
    format!(
        "Table 4, {part}: tasks sent by 64 virtual workers ({paper})\n{:20} {:>10} {:>6} {:>6} {:>10} {:>6} {:>6} {:>8} {:>7}",
        "", "silent", "stale", "busy", "every 100", "stale", "busy", "saving", "share"
    )
}

impl Share<'_> {
    fn line(&self) -> String {
        let some = |samples: &[Searched]| {
            let stale = mean(samples, |searched| searched.jobs.stale as f64);
            format!(
                "{:>10} {:>5.1}% {:>5.1}%",
                thousands(mean(samples, tasks) as u64),
                100.0 * stale / mean(samples, tasks).max(1.0),
                100.0 * mean(samples, |searched| searched.jobs.busy()),
            )
        };
        let share = self.share.map_or(String::new(), |share| format!("{share:+.1}"));
        let Share { label, silent, told, saving, .. } = self;
        format!("{label:20} {} {} {saving:>7.1}% {share:>7}", some(silent), some(told))
    }

    fn fields(&self, spec: &str) -> Value {
        json!({
            "bench": NAME, "game": spec, "table": self.part, "row": self.label,
            "saving_percent": self.saving, "share": self.share,
            "silent": described(self.silent), "told": described(self.told),
        })
    }
}

fn described(samples: &[Searched]) -> Value {
    json!({
        "expanded": mean(samples, tasks),
        "touched": mean(samples, |searched| searched.jobs.touched as f64),
        "makespan_nodes": mean(samples, time),
        "busy": mean(samples, |searched| searched.jobs.busy()),
        "samples": samples.iter().map(|searched| searched.jobs.jobs).collect::<Vec<_>>(),
    })
}

/// Table 4 in the paper's form, after what one worker takes.
fn table_4(
    spec: &str,
    laboratory: &mut Laboratory<'_>,
    most: usize,
    is_paper: bool,
    listener: &mut dyn Listener,
) -> Result<(), LabError> {
    let form = Form { without: papers(), messages: OF_A_NETWORK };
    listener.text(&format!(
        "Table 4 in the paper's form\n{:16} {:>10} {:>5} {:>11} {:>16} {:>6}  paper: expanded, touched, seconds",
        "", "expanded", "x", "touched", "time", "busy"
    ));
    let one = rows_of("bt3").take(1).map(|row| (row.workers, row.partial, paper_row(row)));
    let rows =
        papers_table_4().into_iter().map(|(partial, paper)| (TABLE_4_WORKERS, partial, paper));
    let mut first = None;
    for (workers, partial, paper) in rows.take(most).chain(one) {
        let samples = laboratory.samples(form, workers, partial, listener)?;
        let expanded = mean(&samples, tasks);
        let growth = expanded / first.get_or_insert(expanded).max(1.0);
        let every = partial.map_or("none".to_owned(), |every| every.to_string());
        let label =
            if workers == 1 { "one worker".to_owned() } else { format!("partial {every:>4}") };
        let mut line = format!(
            "{label:16} {:>10} {growth:>5.2} {:>11} {:>10} nodes {:>5.1}%",
            thousands(expanded as u64),
            thousands(mean(&samples, |searched| searched.jobs.touched as f64) as u64),
            thousands(mean(&samples, time) as u64),
            100.0 * mean(&samples, |searched| searched.jobs.busy()),
        );
        let (seconds, paper_expanded, touched) = paper;
        if is_paper {
            line.push_str(&format!("  {paper_expanded}k, {touched}k, {seconds:.0} s"));
        }
        let mut fields = json!({
            "bench": NAME, "game": spec, "table": "4", "workers": workers, "partial": partial,
            "growth": growth, "found": described(&samples),
        });
        if is_paper {
            fields["paper"] = json!({
                "seconds": seconds, "expanded": 1000 * paper_expanded, "touched": 1000 * touched,
            });
        }
        listener.row(&line, &fields);
    }
    Ok(())
}
