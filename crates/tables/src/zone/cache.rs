//! Zone tables in files, so that a large one is built once.
//!
//! ```text
//!   "andrzone" | format, 4 | columns, rows, k: 4 each | checksum, 8 | entries
//! ```
//!
//! Numbers are little-endian. A file is believed only if its head is what it must be, its length is
//! right and the checksum of its entries is the one in its head; a file that is damaged, of another
//! table or of another format is built again. Nothing else rests on the cache: whether a table is
//! *right* is what `check` is for.

use super::shape::ZoneShape;
use super::table::ZoneTable;
use crate::error::TableError;
use andor_certify::{StableBytes, replace_atomically};
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

const MAGIC: [u8; 8] = *b"andrzone";
const FORMAT: u32 = 1;
const HEAD: usize = 32;

/// Tables with fewer states are not kept in files: building one takes less than a second.
pub const CACHED_STATES: u64 = 1 << 22;

/// The folder that this process was told to keep tables in.
static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// Keeps the tables of this process in a folder, from now on; the first call counts.
pub fn keep_in(folder: PathBuf) {
    let _ = FOLDER.set(folder);
}

/// Where tables are kept: where [`keep_in`] says, `$XDG_CACHE_HOME/andor`, or `~/.cache/andor`.
#[must_use]
pub fn folder() -> Option<PathBuf> {
    if let Some(folder) = FOLDER.get() {
        return Some(folder.clone());
    }
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let cache = set("XDG_CACHE_HOME").map(PathBuf::from);
    let cache = cache.or_else(|| set("HOME").map(|home| PathBuf::from(home).join(".cache")));
    cache.map(|folder| folder.join("andor"))
}

/// The name of the file of a table.
#[must_use]
pub fn file_name(shape: ZoneShape) -> String {
    format!("zone-{}x{}-{}.zone", shape.columns(), shape.rows(), shape.depth())
}

/// What a file begins with.
fn head(shape: ZoneShape, checksum: u64) -> [u8; HEAD] {
    let mut head = [0; HEAD];
    head[..8].copy_from_slice(&MAGIC);
    let numbers = [FORMAT, shape.columns() as u32, shape.rows() as u32, shape.depth() as u32];
    for (place, number) in head[8..24].chunks_exact_mut(4).zip(numbers) {
        place.copy_from_slice(&number.to_le_bytes());
    }
    head[24..].copy_from_slice(&checksum.to_le_bytes());
    head
}

/// The table in a file; says why if there is none that can be believed.
///
/// # Errors
/// If it cannot be read, is damaged, or is about something else.
pub(super) fn read(shape: ZoneShape, path: &Path) -> Result<ZoneTable, TableError> {
    let bytes = StableBytes::open(path).map_err(TableError::Unreadable)?;
    if bytes.length() != HEAD as u64 + shape.bytes() {
        return Err(TableError::Damaged(format!("{} bytes", bytes.length())));
    }
    // Each byte is read once.
    let read = |range: Range<u64>| bytes.read_once(range).map_err(TableError::Unreadable);
    let start = read(0..HEAD as u64)?;
    let entries = read(HEAD as u64..bytes.length())?.into_owned();
    let table = ZoneTable::new(shape, entries);
    if *start != head(shape, table.checksum()) {
        return Err(TableError::Damaged("head or checksum is wrong".to_owned()));
    }
    Ok(table)
}

/// Writes a table to a file, and its folder if need be.
///
/// # Errors
/// If that cannot be done; the message names the file.
pub(super) fn write(table: &ZoneTable, path: &Path) -> Result<(), TableError> {
    let written = || -> std::io::Result<()> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        // A link that somebody planted here is replaced, not followed.
        replace_atomically(path, |out| {
            out.write_all(&head(table.shape(), table.checksum()))?;
            out.write_all(table.bytes())
        })
    };
    written().map_err(|error| TableError::Unwritable(format!("{path:?}: {error}")))
}

#[cfg(test)]
mod tests {
    use super::{file_name, read, write};
    use crate::zone::{ZoneShape, ZoneTable};
    use andor_core::{Limits, RaceBoard, Silent};
    use std::fs;

    #[test]
    fn only_the_very_file_is_believed() {
        let folder = std::env::temp_dir().join(format!("andor-zone-{}", std::process::id()));
        let shape = |rows, depth| ZoneShape::new(RaceBoard { columns: 3, rows }, depth).unwrap();
        let build = |shape| ZoneTable::build(shape, 2, &Limits::default(), &mut Silent).unwrap();
        let table = build(shape(6, 4));
        let path = folder.join("below").join(file_name(table.shape()));
        write(&table, &path).unwrap();
        let again = read(table.shape(), &path).unwrap();
        assert_eq!((again.checksum(), again.bytes()), (table.checksum(), table.bytes()));
        // The same number of entries in the same bits, but of another board.
        let other = build(shape(7, 4));
        assert_ne!(other.checksum(), table.checksum());
        write(&other, &path).unwrap();
        assert!(read(table.shape(), &path).is_err());
        write(&table, &path).unwrap();
        let good = fs::read(&path).unwrap();
        for at in [0, 8, 12, 24, 31, 32, good.len() - 1] {
            let mut bad = good.clone();
            bad[at] ^= 4;
            fs::write(&path, &bad).unwrap();
            assert!(read(table.shape(), &path).is_err(), "byte {at}");
        }
        fs::write(&path, &good[..good.len() - 1]).unwrap();
        assert!(read(table.shape(), &path).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }
}
