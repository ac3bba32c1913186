//! Where a command reads and writes: the process's own streams, or a test's buffers.

use crate::picture::{self, Style};
use crate::wording;
use std::io::{self, BufRead, IsTerminal, Write};

/// How wide the terminal is, or 100 columns where there is none. Results on a pipe are as wide.
pub(crate) fn columns() -> usize {
    let sizes = [terminal_size::terminal_size_of(io::stderr()), terminal_size::terminal_size()];
    width_of(sizes.into_iter().flatten().next()).unwrap_or(100)
}

/// The columns of a terminal that says how many it has.
fn width_of(size: Option<(terminal_size::Width, terminal_size::Height)>) -> Option<usize> {
    size.map(|(width, _)| usize::from(width.0)).filter(|&width| width > 0)
}

/// A text as it is, or folded for a screen.
fn hanging(text: &str, columns: Option<usize>) -> String {
    columns.map_or_else(|| text.to_owned(), |columns| wording::hanging(text, columns))
}

/// The three streams, and whether somebody watches the third.
pub struct Terminal<'a> {
    input: Box<dyn BufRead + 'a>,
    out: Box<dyn Write + Send + 'a>,
    err: Box<dyn Write + 'a>,
    watched: bool,
    /// Whether a person types the input.
    typed: bool,
    /// How boards are drawn.
    style: Style,
    /// How wide the results may be, if a person reads them.
    columns: Option<usize>,
    /// How wide the notes may be, if a person reads them.
    note_columns: Option<usize>,
}

impl<'a> Terminal<'a> {
    /// The streams of this process.
    #[must_use]
    pub fn of_process() -> Terminal<'static> {
        Terminal {
            input: Box::new(io::stdin().lock()),
            out: Box::new(io::stdout()),
            err: Box::new(io::stderr()),
            watched: io::stderr().is_terminal(),
            typed: io::stdin().is_terminal(),
            style: Style::of_process(),
            columns: width_of(terminal_size::terminal_size_of(io::stdout())),
            note_columns: width_of(terminal_size::terminal_size_of(io::stderr())),
        }
    }

    /// Streams of somebody else.
    pub fn new(
        input: impl BufRead + 'a,
        out: impl Write + Send + 'a,
        err: impl Write + 'a,
    ) -> Terminal<'a> {
        let (input, out, err) = (Box::new(input), Box::new(out), Box::new(err));
        let (watched, typed, style) = (false, false, Style::Plain);
        let (columns, note_columns) = (None, None);
        Terminal { input, out, err, watched, typed, style, columns, note_columns }
    }

    /// The same, but a person types the input.
    #[must_use]
    pub fn typed(self) -> Terminal<'a> {
        Terminal { typed: true, ..self }
    }

    /// The same, but a person reads results and notes on a screen of so many columns.
    #[must_use]
    pub fn wide(self, columns: usize) -> Terminal<'a> {
        Terminal { columns: Some(columns), note_columns: Some(columns), ..self }
    }

    /// A text of results behind its label. On a screen it is folded between its words; what is to be copied, such as
    /// positions and commands, is printed whole.
    pub(crate) fn say(&mut self, label: &str, text: &str) {
        let indent = label.chars().count();
        self.print(&match self.columns {
            Some(columns) => format!("{label}{}", wording::indented(text, indent, columns)),
            None => format!("{label}{text}"),
        });
    }

    /// A sentence of results, folded in the same way.
    pub(crate) fn tell(&mut self, text: &str) {
        let text = hanging(text, self.columns);
        self.print(&text);
    }

    /// How wide the results may be, if a person reads them.
    pub(crate) fn columns(&self) -> Option<usize> {
        self.columns
    }

    /// A line of results. A reader that has gone away is no error.
    pub(crate) fn print(&mut self, line: &str) {
        let _ = writeln!(self.out, "{line}");
        let _ = self.out.flush();
    }

    /// A sentence of notes, folded as those of results are.
    pub(crate) fn remark(&mut self, text: &str) {
        let text = hanging(text, self.note_columns);
        self.note(&text);
    }

    /// A line of notes, whole.
    pub(crate) fn note(&mut self, line: &str) {
        let _ = writeln!(self.err, "{line}");
    }

    /// Many words as notes: in one line, or in lines that a person can read.
    pub(crate) fn note_words(&mut self, words: &[String]) {
        let text = if self.watched { wording::folded(words) } else { words.join(" ") };
        self.note(&text);
    }

    /// Something without a line end: a prompt.
    pub(crate) fn prompt(&mut self, text: &str) {
        let _ = write!(self.err, "{text}");
        let _ = self.err.flush();
    }

    /// The input, for a command that reads all of it.
    pub(crate) fn input(&mut self) -> &mut dyn BufRead {
        &mut *self.input
    }

    /// Input and output apart, for a command that answers while it reads.
    pub(crate) fn streams(&mut self) -> (&mut dyn BufRead, &mut (dyn Write + Send)) {
        (&mut *self.input, &mut *self.out)
    }

    /// The next line of input, or `None` at its end.
    pub(crate) fn read_line(&mut self) -> Option<String> {
        let mut bytes = Vec::new();
        match self.input.read_until(b'\n', &mut bytes) {
            Ok(read) if read > 0 => Some(String::from_utf8_lossy(&bytes).trim().to_owned()),
            _ => None,
        }
    }

    /// Whether a person types the input.
    pub(crate) fn is_typed(&self) -> bool {
        self.typed
    }

    /// A board as results: as the game draws it, or in colour for whoever sits at a terminal; then the squares on
    /// which it differs from the picture `before` are marked, and it may be turned round.
    pub(crate) fn print_board(&mut self, picture: &str, before: Option<&str>, flipped: bool) {
        let board = picture::drawn(self.style, picture, before, flipped);
        self.print(&board);
    }

    /// How boards are drawn here.
    pub(crate) fn style(&self) -> Style {
        self.style
    }

    /// Whether a person watches stderr live.
    pub(crate) fn is_watched(&self) -> bool {
        self.watched
    }
}
