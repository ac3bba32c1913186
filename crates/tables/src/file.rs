//! A table file: header, index, blocks.
//!
//! ```text
//!   header   (header.rs)
//!   index    for each block: 4 length, 8 checksum; then 8 checksum of header and index
//!   blocks   one behind the other, to the end of the file
//! ```
//!
//! A block holds up to 16,384 numbers of one slice, four to a byte (`values.rs`), as a raw deflate
//! stream (RFC 1951). All checksums are looked at when a file is opened; a block is inflated when
//! somebody asks for a number of it. The checksum behind the index covers those of the blocks, and
//! so everything: it is the *checksum of the table*. Certificates name a table by the SHA-256 of its
//! file, which nobody can forge.

use crate::error::TableError;
use crate::header::{BLOCK, Header, SliceInfo, number};
use andor_certify::{Digest, ReadAt, StableBytes, fnv1a, inflate};
use sha2::{Digest as _, Sha256};
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::path::Path;

/// The bytes of a block's record in the index.
const RECORD: usize = 12;

/// Where a block is.
struct BlockInfo {
    bytes: Range<u64>,
    numbers: u64,
    checksum: u64,
}

/// An open table file. Its bytes are those that were written; what they say has to be
/// [verified](fn@crate::verify).
pub struct TableFile {
    bytes: StableBytes,
    header: Header,
    blocks: Vec<BlockInfo>,
    /// The first block of each slice.
    first_blocks: Vec<usize>,
    checksum: u64,
    digest: Digest,
    name: String,
}

impl fmt::Debug for TableFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TableFile({}, {} men)", self.header.game, self.header.pieces)
    }
}

fn damaged(why: impl Into<String>) -> TableError {
    TableError::Damaged(why.into())
}

/// Writes index and blocks behind a header.
pub(crate) fn encode(header: &Header, blocks: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = header.encode();
    for block in blocks {
        bytes.extend_from_slice(&(block.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&fnv1a(block).to_le_bytes());
    }
    bytes.extend_from_slice(&fnv1a(&bytes).to_le_bytes());
    bytes
}

impl TableFile {
    /// Opens the table at `path`. A small file is read into memory; of a large one header and index
    /// are kept, and its blocks are read as they are needed.
    ///
    /// # Errors
    /// If it cannot be read, is no table, or is damaged anywhere.
    pub fn open(path: &Path) -> Result<TableFile, TableError> {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let bytes = StableBytes::open(path).map_err(TableError::Unreadable)?;
        TableFile::new(bytes, name.unwrap_or_default())
    }

    /// Takes the bytes of a table.
    ///
    /// # Errors
    /// As [`open`](TableFile::open).
    pub fn from_bytes(bytes: Vec<u8>) -> Result<TableFile, TableError> {
        TableFile::new(StableBytes::from_bytes(bytes), String::new())
    }

    /// A table whose blocks are read as they are needed, however small it is.
    ///
    /// # Errors
    /// As [`open`](TableFile::open).
    pub fn from_source(source: Box<dyn ReadAt>) -> Result<TableFile, TableError> {
        let bytes = StableBytes::from_source(source);
        let bytes = bytes.map_err(|error| TableError::Unreadable(error.to_string()))?;
        TableFile::new(bytes, String::new())
    }

    fn new(mut bytes: StableBytes, name: String) -> Result<TableFile, TableError> {
        // Step 1. Header and index: read once, and kept.
        let length = bytes.length();
        let read = |range: Range<u64>| {
            bytes.read_once(range).map(Cow::into_owned).map_err(TableError::Unreadable)
        };
        let prelude = read(0..length.min(24))?;
        let (header, index_start) = {
            let head = read(0..length.min(Header::longest(&prelude) as u64))?;
            Header::decode(&head)?
        };
        let rooms = (length - index_start as u64) / RECORD as u64;
        let count = header.blocks().take(usize::try_from(rooms).unwrap_or(usize::MAX - 1) + 1);
        let count = count.count();
        let index_end = index_start as u64 + (count * RECORD) as u64;
        if index_end + 8 > length {
            return Err(damaged("index: the file is cut short within it"));
        }
        // The header again, in one piece with the index: this is what counts.
        let head = read(0..index_end + 8)?;
        if Header::decode(&head)? != (header.clone(), index_start) {
            return Err(TableError::Unreadable("it changed while it was read".to_owned()));
        }
        let (covered, sum) = head.split_at(index_end as usize);
        let checksum = number(sum);
        if fnv1a(covered) != checksum {
            return Err(damaged("index: the checksum is wrong"));
        }
        let index = &covered[index_start..];
        // Step 2. Where the blocks are.
        let mut blocks = Vec::with_capacity(count);
        let mut first_blocks = Vec::with_capacity(header.slices.len());
        let mut start = index_end + 8;
        for (at, (slice, numbers)) in header.blocks().enumerate() {
            while first_blocks.len() <= slice {
                first_blocks.push(at);
            }
            let record = &index[at * RECORD..][..RECORD];
            let end = start + number(&record[..4]);
            blocks.push(BlockInfo { bytes: start..end, numbers, checksum: number(&record[4..]) });
            start = end;
        }
        while first_blocks.len() < header.slices.len() {
            first_blocks.push(blocks.len());
        }
        // Step 3. Each of them, and the digest of everything on the way.
        bytes.divide(count);
        let mut hasher = Sha256::new();
        hasher.update(&head);
        for (at, block) in blocks.iter().enumerate() {
            let name = || format!("block {} of {count}", at + 1);
            if block.bytes.end > length {
                return Err(damaged(format!("{}: the file is cut short here", name())));
            }
            let part = bytes.part(at, block.bytes.clone()).map_err(TableError::Unreadable)?;
            if fnv1a(&part) != block.checksum {
                return Err(damaged(format!("{}: the checksum is wrong", name())));
            }
            hasher.update(&part);
        }
        if start != length {
            return Err(damaged(format!("{} bytes follow the last block", length - start)));
        }
        let digest = hasher.finalize().into();
        Ok(TableFile { bytes, header, blocks, first_blocks, checksum, digest, name })
    }

    /// The name of the file, without its folder.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The spec string of the game.
    #[must_use]
    pub fn spec(&self) -> &str {
        &self.header.game
    }

    /// The most men of both sides together.
    #[must_use]
    pub fn pieces(&self) -> u32 {
        self.header.pieces
    }

    /// The slices.
    #[must_use]
    pub fn slices(&self) -> &[SliceInfo] {
        &self.header.slices
    }

    /// The checksum of the table, which tells damage.
    #[must_use]
    pub fn checksum(&self) -> u64 {
        self.checksum
    }

    /// The SHA-256 of the whole file: what this table *is*.
    #[must_use]
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// The length of the file.
    #[must_use]
    pub fn file_len(&self) -> u64 {
        self.bytes.length()
    }

    pub(crate) fn block_of(&self, slice: usize, number: u64) -> usize {
        self.first_blocks[slice] + (number / BLOCK) as usize
    }

    /// Inflates a block: the bytes of its values.
    pub(crate) fn block(&self, block: usize) -> Result<Vec<u8>, TableError> {
        let BlockInfo { bytes, numbers, .. } = &self.blocks[block];
        let name = || format!("block {} of {}", block + 1, self.blocks.len());
        let wanted = numbers.div_ceil(4) as usize;
        let part = self.bytes.part(block, bytes.clone()).map_err(TableError::Unreadable)?;
        let values = inflate(&part, wanted).map_err(|why| damaged(format!("{}: {why}", name())))?;
        if values.len() != wanted {
            return Err(damaged(format!("{}: it has another length", name())));
        }
        Ok(values)
    }

    /// The bytes of all values of a slice.
    pub(crate) fn slice(&self, slice: usize) -> Result<Vec<u8>, TableError> {
        let mut values = Vec::new();
        let numbers = self.header.slices[slice].numbers;
        for at in 0..numbers.div_ceil(BLOCK) {
            values.extend(self.block(self.first_blocks[slice] + at as usize)?);
        }
        Ok(values)
    }
}
