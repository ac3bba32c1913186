//! Counts, sizes and durations as people write them: the one reader of them.
//!
//! ```text
//!   count     10000  1_000,000  10k  10M  2.5G  1e6
//!   bytes     2097152  64M = 64MiB  1.5 GiB  64MB (powers of ten)
//!   duration  500ms  30s  2m = 2min  1.5h  90 (seconds)
//! ```
//!
//! Letters may be of either case. A number without a dot and an exponent is read exactly.

use std::time::Duration;

/// What a count looks like, for messages.
pub const COUNT: &str = "a count is a number such as 10000, 10k, 10M or 1e6";
/// What a size looks like, for messages.
pub const BYTES: &str = "a size is a number with a unit, such as 512MiB or 64M";
/// What a duration looks like, for messages.
pub const DURATION: &str = "a time is a number with a unit, such as 30s, 500ms, 2min or 2h";

/// Reads a count; `None` if it is none.
#[must_use]
pub fn count(text: &str) -> Option<u64> {
    let plain: String = text.trim().chars().filter(|c| !matches!(c, '_' | ',')).collect();
    with_unit(&plain, &[("", 1), ("k", 1_000), ("m", 1_000_000), ("g", 1_000_000_000)])
}

/// Reads a number of bytes; `None` if it is none.
#[must_use]
pub fn bytes(text: &str) -> Option<u64> {
    let units = [
        ("", 1),
        ("b", 1),
        ("k", 1 << 10),
        ("kib", 1 << 10),
        ("kb", 1_000),
        ("m", 1 << 20),
        ("mib", 1 << 20),
        ("mb", 1_000_000),
        ("g", 1 << 30),
        ("gib", 1 << 30),
        ("gb", 1_000_000_000),
        ("t", 1 << 40),
        ("tib", 1 << 40),
        ("tb", 1_000_000_000_000),
    ];
    with_unit(text.trim(), &units)
}

/// Reads a duration; `None` if it is none, or longer than ten thousand years.
#[must_use]
pub fn duration(text: &str) -> Option<Duration> {
    let units = [
        ("us", 1),
        ("ms", 1_000),
        ("s", 1_000_000),
        ("", 1_000_000),
        ("m", 60_000_000),
        ("min", 60_000_000),
        ("h", 3_600_000_000),
    ];
    let microseconds = with_unit(text.trim(), &units);
    microseconds.filter(|&time| time < 1 << 58).map(Duration::from_micros)
}

/// Digits, perhaps with a dot and an exponent, and one of these units.
fn with_unit(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let is_digit = |c: char| c.is_ascii_digit() || c == '.';
    let mut end = text.find(|c| !is_digit(c)).unwrap_or(text.len());
    // An exponent belongs to the number.
    if let Some(exponent) = text[end..].strip_prefix(['e', 'E']) {
        let digits = exponent.find(|c: char| !c.is_ascii_digit()).unwrap_or(exponent.len());
        if digits > 0 {
            end += 1 + digits;
        }
    }
    let (number, unit) = text.split_at(end);
    let unit = unit.trim();
    let (_, scale) = units.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit))?;
    match number.parse::<u64>() {
        Ok(whole) => whole.checked_mul(*scale),
        Err(_) => {
            let value = number.parse::<f64>().ok()? * *scale as f64;
            (value.is_finite() && value < u64::MAX as f64).then_some(value.round() as u64)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{bytes, count, duration};
    use std::time::Duration;

    #[test]
    fn quantities_are_read_and_nonsense_is_not() {
        for (text, number) in [
            ("0", 0),
            ("1_000,000", 1_000_000),
            ("10k", 10_000),
            ("10K", 10_000),
            ("10M", 10_000_000),
            ("2.5G", 2_500_000_000),
            ("1e6", 1_000_000),
            ("1.5e3", 1_500),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(count(text), Some(number), "{text}");
        }
        for (text, number) in [
            ("1GiB", 1 << 30),
            ("8mib", 8 << 20),
            ("64M", 64 << 20),
            ("64MB", 64_000_000),
            ("1.5 MiB", 3 << 19),
            ("2097152", 2 << 20),
            ("2g", 2 << 30),
        ] {
            assert_eq!(bytes(text), Some(number), "{text}");
        }
        for (text, millis) in [
            ("500ms", 500),
            ("30s", 30_000),
            ("2m", 120_000),
            ("2min", 120_000),
            ("0.5h", 1_800_000),
        ] {
            assert_eq!(duration(text), Some(Duration::from_millis(millis)), "{text}");
        }
        assert_eq!(duration("90"), Some(Duration::from_secs(90)));
        assert_eq!(duration("0.2ms"), Some(Duration::from_micros(200)));
        for bad in
            ["", "k", "ten", "-1", "1x", "1e", "e6", "1..5", ".", "1e400", "99999999999999999999"]
        {
            assert_eq!(count(bad), None, "{bad}");
        }
        for bad in ["", "GiB", "-1GiB", "1 parsec", "99999999999999999999TiB", "1s"] {
            assert_eq!(bytes(bad), None, "{bad}");
        }
        for bad in ["", "s", "-3s", "1y", "1M B", "1e30h"] {
            assert_eq!(duration(bad), None, "{bad}");
        }
    }
}
