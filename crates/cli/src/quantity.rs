//! The values of options: counts, sizes and times as `andor_core::quantity` reads them, and a few words.

use andor_core::{check_memory, quantity};
use andor_engine::ZoneChoice;
use std::time::Duration;

/// Reads a number of bytes, at least a megabyte.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let bytes = quantity::bytes(text).filter(|bytes| *bytes >= 1 << 20);
    bytes.ok_or_else(|| format!("{}, at least 1MiB", quantity::BYTES))
}

/// Reads a number of bytes that the machine has.
pub(crate) fn memory(text: &str) -> Result<u64, String> {
    let bytes = bytes(text)?;
    check_memory(bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}

/// Reads a duration.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    quantity::duration(text).ok_or_else(|| quantity::DURATION.to_owned())
}

/// Reads the rows of a zone table: a number, `auto` or `off`.
pub(crate) fn zone(text: &str) -> Result<ZoneChoice, String> {
    match text {
        "auto" => Ok(ZoneChoice::Auto),
        "off" | "0" => Ok(ZoneChoice::Off),
        rows => {
            let rows = rows.parse().ok().filter(|rows| (3..=7).contains(rows));
            rows.map(ZoneChoice::Rows)
                .ok_or_else(|| "a zone has 3 to 7 rows, or auto or off".to_owned())
        }
    }
}

/// Reads a count.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    quantity::count(text).ok_or_else(|| quantity::COUNT.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{bytes, count, duration, zone};
    use andor_engine::ZoneChoice;
    use std::time::Duration;

    #[test]
    fn quantities_are_read_and_nonsense_is_not() {
        assert_eq!(bytes("64M"), Ok(64 << 20));
        assert!(bytes("1023KiB").is_err() && bytes("much").is_err());
        assert_eq!(duration("2min"), Ok(Duration::from_secs(120)));
        assert!(duration("1y").is_err());
        assert_eq!(count("10k"), Ok(10_000));
        assert!(count("ten").is_err());
        assert_eq!(zone("4"), Ok(ZoneChoice::Rows(4)));
        assert_eq!((zone("auto"), zone("off")), (Ok(ZoneChoice::Auto), Ok(ZoneChoice::Off)));
        for bad in ["", "2", "8", "-3", "on"] {
            assert!(zone(bad).is_err(), "{bad}");
        }
    }
}
