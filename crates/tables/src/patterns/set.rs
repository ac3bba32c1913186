//! A set of patterns as a text file that people can read and write.
//!
//! ```text
//!   andor patterns 1                        the format, always the first line
//!   # anything                              a remark; empty lines separate patterns
//!
//!   second order 1 boards 4-8               who is to move where it holds, its order,
//!   | ? x                                   and the rows of the boards it holds on;
//!   ? o ?                                   then the matrix, the goal row first:
//!   o ? ?                                   o occupied  . free  | passive  x crossable  ? don't care
//! ```
//!
//! `first` is a pattern of the side to move, `second` of the side that is not. A pattern stands for
//! its mirror image, too.

use super::cell::Cell;
use super::orders::MatchRule;
use super::pattern::{BOARD_ROWS, Boards, MOST_COLUMNS, MOST_ROWS, Pattern, Turn};
use andor_core::InputError;
use std::fmt;

/// The first line of every file.
const TITLE: &str = "andor patterns 1";

/// The most patterns that a file may have.
const MOST_PATTERNS: usize = 1_000_000;

/// Patterns with the name that reports call them by.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PatternSet {
    /// A file name, or `builtin:2`.
    pub name: String,
    /// Remarks at the beginning of its file, without the `#`.
    pub remarks: Vec<String>,
    /// The patterns.
    pub patterns: Vec<Pattern>,
    /// When they decide a position.
    pub rule: MatchRule,
}

impl PatternSet {
    /// Reads a set from its text.
    ///
    /// # Errors
    /// One line that names the line and quotes it.
    pub fn parse(name: &str, text: &str) -> Result<PatternSet, InputError> {
        let mut set = PatternSet { name: name.to_owned(), ..PatternSet::default() };
        let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
        match lines.next() {
            Some((_, TITLE)) => {}
            first => {
                let first = InputError::quote(first.map_or("", |(_, line)| line));
                let why =
                    format!("line 1: {first} is not \"{TITLE}\", so this is no set of patterns");
                return Err(InputError::new(why));
            }
        }
        let mut open: Option<(usize, Head, Vec<Vec<Cell>>)> = None;
        for (at, line) in lines.chain([(0, "")]) {
            if line.starts_with('#') {
                let remark = line.trim_start_matches('#').trim();
                if set.patterns.is_empty() && open.is_none() {
                    set.remarks.push(remark.to_owned());
                }
            } else if line.is_empty() {
                if let Some((head_at, head, rows)) = open.take() {
                    set.patterns.push(close(head_at, head, &rows)?);
                }
            } else if let Some((_, _, rows)) = &mut open {
                rows.push(row(at, line)?);
            } else {
                if set.patterns.len() == MOST_PATTERNS {
                    let why = format!("line {at}: more than {MOST_PATTERNS} patterns");
                    return Err(InputError::new(why));
                }
                open = Some((at, head(at, line)?, Vec::new()));
            }
        }
        Ok(set)
    }

    /// The patterns of at most this order.
    #[must_use]
    pub fn up_to_order(&self, order: u32) -> PatternSet {
        let patterns = self.patterns.iter().filter(|pattern| pattern.order <= order);
        PatternSet { patterns: patterns.cloned().collect(), ..self.clone() }
    }

    /// The highest order of its patterns.
    #[must_use]
    pub fn order(&self) -> u32 {
        self.patterns.iter().map(|pattern| pattern.order).max().unwrap_or(0)
    }
}

/// Who is to move, the order, the boards.
type Head = (Turn, u32, Boards);

fn wrong(at: usize, what: &str, line: &str, why: &str) -> InputError {
    InputError::new(format!("line {at}: {what} {} {why}", InputError::quote(line)))
}

fn head(at: usize, line: &str) -> Result<Head, InputError> {
    let refuse = |why: &str| wrong(at, "pattern", line, why);
    let words: Vec<&str> = line.split_whitespace().collect();
    let [turn, "order", order, "boards", boards] = words[..] else {
        return Err(refuse("does not read like \"first order 1 boards 4-8\""));
    };
    let turn = Turn::BOTH.into_iter().find(|known| known.word() == turn);
    let turn = turn.ok_or_else(|| refuse("is neither \"first\" nor \"second\""))?;
    let order = order.parse().ok().filter(|order| *order <= 7);
    let order = order.ok_or_else(|| refuse("has no order from 0 to 7"))?;
    let boards = parse_boards(boards).ok_or_else(|| refuse("has no boards such as 4-8 or 5,7"))?;
    Ok((turn, order, boards))
}

/// The boards that a text such as `4-6,8` means.
pub fn parse_boards(text: &str) -> Option<Boards> {
    let rows = |text: &str| text.parse().ok().filter(|rows| BOARD_ROWS.contains(rows));
    let mut boards = Boards::default();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (usize, usize) = (rows(first)?, rows(last)?);
        if first > last {
            return None;
        }
        boards = (first..=last).fold(boards, Boards::with);
    }
    Some(boards)
}

fn row(at: usize, line: &str) -> Result<Vec<Cell>, InputError> {
    let letters = line.chars().filter(|letter| !letter.is_whitespace());
    let cells: Option<Vec<Cell>> = letters.map(Cell::from_letter).collect();
    cells.ok_or_else(|| wrong(at, "row", line, "has other cells than o . | x ?"))
}

fn close(at: usize, head: Head, rows: &[Vec<Cell>]) -> Result<Pattern, InputError> {
    let (turn, order, boards) = head;
    let refuse = |why: String| Err(InputError::new(format!("line {at}: the pattern {why}")));
    let Some(first) = rows.first() else { return refuse("has no rows".to_owned()) };
    if rows.iter().any(|row| row.len() != first.len()) {
        return refuse("has rows of different lengths".to_owned());
    }
    if first.contains(&Cell::Occupied) {
        return refuse("has a man on the goal row, where the game is over".to_owned());
    }
    if rows.len() > MOST_ROWS || first.len() > MOST_COLUMNS {
        let (columns, rows) = (first.len(), rows.len());
        let most = format!("{MOST_COLUMNS}x{MOST_ROWS}");
        return refuse(format!("is {columns}x{rows}, larger than {most}"));
    }
    let Some(pattern) = Pattern::new(turn, order, boards, rows) else {
        return refuse("has no cells".to_owned());
    };
    if let Some(board) = boards.iter().find(|&board| board <= pattern.rows()) {
        let rows = pattern.rows();
        return refuse(format!("of {rows} rows leaves none below it on boards of {board} rows"));
    }
    if let Some(board) = boards.iter().find(|&board| order as usize + 1 >= board) {
        return refuse(format!("of order {order} is too slow for boards of {board} rows"));
    }
    Ok(pattern)
}

impl fmt::Display for PatternSet {
    /// The text of its file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{TITLE}")?;
        for remark in &self.remarks {
            writeln!(f, "{}", format!("# {remark}").trim_end())?;
        }
        for pattern in &self.patterns {
            let Pattern { turn, order, boards, .. } = pattern;
            writeln!(f, "\n{} order {order} boards {boards}", turn.word())?;
            write!(f, "{pattern}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::PatternSet;

    const TEXT: &str = "andor patterns 1\n# two of them\n\nfirst order 0 boards 4-8\nx ?\n? o\n\n\
                        second order 1 boards 4,6-8\n| ? x\n? o ?\no ? ?\n";

    #[test]
    fn a_set_is_read_and_written() {
        let set = PatternSet::parse("name", TEXT).unwrap();
        assert_eq!((set.patterns.len(), set.order()), (2, 1));
        assert_eq!(set.to_string(), TEXT);
        assert_eq!(set.up_to_order(0).patterns, set.patterns[..1]);
    }

    #[test]
    fn rows_and_columns_that_say_nothing_are_left_out() {
        let wide = "andor patterns 1\n\nfirst order 0 boards 4-8\n? x ? ?\n? ? o ?\n? ? ? ?\n";
        let set = PatternSet::parse("name", wide).unwrap();
        assert_eq!(set.patterns[0].to_string(), "x ?\n? o\n");
    }

    #[test]
    fn what_cannot_be_read_is_quoted_with_its_line() {
        for (text, words) in [
            ("", "line 1: \"\" is not"),
            ("patterns", "line 1: \"patterns\" is not"),
            ("andor patterns 1\nthird order 1 boards 4", "line 2: pattern \"third order"),
            ("andor patterns 1\nfirst order x boards 4", "has no order"),
            ("andor patterns 1\nfirst order 1 boards 3-8", "has no boards"),
            ("andor patterns 1\nfirst order 1 boards 8-4", "has no boards"),
            ("andor patterns 1\n\nfirst 1\n", "line 3: pattern \"first 1\""),
            ("andor patterns 1\nfirst order 1 boards 4\n\n", "line 2: the pattern has no rows"),
            ("andor patterns 1\nfirst order 1 boards 4\nx y\n", "line 3: row \"x y\""),
            ("andor patterns 1\nfirst order 1 boards 4\nx ?\no\n", "different lengths"),
            ("andor patterns 1\nfirst order 1 boards 4\nx o\n? ?\n", "on the goal row"),
            ("andor patterns 1\nfirst order 1 boards 4\n.\n.\n.\no\n", "none below"),
            ("andor patterns 1\nfirst order 3 boards 4\nx?\n?o\n", "too slow"),
            ("andor patterns 1\nfirst order 1 boards 8\nx????????\n", "9x1, larger than"),
        ] {
            let error = PatternSet::parse("name", text).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
            assert!(!error.contains('\n'));
        }
    }
}
