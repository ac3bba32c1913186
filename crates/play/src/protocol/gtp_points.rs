//! Moves of several points for GTP, whose moves have one.
//!
//! A move such as `c8-c6` is played point by point: first where a man stands, then where it goes (a
//! draughtsman that jumps names every point). There are two ways to say whose turn it is meanwhile:
//!
//! ```text
//!   half        play b C8   play b C6                 the side to move stays (a GoGui board)
//!   half-pass   play b C8   play w pass   play b C6   turns alternate (gogui-twogtp)
//! ```
//!
//! A move that names a file, as in Connect Four, is said by the point where the man comes to lie.

use super::gtp_rules::men;
use super::gtp_turns::PASS;
use andor_core::board::square_name;
use andor_core::{Named, Player};
use andor_engine::{AnyGame, Line};

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

/// A legal move, as the game writes it and point by point; a pass is one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PointMove {
    text: String,
    points: Vec<String>,
}

impl PointMove {
    /// As the game writes it.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Point by point.
    pub(super) fn points(&self) -> &[String] {
        &self.points
    }

    fn new(text: &str) -> PointMove {
        let points = text.split(['-', 'x']).map(str::to_owned).collect();
        PointMove { text: text.to_owned(), points }
    }
}

/// The legal moves of a line.
pub(super) fn point_moves(game: &dyn AnyGame, line: &Line) -> Vec<PointMove> {
    let read = |text: &String| match text.len() {
        1 => PointMove { text: text.clone(), points: vec![filled(game, line, text)] },
        _ => PointMove::new(text),
    };
    game.legal_moves(line).iter().map(read).collect()
}

/// The point that a move fills; what the game writes if it fills none.
fn filled(game: &dyn AnyGame, line: &Line, text: &str) -> String {
    let mut next = line.clone();
    let played = game.play(&mut next, text);
    let (before, after) = (men(line.text()), men(next.text()));
    let rows = before.iter().zip(&after).zip((0..before.len()).rev());
    let mut filled = rows.filter_map(|((before, after), row)| {
        let column = before.iter().zip(after).position(|(before, after)| before != after)?;
        Some(square_name(column, row))
    });
    played.ok().and_then(|()| filled.next()).unwrap_or_else(|| text.to_owned())
}

/// A move that is being said.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Pending {
    /// The points so far.
    said: Vec<String>,
    /// Whether the opponent has to pass next.
    awaits_pass: bool,
    /// The points of the move that the player means to say.
    meant: Option<Vec<String>>,
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
    pub(super) fn next_points(&self, legal: &[PointMove]) -> Vec<String> {
        if self.awaits_pass {
            return vec![PASS.to_owned()];
        }
        let mut found: Vec<String> = Vec::new();
        for next in legal.iter().filter_map(|legal| self.next_of(&legal.points)) {
            if !found.contains(next) {
                found.push(next.clone());
            }
        }
        found
    }

    /// The next point of a move that begins with what was said.
    fn next_of<'a>(&self, points: &'a [String]) -> Option<&'a String> {
        points.starts_with(&self.said).then(|| points.get(self.said.len()))?
    }

    /// Says a point; `None` if it cannot be, and nothing has changed then.
    pub(super) fn say(&mut self, point: &str, legal: &[PointMove], way: GtpMoves) -> Option<Said> {
        if !self.next_points(legal).iter().any(|next| next == point) {
            return None;
        }
        if self.awaits_pass {
            self.awaits_pass = false;
            return Some(Said::Part);
        }
        self.said.push(point.to_owned());
        let whole = legal.iter().find(|legal| legal.points == self.said);
        match whole {
            Some(whole) => {
                *self = Pending::default();
                Some(Said::Whole(whole.text.clone()))
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
        let mut said = PointMove::new(text).points;
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

    /// The player means this move, one of the legal ones.
    pub(super) fn mean(&mut self, text: &str, legal: &[PointMove]) {
        let meant = legal.iter().find(|legal| legal.text == text);
        self.meant = meant.map(|legal| legal.points.clone());
    }

    /// The next point of the move that the player means; `None` if what was said is none of it.
    pub(super) fn meant_point(&self) -> Option<String> {
        self.next_of(self.meant.as_deref()?).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::{GtpMoves, Pending, PointMove, Said, point_moves};
    use andor_core::Player;
    use andor_engine::Catalogue;

    fn legal() -> Vec<PointMove> {
        ["c8-c6", "c8xa6", "b8-b6", "e3xg5xe7"].map(PointMove::new).to_vec()
    }

    #[test]
    fn a_file_is_said_by_the_point_that_is_filled() {
        let game = Catalogue::standard().game("connect-four:3x3,line=3").unwrap();
        let line = game.position(None, &["c".to_owned(), "c".to_owned()]).unwrap();
        let legal = point_moves(&*game, &line);
        assert_eq!(Pending::default().next_points(&legal), ["a1", "b1", "c3"]);
        let mut pending = Pending::default();
        pending.mean("c", &legal);
        assert_eq!(pending.meant_point().as_deref(), Some("c3"));
        let whole = pending.say("c3", &legal, GtpMoves::HalfPass);
        assert_eq!(whole, Some(Said::Whole("c".to_owned())));
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
