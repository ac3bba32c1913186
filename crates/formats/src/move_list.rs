//! Games as texts of moves: the Olympiad style of the thesis, and a form for any game.
//!
//! M. H. M. Winands, *Informed Search in Complex Games*, appendix A, prints games of Lines of
//! Action as `1. c8-c6 a4-c2 2. d8-b6 ...`. Both forms are header lines, then moves:
//!
//! ```text
//!   Event: 8th Computer Olympiad       game: breakthrough:6x6
//!   Black: MIA IV                      white: somebody
//!   White: BING                        result: W+
//!   Result: B+
//!                                      c2-c3 d5-d4 c3xd4 ...
//!   1. e8-g6 a5-c7 2. d1-b3 ...
//! ```
//!
//! Headers are in any case. Numbers are passed over, wherever they stand; `#` begins a line of
//! comment. A header after moves begins the next game, and so does a second `1.`. The game is
//! `loa` unless a header says otherwise. The last word of a game may be its result, or one of
//! `resign`, `forfeit` (the side to move), `black-resigns`, `white-forfeits` and so on.

use crate::bounds::{MOST_NODES, MOST_PLIES};
use crate::numbering::move_number;
use crate::record::{Action, GameRecord, Header, Step};
use crate::text::words;
use crate::{FormatError, ReadGames, Spot, Stated};
use andor_core::{InputError, Player};

/// The game of a record that does not name one.
const OLYMPIAD_GAME: &str = "loa:8x8";

/// Where lines end, if a move allows it.
const WIDTH: usize = 79;

/// Reads all games of a text.
pub(crate) fn read(text: &str) -> Result<ReadGames, FormatError> {
    let mut reader = MoveListReader::default();
    for (line, number) in text.lines().zip(1u32..) {
        if line.trim_start().starts_with('#') {
            continue;
        }
        match header(line) {
            Some((name, value)) => {
                let column = line.chars().take_while(|letter| letter.is_whitespace()).count() + 1;
                let at = Spot { line: number, column: column as u32 };
                reader.header(name, value, at);
            }
            None => {
                for (word, at) in words(line, number, 1) {
                    reader.word(word, at)?;
                }
            }
        }
    }
    reader.close();
    Ok(reader.games)
}

/// The name and the value of a header line.
pub(crate) fn header(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once(':')?;
    let name = name.trim();
    let is_word = name.len() > 1 && name.chars().all(|letter| letter.is_ascii_alphabetic());
    is_word.then_some((name, value.trim()))
}

/// Whether a word looks like the beginning of a list of moves of Lines of Action.
pub(crate) fn looks_like_a_move(word: &str) -> bool {
    let squares = without_number(word).to_ascii_lowercase();
    if squares.is_empty() {
        return true;
    }
    let mut letters = squares.chars();
    let square = letters.next().is_some_and(|letter| letter.is_ascii_lowercase());
    square && letters.next().is_some_and(|letter| letter.is_ascii_digit()) && squares.len() <= 7
}

/// A word without the number of a move before it (`12.` or `12...`).
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.len() < word.len() && rest.starts_with('.') {
        rest.trim_start_matches('.')
    } else {
        word
    }
}

/// The player who moves first, where `1-0` has a meaning.
fn first_player(spec: &str) -> Option<Player> {
    (spec.split([':', ',']).next() == Some("loa")).then_some(Player::Black)
}

#[derive(Default)]
struct MoveListReader {
    games: ReadGames,
    open: Option<GameRecord>,
    /// What is wrong with the game that is being read.
    fault: Option<FormatError>,
    /// The result as written: it is read when the game is known.
    result: Option<(String, Spot)>,
    /// Whether its moves have begun.
    moves_begun: bool,
    steps: usize,
}

impl MoveListReader {
    /// Ends the game that is being read.
    fn close(&mut self) {
        self.moves_begun = false;
        if let Some(mut record) = self.open.take() {
            let first = first_player(&record.spec);
            record.stated = self.result.take().map(|(text, at)| Stated::parse(&text, first, at));
            self.games.push(self.fault.take().map_or(Ok(record), Err));
        }
    }

    /// The game that is being read; a new one if there is none.
    fn record(&mut self, at: Spot) -> &mut GameRecord {
        self.open.get_or_insert_with(|| GameRecord::new(OLYMPIAD_GAME, at))
    }

    fn header(&mut self, name: &str, value: &str, at: Spot) {
        if self.moves_begun {
            self.close();
        }
        let lower = name.to_ascii_lowercase();
        let value = value.to_owned();
        if lower == "result" {
            self.record(at);
            self.result = Some((value, at));
            return;
        }
        let header = Header::ALL.into_iter().find(|header| header.name() == lower);
        let record = self.record(at);
        match (header, lower.as_str()) {
            (Some(header), _) => record.headers.push((header, value)),
            (None, "game") => record.spec = value,
            (None, "position") => record.start = Some(value),
            (None, _) => {
                let names: Vec<&str> = Header::ALL.into_iter().map(Header::name).collect();
                let why = format!(
                    "header {} is none of game, position, {}, result",
                    InputError::quote(name),
                    names.join(", ")
                );
                self.fault.get_or_insert(FormatError::at(at, why));
            }
        }
    }

    fn word(&mut self, word: &str, at: Spot) -> Result<(), FormatError> {
        let written = without_number(word);
        let is_first =
            written.len() < word.len() && word[..word.len() - written.len()].starts_with("1.");
        if is_first && self.moves_begun {
            self.close();
        }
        self.moves_begun = true;
        self.record(at);
        if written.is_empty() {
            return Ok(());
        }
        if matches!(written, "1-0" | "0-1" | "1/2-1/2" | "0.5-0.5" | "*") {
            self.result = Some((written.to_owned(), at));
            return Ok(());
        }
        let at = Spot { column: at.column + (word.len() - written.len()) as u32, ..at };
        let (mover, action) = read_word(written);
        let record = self.record(at);
        if record.steps.len() == MOST_PLIES {
            let why = format!("more than {MOST_PLIES} plies in one game");
            self.fault.get_or_insert(FormatError::at(at, why));
            return Ok(());
        }
        record.push(mover, action, at);
        self.steps += 1;
        if self.steps > MOST_NODES {
            return Err(FormatError::at(at, format!("more than {MOST_NODES} moves in one file")));
        }
        Ok(())
    }
}

/// What a word of a game says: a move, or that somebody has given up.
pub(crate) fn read_word(word: &str) -> (Option<Player>, Action) {
    let lower = word.to_ascii_lowercase();
    let (mover, rest) = match lower.split_once('-') {
        Some(("black", rest)) => (Some(Player::Black), rest),
        Some(("white", rest)) => (Some(Player::White), rest),
        _ => (None, lower.as_str()),
    };
    match rest {
        "resign" | "resigns" => (mover, Action::Resign),
        "forfeit" | "forfeits" => (mover, Action::Forfeit),
        _ => (None, Action::Move(word.trim_end_matches(['+', '!', '?']).to_owned())),
    }
}

/// Writes games in the Olympiad style, which is for Lines of Action.
pub(crate) fn write_olympiad(records: &[GameRecord]) -> Result<String, FormatError> {
    for record in records {
        if record.spec != OLYMPIAD_GAME {
            let spec = InputError::quote(&record.spec);
            let why = format!("the Olympiad style is for {OLYMPIAD_GAME}, write {spec} as moves");
            return Err(FormatError::new(why));
        }
    }
    let games: Vec<String> = records.iter().map(|record| write_game(record, true)).collect();
    Ok(games.join("\n"))
}

/// Writes games of any kind.
pub(crate) fn write_moves(records: &[GameRecord]) -> String {
    let games: Vec<String> = records.iter().map(|record| write_game(record, false)).collect();
    games.join("\n")
}

fn write_game(record: &GameRecord, olympiad: bool) -> String {
    let mut text = String::new();
    let mut line = |name: &str, value: &str| {
        let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
        let (first, rest) = name.split_at(1);
        let first = if olympiad { first.to_uppercase() } else { first.to_owned() };
        text.push_str(&format!("{first}{rest}: {value}\n"));
    };
    if !olympiad {
        line("game", &record.spec);
    }
    if let Some(start) = &record.start {
        line("position", start);
    }
    for header in Header::ALL {
        if let Some(value) = record.header(header) {
            line(header.name(), value);
        }
    }
    if let Some(stated) = &record.stated {
        line("result", &stated.to_string());
    }
    if !text.is_empty() {
        text.push('\n');
    }
    let steps = &record.steps[..record.main_len()];
    let is_move = |step: &&Step| matches!(step.action, Action::Move(_));
    let first = steps.iter().find(is_move).and_then(|step| step.mover);
    // In Lines of Action Black begins.
    let start = usize::from(first == Some(Player::White));
    let mut plies = start;
    let mut width = 0;
    let mut word = |word: &str| {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += length;
    };
    for step in steps {
        let who = match step.mover {
            Some(Player::Black) => "black-",
            Some(Player::White) => "white-",
            None => "",
        };
        match &step.action {
            Action::Nothing => continue,
            Action::Resign if who.is_empty() => word("resign"),
            Action::Forfeit if who.is_empty() => word("forfeit"),
            Action::Resign => word(&format!("{who}resigns")),
            Action::Forfeit => word(&format!("{who}forfeits")),
            Action::Move(text) => {
                // The number stays on the line of its move.
                let number =
                    if olympiad { move_number(plies, plies == start) } else { String::new() };
                plies += 1;
                word(&format!("{number}{text}"));
            }
        }
    }
    // A game without moves is still a game.
    if width == 0 {
        text.push_str("1.");
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::{looks_like_a_move, write_moves, write_olympiad};
    use crate::Format;
    use crate::record::{Action, Header};
    use andor_core::Player;

    fn read(text: &str) -> Result<Vec<crate::GameRecord>, crate::FormatError> {
        Format::Moves.read(text)
    }

    fn moves(record: &crate::GameRecord) -> Vec<String> {
        let text = |step: &crate::Step| match &step.action {
            Action::Move(text) => text.clone(),
            other => format!("{other:?} {:?}", step.mover),
        };
        record.steps.iter().map(text).collect()
    }

    #[test]
    fn games_with_headers_numbers_and_results_are_read() {
        let text = "# a comment\nEvent: Graz: 2003\nBLACK: MIA IV\nResult: 1-0\n\n1. e8-g6 a5-c7\n2.d1-b3! \
                    1. c8-c6 a4:c2 resign 0-1\ngame: breakthrough:3x4\n  position: x y\na2xb3\n";
        let records = read(text).unwrap();
        assert_eq!(records.len(), 3);
        assert_eq!(records[0].header(Header::Event), Some("Graz: 2003"));
        assert_eq!(moves(&records[0]), ["e8-g6", "a5-c7", "d1-b3"]);
        assert_eq!(records[0].stated.as_ref().unwrap().to_string(), "B+");
        let at = records[0].steps[2].at;
        assert_eq!((at.line, at.column), (7, 3));
        assert_eq!(moves(&records[1]), ["c8-c6", "a4:c2", "Resign None"]);
        assert_eq!(records[1].stated.as_ref().unwrap().to_string(), "W+");
        assert_eq!(records[2].spec, "breakthrough:3x4");
        assert_eq!(records[2].start.as_deref(), Some("x y"));
    }

    #[test]
    fn what_is_written_is_read_again() {
        let text =
            "game: loa:8x8\nevent: A\nblack: B\nresult: W+Resign\n\nc8-c6 a4-c2 black-resigns\n";
        let records = read(text).unwrap();
        assert_eq!(records[0].steps[2].mover, Some(Player::Black));
        assert_eq!(write_moves(&records), text);
        let olympiad = write_olympiad(&records).unwrap();
        assert!(olympiad.ends_with("\n\n1. c8-c6 a4-c2 black-resigns\n"), "{olympiad}");
        assert_eq!(write_olympiad(&read(&olympiad).unwrap()).unwrap(), olympiad);
        // A game that White begins, from a position.
        let mut records = read("position: x w\n\na4-c2 c8-c6 c2-e4\n").unwrap();
        records[0].steps[0].mover = Some(Player::White);
        let olympiad = write_olympiad(&records).unwrap();
        assert!(olympiad.ends_with("\n\n1... a4-c2 2. c8-c6 c2-e4\n"), "{olympiad}");
        assert_eq!(moves(&read(&olympiad).unwrap()[0]), ["a4-c2", "c8-c6", "c2-e4"]);
    }

    #[test]
    fn games_without_moves_stay_apart() {
        let text = "Event: A\n\n1.\n\nBlack: B\n\n1.\n\n1.\n";
        let records = read(text).unwrap();
        assert_eq!(records.len(), 3);
        assert_eq!(write_olympiad(&records).unwrap(), text);
    }

    #[test]
    fn what_is_no_game_is_told() {
        assert!(read("# nothing\n").is_err());
        let error = read("\n  Colour: red\n").unwrap_err().to_string();
        assert!(error.starts_with("line 2, column 3: header \"Colour\""), "{error}");
        for word in ["1.", "c8-c6", "1.c8xc6", "C8:C6", "c8c6"] {
            assert!(looks_like_a_move(word), "{word}");
        }
        for word in ["[[[[", "hello", "c", "(;GM", "8c", "\u{1f600}", "a1b2c3d4e5"] {
            assert!(!looks_like_a_move(word), "{word}");
        }
    }
}
