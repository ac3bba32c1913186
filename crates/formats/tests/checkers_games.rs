//! Games of English draughts in PDN: read, replayed, written, read again.

use andor_core::{Outcome, Player, SplitMix64};
use andor_formats::{Ending, Format, GameRecord, Hints, Replay, ResultCheck, played_to, replay};
use andor_games::checkers::Reference;

/// Every game of a text in PDN, played over again.
fn replayed(text: &str) -> Vec<(GameRecord, Replay)> {
    assert_eq!(Format::detect(text), Ok(Format::Pdn));
    let records = Format::Pdn.read(text).expect("PDN");
    let played = |record: GameRecord| {
        let replay = replay(&Reference::new(), &record);
        (record, replay)
    };
    records.into_iter().map(played).collect()
}

/// The text as andor writes it.
fn canonical(text: &str, format: Format) -> String {
    let rewrite = |(record, replay): &(GameRecord, Replay)| {
        assert_eq!(replay.fault, None);
        replay.rewrite("checkers".to_owned(), record).expect("a game without fault")
    };
    let records: Vec<GameRecord> = replayed(text).iter().map(rewrite).collect();
    format.write(&records).expect("games of checkers")
}

#[test]
fn the_sample_is_fine_and_canonical() {
    let text = include_str!("../../../testdata/games/checkers-sample.pdn");
    let games = replayed(text);
    assert_eq!(games.len(), 2);
    assert!(games.iter().all(|(_, replay)| replay.is_fine()));
    assert_eq!((games[0].1.plies, games[0].1.ending), (60, Ending::Stated(Outcome::Draw)));
    assert_eq!(games[1].1.ending, Ending::Board(Outcome::Win(Player::White)));
    assert_eq!(games[1].1.result, ResultCheck::Agrees);
    assert_eq!(games[1].0.variations(), 1);
    let rules = Reference::new();
    let played = played_to(&rules, &games[1].0, None).unwrap();
    assert_eq!(played.text(&rules), "8/8/8/8/8/2W5/1W6/B7 b");
    assert_eq!(canonical(text, Format::Pdn), text);
}

#[test]
fn other_spellings_lead_to_the_same_text() {
    let given = "[RESULT \"*\"]\n1. f6-e5 c3-b4 (22-18 {why} 15x22x26?? not; x\n) *";
    // The variation is nonsense: the fault is in it, and the main line is fine.
    let (record, replay) = replayed(given).remove(0);
    let fault = replay.fault.expect("a fault");
    assert!(fault.in_variation && fault.text == "15x22x26", "{fault:?}");
    assert_eq!((fault.at.line, fault.at.column, record.variations()), (2, 29, 1));

    let given = "1.11-15 22-17 2.15-18!? (2. 15-19 24x15 10x19) 23x14 9x18 \
                 { two  words } 3... 17-13 0-1";
    let written = canonical(given, Format::Pdn);
    let wanted = "[Result \"0-1\"]\n[GameType \"21\"]\n\n1. 11-15 22-17 2. 15-18 (2. 15-19 24x15 \
                  3. 10x19) 2... 23x14 3. 9x18 {two\nwords} 3... 17-13 0-1\n";
    assert_eq!(written, wanted);
    assert_eq!(canonical(&written, Format::Pdn), written);
    let moves = canonical(given, Format::Moves);
    assert!(moves.contains("game: checkers\n") && moves.contains("f6-e5 c3-b4 e5-d4 e3xc5"));
}

#[test]
fn short_captures_and_wrong_results() {
    // 22x8 is 22x15x8.
    let text = "[FEN \"W:W22:B18,11,1\"]\n[Result \"1-0\"]\n1... 22x8 2. 1-6 8-4 1-0";
    let (_, replay) = replayed(text).remove(0);
    assert_eq!((replay.plies, replay.result, &replay.fault), (3, ResultCheck::Agrees, &None));
    let written = canonical(text, Format::Pdn);
    assert!(written.contains("[SetUp \"1\"]\n[FEN \"W:W22:B1,11,18\"]\n"), "{written}");
    assert!(written.ends_with("\n\n1... 22x15x8 2. 1-6 8-4 1-0\n"), "{written}");
    // White takes the last piece, and the record says that Black won.
    let text = "[FEN \"W:W22:B18\"]\n1... 22x15 1-0";
    let (_, replay) = replayed(text).remove(0);
    assert_eq!(replay.result, ResultCheck::Differs);
    // A man that is no longer a man.
    let text = "[FEN \"W:W1:B18\"]\n1... 1-6 *";
    let (_, replay) = replayed(text).remove(0);
    let fault = replay.fault.expect("a fault");
    assert!(fault.ply == 0 && fault.reason.contains("a man on b8 would be a king"), "{fault:?}");
}

/// `1-0` is a win for Black, who begins; unless the reader knows that White is meant.
#[test]
fn the_first_number_of_a_result_is_blacks() {
    for (result, black, white) in
        [("1-0", "B+", "W+"), ("0-2", "W+", "B+"), ("1-1", "Draw", "Draw")]
    {
        let text = format!("[Result \"{result}\"]\n[GameType \"21\"]\n1. 11-15 {result}");
        for (white_first_results, said) in [(false, black), (true, white)] {
            let hints = Hints { white_first_results, ..Hints::default() };
            let game = Format::Pdn.read_each(&text, hints).unwrap().remove(0).unwrap();
            assert_eq!(game.stated.unwrap().to_string(), said, "{text}");
        }
        let canonical = canonical(&text, Format::Pdn);
        let result = ["1-0", "0-1", "1/2-1/2"]
            [["B+", "W+", "Draw"].iter().position(|s| *s == black).unwrap()];
        assert!(
            canonical.contains(&format!("[Result \"{result}\"]\n[GameType \"21\"]\n")),
            "{canonical}"
        );
    }
}

/// A draw by repetition is claimed, or it is none.
#[test]
fn games_go_on_after_a_third_occurrence() {
    let round = "1-6 32-27 6-1 27-32 ";
    let game = |rest: &str| {
        let (_, replay) =
            replayed(&format!("[FEN \"B:WK32:BK1\"]\n{}{rest}", round.repeat(2))).remove(0);
        assert_eq!(replay.fault, None);
        (replay.plies, replay.ending, replay.result)
    };
    assert_eq!(game("1/2-1/2"), (8, Ending::Repetition, ResultCheck::Agrees));
    assert_eq!(game("*"), (8, Ending::Unfinished, ResultCheck::NotStated));
    let resigned = Ending::Resignation(Player::White);
    assert_eq!(game("1-0"), (8, resigned, ResultCheck::Agrees));
    assert_eq!(game("1-6 32-28 1-0"), (10, resigned, ResultCheck::Agrees));
    assert_eq!(game("1-6 32-28 1-1"), (10, Ending::Stated(Outcome::Draw), ResultCheck::Agrees));
}

/// `30x14` takes two men to the left or two to the right: the moves behind it tell.
#[test]
fn ambiguous_captures_are_settled_by_what_follows() {
    let moves = |rest: &str| {
        let (record, replay) =
            replayed(&format!("[FEN \"W:W30:B17,18,25,26\"]\n1... 30x14 {rest} *")).remove(0);
        let written = replay.rewrite("checkers".to_owned(), &record);
        let written = written.map(|record| Format::Pdn.write(&[record]).unwrap());
        written
            .map(|text| text.lines().last().unwrap().to_owned())
            .ok_or_else(|| replay.fault.unwrap())
    };
    assert_eq!(moves("17-21").unwrap(), "1... 30x23x14 2. 17-21 *");
    assert_eq!(moves("18-22").unwrap(), "1... 30x21x14 2. 18-22 *");
    assert_eq!(moves("12-16").unwrap_err().ply, 1, "neither of them");
    assert_eq!(moves("25-29 14-10 26-30").unwrap_err().ply, 4, "settled, and wrong later");
    let fault = moves("").unwrap_err();
    assert_eq!((fault.ply, &*fault.text), (1, "30x14"));
    assert_eq!(fault.reason, "move \"30x14\" may be any of c1xa3xc5, c1xe3xc5");
    // The main line and a variation, each by its own moves.
    let main = moves("(1... 30x14 18-22) 17-21").unwrap();
    assert_eq!(main, "1... 30x23x14 (1... 30x21x14 2. 18-22) 2. 17-21 *");
}

#[test]
fn what_is_broken_costs_no_other_game() {
    let good = "[Event \"x\"]\n1. 11-15 22-17 *\n";
    for (broken, place, why) in [
        ("[Event \"x\"]\n[GameType \"20\"]\n1. 32-28 *", (4, 1), "is not English draughts"),
        ("[Event \"x\"]\n[FEN \"B:W99:B1\"]\n1. 1-6 *", (4, 1), "\"99\""),
        ("[Event x]\n1. 11-15 *", (3, 1), "not in quotes"),
        ("[Event \"x\"]\n1. 11-15 {a 22-17 *", (4, 10), "never closed"),
        ("[Event \"x\"]\n1. 11-15 (1. 12-16 *", (4, 10), "never closed"),
        ("[Event \"x\"]\n1. 11-15 ) 22-17 *", (4, 10), "closes nothing"),
    ] {
        let games =
            Format::Pdn.read_each(&format!("{good}{broken}\n{good}{good}"), Hints::default());
        let games = games.unwrap();
        assert_eq!(
            games.iter().map(Result::is_ok).collect::<Vec<_>>(),
            [true, false, true, true],
            "{broken}"
        );
        let error = games[1].as_ref().unwrap_err();
        let at = error.at.unwrap();
        assert_eq!((at.line, at.column), place, "{error}");
        assert!(error.to_string().contains(why), "{error}");
    }
}

#[test]
fn other_games_are_not_written_as_pdn() {
    let record = GameRecord::new("loa:8x8", andor_formats::Spot::START);
    let error = Format::Pdn.write(&[record]).unwrap_err().to_string();
    assert_eq!(error, "PDN is for checkers, write \"loa:8x8\" as pgn or moves");
}

/// Random texts of what means something in PDN: none does harm, and what was a game is written the
/// same way for ever.
#[test]
fn random_texts_are_read_or_refused_and_what_was_read_is_a_fixed_point() {
    let words = [
        "[Event \"a  \\\" b\"]",
        "[C \"x\"]",
        "[Note \"\"]",
        "[Result \"1-0\"]",
        "[Result \"?\"]",
        "*",
        "0-1",
        "[FEN \"W:WK32,21:B1-3\"]",
        "1.",
        "1...",
        "11-15",
        "22-17",
        "8-11",
        "17-13",
        "15-18",
        "22x15",
        "9-14",
        "32-27",
        "1-6",
        "23x14",
        "(",
        ")",
        "{a  b}",
        "{",
        "}",
        "; c\n",
        "$3",
        "!",
        "11-16?",
        "\n",
        "[",
        "\u{e9}",
    ];
    let mut random = SplitMix64::new(18);
    let (mut games, mut refused) = (0, 0);
    for _ in 0..30_000 {
        let length = random.below(14);
        let text: Vec<&str> = (0..length).map(|_| words[random.below(words.len())]).collect();
        let Ok(records) = Format::Pdn.read(&text.join(" ")) else {
            refused += 1;
            continue;
        };
        let rewrite = |record: &GameRecord| {
            replay(&Reference::new(), record).rewrite("checkers".to_owned(), record)
        };
        let canonical: Option<Vec<GameRecord>> = records.iter().map(rewrite).collect();
        let Some(canonical) = canonical else { continue };
        let written = Format::Pdn.write(&canonical).expect("games of checkers");
        let again = Format::Pdn.read(&written).expect("what was written");
        let again: Option<Vec<GameRecord>> = again.iter().map(rewrite).collect();
        let again = again.unwrap_or_else(|| panic!("{text:?} became {written}"));
        assert_eq!(Format::Pdn.write(&again).as_deref(), Ok(&*written), "{text:?}");
        games += canonical.len();
    }
    assert!(games > 2_000 && refused > 2_000, "{games} games, {refused} refused");
}

/// Deep nesting neither recurses nor takes long.
#[test]
fn a_hundred_thousand_variations() {
    let text = "11-15 (".repeat(100_000);
    assert!(Format::Pdn.read(&text).unwrap_err().to_string().contains("never closed"));
    let text = format!("{}{} *", "11-15 (".repeat(100_000), "11-16)".repeat(100_000));
    let records = Format::Pdn.read(&text).unwrap();
    assert_eq!(records[0].variations(), 100_000);
    let written = Format::Pdn.write(&records[..0]).unwrap();
    assert!(written.is_empty());
}
