//! The page without a server: a folder of files, and the module that `scripts/wasm.sh` makes.

use crate::chromium::{Browser, Page};
use crate::server::repository;
use crate::socket::compare;
use andor_web::{Proof, write_site};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::time::Duration;

/// A site, and somebody who sends its files and knows nothing else.
struct Site {
    folder: PathBuf,
    address: SocketAddr,
}

impl Site {
    /// With this certificate on its shelf.
    fn new(name: &str, proof: &str, bytes: Vec<u8>) -> Site {
        let folder = std::env::temp_dir().join(format!("andor-site-{name}-{}", std::process::id()));
        let wasm = std::fs::read(repository("target/site/andor.wasm"));
        let wasm =
            wasm.expect("scripts/wasm.sh makes target/site/andor.wasm; scripts/test.sh calls it");
        write_site(&folder, &wasm, &[Proof { name: proof.to_owned(), bytes }]).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let served = folder.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let served = served.clone();
                std::thread::spawn(move || send(stream, &served));
            }
        });
        Site { folder, address }
    }

    fn url(&self, fragment: &str) -> String {
        format!("http://{}/#{fragment}", self.address)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Answers one request for a file.
fn send(mut stream: std::net::TcpStream, folder: &std::path::Path) {
    let mut line = String::new();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    if reader.read_line(&mut line).is_err() {
        return;
    }
    let mut header = String::new();
    while reader.read_line(&mut header).is_ok_and(|read| read > 2) {
        header.clear();
    }
    let path = line.split(' ').nth(1).unwrap_or("/").split('?').next().unwrap_or("/");
    let path = if path == "/" { "/index.html" } else { path };
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css",
        Some("js") => "text/javascript",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    };
    let (status, bytes) = match std::fs::read(folder.join(&path[1..])) {
        Ok(bytes) => ("200 OK", bytes),
        Err(_) => ("404 Not Found", Vec::new()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        bytes.len()
    );
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&bytes));
}

/// A certificate that this process makes.
fn certificate(spec: &str) -> Vec<u8> {
    let game = andor_engine::Catalogue::standard().game(spec).unwrap();
    let request = andor_engine::Request { keep: true, ..Default::default() };
    let solved = game.solve(&game.position(None, &[]).unwrap(), &request, &mut andor_core::Silent);
    solved.unwrap().certificate.unwrap().bytes().unwrap().to_vec()
}

/// The visitor's own browser verifies a certificate, with progress, and says so.
fn verify(page: &mut Page, url: &str, proof: &str, patience: Duration) {
    page.open(url);
    page.click(&format!("#certificates [data-name=\"{proof}\"]"));
    page.wait_within(
        "document.querySelector('#last').textContent.includes('You can still last')",
        patience,
    );
    page.wait(
        "document.querySelector('#verdict-detail').textContent.includes('Verified from the rules')",
    );
}

#[test]
fn a_browser_alone_solves_verifies_and_plays() {
    let proof = "4x5.proof";
    let site = Site::new("alone", proof, certificate("breakthrough:4x5"));
    let browser = Browser::start();
    let mut page = browser.page();
    page.open(&site.url("breakthrough:4x4"));
    page.wait("document.querySelectorAll('#values [data-sure=\"proved\"]').length === 6");
    verify(&mut page, &site.url("breakthrough:4x5&view=proof"), proof, Duration::from_secs(60));
    page.picture("site-proof");
    page.open(&site.url("breakthrough:4x4&view=solve"));
    page.click("#solve-button");
    page.wait("document.querySelector('#verdict').textContent.includes('Black wins by force')");
    // A search that is stopped leaves a page that goes on.
    page.open(&site.url("breakthrough:6x6&view=solve"));
    page.click("#solve-button");
    page.see("#stop-button");
    page.wait("/node/.test(document.querySelector('#solve-state').textContent)");
    page.click("#stop-button");
    page.see("#solve-button");
    // The visitor is Black, so the player begins.
    page.open(&site.url("breakthrough:5x5&view=play"));
    page.wait("/5x5\\/[a-e]\\d/.test(decodeURIComponent(location.hash))");
    page.is_well();
}

#[test]
#[ignore = "deep check: a browser alone verifies Lines of Action 6x6, which takes a minute"]
fn a_browser_alone_verifies_loa_6x6() {
    let proof = "loa-6x6.proof";
    let bytes = std::fs::read(repository("certificates/loa-6x6.proof")).unwrap();
    let site = Site::new("loa", proof, bytes);
    let browser = Browser::start();
    let mut page = browser.page();
    verify(&mut page, &site.url("loa:6x6&view=proof"), proof, Duration::from_secs(600));
    page.is_well();
}

/// A request to the module in the browser.
fn ask(page: &mut Page, request: &Value) -> Value {
    page.run(&format!("window.ask({request})"))
}

fn compare_in_browser(count: usize) {
    let (site, browser) = (Site::new("values", "none.proof", Vec::new()), Browser::start());
    let mut page = browser.page();
    page.open(&site.url("tic-tac-toe"));
    page.run(
        "(async () => { const {connect} = await import('./wasm/connection.js'); \
         const connection = connect(new URL('andor.wasm', location.href).href); \
         await new Promise((open) => { connection.onstate = (state) => state.open && open(); }); \
         const waiting = new Map(); \
         connection.onmessage = (answer) => { if (answer.done !== false) waiting.get(answer.id)?.(answer); }; \
         window.ask = (request) => new Promise((done) => { waiting.set(request.id, done); connection.send(request); }); })()",
    );
    compare(count, false, |request| ask(&mut page, request));
}

#[test]
fn values_in_the_browser_are_those_of_the_solver() {
    compare_in_browser(12);
}

#[test]
#[ignore = "deep check: values of 200 positions of six games, in the browser"]
fn values_of_200_positions_in_the_browser_are_those_of_the_solver() {
    compare_in_browser(200);
}
