//! Bytes that hold still: what was read once is what is read again, or there is an error.
//!
//! Others may change or cut a file while it is read. A map of it into memory would show their changes,
//! or end the process with a signal. So small files are read into memory at once, and larger ones part
//! by part as they are asked for:
//!
//! ```text
//!   first read of a part      its SHA-256 is kept
//!   every later one           must have the same SHA-256, or the file has changed
//! ```
//!
//! Whatever others do to the file, all answers are about one and the same sequence of bytes.

use crate::digest::{Digest, sha256};
use andor_core::InputError;
use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;

/// Files up to this length are read into memory.
const WHOLE: u64 = 64 << 20;

/// What every message about a file that does not hold still says.
pub(crate) const CHANGED: &str = "it changed while it was read";

/// Something that can be read at any place: a file, mostly.
pub trait ReadAt: Send + Sync {
    /// How many bytes there are.
    ///
    /// # Errors
    /// If that cannot be told.
    fn length(&self) -> io::Result<u64>;

    /// Fills `bytes` from the place `offset` on.
    ///
    /// # Errors
    /// If there are not so many bytes, or they cannot be read.
    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()>;
}

#[cfg(unix)]
impl ReadAt for File {
    fn length(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(self, bytes, offset)
    }
}

/// A file has one place at a time here, so one thread reads at a time.
#[cfg(not(unix))]
impl ReadAt for std::sync::Mutex<File> {
    fn length(&self) -> io::Result<u64> {
        Ok(self.lock().map_err(|_| io::Error::other("a reader failed"))?.metadata()?.len())
    }

    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        use std::io::Seek;
        let mut file = self.lock().map_err(|_| io::Error::other("a reader failed"))?;
        file.seek(io::SeekFrom::Start(offset))?;
        file.read_exact(bytes)
    }
}

enum Source {
    Memory(Vec<u8>),
    Elsewhere(Box<dyn ReadAt>),
}

/// Bytes that hold still.
pub struct StableBytes {
    source: Source,
    length: u64,
    /// The SHA-256 of each part that was read from elsewhere.
    pins: Vec<OnceLock<Digest>>,
}

impl StableBytes {
    /// The file at `path`.
    ///
    /// # Errors
    /// What is wrong with it, in one line that names it.
    pub fn open(path: &Path) -> Result<StableBytes, String> {
        let open = || -> io::Result<StableBytes> {
            // Whether it is a file is asked before it is opened: opening a pipe waits for a writer.
            let not_a_file = || io::Error::other("it is not a file");
            if !fs::metadata(path)?.is_file() {
                return Err(not_a_file());
            }
            let file = File::open(path)?;
            let about = file.metadata()?;
            if !about.is_file() {
                return Err(not_a_file());
            }
            match about.len() {
                length if length <= WHOLE => Ok(StableBytes::from_bytes(whole(file, length)?)),
                #[cfg(unix)]
                _ => StableBytes::from_source(Box::new(file)),
                #[cfg(not(unix))]
                _ => StableBytes::from_source(Box::new(std::sync::Mutex::new(file))),
            }
        };
        let name = || InputError::quote(&path.display().to_string());
        open().map_err(|error| format!("{}: {error}", name()))
    }

    /// Bytes that are there already.
    #[must_use]
    pub fn from_bytes(bytes: Vec<u8>) -> StableBytes {
        let length = bytes.len() as u64;
        StableBytes { source: Source::Memory(bytes), length, pins: Vec::new() }
    }

    /// Bytes that are read as they are asked for.
    ///
    /// # Errors
    /// If nobody knows how many there are.
    pub fn from_source(source: Box<dyn ReadAt>) -> io::Result<StableBytes> {
        let length = source.length()?;
        Ok(StableBytes { source: Source::Elsewhere(source), length, pins: Vec::new() })
    }

    /// How many bytes there are.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.length
    }

    /// All of them, if they are in memory, where nobody changes them.
    #[must_use]
    pub fn in_memory(&self) -> Option<&[u8]> {
        match &self.source {
            Source::Memory(bytes) => Some(bytes),
            Source::Elsewhere(_) => None,
        }
    }

    /// From now on there are so many parts.
    pub fn divide(&mut self, parts: usize) {
        if matches!(self.source, Source::Elsewhere(_)) {
            self.pins = (0..parts).map(|_| OnceLock::new()).collect();
        }
    }

    /// Reads bytes that the caller keeps: read twice, they may differ.
    ///
    /// # Errors
    /// If they are not there any more.
    pub fn read_once(&self, range: Range<u64>) -> Result<Cow<'_, [u8]>, String> {
        match &self.source {
            Source::Memory(bytes) => {
                let range = usize::try_from(range.start).ok()..usize::try_from(range.end).ok();
                let (Some(start), Some(end)) = (range.start, range.end) else {
                    return Err("it has no such place".to_owned());
                };
                bytes.get(start..end).map(Cow::Borrowed).ok_or_else(|| "it is too short".to_owned())
            }
            Source::Elsewhere(source) => {
                if range.end > self.length || range.start > range.end {
                    return Err("it is too short".to_owned());
                }
                let length = usize::try_from(range.end - range.start);
                let mut bytes = vec![0; length.map_err(|_| "it is too long".to_owned())?];
                let read = source.read_at(&mut bytes, range.start);
                read.map_err(|error| match error.kind() {
                    io::ErrorKind::UnexpectedEof => CHANGED.to_owned(),
                    _ => error.to_string(),
                })?;
                Ok(Cow::Owned(bytes))
            }
        }
    }

    /// Reads part number `part`, which lies at `range`: always the same bytes.
    ///
    /// # Errors
    /// If they are not there any more, or others are.
    ///
    /// # Panics
    /// If there are not so many parts ([`divide`](StableBytes::divide)).
    pub fn part(&self, part: usize, range: Range<u64>) -> Result<Cow<'_, [u8]>, String> {
        let bytes = self.read_once(range)?;
        if matches!(self.source, Source::Elsewhere(_)) {
            let digest = sha256(&bytes);
            if *self.pins[part].get_or_init(|| digest) != digest {
                return Err(CHANGED.to_owned());
            }
        }
        Ok(bytes)
    }
}

/// Reads a file of this length into memory.
fn whole(file: File, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(length as usize);
    file.take(length + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 == length {
        true => Ok(bytes),
        false => Err(io::Error::other(CHANGED)),
    }
}

#[cfg(test)]
mod tests {
    use super::{CHANGED, ReadAt, StableBytes};
    use std::io;
    use std::sync::Mutex;

    /// Gives each version once, then the last one for ever.
    struct Changing(Mutex<Vec<Vec<u8>>>);

    impl ReadAt for Changing {
        fn length(&self) -> io::Result<u64> {
            Ok(self.0.lock().unwrap()[0].len() as u64)
        }

        fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
            let mut versions = self.0.lock().unwrap();
            let now = versions[0].clone();
            if versions.len() > 1 {
                versions.remove(0);
            }
            let from = now.get(offset as usize..offset as usize + bytes.len());
            bytes.copy_from_slice(from.ok_or(io::ErrorKind::UnexpectedEof)?);
            Ok(())
        }
    }

    fn stable(versions: &[&[u8]]) -> StableBytes {
        let versions = versions.iter().map(|version| version.to_vec()).collect();
        let mut bytes = StableBytes::from_source(Box::new(Changing(Mutex::new(versions)))).unwrap();
        bytes.divide(2);
        bytes
    }

    #[test]
    fn what_was_read_once_is_read_again_or_there_is_an_error() {
        let bytes = stable(&[b"abcdef", b"abcdef", b"abXdef"]);
        assert_eq!(&*bytes.part(0, 0..3).unwrap(), b"abc");
        assert_eq!(&*bytes.part(0, 0..3).unwrap(), b"abc");
        assert_eq!(bytes.part(0, 0..3), Err(CHANGED.to_owned()));
        // A part that is first read now is what it is now.
        assert_eq!(&*bytes.part(1, 3..6).unwrap(), b"def");
        let cut = stable(&[b"abcdef", b"abc"]);
        assert_eq!(&*cut.part(1, 3..6).unwrap(), b"def");
        assert_eq!(cut.part(1, 3..6), Err(CHANGED.to_owned()));
        assert!(cut.part(0, 0..7).is_err() && cut.read_once(5..7).is_err());
    }

    #[test]
    fn bytes_in_memory_are_what_they_are() {
        let bytes = StableBytes::from_bytes(b"abcdef".to_vec());
        assert_eq!(&*bytes.part(9, 2..4).unwrap(), b"cd");
        assert!(bytes.part(0, 4..7).is_err() && bytes.read_once(u64::MAX - 1..u64::MAX).is_err());
        assert_eq!((bytes.length(), bytes.in_memory()), (6, Some(&b"abcdef"[..])));
    }
}
