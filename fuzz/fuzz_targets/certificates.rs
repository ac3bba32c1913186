//! Any bytes as a certificate. Checksums would stop every change at the door, so where the first
//! byte is odd they are put right as far as the file's parts can be found.
#![no_main]

use andor_core::{Limits, Silent};
use andor_engine::{AnyGame, Catalogue, Certificate};
use andor_fuzz::{check_refusal, names_a_file};
use libfuzzer_sys::fuzz_target;

fn checksum(bytes: &[u8]) -> [u8; 8] {
    let step = |state: u64, &byte: &u8| (state ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step).to_le_bytes()
}

fn number(bytes: &[u8]) -> usize {
    bytes.iter().rev().fold(0usize, |number, &byte| number << 8 | usize::from(byte))
}

/// Puts checksums right, where `docs/inside/certificates.md` says they are, for positions of three bytes
/// or whatever width the first record fits. `None` where a part is not there.
fn repair(file: &mut [u8]) -> Option<()> {
    let end = file.len();
    let sum = checksum(file.get(..16)?);
    file.get_mut(16..24)?.copy_from_slice(&sum);
    let text_end = 24usize.checked_add(number(&file[12..16]))?;
    let sum = checksum(file.get(24..text_end)?);
    file.get_mut(text_end..text_end.checked_add(8)?)?.copy_from_slice(&sum);
    // Footer: offset and length of the index, their checksum, the end mark.
    let footer = end.checked_sub(32)?;
    let sum = checksum(&file[footer..footer + 16]);
    file[footer + 16..footer + 24].copy_from_slice(&sum);
    let index = number(&file[footer..footer + 8]);
    let records_end = footer.checked_sub(8).filter(|&end| end >= index)?;
    // Blocks lie one behind the other from the header to the index: one block, mostly.
    let mut record = index;
    let mut block = text_end + 8;
    while record.checked_add(28)? <= records_end {
        let length = number(&file[record + 8..record + 12]);
        let Some(bytes) = file.get(block..block.checked_add(length)?) else { break };
        let sum = checksum(bytes);
        file[record + 20..record + 28].copy_from_slice(&sum);
        block += length;
        // The next record begins with the offset of the next block.
        let next = (record + 28..records_end.saturating_sub(7))
            .find(|&at| number(&file[at..at + 8]) == block);
        match next {
            Some(next) => record = next,
            None => break,
        }
    }
    let sum = checksum(file.get(index..records_end)?);
    file[records_end..records_end + 8].copy_from_slice(&sum);
    Some(())
}

/// How far a walk along a line goes.
const PLIES: usize = 60;

fn judge(game: &dyn AnyGame, certificate: &Certificate) {
    let limits = Limits { memory: 64 << 20, ..Limits::default() };
    let verified = game.verify(certificate, &[], 1, &limits, &mut Silent);
    if let Err(error) = &verified {
        check_refusal(&error.to_string());
    }
    let mut entries = 0;
    for section in 0..certificate.sections().len() {
        // The ranks of a proof that does not hold need not lead to an end.
        let plies = if verified.is_ok() { PLIES } else { 1 };
        let mut moves = Vec::new();
        for _ in 0..plies {
            match game.explain(certificate, &[], section, &moves) {
                Err(error) => {
                    assert!(verified.is_err(), "verified, but: {error}");
                    check_refusal(&error.to_string());
                    break;
                }
                Ok(here) => {
                    let reply = here.replies.first().map(|reply| reply.reply.clone());
                    match here.answer.or(reply) {
                        Some(mv) if here.outcome.is_none() => moves.push(mv),
                        _ => break,
                    }
                }
            }
        }
        // Whoever reads a damaged file is told where it is damaged.
        let _ = certificate.for_each_entry(section, |_| entries += 1);
        let _ = certificate.lookup(section, certificate.root_bytes());
    }
    if let Ok(checked) = verified {
        assert_eq!(checked.verified.positions, entries);
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let mut file = rest.to_vec();
    if first % 2 == 1 {
        repair(&mut file);
    }
    match Certificate::from_bytes(file) {
        Err(error) => check_refusal(&error.to_string()),
        Ok(certificate) if names_a_file(certificate.spec()) => {}
        Ok(certificate) => match Catalogue::standard().game(certificate.spec()) {
            Ok(game) => judge(&*game, &certificate),
            Err(error) => check_refusal(&error.to_string()),
        },
    }
});
