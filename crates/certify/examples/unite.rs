//! Unites certificates of one game into a large one, to measure readers and the verifier on.
//!
//! `cargo run --release -p andor-certify --example unite -- OUT FIRST MORE..` takes the root and the
//! claim of FIRST's first section, and adds the entries of every section of MORE with that claim.
//! With WITHOUT_LEAVES in the environment it is written in format 2. The result is a certificate that holds: each entry keeps its move, and of two for the same
//! position the one with the lesser rank stays, so that the ranks after a move only fall.

use andor_certify::{Certificate, Heading, SectionBuilder, save_certificate};
use andor_core::{ProofEntry, ProofSink};
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let [out, first, more @ ..] = &files[..] else {
        return Err("usage: unite OUT FIRST MORE..".into());
    };
    let root = Certificate::open(Path::new(first))?;
    let (claim, width) = (root.sections()[0].claim, root.position_width());
    if width > 16 {
        return Err("positions of more than 16 bytes are not united here".into());
    }
    // A key as a number, then the rank, then the move: the order in which they are wanted.
    let mut entries: Vec<(u128, u32, u32)> = Vec::new();
    for file in std::iter::once(first).chain(more) {
        let certificate = Certificate::open(Path::new(file))?;
        if certificate.spec() != root.spec() {
            return Err(format!("{file} is about {}", certificate.spec()).into());
        }
        for (section, info) in certificate.sections().iter().enumerate() {
            if info.claim == claim {
                certificate.for_each_entry(section, |entry| {
                    let key =
                        entry.position.iter().fold(0, |key, &byte| key << 8 | u128::from(byte));
                    entries.push((key, entry.rank, entry.move_index));
                })?;
            }
        }
        entries.sort_unstable();
        entries.dedup_by_key(|(key, ..)| *key);
    }
    let mut builder = match std::env::var_os("WITHOUT_LEAVES") {
        None => SectionBuilder::new(claim, width),
        Some(_) => SectionBuilder::without_leaves(claim, width),
    };
    for (key, rank, move_index) in entries {
        let position = &key.to_be_bytes()[16 - width..];
        builder.entry(ProofEntry { position, move_index, rank })?;
    }
    let heading = Heading {
        spec: root.spec().to_owned(),
        root_text: root.root_text().to_owned(),
        root_bytes: root.root_bytes().to_vec(),
        tables: root.tables().to_vec(),
        history: root.history().cloned(),
        content: root.content(),
        settled: root.is_without_settled(),
        leaf_budget: root.leaf_budget(),
    };
    let written = save_certificate(Path::new(out), &heading, &[builder.finish()?])?;
    println!("{}: {} positions, {} bytes", claim, written.positions, written.bytes);
    Ok(())
}
