//! Pictures as SVG, written by hand: lines, steps, scatter, heat maps and intervals.
//!
//! Colours are CSS variables of the page (`--ink`, `--line`, `--s0` to `--s7`), so that a picture is readable in the dark
//! and in the light; every mark has a `<title>`, which browsers show under the pointer.

mod axis;
mod chart;
mod heat;
mod intervals;

pub(super) use axis::{Axis, short};
pub(super) use chart::{Chart, Mark, Series, Style};
pub(super) use heat::{Grid, heat};
pub(super) use intervals::{Interval, intervals};

/// How many colours there are.
pub(super) const COLOURS: usize = 8;

/// A text as XML has it.
pub(super) fn escaped(text: &str) -> String {
    let escape = |letter: char| match letter {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        letter => letter.to_string(),
    };
    text.chars().map(escape).collect()
}

/// A picture of this size around its parts; `label` tells what it shows to whoever cannot see it.
fn picture(width: f64, height: f64, label: &str, parts: &str) -> String {
    format!(
        "<svg class=\"plot\" width=\"{width:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" aria-label=\"{}\">{parts}</svg>",
        escaped(label)
    )
}
