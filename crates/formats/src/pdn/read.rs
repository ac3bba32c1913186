//! From the text of PDN to records.
//!
//! Moves are collected as a tree, as a variation may come before the main line goes on; at the end
//! of a game its steps are put in the order of records, the main line first. What is wrong with a game
//! is remembered until it ends, and reading goes on: the next one has no part in it.

use super::tags::Tags;
use super::{COMMENT, GAME};
use crate::bounds::{MOST_NODES, MOST_PLIES};
use crate::record::{Action, GameRecord, Step};
use crate::sgf::{Property, Value};
use crate::text::Cursor;
use crate::{FormatError, Hints, ReadGames, Spot};
use andor_core::InputError;

/// Whether a text begins like PDN: with a tag, a comment, or a move from number to number.
pub(crate) fn looks_like(line: &str) -> bool {
    let line = line.trim_start();
    if let Some(rest) = line.strip_prefix('[') {
        let name = rest.trim_start().find(|letter: char| !letter.is_ascii_alphanumeric());
        return name
            .is_some_and(|end| end > 0 && rest.trim_start()[end..].trim_start().starts_with('"'));
    }
    let mut words = line.split_whitespace();
    let first = without_number(words.next().unwrap_or_default());
    let word = if first.is_empty() { words.next().unwrap_or_default() } else { first };
    let squares: Vec<&str> =
        word.trim_end_matches(['!', '?', '*']).split(['-', 'x', ':']).collect();
    let is_square = |text: &&str| matches!(text.parse(), Ok(1..=32u8));
    line.starts_with('{') || squares.len() > 1 && squares.iter().all(is_square)
}

/// Whether a word is read as the move that it is, and nothing of it is passed over.
pub(super) fn is_move(word: &str) -> bool {
    let ends = |letter: char| letter.is_whitespace() || "[]{}();%$".contains(letter);
    !word.is_empty()
        && !word.contains(ends)
        && !word.ends_with(['!', '?', '*', '+'])
        && !word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && without_number(word) == word
        && !Tags::is_result(word)
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

/// Reads all games of a text.
pub(crate) fn read(text: &str, hints: Hints<'_>) -> Result<ReadGames, FormatError> {
    let mut cursor = Cursor::new(text);
    let mut reader = PdnReader { hints, ..PdnReader::default() };
    loop {
        cursor.skip_whitespace();
        let at = cursor.spot;
        let rest = cursor.rest();
        match cursor.peek() {
            None => break,
            Some('[') => {
                let mut ahead = cursor.clone();
                match read_tag(&mut ahead) {
                    Ok((name, value)) => {
                        reader.tag(name, value, at);
                        cursor = ahead;
                    }
                    Err(fault) => {
                        reader.fault(fault);
                        cursor.skip_line();
                    }
                }
            }
            Some('{') => match comment_end(rest) {
                CommentEnd::Closed(length) => {
                    reader.comment(&rest[1..length], at);
                    cursor.skip(length + 1);
                }
                CommentEnd::Open(length) => {
                    let why = "a comment begins with { and is never closed";
                    reader.fault(FormatError::at(at, why));
                    cursor.skip(length);
                }
            },
            Some(';' | '%') => {
                cursor.skip_line();
                if rest.starts_with(';') {
                    reader.comment(&rest[1..rest.len() - cursor.rest().len()], at);
                }
            }
            Some('(') => {
                reader.open(at);
                cursor.next();
            }
            Some(')') => {
                reader.close(at);
                cursor.next();
            }
            Some(letter @ ('}' | ']')) => {
                reader.fault(FormatError::at(at, format!("{letter} closes nothing")));
                cursor.next();
            }
            Some(_) => {
                let ends = |letter: char| letter.is_whitespace() || "[]{}();".contains(letter);
                let length = rest.find(ends).unwrap_or(rest.len());
                reader.word(&rest[..length], at)?;
                cursor.skip(length);
            }
        }
    }
    reader.end_game();
    if let Some(Ok(last)) = reader.games.last_mut() {
        add_comments(&mut last.other, reader.comments);
    }
    Ok(reader.games)
}

/// Where a comment ends: at a `}`, or at its own fault where the next game begins or the text ends.
enum CommentEnd {
    Closed(usize),
    Open(usize),
}

fn comment_end(text: &str) -> CommentEnd {
    let mut from = 0;
    while let Some(found) = text[from..].find(['}', '\n']) {
        let at = from + found;
        if text[at..].starts_with('}') {
            return CommentEnd::Closed(at);
        }
        if text[at + 1..].starts_with("[Event \"") {
            return CommentEnd::Open(at);
        }
        from = at + 1;
    }
    CommentEnd::Open(text.len())
}

/// `[Name "value"]`, with `\"` and `\\` in the value.
fn read_tag(cursor: &mut Cursor<'_>) -> Result<(String, String), FormatError> {
    let at = cursor.spot;
    let bad = |why: &str| FormatError::at(at, format!("a tag is [Name \"value\"], but {why}"));
    cursor.next();
    cursor.skip_whitespace();
    let mut name = String::new();
    while let Some(letter) = cursor.peek().filter(|letter| letter.is_ascii_alphanumeric()) {
        name.push(letter);
        cursor.next();
    }
    cursor.skip_whitespace();
    if name.is_empty() {
        return Err(bad("there is no name"));
    }
    if cursor.next() != Some('"') {
        return Err(bad(&format!("the value of {} is not in quotes", InputError::quote(&name))));
    }
    let mut value = String::new();
    loop {
        match cursor.next() {
            Some('"') => break,
            Some('\\') => value.extend(cursor.next()),
            Some('\n') | None => {
                return Err(bad(&format!(
                    "the quotes of {} end nowhere",
                    InputError::quote(&name)
                )));
            }
            Some(letter) => value.push(letter),
        }
    }
    cursor.skip_whitespace();
    match cursor.next() {
        Some(']') => Ok((name, value)),
        _ => Err(bad(&format!("{} has no ] after its value", InputError::quote(&name)))),
    }
}

/// Puts comments with those that are there already.
fn add_comments(other: &mut Vec<Property>, comments: Vec<Value>) {
    if comments.is_empty() {
        return;
    }
    match other.iter_mut().find(|property| property.name == COMMENT) {
        Some(property) => property.values.extend(comments),
        None => other.push(Property { name: COMMENT.to_owned(), values: comments }),
    }
}

/// A move with its place in the tree.
struct TreeMove {
    parent: Option<usize>,
    children: Vec<usize>,
    step: Step,
}

#[derive(Default)]
struct PdnReader<'a> {
    hints: Hints<'a>,
    games: ReadGames,
    open: Option<GameRecord>,
    tags: Tags,
    /// What is wrong with the game that is being read.
    fault: Option<FormatError>,
    nodes: Vec<TreeMove>,
    /// First moves.
    roots: Vec<usize>,
    /// The last move of the line that is being read.
    last: Option<usize>,
    /// Where to go on after each open variation, and where it began.
    variations: Vec<(Option<usize>, Spot)>,
    /// Comments between two games: they belong to the next one, if there is one.
    comments: Vec<Value>,
    /// Nodes of the games before.
    steps: usize,
}

impl PdnReader<'_> {
    /// The game that is being read; a new one if there is none.
    fn record(&mut self, at: Spot) -> &mut GameRecord {
        self.open.get_or_insert_with(|| {
            let mut record = GameRecord::new(GAME, at);
            add_comments(&mut record.other, std::mem::take(&mut self.comments));
            record
        })
    }

    /// Something is wrong with the game that is being read; the first such thing counts.
    fn fault(&mut self, fault: FormatError) {
        self.record(fault.at.unwrap_or(Spot::START));
        self.fault.get_or_insert(fault);
    }

    fn tag(&mut self, name: String, value: String, at: Spot) {
        if !self.nodes.is_empty() {
            self.end_game();
        }
        self.record(at);
        // It would be taken for a comment.
        if name == COMMENT {
            self.comment(&value, at);
        } else {
            self.tags.add(name, value, at);
        }
    }

    fn comment(&mut self, text: &str, at: Spot) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ").replace('}', ")");
        if text.is_empty() {
            return;
        }
        let comment = vec![Value { text, at }];
        match (self.last, &mut self.open) {
            (Some(last), _) => add_comments(&mut self.nodes[last].step.other, comment),
            (None, Some(record)) => add_comments(&mut record.other, comment),
            (None, None) => self.comments.extend(comment),
        }
    }

    fn open(&mut self, at: Spot) {
        let Some(last) = self.last else {
            self.fault(FormatError::at(at, "a variation begins before there is a move"));
            return;
        };
        self.variations.push((self.last, at));
        self.last = self.nodes[last].parent;
    }

    fn close(&mut self, at: Spot) {
        match self.variations.pop() {
            Some((last, _)) => self.last = last,
            None => self.fault(FormatError::at(at, ") closes nothing")),
        }
    }

    fn word(&mut self, word: &str, at: Spot) -> Result<(), FormatError> {
        let written = without_number(word);
        let at = Spot { column: at.column + (word.len() - written.len()) as u32, ..at };
        self.record(at);
        if Tags::is_result(written) {
            if self.variations.is_empty() {
                self.tags.ended(written, at);
                self.end_game();
            }
            return Ok(());
        }
        let text = written.trim_end_matches(['!', '?', '*', '+']);
        let is_glyph = written.starts_with('$');
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        if is_glyph || is_number {
            return Ok(());
        }
        self.push(Action::Move(text.to_owned()), at)
    }

    fn push(&mut self, action: Action, at: Spot) -> Result<(), FormatError> {
        let depth = self.last.map_or(1, |last| self.nodes[last].step.depth + 1);
        if depth > MOST_PLIES {
            self.fault(FormatError::at(at, format!("more than {MOST_PLIES} plies in one game")));
            return Ok(());
        }
        if self.steps + self.nodes.len() >= MOST_NODES {
            return Err(FormatError::at(at, format!("more than {MOST_NODES} moves in one file")));
        }
        let number = self.nodes.len();
        match self.last {
            Some(last) => self.nodes[last].children.push(number),
            None => self.roots.push(number),
        }
        let step = Step { depth, mover: None, action, at, other: Vec::new() };
        self.nodes.push(TreeMove { parent: self.last, children: Vec::new(), step });
        self.last = Some(number);
        Ok(())
    }

    /// Ends the game that is being read, and puts its moves in order.
    fn end_game(&mut self) {
        if let Some(&(_, at)) = self.variations.first() {
            self.fault(FormatError::at(at, "a variation begins with ( and is never closed"));
        }
        self.variations.clear();
        self.last = None;
        let Some(mut record) = self.open.take() else { return };
        self.steps += self.nodes.len() + 1;
        let mut waiting: Vec<usize> = std::mem::take(&mut self.roots);
        waiting.reverse();
        let mut nodes: Vec<Option<TreeMove>> =
            std::mem::take(&mut self.nodes).into_iter().map(Some).collect();
        while let Some(number) = waiting.pop() {
            let node = nodes[number].take().expect("a tree: every node is reached once");
            waiting.extend(node.children.into_iter().rev());
            record.steps.push(node.step);
        }
        let said = std::mem::take(&mut self.tags).tell(&mut record, &self.hints);
        let fault = self.fault.take().or(said.err());
        self.games.push(fault.map_or(Ok(record), Err));
    }
}

#[cfg(test)]
mod tests {
    use super::looks_like;
    use crate::record::{Action, Header};
    use crate::{Format, FormatError, GameRecord};

    fn read(text: &str) -> Result<Vec<GameRecord>, FormatError> {
        Format::Pdn.read(text)
    }

    fn moves(record: &crate::GameRecord) -> String {
        let text = |step: &crate::Step| match &step.action {
            Action::Move(text) => format!("{}:{text}", step.depth),
            other => format!("{other:?}"),
        };
        record.steps.iter().map(text).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn games_with_tags_comments_variations_and_results() {
        let text = "[Event \"A \\\"B\\\"\"]\n[Black \"Ada\"] [SetUp \"1\"]\n[FEN \"B:W32:B1\"]\n\
                    [GameType \"21,B,8,8,N1,0\"]\n[Result \"1-0\"]\n[Annotator \"me\"]\n\n\
                    {before} 1. 11-15! 23-19 $3 (1... 22-18 15x22; why\n 2. 25x18) (1... 24-20)\n\
                    2.8-11* {a  b} 22-17 1-0\n1. 9-13 *\n[White \"x\"]\n*\n{next} 12x16 1/2-1/2 {end}";
        let records = read(text).unwrap();
        assert_eq!(records.len(), 4);
        let first = &records[0];
        let main = "1:11-15 2:23-19 3:8-11 4:22-17";
        assert_eq!(moves(first), format!("{main} 2:22-18 3:15x22 4:25x18 2:24-20"));
        assert_eq!((first.main_len(), first.variations()), (4, 2));
        assert_eq!(first.header(Header::Event), Some("A \"B\""));
        assert_eq!(first.start.as_deref(), Some("1b6/8/8/8/8/8/8/6w1 b"));
        assert_eq!(first.stated.as_ref().unwrap().to_string(), "B+");
        assert_eq!(first.other[0].values[0].text, "before");
        assert_eq!(first.other[1].name, "Annotator");
        assert_eq!(first.steps[2].other[0].values[0].text, "a b");
        let at = first.steps[2].at;
        assert_eq!((at.line, at.column), (10, 3));
        assert_eq!(records[3].stated.as_ref().unwrap().to_string(), "Draw");
        let said: Vec<&str> = records[3].other[0].values.iter().map(|v| v.text.as_str()).collect();
        assert_eq!(said, ["next", "end"]);
        assert!(records[2].steps.is_empty() && records[2].header(Header::White) == Some("x"));
    }

    #[test]
    fn what_is_wrong_has_a_place() {
        for (text, wanted) in [
            ("\n 1. 11-15 {x", "line 2, column 11: a comment begins"),
            ("11-15 (11-16", "line 1, column 7: a variation begins with ( and"),
            ("(11-15)", "line 1, column 1: a variation begins before"),
            ("11-15 )", "line 1, column 7: ) closes nothing"),
            ("11-15 }", "line 1, column 7: } closes nothing"),
            (
                "[Event x]",
                "line 1, column 1: a tag is [Name \"value\"], but the value of \"Event\"",
            ),
            ("[Event \"x\n\"]", "line 1, column 1: a tag is"),
            ("[Event \"x\" y]", "line 1, column 1: a tag is"),
            ("[ \"x\"]", "line 1, column 1: a tag is"),
            ("[FEN \"B:W40:B1\"]", "line 1, column 1: position \"B:W40:B1\": \"40\" is not"),
            ("[GameType \"20\"]", "line 1, column 1: game type \"20\" is not English draughts"),
            (" ", "there is no game"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.starts_with(wanted), "{error}");
        }
    }

    #[test]
    fn pdn_is_known_by_its_first_line() {
        for line in ["[Event \"x\"]", "1. 11-15 23-19", "1.11-15", "11x18x25", "{x} 11-15", "9-13*"]
        {
            assert!(looks_like(line), "{line}");
        }
        for line in ["[[[[", "[]", "1. c8-c6", "1-99", "", "hello", "(;GM[9])", "1.", "Event: x"] {
            assert!(!looks_like(line), "{line}");
        }
    }
}
