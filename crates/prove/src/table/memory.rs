//! Memory that all threads read and write, which takes `unsafe`.
//!
//! The whole range is mapped at once, with huge pages asked for before the first touch; pages that
//! nobody touches cost nothing. A list from the allocator would do for small tables, but gives no
//! say in how its pages are mapped. On the prototypes huge pages made a search on a table of 4 GiB 1.5
//! times faster. Where nothing can be mapped, in a browser, a list is what there is.
#![allow(unsafe_code)]

use super::bucket::Bucket;
use andor_core::InputError;
use std::sync::atomic::AtomicU64;

/// Buckets, all empty at first.
pub(super) struct Memory {
    map: Map,
    buckets: usize,
}

impl Memory {
    /// So many buckets.
    pub(super) fn new(buckets: u64) -> Result<Memory, InputError> {
        let bytes = buckets.saturating_mul(size_of::<Bucket<AtomicU64>>() as u64);
        let map = usize::try_from(bytes).ok().and_then(Map::new);
        let map = map.ok_or_else(|| {
            InputError::new(format!("the system gives no table of {bytes} bytes"))
        })?;
        Ok(Memory { map, buckets: buckets as usize })
    }

    /// All of them.
    #[inline(always)]
    pub(super) fn buckets(&self) -> &[Bucket<AtomicU64>] {
        let start = self.map.start().cast::<Bucket<AtomicU64>>();
        // SAFETY: the map begins at a multiple of the 64 bytes of a bucket, has room for `buckets` of
        // them, is all zero at first, lives as long as `self`, and nobody else knows its address. A
        // bucket is made of atomic words alone, for which every pattern of bits is valid, and which may
        // be written through a shared reference.
        unsafe { std::slice::from_raw_parts(start, self.buckets) }
    }
}

/// Pages of the system.
#[cfg(any(unix, windows))]
struct Map(memmap2::MmapRaw);

#[cfg(any(unix, windows))]
impl Map {
    fn new(bytes: usize) -> Option<Map> {
        let map = memmap2::MmapOptions::new().len(bytes).no_reserve_swap().map_anon().ok()?;
        // A hint: without huge pages the table works all the same.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Some(Map(map.into()))
    }

    /// Where they begin: at a multiple of the size of a page.
    #[inline(always)]
    fn start(&self) -> *const u8 {
        self.0.as_ptr()
    }
}

/// Words of a list, the first of them at a multiple of 64 bytes.
#[cfg(not(any(unix, windows)))]
struct Map {
    words: Vec<AtomicU64>,
    skipped: usize,
}

#[cfg(not(any(unix, windows)))]
impl Map {
    fn new(bytes: usize) -> Option<Map> {
        const LINE: usize = 64;
        let words = bytes.div_ceil(8).checked_add(LINE / 8)?;
        let words: Vec<AtomicU64> = bytemuck::allocation::try_zeroed_vec(words).ok()?;
        let into_line = words.as_ptr().addr() % LINE / 8;
        Some(Map { words, skipped: (LINE / 8 - into_line) % (LINE / 8) })
    }

    /// Where they begin.
    #[inline(always)]
    fn start(&self) -> *const u8 {
        self.words[self.skipped..].as_ptr().cast()
    }
}
