//! The file of a checkpoint: a header, then the parts that it announces.
//!
//! ```text
//!   "ANDORCKP" | length of the header, 8 bytes | header, JSON | parts | checksum, 8 bytes | SHA-256, 32 bytes
//! ```
//!
//! The parts stand one after the other; how long each is follows from the header. The checksum
//! goes over the header and then over each part, so it is read in the steps it was written in; it
//! says early that a file was damaged by accident. The SHA-256 goes over every byte before it, and
//! files of version 1 have none. Nothing may follow.
//!
//! A file is written under a private name beside its final one, flushed to the disk and then
//! renamed, so that a kill or a full disk leaves the previous one whole, and a link that somebody
//! has put in the way is never written through.

use andor_core::{InputError, replace_atomically};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;

/// How a checkpoint begins; `crates/cli/src/overwrite.rs` knows it too.
const MAGIC: &[u8; 8] = b"ANDORCKP";
/// A header is a few hundred bytes, and twenty more for each node with very many children.
const MAX_HEADER: u64 = 16 << 20;
/// So much is hashed and written at once.
const PIECE: usize = 1 << 20;

/// What is written, and the hash of it.
struct Hashed<'a> {
    out: &'a mut BufWriter<File>,
    hash: Sha256,
}

impl Write for Hashed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.hash.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A file being written.
pub(crate) struct Writer<'a> {
    file: BufWriter<Hashed<'a>>,
    sum: u64,
}

impl Writer<'_> {
    /// Appends one part.
    pub(crate) fn part(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum = checksum(self.sum, bytes);
        self.file.write_all(bytes)
    }

    /// Appends one part that is given word by word.
    pub(crate) fn words(&mut self, words: impl Iterator<Item = u64>) -> io::Result<()> {
        let mut bytes = 0;
        for word in words {
            self.sum = step(self.sum, word);
            self.file.write_all(&word.to_le_bytes())?;
            bytes += 8;
        }
        self.sum = step(self.sum, bytes);
        Ok(())
    }
}

/// Every piece that is written is a part, to be read in pieces of the same lengths.
impl Write for Writer<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.part(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes a whole file: the header, and whatever parts `payload` appends.
pub(super) fn write(
    path: &Path,
    header: &impl Serialize,
    payload: impl FnOnce(&mut Writer) -> io::Result<()>,
) -> io::Result<()> {
    let header = serde_json::to_vec(header)?;
    replace_atomically(path, |out| {
        let file = BufWriter::with_capacity(PIECE, Hashed { out, hash: Sha256::new() });
        let mut writer = Writer { file, sum: 0 };
        writer.file.write_all(MAGIC)?;
        writer.file.write_all(&(header.len() as u64).to_le_bytes())?;
        writer.part(&header)?;
        payload(&mut writer)?;
        let Writer { mut file, sum } = writer;
        file.write_all(&sum.to_le_bytes())?;
        let Hashed { out, hash } = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        out.write_all(&hash.finalize())
    })
}

/// A file read up to some part.
pub(crate) struct Reader {
    name: String,
    file: BufReader<File>,
    sum: u64,
    /// Of all that was read; `None` in a file that has none.
    hash: Option<Sha256>,
}

impl Reader {
    /// What is wrong with the file, in one line.
    pub(crate) fn bad(&self, why: &str) -> InputError {
        InputError::new(format!("checkpoint {}: {why}", self.name))
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), InputError> {
        self.file.read_exact(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => self.bad("it is cut off"),
            _ => self.bad(&error.to_string()),
        })?;
        if let Some(hash) = &mut self.hash {
            hash.update(bytes);
        }
        Ok(())
    }

    /// The file is of a version that has no hash.
    pub(super) fn has_no_hash(&mut self) {
        self.hash = None;
    }

    fn word(&mut self) -> Result<[u8; 8], InputError> {
        let mut word = [0; 8];
        self.fill(&mut word)?;
        Ok(word)
    }

    /// Reads one part, which is as long as `bytes`.
    pub(crate) fn part(&mut self, bytes: &mut [u8]) -> Result<(), InputError> {
        self.fill(bytes)?;
        self.sum = checksum(self.sum, bytes);
        Ok(())
    }

    /// Reads one word of a part; [`end_words`](Reader::end_words) must follow the last one.
    pub(super) fn next_word(&mut self) -> Result<u64, InputError> {
        let word = u64::from_le_bytes(self.word()?);
        self.sum = step(self.sum, word);
        Ok(word)
    }

    /// Ends a part of so many words.
    pub(super) fn end_words(&mut self, words: u64) {
        self.sum = step(self.sum, 8 * words);
    }

    /// After the last part: nothing was changed, and nothing is left.
    pub(super) fn finish(&mut self) -> Result<(), InputError> {
        // A fuzz target is to get past the seals of what it has changed.
        if cfg!(fuzzing) {
            return Ok(());
        }
        let sum = self.sum;
        if u64::from_le_bytes(self.word()?) != sum {
            return Err(self.bad("the contents are damaged"));
        }
        if let Some(hash) = self.hash.take() {
            let mut stored = [0; 32];
            self.fill(&mut stored)?;
            if hash.finalize()[..] != stored {
                return Err(self.bad("the contents were changed"));
            }
        }
        match self.file.read(&mut [0]) {
            Ok(0) => Ok(()),
            _ => Err(self.bad("there are bytes behind its end")),
        }
    }
}

/// Every piece that is read is a part.
impl Read for Reader {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.file.read_exact(bytes)?;
        self.sum = checksum(self.sum, bytes);
        if let Some(hash) = &mut self.hash {
            hash.update(&*bytes);
        }
        Ok(bytes.len())
    }
}

/// Opens a file and reads its header.
pub(super) fn open<H: DeserializeOwned>(path: &Path) -> Result<(H, Reader), InputError> {
    let name = InputError::quote(&path.display().to_string());
    let file =
        File::open(path).map_err(|error| InputError::new(format!("checkpoint {name}: {error}")))?;
    let mut reader = Reader { name, file: BufReader::new(file), sum: 0, hash: Some(Sha256::new()) };
    if reader.word()? != *MAGIC {
        return Err(reader.bad("this is not a checkpoint"));
    }
    let length = u64::from_le_bytes(reader.word()?);
    if length > MAX_HEADER {
        return Err(reader.bad("the header is damaged"));
    }
    let mut header = vec![0; length as usize];
    reader.part(&mut header)?;
    let header =
        serde_json::from_slice(&header).map_err(|_| reader.bad("the header is damaged"))?;
    Ok((header, reader))
}

/// FNV-1a over 64-bit words: every step is a bijection, so no single change goes unnoticed.
pub(crate) fn checksum(start: u64, bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words.iter().fold(start, |sum, word| step(sum, u64::from_le_bytes(*word)));
    rest.iter().fold(step(sum, bytes.len() as u64), |sum, &byte| step(sum, u64::from(byte)))
}

/// One step of it.
fn step(sum: u64, word: u64) -> u64 {
    (sum ^ word).wrapping_mul(0x0100_0000_01b3).rotate_left(29)
}
