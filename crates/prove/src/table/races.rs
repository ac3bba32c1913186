//! Every way in which threads can meet at one bucket, tried out by loom: whatever is found was
//! stored for that very position.

use super::bucket::{Bucket, Replacement, Signature, WAYS};
use super::slot::Slot;
use crate::numbers::Numbers;
use loom::sync::Arc;
use loom::sync::atomic::AtomicU64;
use loom::thread;

/// Tags that differ as little as tags can.
fn signature(number: u64) -> Signature {
    Signature { tag: number, index_bits: 0 }
}

/// Numbers that belong to a position and to nothing else.
fn numbers(number: u64, turn: u64) -> Numbers {
    Numbers { phi: 10 * number + turn, delta: 3 }
}

fn empty() -> Bucket<AtomicU64> {
    Bucket(std::array::from_fn(|_| Slot::of(AtomicU64::new(0), AtomicU64::new(0))))
}

/// What is found of a position is one of the things that were stored of it.
fn check(bucket: &Bucket<AtomicU64>, number: u64) -> bool {
    let found = bucket.probe(signature(number)).map(|known| known.numbers);
    if let Some(found) = found {
        let stored = (0..3).any(|turn| found == numbers(number, turn));
        assert!(stored, "{number} has {found:?}");
    }
    found.is_some()
}

/// Two threads store different positions in a bucket with one free place while both read.
#[test]
fn what_is_found_was_stored() {
    let mut bounded = loom::model::Builder::new();
    bounded.preemption_bound = Some(3);
    bounded.check(|| {
        let bucket = Arc::new(empty());
        // All places but one belong to positions with much work.
        for way in 1..WAYS as u64 {
            bucket.store(signature(100 + way), numbers(100 + way, 0), 1000, Replacement::LeastWork);
        }
        let other = Arc::clone(&bucket);
        let thread = thread::spawn(move || {
            other.store(signature(1), numbers(1, 1), 1, Replacement::LeastWork);
            check(&other, 2);
        });
        bucket.store(signature(2), numbers(2, 2), 1, Replacement::LeastWork);
        check(&bucket, 1);
        thread.join().unwrap();
        check(&bucket, 1);
        check(&bucket, 2);
        // What nobody wrote over is still there.
        for way in 1..WAYS as u64 {
            assert!(check(&bucket, 100 + way));
        }
    });
}

/// Two threads update the same position: one of the updates is there in the end.
#[test]
fn an_update_is_never_torn() {
    let mut bounded = loom::model::Builder::new();
    bounded.preemption_bound = Some(3);
    bounded.check(|| {
        let bucket = Arc::new(empty());
        bucket.store(signature(7), numbers(7, 0), 1, Replacement::LeastWork);
        let other = Arc::clone(&bucket);
        let thread = thread::spawn(move || {
            other.store(signature(7), numbers(7, 1), 1, Replacement::LeastWork);
            check(&other, 7);
        });
        bucket.store(signature(7), numbers(7, 2), 1, Replacement::LeastWork);
        check(&bucket, 7);
        thread.join().unwrap();
        check(&bucket, 7);
    });
}
