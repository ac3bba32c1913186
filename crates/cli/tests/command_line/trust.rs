//! What is said of files and searches that are not to be believed: nothing, or that nobody checked it.

use crate::andor::{Folder, text};
use crate::certificate::folder_with_proof;

/// FNV-1a, the checksum of certificates and tables.
pub(crate) fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |state, &byte| {
        (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// A certificate whose header says something else of the same length, under right checksums.
pub(crate) fn forged(certificate: &[u8], says: &str, lies: &str) -> Vec<u8> {
    assert_eq!(says.len(), lies.len());
    let length = u32::from_le_bytes(certificate[12..16].try_into().unwrap()) as usize;
    let header = String::from_utf8(certificate[24..24 + length].to_vec()).unwrap();
    assert!(header.contains(says), "{header}");
    let header = header.replacen(says, lies, 1);
    let mut forged = certificate.to_vec();
    forged[24..24 + length].copy_from_slice(header.as_bytes());
    forged[24 + length..32 + length].copy_from_slice(&fnv1a(header.as_bytes()).to_le_bytes());
    forged
}

/// Audit, H6: a claim that does not hold is not told as a fact.
#[test]
fn explain_and_play_tell_nothing_of_a_forged_certificate() {
    let folder = folder_with_proof("breakthrough:3x4");
    folder.write("f", forged(&folder.read("p"), "\"b wins\"", "\"w wins\""));
    for words in [&["explain", "f"][..], &["explain", "f", "--json"], &["play", "--proof", "f"]] {
        let ended = folder.andor(words).exits(3);
        assert_eq!(ended.out, "", "{ended:#?}");
        ended.one_line(&["\"f\"", "not a proof"]);
    }
    // Once more: a refusal is not remembered as anything else.
    folder.andor(&["explain", "f"]).exits(3);
    folder.andor(&["explain", "p"]).exits(0).says(&["Black wins in"]);
}

/// What was verified is remembered by the SHA-256 of its bytes, in the user's cache: other bytes
/// are looked at again.
#[test]
fn a_certificate_is_verified_once() {
    let folder = folder_with_proof("breakthrough:3x4");
    let remembered = || match std::fs::read_dir(folder.cache().join("andor").join("checked")) {
        Ok(entries) => entries.count(),
        Err(_) => 0,
    };
    assert_eq!(remembered(), 0);
    for _ in 0..2 {
        folder.andor(&["explain", "p"]).exits(0);
        assert_eq!(remembered(), 1);
    }
    let object = folder.andor(&["verify", "p", "--json"]).exits(0).object();
    let name = format!("certificate-1-{}", text(&object, "sha256"));
    assert!(folder.cache().join("andor").join("checked").join(name).is_file());
    folder.write("f", forged(&folder.read("p"), "\"b wins\"", "\"w wins\""));
    folder.andor(&["explain", "f"]).exits(3);
    assert_eq!(remembered(), 1);
}

/// Limits of what a check may cost are limits, with exit code 1 and one line.
#[test]
fn checking_obeys_its_limits() {
    let folder = folder_with_proof("breakthrough:4x5");
    for command in ["verify", "explain"] {
        let ended = folder.andor(&[command, "p", "--time", "0s"]).exits(1);
        assert_eq!(ended.out, "", "{ended:#?}");
        ended.one_line(&["\"p\"", "stopped by time"]);
    }
    folder.andor(&["verify", "p", "--time", "5m", "--memory", "64MiB", "--threads", "1"]).exits(0);
}

/// Audit, H3: the sentence on stdout says that nothing was verified, and the exit code is not 0.
#[test]
fn a_search_whose_certificate_was_not_checked_has_no_verdict() {
    let folder = Folder::new();
    // Enough time to search the board, in most runs, but never to check its certificate as well.
    for time in ["1ms", "300ms", "600ms"] {
        let words = ["solve", "breakthrough:5x5", "--time", time];
        let ended = folder.andor(&words);
        match ended.code {
            Some(0) => assert!(ended.out.contains("verified from"), "{ended:#?}"),
            Some(1) => {
                assert!(ended.out.contains("who wins is not known yet"), "{ended:#?}");
                assert!(!ended.out.contains(" verified from"), "{ended:#?}");
            }
            _ => panic!("{ended:#?}"),
        }
    }
}
