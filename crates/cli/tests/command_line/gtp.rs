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
        ("play b a1", "="),
        ("play w J9", "? illegal move"),
        ("play w pass", "="),
        ("play green C3", "? invalid color or coordinate"),
        ("play b", "? invalid color or coordinate"),
        ("final_score", "= B+74.5"),
        ("undo", "="),
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
    assert!(ask(&mut talk, "genmove b").starts_with("= "), "again");
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

/// Turns as Go programs take them, and the board that comes of it.
#[test]
fn any_colour_moves_at_any_time_in_go() {
    let folder = Folder::new();
    let mut talk = start(&folder, "go:9x9", "atomic");
    for (command, answer) in [
        ("play b E5", "="),
        ("play b D5", "="),
        ("andor-position", "= 9/9/9/9/3bb4/9/9/9/9 w"),
        ("play b pass", "="),
        ("play w pass", "="),
        ("play b pass", "="),
        ("gogui-rules_final_result", "= Black wins"),
        ("play w D4", "="),
        ("gogui-rules_final_result", "="),
        ("andor-position", "= 9/9/9/9/3bb4/3w5/9/9/9 b"),
        ("is_legal w D4", "= 0"),
        ("is_legal w J1", "= 1"),
        ("is_legal b I1", "= 0"),
        ("is_legal x A1", "? invalid color or coordinate"),
        ("andor-position", "= 9/9/9/9/3bb4/3w5/9/9/9 b"),
        ("final_status_list alive", "= D4\nD5 E5"),
        ("final_status_list dead", "="),
        ("final_status_list", "? invalid status: alive, dead or seki"),
        ("undo", "="),
        ("undo", "="),
        ("andor-position", "= 9/9/9/9/3bb4/9/9/9/9 b passes=1"),
        ("clear_board", "="),
        ("fixed_handicap 1", "? invalid number of stones"),
        ("fixed_handicap 3", "= C3 G7 C7"),
        ("fixed_handicap 2", "? board not empty"),
        ("andor-position", "= 9/9/2b3b2/9/9/9/2b6/9/9 w"),
        ("undo", "? cannot undo"),
        ("clear_board", "="),
        ("set_free_handicap A1", "? bad vertex list"),
        ("set_free_handicap A1 A1", "? bad vertex list"),
        ("set_free_handicap A1 I1", "? bad vertex list"),
        ("set_free_handicap J9 A1", "="),
        ("andor-position", "= 8b/9/9/9/9/9/9/9/b8 w"),
        ("komi 0.5", "="),
        ("final_score", "= B+80.5"),
        ("boardsize 5", "="),
        ("place_free_handicap 3", "= B2 D4 B4"),
    ] {
        assert_eq!(ask(&mut talk, command), answer, "{command}");
    }
    let white = ask(&mut talk, "genmove w");
    assert!(white.starts_with("= "), "{white}");
    // Black has the board, so it passes or not; both are moves after two passes.
    ask(&mut talk, "play w pass");
    ask(&mut talk, "play b pass");
    assert!(ask(&mut talk, "genmove b").starts_with("= "), "play goes on");
    ask(&mut talk, "boardsize 9");
    let board = ask(&mut talk, "showboard");
    assert!(board.ends_with("A B C D E F G H J"), "{board}");
    talk.say("quit");
    talk.must_end();
}

/// What is proved after two moves of one colour is proved of the game that the rules make of them.
#[test]
fn two_moves_of_one_colour_are_solved_as_with_a_pass_between() {
    let folder = Folder::new();
    let mut talk = start(&folder, "go:2x2", "atomic");
    for (moves, said) in [("b2 pass a1", ["b B2", "b A1"]), ("pass a2 b1", ["w A2", "b B1"])] {
        ask(&mut talk, "clear_board");
        for move_ in said {
            assert_eq!(ask(&mut talk, &format!("play {move_}")), "=");
        }
        let row = folder.andor(&["solve", "go:2x2", "--moves", moves, "--json"]).exits(0).object();
        let best = row["best"].as_str().map_or(String::new(), |best| best.to_uppercase());
        let solved = format!("= {} in {} {best}", row["value"].as_str().unwrap(), row["plies"]);
        assert_eq!(ask(&mut talk, "andor-solve"), solved.trim_end(), "{moves}");
    }
    talk.say("quit");
    talk.must_end();
}

#[test]
fn a_game_is_loaded_from_a_file() {
    let folder = Folder::new();
    let mut talk = start(&folder, "go:5x5,ko=positional", "atomic");
    folder.write(
        "a b.sgf",
        "(;GM[1]SZ[4]KM[2.5]AB[aa];B[bb];B[cc](;W[];W[dd];C[x];B[];B[da])(;W[ad]))",
    );
    assert_eq!(ask(&mut talk, "play b C3"), "=");
    let missing = ask(&mut talk, "loadsgf none.sgf");
    assert!(missing.starts_with("? cannot load file \"none.sgf\": "), "{missing}");
    folder.write("bad.sgf", "(;GM[1]SZ[4];B[bb];W[bb])");
    assert!(ask(&mut talk, "loadsgf bad.sgf").starts_with("? cannot load file"));
    assert_eq!(ask(&mut talk, "andor-position"), "= 5/5/2b2/5/5 w", "all is as it was");
    assert_eq!(ask(&mut talk, "undo"), "=");
    assert_eq!(ask(&mut talk, "loadsgf a b.sgf"), "=");
    assert_eq!(ask(&mut talk, "andor-position"), "= b2b/1b2/2b1/3w w");
    assert_eq!(ask(&mut talk, "final_score"), "= B+0.5");
    assert_eq!(ask(&mut talk, "undo"), "=");
    assert_eq!(ask(&mut talk, "loadsgf a b.sgf 3"), "=", "what was before the third move");
    assert_eq!(ask(&mut talk, "andor-position"), "= b3/1b2/2b1/4 w");
    assert!(ask(&mut talk, "loadsgf a b.sgf 8").contains("there is no move 8: the game has 6"));
    talk.say("quit");
    talk.must_end();

    let mut talk = start(&folder, "loa:5x5", "half");
    folder.write("loa.sgf", "(;GM[9]SZ[8];B[c8-c6];W[a4-c2])");
    assert_eq!(ask(&mut talk, "loadsgf loa.sgf"), "=");
    assert_eq!(ask(&mut talk, "gogui-rules_board_size"), "= 8");
    assert_eq!(ask(&mut talk, "undo"), "=", "a point of it");
    assert_eq!(ask(&mut talk, "play w C2"), "=");
    talk.say("quit");
    talk.must_end();
}

/// Sabaki and Lizzie hear lines until they say something, in one of two dialects.
#[test]
fn an_analysis_goes_on_until_the_next_line() {
    let folder = Folder::new();
    let mut talk = start(&folder, "go:9x9", "atomic");
    assert_eq!(ask(&mut talk, "known_command kata-analyze"), "= true");
    for (command, is_fraction) in [("lz-analyze b 1", false), ("kata-analyze interval 1", true)] {
        talk.say(&format!("7 {command}"));
        assert_eq!(talk.hear(), "=7");
        let line = talk.hear();
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!([words[0], words[1], words[3], words[5]], ["info", "move", "visits", "winrate"]);
        assert_eq!(words[6].contains('.'), is_fraction, "{line}");
        assert!(line.contains(&format!(" pv {}", words[2])), "{line}");
        talk.say("");
        while !talk.hear().is_empty() {}
    }
    // White's turn is thought about, and nothing is played.
    talk.say("lz-analyze w");
    assert_eq!(talk.hear(), "=");
    assert_eq!(talk.hear().find("info move "), Some(0));
    talk.say("8 andor-position");
    while !talk.hear().is_empty() {}
    assert_eq!((talk.hear(), talk.hear()), ("=8 9/9/9/9/9/9/9/9/9 b".to_owned(), String::new()));
    talk.say("kata-genmove_analyze b 100");
    assert_eq!(talk.hear(), "=");
    let vertex = talk.hear_until("play ")[5..].to_owned();
    assert_eq!(talk.hear(), "");
    assert_eq!(ask(&mut talk, &format!("is_legal w {vertex}")), "= 0", "it has been played");
    assert!(ask(&mut talk, "lz-analyze avoid b C3 1").starts_with("? \"avoid\" is no interval"));
    // The end of the input ends it, too.
    talk.say("lz-analyze 10");
    talk.hang_up();
    talk.must_end();
    let mut talk = start(&folder, "loa:5x5", "atomic");
    assert_eq!(ask(&mut talk, "known_command lz-analyze"), "= false");
    assert_eq!(ask(&mut talk, "lz-analyze"), "? unknown command");
    talk.hang_up();
    talk.must_end();
}

/// What gogui-twogtp does with two programs: genmove and play by turns from Black on, until two passes or
/// `resign`; no answer may be an error.
#[test]
fn other_games_are_played_to_their_end_by_turns() {
    let folder = Folder::new();
    let games =
        [("breakthrough:3x5", "3 5"), ("connect-four:4x3,line=3", "4 3"), ("tic-tac-toe", "3")];
    let more = [("surakarta", "6"), ("checkers", "8"), ("loa:5x5", "5"), ("go:3x3", "3")];
    for (game, size) in games.into_iter().chain(more) {
        let mut programs = [start(&folder, game, "half-pass"), start(&folder, game, "half-pass")];
        let side = size.split(' ').max().unwrap();
        for program in &mut programs {
            assert_eq!(ask(program, "gogui-rules_board_size"), format!("= {size}"), "{game}");
            assert_eq!(ask(program, &format!("boardsize {side}")), "=");
            assert_eq!(ask(program, "clear_board"), "=");
            assert_eq!(ask(program, "gogui-rules_board_size"), format!("= {size}"), "{game}");
        }
        let mut said: Vec<String> = Vec::new();
        let result = loop {
            assert!(said.len() < 1000, "{game}: a game without end {said:?}");
            let (turn, colour) = (said.len() % 2, ["b", "w"][said.len() % 2]);
            let answer = ask(&mut programs[turn], &format!("genmove {colour}"));
            let answer = answer.strip_prefix("= ").unwrap_or_else(|| panic!("{game}: {answer}"));
            if answer == "resign" {
                break ["= White wins", "= Black wins"][turn];
            }
            let told = ask(&mut programs[1 - turn], &format!("play {colour} {answer}"));
            assert_eq!(told, "=", "{game}: {answer} after {said:?}");
            said.push(answer.to_owned());
            if said.ends_with(&["PASS".to_owned(), "PASS".to_owned()]) {
                break "";
            }
        };
        let results = programs.each_mut().map(|program| ask(program, "gogui-rules_final_result"));
        assert_eq!(results[0], results[1], "{game}");
        match result {
            "" if game != "go:3x3" => assert_eq!(results[0], "= Draw", "{game}: {said:?}"),
            "" => assert_ne!(results[0], "=", "{game}: {said:?}"),
            result => assert_eq!(results[0], result, "{game}: {said:?}"),
        }
        let scores = programs.each_mut().map(|program| ask(program, "final_score"));
        assert!(scores[0].starts_with("= ") && scores[0] == scores[1], "{game}: {scores:?}");
        // All of it can be taken back.
        while ask(&mut programs[0], "undo") == "=" {}
        let start = ask(&mut programs[0], "andor-position");
        assert_eq!(ask(&mut programs[1], "clear_board"), "=");
        assert_eq!(ask(&mut programs[1], "andor-position"), start, "{game}");
    }
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
