//! Reads a certificate: what it says of itself, and single positions by their bytes.
//!
//! Opening reads header, index and footer only. A lookup finds the one block that can hold the
//! position by binary search over the first keys, checks its checksum, decodes it, and keeps it
//! for a while. Nothing that is read has been *verified*: that is [`verify`](fn@crate::verify).

use crate::block::Block;
use crate::checksum::fnv1a;
use crate::digest::{Digest, sha256};
use crate::error::{CertificateError, Part, damaged_footer, damaged_header};
use crate::header::{COMPLETE, Header, SectionInfo, looks_like_a_certificate};
use crate::index::BlockInfo;
use crate::mapped::Bytes;
use crate::past::Past;
use crate::resting::TableName;
use crate::{footer, index};
use andor_core::{InputError, ProofEntry, Rules};
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// How many decoded blocks are kept.
const CACHED_BLOCKS: usize = 64;

/// An open certificate.
pub struct Certificate {
    bytes: Bytes,
    header: Header,
    /// Where the tree of paths of each section lies.
    paths: Vec<Option<Range<usize>>>,
    blocks: Vec<BlockInfo>,
    /// Decoded blocks with their numbers, the one used last at the end.
    cache: Mutex<Vec<(usize, Arc<Block>)>>,
}

/// What a certificate says about one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The holder's move: its place in the sorted legal moves of the canonical position.
    pub move_index: u32,
    /// The rank, for a win; otherwise 0.
    pub rank: u32,
}

impl Certificate {
    /// Opens the certificate at `path`.
    ///
    /// # Errors
    /// If it cannot be read, is no certificate, or is damaged in its header, index or footer.
    pub fn open(path: &Path) -> Result<Certificate, CertificateError> {
        Certificate::new(Bytes::open(path).map_err(CertificateError::Unreadable)?)
    }

    /// Takes the bytes of a certificate.
    ///
    /// # Errors
    /// As [`open`](Certificate::open).
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Certificate, CertificateError> {
        Certificate::new(Bytes::Owned(bytes))
    }

    fn new(bytes: Bytes) -> Result<Certificate, CertificateError> {
        let file = bytes.all();
        if !looks_like_a_certificate(file) {
            return Err(CertificateError::NotACertificate);
        }
        if file.is_empty() {
            return Err(damaged_header("the file is empty"));
        }
        let (header, header_end) = Header::decode(file)?;
        let index = footer::decode(file)?;
        if index.start < header_end {
            return Err(damaged_footer("the index would begin within the header"));
        }
        let paths = read_paths(file, &header, header_end..index.start)?;
        let first_block = paths.iter().flatten().last().map_or(header_end, |paths| paths.end);
        let blocks = index::decode(&file[index.clone()], &header, first_block..index.start)?;
        Ok(Certificate { bytes, header, paths, blocks, cache: Mutex::default() })
    }

    /// The spec string of the game.
    #[must_use]
    pub fn spec(&self) -> &str {
        &self.header.game
    }

    /// The root position as text.
    #[must_use]
    pub fn root_text(&self) -> &str {
        &self.header.root
    }

    /// The exact bytes of the root position.
    #[must_use]
    pub fn root_bytes(&self) -> &[u8] {
        &self.header.root_bytes
    }

    /// The program that wrote the file, as it calls itself.
    #[must_use]
    pub fn writer(&self) -> &str {
        &self.header.writer
    }

    /// Whether positions that are won at once are left out of proofs that somebody wins
    /// (format version 2 and later): they need no entry.
    #[must_use]
    pub fn is_without_leaves(&self) -> bool {
        self.header.format != COMPLETE
    }

    /// The format version of the file.
    #[must_use]
    pub fn format(&self) -> u32 {
        self.header.format
    }

    /// The moves that led to the root, in a game with superko. [`rules_of`](Certificate::rules_of)
    /// replays them.
    #[must_use]
    pub fn history(&self) -> Option<&Past> {
        self.header.history.as_ref()
    }

    /// The SHA-256 of what the spec string only points at, such as a file that it names by path.
    #[must_use]
    pub fn content(&self) -> Option<Digest> {
        self.header.content
    }

    /// The SHA-256 of the whole file: what this certificate *is*.
    ///
    /// # Errors
    /// If it cannot be read, or changed while it was read.
    pub fn digest(&self) -> Result<Digest, CertificateError> {
        Ok(sha256(self.bytes.all()))
    }

    /// What a file of an old format cannot promise, a sentence each; none for files of version 5.
    #[must_use]
    pub fn caveats<R: Rules>(&self, rules: &R) -> Vec<String> {
        let mut caveats = Vec::new();
        if rules.content().is_some() && self.content().is_none() {
            let game = InputError::quote(self.spec());
            caveats.push(format!("it names {game} by path only, not by content"));
        }
        if self.tables().iter().any(|name| name.sha256.is_none()) {
            let what = "it names its tables by checksums only, which can be forged";
            caveats.push(what.to_owned());
        }
        caveats
    }

    /// The tables that the proofs rest on; none if they rest on the rules alone.
    #[must_use]
    pub fn tables(&self) -> &[TableName] {
        &self.header.tables
    }

    /// How many bytes a position has.
    #[must_use]
    pub fn position_width(&self) -> usize {
        self.header.width()
    }

    /// The sections: what each claims, and how large it is.
    #[must_use]
    pub fn sections(&self) -> &[SectionInfo] {
        &self.header.sections
    }

    /// The length of the file.
    #[must_use]
    pub fn file_len(&self) -> u64 {
        self.bytes.all().len() as u64
    }

    /// How many blocks the file has.
    #[must_use]
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// What section number `section` (from 0) says about the position with these canonical bytes;
    /// `None` if it is not there.
    ///
    /// # Errors
    /// If the block it would be in is damaged.
    ///
    /// # Panics
    /// If there is no such section.
    pub fn lookup(
        &self,
        section: usize,
        canonical: &[u8],
    ) -> Result<Option<Entry>, CertificateError> {
        let range = self.header.sections[section].blocks.clone();
        let later = self.blocks[range.clone()]
            .partition_point(|block| block.first_key.as_slice() <= canonical);
        if later == 0 || canonical.len() != self.position_width() {
            return Ok(None);
        }
        let block = self.cached_block(range.start + later - 1)?;
        let entry = |at: usize| Entry { move_index: block.moves[at], rank: block.ranks[at] };
        Ok(block.find(canonical).map(entry))
    }

    /// Shows every entry of section number `section` (from 0), in ascending order of the
    /// positions' bytes, each position once.
    ///
    /// # Errors
    /// If a block is damaged; the entries of the blocks before it have been shown.
    ///
    /// # Panics
    /// If there is no such section.
    pub fn for_each_entry(
        &self,
        section: usize,
        mut show: impl FnMut(ProofEntry<'_>),
    ) -> Result<(), CertificateError> {
        for number in self.header.sections[section].blocks.clone() {
            let block = self.decode_block(number)?;
            (0..block.len()).for_each(|at| show(block.entry(at, self.position_width())));
        }
        Ok(())
    }

    /// The tree of paths of section number `section` (from 0), under superko.
    pub(crate) fn paths(&self, section: usize) -> Option<&[u8]> {
        self.paths[section].clone().map(|range| &self.bytes.all()[range])
    }

    /// How many bytes the trees of paths take.
    #[must_use]
    pub fn paths_len(&self) -> u64 {
        self.paths.iter().flatten().map(|range| range.len() as u64).sum()
    }

    /// How many entries a block has.
    pub(crate) fn entries_in(&self, number: usize) -> usize {
        self.blocks[number].entries
    }

    /// The first key of a block, if there is such a block.
    pub(crate) fn first_key(&self, number: usize) -> Option<&[u8]> {
        self.blocks.get(number).map(|block| block.first_key.as_slice())
    }

    /// The bytes of a block, once its checksum is right.
    fn block_bytes(&self, number: usize) -> Result<&[u8], CertificateError> {
        let block = &self.blocks[number];
        let bytes = &self.bytes.all()[block.bytes.clone()];
        if fnv1a(bytes) != block.checksum {
            return Err(self.damaged(number, "the checksum is wrong"));
        }
        Ok(bytes)
    }

    /// A block, decoded and in order with its neighbours.
    pub(crate) fn decode_block(&self, number: usize) -> Result<Block, CertificateError> {
        let info = &self.blocks[number];
        let width = self.position_width();
        let block = Block::decode(self.block_bytes(number)?, info.entries, width)
            .map_err(|why| self.damaged(number, &why))?;
        if !block.keys.starts_with(&info.first_key) {
            return Err(self.damaged(number, "the first key is not the one in the index"));
        }
        // Within the block keys ascend; with this, they ascend through the whole section.
        let last = &block.keys[block.keys.len() - width..];
        let next = self.blocks.get(number + 1).filter(|next| next.section == info.section);
        if next.is_some_and(|next| next.first_key.as_slice() <= last) {
            return Err(self.damaged(number, "the last key is not before the next block"));
        }
        Ok(block)
    }

    /// A block from the cache, or decoded and put there in the place of the one used longest ago.
    fn cached_block(&self, number: usize) -> Result<Arc<Block>, CertificateError> {
        // A cache is as good after a panic elsewhere as before it.
        let cache = || self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        let mut held = cache();
        if let Some(at) = held.iter().position(|(held, _)| *held == number) {
            held[at..].rotate_left(1);
            return Ok(held[held.len() - 1].1.clone());
        }
        drop(held);
        let block = Arc::new(self.decode_block(number)?);
        let mut held = cache();
        if held.len() >= CACHED_BLOCKS {
            held.remove(0);
        }
        held.push((number, block.clone()));
        Ok(block)
    }

    fn damaged(&self, number: usize, why: &str) -> CertificateError {
        let part = Part::Block { number: number + 1, of: self.blocks.len() };
        CertificateError::Damaged { part, why: why.to_owned() }
    }
}

/// Where the tree of paths of each section lies: one after the other in `room`, each whole.
fn read_paths(
    file: &[u8],
    header: &Header,
    room: Range<usize>,
) -> Result<Vec<Option<Range<usize>>>, CertificateError> {
    let mut start = room.start;
    let mut paths = Vec::new();
    for section in &header.sections {
        let Some((length, checksum)) = section.paths else {
            paths.push(None);
            continue;
        };
        let end = usize::try_from(length).ok().and_then(|length| start.checked_add(length));
        let Some(end) = end.filter(|&end| end <= room.end) else {
            return Err(damaged_header("its paths go beyond the index"));
        };
        if fnv1a(&file[start..end]) != checksum {
            return Err(damaged_header("the checksum of its paths is wrong"));
        }
        paths.push(Some(start..end));
        start = end;
    }
    Ok(paths)
}

impl std::fmt::Debug for Certificate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Certificate").field("header", &self.header).finish_non_exhaustive()
    }
}
