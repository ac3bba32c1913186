//! The two halves of the scaling model: how much more work many workers do, and how long they wait.
//!
//! **Work.** W workers do more than one would, because they work on leaves that one would not have come to.
//! Of a search that one worker does in N jobs the part that comes on top is taken as
//!
//! ```text
//!   overhead(W) = a * (W / N) ^ b
//! ```
//!
//! with a and b fitted to searches that were run in virtual time.
//!
//! **Waiting.** A discrete-event simulation of workers, messages and one coordinator that takes them in turn;
//! jobs take exponentially distributed times, which is more uneven than those of jobs of equal size.

use andor_core::SplitMix64;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The curve of the overhead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Curve {
    pub(super) a: f64,
    pub(super) b: f64,
    /// The points lie within this factor of the curve, above or below.
    pub(super) spread: f64,
}

impl Curve {
    /// Fits points of W / N and overhead, by least squares of their logarithms; `None` for fewer than two.
    pub(super) fn fit(points: &[(f64, f64)]) -> Option<Curve> {
        let logs = points.iter().filter(|(share, overhead)| *share > 0.0 && *overhead > 0.0);
        let logs: Vec<(f64, f64)> = logs.map(|(x, y)| (x.ln(), y.ln())).collect();
        let count = logs.len() as f64;
        if logs.len() < 2 {
            return None;
        }
        let mean_x = logs.iter().map(|(x, _)| x).sum::<f64>() / count;
        let mean_y = logs.iter().map(|(_, y)| y).sum::<f64>() / count;
        let varied: f64 = logs.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
        let together: f64 = logs.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
        if varied == 0.0 {
            return None;
        }
        let b = together / varied;
        let a = (mean_y - b * mean_x).exp();
        let off = logs.iter().map(|(x, y)| (y - a.ln() - b * x).abs()).fold(0.0, f64::max);
        Some(Curve { a, b, spread: off.exp() })
    }

    /// What `workers` do on top of a search of so many jobs.
    pub(super) fn overhead(&self, workers: f64, jobs: f64) -> f64 {
        self.a * (workers / jobs).powf(self.b)
    }
}

/// A cluster, in seconds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Model {
    pub(super) workers: usize,
    /// The mean of a job.
    pub(super) job: f64,
    /// Messages a job, the result included.
    pub(super) messages: u32,
    /// The coordinator's time for a message.
    pub(super) service: f64,
    /// The way of a message.
    pub(super) latency: f64,
}

/// The shares of their time that the workers and the coordinator are at work.
#[derive(Clone, Copy, Debug)]
pub(super) struct Load {
    pub(super) workers: f64,
    pub(super) coordinator: f64,
}

/// Jobs that each worker does in a simulation.
const ROUNDS: u32 = 60;

impl Model {
    /// Lets the workers work for a while.
    pub(super) fn simulate(&self, seed: u64) -> Load {
        let mut random = SplitMix64::new(seed);
        let mut drawn = || {
            let unit = (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
            -(1.0 - unit).ln() * self.job
        };
        // Nanoseconds as whole numbers, for the order of events.
        let stamp = |seconds: f64| (seconds * 1e9) as u64;
        // A message: when it comes in, from whom, how many of its job are still to come, and when.
        let mut events: BinaryHeap<Reverse<(u64, usize, u32)>> = BinaryHeap::new();
        let mut jobs = vec![(0.0, 0.0); self.workers];
        let (mut worked, mut served, mut free) = (0.0, 0.0, 0.0f64);
        let mut left = u64::from(ROUNDS) * self.workers as u64;
        let arrival = |job: (f64, f64), to_come: u32| {
            let part = f64::from(self.messages - to_come) / f64::from(self.messages);
            stamp(job.0 + job.1 * part + self.latency)
        };
        let first = self.messages - 1;
        for (worker, job) in jobs.iter_mut().enumerate() {
            *job = (0.0, drawn());
            events.push(Reverse((arrival(*job, first), worker, first)));
        }
        while let Some(Reverse((at, worker, to_come))) = events.pop() {
            free = free.max(at as f64 / 1e9) + self.service;
            served += self.service;
            if to_come > 0 {
                events.push(Reverse((arrival(jobs[worker], to_come - 1), worker, to_come - 1)));
                continue;
            }
            worked += jobs[worker].1;
            left -= 1;
            // When no job is left to begin, the end of the others would look like waiting.
            if left < self.workers as u64 {
                break;
            }
            jobs[worker] = (free + self.latency, drawn());
            events.push(Reverse((arrival(jobs[worker], first), worker, first)));
        }
        // What is still in work counts as far as it is.
        let open = events.iter().map(|Reverse((_, worker, _))| {
            let (start, length) = jobs[*worker];
            (free - start).clamp(0.0, length)
        });
        worked += open.sum::<f64>();
        let all = (free * self.workers as f64).max(f64::MIN_POSITIVE);
        Load { workers: (worked / all).min(1.0), coordinator: (served / free).min(1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Curve, Model};

    #[test]
    fn a_curve_goes_through_its_points() {
        let points: Vec<(f64, f64)> =
            [1e-4, 1e-3, 1e-2].iter().map(|&x: &f64| (x, 300.0 * x.powf(0.9))).collect();
        let curve = Curve::fit(&points).unwrap();
        assert!((curve.b - 0.9).abs() < 1e-9 && (curve.a - 300.0).abs() < 1e-6, "{curve:?}");
        assert!(curve.spread < 1.0001);
        assert!((curve.overhead(10.0, 10_000.0) - points[1].1).abs() < 1e-9);
        assert!(Curve::fit(&points[..1]).is_none() && Curve::fit(&[]).is_none());
        assert!(Curve::fit(&[points[0], points[0]]).is_none());
    }

    /// Where nothing takes time but jobs, nobody waits; where messages take as long as jobs, half of the
    /// time is waiting; and a coordinator that has too much to do lets everybody wait for their turn.
    #[test]
    fn workers_wait_as_long_as_they_must() {
        let model = Model { workers: 50, job: 1.0, messages: 11, service: 0.0, latency: 0.0 };
        let load = model.simulate(1);
        assert!(load.workers > 0.999 && load.coordinator == 0.0, "{load:?}");
        let load = Model { latency: 0.5, ..model }.simulate(2);
        assert!((load.workers - 0.5).abs() < 0.03, "{load:?}");
        // Eleven messages of a hundredth each: nine jobs a second, for fifty workers that could do fifty.
        let load = Model { service: 0.01, ..model }.simulate(3);
        assert!(load.coordinator > 0.98, "{load:?}");
        assert!((load.workers - 100.0 / 11.0 / 50.0).abs() < 0.03, "{load:?}");
    }
}
