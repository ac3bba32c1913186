//! What it means to a search that positions can come back, and which results hold on every path.
//!
//! Where a repetition is a draw, only disproofs lean on the path (see `repetition`).
//!
//! Under *superko* a move back to the path is illegal, for both players alike: it fails for
//! whoever makes it, and both proofs and disproofs may lean on that. Nor is a loop discharged where
//! it closes: that a player cannot go back to X helps the other one below X only, and says
//! nothing of X reached otherwise, with the loop half done already.
//!
//! A result that was found without meeting a repetition is *clean*. It is a win by force in a
//! finite number of moves with no move forbidden: let W be all such wins of one player, each with
//! the number of moves as its *rank*. Such a result is used as if the game were over there. On
//! some paths that is not the truth about the position: the winner's next move may lead back to
//! the path. The value of the root is still the true one:
//!
//! ```text
//!   root ---> .. ---> Z ---> .. ---> X        Z the first position of the path in W, X a later one
//! ```
//!
//! From Z the winner plays moves after which the rank falls. All positions then are in W, and of
//! ever smaller ranks: none of them stands on the path to Z, where nothing is in W, none comes
//! twice, and so no move of the winner's is forbidden. The opponent may have fewer moves than
//! without history, never more. So at Z the result *is* the truth, and what is said of positions
//! below Z does not matter.
//!
//! This needs that what superko compares is the whole position. If it is less (the board without the
//! side to move; stones without the passes made), a position of W may share its situation with one
//! outside W that stands on the path: then no result is clean, and every one belongs to its path.

use andor_core::{Game, Key, Repetition, Superko};

/// What a position that comes back means to a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cycles {
    /// There is none.
    Impossible,
    /// A draw.
    Draw,
    /// The move was illegal.
    Superko {
        /// Whether results that met no repetition hold on every path.
        trusts_clean: bool,
    },
}

impl Cycles {
    /// What it means in this game; `None` where these searches are not sound: under superko images
    /// of a position are not the same, so that only one symmetry will do.
    pub(crate) fn of<G: Game>(game: &G) -> Option<Cycles> {
        match game.repetition() {
            Repetition::Impossible => Some(Cycles::Impossible),
            Repetition::Draw => Some(Cycles::Draw),
            Repetition::Superko(_) if game.symmetries() > 1 => None,
            Repetition::Superko(kind) => {
                let whole = kind == Superko::Situational && compares_positions(game);
                Some(Cycles::Superko { trusts_clean: whole })
            }
        }
    }

    /// Whether positions can come back.
    #[inline]
    pub(crate) fn is_possible(self) -> bool {
        self != Cycles::Impossible
    }

    /// Whether coming back is illegal.
    #[inline]
    pub(crate) fn is_superko(self) -> bool {
        matches!(self, Cycles::Superko { .. })
    }

    /// What two positions have in common if one of them is the other again.
    #[inline]
    pub(crate) fn key<G: Game>(self, game: &G, position: &G::Position) -> Key {
        match self {
            Cycles::Superko { .. } => game.situation_key(position),
            Cycles::Impossible | Cycles::Draw => game.key(position),
        }
    }
}

/// Whether the situations that superko compares are the positions themselves.
fn compares_positions<G: Game>(game: &G) -> bool {
    let start = game.initial();
    let (mut situation, mut encoded) = (Vec::new(), Vec::new());
    game.situation(&start, &mut situation);
    game.encode(&start, &mut encoded);
    situation == encoded
}
