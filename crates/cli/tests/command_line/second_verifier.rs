//! `scripts/verify.py`, the second verifier, on what this binary writes: certificates of all games,
//! and mutants of them, of which both verifiers must say the same. Where there is no Python, there
//! is nothing to run.

use crate::andor::{BINARY, Ended, Folder};
use crate::trust::forged;

const SCRIPTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts");

/// Runs a script with these words, in the folder; nothing if there is no Python.
fn python(folder: &Folder, script: &str, words: &str) -> Option<Ended> {
    let ended = folder.shell(&format!("python3 '{SCRIPTS}/{script}' {words}"));
    if ended.code == Some(127) {
        println!("there is no python3: {script} was not run");
        return None;
    }
    Some(ended)
}

#[test]
fn the_second_verifier_says_what_is_shown_and_what_is_wrong() {
    let folder = Folder::new();
    folder.andor(&["solve", "breakthrough:4x4", "--proof", "p"]).exits(0);
    folder.andor(&["solve", "tic-tac-toe", "--proof", "draw"]).exits(0);
    let Some(ended) = python(&folder, "verify.py", "p") else { return };
    let shown = "verified: Black wins in bbbb/bbbb/wwww/wwww w (breakthrough:4x4)\n";
    assert_eq!(ended.exits(0).out, shown);
    // Walls: the text says which game it is, and the certificate, too.
    let walls =
        ["solve", "breakthrough:3x5", "--position", "b1b/b1b/1#1/w1w/w1w w", "--proof", "w"];
    folder.andor(&walls).exits(0);
    folder.andor(&["verify", "w"]).exits(0).says(&["breakthrough:3x5,walls=b3"]);
    let ended = python(&folder, "verify.py", "w").unwrap().exits(0);
    ended.says(&[" in b1b/b1b/1#1/w1w/w1w w (breakthrough:3x5,walls=b3)"]);
    let refused = folder.andor(&[&walls[..4], &["--patterns", "builtin"]].concat());
    refused.refuses(&["\"breakthrough:3x5,walls=b3\""]);
    let both = python(&folder, "verify.py", "p draw").unwrap().exits(0);
    both.says(&["p: verified: Black wins", "draw: verified: ", "does not lose and "]);

    let mut bytes = folder.read("p");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    folder.write("damaged", bytes);
    let ended = python(&folder, "verify.py", "damaged").unwrap().exits(3);
    ended.says(&["rejected: damaged: footer"]);
    let object = python(&folder, "verify.py", "--json damaged").unwrap().exits(3).object();
    assert_eq!(object["verified"], false);
    python(&folder, "verify.py", "").unwrap().exits(2).notes(&["usage: "]);
    python(&folder, "verify.py", "missing").unwrap().exits(2).notes(&["missing"]);
}

/// Both halves of a shortest win: so many plies are enough, and fewer are not. What is shown with a limit does
/// not hold with another one.
#[test]
fn the_second_verifier_knows_limits_of_plies() {
    let folder = Folder::new();
    for (game, moves, holder, plies) in [
        ("breakthrough:4x4", "", "Black", 14),
        ("tic-tac-toe", "a1 b1", "Black", 5),
        ("loa:4x4", "b1-b3", "Black", 2),
    ] {
        folder.andor(&["solve", game, "--moves", moves, "--shortest", "--proof", "p"]).exits(0);
        let files = [format!("p.within-{plies}"), format!("p.not-within-{}", plies - 1)];
        let Some(ended) = python(&folder, "verify.py", &files.join(" ")) else { return };
        let ended = ended.exits(0);
        for (file, claim) in files.iter().zip(["wins", "does not lose"]) {
            let whose = if claim == "wins" { holder } else { "White" };
            ended.says(&[
                &format!("{file}: verified: {whose} {claim} in "),
                &format!("({game},plies={plies})"),
            ]);
        }
    }
    // The same proof under a lower limit of the game, and with fewer plies left at the root.
    folder.andor(&["solve", "breakthrough:4x4", "--shortest", "--proof", "p"]).exits(0);
    let proof = folder.read("p.within-14");
    folder.write("game", forged(&proof, "4x4,plies=14", "4x4,plies=12"));
    let root = forged(&proof, " w plies=14", " w plies=12");
    folder.write("root", forged(&root, "000e\"", "000c\""));
    for (file, why) in [("game", "the root is no position"), ("root", "is not answered")] {
        folder.andor(&["verify", file]).exits(3);
        let rejected = python(&folder, "verify.py", file).unwrap().exits(3);
        rejected.says(&["rejected: not a proof: ", why]);
    }
}

/// A certificate that rests on a table is not judged without it.
#[test]
fn the_second_verifier_has_no_tables() {
    let folder = Folder::new();
    let words = ["solve", "breakthrough:4x5", "--leaves", "zone", "--proof", "p"];
    folder.andor(&words).exits(0);
    let Some(ended) = python(&folder, "verify.py", "p") else { return };
    ended.exits(3).says(&["rejected: cannot be judged: it rests on tables"]);
}

/// More of them are tried by `scripts/deep-checks.sh`.
#[test]
fn both_verifiers_say_the_same_of_mutants() {
    let folder = Folder::new();
    let words = format!("--andor '{BINARY}' --mutants 500 --seed tests --jobs 2");
    let Some(ended) = python(&folder, "differential.py", &words) else { return };
    ended.exits(0).says(&["500 mutants of ", ": 0 disagreements, ", ", 0 false, "]);
}
