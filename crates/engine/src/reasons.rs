//! Why a move of a certificate is played, in what a player asks for: what it threatens, how many replies
//! fail at once, what the opponent is after, and where the longest defence goes.
//!
//! All of it is read from the certificate, or found by playing two plies with the reference rules: what
//! "wins at once" is said of was played and seen to win.

use crate::error::EngineError;
use crate::explain::{Here, Walk};
use andor_core::{Outcome, Player, Rules};
use serde::Serialize;

/// The most plies of the longest defence that are told.
const LONGEST: usize = 200;

/// A move that wins at once if the other side does not see to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Threat {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The moves of the other side after which it does not win at once.
    pub stopped_by: Vec<String>,
    /// How many moves the other side has.
    pub of: usize,
}

/// What there is to say about a position of a certificate.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Reasons {
    /// What the holder's move threatens, or, where the opponent is to move, what threatens already.
    pub threat: Option<Threat>,
    /// How many of the opponent's replies lose at once.
    pub fail_at_once: usize,
    /// What the opponent is after, where the holder is to move.
    pub opponent_is_after: Option<Threat>,
    /// The line in which the opponent holds out longest; for a draw, some line.
    pub longest: Vec<String>,
}

impl Walk<'_> {
    /// Why the certificate goes on from here as it does.
    pub(crate) fn reasons(&self, here: &Here) -> Result<Reasons, EngineError> {
        let mut reasons = Reasons { longest: self.longest(here)?, ..Reasons::default() };
        let holder = self.claim.holder();
        let mut opponents = Some(here.clone());
        if self.rules.side_to_move(&here.position) == holder {
            reasons.opponent_is_after = self.threat(here, holder.other());
            let held = self.held(here)?;
            opponents = held.map(|held| self.after(here, held.mv));
        }
        let open = opponents.filter(|next| self.rules.outcome(&next.position).is_none());
        if let Some(next) = open {
            reasons.threat = self.threat(&next, holder);
            reasons.fail_at_once = self.losing(&next, holder);
        }
        Ok(reasons)
    }

    /// The moves of `winner` that win at once, after a move of the other side.
    fn wins_at_once(&self, here: &Here, winner: Player) -> Vec<String> {
        let rules = self.rules;
        if rules.outcome(&here.position).is_some() {
            return Vec::new();
        }
        let wins =
            |mv: &_| rules.outcome(&rules.after(&here.position, *mv)) == Some(Outcome::Win(winner));
        let moves = self.moves(here).into_iter().filter(wins);
        moves.map(|mv| rules.move_text(&here.position, mv)).collect()
    }

    /// What wins at once after at least half of the moves of the side to move, which is not `winner`.
    fn threat(&self, here: &Here, winner: Player) -> Option<Threat> {
        let after_each: Vec<(String, Vec<String>)> = self
            .moves(here)
            .into_iter()
            .map(|mv| {
                let text = self.rules.move_text(&here.position, mv);
                (text, self.wins_at_once(&self.after(here, mv), winner))
            })
            .collect();
        let of = after_each.len();
        let beats = |mv: &String| after_each.iter().filter(|(_, wins)| wins.contains(mv)).count();
        let all = after_each.iter().flat_map(|(_, wins)| wins);
        // Of those that win as often, the first by name.
        let best = all.max_by_key(|mv| (beats(mv), std::cmp::Reverse((*mv).clone())))?.clone();
        let stopped = after_each.iter().filter(|(_, wins)| !wins.contains(&best));
        let stopped_by: Vec<String> = stopped.map(|(mv, _)| mv.clone()).collect();
        (of > 1 && 2 * stopped_by.len() <= of).then_some(Threat { mv: best, stopped_by, of })
    }

    /// How many moves lose at once to `winner`: they end the game, or are answered by what does.
    fn losing(&self, here: &Here, winner: Player) -> usize {
        let loses = |mv: &_| {
            let next = self.after(here, *mv);
            self.rules.outcome(&next.position) == Some(Outcome::Win(winner))
                || !self.wins_at_once(&next, winner).is_empty()
        };
        self.moves(here).iter().filter(|mv| loses(mv)).count()
    }

    /// The line in which the opponent holds out longest.
    fn longest(&self, here: &Here) -> Result<Vec<String>, EngineError> {
        let mut line = Vec::new();
        self.follow(here.clone(), LONGEST, |mv| line.push(mv))?;
        Ok(line)
    }
}
