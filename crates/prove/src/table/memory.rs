//! Memory that all threads read and write, which takes `unsafe`.
//!
//! The whole range is mapped at once, with huge pages asked for before the first touch; pages that
//! nobody touches cost nothing. A list from the allocator would do for small tables, but gives no
//! say in how its pages are mapped. On the prototypes huge pages made a search on a table of 4 GiB 1.5
//! times faster. Where nothing can be mapped, in a browser, there is the memory of the module itself.
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

/// Pages that a module has asked its host for. They are zero when they come and cost nothing before they
/// are touched, but cannot be given back: who has done with them leaves them for the next table that they
/// are enough for. A list from the allocator would be filled with zeros, all of it, for every small search.
#[cfg(not(any(unix, windows)))]
struct Map {
    start: std::ptr::NonNull<u8>,
    bytes: usize,
}

// SAFETY: nobody else has the address of the pages, which are read and written as atomic words alone.
#[cfg(not(any(unix, windows)))]
unsafe impl Send for Map {}
// SAFETY: the same.
#[cfg(not(any(unix, windows)))]
unsafe impl Sync for Map {}

/// Pages that nobody uses now, all zero.
#[cfg(not(any(unix, windows)))]
static LEFT: std::sync::Mutex<Vec<Map>> = std::sync::Mutex::new(Vec::new());

#[cfg(not(any(unix, windows)))]
impl Map {
    fn new(bytes: usize) -> Option<Map> {
        const PAGE: usize = 1 << 16;
        let mut left = LEFT.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let fits = left.iter().enumerate().filter(|(_, map)| map.bytes >= bytes);
        if let Some((place, _)) = fits.min_by_key(|(_, map)| map.bytes) {
            return Some(left.swap_remove(place));
        }
        let before = core::arch::wasm32::memory_grow::<0>(bytes.div_ceil(PAGE));
        let start = (before != usize::MAX).then(|| (before * PAGE) as *mut u8)?;
        Some(Map { start: std::ptr::NonNull::new(start)?, bytes })
    }

    /// Where they begin: at a multiple of the size of a page.
    #[inline(always)]
    fn start(&self) -> *const u8 {
        self.start.as_ptr()
    }
}

#[cfg(not(any(unix, windows)))]
impl Memory {
    /// Leaves the memory for others; only the first `touched` buckets were ever written.
    pub(super) fn leave(&mut self, touched: usize) {
        let bytes = (touched * size_of::<Bucket<AtomicU64>>()).min(self.map.bytes);
        // SAFETY: the pages are there, and nobody else has them: whoever leaves them has them alone.
        unsafe { std::ptr::write_bytes(self.map.start.as_ptr(), 0, bytes) };
        let map = Map { start: self.map.start, bytes: self.map.bytes };
        LEFT.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(map);
        self.buckets = 0;
    }
}
