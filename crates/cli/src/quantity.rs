//! Quantities as people write them: `1GiB`, `30s`, `1_000_000`.

use andor_core::check_memory;
use andor_engine::{Growth, ZoneChoice};
use std::time::Duration;

/// Reads how a second level grows: `whole`, or `logistic:A,B` with A and B in nodes.
pub(crate) fn growth(text: &str) -> Result<Growth, String> {
    let positive = |text: &str| count(text.trim()).ok().filter(|&n| n > 0).map(|n| n as f64);
    let parsed = match text.split_once(':') {
        None if text == "whole" => Some(Growth::Whole),
        Some(("logistic", numbers)) => numbers
            .split_once(',')
            .and_then(|(a, b)| Some(Growth::Logistic { a: positive(a)?, b: positive(b)? })),
        _ => None,
    };
    parsed.ok_or_else(|| "a growth is whole or logistic:A,B, such as logistic:450000,300000".into())
}

/// The same in fewer words: `whole`, or `A:B`.
pub(crate) fn short_growth(text: &str) -> Option<Growth> {
    if text == "whole" {
        return Some(Growth::Whole);
    }
    let (a, b) = text.split_once(':')?;
    let positive = |text: &str| text.parse().ok().filter(|n: &f64| n.is_finite() && *n > 0.0);
    Some(Growth::Logistic { a: positive(a)?, b: positive(b)? })
}

/// Reads a number of bytes: digits and a unit (B, KiB, MiB, GiB, TiB; KB, MB, GB for powers of
/// ten; none for bytes).
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let units = [
        ("KiB", 1 << 10),
        ("MiB", 1 << 20),
        ("GiB", 1 << 30),
        ("TiB", 1 << 40),
        ("KB", 1_000),
        ("MB", 1_000_000),
        ("GB", 1_000_000_000),
        ("B", 1),
        ("", 1),
    ];
    let bytes = with_unit(text, &units).filter(|bytes| *bytes >= 1 << 20);
    bytes.ok_or_else(|| "a size is a number with a unit, such as 512MiB, at least 1MiB".to_owned())
}

/// Reads a number of bytes that the machine has.
pub(crate) fn memory(text: &str) -> Result<u64, String> {
    let bytes = bytes(text)?;
    check_memory(bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}

/// Reads a duration: digits and a unit (ms, s, m, h; none for seconds).
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let units = [("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000), ("", 1_000)];
    let milliseconds = with_unit(text, &units);
    milliseconds
        .map(Duration::from_millis)
        .ok_or_else(|| "a time is a number with a unit, such as 30s, 500ms or 2h".to_owned())
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

/// Reads a number from 0 to 1, in thousandths.
pub(crate) fn thousandths(text: &str) -> Result<u32, String> {
    let number = text.trim().parse::<f64>().ok().filter(|number| (0.0..=1.0).contains(number));
    number
        .map(|number| (1000.0 * number).round() as u32)
        .ok_or_else(|| "a number from 0 to 1, such as 0.8, is wanted here".to_owned())
}

/// Reads a count; `_` and `,` between digits are fine.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    let digits: String = text.chars().filter(|c| !matches!(c, '_' | ',')).collect();
    digits.parse().map_err(|_| "not a count".to_owned())
}

fn with_unit(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let digits_end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (digits, unit) = text.split_at(digits_end);
    let unit = unit.trim();
    let (_, scale) = units.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit))?;
    match digits.parse::<u64>() {
        Ok(whole) => whole.checked_mul(*scale),
        Err(_) => {
            let value = digits.parse::<f64>().ok()? * *scale as f64;
            (value.is_finite() && value < u64::MAX as f64).then_some(value as u64)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{bytes, count, duration, growth, zone};
    use andor_engine::{Growth, ZoneChoice};
    use std::time::Duration;

    #[test]
    fn quantities_are_read_and_nonsense_is_not() {
        assert_eq!(bytes("1GiB"), Ok(1 << 30));
        assert_eq!(bytes("8mib"), Ok(8 << 20));
        assert_eq!(bytes("1.5 MiB"), Ok(3 << 19));
        assert_eq!(bytes("2097152"), Ok(2 << 20));
        assert_eq!(duration("30s"), Ok(Duration::from_secs(30)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("0.5h"), Ok(Duration::from_secs(1800)));
        assert_eq!(count("1_000,000"), Ok(1_000_000));
        for bad in ["", "GiB", "-1GiB", "1 parsec", "1023KiB", "99999999999999999999TiB"] {
            assert!(bytes(bad).is_err(), "{bad}");
        }
        for bad in ["", "s", "-3s", "1y"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
        assert!(count("ten").is_err());
        assert_eq!(growth("whole"), Ok(Growth::Whole));
        assert_eq!(growth("logistic:450000,300000"), Ok(Growth::PDS_PN));
        for bad in ["", "half", "logistic", "logistic:1", "logistic:0,5", "logistic:a,b"] {
            assert!(growth(bad).is_err(), "{bad}");
        }
        assert_eq!(zone("4"), Ok(ZoneChoice::Rows(4)));
        assert_eq!((zone("auto"), zone("off")), (Ok(ZoneChoice::Auto), Ok(ZoneChoice::Off)));
        for bad in ["", "2", "8", "-3", "on"] {
            assert!(zone(bad).is_err(), "{bad}");
        }
    }
}
