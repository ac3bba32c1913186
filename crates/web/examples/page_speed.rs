//! How fast the page is: `cargo run --release -p andor-web --example page_speed` prints how long the first view takes
//! from the first byte on, and how long a click waits for its answer while a search runs beside.
//!
//! Times are those of the page's own clock, in Debian's Chromium without a window. Nothing else should run.

#![allow(clippy::unwrap_used)]

#[allow(dead_code)]
#[path = "../tests/page/chromium.rs"]
mod chromium;
#[allow(dead_code)]
#[path = "../tests/page/server.rs"]
mod server;

use chromium::{Browser, Page};
use serde_json::json;
use server::{Running, usual};

const VISITS: usize = 20;
const CLICKS: usize = 200;

fn main() {
    let (server, browser) = (Running::start(usual()), Browser::start());
    let mut page = browser.page();
    let watch = "new MutationObserver(() => { if (document.documentElement.dataset.ready === 'true') \
        window.andorReady ??= performance.now(); }).observe(document, {subtree: true, childList: true, attributes: true})";
    page.call("Page.addScriptToEvaluateOnNewDocument", json!({"source": watch}));
    let visits = (0..VISITS).map(|_| {
        page.open(&server.url("loa:6x6"));
        page.wait("typeof window.andorReady === 'number'");
        let begun = "performance.getEntriesByType('navigation')[0].responseStart";
        page.run(&format!("window.andorReady - {begun}")).as_f64().unwrap()
    });
    let visits: Vec<f64> = visits.collect();
    print("first view, ms from the first byte", visits);

    let mut other = browser.page();
    other.open(&server.url("breakthrough:7x7&view=solve"));
    other.click("#solve-button");
    other.wait("/node/.test(document.querySelector('#solve-state').textContent)");
    page.open(&server.url("loa:6x6"));
    let clicks = clicks(&mut page);
    other.see("#stop-button");
    print("a click while a search runs, ms", clicks);
}

/// Plays the first move of the list, then takes it back, and so on; how long the list of moves takes to follow.
fn clicks(page: &mut Page) -> Vec<f64> {
    let answered = "(target) => new Promise((done) => { const begun = performance.now(); \
        const seen = new MutationObserver(() => { seen.disconnect(); done(performance.now() - begun); }); \
        seen.observe(document.getElementById('moves'), {childList: true, subtree: true, characterData: true}); \
        target.click(); })";
    let mut times = Vec::new();
    for _ in 0..CLICKS / 2 {
        page.wait("document.querySelector('#values [data-move]') !== null");
        for target in ["#values [data-move]", "#undo"] {
            let time = page.run(&format!("({answered})(document.querySelector('{target}'))"));
            times.push(time.as_f64().unwrap());
        }
    }
    times
}

fn print(what: &str, mut times: Vec<f64>) {
    times.sort_by(f64::total_cmp);
    let share = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
    let (median, late, last) = (share(0.5), share(0.99), share(1.0));
    println!(
        "{what}: median {median:.0}, 99th percentile {late:.0}, longest {last:.0} ({} times)",
        times.len()
    );
}
