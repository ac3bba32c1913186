//! A run on many machines, as `andor status` tells of it: the tab, the sentence, the charts; and nobody who answers.

use crate::chromium::Browser;
use crate::server::{Running, usual};
use andor_web::Server;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Where the page looks for the numbers of a status. That a real one has them is a test of the cluster
/// (`crates/cli/tests/cluster/plain.rs`).
fn status(look: u64) -> Value {
    let tree =
        json!({"nodes": 1000 * look, "proof": 10 + look, "disproof": 20, "is_solved": look > 3});
    json!({
        "subject": {"game": "breakthrough:5x5", "player": "b"},
        "seconds": 2.0 * look as f64,
        "tree": tree,
        "jobs_a_second": 7.5,
        "busy": 0.9,
        "useful": 0.8,
        "nodes": 50_000 * look,
    })
}

/// A server that watches what `ask` tells, with the number of the question.
fn watching(ask: impl Fn(u64) -> Value + Send + Sync + 'static) -> Running {
    let looks = AtomicU64::new(0);
    let cluster = Arc::new(move || ask(looks.fetch_add(1, Ordering::Relaxed) + 1));
    Running::start(Server { cluster: Some(cluster), ..usual() })
}

#[test]
fn a_run_is_watched() {
    let told = |look| json!({"text": format!("look {look} of a run"), "status": status(look)});
    let (server, browser) = (watching(told), Browser::start());
    let mut page = browser.page();
    page.open(&server.url("loa:6x6"));
    page.click("#tabs [data-view=cluster]");
    let verdict = "document.querySelector('#verdict').textContent";
    page.wait(&format!("{verdict}.includes('Does Black win breakthrough:5x5? Not known yet.')"));
    page.wait("/^look [0-9]+ of a run$/.test(document.querySelector('#cluster-text').textContent)");
    // The root's numbers and five more, and lines once there were two looks.
    page.wait("document.querySelectorAll('.charts figure').length === 6");
    page.wait("document.querySelectorAll('.charts path.series').length === 7");
    page.wait(&format!("{verdict}.includes('It is settled.')"));
    page.picture("cluster");
    page.is_well();
}

#[test]
fn a_run_that_nobody_answers_for_is_said_so() {
    let told = |_| json!({"text": "no coordinator answers at nats://127.0.0.1:1", "status": null});
    let (server, browser) = (watching(told), Browser::start());
    let mut page = browser.page();
    page.open(&server.url("loa:6x6&view=cluster"));
    page.wait("document.querySelector('#verdict').textContent.includes('No run is to be seen.')");
    page.wait("document.body.textContent.includes('no coordinator answers')");
    page.is_well();
}

#[test]
fn without_a_run_there_is_no_tab() {
    let (server, browser) = (Running::start(usual()), Browser::start());
    let mut page = browser.page();
    page.open(&server.url("loa:6x6"));
    page.see("#tabs [data-view=board]");
    page.wait("document.querySelector('#tabs [data-view=cluster]').hidden");
}
