//! The paper's own rule: both sides' lowest orders are compared. **Unsound**, for experiments only.
//!
//! Saffidine, Jouandeau and Cazenave, 3.3: "We compute for each player the lowest-order matching race pattern and if
//! they only intersect on *don't care* cells, we know the outcome of the game." A pattern matches by Table 2
//! alone. The side to move has first-player patterns, the other one second-player patterns. Of orders m and n,
//!
//! ```text
//!   side to move   1  2  ..  m+1              wins with its move m+1
//!   other side        1  2  ..  n             wins with its move n: first if n <= m
//! ```
//!
//! so the side to move wins if m < n. A side without a pattern is taken to be slower ("given that player Black
//! does not have a one-move nor a two-move race pattern, we conclude").
//!
//! Wrong in two ways, each of which small boards show (`crates/tables/tests/every_position/orders.rs`). A set
//! that is cut off by size does not have every pattern, so a side without one may be the faster one all the same.
//! And where both have one, a defender's man that leaves its own race may take part in the other
//! ([`mod.rs`](super) has the rule that we use instead).

use super::board::{Placement, place};
use super::pattern::{Pattern, Turn};
use andor_core::{RaceBoard, Racers};

/// When patterns decide a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MatchRule {
    /// Every defender has more rows to go than the order.
    #[default]
    Safe,
    /// The lower order of both sides: unsound.
    Orders,
}

/// A pattern at a place, with its order.
#[derive(Clone, Copy, Debug)]
struct Laid {
    place: Placement,
    order: u32,
}

/// A set of patterns on one board, to be compared by order.
#[derive(Clone, Debug)]
pub struct OrderComparison {
    /// Of the attacker who goes down and of the one who goes up, each by turn; lowest orders first.
    laid: [[Vec<Laid>; 2]; 2],
}

/// The lowest order of each side that matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Orders {
    /// Of first-player patterns of the side to move.
    pub mover: Option<u32>,
    /// Of second-player patterns of the other side.
    pub other: Option<u32>,
    /// Whether two of these meet on don't-care cells only.
    pub are_apart: bool,
}

impl Orders {
    /// Whether the side to move wins, or the other one, as the paper has it.
    #[must_use]
    pub fn mover_wins(self) -> Option<bool> {
        match (self.mover, self.other) {
            (None, None) => None,
            (Some(mover), Some(other)) => self.are_apart.then_some(mover < other),
            (mover, _) => Some(mover.is_some()),
        }
    }
}

impl OrderComparison {
    /// Lays these patterns on a board.
    #[must_use]
    pub fn new(patterns: &[Pattern], board: RaceBoard) -> OrderComparison {
        let laid = [false, true].map(|goes_up| {
            Turn::BOTH.map(|turn| {
                let mut laid = Vec::new();
                for (number, pattern) in patterns.iter().enumerate() {
                    if pattern.turn == turn {
                        let mut all = Vec::new();
                        place(pattern, number, goes_up, board, None, &mut all);
                        laid.extend(
                            all.into_iter().map(|place| Laid { place, order: pattern.order }),
                        );
                    }
                }
                laid.sort_by_key(|laid| laid.order);
                laid
            })
        });
        OrderComparison { laid }
    }

    /// Those of the lowest order that match.
    fn lowest(
        &self,
        goes_up: bool,
        turn: Turn,
        attackers: u64,
        defenders: u64,
    ) -> impl Iterator<Item = Laid> + Clone {
        let all = &self.laid[usize::from(goes_up)][turn as usize];
        let mut matching =
            all.iter().copied().filter(move |laid| laid.place.matches(attackers, defenders));
        let order = matching.clone().next().map(|laid| laid.order);
        std::iter::from_fn(move || matching.next().filter(|laid| Some(laid.order) == order))
    }

    /// Both sides' lowest orders.
    #[must_use]
    pub fn compare(&self, racers: Racers) -> Orders {
        let Racers { own, enemy, goes_up } = racers;
        let mover = self.lowest(goes_up, Turn::First, own, enemy);
        let other = self.lowest(!goes_up, Turn::Second, enemy, own);
        let mut pairs = mover.clone().flat_map(|one| other.clone().map(move |two| (one, two)));
        let are_apart = pairs.any(|(one, two)| one.place.care & two.place.care == 0);
        let (mover, other) = (mover.clone().next(), other.clone().next());
        Orders {
            mover: mover.map(|laid| laid.order),
            other: other.map(|laid| laid.order),
            are_apart,
        }
    }
}
