//! Games of Lines of Action as files have them: spellings, setups, variations, results, faults.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::{Outcome, Player, SplitMix64};
use andor_formats::{Ending, Format, GameRecord, Hints, Replay, ResultCheck, played_to, replay};
use andor_games::loa::{Reference, Variant};

/// The 4x4 game that Black wins at the third ply, White's only other try as a variation.
const SMALL: &str = "(;GM[9]SZ[4]PB[a]PW[b]RE[B+];B[b1-b3](;W[a2-c2];B[b4-b2])(;W[d2-b2]))";

fn sgf(text: &str) -> GameRecord {
    let mut records = Format::Sgf.read(text).unwrap();
    assert_eq!(records.len(), 1);
    records.remove(0)
}

fn rules(size: usize) -> Reference {
    Reference::new(Variant::new(size))
}

fn check(size: usize, text: &str) -> Replay {
    replay(&rules(size), &sgf(text))
}

/// The record written canonically as SGF.
fn canonical(size: usize, text: &str) -> String {
    let record = sgf(text);
    let replayed = replay(&rules(size), &record);
    let spec = record.spec.clone();
    Format::Sgf.write(&[replayed.rewrite(spec, &record).unwrap()]).unwrap()
}

#[test]
fn every_spelling_of_a_move_is_the_same_move() {
    let wanted = canonical(8, "(;GM[9];B[c8:a6];W[h5-f7];B[b8-b6])");
    assert!(wanted.ends_with("\n;B[c8:a6];W[h5-f7];B[b8-b6])\n"), "{wanted}");
    for text in [
        "(;GM[9];B[c8-a6];W[h5:f7];B[b8b6])",
        "(;GM[9]SZ[8];B[C8 A6];W[ h5 f7 ];B[b8-b6++!])",
        "mail\n(;GaMe[9]SiZe[8]\r\n;Black[C8-A6]\r\n;White[H5-F7];B[b8-b6?])",
        "(GM[9] ;B[c8xa6!] (;W[h5-f7] (;B[B8-B6])))",
    ] {
        let text = andor_formats::decode(text.as_bytes().to_vec());
        let replayed = check(8, &text);
        assert_eq!((&replayed.fault, replayed.plies), (&None, 3), "{text}");
        assert_eq!(canonical(8, &text), wanted, "{text}");
    }
}

#[test]
fn canonical_text_is_a_fixed_point_and_keeps_everything() {
    let text = "(;GM[9]SZ[4]CA[latin1]AP[x:1]PW[b]PB[a]RE[b+r]RU[no-move=loss]XX[1][2]C[hi]\
                (;B[b1 b3]C[a \\] b];C[only a comment](;W[a2-c2]BL[3])(;W[d2-b2])(;W[resign])))";
    let first = canonical(4, text);
    assert_eq!(canonical(4, &first), first);
    let version = env!("CARGO_PKG_VERSION");
    let expected = "GM[9]SZ[4]RU[no-move=loss]PB[a]PW[b]RE[B+Resign]\
                    XX[1][2]C[hi]\n;B[b1-b3]C[a \\] b];C[only a comment]\n(;W[a2-c2]BL[3])\n\
                    (;W[d2-b2])\n(;W[resign]))\n";
    assert_eq!(first, format!("(;FF[4]CA[UTF-8]AP[andor:{version}]{expected}"));
}

#[test]
fn starting_positions() {
    let rules = rules(8);
    let start = |text: &str| played_to(&rules, &sgf(text), Some(0)).unwrap().text(&rules);
    let standard = start("(;GM[9])");
    for same in ["SU[standard]", "SZ[8:8]", "SU[Standard]PL[B]"] {
        assert_eq!(start(&format!("(;GM[9]{same})")), standard, "{same}");
    }
    let eggs = "1wbwbwb1/b6w/w6b/b6w/w6b/b6w/w6b/1bwbwbw1 b";
    assert_eq!(start("(;GM[9]SU[Scrambled-Eggs])"), eggs);
    let custom = "8/8/8/8/8/2w5/1w6/b6b w";
    for text in ["SU[Custom]AB[a1][H1]AW[b2][C3]PL[w]", "AB[a1][h1]AW[b2]AW[c3]PL[White]"] {
        assert_eq!(start(&format!("(;GM[9]{text})")), custom, "{text}");
        let written = canonical(8, &format!("(;GM[9]{text})"));
        assert!(written.contains("SU[Custom]AB[a1][h1]AW[b2][c3]PL[W]"), "{written}");
    }
    // Without its two men on rank 8.
    assert_eq!(start("(;GM[9]AE[b8:c8])"), standard.replace("1bbbbbb1/", "3bbbb1/"));
    assert!(canonical(8, "(;GM[9]SU[Scrambled-eggs]PL[W])").contains("SU[Scrambled-eggs]PL[W]"));
    assert!(!canonical(8, "(;GM[9]SU[Standard])").contains("SU"));
}

#[test]
fn endings_and_results() {
    let black = Outcome::Win(Player::Black);
    for (text, ending, result) in [
        (SMALL, Ending::Board(black), ResultCheck::Agrees),
        (
            "(;GM[9]SZ[4]RE[W+];B[b1-b3];W[a2-c2];B[b4-b2])",
            Ending::Board(black),
            ResultCheck::Differs,
        ),
        (
            "(;GM[9]SZ[4]RE[0];B[b1-b3];W[a2-c2];B[b4-b2])",
            Ending::Board(black),
            ResultCheck::Differs,
        ),
        (
            "(;GM[9]SZ[4]RE[?];B[b1-b3];W[a2-c2];B[b4-b2])",
            Ending::Board(black),
            ResultCheck::NotStated,
        ),
        // The loser resigns when it is over.
        (
            "(;GM[9]SZ[4]RE[B+R];B[b1-b3];W[a2-c2];B[b4-b2];W[resign])",
            Ending::Board(black),
            ResultCheck::Agrees,
        ),
        ("(;GM[9]SZ[4];B[b1-b3])", Ending::Unfinished, ResultCheck::NotStated),
        ("(;GM[9]SZ[4]RE[Void];B[b1-b3])", Ending::Unfinished, ResultCheck::NotStated),
        ("(;GM[9]SZ[4]RE[who knows];B[b1-b3])", Ending::Unfinished, ResultCheck::Unclear),
        ("(;GM[9]SZ[4]RE[Draw];B[b1-b3])", Ending::Stated(Outcome::Draw), ResultCheck::Agrees),
        ("(;GM[9]SZ[4]RE[B+T];B[b1-b3])", Ending::Stated(black), ResultCheck::Agrees),
        (
            "(;GM[9]SZ[4]RE[B+];B[b1-b3];W[RESIGN])",
            Ending::Resignation(Player::White),
            ResultCheck::Agrees,
        ),
        // Who gives up need not be on turn.
        (
            "(;GM[9]SZ[4]RE[B+];B[b1-b3];B[Forfeit])",
            Ending::Forfeit(Player::Black),
            ResultCheck::Differs,
        ),
        ("(;GM[9]SZ[4]RE[W+F])", Ending::Forfeit(Player::Black), ResultCheck::Agrees),
        ("(;GM[9]SZ[4]RE[W+])", Ending::Resignation(Player::Black), ResultCheck::Agrees),
    ] {
        let replayed = check(4, text);
        assert_eq!(replayed.fault, None, "{text}");
        assert_eq!((replayed.ending, replayed.result.clone()), (ending, result), "{text}");
        let fine = replayed.result != ResultCheck::Differs;
        assert_eq!(replayed.is_fine(), fine, "{text}");
    }
}

#[test]
fn the_first_fault_is_named_with_its_place() {
    for (text, column, ply, moved, reason) in [
        ("(;GM[9]SZ[4];B[b1-b2];W[zz])", 16, 1, "b1-b2", "is not legal in \"1bb1/"),
        ("(;GM[9]SZ[4];W[a2-c2])", 16, 1, "a2-c2", "it is the turn of Black"),
        ("(;GM[9]SZ[4];B[])", 16, 1, "pass", "not legal"),
        (
            "(;GM[9]SZ[4];B[b1-b3];W[a2-c2];B[b4-b2];W[a3-a2])",
            43,
            4,
            "a3-a2",
            "the game was over at ply 3: Black had won",
        ),
        (
            "(;GM[9]SZ[4];B[b1-b3];W[a2-c2];B[b4-b2];B[resign])",
            43,
            4,
            "resign",
            "the game was over at ply 3: Black had won",
        ),
        (
            "(;GM[9]SZ[4];B[b1-b3];W[resign];W[a2-c2])",
            35,
            2,
            "a2-c2",
            "the game was over at ply 1: White had resigned",
        ),
        ("(;GM[9]SZ[4]SU[Custom]AB[a1])", 2, 0, "4/4/4/b3 b", "White has no men"),
    ] {
        let fault = check(4, text).fault.unwrap();
        assert_eq!((fault.at.line, fault.at.column), (1, column), "{text}: {fault:?}");
        assert_eq!((fault.ply, &*fault.text), (ply, moved), "{text}");
        assert!(fault.reason.contains(reason), "{text}: {fault:?}");
        assert!(!fault.in_variation);
    }
    // In a variation, the main line is judged all the same.
    let replayed = check(4, &SMALL.replace("d2-b2", "d2-d1"));
    let fault = replayed.fault.unwrap();
    assert_eq!((fault.ply, &*fault.text, fault.in_variation), (2, "d2-d1", true));
    assert_eq!(replayed.ending, Ending::Board(Outcome::Win(Player::Black)));
}

#[test]
fn files_that_are_no_games_of_ours_are_refused() {
    for (text, part) in [
        ("(;SZ[19])", "line 1, column 6: without GM it is Go, on a board of 19x19"),
        ("(;GM[2])", "game number \"2\" is neither GM[1], Go, nor GM[9], Lines of Action"),
        ("(;GM[9]SZ[99999999999999999999])", "\"99999999999999999999\" is not one number"),
        ("(;GM[9]SZ[6:5])", "\"6:5\""),
        ("(;GM[9]SZ[-8])", "\"-8\""),
        ("(;GM[9]SZ[12])", "from 3 to 11"),
        ("(;GM[9]SU[Parachute])", "\"Parachute\" is played by other rules"),
        ("(;GM[9]SU[Cross])", "\"Cross\""),
        ("(;GM[9]AB[i1])", "line 1, column 11: \"i1\" is no point of a 8x8 board"),
        ("(;GM[9]AB[a0])", "\"a0\""),
        ("(;GM[9]AB[ä1])", "\"ä1\""),
        ("(;GM[9]AB[])", "\"\""),
        ("(;GM[9]PL[red])", "\"red\""),
        ("(;GM[9];B[c8-c6]W[a4-c2])", "a second move \"a4-c2\""),
        ("(;GM[9];B[c8-c6][c1-c3])", "a second move \"c1-c3\""),
        ("(;GM[9];B[c8-c6];AE[a4])", "setup AE in the middle"),
    ] {
        let error = Format::Sgf.read(text).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

/// Without a number it is Go, unless the reader knows better.
#[test]
fn a_game_without_a_number() {
    let spec = |game: Option<&'static str>| {
        let hints = Hints { game, ..Hints::default() };
        Format::Sgf.read_each("(;SZ[8])", hints).unwrap().remove(0).unwrap().spec
    };
    assert_eq!((spec(None), spec(Some("go"))), ("go:8x8".to_owned(), "go:8x8".to_owned()));
    assert_eq!(spec(Some("loa,no-move=loss")), "loa:8x8");
}

/// Games that cannot be read cost no others, whatever is wrong with them.
#[test]
fn what_is_broken_costs_no_other_game() {
    let good = "(;GM[9];B[c8-c6](;W[a4-c2])(;W[a5-c5]))\n";
    for (broken, place, why) in [
        ("(;GM[9]SZ[99])", (2, 11), "board size"),
        ("(;GM[9];B[c8-c6]", (2, 1), "the game is not closed: the next begins at line 3, column 1"),
        ("(;GM[9];B[c8-c6)", (2, 10), "not closed: the next game begins at line 3, column 1"),
        ("(;GM[9];B[c8-c6]C[last word)", (2, 18), "not closed"),
        ("(;GM[9]C;B[c8-c6])", (2, 8), "has no value"),
        ("(;GM[9](;B[c8-c6]);W[a4-c2](;B[c6-c8]))", (2, 19), "should be"),
        ("(;GM[9];b[c8-c6](;W[a4-c2])(;W[a5-c5]))", (2, 9), "no capital letter"),
    ] {
        let text = format!("{good}{broken}\n{good}{good}");
        let games = Format::Sgf.read_each(&text, Hints::default()).unwrap();
        let lines: Vec<u32> = games.iter().flatten().map(|game| game.at.line).collect();
        assert_eq!((games.len(), lines), (4, vec![1, 3, 4]), "{broken}");
        let error = games[1].as_ref().unwrap_err();
        let at = error.at.unwrap();
        assert_eq!((at.line, at.column), place, "{error}");
        assert!(error.to_string().contains(why), "{error}");
    }
    // A game may be quoted.
    assert!(Format::Sgf.read("(;GM[9]C[not (;GM[9\\]])").is_ok());
    // What is never closed has no game behind it.
    let games =
        Format::Sgf.read_each(&format!("{good}(;GM[9]C[{good}(;SZ[8"), Hints::default()).unwrap();
    assert!(games[0].is_ok() && games.last().unwrap().is_err());
    let hostile = "(;GM[9]C".repeat(20_000);
    let error = Format::Sgf.read_each(&hostile, Hints::default()).unwrap_err().to_string();
    assert_eq!(error, "more than 10000 games cannot be read");
}

#[test]
fn lines_that_are_no_games_cost_no_others() {
    let text = "a; b; c; 1-0; c8-c6\nwhat; is this\na; b; c; 0-1; c1-c3";
    let games = Format::Lines.read_each(text, Hints::default()).unwrap();
    assert_eq!(games.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
    let text = "1. c8-c6 a4-c2\nColour: red\n1. c1-c3\nEvent: x\n1. c8-c6";
    let games = Format::Olympiad.read_each(text, Hints::default()).unwrap();
    assert_eq!(games.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
    let error = games[1].as_ref().unwrap_err().to_string();
    assert!(error.starts_with("line 2, column 1: header \"Colour\""), "{error}");
}

/// Random games with random variations, written by hand as it were, replay to the same positions
/// in every format.
#[test]
fn random_games_go_through_every_format() {
    use andor_core::Rules;
    let mut random = SplitMix64::new(11);
    for size in [4, 6, 8, 9] {
        let rules = rules(size);
        for _ in 0..10 {
            let mut position = rules.initial();
            let mut text = format!("(;GM[9]SZ[{size}]");
            for ply in 0..60 {
                if rules.outcome(&position).is_some() {
                    break;
                }
                let mut moves = Vec::new();
                rules.moves(&position, &mut moves);
                let mv = moves[random.below(moves.len())];
                let name = if ply % 2 == 0 { "B" } else { "W" };
                text.push_str(&format!(";{name}[{}]", rules.move_text(&position, mv)));
                position = rules.after(&position, mv);
            }
            text.push(')');
            let record = sgf(&text);
            let replayed = replay(&rules, &record);
            // Random play may repeat three times: then it is over, and rightly refused.
            let Some(written) = replayed.rewrite(record.spec.clone(), &record) else {
                assert!(replayed.fault.unwrap().reason.contains("third repetition"));
                continue;
            };
            for format in [Format::Sgf, Format::Moves] {
                let text = format.write(std::slice::from_ref(&written)).unwrap();
                let again = &format.read(&text).unwrap()[0];
                let end = played_to(&rules, again, None).unwrap().text(&rules);
                assert_eq!(end, rules.position_text(&position), "{text}");
                assert_eq!(Format::detect(&text), Ok(format));
                let plies = replay(&rules, again).plies;
                assert!(played_to(&rules, again, Some(plies + 1)).is_err());
            }
        }
    }
}

#[test]
fn a_third_occurrence_draws_on_its_own_path_only() {
    // Back and forth twice: the start occurs for the third time at ply 8.
    let round = ";B[b1-b3];W[a7-c7];B[b3-b1];W[c7-a7]";
    let text = format!("(;GM[9]{round}{round}(;B[b1-b3])(;B[c1-c3]))");
    let fault = check(8, &text).fault.unwrap();
    assert_eq!((fault.ply, &*fault.text, fault.in_variation), (9, "b1-b3", false));
    assert!(fault.reason.contains("over at ply 8: a draw by third repetition"), "{fault:?}");
    let drawn = check(8, &format!("(;GM[9]RE[Draw]{round}{round})"));
    assert_eq!((drawn.ending, drawn.result), (Ending::Repetition, ResultCheck::Agrees));
    // In another variation the same moves count from the branch, not on top of the main line.
    let apart = format!("(;GM[9]{round};B[c1-c3](;W[a7-c7])(;W[a6-c6]))");
    assert_eq!(check(8, &apart).fault, None);
    let twice =
        format!("(;GM[9]{round}(;B[b1-b3];W[a7-c7];B[b3-b1])(;B[b1-b3];W[a7-c7];B[b3-b1]))");
    assert_eq!(check(8, &twice).fault, None);
}
