//! Inflates a raw deflate stream (RFC 1951), with nothing behind it and no more than a limit in it.

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};

/// What a stream holds; it must end with the last of these bytes.
///
/// # Errors
/// Why it is no such stream, holds more than `limit` bytes, or has bytes behind it.
pub fn inflate(bytes: &[u8], limit: usize) -> Result<Vec<u8>, String> {
    let mut decompressor = Box::<DecompressorOxide>::default();
    let mut out = vec![0; bytes.len().saturating_mul(2).clamp(64, limit.max(64))];
    let (mut read, mut written) = (0, 0);
    loop {
        let flags = inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
        let (status, more_read, more_written) =
            decompress(&mut decompressor, &bytes[read..], &mut out, written, flags);
        read += more_read;
        written += more_written;
        match status {
            TINFLStatus::Done if written > limit => return Err(too_much(limit)),
            TINFLStatus::Done if read < bytes.len() => {
                return Err(format!("{} bytes follow its stream", bytes.len() - read));
            }
            TINFLStatus::Done => {
                out.truncate(written);
                return Ok(out);
            }
            // One byte of room beyond the limit is enough to see that there is more.
            TINFLStatus::HasMoreOutput if out.len() > limit => return Err(too_much(limit)),
            TINFLStatus::HasMoreOutput => {
                let room = out.len().saturating_mul(2).min(limit.saturating_add(1));
                out.resize(room.max(out.len() + 1), 0);
            }
            other => return Err(format!("it does not inflate ({other:?})")),
        }
    }
}

fn too_much(limit: usize) -> String {
    format!("it does not inflate (to {limit} bytes or less)")
}

#[cfg(test)]
mod tests {
    use super::inflate;
    use andor_core::SplitMix64;
    use miniz_oxide::deflate::compress_to_vec;
    use miniz_oxide::inflate::decompress_to_vec_with_limit;

    #[test]
    fn streams_are_inflated_as_elsewhere_and_end_where_they_end() {
        let mut random = SplitMix64::new(3);
        for turn in 0..400 {
            let length = random.below(if turn % 4 == 0 { 70_000 } else { 300 });
            let spread = 1 + random.below(255) as u64;
            let raw: Vec<u8> = (0..length).map(|_| (random.next_u64() % spread) as u8).collect();
            let stream = compress_to_vec(&raw, (turn % 11) as u8);
            assert_eq!(inflate(&stream, length).as_ref(), Ok(&raw), "{turn}");
            assert_eq!(decompress_to_vec_with_limit(&stream, length + 1).ok(), Some(raw.clone()));
            if length > 0 {
                let error = inflate(&stream, length - 1).unwrap_err();
                assert!(error.contains("does not inflate"), "{error}");
            }
            // Bytes behind the stream, one that could be padding too (H4 of the audit).
            for behind in [&[0][..], &[0xff], &[1, 2, 3, 4, 5, 6, 7, 8, 9], &stream] {
                let longer = [&stream[..], behind].concat();
                let error = inflate(&longer, length).unwrap_err();
                assert_eq!(error, format!("{} bytes follow its stream", behind.len()));
            }
            assert!(inflate(&stream[..stream.len() - 1], length).is_err());
        }
        assert!(inflate(&[], 10).is_err() && inflate(&[0xff; 4], 10).is_err());
    }
}
