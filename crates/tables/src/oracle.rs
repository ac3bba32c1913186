//! A table as an oracle: every solver can ask it.

use crate::table::Table;
use andor_core::{Game, Oracle, Outcome, Rules};
use std::sync::Arc;

/// A table that solvers ask. It speaks of positions that are not over; a damaged block says
/// nothing.
#[derive(Clone, Debug)]
pub struct TableOracle {
    table: Arc<Table>,
}

impl TableOracle {
    /// An oracle that looks into this table.
    #[must_use]
    pub fn new(table: Arc<Table>) -> TableOracle {
        TableOracle { table }
    }

    /// The same for rules that are no game for solvers.
    pub fn look<R: Rules>(&self, rules: &R, position: &R::Position) -> Option<Outcome> {
        let value = self.table.value(rules.endings()?, position).ok()??;
        Some(value.outcome(rules.side_to_move(position)))
    }
}

impl<G: Game> Oracle<G> for TableOracle {
    fn probe(&self, game: &G, position: &G::Position) -> Option<Outcome> {
        self.look(game, position)
    }
}
