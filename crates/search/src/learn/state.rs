//! What learning keeps: enough to go on as if it had never stopped.

use serde::{Deserialize, Serialize};

/// What is learnt, and how. Two runs with the same plan come to the same weights.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LearnPlan {
    /// The game.
    pub game: String,
    /// The name of the evaluator.
    pub evaluator: String,
    /// Features that the weights add to its own, if any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub added: Vec<String>,
    /// The weights it begins with, in the order of its features.
    pub start: Vec<i32>,
    /// Features whose weights stay as they are.
    pub keep: Vec<String>,
    /// Game number n is played with random numbers of the seed and n.
    pub seed: u64,
    /// Plies that the players look ahead.
    pub depth: u32,
    /// Lambda, in thousandths.
    pub lambda: u32,
    /// The first rate of learning, in thousandths.
    pub rate: u32,
}

/// Where it stands after some games. Numbers with fractions are kept by their bits.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LearnState {
    /// What it belongs to.
    pub plan: LearnPlan,
    /// Games played.
    pub games: u64,
    /// Won by Black, won by White, drawn.
    pub results: [u64; 3],
    /// The weights of the next game's players.
    weights: Vec<u64>,
    /// The average of all weights so far, later ones counting more.
    averages: Vec<u64>,
}

impl LearnState {
    /// The state before the first game.
    #[must_use]
    pub fn new(plan: LearnPlan) -> LearnState {
        let weights: Vec<u64> =
            plan.start.iter().map(|&weight| f64::from(weight).to_bits()).collect();
        LearnState { plan, games: 0, results: [0; 3], averages: weights.clone(), weights }
    }

    /// The weights of the next game's players.
    #[must_use]
    pub fn weights(&self) -> Vec<f64> {
        self.weights.iter().map(|&bits| f64::from_bits(bits)).collect()
    }

    /// What has been learnt so far, as a weight file has it: single games make weights jump, their
    /// average is steady.
    #[must_use]
    pub fn learnt(&self) -> Vec<i32> {
        let round = |bits: &u64| f64::from_bits(*bits).round().clamp(-1e7, 1e7) as i32;
        self.averages.iter().map(round).collect()
    }

    /// One game more.
    pub(super) fn add(&mut self, weights: &[f64], black: f64) {
        self.games += 1;
        let result = if black == 1.0 {
            0
        } else if black == 0.0 {
            1
        } else {
            2
        };
        self.results[result] += 1;
        self.weights = weights.iter().map(|weight| weight.to_bits()).collect();
        // O. Shamir and T. Zhang, ICML 2013: averages that do not need to know how long it will take.
        let share = 4.0 / (self.games as f64 + 3.0);
        for (average, weight) in self.averages.iter_mut().zip(weights) {
            let old = f64::from_bits(*average);
            *average = (old + share * (weight - old)).to_bits();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LearnPlan, LearnState};

    fn plan() -> LearnPlan {
        LearnPlan {
            game: "loa:8x8".to_owned(),
            evaluator: "mia3".to_owned(),
            added: Vec::new(),
            start: vec![10, -20],
            keep: Vec::new(),
            seed: 1,
            depth: 2,
            lambda: 700,
            rate: 20,
        }
    }

    #[test]
    fn a_state_is_written_and_read_exactly() {
        let mut state = LearnState::new(plan());
        state.add(&[1.0 / 3.0, -1e-7], 1.0);
        state.add(&[2.0 / 3.0, 5.5], 0.5);
        let text = serde_json::to_string(&state).expect("plain data");
        let read: LearnState = serde_json::from_str(&text).expect("what was written");
        assert_eq!(read, state);
        assert_eq!(read.weights(), [2.0 / 3.0, 5.5]);
        assert_eq!(read.results, [1, 0, 1]);
    }

    #[test]
    fn averages_follow_the_weights() {
        let mut state = LearnState::new(plan());
        assert_eq!(state.learnt(), [10, -20]);
        for _ in 0..100 {
            state.add(&[1000.0, 7.0], 0.0);
        }
        assert_eq!(state.learnt(), [1000, 7]);
    }
}
