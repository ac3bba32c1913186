//! What a solver is asked, what it answers, and what a certificate claims.
//!
//! Every question is binary: "does this player win from here?", where a draw counts as "no".
//! The whole value of a position takes at most two of them ("does the side to move win?", "does
//! the other side win?"), and "at least a draw" is the second one answered with "no". A stored
//! result belongs to one question and may never be read for another.

use crate::Player;
use std::fmt;

/// "Does `player` win?", the player being the *prover* in the papers' words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Question {
    /// The prover.
    pub player: Player,
}

impl Question {
    /// "Does `player` win?"
    #[must_use]
    pub fn wins(player: Player) -> Question {
        Question { player }
    }
}

/// A solver's answer to a [`Question`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// The prover wins.
    Proved,
    /// The prover does not win: the opponent wins or draws.
    Disproved,
    /// A limit was reached first.
    Unknown,
}

/// What a certificate shows to be true.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Claim {
    /// This player wins against every defence.
    Wins(Player),
    /// This player never loses, whatever the other one does.
    NotLoses(Player),
}

impl Claim {
    /// The player who carries the claim out: the one whose moves a certificate gives.
    #[must_use]
    pub fn holder(self) -> Player {
        match self {
            Claim::Wins(player) | Claim::NotLoses(player) => player,
        }
    }

    /// Whether a game that ended like this is what the claim promised.
    #[must_use]
    pub fn is_met_by(self, outcome: crate::Outcome) -> bool {
        match self {
            Claim::Wins(player) => outcome.winner() == Some(player),
            Claim::NotLoses(player) => outcome.winner() != Some(player.other()),
        }
    }

    /// Reads the text written by `Display` back.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Claim> {
        let (letter, what) = text.split_once(' ')?;
        let player = Player::from_letter(letter)?;
        match what {
            "wins" => Some(Claim::Wins(player)),
            "does not lose" => Some(Claim::NotLoses(player)),
            _ => None,
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Wins(player) => write!(f, "{} wins", player.letter()),
            Claim::NotLoses(player) => write!(f, "{} does not lose", player.letter()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Claim;
    use crate::{Outcome, Player};

    #[test]
    fn claims_round_trip_and_know_when_they_are_met() {
        for claim in [Claim::Wins(Player::White), Claim::NotLoses(Player::Black)] {
            assert_eq!(Claim::from_text(&claim.to_string()), Some(claim));
        }
        assert_eq!(Claim::from_text("x wins"), None);
        assert!(Claim::NotLoses(Player::Black).is_met_by(Outcome::Draw));
        assert!(!Claim::Wins(Player::Black).is_met_by(Outcome::Draw));
        assert!(!Claim::NotLoses(Player::Black).is_met_by(Outcome::Win(Player::White)));
    }
}
