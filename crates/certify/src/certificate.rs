//! Reads a certificate: what it says of itself, and single positions by their bytes.
//!
//! Opening reads header, trees of paths, index and footer; blocks are read when somebody asks. Whatever
//! happens to the file meanwhile, a block is what it was when it was first read (`stable.rs`), or there is
//! an error. A lookup finds the one block that can hold the
//! position by binary search over the first keys, checks its checksum, decodes it, and keeps it
//! for a while. Nothing that is read has been *verified*: that is [`verify`](fn@crate::verify).

use crate::block::Block;
use crate::checksum::fnv1a;
use crate::digest::Digest;
use crate::error::{CertificateError, Part, damaged_footer, damaged_header};
use crate::header::{
    COMPLETE, Header, SectionInfo, WITH_ASKING, WITH_SETTLED, looks_like_a_certificate,
};
use crate::index::BlockInfo;
use crate::past::Past;
use crate::resting::TableName;
use crate::stable::{ReadAt, StableBytes};
use crate::{footer, index};
use andor_core::{InputError, Instant, Limits, ProofEntry, Rules, Stopped};
use sha2::{Digest as _, Sha256};
use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// How many decoded blocks are kept.
const CACHED_BLOCKS: usize = 64;

/// An open certificate.
///
/// # Examples
/// Black wins at once: a proof of one position, written and read again.
/// ```
/// use andor_certify::{Certificate, Heading, SectionBuilder, verify, write_certificate};
/// use andor_core::{Claim, Outcome, Player, ProofEntry, ProofSink, Rules, Silent};
/// use andor_games::tic_tac_toe::reference::Reference;
///
/// let root = Reference.parse_position("bb1/ww1/3 b")?;
/// let canonical = Reference.canonical(&root);
/// let mut moves = Vec::new();
/// Reference.sorted_moves(&canonical.position, &mut moves);
/// let wins = |&mv: &_| {
///     let next = Reference.after(&canonical.position, mv);
///     Reference.outcome(&next) == Some(Outcome::Win(Player::Black))
/// };
/// let move_index = moves.iter().position(wins).expect("Black completes a line") as u32;
///
/// let claim = Claim::Wins(Player::Black);
/// let mut section = SectionBuilder::new(claim, Reference.encoded_len());
/// section.entry(ProofEntry { position: &canonical.bytes, move_index, rank: 1 })?;
/// let mut bytes = Vec::new();
/// write_certificate(&mut bytes, &Heading::of(&Reference, &root), &[section.finish()?])?;
///
/// let certificate = Certificate::from_bytes(bytes)?;
/// assert_eq!(certificate.spec(), "tic-tac-toe");
/// assert_eq!(certificate.root_text(), "bb1/ww1/3 b");
/// let verified = verify(&Reference, &certificate, 1, &mut Silent)?;
/// assert_eq!(verified.sections[0].claim, claim);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Certificate {
    bytes: StableBytes,
    header: Header,
    /// The bytes of the header as they were read.
    head: Vec<u8>,
    /// The tree of paths of each section.
    paths: Vec<Option<Vec<u8>>>,
    blocks: Vec<BlockInfo>,
    /// Where the index lies.
    index: Range<u64>,
    /// Decoded blocks with their numbers, the one used last at the end.
    cache: Mutex<Vec<(usize, Arc<Block>)>>,
    digest: OnceLock<Digest>,
}

/// What a certificate says about one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The holder's move: its place in the sorted legal moves of the canonical position.
    pub move_index: u32,
    /// The rank, for a win; otherwise 0.
    pub rank: u32,
}

/// How large a certificate is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CertificateSize {
    /// The positions of all sections together.
    pub positions: u64,
    /// The length of the file.
    pub bytes: u64,
}

impl CertificateSize {
    /// Bytes a position; `None` where no position is written, because a first move ends the game.
    #[must_use]
    pub fn bytes_each(self) -> Option<f64> {
        (self.positions > 0).then(|| self.bytes as f64 / self.positions as f64)
    }
}

impl Certificate {
    /// Opens the certificate at `path`, in the memory that [`Limits`] allow if nobody says more.
    ///
    /// # Errors
    /// If it cannot be read, is no certificate, or is damaged in its header, index or footer.
    pub fn open(path: &Path) -> Result<Certificate, CertificateError> {
        Certificate::open_within(path, Limits::default().memory)
    }

    /// The same in so many bytes of memory: a small file is read whole; of a large one header, trees of
    /// paths and index are kept.
    ///
    /// # Errors
    /// As [`open`](Certificate::open), and if it does not fit.
    pub fn open_within(path: &Path, memory: u64) -> Result<Certificate, CertificateError> {
        let bytes = StableBytes::open(path).map_err(CertificateError::Unreadable)?;
        Certificate::new(bytes, memory)
    }

    /// Takes the bytes of a certificate.
    ///
    /// # Errors
    /// As [`open`](Certificate::open).
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Certificate, CertificateError> {
        Certificate::new(StableBytes::from_bytes(bytes), Limits::default().memory)
    }

    /// A certificate whose blocks are read as they are needed, however small it is.
    ///
    /// # Errors
    /// As [`open`](Certificate::open).
    pub fn from_source(source: Box<dyn ReadAt>) -> Result<Certificate, CertificateError> {
        let bytes = StableBytes::from_source(source);
        let bytes = bytes.map_err(|error| CertificateError::Unreadable(error.to_string()))?;
        Certificate::new(bytes, Limits::default().memory)
    }

    fn new(mut bytes: StableBytes, memory: u64) -> Result<Certificate, CertificateError> {
        // Step 1. Header and footer. What is read here is read once, and kept.
        let length = bytes.length();
        let read = |range: Range<u64>| {
            bytes.read_once(range).map(Cow::into_owned).map_err(CertificateError::Unreadable)
        };
        let prelude = read(0..length.min(24))?;
        let tail = read(length.saturating_sub(footer::LENGTH as u64)..length)?;
        if !looks_like_a_certificate(&prelude, &tail) {
            return Err(CertificateError::NotACertificate);
        }
        if length == 0 {
            return Err(damaged_header("the file is empty"));
        }
        let mut head = read(0..length.min(Header::longest(&prelude) as u64))?;
        let (header, header_end) = Header::decode(&head)?;
        head.truncate(header_end);
        let index = footer::decode(&tail, length)?;
        if index.start < header_end as u64 {
            return Err(damaged_footer("the index would begin within the header"));
        }
        // Step 2. Paths and index, if there is room for them.
        let room = header_end as u64..index.start;
        let lengths = header.sections.iter().filter_map(|section| section.paths);
        let paths = lengths.fold(0, |sum: u64, (length, _)| sum.saturating_add(length));
        if paths > room.end - room.start {
            return Err(damaged_header("its paths go beyond the index"));
        }
        let kept = (index.end - index.start).saturating_mul(index::MEMORY).saturating_add(paths);
        if kept > memory && bytes.in_memory().is_none() {
            return Err(CertificateError::Stopped(Stopped::Memory));
        }
        let mut end = room.start;
        let mut paths = Vec::new();
        for section in &header.sections {
            let Some((length, checksum)) = section.paths else {
                paths.push(None);
                continue;
            };
            let tree = read(end..end + length)?;
            if fnv1a(&tree) != checksum {
                return Err(damaged_header("the checksum of its paths is wrong"));
            }
            end += length;
            paths.push(Some(tree));
        }
        let blocks = index::decode(&read(index.clone())?, &header, end..index.start)?;
        bytes.divide(blocks.len());
        let (cache, digest) = (Mutex::default(), OnceLock::new());
        Ok(Certificate { bytes, header, head, paths, blocks, index, cache, digest })
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

    /// Whether positions that the rules call settled need no entry either (format version 6).
    #[must_use]
    pub fn is_without_settled(&self) -> bool {
        self.header.format >= WITH_SETTLED
    }

    /// How many positions a verifier expands at most to prove a leaf that is left to his search
    /// (format version 7); `None` if none is.
    #[must_use]
    pub fn leaf_budget(&self) -> Option<u64> {
        self.header.leaf_budget
    }

    /// Whether these searches ask the tables that the certificate rests on (format version 8).
    #[must_use]
    pub fn searches_ask_tables(&self) -> bool {
        self.header.format >= WITH_ASKING
    }

    /// Whether there are positions without an entry from which the way to the end is not in the file.
    #[must_use]
    pub fn rests(&self) -> bool {
        !self.tables().is_empty() || self.is_without_settled()
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
        self.digest_within(&Limits::default())
    }

    /// The same within limits of time: a file that is not in memory is read once more, from its
    /// beginning to its end, and must be what it was.
    ///
    /// # Errors
    /// As [`digest`](Certificate::digest), and if it takes too long.
    pub fn digest_within(&self, limits: &Limits) -> Result<Digest, CertificateError> {
        if let Some(digest) = self.digest.get() {
            return Ok(*digest);
        }
        let start = Instant::now();
        let mut hasher = Sha256::new();
        match self.bytes.in_memory() {
            Some(bytes) => hasher.update(bytes),
            None => {
                hasher.update(&self.head);
                self.paths.iter().flatten().for_each(|tree| hasher.update(tree));
                for number in 0..self.blocks.len() {
                    if let Some(stopped) = limits.clock(start) {
                        return Err(CertificateError::Stopped(stopped));
                    }
                    hasher.update(self.block_bytes(number)?);
                }
                hasher.update(index::encode(&self.blocks));
                hasher.update(footer::encode(self.index.clone()));
            }
        }
        Ok(*self.digest.get_or_init(|| hasher.finalize().into()))
    }

    /// How many bytes of memory the open file takes.
    #[must_use]
    pub fn memory(&self) -> u64 {
        let index = (self.index.end - self.index.start).saturating_mul(index::MEMORY);
        self.bytes.in_memory().map_or(0, |bytes| bytes.len() as u64) + self.paths_len() + index
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

    /// All bytes of the file, if they are in memory: those of every certificate that was made of bytes, and
    /// of every small file.
    #[must_use]
    pub fn bytes(&self) -> Option<&[u8]> {
        self.bytes.in_memory()
    }

    /// The length of the file.
    #[must_use]
    pub fn file_len(&self) -> u64 {
        self.bytes.length()
    }

    /// How large it is.
    #[must_use]
    pub fn size(&self) -> CertificateSize {
        let positions = self.sections().iter().map(|section| section.positions).sum();
        CertificateSize { positions, bytes: self.file_len() }
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
        self.paths[section].as_deref()
    }

    /// How many bytes the trees of paths take.
    #[must_use]
    fn paths_len(&self) -> u64 {
        self.paths.iter().flatten().map(|tree| tree.len() as u64).sum()
    }

    /// How many entries a block has.
    pub(crate) fn entries_in(&self, number: usize) -> usize {
        self.blocks[number].entries
    }

    /// The first key of a block, if there is such a block.
    pub(crate) fn first_key(&self, number: usize) -> Option<&[u8]> {
        self.blocks.get(number).map(|block| block.first_key.as_slice())
    }

    /// The bytes of a block, once its checksum is right: the same ones each time.
    fn block_bytes(&self, number: usize) -> Result<Cow<'_, [u8]>, CertificateError> {
        let block = &self.blocks[number];
        let bytes = self.bytes.part(number, block.bytes.clone());
        let bytes = bytes.map_err(CertificateError::Unreadable)?;
        if fnv1a(&bytes) != block.checksum {
            return Err(self.damaged(number, "the checksum is wrong"));
        }
        Ok(bytes)
    }

    /// A block, decoded and in order with its neighbours.
    pub(crate) fn decode_block(&self, number: usize) -> Result<Block, CertificateError> {
        let info = &self.blocks[number];
        let width = self.position_width();
        let block = Block::decode(&self.block_bytes(number)?, info.entries, width)
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

impl std::fmt::Debug for Certificate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Certificate").field("header", &self.header).finish_non_exhaustive()
    }
}
