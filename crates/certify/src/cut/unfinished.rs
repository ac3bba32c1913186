//! A cut that is not finished, as a file: what a later run goes on from.
//!
//! ```text
//!   andrcut1   subject    searched   records          SHA-256 of all before
//!   8 bytes    32 bytes   8 bytes    a number each    32 bytes
//! ```
//!
//! The subject is the SHA-256 of game, root, claim, budget and tables; `searched` are the positions that the leaves so far
//! took. A record is a position, in the order in which a walk from the root comes by them, breadth first and replies in the
//! order of the rules: 0 is one whose turn has not come, 1 a leaf, and 2 or more an entry with the number of its move, plus
//! 2. So no position needs its bytes: whoever goes on walks the same way with the rules at hand.
//!
//! Nothing is believed because it stands here: the certificate that it becomes is verified.

use super::{Basis, Cutting, NO_LEAF, Needed};
use crate::digest::{Digest, sha256};
use crate::resting::Tables;
use crate::varint::{put_u32, take_u32};
use andor_core::{Rules, write_atomically};
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

const MAGIC: &[u8; 8] = b"andrcut1";
const HEAD: usize = 8 + 32 + 8;

/// Where a cut is kept.
#[derive(Clone, Copy, Debug)]
pub struct Keeping<'a> {
    /// The file to go on from, if it is there.
    pub from: Option<&'a Path>,
    /// The file to write, at most so often, and when the cut is stopped.
    pub to: Option<(&'a Path, Duration)>,
}

/// What a record says of a position.
pub(super) enum Record {
    /// Its turn has not come.
    Open,
    Leaf,
    /// An entry with the number of its move.
    Entry(u32),
}

/// A cut that was read back.
pub(super) struct Unfinished {
    bytes: Vec<u8>,
    /// The positions that its leaves take.
    pub(super) searched: u64,
}

/// What a cut is about.
pub(super) fn subject<R: Rules>(
    Basis { rules, claim, tables }: Basis<'_, R>,
    root: &R::Position,
    Cutting { budget, .. }: Cutting<'_>,
) -> Digest {
    let tables = tables.map_or_else(Vec::new, Tables::identities);
    let tables: Vec<String> = tables.into_iter().map(|table| table.sha256).collect();
    let (game, root) = (rules.spec(), rules.position_text(root));
    // One way to read each part: none of them has a line's end.
    sha256(format!("{game}\n{root}\n{claim}\n{budget}\n{}", tables.join(" ")).as_bytes())
}

impl Unfinished {
    /// Reads a cut of this subject.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or about something else.
    pub(super) fn read(path: &Path, subject: &Digest) -> io::Result<Unfinished> {
        let mut bytes = fs::read(path)?;
        let damaged = || io::Error::other("it is damaged, or no such file");
        let body = bytes.len().checked_sub(32).filter(|&body| body >= HEAD).ok_or_else(damaged)?;
        if bytes[..8] != *MAGIC || bytes[body..] != sha256(&bytes[..body]) {
            return Err(damaged());
        }
        if bytes[8..40] != *subject {
            return Err(io::Error::other(
                "it is of another cut (game, position, --leaves or zone)",
            ));
        }
        let searched = bytes[40..HEAD].try_into().expect("eight bytes");
        bytes.truncate(body);
        Ok(Unfinished { bytes, searched: u64::from_le_bytes(searched) })
    }

    /// What it says, one record after the other; a last one is wrong if it is cut short.
    pub(super) fn records(&self) -> impl Iterator<Item = Result<Record, &'static str>> {
        let mut left = &self.bytes[HEAD..];
        std::iter::from_fn(move || {
            (!left.is_empty()).then(|| {
                Ok(match take_u32(&mut left)? {
                    0 => Record::Open,
                    1 => Record::Leaf,
                    more => Record::Entry(more - 2),
                })
            })
        })
    }
}

/// Writes a cut: the numbers of what the root needs, those that have had their turn, and the positions that leaves took in
/// runs before.
pub(super) fn write(
    path: &Path,
    subject: &Digest,
    roots: &[u32],
    done: &[(u32, Needed)],
    searched: u64,
) -> io::Result<()> {
    const NONE: u32 = u32::MAX;
    // Step 1. Where each number stands.
    let numbers = done.iter().flat_map(|(number, needed)| needed.replies.iter().chain([number]));
    let most = numbers.chain(roots).max().map_or(0, |&most| most as usize + 1);
    let mut places = vec![NONE; most];
    for (place, (number, _)) in (0..).zip(done) {
        places[*number as usize] = place;
    }
    // Step 2. The walk: `order` are the numbers by which it comes.
    let mut is_ordered = vec![false; most];
    let mut order: Vec<u32> = Vec::with_capacity(most);
    let mut bytes = Vec::with_capacity(HEAD + most + 32);
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(subject);
    let costs = done.iter().map(|(_, needed)| needed.verdict).filter(|&cost| cost != NO_LEAF);
    bytes.extend_from_slice(&(searched + costs.sum::<u64>()).to_le_bytes());
    let come_by = |numbers: &[u32], order: &mut Vec<u32>, is_ordered: &mut [bool]| {
        for &number in numbers {
            if !std::mem::replace(&mut is_ordered[number as usize], true) {
                order.push(number);
            }
        }
    };
    come_by(roots, &mut order, &mut is_ordered);
    let mut at = 0;
    while let Some(&number) = order.get(at) {
        at += 1;
        let record = match done.get(places[number as usize] as usize) {
            None => 0,
            Some((_, needed)) if needed.verdict != NO_LEAF => 1,
            Some((_, needed)) => {
                come_by(&needed.replies, &mut order, &mut is_ordered);
                needed.move_index + 2
            }
        };
        put_u32(record, &mut bytes);
    }
    let digest = sha256(&bytes);
    write_atomically(path, |file| {
        file.write_all(&bytes)?;
        file.write_all(&digest)
    })
}
