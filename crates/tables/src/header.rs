//! The beginning of a table file: what it is, and what it is about.
//!
//! ```text
//!   8  magic      89 74 61 62 6c 65 0d 0a   (89 "table" CR LF, so that text tools show)
//!   4  format version
//!   4  length of the header text
//!   8  checksum of the 16 bytes above
//!   n  header text: JSON, UTF-8; unknown fields are ignored
//!   8  checksum of the header text
//! ```
//!
//! Behind it come the index and the blocks (`file.rs`). Numbers are little-endian, the checksum is
//! that of certificates.

use crate::error::TableError;
use andor_certify::fnv1a;
use andor_core::InputError;
use serde::{Deserialize, Serialize};

/// How a table begins.
pub(crate) const MAGIC: [u8; 8] = *b"\x89table\r\n";
/// The format version.
pub(crate) const FORMAT: u32 = 1;
/// Numbers a block, but for the last one of a slice.
pub(crate) const BLOCK: u64 = 1 << 14;
/// The bytes before the header text.
const PRELUDE: usize = 24;
/// The most slices there can be; a hostile header promises no more.
const MOST_SLICES: usize = 1 << 16;
/// The longest header text that is read.
const MOST_TEXT: usize = 16 << 20;

/// How many positions are won, drawn and lost for their side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Won.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
}

impl Counts {
    /// All positions.
    #[must_use]
    pub fn positions(self) -> u64 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }
}

/// A slice as the header tells it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SliceInfo {
    /// Its material, for people.
    pub material: String,
    /// Numbers, holes included.
    pub numbers: u64,
    /// Positions by value.
    #[serde(flatten)]
    pub counts: Counts,
}

/// The header text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Header {
    pub(crate) format: u32,
    pub(crate) game: String,
    pub(crate) pieces: u32,
    pub(crate) slices: Vec<SliceInfo>,
    #[serde(default)]
    pub(crate) writer: String,
}

/// A little-endian number of up to eight bytes.
pub(crate) fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

fn damaged(why: impl Into<String>) -> TableError {
    TableError::Damaged(format!("header: {}", why.into()))
}

impl Header {
    /// The bytes of the header.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let text = serde_json::to_vec(self).expect("strings and numbers make JSON");
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&FORMAT.to_le_bytes());
        bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&fnv1a(&bytes).to_le_bytes());
        bytes.extend_from_slice(&text);
        bytes.extend_from_slice(&fnv1a(&text).to_le_bytes());
        bytes
    }

    /// How many bytes of a file that begins with `prelude` its header takes, or more.
    pub(crate) fn longest(prelude: &[u8]) -> usize {
        let length = prelude.get(12..16).map_or(0, number) as usize;
        PRELUDE + length.min(MOST_TEXT) + 8
    }

    /// Reads the header at the beginning of `file`; also says where it ends. Only the first
    /// [`longest`](Header::longest) bytes of the file need to be there.
    pub(crate) fn decode(file: &[u8]) -> Result<(Header, usize), TableError> {
        // Step 1. Prelude.
        let right = file.iter().zip(&MAGIC).filter(|(byte, wanted)| byte == wanted).count();
        if right + 2 < MAGIC.len().min(file.len().max(1)) || file.is_empty() {
            return Err(TableError::NotATable);
        }
        let prelude = file.get(..PRELUDE).ok_or_else(|| damaged("the file is cut short here"))?;
        if prelude[..8] != MAGIC {
            return Err(damaged("the first bytes are not those of a table"));
        }
        if fnv1a(&prelude[..16]) != number(&prelude[16..]) {
            return Err(damaged("the checksum of version and length is wrong"));
        }
        let version = number(&prelude[8..12]) as u32;
        if version > FORMAT {
            return Err(TableError::NewerFormat(version));
        }
        if version < FORMAT {
            return Err(damaged(format!("there is no format version {version}")));
        }
        // Step 2. Text and its checksum.
        let length = number(&prelude[12..16]) as usize;
        if length > MOST_TEXT && file.len() >= PRELUDE + MOST_TEXT + 8 {
            return Err(damaged(format!("its text is longer than {MOST_TEXT} bytes")));
        }
        let text_end = PRELUDE + length;
        let text = file.get(PRELUDE..text_end + 8);
        let text = text.ok_or_else(|| damaged("the file is cut short within it"))?;
        let (text, checksum) = text.split_at(text_end - PRELUDE);
        if fnv1a(text) != number(checksum) {
            return Err(damaged("the checksum is wrong"));
        }
        let header: Header = serde_json::from_slice(text)
            .map_err(|error| damaged(InputError::printable(&error.to_string(), 200)))?;
        // Step 3. It does not contradict itself.
        if header.format != version {
            return Err(damaged(format!("its text says format {}", header.format)));
        }
        if header.slices.is_empty() || header.slices.len() > MOST_SLICES {
            return Err(damaged(format!("it has {} slices", header.slices.len())));
        }
        for slice in &header.slices {
            if slice.counts.positions() > slice.numbers || slice.numbers > 1 << 48 {
                let name = InputError::quote(&slice.material);
                return Err(damaged(format!("slice {name} has more positions than numbers")));
            }
        }
        Ok((header, text_end + 8))
    }

    /// How many numbers each block has, in order.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        self.slices.iter().enumerate().flat_map(|(slice, info)| {
            let starts = (0..info.numbers.div_ceil(BLOCK)).map(|block| block * BLOCK);
            starts.map(move |start| (slice, (info.numbers - start).min(BLOCK)))
        })
    }
}
