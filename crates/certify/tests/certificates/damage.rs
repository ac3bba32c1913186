//! Damaged files: every flipped bit and every lost byte is noticed, and the right part is named.

use crate::sample::{Sample, breakthrough, heap, strips, tic_tac_toe};
use andor_certify::{Certificate, CertificateError, Part, verify};
use andor_core::{Rules, Silent, SplitMix64};
use andor_games::tic_tac_toe::TicTacToe;
use std::ops::Range;

/// Where the parts of a file are, read as the documentation says, without the crate's reader.
struct Layout {
    blocks: Vec<Range<usize>>,
    index: Range<usize>,
}

impl Layout {
    fn of(file: &[u8], width: usize) -> Layout {
        let number = |at: usize| u64::from_le_bytes(file[at..at + 8].try_into().unwrap()) as usize;
        let footer = file.len() - 32;
        let index = number(footer)..footer;
        assert_eq!(number(footer + 8), index.len());
        let records = file[index.start..index.end - 8].chunks(28 + width);
        let block = |record: &[u8]| {
            let start = u64::from_le_bytes(record[..8].try_into().unwrap()) as usize;
            start..start + u32::from_le_bytes(record[8..12].try_into().unwrap()) as usize
        };
        Layout { blocks: records.map(block).collect(), index }
    }

    fn part(&self, at: usize) -> Part {
        if let Some(number) = self.blocks.iter().position(|block| block.contains(&at)) {
            return Part::Block { number: number + 1, of: self.blocks.len() };
        }
        match at {
            _ if at >= self.index.end => Part::Footer,
            _ if at >= self.index.start => Part::Index,
            _ => Part::Header,
        }
    }
}

/// Opens and verifies.
fn judge<R: Rules>(rules: &R, file: Vec<u8>) -> Result<(), CertificateError> {
    verify(rules, &Certificate::from_bytes(file)?, 1, &mut Silent).map(drop)
}

/// Flips one bit: the damage must be found, and found there.
fn check_flip<R: Rules>(rules: &R, file: &[u8], layout: &Layout, bit: usize) {
    let mut damaged = file.to_vec();
    damaged[bit / 8] ^= 1 << (bit % 8);
    match judge(rules, damaged).expect_err("a flipped bit was not noticed") {
        CertificateError::Damaged { part, .. } => {
            assert_eq!(part, layout.part(bit / 8), "bit {bit}");
        }
        other => panic!("bit {bit}: {other}"),
    }
}

/// Cuts the file short.
fn check_truncation<R: Rules>(rules: &R, file: &[u8], length: usize) {
    let error = judge(rules, file[..length].to_vec()).expect_err("a lost byte was not noticed");
    assert!(matches!(error, CertificateError::Damaged { .. }), "{length}: {error}");
    assert!(error.is_rejection());
}

/// Every bit and every length of a small file.
fn check_all<R: Rules>(sample: &Sample<R>) {
    let file = sample.bytes();
    assert!(judge(&sample.rules, file.clone()).is_ok());
    let layout = Layout::of(&file, sample.rules.encoded_len());
    (0..8 * file.len()).for_each(|bit| check_flip(&sample.rules, &file, &layout, bit));
    (0..file.len()).for_each(|length| check_truncation(&sample.rules, &file, length));
    let longer = [&file[..], &[0]].concat();
    assert!(matches!(judge(&sample.rules, longer), Err(CertificateError::Damaged { .. })));
}

#[test]
fn every_bit_and_every_length_of_small_files() {
    check_all(&tic_tac_toe());
    check_all(&breakthrough(2, 5));
    check_all(&strips()[4]);
}

#[test]
fn sampled_bits_and_lengths_of_a_file_with_many_blocks() {
    let sample = heap();
    let file = sample.bytes();
    let layout = Layout::of(&file, sample.rules.encoded_len());
    assert!(layout.blocks.len() >= 3);
    let mut random = SplitMix64::new(3);
    for _ in 0..300 {
        check_flip(&sample.rules, &file, &layout, random.below(8 * file.len()));
        check_truncation(&sample.rules, &file, random.below(file.len()));
    }
    for block in &layout.blocks {
        check_flip(&sample.rules, &file, &layout, 8 * block.start + random.below(8 * block.len()));
    }
    (layout.index.start..file.len()).for_each(|at| {
        check_flip(&sample.rules, &file, &layout, 8 * at + random.below(8));
    });
}

#[test]
fn lookups_fail_in_the_damaged_block_only() {
    let sample = heap();
    let file = sample.bytes();
    let layout = Layout::of(&file, sample.rules.encoded_len());
    let mut damaged = file.clone();
    damaged[layout.blocks[1].start + 7] ^= 4;
    let certificate = Certificate::from_bytes(damaged).unwrap();
    for (number, position) in sample.proofs[0].1.keys().enumerate() {
        let found = certificate.lookup(0, position);
        match number / 4096 {
            1 => assert!(found.unwrap_err().to_string().contains("block 2 of")),
            _ => assert!(found.unwrap().is_some()),
        }
    }
    let mut shown = 0;
    let error = certificate.for_each_entry(0, |_| shown += 1).unwrap_err();
    assert!(error.to_string().contains("block 2 of") && shown == 4096);
}

#[test]
fn parts_of_two_files_do_not_mix() {
    let (one, other) = (tic_tac_toe().bytes(), breakthrough(3, 4).bytes());
    let mut random = SplitMix64::new(9);
    for _ in 0..500 {
        let (head, tail) = (random.below(one.len() - 1) + 1, random.below(other.len() - 1) + 1);
        let mixed = [&one[..head], &other[tail..]].concat();
        let error = judge(&TicTacToe, mixed).unwrap_err();
        assert!(matches!(error, CertificateError::Damaged { .. }), "{error}");
    }
}
