//! A grid of numbers as colours.

use super::{escaped, picture, short};

/// A grid: numbers by row and column.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub(crate) title: String,
    /// What the columns are, and their names.
    pub(crate) x: (String, Vec<String>),
    /// What the rows are, and their names.
    pub(crate) y: (String, Vec<String>),
    pub(crate) numbers: Vec<Vec<Option<f64>>>,
    /// Whether less is better, and dark.
    pub(crate) less_is_better: bool,
}

const CELL: (f64, f64) = (64.0, 30.0);
const LEFT: f64 = 92.0;
const BELOW: f64 = 46.0;

/// Draws a grid. The best is dark blue, the worst yellow; its numbers stand in the cells.
pub(crate) fn heat(grid: &Grid) -> String {
    let all = || grid.numbers.iter().flatten().flatten().copied();
    let (low, high) =
        (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
    let (columns, rows) = (grid.x.1.len() as f64, grid.y.1.len() as f64);
    let mut parts = String::new();
    for (y, line) in grid.numbers.iter().enumerate() {
        for (x, number) in line.iter().enumerate() {
            let (left, top) = (LEFT + CELL.0 * x as f64, 6.0 + CELL.1 * y as f64);
            let Some(number) = number else { continue };
            let place = if high > low { (number - low) / (high - low) } else { 0.5 };
            let place = if grid.less_is_better { place } else { 1.0 - place };
            let (colour, is_dark) = colour(place);
            parts.push_str(&format!(
                "<rect x=\"{left:.0}\" y=\"{top:.0}\" width=\"{:.0}\" height=\"{:.0}\" rx=\"3\" fill=\"{colour}\">\
                 <title>{}, {}: {number}</title></rect>\
                 <text class=\"cell\" x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\" style=\"fill:{}\">{}</text>",
                CELL.0 - 2.0,
                CELL.1 - 2.0,
                escaped(&grid.y.1[y]),
                escaped(&grid.x.1[x]),
                left + CELL.0 / 2.0 - 1.0,
                top + CELL.1 / 2.0 + 3.5,
                if is_dark { "#fff" } else { "#111" },
                short(*number)
            ));
        }
    }
    let bottom = 6.0 + CELL.1 * rows;
    for (x, name) in grid.x.1.iter().enumerate() {
        parts.push_str(&format!(
            "<text class=\"tick\" x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\">{}</text>",
            LEFT + CELL.0 * (x as f64 + 0.5),
            bottom + 15.0,
            escaped(name)
        ));
    }
    for (y, name) in grid.y.1.iter().enumerate() {
        parts.push_str(&format!(
            "<text class=\"tick\" x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"end\">{}</text>",
            LEFT - 8.0,
            6.0 + CELL.1 * (y as f64 + 0.5) + 3.0,
            escaped(name)
        ));
    }
    parts.push_str(&format!(
        "<text class=\"name\" x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\">{}</text>\
         <text class=\"name\" transform=\"translate(14 {:.0}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
        LEFT + CELL.0 * columns / 2.0,
        bottom + 36.0,
        escaped(&grid.x.0),
        6.0 + CELL.1 * rows / 2.0,
        escaped(&grid.y.0)
    ));
    picture(LEFT + CELL.0 * columns + 8.0, bottom + BELOW, &grid.title, &parts)
}

/// A colour between dark blue (0) and yellow (1), even to the eye, and whether it is a dark one.
fn colour(place: f64) -> (String, bool) {
    const STOPS: [[f64; 3]; 6] = [
        [46.0, 38.0, 108.0],
        [50.0, 84.0, 140.0],
        [42.0, 126.0, 142.0],
        [52.0, 168.0, 118.0],
        [148.0, 205.0, 72.0],
        [248.0, 230.0, 80.0],
    ];
    let at = place.clamp(0.0, 1.0) * (STOPS.len() - 1) as f64;
    let low = (at.floor() as usize).min(STOPS.len() - 2);
    let part = at - low as f64;
    let mix = |channel: usize| {
        (STOPS[low][channel] * (1.0 - part) + STOPS[low + 1][channel] * part).round() as u8
    };
    (format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2)), place < 0.55)
}
