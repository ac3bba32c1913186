//! The words after `go` of UGI and UCI: limits of a search, or of a proof.

use andor_core::InputError;
use andor_engine::{Budget, Clock, Method, Request};
use std::str::SplitWhitespace;
use std::time::Duration;

/// The words after `go`.
#[derive(Default)]
pub(super) struct Wanted {
    times: [Option<u64>; 2],
    increments: [Option<u64>; 2],
    moves_to_go: Option<u64>,
    move_time: Option<u64>,
    depth: Option<u64>,
    nodes: Option<u64>,
    pub(super) is_infinite: bool,
    is_solve: bool,
    method: Option<String>,
}

impl Wanted {
    /// Reads them.
    pub(super) fn read(&mut self, mut words: SplitWhitespace<'_>) -> Result<(), InputError> {
        while let Some(word) = words.next() {
            let place = match word {
                "p1time" | "wtime" => &mut self.times[0],
                "p2time" | "btime" => &mut self.times[1],
                "p1inc" | "winc" => &mut self.increments[0],
                "p2inc" | "binc" => &mut self.increments[1],
                "movestogo" => &mut self.moves_to_go,
                "movetime" => &mut self.move_time,
                "depth" => &mut self.depth,
                "nodes" => &mut self.nodes,
                "infinite" => {
                    self.is_infinite = true;
                    continue;
                }
                "solve" => {
                    self.is_solve = true;
                    continue;
                }
                "method" => {
                    self.method = words.next().map(str::to_owned);
                    continue;
                }
                // As elsewhere: what is not known is ignored.
                _ => continue,
            };
            let value = words.next().unwrap_or_default();
            // Clocks of some programs run into the negative.
            let number = value.parse::<i64>().map_err(|_| {
                InputError::new(format!("go {word}: {} is no number", InputError::quote(value)))
            })?;
            *place = Some(number.max(0) as u64);
        }
        Ok(())
    }

    /// The budget of the first or the second player.
    pub(super) fn budget(&self, is_first: bool) -> Budget {
        if self.is_infinite {
            return Budget::default();
        }
        let side = usize::from(!is_first);
        let millis = |number: u64| Duration::from_millis(number);
        let clock = match (self.move_time, self.times[side]) {
            (Some(time), _) => Some(Clock::Move(millis(time))),
            (None, Some(left)) => Some(Clock::Game {
                left: millis(left),
                increment: millis(self.increments[side].unwrap_or(0)),
                moves_to_go: self.moves_to_go.map(|moves| moves.clamp(1, 1000) as u32),
            }),
            (None, None) => None,
        };
        let depth = self.depth.map(|depth| depth.clamp(1, 1000) as u32);
        Budget { depth, nodes: self.nodes.map(|nodes| nodes.max(1)), clock }
    }

    /// What `go solve` asks.
    pub(super) fn solve(&self) -> Result<Option<Request>, InputError> {
        if !self.is_solve {
            return Ok(None);
        }
        let mut request = Request::default();
        if let Some(method) = &self.method {
            request.settings.method = Method::parse(method)?;
        }
        request.limits.nodes = self.nodes;
        request.limits.time = self.move_time.map(Duration::from_millis);
        Ok(Some(request))
    }
}
