//! `andor verify --export-plain`: a certificate as lines that a small program can read.

use crate::andor::{Folder, number};
use crate::certificate::folder_with_proof;
use crate::trust::forged;

/// The lines of an exported certificate.
fn lines(folder: &Folder, name: &str) -> Vec<String> {
    let text = String::from_utf8(folder.read(name)).unwrap();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn the_lines_have_every_entry_once() {
    let folder = folder_with_proof("breakthrough:3x4");
    let words = ["verify", "p", "--export-plain", "lines", "--json"];
    let positions = number(&folder.andor(&words).exits(0).object(), "positions") as usize;
    let lines = lines(&folder, "lines");
    // Two rows of white men (22222 2bbbb bb), White to move.
    let head =
        ["andor-plain 1", "game breakthrough:3x4", "leaves yes", "root 01f2ca04", "claim b wins"];
    assert_eq!(lines[..5], head);
    assert_eq!(lines.last().unwrap(), "end");
    let entries = &lines[5..lines.len() - 1];
    assert_eq!(entries.len(), positions);
    let keys: Vec<&str> = entries.iter().map(|line| &line[..15]).collect();
    assert!(keys.iter().all(|key| key.starts_with("entry 00")), "Black is to move");
    assert!(keys.is_sorted_by(|one, next| one < next), "they ascend, each is there once");
    let numbers = entries.iter().flat_map(|line| line[15..].split(' '));
    assert!(numbers.map(|number| number.parse::<u32>().unwrap()).all(|number| number < 100));
}

#[test]
fn a_draw_has_two_claims() {
    let folder = Folder::new();
    let position = "6/6/5b/6/6/1bw2w w";
    folder.andor(&["solve", "surakarta", "--position", position, "--proof", "p"]).exits(0);
    folder.andor(&["verify", "p", "--export-plain", "lines"]).exits(0);
    let lines = lines(&folder, "lines");
    let claims: Vec<&String> = lines.iter().filter(|line| line.starts_with("claim")).collect();
    assert_eq!(claims, ["claim b does not lose", "claim w does not lose"]);
    assert!(lines.iter().filter(|line| line.starts_with("entry")).all(|line| line.ends_with(" 0")));
}

/// The lines are there to be judged elsewhere: also those of what is no proof.
#[test]
fn what_is_no_proof_is_written_and_refused() {
    let folder = folder_with_proof("breakthrough:3x4");
    folder.write("f", forged(&folder.read("p"), "\"b wins\"", "\"w wins\""));
    let ended = folder.andor(&["verify", "f", "--export-plain", "lines"]).exits(3);
    ended.one_line(&["not a proof"]);
    assert_eq!(lines(&folder, "lines")[4], "claim w wins");
}

#[test]
fn what_has_no_such_form_leaves_no_file() {
    let folder = folder_with_proof("breakthrough:3x4");
    let bytes = folder.read("p");
    // The text of the root is another one than its bytes.
    folder.write("root", forged(&bytes, "bbb/bbb/www/www w", "bbb/bbb/www/www b"));
    let mut damaged = bytes.clone();
    let last = damaged.len() - 40;
    damaged[last] ^= 1;
    folder.write("damaged", damaged);
    folder.andor(&["solve", "go:2x2", "--proof", "superko"]).exits(0);
    let words = ["solve", "go:3x3,ko=simple,goal=9", "--leaves", "zone", "--proof", "settled"];
    folder.andor(&words).exits(0);
    let cases = [
        ("root", "not a proof"),
        ("damaged", "damaged"),
        ("superko", "superko"),
        ("settled", "the rules settle"),
    ];
    for (file, why) in cases {
        let ended = folder.andor(&["verify", file, "--export-plain", "lines"]).exits(3);
        ended.one_line(&[why]);
        assert!(!folder.has("lines"), "{file}");
    }
    folder.write("mine", "my diary");
    folder
        .andor(&["verify", "p", "--export-plain", "mine"])
        .refuses(&["--export-plain", "--force"]);
    assert_eq!(folder.read("mine"), b"my diary");
    folder.andor(&["verify", "p", "--export-plain", "mine", "--force"]).exits(0);
    assert_eq!(lines(&folder, "mine")[0], "andor-plain 1");
}
