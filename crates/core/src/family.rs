//! What is said of a game by its name: for people, and for programs that play it.

/// How finished games of a family are saved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordFormat {
    /// Headers and a list of moves.
    Moves,
    /// SGF, where the game has a number there.
    Sgf,
}

/// A game that comes in several sizes or with options.
///
/// Most of it is for people. What a game has nothing to say about, [`PLAIN`](Family::PLAIN) says:
///
/// ```
/// use andor_core::Family;
///
/// const FAMILY: Family = Family {
///     name: "nim",
///     about: "who takes the last match wins",
///     boards: "MATCHES, default 21",
///     moves: "3",
///     position: "21 b",
///     ..Family::PLAIN
/// };
/// assert_eq!((FAMILY.first, FAMILY.options), ("Black", ""));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Family {
    /// The name, as spec strings begin.
    pub name: &'static str,
    /// The game in one sentence.
    pub about: &'static str,
    /// The boards there are, and the default.
    pub boards: &'static str,
    /// The options there are, and their defaults; empty if there are none.
    pub options: &'static str,
    /// Who moves first.
    pub first: &'static str,
    /// Moves as they are written.
    pub moves: &'static str,
    /// A position text of the default board.
    pub position: &'static str,
    /// Whether the reference rules share no code with the rules that solvers use.
    pub reference_is_independent: bool,
    /// Whether its board is the name of a file.
    pub board_is_a_file: bool,
    /// How finished games are saved.
    pub record: RecordFormat,
    /// Whether squares of the board may be walls, which are its option `walls` and `#` in position texts.
    pub has_walls: bool,
    /// Whether a move is a point or a pass, as in Go: GTP then has names for it, and a komi.
    pub moves_are_points: bool,
    /// Openings on the default board, for matches: one a line, moves from the initial position,
    /// separated by spaces; what follows a `#` is for people. Empty if there are none.
    pub openings: &'static str,
    /// The points of the player's evaluation that were measured to be odds of e (2.7) to 1
    /// (`docs/results/player.md`); none where nobody has measured them.
    pub odds_points: Option<u32>,
    /// What whoever plays against the player should know of it. Empty if there is nothing special.
    pub player_note: &'static str,
    /// How the board is won, if there is one way only: `connection`. Empty otherwise.
    pub won_by: &'static str,
    /// How the board is drawn, if there is one way only. Empty otherwise.
    pub drawn_by: &'static str,
    /// Whether this game is meant where none is named.
    pub is_usual: bool,
}

impl Family {
    /// A game that nothing special is said of.
    pub const PLAIN: Family = Family {
        name: "",
        about: "",
        boards: "",
        options: "",
        first: "Black",
        moves: "",
        position: "",
        reference_is_independent: false,
        board_is_a_file: false,
        record: RecordFormat::Moves,
        has_walls: false,
        moves_are_points: false,
        openings: "",
        odds_points: None,
        player_note: "",
        won_by: "",
        drawn_by: "",
        is_usual: false,
    };
}
