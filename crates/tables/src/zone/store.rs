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

/// It takes more than three rows only if the table has no more states than this: larger ones save expansions, but a
/// verifier plays the races of the larger zones out, which takes longer than the searches that they shorten.
const QUICK_STATES: u64 = CACHED_STATES;

/// On boards of so many squares and more the search is long, and so may be the verification: 5x6 gets four
/// rows.
const LARGE_BOARD: usize = 30;
const LARGE_STATES: u64 = 1 << 26;

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
                let is_large = board.columns * board.rows >= LARGE_BOARD;
                let most = if is_large { LARGE_STATES } else { QUICK_STATES };
                let is_quick = |shape: &ZoneShape| {
                    shape.depth() == ZoneShape::LEAST_DEPTH || shape.states() <= most
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
    zone_from(shape, observer, |observer| ZoneTable::build(shape, threads, limits, observer))
}

/// The same, but somebody else builds it if it is not there.
///
/// # Errors
/// Those of the builder.
pub fn zone_from(
    shape: ZoneShape,
    observer: &mut dyn Observer,
    build: impl FnOnce(&mut dyn Observer) -> Result<ZoneTable, TableError>,
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
            let table = build(observer)?;
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

#[cfg(test)]
mod tests {
    use super::ZoneChoice;
    use andor_core::RaceBoard;

    /// What the automatic choice takes with so much memory.
    fn rows(columns: usize, rows: usize, memory: u64) -> Option<usize> {
        let shape = ZoneChoice::Auto.shape(RaceBoard { columns, rows }, memory).unwrap();
        shape.map(|shape| shape.depth())
    }

    #[test]
    fn larger_boards_are_worth_larger_tables() {
        let gibibyte = 1 << 30;
        assert_eq!(rows(4, 5, gibibyte), Some(4));
        assert_eq!(rows(5, 5, gibibyte), Some(3));
        assert_eq!(rows(6, 5, gibibyte), Some(3));
        assert_eq!(rows(5, 6, gibibyte), Some(4));
        assert_eq!(rows(7, 5, gibibyte), Some(3));
        // An eighth of the memory is the limit, whatever the table would be good for.
        assert_eq!(rows(5, 6, 64 << 20), Some(3));
        assert_eq!(rows(7, 5, 64 << 20), None);
    }

    #[test]
    fn what_is_asked_for_must_fit() {
        let board = RaceBoard { columns: 6, rows: 6 };
        let error = ZoneChoice::Rows(4).shape(board, 1 << 30).unwrap_err();
        assert!(error.to_string().contains("more than half of --memory"), "{error}");
        assert!(ZoneChoice::Rows(4).shape(board, 4 << 30).unwrap().is_some());
        assert!(ZoneChoice::Rows(2).shape(board, 4 << 30).is_err());
    }
}
