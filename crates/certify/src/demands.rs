//! What the entries that have been checked ask of others: "this position must be an entry, with a
//! rank below mine". The verifier collects such demands and settles many of them at once.
//!
//! Looking up each one by itself would need all positions in memory. Instead a thread writes its
//! demands down; when its share of memory is full it sorts them and goes through the file once,
//! block by block, as one merges two sorted lists:
//!
//! ```text
//!   demands, sorted     a  c  c     f        k        m
//!   entries of a block  a  b  c  d  f  g     k  l         m is missing: a demand fails
//! ```
//!
//! So the verifier holds a bounded number of demands and one block a thread, however many
//! positions a file has or claims to have. A record is, with numbers big-endian so that the order
//! of the bytes is the order of the keys:
//!
//! ```text
//!   | key | the rank must be below, 4 | entry that asks, 8 | up to 3 zeros |
//! ```

use crate::certificate::Certificate;
use crate::error::CertificateError;
use crate::record_sort::{RECORD_UNIT, sort_records};
use andor_core::Claim;
use std::sync::atomic::{AtomicU64, Ordering};

/// Memory grows by at least so many bytes at a time.
const LEAST_GROWTH: usize = 1 << 16;
/// Demands are settled first when they take so many bytes, and then less and less often.
const FIRST_BYTES: usize = 1 << 20;
/// By how much.
const GROWTH: usize = 8;

/// The demands of one thread on one section.
pub(crate) struct Demands<'a> {
    certificate: &'a Certificate,
    section: usize,
    width: usize,
    stride: usize,
    /// Settle them when there are so many bytes.
    now_bytes: usize,
    /// What that grows to: a proof with a hole is found out early, and a good one not much later.
    most_bytes: usize,
    records: Vec<u8>,
}

impl<'a> Demands<'a> {
    /// No demands yet on section number `section` (from 0).
    pub fn new(certificate: &'a Certificate, section: usize, most_bytes: usize) -> Demands<'a> {
        let width = certificate.position_width();
        let stride = (width + 12).next_multiple_of(RECORD_UNIT);
        let now_bytes = most_bytes.min(FIRST_BYTES);
        Demands { certificate, section, width, stride, now_bytes, most_bytes, records: Vec::new() }
    }

    /// Entry number `from` asks for `key`; for a win, with a rank below `below`.
    pub fn push(&mut self, key: &[u8], below: u32, from: u64) {
        debug_assert_eq!(key.len(), self.width);
        let end = self.records.len() + self.stride;
        if end > self.records.capacity() {
            // Doubling, but not beyond what is to be held.
            let room = self.now_bytes.saturating_sub(self.records.len());
            self.records.reserve_exact(self.records.len().min(room).max(LEAST_GROWTH));
        }
        self.records.extend_from_slice(key);
        self.records.extend_from_slice(&below.to_be_bytes());
        self.records.extend_from_slice(&from.to_be_bytes());
        self.records.resize(end, 0);
    }

    /// Whether it is time to settle them.
    pub fn are_many(&self) -> bool {
        self.records.len() >= self.now_bytes
    }

    /// How many bytes of memory they take.
    pub fn memory(&self) -> usize {
        self.records.capacity()
    }

    /// Looks for all that is asked for, and forgets it; gives the lowest entry that asks for
    /// something that is not there. For a win, what is not there may still be `fine`, with rank 1;
    /// who says so is told which entry asks.
    ///
    /// To see that takes a while. So everything else is looked at first, then what is missing, in the
    /// order of the entries that ask, up to the first that is not fine; and nothing that an entry asks
    /// for beyond `lowest`, where somebody has failed already. If it `stops`, the answer says nothing.
    pub fn settle(
        &mut self,
        lowest: &AtomicU64,
        stops: impl Fn() -> bool,
        mut fine: impl FnMut(&[u8], u64) -> bool,
    ) -> Result<Option<u64>, CertificateError> {
        let missing = self.missing(lowest, &stops)?;
        let mut failed = lowest.load(Ordering::SeqCst);
        for (from, record) in missing {
            if from >= failed.min(lowest.load(Ordering::SeqCst)) {
                break;
            }
            if stops() {
                return Ok(Some(from));
            }
            if !fine(&self.records[record as usize * self.stride..][..self.width], from) {
                failed = from;
                break;
            }
        }
        self.records.clear();
        self.now_bytes = self.now_bytes.saturating_mul(GROWTH).min(self.most_bytes);
        failed = failed.min(lowest.fetch_min(failed, Ordering::SeqCst));
        Ok((failed != u64::MAX).then_some(failed))
    }

    /// Lowers `lowest` to the first entry whose demands fail for sure; gives those that ask for
    /// something that is missing but may be fine, in order, with the record that tells what.
    fn missing(
        &mut self,
        lowest: &AtomicU64,
        stops: &impl Fn() -> bool,
    ) -> Result<Vec<(u64, u32)>, CertificateError> {
        let ranked = matches!(self.certificate.sections()[self.section].claim, Claim::Wins(_));
        let (width, stride) = (self.width, self.stride);
        let number = |bytes: &[u8]| bytes.iter().fold(0, |n, &b| n << 8 | u64::from(b));
        sort_records(&mut self.records, stride);
        let mut missing: Vec<(u64, u32)> = Vec::new();
        let mut first = 0;
        let blocks = self.certificate.sections()[self.section].blocks.clone();
        for block in blocks.clone() {
            if stops() {
                lowest.fetch_min(0, Ordering::SeqCst);
                return Ok(Vec::new());
            }
            // Step 1. The demands that this block can meet come before the first key of the next.
            let rest = &self.records[first * stride..];
            let count = match self.certificate.first_key(block + 1) {
                Some(next) if block + 1 < blocks.end => {
                    below(rest, stride, |record| &record[..width] < next)
                }
                _ => rest.len() / stride,
            };
            if count == 0 {
                continue;
            }
            // Step 2. Walk down both lists.
            let entries = self.certificate.decode_block(block)?;
            let mut entries = entries.keys.chunks_exact(width).zip(&entries.ranks).peekable();
            for (record, at) in rest.chunks_exact(stride).take(count).zip(first..) {
                let (key, numbers) = record.split_at(width);
                let (most, from) = (number(&numbers[..4]), number(&numbers[4..12]));
                while entries.next_if(|(entry, _)| *entry < key).is_some() {}
                match entries.peek().filter(|(entry, _)| *entry == key) {
                    Some((_, rank)) if !ranked || u64::from(**rank) < most => {}
                    None if ranked && most > 1 => {
                        // Of those that ask for the same, the lowest is enough.
                        let record_of = |at: u32| &self.records[at as usize * stride..][..width];
                        match missing.last_mut().filter(|(_, last)| record_of(*last) == key) {
                            Some((lowest, _)) => *lowest = from.min(*lowest),
                            None => missing.push((from, at as u32)),
                        }
                    }
                    Some(_) | None => drop(lowest.fetch_min(from, Ordering::SeqCst)),
                }
            }
            first += count;
        }
        missing.sort_unstable();
        Ok(missing)
    }
}

/// How many records at the front of a sorted run are as `is_before` says.
fn below(records: &[u8], stride: usize, is_before: impl Fn(&[u8]) -> bool) -> usize {
    let (mut low, mut high) = (0, records.len() / stride);
    while low < high {
        let middle = low.midpoint(high);
        match is_before(&records[middle * stride..(middle + 1) * stride]) {
            true => low = middle + 1,
            false => high = middle,
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::Demands;
    use crate::certificate::Certificate;
    use crate::section::SectionBuilder;
    use crate::writer::{Heading, write_certificate};
    use andor_core::{Claim, Player, ProofEntry, ProofSink};
    use std::sync::atomic::AtomicU64;

    fn settle(demands: &mut Demands<'_>, fine: impl Fn(&[u8]) -> bool) -> Option<u64> {
        demands.settle(&AtomicU64::new(u64::MAX), || false, |key, _| fine(key)).unwrap()
    }

    /// Three blocks with the even numbers from 10 on, each with the rank number % 7.
    fn certificate(claim: Claim) -> Certificate {
        let mut builder = SectionBuilder::new(claim, 4);
        for number in (10..20_010u32).step_by(2) {
            let position = &number.to_be_bytes();
            builder.entry(ProofEntry { position, move_index: 0, rank: number % 7 }).unwrap();
        }
        let heading = Heading {
            spec: "x".into(),
            root_text: "x".into(),
            root_bytes: vec![0, 0, 0, 10],
            tables: Vec::new(),
            history: None,
            content: None,
            settled: false,
            leaf_budget: None,
        };
        let mut bytes = Vec::new();
        write_certificate(&mut bytes, &heading, &[builder.finish().unwrap()]).unwrap();
        Certificate::from_bytes(bytes).unwrap()
    }

    #[test]
    fn what_is_there_is_found_and_nothing_else() {
        for claim in [Claim::Wins(Player::Black), Claim::NotLoses(Player::Black)] {
            let certificate = certificate(claim);
            let ranked = matches!(claim, Claim::Wins(_));
            // All at once and each by itself, in descending order.
            let mut all = Demands::new(&certificate, 0, 1000);
            let mut expected = None;
            for number in (0..20_100u32).rev() {
                let below = number / 3 % 8;
                let from = u64::from(number) + (1 << 40);
                let is_entry = (10..20_010).contains(&number) && number % 2 == 0;
                let good = is_entry && (!ranked || number % 7 < below);
                if number % 97 == 0 {
                    let mut one = Demands::new(&certificate, 0, 1000);
                    one.push(&number.to_be_bytes(), below, from);
                    assert_eq!(settle(&mut one, |_| false), (!good).then_some(from), "{number}");
                    assert_eq!(settle(&mut one, |_| false), None, "they are forgotten");
                }
                all.push(&number.to_be_bytes(), below, from);
                if !good {
                    expected = Some(from);
                }
            }
            assert!(all.are_many());
            assert_eq!(settle(&mut all, |_| false), expected);
        }
    }

    #[test]
    fn the_lowest_entry_is_named_whatever_the_order_of_keys() {
        let certificate = certificate(Claim::NotLoses(Player::White));
        let mut demands = Demands::new(&certificate, 0, 1000);
        for (key, from) in [(11u32, 70), (12, 1), (9001, 30), (0, 80), (u32::MAX, 40)] {
            demands.push(&key.to_be_bytes(), 0, from);
        }
        assert_eq!(settle(&mut demands, |_| false), Some(30));
    }

    #[test]
    fn what_is_missing_may_be_fine_for_a_win() {
        for (claim, below, expected) in [
            (Claim::Wins(Player::White), 2, None),
            (Claim::Wins(Player::White), 1, Some(5)),
            (Claim::NotLoses(Player::White), 2, Some(5)),
        ] {
            let certificate = certificate(claim);
            let mut demands = Demands::new(&certificate, 0, 1000);
            demands.push(&11u32.to_be_bytes(), below, 5);
            assert_eq!(settle(&mut demands, |key| key == [0, 0, 0, 11]), expected);
        }
    }

    #[test]
    fn the_first_unmet_demand_ends_it() {
        use std::cell::RefCell;
        let certificate = certificate(Claim::Wins(Player::White));
        let mut demands = Demands::new(&certificate, 0, 1 << 20);
        // Every odd number is missing; those below 2001 are fine, and each is asked for three times.
        for from in (0..3000u64).rev() {
            demands.push(&(2 * (from as u32 % 1000) + 1001).to_be_bytes(), 9, 5000 - from);
        }
        let asked = RefCell::new(Vec::new());
        let fine = |key: &[u8]| {
            let number = u32::from_be_bytes(key.try_into().unwrap());
            asked.borrow_mut().push(number);
            number < 2001
        };
        let failed = settle(&mut demands, fine);
        // The lowest that asks is 2001, for 1001 + 2 * 999; nothing more is asked.
        assert_eq!((failed, asked.borrow().len()), (Some(2001), 1));
        // Where somebody else has failed before, nothing is asked at all.
        demands.push(&1003u32.to_be_bytes(), 9, 70);
        let known = AtomicU64::new(12);
        assert_eq!(demands.settle(&known, || false, |_, _| unreachable!()), Ok(Some(12)));
    }
}
