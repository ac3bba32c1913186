//! The bytes of a certificate: a file mapped into memory, or bytes that are there already.
//!
//! This module holds the only `unsafe` of the crate: opening a memory map. A map is sound while
//! nobody shortens or changes the file under it. Certificates are never changed in place: they
//! are written under another name and then renamed (`atomic_file.rs`), which leaves open maps of
//! the old file alone. The map is worth it: a lookup touches a few pages of a file that may be
//! larger than memory.
#![allow(unsafe_code)]

use andor_core::InputError;
use memmap2::Mmap;
use std::fs::File;
use std::path::Path;

/// The bytes of a certificate file.
pub enum Bytes {
    /// A file mapped into memory.
    Mapped(Mmap),
    /// Bytes in memory.
    Owned(Vec<u8>),
}

impl Bytes {
    /// The bytes of the file at `path`.
    ///
    /// # Errors
    /// What is wrong with it, in one line that names it.
    pub fn open(path: &Path) -> Result<Bytes, String> {
        let map = || -> std::io::Result<Bytes> {
            let file = File::open(path)?;
            let about = file.metadata()?;
            if !about.is_file() {
                return Err(std::io::Error::other("it is not a file"));
            }
            if about.len() == 0 {
                return Ok(Bytes::Owned(Vec::new()));
            }
            // SAFETY: the file is opened for reading only, and certificates are never changed in
            // place; see the head of this module.
            Ok(Bytes::Mapped(unsafe { Mmap::map(&file)? }))
        };
        let name = || InputError::quote(&path.display().to_string());
        map().map_err(|error| format!("{}: {error}", name()))
    }

    /// All of them.
    #[must_use]
    pub fn all(&self) -> &[u8] {
        match self {
            Bytes::Mapped(map) => map,
            Bytes::Owned(bytes) => bytes,
        }
    }
}
