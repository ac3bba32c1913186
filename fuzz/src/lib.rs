//! What the fuzz targets share: games by number, bytes as choices, andor as a function.

use andor_cli::{Catalogue, Exit, Terminal, run};

/// Small and large boards, every option, games with and without draws, passes and repetition.
pub const GAMES: [&str; 28] = [
    "tic-tac-toe",
    "breakthrough:2x4",
    "breakthrough:3x5",
    "breakthrough:5x5",
    "breakthrough:8x4",
    "breakthrough:8x8",
    "breakthrough:2x8",
    "connect-four",
    "connect-four:4x4,line=3",
    "connect-four:10x10,line=6",
    "connect-four:1x1",
    "go:2x2,ko=simple",
    "go:4x3,ko=positional,suicide=yes",
    "go:5x5",
    "go:7x7,ko=simple,suicide=yes,komi=0.5",
    "go:9x9,goal=3",
    "graph",
    "loa:3x3",
    "loa:4x4,simultaneous=mover",
    "loa:5x5,no-move=loss",
    "loa:6x6,simultaneous=mover,no-move=loss",
    "loa:7x7",
    "loa:8x8",
    "loa:11x11",
    "one-eye:4x4",
    "one-eye:7x7,ko=simple",
    "surakarta",
    "checkers",
];

/// Bytes taken one after the other.
pub struct Choices<'a>(pub &'a [u8]);

impl Choices<'_> {
    /// The next byte, or `None` at the end.
    pub fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(byte)
    }

    /// A number below `bound`, which is not 0, from the next byte (or two, where one is too few).
    pub fn below(&mut self, bound: usize) -> Option<usize> {
        let mut number = usize::from(self.byte()?);
        if bound > 256 {
            number = number << 8 | usize::from(self.byte()?);
        }
        Some(number % bound)
    }

    /// The game that the next byte chooses.
    pub fn game(&mut self) -> Option<&'static str> {
        Some(GAMES[self.below(GAMES.len())?])
    }
}

/// What came out of a command.
#[derive(Debug)]
pub struct Ended {
    /// How it ended.
    pub exit: Exit,
    /// Its stdout.
    pub out: String,
    /// Its stderr.
    pub err: String,
}

/// Runs `andor` with these words on this input.
pub fn andor(words: &[&str], input: &[u8]) -> Ended {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let words = ["andor"].iter().chain(words);
    let exit = run(&Catalogue::standard(), words, &mut Terminal::new(input, &mut out, &mut err));
    let text = |bytes| String::from_utf8(bytes).expect("andor writes UTF-8");
    Ended { exit, out: text(out), err: text(err) }
}

/// A refusal is one line, not too long, without control characters.
pub fn check_refusal(line: &str) {
    assert!(line.len() < 4_000, "{} bytes: {line}", line.len());
    assert!(!line.chars().any(char::is_control), "{line:?}");
}

/// Whether a text names a game that would read a file of this machine.
pub fn names_a_file(text: &str) -> bool {
    text.contains("graph")
}
