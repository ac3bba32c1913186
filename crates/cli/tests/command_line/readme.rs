//! The commands of the README, of the guide and of the page on formats, as they stand there.

use crate::andor::Folder;

/// The lines of a page's code blocks, fenced or indented, that call andor.
fn commands(page: &str) -> Vec<String> {
    let mut fenced = false;
    let mut commands = Vec::new();
    for line in page.lines() {
        let bare = line.trim();
        if bare.starts_with("```") {
            fenced = !fenced;
        } else if fenced || line.starts_with("    ") {
            let words = bare.strip_prefix("cargo run --release -- ");
            let words = words.or_else(|| bare.strip_prefix("andor "));
            commands.extend(words.map(|words| format!("andor {words}")));
        }
    }
    commands
}

/// 5x5 takes seconds; 4x5 goes the same way in a moment. The README's own first board is 4x5.
fn smaller(command: &str) -> String {
    command.replace("breakthrough:5x5", "breakthrough:4x5")
}

#[test]
fn every_command_of_the_readme_works() {
    let folder = Folder::new();
    folder.write(
        "positions.jsonl",
        "{\"game\":\"breakthrough:3x4\",\"position\":\"bbb/bbb/www/www w\"}\n",
    );
    folder.shell("mkdir certificates").exits(0);
    let proof = include_bytes!("../../../../certificates/loa-6x6.proof");
    folder.write("certificates/loa-6x6.proof", proof);
    let commands = commands(include_str!("../../../../README.md"));
    assert!(commands.len() >= 6, "{commands:?}");
    for command in commands {
        // The page is served until somebody ends it: `web.rs` has it.
        if command == "andor web --open" {
            continue;
        }
        let ended = folder.shell(&smaller(&command)).exits(0);
        assert!(!ended.out.is_empty(), "{command}");
    }
}

/// The result the README shows is the result it gets, but for times.
#[test]
fn the_readme_shows_what_happens() {
    let readme = include_str!("../../../../README.md");
    let shown = readme.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
    let folder = Folder::new();
    let ended = folder.andor(&["solve", "breakthrough:4x5", "--proof", "4x5.proof"]).exits(0);
    for line in shown.expect("the README shows a result").lines() {
        let certain = line.split(" ...").next().unwrap_or_default();
        assert!(ended.out.contains(certain), "{certain:?} is not in\n{}", ended.out);
    }
}

/// The guide's short examples.
#[test]
fn examples_of_the_guide_work() {
    let folder = Folder::new();
    folder.write("positions.jsonl", "{\"position\":\"bbbb/bbbb/4/wwww/wwww w\"}\n");
    let mut tried = 0;
    for command in commands(include_str!("../../../../docs/use/guide.md")) {
        let general = ["GAME", "FILE", "--checkpoint", "--resume"];
        if general.iter().any(|word| command.contains(word)) {
            continue;
        }
        // A position of another board does not shrink.
        let command = if command.contains("--position") { command } else { smaller(&command) };
        folder.shell(&command).exits(0);
        tried += 1;
    }
    assert!(tried >= 4, "only {tried} examples were tried");
}

/// The examples of the page on endgame tables, one after the other.
#[test]
fn examples_of_the_tables_page_work() {
    let folder = Folder::new();
    let commands = commands(include_str!("../../../../docs/use/tables.md"));
    assert!(commands.len() >= 6, "{commands:?}");
    for command in commands {
        folder.shell(&command).exits(0);
    }
}

/// The examples of the page on recorded games, about the file that it shows.
#[test]
fn examples_of_the_formats_page_work() {
    let page = include_str!("../../../../docs/use/formats.md");
    let file = page.split("```sgf\n").nth(1).and_then(|rest| rest.split("```").next());
    let folder = Folder::new();
    folder.write("game.sgf", file.expect("the page shows a file"));
    let commands = commands(page);
    assert!(commands.len() >= 7, "{commands:?}");
    for command in &commands {
        let ended = folder.shell(command).exits(0);
        assert!(!ended.out.is_empty() || folder.has("game.pgn"), "{command}");
    }
    // The object that it shows is the one that comes out.
    let shown: Vec<&str> = page.lines().skip_while(|line| !line.contains("{\"file\"")).collect();
    let shown: String = shown[..2].iter().map(|line| line.trim()).collect();
    let object = folder.andor(&["check", "game.sgf", "--json"]).exits(0).object();
    let shown: serde_json::Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(serde_json::Value::Object(object), shown);
}

/// The examples of the pages on playing and on engine protocols.
#[test]
fn examples_of_the_pages_on_playing_and_engines_work() {
    let folder = Folder::new();
    let page = include_str!("../../../../docs/use/playing.md");
    let commands: Vec<String> =
        commands(page).into_iter().filter(|line| !line.contains(['[', '|'])).collect();
    assert!(commands.len() >= 2, "{commands:?}");
    for command in commands {
        folder.shell(&command).exits(0);
    }
    assert!(folder.has("annotated.sgf"));
    let page = include_str!("../../../../docs/use/engine.md");
    let lines = page.lines().filter_map(|line| line.strip_prefix("    "));
    let piped: Vec<&str> = lines.filter(|line| line.contains(" | andor engine ")).collect();
    assert!(piped.len() >= 4, "{piped:?}");
    for command in piped {
        let ended = folder.shell(command).exits(0);
        assert!(!ended.out.is_empty() && !ended.out.contains("error"), "{ended:#?}");
    }
}
