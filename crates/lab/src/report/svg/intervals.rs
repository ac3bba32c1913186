//! Numbers with their errors, one below the other.

use super::axis::{Axis, short};
use super::chart::LETTER;
use super::{escaped, picture};

/// A number, its error, and the paper's.
#[derive(Clone, Debug)]
pub(crate) struct Interval {
    pub(crate) label: String,
    pub(crate) ours: Option<(f64, f64)>,
    pub(crate) paper: Option<f64>,
}

const WIDE: f64 = 370.0;
const LINE: f64 = 24.0;

/// Draws them: a point with its error for ours, a ring for the paper's.
pub(crate) fn intervals(title: &str, unit: &str, lines: &[Interval]) -> String {
    // Few games have bounds that would leave no room for the rest: those end at the edge.
    let shown = lines
        .iter()
        .flat_map(|line| line.ours.map(|(number, _)| number).into_iter().chain(line.paper));
    let most = shown.fold(100.0, |most: f64, number| most.max(1.3 * number.abs()));
    let numbers = lines.iter().flat_map(|line| {
        let ours = line.ours.map(|(number, error)| [number - error, number + error]);
        let bounds = ours.into_iter().flatten().map(|number| number.clamp(-most, most));
        bounds.chain(line.paper).chain([0.0])
    });
    let axis = Axis::over(unit, false, numbers);
    let longest = lines.iter().map(|line| line.label.chars().count()).max().unwrap_or(0);
    let left = 20.0 + LETTER * longest as f64;
    let at = |number: f64| left + WIDE * axis.place(number);
    let bottom = 10.0 + LINE * lines.len() as f64;
    let mut parts = String::new();
    for tick in axis.ticks() {
        let x = at(tick);
        let class = if tick == 0.0 { "axis" } else { "grid" };
        parts.push_str(&format!(
            "<line class=\"{class}\" x1=\"{x:.1}\" y1=\"6\" x2=\"{x:.1}\" y2=\"{bottom:.1}\"/>\
             <text class=\"tick\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            bottom + 16.0,
            short(tick)
        ));
    }
    for (number, line) in lines.iter().enumerate() {
        let y = 10.0 + LINE * (number as f64 + 0.5);
        let name = escaped(&line.label);
        parts.push_str(&format!(
            "<text class=\"tick\" x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{name}</text>",
            left - 10.0,
            y + 4.0
        ));
        if let Some((value, error)) = line.ours {
            parts.push_str(&format!(
                "<line class=\"s0 stroke\" x1=\"{:.1}\" y1=\"{y:.1}\" x2=\"{:.1}\" y2=\"{y:.1}\"/>\
                 <circle class=\"s0 fill\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4.5\"><title>{name}: {value:+.0} ± {error:.0}</title></circle>",
                at(value - error),
                at(value + error),
                at(value)
            ));
        }
        if let Some(value) = line.paper {
            parts.push_str(&format!(
                "<circle class=\"s1 ring\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"5\"><title>{name}, the paper: {value:+.0}</title></circle>",
                at(value)
            ));
        }
    }
    parts.push_str(&format!(
        "<text class=\"name\" x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\">{}: ours with 95% bounds, the paper as a ring</text>",
        left + WIDE / 2.0,
        bottom + 36.0,
        escaped(unit)
    ));
    picture(left + WIDE + 20.0, bottom + 44.0, title, &parts)
}
