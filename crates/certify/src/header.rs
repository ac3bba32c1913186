//! The beginning of a certificate file: what it is, and what it is about.
//!
//! ```text
//!   8  magic      89 61 6e 64 6f 72 0d 0a   (89 "andor" CR LF, so that text tools show)
//!   4  format version
//!   4  length of the header text
//!   8  checksum of the 16 bytes above
//!   n  header text: JSON, UTF-8; unknown fields are ignored
//!   8  checksum of the header text
//! ```
//!
//! The first 24 bytes are the same in all versions of the format. Numbers are little-endian.

use crate::block::MAX_WIDTH;
use crate::checksum::fnv1a;
use crate::digest::{Digest, from_hex, read_digest, to_hex};
use crate::error::{CertificateError, damaged_header};
use crate::leaf_search::MOST_PER_LEAF;
use crate::past::Past;
use crate::resting::TableName;
use andor_core::{Claim, InputError};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// How a certificate begins.
pub(crate) const MAGIC: [u8; 8] = *b"\x89andor\r\n";
/// The format in which every position of a proof is an entry.
pub(crate) const COMPLETE: u32 = 1;
/// The format in which positions that win at once are left out of a proof that somebody wins.
pub(crate) const WITHOUT_LEAVES: u32 = 2;
/// The same with trees of paths, for games with superko: they follow the header.
pub(crate) const WITH_PATHS: u32 = 3;
/// The same, where positions that a table decides are left out as well; tables are named by checksums.
pub(crate) const WITH_TABLES: u32 = 4;
/// May have all of these, names tables and the content of the game by SHA-256, and may begin in the
/// middle of a game.
pub(crate) const WITH_IDENTITY: u32 = 5;
/// The same, where positions that the rules call settled are left out as well.
pub(crate) const WITH_SETTLED: u32 = 6;
/// The same, where positions that a verifier proves by a search of his own are left out as well.
pub(crate) const WITH_SEARCH: u32 = 7;
/// The same, where these searches ask the tables that are named.
pub(crate) const WITH_ASKING: u32 = 8;
/// The newest format that is read and written.
pub(crate) const NEWEST: u32 = WITH_ASKING;

/// The longest header text that is read: a longer one is nobody's game.
pub(crate) const MAX_TEXT: usize = 16 << 20;

/// The bytes before the header text.
const PRELUDE: usize = 24;
/// The bytes of a checksum.
const CHECKSUM: usize = 8;

/// One section of a certificate: a claim, and how much it took to prove it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SectionInfo {
    /// What the section proves.
    pub claim: Claim,
    /// How many positions it holds.
    pub positions: u64,
    /// Its blocks, counted from 0 over the whole file.
    pub(crate) blocks: Range<usize>,
    /// The length and checksum of its tree of paths.
    pub(crate) paths: Option<(u64, u64)>,
}

/// What the header says, checked as far as it can be on its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Header {
    /// The format version: from [`COMPLETE`] to [`NEWEST`].
    pub format: u32,
    /// The spec string of the game.
    pub game: String,
    /// The root position as text.
    pub root: String,
    /// The exact bytes of the root position.
    pub root_bytes: Vec<u8>,
    /// The sections.
    pub sections: Vec<SectionInfo>,
    /// The program that wrote the file.
    pub writer: String,
    /// The tables that the proof rests on.
    pub tables: Vec<TableName>,
    /// The moves that led to the root.
    pub history: Option<Past>,
    /// The SHA-256 of what the spec string only points at.
    pub content: Option<Digest>,
    /// How many positions a verifier expands for a leaf at most.
    pub leaf_budget: Option<u64>,
}

/// The header text, field by field.
#[derive(Serialize, Deserialize)]
struct HeaderText {
    format: u32,
    game: String,
    root: String,
    root_bytes: String,
    position_width: u64,
    sections: Vec<SectionText>,
    #[serde(default)]
    writer: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tables: Vec<TableName>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    history: Option<PastText>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    content: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    leaf_budget: Option<u64>,
}

/// The moves before the root in the header text.
#[derive(Serialize, Deserialize)]
struct PastText {
    start: String,
    start_bytes: String,
    moves: Vec<u32>,
    /// For people only: nothing is read from it.
    #[serde(skip_deserializing)]
    line: Vec<String>,
}

/// A section in the header text.
#[derive(Serialize, Deserialize)]
struct SectionText {
    claim: String,
    positions: u64,
    first_block: u64,
    blocks: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    paths: Option<PathsText>,
}

/// A tree of paths in the header text.
#[derive(Serialize, Deserialize)]
struct PathsText {
    bytes: u64,
    checksum: String,
}

impl Header {
    /// How many bytes a position takes.
    pub fn width(&self) -> usize {
        self.root_bytes.len()
    }

    /// How many blocks all sections have together.
    pub fn blocks(&self) -> usize {
        self.sections.last().map_or(0, |section| section.blocks.end)
    }

    /// The bytes of the header, prelude and checksums included.
    pub fn encode(&self) -> Vec<u8> {
        let section = |section: &SectionInfo| SectionText {
            claim: section.claim.to_string(),
            positions: section.positions,
            first_block: section.blocks.start as u64,
            blocks: section.blocks.len() as u64,
            paths: section.paths.map(|(bytes, checksum)| PathsText {
                bytes,
                checksum: to_hex(&checksum.to_be_bytes()),
            }),
        };
        let text = HeaderText {
            format: self.format,
            game: self.game.clone(),
            root: self.root.clone(),
            root_bytes: to_hex(&self.root_bytes),
            position_width: self.width() as u64,
            sections: self.sections.iter().map(section).collect(),
            writer: self.writer.clone(),
            tables: self.tables.clone(),
            history: self.history.as_ref().map(|past| PastText {
                start: past.start_text.clone(),
                start_bytes: to_hex(&past.start_bytes),
                moves: past.moves.clone(),
                line: past.line.clone(),
            }),
            content: self.content.map(|content| to_hex(&content)),
            leaf_budget: self.leaf_budget,
        };
        let text = serde_json::to_vec(&text).expect("strings and numbers make JSON");
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&self.format.to_le_bytes());
        bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&fnv1a(&bytes).to_le_bytes());
        bytes.extend_from_slice(&text);
        bytes.extend_from_slice(&fnv1a(&text).to_le_bytes());
        bytes
    }

    /// How many bytes of a file that begins with `prelude` its header takes, or more.
    pub fn longest(prelude: &[u8]) -> usize {
        let length = prelude.get(12..16).map_or(0, number) as usize;
        PRELUDE + length.min(MAX_TEXT) + CHECKSUM
    }

    /// Reads the header at the beginning of `file`; also says where it ends. Only the first
    /// [`longest`](Header::longest) bytes of the file need to be there.
    pub fn decode(file: &[u8]) -> Result<(Header, usize), CertificateError> {
        // Step 1. Prelude.
        let prelude =
            file.get(..PRELUDE).ok_or_else(|| damaged_header("the file is cut short here"))?;
        if prelude[..8] != MAGIC {
            return Err(damaged_header("the first bytes are not those of a certificate"));
        }
        if fnv1a(&prelude[..16]) != number(&prelude[16..]) {
            return Err(damaged_header("the checksum of version and length is wrong"));
        }
        let version = number(&prelude[8..12]) as u32;
        if version > NEWEST {
            return Err(CertificateError::NewerFormat(version));
        }
        if version < COMPLETE {
            return Err(damaged_header(format!("there is no format version {version}")));
        }
        // Step 2. Text and its checksum.
        let length = number(&prelude[12..16]) as usize;
        if length > MAX_TEXT && file.len() >= PRELUDE + MAX_TEXT + CHECKSUM {
            return Err(damaged_header(format!("its text is longer than {MAX_TEXT} bytes")));
        }
        let end = PRELUDE + length + CHECKSUM;
        let text = file
            .get(PRELUDE..end)
            .ok_or_else(|| damaged_header("the file is cut short within it"))?;
        let (text, checksum) = text.split_at(length);
        if fnv1a(text) != number(checksum) {
            return Err(damaged_header("the checksum is wrong"));
        }
        let text: HeaderText = serde_json::from_slice(text)
            .map_err(|error| damaged_header(InputError::printable(&error.to_string(), 200)))?;
        Ok((text.check(version).map_err(damaged_header)?, end))
    }
}

impl HeaderText {
    /// What the text means.
    fn check(self, version: u32) -> Result<Header, String> {
        if self.format != version {
            return Err(format!("its text says format {}", self.format));
        }
        let root_bytes = from_hex(&self.root_bytes)
            .ok_or_else(|| format!("root bytes {} no hex", InputError::quote(&self.root_bytes)))?;
        if root_bytes.is_empty() || root_bytes.len() > MAX_WIDTH {
            return Err(format!("a position has 1 to {MAX_WIDTH} bytes"));
        }
        if root_bytes.len() as u64 != self.position_width {
            let (bytes, width) = (root_bytes.len(), self.position_width);
            return Err(format!("the root has {bytes} bytes, every position {width}"));
        }
        if self.sections.is_empty() {
            return Err("it claims nothing".to_owned());
        }
        let mut sections: Vec<SectionInfo> = Vec::new();
        for section in &self.sections {
            let quoted = InputError::quote(&section.claim);
            let Some(claim) = Claim::from_text(&section.claim) else {
                return Err(format!("{quoted} is not a claim"));
            };
            if sections.iter().any(|earlier| earlier.claim == claim) {
                return Err(format!("it claims {quoted} twice"));
            }
            let start = sections.last().map_or(0, |section| section.blocks.end);
            let blocks = usize::try_from(section.blocks).ok();
            let Some(end) = blocks.and_then(|blocks| start.checked_add(blocks)) else {
                return Err(format!("the section {quoted} has too many blocks"));
            };
            if section.first_block != start as u64 {
                return Err(format!("the section {quoted} does not begin at block {start}"));
            }
            let paths = match &section.paths {
                None => None,
                Some(_) if version < WITH_PATHS => {
                    return Err(format!("the section {quoted} has paths, which came later"));
                }
                Some(PathsText { bytes, checksum }) => {
                    let checksum = from_hex(checksum).and_then(|hex| hex.try_into().ok());
                    let checksum = checksum.map(u64::from_be_bytes);
                    let checksum = checksum.ok_or("the checksum of paths is not one")?;
                    Some((*bytes, checksum))
                }
            };
            let positions = section.positions;
            sections.push(SectionInfo { claim, positions, blocks: start..end, paths });
        }
        // What rests on tables says so in its version, so that no older reader overlooks it.
        let (none, count) = (self.tables.is_empty(), self.tables.len());
        let must_rest = version == WITH_TABLES || version >= WITH_ASKING;
        if version < WITH_TABLES && !none || must_rest && none {
            return Err(format!("format {version} with {count} tables"));
        }
        // What version 5 brought is like any unknown field in the versions before it.
        let is_new = version >= WITH_IDENTITY;
        let tables: Result<Vec<TableName>, String> =
            self.tables.into_iter().map(|name| name.checked(is_new)).collect();
        let width = root_bytes.len();
        let history = self.history.filter(|_| is_new).map(|past| past.check(width)).transpose()?;
        let content = self.content.filter(|_| is_new);
        let content = content.map(|text| read_digest("the content", &text)).transpose()?;
        let leaf_budget = self.leaf_budget.filter(|_| version >= WITH_SEARCH);
        let may_search = leaf_budget.is_some_and(|budget| (1..=MOST_PER_LEAF).contains(&budget));
        if version >= WITH_SEARCH && !may_search {
            return Err(format!("format {version} without a leaf_budget of 1 to {MOST_PER_LEAF}"));
        }
        let HeaderText { format, game, root, writer, .. } = self;
        let tables = tables?;
        Ok(Header {
            format,
            game,
            root,
            root_bytes,
            sections,
            writer,
            tables,
            history,
            content,
            leaf_budget,
        })
    }
}

impl PastText {
    /// What it means, for positions of `width` bytes.
    fn check(self, width: usize) -> Result<Past, String> {
        let start_bytes = from_hex(&self.start_bytes).filter(|bytes| bytes.len() == width);
        let start_bytes = start_bytes
            .ok_or_else(|| format!("its history begins at bytes that are not {width} in hex"))?;
        let PastText { start: start_text, moves, line, .. } = self;
        Ok(Past { start_text, start_bytes, moves, line })
    }
}

/// Whether `file` is meant to be a certificate, though maybe a damaged one: at least six of the
/// eight magic bytes are right, or it ends like one. A file too short for that must begin right. The
/// first and the last eight bytes are enough, or all if there are fewer.
pub(crate) fn looks_like_a_certificate(head: &[u8], tail: &[u8]) -> bool {
    let right = head.iter().zip(&MAGIC).filter(|(byte, wanted)| byte == wanted).count();
    right >= head.len().min(6) || tail.ends_with(&crate::footer::END_MAGIC)
}

/// Reads a little-endian number of up to eight bytes.
pub(crate) fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::{COMPLETE, Header, MAGIC, SectionInfo, WITH_TABLES, WITHOUT_LEAVES};
    use super::{WITH_IDENTITY, WITH_SEARCH, WITH_SETTLED, looks_like_a_certificate};
    use crate::past::Past;
    use crate::resting::TableName;
    use andor_core::{Claim, Player};

    fn sample() -> Header {
        let section = |claim, blocks| SectionInfo { claim, positions: 7, blocks, paths: None };
        Header {
            format: COMPLETE,
            game: "breakthrough:3x4".into(),
            root: "bbb/3/3/www w".into(),
            root_bytes: vec![0, 255, 17],
            sections: vec![
                section(Claim::NotLoses(Player::Black), 0..2),
                section(Claim::NotLoses(Player::White), 2..2),
            ],
            writer: "a test".into(),
            tables: Vec::new(),
            history: None,
            content: None,
            leaf_budget: None,
        }
    }

    #[test]
    fn headers_round_trip() {
        let bytes = sample().encode();
        assert_eq!(Header::decode(&bytes), Ok((sample(), bytes.len())));
        let newer = Header { format: WITHOUT_LEAVES, ..sample() };
        assert_eq!(Header::decode(&newer.encode()).map(|(header, _)| header), Ok(newer));
        let name = TableName {
            file: "a.table".into(),
            game: "x".into(),
            pieces: 3,
            zone_rows: None,
            checksum: "00ff".into(),
            sha256: None,
        };
        let resting = Header { format: WITH_TABLES, tables: vec![name], ..sample() };
        assert_eq!(
            Header::decode(&resting.encode()).map(|(header, _)| header),
            Ok(resting.clone())
        );
        for wrong in [
            Header { tables: Vec::new(), ..resting.clone() },
            Header { format: 2, ..resting.clone() },
        ] {
            let error = Header::decode(&wrong.encode()).unwrap_err().to_string();
            assert!(error.contains(" tables"), "{error}");
        }
        let past = Past {
            start_text: "bbb/3/3/www b".into(),
            start_bytes: vec![1, 2, 3],
            moves: vec![0, 7],
            line: Vec::new(),
        };
        let name = TableName { sha256: Some("ab".repeat(32)), ..resting.tables[0].clone() };
        let fifth = Header {
            format: WITH_IDENTITY,
            history: Some(past.clone()),
            content: Some([7; 32]),
            tables: vec![name],
            ..sample()
        };
        assert_eq!(Header::decode(&fifth.encode()).map(|(header, _)| header), Ok(fifth.clone()));
        let bare = Header { format: WITH_IDENTITY, ..sample() };
        assert_eq!(Header::decode(&bare.encode()).map(|(header, _)| header), Ok(bare));
        // Older versions know none of it: it is a field like any unknown one.
        let older = Header { format: WITH_TABLES, ..fifth.clone() };
        let read = Header::decode(&older.encode()).unwrap().0;
        assert_eq!((read.history, read.content, &read.tables[0].sha256), (None, None, &None));
        let seventh = Header { format: WITH_SEARCH, leaf_budget: Some(1000), ..sample() };
        let read = |header: &Header| Header::decode(&header.encode()).map(|(header, _)| header);
        assert_eq!(read(&seventh), Ok(seventh.clone()));
        let sixth = Header { format: WITH_SETTLED, ..seventh.clone() };
        assert_eq!(read(&sixth).map(|header| header.leaf_budget), Ok(None));
        for (wrong, part) in [
            (Header { leaf_budget: None, ..seventh.clone() }, "leaf_budget"),
            (Header { leaf_budget: Some(0), ..seventh.clone() }, "leaf_budget"),
            (Header { leaf_budget: Some((1 << 20) + 1), ..seventh.clone() }, "leaf_budget"),
            (Header { tables: resting.tables.clone(), ..fifth.clone() }, "sha256"),
            (
                Header {
                    history: Some(Past { start_bytes: vec![1], ..past }),
                    tables: Vec::new(),
                    ..fifth
                },
                "history",
            ),
        ] {
            let error = Header::decode(&wrong.encode()).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
        let followed = [&bytes[..], b"more"].concat();
        assert_eq!(Header::decode(&followed), Ok((sample(), bytes.len())));
        for end in 0..bytes.len() {
            assert!(Header::decode(&bytes[..end]).is_err());
        }
    }

    #[test]
    fn headers_that_contradict_themselves_are_damaged() {
        type Change = fn(&mut Header);
        let changes: [(&str, Change); 5] = [
            ("1 to 1024 bytes", |header| header.root_bytes.clear()),
            ("1 to 1024 bytes", |header| header.root_bytes = vec![0; 1025]),
            ("claims nothing", |header| header.sections.clear()),
            ("twice", |header| header.sections[1].claim = header.sections[0].claim),
            ("begin at block", |header| header.sections[1].blocks = 1..2),
        ];
        for (part, change) in changes {
            let mut header = sample();
            change(&mut header);
            let error = Header::decode(&header.encode()).unwrap_err().to_string();
            assert!(error.contains(part) && error.contains("header"), "{error}");
        }
    }

    #[test]
    fn what_looks_like_a_certificate() {
        let looks_like = |file: &[u8]| looks_like_a_certificate(file, file);
        let mut bytes = sample().encode();
        assert!(looks_like(&bytes));
        (bytes[0], bytes[3]) = (0, 0);
        assert!(looks_like(&bytes));
        bytes[4] = 0;
        assert!(!looks_like(&bytes));
        bytes.extend_from_slice(&crate::footer::END_MAGIC);
        assert!(looks_like(&bytes));
        assert!((0..8).all(|end| looks_like(&MAGIC[..end])));
        assert!(!looks_like(b"a") && !looks_like(b"{\"a\": 1}\n"));
    }
}
