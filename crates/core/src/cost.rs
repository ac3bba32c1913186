//! What it would cost to find a position won or lost: a learnt estimate for searches by proof numbers.

use crate::{Game, InputError};
use std::collections::HashMap;

/// The logarithm of the work of a search, to the base of 2, in 256ths; what is said of one position counts
/// only beside what is said of others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// Of finding that the side to move gets what it wants.
    pub win: i32,
    /// Of finding that it does not.
    pub loss: i32,
}

impl Cost {
    /// Sixteen times the work.
    pub const SIXTEENFOLD: i32 = 4 * 256;
}

/// A model of what positions cost.
pub trait CostModel<G: Game>: Send + Sync {
    /// What a position that is not over would cost. Whatever it says, it changes no value.
    fn cost(&self, game: &G, position: &G::Position) -> Cost;

    /// What the position after a move would cost.
    #[inline]
    fn cost_after(&self, game: &G, position: &G::Position, mv: G::Move) -> Cost {
        self.cost(game, &game.after(position, mv))
    }

    /// How a leaf starts with it: a times 16 to the power of the cost of a win over t, and b of that of a loss.
    fn scale(&self) -> CostScale;
}

/// The scale of a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CostScale {
    /// The proof number of the side to move where a win costs nothing more than usual.
    pub a: u32,
    /// The other side's, for each move.
    pub b: u32,
    /// A cost of so much more is sixteen times the number.
    pub t: i32,
}

/// A model that adds up what each of the [terms](Game::cost_terms) of a position adds; what it was not told of adds
/// nothing.
///
/// ```text
///   scale 100 50 2000           a, b and t of the leaf rule
///   own 2 free 120 -40          a term, and what it adds to the cost of a win and of a loss
/// ```
///
/// # Examples
/// ```
/// use andor_core::CostSum;
///
/// let error = CostSum::read("own 2 free 120").unwrap_err().to_string();
/// assert!(error.contains("\"own 2 free 120\""), "{error}");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CostSum {
    adds: HashMap<String, Cost>,
    scale: CostScale,
}

impl CostSum {
    /// The model of a text, such as `andor learn cost` writes.
    ///
    /// # Errors
    /// One line that quotes what is wrong.
    pub fn read(text: &str) -> Result<CostSum, InputError> {
        let scale = CostScale { a: 1, b: 1, t: Cost::SIXTEENFOLD };
        let mut sum = CostSum { adds: HashMap::new(), scale };
        for line in text.lines() {
            let is_remark = line.is_empty() || line.starts_with('#');
            if !is_remark && sum.read_line(line).is_none() {
                let quoted = InputError::quote(line);
                let why = format!("costs: {quoted} is not TERM WIN LOSS such as turn 12 -3");
                return Err(InputError::new(why));
            }
        }
        Ok(sum)
    }

    fn read_line(&mut self, line: &str) -> Option<()> {
        if let ["scale", a, b, t] = line.split_whitespace().collect::<Vec<&str>>()[..] {
            let (a, b, t) = (a.parse().ok()?, b.parse().ok()?, t.parse().ok()?);
            self.scale = CostScale { a, b, t };
            return Some(());
        }
        let (rest, loss) = line.rsplit_once(' ')?;
        let (term, win) = rest.rsplit_once(' ')?;
        let number = |text: &str| text.parse::<i16>().ok().map(i32::from);
        let cost = Cost { win: number(win)?, loss: number(loss)? };
        self.adds.insert(term.to_owned(), cost).is_none().then_some(())
    }
}

impl<G: Game> CostModel<G> for CostSum {
    fn cost(&self, game: &G, position: &G::Position) -> Cost {
        let mut sum = Cost::default();
        game.cost_terms(position, &mut |term, times| {
            if let Some(adds) = self.adds.get(term) {
                sum.win = sum.win.saturating_add(adds.win.saturating_mul(times));
                sum.loss = sum.loss.saturating_add(adds.loss.saturating_mul(times));
            }
        });
        sum
    }

    fn scale(&self) -> CostScale {
        self.scale
    }
}
