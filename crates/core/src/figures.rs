//! Numbers as people read them: what [`quantity`](crate::quantity) reads, written the other way.

/// 1234567 as 1,234,567.
#[must_use]
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with three significant digits and k, M or G.
#[must_use]
pub fn short(number: f64) -> String {
    let units = [(1e9, "G"), (1e6, "M"), (1e3, "k")];
    for (scale, unit) in units {
        if number >= scale {
            return format!("{:.1} {unit}", number / scale);
        }
    }
    format!("{number:.0}")
}

/// A number of bytes, in powers of two.
#[must_use]
pub fn size(bytes: u64) -> String {
    let units = [(1u64 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    for (scale, unit) in units {
        if bytes >= scale {
            return format!("{:.1} {unit}", bytes as f64 / scale as f64);
        }
    }
    format!("{bytes} B")
}

/// Seconds as a person says them: 42 s, 3 min 5 s, 2 h 10 min, 5 d 3 h.
#[must_use]
pub fn time(seconds: u64) -> String {
    let units = [(86_400, "d", 3600, "h"), (3600, "h", 60, "min"), (60, "min", 1, "s")];
    for (large, name, small, below) in units {
        if seconds >= large {
            return format!("{} {name} {} {below}", seconds / large, seconds % large / small);
        }
    }
    format!("{seconds} s")
}

#[cfg(test)]
mod tests {
    use super::{short, size, thousands, time};

    #[test]
    fn numbers_read_well() {
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!(thousands(999), "999");
        assert_eq!(short(12_345_678.0), "12.3 M");
        assert_eq!(size(3 << 20), "3.0 MiB");
        let times = [59, 60, 3_599, 7_800, 86_399, 442_800].map(time);
        let said = ["59 s", "1 min 0 s", "59 min 59 s", "2 h 10 min", "23 h 59 min", "5 d 3 h"];
        assert_eq!(times, said);
    }
}
