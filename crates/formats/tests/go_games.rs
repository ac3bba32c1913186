//! Games of Go and one-eye problems as SGF has them: points from the top left, passes, setups,
//! komi, superko, and what is refused.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_core::{Outcome, Player, Rules, Spec, SplitMix64};
use andor_formats::{Ending, Format, GameRecord, Replay, ResultCheck, played_to, replay};
use andor_games::{go, one_eye};

fn sgf(text: &str) -> GameRecord {
    let mut records = Format::Sgf.read(text).unwrap();
    assert_eq!(records.len(), 1);
    records.remove(0)
}

fn rules(record: &GameRecord) -> go::Reference {
    let spec = Spec::parse(&record.spec).unwrap();
    go::Reference::new(go::Variant::from_spec(&spec).unwrap())
}

fn check(text: &str) -> Replay {
    let record = sgf(text);
    replay(&rules(&record), &record)
}

fn canonical(text: &str) -> String {
    let record = sgf(text);
    let replayed = replay(&rules(&record), &record);
    Format::Sgf.write(&[replayed.rewrite(record.spec.clone(), &record).unwrap()]).unwrap()
}

fn last_position(text: &str) -> String {
    let record = sgf(text);
    let rules = rules(&record);
    played_to(&rules, &record, None).unwrap().text(&rules)
}

#[test]
fn points_count_from_the_top_left_and_passes_are_empty_or_tt() {
    let text = "(;GM[1]SZ[5]KM[0.50]RE[B+];B[ab];W[ea];B[cc];W[];B[tt])";
    assert_eq!(sgf(text).spec, "go:5x5,komi=0.5");
    assert_eq!(last_position(text), "4w/b4/2b2/5/5 w passes=2");
    let replayed = check(text);
    assert_eq!((replayed.plies, replayed.result), (5, ResultCheck::Agrees));
    assert_eq!(replayed.ending, Ending::Board(Outcome::Win(Player::Black)));
    let written = canonical(text);
    assert!(
        written.contains("GM[1]SZ[5]KM[0.5]") && written.contains(";B[ab];W[ea];B[cc];W[];B[]")
    );
    assert_eq!(canonical(&written), written);
}

#[test]
fn a_score_that_was_counted_is_written() {
    // Three stones against one, and half a point of komi.
    let text = "(;SZ[5]KM[0.5]RE[B+];B[ab];W[ea];B[cc];W[];B[])";
    assert_eq!(sgf(text).spec, "go:5x5,komi=0.5", "no GM is Go");
    assert!(canonical(text).contains("RE[B+0.5]"), "{}", canonical(text));
    // A score that is stated stays, and where the board is open there is none.
    assert!(canonical(&text.replace("B+", "B+1.5")).contains("RE[B+1.5]"));
    assert!(canonical(&text.replace(";W[];B[]", "")).contains("RE[B+]"));
    assert!(canonical(&text.replace("RE[B+]", "")).find("RE[").is_none());
    let white = "(;GM[1]SZ[3]RE[W+];B[];W[bb];B[];W[])";
    assert!(canonical(white).contains("RE[W+9]"));
    // Black leads by a point and misses the goal.
    let goal = "(;GM[1]SZ[3]RU[goal=9]RE[W+];B[aa];W[cc];B[ba];W[];B[])";
    assert!(canonical(goal).contains("RE[W+]"));
}

#[test]
fn setups_and_options_are_read_and_written() {
    let text = "(;GM[1]SZ[5:3]RU[suicide=yes,ko=simple]AB[ba][aa:ab]AW[ec]AE[ba];W[ca])";
    let record = sgf(text);
    assert_eq!(record.spec, "go:5x3,ko=simple,suicide=yes");
    assert_eq!(record.start.as_deref(), Some("b4/b4/4w w"));
    let written = canonical(text);
    for part in ["SZ[5:3]", "RU[ko=simple,suicide=yes]", "AB[ab][aa]", "AW[ec]", "PL[W]", ";W[ca]"]
    {
        assert!(written.contains(part), "{written} lacks {part}");
    }
    assert_eq!(canonical(&written), written);
    // Rules that are only a name are kept, komi 0 is no option.
    assert_eq!(sgf("(;GM[1]SZ[9]RU[Chinese]KM[0])").spec, "go:9x9");
    assert!(canonical("(;GM[1]SZ[9]RU[Chinese]KM[0];B[aa])").contains("RU[Chinese]"));
}

#[test]
fn superko_is_checked() {
    // White takes a ko at c3, and Black takes back at once.
    let ko = "AB[bb][ac][cc][bd]AW[cb][dc][cd]PL[W];W[bc];B[cc]";
    for options in ["", "RU[ko=positional]"] {
        let replayed = check(&format!("(;GM[1]SZ[5]{options}{ko})"));
        let fault = replayed.fault.unwrap();
        assert!(fault.reason.contains("superko"), "{}", fault.reason);
        assert_eq!((fault.ply, replayed.plies), (2, 1));
    }
    let fault = check(&format!("(;GM[1]SZ[5]RU[ko=simple]{ko})")).fault.unwrap();
    assert!(fault.reason.contains("not legal"), "{}", fault.reason);
    let elsewhere = ko.replace(";B[cc]", ";B[aa];W[ee];B[cc]");
    assert!(check(&format!("(;GM[1]SZ[5]{elsewhere})")).fault.is_none());
}

#[test]
fn one_eye_problems_have_a_region_and_a_defender() {
    let text = "(;GM[1]SZ[4]AB[ab:cb][bd]AW[ac][cc:cd]PL[W]TR[ac:bd]EY[W];W[bc];B[];W[ad])";
    let record = sgf(text);
    assert_eq!(record.spec, "one-eye:4x4");
    let start = "4/bbb1/w1w1/1bw1 w eye=w region=a1,b1,a2,b2";
    assert_eq!(record.start.as_deref(), Some(start));
    let spec = Spec::parse(&record.spec).unwrap();
    let rules = one_eye::Reference::new(one_eye::Variant::from_spec(&spec).unwrap());
    let replayed = replay(&rules, &record);
    assert_eq!(replayed.ending, Ending::Board(Outcome::Win(Player::White)));
    let rewritten = replayed.rewrite(record.spec.clone(), &record).unwrap();
    let written = Format::Sgf.write(std::slice::from_ref(&rewritten)).unwrap();
    assert_eq!(sgf(&written).start, record.start);
    assert_eq!(Format::Sgf.write(&[sgf(&written)]).unwrap(), written);
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    for (text, line, column, part) in [
        ("(;GM[1]\nSZ[19];B[aa])", 2, 4, "19x19"),
        ("(;GM[1];B[aa])", 1, 2, "19x19"),
        ("(;GM[1]SZ[x];B[aa])", 1, 11, "\"x\""),
        ("(;GM[1]SZ[5]\n;B[aa];W[fa])", 2, 10, "\"fa\" is no point of a 5x5 board"),
        ("(;GM[1]SZ[5]AB[af])", 1, 16, "\"af\""),
        ("(;GM[1]SZ[5]KM[5.25])", 1, 16, "\"5.25\""),
        ("(;GM[1]SZ[5]PL[x])", 1, 16, "\"x\""),
        ("(;GM[1]SZ[5]EY[W])", 1, 16, "TR"),
        ("(;GM[1]SZ[5];B[aa];AB[bb])", 1, 23, "AB"),
        ("(;GM[1]SZ[5];B[aa]W[bb])", 1, 21, "second move"),
    ] {
        let error = Format::Sgf.read(text).unwrap_err();
        let at = error.at.unwrap();
        assert_eq!((at.line, at.column), (line, column), "{text}: {error}");
        assert!(error.to_string().contains(part), "{error} lacks {part}");
    }
    let start = sgf("(;GM[1]SZ[5])");
    let with_ko = GameRecord { start: Some("5/5/5/5/5 b passes=1".into()), ..start };
    assert!(Format::Sgf.write(&[with_ko]).unwrap_err().to_string().contains("passes=1"));
}

#[test]
fn random_games_survive_a_round_trip() {
    let mut random = SplitMix64::new(9);
    for spec in ["go:9x9", "go:5x4,ko=simple,suicide=yes,komi=-1.5", "go:3x3,goal=9"] {
        let rules = rules(&GameRecord::new(spec.to_owned(), andor_formats::Spot::START));
        let mut text = format!("game: {spec}\n\n");
        let mut position = rules.initial();
        let mut history = andor_core::History::new(&rules, &position);
        let mut moves = Vec::new();
        for _ in 0..60 {
            if rules.outcome(&position).is_some() {
                break;
            }
            history.legal_moves(&rules, &position, &mut moves);
            let mv = moves[random.below(moves.len())];
            text.push_str(&format!("{} ", rules.move_text(&position, mv)));
            rules.play_unchecked(&mut position, mv);
            history.push(&rules, &position);
        }
        let record = Format::Moves.read(&text).unwrap().remove(0);
        let replayed = replay(&rules, &record);
        assert!(replayed.fault.is_none(), "{spec}");
        let rewritten = replayed.rewrite(spec.to_owned(), &record).unwrap();
        let written = Format::Sgf.write(&[rewritten]).unwrap();
        let again = sgf(&written);
        assert_eq!(again.spec, spec);
        let reached = played_to(&rules, &again, None).unwrap().text(&rules);
        assert_eq!(reached, rules.position_text(&position));
    }
}
