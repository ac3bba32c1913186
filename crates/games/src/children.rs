//! What a search does to a leaf, and nothing else, for measurements of the rules.

use crate::{Visitor, visit};
use andor_core::{Game, InputError, Rules, SplitMix64};

/// What was made of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Children {
    /// How many children.
    pub made: u64,
    /// How many moves those had that were not over.
    pub moves: u64,
}

struct Make {
    seed: u64,
    children: u64,
}

impl Visitor for Make {
    type Output = Children;

    fn visit<G: Game + Clone + 'static, R: Rules + Clone + 'static>(
        self,
        game: G,
        _: R,
        _: bool,
    ) -> Children {
        let mut random = SplitMix64::new(self.seed);
        let mut all = Children { made: 0, moves: 0 };
        let mut moves = Vec::new();
        let mut position = game.initial();
        while all.made < self.children {
            game.moves(&position, &mut moves);
            for &mv in &moves {
                let child = game.after(&position, mv);
                all.made += 1;
                if game.outcome(&child).is_none() {
                    all.moves += game.count_moves(&child);
                }
            }
            game.play_unchecked(&mut position, moves[random.below(moves.len())]);
            if game.outcome(&position).is_some() {
                position = game.initial();
            }
        }
        all
    }
}

/// Plays random games by a seed and makes every child of every position on the way, tests it for the end
/// of the game and counts its moves, until so many have been made.
///
/// # Errors
/// If there is no such game.
pub fn make_children(spec: &str, seed: u64, children: u64) -> Result<Children, InputError> {
    visit(spec, Make { seed, children })
}
