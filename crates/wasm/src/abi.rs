//! What the module and its host say to each other: texts in the module's memory, as address and length.
//! Reading memory by its address takes `unsafe`, and so do imports and exports.
//!
//! ```text
//!   imports   andor.now() -> f64          milliseconds, for clocks (crates/core/src/clock.rs)
//!             andor.say(text, length)     a line of the protocol, without its end
//!             andor.fail(text, length)    what a panic says; the module is of no use after it
//!   exports   memory
//!             allocate(length) -> bytes   room for bytes, until the next two take it
//!             ask(text, length)           one line of the protocol, answered when this returns
//!             vouch(bytes, length)        a certificate that another module of this host has verified
//! ```
#![allow(unsafe_code)]

use crate::session;
use std::io::{self, Write};
use std::panic;

mod host {
    #[link(wasm_import_module = "andor")]
    unsafe extern "C" {
        pub(super) fn say(text: *const u8, length: usize);
        pub(super) fn fail(text: *const u8, length: usize);
    }
}

/// Bytes that the host fills, before it hands them in.
#[unsafe(no_mangle)]
extern "C" fn allocate(length: usize) -> *mut u8 {
    Box::leak(vec![0; length].into_boxed_slice()).as_mut_ptr()
}

/// Takes bytes back that [`allocate`] has given.
///
/// # Safety
/// They must be such bytes, all of them, and must not have been taken before.
unsafe fn take(bytes: *mut u8, length: usize) -> Vec<u8> {
    // SAFETY: `allocate` has leaked a box of this length at this address.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(bytes, length)) }.into_vec()
}

/// Answers a line.
///
/// # Safety
/// As [`take`].
#[unsafe(no_mangle)]
unsafe extern "C" fn ask(text: *mut u8, length: usize) {
    panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        // SAFETY: the text lives until the host has read it.
        unsafe { host::fail(text.as_ptr(), text.len()) }
    }));
    // SAFETY: what the host promises is what `take` asks for.
    let line = unsafe { take(text, length) };
    session::answer(&String::from_utf8_lossy(&line));
}

/// Hears that a certificate was verified.
///
/// # Safety
/// As [`take`].
#[unsafe(no_mangle)]
unsafe extern "C" fn vouch(bytes: *mut u8, length: usize) {
    // SAFETY: what the host promises is what `take` asks for.
    session::vouch(unsafe { take(bytes, length) });
}

/// Where lines go: to the host, each as soon as it is whole.
#[derive(Default)]
pub(crate) struct Host {
    begun: Vec<u8>,
}

impl Write for Host {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        while let Some(end) = self.begun.iter().position(|byte| *byte == b'\n') {
            // SAFETY: the line lives until the host has read it.
            unsafe { host::say(self.begun.as_ptr(), end) };
            self.begun.drain(..=end);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
