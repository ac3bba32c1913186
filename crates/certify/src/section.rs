//! Collects the positions of one claim, in any order, and sorts them for the file.
//!
//! Every entry is one flat record of a few bytes more than its position, so that tens of millions
//! of them fit into memory:
//!
//! ```text
//!   | position bytes | move index, 4 | rank, 4 | up to 3 zeros |      numbers big-endian
//! ```
//!
//! In this form the order of records is the order of their bytes. The builder keeps what it is
//! given: whether it is a proof is the verifier's business.

use crate::block::{Block, MAX_ENTRIES};
use crate::digest::to_hex;
use crate::record_sort::{RECORD_UNIT, sort_records};
use crate::varint::put_u32;
use andor_core::{Claim, InputError, ProofEntry, ProofSink};
use std::cmp::Ordering;

/// Collects the entries of one section.
#[derive(Clone, Debug)]
pub struct SectionBuilder {
    claim: Claim,
    width: usize,
    /// Whether positions that are won at once are left out.
    without_leaves: bool,
    records: Vec<u8>,
    /// The tree of paths above the entries, under superko.
    paths: Option<Vec<u8>>,
}

/// The entries of one section, sorted, each position once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    claim: Claim,
    width: usize,
    without_leaves: bool,
    records: Vec<u8>,
    /// The tree of paths above the entries, under superko.
    paths: Option<Vec<u8>>,
}

/// How long a record is for positions of this width.
fn stride(width: usize) -> usize {
    (width + 8).next_multiple_of(RECORD_UNIT)
}

/// Reads a record.
fn read(record: &[u8], width: usize) -> ProofEntry<'_> {
    let (position, rest) = record.split_at(width);
    let number = |bytes: &[u8]| bytes.iter().fold(0, |n, &byte| n << 8 | u32::from(byte));
    ProofEntry { position, move_index: number(&rest[..4]), rank: number(&rest[4..8]) }
}

impl SectionBuilder {
    /// A section for this claim, still empty, for positions of `width` bytes
    /// ([`Rules::encoded_len`](andor_core::Rules::encoded_len)).
    #[must_use]
    pub fn new(claim: Claim, width: usize) -> SectionBuilder {
        SectionBuilder { claim, width, without_leaves: false, records: Vec::new(), paths: None }
    }

    /// The same, but in a proof that somebody wins it leaves out the positions of rank 1: whoever
    /// reads finds the winning move there from the rules. In Lines of Action these are nine
    /// positions of ten.
    #[must_use]
    pub fn without_leaves(claim: Claim, width: usize) -> SectionBuilder {
        let without_leaves = matches!(claim, Claim::Wins(_));
        SectionBuilder { without_leaves, ..SectionBuilder::new(claim, width) }
    }

    /// How many entries are held so far, repeats included.
    #[must_use]
    pub fn entries(&self) -> u64 {
        (self.records.len() / stride(self.width)) as u64
    }

    /// How many bytes of memory the entries take.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.records.capacity() as u64
    }

    /// Sorts the entries. An entry given twice counts once.
    ///
    /// # Errors
    /// If a position was given twice with different moves or ranks.
    pub fn finish(mut self) -> Result<Section, InputError> {
        let (width, stride) = (self.width, stride(self.width));
        sort_records(&mut self.records, stride);
        let mut kept = 0;
        for at in (0..self.records.len()).step_by(stride) {
            if kept > 0 {
                let last = read(&self.records[kept - stride..kept], width);
                let this = read(&self.records[at..at + stride], width);
                if last == this {
                    continue;
                }
                if last.position == this.position {
                    return Err(InputError::new(format!(
                        "proof of \"{}\": position {} comes with move {}, rank {} and with move \
                         {}, rank {}",
                        self.claim,
                        to_hex(last.position),
                        last.move_index,
                        last.rank,
                        this.move_index,
                        this.rank
                    )));
                }
            }
            self.records.copy_within(at..at + stride, kept);
            kept += stride;
        }
        self.records.truncate(kept);
        let SectionBuilder { claim, without_leaves, records, paths, .. } = self;
        Ok(Section { claim, width, without_leaves, records, paths })
    }
}

impl ProofSink for SectionBuilder {
    fn entry(&mut self, entry: ProofEntry<'_>) -> Result<(), InputError> {
        if entry.position.len() != self.width {
            return Err(InputError::new(format!(
                "proof of \"{}\": position {} does not have {} bytes",
                self.claim,
                to_hex(entry.position),
                self.width
            )));
        }
        if self.without_leaves && entry.rank == 1 {
            return Ok(());
        }
        let end = self.records.len() + stride(self.width);
        self.records.extend_from_slice(entry.position);
        self.records.extend_from_slice(&entry.move_index.to_be_bytes());
        self.records.extend_from_slice(&entry.rank.to_be_bytes());
        self.records.resize(end, 0);
        Ok(())
    }

    fn strategy(&mut self, numbers: &[u32]) -> Result<(), InputError> {
        let mut bytes = Vec::with_capacity(numbers.len());
        numbers.iter().for_each(|&number| put_u32(number, &mut bytes));
        self.paths = Some(bytes);
        Ok(())
    }

    fn wants_leaves(&self) -> bool {
        !self.without_leaves
    }
}

impl Section {
    /// What the section is to prove.
    #[must_use]
    pub fn claim(&self) -> Claim {
        self.claim
    }

    /// How many bytes a position has.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Whether positions that are won at once are left out.
    #[must_use]
    pub fn is_without_leaves(&self) -> bool {
        self.without_leaves
    }

    /// The tree of paths above the entries, as the file has it.
    pub(crate) fn paths(&self) -> Option<&[u8]> {
        self.paths.as_deref()
    }

    /// How many positions there are.
    #[must_use]
    pub fn positions(&self) -> u64 {
        (self.records.len() / stride(self.width)) as u64
    }

    /// The entries, in ascending order of their positions' bytes.
    pub fn entries(&self) -> impl Iterator<Item = ProofEntry<'_>> {
        self.records.chunks_exact(stride(self.width)).map(|record| read(record, self.width))
    }

    /// The entry of the position with these canonical bytes.
    pub(crate) fn find(&self, canonical: &[u8]) -> Option<ProofEntry<'_>> {
        let stride = stride(self.width);
        let (mut low, mut high) = (0, self.records.len() / stride);
        while low < high {
            let middle = low.midpoint(high);
            let entry = read(&self.records[middle * stride..(middle + 1) * stride], self.width);
            match entry.position.cmp(canonical) {
                Ordering::Less => low = middle + 1,
                Ordering::Equal => return Some(entry),
                Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// The entries in blocks, as the file has them.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = Block> {
        self.records.chunks(MAX_ENTRIES * stride(self.width)).map(|records| {
            let mut block = Block::default();
            for record in records.chunks_exact(stride(self.width)) {
                let entry = read(record, self.width);
                block.keys.extend_from_slice(entry.position);
                block.moves.push(entry.move_index);
                block.ranks.push(entry.rank);
            }
            block
        })
    }
}

#[cfg(test)]
mod tests {
    use super::SectionBuilder;
    use andor_core::{Claim, Player, ProofEntry, ProofSink};

    fn builder(entries: &[([u8; 3], u32, u32)]) -> SectionBuilder {
        let mut builder = SectionBuilder::new(Claim::Wins(Player::Black), 3);
        for (position, move_index, rank) in entries {
            let entry = ProofEntry { position, move_index: *move_index, rank: *rank };
            builder.entry(entry).unwrap();
        }
        builder
    }

    #[test]
    fn entries_are_sorted_and_merged() {
        let given =
            [([9, 0, 0], 1, 2), ([0, 0, 9], 300, 70_000), ([9, 0, 0], 1, 2), ([0, 1, 0], 0, 1)];
        let builder = builder(&given);
        assert_eq!(builder.entries(), 4);
        let section = builder.finish().unwrap();
        let entries: Vec<_> = section
            .entries()
            .map(|entry| (entry.position.to_vec(), entry.move_index, entry.rank))
            .collect();
        let expected = [(vec![0, 0, 9], 300, 70_000), (vec![0, 1, 0], 0, 1), (vec![9, 0, 0], 1, 2)];
        assert_eq!(entries, expected);
        assert_eq!(section.positions(), 3);
        assert_eq!(section.blocks().map(|block| block.len()).collect::<Vec<_>>(), [3]);
    }

    #[test]
    fn contradictions_and_wrong_widths_are_refused() {
        for other in [([9, 0, 0], 1, 3), ([9, 0, 0], 0, 2)] {
            let error = builder(&[([9, 0, 0], 1, 2), other]).finish().unwrap_err().to_string();
            assert!(error.contains("090000"), "{error}");
        }
        let short = ProofEntry { position: &[1, 2], move_index: 0, rank: 1 };
        assert!(builder(&[]).entry(short).unwrap_err().to_string().contains("3 bytes"));
        assert_eq!(builder(&[]).finish().unwrap().positions(), 0);
    }
}
