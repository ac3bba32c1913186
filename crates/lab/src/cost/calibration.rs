//! What a model says beside what was found, on records that it was not learnt from.

use serde_json::{Value, json};

/// So many groups of equal size, from what the model calls cheap to what it calls dear.
const GROUPS: usize = 10;

/// Of an example: what is said of the costs of a win and of a loss, its result and its cost.
pub(super) type Told = ([f64; 2], Option<bool>, f64);

/// The costs of one result.
struct Side {
    name: &'static str,
    /// What was said, and what was found, in the order of what was said.
    pairs: Vec<(f64, f64)>,
}

/// What a model is worth.
pub(super) struct Calibration {
    sides: [Side; 2],
    /// How often it said that the result that came would cost less than the other.
    right: f64,
}

impl Side {
    /// The square of the correlation between what is said and what is found.
    fn explained(&self) -> f64 {
        let count = self.pairs.len().max(1) as f64;
        let mean = |of: &dyn Fn(&(f64, f64)) -> f64| self.pairs.iter().map(of).sum::<f64>() / count;
        let (said, found) = (mean(&|pair| pair.0), mean(&|pair| pair.1));
        let both = mean(&|pair| (pair.0 - said) * (pair.1 - found));
        let own = mean(&|pair| (pair.0 - said).powi(2)) * mean(&|pair| (pair.1 - found).powi(2));
        if own > 0.0 { both * both / own } else { 0.0 }
    }
}

impl Calibration {
    pub(super) fn of(told: Vec<Told>) -> Calibration {
        let mut sides = [("win", true), ("loss", false)].map(|(name, of)| {
            let those = told.iter().filter(|(_, wins, _)| *wins == Some(of));
            let pairs = those.map(|(says, _, cost)| (says[usize::from(!of)], *cost));
            Side { name, pairs: pairs.collect() }
        });
        for side in &mut sides {
            side.pairs.sort_by(|one, other| one.0.total_cmp(&other.0));
        }
        let solved = told.iter().filter_map(|(says, wins, _)| Some((says, (*wins)?)));
        let is_right = |&([win, loss], wins): &(&[f64; 2], bool)| (win < loss) == wins;
        let right = solved.clone().filter(is_right).count() as f64 / solved.count().max(1) as f64;
        Calibration { sides, right }
    }

    /// A line for each group, and for each side.
    pub(super) fn rows(&self) -> Vec<(String, Value)> {
        let mut rows = Vec::new();
        for side in &self.sides {
            for (group, pairs) in
                side.pairs.chunks(side.pairs.len().div_ceil(GROUPS).max(1)).enumerate()
            {
                let mean = |of: fn(&(f64, f64)) -> f64| {
                    (pairs.iter().map(of).sum::<f64>() / pairs.len() as f64 * 100.0).round() / 100.0
                };
                let (said, found) = (mean(|pair| pair.0), mean(|pair| pair.1));
                let (name, group, count) = (side.name, group + 1, pairs.len());
                let line = format!(
                    "{name:<4} {group:>2}  said {said:>6.2}  found {found:>6.2}  of {count}"
                );
                let row = json!({"result": name, "group": group, "said": said, "found": found, "count": count});
                rows.push((line, row));
            }
        }
        rows.push((self.summary(), json!({
            "right": self.right, "win_explained": self.sides[0].explained(), "loss_explained": self.sides[1].explained(),
        })));
        rows
    }

    /// In a few words.
    pub(super) fn summary(&self) -> String {
        let [win, loss] = &self.sides;
        format!(
            "r2 {:.3} of {} wins, {:.3} of {} losses; {:.1} % of results foreseen",
            win.explained(),
            win.pairs.len(),
            loss.explained(),
            loss.pairs.len(),
            100.0 * self.right
        )
    }
}
