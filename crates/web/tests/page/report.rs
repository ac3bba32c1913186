//! The report of the laboratory in a browser: every picture is drawn, in the light and in the dark.

use crate::chromium::{Browser, Page};
use crate::server::{Running, repository, usual};
use andor_web::Server;
use serde_json::json;

fn html() -> String {
    andor_lab::report::report(&repository("results")).unwrap().html
}

/// Every picture has a size, and marks that have one; nothing sticks out of it, and its words do not end outside.
fn is_drawn(page: &mut Page) {
    let faults = page.run(
        "[...document.querySelectorAll('svg.plot')].flatMap((plot) => { \
           const name = plot.closest('article').id + ': ' + plot.getAttribute('aria-label'); \
           const box = plot.getBoundingClientRect(); \
           const marks = [...plot.querySelectorAll('circle, rect, path.stroke')]; \
           const out = [...plot.querySelectorAll('circle, rect, path, text')].filter((part) => { \
             const own = part.getBoundingClientRect(); \
             return own.left < box.left - 1 || own.right > box.right + 1 || own.top < box.top - 1 || own.bottom > box.bottom + 1; }); \
           if (box.width < 100 || box.height < 60) return [name + ' has no size']; \
           if (marks.length === 0) return [name + ' has no marks']; \
           if (!marks.every((mark) => mark.getBBox().width + mark.getBBox().height > 0)) return [name + ' has an empty mark']; \
           return out.map((part) => name + ': ' + part.outerHTML.slice(0, 90) + ' sticks out'); })",
    );
    assert_eq!(faults, json!([]), "{faults:#}");
}

#[test]
fn every_plot_of_the_report_is_drawn() {
    let html = html();
    let plots = html.matches("<svg class=\"plot\"").count();
    assert!(plots >= 10, "{plots} plots");
    let server = Running::start(Server { report: Some(html), ..usual() });
    let browser = Browser::start();
    let mut page = browser.page();
    page.open(&format!("http://{}/report", server.address));
    page.wait("document.readyState === 'complete'");
    assert_eq!(page.run("document.querySelectorAll('svg.plot').length"), plots);
    page.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
    is_drawn(&mut page);
    page.picture("report");
    // In the dark the words are light, and in the light dark; both can be told from the page.
    let mut seen = Vec::new();
    for scheme in ["light", "dark"] {
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        page.call("Emulation.setEmulatedMedia", json!({"features": features}));
        seen.push(page.text("getComputedStyle(document.querySelector('svg.plot text')).fill"));
        is_drawn(&mut page);
    }
    assert_ne!(seen[0], seen[1]);
    // A narrow page scrolls its tables, not itself.
    page.size(420, 900);
    let wide = page.run("document.documentElement.scrollWidth <= window.innerWidth");
    assert_eq!(wide, true);
    page.is_well();
}

/// Every link of the page leads to a part of it.
#[test]
fn links_of_the_report_lead_somewhere() {
    let server = Running::start(Server { report: Some(html()), ..usual() });
    let browser = Browser::start();
    let mut page = browser.page();
    page.open(&format!("http://{}/report", server.address));
    page.wait("document.readyState === 'complete'");
    let lost = page.run(
        "[...document.querySelectorAll('a[href]')].map((link) => link.getAttribute('href'))\
         .filter((link) => !link.startsWith('#') || !document.getElementById(link.slice(1)))",
    );
    assert_eq!(lost, json!([]));
    page.click("table.status a[href='#ghi1']");
    page.wait("location.hash === '#ghi1'");
    page.is_well();
}
