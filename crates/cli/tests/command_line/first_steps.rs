//! `andor` alone: three commands to try, which work as they stand; and what a screen makes of results.

use crate::andor::Folder;
use andor_cli::{Catalogue, Exit, Terminal, run};

#[test]
fn three_commands_are_proposed_and_work() {
    let folder = Folder::new();
    // A person types; on a pipe it would speak UGI.
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut terminal = Terminal::new(&b""[..], &mut out, &mut err).typed();
    let exit = run(&Catalogue::standard(), ["andor"], &mut terminal);
    drop(terminal);
    assert_eq!((exit, &*err), (Exit::Answered, &b""[..]));
    let out = String::from_utf8(out).unwrap();
    let commands: Vec<&str> = out
        .lines()
        .filter_map(|line| line.strip_prefix("  "))
        .filter(|line| line.starts_with("andor "))
        .collect();
    assert_eq!(commands.len(), 3, "{out}");
    for command in &commands {
        assert!(command.starts_with("andor "), "{command}");
        folder.shell(command).exits(0);
    }
    let first = folder.shell(commands[0]).exits(0);
    first.says(&["White moves first and loses", "verified from the reference rules"]);

    // So it is for an input that ends at once, as cron and containers have it.
    assert_eq!(folder.shell("andor </dev/null").exits(0).out, out);

    let proposed = folder.andor(&["--json"]).exits(0).objects();
    let proposed: Vec<&str> = proposed.iter().map(|row| row["try"].as_str().unwrap()).collect();
    assert_eq!(proposed, commands);
}

#[test]
fn what_is_proposed_and_what_is_refused_fits_a_narrow_screen() {
    for words in [
        &["andor"][..],
        &["andor", "solve", "breaktrough"],
        &["andor", "solve", "loa:5x5", "--method", "dfpn"],
        &["andor", "solve", "loa:5x5", "--postion", "whatever it may be"],
        &["andor", "solve", "loa:5x5", "--moves", "nonsense"],
    ] {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut terminal = Terminal::new(&b""[..], &mut out, &mut err).typed().wide(60);
        run(&Catalogue::standard(), words, &mut terminal);
        drop(terminal);
        let said = String::from_utf8([out, err].concat()).unwrap();
        assert!(said.lines().count() > 1, "{said}");
        assert!(said.lines().all(|line| line.chars().count() <= 60), "{said}");
    }
}

#[test]
fn recorded_games_fold_on_a_screen() {
    let check = ["check", "../../testdata/games/checkers-sample.pdn"];
    let (whole, folded) = (printed(&check, None), printed(&check, Some(60)));
    assert!(folded.lines().count() > whole.lines().count(), "{folded}");
    assert!(folded.lines().all(|line| line.chars().count() <= 60), "{folded}");
    assert!(folded.contains("\n  "), "{folded}");
    assert!(folded.split_whitespace().eq(whole.split_whitespace()), "{folded}");
}

/// What a command prints on a screen of so many columns, or on a pipe.
fn printed(words: &[&str], columns: Option<usize>) -> String {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut terminal = Terminal::new(&b""[..], &mut out, &mut err);
    if let Some(columns) = columns {
        terminal = terminal.wide(columns);
    }
    let exit = run(&Catalogue::standard(), ["andor"].iter().chain(words), &mut terminal);
    drop(terminal);
    assert_eq!((exit, &*err), (Exit::Answered, &b""[..]));
    String::from_utf8(out).unwrap()
}

#[test]
fn results_fold_between_words_on_a_screen() {
    let numbers = |text: &str| text.chars().filter(char::is_ascii_digit).count();
    for command in [
        "solve breakthrough:4x4 --zone off",
        "solve breakthrough:4x4 --zone off --moves a2xb3",
        "solve breakthrough:3x4 --zone off --every-move",
        "show breakthrough:8x8",
        "moves breakthrough:8x8",
        "games",
    ] {
        let words: Vec<&str> = command.split(' ').collect();
        let (whole, folded) = (printed(&words, None), printed(&words, Some(60)));
        assert!(whole.lines().any(|line| line.chars().count() > 60), "{whole}");
        for line in folded.lines() {
            let is_position = line.starts_with("  position ") || line.contains("8x8  ");
            assert!(line.chars().count() <= 60 || is_position, "{line}");
            let last = line.split(' ').next_back().unwrap();
            assert!(!last.ends_with('.') || numbers(last) == 0, "{line}");
        }
        let is_reply = command.ends_with("a2xb3");
        assert_eq!(folded.contains("  main line    1... "), is_reply, "{folded}");
    }
}
