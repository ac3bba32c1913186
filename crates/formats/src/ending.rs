//! How a game ends, its history included.
//!
//! Rules look at the board; a game that is played has a history, too. Under superko who has no move
//! left that leads to something new has lost. Where a repetition is a draw, the game is over when a
//! position with the same player to move occurs for the third time (rule 9 of Lines of Action: Winands'
//! thesis, 2.2; the same is taken for other games). In checkers such a draw must be claimed: andor claims
//! it when it plays, but people may go on, and records of their games do.

use andor_core::{Outcome, Played, Player, Repetition, Rules};

/// At which occurrence of a position a game is drawn.
const OCCURRENCES: u32 = 3;

/// Whether a third occurrence ends a recorded game of this name only if the record says that it was drawn.
pub(crate) fn repetition_is_claimed(spec: &str) -> bool {
    spec.split([':', ',']).next() == Some("checkers")
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The rules say so, looking at the board; or superko leaves no move.
    Board(Outcome),
    /// A position came for the third time: a draw.
    Repetition,
    /// This player gave up.
    Resignation(Player),
    /// This player lost for another reason than the board.
    Forfeit(Player),
    /// The game was open on the board, and the record states a result: time, agreement and the
    /// like.
    Stated(Outcome),
    /// The record ends, and nothing says how the game did.
    Unfinished,
}

impl Ending {
    /// The result.
    #[must_use]
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Ending::Board(outcome) | Ending::Stated(outcome) => Some(outcome),
            Ending::Repetition => Some(Outcome::Draw),
            Ending::Resignation(loser) | Ending::Forfeit(loser) => {
                Some(Outcome::Win(loser.other()))
            }
            Ending::Unfinished => None,
        }
    }

    /// How a game has ended, if it has.
    pub fn of<R: Rules>(rules: &R, played: &Played) -> Option<Ending> {
        let drawn = rules.repetition() == Repetition::Draw && played.times() >= OCCURRENCES;
        let board = played.outcome(rules).map(Ending::Board);
        board.or(drawn.then_some(Ending::Repetition))
    }
}
