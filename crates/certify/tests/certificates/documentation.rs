//! The documentation of the format is executed: the small reader in Python that it names must
//! read our files, entry by entry. Where there is no Python, there is nothing to run.

use crate::sample::{breakthrough, heap, tic_tac_toe};
use crate::solver::Proof;
use andor_core::{Claim, Rules};
use std::fmt::Write;
use std::process::Command;

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/read_certificate.py");

/// What the program is to print.
fn expected(spec: &str, proofs: &[(Claim, Proof)]) -> String {
    let mut text = format!("{spec}\n");
    for (claim, proof) in proofs {
        writeln!(text, "{claim}: {} positions", proof.len()).unwrap();
        for (position, (index, rank)) in proof {
            let hex: String = position.iter().map(|byte| format!("{byte:02x}")).collect();
            writeln!(text, "{hex} {index} {rank}").unwrap();
        }
    }
    text
}

fn check<R: Rules>(sample: &crate::sample::Sample<R>, name: &str) {
    let name = format!("andor-{name}-{}.cert", std::process::id());
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, sample.bytes()).unwrap();
    let output = Command::new("python3").arg(PROGRAM).arg(&path).output();
    std::fs::remove_file(&path).unwrap();
    let Ok(output) = output else {
        println!("there is no python3: the reader of the documentation was not run");
        return;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed == expected(&sample.rules.spec(), &sample.proofs), "{printed}");
}

#[test]
fn the_reader_in_the_documentation_reads_our_files() {
    check(&tic_tac_toe(), "ttt");
    check(&breakthrough(3, 4), "breakthrough");
    check(&heap(), "heap");
}
