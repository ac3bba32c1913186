//! A game of a player against itself, to learn from.
//!
//! It begins with random moves. From there on the player searches a fixed number of nodes a move, and the game ends as soon
//! as its result is proved. A game is a line of a file:
//!
//! ```text
//!   12 b c2c3 d7d6 b2b3 f7xe6=-14 ..      its number, who won (d for nobody), the moves; a score, of the side that moves,
//!                                         where somebody thought
//! ```

use super::super::situation;
use crate::evaluation::make_evaluator;
use crate::{Budget, Config, Score, Searcher};
use andor_core::{Evaluate, Game, InputError, Judgement, Outcome, Player, SplitMix64};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Games that take longer are draws.
const MOST_PLIES: usize = 200;
/// Bytes of the player's table.
const MEMORY: u64 = 4 << 20;

/// How games are played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkPlan {
    /// The seed of everything that is left to chance.
    pub seed: u64,
    /// The most random moves that a game begins with; the fewest are half of them.
    pub plies: usize,
    /// Nodes that the player may search for a move.
    pub nodes: u64,
    /// Its evaluator; the game's best for `None`.
    pub evaluator: Option<String>,
    /// Its weights, instead of those that come with it.
    pub weights: Option<String>,
}

/// A game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkGame {
    /// Its number in the plan.
    pub number: u64,
    /// Who won.
    pub winner: Option<Player>,
    /// The moves, and what the search said before them, for the side to move.
    pub moves: Vec<(String, Option<i32>)>,
}

impl fmt::Display for NetworkGame {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = match self.winner {
            Some(Player::Black) => 'b',
            Some(Player::White) => 'w',
            None => 'd',
        };
        write!(out, "{} {winner}", self.number)?;
        self.moves.iter().try_for_each(|(mv, score)| match score {
            Some(score) => write!(out, " {mv}={score}"),
            None => write!(out, " {mv}"),
        })
    }
}

impl NetworkGame {
    /// Reads a line.
    ///
    /// # Errors
    /// One line that quotes it.
    pub fn read(line: &str) -> Result<NetworkGame, InputError> {
        let read = || {
            let mut words = line.split_whitespace();
            let number = words.next()?.parse().ok()?;
            let winner = match words.next()? {
                "b" => Some(Player::Black),
                "w" => Some(Player::White),
                "d" => None,
                _ => return None,
            };
            let moves = words.map(|word| match word.rsplit_once('=') {
                Some((mv, score)) => Some((mv.to_owned(), Some(score.parse().ok()?))),
                None => Some((word.to_owned(), None)),
            });
            Some(NetworkGame { number, winner, moves: moves.collect::<Option<_>>()? })
        };
        read().ok_or_else(|| {
            InputError::new(format!("{} is no game of a network", InputError::quote(line)))
        })
    }
}

/// A start of random moves, from which a game goes on.
fn begin<G: Game>(
    game: &G,
    plies: usize,
    random: &mut SplitMix64,
) -> (Vec<G::Position>, Vec<String>) {
    let mut moves = Vec::new();
    'start: loop {
        let (mut positions, mut texts) = (vec![game.initial()], Vec::new());
        for _ in 0..plies - random.below(plies / 2 + 1) {
            let last = &positions[positions.len() - 1];
            game.moves(last, &mut moves);
            let mv = moves[random.below(moves.len())];
            texts.push(game.move_text(last, mv));
            let next = game.after(last, mv);
            if game.judge(&next) != Judgement::Open || game.glance(&next).is_some() {
                continue 'start;
            }
            positions.push(next);
        }
        return (positions, texts);
    }
}

/// The game of this number; `None` if `stop` came before its end.
///
/// # Errors
/// If the player cannot be made.
pub fn network_game<G: Game>(
    game: &G,
    plan: &NetworkPlan,
    number: u64,
    stop: &AtomicBool,
) -> Result<Option<NetworkGame>, InputError> {
    let mut random = SplitMix64::new(plan.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
    random.next_u64();
    let evaluator: Box<dyn Evaluate<G>> =
        make_evaluator(game, plan.evaluator.as_deref(), plan.weights.as_deref())?;
    let config = Config { memory: MEMORY, ..Config::modern() };
    let mut player = Searcher::try_new(config, vec![evaluator])?;
    let budget = Budget { nodes: Some(plan.nodes), ..Budget::default() };
    let never = Arc::new(AtomicBool::new(false));

    // Step 1. Random moves.
    let (mut positions, texts) = begin(game, plan.plies, &mut random);
    let mut moves: Vec<(String, Option<i32>)> = texts.into_iter().map(|mv| (mv, None)).collect();
    let mut been: HashMap<Vec<u8>, u32> = HashMap::new();
    let over = |winner, moves| Ok(Some(NetworkGame { number, winner, moves }));
    // Step 2. The player's.
    while moves.len() < MOST_PLIES {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let last = &positions[positions.len() - 1];
        match game.judge(last) {
            Judgement::Over(Outcome::Draw) => return over(None, moves),
            Judgement::Over(Outcome::Win(player)) | Judgement::Decided(player) => {
                return over(Some(player), moves);
            }
            Judgement::Open => {}
        }
        let times = been.entry(situation(game, last)).or_default();
        *times += 1;
        if *times == 3 {
            return over(None, moves);
        }
        let side = game.side_to_move(last);
        let thought = player.think(game, &positions, &budget, &never, &mut |_| {});
        let score = match thought.score {
            Score::Estimate(score) => score,
            Score::Win(_) => return over(Some(side), moves),
            Score::Loss(_) => return over(Some(side.other()), moves),
            Score::Draw => 0,
        };
        // Who has no move, under superko, has lost.
        let Some(text) = thought.best else { return over(Some(side.other()), moves) };
        let next = game.after(last, game.parse_move(last, &text)?);
        moves.push((text, Some(score)));
        positions.push(next);
    }
    over(None, moves)
}
