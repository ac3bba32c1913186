//! Games in PGN as the match runner cutegames writes them: which game they are of, who played which
//! side, who won.

use andor_core::Player;
use andor_formats::{Ending, Format, GameRecord, Header, Hints, ResultCheck, replay};
use andor_games::{breakthrough, loa};

/// A text as cutegames lays it out, with these tags and moves.
fn cutegames(event: &str, result: &str, rest: &str, moves: &str) -> String {
    format!(
        "[Event \"{event}\"]\n[Site \"CuteGames\"]\n[Date \"??\"]\n[Round \"1\"]\n[white \"one\"]\n\
         [black \"two\"]\n[Result \"{result}\"]\n{rest}[PlyCount \"3\"]\n\n{moves} {result}\n\n\n"
    )
}

/// Who begins, as the catalogue would say it.
fn first(spec: &str) -> Option<Player> {
    match spec.split(':').next() {
        Some("breakthrough") => Some(Player::White),
        Some("loa") => Some(Player::Black),
        _ => None,
    }
}

fn read(text: &str, game: Option<&str>) -> Result<GameRecord, String> {
    assert_eq!(Format::detect(text), Ok(Format::Pdn));
    let hints = Hints { game, first: Some(&first), ..Hints::default() };
    let mut games = Format::Pdn.read_each(text, hints).map_err(|error| error.to_string())?;
    assert_eq!(games.len(), 1);
    games.remove(0).map_err(|error| error.to_string())
}

fn players(record: &GameRecord) -> (Option<&str>, Option<&str>) {
    (record.header(Header::Black), record.header(Header::White))
}

#[test]
fn the_first_player_is_named_first_whatever_his_colour() {
    let text = cutegames("*", "1-0", "[FEN \"startpos\"]\n", "1. b1b3 a2c2 2. b4b2");
    let record = read(&text, Some("loa:4x4")).unwrap();
    assert_eq!(players(&record), (Some("one"), Some("two")), "Black begins");
    let replay = replay(&loa::Reference::new(loa::Variant::new(4)), &record);
    assert_eq!((replay.plies, replay.result), (3, ResultCheck::Agrees));
    assert_eq!(replay.ending.outcome().unwrap().winner(), Some(Player::Black));

    let text = cutegames("*", "0-1", "[FEN \"startpos\"]\n", "1. a2a3 b3a2");
    let record = read(&text, Some("breakthrough:3x4")).unwrap();
    assert_eq!(players(&record), (Some("two"), Some("one")), "White begins");
    assert_eq!(record.stated.unwrap().to_string(), "B+");
    assert!(record.start.is_none() && record.other.is_empty());
}

#[test]
fn the_game_comes_from_the_tags() {
    let start = "[FEN \"startpos\"]\n";
    let variant = "[Variant \"Breakthrough:6x6\"]\n";
    let pawns = "[FEN \"pp1/3/1P1/2P w - - 0 1\"]\n";
    for (event, rest, spec) in [
        ("*", variant, "breakthrough:6x6"),
        ("loa:6x6", start, "loa:6x6"),
        ("*", pawns, "breakthrough:3x4"),
    ] {
        let record = read(&cutegames(event, "*", rest, "1. a2a3"), None).unwrap();
        assert_eq!(record.spec, spec, "{rest}");
    }
    let error = read(&cutegames("*", "1-0", start, "1. a2a3"), None).unwrap_err();
    assert!(error.starts_with("line 1, column 1: no tag names the game"), "{error}");
    // Squares by name alone are still draughts.
    assert_eq!(read("[Event \"x\"]\n1. f6-e5 *", None).unwrap().spec, "checkers");
}

#[test]
fn positions_of_pawns_and_reasons_to_end() {
    let pawns = "[FEN \"pp1/3/1P1/2P w - - 0 1\"]\n[Adjudicated \"Out of time\"]\n";
    let record = read(&cutegames("*", "0-1", pawns, "1. b2b3"), None).unwrap();
    let replay = replay(&breakthrough::Reference::new(3, 4), &record);
    assert_eq!((&replay.fault, replay.plies), (&None, 1));
    assert_eq!(replay.ending, Ending::Stated(andor_core::Outcome::Win(Player::Black)));
    let written = replay.rewrite("breakthrough:3x4".to_owned(), &record).unwrap();
    let written = Format::Moves.write(&[written]).unwrap();
    let wanted = "game: breakthrough:3x4\nposition: bb1/3/1w1/2w w\nevent: *\nround: 1\ndate: ??\n\
                  place: CuteGames\nblack: two\nwhite: one\nresult: B+Time\n\nb2-b3\n";
    assert_eq!(written, wanted);
}
