//! Which Go: the board and the rules that are played differently.
//!
//! Vocabulary of spec strings, not rules of play, so both implementations read it here. A spec
//! string is written with the options that differ from the defaults, always in the same order:
//! `go:5x5,ko=simple,suicide=yes,komi=0.5,goal=3`.

use andor_core::board::Rectangle;
use andor_core::{InputError, Outcome, Player, Repetition, Spec, Superko};
use std::fmt;
use std::ops::RangeInclusive;

/// How long, and how wide, boards may be.
pub(crate) const SIDES: RangeInclusive<usize> = 1..=9;
/// No komi and no goal is larger.
const MOST_HALVES: i32 = 400;

/// What repetition means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Ko {
    /// No board may come back with the same player to move.
    #[default]
    Situational,
    /// No board may come back.
    Positional,
    /// A ko may not be taken back at once; longer repetition is a draw.
    Simple,
}

/// A number of points in halves: 1 is half a point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Halves(pub i32);

/// A board and a set of options.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Variant {
    /// Files.
    pub columns: usize,
    /// Ranks.
    pub rows: usize,
    /// What repetition means.
    pub ko: Ko,
    /// Whether a move may take off its own chain of two or more stones.
    pub suicide: bool,
    /// Points for White.
    pub komi: Halves,
    /// If given, Black wins with at least so many points, and White otherwise.
    pub goal: Option<Halves>,
}

impl Ko {
    /// Reads the option `ko`.
    pub(crate) fn from_spec(spec: &Spec) -> Result<Ko, InputError> {
        Ok(match spec.option("ko", &["situational", "positional", "simple"])? {
            "positional" => Ko::Positional,
            "simple" => Ko::Simple,
            _ => Ko::Situational,
        })
    }

    /// What stands in a spec string.
    pub(crate) fn option(self) -> &'static str {
        match self {
            Ko::Situational => "",
            Ko::Positional => ",ko=positional",
            Ko::Simple => ",ko=simple",
        }
    }

    /// What a repeated position means.
    #[must_use]
    pub fn repetition(self) -> Repetition {
        match self {
            Ko::Situational => Repetition::Superko(Superko::Situational),
            Ko::Positional => Repetition::Superko(Superko::Positional),
            Ko::Simple => Repetition::Draw,
        }
    }
}

impl Halves {
    /// Reads `3`, `-3`, `0.5` or `7.0`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Halves> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        let (whole, half) = match digits.split_once('.') {
            None => (digits, 0),
            Some((whole, "0")) => (whole, 0),
            Some((whole, "5")) => (whole, 1),
            Some(_) => return None,
        };
        if whole.is_empty() || whole.len() > 4 || !whole.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let halves = 2 * whole.parse::<i32>().ok()? + half;
        (halves <= MOST_HALVES).then_some(Halves(if negative { -halves } else { halves }))
    }
}

impl fmt::Display for Halves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let half = if self.0.rem_euclid(2) == 0 { "" } else { ".5" };
        write!(f, "{sign}{}{half}", self.0.abs() / 2)
    }
}

impl Variant {
    /// The default rules on a board.
    #[must_use]
    pub fn new(columns: usize, rows: usize) -> Variant {
        let komi = Halves(0);
        Variant { columns, rows, ko: Ko::Situational, suicide: false, komi, goal: None }
    }

    /// What a spec string asks for: `go` (5x5), `go:4x4,ko=simple,komi=0.5`.
    ///
    /// # Errors
    /// If there is no such board or option.
    pub fn from_spec(spec: &Spec) -> Result<Variant, InputError> {
        spec.only_options(&["ko", "suicide", "komi", "goal"])?;
        let (columns, rows) = spec.columns_and_rows((5, 5), SIDES, SIDES)?;
        let points = |name: &str| match spec.value(name) {
            None => Ok(None),
            Some(text) => Halves::parse(text).map(Some).ok_or_else(|| {
                let shown = InputError::quote(text);
                let most = MOST_HALVES / 2;
                spec.refuse(&format!(
                    "{name}={shown} is no number of points or half points up to {most}"
                ))
            }),
        };
        Ok(Variant {
            columns,
            rows,
            ko: Ko::from_spec(spec)?,
            suicide: spec.option("suicide", &["no", "yes"])? == "yes",
            komi: points("komi")?.unwrap_or_default(),
            goal: points("goal")?,
        })
    }

    /// The spec string; options are written where they differ from the defaults.
    #[must_use]
    pub fn spec(&self) -> String {
        let mut spec = format!("go:{}x{}{}", self.columns, self.rows, self.ko.option());
        if self.suicide {
            spec.push_str(",suicide=yes");
        }
        if self.komi != Halves(0) {
            spec.push_str(&format!(",komi={}", self.komi));
        }
        if let Some(goal) = self.goal {
            spec.push_str(&format!(",goal={goal}"));
        }
        spec
    }

    /// The board, for texts and bytes.
    pub(super) fn board(&self) -> Rectangle {
        Rectangle::new(self.columns, self.rows)
    }

    /// How many points the board has.
    #[must_use]
    pub fn points(&self) -> usize {
        self.columns * self.rows
    }

    /// Whether no game can end in a draw: not by repetition, and not by equal scores.
    #[must_use]
    pub fn is_drawless(&self) -> bool {
        self.ko != Ko::Simple && (self.goal.is_some() || self.komi.0 % 2 != 0)
    }

    /// What Black needs to win, in half points of area before komi. A goal is met by equality: the
    /// line between winning and losing lies half a step below.
    #[must_use]
    pub(super) fn needed(&self) -> i32 {
        self.komi.0 + self.goal.map_or(0, |goal| goal.0 - 1)
    }

    /// How a game ends in which Black has so many points more than White before komi.
    #[must_use]
    pub fn result(&self, lead: i32) -> Outcome {
        let score = 2 * lead - self.komi.0;
        match (self.goal, score.signum()) {
            (Some(goal), _) if score >= goal.0 => Outcome::Win(Player::Black),
            (Some(_), _) | (None, -1) => Outcome::Win(Player::White),
            (None, 0) => Outcome::Draw,
            (None, _) => Outcome::Win(Player::Black),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Halves, Variant};
    use andor_core::{Outcome, Player, Spec};

    fn variant(spec: &str) -> Variant {
        Variant::from_spec(&Spec::parse(spec).unwrap()).unwrap()
    }

    #[test]
    fn spec_strings_are_normalised() {
        for (given, full) in [
            ("go", "go:5x5"),
            ("go:4x4,ko=situational,suicide=no,komi=0,goal=0", "go:4x4,goal=0"),
            (
                "go:3x2,goal=-2.5,komi=7.0,suicide=yes,ko=simple",
                "go:3x2,ko=simple,suicide=yes,komi=7,goal=-2.5",
            ),
            ("go:9x9,komi=-0.5", "go:9x9,komi=-0.5"),
            ("go:9x9,komi=-0", "go:9x9"),
        ] {
            assert_eq!(variant(given).spec(), full);
            assert_eq!(variant(full), variant(given));
        }
        for bad in ["komi=x", "komi=", "goal=0.25", "goal=99999", "komi=1e3", "komi=+1", "ko=none"]
        {
            let spec = Spec::parse(&format!("go:5x5,{bad}")).unwrap();
            assert!(Variant::from_spec(&spec).is_err(), "{bad}");
        }
    }

    #[test]
    fn komi_and_goals_decide() {
        let (black, white) = (Outcome::Win(Player::Black), Outcome::Win(Player::White));
        for (spec, lead, outcome) in [
            ("go:5x5", 1, black),
            ("go:5x5", 0, Outcome::Draw),
            ("go:5x5", -1, white),
            ("go:5x5,komi=3", 3, Outcome::Draw),
            ("go:5x5,komi=2.5", 3, black),
            ("go:5x5,komi=3.5", 3, white),
            ("go:5x5,goal=3", 3, black),
            ("go:5x5,goal=3", 2, white),
            ("go:5x5,goal=3,komi=0.5", 3, white),
            ("go:5x5,goal=-3,komi=1", -2, black),
        ] {
            assert_eq!(variant(spec).result(lead), outcome, "{spec} {lead}");
        }
        assert!(variant("go:5x5,goal=0").is_drawless() && variant("go:5x5,komi=0.5").is_drawless());
        assert!(
            !variant("go:5x5").is_drawless() && !variant("go:5x5,ko=simple,goal=1").is_drawless()
        );
        assert_eq!(Halves::parse("-7.5"), Some(Halves(-15)));
    }
}
