//! What every move of a position is worth: an estimate at once, then proofs, the easy ones first.
//!
//! ```text
//!   round 0   a short look of the player at every move
//!   round 1   2,000 nodes of a proof search for every move that is open
//!   round 2   32,000 ..   16 times as many in every round, until all are known or the time is up
//! ```
//!
//! One solver serves all rounds, so that what it has learnt about one move helps with the others.

use super::desk::{Desk, Job};
use super::proof::limits;
use super::request::Question;
use crate::expected::expected;
use crate::session::Output;
use andor_core::{InputError, Instant, Limits, Silent};
use andor_engine::{
    AnyGame, Budget, Clock, Line, PlayerSpec, Request, Row, Score, Value as Worth, Verification,
};
use serde_json::{Value, json};
use std::time::Duration;

/// Nodes of the first round of proofs, and how many times as many the next has.
const FIRST_ROUND: u64 = 2_000;
const GROWTH: u64 = 16;
/// The player's short look at a move.
const GLANCE_NODES: u64 = 2_000;
const GLANCE: Duration = Duration::from_millis(50);

/// What is known of a move, for the side that makes it.
#[derive(Clone, Debug)]
struct Known {
    mv: String,
    value: Worth,
    verified: Verification,
    claimed: Option<Worth>,
    plies: Option<u32>,
    estimate: Option<i32>,
    expected: Option<f64>,
}

impl Known {
    fn new(mv: String) -> Known {
        Known {
            mv,
            value: Worth::Unknown,
            verified: Verification::No,
            claimed: None,
            plies: None,
            estimate: None,
            expected: None,
        }
    }

    fn is_open(&self) -> bool {
        self.value.is_unknown()
    }

    /// Hears what the player thinks of the position after the move.
    fn hear(&mut self, game: &dyn AnyGame, score: Score) {
        self.expected = expected(game, score).map(|share| 1.0 - share);
        match score {
            Score::Estimate(points) => self.estimate = Some(-points),
            Score::Win(plies) => (self.claimed, self.plies) = (Some(Worth::Loss), after(plies)),
            Score::Loss(plies) => (self.claimed, self.plies) = (Some(Worth::Win), after(plies)),
            // A draw may be one of repetition, which another history does not have.
            Score::Draw => {}
        }
    }

    /// Learns what the solver says of the position after the move.
    fn learn(&mut self, row: &Row) {
        (self.value, self.verified) = (turned(row.value), row.verified);
        if row.verified != Verification::No {
            (self.claimed, self.plies) = (None, after(row.plies));
        } else if let Some(claimed) = row.claimed {
            self.claimed = Some(turned(claimed));
        }
    }

    /// The best first: a short win, a draw, what is open by what is expected, a long loss.
    fn order(&self) -> (u8, i64) {
        let share = (self.expected.unwrap_or(0.5) * 1e6) as i64;
        let plies = i64::from(self.plies.unwrap_or(u32::MAX / 2));
        match (self.value, self.claimed) {
            (Worth::Win, _) => (0, plies),
            (Worth::Unknown, Some(Worth::Win)) => (1, plies),
            (Worth::AtLeastDraw, _) => (2, 0),
            (Worth::Draw, _) => (3, 0),
            (Worth::Unknown, None | Some(Worth::Draw | Worth::Unknown)) => (4, -share),
            (Worth::Unknown, Some(Worth::AtLeastDraw)) => (4, -share),
            (Worth::NotWin, _) | (Worth::Unknown, Some(Worth::NotWin)) => (5, -share),
            (Worth::Unknown, Some(Worth::Loss)) => (6, -plies),
            (Worth::Loss, _) => (7, -plies),
        }
    }

    fn object(&self) -> Value {
        json!({
            "move": self.mv,
            "value": self.value,
            "verified": self.verified,
            "claimed": self.claimed,
            "plies": self.plies,
            "estimate": self.estimate,
            "expected": self.expected,
        })
    }
}

/// Plies with the move that leads there.
fn after(plies: Option<u32>) -> Option<u32> {
    plies.map(|plies| plies + 1)
}

/// A value for the other side.
fn turned(value: Worth) -> Worth {
    match value {
        Worth::Win => Worth::Loss,
        Worth::Loss => Worth::Win,
        Worth::NotWin => Worth::AtLeastDraw,
        Worth::AtLeastDraw => Worth::NotWin,
        Worth::Draw | Worth::Unknown => value,
    }
}

/// Finds out about every move, telling each time more is known of one.
pub(super) fn values(
    desk: &Desk<'_>,
    job: &Job,
    asked: &Question,
    (game, line): (&dyn AnyGame, &Line),
    player: &PlayerSpec,
    out: &Output<'_>,
) -> Result<Value, InputError> {
    let begun = Instant::now();
    let limits = limits(desk, job, asked);
    let tell = |known: &Known| {
        if asked.every.is_some() {
            job.tell("values", known.object(), out);
        }
    };
    let mut known: Vec<Known> = game.legal_moves(line).into_iter().map(Known::new).collect();

    // Step 1. A short look at each.
    let mut thinker = game.thinker(player)?;
    let glance =
        Budget { depth: None, nodes: Some(GLANCE_NODES), clock: Some(Clock::Move(GLANCE)) };
    for known in &mut known {
        if job.is_stopped() {
            break;
        }
        let child = game.after(line, &known.mv)?;
        if child.ending().is_none() {
            let thought = thinker.think(&child, &glance, &job.stop, &mut |_| {});
            known.hear(game, thought.score);
            tell(known);
        }
    }

    // Step 2. Rounds of proofs.
    let mut at: Option<usize> = None;
    let mut nodes = FIRST_ROUND;
    let solved = game.solve_each(
        &mut |solved| {
            if let (Some(solved), Some(at)) = (solved, at) {
                let (had, known) = (known[at].object(), &mut known[at]);
                known.learn(&solved.row);
                if known.object() != had {
                    tell(known);
                }
            }
            // Where the next open move is: further on in this round, or at the start of the next.
            let most = limits.nodes.unwrap_or(u64::MAX);
            let from = at.map_or(0, |at| at + 1);
            let mut next = (from..known.len()).find(|&at| known[at].is_open());
            if next.is_none() && nodes < most {
                nodes = nodes.saturating_mul(GROWTH).min(most);
                next = known.iter().position(Known::is_open);
            }
            let is_late = limits.clock(begun).is_some();
            let Some(chosen) = next.filter(|_| !is_late) else { return Ok(None) };
            at = Some(chosen);
            let rest = Limits { nodes: Some(nodes.min(most)), ..limits.since(begun) };
            let child = game.after(line, &known[chosen].mv)?;
            Ok(Some((child, Request { limits: rest, ..Request::default() })))
        },
        &mut Silent,
    );
    solved.map_err(|error| InputError::new(error.to_string()))?;
    known.sort_by_key(Known::order);
    Ok(known.iter().map(Known::object).collect::<Vec<Value>>().into())
}
