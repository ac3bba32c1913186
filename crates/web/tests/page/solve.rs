//! Solving, live: progress, stop, go on, the certificate.

use crate::chromium::Browser;
use crate::server::{Running, usual};
use andor_engine::{Catalogue, Certificate};

#[test]
fn a_board_is_solved_and_its_certificate_downloaded_and_verified() {
    let (server, browser) = (Running::start(usual()), Browser::start());
    let mut page = browser.page();
    page.open(&server.url("breakthrough:4x5&view=solve"));
    // What would be saved is kept in place of that.
    page.run(
        "window.saved = []; URL.createObjectURL = (blob) => { window.saved.push(blob); return 'data:,'; }",
    );
    page.click("#solve-button");
    page.wait(
        "document.querySelector('#verdict').textContent.includes('Black wins by force within')",
    );
    page.picture("solve");
    page.click("#verify-button");
    page.wait(
        "document.querySelector('#verify-state').textContent.toLowerCase().includes('verified')",
    );
    page.click("#download-button");
    page.wait("window.saved.length === 1");
    let bytes =
        page.run("window.saved[0].arrayBuffer().then((buffer) => [...new Uint8Array(buffer)])");
    let bytes: Vec<u8> =
        bytes.as_array().unwrap().iter().map(|byte| byte.as_u64().unwrap() as u8).collect();
    let certificate = Certificate::from_bytes(bytes).unwrap();
    let game = Catalogue::standard().game(certificate.spec()).unwrap();
    let limits = andor_core::Limits::default();
    let checked = game.verify(&certificate, &[], 1, &limits, &mut andor_core::Silent).unwrap();
    assert_eq!(checked.claims().iter().map(ToString::to_string).collect::<Vec<_>>(), ["b wins"]);
    page.click("#beat-link");
    page.wait("document.body.dataset.view === 'proof'");
    page.wait("document.querySelector('#last').textContent.includes('You can still last')");
    page.is_well();
}

#[test]
fn a_long_search_shows_itself_and_stops() {
    let (server, browser) = (Running::start(usual()), Browser::start());
    let mut page = browser.page();
    page.open(&server.url("breakthrough:6x6&view=solve"));
    page.click("#solve-button");
    page.see("#stop-button");
    page.wait("/node/.test(document.querySelector('#solve-state').textContent)");
    page.wait("document.querySelector('#solve-chart path, #solve-chart polyline') !== null");
    page.picture("solving");
    // The board goes on meanwhile, in another view.
    page.click("#stop-button");
    page.see("#solve-button");
    page.wait("document.querySelector('#verdict').textContent.includes('not known')");
    // It goes on where it was: with more nodes than it had, at once.
    page.wait("document.querySelector('#solve-button').textContent === 'Go on'");
    page.click("#solve-button");
    page.see("#stop-button");
    page.click("#stop-button");
    page.see("#solve-button");
    page.is_well();
}
