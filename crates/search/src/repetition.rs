//! What has been on the board, in the game so far and on the way from the root.
//!
//! Where repetition is a draw, the rules of play end the game when a position comes for the third
//! time (Winands' thesis, 2.2). A search that waited for that would look eight plies further for nothing:
//! here any position that has been in the game or on the path counts as a draw. A win found under
//! that rule is a win under the other, because it never needs a repetition. Only positions that
//! have been there twice are really lost to the game, and what a table knows from before that
//! holds no longer: they change the keys of the table ([`Past::salt`]).
//!
//! Under superko a move to a position that has been is not legal, and a side without a legal move
//! has lost.
//!
//! The path of a search may contain null moves. No position before one is repeated after it.
//!
//! Everybody else asks [`History`](andor_core::History) and [`Played`](andor_core::Played), which
//! compare exact bytes. A search asks at every node, where writing the bytes of the position and
//! looking them up in a map would cost more than the node itself. So it compares the keys that it has
//! at hand for its table: along the path, and behind a filter in the game before it. Two positions
//! with one key would cost the player a wrong guess, as in its table; no certificate rests on this.

use andor_core::{Game, Key, Repetition};

/// The positions of a game up to the root of a search, and of the path below.
#[derive(Clone, Debug)]
pub struct Past {
    repetition: Repetition,
    /// Keys by the rule of repetition: [`Game::situation_key`] under superko.
    keys: Vec<Key>,
    /// How many of `keys` are on the path, the root being the first of it.
    root: usize,
    /// Bits of the keys before the root, to see at one look that a position is none of them.
    filter: [u64; 16],
    salt: u64,
}

#[inline]
fn filter_bit(key: Key) -> (usize, u64) {
    ((key.tag >> 6 & 15) as usize, 1 << (key.tag & 63))
}

impl Past {
    /// The past of the last of these positions, each of which came from the one before it.
    pub fn new<G: Game>(game: &G, positions: &[G::Position]) -> Past {
        let repetition = game.repetition();
        let keys: Vec<Key> = positions.iter().map(|at| Past::key_of(game, at)).collect();
        let root = keys.len() - 1;
        let mut past = Past { repetition, keys, root, filter: [0; 16], salt: 0 };
        if past.repetition == Repetition::Draw {
            for place in 0..root {
                let key = past.keys[place];
                let (word, bit) = filter_bit(key);
                past.filter[word] |= bit;
                // The second time counts once, however often the position came after that.
                if past.keys[..place].iter().filter(|&&other| other == key).count() == 1 {
                    past.salt ^= key.index.rotate_left(21) ^ key.tag;
                }
            }
        }
        past
    }

    fn key_of<G: Game>(game: &G, position: &G::Position) -> Key {
        match game.repetition() {
            Repetition::Superko(_) => game.situation_key(position),
            Repetition::Draw => game.placed_key(position),
            Repetition::Impossible => Key::default(),
        }
    }

    /// What the keys of a table must be changed by.
    #[must_use]
    pub fn salt(&self) -> u64 {
        self.salt
    }

    /// The search goes on to a position, whose [`Game::placed_key`] is known.
    #[inline]
    pub fn push<G: Game>(&mut self, game: &G, position: &G::Position, placed: Key) {
        let key = match self.repetition {
            Repetition::Superko(_) => game.situation_key(position),
            _ => placed,
        };
        self.keys.push(key);
    }

    /// The last position is taken back.
    #[inline]
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// Whether a position with this [`Game::placed_key`] has been among the last `reach` positions
    /// of the path or, if that is the whole path, in the game before it; never, unless that makes
    /// a draw. The position itself is not on the path yet.
    #[inline]
    #[must_use]
    pub fn is_draw(&self, placed: Key, reach: usize) -> bool {
        if self.repetition != Repetition::Draw {
            return false;
        }
        let path = &self.keys[self.root..];
        // The same side was to move two, four, ... plies ago.
        if path.iter().rev().take(reach).skip(1).step_by(2).any(|&key| key == placed) {
            return true;
        }
        let (word, bit) = filter_bit(placed);
        let may_be = reach >= path.len() && self.filter[word] & bit != 0;
        may_be && self.keys[..self.root].contains(&placed)
    }

    /// Whether superko rules out moves here.
    #[inline]
    #[must_use]
    pub fn forbids(&self) -> bool {
        self.repetition.is_superko()
    }

    /// Strikes the moves that superko forbids.
    pub fn strike<G: Game>(&self, game: &G, position: &G::Position, moves: &mut Vec<G::Move>) {
        if self.forbids() {
            moves.retain(|&mv| {
                game.may_repeat(mv)
                    || !self.keys.contains(&game.situation_key(&game.after(position, mv)))
            });
        }
    }
}
