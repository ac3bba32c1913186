//! Cards at the rim: one that searches before the processor does, and one that fills a zone table.

use crate::error::EngineError;
use crate::method::Method;
use crate::solve::Request;
use andor_core::{Game, InputError, Limits, Observer};
use andor_gpu::{Card, CardError, CardSearch, NoTable, build_zone};
use andor_prove::boolean::Accelerator;
use andor_prove::solver::Solver;
use andor_tables::TableError;
use andor_tables::zone::{ZoneShape, ZoneTable, zone_from};
use std::sync::Arc;

fn refused(error: &CardError) -> InputError {
    InputError::new(format!("--device: {error}"))
}

/// The boolean search, begun on a card.
pub(crate) fn solver<G: Game + 'static>(
    game: &G,
    root: &G::Position,
    card: u32,
    request: &Request,
    zone: Option<&Arc<ZoneTable>>,
) -> Result<Box<dyn Solver<G>>, EngineError> {
    let set = &request.settings;
    set.check()?;
    let refuse = |why: &str| Err(InputError::new(format!("--device: {why}")).into());
    if request.checkpoint.is_some() || request.resume.is_some() {
        return refuse("what a card has found is not saved, there is no --checkpoint");
    }
    if !set.knowledge() {
        return refuse("the card's programs use static knowledge, which --knowledge off forbids");
    }
    if !request.tables.is_empty() || request.patterns.is_some() {
        return refuse("the card's programs ask no endgame tables and no patterns");
    }
    let search = CardSearch::open(card, set.device_memory, zone.cloned());
    let search = search.map_err(|error| refused(&error))?;
    let own = game.order().map_or(&[][..], |order| order.weights());
    search.check(game, root, set.order.as_deref().unwrap_or(own))?;
    let mut solver = Method::boolean(set, None);
    solver.accelerate(Box::new(search));
    Ok(Box::new(solver))
}

/// The zone table of a shape, filled by a card if it is not at hand.
pub(crate) fn zone_on_card(
    card: u32,
    shape: ZoneShape,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Arc<ZoneTable>, TableError> {
    zone_from(shape, observer, |observer| {
        let card = Card::open(card).map_err(|error| TableError::Impossible(error.to_string()))?;
        build_zone(&card, shape, limits, observer).map_err(|error| match error {
            NoTable::Stopped(stopped) => TableError::Stopped(stopped),
            NoTable::Card(error) => TableError::Impossible(error.to_string()),
        })
    })
}
