//! What the pages and the headers of files cite is there: relative links with their anchors, paths that
//! begin with a folder of the repository, and names of source files; and the pages stay short.
//!
//! A path may have a placeholder in it (`testdata/perft/NAME.perft`, `crates/*/src`): then the folder before
//! it must be there.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use std::collections::HashSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The pages outside of `docs`.
const PAGES: [&str; 5] =
    ["README.md", "CONTRIBUTING.md", "REFERENCES.md", "CHANGELOG.md", "fuzz/README.md"];
/// The folders that paths begin with.
const FOLDERS: [&str; 7] =
    ["crates/", "docs/", "testdata/", "scripts/", "certificates/", "deploy/", "fuzz/"];
/// The most words of all pages in `docs`, but for `docs/results`.
const MOST_WORDS: usize = 30_000;

/// The repository, and the names of all its source files.
struct Repository {
    root: PathBuf,
    sources: HashSet<String>,
}

impl Repository {
    fn new() -> Repository {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut sources = HashSet::new();
        for folder in ["crates", "fuzz", "docs"] {
            let names = files(&root.join(folder), "rs").into_iter();
            sources.extend(names.map(|file| name_of(&file)));
        }
        Repository { root, sources }
    }

    fn has(&self, path: &str) -> bool {
        !path.is_empty() && self.root.join(path).exists()
    }

    /// What a page, or the header of a file, cites in vain. `file` is its path from the root.
    fn faults(&self, file: &str, text: &str) -> Vec<String> {
        let links = links(text).into_iter().filter(|link| !self.leads_somewhere(file, link));
        let paths = paths(text).into_iter().filter(|path| !self.has(path));
        let sources = sources(text).into_iter().filter(|name| !self.sources.contains(name));
        let mut cited: Vec<String> = links.chain(paths).chain(sources).collect();
        cited.extend(shortened(text));
        cited.sort();
        cited.dedup();
        let faults = cited.iter().map(|what| format!("{file} cites {what:?}, which is not there"));
        faults.collect()
    }

    /// The pages that a file cites in vain, wherever it does.
    fn missing_pages(&self, file: &str, text: &str) -> Vec<String> {
        let pages = paths(text).into_iter().filter(|path| path.starts_with("docs/"));
        let missing = pages.filter(|page| !self.has(page));
        missing.map(|page| format!("{file} cites {page:?}, which is not there")).collect()
    }

    /// Whether a link's file is there, and its heading in it.
    fn leads_somewhere(&self, file: &str, link: &str) -> bool {
        if link.contains("://") {
            return true;
        }
        let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
        let folder = Path::new(file).parent().unwrap_or(Path::new(""));
        let target = if path.is_empty() { PathBuf::from(file) } else { folder.join(path) };
        let Some(target) = normal(&target) else { return false };
        let target = self.root.join(target);
        match anchor {
            "" => target.exists(),
            anchor => fs::read_to_string(target)
                .is_ok_and(|page| headings(&page).iter().any(|heading| slug(heading) == anchor)),
        }
    }
}

/// A path without `..`; none if it leads out of the repository.
fn normal(path: &Path) -> Option<PathBuf> {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => normal.pop().then_some(())?,
            Component::Normal(name) => normal.push(name),
            _ => {}
        }
    }
    Some(normal)
}

fn name_of(file: &Path) -> String {
    file.file_name().unwrap().to_string_lossy().into_owned()
}

/// All files below a folder whose names end so, sorted.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && name_of(&path) != "target" {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|end| end == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The lines that are not in fenced code.
fn prose(page: &str) -> Vec<&str> {
    let mut fenced = false;
    let mut outside = |line: &&str| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        !fenced && !fence
    };
    page.lines().filter(|line| outside(line)).collect()
}

fn headings(page: &str) -> Vec<&str> {
    let lines = prose(page).into_iter().filter(|line| line.starts_with('#'));
    lines.map(|line| line.trim_start_matches('#').trim()).collect()
}

/// A heading as links name it: small letters, digits and `_` stay, spaces become `-`.
fn slug(heading: &str) -> String {
    let letters = heading.chars().filter_map(|letter| match letter {
        ' ' | '-' => Some('-'),
        '_' => Some('_'),
        letter if letter.is_alphanumeric() => Some(letter),
        _ => None,
    });
    letters.collect::<String>().to_lowercase()
}

/// The targets of the links of a page.
fn links(page: &str) -> Vec<String> {
    let text = prose(page).join("\n");
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    let targets = targets.map(|(target, _)| target).filter(|target| !target.contains(['`', ' ']));
    targets.map(str::to_owned).collect()
}

/// The paths of a text that begin with a folder of the repository, up to the first placeholder.
fn paths(text: &str) -> Vec<String> {
    let mut paths = Vec::new();
    for folder in FOLDERS {
        for (at, _) in text.match_indices(folder) {
            let before = text[..at].chars().next_back();
            if before.is_some_and(|letter| letter.is_alphanumeric() || "/.-_".contains(letter)) {
                continue;
            }
            let ends = |letter: char| !(letter.is_alphanumeric() || "/.-_*{".contains(letter));
            let path = text[at..].split(ends).next().unwrap().trim_end_matches(['.', '/', '-']);
            let is_placeholder = |part: &&str| {
                part.contains(['*', '{'])
                    || part.split('.').any(|word| word.len() > 2 && is_loud(word))
            };
            let parts = path.split('/').take_while(|part| !is_placeholder(part));
            paths.push(parts.collect::<Vec<_>>().join("/"));
        }
    }
    paths
}

fn is_loud(word: &str) -> bool {
    word.chars().all(|letter| letter.is_ascii_uppercase() || "_-".contains(letter))
}

/// The names of source files in backticks, without folders.
fn sources(text: &str) -> Vec<String> {
    let is_small = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
    let is_name = |span: &&str| match span.strip_suffix(".rs") {
        Some(name) => !name.is_empty() && name.chars().all(|c| is_small(c) || c == '_'),
        None => false,
    };
    spans(text).filter(is_name).map(str::to_owned).collect()
}

/// Paths of a crate that begin with its name: `engine/src/solve.rs` lacks `crates/`.
fn shortened(text: &str) -> Vec<String> {
    let names_source = |span: &&str| {
        let (first, rest) = span.split_once('/').unwrap_or((span, ""));
        let is_folder = FOLDERS.iter().any(|folder| folder.starts_with(first));
        !is_folder && !first.starts_with('.') && (rest == "src" || rest.starts_with("src/"))
    };
    spans(text).filter(names_source).map(str::to_owned).collect()
}

/// What stands in backticks.
fn spans(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The header of a source file.
fn header(source: &str) -> String {
    let lines = source.lines().filter_map(|line| line.strip_prefix("//!"));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn whatever_pages_and_headers_cite_is_there() {
    let repository = Repository::new();
    let root = &repository.root;
    let below = |path: &Path| path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
    let mut faults = Vec::new();
    let pages = PAGES.iter().map(|page| root.join(page));
    for page in pages.chain(files(&root.join("docs"), "md")) {
        faults.extend(repository.faults(&below(&page), &fs::read_to_string(&page).unwrap()));
    }
    for entry in fs::read_dir(root.join("crates")).unwrap() {
        for file in files(&entry.unwrap().path().join("src"), "rs") {
            let source = fs::read_to_string(&file).unwrap();
            // Links in headers are rustdoc's business.
            let header = header(&source).replace("](", "] (");
            faults.extend(repository.faults(&below(&file), &header));
            // Help texts, too, name pages.
            faults.extend(repository.missing_pages(&below(&file), &source));
        }
    }
    for ending in ["py", "sh"] {
        for script in files(&root.join("scripts"), ending) {
            let text = fs::read_to_string(&script).unwrap();
            faults.extend(repository.missing_pages(&below(&script), &text));
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// What the test above would say of broken paths, and of none that are right.
#[test]
fn broken_paths_are_found() {
    let repository = Repository::new();
    let broken = [
        "[a page](docs/no-such-page.md)",
        "[a heading](docs/README.md#no-such-heading)",
        "[out of the house](../../elsewhere.md)",
        "see `crates/nobody/src/lib.rs`.",
        "what docs/certificates.md says",
        "`testdata/nothing/NAME.perft`",
        "the header of `no_such_file.rs`",
        "(`engine/src/solve.rs`)",
    ];
    for text in broken {
        assert!(!repository.faults("README.md", text).is_empty(), "{text}");
    }
    let right = "[a](docs/README.md#use) [b](#here) `crates/*/src`, `testdata/perft/NAME.perft`,\n\
                 `scripts/verify.py FILE`, docs/use/guide.md. `dfpn.rs` <https://a.b/docs/c.md>\n\
                 ```\n[no link](in/code.md)\n```\n# Here\n";
    // A heading of the page itself is looked up in the file.
    let own = right.replace("#here", "#more");
    assert_eq!(repository.faults("README.md", &own), Vec::<String>::new());
    assert_eq!(headings(right), ["Here"]);
    assert_eq!(slug("`--ghi`: what, and why?"), "--ghi-what-and-why");
}

#[test]
fn the_pages_stay_short() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let results = docs.join("results");
    let pages = files(&docs, "md").into_iter().filter(|page| !page.starts_with(&results));
    let words = |page: PathBuf| fs::read_to_string(page).unwrap().split_whitespace().count();
    let words: usize = pages.map(words).sum();
    assert!(words > 10_000, "{words} words: are the pages there?");
    assert!(words <= MOST_WORDS, "{words} words: measured numbers belong in docs/results");
}
