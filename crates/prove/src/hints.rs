//! A hint to the processor, which takes `unsafe`.
//!
//! Measured on the prototypes: fetching all child buckets before the first one is read made the
//! same search 1.5 to 2 times faster on tables larger than the cache.
#![allow(unsafe_code)]

/// Asks for the cache line of `slice[index]`; does nothing outside the slice.
#[inline(always)]
pub(crate) fn prefetch<T>(slice: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(place) = slice.get(index) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch of any address has no effect but on the cache, and this one is the
        // address of a live element.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (slice, index);
}
