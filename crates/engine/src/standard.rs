//! The games that come with andor, each with every solver compiled for it: what a build takes its time for.

use crate::any_game::AnyGame;
use crate::catalogue::Catalogue;
use crate::pair::compiled;
use andor_core::{Family, Game, Rules, Spec};
use andor_games::{Visitor, families, visit};

/// Forgets the type of a game.
struct Erase;

impl Visitor for Erase {
    type Output = Box<dyn AnyGame>;

    fn visit<G: Game + Clone + 'static, R: Rules + Clone + 'static>(
        self,
        game: G,
        reference: R,
        independent: bool,
    ) -> Box<dyn AnyGame> {
        compiled(game, reference, independent)
    }
}

impl Catalogue {
    /// The games that come with andor.
    #[must_use]
    pub fn standard() -> Catalogue {
        let add = |catalogue: Catalogue, family: &Family| {
            catalogue.with(*family, |spec: &Spec| visit(spec.text(), Erase))
        };
        families().iter().fold(Catalogue::empty(), add)
    }
}
