//! The files of the page, which are part of the binary: `cargo run` is all that anybody needs.

/// A file of the page.
pub struct File {
    /// Its path below the page.
    pub name: &'static str,
    /// Its media type.
    pub kind: &'static str,
    /// What is in it.
    pub bytes: &'static [u8],
}

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! files {
    ($($kind:ident $name:literal),* $(,)?) => {
        &[$(File { name: $name, kind: $kind, bytes: include_bytes!(concat!("../page/", $name)) }),*]
    };
}

/// Every file of the page.
#[must_use]
pub fn page() -> &'static [File] {
    files![
        SCRIPT "address.js",
        SCRIPT "arrows.js",
        SCRIPT "asks.js",
        SCRIPT "board.js",
        SCRIPT "chart.js",
        SCRIPT "clocks.js",
        SCRIPT "connection.js",
        SCRIPT "desk.js",
        SCRIPT "dom.js",
        SCRIPT "files.js",
        SCRIPT "geometry.js",
        SCRIPT "ground.js",
        HTML "index.html",
        SCRIPT "keys.js",
        SCRIPT "line.js",
        SCRIPT "main.js",
        SCRIPT "marks.js",
        SCRIPT "men.js",
        SCRIPT "motion.js",
        SCRIPT "moves.js",
        SCRIPT "order.js",
        SCRIPT "proof-tree.js",
        SCRIPT "shelf.js",
        STYLE "style.css",
        SCRIPT "surakarta.js",
        SCRIPT "thoughts.js",
        SCRIPT "tree.js",
        SCRIPT "typed.js",
        SCRIPT "types.js",
        SCRIPT "values.js",
        SCRIPT "verdict.js",
        SCRIPT "view-board.js",
        SCRIPT "view-cluster.js",
        SCRIPT "view-game.js",
        SCRIPT "view-play.js",
        SCRIPT "view-proof.js",
        SCRIPT "view-solve.js",
        SCRIPT "words.js",
        SCRIPT "wasm/connection.js",
        SCRIPT "wasm/worker.js",
    ]
}

/// The file of this name.
pub(crate) fn named(name: &str) -> Option<&'static File> {
    page().iter().find(|file| file.name == name)
}

#[cfg(test)]
mod tests {
    use super::{named, page};
    use std::collections::BTreeSet;

    /// A file that is written and not served would be missing at run time only.
    #[test]
    fn every_file_of_the_folder_is_there() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/page");
        let names = |part: &str| {
            let entries = std::fs::read_dir(format!("{folder}/{part}")).unwrap();
            let files = entries.map(|entry| entry.unwrap()).filter(|entry| entry.path().is_file());
            let name = |file: std::fs::DirEntry| file.file_name().into_string().unwrap();
            files.map(|file| format!("{part}{}", name(file))).collect::<BTreeSet<String>>()
        };
        let names = &names("") | &names("wasm/");
        let known: BTreeSet<String> = page().iter().map(|file| file.name.to_owned()).collect();
        let configuration = BTreeSet::from(["jsconfig.json".to_owned()]);
        assert_eq!(&names - &configuration, known);
    }

    /// The glue of the module has lanes of its own, and must know the same words.
    #[test]
    fn the_glue_knows_what_is_quick() {
        let glue = named("wasm/connection.js").unwrap();
        let text = std::str::from_utf8(glue.bytes).unwrap();
        let list = text.lines().find_map(|line| line.strip_prefix("const QUICK = [")).unwrap();
        let words: BTreeSet<&str> = list.split('"').skip(1).step_by(2).collect();
        assert_eq!(words, andor_play::quick_wants().into_iter().collect());
    }

    /// Without WebAssembly, the page is light.
    #[test]
    fn the_page_is_small() {
        let own = page().iter().filter(|file| !file.name.starts_with("wasm/"));
        let bytes: usize = own.map(|file| file.bytes.len()).sum();
        assert!(bytes < 200_000, "{bytes} bytes");
    }
}
