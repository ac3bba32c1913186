//! Cards at the rim: one that searches before the processor does, or settles leaves of its search, and one that fills
//! a zone table.

use crate::error::EngineError;
use crate::method::Method;
use crate::remote::WorkerCard;
use crate::solve::{Request, Stage};
use andor_core::{Game, InputError, Limits, Observer};
use andor_gpu::{Card, CardError, CardSearch, NoTable, build_zone};
use andor_prove::accelerator::Accelerator;
use andor_prove::checkpoint::CheckpointPlan;
use andor_prove::leaf::LeafRule;
use andor_prove::solver::Solver;
use andor_tables::TableError;
use andor_tables::zone::{ZoneShape, ZoneTable, zone_from};
use std::sync::Arc;

fn refused(error: &CardError) -> InputError {
    InputError::new(format!("--device: {error}"))
}

/// The boolean search, begun on a card; or df-pn with such leaves, which a card settles.
pub(crate) fn solver<G: Game + 'static>(
    game: &G,
    root: &G::Position,
    card: u32,
    request: &Request,
    zone: Option<&Arc<ZoneTable>>,
    leaf: LeafRule,
    checkpoint: Option<CheckpointPlan>,
) -> Result<Box<dyn Solver<G>>, EngineError> {
    let set = &request.settings;
    set.check()?;
    let refuse = |why: &str| Err(InputError::new(format!("--device: {why}")).into());
    let is_boolean = set.method == Method::Boolean;
    if is_boolean && (request.checkpoint.is_some() || request.resume.is_some()) {
        return refuse("what it has found is not saved with --method boolean, but is with df-pn");
    }
    if !set.knowledge() {
        return refuse("the card's programs use static knowledge, which --knowledge off forbids");
    }
    if !request.tables.is_empty() || request.patterns.is_some() {
        return refuse("the card's programs ask no endgame tables and no patterns");
    }
    let card = WorkerCard { number: card, memory: set.device_memory };
    let search = card_search(game, root, card, zone, set.order.as_deref())?;
    if is_boolean {
        let mut solver = Method::boolean(set, None);
        solver.accelerate(Box::new(search));
        return Ok(Box::new(solver));
    }
    let mut solver = set.method.df_pn(leaf, set, checkpoint);
    solver.accelerate(Box::new(search));
    if request.stage == Stage::Certificate {
        solver.leave_gaps();
    }
    Ok(Box::new(solver))
}

/// A card that is ready to search below a position, in this order of moves or the game's own.
pub(crate) fn card_search<G: Game>(
    game: &G,
    root: &G::Position,
    card: WorkerCard,
    zone: Option<&Arc<ZoneTable>>,
    order: Option<&[i32]>,
) -> Result<CardSearch, InputError> {
    let search = CardSearch::open(card.number, card.memory, zone.cloned());
    let search = search.map_err(|error| refused(&error))?;
    let own = game.order().map_or(&[][..], |order| order.weights());
    search.check(game, root, order.unwrap_or(own))?;
    Ok(search)
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
