//! Recorded games: analysed, and hostile.

use crate::chromium::Browser;
use crate::server::{Running, usual};

/// A game in which Black, who wins, gives that away: the page finds that very ply.
#[test]
fn the_losing_move_is_marked_at_its_ply() {
    let (server, browser) = (Running::start(usual()), Browser::start());
    let mut page = browser.page();
    let planted = planted();
    page.open(&server.url("breakthrough:4x4&view=game"));
    page.drop_file("#drop", "planted.txt", planted.text.as_bytes());
    page.wait("document.querySelectorAll('#games [data-number]').length === 1");
    page.wait(&format!(
        "document.querySelector('#mistakes [data-ply=\"{}\"]')?.dataset.judgement === '{}'",
        planted.ply, planted.judgement
    ));
    // What would be saved is kept in place of that.
    page.run(
        "window.saved = []; URL.createObjectURL = (blob) => { window.saved.push(blob); return 'data:,'; }",
    );
    page.see("#annotated-button");
    page.click("#annotated-button");
    let text = page.text("window.saved[0].text()");
    for part in ["[Variant \"breakthrough:4x4\"]", "{andor, for"] {
        assert!(text.contains(part), "{text}");
    }
    page.wait("document.querySelector('#lost-from').textContent.includes('proved')");
    page.wait("document.querySelector('#graph-place [data-ply]') !== null");
    page.picture("game");
    page.is_well();
}

/// A game with one planted mistake.
struct Planted {
    text: String,
    ply: usize,
    judgement: &'static str,
}

/// Black wins 4x4. It plays well once, then gives the win away, and from there on everybody plays well.
fn planted() -> Planted {
    use andor_core::Silent;
    use andor_engine::{Catalogue, Request, Value};
    let game = Catalogue::standard().game("breakthrough:4x4").unwrap();
    let worth = |line: &andor_engine::Line| match line.outcome() {
        Some(outcome) if outcome.winner() == Some(line.side()) => Value::Win,
        Some(_) => Value::Loss,
        None => game.solve(line, &Request::default(), &mut Silent).unwrap().row.value,
    };
    let mut line = game.position(None, &[]).unwrap();
    let mut ply = 0;
    while line.ending().is_none() {
        let moves = game.legal_moves(&line);
        let keeps = |mv: &&String| worth(&game.after(&line, mv).unwrap()) == Value::Loss;
        let (good, bad) = (moves.iter().find(keeps), moves.iter().find(|mv| !keeps(mv)));
        let plants = ply == 0 && line.moves().len() > 2 && good.is_some();
        let chosen = match (plants, bad) {
            (true, Some(bad)) => {
                ply = line.moves().len() + 1;
                bad.clone()
            }
            _ => good.unwrap_or(&moves[0]).clone(),
        };
        game.play(&mut line, &chosen).unwrap();
    }
    assert!(ply > 0, "something was planted");
    let moves: Vec<&str> = line.moves().iter().map(String::as_str).collect();
    let text = format!("Game: breakthrough:4x4\n\n{}\n", moves.join(" "));
    Planted { text, ply, judgement: "missed win" }
}

/// Files that want to do harm are answered with a line, and the page goes on.
#[test]
fn hostile_records_are_refused() {
    let (server, browser) = (Running::start(usual()), Browser::start());
    let mut page = browser.page();
    let deep = format!("(;GM[9]SZ[8]{}", "(;B[c8-c6]".repeat(100_000));
    let script = "(;GM[9]SZ[8]PB[<script>document.title='x'</script>]PW[<img src=x onerror=\"document.title='x'\">];B[z9-z8])";
    let says = "[...document.querySelectorAll('.mistake')].filter((one) => one.checkVisibility()) \
        .map((one) => one.textContent).join()";
    for (name, text) in [
        ("deep.sgf", deep.as_str()),
        ("script.sgf", script),
        ("binary.sgf", "\u{0}\u{1}\u{fffd}(;;;(((("),
        ("json.sgf", "{\"a\": 1}"),
        ("empty.sgf", ""),
    ] {
        page.open(&server.url("loa:8x8&view=game"));
        page.drop_file("#drop", name, text.as_bytes());
        page.wait(&format!("({says}).length > 0"));
        assert_ne!(page.text("document.title"), "x", "{name}");
    }
    // A file with a good game among bad ones gives the good one.
    page.open(&server.url("loa:8x8&view=game"));
    let mixed = "(;GM[9]SZ[8];B[c8-c6];W[a4-c2])(;GM[9]SZ[8];B[a1-a2])";
    page.drop_file("#drop", "mixed.sgf", mixed.as_bytes());
    page.wait("document.querySelectorAll('#games [data-number]').length === 2");
    page.wait("document.querySelectorAll('#games .mistake').length === 1");
    page.is_well();
}
