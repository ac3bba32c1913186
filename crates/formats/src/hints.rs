//! What the reader of a text knows besides the text.

use andor_core::Player;

/// Who moves first in the game of a spec string; nothing if there is no such game.
pub type FirstPlayer<'a> = dyn Fn(&str) -> Option<Player> + 'a;

/// What helps to read records that do not say everything. By default nothing is known.
#[derive(Clone, Copy, Default)]
pub struct Hints<'a> {
    /// The spec string of the game, for records that name none.
    pub game: Option<&'a str>,
    /// Who moves first in a game.
    pub first: Option<&'a FirstPlayer<'a>>,
    /// Whether `1-0` in PDN is a win of White, as in international draughts, and not of Black.
    pub white_first_results: bool,
}

impl Hints<'_> {
    /// Who moves first in a game, if there is such a game.
    pub(crate) fn first_player(&self, spec: &str) -> Option<Player> {
        self.first.and_then(|first| first(spec))
    }
}
