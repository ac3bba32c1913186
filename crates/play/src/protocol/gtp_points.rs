//! Moves of several points for GTP, whose moves have one.
//!
//! A move such as `c8-c6` is played point by point: first where a man stands, then where it goes (a
//! draughtsman that jumps names every point). There are two ways to say whose turn it is meanwhile:
//!
//! ```text
//!   half        play b C8   play b C6                 the side to move stays (a GoGui board)
//!   half-pass   play b C8   play w pass   play b C6   turns alternate (gogui-twogtp)
//! ```

use andor_core::{Named, Player};

/// How the moves of a game are said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GtpMoves {
    /// Whole, as the game writes them without separators.
    Atomic,
    /// Point by point.
    Half,
    /// Point by point, with a pass of the opponent between.
    HalfPass,
}

impl Named for GtpMoves {
    const ALL: &'static [GtpMoves] = &[GtpMoves::Atomic, GtpMoves::Half, GtpMoves::HalfPass];

    fn name(self) -> &'static str {
        match self {
            GtpMoves::Atomic => "atomic",
            GtpMoves::Half => "half",
            GtpMoves::HalfPass => "half-pass",
        }
    }

    fn meaning(self) -> &'static str {
        match self {
            GtpMoves::Atomic => "Whole: play b c8c6",
            GtpMoves::Half => "Point by point, the side to move stays: the board of GoGui",
            GtpMoves::HalfPass => "Point by point, the opponent passes between: gogui-twogtp",
        }
    }
}

/// The points of a move; a pass is one.
fn points(text: &str) -> Vec<&str> {
    text.split(['-', 'x']).collect()
}

/// A move that is being said.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Pending {
    /// The points so far.
    said: Vec<String>,
    /// Whether the opponent has to pass next.
    awaits_pass: bool,
    /// The move that the player means to say.
    meant: Option<String>,
}

/// What a point has led to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Said {
    /// There is more to say.
    Part,
    /// This move, which is legal, has been said.
    Whole(String),
}

impl Pending {
    /// Whose turn it is, for somebody who looks from outside, where `side` is to move.
    pub(super) fn turn(&self, side: Player) -> Player {
        if self.awaits_pass { side.other() } else { side }
    }

    /// The points that may be said next, given all legal moves.
    pub(super) fn next_points(&self, legal: &[String]) -> Vec<String> {
        if self.awaits_pass {
            return vec!["pass".to_owned()];
        }
        let mut found: Vec<String> = Vec::new();
        for text in legal {
            let points = points(text);
            if self.is_begun_by(&points)
                && let Some(next) = points.get(self.said.len())
                && !found.iter().any(|known| known == next)
            {
                found.push((*next).to_owned());
            }
        }
        found
    }

    fn is_begun_by(&self, points: &[&str]) -> bool {
        points.len() >= self.said.len() && self.said.iter().zip(points).all(|(a, b)| a == b)
    }

    /// Says a point; `None` if it cannot be, and nothing has changed then.
    pub(super) fn say(&mut self, point: &str, legal: &[String], way: GtpMoves) -> Option<Said> {
        if !self.next_points(legal).iter().any(|next| next == point) {
            return None;
        }
        if self.awaits_pass {
            self.awaits_pass = false;
            return Some(Said::Part);
        }
        self.said.push(point.to_owned());
        let whole = legal.iter().find(|text| points(text) == self.said);
        match whole {
            Some(text) => {
                *self = Pending::default();
                Some(Said::Whole(text.clone()))
            }
            None => {
                self.awaits_pass = way == GtpMoves::HalfPass;
                Some(Said::Part)
            }
        }
    }

    /// Takes the last point, or the pass after it, back; `false` if nothing has been said.
    pub(super) fn take_back(&mut self, way: GtpMoves) -> bool {
        self.meant = None;
        if self.said.is_empty() {
            return false;
        }
        if self.awaits_pass || way == GtpMoves::Half {
            self.said.pop();
            self.awaits_pass = false;
        } else {
            self.awaits_pass = true;
        }
        true
    }

    /// A whole move was taken back: all of it but the last point is said again.
    pub(super) fn reopen(&mut self, text: &str) {
        let mut said: Vec<String> = points(text).into_iter().map(str::to_owned).collect();
        said.pop();
        *self = Pending { said, awaits_pass: false, meant: None };
    }

    /// Whether nothing has been said.
    pub(super) fn is_empty(&self) -> bool {
        self.said.is_empty()
    }

    /// Whether the opponent has to pass.
    pub(super) fn awaits_pass(&self) -> bool {
        self.awaits_pass
    }

    /// The player means this move.
    pub(super) fn mean(&mut self, text: &str) {
        self.meant = Some(text.to_owned());
    }

    /// The next point of the move that the player means; `None` if what was said is none of it.
    pub(super) fn meant_point(&self) -> Option<String> {
        let points = points(self.meant.as_deref()?);
        self.is_begun_by(&points)
            .then(|| points.get(self.said.len()).map(|&point| point.to_owned()))?
    }
}

#[cfg(test)]
mod tests {
    use super::{GtpMoves, Pending, Said};
    use andor_core::Player;

    fn legal() -> Vec<String> {
        ["c8-c6", "c8xa6", "b8-b6", "e3xg5xe7"].map(str::to_owned).to_vec()
    }

    #[test]
    fn a_move_is_said_point_by_point() {
        let mut pending = Pending::default();
        assert_eq!(pending.next_points(&legal()), ["c8", "b8", "e3"]);
        assert_eq!(pending.say("c6", &legal(), GtpMoves::Half), None);
        assert_eq!(pending.say("c8", &legal(), GtpMoves::Half), Some(Said::Part));
        assert_eq!(pending.say("c8", &legal(), GtpMoves::Half), None, "said already");
        assert_eq!(pending.next_points(&legal()), ["c6", "a6"]);
        assert_eq!(pending.turn(Player::Black), Player::Black);
        let whole = Some(Said::Whole("c8xa6".to_owned()));
        assert_eq!(pending.say("a6", &legal(), GtpMoves::Half), whole);
        assert_eq!(pending, Pending::default());
        pending.reopen("c8xa6");
        assert_eq!(pending.next_points(&legal()), ["c6", "a6"]);
        assert!(pending.take_back(GtpMoves::Half));
        assert!(!pending.take_back(GtpMoves::Half));
    }

    #[test]
    fn the_opponent_passes_between() {
        let (mut pending, way) = (Pending::default(), GtpMoves::HalfPass);
        for (point, turn) in [
            ("e3", Player::White),
            ("pass", Player::Black),
            ("g5", Player::White),
            ("pass", Player::Black),
        ] {
            assert_eq!(pending.say(point, &legal(), way), Some(Said::Part));
            assert_eq!(pending.turn(Player::Black), turn, "{point}");
        }
        let mut back = pending.clone();
        for _ in 0..4 {
            assert!(back.take_back(way));
        }
        assert_eq!(back, Pending::default());
        let whole = Some(Said::Whole("e3xg5xe7".to_owned()));
        assert_eq!(pending.say("e7", &legal(), way), whole);
    }
}
