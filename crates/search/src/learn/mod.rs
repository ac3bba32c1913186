//! Learning the weights of a player's evaluation from games against itself.
//!
//! The thesis retuned MIA III by temporal differences and found most of MIA IV's weights that way
//! (Winands 2004, 3.2.1). Here an evaluator that is a weighted sum ([`Evaluate::feature_names`])
//! plays both sides with a fixed-depth search (`leaf_search.rs`); after every game the weights move
//! by what the game taught (`td_leaf.rs`), ever less:
//!
//! ```text
//!   rate of game n = rate / (1 + n / 500)
//! ```
//!
//! A game begins with two to nine random moves, so that no two are alike; game n has random numbers
//! of its own, and its players know nothing of earlier games. So whatever was kept after game n
//! (`state.rs`) is all that game n + 1 needs, and the same plan always comes to the same weights.

mod leaf_search;
mod network;
mod state;
mod td_leaf;

pub use network::{
    CostClocks, CostLesson, NetworkExample, NetworkExamples, NetworkFit, NetworkGame, NetworkModel,
    NetworkPlan, NetworkSchedule, network_examples, network_game,
};
pub use state::{LearnPlan, LearnState};

use andor_core::{Evaluate, Game, History, InputError, Judgement, Outcome, Player, SplitMix64};
use leaf_search::LeafSearch;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use td_leaf::{Prediction, chance, gradient};

/// The rate of learning is half of the first one after so many games.
const HALF_RATE: f64 = 500.0;

/// Random moves at the start: at least so many, and fewer than so many more.
const RANDOM_PLIES: (usize, usize) = (2, 8);

/// Games that take longer are draws.
const MOST_PLIES: usize = 160;

/// Games of random moves that the size of features is measured on.
const MEASURED_GAMES: u64 = 60;

/// One game, as a log has it.
#[derive(Clone, PartialEq, Debug)]
pub struct LearnGame {
    /// Its number, from 1.
    pub number: u64,
    /// Its result for Black: 1, 0.5 or 0.
    pub result: f64,
    /// How many moves the players made.
    pub plies: usize,
    /// How far the predictions were from the result, as the mean of their squares.
    pub error: f64,
    /// The average of the weights so far.
    pub learnt: Vec<i32>,
}

/// Somebody who learns one game after the other.
pub trait Learner {
    /// The names of the features, in the order of the weights.
    fn features(&self) -> Vec<&'static str>;

    /// Where it stands.
    fn state(&self) -> &LearnState;

    /// Plays the next game and learns from it; `None` if `stop` came before its end, and then
    /// nothing has changed.
    fn next_game(&mut self, stop: &AtomicBool) -> Option<LearnGame>;

    /// The weights that it has come to, as the lines of a weight file.
    fn weight_lines(&self) -> String;
}

/// The learner of a game.
pub struct TdLeaf<'a, G: Game> {
    game: &'a G,
    names: Vec<&'static str>,
    decisive: i32,
    /// The root mean square of each feature.
    sizes: Vec<f64>,
    kept: Vec<bool>,
    state: LearnState,
    search: LeafSearch<'a, G>,
}

/// The plan that begins with the weights of a text, or with those that come with the evaluator.
///
/// # Errors
/// If the game has no such evaluator, or the weights or a name cannot be used.
pub fn plan<G: Game>(
    game: &G,
    mut plan: LearnPlan,
    weights: Option<&str>,
) -> Result<LearnPlan, InputError> {
    let evaluator = game.make_evaluator(&plan.evaluator, weights)?;
    let names = evaluator.feature_names();
    if names.is_empty() {
        let name = InputError::quote(&plan.evaluator);
        return Err(InputError::new(format!("learn: {name} is no weighted sum of features")));
    }
    for name in &plan.keep {
        if !names.contains(&name.as_str()) {
            let (quoted, names) = (InputError::quote(name), names.join(", "));
            return Err(InputError::new(format!("learn: no feature {quoted}; there are {names}")));
        }
    }
    let own = game.make_evaluator(&plan.evaluator, None)?.feature_names().len();
    plan.added = names.iter().skip(own).map(|&name| name.to_owned()).collect();
    plan.game = game.spec();
    plan.start = evaluator.feature_weights().to_vec();
    Ok(plan)
}

impl<'a, G: Game> TdLeaf<'a, G> {
    /// Goes on from a state.
    ///
    /// # Errors
    /// If the state is of another game or evaluator.
    pub fn new(game: &'a G, state: LearnState) -> Result<TdLeaf<'a, G>, InputError> {
        // The weights do not matter here, but that there are some for what was added.
        let own = game.make_evaluator(&state.plan.evaluator, None)?;
        let own_names = own.feature_names().iter().copied();
        let names = own_names.chain(state.plan.added.iter().map(String::as_str));
        let text = weight_text(names.zip(&state.plan.start), own.decisive());
        let evaluator = game.make_evaluator(&state.plan.evaluator, Some(&text))?;
        let names = evaluator.feature_names().to_vec();
        let fits = |count: usize| count == names.len();
        if state.plan.game != game.spec()
            || !fits(state.plan.start.len())
            || !fits(state.weights().len())
        {
            return Err(InputError::new("learn: what was kept is of another game or evaluator"));
        }
        let kept =
            names.iter().map(|name| state.plan.keep.iter().any(|keep| keep == name)).collect();
        let sizes = sizes(game, &*evaluator, state.plan.seed);
        let decisive = evaluator.decisive();
        Ok(TdLeaf { game, names, decisive, sizes, kept, state, search: LeafSearch::new(game) })
    }

    /// The text of a weight file.
    fn text(&self, weights: &[i32]) -> String {
        weight_text(self.names.iter().copied().zip(weights), self.decisive)
    }

    /// A start of a few random moves, from which the game goes on.
    fn start(&self, random: &mut SplitMix64) -> G::Position {
        let game = self.game;
        let mut moves = Vec::new();
        'start: loop {
            let mut position = game.initial();
            for _ in 0..RANDOM_PLIES.0 + random.below(RANDOM_PLIES.1) {
                game.moves(&position, &mut moves);
                position = game.after(&position, moves[random.below(moves.len())]);
                if game.judge(&position) != Judgement::Open {
                    continue 'start;
                }
            }
            return position;
        }
    }

    /// The predictions of a game, and its result for Black.
    fn play(
        &mut self,
        evaluator: &dyn Evaluate<G>,
        stop: &AtomicBool,
    ) -> Option<(Vec<Prediction>, f64)> {
        let game = self.game;
        let number = self.state.games + 1;
        let mut random =
            SplitMix64::new(self.state.plan.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
        let mut position = self.start(&mut random);
        self.search.new_game();
        let mut been: HashMap<Vec<u8>, u32> = HashMap::new();
        let mut history = History::new(game, &position);
        let mut predictions = Vec::new();
        let mut values = Vec::new();
        for _ in 0..MOST_PLIES {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            match game.judge(&position) {
                Judgement::Over(Outcome::Draw) => return Some((predictions, 0.5)),
                Judgement::Over(Outcome::Win(player)) | Judgement::Decided(player) => {
                    return Some((predictions, for_black(player, 1.0)));
                }
                Judgement::Open => {}
            }
            // The third time is a draw, and so is the second, to those who look ahead.
            let times = been.entry(situation(game, &position)).or_default();
            *times += 1;
            if *times == 3 {
                return Some((predictions, 0.5));
            }
            let is_repeated = |child: &G::Position| been.contains_key(&situation(game, child));
            let depth = self.state.plan.depth;
            let found = self.search.search(evaluator, &position, depth, &is_repeated);
            let side = game.side_to_move(&position);
            if found.is_decided() {
                let winner = if found.value > 0 { side } else { side.other() };
                return Some((predictions, for_black(winner, 1.0)));
            }
            let chance = for_black(side, chance(f64::from(found.value)));
            let mut features = Vec::new();
            if let Some(leaf) = &found.leaf {
                evaluator.feature_values(game, leaf, &mut values);
                let sign = if game.side_to_move(leaf) == Player::Black { 1.0 } else { -1.0 };
                features.extend(
                    values
                        .iter()
                        .zip(&self.sizes)
                        .map(|(&value, size)| sign * f64::from(value) / size),
                );
            }
            predictions.push(Prediction { chance, features });
            let next = game.after(&position, found.best);
            if history.forbids(game, found.best, &next) {
                return Some((predictions, for_black(side.other(), 1.0)));
            }
            history.push(game, &next);
            position = next;
        }
        Some((predictions, 0.5))
    }
}

impl<G: Game> Learner for TdLeaf<'_, G> {
    fn features(&self) -> Vec<&'static str> {
        self.names.clone()
    }

    fn state(&self) -> &LearnState {
        &self.state
    }

    fn next_game(&mut self, stop: &AtomicBool) -> Option<LearnGame> {
        let mut weights = self.state.weights();
        let rounded: Vec<i32> =
            weights.iter().map(|weight| weight.round().clamp(-1e7, 1e7) as i32).collect();
        let text = self.text(&rounded);
        let name = self.state.plan.evaluator.clone();
        let evaluator =
            self.game.make_evaluator(&name, Some(&text)).expect("the weights were checked");
        let (predictions, result) = self.play(&*evaluator, stop)?;
        let plan = &self.state.plan;
        let gradient =
            gradient(&predictions, result, f64::from(plan.lambda) / 1000.0, weights.len());
        let rate = f64::from(plan.rate) / 1000.0 / (1.0 + self.state.games as f64 / HALF_RATE);
        for (place, weight) in weights.iter_mut().enumerate() {
            if !self.kept[place] {
                // A step in units of the feature's size, in thousandths of a point.
                *weight += rate * gradient[place] * td_leaf::POINTS * 1000.0 / self.sizes[place];
            }
        }
        let errors = predictions.iter().map(|prediction| (result - prediction.chance).powi(2));
        let error = errors.sum::<f64>() / predictions.len().max(1) as f64;
        self.state.add(&weights, result);
        Some(LearnGame {
            number: self.state.games,
            result,
            plies: predictions.len(),
            error,
            learnt: self.state.learnt(),
        })
    }

    fn weight_lines(&self) -> String {
        self.text(&self.state.learnt())
    }
}

/// The text of a weight file with these weights.
fn weight_text<'a>(weights: impl Iterator<Item = (&'a str, &'a i32)>, decisive: i32) -> String {
    let lines = weights.map(|(name, weight)| format!("{name} = {weight}\n"));
    lines.chain([format!("decisive = {decisive}\n")]).collect()
}

/// A chance of this player as one of Black.
fn for_black(player: Player, chance: f64) -> f64 {
    if player == Player::Black { chance } else { 1.0 - chance }
}

fn situation<G: Game>(game: &G, position: &G::Position) -> Vec<u8> {
    let mut bytes = Vec::new();
    game.situation(position, &mut bytes);
    bytes
}

/// The root mean square of each feature in games of random moves.
fn sizes<G: Game>(game: &G, evaluator: &dyn Evaluate<G>, seed: u64) -> Vec<f64> {
    let count = evaluator.feature_names().len();
    let (mut sums, mut positions) = (vec![0.0; count], 0.0);
    let (mut moves, mut values) = (Vec::new(), Vec::new());
    for number in 0..MEASURED_GAMES {
        let mut random = SplitMix64::new(seed ^ number << 32);
        let mut position = game.initial();
        for _ in 0..MOST_PLIES {
            if game.judge(&position) != Judgement::Open {
                break;
            }
            evaluator.feature_values(game, &position, &mut values);
            positions += 1.0;
            for (sum, &value) in sums.iter_mut().zip(&values) {
                *sum += f64::from(value).powi(2);
            }
            game.moves(&position, &mut moves);
            position = game.after(&position, moves[random.below(moves.len())]);
        }
    }
    sums.into_iter().map(|sum| (sum / f64::max(positions, 1.0)).sqrt().max(1e-3)).collect()
}

#[cfg(test)]
mod tests {
    use super::{LearnPlan, LearnState, Learner, TdLeaf, plan};
    use andor_core::Game;
    use andor_games::loa::{Loa, Variant};
    use std::sync::atomic::AtomicBool;

    /// A feature that a weight file adds is learnt as the evaluator's own are.
    #[test]
    fn added_features_are_learnt() {
        let game = Loa::new(Variant::new(5));
        let own = game.make_evaluator("mia1", None).unwrap();
        let own = own.feature_names().iter().zip(own.feature_weights());
        let lines = own.map(|(name, weight)| format!("{name} = {weight}\n"));
        let text: String =
            lines.chain(["primitive-mobility = 7\ndecisive = 200\n".to_owned()]).collect();
        let bare = LearnPlan {
            game: String::new(),
            evaluator: "mia1".to_owned(),
            added: Vec::new(),
            start: Vec::new(),
            keep: vec!["quads".to_owned()],
            seed: 3,
            depth: 1,
            lambda: 700,
            rate: 500,
        };
        let plan = plan(&game, bare, Some(&text)).unwrap();
        assert_eq!((&*plan.added, plan.start.len()), (&["primitive-mobility".to_owned()][..], 5));
        let state = serde_json::to_string(&LearnState::new(plan)).unwrap();
        let mut learner = TdLeaf::new(&game, serde_json::from_str(&state).unwrap()).unwrap();
        let quads = learner.state().plan.start[3];
        for _ in 0..4 {
            learner.next_game(&AtomicBool::new(false)).expect("a game");
        }
        assert_eq!(learner.features()[4], "primitive-mobility");
        let lines = learner.weight_lines();
        assert!(lines.contains(&format!("quads = {quads}\n")), "{lines}");
        assert!(!lines.contains("primitive-mobility = 7\n"), "{lines}");
    }
}
