//! `andor web` and `andor site`; what a visitor sees is tested in `crates/web`.

use crate::andor::Folder;
use crate::interrupt::press;
use std::io::{Read, Write};
use std::net::TcpStream;

/// It serves the page, with the certificates of the folder on its shelf, until Ctrl-C.
#[test]
fn the_page_is_served_until_somebody_ends_it() {
    let folder = Folder::new();
    folder.andor(&["solve", "breakthrough:3x4", "--proof", "3x4.proof"]).exits(0);
    // A port that was free a moment ago.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let address = format!("127.0.0.1:{port}");
    let mut running = folder.start(&["web", "--listen", &address, "--json"]);
    assert!(running.wait_until(|_| TcpStream::connect(&address).is_ok()), "it listens");
    let mut stream = TcpStream::connect(&address).unwrap();
    let request = format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut page = String::new();
    stream.read_to_string(&mut page).unwrap();
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>andor</title>"), "{page}");
    // Somebody else is there already.
    folder.andor(&["web", "--listen", &address]).refuses(&["--listen", &address, "port 0"]);
    press(&running.child);
    let ended = running.end().exits(0);
    assert_eq!(ended.object()["address"], format!("http://{address}/"));
}

#[test]
fn what_cannot_be_served_is_refused() {
    let folder = Folder::new();
    folder.write("table", b"\x89table\r\n and more");
    for (words, parts) in [
        (&["web", "nothing.proof"][..], &["\"nothing.proof\""][..]),
        (&["web", "table"], &["\"table\"", "a table"]),
        (&["web", "--listen", "nowhere"], &["nowhere"]),
        (&["web", "--token", "short"], &["--token \"short\""]),
        (&["web", "--token", "with spaces in it"], &["--token"]),
        (&["web", "--game", "chess"], &["chess"]),
        (&["site", "out"], &["andor.wasm", "scripts/wasm.sh"]),
        (&["site", "out", "--wasm", "table"], &["\"table\"", "no WebAssembly"]),
    ] {
        folder.andor(words).refuses(parts);
    }
    assert!(!folder.has("out"));
}

/// A folder that any web host can serve; one with something else in it is left alone.
#[test]
fn a_site_is_a_folder_of_files() {
    let folder = Folder::new();
    folder.andor(&["solve", "breakthrough:3x4", "--proof", "3x4.proof"]).exits(0);
    folder.write("solver.wasm", b"\0asm\x01\0\0\0");
    let words = ["site", "out", "--wasm", "solver.wasm", "--proof", "3x4.proof"];
    folder.andor(&words).exits(0).says(&["the page is in out", "1 certificate"]);
    let index = String::from_utf8(folder.read("out/index.html")).unwrap();
    assert!(index.contains("<meta name=\"andor-wasm\" content=\"andor.wasm\">"), "{index}");
    assert_eq!(folder.read("out/proofs.json"), b"[\"3x4.proof\"]\n");
    assert_eq!(folder.read("out/3x4.proof"), folder.read("3x4.proof"));
    for file in ["out/main.js", "out/style.css", "out/wasm/worker.js", "out/wasm/connection.js"] {
        assert!(folder.has(file), "{file}");
    }
    // Once more is a site again; a folder of somebody's is not touched.
    folder.andor(&words).exits(0);
    folder.shell("mkdir theirs").exits(0);
    folder.write("theirs/letter.txt", "dear");
    let theirs = ["site", "theirs", "--wasm", "solver.wasm"];
    folder.andor(&theirs).refuses(&["\"theirs\"", "something else"]);
    folder.andor(&["site", "out2", "--wasm", "solver.wasm", "--proof", "solver.wasm"]).exits(2);
}
