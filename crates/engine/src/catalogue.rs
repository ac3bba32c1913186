//! All games under their names: those of `andor_games`, and whatever an outsider adds.

use crate::any_game::AnyGame;
use andor_core::board::walls_in;
use andor_core::{Family, InputError, Spec, did_you_mean, limit_of};
use std::sync::Arc;

/// Makes a game from a spec string that begins with its name.
type Make = Arc<dyn Fn(&Spec) -> Result<Box<dyn AnyGame>, InputError> + Send + Sync>;

/// A game of the catalogue.
#[derive(Clone)]
pub struct Entry {
    /// What people should know of it.
    pub family: Family,
    make: Make,
}

/// The games that a command line knows.
#[derive(Clone)]
pub struct Catalogue {
    entries: Vec<Entry>,
}

impl Catalogue {
    /// No games yet: for a program about games of its own only.
    #[must_use]
    pub fn empty() -> Catalogue {
        Catalogue { entries: Vec::new() }
    }

    /// Adds a game; one of the same name is replaced.
    #[must_use]
    pub fn with(
        mut self,
        family: Family,
        make: impl Fn(&Spec) -> Result<Box<dyn AnyGame>, InputError> + Send + Sync + 'static,
    ) -> Catalogue {
        self.entries.retain(|entry| entry.family.name != family.name);
        self.entries.push(Entry { family, make: Arc::new(make) });
        self
    }

    /// All games there are.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The game that `spec` names.
    ///
    /// # Errors
    /// One line that quotes the spec string.
    pub fn game(&self, spec: &str) -> Result<Box<dyn AnyGame>, InputError> {
        let spec = Spec::parse(spec)?;
        let entry = self.entry(&spec)?;
        let limit = limit_of(&spec)?;
        let mut game = (entry.make)(limit.as_ref().map_or(&spec, |(_, spec)| spec))?;
        game.set_family(entry.family);
        match limit {
            Some((plies, _)) => game.limited(plies),
            None => Ok(game),
        }
    }

    /// The game that `spec` names, for this position of it: where the text has walls (`#`) and the spec string says
    /// nothing of walls, it is the game with those.
    ///
    /// # Errors
    /// As [`game`](Catalogue::game).
    pub fn game_at(
        &self,
        spec: &str,
        position: Option<&str>,
    ) -> Result<Box<dyn AnyGame>, InputError> {
        let parsed = Spec::parse(spec)?;
        let may = parsed.value("walls").is_none() && self.entry(&parsed)?.family.has_walls;
        match position.filter(|_| may).and_then(walls_in) {
            Some(walls) => self.game(parsed.with_option("walls", &walls).text()),
            None => self.game(spec),
        }
    }

    /// Whether making the game that `spec` names reads a file that it names.
    ///
    /// # Errors
    /// One line that quotes the spec string, if there is no such game.
    pub fn reads_a_file(&self, spec: &str) -> Result<bool, InputError> {
        let spec = Spec::parse(spec)?;
        Ok(self.entry(&spec)?.family.board_is_a_file && spec.board().is_some())
    }

    /// The entry of the game that a spec string begins with.
    fn entry(&self, spec: &Spec) -> Result<&Entry, InputError> {
        let is_meant = |entry: &&Entry| entry.family.name.eq_ignore_ascii_case(spec.name());
        self.entries.iter().find(is_meant).ok_or_else(|| {
            let names: Vec<&str> = self.entries.iter().map(|entry| entry.family.name).collect();
            let meant = did_you_mean(spec.name(), names.iter().copied());
            spec.refuse(&format!("no such game, there are {}{meant}", names.join(", ")))
        })
    }

    /// The name of the game that is meant where none is named; `None` if there are no games.
    #[must_use]
    pub fn usual(&self) -> Option<&'static str> {
        let usual = self.entries.iter().find(|entry| entry.family.is_usual);
        usual.or(self.entries.first()).map(|entry| entry.family.name)
    }

    /// The openings that come with a game, on its default board only; `None` if there are none.
    #[must_use]
    pub fn openings(&self, game: &dyn AnyGame) -> Option<&'static str> {
        let Family { name, openings, .. } = *game.family();
        let is_default = || self.game(name).is_ok_and(|default| default.spec() == game.spec());
        (!openings.is_empty() && is_default()).then_some(openings)
    }
}
