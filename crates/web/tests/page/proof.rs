//! Certificates: tried to be beaten, and forged.

use crate::chromium::Browser;
use crate::server::{Running, repository, usual};
use andor_core::SplitMix64;

/// Ten visitors who move at random lose to the certificate of Lines of Action 6x6, whatever they try.
#[test]
fn the_certificate_of_loa_6x6_beats_random_visitors() {
    let (server, browser) = (Running::start(usual()), Browser::start());
    let mut page = browser.page();
    page.open(&server.url("loa:6x6&view=proof"));
    page.click("#certificates [data-name=\"loa-6x6.proof\"]");
    page.wait("document.querySelector('#last').textContent.includes('You can still last')");
    page.picture("proof");
    let mut random = SplitMix64::new(24);
    let lasts =
        "Number(document.querySelector('#last').textContent.match(/last (\\d+)/)?.[1] ?? 0)";
    for game in 0..10 {
        let mut left = page.run(lasts).as_u64().unwrap();
        loop {
            let count = page.run("document.querySelectorAll('#proof-tree [data-reply]').length");
            let chosen = random.below(count.as_u64().unwrap().max(1) as usize);
            let reply = page.text(&format!(
                "document.querySelectorAll('#proof-tree [data-reply]')[{chosen}]?.dataset.reply"
            ));
            assert!(!reply.is_empty(), "game {game}: there is a reply");
            let before = page.text("location.hash");
            page.run("document.querySelector('#move-field').focus()");
            page.type_in(&reply);
            page.key("Enter");
            let before = crate::chromium::quoted(&before);
            let is_turn =
                format!("(location.hash !== {before} && {lasts} < {left} && {lasts} > 0)");
            let is_over =
                "document.querySelector('#verdict').textContent.includes('Black has won')";
            page.wait(&format!("{is_turn} || {is_over}"));
            if page.run(is_over) == true {
                break;
            }
            // It counts down with every pair of plies: never longer than was said before.
            let now = page.run(lasts).as_u64().unwrap();
            assert!(now < left, "game {game}: {now} after {left}");
            left = now;
        }
        page.click("#again-button");
        page.wait("document.querySelector('#last').textContent.includes('You can still last')");
    }
    page.is_well();
}

/// "Show me why" plays the longest defence out.
#[test]
fn a_refutation_is_played_out() {
    let (server, browser) = (Running::start(usual()), Browser::start());
    let mut page = browser.page();
    page.open(&server.url("breakthrough:4x4&view=solve"));
    page.click("#solve-button");
    page.click("#beat-link");
    page.wait("document.querySelector('#last').textContent.includes('You can still last')");
    page.click("#why-button");
    page.wait("document.querySelector('#verdict').textContent.includes('has won')");
    page.is_well();
}

/// One changed bit, a certificate cut short, and something that is none at all.
#[test]
fn forged_certificates_are_refused() {
    let (server, browser) = (Running::start(usual()), Browser::start());
    let mut page = browser.page();
    let whole = std::fs::read(repository("certificates/loa-6x6.proof")).unwrap();
    let mut changed = whole.clone();
    let middle = changed.len() / 2;
    changed[middle] ^= 4;
    let cut = whole[..whole.len() / 3].to_vec();
    let says = "[...document.querySelectorAll('.mistake')].filter((one) => one.checkVisibility()) \
        .map((one) => one.textContent).join()";
    for (name, bytes) in
        [("changed.proof", changed), ("cut.proof", cut), ("text.proof", b"hello".to_vec())]
    {
        page.open(&server.url("loa:6x6&view=proof"));
        page.drop_file("#drop", name, &bytes);
        page.wait(&format!("({says}).includes('{name}')"));
        assert!(!page.text("document.querySelector('#verdict').textContent").contains("wins"));
    }
    page.is_well();
}
