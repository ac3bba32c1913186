//! An axis: where a number is, and which numbers are written at it.

/// What runs along a side of a picture.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    pub(crate) label: String,
    is_log: bool,
    low: f64,
    high: f64,
}

impl Axis {
    /// From the least of some numbers to the greatest, or a little beyond; a logarithmic one passes over
    /// numbers that are not above zero.
    pub(crate) fn over(label: &str, is_log: bool, numbers: impl Iterator<Item = f64>) -> Axis {
        let numbers = numbers.filter(|number| number.is_finite() && (!is_log || *number > 0.0));
        let (low, high) = numbers
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), n| (low.min(n), high.max(n)));
        let (low, high) = if low > high { (1.0, 10.0) } else { (low, high) };
        let (low, high) = match is_log {
            true => (low / 1.25, high * 1.25),
            false => {
                let margin = ((high - low) * 0.06).max(high.abs() * 0.01).max(0.5);
                (low - margin, high + margin)
            }
        };
        Axis { label: label.to_owned(), is_log, low, high }
    }

    /// The same, from zero.
    pub(crate) fn with_zero(self) -> Axis {
        Axis { low: 0.0, ..self }
    }

    /// Where a number is, from 0 at one end to 1 at the other.
    pub(super) fn place(&self, number: f64) -> f64 {
        let (low, high, number) = match self.is_log {
            true => (self.low.log10(), self.high.log10(), number.max(self.low).log10()),
            false => (self.low, self.high, number),
        };
        ((number - low) / (high - low)).clamp(0.0, 1.0)
    }

    /// The greatest number.
    pub(super) fn high(&self) -> f64 {
        self.high
    }

    /// The least number.
    pub(super) fn low(&self) -> f64 {
        self.low
    }

    /// The numbers that are written.
    pub(super) fn ticks(&self) -> Vec<f64> {
        if self.is_log {
            let decades = |steps: &[f64]| -> Vec<f64> {
                let (first, last) =
                    (self.low.log10().floor() as i32, self.high.log10().ceil() as i32);
                let all = (first..=last)
                    .flat_map(|power| steps.iter().map(move |step| step * 10f64.powi(power)));
                all.filter(|tick| (self.low..=self.high).contains(tick)).collect()
            };
            let wide = (self.high / self.low).log10();
            return match wide {
                wide if wide > 2.2 => decades(&[1.0]),
                wide if wide > 0.9 => decades(&[1.0, 3.0]),
                _ => decades(&[1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0]),
            };
        }
        let raw = (self.high - self.low) / 5.0;
        let power = 10f64.powf(raw.log10().floor());
        // Quarters of small numbers would be no whole ones, as depths are.
        let steps: &[f64] =
            if power >= 10.0 { &[1.0, 2.0, 2.5, 5.0, 10.0] } else { &[1.0, 2.0, 5.0, 10.0] };
        let step = steps.iter().copied().find(|step| step * power >= raw);
        let step = step.unwrap_or(10.0) * power;
        let first = (self.low / step).ceil() as i64;
        let count = ((self.high - self.low) / step).floor() as i64 + 1;
        let ticks = (first..=first + count).map(|at| at as f64 * step);
        ticks.filter(|tick| (self.low..=self.high).contains(tick)).collect()
    }
}

/// A number in few letters: `1.5 M`.
pub(crate) fn short(number: f64) -> String {
    let size = number.abs();
    let (by, unit) = match size {
        size if size >= 1e9 => (1e9, " G"),
        size if size >= 1e6 => (1e6, " M"),
        size if size >= 1e4 => (1e3, " k"),
        _ => (1.0, ""),
    };
    let value = number / by;
    let text = match value.abs() {
        value if value >= 100.0 => format!("{:.0}", number / by),
        value if value >= 10.0 => format!("{:.1}", number / by),
        _ => format!("{value:.2}"),
    };
    let text = match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => &text,
    };
    format!("{text}{unit}")
}

#[cfg(test)]
mod tests {
    use super::{Axis, short};

    #[test]
    fn numbers_have_their_places() {
        let axis = Axis::over("nodes", true, [1e3, 1e6, 0.0].into_iter());
        let middle = axis.place(10f64.powf(4.5));
        assert!((middle - 0.5).abs() < 1e-9 && axis.place(0.0) == 0.0 && axis.place(1e9) == 1.0);
        assert_eq!(axis.ticks(), [1e3, 1e4, 1e5, 1e6]);
        let axis = Axis::over("solved", false, [3.0, 100.0].into_iter()).with_zero();
        assert_eq!((axis.place(0.0), axis.ticks()[1]), (0.0, 25.0));
        let empty = Axis::over("nothing", false, std::iter::empty());
        assert!(empty.place(5.0).is_finite() && !empty.ticks().is_empty());
        let words: Vec<String> = [0.0, 0.5, 950.0, 12_500.0, 2e6, 3.25e9, -30.0].map(short).into();
        assert_eq!(words, ["0", "0.5", "950", "12.5 k", "2 M", "3.25 G", "-30"]);
    }
}
