//! The index of a certificate file: one record per block, so that a reader finds any position by
//! decoding a single block.
//!
//! ```text
//!   per block   8  offset in the file
//!               4  length
//!               4  number of entries
//!               4  number of the section, counted from 0
//!               8  checksum of the block
//!               w  first key
//!   at the end  8  checksum of all records
//! ```
//!
//! Blocks lie one behind the other, the first behind the header, the last before the index: no
//! byte of the file belongs to nothing.

use crate::block::MAX_ENTRIES;
use crate::checksum::fnv1a;
use crate::error::{CertificateError, damaged_index};
use crate::header::{Header, number};
use std::ops::Range;

/// The bytes of a record before its key.
const RECORD: usize = 28;
/// How many bytes of memory a byte of the index takes at most, digests of blocks included.
pub(crate) const MEMORY: u64 = 6;

/// One block as the index describes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BlockInfo {
    /// Where it lies in the file.
    pub bytes: Range<u64>,
    /// How many entries it has.
    pub entries: usize,
    /// The section it belongs to.
    pub section: usize,
    /// The checksum of its bytes.
    pub checksum: u64,
    /// Its least key.
    pub first_key: Vec<u8>,
}

/// The bytes of the index.
pub(crate) fn encode(blocks: &[BlockInfo]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for block in blocks {
        bytes.extend_from_slice(&(block.bytes.start).to_le_bytes());
        bytes.extend_from_slice(&((block.bytes.end - block.bytes.start) as u32).to_le_bytes());
        bytes.extend_from_slice(&(block.entries as u32).to_le_bytes());
        bytes.extend_from_slice(&(block.section as u32).to_le_bytes());
        bytes.extend_from_slice(&block.checksum.to_le_bytes());
        bytes.extend_from_slice(&block.first_key);
    }
    bytes.extend_from_slice(&fnv1a(&bytes).to_le_bytes());
    bytes
}

/// Reads the index and checks that it fits the header and the file, whose blocks fill `area`.
pub(crate) fn decode(
    bytes: &[u8],
    header: &Header,
    area: Range<u64>,
) -> Result<Vec<BlockInfo>, CertificateError> {
    // Step 1. The records themselves.
    let Some((records, checksum)) = bytes.split_last_chunk::<8>() else {
        return Err(damaged_index("it is too short"));
    };
    if fnv1a(records) != u64::from_le_bytes(*checksum) {
        return Err(damaged_index("the checksum is wrong"));
    }
    let record = RECORD + header.width();
    if header.blocks().checked_mul(record) != Some(records.len()) {
        return Err(damaged_index(format!("it does not have {} blocks", header.blocks())));
    }
    let blocks: Vec<BlockInfo> = records.chunks_exact(record).map(read_record).collect();
    // Step 2. Blocks fill the file from the header to the index, in the order of the sections.
    let mut end = area.start;
    for (number, block) in blocks.iter().enumerate() {
        let wrong = |what: &str| damaged_index(format!("block {} {what}", number + 1));
        if block.bytes.start != end || block.bytes.is_empty() {
            return Err(wrong("does not begin where the one before it ends"));
        }
        end = block.bytes.end;
        if block.entries == 0 || block.entries > MAX_ENTRIES {
            return Err(wrong(&format!("does not have 1 to {MAX_ENTRIES} entries")));
        }
        let section = header.sections.get(block.section);
        if !section.is_some_and(|section| section.blocks.contains(&number)) {
            return Err(wrong("is not in the section that the header says"));
        }
        let next = blocks.get(number + 1).filter(|next| next.section == block.section);
        if next.is_some_and(|next| next.first_key <= block.first_key) {
            return Err(wrong("and the next one are out of order"));
        }
    }
    if end != area.end {
        return Err(damaged_index("the last block does not end where the index begins"));
    }
    // Step 3. The header counts right.
    for section in &header.sections {
        let entries: usize = blocks[section.blocks.clone()].iter().map(|block| block.entries).sum();
        if entries as u64 != section.positions {
            let (claim, positions) = (section.claim, section.positions);
            return Err(damaged_index(format!(
                "\"{claim}\" has {entries} positions, but {positions} in the header"
            )));
        }
    }
    Ok(blocks)
}

/// Reads one record.
fn read_record(record: &[u8]) -> BlockInfo {
    let offset = number(&record[..8]);
    BlockInfo {
        bytes: offset..offset.saturating_add(number(&record[8..12])),
        entries: number(&record[12..16]) as usize,
        section: number(&record[16..20]) as usize,
        checksum: number(&record[20..28]),
        first_key: record[RECORD..].to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::{BlockInfo, decode, encode};
    use crate::header::{Header, SectionInfo};
    use andor_core::{Claim, Player};

    fn header() -> Header {
        let section =
            |claim, positions, blocks| SectionInfo { claim, positions, blocks, paths: None };
        Header {
            format: 1,
            tables: Vec::new(),
            history: None,
            content: None,
            leaf_budget: None,
            game: "a".into(),
            root: "b".into(),
            root_bytes: vec![0, 0],
            sections: vec![
                section(Claim::NotLoses(Player::Black), 4106, 0..2),
                section(Claim::NotLoses(Player::White), 5, 2..3),
            ],
            writer: String::new(),
        }
    }

    fn blocks() -> Vec<BlockInfo> {
        let block = |start, end, entries, section, key: u8| BlockInfo {
            bytes: start..end,
            entries,
            section,
            checksum: 9,
            first_key: vec![key, 1],
        };
        vec![block(100, 200, 4096, 0, 3), block(200, 250, 10, 0, 9), block(250, 260, 5, 1, 2)]
    }

    #[test]
    fn an_index_round_trips() {
        assert_eq!(decode(&encode(&blocks()), &header(), 100..260), Ok(blocks()));
        let bytes = encode(&blocks());
        for end in 0..bytes.len() {
            assert!(decode(&bytes[..end], &header(), 100..260).is_err());
        }
    }

    #[test]
    fn an_index_that_does_not_fit_is_damaged() {
        assert!(decode(&encode(&blocks()), &header(), 99..260).is_err());
        assert!(decode(&encode(&blocks()), &header(), 100..261).is_err());
        type Change = fn(&mut Vec<BlockInfo>);
        let changes: [(&str, Change); 8] = [
            ("3 blocks", |blocks| blocks.truncate(2)),
            ("block 2 does not begin", |blocks| blocks[1].bytes.start = 201),
            ("block 3 does not begin", |blocks| blocks[1].bytes.end = 249),
            ("block 1 does not have 1 to", |blocks| blocks[0].entries = 4097),
            ("block 2 does not have 1 to", |blocks| blocks[1].entries = 0),
            ("section", |blocks| blocks[1].section = 1),
            ("out of order", |blocks| blocks[1].first_key = vec![3, 1]),
            ("4105 positions", |blocks| blocks[1].entries = 9),
        ];
        for (part, change) in changes {
            let mut changed = blocks();
            change(&mut changed);
            let error = decode(&encode(&changed), &header(), 100..260).unwrap_err().to_string();
            assert!(error.contains(part) && error.contains("index"), "{error}");
        }
    }
}
