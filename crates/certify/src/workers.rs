//! Threads that check the numbers 0, 1, 2... and find the lowest that fails.
//!
//! Numbers are handed out in ascending chunks. When one fails, threads go on only with chunks
//! below it, all of which have been handed out already; so whatever the threads do, the lowest
//! failure comes back. The calling thread checks nothing: it reports progress.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How many numbers a thread takes at once.
const CHUNK: usize = 256;
/// The most threads, whatever is asked for; nor are there more than chunks.
const MOST_THREADS: usize = 512;
/// How often progress is reported.
const TICK: Duration = Duration::from_millis(100);

/// Checks all numbers below `total` with `threads` threads; each thread has a state of its own,
/// made by default. Gives the sum of what `check` gave, or the lowest number that failed and why.
/// `progress` is called from the calling thread now and then, with how many numbers are done.
pub(crate) fn check_all<S: Default>(
    total: usize,
    threads: usize,
    check: impl Fn(usize, &mut S) -> Result<u64, String> + Sync,
    mut progress: impl FnMut(usize),
) -> Result<u64, (usize, String)> {
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let lowest_failure = AtomicUsize::new(usize::MAX);
    let take = || -> Option<Range<usize>> {
        let start = next.fetch_add(CHUNK, Ordering::Relaxed);
        let wanted = start < total && start < lowest_failure.load(Ordering::Relaxed);
        wanted.then(|| start..(start + CHUNK).min(total))
    };
    let work = || -> Result<u64, (usize, String)> {
        let mut state = S::default();
        let mut sum = 0;
        while let Some(chunk) = take() {
            let size = chunk.len();
            for number in chunk {
                sum += check(number, &mut state).map_err(|why| {
                    lowest_failure.fetch_min(number, Ordering::Relaxed);
                    (number, why)
                })?;
            }
            done.fetch_add(size, Ordering::Relaxed);
        }
        Ok(sum)
    };
    let results = std::thread::scope(|scope| {
        let (alive, all_done) = channel::<()>();
        let spawn = |alive| {
            let work = &work;
            scope.spawn(move || {
                let _alive = alive;
                work()
            })
        };
        let threads = threads.min(total.div_ceil(CHUNK)).clamp(1, MOST_THREADS);
        let workers: Vec<_> = (0..threads).map(|_| spawn(alive.clone())).collect();
        drop(alive);
        // The channel closes when the last thread ends, be it by a panic.
        while let Err(RecvTimeoutError::Timeout) = all_done.recv_timeout(TICK) {
            progress(done.load(Ordering::Relaxed));
        }
        let joined = workers.into_iter().map(|worker| match worker.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        joined.collect::<Vec<_>>()
    });
    let mut sum = 0;
    let mut lowest: Option<(usize, String)> = None;
    for result in results {
        match result {
            Ok(part) => sum += part,
            Err(failure) if lowest.as_ref().is_none_or(|lowest| failure.0 < lowest.0) => {
                lowest = Some(failure);
            }
            Err(_) => {}
        }
    }
    lowest.map_or(Ok(sum), Err)
}

#[cfg(test)]
mod tests {
    use super::check_all;
    use std::sync::atomic::{AtomicU8, Ordering};

    #[test]
    fn every_number_is_checked_once() {
        for total in [0, 1, 255, 256, 257, 10_000] {
            for threads in [0, 1, 3, 8] {
                let seen: Vec<AtomicU8> = (0..total).map(|_| AtomicU8::new(0)).collect();
                let check = |number: usize, state: &mut u64| {
                    seen[number].fetch_add(1, Ordering::Relaxed);
                    *state += 1;
                    Ok(number as u64)
                };
                let sum = check_all(total, threads, check, |_| {});
                assert_eq!(sum, Ok((0..total as u64).sum()));
                assert!(seen.iter().all(|count| count.load(Ordering::Relaxed) == 1));
            }
        }
    }

    #[test]
    fn the_lowest_failure_comes_back_whatever_the_threads_do() {
        for failing in [&[9_999][..], &[5000, 300, 301, 9000], &[511, 512], &[0, 9_999]] {
            for threads in [1, 2, 5] {
                for _ in 0..20 {
                    let check = |number: usize, _: &mut ()| match failing.contains(&number) {
                        true => Err(format!("no {number}")),
                        false => Ok(1),
                    };
                    let lowest = *failing.iter().min().unwrap();
                    let expected = Err((lowest, format!("no {lowest}")));
                    assert_eq!(check_all(10_000, threads, check, |_| {}), expected);
                }
            }
        }
    }

    #[test]
    #[should_panic(expected = "broken rules")]
    fn a_panic_of_a_thread_is_not_lost() {
        let check = |number: usize, _: &mut ()| -> Result<u64, String> {
            assert!(number < 700, "broken rules");
            Ok(0)
        };
        let _ = check_all(2000, 2, check, |_| {});
    }
}
