//! Threads that work through the parts 0, 1, 2... of something and find the lowest failure.
//!
//! Parts are handed out in ascending order. A thread may put off what it has to check; it finishes
//! that before it ends. Once something has failed no more parts are handed out, but every part
//! that was is finished; since those are all up to the failing one and a few beyond, the lowest
//! failure comes back whatever the threads do. A failure is a number; what is wrong there can be
//! asked again. Of several threads the calling one checks nothing: it reports progress. Where one is enough
//! it does all the work, and reports between two parts.

use andor_core::{Instant, possible_threads};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// The most threads, whatever is asked for; nor are there more than parts.
const MOST_THREADS: usize = 512;
/// How often progress is reported.
const TICK: Duration = Duration::from_millis(100);

/// What one thread does.
pub trait Worker {
    /// Works on a part.
    ///
    /// # Errors
    /// Where it failed: a number that grows with that of the part.
    fn part(&mut self, number: usize) -> Result<(), u64>;

    /// Finishes what was put off, even after a failure; gives what there was to count.
    ///
    /// # Errors
    /// As [`part`](Worker::part).
    fn finish(self) -> Result<u64, u64>;
}

/// How many threads there will be for so many parts, if so many are asked for.
pub(crate) fn thread_count(parts: usize, asked_for: usize) -> usize {
    possible_threads(asked_for).min(parts).clamp(1, MOST_THREADS)
}

/// Works through all parts below `parts`, each thread with a worker of its own. Gives the sum of
/// what the workers counted, or the lowest failure. `progress` is called from the calling thread
/// now and then.
///
/// # Errors
/// The lowest failure.
pub fn work_through<W: Worker>(
    parts: usize,
    threads: usize,
    worker: impl Fn() -> W + Sync,
    mut progress: impl FnMut(),
) -> Result<u64, u64> {
    let next = AtomicUsize::new(0);
    let failed = AtomicBool::new(false);
    // Whoever takes a part does it: the look at `failed` comes first.
    let take = || -> Option<usize> {
        let taken = (!failed.load(Ordering::SeqCst)).then(|| next.fetch_add(1, Ordering::SeqCst));
        taken.filter(|&part| part < parts)
    };
    let work = |between: &mut dyn FnMut()| -> Result<u64, u64> {
        let mut worker = worker();
        let mut first: Option<u64> = None;
        while first.is_none()
            && let Some(part) = take()
        {
            first = worker.part(part).err();
            between();
        }
        if first.is_some() {
            failed.store(true, Ordering::SeqCst);
        }
        let finished = worker.finish();
        if finished.is_err() {
            failed.store(true, Ordering::SeqCst);
        }
        match (first, finished) {
            (None, finished) => finished,
            (Some(first), Ok(_)) => Err(first),
            (Some(first), Err(last)) => Err(first.min(last)),
        }
    };
    // One thread is this one: small certificates come by the thousand, and a new one costs more than they
    // do; and there are hosts that have no other.
    if thread_count(parts, threads) <= 1 {
        let mut told = Instant::now();
        return work(&mut || {
            if told.elapsed() >= TICK {
                told = Instant::now();
                progress();
            }
        });
    }
    let results = std::thread::scope(|scope| {
        let (alive, all_done) = channel::<()>();
        let spawn = |alive| {
            let work = &work;
            scope.spawn(move || {
                let _alive = alive;
                work(&mut || {})
            })
        };
        let workers: Vec<_> =
            (0..thread_count(parts, threads)).map(|_| spawn(alive.clone())).collect();
        drop(alive);
        // The channel closes when the last thread ends, be it by a panic.
        while let Err(RecvTimeoutError::Timeout) = all_done.recv_timeout(TICK) {
            progress();
        }
        let joined = workers.into_iter().map(|worker| match worker.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        joined.collect::<Vec<_>>()
    });
    let mut sum = 0;
    let mut lowest: Option<u64> = None;
    for result in results {
        match result {
            Ok(counted) => sum += counted,
            Err(failure) => lowest = Some(lowest.map_or(failure, |lowest| lowest.min(failure))),
        }
    }
    lowest.map_or(Ok(sum), Err)
}

#[cfg(test)]
mod tests {
    use super::{TICK, Worker, work_through};
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicU8, Ordering};
    use std::thread::{self, ThreadId};

    /// Fails at some parts, at once or when it finishes.
    struct Sample<'a> {
        seen: &'a [AtomicU8],
        failing: &'a [usize],
        at_once: bool,
        put_off: Vec<usize>,
        sum: u64,
    }

    impl Worker for Sample<'_> {
        fn part(&mut self, number: usize) -> Result<(), u64> {
            self.seen[number].fetch_add(1, Ordering::Relaxed);
            self.sum += number as u64;
            assert!(number != 1900, "broken rules");
            if self.failing.contains(&number) {
                // Whether a failure shows at once or late differs from part to part.
                if self.at_once == number.is_multiple_of(2) {
                    return Err(number as u64);
                }
                self.put_off.push(number);
            }
            Ok(())
        }

        fn finish(self) -> Result<u64, u64> {
            self.put_off.into_iter().min().map_or(Ok(self.sum), |part| Err(part as u64))
        }
    }

    fn run(parts: usize, threads: usize, failing: &[usize], at_once: bool) -> Result<u64, u64> {
        let seen: Vec<AtomicU8> = (0..parts).map(|_| AtomicU8::new(0)).collect();
        let worker = || Sample { seen: &seen, failing, at_once, put_off: Vec::new(), sum: 0 };
        let result = work_through(parts, threads, worker, || {});
        let lowest = failing.iter().min().copied().unwrap_or(parts);
        assert!(seen.iter().take(lowest).all(|count| count.load(Ordering::Relaxed) == 1));
        result
    }

    #[test]
    fn every_part_is_worked_on_once() {
        for parts in [0, 1, 2, 300] {
            for threads in [0, 1, 3, 8] {
                assert_eq!(run(parts, threads, &[], true), Ok((0..parts as u64).sum()));
            }
        }
    }

    #[test]
    fn the_lowest_failure_comes_back_whatever_the_threads_do() {
        for failing in [&[999][..], &[500, 301, 302, 900], &[511, 512], &[0, 999], &[7, 8, 9]] {
            for threads in [1, 2, 5] {
                for turn in 0..20 {
                    let lowest = *failing.iter().min().unwrap();
                    assert_eq!(run(1000, threads, failing, turn % 2 == 0), Err(lowest as u64));
                }
            }
        }
    }

    /// One thread is that of whoever asks, and who asks is told how it goes all the same.
    #[test]
    fn one_thread_is_the_calling_one() {
        struct Slow<'a>(&'a Mutex<Vec<ThreadId>>);
        impl Worker for Slow<'_> {
            fn part(&mut self, _: usize) -> Result<(), u64> {
                self.0.lock().unwrap().push(thread::current().id());
                thread::sleep(TICK / 4);
                Ok(())
            }

            fn finish(self) -> Result<u64, u64> {
                Ok(1)
            }
        }
        for (threads, others) in [(1, 0), (2, 12)] {
            let (seen, mut told) = (Mutex::default(), 0);
            let counted = work_through(12, threads, || Slow(&seen), || told += 1);
            assert_eq!(counted, Ok(threads as u64));
            let seen = seen.into_inner().unwrap();
            assert_eq!(seen.len(), 12);
            assert_eq!(seen.iter().filter(|id| **id != thread::current().id()).count(), others);
            assert!(told > 0 && told < 12, "{told}");
        }
    }

    #[test]
    #[should_panic(expected = "broken rules")]
    fn a_panic_of_a_thread_is_not_lost() {
        let _ = run(2000, 2, &[], true);
    }
}
