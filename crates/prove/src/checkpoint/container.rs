//! The file of a checkpoint: a header, then the parts that it announces.
//!
//! ```text
//!   "ANDORCKP" | length of the header, 8 bytes | header, JSON | parts | checksum, 8 bytes
//! ```
//!
//! The parts stand one after the other; how long each is follows from the header. The checksum
//! goes over the header and then over each part, so it is read in the steps it was written in.
//!
//! A file is written beside its final name, flushed to the disk and then renamed, so that a kill
//! or a full disk leaves the previous one whole.

use andor_core::InputError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"ANDORCKP";
/// A header is a few hundred bytes; more is not one.
const MAX_HEADER: u64 = 1 << 20;

/// A file being written.
pub(crate) struct Writer {
    file: BufWriter<File>,
    sum: u64,
}

impl Writer {
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
impl Write for Writer {
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
    let mut beside = path.to_path_buf().into_os_string();
    beside.push(".writing");
    let beside = PathBuf::from(beside);
    let written = write_whole(&beside, header, payload).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // Best effort: the half-written file is of no use to anybody.
        let _ = fs::remove_file(&beside);
    }
    written
}

fn write_whole(
    path: &Path,
    header: &impl Serialize,
    payload: impl FnOnce(&mut Writer) -> io::Result<()>,
) -> io::Result<()> {
    let header = serde_json::to_vec(header)?;
    let mut writer = Writer { file: BufWriter::new(File::create(path)?), sum: 0 };
    writer.file.write_all(MAGIC)?;
    writer.file.write_all(&(header.len() as u64).to_le_bytes())?;
    writer.part(&header)?;
    payload(&mut writer)?;
    let Writer { mut file, sum } = writer;
    file.write_all(&sum.to_le_bytes())?;
    file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
}

/// A file read up to some part.
pub(crate) struct Reader {
    name: String,
    file: BufReader<File>,
    sum: u64,
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
        })
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
        let stored = u64::from_le_bytes(self.word()?);
        let more = self.file.read(&mut [0]).is_ok_and(|read| read > 0);
        match stored == self.sum && !more {
            true => Ok(()),
            false => Err(self.bad("the contents are damaged")),
        }
    }
}

/// Every piece that is read is a part.
impl Read for Reader {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.file.read_exact(bytes)?;
        self.sum = checksum(self.sum, bytes);
        Ok(bytes.len())
    }
}

/// Opens a file and reads its header.
pub(super) fn open<H: DeserializeOwned>(path: &Path) -> Result<(H, Reader), InputError> {
    let name = InputError::quote(&path.display().to_string());
    let file =
        File::open(path).map_err(|error| InputError::new(format!("checkpoint {name}: {error}")))?;
    let mut reader = Reader { name, file: BufReader::new(file), sum: 0 };
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
