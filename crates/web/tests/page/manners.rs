//! What every view owes its visitor: narrow screens, keys, names, two pages, a server that goes and comes.

use crate::chromium::Browser;
use crate::server::{Running, usual};
use andor_web::Server;

const VIEWS: [&str; 5] = ["board", "solve", "proof", "play", "game"];

#[test]
fn every_view_fits_a_phone_by_day_and_by_night() {
    let (server, browser) = (Running::start(usual()), Browser::start());
    let mut page = browser.page();
    page.size(360, 740);
    for scheme in ["light", "dark"] {
        let features =
            serde_json::json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        page.call("Emulation.setEmulatedMedia", features);
        for view in VIEWS {
            page.open(&server.url(&format!("breakthrough:5x5&view={view}")));
            page.wait(&format!("document.body.dataset.view === '{view}'"));
            page.see("#board svg, #board pre");
            page.picture(&format!("phone-{view}-{scheme}"));
            let wide = page.run("document.documentElement.scrollWidth");
            assert!(wide.as_u64().unwrap() <= 360, "{view} is {wide} wide");
        }
    }
    page.is_well();
}

/// From the address to a solved game without a mouse.
#[test]
fn a_keyboard_is_enough() {
    let (server, browser) = (Running::start(usual()), Browser::start());
    let mut page = browser.page();
    page.open(&server.url("breakthrough:4x4"));
    // The move field, a move, and back.
    page.key("/");
    page.wait("document.activeElement.id === 'move-field'");
    page.type_in("b2xa3");
    page.key("Enter");
    page.wait("location.hash.includes('b2xa3')");
    page.wait("document.querySelectorAll('#board [data-man]').length === 15");
    page.key("Escape");
    page.run("document.activeElement.blur()");
    page.key("ArrowLeft");
    page.wait("document.querySelectorAll('#board [data-man]').length === 16");
    page.key("ArrowRight");
    page.wait("document.querySelectorAll('#board [data-man]').length === 15");
    page.key("u");
    page.wait("document.querySelectorAll('#board [data-man]').length === 16");
    // Enter plays the best move.
    page.wait("document.querySelector('#values [data-sure=\"proved\"]') !== null");
    page.key("Enter");
    page.wait("document.querySelectorAll('#board [data-man]').length === 15");
    page.key("?");
    page.see("#keys");
    page.key("Escape");
    // Every view is reached by Tab alone.
    for view in VIEWS {
        page.run("document.querySelector('#game-select').focus()");
        let mut found = false;
        for _ in 0..12 {
            page.key("Tab");
            if page.run(&format!("document.activeElement.dataset?.view === '{view}'")) == true {
                found = true;
                break;
            }
        }
        assert!(found, "{view} is reached by Tab");
        page.key("Enter");
        page.wait(&format!("document.body.dataset.view === '{view}'"));
    }
    page.is_well();
}

/// Whoever does not see the board hears names: of every control, and of every square.
#[test]
fn everything_has_a_name() {
    let (server, browser) = (Running::start(usual()), Browser::start());
    let mut page = browser.page();
    for view in VIEWS {
        page.open(&server.url(&format!("loa:6x6&view={view}")));
        page.wait(&format!("document.body.dataset.view === '{view}'"));
        page.see("#board svg");
        let nameless = page.text(
            "[...document.querySelectorAll('button, a, input, select')].filter((one) => one.checkVisibility() && \
             !(one.textContent.trim() || one.getAttribute('aria-label') || one.labels?.length || one.title)) \
             .map((one) => one.outerHTML).join()",
        );
        assert_eq!(nameless, "", "{view}");
        let squares = page.run(
            "[...document.querySelectorAll('#board [data-square]')].filter((one) => one.getAttribute('aria-label')).length",
        );
        assert_eq!(squares, 36, "{view}");
        assert_eq!(page.run("document.querySelector('#board [role=grid]') !== null"), true);
        assert_ne!(page.text("document.querySelector('#verdict').textContent"), "");
    }
    page.is_well();
}

#[test]
fn two_pages_do_not_disturb_one_another() {
    let (server, browser) = (Running::start(usual()), Browser::start());
    let (mut one, mut other) = (browser.page(), browser.page());
    one.open(&server.url("breakthrough:6x6&view=solve"));
    one.click("#solve-button");
    one.see("#stop-button");
    other.open(&server.url("breakthrough:4x4"));
    other.wait("document.querySelectorAll('#values [data-sure=\"proved\"]').length === 6");
    other.click("#board [data-square=\"b2\"]");
    other.click("#board [data-square=\"a3\"]");
    other.wait("location.hash.includes('b2xa3')");
    assert!(!one.text("location.hash").contains("b2xa3"));
    one.see("#stop-button");
    one.click("#stop-button");
    one.see("#solve-button");
    one.is_well();
    other.is_well();
}

/// The server goes while the page is open: the page says so, and goes on when it is there again.
#[test]
fn a_server_that_goes_and_comes_is_noticed() {
    let browser = Browser::start();
    let server = Running::start(usual());
    let mut page = browser.page();
    page.open(&server.url("breakthrough:4x4"));
    page.wait("document.documentElement.dataset.connected === 'true'");
    let address = server.end();
    page.see("#connection");
    page.wait("document.documentElement.dataset.connected === 'false'");
    page.picture("gone");
    let server = Running::start(Server { listen: address, ..usual() });
    page.wait("document.documentElement.dataset.connected === 'true'");
    page.wait("!document.querySelector('#connection').checkVisibility()");
    page.click("#board [data-square=\"b2\"]");
    page.click("#board [data-square=\"a3\"]");
    page.wait("document.querySelectorAll('#board [data-man]').length === 15");
    page.wait("document.querySelector('#values [data-sure=\"proved\"]') !== null");
    drop(server);
}

/// Where others can come, they need the token.
#[test]
fn a_token_opens_the_door() {
    let browser = Browser::start();
    let token = Some("open-sesame".to_owned());
    let server = Running::start(Server { token, ..usual() });
    let mut page = browser.page();
    page.call("Page.navigate", serde_json::json!({"url": format!("http://{}/", server.address)}));
    page.wait("document.querySelector('#connection')?.checkVisibility() === true");
    page.open(&format!("http://{}/?token=open-sesame#breakthrough:4x4", server.address));
    page.wait("document.querySelectorAll('#board [data-man]').length === 16");
}
