//! Which zone table a search gets, and where it comes from: memory, the cache, or the builder.

use super::cache::{CACHED_STATES, file_name, folder, read, write};
use super::shape::ZoneShape;
use super::table::ZoneTable;
use crate::error::TableError;
use andor_core::{Limits, Observer, RaceBoard};
use std::sync::{Arc, Mutex, PoisonError};

/// How many rows a zone table shall have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ZoneChoice {
    /// As many as fit into a share of the memory and are soon built.
    Auto,
    /// So many.
    Rows(usize),
    /// No table.
    #[default]
    Off,
}

/// The automatic choice takes at most this share of the memory.
const SHARE: u64 = 8;

/// It takes more than three rows only if the table has no more states than this: larger ones save
/// expansions, but take longer to build and to check than the searches that they shorten.
const QUICK_STATES: u64 = CACHED_STATES;

/// The table used last: a batch of positions builds it once.
static LAST: Mutex<Option<Arc<ZoneTable>>> = Mutex::new(None);

impl ZoneChoice {
    /// The shape that is meant on a board; `None` if there shall be no table, or none fits.
    ///
    /// # Errors
    /// If there is no zone of the rows that are asked for, or it does not fit into the memory.
    pub fn shape(self, board: RaceBoard, memory: u64) -> Result<Option<ZoneShape>, TableError> {
        match self {
            ZoneChoice::Off => Ok(None),
            ZoneChoice::Rows(rows) => {
                let shape = ZoneShape::new(board, rows)?;
                if shape.bytes() > memory / 2 {
                    let bytes = shape.bytes();
                    let why = format!(
                        "a zone of {rows} rows takes {bytes} bytes, more than half of --memory"
                    );
                    return Err(TableError::Impossible(why));
                }
                Ok(Some(shape))
            }
            ZoneChoice::Auto => {
                let depths = (ZoneShape::LEAST_DEPTH..board.rows).rev();
                let shapes = depths.filter_map(|depth| ZoneShape::new(board, depth).ok());
                let is_quick = |shape: &ZoneShape| {
                    shape.depth() == ZoneShape::LEAST_DEPTH || shape.states() <= QUICK_STATES
                };
                let fits = |shape: &ZoneShape| shape.bytes() <= memory / SHARE && is_quick(shape);
                Ok(shapes.into_iter().find(fits))
            }
        }
    }
}

/// The table of a shape, from memory, from the cache, or built (and then kept in the cache, if it is
/// large). A folder that cannot be written is worth a note, no more.
///
/// # Errors
/// If building it is stopped.
pub fn zone_for(
    shape: ZoneShape,
    threads: usize,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Arc<ZoneTable>, TableError> {
    let last = LAST.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if let Some(table) = last.filter(|table| table.shape() == shape) {
        return Ok(table);
    }
    let path = folder().filter(|_| shape.states() >= CACHED_STATES);
    let path = path.map(|folder| folder.join(file_name(shape)));
    let kept = path.as_ref().filter(|path| path.exists()).map(|path| (read(shape, path), path));
    let table = match kept {
        Some((Ok(table), _)) => table,
        other => {
            if let Some((Err(error), path)) = other {
                observer.note(&format!("{path:?} is not used, and built again: {error}"));
            }
            let table = ZoneTable::build(shape, threads, limits, observer)?;
            if let Some(path) = &path
                && let Err(error) = write(&table, path)
            {
                observer.note(&error.to_string());
            }
            table
        }
    };
    let table = Arc::new(table);
    *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(table.clone());
    Ok(table)
}
