//! Writes a built table to its file, which appears whole or not at all.

use crate::build::Built;
use crate::error::TableError;
use crate::file::encode;
use crate::header::{BLOCK, FORMAT, Header, SliceInfo};
use andor_certify::write_atomically;
use miniz_oxide::deflate::compress_to_vec;
use std::io::Write;
use std::path::Path;

/// How hard deflate works.
const DEFLATE_LEVEL: u8 = 8;

/// What was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Saved {
    /// The slices with their counts.
    pub slices: Vec<SliceInfo>,
    /// The length of the file.
    pub bytes: u64,
}

/// Writes the table of the game `spec` to a file.
///
/// # Errors
/// If the file cannot be written; the message names it.
pub fn save(built: &Built, spec: &str, path: &Path) -> Result<Saved, TableError> {
    let (head, blocks, slices) = parts(built, spec);
    write_atomically(path, |out| {
        out.write_all(&head)?;
        blocks.iter().try_for_each(|block| out.write_all(block))
    })
    .map_err(|error| TableError::Unwritable(format!("{path:?}: {error}")))?;
    let bytes = head.len() + blocks.iter().map(Vec::len).sum::<usize>();
    Ok(Saved { slices, bytes: bytes as u64 })
}

/// The bytes of the file up to its blocks, the blocks, and what the slices are.
fn parts(built: &Built, spec: &str) -> (Vec<u8>, Vec<Vec<u8>>, Vec<SliceInfo>) {
    let mut blocks = Vec::new();
    let mut slices = Vec::new();
    for (at, material) in built.layout.material().enumerate() {
        slices.push(SliceInfo {
            material: material.text(built.layout.board()),
            numbers: built.layout.len_of(at),
            counts: built.counts[at],
        });
        let bytes = built.values[at].without_holes();
        blocks.extend(
            bytes.chunks(BLOCK as usize / 4).map(|block| compress_to_vec(block, DEFLATE_LEVEL)),
        );
    }
    let header = Header {
        format: FORMAT,
        game: spec.to_owned(),
        pieces: built.layout.pieces(),
        slices: slices.clone(),
        writer: concat!("andor ", env!("CARGO_PKG_VERSION")).to_owned(),
    };
    (encode(&header, &blocks), blocks, slices)
}

#[cfg(test)]
pub(crate) fn to_bytes(built: &Built, spec: &str) -> Vec<u8> {
    let (mut bytes, blocks, _) = parts(built, spec);
    blocks.iter().for_each(|block| bytes.extend_from_slice(block));
    bytes
}

#[cfg(test)]
mod tests {
    use super::to_bytes;
    use crate::build::{Built, build};
    use crate::error::TableError;
    use crate::file::TableFile;
    use crate::header::{FORMAT, Header, MAGIC};
    use crate::table::Table;
    use crate::values::Value;
    use crate::verify::verify;
    use andor_certify::{ReadAt, fnv1a, sha256};
    use andor_core::{Limits, Silent, Stopped};
    use andor_games::surakarta::{Reference, Surakarta};
    use std::io;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    fn built() -> Built {
        build(&Surakarta::new(), 3, 1, &Limits::default(), &mut Silent).unwrap()
    }

    fn check(bytes: Vec<u8>) -> Result<u64, TableError> {
        let table = Table::new(TableFile::from_bytes(bytes)?, &Surakarta::new())?;
        let limits = Limits::default();
        let (fast, reference) = (Surakarta::new(), Reference::new());
        Ok(verify(&fast, &reference, &table, 2, &limits, &mut Silent)?.positions)
    }

    #[test]
    fn every_kind_of_damage_is_refused_in_one_line() {
        let bytes = to_bytes(&built(), "surakarta");
        assert!(check(bytes.clone()).is_ok());
        let file = TableFile::from_bytes(bytes.clone()).unwrap();
        assert_eq!((file.spec(), file.pieces()), ("surakarta", 3));
        // Step 1. Any changed byte, any end.
        let step = (bytes.len() / 3000).max(1);
        for at in (0..bytes.len()).step_by(step).chain(0..40).chain(bytes.len() - 40..bytes.len()) {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << (at % 8);
            let error = TableFile::from_bytes(changed).unwrap_err().to_string();
            assert!(error.starts_with("damaged table: ") && !error.contains('\n'), "{at}: {error}");
            let error = TableFile::from_bytes(bytes[..at].to_vec()).unwrap_err().to_string();
            assert!(!error.contains('\n'), "{at}: {error}");
        }
        let longer = [&bytes[..], b"more"].concat();
        let error = TableFile::from_bytes(longer).unwrap_err().to_string();
        assert_eq!(error, "damaged table: 4 bytes follow the last block");
        // Step 2. Files that are none, and newer ones.
        for other in [&b""[..], b"{\"a\": 1}\n", &[0; 100]] {
            assert_eq!(TableFile::from_bytes(other.to_vec()).unwrap_err(), TableError::NotATable);
        }
        let mut newer = bytes.clone();
        newer[8] = FORMAT as u8 + 1;
        let checksum = fnv1a(&newer[..16]);
        newer[16..24].copy_from_slice(&checksum.to_le_bytes());
        let error = TableFile::from_bytes(newer).unwrap_err();
        assert_eq!(error, TableError::NewerFormat(FORMAT + 1));
        assert_eq!(bytes[..8], MAGIC);
    }

    #[test]
    fn headers_that_promise_something_else_are_refused() {
        type Change = fn(&mut Header);
        let changes: [(&str, Change); 6] = [
            ("not those of 2 men", |header| header.pieces = 2),
            ("too many", |header| header.pieces = 4_000_000_000),
            ("slices are not those", |header| header.pieces = 8),
            ("more positions than numbers", |header| header.slices[0].numbers = 1),
            ("cut short", |header| header.slices[0].numbers = 1 << 47),
            ("0 slices", |header| header.slices.clear()),
        ];
        let bytes = to_bytes(&built(), "surakarta");
        let (header, end) = Header::decode(&bytes).unwrap();
        for (part, change) in changes {
            let mut header = header.clone();
            change(&mut header);
            let mut changed = header.encode();
            // The index with its checksum mended, and the blocks.
            let index_end = end + 12 * (header_blocks(&bytes) as usize);
            changed.extend_from_slice(&bytes[end..index_end]);
            changed.extend_from_slice(&fnv1a(&changed).to_le_bytes());
            changed.extend_from_slice(&bytes[index_end + 8..]);
            let error = check(changed).unwrap_err().to_string();
            assert!(error.contains(part), "{part}: {error}");
        }
        let other = to_bytes(&built(), "loa:4x4");
        let error = check(other).unwrap_err().to_string();
        assert_eq!(error, "the table is about \"loa:4x4\", not about \"surakarta\"");
    }

    /// The file with another first block under right checksums.
    fn with_first_block(bytes: &[u8], block: &[u8]) -> Vec<u8> {
        let (header, index) = Header::decode(bytes).unwrap();
        let count = header.blocks().count();
        let old = u32::from_le_bytes(bytes[index..index + 4].try_into().unwrap()) as usize;
        let mut changed = bytes[..index].to_vec();
        changed.extend_from_slice(&(block.len() as u32).to_le_bytes());
        changed.extend_from_slice(&fnv1a(block).to_le_bytes());
        changed.extend_from_slice(&bytes[index + 12..index + 12 * count]);
        changed.extend_from_slice(&fnv1a(&changed).to_le_bytes());
        changed.extend_from_slice(block);
        changed.extend_from_slice(&bytes[index + 12 * count + 8 + old..]);
        changed
    }

    #[test]
    fn a_table_is_what_its_digest_says_and_nothing_follows_a_stream() {
        let bytes = to_bytes(&built(), "surakarta");
        let file = TableFile::from_bytes(bytes.clone()).unwrap();
        assert_eq!(file.digest(), sha256(&bytes));
        let (header, index) = Header::decode(&bytes).unwrap();
        let first = index + 12 * header.blocks().count() + 8;
        let length = u32::from_le_bytes(bytes[index..index + 4].try_into().unwrap()) as usize;
        let block = &bytes[first..first + length];
        assert_eq!(with_first_block(&bytes, block), bytes);
        // Bytes behind a stream change nothing that is said, and are refused (H5 of the audit).
        let room = with_first_block(&bytes, &[block, b"room for a forger"].concat());
        assert_ne!(TableFile::from_bytes(room.clone()).unwrap().digest(), file.digest());
        let error = check(room).unwrap_err().to_string();
        assert!(error.contains("17 bytes follow its stream"), "{error}");
    }

    /// Serves the file until it has been opened, and then another one of the same length.
    struct Changing {
        versions: [Vec<u8>; 2],
        turned: Arc<AtomicBool>,
    }

    impl ReadAt for Changing {
        fn length(&self) -> io::Result<u64> {
            Ok(self.versions[0].len() as u64)
        }

        fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
            let version = &self.versions[usize::from(self.turned.load(Ordering::SeqCst))];
            let from = version.get(offset as usize..offset as usize + bytes.len());
            bytes.copy_from_slice(from.ok_or(io::ErrorKind::UnexpectedEof)?);
            Ok(())
        }
    }

    #[test]
    fn a_table_that_changes_under_its_reader_says_nothing() {
        let bytes = to_bytes(&built(), "surakarta");
        let mut changed = bytes.clone();
        let (end, last) = (bytes.len(), bytes.len() - 1);
        changed[last] ^= 0xff;
        for other in [changed, bytes[..end - 1].to_vec()] {
            let turned = Arc::new(AtomicBool::new(false));
            let source = Changing { versions: [bytes.clone(), other], turned: turned.clone() };
            let file = TableFile::from_source(Box::new(source)).unwrap();
            assert_eq!(file.digest(), sha256(&bytes));
            let table = Table::new(file, &Surakarta::new()).unwrap();
            let slice = table.file().slices().len() - 1;
            turned.store(true, Ordering::SeqCst);
            let error = table.value_at(slice, 0).unwrap_err().to_string();
            assert!(error.contains("it changed while it was read"), "{error}");
            turned.store(false, Ordering::SeqCst);
            table.value_at(slice, 0).unwrap();
        }
    }

    #[test]
    fn checking_a_table_has_limits() {
        let bytes = to_bytes(&built(), "surakarta");
        let table = Table::new(TableFile::from_bytes(bytes).unwrap(), &Surakarta::new()).unwrap();
        let (fast, reference) = (Surakarta::new(), Reference::new());
        let check = |limits: Limits| {
            verify(&fast, &reference, &table, 2, &limits, &mut Silent).unwrap_err()
        };
        let stopped = Limits::default();
        stopped.interrupt.store(true, Ordering::SeqCst);
        assert_eq!(check(stopped), TableError::Stopped(Stopped::Interrupted));
        let late = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        assert_eq!(check(late), TableError::Stopped(Stopped::Time));
        let error = check(Limits { memory: 1000, ..Limits::default() }).to_string();
        assert!(error.contains("of memory, and 0 are allowed"), "{error}");
    }

    fn header_blocks(bytes: &[u8]) -> u64 {
        Header::decode(bytes).unwrap().0.blocks().count() as u64
    }

    #[test]
    fn a_wrong_entry_is_found() {
        let right = built();
        for slice in 0..right.values.len() {
            let wanted = [(Value::Draw, Value::Win), (Value::Draw, Value::Loss)];
            for (from, to) in wanted {
                let mut numbers = 0..right.layout.len_of(slice);
                let found = numbers.rfind(|&number| right.value(slice, number) == Some(from));
                let Some(number) = found else { continue };
                let wrong = built();
                wrong.values[slice].put(number, to.bits());
                let error = check(to_bytes(&wrong, "surakarta")).unwrap_err();
                let text = error.to_string();
                assert!(error.is_rejection() && text.starts_with("wrong table: slice "), "{text}");
            }
        }
        // A win that is called a draw, and counts that are not those of the entries.
        let mut wrong = built();
        let first = (0..).find(|&number| wrong.value(0, number) == Some(Value::Win)).unwrap();
        let bytes = (0..wrong.values[0].len().div_ceil(4)).map(|byte| {
            (0..4).fold(0, |all, within| {
                let number = byte * 4 + within;
                let exists = number < wrong.values[0].len() && number != first;
                let bits = if exists { wrong.values[0].bits(number) } else { 0 };
                all | bits << (within * 2)
            })
        });
        let bytes = bytes.collect();
        wrong.values[0] = crate::values::Values::from_bytes(bytes, wrong.values[0].len());
        let error = check(to_bytes(&wrong, "surakarta")).unwrap_err().to_string();
        assert!(error.contains("it says draw, but"), "{error}");
        let mut wrong = built();
        wrong.counts[0].wins -= 1;
        wrong.counts[0].draws += 1;
        let error = check(to_bytes(&wrong, "surakarta")).unwrap_err().to_string();
        assert!(error.contains("slice 1 v 1:") && error.contains("the header says"), "{error}");
    }
}
