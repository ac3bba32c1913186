//! Memory that all threads read and write, which takes `unsafe`.
//!
//! The whole range is mapped at once, with huge pages asked for before the first touch; pages that
//! nobody touches cost nothing. A list from the allocator would do for small tables, but gives no
//! say in how its pages are mapped. On the prototypes huge pages made a search on a table of 4 GiB 1.5
//! times faster.
#![allow(unsafe_code)]

use super::bucket::Bucket;
use andor_core::InputError;
use memmap2::{MmapOptions, MmapRaw};
use std::sync::atomic::AtomicU64;

/// Buckets, all empty at first.
pub(super) struct Memory {
    map: MmapRaw,
    buckets: usize,
}

impl Memory {
    /// So many buckets.
    pub(super) fn new(buckets: u64) -> Result<Memory, InputError> {
        let bytes = buckets * size_of::<Bucket<AtomicU64>>() as u64;
        let mapped = usize::try_from(bytes)
            .ok()
            .and_then(|bytes| MmapOptions::new().len(bytes).no_reserve_swap().map_anon().ok());
        let map = mapped.ok_or_else(|| {
            InputError::new(format!("the system gives no table of {bytes} bytes"))
        })?;
        // A hint: without huge pages the table works all the same.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Memory { map: map.into(), buckets: buckets as usize })
    }

    /// All of them.
    #[inline(always)]
    pub(super) fn buckets(&self) -> &[Bucket<AtomicU64>] {
        let start = self.map.as_ptr().cast::<Bucket<AtomicU64>>();
        // SAFETY: the map begins at a page, so at a multiple of the 64 bytes of a bucket, has room
        // for `buckets` of them, lives as long as `self`, and nobody else knows its address. A bucket
        // is made of atomic words alone, for which every pattern of bits is valid, and which may be
        // written through a shared reference.
        unsafe { std::slice::from_raw_parts(start, self.buckets) }
    }
}
