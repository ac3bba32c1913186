//! The board: moves by hand, values, addresses.

use crate::chromium::{Browser, quoted};
use crate::server::{Running, usual};
use andor_core::Silent;
use andor_engine::{Request, Value};

/// Whether all values of the list are proved.
const ALL_PROVED: &str = "(() => { const all = [...document.querySelectorAll('#values [data-move]')]; \
    return all.length > 0 && all.every((one) => one.dataset.sure === 'proved'); })()";

fn square(name: &str) -> String {
    format!("#board [data-square=\"{name}\"]")
}

/// Where men stand.
const MEN: &str = "[...document.querySelectorAll('#board [data-man]')].map((man) => man.dataset.man).sort().join(' ')";

/// Every root move has the colour that the solver says, over several boards.
#[test]
fn every_move_is_coloured_as_the_solver_says() {
    let (server, browser) = (Running::start(usual()), Browser::start());
    let mut page = browser.page();
    let catalogue = andor_engine::Catalogue::standard();
    for (game, moves) in
        [("breakthrough:4x4", ""), ("breakthrough:3x5", "a2-a3"), ("tic-tac-toe", "b2")]
    {
        page.open(&server.url(&format!("{game}/{moves}")));
        page.wait(ALL_PROVED);
        let found = page.run(
            "[...document.querySelectorAll('#values [data-move]')].map((one) => [one.dataset.move, one.dataset.value])",
        );
        let game = catalogue.game(game).unwrap();
        let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        let line = game.position(None, &moves).unwrap();
        let legal = game.legal_moves(&line);
        assert_eq!(found.as_array().unwrap().len(), legal.len());
        for (one, mv) in found.as_array().unwrap().iter().map(|one| (one, one[0].as_str().unwrap()))
        {
            let child = game.after(&line, mv).unwrap();
            let value = match child.outcome() {
                None => game.solve(&child, &Request::default(), &mut Silent).unwrap().row.value,
                Some(outcome) => match outcome.winner() {
                    None => Value::Draw,
                    Some(winner) if winner == child.side() => Value::Win,
                    Some(_) => Value::Loss,
                },
            };
            let expected = match value {
                Value::Win => "loss",
                Value::Loss => "win",
                Value::Draw => "draw",
                other => panic!("{mv}: {other}"),
            };
            assert_eq!(one[1], expected, "{} {mv}", game.spec());
        }
    }
    page.open(&server.url("breakthrough:4x4"));
    page.wait(ALL_PROVED);
    page.wait(
        "document.querySelector('#verdict').textContent.includes('White moves first and loses')",
    );
    page.picture("board");
    page.is_well();
}

#[test]
fn moves_are_made_by_click_drag_and_text_and_walked_back() {
    let (server, browser) = (Running::start(usual()), Browser::start());
    let mut page = browser.page();
    page.open(&server.url("breakthrough:6x6"));
    let before = page.text(MEN);
    page.click(&square("b2"));
    page.click(&square("b3"));
    page.wait("location.hash.includes('b2-b3')");
    page.wait("document.querySelector('#board [data-man=\"b3\"]') !== null");
    page.drag(&square("c5"), &square("c4"));
    page.wait("location.hash.includes('b2-b3,c5-c4')");
    page.click("#move-field");
    page.type_in("b3xc4");
    page.key("Enter");
    page.wait("location.hash.includes('b3xc4')");
    page.wait("document.querySelectorAll('#board [data-man]').length === 23");
    page.click("#undo");
    page.wait("!location.hash.includes('b3xc4')");
    page.click("#redo");
    page.wait("location.hash.includes('b3xc4')");
    for _ in 0..3 {
        page.click("#undo");
    }
    page.wait(&format!("({MEN}) === {}", quoted(&before)));
    // Turned round, the first square of the board is the last.
    let place = "document.querySelector('#board [data-square=\"a1\"]').getBoundingClientRect().y";
    let upright = page.run(place).as_f64().unwrap();
    page.click("#flip");
    page.wait(&format!("{place} < {upright}"));
    page.is_well();
}

/// A line of play is its address: reload, back and forward, and a link that somebody copied.
#[test]
fn an_address_is_a_position() {
    let (server, browser) = (Running::start(usual()), Browser::start());
    let mut page = browser.page();
    page.open(&server.url("loa:6x6/b6-b4,a2-c2"));
    page.wait("document.querySelector('#board [data-man=\"c2\"]') !== null");
    page.reload();
    page.wait("document.querySelector('#board [data-man=\"c2\"]') !== null");
    assert!(page.text("location.hash").contains("loa:6x6/b6-b4,a2-c2"));
    page.click("#move-field");
    page.type_in("e1-e3");
    page.key("Enter");
    page.wait("document.querySelector('#board [data-man=\"e3\"]') !== null");
    page.run("history.back()");
    page.wait("document.querySelector('#board [data-man=\"e3\"]') === null");
    page.run("history.forward()");
    page.wait("document.querySelector('#board [data-man=\"e3\"]') !== null");
    // A position of its own, and a view, are in it as well.
    page.open(&server.url("breakthrough:4x4/&position=b3/4/4/3w%20w&view=solve"));
    page.wait("document.body.dataset.view === 'solve'");
    page.wait("document.querySelectorAll('#board [data-man]').length === 2");
    page.is_well();
}

/// What the catalogue has, the page draws, and a move can be made in it.
#[test]
fn every_game_is_drawn_and_played() {
    let (server, browser) = (Running::start(usual()), Browser::start());
    let mut page = browser.page();
    for game in [
        "loa:8x8",
        "breakthrough:8x8",
        "checkers",
        "go:5x5",
        "one-eye",
        "surakarta",
        "connect-four",
        "tic-tac-toe",
        "graph",
    ] {
        page.open(&server.url(game));
        page.see("#board");
        page.wait("document.querySelectorAll('#values [data-move]').length > 0");
        page.picture(&format!("game-{}", game.replace(':', "-")));
        let mv = page.text("document.querySelector('#values [data-move]').dataset.move");
        // The list is sorted anew while more becomes known: found and clicked at once.
        page.run(&format!("document.querySelector('#values [data-move=\"{mv}\"]').click()"));
        page.wait(&format!("decodeURIComponent(location.hash).includes('/{mv}')"));
    }
    page.is_well();
}

/// A mistake is quoted where it was made, and nothing is lost.
#[test]
fn mistakes_are_quoted_and_lose_nothing() {
    let (server, browser) = (Running::start(usual()), Browser::start());
    let mut page = browser.page();
    page.open(&server.url("breakthrough:5x5/b2-b3"));
    let before = page.text(MEN);
    page.click("#move-field");
    page.type_in("z9-z8");
    page.key("Enter");
    page.wait("document.body.innerText.includes('z9-z8')");
    assert_eq!(page.text(MEN), before);
    for hash in ["nonsense:4x4", "loa:99x99", "loa:6x6/zz", "loa:6x6&position=what"] {
        page.open(&server.url(hash));
        page.wait(
            "[...document.querySelectorAll('.mistake')].some((one) => one.checkVisibility())",
        );
    }
    // Texts of others are texts.
    page.open(&server.url("loa:6x6/%3Cimg%20src=x%20onerror=document.title='x'%3E"));
    page.wait("[...document.querySelectorAll('.mistake')].some((one) => one.checkVisibility())");
    assert_ne!(page.text("document.title"), "x");
    page.is_well();
}
