//! A stream of bytes in blocks, each with a checksum over everything so far.
//!
//! ```text
//!   block = [ length: 4 | bytes | checksum: 8 ]     ...     the last one has length 0
//! ```
//!
//! Nothing is read from a block before its checksum has been looked at, and a stream that ends without its
//! last block is cut off. Numbers are written seven bits to a byte, the low ones first, for most are
//! small.

use crate::checkpoint::checksum;
use std::io::{self, Read, Write};

/// The most bytes of a block.
const MOST: usize = 1 << 16;

/// What is wrong with a stream, in one line.
pub(super) fn bad(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

/// Writes blocks.
pub(super) struct BlockWriter<'a, W> {
    out: &'a mut W,
    block: Vec<u8>,
    sum: u64,
}

impl<W: Write> BlockWriter<'_, W> {
    pub(super) fn new(out: &mut W) -> BlockWriter<'_, W> {
        BlockWriter { out, block: Vec::with_capacity(MOST), sum: 0 }
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        for piece in bytes.chunks(MOST) {
            if self.block.len() + piece.len() > MOST {
                self.flush()?;
            }
            self.block.extend(piece);
        }
        Ok(())
    }

    pub(super) fn number(&mut self, mut number: u64) -> io::Result<()> {
        if self.block.len() + 10 > MOST {
            self.flush()?;
        }
        while number >= 0x80 {
            self.block.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.block.push(number as u8);
        Ok(())
    }

    pub(super) fn text(&mut self, text: &str) -> io::Result<()> {
        self.number(text.len() as u64)?;
        self.bytes(text.as_bytes())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sum = checksum(self.sum, &self.block);
        self.out.write_all(&(self.block.len() as u32).to_le_bytes())?;
        self.out.write_all(&self.block)?;
        self.out.write_all(&self.sum.to_le_bytes())?;
        self.block.clear();
        Ok(())
    }

    /// Writes the last block.
    pub(super) fn finish(mut self) -> io::Result<()> {
        if !self.block.is_empty() {
            self.flush()?;
        }
        self.flush()
    }
}

/// Reads blocks.
pub(super) struct BlockReader<'a, R> {
    input: &'a mut R,
    block: Vec<u8>,
    at: usize,
    sum: u64,
}

impl<R: Read> BlockReader<'_, R> {
    pub(super) fn new(input: &mut R) -> BlockReader<'_, R> {
        BlockReader { input, block: Vec::new(), at: 0, sum: 0 }
    }

    /// The next block, checked; it may be the last one, which is empty.
    fn fetch(&mut self) -> io::Result<()> {
        let mut length = [0; 4];
        self.read(&mut length)?;
        let length = u32::from_le_bytes(length) as usize;
        if length > MOST {
            return Err(bad("the contents are damaged"));
        }
        let mut block = std::mem::take(&mut self.block);
        block.resize(length, 0);
        self.read(&mut block)?;
        self.sum = checksum(self.sum, &block);
        (self.block, self.at) = (block, 0);
        let mut stored = [0; 8];
        self.read(&mut stored)?;
        match u64::from_le_bytes(stored) == self.sum {
            true => Ok(()),
            false => Err(bad("the contents are damaged")),
        }
    }

    fn read(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.input.read_exact(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => io::Error::new(error.kind(), "it is cut off"),
            _ => error,
        })
    }

    fn byte(&mut self) -> io::Result<u8> {
        if self.at == self.block.len() {
            self.fetch()?;
        }
        let byte = self.block.get(self.at).ok_or_else(|| bad("it ends too soon"))?;
        self.at += 1;
        Ok(*byte)
    }

    pub(super) fn number(&mut self) -> io::Result<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                break;
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(bad("a number is too large"))
    }

    /// A number that is at most so large.
    pub(super) fn number_to(&mut self, most: u32) -> io::Result<u32> {
        match u32::try_from(self.number()?) {
            Ok(number) if number <= most => Ok(number),
            _ => Err(bad("a number is too large")),
        }
    }

    pub(super) fn text(&mut self) -> io::Result<String> {
        let length = self.number_to(MOST as u32)?;
        let bytes: io::Result<Vec<u8>> = (0..length).map(|_| self.byte()).collect();
        String::from_utf8(bytes?).map_err(|_| bad("a text is none"))
    }

    /// Nothing but the last block is left.
    pub(super) fn finish(mut self) -> io::Result<()> {
        let is_read = self.at == self.block.len();
        self.fetch()?;
        match is_read && self.block.is_empty() {
            true => Ok(()),
            false => Err(bad("there is more than there should be")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BlockReader, BlockWriter, MOST};

    #[test]
    fn numbers_and_texts_come_back() {
        let numbers = [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX - 1, u64::MAX];
        let text = "bbbb/4 w".repeat(5000);
        let mut bytes = Vec::new();
        let mut writer = BlockWriter::new(&mut bytes);
        for _ in 0..10_000 {
            for number in numbers {
                writer.number(number).unwrap();
            }
        }
        writer.text(&text).unwrap();
        writer.finish().unwrap();
        assert!(bytes.len() > 5 * MOST);
        let mut input = &bytes[..];
        let mut reader = BlockReader::new(&mut input);
        for _ in 0..10_000 {
            for number in numbers {
                assert_eq!(reader.number().unwrap(), number);
            }
        }
        assert_eq!(reader.text().unwrap(), text);
        reader.finish().unwrap();
        assert!(input.is_empty());
        let mut input = &bytes[..];
        assert!(BlockReader::new(&mut input).finish().is_err());
    }

    /// An eleventh byte, or bits beyond the 64th.
    #[test]
    fn numbers_beyond_64_bits_are_refused() {
        for number in [vec![0xff; 11], [vec![0xff; 9], vec![2]].concat()] {
            let mut bytes = Vec::new();
            let mut writer = BlockWriter::new(&mut bytes);
            writer.bytes(&number).unwrap();
            writer.finish().unwrap();
            assert!(BlockReader::new(&mut &bytes[..]).number().is_err());
        }
    }
}
