//! Certificates that lost or changed some of their bytes: exit code 3, and where.

use crate::andor::{Ended, Folder};
use crate::certificate::folder_with_proof;

/// The parts of a certificate file.
const PARTS: [&str; 4] = ["header", "block", "index", "footer"];

/// A sentence that names a part of the file.
fn names_a_part(line: &str) -> bool {
    let block = line.split_once("block ").is_some_and(|(_, rest)| {
        let words: Vec<&str> = rest.split([' ', ':']).take(3).collect();
        words[0].parse::<u32>().is_ok() && words[1] == "of" && words[2].parse::<u32>().is_ok()
    });
    block || ["header", "index", "footer"].iter().any(|part| line.contains(part))
}

fn rejected(ended: &Ended, what: &str) {
    assert_eq!(ended.code, Some(3), "{what}: {ended:#?}");
    ended.one_line(&["\"d\"", "damaged"]);
    assert!(names_a_part(&ended.err), "{what}: {ended:#?}");
}

fn verify(folder: &Folder, bytes: &[u8]) -> Ended {
    folder.write("d", bytes);
    folder.andor(&["verify", "d"])
}

#[test]
fn every_sampled_flipped_bit_is_found_and_located() {
    let mut parts: Vec<&str> = Vec::new();
    for game in ["breakthrough:4x4", "tic-tac-toe"] {
        let folder = folder_with_proof(game);
        let whole = folder.read("p");
        for offset in (0..whole.len()).step_by(11).chain([whole.len() - 1]) {
            let mut bytes = whole.clone();
            bytes[offset] ^= 1 << (offset % 8);
            let ended = verify(&folder, &bytes);
            rejected(&ended, &format!("{game}: bit flipped at {offset} of {}", whole.len()));
            assert_eq!(ended.out, "");
            parts.extend(PARTS.into_iter().filter(|part| ended.err.contains(part)));
        }
    }
    parts.sort_unstable();
    parts.dedup();
    assert_eq!(parts, ["block", "footer", "header", "index"], "all are ever named");
}

#[test]
fn truncated_and_prolonged_files_are_rejected() {
    let folder = folder_with_proof("breakthrough:3x4");
    let whole = folder.read("p");
    for length in (0..whole.len()).step_by(17).chain([whole.len() - 1]) {
        rejected(&verify(&folder, &whole[..length]), &format!("the first {length} bytes"));
    }
    let longer = [&whole[..], b"\n"].concat();
    rejected(&verify(&folder, &longer), "a line end at the end");
    verify(&folder, &whole).exits(0);
}

#[test]
fn json_says_that_it_is_not_ok() {
    let folder = folder_with_proof("breakthrough:3x4");
    let mut bytes = folder.read("p");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x10;
    folder.write("d", &bytes);
    let ended = folder.andor(&["verify", "d", "--json"]).exits(3);
    let object = ended.object();
    assert_eq!((&object["file"], &object["ok"]), (&"d".into(), &false.into()));
    assert!(names_a_part(object["error"].as_str().unwrap()), "{object:?}");
}

#[test]
fn a_damaged_certificate_is_not_walked() {
    let folder = folder_with_proof("breakthrough:3x4");
    let whole = folder.read("p");
    let sound = folder.andor(&["explain", "p"]).exits(0).out;
    for offset in (0..whole.len()).step_by(23) {
        let mut bytes = whole.clone();
        bytes[offset] ^= 0xff;
        folder.write("d", &bytes);
        for words in [&["explain", "d"][..], &["play", "--proof", "d"]] {
            let ended = folder.andor(words);
            // A part that is not needed for this position need not be looked at.
            match ended.code {
                Some(0) if words[0] == "explain" => assert_eq!(ended.out, sound, "{offset}"),
                Some(0) => assert!(ended.err.starts_with("Black wins: "), "{offset}: {ended:#?}"),
                _ => rejected(&ended, &format!("{words:?}, byte {offset}")),
            }
        }
    }
}

#[test]
fn a_file_that_is_no_certificate_is_bad_input() {
    let folder = Folder::new();
    folder.write("notes.txt", "White to move and win.\n");
    folder.write("binary", [7; 3000]);
    for file in ["notes.txt", "binary"] {
        let quoted = format!("\"{file}\"");
        for words in [&["verify", file][..], &["explain", file], &["play", "--proof", file]] {
            folder.andor(words).refuses(&[&quoted, "not a certificate"]);
            folder.andor(&[words, &["--json"]].concat()).refuses(&[&quoted]);
        }
    }
}
