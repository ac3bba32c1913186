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
//! Where what superko compares leaves something out (in Go, how often was passed), a position Y that
//! the winner moves to may share its situation with another one, Y', on the path. The contract of
//! [`situation`](andor_core::Rules::situation) says that their moves are the same, but for those that
//! `may_repeat`, and that those end the game in Y', which was reached by one. If that end is the
//! opponent's, the opponent has won at Y' already; if it is the winner's, Y' is in W like Y. So if Y'
//! stood above Z, Z would not be the first position in W of either player. And if it stands below,
//! the reply c that was made at Y' is one at Y, too: the rank at c is smaller than before the move to Y,
//! but the move to Y comes after c, where ranks are smaller than at c. Neither can be.
//!
//! Under *positional* superko the two may have different sides to move, and all this is not so: there
//! no result is clean, and every one belongs to its path.

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
                Some(Cycles::Superko { trusts_clean: kind == Superko::Situational })
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
