//! Hostile files: whatever the bytes are, opening and verifying ends with an error, without a
//! panic and without taking memory that the file does not deserve.
//!
//! Files are put together here byte by byte, as the documentation says, so that every checksum
//! can be right and everything else wrong. One process of its own, for memory is measured.

// Test code may fail loudly.
#![allow(clippy::unwrap_used)]

use andor_certify::{Certificate, CertificateError, verify};
use andor_core::{Silent, SplitMix64};
use andor_games::tic_tac_toe::TicTacToe;
use miniz_oxide::deflate::compress_to_vec;

const MAGIC: &[u8] = b"\x89andor\r\n";

fn checksum(bytes: &[u8]) -> [u8; 8] {
    let step = |state: u64, &byte: &u8| (state ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step).to_le_bytes()
}

/// A header with right checksums.
fn header(version: u32, text: &[u8]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(version.to_le_bytes());
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(checksum(&bytes));
    bytes.extend(text);
    bytes.extend(checksum(text));
    bytes
}

/// Index and footer with right checksums.
fn tail(mut file: Vec<u8>, records: &[u8]) -> Vec<u8> {
    let start = file.len() as u64;
    file.extend(records);
    file.extend(checksum(records));
    let mut footer = start.to_le_bytes().to_vec();
    footer.extend((records.len() as u64 + 8).to_le_bytes());
    footer.extend(checksum(&footer));
    file.extend(footer);
    file.extend(b"ANDOREND");
    file
}

/// A record of the index.
fn record(offset: u64, block: &[u8], entries: u32, section: u32, first_key: &[u8]) -> Vec<u8> {
    let mut bytes = offset.to_le_bytes().to_vec();
    bytes.extend((block.len() as u32).to_le_bytes());
    bytes.extend(entries.to_le_bytes());
    bytes.extend(section.to_le_bytes());
    bytes.extend(checksum(block));
    bytes.extend(first_key);
    bytes
}

/// The header text of an honest certificate of tic-tac-toe with other numbers.
fn text(width: &str, positions: &str, blocks: &str) -> String {
    format!(
        "{{\"format\":1,\"game\":\"tic-tac-toe\",\"root\":\"3/3/3 b\",\"root_bytes\":\"000000\",\
         \"position_width\":{width},\"sections\":[{{\"claim\":\"b does not lose\",\
         \"positions\":{positions},\"first_block\":0,\"blocks\":{blocks}}}]}}"
    )
}

/// A file with one block of these contents.
fn one_block(block: &[u8], entries: u32, first_key: &[u8]) -> Vec<u8> {
    let mut file = header(1, text("3", &entries.to_string(), "1").as_bytes());
    let record = record(file.len() as u64, block, entries, 0, first_key);
    file.extend(block);
    tail(file, &record)
}

/// Opens and verifies a file that must be refused.
fn refuse(file: &[u8]) -> CertificateError {
    let judge = || verify(&TicTacToe, &Certificate::from_bytes(file.to_vec())?, 1, &mut Silent);
    let error = judge().expect_err("a hostile file was accepted");
    assert!(!error.to_string().contains('\n'), "{error}");
    error
}

fn refused_with(file: &[u8], part: &str) {
    let error = refuse(file).to_string();
    assert!(error.contains(part), "{error}");
}

#[test]
fn garbage_is_not_a_certificate() {
    let mut random = SplitMix64::new(1);
    for length in [1, 7, 8, 31, 32, 100, 5000] {
        let garbage: Vec<u8> = (0..length).map(|_| random.next_u64() as u8).collect();
        let error = refuse(&garbage);
        assert_eq!(error, CertificateError::NotACertificate);
        assert!(!error.is_rejection());
    }
    assert_eq!(refuse(b"{\"game\": \"tic-tac-toe\"}\n"), CertificateError::NotACertificate);
    refused_with(b"", "damaged certificate: header");
}

#[test]
fn garbage_behind_an_honest_beginning_is_damaged() {
    let mut random = SplitMix64::new(2);
    for turn in 0..3000 {
        let honest = match turn % 4 {
            0 => MAGIC.to_vec(),
            1 => header(1, b"{}")[..24].to_vec(),
            2 => header(1, text("3", "1", "1").as_bytes()),
            _ => header(1, &[b'['; 5000]),
        };
        let garbage = (0..random.below(300)).map(|_| random.next_u64() as u8);
        let mut file: Vec<u8> = honest.into_iter().chain(garbage).collect();
        if turn % 3 == 0 {
            file.extend(b"ANDOREND");
        }
        assert!(matches!(refuse(&file), CertificateError::Damaged { .. }));
    }
}

#[test]
fn newer_versions_are_told_apart_from_damage() {
    let error = refuse(&header(9, b"whatever a newer version may hold"));
    assert_eq!(error, CertificateError::NewerFormat(9));
    assert!(error.to_string().contains("a newer andor is needed") && !error.is_rejection());
    refused_with(&header(0, b"{}"), "there is no format version 0");
}

#[test]
fn huge_numbers_are_refused() {
    let huge = "18446744073709551615";
    for (width, positions, blocks) in [
        (huge, "1", "1"),
        ("3", huge, "1"),
        ("3", "1", huge),
        ("3", huge, huge),
        ("3", "4611686018427387904", "1152921504606846976"),
        ("1e300", "1", "1"),
        ("-1", "1", "1"),
        ("3", "99999999999999999999999", "1"),
    ] {
        let file = tail(header(1, text(width, positions, blocks).as_bytes()), &[]);
        assert!(matches!(refuse(&file), CertificateError::Damaged { .. }));
    }
    // The index promises what is not there.
    let key = [0; 3];
    let honest = header(1, text("3", "4096", "1").as_bytes());
    let start = honest.len() as u64;
    for (offset, length, entries) in [
        (u64::MAX, 4, 4096),
        (start, u32::MAX, 4096),
        (start, 4, u32::MAX),
        (start, 4, 4096),
        (0, 4, 4096),
    ] {
        let mut record = record(offset, b"data", entries, 0, &key);
        record[8..12].copy_from_slice(&length.to_le_bytes());
        let file = tail([&honest[..], b"data"].concat(), &record);
        assert!(matches!(refuse(&file), CertificateError::Damaged { .. }));
    }
    // The length of the header is up to four gigabytes.
    let mut file = MAGIC.to_vec();
    file.extend(1u32.to_le_bytes());
    file.extend(u32::MAX.to_le_bytes());
    file.extend(checksum(&file));
    file.extend([b' '; 1000]);
    refused_with(&file, "header: the file is cut short");
}

#[test]
fn headers_that_are_quoted_are_quoted_shortly() {
    let long = "x\\u001b\\n".repeat(100_000);
    for text in [
        format!("\"{long}\""),
        format!("{{\"format\":\"{long}\"}}"),
        text("3", "1", "1").replace("b does not lose", &long),
        text("3", "1", "1").replace("000000", &long),
    ] {
        let error = refuse(&header(1, text.as_bytes())).to_string();
        assert!(error.len() < 500 && !error.chars().any(char::is_control), "{error}");
    }
}

#[test]
fn blocks_with_wrong_contents_are_refused() {
    let key = [0, 0, 7];
    let entry = |raw: &[u8], entries| one_block(&compress_to_vec(raw, 6), entries, &key);
    // A honest block of an empty board and another position, to see that the rest is read.
    refused_with(&entry(&[0, 0, 7, 0, 0], 1), "root");
    for (raw, entries, why) in [
        (&[0, 0, 7, 0][..], 1, "no room"),
        (&[0, 0, 7, 0, 0, 0], 1, "1 bytes follow"),
        (&[0, 0, 8, 0, 0], 1, "first key"),
        (&[0, 0, 7, 0, 0, 0, 0, 0], 2, "comes twice"),
        (&[0, 0, 7, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0], 2, "too large"),
        (&[0, 0, 7, 0xff, 0xff, 0xff, 0xff, 0xff], 2, "too large"),
        (&[0, 0, 7, 0x80, 0x80, 0x80, 0x80, 0x80], 2, "cut short"),
        (&[0, 0, 7, 0x81, 0, 0, 0, 0, 0], 2, "needless"),
        (&[0, 0, 7, 0xff, 0xff, 0xff, 0xff, 0x7f, 0], 1, "too large"),
        (&[0, 0, 7, 0x80, 0], 1, "needless"),
    ] {
        refused_with(&entry(raw, entries), "damaged certificate: block 1 of 1: ");
        refused_with(&entry(raw, entries), why);
    }
    refused_with(&one_block(b"\xff\xff\xff\xff", 1, &key), "it does not inflate");
}

#[test]
fn keys_that_do_not_ascend_from_block_to_block_are_refused() {
    let two_blocks = |second_key: u8| {
        let mut file = header(1, text("3", "3", "2").as_bytes());
        let mut records = Vec::new();
        // The keys of the first block are 7 and 20.
        for (raw, entries, key) in
            [(&[0, 0, 7, 13, 0, 0, 0, 0][..], 2, 7), (&[0, 0, second_key, 0, 0], 1, second_key)]
        {
            let block = compress_to_vec(raw, 6);
            records.extend(record(file.len() as u64, &block, entries, 0, &[0, 0, key]));
            file.extend(block);
        }
        tail(file, &records)
    };
    refused_with(&two_blocks(21), "root");
    for inside in [8, 19, 20] {
        let why = "block 1 of 2: the last key is not before the next block";
        refused_with(&two_blocks(inside), why);
    }
    refused_with(&two_blocks(7), "index: block 1 and the next one are out of order");
}

#[test]
fn zip_bombs_do_not_go_off() {
    let bomb = compress_to_vec(&vec![1; 256 << 20], 9);
    reset_peak_memory();
    for entries in [1, 4096] {
        refused_with(&one_block(&bomb, entries, &[1, 1, 1]), "block 1 of 1: it does not inflate");
    }
    // 4096 entries in a few bytes are allowed, but they are not positions of the game.
    let mut raw = vec![1, 1, 1];
    raw.extend([1; 4095]);
    raw.extend([0; 8192]);
    refused_with(&one_block(&compress_to_vec(&raw, 9), 4096, &[1, 1, 1]), "root");
    refused_with(&many_positions(), "entry 1 ");
    // A bomb that went off would take a quarter of a gigabyte.
    if let Some(peak) = peak_memory() {
        println!("at most {} megabytes", peak >> 20);
        assert!(peak < 128 << 20, "{} megabytes", peak >> 20);
    }
}

/// Sixteen million positions in less than a megabyte, all of it in order: whoever holds them all,
/// with move and rank, needs 180 megabytes.
fn many_positions() -> Vec<u8> {
    const BLOCKS: u32 = 4096;
    let mut file = header(1, text("3", &(BLOCKS * 4096).to_string(), "4096").as_bytes());
    let mut records = Vec::new();
    for number in 0..BLOCKS {
        let key = &(number * 4096).to_be_bytes()[1..];
        let mut raw = key.to_vec();
        raw.extend([1; 4095]);
        // A move that does not exist, and no rank.
        raw.extend([127; 4096]);
        raw.extend([0; 4096]);
        let block = compress_to_vec(&raw, 6);
        records.extend(record(file.len() as u64, &block, 4096, 0, key));
        file.extend(block);
    }
    let file = tail(file, &records);
    assert!(file.len() < 1 << 20, "{}", file.len());
    file
}

/// Forgets the peak so far, where the system can.
fn reset_peak_memory() {
    // Where it cannot, there is no peak to read either, or the test is only stricter.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// The most memory this process ever held, where the system tells.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? << 10)
}

#[test]
fn random_changes_under_right_checksums_never_panic() {
    let mut random = SplitMix64::new(4);
    let honest_text = text("3", "2", "1").into_bytes();
    let honest_raw = [0, 0, 7, 5, 0, 1, 0, 0];
    for _ in 0..20_000 {
        let mut text = honest_text.clone();
        let mut raw = honest_raw.to_vec();
        let mut change = |bytes: &mut Vec<u8>, times: usize| {
            for _ in 0..random.below(times + 1) {
                let at = random.below(bytes.len());
                match random.below(4) {
                    0 => bytes[at] = random.next_u64() as u8,
                    1 => bytes[at] ^= 1 << random.below(8),
                    2 => bytes.insert(at, random.next_u64() as u8),
                    _ if bytes.len() > 1 => drop(bytes.remove(at)),
                    _ => {}
                }
            }
        };
        change(&mut text, 1);
        change(&mut raw, 2);
        let mut block = compress_to_vec(&raw, 6);
        change(&mut block, 1);
        let mut file = header(1, &text);
        let mut record = record(file.len() as u64, &block, 2, 0, &[0, 0, 7]);
        change(&mut record, 1);
        file.extend(&block);
        // Nothing here proves anything; most does not even open.
        refuse(&tail(file, &record));
    }
}
