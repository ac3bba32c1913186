//! Which Lines of Action: the side of the board and the two rules that are played differently.
//!
//! Winands' thesis, 2.2: "In some books, magazines or tournaments, the rules 2, 7, 8, and 9 are
//! different from what is specified here." Rules 7 (simultaneous connection) and 8 (a player who
//! cannot move) are options; the defaults are the thesis' rules. Vocabulary of spec strings, not
//! rules of play, so both implementations read it here.

use super::{FAST_SIZES, SIZES};
use andor_core::{InputError, Spec};

/// What it means that a move connects both sides at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Simultaneous {
    /// The game is drawn (the thesis' rule 7).
    #[default]
    Draw,
    /// The side that made the move has won.
    Mover,
}

/// What happens to a player who cannot move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum NoMove {
    /// The player passes (the thesis' rule 8).
    #[default]
    Pass,
    /// The player has lost.
    Loss,
}

/// A board and a set of options.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Variant {
    /// Files, and ranks.
    pub size: usize,
    /// Rule 7.
    pub simultaneous: Simultaneous,
    /// Rule 8.
    pub no_move: NoMove,
}

impl Variant {
    /// The thesis' rules on a board of `size` x `size`.
    #[must_use]
    pub fn new(size: usize) -> Variant {
        Variant { size, simultaneous: Simultaneous::Draw, no_move: NoMove::Pass }
    }

    /// Whether its board is one of the fast ones ([`FAST_SIZES`]).
    #[must_use]
    pub fn is_fast(self) -> bool {
        FAST_SIZES.contains(&self.size)
    }

    /// What a spec string asks for: `loa` (8x8), `loa:6x6`, `loa:6x6,simultaneous=mover`.
    ///
    /// # Errors
    /// If there is no such board or option.
    pub fn from_spec(spec: &Spec) -> Result<Variant, InputError> {
        spec.only_options(&["simultaneous", "no-move"])?;
        let (columns, rows) = spec.columns_and_rows((8, 8), SIZES, SIZES)?;
        if columns != rows {
            return Err(spec.refuse("the board is square, such as 6x6"));
        }
        let simultaneous = match spec.option("simultaneous", &["draw", "mover"])? {
            "mover" => Simultaneous::Mover,
            _ => Simultaneous::Draw,
        };
        let no_move = match spec.option("no-move", &["pass", "loss"])? {
            "loss" => NoMove::Loss,
            _ => NoMove::Pass,
        };
        Ok(Variant { size: columns, simultaneous, no_move })
    }

    /// The spec string; options are written where they differ from the thesis' rules.
    #[must_use]
    pub fn spec(&self) -> String {
        let simultaneous = match self.simultaneous {
            Simultaneous::Draw => "",
            Simultaneous::Mover => ",simultaneous=mover",
        };
        let no_move = match self.no_move {
            NoMove::Pass => "",
            NoMove::Loss => ",no-move=loss",
        };
        format!("loa:{0}x{0}{simultaneous}{no_move}", self.size)
    }
}

#[cfg(test)]
mod tests {
    use super::Variant;
    use andor_core::Spec;

    #[test]
    fn specs_are_read_and_written() {
        for (given, full) in [
            ("loa", "loa:8x8"),
            ("loa:3x3", "loa:3x3"),
            ("loa:11x11,no-move=pass", "loa:11x11"),
            ("loa,simultaneous=mover", "loa:8x8,simultaneous=mover"),
            ("loa:6x6,no-move=loss,simultaneous=mover", "loa:6x6,simultaneous=mover,no-move=loss"),
        ] {
            let variant = Variant::from_spec(&Spec::parse(given).unwrap()).unwrap();
            assert_eq!(variant.spec(), full);
        }
        for (given, part) in [
            ("loa:2x2", "3 to 11 columns"),
            ("loa:12x12", "3 to 11 columns"),
            ("loa:6x5", "square"),
            ("loa,simultaneous=win", "draw, mover"),
            ("loa,no-move=draw", "pass, loss"),
            ("loa,ko=simple", "simultaneous, no-move"),
        ] {
            let error = Variant::from_spec(&Spec::parse(given).unwrap()).unwrap_err().to_string();
            assert!(error.contains(given) && error.contains(part), "{error}");
        }
    }
}
