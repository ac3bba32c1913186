//! `andor` alone: three commands to try, which work as they stand.

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
        .filter_map(|line| line.split_once("  ").map(|(command, _)| command))
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
