//! A game against the player.

use crate::chromium::Browser;
use crate::server::{Running, usual};

#[test]
fn a_beginner_plays_takes_back_and_asks_for_a_hint() {
    let (server, browser) = (Running::start(usual()), Browser::start());
    let mut page = browser.page();
    page.open(&server.url("breakthrough:5x5&view=play"));
    page.run(
        "(() => { for (const [id, value] of [['level-select', '1'], ['seat-select', 'w']]) { \
         const one = document.getElementById(id); one.value = value; one.dispatchEvent(new Event('change')); } })()",
    );
    let plies = "(decodeURIComponent(location.hash).match(/\\/([^&]*)/)?.[1] ?? '').split(',').filter(Boolean).length";
    page.click("#board [data-square=\"b2\"]");
    page.click("#board [data-square=\"b3\"]");
    page.wait(&format!("{plies} === 2"));
    page.picture("play");
    // The move is in the address a little before it is White's turn.
    let turn = "!document.getElementById('hint-button').disabled";
    page.wait(turn);
    page.click("#hint-button");
    page.wait("document.querySelectorAll('#board .arrow, #board [class*=arrow]').length > 0");
    page.click("#back-button");
    page.wait(&format!("{plies} === 0"));
    // A whole game, by the first move that the rules allow.
    let game = andor_engine::Catalogue::standard().game("breakthrough:5x5").unwrap();
    loop {
        let played = page.text("decodeURIComponent(location.hash).match(/\\/([^&]*)/)?.[1] ?? ''");
        let moves: Vec<String> =
            played.split(',').filter(|mv| !mv.is_empty()).map(str::to_owned).collect();
        let line = game.position(None, &moves).unwrap();
        if line.ending().is_some() {
            break;
        }
        if line.side() == andor_core::Player::White {
            page.wait(turn);
            page.run("document.querySelector('#move-field').focus()");
            page.type_in(&game.legal_moves(&line)[0]);
            page.key("Enter");
        }
        page.wait(&format!("{plies} > {}", moves.len()));
    }
    page.wait("/has won/.test(document.querySelector('#verdict').textContent)");
    page.is_well();
}
