//! `andor engine --protocol gtp`: Go, and other games for GoGui.

use crate::andor::Folder;
use crate::talk::Talk;

/// The answer to a command: its mark with the number, and its lines.
#[track_caller]
fn ask(talk: &mut Talk, command: &str) -> String {
    talk.say(command);
    let mut answer = talk.hear();
    loop {
        let line = talk.hear();
        if line.is_empty() {
            return answer;
        }
        answer.push('\n');
        answer.push_str(&line);
    }
}

fn start(folder: &Folder, game: &str, moves: &str) -> Talk {
    let words = ["engine", "--protocol", "gtp", "--game", game, "--gtp-moves", moves];
    Talk::new(folder, &[&words[..], &["--player", "mia:depth=1"]].concat())
}

#[test]
fn the_standard_commands_of_go() {
    let folder = Folder::new();
    let mut talk = start(&folder, "go:5x5", "atomic");
    for (command, answer) in [
        ("1 protocol_version", "=1 2"),
        ("name", "= andor"),
        ("3 known_command genmove", "=3 true"),
        ("known_command gen", "= false"),
        ("4 boardsize 9", "=4"),
        ("boardsize 40", "? unacceptable size"),
        ("boardsize x", "? boardsize not an integer"),
        ("5 komi 6.5", "=5"),
        ("6 play b J9 # a comment", "=6"),
        ("7 play b I8", "?7 illegal move"),
        ("play b a1", "? illegal move"),
        ("play w J9", "? illegal move"),
        ("play w pass", "="),
        ("play green C3", "? invalid color or coordinate"),
        ("play b", "? invalid color or coordinate"),
        ("final_score", "= B+74.5"),
        ("undo", "="),
        ("undo", "="),
        ("undo", "? cannot undo"),
        ("final_score", "= W+6.5"),
        ("komi 0", "="),
        ("final_score", "= 0"),
        ("time_settings 10 5 1", "="),
        ("time_left b 3 0", "="),
        ("time_left x 3 0", "? invalid color"),
        ("fly", "? unknown command"),
    ] {
        assert_eq!(ask(&mut talk, command), answer, "{command}");
    }
    assert!(ask(&mut talk, "list_commands").contains("\ngogui-rules_legal_moves\n"));
    ask(&mut talk, "boardsize 5");
    let move_ = ask(&mut talk, "8 genmove b");
    let vertex = move_.strip_prefix("=8 ").unwrap().to_owned();
    assert_eq!(ask(&mut talk, &format!("play b {vertex}")), "? illegal move", "{move_}");
    assert!(ask(&mut talk, "genmove b").starts_with("? illegal move"), "it is White's turn");
    assert!(ask(&mut talk, "showboard").contains("\n  5 "));
    let position = ask(&mut talk, "andor-position");
    assert!(position.ends_with(" w"), "{position}");
    assert!(ask(&mut talk, "reg_genmove w").starts_with("= "));
    assert_eq!(ask(&mut talk, "andor-position"), position, "nothing was played");
    assert_eq!(ask(&mut talk, "9 quit"), "=9");
    talk.must_end();
}

#[test]
fn gogui_is_told_the_rules() {
    let folder = Folder::new();
    let mut talk = start(&folder, "loa:5x5", "half");
    assert_eq!(ask(&mut talk, "gogui-rules_game_id"), "= Loa");
    assert_eq!(ask(&mut talk, "gogui-rules_board_size"), "= 5");
    let board = "= . X X X .\nO . . . O\nO . . . O\nO . . . O\n. X X X .";
    assert_eq!(ask(&mut talk, "gogui-rules_board"), board);
    assert_eq!(ask(&mut talk, "gogui-rules_side_to_move"), "= black");
    assert_eq!(ask(&mut talk, "gogui-rules_final_result"), "=");
    assert_eq!(ask(&mut talk, "gogui-rules_legal_moves"), "= B1 C1 D1 B5 C5 D5");
    assert_eq!(ask(&mut talk, "play b C5"), "=");
    assert_eq!(ask(&mut talk, "gogui-rules_side_to_move"), "= black", "it stays");
    // GoGui says the source again; nothing changes.
    let targets = ask(&mut talk, "gogui-rules_legal_moves");
    assert_eq!(ask(&mut talk, "play b C5"), "? illegal move");
    assert_eq!(ask(&mut talk, "gogui-rules_legal_moves"), targets);
    assert_eq!(ask(&mut talk, "play w C3"), "? illegal move");
    assert_eq!(ask(&mut talk, "play b C3"), "=");
    assert_eq!(ask(&mut talk, "gogui-rules_side_to_move"), "= white");
    assert_eq!(ask(&mut talk, "play b C3"), "? illegal move");
    assert_eq!(ask(&mut talk, "undo"), "=");
    assert_eq!(ask(&mut talk, "gogui-rules_legal_moves"), targets);
    assert_eq!(ask(&mut talk, "undo"), "=");
    assert_eq!(ask(&mut talk, "gogui-rules_legal_moves"), "= B1 C1 D1 B5 C5 D5");
    // The player says its move point by point as well.
    let from = ask(&mut talk, "genmove b");
    let to = ask(&mut talk, "genmove b");
    assert_ne!(from, to);
    let (from, to) = (&from[2..].to_lowercase(), &to[2..].to_lowercase());
    let position = ask(&mut talk, "andor-position")[2..].to_owned();
    let moved = format!("{from}{to}");
    let shown = folder.andor(&["show", "loa:5x5", "--moves", &moved, "--json"]).exits(0).object();
    assert_eq!(shown["position"], position, "{moved}");
    assert!(
        ask(&mut talk, "gogui-analyze_commands").contains("string/Solve the position/andor-solve")
    );
    ask(&mut talk, "clear_board");
    assert!(ask(&mut talk, "andor-solve").starts_with("= win in "));
    assert!(ask(&mut talk, "andor-evaluate").contains(" depth "));
    assert_eq!(ask(&mut talk, "final_score"), "? cannot score");
    talk.say("quit");
    talk.must_end();
}

/// Two programs, each of which is told what the other says, as gogui-twogtp does it.
#[test]
fn turns_alternate_in_half_pass() {
    let folder = Folder::new();
    let (mut black, mut white) =
        (start(&folder, "loa:5x5", "half-pass"), start(&folder, "loa:5x5", "half-pass"));
    let mut said = Vec::new();
    for turn in 0..200 {
        let result = ask(&mut black, "gogui-rules_final_result");
        assert_eq!(ask(&mut white, "gogui-rules_final_result"), result);
        if result != "=" {
            assert!(["= Black wins", "= White wins", "= Draw"].contains(&&*result), "{result}");
            assert!(["= B+1", "= W+1", "= 0"].contains(&&*ask(&mut black, "final_score")));
            assert!(said.len() > 8, "{said:?}");
            return;
        }
        let (colour, mover, other) = match turn % 2 {
            0 => ("b", &mut black, &mut white),
            _ => ("w", &mut white, &mut black),
        };
        let point = ask(mover, &format!("genmove {colour}"));
        let point = point.strip_prefix("= ").unwrap_or_else(|| panic!("{point}")).to_owned();
        assert_eq!(ask(other, &format!("play {colour} {point}")), "=", "{said:?} {point}");
        let (mine, theirs) = (ask(mover, "andor-position"), ask(other, "andor-position"));
        assert_eq!(mine, theirs);
        said.push(point);
    }
    panic!("a game without end: {said:?}");
}

#[test]
fn whole_moves_and_nonsense() {
    let folder = Folder::new();
    let mut talk = start(&folder, "breakthrough:5x5", "atomic");
    assert_eq!(ask(&mut talk, "play w a2a3"), "=");
    assert_eq!(ask(&mut talk, "play w a2a3"), "? illegal move");
    let reply = ask(&mut talk, "genmove b");
    assert!(reply.len() == 6, "{reply}");
    talk.running.feed(b"\x00\xff\xfe\n\n# only a comment\n   \n");
    assert_eq!((talk.hear(), talk.hear()), ("? unknown command".to_owned(), String::new()));
    talk.running.feed(&[b'7'; 50_000]);
    talk.say(" name");
    assert!(talk.hear().ends_with(" andor"), "the id is repeated");
    assert_eq!(talk.hear(), "");
    assert_eq!(ask(&mut talk, "gogui-rules_side_to_move"), "= white");
    talk.hang_up();
    talk.must_end();
}
